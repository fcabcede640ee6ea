"""Counting outcomes: an open-addressing table from 64-bit keys to int64 counts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import int64, uint64

from ramsim.kernels.jit import helper

EMPTY = np.uint64(0xFFFFFFFFFFFFFFFF)

# What a counting driver adds to its state: deals done, distinct keys in the table, faults of policies, deals that were
# bid for and so not played.
S_DONE, S_DISTINCT, S_FAULTS, S_BID = range(4)
STATE = 4
_MIX = np.uint64(0x9E3779B97F4A7C15)


def new_table(slots: int) -> tuple[Any, Any]:
    """Allocate a table of ``slots`` (a power of two): keys, all `EMPTY`, and counts."""
    return np.full(slots, EMPTY, dtype=np.uint64), np.zeros(slots, dtype=np.int64)


@helper
def add_keys(keys: Any, size: Any, table: Any, counts: Any) -> Any:
    """Count the first ``size`` keys; gives the number of keys that were new. The table must have room for them."""
    mask = uint64(table.size - 1)
    shift = uint64(64)
    slots = table.size
    while slots > 1:
        slots >>= 1
        shift = uint64(shift - uint64(1))
    new = int64(0)
    for b in range(size):
        key = keys[b]
        slot = uint64(uint64(key * _MIX) >> shift)
        while table[slot] != key:
            if table[slot] == EMPTY:
                table[slot] = key
                new += int64(1)
            else:
                slot = uint64(uint64(slot + uint64(1)) & mask)
        counts[slot] += int64(1)
    return new
