"""Ratios of two sums when the denominator is random too."""

from __future__ import annotations

import math

from numpy.typing import ArrayLike

from ramsim.stats.estimate import LEVEL, Estimate, t_estimate
from ramsim.stats.sums import exact_sum


def ratio(counts: ArrayLike, numerators: ArrayLike, denominators: ArrayLike, level: float = LEVEL) -> Estimate:
    """Estimate a ratio of means, such as profit per deal over sessions of unequal length.

    Denominator: the sum of ``denominators``. Unit of independence: the unit that ``counts`` counts. Method: the
    linearised (delta) variance of a ratio estimate, with the residuals ``numerator - ratio * denominator`` of each unit
    (W. G. Cochran, Sampling Techniques, 3rd edition, section 2.11), and a t interval of units - 1 degrees of freedom.
    For shares prefer `ramsim.stats.clustered_rate`, whose interval stays within 0 and 1.

    Parameters
    ----------
    counts
        Units of each distinct outcome, shape (outcomes,).
    numerators, denominators
        The two quantities in each outcome, same shape, whole numbers.
    level
        Confidence level, between 0 and 1.

    Returns
    -------
    Estimate
        NaN when the denominators sum to 0; error and interval NaN with fewer than two units.
    """
    value, variance, units = ratio_moments(counts, numerators, denominators)
    return t_estimate(value, variance, units, units - 1, level)


def ratio_moments(counts: ArrayLike, numerators: ArrayLike, denominators: ArrayLike) -> tuple[float, float, int]:
    """Give a ratio of sums, the linearised variance of its error (NaN below two units) and the number of units."""
    units = exact_sum(counts)
    top, bottom = exact_sum(counts, numerators), exact_sum(counts, denominators)
    if bottom == 0:
        return math.nan, math.nan, units
    if units < 2:
        return top / bottom, math.nan, units
    top_top = exact_sum(counts, numerators, numerators)
    top_bottom = exact_sum(counts, numerators, denominators)
    bottom_bottom = exact_sum(counts, denominators, denominators)
    # The sum of the squared residuals, times bottom^2: exact whole numbers up to the one division.
    residuals = top_top * bottom**2 - 2 * top * bottom * top_bottom + top**2 * bottom_bottom
    return top / bottom, units * residuals / ((units - 1) * bottom**4), units
