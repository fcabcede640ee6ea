"""Hand-made deals of the Ramsch family for the tests of the rules.

`deals.json` holds whole deals by what comes of them: card points of the seats (the skat in them where it goes with the
last trick), or tricks. The plays stand trick by trick.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ramsim.cards import parse_cards
from ramsim.referee.ramsch import RamschDeal
from ramsim.variants import load_variant

DEALS = json.loads((Path(__file__).parent / "deals.json").read_text("utf-8"))


def set_up(name, variant="skat-ramsch", *, players=3, bock=None, **rules):
    """Set up a deal of `deals.json` before the skat's round."""
    dealt = DEALS[name]
    hands = [parse_cards(hand) for hand in dealt["hands"]]
    return RamschDeal(load_variant(variant, rules).rules, hands, parse_cards(dealt["skat"]), players, bock=bock)


@pytest.fixture
def make_deal():
    return set_up


@pytest.fixture
def play_out():
    """Play a deal of `deals.json` to its end: ``play_out(name, variant, pushes=..., knocks=..., **rules)``.

    Without a skat's round when ``pushes`` is None; else the first so many seats push, the others take the skat and pass
    the same two cards on.
    """

    def played(name, variant="skat-ramsch", *, pushes=None, knocks=(), players=3, bock=None, **rules):
        if pushes is None:
            rules.setdefault("skat_round", "none")
        else:
            rules.setdefault("skat_round", "pickup_first")
        deal = set_up(name, variant, players=players, bock=bock, **rules)
        for seat in range(3 if pushes is not None else 0):
            if seat < pushes:
                deal.push()
            else:
                deal.pass_on(deal.skat)
        for seat in knocks:
            deal.knock(seat)
        for code in parse_cards(DEALS[name]["plays"]):
            deal.play(code)
        return deal

    return played


@pytest.fixture
def scores(play_out):
    """Play a deal of `deals.json` to its end and give the scores of the three active seats in points."""

    def settled(name, variant="skat-ramsch", **how):
        return play_out(name, variant, **how).settle().scores

    return settled


@pytest.fixture
def make_record():
    """Give the record of a deal of `deals.json`: ``make_record(name, variant, key=value ...)``."""

    def record(name, variant="skat-ramsch", **keys):
        return {"variant": variant, **DEALS[name], **keys}

    return record
