"""Notes and progress, both on stderr and only where somebody reads them."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich import progress


def note(words: str, *, quiet: bool) -> None:
    """Print a note on stderr, unless notes are not wanted."""
    if not quiet:
        click.echo(words, err=True)


@contextlib.contextmanager
def progress_bar(unit: str, *, quiet: bool) -> Iterator[Callable[[int, int], None] | None]:
    """Show a bar with units per second and the time left; gives None where stderr is no terminal or is to be quiet.

    The function given is called as ``progress(done, total)``, from any thread.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    bar = _Bar(unit)
    try:
        yield bar.show
    finally:
        bar.end()


class _Bar:
    """A progress bar that appears when the work has begun: nothing to see while kernels are compiled."""

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._bar: progress.Progress | None = None

    def show(self, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` units are done."""
        if not done:
            return
        if self._bar is None:
            self._bar = self._begun(total)
        task = self._bar.tasks[0]
        rate = f"{short(task.speed)} {self._unit}/s" if task.speed else ""
        self._bar.update(task.id, completed=done, rate=rate)

    def end(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()

    def _begun(self, total: int) -> progress.Progress:
        from rich import progress
        from rich.console import Console

        columns = (
            progress.BarColumn(),
            progress.TextColumn("{task.percentage:>3.0f} %  {task.completed:,.0f} {task.description}"),
            progress.TextColumn("{task.fields[rate]}"),
            progress.TimeRemainingColumn(),
            progress.TextColumn("left"),
        )
        bar = progress.Progress(*columns, console=Console(stderr=True), transient=True)
        bar.add_task(self._unit, total=total, rate="")
        bar.start()
        return bar


@contextlib.contextmanager
def stop_on_interrupt() -> Iterator[threading.Event]:
    """Give an event that the first Ctrl-C sets, so that work ends at the next safe point; the second one interrupts."""
    stop = threading.Event()

    def heard(_number: int, _frame: FrameType | None) -> None:
        stop.set()
        # A handler may come in the middle of any other writing: the bare system call cannot get into its way.
        os.write(2, b"\nStopping and keeping what was counted; Ctrl-C again ends at once.\n")
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
            return f"{scaled:.1f} {word}" if scaled < 99.95 else f"{scaled:.0f} {word}"
    return f"{number:.0f}"
