"""The result of ``ramsim sessions`` on stdout: tables for reading, CSV and JSON with the exact numbers."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from ramsim.cells import cell_notes
from ramsim.cli.page import print_lines
from ramsim.cli.results import policies_line
from ramsim.cli.tables import print_cells

if TYPE_CHECKING:
    from ramsim.sessions import SessionsResult


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

    numbers = ", ".join(range_name(pair) for pair in result.ranges)
    terms, *notes = result.notes
    print_lines((f"{result.title}, sessions {numbers}", policies_line(result.plan.table.policy_names), terms))
    texts: list[str] = []
    for name in result.headings:
        click.echo(f"\n{result.headings[name]}\n")
        named, cells = result.texts(name)
        texts += print_cells(named, cells)
    print_lines((*cell_notes(texts), *notes))
