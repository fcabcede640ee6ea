"""Hand-strength tables: what a hand is worth to a seat, given who is in before it."""

from ramsim.strength.run import strength, strength_of
from ramsim.strength.table import StrengthTable

__all__ = ["StrengthTable", "strength", "strength_of"]
