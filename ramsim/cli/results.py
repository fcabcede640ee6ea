"""The result of a batch on stdout: a table for reading, CSV and JSON with the exact numbers."""

from __future__ import annotations

import json
import sys
import textwrap
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ramsim.result import Result

_CELLS = "A cell is the estimate ± the distance to the farther end of its 95 % interval, rounded up."


def show_result(result: Result, layout: str) -> None:
    """Print a result on stdout as ``"table"``, ``"csv"`` or ``"json"``."""
    if layout == "json":
        click.echo(json.dumps(result.as_json(), ensure_ascii=False, allow_nan=False))
    elif layout == "csv":
        result.frame.to_csv(sys.stdout, index=False, lineterminator="\n")
    else:
        _show_table(result)


def _show_table(result: Result) -> None:
    from ramsim.cli.tables import print_estimates, stdout_console

    width = stdout_console().width
    policies = "; ".join(f"{kind} {words}" for kind, words in result.policies.items())
    for line in (f"{result.title}, deals {deal_numbers(result)}", f"policies: {policies}"):
        click.echo(textwrap.fill(line, width, subsequent_indent="  "))
    click.echo()
    print_estimates(result.frame, ["seat"])
    for line in (_CELLS, *result.notes, *_precision_lines(result)):
        click.echo(textwrap.fill(line, width, subsequent_indent="  "))


def _precision_lines(result: Result) -> tuple[str, ...]:
    if result.precision is None:
        return ()
    from ramsim.precision import reached_lines

    return reached_lines(result.precision)


def deal_numbers(result: Result) -> str:
    """Say which deals of the seed were counted, for example ``0 to 999,999``."""
    from ramsim.ranges import range_name

    return ", ".join(range_name(pair) for pair in result.ranges)
