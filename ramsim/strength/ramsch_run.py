"""Running a hand-strength table of the Ramsch family: on threads or a cluster, saved on the way, resumed."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from ramsim.engine.batch import Batch
from ramsim.engine.checkpoint import Checkpoint
from ramsim.engine.how import How
from ramsim.engine.identity import plan_identity
from ramsim.engine.kinds import ExecuteSum
from ramsim.engine.plan import Plan
from ramsim.engine.threads import Progress, work_through
from ramsim.errors import RamsimError, UsageError
from ramsim.ranges import Range
from ramsim.strength.rams_run import what_goes_on
from ramsim.strength.ramsch import Whole, read_ten_cards
from ramsim.strength.ramsch_job import TIMES, RamschJob, sums_kind

if TYPE_CHECKING:
    from ramsim.engine.cluster import Task


def ramsch_frame(plan: Plan, classes: str | Path, se: float, how: How) -> tuple[pd.DataFrame, float]:
    """Make the lines of a table: for each hand of a list, or each group of hands by features, and each seat.

    Parameters
    ----------
    plan
        A game of the Ramsch family.
    classes
        ``summary``, or the path of a file with ten cards on each line.
    se
        Standard error of a rate of one half; how many deals each line (in a summary: each seat) gets follows from it.
    how
        Threads or a cluster, checkpoint, progress (in batches of deals), stop.

    Returns
    -------
    frame, seconds
        The table, and the time that it took, that of earlier runs of the checkpoint included.

    Raises
    ------
    UsageError
        For ``complete``; `DataError` for a list that cannot be read, or a checkpoint of another run.
    RamsimError
        When it was told to stop before the end.
    """
    if classes == "complete":
        raise UsageError(
            "classes = complete: there are 64,512,240 hands of ten cards: take summary, or a list of hands"
        )
    deals = int(np.ceil(0.25 / se**2))
    listed = None if classes == "summary" else read_ten_cards(Path(classes))
    masks = None if listed is None else tuple(mask for _, mask in listed)
    job = RamschJob(plan, masks, deals if listed is not None else TIMES * deals)
    kind = sums_kind(job)
    with contextlib.ExitStack() as stack:
        kept = None
        if how.checkpoint is not None:
            identity = plan_identity(plan) | {"strength": "summary" if masks is None else list(masks), "precision": se}
            kept = stack.enter_context(Checkpoint(how.checkpoint, identity, how.checkpoint_every))
        batch = Batch(
            (0, job.batches),
            _execute(job, how, stack),
            kind,
            checkpoint=kept,
            chunk=1,
            threads=how.threads,
            progress=how.progress,
            stop=how.ending(),
        )
        try:
            batch.count_to(job.batches)
        finally:
            batch.save()
    if batch.hands < job.batches:
        words = what_goes_on(how)
        raise RamsimError(f"stopped: {batch.hands:,} of {job.batches:,} batches of deals were played{words}")
    return job.frame(batch.gathered, None if listed is None else [name for name, _ in listed]), batch.seconds


class _Worker:
    """Plays batches for one thread."""

    def __init__(self, job: RamschJob) -> None:
        self._job = job
        self.sums = job.nothing()

    def count(self, first: int, number: int) -> None:
        """Play batches ``first`` to ``first + number - 1``."""
        for batch in range(first, first + number):
            self._job.add_batch(batch, self.sums)


def _execute(job: RamschJob, how: How, stack: contextlib.ExitStack) -> ExecuteSum[Whole]:
    def on_threads() -> ExecuteSum[Whole]:
        RamschJob(job.plan, job.masks, 1).add_batch(0, job.nothing())  # compiles what is not compiled yet

        def execute(
            ranges: list[Range], progress: Progress | None, stop: threading.Event | None
        ) -> tuple[Whole, list[Range]]:
            workers, done = work_through(
                lambda: _Worker(job), ranges, threads=how.threads, chunk=1, progress=progress, stop=stop
            )
            return np.sum([worker.sums for worker in workers], axis=0), done

        return execute

    def far() -> Task[Whole]:
        from ramsim.strength.task import batches_task

        return batches_task(job)

    return stack.enter_context(how.place()).execute(on_threads, far)
