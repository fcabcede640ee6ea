"""Means of integer quantities over independent units."""

from __future__ import annotations

import math

from numpy.typing import ArrayLike

from ramsim.stats.estimate import LEVEL, Estimate, t_estimate
from ramsim.stats.sums import Moments, moments


def mean(counts: ArrayLike, values: ArrayLike, level: float = LEVEL, per: int = 1) -> Estimate:
    """Estimate the mean of an integer quantity.

    Denominator: the units, times ``per``. Unit of independence: the unit that ``counts`` counts. Method: sample
    standard deviation over the root of the units, t interval of units - 1 degrees of freedom.

    Parameters
    ----------
    counts
        Units of each distinct outcome, shape (outcomes,).
    values
        The quantity in each outcome, same shape, whole numbers or truth values.
    level
        Confidence level, between 0 and 1.
    per
        A fixed divisor of the result: with the sum over the seats of a deal as quantity and the number of seats here,
        the mean per player, whose error takes in that the seats of one deal hang together.

    Returns
    -------
    Estimate
        NaN without units; error and interval NaN with one.
    """
    return mean_of(moments(counts, values), level, per)


def mean_of(sums: Moments, level: float = LEVEL, per: int = 1) -> Estimate:
    """Estimate the mean from exact sums; see `mean` for denominator, unit, method and ``per``."""
    value = sums.total / (sums.units * per) if sums.units else math.nan
    variance = sums.variance / sums.units / per**2 if sums.units > 1 else math.nan
    return t_estimate(value, variance, sums.units, sums.units - 1, level)
