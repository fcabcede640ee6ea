"""Notes and progress, both on stderr and only where somebody reads them."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType

import click

Progress = Callable[[int, int], None]


def note(words: str, *, quiet: bool) -> None:
    """Print a note on stderr, unless notes are not wanted."""
    if not quiet:
        click.echo(words, err=True)


@contextlib.contextmanager
def progress_bar(unit: str, *, quiet: bool) -> Iterator[Progress | None]:
    """Show a bar with units per second and the time left; gives None where stderr is no terminal or is to be quiet.

    The function given is called as ``progress(done, total)``, from any thread.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich import progress as rich_progress
    from rich.console import Console

    columns = (
        rich_progress.BarColumn(),
        rich_progress.TextColumn("{task.percentage:>3.0f} %"),
        rich_progress.TextColumn("{task.completed:,.0f} {task.description}"),
        rich_progress.TextColumn("{task.fields[rate]}"),
        rich_progress.TimeRemainingColumn(),
        rich_progress.TextColumn("left"),
    )
    with rich_progress.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(unit, total=None, rate="")

        def show(done: int, total: int) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, total=total, rate=f"{short(speed)} {unit}/s" if speed else "")

        yield show


@contextlib.contextmanager
def stop_on_interrupt() -> Iterator[threading.Event]:
    """Give an event that the first Ctrl-C sets, so that work ends at the next safe point; the second one interrupts."""
    stop = threading.Event()

    def heard(_number: int, _frame: FrameType | None) -> None:
        stop.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, heard)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)


def short(number: float) -> str:
    """Write a large number shortly: ``12.3 million``, ``950 thousand``, ``871``."""
    for size, word in ((10**9, "billion"), (10**6, "million"), (10**3, "thousand")):
        if number >= size:
            scaled = number / size
            return f"{scaled:.1f} {word}" if scaled < 100 else f"{scaled:.0f} {word}"
    return f"{number:.0f}"
