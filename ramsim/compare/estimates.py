"""Estimates of a comparison from its exact sums: values, paired and unpaired differences, spreads.

Paired: both alternatives were settled or played on the same deals, the unit is the deal, and the variance of the
difference comes from the joint distribution: ``sum (x - y)^2`` is ``sum x^2 - 2 sum x y + sum y^2``, exactly.

Spread: the standard deviation s of a deal's value. Its error is that of the linearised value
``((x - m)^2 - s^2) / 2 s`` (delta method), which needs the fourth moments; differences of two spreads on the same deals
take the difference of the linearised values.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from ramsim.compare.quantities import Quantity
from ramsim.compare.tally import Tally
from ramsim.stats import Estimate, Moments, mean_of, rate, welch_difference
from ramsim.stats.estimate import LEVEL, t_estimate


@dataclass(frozen=True)
class Difference:
    """An alternative's value minus the baseline's.

    Attributes
    ----------
    estimate
        With its error and 95 % interval.
    paired
        Whether both were measured on the same deals.
    independent_deals
        How many deals each of two independent runs would need for as small an error; infinite where the two differ by
        a constant.
    """

    estimate: Estimate
    paired: bool
    independent_deals: float


def value_of(tally: Tally, number: int, quantity: Quantity) -> Estimate:
    """Estimate a quantity of an alternative."""
    if quantity.kind == "spread":
        return _spread(tally, number, quantity)
    sums = _moments(tally, number, quantity)
    return rate(sums.total, sums.units) if quantity.kind == "share" else mean_of(sums, per=quantity.per)


def paired_difference(tally: Tally, baseline: int, number: int, quantity: Quantity) -> Difference:
    """Estimate alternative minus baseline, both on the same deals."""
    if quantity.kind == "spread":
        estimate = _spread_difference(tally, baseline, number, quantity)
    else:
        own, base = _moments(tally, number, quantity), _moments(tally, baseline, quantity)
        crossed = tally.crossed[number][0][quantity.base]
        gap = Moments(own.units, own.total - base.total, own.squares - 2 * crossed + base.squares)
        estimate = mean_of(gap, per=quantity.per)
    apart = _mean_error(tally, baseline, quantity) ** 2 + _mean_error(tally, number, quantity) ** 2
    return Difference(estimate, True, _independent(estimate, apart))


def unpaired_difference(tally: Tally, number: int, quantity: Quantity, base_tally: Tally, baseline: int) -> Difference:
    """Estimate alternative minus baseline from independent deals."""
    if quantity.kind == "spread":
        one, two = value_of(tally, number, quantity), value_of(base_tally, baseline, quantity)
        estimate = t_estimate(one.value - two.value, one.se**2 + two.se**2, one.units + two.units, math.inf, LEVEL)
    else:
        own, base = _moments(tally, number, quantity), _moments(base_tally, baseline, quantity)
        estimate = welch_difference(own, base, per=(quantity.per, quantity.per))
    return Difference(estimate, False, float(tally.units.get(number, 0)))


def _moments(tally: Tally, number: int, quantity: Quantity) -> Moments:
    powers = tally.own[number]
    return Moments(tally.units[number], powers[0][quantity.base], powers[1][quantity.base])


def _mean_error(tally: Tally, number: int, quantity: Quantity) -> float:
    if quantity.kind == "spread":
        return _spread(tally, number, quantity).se
    return mean_of(_moments(tally, number, quantity), per=quantity.per).se


def _independent(difference: Estimate, apart: float) -> float:
    if math.isnan(apart) or math.isnan(difference.se):
        return math.nan
    if difference.se == 0:
        return math.inf if apart > 0 else float(difference.units)
    return difference.units * apart / difference.se**2


# -- spreads ---------------------------------------------------------------------------------------------------------


def _spread(tally: Tally, number: int, quantity: Quantity) -> Estimate:
    units = tally.units[number]
    spread = _deviation(tally, number, quantity)
    return _estimate(
        spread / quantity.per, _joint(tally, number, number, quantity), spread, spread, units, quantity.per
    )


def _spread_difference(tally: Tally, baseline: int, number: int, quantity: Quantity) -> Estimate:
    """Variance of the difference of the linearised values: those of each, less twice what they share."""
    units = tally.units[number]
    one, two = (_deviation(tally, each, quantity) for each in (number, baseline))
    value = (one - two) / quantity.per
    if units < 2 or not (one > 0 and two > 0):
        # A spread of 0 has no linearised value; where both are 0 nothing varies.
        return t_estimate(value, 0.0 if one == two == 0 else math.nan, units, units - 1, LEVEL)
    parts = (
        float(_joint(tally, number, number, quantity)) / (4 * one * one),
        float(_joint(tally, baseline, baseline, quantity)) / (4 * two * two),
        -2 * float(_joint(tally, baseline, number, quantity)) / (4 * one * two),
    )
    variance = max(math.fsum(parts), 0.0) / quantity.per**2
    return t_estimate(value, variance / (units - 1), units, units - 1, LEVEL)


def _estimate(value: float, joint: Fraction, one: float, two: float, units: int, per: int) -> Estimate:
    if units < 2 or not (one > 0 and two > 0):
        return t_estimate(value, 0.0 if one == 0 else math.nan, units, units - 1, LEVEL)
    return t_estimate(value, float(joint) / (4 * one * two) / per**2 / (units - 1), units, units - 1, LEVEL)


def _deviation(tally: Tally, number: int, quantity: Quantity) -> float:
    variance = _moments(tally, number, quantity).variance
    return math.sqrt(variance) if variance >= 0 else math.nan


def _joint(tally: Tally, one: int, two: int, quantity: Quantity) -> Fraction:
    """Give the covariance of (x - mean)^2 and (y - mean)^2 over the deals, exactly: from the products' sums."""
    units, base = tally.units[one], quantity.base
    if units < 1:
        return Fraction(0)
    x, xx = (Fraction(tally.own[one][power][base], units) for power in (0, 1))
    y, yy = (Fraction(tally.own[two][power][base], units) for power in (0, 1))
    if one == two:
        xy, xxy, xyy, xxyy = (Fraction(tally.own[one][power][base], units) for power in (1, 2, 2, 3))
    else:
        xy, xxy, xyy, xxyy = (Fraction(row[base], units) for row in tally.crossed[two])
    # E[(x - mx)^2 (y - my)^2], multiplied out, less the product of the two variances.
    both = xxyy - 2 * y * xxy + y * y * xx - 2 * x * (xyy - 2 * y * xy + y * y * x) + x * x * (yy - y * y)
    return both - (xx - x * x) * (yy - y * y)
