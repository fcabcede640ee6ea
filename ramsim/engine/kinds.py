"""What may be gathered of ranges of deals or sessions: a sum that is empty at first, adds up, and can be stored."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from ramsim.engine.checkpoint import Payload
from ramsim.engine.threads import Counts, Progress, add_counts
from ramsim.ranges import Range

Sum = TypeVar("Sum")
ExecuteSum = Callable[[list[Range], Progress | None, threading.Event | None], tuple[Sum, list[Range]]]
"""Counts ranges of deals and gives what was counted with the ranges; ends early when the event is set."""
Execute = ExecuteSum[Counts]

NO_COUNTS: Counts = (np.empty(0, dtype=np.uint64), np.empty(0, dtype=np.int64))


@dataclass(frozen=True)
class Kind(Generic[Sum]):
    """What a batch gathers: nothing yet, adding up, and how it is laid into a checkpoint and taken out of it.

    ``unpack`` raises KeyError or ValueError for a payload of another kind; ``units`` tells how many deals are in it, or
    None where it does not tell.
    """

    nothing: Sum
    add: Callable[[Sum, Sum], Sum]
    pack: Callable[[Sum], Payload]
    unpack: Callable[[Payload], Sum]
    units: Callable[[Sum], int | None]


def _counts_of(payload: Payload) -> Counts:
    return payload["keys"].astype(np.uint64), payload["counts"].astype(np.int64)


COUNTS: Kind[Counts] = Kind(
    nothing=NO_COUNTS,
    add=lambda one, other: add_counts([one, other]),
    pack=lambda counts: {"keys": counts[0], "counts": counts[1]},
    unpack=_counts_of,
    units=lambda counts: int(counts[1].sum()),
)
