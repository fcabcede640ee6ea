"""The pack of the Ramsch family: 32 cards, suits and strength with the jacks as trumps, card points.

Trumps are the four jacks only, clubs > spades > hearts > diamonds, a suit of their own; the side suits run A 10 K Q 9
8 7. Card points: ace 11, ten 10, king 4, queen 3, jack 2, the others nothing: 120 in all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ramsim.cards import (
    ACE,
    CLUBS,
    DIAMONDS,
    GERMAN_SUIT_NAMES,
    HEARTS,
    JACK,
    RANK_LETTERS,
    SPADES,
    SUIT_NAMES,
    SUITS,
    Notation,
    card,
    pack,
    rank_of,
    suit_of,
)
from ramsim.errors import RecordError
from ramsim.referee.reading import check_count, check_distinct

PACK = frozenset(pack("AKQJT987"))
ACTIVE = 3
HAND_SIZE = 10
SKAT_SIZE = 2
JACKS = 4
"""The trumps as a suit, after the four printed ones."""

_JACKS_UPWARD = (DIAMONDS, HEARTS, SPADES, CLUBS)
_SIDE_SUIT_UPWARD = "789QKTA"
_POINTS_OF_RANK = {
    ACE: 11,
    RANK_LETTERS.index("T"): 10,
    RANK_LETTERS.index("K"): 4,
    RANK_LETTERS.index("Q"): 3,
    JACK: 2,
}
_STRENGTHS = {
    card(RANK_LETTERS.index(letter), suit): place for suit in SUITS for place, letter in enumerate(_SIDE_SUIT_UPWARD)
} | {card(JACK, suit): len(_SIDE_SUIT_UPWARD) + place for place, suit in enumerate(_JACKS_UPWARD)}
_CODES = range(len(SUITS) * len(RANK_LETTERS))

SUIT = tuple(JACKS if rank_of(code) == JACK else suit_of(code) for code in _CODES)
"""The suit that a card follows and leads as, by card code."""
STRENGTH = tuple(_STRENGTHS.get(code, -1) for code in _CODES)
"""A card's place in its suit, by card code; every jack stands above every other card. -1: not in the pack."""
POINTS = tuple(_POINTS_OF_RANK.get(rank_of(code), 0) for code in _CODES)
"""Card points by card code."""


def suit_name(suit: int, notation: Notation) -> str:
    """Name a suit led, the jacks' too."""
    names = SUIT_NAMES if notation == "french" else GERMAN_SUIT_NAMES
    return "jacks" if suit == JACKS else names[suit]


def points_of(cards: Iterable[int]) -> int:
    """Add up card points."""
    return sum(POINTS[code] for code in cards)


def check_cards(hands: Sequence[Sequence[int]], skat: Sequence[int], notation: Notation = "french") -> None:
    """Refuse hands and skat that are not the 32 cards of the pack, ten to each of three players and two in the skat.

    Raises
    ------
    RecordError
        Names the seat with too few or too many cards, or the card that lies twice or is not in the pack.
    """
    if len(hands) != ACTIVE:
        raise RecordError(f"hands: {len(hands)} of them, must be one for each of the three active players")
    for seat, hand in enumerate(hands):
        check_count(tuple(hand), HAND_SIZE, f"the hand of seat {seat}")
    check_count(tuple(skat), SKAT_SIZE, "the skat")
    places = {f"the hand of seat {seat}": tuple(hand) for seat, hand in enumerate(hands)}
    check_distinct({**places, "the skat": tuple(skat)}, PACK, notation)
