"""THE card encoding of ramsim, and its notation in and out.

A card is an ``int``: ``suit * 13 + rank`` with suits clubs 0, diamonds 1, hearts 2, spades 3 and ranks 2 -> 0 ...
10 -> 8, jack 9, queen 10, king 11, ace 12; the small joker is 52, the big joker 53. Every other layout (the bit
lanes of the kernels) is derived from this one and never leaves its own folder.

Notation: rank then suit, ``A K Q J T 9 ... 2`` (also ``10``) with ``C D H S`` or the suit signs, jokers ``X1`` (big)
and ``X2`` (small). German cards are read and written too: ranks ``A K O U`` (also ``D`` for the deuce that serves as
ace), suits ``E`` acorns (Eichel) = clubs, ``G`` or ``L`` leaves (Grün, Laub) = spades, ``H`` hearts, ``S`` or ``B``
bells (Schellen) = diamonds; the rank comes first in both notations.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from ramsim.errors import CardError

Notation = Literal["french", "german"]

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
SUITS = (CLUBS, DIAMONDS, HEARTS, SPADES)
SUIT_LETTERS = "CDHS"
SUIT_SIGNS = "♣♦♥♠"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
GERMAN_SUIT_LETTERS = "ESHG"
GERMAN_SUIT_NAMES = ("acorns", "bells", "hearts", "leaves")

RANK_LETTERS = "23456789TJQKA"
GERMAN_RANK_LETTERS = "23456789TUOKA"
RANKS_PER_SUIT = len(RANK_LETTERS)
JACK = RANK_LETTERS.index("J")
ACE = RANK_LETTERS.index("A")
SEVEN = RANK_LETTERS.index("7")

SMALL_JOKER = 4 * RANKS_PER_SUIT
BIG_JOKER = SMALL_JOKER + 1
JOKERS = (SMALL_JOKER, BIG_JOKER)

_FRENCH_SUITS = {letter: suit for suit, letter in enumerate(SUIT_LETTERS)}
_FRENCH_SUITS |= {sign: suit for suit, sign in enumerate(SUIT_SIGNS)}
_FRENCH_SUITS |= {sign: suit for suit, sign in enumerate("♧♢♡♤")}
_GERMAN_SUITS = {"E": CLUBS, "G": SPADES, "L": SPADES, "H": HEARTS, "S": DIAMONDS, "B": DIAMONDS}
_GERMAN_SUITS |= {sign: suit for suit, sign in enumerate(SUIT_SIGNS)}
_FRENCH_RANKS = {letter: rank for rank, letter in enumerate(RANK_LETTERS)} | {"10": 8}
_GERMAN_RANKS = {letter: rank for rank, letter in enumerate(GERMAN_RANK_LETTERS)} | {"10": 8, "D": ACE}
_READ = {"french": (_FRENCH_RANKS, _FRENCH_SUITS), "german": (_GERMAN_RANKS, _GERMAN_SUITS)}


def card(rank: int, suit: int) -> int:
    """Give the card of ``rank`` (0 = two ... 12 = ace) and ``suit`` (0 = clubs ... 3 = spades)."""
    return suit * RANKS_PER_SUIT + rank


def is_joker(code: int) -> bool:
    """Tell whether the card is one of the two jokers."""
    return code >= SMALL_JOKER


def suit_of(code: int) -> int:
    """Give the printed suit of a card, 0 to 3; a joker has none and gives -1."""
    return -1 if is_joker(code) else code // RANKS_PER_SUIT


def rank_of(code: int) -> int:
    """Give the printed rank of a card, 0 (two) to 12 (ace); the jokers give 13 (small) and 14 (big)."""
    return code - SMALL_JOKER + RANKS_PER_SUIT if is_joker(code) else code % RANKS_PER_SUIT


def parse_card(text: str, notation: Notation = "french") -> int:
    """Read one card.

    Parameters
    ----------
    text
        Rank then suit, for example ``"TH"``, ``"10H"``, ``"A♠"``, ``"X1"``; upper or lower case.
    notation
        ``"french"`` or ``"german"`` (see the module's docstring).

    Raises
    ------
    CardError
        When the text is no card; the message names it and the legal notation.
    """
    word = text.strip().upper()
    if word in ("X1", "X2"):
        return BIG_JOKER if word == "X1" else SMALL_JOKER
    ranks, suits = _READ[notation]
    if len(word) >= 2 and word[:-1] in ranks and word[-1] in suits:
        return card(ranks[word[:-1]], suits[word[-1]])
    raise CardError(f"{text.strip()!r} is no card: write {_legal_notation(notation)}")


def parse_cards(text: str, notation: Notation = "french") -> tuple[int, ...]:
    """Read cards separated by blanks or commas, in the order written; refuses a card written twice.

    Raises
    ------
    CardError
        When a word is no card or a card stands twice.
    """
    codes = tuple(parse_card(word, notation) for word in text.replace(",", " ").split())
    for place, code in enumerate(codes):
        if code in codes[:place]:
            raise CardError(f"the card {card_name(code, notation)} stands twice in {text.strip()!r}")
    return codes


def card_name(code: int, notation: Notation = "french") -> str:
    """Write one card, ``"TH"`` style; the inverse of `parse_card`."""
    if is_joker(code):
        return "X1" if code == BIG_JOKER else "X2"
    ranks, suits = (RANK_LETTERS, SUIT_LETTERS) if notation == "french" else (GERMAN_RANK_LETTERS, GERMAN_SUIT_LETTERS)
    return ranks[rank_of(code)] + suits[suit_of(code)]


def card_names(codes: Iterable[int], notation: Notation = "french") -> str:
    """Write cards separated by blanks, in the order given."""
    return " ".join(card_name(code, notation) for code in codes)


def pack(ranks: str, jokers: int = 0) -> tuple[int, ...]:
    """Give the cards of a pack in ascending code: all four suits of ``ranks`` (letters), and 0, 1 or 2 jokers.

    A single joker is the big one.
    """
    held = sorted(RANK_LETTERS.index(letter) for letter in ranks)
    plain = tuple(card(rank, suit) for suit in SUITS for rank in held)
    return plain + JOKERS[2 - jokers :]


def _legal_notation(notation: Notation) -> str:
    if notation == "french":
        return "a rank A K Q J T 9 ... 2 (or 10) and a suit C D H S, or a joker X1 X2"
    return "a rank A K O U T 9 ... 2 (or 10, D) and a suit E G H S (or L, B), or a joker X1 X2"
