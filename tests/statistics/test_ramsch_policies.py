"""``rule`` beats ``random`` and ``lowest`` when they sit in the same deals: paired differences with their errors."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from ramsim.columns.ramsch_outcomes import CountedRamsch
from ramsim.engine.plan import make_plan
from ramsim.engine.ramsch import RamschTable, outcome_columns_of
from ramsim.settlement.ramsch import UNITS_PER_POINT, settle_ramsch

DEALS = 40_000


def scores(play: list[str] | str, skat: list[str] | str = "rule") -> npt.NDArray[np.float64]:
    """Give the scores of each deal and seat, in card points."""
    plan = make_plan("schieberamsch", seed=5, play=play, skat=skat)
    keys = RamschTable(plan).new_reader().keys(0, DEALS)
    counted = CountedRamsch.from_columns(outcome_columns_of(keys, np.ones(DEALS, dtype=np.int64)))
    return settle_ramsch(plan.variant.rules, counted.outcomes).scores / UNITS_PER_POINT


def gain(better: npt.NDArray[np.float64], worse: npt.NDArray[np.float64]) -> float:
    """Give the mean paired difference in its own standard errors."""
    difference = better - worse
    return float(difference.mean() / (difference.std(ddof=1) / len(difference) ** 0.5))


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("other", ["random", "lowest"])
def test_rule_play_beats_the_others_at_every_seat(other: str, seat: int) -> None:
    """In the same deals against the same two players, and against the two of the same table."""
    alone = scores([other, f"{seat}=rule"])
    without = scores(other)
    assert gain(alone[:, seat], without[:, seat]) > 10
    rest = [place for place in range(3) if place != seat]
    assert gain(alone[:, seat], alone[:, rest].mean(axis=1)) > 10


@pytest.mark.parametrize("other", ["random", "push"])
def test_rule_at_the_skat_beats_chance_and_pushing(other: str) -> None:
    for seat in range(3):
        alone, without = scores("rule", [other, f"{seat}=rule"]), scores("rule", other)
        assert gain(alone[:, seat], without[:, seat]) > 10
