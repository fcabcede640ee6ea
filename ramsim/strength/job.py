"""Making a hand-strength table of the Rams family; see `strength`."""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ramsim.canonical import hand_classes
from ramsim.counted import counted
from ramsim.engine.checkpoint import Checkpoint, Payload, Saved, missing
from ramsim.engine.how import How
from ramsim.engine.identity import plan_identity
from ramsim.engine.plan import Plan, Wanted, make_plan
from ramsim.engine.rams import RamsTable
from ramsim.engine.threads import Progress, work_through
from ramsim.errors import RamsimError, UsageError
from ramsim.given import path_of, real_number, text_of, whole_number
from ramsim.kernels.rams_strength_state import S_OUT, SUMS
from ramsim.ranges import Range, join_ranges
from ramsim.strength.cells import cell_numbers, cells_of, out_is_fixed
from ramsim.strength.handlist import read_hands, read_list
from ramsim.strength.rowsets import ClassRows, RowSource, SummaryRows
from ramsim.strength.sampler import Aim, Sampler, new_rows
from ramsim.strength.table import Gathered, StrengthTable, table_frame
from ramsim.variants import Variant
from ramsim.variants.schema import RamsRules

MOST_CARRY = 10**6
MOST_MEMORY = 2**31
DEFAULT_SE, LEAST_SE, MOST_SE = 0.01, 0.0005, 0.25


def strength(
    variant: str | Path | Variant,
    *,
    players: int | None = None,
    classes: str | Path = "summary",
    declare: Wanted = None,
    play: Wanted = None,
    skat: Wanted = None,
    rules: Mapping[str, Any] | None = None,
    carry: int = 0,
    seed: int = 0,
    precision: float = DEFAULT_SE,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    cluster: str | None = None,
    checkpoint: str | Path | None = None,
    command: str | None = None,
) -> StrengthTable:
    """Make a hand-strength table: what each hand is worth to each seat, by how many are in before it.

    Parameters
    ----------
    variant, players, rules, carry
        The table; ``carry`` chips lie in the pot before the antes (up to 1,000,000).
    classes
        ``complete``: a row for each class of hand and upcard; ``summary``: for each group by features; or the path of a
        file with a list of hands (``AH KH 9S 8C 7D | TH`` on each line).
    declare, play, skat
        How the players declare, play and handle the skat, as in `ramsim.simulate`; the seat whose hand is valued plays
        by its policy too.
    seed
        0 to 2**64 - 1.
    precision
        Largest standard error of a win chance, 0.0005 to 0.25.
    threads, cluster, progress, stop
        As in `ramsim.simulate`; progress counts rows, for the Ramsch family batches of deals.
    checkpoint
        A folder that keeps what was counted; the same call goes on from there.
    command
        Noted in the table.

    Raises
    ------
    UsageError
        The words of the call are off, or the table would be too large.
    """
    plan = make_plan(
        variant, players=players, seed=seed, declare=declare, play=play, skat=skat, rules=rules, carry=carry
    )
    how = How(threads=threads, cluster=cluster, checkpoint=checkpoint, progress=progress, stop=stop)
    return strength_of(plan, classes, precision=precision, how=how, command=command)


def strength_of(
    plan: Plan,
    classes: str | Path,
    *,
    precision: float = DEFAULT_SE,
    how: How | None = None,
    command: str | None = None,
) -> StrengthTable:
    """Make the table of a plan; see `strength`."""
    how = how or How()
    precision = real_number("precision", precision, LEAST_SE, MOST_SE, "a standard error")
    if command is not None:
        text_of("command", command, "the text of what was typed")
    path_of("classes", classes, "complete, summary, or the path of a file of hands")
    if not isinstance(plan.variant.rules, RamsRules):
        return _ramsch_table(plan, classes, precision, how, command)
    whole_number("carry", plan.carry, 0, MOST_CARRY)
    aim = Aim.of(precision)
    source = row_source(plan.variant.rules, classes, aim)
    job = StrengthJob(plan, source, aim)
    started = time.perf_counter()
    spent = job.run(how, classes)
    frame = table_frame(plan.variant.rules, plan.players, plan.carry, job.cells, source.columns(), job.gathered)
    return StrengthTable(
        variant=plan.variant,
        players=plan.players,
        policies=plan.policy_names,
        seed=plan.seed,
        carry=plan.carry,
        classes=source.name,
        precision=precision,
        frame=frame,
        seconds=spent + time.perf_counter() - started,
        command=command,
    )


def members_for(aim: Aim) -> int:
    """Choose how many hands of a group are drawn: none is taken twice, so that the deals are independent."""
    return 1 << min(20, max(14, math.ceil(math.log2(5 / aim.se**2))))


