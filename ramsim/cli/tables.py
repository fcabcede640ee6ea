"""Tables of estimates on stdout: a value with its error in each cell, readable at 100 columns.

What a cell reads is in ``ramsim/cells.py``. Columns that do not fit side by side continue below, each part with its
first column again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click
from rich import box
from rich.console import Console
from rich.table import Table

from ramsim.cells import NOTHING, cell_notes, estimate_cells, estimated
from ramsim.cli.page import page_width

if TYPE_CHECKING:
    import pandas as pd

HEADED = box.SIMPLE_HEAD
_GAP = 2


def stdout_console() -> Console:
    """Give a console on stdout: as wide as the terminal, or 100 columns (``COLUMNS`` decides) in a pipe or file."""
    width = None if sys.stdout.isatty() else page_width()
    return Console(file=sys.stdout, width=width, highlight=False)


def print_table(table: Table, console: Console | None = None) -> None:
    """Print a table without blanks at the ends of its lines."""
    console = console or stdout_console()
    with console.capture() as caught:
        console.print(table)
    click.echo("\n".join(line.rstrip() for line in caught.get().strip("\n").splitlines()))


def print_estimates(frame: pd.DataFrame, first: Sequence[str]) -> tuple[str, ...]:
    """Print a frame of estimates; gives the notes that its cells need.

    Parameters
    ----------
    frame
        Columns ``first`` are shown as they are; every column ``x`` with ``x_lo`` and ``x_hi`` beside it is an estimate;
        columns without are left to CSV and JSON.
    first
        The columns that name a row; they are repeated when the table continues below.
    """
    named = {name: [_plain(value) for value in frame[name]] for name in first}
    cells = {name: estimate_cells(frame, name) for name in estimated(frame)}
    return cell_notes(print_cells(named, cells))


def print_cells(named: dict[str, list[str]], cells: dict[str, list[str]]) -> list[str]:
    """Print columns of texts: those of ``named`` first, and again where the table continues below; gives what is shown.

    A row in which nothing applies is left out of a part when another part shows something in it.
    """
    console = stdout_console()
    shown: list[str] = []
    held = [any(map(_says, row)) for row in zip(*cells.values(), strict=True)]
    for part in _parts(named, cells, console.width):
        table = Table(box=HEADED, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
        for place, name in enumerate(part):
            table.add_column(name, justify="right" if place else "left", no_wrap=True)
        for row, shown_elsewhere in zip(zip(*part.values(), strict=True), held, strict=True):
            if any(map(_says, row[len(named) :])) or not shown_elsewhere:
                table.add_row(*row)
                shown += row[len(named) :]
        print_table(table, console)
        click.echo()
    return shown


def _says(cell: str) -> bool:
    return cell not in ("", NOTHING)


def _parts(named: dict[str, list[str]], estimates: dict[str, list[str]], width: int) -> Iterator[dict[str, list[str]]]:
    """Share the columns out over tables that fit the width; each holds at least one estimate."""
    taken = sum(_width(name, cells) for name, cells in named.items())
    part, used = dict(named), taken
    for name, cells in estimates.items():
        if used + _width(name, cells) > width and len(part) > len(named):
            yield part
            part, used = dict(named), taken
        part[name] = cells
        used += _width(name, cells)
    yield part


def _width(name: str, cells: Sequence[str]) -> int:
    return max(len(name), *(len(cell) for cell in cells)) + _GAP if cells else len(name) + _GAP


def _plain(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
