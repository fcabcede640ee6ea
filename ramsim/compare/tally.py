"""Exact sums of the values of alternatives on the same deals: all that a comparison keeps.

Of each alternative: the sums of x, x^2, x^3, x^4 of every base value. Of each alternative beside the baseline: the sums
of x y, x^2 y, x y^2, x^2 y^2. They are whole numbers of any size and add up, so neither threads nor pieces show.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ramsim.stats import exact_sum

Whole = npt.NDArray[np.int64]
POWERS = ((1,), (2,), (3,), (4,))
CROSSES = ((1, 1), (2, 1), (1, 2), (2, 2))
_SAFE = 2**62

Sums = list[list[int]]
"""For each power or product a sum for each base value."""


@dataclass
class Tally:
    """Sums of the alternatives of one group of deals.

    Attributes
    ----------
    units
        Deals that count, by alternative.
    own
        Of each alternative by its number: `POWERS` by base value.
    crossed
        Of each alternative beside the baseline: `CROSSES` by base value, the baseline's value first.
    """

    units: dict[int, int] = field(default_factory=dict)
    own: dict[int, Sums] = field(default_factory=dict)
    crossed: dict[int, Sums] = field(default_factory=dict)

    def add_own(self, number: int, counts: Whole, values: Whole) -> None:
        """Add outcomes of an alternative: how often each occurred, int64[outcomes], and values [outcomes, bases]."""
        self.units[number] = self.units.get(number, 0) + exact_sum(counts)
        self._add(self.own, number, [_sums(counts, [(values, power)]) for (power,) in POWERS])

    def add_crossed(self, number: int, counts: Whole, baseline: Whole, values: Whole) -> None:
        """Add pairs of outcomes: how often each occurred, and the values of the baseline and the alternative."""
        self._add(self.crossed, number, [_sums(counts, [(baseline, one), (values, two)]) for one, two in CROSSES])

    def plus(self, other: Tally) -> Tally:
        """Give the sums of both together."""
        joined = Tally(dict(self.units), _copied(self.own), _copied(self.crossed))
        for number, units in other.units.items():
            joined.units[number] = joined.units.get(number, 0) + units
        for mine, theirs in ((joined.own, other.own), (joined.crossed, other.crossed)):
            for number, sums in theirs.items():
                self._add(mine, number, sums)
        return joined

    def to_bytes(self) -> npt.NDArray[np.uint8]:
        """Give the sums as the bytes of a JSON text, uint8 in an array, for a checkpoint."""
        text = json.dumps([list(each.items()) for each in (self.units, self.own, self.crossed)])
        return np.frombuffer(text.encode(), dtype=np.uint8)

    @classmethod
    def from_bytes(cls, content: npt.NDArray[np.uint8]) -> Tally:
        """Read what `to_bytes` gave."""
        units, own, crossed = json.loads(content.tobytes())
        return cls(dict(units), dict(own), dict(crossed))

    @staticmethod
    def _add(where: dict[int, Sums], number: int, sums: Sums) -> None:
        before = where.get(number)
        if before is None:
            where[number] = [list(row) for row in sums]
        else:
            where[number] = [
                [a + b for a, b in zip(one, two, strict=True)] for one, two in zip(before, sums, strict=True)
            ]


def _sums(counts: Whole, factors: Sequence[tuple[Whole, int]]) -> list[int]:
    """Give for each base value the exact sum of counts times the factors, each an array to a power of 1 to 4."""
    columns = factors[0][0].shape[1]
    if not len(counts):
        return [0] * columns
    most = [float(counts.max()) * len(counts)] * columns
    for values, power in factors:
        most = [a * b**power for a, b in zip(most, np.abs(values).max(axis=0).astype(float).tolist(), strict=True)]
    small = np.array([each < _SAFE for each in most])
    product = np.broadcast_to(counts[:, None], (len(counts), int(small.sum())))
    for values, power in factors:
        for _ in range(power):
            product = product * values[:, small]
    found = iter(product.sum(axis=0).tolist())
    return [
        next(found)
        if fits
        else exact_sum(counts, *(values[:, column] for values, power in factors for _ in range(power)))
        for column, fits in enumerate(small.tolist())
    ]


def _copied(sums: dict[int, Sums]) -> dict[int, Sums]:
    return {number: [list(row) for row in each] for number, each in sums.items()}
