"""The result of ``ramsim sessions`` on stdout: tables for reading, CSV and JSON with the exact numbers."""

from __future__ import annotations

import json
import math
import re
import sys
import textwrap
from typing import TYPE_CHECKING

import click

from ramsim.cli.tables import estimate_cells, estimated, print_cells, stdout_console

if TYPE_CHECKING:
    import pandas as pd

    from ramsim.sessions import SessionsResult

_CELLS = (
    "A cell is the estimate ± the distance to the farther end of its 95 % interval, rounded up; naive ±: the same if "
    "all deals were independent, which they are not."
)
_NORMAL = 1.959964
_QUANTILE = re.compile(r"_q\d\d$")


def show_sessions(result: SessionsResult, layout: str) -> None:
    """Print a result on stdout as ``"table"``, ``"csv"`` or ``"json"``."""
    if layout == "json":
        click.echo(json.dumps(result.as_json(), ensure_ascii=False, allow_nan=False))
    elif layout == "csv":
        result.frame.to_csv(sys.stdout, index=False, lineterminator="\n")
    else:
        _show_tables(result)


def _show_tables(result: SessionsResult) -> None:
    from ramsim.ranges import range_name

    width = stdout_console().width
    policies = "; ".join(f"{kind} {words}" for kind, words in result.plan.table.policy_names.items())
    numbers = ", ".join(range_name(pair) for pair in result.ranges)
    terms, *notes = result.notes
    for line in (f"{result.title}, sessions {numbers}", f"policies: {policies}", terms):
        click.echo(textwrap.fill(line, width, subsequent_indent="  "))
    for name in result.headings:
        click.echo(f"\n{result.headings[name]}\n")
        frame = result.table(name)
        if len(frame) == 1:
            _print_list(frame)
        else:
            _print_rows(frame, result.row_names[name])
    for line in (_CELLS, *notes):
        click.echo(textwrap.fill(line, width, subsequent_indent="  "))


def _print_rows(frame: pd.DataFrame, row_name: str) -> None:
    """Print a table with a column a quantity."""
    cells: dict[str, list[str]] = {}
    for name in estimated(frame):
        cells[name] = _cells(frame, name)
        if frame[f"{name}_naive_se"].notna().any():
            cells["naive ±" if "naive ±" not in cells else f"naive ± ({name})"] = _naive(frame, name)
    named = {row_name: [str(row) for row in frame["row"]]}
    if row_name == "deal":
        named["sessions"] = [f"{count:,}" for count in frame["sessions"]]
    print_cells(named, cells)


def _print_list(frame: pd.DataFrame) -> None:
    """Print a table of one row with a line a quantity."""
    names = estimated(frame)
    columns = {"": [_cells(frame, name)[0] for name in names]}
    naive = [_naive(frame, name)[0] for name in names]
    if any(text != "" for text in naive):
        columns["naive ±"] = naive
    print_cells({"quantity": names}, columns)


def _cells(frame: pd.DataFrame, name: str) -> list[str]:
    """Write a column of estimates; quantiles and largest values are whole numbers."""
    if frame[f"{name}_lo"].isna().all():
        return ["-" if math.isnan(value) else f"{value:,.0f}" for value in frame[name]]
    if not _QUANTILE.search(name):
        return estimate_cells(frame, name)
    triples = zip(frame[name], frame[f"{name}_lo"], frame[f"{name}_hi"], strict=True)
    return [
        "-" if math.isnan(value) else f"{value:,.0f} ±{max(hi - value, value - lo):,.0f}" for value, lo, hi in triples
    ]


def _naive(frame: pd.DataFrame, name: str) -> list[str]:
    return ["" if math.isnan(error) else f"{_NORMAL * error:.2g}" for error in frame[f"{name}_naive_se"]]
