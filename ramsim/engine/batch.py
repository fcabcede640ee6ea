"""A plan counted piece by piece: on threads or a cluster, saved on the way, resumed where it was cut off.

Counts are integers that add up, and every deal is a function of seed and number alone. So it does not show in the end
how the deals were shared out, in which order they came in, or how often the run was broken off and taken up again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Generic

from ramsim.engine.checkpoint import Checkpoint, Saved, check_inside, missing
from ramsim.engine.families import Table
from ramsim.engine.kinds import Execute, ExecuteSum, Kind, Sum
from ramsim.engine.threads import CHUNK, Counts, Progress, run_ranges, usable_threads
from ramsim.errors import DataError
from ramsim.ranges import Range, join_ranges

_ROUND_SECONDS = 2.0


def on_threads(table: Table, threads: int | None, chunk: int) -> Execute:
    """Give an `Execute` that counts on threads of this process; what is not compiled yet is compiled now."""
    table.new_counter()

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


class Batch(Generic[Sum]):
    """The deals counted so far; `count_to` goes on.

    Attributes
    ----------
    gathered
        What was counted, of the kind that the batch was made for.
    ranges
        Ranges of deal numbers counted.
    seconds
        Time spent counting, that of earlier processes included.
    """

    def __init__(
        self,
        wanted: Range,
        execute: ExecuteSum[Sum],
        kind: Kind[Sum],
        *,
        checkpoint: Checkpoint | None = None,
        chunk: int = CHUNK,
        threads: int | None = None,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> None:
        """Begin, or go on from what the checkpoint holds; ``wanted``: the range that all deals are of.

        Raises
        ------
        DataError
            When the checkpoint cannot be used.
        """
        self.gathered: Sum = kind.nothing
        self.ranges: tuple[Range, ...] = ()
        self.seconds = 0.0
        self._saved: tuple[Range, ...] = ()
        self._wanted = wanted
        self._kind = kind
        self._execute = execute
        self._checkpoint = checkpoint
        self._least = chunk
        self._round = 2 * chunk * usable_threads(threads)
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
        """Count what is missing of the first ``total`` deals wanted; ends early when asked to stop."""
        self.count_ranges([(self._wanted[0], total)])

    def count_ranges(self, wanted: Sequence[Range]) -> None:
        """Count what is missing of these ranges; ends early when asked to stop."""
        total = sum(deals for _, deals in wanted)
        todo = [gap for each in wanted for gap in missing(self.ranges, each)]
        while todo and not self.stopped:
            now, todo = _split(todo, self._round) if self._checkpoint is not None else (todo, [])
            started = time.perf_counter()
            found, done = self._execute(now, self._shown(total), self._stop)
            spent = time.perf_counter() - started
            self.gathered = self._kind.add(self.gathered, found)
            self.ranges = join_ranges([*self.ranges, *done])
            self.seconds += spent
            if self._checkpoint is not None:
                speed = sum(deals for _, deals in done) / max(spent, 1e-9)
                self._round = max(int(speed * min(_ROUND_SECONDS, self._checkpoint.every)), self._least)
                if self._checkpoint.due:
                    self.save()

    def save(self) -> None:
        """Write the checkpoint, if there is one and deals were counted since the last writing."""
        if self._checkpoint is not None and self._saved != self.ranges:
            self._checkpoint.write(Saved(self.ranges, self.seconds, self._kind.pack(self.gathered)))
            self._saved = self.ranges

    def _resume(self, saved: Saved, checkpoint: Checkpoint) -> None:
        check_inside(saved.ranges, self._wanted, checkpoint.folder)
        try:
            found = self._kind.unpack(saved.payload)
        except (KeyError, ValueError):
            raise DataError(f"{checkpoint.folder}: the checkpoint is damaged, or of another command") from None
        if self._kind.units(found) not in (None, sum(deals for _, deals in saved.ranges)):
            raise DataError(f"{checkpoint.folder}: the checkpoint is damaged: its counts do not fit its ranges")
        self.gathered, self.ranges, self.seconds = found, saved.ranges, saved.seconds
        self._saved = saved.ranges

    def _shown(self, total: int) -> Progress | None:
        progress, before = self._progress, self.hands
        if progress is None:
            return None
        return lambda done, _: progress(before + done, total)


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
