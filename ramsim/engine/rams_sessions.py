"""Sessions of the Rams family: a plan's rules, stakes and policies, handed to the kernel."""

from __future__ import annotations

from typing import Any

import numpy as np

from ramsim.engine.rams import RamsTable
from ramsim.engine.rehearsal import rehearse
from ramsim.engine.session_plan import BROKE, SessionPlan
from ramsim.engine.session_records import DealSums, RamsRecords
from ramsim.engine.sessions import Whole, marks_up_to, numbered, try_out, turned
from ramsim.errors import PolicyError
from ramsim.kernels.rams_block import new_trace
from ramsim.kernels.rams_sessions import sessions_driver
from ramsim.kernels.rams_settle import S_ALL_ANTE, S_ANTE, new_ledger, rams_stakes
from ramsim.kernels.session_state import NO_TARGET, Sums, chips_row, growth_row
from ramsim.kernels.team import Team
from ramsim.variants.schema import RamsRules

POT_BOUNDS = (1, 2, 5, 10, 20, 50, 100)
"""Multiples of a deal's antes."""


class RamsSessionTable:
    """The rules, stakes and policies of a plan in the kernel's form; a `ramsim.engine.sessions.SessionTable`."""

    def __init__(self, plan: SessionPlan) -> None:
        rules, players = plan.table.variant.rules, plan.table.players
        assert isinstance(rules, RamsRules)
        self.plan = plan
        self.rams = RamsTable(plan.table, rehearsed=True)
        self.stakes = rams_stakes(rules)
        antes = int(self.stakes[S_ANTE]) * (players if self.stakes[S_ALL_ANTE] else 1)
        self.bounds = tuple(times * max(antes, 1) for times in POT_BOUNDS)
        self.marks = marks_up_to(plan.deals)
        broke = BROKE.index(plan.broke) if plan.broke is not None else 0
        self._terms = np.array([plan.deals, plan.target or NO_TARGET, plan.stack or 0, broke], dtype=np.int64)
        self._looks = tuple(np.array(values, dtype=np.int64) for values in (self.bounds, self.marks))
        word: Any = self.rams.layout.word
        self._driver = sessions_driver(word)
        rehearse(plan.table, "sessions", self._try_out)
        self._teams = self._seated(self.rams.policies)

    def _seated(self, teams: tuple[Team, ...]) -> tuple[Team, ...]:
        """Let policies move with their players from seat to seat."""
        players = self.plan.table.players
        return tuple(team._replace(of_seat=turned(team.of_seat, players, players)) for team in teams)

    def _try_out(self) -> None:
        self._teams = self._seated(self.rams.teams(checked=True))
        try_out(self)

    @property
    def moved_rows(self) -> int:
        """Rows of the state whose columns change places: all but the marks."""
        return growth_row(self.plan.table.players, len(self.bounds), 0)

    def new_state(self, first: int, sessions: int) -> Whole:
        """Give the state of sessions before their first deal."""
        players = self.plan.table.players
        state = np.zeros((growth_row(players, len(self.bounds), len(self.marks)), sessions), dtype=np.int64)
        state[chips_row(0) : chips_row(players)] = self.plan.stack or 0
        return numbered(state, first)

    def new_tools(self, size: int) -> tuple[Any, ...]:
        """Give a block and its ledger, and a trace of nothing."""
        players = self.plan.table.players
        return self.rams.new_block(size), new_ledger(players, size), new_trace(self.rams.layout.word, players, 1, 0)

    def play(self, tools: tuple[Any, ...], leave: int, most_deals: int, state: Whole, sums: Sums, clock: Whole) -> None:
        """Call the driver once."""
        rules = (self.rams.layout.lanes, self.rams.rules, self.stakes, self._terms, *self._looks)
        seed = np.uint64(self.plan.table.seed)
        self._driver(*tools, seed, *rules, leave, most_deals, *self._teams, state, sums, clock)

    def records(self, state: Whole, sums: DealSums) -> RamsRecords:
        """Give the records of sessions that have ended."""
        return RamsRecords(self.plan.table.players, self.bounds, self.marks, state, sums)

    def refuse(self, number: int) -> PolicyError:
        """Say that a policy broke the rules in the deal with this number."""
        return self.rams.refuse(number, 1)
