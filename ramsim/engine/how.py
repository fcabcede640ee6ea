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
from ramsim.engine.plan import MOST_DEALS, whole_number
from ramsim.engine.threads import Progress
from ramsim.errors import UsageError
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
        """Refuse numbers outside their ranges."""
        if self.threads is not None:
            whole_number("threads", self.threads, 1, MOST_THREADS)
        if self.chunk is not None:
            whole_number("chunk", self.chunk, 1, MOST_DEALS)
        every: Any = self.checkpoint_every
        if isinstance(every, bool) or not isinstance(every, int | float) or not 0 <= every < math.inf:
            raise UsageError(f"checkpoint_every = {every!r}: must be a number of seconds, 0 or more")
        if self.max_time is not None:
            read_seconds(self.max_time)
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
