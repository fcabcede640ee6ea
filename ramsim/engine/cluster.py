"""The same plan on a Dask distributed cluster, of this machine's processes or of many machines.

A task is a function by its name, plain data (`ramsim.engine.portable`) and a range of deals or sessions; its answer is
a few arrays. A task whose worker dies is given to another one by Dask. What is counted adds up as it does between
threads, so the result has the same bits.
"""

from __future__ import annotations

import contextlib
import importlib
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass
from multiprocessing import resource_tracker
from typing import Any, Generic

from ramsim.engine.checkpoint import Payload
from ramsim.engine.kinds import ExecuteSum, Kind, Sum
from ramsim.engine.threads import Progress
from ramsim.errors import RamsimError, UsageError
from ramsim.given import shown
from ramsim.ranges import Range

ANSWER_SECONDS = 15.0
RETRIES = 5
MOST_WORKERS = 256
# Ranges sent to each thread before it has answered: it never waits for the next one.
AHEAD = 2
SMALL_CONTENT = 1 << 16
# What each worker counts to warm up.
_FIRST_ONE: Range = (0, 1)


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
    local = re.fullmatch(r"local:0*(\d{1,4})", address.strip(), re.ASCII)
    if local is None and re.match(r"local(:|$)", address.strip()):
        raise UsageError(
            f"cluster {shown(address)}: must be local:1 to local:{MOST_WORKERS} (processes here), "
            "or a scheduler's address"
        )
    if not address.strip():
        raise UsageError(f"cluster {shown(address)}: must be local:N, for example local:4, or a scheduler's address")
    with contextlib.ExitStack() as stack:
        if local is not None:
            workers = int(local[1])
            if not 1 <= workers <= MOST_WORKERS:
                raise UsageError(f"cluster {address!r}: must be local:1 to local:{MOST_WORKERS} (processes here)")
            with _interrupts_kept_back():
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
        except (OSError, TimeoutError, ValueError, TypeError, ImportError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise UsageError(
                f"cluster {shown(address)}: no cluster with a worker answered within {wait:g} s: {reason}"
            ) from None
        yield client


@contextlib.contextmanager
def _interrupts_kept_back() -> Iterator[None]:
    """Start processes and threads that never hear of Ctrl-C: the terminal sends it to all, and this one answers it.

    What is started inherits the signals that are blocked; one that comes meanwhile is heard afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):  # a system without it
        yield
        return
    # It lets interrupts through again in the thread that starts it: it is to be there already.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@dataclass(frozen=True)
class Task(Generic[Sum]):
    """What a worker is asked to do with a range: a function that it imports, and plain data for it.

    Attributes
    ----------
    count
        A function of a module; takes ``content``, the first number of a range and how many, and gives what it counted
        as the arrays of `Kind.pack`.
    content
        What was packed by `ramsim.engine.portable`; workers keep what they made of the last ones.
    kind
        How answers are read and added up.
    least, most
        Fewest and most numbers of a range: enough that sending it is nothing, and few enough that little is lost with
        a worker.
    """

    count: Callable[[bytes, int, int], Payload]
    content: bytes
    kind: Kind[Sum]
    least: int
    most: int


def on_cluster(task: Task[Sum], client: Any, chunk: int | None = None) -> ExecuteSum[Sum]:
    """Give what counts ranges on the workers of a client; ``chunk``: a smaller least range."""
    warm_up(client, task.count, task.content)

    def execute(
        ranges: list[Range], progress: Progress | None, stop: threading.Event | None
    ) -> tuple[Sum, list[Range]]:
        gathered = task.kind.nothing

        def take(answer: Payload, _: Range) -> None:
            nonlocal gathered
            gathered = task.kind.add(gathered, task.kind.unpack(answer))

        least = min(chunk or task.least, task.least)
        done = send_through(
            client, task.count, task.content, ranges, take, least=least, most=task.most, progress=progress, stop=stop
        )
        return gathered, done

    return execute


@contextlib.contextmanager
def _told_when_lost() -> Iterator[None]:
    """Say in a sentence that a cluster has gone in the middle of a run."""
    try:
        yield
    except RamsimError:
        raise
    except (CancelledError, OSError, TimeoutError) as error:
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise RamsimError(
            f"cluster: the connection was lost ({reason:.120}); with a checkpoint the same command goes on"
        ) from None


@_told_when_lost()
def warm_up(client: Any, count: Callable[[bytes, int, int], Payload], content: bytes) -> None:
    """Let each worker compile what it needs, so that this is no part of a run's time; arguments as `send_through`."""
    futures = [
        client.submit(count, content, *_FIRST_ONE, workers=[worker], pure=False, retries=RETRIES)
        for worker in list(client.nthreads())
    ]
    for future in futures:
        _answer(future, _FIRST_ONE)


@_told_when_lost()
def send_through(
    client: Any,
    count: Callable[[bytes, int, int], Payload],
    content: bytes,
    ranges: Sequence[Range],
    take: Callable[[Payload, Range], None],
    *,
    least: int,
    most: int,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> list[Range]:
    """Hand ranges to the workers of a client and take their answers as they come.

    Parameters
    ----------
    count, content, least, most
        As in `Task`.
    take
        Called with each answer and its range, from the calling thread.
    progress, stop
        As in `ramsim.engine.threads.work_through`; what is under way when the event is set is given up.

    Returns
    -------
    done
        The ranges whose answers were taken.

    Raises
    ------
    RamsimError
        What a worker raised, or that a range has failed again and again.
    """
    distributed: Any = importlib.import_module("distributed")
    threads = max(sum(client.nthreads().values()), 1)
    waiting = shared_out(ranges, threads, least, most)
    total = sum(number for _, number in ranges)
    # What is large is sent once and kept by the workers; made anew from the scheduler's copy when the last worker that
    # has it dies. What is small goes with each range: a task that has to ask for it keeps its worker waiting (two
    # processes 1.72 times as fast as one, against 1.82).
    large = len(content) > SMALL_CONTENT
    held = client.submit(bytes, content, pure=False, retries=RETRIES) if large else content
    running: dict[Any, Range] = {}
    done: list[Range] = []

    def send(tasks: int) -> None:
        for _ in range(tasks):
            if (stop is None or not stop.is_set()) and (piece := next(waiting, None)) is not None:
                running[client.submit(count, held, *piece, pure=False, retries=RETRIES)] = piece

    try:
        send(AHEAD * threads)
        while running:
            for future in _finished(distributed, list(running), stop):
                piece = running.pop(future)
                take(_answer(future, piece), piece)
                done.append(piece)
                send(1)
            if stop is not None and stop.is_set():
                break
            if progress is not None:
                progress(sum(number for _, number in done), total)
    finally:
        with contextlib.suppress(Exception):  # of a cluster that has gone
            client.cancel([*running, held] if large else list(running))
    return sorted(done)


def shared_out(ranges: Sequence[Range], threads: int, least: int, most: int) -> Iterator[Range]:
    """Cut ranges into pieces: large ones first, smaller ones towards the end, so that all workers end together.

    Each piece is the part of a thread in half of what is left (guided self-scheduling: Polychronopoulos and Kuck,
    IEEE Transactions on Computers C-36, 1987), within the bounds.
    """
    left = sum(number for _, number in ranges)
    for first, number in ranges:
        start = first
        while start < first + number:
            size = min(max(left // (2 * threads), least), most, first + number - start)
            yield start, size
            start += size
            left -= size


def _finished(distributed: Any, futures: list[Any], stop: threading.Event | None) -> list[Any]:
    """Wait until some futures are done (or failed), looking at the stop event meanwhile."""
    while stop is None or not stop.is_set():
        if ready := [future for future in futures if future.done()]:
            return ready
        with contextlib.suppress(distributed.TimeoutError, TimeoutError):
            distributed.wait(futures, timeout=0.2, return_when="FIRST_COMPLETED")
        time.sleep(0)
    return []


def _answer(future: Any, piece: Range) -> Payload:
    try:
        found: Payload = future.result()
    except (RamsimError, CancelledError):
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise RamsimError(f"cluster: numbers {piece[0]} to {sum(piece) - 1} failed on the workers: {reason}") from None
    return found
