"""``ramsim strength``: hand-strength tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ramsim.cli.columns import WithColumns
from ramsim.cli.deliver import deliver
from ramsim.cli.notes import note, progress_bar, short, stop_on_interrupt
from ramsim.cli.options import (
    FilePath,
    Integer,
    carry_option,
    format_option,
    out_option,
    players_option,
    policy_options,
    quiet_option,
    read_changes,
    seed_option,
    set_option,
    threads_option,
    variant_argument,
)
from ramsim.cli.run_options import check_out, cluster_option
from ramsim.counted import counted
from ramsim.errors import UsageError

if TYPE_CHECKING:
    from ramsim.strength import StrengthTable
    from ramsim.variants import Variant


@click.command("strength", cls=WithColumns, short_help="Hand-strength tables: what a hand is worth, in or out.")
@variant_argument
@players_option
@click.option(
    "--classes",
    default="summary",
    metavar="WHICH",
    help="complete: every class of hand and upcard (Rams family only); summary: groups by trumps, best trump, side "
    "aces and side length, or by jacks, aces, bare tens and sevens; or a file with a hand on each line, "
    "AH KH 9S 8C 7D | TH.  [default: summary]",
)
@seed_option
@policy_options
@set_option
@carry_option
@click.option(
    "--precision",
    type=float,
    default=0.01,
    metavar="SE",
    help="Largest standard error of a win chance; Ramsch family: of a rate of one half.  [default: 0.01]",
)
@click.option(
    "--iterate",
    type=Integer(),
    metavar="K",
    help="Rams family only: then K times the complete table against players who declare by the last one.",
)
@threads_option
@click.option(
    "--checkpoint",
    type=FilePath(),
    metavar="FOLDER",
    help="Keep what was counted in this folder; the same command goes on from there after any interruption.",
)
@cluster_option
@click.option(
    "--plot",
    type=FilePath(),
    metavar="FILE",
    help="Rams family only: draw the table, .png or .svg (extra report).",
)
@out_option
@format_option
@quiet_option
@click.pass_obj
def command(
    typed: str,
    variant: str,
    players: int | None,
    classes: str,
    seed: int,
    declare: tuple[str, ...],
    play: tuple[str, ...],
    skat: tuple[str, ...],
    assignments: tuple[str, ...],
    carry: int,
    precision: float,
    iterate: int | None,
    threads: int | None,
    checkpoint: Path | None,
    cluster: str | None,
    plot: Path | None,
    out: Path | None,
    layout: str,
    quiet: bool,
) -> int:
    """Say what each hand of VARIANT is worth to each seat, by how many players are in before it.

    The seat's hand and the upcard are given, the other cards are dealt from the rest; the others declare and play by
    their policies, and what they have declared before the seat is what they hold cards for. Shown is the value of
    staying in chips; CSV and JSON hold the chances to win and to be bete, tricks and chips as well.

    Ten cards of the Ramsch family: what the hand is worth to each seat that takes the skat, and that pushes it.
    """
    changes = read_changes(assignments)
    check_out(out, checkpoint)
    if plot is not None:
        from ramsim.strength.plot import check_plot_path
        from ramsim.tablefiles import check_place

        check_plot_path(plot)
        check_place(plot)
    if iterate is not None:
        classes = "complete"
    from ramsim.engine.how import How
    from ramsim.engine.plan import make_plan
    from ramsim.strength import strength_of

    plan = make_plan(
        variant,
        players=players,
        seed=seed,
        declare=declare or None,
        play=play or None,
        skat=skat or None,
        rules=changes,
        carry=carry,
    )
    if plot is not None:
        _check_picture(plan.variant, classes)
    unit = "rows" if plan.variant.family == "rams" else "batches of deals"
    with progress_bar(unit, quiet=quiet) as progress, stop_on_interrupt() as stop:
        how = How(threads=threads, cluster=cluster, progress=progress, checkpoint=checkpoint, stop=stop)
        options: dict[str, Any] = {"precision": precision, "how": how, "command": typed}
        if iterate is None:
            made = strength_of(plan, classes, **options)
        else:
            from ramsim.strength.iterate import iterate as iterated

            made = iterated(plan, iterate, told=lambda step: note(_change(step), quiet=quiet), **options)
    if made.seconds:
        speed = short(made.deals / made.seconds)
        note(f"{counted(made.deals, 'deal')} played in {made.seconds:.2f} s, {speed} deals/s", quiet=quiet)
    from ramsim.cli.strength_tables import show_strength

    files = [(out, "Written", made.save), (plot, "Drawn", lambda path: _drawn(made, path))]
    deliver(lambda: show_strength(made, layout), files, quiet=quiet)
    return 0


def _check_picture(variant: Variant, classes: str) -> None:
    """Refuse a picture that cannot be drawn before anything is counted for it."""
    if variant.family != "rams":
        raise UsageError(f"--plot: {variant.name}: the picture shows trumps and side aces of the rams family")
    if classes not in ("complete", "summary"):
        raise UsageError("--plot: a picture needs a table of all hands: --classes complete or summary")


def _drawn(made: StrengthTable, path: Path) -> Path:
    from ramsim.strength.plot import plot_strength

    return plot_strength(made, path)


def _change(step: dict[str, Any]) -> str:
    return (
        f"Round {step['round']}: {step['decisions']:.2%} of decisions change, the value of staying by "
        f"{step['value']:.3f} chips on average (sampling errors alone: {step['noise']:.3f})"
    )
