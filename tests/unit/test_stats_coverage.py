"""Coverage: of many small runs, about 95 % of the intervals hold the true value; fixed seeds, so the counts are fixed.

The bounds allow four standard errors of the number of runs, and a small run's known shortfall where one is stated.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats as reference

from ramsim.errors import UsageError
from ramsim.stats import (
    ConfidenceSequence,
    Estimate,
    Moments,
    bounded_half_width,
    clustered_rate,
    mean,
    mean_of,
    paired_difference,
    paired_ratio_difference,
    planned_units,
    rate,
    ratio,
    weighted_mean,
)

RUNS = 2_000
MARGIN = 4 * math.sqrt(0.95 * 0.05 / RUNS)


def coverage(estimate: Callable[[np.random.Generator], Estimate], truth: float, seed: int) -> float:
    random = np.random.default_rng(seed)
    found = [estimate(random) for _ in range(RUNS)]
    return sum(each.lo <= truth <= each.hi for each in found) / RUNS


@pytest.mark.parametrize("truth", [0.01, 0.1, 0.5, 0.97])
def test_wilson_interval_covers(truth: float) -> None:
    found = coverage(lambda random: rate(int(random.binomial(400, truth)), 400), truth, seed=1)
    # Wilson's coverage for 400 trials wavers between 93.5 and 97 % by the discreteness of the counts.
    assert 0.935 - MARGIN < found < 0.97 + MARGIN


def test_t_interval_of_a_skewed_mean_covers() -> None:
    values, chances = np.array([-6, -1, 3, 12]), np.array([0.3, 0.45, 0.2, 0.05])
    found = coverage(lambda random: mean(random.multinomial(300, chances), values), float(values @ chances), seed=2)
    assert abs(found - 0.95) < MARGIN + 0.005


def test_clustered_rate_covers_when_trials_hang_together() -> None:
    # Three kinds of deals: four seats in with three betes, two in with one, none in.
    chances, hits, trials = np.array([0.2, 0.5, 0.3]), np.array([3, 1, 0]), np.array([4, 2, 0])
    truth = float(chances @ hits) / float(chances @ trials)
    found = coverage(lambda random: clustered_rate(random.multinomial(250, chances), hits, trials), truth, seed=3)
    assert abs(found - 0.95) < MARGIN + 0.005


def test_binomial_interval_on_clustered_trials_would_not_cover() -> None:
    chances, hits = np.array([0.25, 0.75]), np.array([4, 0])
    found = coverage(lambda random: rate(int(random.multinomial(250, chances) @ hits), 1000), 0.25, seed=4)
    proper = coverage(
        lambda random: clustered_rate(random.multinomial(250, chances), hits, np.array([4, 4])), 0.25, seed=4
    )
    assert found < 0.75
    assert abs(proper - 0.95) < MARGIN + 0.01


def test_ratio_over_sessions_of_unequal_length_covers() -> None:
    chances, profit, length = np.array([0.3, 0.4, 0.2, 0.1]), np.array([-4, 2, 9, -30]), np.array([3, 8, 20, 60])
    truth = float(chances @ profit) / float(chances @ length)
    found = coverage(lambda random: ratio(random.multinomial(600, chances), profit, length), truth, seed=5)
    assert abs(found - 0.95) < MARGIN + 0.01


def test_paired_difference_covers() -> None:
    chances = np.array([0.4, 0.3, 0.2, 0.1])
    one, two = np.array([3, -1, -6, 8]), np.array([3, -1, -11, 5])
    truth = float(chances @ (one - two))
    found = coverage(lambda random: paired_difference(random.multinomial(300, chances), one, two).difference, truth, 6)
    assert abs(found - 0.95) < MARGIN + 0.005


def test_paired_ratio_difference_covers() -> None:
    chances = np.array([0.4, 0.3, 0.2, 0.1])
    first = (np.array([1, 0, 2, 1]), np.array([2, 1, 3, 4]))
    second = (np.array([1, 1, 0, 2]), np.array([2, 2, 1, 3]))
    truth = float(chances @ first[0]) / float(chances @ first[1]) - float(chances @ second[0]) / float(
        chances @ second[1]
    )
    found = coverage(
        lambda random: paired_ratio_difference(random.multinomial(300, chances), first, second).difference, truth, 7
    )
    assert abs(found - 0.95) < MARGIN + 0.005


def test_weighted_mean_of_small_groups_covers() -> None:
    def estimate(random: np.random.Generator) -> Estimate:
        samples = [random.integers(0, 10, 12), random.integers(-50, 51, 30)]
        sums = [Moments(len(each), int(each.sum()), int((each**2).sum())) for each in samples]
        return weighted_mean(sums, [0.9, 0.1])

    assert abs(coverage(estimate, 0.9 * 4.5, seed=8) - 0.95) < MARGIN + 0.005


# -- stopping at a chosen precision ------------------------------------------------------------------------------------


def test_sequence_is_tightest_where_it_was_asked_to_be() -> None:
    sequence = ConfidenceSequence(tightest_at=50_000)
    widths = {units: sequence.multiplier(units) for units in (5_000, 40_000, 50_000, 60_000, 500_000)}
    assert min(widths, key=lambda units: widths[units]) == 50_000
    # The formula of the source, written out at that point.
    grown, alpha = 50_000 * sequence.rho_squared, 0.05
    whole = math.sqrt(2 * (grown + 1) / (50_000 * grown) * math.log(math.sqrt(grown + 1) / alpha))
    assert widths[50_000] == pytest.approx(whole * math.sqrt(50_000))
    assert 1.5 < widths[50_000] / 1.96 < 1.6


def test_sequence_is_infinite_before_the_first_look_and_without_an_error() -> None:
    sequence = ConfidenceSequence(first_look=500)
    assert sequence.half_width(rate(100, 499)) == math.inf
    assert sequence.half_width(rate(100, 500)) < math.inf
    assert sequence.half_width(mean([1], [3])) == math.inf
    assert sequence.half_width(rate(0, 0)) == math.inf


def test_sequence_does_not_take_an_unseen_event_for_impossible() -> None:
    sequence = ConfidenceSequence(tightest_at=10_000)
    assert sequence.half_width(rate(0, 10_000)) > 3 / 10_000
    assert sequence.interval(rate(0, 10_000))[0] == 0.0
    assert sequence.interval(rate(10_000, 10_000))[1] == 1.0


def test_sequence_of_a_mean_has_the_width_of_its_multiplier() -> None:
    sequence = ConfidenceSequence(tightest_at=5_000)
    found = mean([3_000, 3_000], [-1, 4])
    half = sequence.multiplier(6_000) * found.se
    assert sequence.interval(found) == (found.value - half, found.value + half)


def test_sequence_refuses_numbers_that_cannot_be() -> None:
    with pytest.raises(UsageError, match="tightest_at = 0"):
        ConfidenceSequence(tightest_at=0)
    with pytest.raises(UsageError, match="level = 2"):
        ConfidenceSequence(level=2)


def looked_at(truth: float, seed: int, runs: int, looks: np.ndarray) -> np.ndarray:
    """Hits of each run up to each look, shape (runs, looks)."""
    random = np.random.default_rng(seed)
    steps = np.diff(looks, prepend=0)
    return np.cumsum(random.binomial(steps, truth, size=(runs, len(steps))), axis=1)


@pytest.mark.parametrize("truth", [0.02, 0.25])
def test_sequence_covers_at_all_looks_at_once_where_the_ordinary_interval_does_not(truth: float) -> None:
    looks = np.arange(1_000, 40_001, 400)
    hits = looked_at(truth, seed=9, runs=600, looks=looks)
    sequence = ConfidenceSequence(tightest_at=10_000)
    estimates = [[rate(int(hit), int(units)) for hit, units in zip(run, looks, strict=True)] for run in hits]
    missed = sum(any(abs(e.value - truth) > sequence.half_width(e) for e in run) for run in estimates) / len(estimates)
    missed_by_ordinary = sum(any(not e.lo <= truth <= e.hi for e in run) for run in estimates) / len(estimates)
    assert missed <= 0.05
    assert missed_by_ordinary > 0.2


def test_run_stopped_at_a_chosen_precision_covers() -> None:
    looks = np.arange(1_000, 60_001, 500)
    hits = looked_at(0.25, seed=10, runs=600, looks=looks)
    sequence = ConfidenceSequence(tightest_at=20_000)
    covered = 0
    for run in hits:
        for hit, units in zip(run, looks, strict=True):
            estimate = rate(int(hit), int(units))
            if sequence.half_width(estimate) <= 0.01:
                covered += abs(estimate.value - 0.25) <= 0.01
                break
        else:
            pytest.fail("the precision was never reached")
    assert covered / len(hits) >= 0.95


def test_bounded_sequence_covers_from_the_first_unit_on() -> None:
    random = np.random.default_rng(11)
    sums = np.cumsum(random.random((400, 2_000)) < 0.5, axis=1)
    units = np.arange(1, 2_001)
    halves = np.array([bounded_half_width(int(each), 0, 1, tightest_at=500) for each in units])
    missed = (np.abs(sums / units - 0.5) > halves).any(axis=1).mean()
    assert missed <= 0.05
    assert bounded_half_width(0, 0, 1) == math.inf
    with pytest.raises(UsageError, match="lowest value comes first"):
        bounded_half_width(5, 1, 0)


def test_bounded_sequence_by_hand() -> None:
    # Values of -1 and 1 have the scale 1, for which the formula of the source stands as written.
    found = bounded_half_width(100, -1, 1, tightest_at=100)
    sequence = ConfidenceSequence(tightest_at=100, first_look=1)
    assert found == pytest.approx(sequence.multiplier(100) / 10)


def test_planned_units_by_hand() -> None:
    # Pilot of 101 units: variance 4, t quantile of 100 degrees of freedom 1.98397; (1.98397 * 2 / 0.1)^2 = 1574.5.
    pilot = Moments(101, 0, 400)
    assert pilot.variance == 4
    assert planned_units(pilot, 0.1) == math.ceil((reference.t.ppf(0.975, 100) * 2 / 0.1) ** 2) == 1575
    assert planned_units(pilot, 0.1, per=2) == 394
    assert planned_units(pilot, 50.0) == 101
    with pytest.raises(UsageError, match="pilot of 1 unit "):
        planned_units(Moments(1, 0, 0), 0.1)
    with pytest.raises(UsageError, match="half-width 0"):
        planned_units(pilot, 0)


def test_run_of_the_planned_number_keeps_its_half_width() -> None:
    random = np.random.default_rng(12)
    within = 0
    for _ in range(RUNS):
        pilot = random.integers(-20, 21, 200)
        units = planned_units(Moments(200, int(pilot.sum()), int((pilot**2).sum())), 0.8)
        more = random.integers(-20, 21, units - 200)
        sample = np.concatenate((pilot, more))
        within += abs(mean_of(Moments(units, int(sample.sum()), int((sample**2).sum()))).value) <= 0.8
    assert abs(within / RUNS - 0.95) < MARGIN + 0.005
