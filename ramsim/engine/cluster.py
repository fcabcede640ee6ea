"""The same plan on a Dask distributed cluster, of this machine's processes or of many machines.

A task is plain data (`ramsim.engine.portable`) and a range of deal numbers; its answer is keys and counts. A task whose
worker dies is given to another one by Dask. Counts add up as they do between threads, so the result has the same bits.
"""

from __future__ import annotations

import contextlib
import importlib
import re
import threading
import time
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from ramsim.engine.batch import Execute
from ramsim.engine.families import Table, table_of
from ramsim.engine.plan import Plan
from ramsim.engine.portable import pack_plan, unpack_plan
from ramsim.engine.threads import CHUNK, Counts, Progress, add_counts
from ramsim.errors import RamsimError, UsageError
from ramsim.ranges import Range

ANSWER_SECONDS = 15.0
RETRIES = 5
MOST_WORKERS = 256
# Deals of one task: large enough that sending it is nothing, small enough to be shared out evenly.
LARGEST_TASK, TASKS_A_THREAD = 1 << 23, 8


@contextlib.contextmanager
def connected(address: str, *, wait: float = ANSWER_SECONDS) -> Iterator[Any]:
    """Give a client of a cluster: ``local:N`` starts N processes here, anything else is a scheduler's address.

    Raises
    ------
    UsageError
        Without the extra ``cluster``, for a number of processes that cannot be, or an address that does not answer.
    """
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise UsageError("--cluster needs the extra cluster: pip install 'ramsim[cluster]'") from None
    local = re.fullmatch(r"local:(\d{1,4})", address.strip())
    if local is None and address.strip().startswith("local"):
        raise UsageError(f"cluster {address!r}: write local:N, for example local:4, or a scheduler's address")
    with contextlib.ExitStack() as stack:
        if local is not None:
            workers = int(local[1])
            if not 1 <= workers <= MOST_WORKERS:
                raise UsageError(f"cluster {address!r}: must be local:1 to local:{MOST_WORKERS}")
            where = stack.enter_context(
                distributed.LocalCluster(
                    n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
                )
            )
        else:
            where = address.strip()
        try:
            client = stack.enter_context(distributed.Client(where, timeout=wait))
            client.wait_for_workers(1, timeout=wait)
        except (OSError, TimeoutError, ValueError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise UsageError(
                f"cluster {address!r}: no cluster with a worker answered within {wait:g} s: {reason}"
            ) from None
        yield client


def on_cluster(plan: Plan, client: Any, chunk: int = CHUNK) -> Execute:
    """Give an `Execute` that counts on the workers of a client."""
    content = pack_plan(plan)

    def execute(
        ranges: list[Range], progress: Progress | None, stop: threading.Event | None
    ) -> tuple[Counts, list[Range]]:
        return _count(client, content, ranges, chunk, progress, stop)

    return execute


def count_task(content: bytes, first: int, deals: int) -> tuple[bytes, bytes]:
    """Count a range of deals of a packed plan; what a worker runs.

    Returns
    -------
    keys, counts
        The bytes of uint64 and int64 arrays, little-endian.
    """
    counter = _table(content).new_counter()
    counter.count(first, deals)
    keys, counts = counter.counts()
    return keys.astype("<u8").tobytes(), counts.astype("<i8").tobytes()


@lru_cache(maxsize=8)
def _table(content: bytes) -> Table:
    return table_of(unpack_plan(content))


def _count(
    client: Any,
    content: bytes,
    ranges: list[Range],
    chunk: int,
    progress: Progress | None,
    stop: threading.Event | None,
) -> tuple[Counts, list[Range]]:
    distributed = importlib.import_module("distributed")
    total = sum(deals for _, deals in ranges)
    threads = max(sum(client.nthreads().values()), 1)
    size = max(min(-(-total // (TASKS_A_THREAD * threads)), LARGEST_TASK), min(chunk, total))
    pieces = [
        (start, min(size, first + deals - start))
        for first, deals in ranges
        for start in range(first, first + deals, size)
    ]
    waiting = iter(pieces)
    running: dict[Any, Range] = {}
    parts: list[Counts] = []
    done: list[Range] = []

    def send() -> None:
        if (stop is None or not stop.is_set()) and (piece := next(waiting, None)) is not None:
            future = client.submit(count_task, content, *piece, pure=False, retries=RETRIES)
            running[future] = piece

    for _ in range(2 * threads):
        send()
    try:
        while running:
            for future in _finished(distributed, list(running), stop):
                piece = running.pop(future)
                parts.append(_answer(future, piece))
                done.append(piece)
                send()
                if len(parts) > 64:
                    parts = [add_counts(parts)]
            if stop is not None and stop.is_set():
                break
            if progress is not None:
                progress(sum(deals for _, deals in done), total)
    finally:
        client.cancel(list(running))
    empty = (np.empty(0, dtype=np.uint64), np.empty(0, dtype=np.int64))
    return add_counts([empty, *parts]), sorted(done)


def _finished(distributed: Any, futures: list[Any], stop: threading.Event | None) -> list[Any]:
    """Wait until some futures are done (or failed), looking at the stop event meanwhile."""
    while stop is None or not stop.is_set():
        if ready := [future for future in futures if future.done()]:
            return ready
        with contextlib.suppress(distributed.TimeoutError, TimeoutError):
            distributed.wait(futures, timeout=0.2, return_when="FIRST_COMPLETED")
        time.sleep(0)
    return []


def _answer(future: Any, piece: Range) -> Counts:
    try:
        keys, counts = future.result()
    except RamsimError:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise RamsimError(f"cluster: deals {piece[0]} to {sum(piece) - 1} failed on the workers: {reason}") from None
    return np.frombuffer(keys, "<u8").astype(np.uint64), np.frombuffer(counts, "<i8").astype(np.int64)
