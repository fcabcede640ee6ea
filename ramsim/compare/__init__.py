"""Comparing variants, payouts and policies on the same deals: ``compare`` and its result."""

from ramsim.compare.comparison import Comparison
from ramsim.compare.run import compare

__all__ = ["Comparison", "compare"]
