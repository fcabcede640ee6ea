"""Deals of the Ramsch family against exact counts (rules.md part 3), the bidding against the published share."""

from __future__ import annotations

from math import comb, sqrt

import numpy as np
import pytest

import ramsim
from ramsim.engine.plan import make_plan
from ramsim.engine.ramsch import RamschTable
from ramsim.kernels.ramsch import dealing_driver
from ramsim.kernels.ramsch_block import RamschBlock, new_block
from ramsim.kernels.ramsch_cards import JACKS, PACK, POINTS_OF_RANK, codes_of

DEALS = 400_000
ERRORS = 4.5  # a fair dealer misses this once in 150,000 comparisons


@pytest.fixture(scope="module")
def dealt() -> RamschBlock:
    block = new_block(DEALS)
    block.deal[:] = np.arange(DEALS, dtype=np.uint64)
    table = RamschTable(make_plan("schieberamsch", play="lowest", skat="push", rules={"trigger": "passed_in"}))
    with np.errstate(over="ignore"):
        dealing_driver()(block, np.uint64(2024), table.rules)
    return block


def agrees(share: float, exact: float, trials: int) -> bool:
    return abs(share - exact) <= ERRORS * sqrt(exact * (1 - exact) / trials)


def test_every_card_is_dealt_once(dealt: RamschBlock) -> None:
    forehand, middlehand, rearhand = dealt.hands
    assert (forehand ^ middlehand ^ rearhand ^ dealt.skat == PACK).all()
    assert (np.bitwise_count(dealt.hands) == 10).all()
    assert (np.bitwise_count(dealt.skat) == 2).all()


@pytest.mark.parametrize("seat", range(3))
def test_jacks_in_a_hand_of_ten(dealt: RamschBlock, seat: int) -> None:
    jacks = np.bitwise_count(dealt.hands[seat] & np.uint32(JACKS))
    printed = (0.2034, 0.4283, 0.2891, 0.0734, 0.0058)
    for count in range(5):
        exact = comb(4, count) * comb(28, 10 - count) / comb(32, 10)
        assert exact == pytest.approx(printed[count], abs=0.00005)
        assert agrees((jacks == count).mean(), exact, DEALS)


def test_the_skat_holds_a_jack(dealt: RamschBlock) -> None:
    exact = 1 - comb(28, 2) / comb(32, 2)
    assert exact == pytest.approx(0.2379, abs=0.00005)
    assert agrees((dealt.skat & np.uint32(JACKS) != 0).mean(), exact, DEALS)


def test_every_card_is_everywhere_equally_often(dealt: RamschBlock) -> None:
    for pile, size in ((dealt.hands[0], 10), (dealt.hands[1], 10), (dealt.hands[2], 10), (dealt.skat, 2)):
        for bit in range(32):
            assert agrees(((pile >> np.uint32(bit)) & np.uint32(1)).mean(), size / 32, DEALS)


def test_every_pair_of_cards_is_equally_often_in_the_skat(dealt: RamschBlock) -> None:
    masks, counts = np.unique(dealt.skat, return_counts=True)
    assert len(masks) == comb(32, 2)
    expected = DEALS / len(masks)
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    freedom = len(masks) - 1
    assert abs(chi_square - freedom) <= ERRORS * sqrt(2 * freedom)


def test_the_mean_skat_is_worth_seven_and_a_half() -> None:
    result = ramsim.simulate("skat-ramsch", hands=200_000, play="random")
    outcomes = result.outcomes
    mean = (outcomes["skat_points"] * outcomes["deals"]).sum() / outcomes["deals"].sum()
    # Two of 32 cards: the variance of a card's points, twice, less what drawing without replacement takes.
    points = [POINTS_OF_RANK["23456789TJQKA"[code % 13]] for code in codes_of(PACK)]
    spread = sum((value - 3.75) ** 2 for value in points) / 32
    assert sum(points) == 120
    assert abs(mean - 7.5) <= ERRORS * sqrt(2 * spread * (30 / 31) / 200_000)


def test_the_bidding_passes_in_the_published_share(dealt: RamschBlock) -> None:
    share = dealt.takes.mean()
    assert abs(share - 0.049) <= 0.001
