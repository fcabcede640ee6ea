"""A plan counted piece by piece: on threads or a cluster, saved on the way, resumed where it was cut off.

Counts are integers that add up, and every deal is a function of seed and number alone. So it does not show in the end
how the deals were shared out, in which order they came in, or how often the run was broken off and taken up again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

import numpy as np

from ramsim.engine.checkpoint import Checkpoint, Saved, check_inside, missing
from ramsim.engine.families import Table
from ramsim.engine.plan import Plan
from ramsim.engine.threads import CHUNK, Counts, Progress, add_counts, run_ranges, usable_threads
from ramsim.errors import DataError
from ramsim.ranges import Range, join_ranges

Execute = Callable[[list[Range], Progress | None, threading.Event | None], tuple[Counts, list[Range]]]
"""Counts ranges of deals and gives the counts with the ranges counted; ends early when the event is set."""

NO_COUNTS: Counts = (np.empty(0, dtype=np.uint64), np.empty(0, dtype=np.int64))
_ROUND_SECONDS = 2.0


def on_threads(table: Table, threads: int | None, chunk: int) -> Execute:
    """Give an `Execute` that counts on threads of this process."""

    def execute(
        ranges: list[Range], progress: Progress | None, stop: threading.Event | None
    ) -> tuple[Counts, list[Range]]:
        return run_ranges(table.new_counter, ranges, threads=threads, chunk=chunk, progress=progress, stop=stop)

    return execute


class Deadline(threading.Event):
    """An event that is set when another one is, or when so many seconds have passed."""

    def __init__(self, seconds: float, other: threading.Event | None = None) -> None:
        super().__init__()
        self._end = time.monotonic() + seconds
        self._other = other

    def is_set(self) -> bool:
        """Tell whether it is time to stop."""
        return super().is_set() or time.monotonic() >= self._end or (self._other is not None and self._other.is_set())


class Batch:
    """The deals of a plan counted so far; `count_to` goes on.

    Attributes
    ----------
    counts
        Distinct outcome keys, ascending, and how often each occurred.
    ranges
        Ranges of deal numbers counted.
    seconds
        Time spent counting, that of earlier processes included.
    """

    def __init__(
        self,
        plan: Plan,
        execute: Execute,
        *,
        checkpoint: Checkpoint | None = None,
        first_round: int = 4 * CHUNK,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> None:
        """Begin, or go on from what the checkpoint holds.

        Raises
        ------
        DataError
            When the checkpoint cannot be used.
        """
        self.counts, self.ranges, self.seconds = NO_COUNTS, tuple[Range, ...](), 0.0
        self._saved = self.ranges
        self._plan = plan
        self._execute = execute
        self._checkpoint = checkpoint
        self._round = max(first_round, 1)
        self._progress = progress
        self._stop = stop
        if checkpoint is not None and (saved := checkpoint.load()) is not None:
            self._resume(saved, checkpoint)

    @property
    def hands(self) -> int:
        """Deals counted."""
        return sum(deals for _, deals in self.ranges)

    @property
    def stopped(self) -> bool:
        """Whether the run was asked to end."""
        return self._stop is not None and self._stop.is_set()

    def count_to(self, total: int) -> None:
        """Count what is missing of the first ``total`` deals of the plan; ends early when asked to stop."""
        self.count_ranges([(self._plan.first, total)])

    def count_ranges(self, wanted: Sequence[Range]) -> None:
        """Count what is missing of these ranges; ends early when asked to stop."""
        total = sum(deals for _, deals in wanted)
        todo = [gap for each in wanted for gap in missing(self.ranges, each)]
        while todo and not self.stopped:
            now, todo = _split(todo, self._round) if self._checkpoint is not None else (todo, [])
            started = time.perf_counter()
            counts, done = self._execute(now, self._shown(total), self._stop)
            spent = time.perf_counter() - started
            self.counts = add_counts([self.counts, counts])
            self.ranges = join_ranges([*self.ranges, *done])
            self.seconds += spent
            if self._checkpoint is not None:
                speed = sum(deals for _, deals in done) / max(spent, 1e-9)
                self._round = max(int(speed * min(_ROUND_SECONDS, self._checkpoint.every)), 1)
                if self._checkpoint.due:
                    self.save()

    def save(self) -> None:
        """Write the checkpoint, if there is one and deals were counted since the last writing."""
        if self._checkpoint is not None and self._saved != self.ranges:
            keys, counts = self.counts
            self._checkpoint.write(Saved(self.ranges, self.seconds, {"keys": keys, "counts": counts}))
            self._saved = self.ranges

    def _resume(self, saved: Saved, checkpoint: Checkpoint) -> None:
        check_inside(saved.ranges, (self._plan.first, self._plan.hands), checkpoint.folder)
        try:
            counts = (saved.payload["keys"].astype(np.uint64), saved.payload["counts"].astype(np.int64))
        except KeyError as error:
            raise DataError(f"{checkpoint.folder}: is a checkpoint of another command: it holds no {error}") from None
        if int(counts[1].sum()) != sum(deals for _, deals in saved.ranges):
            raise DataError(f"{checkpoint.folder}: the checkpoint is damaged: its counts do not fit its ranges")
        self.counts, self.ranges, self.seconds = counts, saved.ranges, saved.seconds
        self._saved = saved.ranges

    def _shown(self, total: int) -> Progress | None:
        progress, before = self._progress, self.hands
        if progress is None:
            return None
        return lambda done, _: progress(before + done, total)


def rounds_for(threads: int | None, chunk: int) -> int:
    """Give the deals of a first round between two looks at the clock: a few chunks for each thread."""
    return 2 * chunk * usable_threads(threads)


def _split(ranges: list[Range], deals: int) -> tuple[list[Range], list[Range]]:
    """Take so many deals from the front of the ranges; gives these and the rest."""
    taken: list[Range] = []
    for place, (first, number) in enumerate(ranges):
        now = min(number, deals)
        taken.append((first, now))
        deals -= now
        if deals == 0:
            rest = [(first + now, number - now)] if number > now else []
            return taken, [*rest, *ranges[place + 1 :]]
    return taken, []
