"""Several plans on the same deals: which outcomes fell together, counted pair by pair.

The first plan is played on every deal beside each of the others. What is kept is a table of pairs of outcome keys; when
it grows too large it is handed on and begun anew, so memory stays bounded however many different outcomes there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from ramsim.engine.families import Table
from ramsim.kernels.count import EMPTY
from ramsim.kernels.pairs import new_pair_table, pair_counter

# Deals that a driver plays in one call, and keys that are counted while they lie in the cache.
PIECE, SLICE = 1 << 17, 1 << 14
FIRST_SLOTS, MOST_SLOTS = 1 << 16, 1 << 20

Keys = npt.NDArray[np.uint64]
Whole = npt.NDArray[np.int64]
HandOn = Callable[[int, Keys, Keys, Whole], None]
"""Takes the number of the other plan (from 1), the keys of the first plan, those of the other, and how often."""


class JointCounter:
    """Plays ranges of deals under several plans and counts pairs of outcomes; one for each thread."""

    def __init__(self, tables: Sequence[Table], hand_on: HandOn) -> None:
        self._readers = [table.new_reader() for table in tables]
        self._pairs = [_Pairs(number, hand_on) for number in range(1, len(tables))]

    def count(self, first: int, deals: int) -> None:
        """Play and count deals ``first`` to ``first + deals - 1``."""
        for start in range(first, first + deals, PIECE):
            number = min(PIECE, first + deals - start)
            keys = self._readers[0].keys(start, number)
            for reader, pairs in zip(self._readers[1:], self._pairs, strict=True):
                others = reader.keys(start, number)
                for place in range(0, number, SLICE):
                    pairs.add(keys[place : place + SLICE], others[place : place + SLICE])

    def finish(self) -> None:
        """Hand on what is still held."""
        for pairs in self._pairs:
            pairs.hand_on()


class _Pairs:
    """The table of pairs of the first plan and one other."""

    def __init__(self, number: int, hand_on: HandOn) -> None:
        self._number = number
        self._taker = hand_on
        self._table = new_pair_table(FIRST_SLOTS)
        self._held = 0

    def add(self, first: Keys, second: Keys) -> None:
        slots = len(self._table[2])
        if 2 * (self._held + len(first)) > slots:
            self.hand_on()
            self._table = new_pair_table(min(4 * slots, MOST_SLOTS))
        self._held += int(pair_counter()(first, second, *self._table))

    def hand_on(self) -> None:
        if self._held:
            one, two, counts = self._table
            used = one != EMPTY
            self._taker(self._number, one[used], two[used], counts[used])
            self._table = new_pair_table(len(counts))
            self._held = 0
