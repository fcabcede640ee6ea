"""A hand-strength table of the Rams family in the making: its rows, its situations, and who fills them."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np

from ramsim.canonical import hand_classes
from ramsim.counted import counted
from ramsim.engine.checkpoint import Payload
from ramsim.engine.plan import Plan
from ramsim.engine.rams import RamsTable
from ramsim.errors import UsageError
from ramsim.kernels.rams_strength_state import S_OUT, SUMS
from ramsim.strength.cells import cell_numbers, cells_of, out_is_fixed
from ramsim.strength.handlist import read_hands
from ramsim.strength.rowsets import ClassRows, RowSource, SummaryRows
from ramsim.strength.sampler import Aim, Sampler, new_rows
from ramsim.strength.table import Gathered
from ramsim.variants.schema import RamsRules

MOST_MEMORY = 2**31


def row_source(rules: RamsRules, classes: str | Path, aim: Aim) -> RowSource:
    """Give the rows that were asked for: ``complete``, ``summary``, or those of a file."""
    about = hand_classes(rules)
    if classes == "complete":
        return ClassRows(about)
    if classes == "summary":
        return SummaryRows(about, members_for(aim))
    numbers, shown = read_hands(Path(classes), about)
    return ClassRows(about, numbers, shown)


def members_for(aim: Aim) -> int:
    """Choose how many hands of a group are drawn: none is taken twice, so that the deals are independent."""
    return 1 << min(20, max(14, math.ceil(math.log2(5 / aim.se**2))))


class StrengthJob:
    """A table in the making; the arrays are shared by the threads, which write to rows of their own."""

    def __init__(self, plan: Plan, source: RowSource, aim: Aim) -> None:
        assert isinstance(plan.variant.rules, RamsRules)
        # No hand of a group is dealt twice, so a group has no more deals than hands were drawn for it.
        self.aim = replace(aim, most=source.members) if isinstance(source, SummaryRows) else aim
        self.plan, self.source = plan, source
        self.cells = cells_of(plan.variant.rules, plan.players, plan.carry)
        self.twice = not out_is_fixed(plan.variant.rules)
        self.kept = SUMS if self.twice else S_OUT
        shape = (source.count, len(self.cells))
        size = source.count * len(self.cells) * 8 * (self.kept + 22)
        if size > 1.5 * MOST_MEMORY:
            raise UsageError(
                f"classes = {source.name}: {counted(source.count, 'row')} of {counted(len(self.cells), 'situation')} "
                f"would take {size / 2**30:.1f} GB of memory: take summary, fewer players, or a list of hands"
            )
        self.gathered = Gathered(
            np.zeros((*shape, self.kept), dtype=np.int64),
            np.zeros(shape, dtype=np.int64),
            np.zeros(shape, dtype=np.int64),
        )
        self.wanted = np.array([not cell.unplayed for cell in self.cells])
        self.by_inside, self.first_cell = cell_numbers(self.cells, plan.players)
        self.seat_of = np.array([cell.seat for cell in self.cells])
        self.table = RamsTable(plan)


class RowFiller:
    """Fills rows of a job; one for each thread."""

    def __init__(self, job: StrengthJob) -> None:
        self._job = job
        self._sampler = Sampler(job.table, job.twice)

    def fill(self, first: int, number: int) -> Payload:
        """Fill rows ``first`` to ``first + number - 1``; gives their part of each array of `Gathered`."""
        job = self._job
        rows = new_rows(job.table, job.source.rows(first, number), job.by_inside, job.first_cell, job.aim.most)
        sums = np.zeros((number, len(job.cells), SUMS), dtype=np.int64)
        self._sampler.fill_to(rows, sums, job.aim, job.wanted)
        return {"sums": sums[:, :, : job.kept], "falls": rows.falls, "looked": rows.looked[:, job.seat_of]}
