"""What an estimate is: a value with its standard error, its interval, and what these rest on."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from scipy import special

from ramsim.errors import UsageError

Method = Literal["wilson", "wilson_effective", "t", "order"]
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its uncertainty.

    Attributes
    ----------
    value
        The estimate; NaN when there is nothing to estimate from.
    se
        Its standard error; NaN with fewer than two units.
    lo, hi
        The confidence interval.
    units
        Number of independent units (deals, sessions) behind it.
    df
        Degrees of freedom of the t quantile; infinite where the normal one is used.
    method
        How the interval was made: ``wilson`` (binomial count), ``wilson_effective`` (a share of clustered trials,
        Wilson's interval at the effective number of trials), ``t`` (value plus and minus a t quantile times the error),
        ``order`` (a quantile, between two order statistics).
    """

    value: float
    se: float
    lo: float
    hi: float
    units: int
    df: float
    method: Method


def normal_quantile(level: float) -> float:
    """Give the two-sided standard normal quantile of a confidence level, 1.96 for 0.95.

    Raises
    ------
    UsageError
        When the level does not lie strictly between 0 and 1.
    """
    return float(special.ndtri(0.5 + checked_level(level) / 2))


def t_quantile(level: float, df: float) -> float:
    """Give the two-sided quantile of Student's t; the normal one for infinite ``df``, NaN for ``df`` below 1e-9.

    Raises
    ------
    UsageError
        When the level does not lie strictly between 0 and 1.
    """
    if math.isinf(df):
        return normal_quantile(level)
    checked_level(level)
    return float(special.stdtrit(df, 0.5 + level / 2)) if df > 1e-9 else math.nan


def checked_level(level: float) -> float:
    """Give the confidence level back, or refuse it.

    Raises
    ------
    UsageError
        When it does not lie strictly between 0 and 1.
    """
    if not 0 < level < 1:
        raise UsageError(f"level = {level}: a confidence level lies between 0 and 1, for example 0.95")
    return level


def t_estimate(value: float, variance_of_value: float, units: int, df: float, level: float) -> Estimate:
    """Build an estimate with a t interval from the value and the variance of its sampling error (NaN: unknown)."""
    se = math.sqrt(variance_of_value) if variance_of_value >= 0 else math.nan
    half = 0.0 if se == 0 else t_quantile(level, df) * se
    return Estimate(value, se, value - half, value + half, units, df, "t")


def at_level(estimate: Estimate, level: float) -> Estimate:
    """Give a ``t`` estimate with the interval of another confidence level (for many comparisons in one table).

    Raises
    ------
    UsageError
        For an estimate whose interval is not of the ``t`` kind, or a level outside (0, 1).
    """
    if estimate.method != "t":
        raise UsageError(f"an interval of the kind {estimate.method!r} cannot be put to another level: 't' can")
    return t_estimate(estimate.value, estimate.se**2, estimate.units, estimate.df, level)


def p_value(estimate: Estimate, null: float = 0.0) -> float:
    """Give the two-sided p value of ``value = null`` by the t test with the estimate's degrees of freedom.

    An error of 0 gives 1 when the value equals ``null`` and 0 otherwise; an unknown error gives NaN.
    """
    if math.isnan(estimate.value) or math.isnan(estimate.se):
        return math.nan
    gap = abs(estimate.value - null)
    if estimate.se == 0:
        return 1.0 if gap == 0 else 0.0
    if math.isinf(estimate.df):
        return float(2 * special.ndtr(-gap / estimate.se))
    return float(2 * special.stdtr(estimate.df, -gap / estimate.se))
