"""Counting and listing the outcomes of ranges of deals through a family's driver; the same for both families."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ramsim.engine.threads import Counts, add_counts
from ramsim.errors import PolicyError
from ramsim.kernels.count import EMPTY, S_BID, S_DISTINCT, S_DONE, S_FAULTS, STATE, new_table

_NOT_LISTED = np.empty(0, dtype=np.uint64)

Play = Callable[..., None]


class Kernel(Protocol):
    """A family's rules and policies, ready to play."""

    first_slots: int
    bid_key: int
    """The outcome key of deals that were bid for, which the driver only counts."""

    def new_player(self) -> Play:
        """Give a call of the driver with tools of its own: ``play(first, deals, listed, keys, counts, state)``."""

    def refuse(self, first: int, deals: int) -> PolicyError:
        """Say that a policy broke the rules somewhere in a range of deals."""


class OutcomeCounter:
    """Counts outcomes of ranges of deals; one for each thread."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._play = kernel.new_player()
        self._full: list[Counts] = []
        self._keys, self._counts = new_table(kernel.first_slots)
        self._state = np.zeros(STATE, dtype=np.int64)

    def count(self, first: int, deals: int) -> None:
        """Count deals ``first`` to ``first + deals - 1``; a table half full is put aside for a larger one.

        Raises
        ------
        PolicyError
            When a policy chose what is not open to it.
        """
        done = 0
        while done < deals:
            self._state[S_DONE] = 0
            self._play(first + done, deals - done, _NOT_LISTED, self._keys, self._counts, self._state)
            if self._state[S_FAULTS]:
                raise self._kernel.refuse(first + done, deals - done)
            done += int(self._state[S_DONE])
            if done < deals:
                self._full.append(self._held())
                self._keys, self._counts = new_table(4 * len(self._keys))
                self._state[S_DISTINCT] = 0

    def counts(self) -> Counts:
        """Give the distinct outcome keys, ascending, and how often each occurred."""
        bid = np.array([self._kernel.bid_key], dtype=np.uint64), self._state[S_BID : S_BID + 1].copy()
        return add_counts([*self._full, self._held(), *([bid] if self._state[S_BID] else [])])

    def _held(self) -> Counts:
        used = self._keys != EMPTY
        return self._keys[used], self._counts[used]


class OutcomeReader:
    """Plays ranges of deals and gives the outcome key of each; one for each thread."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._play = kernel.new_player()
        self._unused = new_table(kernel.first_slots)

    def keys(self, first: int, deals: int) -> npt.NDArray[np.uint64]:
        """Give the outcome keys of deals ``first`` to ``first + deals - 1``, uint64[deals].

        Raises
        ------
        PolicyError
            When a policy chose what is not open to it.
        """
        listed = np.empty(deals, dtype=np.uint64)
        state = np.zeros(STATE, dtype=np.int64)
        self._play(first, deals, listed, *self._unused, state)
        if state[S_FAULTS]:
            raise self._kernel.refuse(first, deals)
        return listed


def quiet(driver: Any, *arguments: Any) -> None:
    """Call a driver; without the JIT NumPy would warn of the wrap-around that the masks rely on."""
    with np.errstate(over="ignore"):
        driver(*arguments)
