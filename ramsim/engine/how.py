"""How a plan is carried out: threads or a cluster, checkpoints, limits. Nothing of it shows in the counts."""

from __future__ import annotations

import contextlib
import math
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ramsim.engine.batch import Deadline
from ramsim.engine.checkpoint import EVERY
from ramsim.engine.kinds import ExecuteSum, Sum
from ramsim.engine.plan import MOST_DEALS
from ramsim.engine.threads import Progress
from ramsim.errors import UsageError
from ramsim.given import as_real, path_of, shown, text_of, whole_number
from ramsim.precision import read_seconds

if TYPE_CHECKING:
    from ramsim.engine.cluster import Task

MOST_THREADS = 1024


@dataclass(frozen=True, kw_only=True)
class How:
    """How a plan is carried out; see `ramsim.simulate` for what each means.

    ``chunk=None`` leaves it to the work how much a thread takes at once.
    """

    threads: int | None = None
    chunk: int | None = None
    cluster: str | None = None
    checkpoint: str | Path | None = None
    checkpoint_every: float = EVERY
    max_time: str | float | None = None
    progress: Progress | None = None
    stop: threading.Event | None = None

    def __post_init__(self) -> None:
        """Refuse numbers outside their ranges, and what is of another kind than it must be."""
        if self.threads is not None:
            whole_number("threads", self.threads, 1, MOST_THREADS)
        if self.chunk is not None:
            whole_number("chunk", self.chunk, 1, MOST_DEALS)
        every = as_real(self.checkpoint_every)
        if every is None or not 0 <= every < math.inf:
            raise UsageError(
                f"checkpoint_every = {shown(self.checkpoint_every)}: must be a number of seconds, 0 or more"
            )
        if self.max_time is not None:
            read_seconds(self.max_time)
        if self.checkpoint is not None:
            path_of("checkpoint", self.checkpoint, "the path of a folder")
        if self.cluster is not None:
            text_of("cluster", self.cluster, "local:N, for example local:4, or a scheduler's address")
        check_watchers(self.progress, self.stop)
        if self.cluster is not None and self.threads is not None:
            raise UsageError(f"threads = {self.threads}: a cluster's workers have their own threads; leave it out")

    def ending(self) -> threading.Event | None:
        """Give the event that ends the run: the caller's, or when ``max_time`` is up; the clock starts now."""
        return self.stop if self.max_time is None else Deadline(read_seconds(self.max_time), self.stop)

    @contextlib.contextmanager
    def place(self) -> Iterator[Place]:
        """Give the place where ranges are counted: this process, or a cluster, which is connected to meanwhile."""
        if self.cluster is None:
            yield Place(None, self.chunk)
            return
        from ramsim.engine.cluster import connected

        with connected(self.cluster) as client:
            yield Place(client, self.chunk)


def check_watchers(progress: Any, stop: Any) -> None:
    """Refuse what cannot be told of a run's progress, or cannot tell it to stop.

    Raises
    ------
    UsageError
        When ``progress`` is no function, or ``stop`` is no event.
    """
    if progress is not None and not callable(progress):
        raise UsageError(f"progress = {shown(progress)}: must be a function that is called as progress(done, total)")
    if stop is not None and (isinstance(stop, type) or not callable(getattr(stop, "is_set", None))):
        raise UsageError(f"stop = {shown(stop)}: must be a threading.Event")


@dataclass(frozen=True)
class Place:
    """Where ranges are counted: with a client on its cluster, without one in this process."""

    client: Any
    chunk: int | None

    def execute(self, here: Callable[[], ExecuteSum[Sum]], far: Callable[[], Task[Sum]]) -> ExecuteSum[Sum]:
        """Choose between what counts in this process and what sends a task to the cluster; only that one is made."""
        if self.client is None:
            return here()
        from ramsim.engine.cluster import on_cluster

        return on_cluster(far(), self.client, self.chunk)
