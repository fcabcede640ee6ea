"""Running sessions of either family chunk by chunk on threads; what the families differ in is a `SessionTable`."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ramsim.engine.session_plan import SessionPlan
from ramsim.engine.session_records import DealSums, SessionRecords
from ramsim.engine.threads import Progress, Range, usable_threads, work_through
from ramsim.errors import PolicyError
from ramsim.kernels.session_state import (
    C_DEAL,
    C_FAULTS,
    C_FIRST,
    C_LIVE,
    C_PLAYED,
    CLOCK,
    DEAL_BITS,
    NUMBER,
    Sums,
    new_sums,
)

# Sessions that a thread plays side by side; with few sessions left a block of fewer lanes plays them on.
CHUNK = 4096
SIZES = (16, 32, 64, 128, 256)
REHEARSED = 32

Whole = npt.NDArray[np.int64]


class SessionTable(Protocol):
    """A plan in a kernel's form; shared by the threads of a run."""

    plan: SessionPlan

    @property
    def moved_rows(self) -> int:
        """Rows of the state whose columns change places; the rest is in the order of the sessions' numbers."""

    def new_state(self, first: int, sessions: int) -> Whole:
        """Give the state of sessions before their first deal."""

    def new_tools(self, size: int) -> tuple[Any, ...]:
        """Give what a thread needs to play blocks of ``size`` sessions."""

    def play(self, tools: tuple[Any, ...], leave: int, most_deals: int, state: Whole, sums: Sums, clock: Whole) -> None:
        """Call the driver once."""

    def records(self, state: Whole, sums: DealSums) -> SessionRecords:
        """Give the records of sessions that have ended."""

    def refuse(self, number: int) -> PolicyError:
        """Say that a policy broke the rules in the deal with this number."""


class SessionRunner:
    """Plays sessions chunk by chunk; one for each thread.

    Attributes
    ----------
    parts
        The chunks that were played to their end.
    """

    def __init__(self, table: SessionTable, stop: threading.Event | None = None) -> None:
        self._table = table
        self._stop = stop
        self._tools = {size: table.new_tools(size) for size in SIZES}
        self.parts: list[SessionRecords] = []

    def count(self, first: int, sessions: int) -> None:
        """Play sessions ``first`` to ``first + sessions - 1`` to their ends; gives them up when told to stop."""
        state, clock = self.begin(first, sessions)
        sums: DealSums | None = None
        while clock[C_LIVE]:
            if self._stop is not None and self._stop.is_set():
                # Sessions that have ended already are let go, too: they are the short ones of this chunk.
                return
            part = self.advance(state, clock)
            sums = part if sums is None else sums + part
        assert sums is not None
        moved = state[: self._table.moved_rows]
        moved[:] = moved[:, np.argsort(moved[NUMBER])]
        self.parts.append(self._table.records(state, sums))

    def begin(self, first: int, sessions: int) -> tuple[Whole, Whole]:
        """Give the state and the clock of sessions before their first deal."""
        clock = np.zeros(CLOCK, dtype=np.int64)
        clock[C_LIVE], clock[C_FIRST] = sessions, first
        return self._table.new_state(first, sessions), clock

    def advance(self, state: Whole, clock: Whole, most_deals: int = 1 << 30) -> DealSums:
        """Play the sessions of a state on, for one call of the driver; gives the sums over the deals played."""
        live = int(clock[C_LIVE])
        size = next((size for size in SIZES if size >= live), SIZES[-1])
        smaller = [other for other in SIZES if other < size]
        sums = new_sums(self._table.plan.table.players)
        clock[C_PLAYED] = 0
        with np.errstate(over="ignore"):
            self._table.play(self._tools[size], smaller[-1] if smaller else 0, most_deals, state, sums, clock)
        if clock[C_FAULTS]:
            raise self._table.refuse(int(state[NUMBER, 0]) + int(clock[C_DEAL]) - 1)
        return DealSums.of_kernel(sums)


def run_sessions(
    table: SessionTable,
    ranges: Sequence[Range] | None = None,
    *,
    threads: int | None = None,
    chunk: int | None = None,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> SessionRecords | None:
    """Play the sessions of a plan on threads.

    Parameters
    ----------
    table
        The plan in the kernel's form.
    ranges
        First session number and number of sessions of each; None: all of the plan.
    threads
        Number of threads; None: one for each processor.
    chunk
        Sessions that a thread plays side by side; it does not show in the result.
    progress
        Called as ``progress(done, total)``, in sessions.
    stop
        When set, the chunks under way are given up: only whole chunks count, since the short sessions of a chunk
        alone would be no fair sample.

    Returns
    -------
    SessionRecords
        The sessions; None when no chunk was finished.
    """
    wanted = ranges if ranges is not None else [(table.plan.first, table.plan.sessions)]
    fair_share = -(-sum(sessions for _, sessions in wanted) // usable_threads(threads))
    runners, _ = work_through(
        lambda: SessionRunner(table, stop),
        wanted,
        threads=threads,
        chunk=chunk or min(CHUNK, max(SIZES[0], fair_share)),
        progress=progress,
        stop=stop,
    )
    parts = [part for runner in runners for part in runner.parts]
    return type(parts[0]).joined(parts) if parts else None


def try_out(table: SessionTable) -> None:
    """Play some deals of the first sessions, to see whether the policies can."""
    runner = SessionRunner(table)
    runner.advance(*runner.begin(0, SIZES[0]), REHEARSED)


def marks_up_to(deals: int) -> tuple[int, ...]:
    """Give the numbers of deals at which sessions are looked at: 1, 2, 5, 10, 20, 50, ... and the last one."""
    marks = [digit * 10**power for power in range(7) for digit in (1, 2, 5) if digit * 10**power <= deals]
    return tuple(marks) if marks[-1] == deals else (*marks, deals)


def numbered(state: Whole, first: int) -> Whole:
    """Number the sessions of a new state from ``first`` on, and give it back."""
    state[NUMBER] = np.arange(first, first + state.shape[1], dtype=np.int64) << DEAL_BITS
    return state


def turned(policy_of: Whole, players: int, seats: int) -> Whole:
    """Give for each turn of the dealer the place of each seat's policy, int64[players, seats].

    ``policy_of`` has the place of each player's policy. At deal t the player (seat + t) mod n has a seat.
    """
    return np.array(
        [[policy_of[(seat + t) % players] for seat in range(seats)] for t in range(players)], dtype=np.int64
    )
