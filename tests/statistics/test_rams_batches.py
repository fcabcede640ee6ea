"""Batches of the Rams family: the same bits however they are run, symmetry of the seats, conservation of chips."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from ramsim.engine.plan import make_plan
from ramsim.engine.rams import RamsTable
from ramsim.simulate import simulate
from ramsim.variants import load_variant, preset_names

PRESETS = [name for name in preset_names() if load_variant(name).family == "rams"]


@pytest.mark.parametrize("preset", ["ramsli", "ramscheln-seven", "ramsli-nap"])
def test_same_bits_for_any_threads_and_chunks(preset: str) -> None:
    once = simulate(preset, hands=30_001, seed=9, threads=1, play="random").outcomes
    for threads, chunk in ((1, 1_000), (2, 4_097), (7, 333), (3, 30_001)):
        again = simulate(preset, hands=30_001, seed=9, threads=threads, chunk=chunk, play="random").outcomes
        pd.testing.assert_frame_equal(once, again)


def test_a_range_is_the_sum_of_its_parts() -> None:
    whole = simulate("ramscheln", hands=20_000, seed=4, carry=5)
    parts = [
        simulate("ramscheln", hands=count, first=first, seed=4, carry=5)
        for first, count in ((0, 7_777), (7_777, 1), (7_778, 12_222))
    ]
    pd.testing.assert_frame_equal(type(whole).merged(parts).outcomes, whole.outcomes)


def test_seeds_and_deal_numbers_give_different_deals() -> None:
    frames = [
        simulate("ramsli", hands=5_000, seed=seed, first=first).outcomes for seed, first in ((0, 0), (1, 0), (0, 5_000))
    ]
    for a, b in ((0, 1), (0, 2), (1, 2)):
        assert not frames[a].equals(frames[b])


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("carry", [0, 8])
def test_chips_are_conserved_to_the_last_unit(preset: str, carry: int) -> None:
    result = simulate(preset, hands=20_000, seed=1, carry=carry, declare="random", play="random")
    gained = result.settled.chips.sum(axis=1) + result.settled.pot_after - carry
    assert np.abs(gained).max() == 0
    assert result.conservation.players + result.conservation.pot == 0


def test_turning_the_seats_turns_the_hands() -> None:
    """With everyone in and random play, only who leads tells the seats apart: no seat's cards are better.

    Every seat's chance to hold the ace of trumps is the same, 5 x 7/8 of 31 (the upcard is not it in 7 of 8 deals).
    """
    number = 200_000
    table = RamsTable(make_plan("ramsli", hands=1, seed=6))
    from ramsim.kernels.layout import TOP_TRUMP
    from ramsim.kernels.rams import dealing_driver

    block = table.new_block(number)
    block.deal[:] = np.arange(number, dtype=np.uint64)
    dealing_driver(table.layout.word)(block, np.uint64(6), table.layout.lanes, table.rules)
    chance = 5 * 7 / 8 / 31
    for seat in range(4):
        share = (block.hands[seat] & table.layout.lanes[TOP_TRUMP] != 0).mean()
        assert abs(share - chance) < 4 * math.sqrt(chance * (1 - chance) / number)


def test_tricks_of_a_deal_played_to_the_end_sum_to_the_hand_size() -> None:
    for preset in PRESETS:
        outcomes = simulate(preset, hands=10_000, seed=3, carry=6).outcomes
        tricks = outcomes.filter(like="tricks_").sum(axis=1)
        played = outcomes["ending"].isin(["played", "special_made"])
        assert (tricks[played] == load_variant(preset).rules.hand_size).all()
        unplayed = outcomes["ending"].isin(["lone", "all_pass"])
        assert (tricks[unplayed] == 0).all()


def test_rule_beats_random_and_lowest_in_the_same_deals() -> None:
    """The paired difference of a seat's chips, in the same deals, is positive beyond four standard errors.

    The standard error is bounded by that of independent runs, which is larger for positively correlated deals.
    """
    for other in ("random", "lowest"):
        for seat in (0, 3):
            plain = simulate("ramsli", hands=200_000, seed=2, play=other).frame
            better = simulate("ramsli", hands=200_000, seed=2, play=[other, f"{seat}=rule"]).frame
            difference = better["mean_chips"].iloc[seat] - plain["mean_chips"].iloc[seat]
            error = math.hypot(better["mean_chips_se"].iloc[seat], plain["mean_chips_se"].iloc[seat])
            assert difference > 4 * error
            assert difference > 0.2
