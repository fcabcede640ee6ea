"""Running sessions of the Rams family: a plan's rules, stakes and policies, handed to the kernel chunk by chunk."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import numpy.typing as npt

from ramsim.engine.rams import RamsTable
from ramsim.engine.session_plan import BROKE, SessionPlan
from ramsim.engine.session_records import DealSums, SessionRecords
from ramsim.engine.threads import Progress, usable_threads, work_through
from ramsim.kernels.rams_block import BLOCK, new_trace
from ramsim.kernels.rams_sessions import sessions_driver
from ramsim.kernels.rams_settle import S_ALL_ANTE, S_ANTE, new_ledger, rams_stakes
from ramsim.kernels.session_state import (
    C_DEAL,
    C_FAULTS,
    C_LIVE,
    C_PLAYED,
    DEAL_BITS,
    NO_TARGET,
    NUMBER,
    chips_row,
    growth_row,
    new_sums,
)
from ramsim.variants.schema import RamsRules

# Sessions that a thread plays side by side; with few sessions left a block of fewer lanes plays them on.
CHUNK = 2048
_SIZES = (16, 64, BLOCK)

POT_BOUNDS = (1, 2, 5, 10, 20, 50, 100)
"""Multiples of a deal's antes."""

Whole = npt.NDArray[np.int64]


def marks_up_to(deals: int) -> tuple[int, ...]:
    """Give the numbers of deals at which the pot is noted: 1, 2, 5, 10, 20, 50, ... and the last one."""
    marks = [digit * 10**power for power in range(7) for digit in (1, 2, 5) if digit * 10**power <= deals]
    return tuple(marks) if marks[-1] == deals or deals == 1_000_000 else (*marks, deals)


class SessionTable:
    """The rules, stakes and policies of a plan in the kernel's form; shared by the threads of a run."""

    def __init__(self, plan: SessionPlan) -> None:
        rules = plan.table.variant.rules
        assert isinstance(rules, RamsRules)
        self.plan = plan
        self.rams = RamsTable(plan.table)
        self.stakes = rams_stakes(rules)
        self.antes = int(self.stakes[S_ANTE]) * (plan.table.players if self.stakes[S_ALL_ANTE] else 1)
        self.bounds = tuple(times * max(self.antes, 1) for times in POT_BOUNDS)
        self.marks = marks_up_to(plan.deals)
        broke = BROKE.index(plan.broke) if plan.broke is not None else 0
        self.terms = np.array([plan.deals, plan.target or NO_TARGET, plan.stack or 0, broke], dtype=np.int64)
        declares, declare_of, *declare_rest, plays, play_of, distinct, play_numbers, play_chance = self.rams.policies
        self.policies = (
            declares,
            turned(declare_of),
            *declare_rest,
            plays,
            turned(play_of),
            distinct,
            play_numbers,
            play_chance,
        )
        word: Any = self.rams.layout.word
        self.driver = sessions_driver(word)

    def new_state(self, first: int, sessions: int) -> Whole:
        """Give the state of sessions before their first deal."""
        players = self.plan.table.players
        state = np.zeros((growth_row(players, len(self.bounds), len(self.marks)), sessions), dtype=np.int64)
        state[NUMBER] = np.arange(first, first + sessions, dtype=np.int64) << DEAL_BITS
        state[chips_row(0) : chips_row(players)] = self.plan.stack or 0
        return state


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
        players = table.plan.table.players
        self._tools = {size: (table.rams.new_block(size), new_ledger(players, size)) for size in _SIZES}
        self._trace = new_trace(table.rams.layout.word, players, 1, 0)
        self._bounds = np.array(table.bounds, dtype=np.int64)
        self._marks = np.array(table.marks, dtype=np.int64)
        self.parts: list[SessionRecords] = []

    def count(self, first: int, sessions: int) -> None:
        """Play sessions ``first`` to ``first + sessions - 1`` to their ends; gives them up when told to stop."""
        table = self._table
        state = table.new_state(first, sessions)
        clock = np.zeros(4, dtype=np.int64)
        clock[C_LIVE] = sessions
        sums: DealSums | None = None
        while clock[C_LIVE]:
            if self._stop is not None and self._stop.is_set():
                # Sessions that have ended already are let go, too: they are the short ones of this chunk.
                return
            part = self.advance(state, clock)
            sums = part if sums is None else sums + part
        assert sums is not None
        state = state[:, np.argsort(state[NUMBER])]
        self.parts.append(SessionRecords(table.plan.table.players, table.bounds, table.marks, state, sums))

    def advance(self, state: Whole, clock: Whole, most_deals: int = 1 << 30) -> DealSums:
        """Play the sessions of a state on, for one call of the driver; gives the sums over the deals played."""
        table, plan = self._table, self._table.plan
        live = int(clock[C_LIVE])
        size = next((size for size in _SIZES if size >= live), BLOCK)
        smaller = [other for other in _SIZES if other < size]
        block, ledger = self._tools[size]
        sums = new_sums(plan.table.players)
        clock[C_PLAYED] = 0
        with np.errstate(over="ignore"):
            table.driver(
                block,
                ledger,
                self._trace,
                np.uint64(plan.table.seed),
                table.rams.layout.lanes,
                table.rams.rules,
                table.stakes,
                table.terms,
                self._bounds,
                self._marks,
                smaller[-1] if smaller else 0,
                most_deals,
                *table.policies,
                state,
                sums,
                clock,
            )
        if clock[C_FAULTS]:
            raise table.rams.refuse(int(state[NUMBER, 0]) + int(clock[C_DEAL]) - 1, 1)
        return DealSums.of_kernel(sums)


def run_sessions(
    table: SessionTable,
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
    plan = table.plan
    fair_share = -(-plan.sessions // usable_threads(threads))
    runners, _ = work_through(
        lambda: SessionRunner(table, stop),
        [(plan.first, plan.sessions)],
        threads=threads,
        chunk=chunk or min(CHUNK, max(_SIZES[0], fair_share)),
        progress=progress,
        stop=stop,
    )
    parts = [part for runner in runners for part in runner.parts]
    return SessionRecords.joined(parts) if parts else None


def turned(policy_of: Whole) -> Whole:
    """Give for each turn of the dealer the place of each seat's policy, int64[players, players].

    ``policy_of`` has the place of each player's policy. At deal t the player (seat + t) mod n has a seat.
    """
    players = len(policy_of)
    return np.array(
        [[policy_of[(seat + t) % players] for seat in range(players)] for t in range(players)], dtype=np.int64
    )
