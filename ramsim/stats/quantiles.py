"""Quantiles of a sample with intervals that assume nothing about its distribution."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy import special

from ramsim.stats.estimate import LEVEL, Estimate, checked_level


def quantile(ordered: NDArray[np.int64], share: float, level: float = LEVEL) -> Estimate:
    """Estimate a quantile of a whole quantity: the smallest value that at least ``share`` of the units do not exceed.

    Denominator and unit of independence: the units of the sample. Interval: two order statistics whose ranks are
    binomial quantiles (H. A. David and H. N. Nagaraja, Order Statistics, 3rd edition, section 7.1). It covers the
    quantile with at least the level whatever the distribution; where the sample is too small for a bound, its end is
    the smallest or the largest value seen, and the coverage is less.

    Parameters
    ----------
    ordered
        The values in ascending order, int64, shape (units,).
    share
        Strictly between 0 and 1; 0.5 for the median.
    level
        Confidence level, strictly between 0 and 1.

    Returns
    -------
    Estimate
        NaN without units; the error is NaN always.

    Raises
    ------
    ValueError
        When the share does not lie strictly between 0 and 1.
    """
    alpha = 1 - checked_level(level)
    if not 0 < share < 1:
        raise ValueError(f"share = {share}: must lie strictly between 0 and 1")
    units = len(ordered)
    if units == 0:
        return Estimate(math.nan, math.nan, math.nan, math.nan, 0, math.nan, "order")
    place = _rank(share, units)
    low, high = interval_ranks(units, share, alpha)
    value, lo, hi = (float(ordered[min(max(rank, 1), units) - 1]) for rank in (place, low, high))
    return Estimate(value, math.nan, lo, hi, units, math.inf, "order")


def interval_ranks(units: int, share: float, alpha: float) -> tuple[int, int]:
    """Give the ranks (from 1) of the two order statistics; 0 and units + 1 stand for no bound.

    The lower one is the largest l with P(B <= l - 1) <= alpha / 2, the upper one the smallest u with
    P(B <= u - 1) >= 1 - alpha / 2, where B is binomial with ``units`` trials of chance ``share``.
    """
    middle = units * share
    spread = 12 * math.sqrt(units * share * (1 - share)) + 12
    least, most = max(math.floor(middle - spread), 0), min(math.ceil(middle + spread), units)
    counts = np.arange(least, most + 1)
    below = special.bdtr(counts, units, share)
    low = least + int(np.searchsorted(below, alpha / 2, side="right"))
    high = least + int(np.searchsorted(below, 1 - alpha / 2, side="left")) + 1
    return low, high


def _rank(share: float, units: int) -> int:
    """Give the smallest rank r with r / units at least the share."""
    rank = max(math.ceil(units * share) - 1, 1)
    return rank if rank / units >= share else rank + 1
