"""Counting pairs of outcomes: which outcome of one run fell together with which of another on the same deal."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numba import types
from numpy import int64, uint64

from ramsim.kernels.count import EMPTY
from ramsim.kernels.jit import compile_as

_MIX = np.uint64(0x9E3779B97F4A7C15)
_OTHER_MIX = np.uint64(0xC2B2AE3D27D4EB4F)


def new_pair_table(slots: int) -> tuple[Any, Any, Any]:
    """Allocate a table of ``slots`` (a power of two): the keys of both runs, all `EMPTY`, and counts."""
    return np.full(slots, EMPTY, dtype=np.uint64), np.full(slots, EMPTY, dtype=np.uint64), np.zeros(slots, np.int64)


def count_pairs(first: Any, second: Any, table: Any, other: Any, counts: Any) -> Any:
    """Count the pairs of two lists of keys; gives the number of pairs that were new. There must be room for them."""
    mask = uint64(table.size - 1)
    shift = uint64(64)
    slots = table.size
    while slots > 1:
        slots >>= 1
        shift = uint64(shift - uint64(1))
    new = int64(0)
    for b in range(first.size):
        one, two = first[b], second[b]
        mixed = uint64(uint64(one * _MIX) ^ uint64(two * _OTHER_MIX))
        slot = uint64(uint64(mixed * _MIX) >> shift)
        while table[slot] != one or other[slot] != two:
            if table[slot] == EMPTY:
                table[slot] = one
                other[slot] = two
                new += int64(1)
            else:
                slot = uint64(uint64(slot + uint64(1)) & mask)
        counts[slot] += int64(1)
    return new


@lru_cache(maxsize=1)
def pair_counter() -> Any:
    """Give the compiled `count_pairs`."""
    keys, whole = types.Array(types.uint64, 1, "C"), types.Array(types.int64, 1, "C")
    return compile_as(types.int64(keys, keys, keys, keys, whole), count_pairs)
