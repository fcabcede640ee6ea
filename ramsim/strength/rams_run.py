"""Running a hand-strength table of the Rams family: on threads or a cluster, saved on the way, resumed."""

from __future__ import annotations

import contextlib
import threading
import time
from pathlib import Path
from typing import Any

from ramsim.counted import counted
from ramsim.engine.checkpoint import Checkpoint, Payload, Saved, missing
from ramsim.engine.how import How
from ramsim.engine.identity import plan_identity
from ramsim.engine.threads import work_through
from ramsim.errors import RamsimError
from ramsim.ranges import Range, join_ranges
from ramsim.strength.handlist import read_list
from ramsim.strength.rams_job import RowFiller, StrengthJob


def fill_all(job: StrengthJob, how: How, classes: str | Path) -> float:
    """Fill all rows of a job; gives the seconds that earlier runs of the checkpoint took.

    Raises
    ------
    DataError
        When the checkpoint is damaged or of another run.
    RamsimError
        When it was told to stop before the end.
    """
    whole = (0, job.source.count)
    saver = _Saver(job, how.checkpoint, classes)
    with saver, how.place() as place:
        ranges = missing(join_ranges(saver.done), whole) if saver.done else [whole]
        stop = how.ending()
        if ranges and place.client is None:
            work_through(
                lambda: _Worker(job, saver),
                ranges,
                threads=how.threads,
                chunk=job.source.chunk,
                progress=how.progress,
                stop=stop,
            )
        elif ranges:
            from ramsim.strength.task import fill_far

            fill_far(job, place.client, ranges, saver.take, how.progress, stop)
        saver.write()
    done = sum(number for _, number in saver.done)
    if done < job.source.count:
        raise RamsimError(f"stopped: {done:,} of {counted(job.source.count, 'row')} were done{what_goes_on(how)}")
    return saver.seconds


def what_goes_on(how: How) -> str:
    """Say what becomes of a table that was stopped."""
    if how.checkpoint is None:
        return "; a table that is not done is kept with --checkpoint FOLDER only"
    return f"; the same command goes on from {how.checkpoint}"


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