def _ramsch_table(plan: Plan, classes: str | Path, precision: float, how: How, command: str | None) -> StrengthTable:
    """Make the table of a game of the Ramsch family; see ``ramsim/strength/ramsch_job.py``."""
    from ramsim.strength.ramsch_job import ramsch_frame

    frame, seconds = ramsch_frame(plan, classes, precision, how)
    return StrengthTable(
        variant=plan.variant,
        players=plan.players,
        policies=plan.policy_names,
        seed=plan.seed,
        carry=0,
        classes="summary" if classes == "summary" else "list",
        precision=precision,
        frame=frame,
        seconds=seconds,
        command=command,
    )


def row_source(rules: RamsRules, classes: str | Path, aim: Aim) -> RowSource:
    """Give the rows that were asked for: ``complete``, ``summary``, or those of a file."""
    about = hand_classes(rules)
    if classes == "complete":
        return ClassRows(about)
    if classes == "summary":
        return SummaryRows(about, members_for(aim))
    numbers, shown = read_hands(Path(classes), about)
    return ClassRows(about, numbers, shown)


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

    def new_worker(self) -> _Worker:
        """Give a worker that keeps no checkpoint; for one thread."""
        return _Worker(self, _Saver(self, None, self.source.name))

    def run(self, how: How, classes: str | Path) -> float:
        """Fill all rows; gives the seconds that earlier runs of the checkpoint took."""
        whole = (0, self.source.count)
        saver = _Saver(self, how.checkpoint, classes)
        with saver, how.place() as place:
            ranges = missing(join_ranges(saver.done), whole) if saver.done else [whole]
            if ranges and place.client is None:
                RowFiller(self)  # compiles what is not compiled yet, before the clock starts
            stop = how.ending()
            if ranges and place.client is None:
                work_through(
                    lambda: _Worker(self, saver),
                    ranges,
                    threads=how.threads,
                    chunk=self.source.chunk,
                    progress=how.progress,
                    stop=stop,
                )
            elif ranges:
                from ramsim.strength.task import fill_far

                fill_far(self, place.client, ranges, saver.take, how.progress, stop)
            saver.write()
        if sum(number for _, number in saver.done) < self.source.count:
            words = f"; the same command goes on from {how.checkpoint}" if how.checkpoint is not None else ""
            done = sum(number for _, number in saver.done)
            raise RamsimError(f"stopped: {done:,} of {counted(self.source.count, 'row')} were done{words}")
        return saver.seconds


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


class _Worker:
    """Fills rows for one thread of this process."""

    def __init__(self, job: StrengthJob, saver: _Saver) -> None:
        self._filler, self._saver = RowFiller(job), saver

    def count(self, first: int, number: int) -> None:
        """Fill rows ``first`` to ``first + number - 1`` and hand them to the saver."""
        self._saver.take(self._filler.fill(first, number), (first, number))


class _Saver:
    """Keeps the rows that are done, and writes them to a checkpoint from time to time."""

    def __init__(self, job: StrengthJob, folder: str | Path | None, classes: str | Path) -> None:
        self._job = job
        self.lock = threading.Lock()
        self.done: list[tuple[int, int]] = []
        self.seconds = 0.0
        self._started = time.perf_counter()
        self._keeper = None
        if folder is not None:
            rows = str(classes) if job.source.name != "list" else read_list(Path(classes), "a file of hands")
            identity = plan_identity(job.plan) | {"strength": rows, "precision": job.aim.se}
            self._keeper = Checkpoint(folder, identity)

    def __enter__(self) -> _Saver:
        if self._keeper is not None:
            self._keeper.__enter__()
            try:
                saved = self._keeper.load()
            except BaseException:
                self._keeper.__exit__(None, None, None)
                raise
            if saved is not None:
                self.done, self.seconds = list(saved.ranges), saved.seconds
                for name, array in self._arrays().items():
                    array[...] = saved.payload[name]
        return self

    def __exit__(self, *problem: Any) -> None:
        with contextlib.ExitStack() as stack:
            if self._keeper is not None:
                stack.push(self._keeper)

    def take(self, filled: Payload, rows: Range) -> None:
        """Lay rows that are done into the job's arrays."""
        here = slice(rows[0], sum(rows))
        with self.lock:
            for name, array in self._arrays().items():
                array[here] = filled[name]
            self.done.append(rows)
            if self._keeper is not None and self._keeper.due:
                self._write()

    def write(self) -> None:
        """Write what is done."""
        with self.lock:
            self.done = list(join_ranges(self.done)) if self.done else []
            if self._keeper is not None:
                self._write()

    def _write(self) -> None:
        assert self._keeper is not None
        seconds = self.seconds + time.perf_counter() - self._started
        self._keeper.write(Saved(join_ranges(self.done), seconds, self._arrays()))

    def _arrays(self) -> dict[str, Any]:
        found = self._job.gathered
        return {"sums": found.sums, "falls": found.falls, "looked": found.looked}
