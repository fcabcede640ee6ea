"""Differences between two quantities of the same units, from the joint counts."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ramsim.stats.estimate import LEVEL, Estimate, t_estimate
from ramsim.stats.means import mean
from ramsim.stats.ratios import ratio
from ramsim.stats.sums import exact_sum, whole_numbers


@dataclass(frozen=True, slots=True)
class Paired:
    """Two quantities measured on the same units, and their difference.

    Attributes
    ----------
    first, second
        The estimate of each.
    difference
        First minus second, with the paired error.
    covariance
        Between the two quantities of one unit (for ratios: of their linearised values); NaN with fewer than two units.
    independent_units
        How many units each of two independent runs would need for an error as small as the paired one; infinite when
        the two differ by a constant.
    """

    first: Estimate
    second: Estimate
    difference: Estimate
    covariance: float
    independent_units: float


def paired_difference(counts: ArrayLike, first: ArrayLike, second: ArrayLike, level: float = LEVEL) -> Paired:
    """Estimate the difference of two means measured on the same units.

    Denominator: the units. Unit of independence: the unit that ``counts`` counts. Method: mean and variance of the
    differences within a unit, t interval of units - 1 degrees of freedom.

    Parameters
    ----------
    counts
        Units of each distinct *joint* outcome, shape (outcomes,).
    first, second
        The two quantities in each joint outcome, same shape, whole numbers or truth values.
    level
        Confidence level, between 0 and 1.
    """
    ones, twos = whole_numbers(first), whole_numbers(second)
    one, two = mean(counts, ones, level), mean(counts, twos, level)
    difference = mean(counts, ones - twos, level)
    return Paired(one, two, difference, covariance(counts, ones, twos), _independent_units(one, two, difference))


def paired_ratio_difference(
    counts: ArrayLike,
    first: tuple[ArrayLike, ArrayLike],
    second: tuple[ArrayLike, ArrayLike],
    level: float = LEVEL,
) -> Paired:
    """Estimate the difference of two ratios of sums measured on the same units.

    Denominator: the sum of each ratio's own denominators. Unit of independence: the unit that ``counts`` counts.
    Method: difference of the linearised values of a unit, t interval of units - 1 degrees of freedom.

    Parameters
    ----------
    counts
        Units of each distinct joint outcome, shape (outcomes,).
    first, second
        Numerators and denominators of each ratio, same shape, whole numbers.
    level
        Confidence level, between 0 and 1.
    """
    one, two = ratio(counts, *first, level), ratio(counts, *second, level)
    weights = whole_numbers(counts)
    units = exact_sum(weights)
    value = one.value - two.value
    if units < 2 or math.isnan(value):
        return Paired(one, two, t_estimate(value, math.nan, units, units - 1, level), math.nan, math.nan)
    lines = [_linearised(weights, units, *pair) for pair in (first, second)]
    # Residuals have mean 0, so sums of squares and products need no correction and nothing cancels.
    variance = math.fsum(weights * (lines[0] - lines[1]) ** 2) / (units - 1)
    shared = math.fsum(weights * lines[0] * lines[1]) / (units - 1)
    difference = t_estimate(value, variance / units, units, units - 1, level)
    return Paired(one, two, difference, shared, _independent_units(one, two, difference))


def covariance(counts: ArrayLike, first: ArrayLike, second: ArrayLike) -> float:
    """Give the sample covariance (divided by units - 1) of two integer quantities of a unit; NaN below two units.

    Denominator: units - 1. Unit of independence: the unit that ``counts`` counts. Method: exact sums, one division.
    """
    units = exact_sum(counts)
    if units < 2:
        return math.nan
    crossed = units * exact_sum(counts, first, second) - exact_sum(counts, first) * exact_sum(counts, second)
    return crossed / (units * (units - 1))


def _linearised(counts: np.ndarray, units: int, numerators: ArrayLike, denominators: ArrayLike) -> np.ndarray:
    """Give each unit's linearised deviation from the ratio, in units of the ratio."""
    tops, bottoms = whole_numbers(numerators), whole_numbers(denominators)
    top, bottom = exact_sum(counts, tops), exact_sum(counts, bottoms)
    return (tops - (top / bottom) * bottoms) * (units / bottom)


def _independent_units(first: Estimate, second: Estimate, difference: Estimate) -> float:
    """Units of two independent runs whose difference has the paired error: both errors shrink with the root."""
    apart = first.se**2 + second.se**2
    if math.isnan(apart) or math.isnan(difference.se):
        return math.nan
    if difference.se == 0:
        return math.inf if apart > 0 else float(difference.units)
    return difference.units * apart / difference.se**2
