"""Random deals of the Ramsch family, played by legal moves only."""

from __future__ import annotations

import random

import pytest

from ramsim.referee.ramsch import RamschDeal
from ramsim.referee.ramsch_cards import PACK
from ramsim.variants import load_variant


def random_deal(seed, variant="schieberamsch", *, players=3, bock=False, notation="french", **rules):
    """Deal, send the skat round, knock and play to the end, every choice drawn from the seed."""
    draw = random.Random(seed)
    loaded = load_variant(variant, rules).rules
    cards = sorted(PACK)
    draw.shuffle(cards)
    deal = RamschDeal(
        loaded, (cards[:10], cards[10:20], cards[20:30]), cards[30:], players, bock=bock, notation=notation
    )
    while deal.skat_turn is not None:
        if draw.random() < 0.4:
            deal.push()
        else:
            deal.pass_on(draw.sample(deal.passable_cards(), 2))
    if loaded.knock:
        for seat in draw.sample(range(3), draw.randrange(4)):
            deal.knock(seat)
    while not deal.finished:
        deal.play(draw.choice(deal.legal_cards()))
    return deal


@pytest.fixture(scope="session")
def make_random_deal():
    return random_deal
