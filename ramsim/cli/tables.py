"""Tables of estimates on stdout: a value with its error in each cell, readable at 100 columns.

A cell reads ``0.2531 ±0.0003``: the estimate and the distance to the farther end of its 95 % interval, rounded up. A
column shows as many decimals as its middle row deserves. Columns that do not fit side by side continue below,
each part with its first column again.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click
from rich import box
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    import pandas as pd

HEADED = box.SIMPLE_HEAD
PAGE_WIDTH, LEAST_WIDTH = 100, 20
MOST_DECIMALS = 9
_GAP = 2


def stdout_console() -> Console:
    """Give a console on stdout: as wide as the terminal, or 100 columns (``COLUMNS`` decides) in a pipe or file."""
    width = None if sys.stdout.isatty() else _columns()
    return Console(file=sys.stdout, width=width, highlight=False)


def _columns() -> int:
    """Give the width that ``COLUMNS`` asks for, where it is one that a table fits in."""
    return max(int(os.environ.get("COLUMNS", PAGE_WIDTH)), LEAST_WIDTH)


def print_table(table: Table, console: Console | None = None) -> None:
    """Print a table without blanks at the ends of its lines."""
    console = console or stdout_console()
    with console.capture() as caught:
        console.print(table)
    click.echo("\n".join(line.rstrip() for line in caught.get().strip("\n").splitlines()))


def print_estimates(frame: pd.DataFrame, first: Sequence[str]) -> None:
    """Print a frame of estimates.

    Parameters
    ----------
    frame
        Columns ``first`` are shown as they are; every column ``x`` with ``x_lo`` and ``x_hi`` beside it is an estimate;
        columns without are left to CSV and JSON.
    first
        The columns that name a row; they are repeated when the table continues below.
    """
    named = {name: [_plain(value) for value in frame[name]] for name in first}
    print_cells(named, {name: estimate_cells(frame, name) for name in estimated(frame)})


def print_cells(named: dict[str, list[str]], cells: dict[str, list[str]]) -> None:
    """Print columns of texts: those of ``named`` first, and again where the table continues below."""
    console = stdout_console()
    for part in _parts(named, cells, console.width):
        table = Table(box=HEADED, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
        for place, name in enumerate(part):
            table.add_column(name, justify="right" if place else "left", no_wrap=True)
        for row in zip(*part.values(), strict=True):
            table.add_row(*row)
        print_table(table, console)
        click.echo()


def estimated(frame: pd.DataFrame) -> list[str]:
    """Give the names of the columns that hold estimates."""
    names = {str(name) for name in frame.columns}
    return [str(name) for name in frame.columns if {f"{name}_lo", f"{name}_hi"} <= names]


def estimate_cells(frame: pd.DataFrame, name: str) -> list[str]:
    """Write a column of estimates, one cell a row: ``0.2531 ±0.0003``, or ``-`` where there is nothing to estimate."""
    triples = [
        (float(value), float(low), float(high))
        for value, low, high in zip(frame[name], frame[f"{name}_lo"], frame[f"{name}_hi"], strict=True)
    ]
    errors = [max(high - value, value - low) for value, low, high in triples]
    decimals = decimals_for(errors)
    return [_cell(value, error, decimals) for (value, _, _), error in zip(triples, errors, strict=True)]


def decimals_for(errors: Sequence[float]) -> int:
    """Choose the decimals of a column: one figure of its middle error, two where that figure is a 1 or a 2."""
    known = sorted(error for error in errors if error > 0 and math.isfinite(error))
    if not known:
        return 4
    figures, _, place = f"{known[(len(known) - 1) // 2]:.6e}".partition("e")
    return min(max(-int(place) + (figures[0] in "12"), 0), MOST_DECIMALS)


def _cell(value: float, error: float, decimals: int) -> str:
    if math.isnan(value):
        return "-"
    if math.isnan(error):
        return f"{value:.{decimals}f} ±?"
    step = 10.0**-decimals
    rounded = math.ceil(error / step - 1e-6) * step
    return f"{value:.{decimals}f} ±{rounded:.{decimals}f}"


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
