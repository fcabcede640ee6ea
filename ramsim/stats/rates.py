"""Shares: of independent trials, and of trials that hang together within a unit."""

from __future__ import annotations

import math

from numpy.typing import ArrayLike

from ramsim.stats.estimate import LEVEL, Estimate, checked_level, normal_quantile, t_quantile
from ramsim.stats.ratios import ratio_moments
from ramsim.stats.sums import exact_sum, whole_numbers


def rate(successes: int, trials: int, level: float = LEVEL) -> Estimate:
    """Estimate a probability from a count.

    Denominator: ``trials``. Unit of independence: the trial. Interval: Wilson's score interval (E. B. Wilson 1927;
    recommended by Brown, Cai and DasGupta 2001), which stays within 0 and 1 and keeps a width at a rate of 0 or 1.

    Parameters
    ----------
    successes, trials
        Whole numbers, 0 <= successes <= trials.
    level
        Confidence level, between 0 and 1.

    Returns
    -------
    Estimate
        ``se = sqrt(p (1 - p) / trials)``, NaN with fewer than two trials; everything is NaN without trials.

    Raises
    ------
    ValueError
        When the counts cannot be.
    UsageError
        When the level does not lie between 0 and 1.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes of {trials} trials: must be 0 <= successes <= trials")
    checked_level(level)
    if trials == 0:
        return Estimate(math.nan, math.nan, math.nan, math.nan, 0, math.inf, "wilson")
    share = successes / trials
    se = math.sqrt(successes * (trials - successes) / trials**3) if trials > 1 else math.nan
    lo, hi = wilson_bounds(share, trials, normal_quantile(level))
    return Estimate(share, se, lo, hi, trials, math.inf, "wilson")


def clustered_rate(counts: ArrayLike, hits: ArrayLike, trials: ArrayLike, level: float = LEVEL) -> Estimate:
    """Estimate a share of trials that come in clusters, such as the seats of one deal.

    Denominator: the sum of ``trials``, which may differ from unit to unit. Unit of independence: the unit that
    ``counts`` counts. The error is that of a ratio of sums (see `ramsim.stats.ratio`). Interval: Wilson's at the
    effective number of trials ``p (1 - p) / se^2`` with a t quantile of units - 1 degrees of freedom (the effective
    sample size of E. L. Korn and B. I. Graubard 1998, Survey Methodology 24). At a share of 0 or 1 the effective number
    is that of the units with a trial.

    Parameters
    ----------
    counts
        Units of each distinct outcome, shape (outcomes,).
    hits, trials
        In each unit of the outcome, same shape, 0 <= hits <= trials.
    level
        Confidence level, between 0 and 1.

    Returns
    -------
    Estimate
        NaN without trials; error and interval NaN with fewer than two units.
    """
    checked_level(level)
    share, variance, units = ratio_moments(counts, hits, trials)
    if math.isnan(share):
        return Estimate(math.nan, math.nan, math.nan, math.nan, units, math.nan, "wilson_effective")
    df = units - 1
    se = math.sqrt(variance) if variance >= 0 else math.nan
    if df < 1:
        return Estimate(share, math.nan, math.nan, math.nan, units, df, "wilson_effective")
    if share in (0.0, 1.0):
        effective: float = exact_sum(counts, whole_numbers(trials) > 0)
    else:
        effective = share * (1 - share) / variance if variance > 0 else math.inf
    lo, hi = wilson_bounds(share, effective, t_quantile(level, df))
    return Estimate(share, se, lo, hi, units, df, "wilson_effective")


def wilson_bounds(share: float, trials: float, quantile: float) -> tuple[float, float]:
    """Give Wilson's bounds for a share seen in ``trials`` trials (not necessarily whole; infinite: no width)."""
    if math.isinf(trials):
        return share, share
    square = quantile * quantile / trials
    centre = share + square / 2
    half = math.sqrt(square * (share * (1 - share) + square / 4))
    lo = 0.0 if share == 0 else max(0.0, (centre - half) / (1 + square))
    hi = 1.0 if share == 1 else min(1.0, (centre + half) / (1 + square))
    return lo, hi
