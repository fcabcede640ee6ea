"""Sessions and whole games of the Ramsch family: a plan's rules, school and policies, handed to the kernel."""

from __future__ import annotations

from typing import Any

import numpy as np

from ramsim.engine.ramsch import RamschTable
from ramsim.engine.rehearsal import rehearse
from ramsim.engine.session_plan import SessionPlan
from ramsim.engine.session_records import DealSums, RamschRecords
from ramsim.engine.sessions import Whole, marks_up_to, numbered, try_out, turned
from ramsim.errors import PolicyError
from ramsim.kernels.ramsch_block import SEATS, new_block, new_trace
from ramsim.kernels.ramsch_sessions import SCORE_ROWS, games_driver
from ramsim.kernels.ramsch_settle import QUARTERS, ramsch_school
from ramsim.kernels.session_state import FIXED_RAMSCH_ROWS, Sums
from ramsim.kernels.team import Team
from ramsim.variants.schema import RamschRules


class RamschSessionTable:
    """The rules, school and policies of a plan in the kernel's form; a `ramsim.engine.sessions.SessionTable`."""

    def __init__(self, plan: SessionPlan) -> None:
        rules, players = plan.table.variant.rules, plan.table.players
        assert isinstance(rules, RamschRules)
        self.plan = plan
        self.ramsch = RamschTable(plan.table, rehearsed=True)
        self.marks = marks_up_to(plan.deals)
        sign = 1 if rules.score == "adds" else -1
        self._terms = np.array([players, plan.deals, QUARTERS * rules.game_to, sign], dtype=np.int64)
        self._bocks = np.array(plan.schedule or (rules.bock,), dtype=np.int64)
        self._school = ramsch_school(rules)
        self._marks = np.array(self.marks, dtype=np.int64)
        self._driver = games_driver()
        rehearse(plan.table, "sessions", self._try_out)
        self._teams = self._seated(self.ramsch.policies)

    def _seated(self, teams: tuple[Team, ...]) -> tuple[Team, ...]:
        """Let policies move with their players from seat to seat."""
        players = self.plan.table.players
        return tuple(team._replace(of_seat=turned(team.of_seat, players, SEATS)) for team in teams)

    def _try_out(self) -> None:
        self._teams = self._seated(self.ramsch.teams(checked=True))
        try_out(self)

    @property
    def moved_rows(self) -> int:
        """Rows of the state whose columns change places: all but the marks."""
        return FIXED_RAMSCH_ROWS + self.plan.table.players

    def new_state(self, first: int, sessions: int) -> Whole:
        """Give the state of sessions before their first deal."""
        rows = FIXED_RAMSCH_ROWS + self.plan.table.players + 2 * len(self.marks)
        return numbered(np.zeros((rows, sessions), dtype=np.int64), first)

    def new_tools(self, size: int) -> tuple[Any, ...]:
        """Give a block, its scores, and a trace of nothing."""
        return new_block(size), np.zeros((SCORE_ROWS, size), dtype=np.int64), new_trace(0)

    def play(self, tools: tuple[Any, ...], leave: int, most_deals: int, state: Whole, sums: Sums, clock: Whole) -> None:
        """Call the driver once."""
        rules = (self.ramsch.rules, self._school, self._terms, self._bocks, self._marks)
        seed = np.uint64(self.plan.table.seed)
        self._driver(*tools, seed, *rules, leave, most_deals, *self._teams, state, sums, clock)

    def records(self, state: Whole, sums: DealSums) -> RamschRecords:
        """Give the records of sessions that have ended."""
        return RamschRecords(self.plan.table.players, (), self.marks, state, sums)

    def refuse(self, number: int) -> PolicyError:
        """Say that a policy broke the rules in the deal with this number."""
        return self.ramsch.refuse(number, 1)
