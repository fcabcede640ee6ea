"""Rates, means, ratios, differences: known values, and the same numbers computed from the expanded samples."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as reference

from ramsim.errors import UsageError
from ramsim.stats import (
    Moments,
    at_level,
    bonferroni_level,
    clustered_rate,
    covariance,
    exact_sum,
    holm,
    mean,
    mean_of,
    moments,
    p_value,
    paired_difference,
    paired_ratio_difference,
    rate,
    ratio,
    weighted_mean,
    welch_difference,
    wilson_bounds,
)

COUNTS = np.array([3, 1, 4, 2, 5])
FIRST = np.array([2, 0, 5, -1, 1])
SECOND = np.array([1, 3, 2, 2, 1])


def expand(*values: np.ndarray) -> tuple[np.ndarray, ...]:
    return tuple(np.repeat(each, COUNTS).astype(float) for each in values)


def close(found: Any, expected: Any) -> bool:
    return bool(np.allclose(found, expected, rtol=1e-12, atol=1e-12))


# -- exact sums ------------------------------------------------------------------------------------------------------


@given(
    st.lists(
        st.tuples(st.integers(0, 10**15), st.integers(-(10**13), 10**13), st.integers(-(10**13), 10**13)), max_size=8
    )
)
def test_exact_sum_is_the_sum_in_python_integers(rows: list[tuple[int, int, int]]) -> None:
    counts, ones, twos = (np.array([row[k] for row in rows], dtype=np.int64) for k in range(3))
    assert exact_sum(counts, ones, twos) == sum(count * one * two for count, one, two in rows)


def test_exact_sum_of_truth_values_and_of_nothing() -> None:
    assert exact_sum([3, 4], [True, False]) == 3
    assert exact_sum([], []) == 0


def test_exact_sum_refuses_floats_negative_counts_and_other_shapes() -> None:
    with pytest.raises(TypeError, match="whole numbers"):
        exact_sum([1], [0.5])
    with pytest.raises(ValueError, match="counts start at 0"):
        exact_sum([-1], [1])
    with pytest.raises(ValueError, match="differ in shape"):
        exact_sum([1, 2], [1])


def test_variance_keeps_its_digits_beside_a_huge_mean() -> None:
    # Half the units have 10**12, half have 10**12 + 1: the variance is n / (4 (n - 1)).
    units = 2 * 10**6
    found = moments([units // 2, units // 2], [10**12, 10**12 + 1])
    assert found.variance == units / (4 * (units - 1))


def test_moments_of_disjoint_units_add_up() -> None:
    parts = moments(COUNTS[:2], FIRST[:2]) + moments(COUNTS[2:], FIRST[2:])
    assert parts == moments(COUNTS, FIRST) == Moments(15, 29, 119)


# -- rates -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hits", "trials"), [(0, 10), (10, 10), (1, 3), (253, 1000), (7, 10**9), (1, 1)])
def test_wilson_interval_agrees_with_scipy(hits: int, trials: int) -> None:
    found = rate(hits, trials)
    expected = reference.binomtest(hits, trials).proportion_ci(method="wilson")
    assert close((found.lo, found.hi), (expected.low, expected.high))
    assert found.value == hits / trials


def test_wilson_interval_of_no_hit_in_ten_by_hand() -> None:
    # z^2 / (n + z^2) with z^2 = 3.841459
    found = rate(0, 10)
    assert found.lo == 0.0
    assert found.hi == pytest.approx(3.841459 / 13.841459, abs=1e-6)
    assert rate(10, 10).lo == pytest.approx(10 / 13.841459, abs=1e-6)
    assert rate(10, 10).hi == 1.0


def test_standard_error_of_a_rate_by_hand() -> None:
    assert rate(20, 100).se == pytest.approx(0.04)
    assert rate(0, 100).se == 0


def test_rate_without_trials_is_unknown_and_with_one_has_an_interval_but_no_error() -> None:
    none, one = rate(0, 0), rate(1, 1)
    assert all(math.isnan(number) for number in (none.value, none.se, none.lo, none.hi))
    assert math.isnan(one.se)
    assert (one.lo, one.hi) == (pytest.approx(1 / (1 + 3.841459), abs=1e-6), 1.0)


def test_rate_refuses_more_hits_than_trials_and_odd_levels() -> None:
    with pytest.raises(ValueError, match="3 successes of 2 trials"):
        rate(3, 2)
    with pytest.raises(UsageError, match="level = 95"):
        rate(1, 2, level=95)


@given(st.integers(0, 50), st.integers(1, 50), st.floats(0.5, 0.999))
def test_wilson_bounds_hold_the_rate_and_stay_within_zero_and_one(hits: int, more: int, level: float) -> None:
    found = rate(hits, hits + more, level)
    assert 0 <= found.lo <= found.value <= found.hi <= 1


def test_wilson_bounds_of_infinitely_many_trials_have_no_width() -> None:
    assert wilson_bounds(0.25, math.inf, 1.96) == (0.25, 0.25)


# -- means -----------------------------------------------------------------------------------------------------------


def test_mean_agrees_with_the_expanded_sample() -> None:
    (sample,) = expand(FIRST)
    found = mean(COUNTS, FIRST)
    expected = reference.ttest_1samp(sample, 0).confidence_interval(0.95)
    assert close((found.value, found.se), (sample.mean(), sample.std(ddof=1) / math.sqrt(15)))
    assert close((found.lo, found.hi), (expected.low, expected.high))
    assert (found.units, found.df, found.method) == (15, 14, "t")


def test_mean_per_seat_divides_value_and_error() -> None:
    whole, part = mean(COUNTS, FIRST), mean(COUNTS, FIRST, per=4)
    assert close((part.value, part.se, part.lo, part.hi), np.array([whole.value, whole.se, whole.lo, whole.hi]) / 4)


def test_mean_of_no_unit_and_of_one_unit() -> None:
    none, one = mean([0], [5]), mean([1], [5])
    assert math.isnan(none.value)
    assert one.value == 5
    assert all(math.isnan(number) for number in (none.se, none.lo, one.se, one.lo, one.hi))


def test_mean_of_a_constant_has_no_width() -> None:
    found = mean([9], [5])
    assert (found.value, found.se, found.lo, found.hi) == (5, 0, 5, 5)


# -- ratios and clustered shares ---------------------------------------------------------------------------------------


def linearised(top: np.ndarray, bottom: np.ndarray) -> np.ndarray:
    tops, bottoms = expand(top, bottom)
    return (tops - tops.sum() / bottoms.sum() * bottoms) / bottoms.mean()


def test_ratio_error_agrees_with_the_linearised_residuals_of_the_expanded_sample() -> None:
    found = ratio(COUNTS, FIRST, SECOND)
    residuals = linearised(FIRST, SECOND)
    assert found.value == pytest.approx(29 / (3 + 3 + 8 + 4 + 5))
    assert found.se == pytest.approx(residuals.std(ddof=1) / math.sqrt(15))
    half = reference.t.ppf(0.975, 14) * found.se
    assert close((found.lo, found.hi), (found.value - half, found.value + half))


def test_ratio_to_a_constant_is_the_mean() -> None:
    assert ratio(COUNTS, FIRST, np.full(5, 4)).se == pytest.approx(mean(COUNTS, FIRST, per=4).se)


def test_ratio_with_empty_denominator_is_unknown() -> None:
    found = ratio([4], [1], [0])
    assert all(math.isnan(number) for number in (found.value, found.se, found.lo, found.hi))


def test_clustered_rate_error_is_that_of_the_ratio_and_its_interval_is_wilsons() -> None:
    hits, trials = np.array([0, 1, 2, 0, 1]), np.array([2, 1, 3, 0, 2])
    found = clustered_rate(COUNTS, hits, trials)
    plain = ratio(COUNTS, hits, trials)
    assert close((found.value, found.se), (plain.value, plain.se))
    effective = found.value * (1 - found.value) / found.se**2
    assert close((found.lo, found.hi), wilson_bounds(found.value, effective, reference.t.ppf(0.975, 14)))


def test_clustered_rate_of_single_trials_is_nearly_the_binomial_rate() -> None:
    clustered, plain = clustered_rate([2000, 8000], [1, 0], [1, 1]), rate(2000, 10_000)
    assert clustered.se == pytest.approx(plain.se, rel=1e-4)
    assert close((clustered.value, clustered.df), (0.2, 9999))
    assert (clustered.lo, clustered.hi) == (pytest.approx(plain.lo, rel=1e-3), pytest.approx(plain.hi, rel=1e-3))


@pytest.mark.parametrize(("hit", "value"), [(0, 0.0), (2, 1.0)])
def test_clustered_rate_of_zero_or_one_keeps_a_width(hit: int, value: float) -> None:
    found = clustered_rate([10, 5], [hit, 0], [2, 0])
    assert found.value == value
    # Ten units have trials, so the width is that of ten.
    assert close((found.lo, found.hi), wilson_bounds(value, 10, reference.t.ppf(0.975, 14)))
    assert found.hi - found.lo > 0.2


def test_clustered_rate_fixed_by_the_rules_has_no_width() -> None:
    found = clustered_rate([10], [1], [4])
    assert (found.value, found.se, found.lo, found.hi) == (0.25, 0, 0.25, 0.25)


def test_clustered_rate_of_no_trial_and_of_one_unit() -> None:
    assert math.isnan(clustered_rate([5], [0], [0]).value)
    one = clustered_rate([1], [1], [4])
    assert one.value == 0.25
    assert all(math.isnan(number) for number in (one.se, one.lo, one.hi))


# -- paired differences ----------------------------------------------------------------------------------------------


def test_paired_difference_agrees_with_the_expanded_sample() -> None:
    one, two = expand(FIRST, SECOND)
    found = paired_difference(COUNTS, FIRST, SECOND)
    expected = reference.ttest_rel(one, two).confidence_interval(0.95)
    assert close((found.difference.lo, found.difference.hi), (expected.low, expected.high))
    assert found.covariance == pytest.approx(np.cov(one, two)[0, 1])
    assert found.first == mean(COUNTS, FIRST)
    assert found.second == mean(COUNTS, SECOND)


def test_paired_variance_is_both_variances_less_twice_the_covariance() -> None:
    found = paired_difference(COUNTS, FIRST, SECOND)
    apart = found.first.se**2 + found.second.se**2
    assert found.difference.se**2 == pytest.approx(apart - 2 * covariance(COUNTS, FIRST, SECOND) / 15)
    # Two independent runs of that many units have the same error.
    assert apart * 15 / found.independent_units == pytest.approx(found.difference.se**2)


def test_paired_difference_by_a_constant_would_need_infinitely_many_independent_units() -> None:
    found = paired_difference(COUNTS, FIRST, FIRST - 3)
    assert (found.difference.value, found.difference.se) == (3, 0)
    assert found.independent_units == math.inf


def test_paired_difference_of_one_unit_has_no_error() -> None:
    found = paired_difference([1], [3], [1])
    assert found.difference.value == 2
    assert math.isnan(found.difference.se)
    assert math.isnan(found.covariance)
    assert math.isnan(found.independent_units)


def test_paired_ratio_difference_agrees_with_the_linearised_residuals() -> None:
    other = np.array([2, 2, 3, 1, 4])
    found = paired_ratio_difference(COUNTS, (FIRST, SECOND), (SECOND, other))
    residuals = linearised(FIRST, SECOND) - linearised(SECOND, other)
    assert found.difference.se == pytest.approx(residuals.std(ddof=1) / math.sqrt(15))
    assert found.difference.value == pytest.approx(
        ratio(COUNTS, FIRST, SECOND).value - ratio(COUNTS, SECOND, other).value
    )
    assert found.covariance == pytest.approx(np.cov(linearised(FIRST, SECOND), linearised(SECOND, other))[0, 1])


def test_paired_ratio_difference_over_ones_is_the_paired_difference() -> None:
    ones = np.ones(5, dtype=int)
    ratios = paired_ratio_difference(COUNTS, (FIRST, ones), (SECOND, ones))
    means = paired_difference(COUNTS, FIRST, SECOND)
    assert ratios.difference.se == pytest.approx(means.difference.se)
    assert ratios.independent_units == pytest.approx(means.independent_units)


def test_paired_ratio_difference_with_an_empty_denominator_is_unknown() -> None:
    found = paired_ratio_difference([4], ([1], [0]), ([1], [1]))
    assert math.isnan(found.difference.value)
    assert math.isnan(found.difference.se)


# -- independent groups ----------------------------------------------------------------------------------------------


def test_welch_difference_agrees_with_scipy() -> None:
    one, two = np.array([1, 4, 4, 9, 2]), np.array([3, 3, 8, 12, 7, 7, 1])
    found = welch_difference(moments(np.ones(5, int), one), moments(np.ones(7, int), two))
    expected = reference.ttest_ind(one, two, equal_var=False)
    bounds = expected.confidence_interval(0.95)
    assert close((found.value, found.lo, found.hi), (one.mean() - two.mean(), bounds.low, bounds.high))
    assert found.df == pytest.approx(expected.df)
    assert p_value(found) == pytest.approx(expected.pvalue)


def test_weighted_mean_of_groups_by_hand() -> None:
    # Groups 0 0 2 2 (mean 1, variance 4/3) and 5 5 (mean 5, variance 0), weights 3/4 and 1/4.
    groups = [moments([2, 2], [0, 2]), moments([2], [5])]
    found = weighted_mean(groups, [0.75, 0.25])
    assert found.value == pytest.approx(2.0)
    assert found.se == pytest.approx(0.75 * math.sqrt(4 / 3 / 4))
    assert found.df == pytest.approx(3)


def test_weighted_mean_needs_two_units_in_each_group_of_weight() -> None:
    some, single, empty = Moments(4, 8, 20), Moments(1, 3, 9), Moments(0, 0, 0)
    assert math.isnan(weighted_mean([some, single], [0.5, 0.5]).se)
    assert math.isnan(weighted_mean([some, empty], [0.5, 0.5]).value)
    assert weighted_mean([some, empty], [1, 0]).value == 2


# -- many comparisons ------------------------------------------------------------------------------------------------


def test_holm_adjusts_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([]) == []


def test_holm_does_not_count_what_has_no_p_value() -> None:
    found = holm([0.02, math.nan])
    assert found[0] == 0.02
    assert math.isnan(found[1])


def test_bonferroni_level() -> None:
    assert bonferroni_level(5) == pytest.approx(0.99)


def test_interval_at_another_level() -> None:
    found = mean(COUNTS, FIRST)
    wide = at_level(found, 0.99)
    bounds = reference.ttest_1samp(expand(FIRST)[0], 0).confidence_interval(0.99)
    assert close((wide.lo, wide.hi), (bounds.low, bounds.high))
    with pytest.raises(UsageError, match="wilson"):
        at_level(rate(1, 10), 0.99)


def test_p_value_agrees_with_scipy_and_knows_the_ends() -> None:
    assert p_value(mean(COUNTS, FIRST), 1.0) == pytest.approx(reference.ttest_1samp(expand(FIRST)[0], 1).pvalue)
    assert p_value(rate(60, 100), 0.5) == pytest.approx(2 * reference.norm.sf(0.1 / math.sqrt(0.0024)))
    assert p_value(mean_of(Moments(3, 6, 12)), 2) == 1.0
    assert p_value(mean_of(Moments(3, 6, 12)), 1) == 0.0
    assert math.isnan(p_value(mean([1], [3])))
