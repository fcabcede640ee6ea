"""``ramsim simulate``: a batch of independent deals, rates and means per seat."""

from __future__ import annotations

from pathlib import Path

import click

from ramsim.cli.notes import note, progress_bar, short, stop_on_interrupt
from ramsim.cli.options import (
    Number,
    carry_option,
    format_option,
    hands_option,
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
from ramsim.cli.results import show_result


@click.command("simulate", short_help="A batch of independent deals: rates per seat.")
@variant_argument
@players_option
@hands_option
@seed_option
@click.option(
    "--first",
    type=Number(),
    default=0,
    metavar="N",
    help="Number of the first deal, so that a batch can be shared out.  [default: 0]",
)
@policy_options
@set_option
@carry_option
@threads_option
@out_option
@format_option
@quiet_option
@click.pass_obj
def command(
    typed: str,
    variant: str,
    players: int | None,
    hands: int,
    seed: int,
    first: int,
    declare: tuple[str, ...],
    play: tuple[str, ...],
    skat: tuple[str, ...],
    assignments: tuple[str, ...],
    carry: int,
    threads: int | None,
    out: Path | None,
    layout: str,
    quiet: bool,
) -> int:
    """Play a batch of independent deals of VARIANT and print rates and means per seat, with their 95 % intervals.

    The same command gives the same numbers on any machine and with any number of threads. Ctrl-C ends the run and keeps
    what was counted.
    """
    from ramsim.variants.loader import load_variant

    rules = load_variant(variant, read_changes(assignments))
    if out is not None:
        from ramsim.output import check_out_path

        check_out_path(out)
    from ramsim.simulate import simulate

    with progress_bar("deals", quiet=quiet) as progress, stop_on_interrupt() as stop:
        result = simulate(
            rules,
            players=players,
            hands=hands,
            seed=seed,
            first=first,
            declare=declare or None,
            play=play or None,
            skat=skat or None,
            carry=carry,
            threads=threads,
            progress=progress,
            stop=stop,
            command=typed,
        )
    if not result.hands:
        raise KeyboardInterrupt
    if result.hands < hands:
        note(f"Stopped: {result.hands:,} of {hands:,} deals were counted.", quiet=False)
    elif result.seconds:
        speed = short(result.hands / result.seconds)
        note(f"{result.hands:,} deals in {result.seconds:.2f} s, {speed} deals/s", quiet=quiet)
    if out is not None:
        note(f"Written: {result.save(out)}", quiet=quiet)
    show_result(result, layout)
    return 0
