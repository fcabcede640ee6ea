"""Counts to rates, means, ratios and differences with their errors; knows no cards.

Everything starts from *distinct outcomes with counts*: ``counts[k]`` units (deals, sessions) ended in outcome ``k``,
and a quantity is one integer for each outcome. Sums are exact integers, so that no digit is lost however many units
there are; floats begin at the last division.
"""

from ramsim.stats.estimate import Estimate, at_level, p_value
from ramsim.stats.groups import weighted_mean, welch_difference
from ramsim.stats.holm import bonferroni_level, holm
from ramsim.stats.means import mean, mean_of
from ramsim.stats.paired import Paired, covariance, paired_difference, paired_ratio_difference
from ramsim.stats.quantiles import quantile
from ramsim.stats.rates import clustered_rate, rate, wilson_bounds
from ramsim.stats.ratios import ratio
from ramsim.stats.sequence import ConfidenceSequence, bounded_half_width, planned_units
from ramsim.stats.sums import Moments, exact_sum, moments

__all__ = [
    "ConfidenceSequence",
    "Estimate",
    "Moments",
    "Paired",
    "at_level",
    "bonferroni_level",
    "bounded_half_width",
    "clustered_rate",
    "covariance",
    "exact_sum",
    "holm",
    "mean",
    "mean_of",
    "moments",
    "p_value",
    "paired_difference",
    "paired_ratio_difference",
    "planned_units",
    "quantile",
    "rate",
    "ratio",
    "weighted_mean",
    "welch_difference",
    "wilson_bounds",
]
