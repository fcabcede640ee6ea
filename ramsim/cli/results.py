"""The result of a batch on stdout: a table for reading, CSV and JSON with the exact numbers."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ramsim.result import Result


def show_result(result: Result, layout: str) -> None:
    """Print a result on stdout as ``"table"``, ``"csv"`` or ``"json"``."""
    if layout == "json":
        click.echo(json.dumps(result.as_json(), ensure_ascii=False, allow_nan=False))
    elif layout == "csv":
        result.frame.to_csv(sys.stdout, index=False, lineterminator="\n")
    else:
        _show_table(result)


def _show_table(result: Result) -> None:
    from ramsim.cli.page import print_lines
    from ramsim.cli.tables import print_estimates

    print_lines((f"{result.title}, deals {deal_numbers(result)}", policies_line(result.policies)))
    click.echo()
    print_lines((*print_estimates(result.frame, ["seat"]), *result.notes))


def policies_line(policies: Mapping[str, Any]) -> str:
    """Say who plays how: each kind of policy with what was chosen, in the order in which they come into play."""
    order = sorted(policies, key=lambda kind: (kind == "play", kind))
    return "policies: " + "; ".join(f"{kind} {policies[kind]}" for kind in order)


def deal_numbers(result: Result) -> str:
    """Say which deals of the seed were counted, for example ``0 to 999,999``."""
    from ramsim.ranges import range_name

    return ", ".join(range_name(pair) for pair in result.ranges)
