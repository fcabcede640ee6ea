"""``ramsim compare``: variants, payouts or policies on the same deals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ramsim.cli.columns import WithColumns
from ramsim.cli.compare_tables import show_comparison
from ramsim.cli.deliver import deliver
from ramsim.cli.notes import note, progress_bar, short, stop_on_interrupt
from ramsim.cli.options import (
    DEFAULT_HANDS,
    Number,
    carry_option,
    format_option,
    hands_option,
    out_option,
    players_option,
    policy_options,
    quiet_option,
    seed_option,
    threads_option,
)
from ramsim.cli.run_options import check_out, ended_early, long_run_options
from ramsim.counted import counted


@click.command("compare", cls=WithColumns, short_help="Variants, payouts or policies on the same deals.")
@click.argument("variants", nargs=-1, required=True, metavar="VARIANT...")
@players_option
@hands_option
@seed_option
@click.option("--first", type=Number(), default=0, metavar="N", help="Number of the first deal.  [default: 0]")
@policy_options
@click.option(
    "--set",
    "assignments",
    multiple=True,
    metavar="FIELD=VALUE",
    help="Set a rule field; the same field several times makes alternatives: --set bete=5 --set bete=pot.",
)
@click.option(
    "--baseline",
    metavar="NAME",
    help="The alternative that the others are compared with, by its name in the table or its number from 1.  "
    "[default: the first]",
)
@click.option(
    "--quantity",
    "quantities",
    multiple=True,
    metavar="NAME",
    help="Only this quantity, for example mean_chips; repeatable.  [default: all]",
)
@carry_option
@long_run_options(example="mean_chips=0.01")
@threads_option
@out_option
@format_option
@quiet_option
@click.pass_obj
def command(
    typed: str,
    /,
    variants: tuple[str, ...],
    hands: int | None,
    declare: tuple[str, ...],
    play: tuple[str, ...],
    skat: tuple[str, ...],
    assignments: tuple[str, ...],
    quantities: tuple[str, ...],
    precision: tuple[str, ...],
    out: Path | None,
    layout: str,
    quiet: bool,
    **others: Any,
) -> int:
    """Compare two or more VARIANTs, or one under several --set or policy alternatives, on the same deals.

    Alternatives that differ in payments only are played once and priced under each. For each quantity: the value of
    each alternative, its difference from the baseline with the paired error, and how many independent deals would have
    given as small an error. Variants with different packs share no deals: they are compared unpaired, and the table
    says so. --play rule --play random compares policies.
    """
    from ramsim.compare import compare

    check_out(out, others["checkpoint"])
    with progress_bar("deals", quiet=quiet) as progress, stop_on_interrupt() as stop:
        comparison = compare(
            *variants,
            rules=_alternatives(assignments),
            declare=declare or None,
            play=play or None,
            skat=skat or None,
            hands=hands,
            quantities=quantities or None,
            precision=precision or None,
            progress=progress,
            stop=stop,
            command=typed,
            **others,
        )
    if not comparison.hands:
        raise KeyboardInterrupt
    early = ended_early(comparison.hands, hands or DEFAULT_HANDS, comparison.precision)
    if early is not None:
        note(early, quiet=False)
    elif comparison.seconds:
        speed = short(comparison.hands / comparison.seconds)
        note(f"{counted(comparison.hands, 'deal')} in {comparison.seconds:.2f} s, {speed} deals/s", quiet=quiet)
    deliver(lambda: show_comparison(comparison, layout), [(out, "Written", comparison.save)], quiet=quiet)
    return 0


def _alternatives(assignments: tuple[str, ...]) -> dict[str, list[Any]]:
    """Read what ``--set`` was given: field -> its values, of which several are alternatives."""
    from ramsim.variants.loader import parse_assignment

    found: dict[str, list[Any]] = {}
    for text in assignments:
        field, value = parse_assignment(text)
        found.setdefault(field, []).append(value)
    return found
