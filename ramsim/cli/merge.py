"""``ramsim merge``: results of disjoint ranges of deal numbers, added up."""

from __future__ import annotations

from pathlib import Path

import click

from ramsim.cli.deliver import deliver
from ramsim.cli.options import FilePath, format_option, out_option, quiet_option
from ramsim.cli.results import show_result
from ramsim.cli.run_options import check_out


@click.command("merge", short_help="Add up results of disjoint ranges of deals.")
@click.argument("files", nargs=-1, metavar="FILE...", type=FilePath())
@out_option
@format_option
@quiet_option
def command(files: tuple[Path, ...], out: Path | None, layout: str, quiet: bool) -> int:
    """Add up results that ramsim simulate wrote to FILEs, as if all their deals had been played in one run.

    The ranges of deal numbers (--first, --hands) must not overlap, and rules, policies, seed, players, carry and
    version must be the same; files that do not fit are refused.
    """
    check_out(out)
    from ramsim.repeat import merge

    result = merge(files)
    deliver(lambda: show_result(result, layout), [(out, "Written", result.save)], quiet=quiet)
    return 0
