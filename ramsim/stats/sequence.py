"""Stopping at a chosen precision: intervals that stay valid however often one looks, and a planned fixed number.

An ordinary 95 % interval holds for a number of units fixed beforehand. Who looks again and again and stops when the
interval happens to be narrow ends up with fewer than 95 %. A *confidence sequence* covers the true value at all looks
at once, so stopping may depend on what was seen.

Sources ------- I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, Time-uniform central limit theory and
asymptotic confidence sequences, Annals of Statistics 52 (2024); arXiv 2103.06476, section 2: for units with finite
variance, ``mean +- sd * sqrt(2 (t r + 1) / (t^2 r) * log(sqrt(t r + 1) / alpha))`` with r = rho^2. With a known
sub-Gaussian scale in place of ``sd`` it holds for every t: the normal mixture of H. Robbins, Annals of Mathematical
Statistics 41 (1970). C. Stein, Annals of Mathematical Statistics 16 (1945): two-stage sample of a planned width.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from scipy import special

from ramsim.counted import counted
from ramsim.errors import UsageError
from ramsim.stats.estimate import LEVEL, Estimate, checked_level, t_quantile
from ramsim.stats.sums import Moments


@dataclass(frozen=True)
class ConfidenceSequence:
    """An interval for a mean, share or ratio that may be looked at any number of times.

    Denominator and unit of independence are those of the estimates handed in. Method: the asymptotic confidence
    sequence of the module's source; it is about 1.55 times as wide as the ordinary interval where it is tightest.
    Asymptotic means that the coverage is exact as ``first_look`` grows: before it the width is infinite, so that a
    handful of units never stops a run.

    Attributes
    ----------
    level
        Confidence level over all looks together, between 0 and 1.
    tightest_at
        Number of units at which the width is smallest relative to the ordinary one: the number where a stop is
        expected.
    first_look
        Fewest units that are looked at.
    """

    level: float = LEVEL
    tightest_at: int = 1_000_000
    first_look: int = 1_000

    def __post_init__(self) -> None:
        """Refuse a level outside (0, 1) and numbers of units below 1."""
        checked_level(self.level)
        for name in ("tightest_at", "first_look"):
            if getattr(self, name) < 1:
                raise UsageError(f"{name} = {getattr(self, name)}: must be a number of units from 1")

    @cached_property
    def rho_squared(self) -> float:
        """The mixture's parameter that makes the width smallest at ``tightest_at`` units."""
        return _tightest(1 - self.level) / self.tightest_at

    def multiplier(self, units: int) -> float:
        """Give what the standard error is multiplied by after so many units; infinite before ``first_look``."""
        if units < self.first_look:
            return math.inf
        return _mixture_multiplier(units * self.rho_squared, 1 - self.level)

    def half_width(self, estimate: Estimate) -> float:
        """Give the half-width of the sequence at this look.

        The error of a share is never taken to be smaller than with two hits (or two misses) among its units: a rare
        event not seen so far must not look like a certainty.
        """
        se = estimate.se
        if math.isnan(se):
            return math.inf
        if estimate.method != "t":
            rare = 2 / (estimate.units + 4)
            se = max(se, math.sqrt(rare * (1 - rare) / estimate.units))
        times = self.multiplier(estimate.units)
        return times if math.isinf(times) else times * se

    def interval(self, estimate: Estimate) -> tuple[float, float]:
        """Give the bounds of the sequence at this look; for a share they are cut to 0 and 1."""
        half = self.half_width(estimate)
        lo, hi = estimate.value - half, estimate.value + half
        return (lo, hi) if estimate.method == "t" else (max(lo, 0.0), min(hi, 1.0))


def bounded_half_width(
    units: int, lowest: float, highest: float, level: float = LEVEL, tightest_at: int = 1_000_000
) -> float:
    """Give the half-width of a confidence sequence for the mean of bounded values, valid at every number of units.

    Denominator and unit of independence: the ``units``. Method: a value within [lowest, highest] is sub-Gaussian with
    scale (highest - lowest) / 2 (Hoeffding's lemma); Robbins' normal mixture. No asymptotics, but it does not profit
    from a small variance.

    Parameters
    ----------
    units
        Independent units seen, from 0 (infinite width).
    lowest, highest
        Bounds that every value keeps.
    level
        Confidence level over all looks, between 0 and 1.
    tightest_at
        Number of units at which the width is smallest relative to the ordinary one.

    Raises
    ------
    UsageError
        When the level or the bounds cannot be.
    """
    alpha = 1 - checked_level(level)
    if not lowest <= highest:
        raise UsageError(f"bounds {lowest} and {highest}: the lowest value comes first")
    if units < 1:
        return math.inf
    share = units * _tightest(alpha) / max(tightest_at, 1)
    return (highest - lowest) / 2 / math.sqrt(units) * _mixture_multiplier(share, alpha)


def planned_units(pilot: Moments, half_width: float, level: float = LEVEL, per: int = 1) -> int:
    """Plan from a pilot how many units in all (the pilot's included) give an interval of a chosen half-width.

    Denominator: units, times ``per``. Unit of independence: that of the pilot. Method: Stein's two-stage sample, ``(t *
    sd / half_width)^2`` units with the pilot's sd and its degrees of freedom; exactly that many are then run, whatever
    is seen on the way, so the ordinary interval holds.

    Parameters
    ----------
    pilot
        Exact sums of the first units, at least two.
    half_width
        Above 0, in the unit of the mean.
    level
        Confidence level, between 0 and 1.
    per
        A fixed divisor of the mean, as in `ramsim.stats.mean`.

    Raises
    ------
    UsageError
        When the pilot has fewer than two units or the half-width is not above 0.
    """
    if pilot.units < 2:
        raise UsageError(f"a pilot of {counted(pilot.units, 'unit')} cannot plan a number: 2 or more are needed")
    if not half_width > 0:
        raise UsageError(f"half-width {half_width}: must be above 0")
    needed = pilot.variance * (t_quantile(level, pilot.units - 1) / (half_width * per)) ** 2
    return max(pilot.units, math.ceil(needed))


def _mixture_multiplier(share: float, alpha: float) -> float:
    """Give the factor of the standard error; ``share`` is units times rho squared."""
    return math.sqrt((1 + 1 / share) * (math.log1p(share) - 2 * math.log(alpha)))


def _tightest(alpha: float) -> float:
    """Give the ``share`` at which the factor is smallest: the root x of x = log((1 + x) / alpha^2), by Lambert's W."""
    return float(-special.lambertw(-(alpha**2) / math.e, k=-1).real - 1)
