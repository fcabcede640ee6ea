"""Running a range of deal numbers on threads: each thread counts for itself, merging is addition.

Kernels release the GIL. The threads take chunks of deal numbers in turn; since every deal is a function of seed and
number alone, and counts are integers, neither the number of threads nor the size of chunks shows in the result.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt

CHUNK = 1 << 18

Range = tuple[int, int]
Counts = tuple[npt.NDArray[np.uint64], npt.NDArray[np.int64]]
Progress = Callable[[int, int], None]


class Counter(Protocol):
    """Counts the outcomes of ranges of deals; one for each thread."""

    def count(self, first: int, deals: int) -> None:
        """Count deals ``first`` to ``first + deals - 1``."""

    def counts(self) -> Counts:
        """Give the distinct outcome keys, ascending, and how often each occurred."""


def usable_threads(threads: int | None) -> int:
    """Give the number of threads to use: what was asked for, or one for each processor that this process may use."""
    return (
        threads
        if threads is not None
        else len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else os.cpu_count() or 1
    )


class Worker(Protocol):
    """Takes ranges of deals one after the other; one for each thread."""

    def count(self, first: int, deals: int) -> None:
        """Take deals ``first`` to ``first + deals - 1``."""


AnyWorker = TypeVar("AnyWorker", bound=Worker)


def run_ranges(
    make_counter: Callable[[], Counter],
    ranges: list[Range],
    *,
    threads: int | None = None,
    chunk: int = CHUNK,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> tuple[Counts, list[Range]]:
    """Count ranges of deals on threads; see `work_through` for the parameters.

    Returns
    -------
    (keys, counts), done
        The merged counts, and the ranges that were counted.
    """
    counters, done = work_through(make_counter, ranges, threads=threads, chunk=chunk, progress=progress, stop=stop)
    return add_counts([counter.counts() for counter in counters]), done


def work_through(
    make_worker: Callable[[], AnyWorker],
    ranges: Sequence[Range],
    *,
    threads: int | None = None,
    chunk: int = CHUNK,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> tuple[list[AnyWorker], list[Range]]:
    """Hand ranges of deals to workers on threads.

    Parameters
    ----------
    make_worker
        Gives a new worker, for each thread one.
    ranges
        First deal number and number of deals of each.
    threads
        Number of threads; None: one for each processor.
    chunk
        Most deals that a thread takes at once.
    progress
        Called as ``progress(done, total)`` from the calling thread.
    stop
        When set, no new chunk is begun.

    Returns
    -------
    workers, done
        The workers with what they gathered, and the ranges that were taken.
    """
    total = sum(deals for _, deals in ranges)
    workers = max(1, min(usable_threads(threads), -(-total // chunk)))
    source = _Chunks(ranges, chunk)
    halt = stop or threading.Event()
    hands = [make_worker() for _ in range(workers)]
    done: list[Range] = []

    def work(worker: AnyWorker) -> None:
        while not halt.is_set() and (piece := source.take()) is not None:
            worker.count(*piece)
            done.append(piece)

    if workers == 1 and progress is None and stop is None:
        work(hands[0])
    else:
        with ThreadPoolExecutor(workers) as pool:
            futures = [pool.submit(work, worker) for worker in hands]
            try:
                while (state := wait(futures, timeout=0.1, return_when=FIRST_EXCEPTION)).not_done:
                    if progress is not None:
                        progress(sum(deals for _, deals in tuple(done)), total)
                    if any(future.exception() for future in state.done):
                        source.close()
            except BaseException:
                source.close()
                raise
            for future in futures:
                future.result()
    if progress is not None:
        progress(sum(deals for _, deals in done), total)
    return hands, sorted(done)


def add_counts(parts: list[Counts]) -> Counts:
    """Add up counts; the keys come out distinct and ascending."""
    keys, place = np.unique(np.concatenate([keys for keys, _ in parts]), return_inverse=True)
    counts = np.zeros(len(keys), dtype=np.int64)
    np.add.at(counts, place, np.concatenate([counts for _, counts in parts]))
    return keys, counts


class _Chunks:
    """The chunks of the ranges, handed out one by one."""

    def __init__(self, ranges: Sequence[Range], chunk: int) -> None:
        self._pieces = (
            (start, min(chunk, first + deals - start))
            for first, deals in ranges
            for start in range(first, first + deals, chunk)
        )
        self._lock = threading.Lock()
        self._closed = False

    def take(self) -> Range | None:
        with self._lock:
            return None if self._closed else next(self._pieces, None)

    def close(self) -> None:
        self._closed = True
