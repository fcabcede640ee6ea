"""Independent groups: the difference of two, and a weighted mean of many."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ramsim.stats.estimate import LEVEL, Estimate, t_estimate
from ramsim.stats.sums import Moments


def welch_difference(first: Moments, second: Moments, level: float = LEVEL, per: tuple[int, int] = (1, 1)) -> Estimate:
    """Estimate the difference of the means of two independent groups, first minus second.

    Denominator: the units of each group (times its ``per``). Unit of independence: the unit behind the moments; no unit
    is in both groups. Method: Welch's t interval with the degrees of freedom of Satterthwaite.

    Parameters
    ----------
    first, second
        Exact sums of each group.
    level
        Confidence level, between 0 and 1.
    per
        A fixed divisor for each group, as in `ramsim.stats.mean`.

    Returns
    -------
    Estimate
        Error and interval are NaN when a group has fewer than two units.
    """
    return weighted_mean((first, second), (1 / per[0], -1 / per[1]), level)


def weighted_mean(groups: Sequence[Moments], weights: Sequence[float], level: float = LEVEL) -> Estimate:
    """Estimate the sum over independent groups of a fixed weight times the group's mean (a stratified mean).

    Denominator: each group's units. Unit of independence: the unit behind the moments; no unit is in two groups.
    Method: variances of the group means add up with the squared weights; t interval with Satterthwaite's degrees of
    freedom.

    Parameters
    ----------
    groups
        Exact sums of each group.
    weights
        One weight a group, known and not estimated; they need not sum to 1. A group of weight 0 may be empty.
    level
        Confidence level, between 0 and 1.

    Returns
    -------
    Estimate
        NaN when a group of non-zero weight is empty; error and interval NaN when it has a single unit.

    Raises
    ------
    ValueError
        When there are not as many weights as groups.
    """
    used = [(group, weight) for group, weight in zip(groups, weights, strict=True) if weight != 0]
    units = sum(group.units for group, _ in used)
    value = math.fsum(weight * group.mean for group, weight in used)
    if any(group.units < 2 for group, _ in used):
        return t_estimate(value, math.nan, units, math.nan, level)
    parts = [(weight**2 * group.variance / group.units, group.units - 1) for group, weight in used]
    variance = math.fsum(part for part, _ in parts)
    spread = math.fsum(part**2 / df for part, df in parts)
    return t_estimate(value, variance, units, variance**2 / spread if spread > 0 else math.inf, level)
