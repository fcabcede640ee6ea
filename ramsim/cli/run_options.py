"""Options of commands that may run long: a chosen precision, limits, checkpoints, a cluster."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from ramsim.cli.options import Number

_Command = TypeVar("_Command", bound=Callable[..., Any])

_PRECISION = (
    click.option(
        "--precision",
        multiple=True,
        metavar="NAME=HALF_WIDTH",
        help="Instead of --hands: go on until the 95 % interval of a column is that narrow, for example "
        "win_rate=0.0005 (every row) or mean_chips:2=0.01 (seat 2); repeatable.",
    ),
    click.option(
        "--precision-rule",
        type=click.Choice(["sequence", "pilot"]),
        default="sequence",
        help="sequence: intervals valid at every look; pilot: a first batch plans a fixed number, fewer deals.  "
        "[default: sequence]",
    ),
    click.option("--max-hands", type=Number(), metavar="N", help="With --precision: most deals to play."),
    click.option("--max-time", metavar="TIME", help="End after this time with what there is: 90s, 10m, 1h30m."),
)
_CHECKPOINT = click.option(
    "--checkpoint",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Keep what was counted in this folder; the same command goes on from there after any interruption.",
)
cluster_option = click.option(
    "--cluster",
    metavar="WHERE",
    help="Count on a Dask cluster: a scheduler's address, or local:N for N processes here.",
)


def long_run_options(command: _Command) -> _Command:
    """Add ``--precision`` with its limits and ``--checkpoint``."""
    for option in reversed((*_PRECISION, _CHECKPOINT)):
        command = option(command)
    return command


def ended_early(hands: int, wanted: int | None, precision: Mapping[str, Any] | None) -> str | None:
    """Give a note for a run that ended before it was done; None for one that did all that was wanted."""
    if precision is not None and precision["reason"] != "reached":
        why = "as many as were allowed" if precision["reason"] == "most" else "stopped"
        return f"The chosen precision was not reached: {hands:,} deals were counted, {why}."
    if precision is None and wanted is not None and hands < wanted:
        return f"Stopped: {hands:,} of {wanted:,} deals were counted."
    return None
