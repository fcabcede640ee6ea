"""Card play of the Rams family: which card beats which, and what a player must play.

The rule sheet, part 1.1. The leader plays any card; then each player, clockwise,

1. follows suit if he can;
2. void, trumps if he can (``must_trump``);
3. beats the best card so far if he can within what 1 and 2 leave him (``head``);
4. plays a higher trump if he can where ``overtrump`` asks for it;
5. holding neither the suit nor a trump, plays any card, which cannot win.

A permanent trump and the jokers belong to the trump suit in every respect.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ramsim.cards import (
    ACE,
    BIG_JOKER,
    GERMAN_SUIT_NAMES,
    SMALL_JOKER,
    SUIT_NAMES,
    Notation,
    card_name,
    parse_card,
    rank_of,
    suit_of,
)
from ramsim.variants import RamsRules

Duty = Literal["lead", "follow", "head", "overtrump", "trump", "any"]
"""Why the legal cards are what they are; see `duty_in_words`."""

# Strengths leave a gap between two printed ranks, in which a permanent trump finds its place beside the ace.
_GAP = 2
_OF_JOKER = {SMALL_JOKER: _GAP * (ACE + 1), BIG_JOKER: _GAP * (ACE + 2)}
_OF_TRUMPS = 100
"""Added to the strength of a trump, so that every trump is above every plain card."""


@dataclass(frozen=True, slots=True)
class Order:
    """The order of the cards in one deal, by card code.

    Attributes
    ----------
    trump
        The trump suit.
    suit
        The suit to which each card belongs in play: a permanent trump and the jokers belong to the trump suit.
    strength
        Of two cards of one suit, or of a trump and a plain card, the one of higher strength beats the other.
    """

    trump: int
    suit: tuple[int, ...]
    strength: tuple[int, ...]


@lru_cache(maxsize=1024)
def order_of(permanent_trump: str, trump: int) -> Order:
    """Give the order of the cards under the rule ``permanent_trump`` when ``trump`` is the trump suit."""
    suits: list[int] = []
    strengths: list[int] = []
    permanent, place = -1, ""
    if permanent_trump != "none":
        name, place = permanent_trump.split()
        permanent = parse_card(name)
    for card in range(BIG_JOKER + 1):
        if card in _OF_JOKER:
            suit, strength = trump, _OF_JOKER[card]
        elif card == permanent:
            suit, strength = trump, _GAP * ACE + (1 if place == "above_ace" else -1)
        else:
            suit, strength = suit_of(card), _GAP * rank_of(card)
        suits.append(suit)
        strengths.append(strength + (_OF_TRUMPS if suit == trump else 0))
    return Order(trump, tuple(suits), tuple(strengths))


def may_play(rules: RamsRules, order: Order, hand: list[int], led: int, best: int) -> tuple[list[int], Duty]:
    """Give the cards that the rules leave a player, and the duty that leaves him just these.

    Parameters
    ----------
    rules
        The variant's rules.
    order
        The order of the cards in this deal.
    hand
        The player's cards; must not be empty.
    led
        The suit led, -1 when the player leads.
    best
        The card that wins the trick so far; of no meaning to the leader.
    """
    if led < 0:
        return hand, "lead"
    suit, strength, trump = order.suit, order.strength, order.trump
    best_strength = strength[best]
    trumped = suit[best] == trump
    suited = [card for card in hand if suit[card] == led]
    if suited:
        # A plain suit that has been trumped cannot be headed by following: any card of the suit.
        if rules.head and (led == trump or not trumped):
            higher = [card for card in suited if strength[card] > best_strength]
            return (higher, "head") if higher else (suited, "follow")
        if led == trump and rules.overtrump == "always":
            higher = [card for card in suited if strength[card] > best_strength]
            return (higher, "overtrump") if higher else (suited, "follow")
        return suited, "follow"
    trumps = [card for card in hand if suit[card] == trump]
    if not trumps:
        return hand, "any"
    higher = [card for card in trumps if strength[card] > best_strength]
    if rules.must_trump:
        if trumped and higher and rules.overtrump != "never":
            return higher, "overtrump"
        return trumps, "trump"
    # Nothing binds him to a trump but the duty to head: within any card, he must beat the best one if he can.
    if rules.head and higher:
        return higher, "head"
    return hand, "any"


def duty_in_words(duty: Duty, order: Order, led: int, best: int, notation: Notation = "french") -> str:
    """Say a duty so that it fits behind ``seat 2``, for example ``must follow hearts``; empty for any card.

    ``led`` and ``best`` are the suit led and the best card when the player's turn came.
    """
    if duty in ("lead", "any"):
        return ""
    if duty == "follow":
        names = SUIT_NAMES if notation == "french" else GERMAN_SUIT_NAMES
        return "must follow " + ("trumps" if led == order.trump else names[led])
    if duty == "trump":
        return "must trump"
    return f"must {duty} {card_name(best, notation)}"
