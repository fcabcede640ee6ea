"""Many comparisons in one table: the step-down adjustment of S. Holm (1979, Scandinavian Journal of Statistics 6)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ramsim.stats.estimate import LEVEL, checked_level


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p values so that rejecting those at or below alpha keeps the chance of any false rejection at alpha.

    Denominator: the number of p values that are not NaN. Unit of independence: none is assumed between the tests.
    Method: the k-th smallest of m is multiplied by m - k + 1, never below an earlier one, at most 1.

    Parameters
    ----------
    p_values
        Between 0 and 1; a NaN (nothing to test) stays NaN and is not counted.

    Returns
    -------
    list of float
        Adjusted values in the order given.
    """
    adjusted = [math.nan] * len(p_values)
    highest = 0.0
    for place, left in _ordered(p_values):
        highest = max(highest, min(1.0, left * p_values[place]))
        adjusted[place] = highest
    return adjusted


def bonferroni_level(intervals: int, level: float = LEVEL) -> float:
    """Give the level for each of so many intervals that all cover their values at once with at least ``level``."""
    return 1 - (1 - checked_level(level)) / max(intervals, 1)


def _ordered(p_values: Sequence[float]) -> list[tuple[int, int]]:
    """Give (place, tests still standing) from the smallest p value to the largest, NaN left out."""
    places = sorted((p, place) for place, p in enumerate(p_values) if not math.isnan(p))
    return [(place, len(places) - rank) for rank, (_, place) in enumerate(places)]
