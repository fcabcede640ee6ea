"""Options of commands that may run long: a chosen precision, limits, checkpoints, a cluster."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from ramsim.cli.options import FilePath, Number
from ramsim.counted import counted
from ramsim.errors import UsageError

_Command = TypeVar("_Command", bound=Callable[..., Any])
_UNITS = {"hands": "deals", "sessions": "sessions"}
cluster_option = click.option(
    "--cluster",
    metavar="WHERE",
    help="Count on a Dask cluster: a scheduler's address, or local:N for N processes here.",
)


def long_run_options(unit: str = "hands", example: str = "win_rate=0.0005") -> Callable[[_Command], _Command]:
    """Add ``--precision`` with its limits, ``--checkpoint`` and ``--cluster``; ``unit``: what a run has so many of."""
    options = (
        click.option(
            "--precision",
            multiple=True,
            metavar="NAME=HALF_WIDTH",
            help=f"Instead of --{unit}: go on until the 95 % interval of a column is that narrow, for example "
            f"{example} (every row) or NAME:ROW=HALF_WIDTH (one row); repeatable.",
        ),
        click.option(
            "--precision-rule",
            type=click.Choice(["sequence", "pilot"]),
            default="sequence",
            help="sequence: intervals valid at every look; pilot: a first batch plans a fixed number, fewer "
            f"{_UNITS[unit]}.  [default: sequence]",
        ),
        click.option(
            f"--max-{unit}", type=Number(), metavar="N", help=f"With --precision: most {_UNITS[unit]} to play."
        ),
        click.option("--max-time", metavar="TIME", help="End after this time with what there is: 90s, 10m, 1h30m."),
        click.option(
            "--checkpoint",
            type=FilePath(),
            metavar="FOLDER",
            help="Keep what was counted in this folder; the same command goes on from there after any interruption.",
        ),
        cluster_option,
    )

    def add(command: _Command) -> _Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def check_out(out: Path | None, checkpoint: Path | None = None) -> None:
    """Make sure, before any work, that the result can be written to the file asked for, if any.

    Raises
    ------
    UsageError
        As `ramsim.tablefiles.check_out_path`; or when the folder of the checkpoint would stand in its place.
    """
    if out is None:
        return
    from ramsim.tablefiles import check_out_path

    target = check_out_path(out)
    if checkpoint is not None and checkpoint.resolve() == target:
        raise UsageError(f"--out {out}: is the folder of --checkpoint, too: give the file another name")


def ended_early(
    units: int, wanted: int | None, precision: Mapping[str, Any] | None, unit: str = "deal", done: str = "counted"
) -> str | None:
    """Give a note for a run that ended before it was done; None for one that did all that was wanted."""
    if precision is not None and precision["reason"] != "reached":
        why = "as many as were allowed" if precision["reason"] == "most" else "stopped"
        return f"The chosen precision was not reached: {were_done(units, unit, done)}, {why}."
    if precision is None and wanted is not None and units < wanted:
        return f"Stopped: {units:,} of {were_done(wanted, unit, done)}."
    return None


def were_done(number: int, unit: str, done: str) -> str:
    """Say that so many were counted, or whatever was done with them."""
    return f"{counted(number, unit)} {'was' if number == 1 else 'were'} {done}"
