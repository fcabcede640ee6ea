"""``ramsim replay``: checks, explains and settles recorded hands, one record a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from ramsim.cli.options import quiet_option
from ramsim.cli.page import print_lines
from ramsim.counted import counted

if TYPE_CHECKING:
    from ramsim.replay import ReplayLine


@click.command("replay", short_help="Checks, explains and settles recorded hands.")
@click.argument("file", metavar="FILE")
@click.option(
    "--format",
    "layout",
    type=click.Choice(["text", "json"]),
    default="text",
    help="Tell each hand trick by trick, or print one JSON object a line.  [default: text]",
)
@quiet_option
def command(file: str, layout: str, quiet: bool) -> int:
    """Check, explain and settle the hand records of FILE (- reads stdin), one JSON object a line.

    Every line is reported. The exit code is 1 when any of them is not right.
    """
    from ramsim.replay import replay

    right = wrong = 0
    for line in replay("/dev/stdin" if file == "-" else file):
        right, wrong = right + line.ok, wrong + (not line.ok)
        if layout == "json":
            click.echo(json.dumps(line.as_json(), ensure_ascii=False))
        else:
            print_lines(_told(line))
    if not quiet:
        click.echo(f"{counted(right + wrong, 'record')}: {right:,} right, {wrong:,} wrong", err=True)
    return 1 if wrong else 0


def _told(line: ReplayLine) -> list[str]:
    if line.account is None:
        return [f"line {line.line}: wrong: {line.error}", ""]
    return [f"line {line.line}: right, {line.account.variant}", *(f"  {words}" for words in line.account.text), ""]
