"""Exact sums over distinct outcomes: whole numbers in, whole numbers out, of any size.

A variance computed from rounded sums of squares can lose all its digits when the mean is large beside the spread.
Here the sums are integers, and ``n * sum(x^2) - sum(x)^2`` is exact before it is divided.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

_INT64_LIMIT = 2**63


@dataclass(frozen=True, slots=True)
class Moments:
    """Number of units, sum and sum of squares of an integer quantity; those of disjoint sets of units add up.

    Attributes
    ----------
    units
        Independent units counted.
    total
        Sum of the quantity over the units.
    squares
        Sum of its squares.
    """

    units: int
    total: int
    squares: int

    def __add__(self, other: Moments) -> Moments:
        """Join the moments of two disjoint sets of units."""
        return Moments(self.units + other.units, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float:
        """Mean per unit; NaN without units."""
        return self.total / self.units if self.units else math.nan

    @property
    def variance(self) -> float:
        """Sample variance (divided by units - 1); NaN with fewer than two units."""
        if self.units < 2:
            return math.nan
        return (self.units * self.squares - self.total**2) / (self.units * (self.units - 1))


def moments(counts: ArrayLike, values: ArrayLike) -> Moments:
    """Give the moments of an integer quantity.

    Parameters
    ----------
    counts
        Units of each distinct outcome, shape (outcomes,), whole numbers from 0.
    values
        The quantity in each distinct outcome, same shape, whole numbers or truth values.

    Returns
    -------
    Moments
        Exact sums.
    """
    return Moments(exact_sum(counts), exact_sum(counts, values), exact_sum(counts, values, values))


def exact_sum(counts: ArrayLike, *factors: ArrayLike) -> int:
    """Give the sum over outcomes of counts times all the factors, exactly.

    Parameters
    ----------
    counts
        Shape (outcomes,), whole numbers from 0.
    factors
        Any number of arrays of the same shape, whole numbers or truth values.

    Returns
    -------
    int
        The sum; 64-bit arithmetic is used only where it cannot overflow.

    Raises
    ------
    TypeError
        When an array holds anything but whole numbers or truth values.
    ValueError
        When the shapes differ or a count is negative.
    """
    numbers = whole_numbers(counts)
    arrays = [whole_numbers(factor) for factor in factors]
    if any(array.shape != numbers.shape for array in arrays):
        raise ValueError(f"counts and quantities differ in shape: {[array.shape for array in (numbers, *arrays)]}")
    if numbers.size == 0:
        return 0
    if numbers.min() < 0:
        raise ValueError(f"a count of {numbers.min()}: counts start at 0")
    largest = int(numbers.max()) * numbers.size
    for array in arrays:
        largest *= max(abs(int(array.min())), abs(int(array.max())))
    if largest < _INT64_LIMIT:
        product = numbers
        for array in arrays:
            product = product * array
        return int(product.sum())
    rows = zip(numbers.tolist(), *(array.tolist() for array in arrays), strict=True)
    return sum(math.prod(row) for row in rows)


def whole_numbers(values: ArrayLike) -> NDArray[np.int64]:
    """Give one-dimensional integers as int64.

    Raises
    ------
    TypeError
        For floats or other values: money and counts are whole numbers.
    """
    array = np.asarray(values)
    if array.size == 0:
        return np.zeros(array.shape, np.int64)
    if array.dtype.kind not in "iub":
        raise TypeError(f"whole numbers are needed, got an array of {array.dtype}")
    return array.astype(np.int64)
