"""Hand-made tables of the Rams family for the tests of the rules.

The three standard deals are for four players, hearts trumps (7H turned up), seat 0 to lead, everyone in; none needs a
card that another rule of play (head, overtrump) would forbid.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from ramsim.cards import card_names, parse_card, parse_cards
from ramsim.referee.rams import RamsDeal
from ramsim.variants import load_variant


@dataclass(frozen=True)
class Dealt:
    """Hands, upcard, and the cards in the order in which they fall."""

    hands: tuple[str, ...]
    upcard: str
    plays: str


SWEEP = Dealt(
    hands=("AH KH QH JH TH", "AS KS QS JS TS", "AC KC QC JC TC", "AD KD QD JD TD"),
    upcard="7H",
    plays="AH TS TC TD  KH JS JC JD  QH QS QC QD  JH KS KC KD  TH AS AC AD",
)
"""Seat 0 takes all five tricks."""

THREE_TWO = Dealt(
    hands=("AH KH QH 8S 7S", "AS KS QS JS TS", "AC KC QC JC TC", "AD KD QD JD TD"),
    upcard="7H",
    plays="AH TS TC TD  KH JS JC JD  QH QS QC QD  8S KS KC KD  AS AC AD 7S",
)
"""Tricks 3, 2, 0, 0; the fourth trick is the first that seat 0 does not win."""

TWO_TWO_ONE = Dealt(
    hands=("AH KH 8S 7S 7C", "AS KS QS JS 8C", "AC KC QC JC TC", "AD KD QD JD TD"),
    upcard="7H",
    plays="AH JS TC TD  KH QS JC JD  8S KS QC QD  AS KC KD 7S  8C AC AD 7C",
)
"""Tricks 2, 2, 1, 0."""


def make_table(variant, hands, upcard, *, calls=(), plays="", carry=0, widows=(), **rules):
    """Set up a deal and bring it as far as ``calls`` and ``plays`` go; a call may be ``"widow 7C"`` (lays 7C away)."""
    deal = RamsDeal(
        load_variant(variant, rules).rules,
        [parse_cards(hand) for hand in hands],
        parse_card(upcard),
        carry=carry,
        widows=[parse_cards(widow) for widow in widows],
    )
    for call in calls:
        said, _, discard = call.partition(" ")
        deal.declare(said, parse_card(discard) if discard else None)
    for word in plays.split():
        deal.play(parse_card(word))
    return deal


@pytest.fixture
def table():
    return make_table


@pytest.fixture
def settled():
    """Play a standard deal out: ``settled(dealt, variant, calls, ...)`` gives (chips, pot afterwards, tricks)."""

    def settle(dealt, variant, calls=("in",) * 4, *, plays=None, announce=(), **more):
        deal = make_table(variant, dealt.hands, dealt.upcard, calls=calls, **more)
        for seat, call in announce:
            deal.announce(seat, call)
        for word in (dealt.plays if plays is None else plays).split():
            deal.play(parse_card(word))
        chips, pot = deal.settlement()
        return list(chips), pot, list(deal.tricks)

    return settle


@pytest.fixture
def legal():
    """Give the legal cards of the player in turn, sorted by the notation."""
    return lambda deal: sorted(card_names(deal.legal_cards()).split())


@pytest.fixture
def sweep():
    return SWEEP


@pytest.fixture
def three_two():
    return THREE_TWO


@pytest.fixture
def two_two_one():
    return TWO_TWO_ONE
