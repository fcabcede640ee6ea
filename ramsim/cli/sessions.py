"""``ramsim sessions``: whole sessions with the pot carried over: bankrolls, pot size, ruin, length."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ramsim.cli.columns import WithColumns
from ramsim.cli.deliver import deliver
from ramsim.cli.notes import note, progress_bar, short, stop_on_interrupt
from ramsim.cli.options import (
    Number,
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
from ramsim.cli.run_options import check_out, ended_early, long_run_options
from ramsim.counted import counted


@click.command(
    "sessions", cls=WithColumns, short_help="Whole sessions with the pot carried over: bankrolls, pots, ruin."
)
@variant_argument
@players_option
@click.option("--sessions", type=Number(), metavar="N", help="Sessions to play.  [default: 100_000]")
@click.option(
    "--deals",
    type=Number(),
    metavar="N",
    help="Most deals of a session.  [default: until its target, stop or lost game, else 100]",
)
@click.option(
    "--target", type=Number(), metavar="N", help="Rams family only: a session ends when a player has so many chips."
)
@click.option(
    "--stack",
    type=Number(),
    metavar="N",
    help="Rams family only: chips of each player at the start.  [default: none, players may owe]",
)
@click.option(
    "--broke",
    metavar="RULE",
    help="A player has no chips left: stop (the session ends), rebuy (he buys another stack), play_on (he owes).  "
    "[default: stop]",
)
@click.option(
    "--schedule",
    metavar="ROUNDS",
    help='Ramsch family only: Bock rounds, for example "3 bock, 3 ramsch"; a round is a deal for each player.',
)
@seed_option
@click.option(
    "--first",
    type=Number(),
    default=0,
    metavar="N",
    help="Number of the first session, so that a run can be shared out.  [default: 0]",
)
@policy_options
@set_option
@long_run_options("sessions", "mean_pot=0.01")
@threads_option
@out_option
@format_option
@quiet_option
@click.pass_obj
def command(
    typed: str,
    /,
    variant: str,
    declare: tuple[str, ...],
    play: tuple[str, ...],
    skat: tuple[str, ...],
    assignments: tuple[str, ...],
    precision: tuple[str, ...],
    out: Path | None,
    layout: str,
    quiet: bool,
    **others: Any,
) -> int:
    """Play whole sessions of VARIANT: the pot is carried from deal to deal and the deal moves round.

    Printed are bankrolls and ruin by player, how long sessions last, the size of the pot and how it grows with the
    number of the deal; for the Ramsch family scores, who loses, and the length of whole games. Intervals have the
    session as unit; the naive error, as if all deals were independent, stands beside.

    Policies belong to players (2=POLICY: player 2, who sits at seat 2 in the first deal). Ctrl-C ends the run and
    keeps whole sessions.
    """
    from ramsim.variants.loader import load_variant

    rules = load_variant(variant, read_changes(assignments))
    check_out(out, others["checkpoint"])
    from ramsim.cli.session_tables import show_sessions
    from ramsim.sessions import sessions as play_sessions

    with progress_bar("sessions", quiet=quiet) as progress, stop_on_interrupt() as stop:
        result = play_sessions(
            rules,
            declare=declare or None,
            play=play or None,
            skat=skat or None,
            precision=precision or None,
            progress=progress,
            stop=stop,
            command=typed,
            **others,
        )
    early = ended_early(
        result.sessions, result.plan.sessions, result.precision, unit="session", done="played to the end"
    )
    if early is not None:
        note(early, quiet=False)
    elif result.seconds:
        speed = short(result.deals / result.seconds)
        note(f"{counted(result.deals, 'deal')} in {result.seconds:.2f} s, {speed} deals/s", quiet=quiet)
    deliver(lambda: show_sessions(result, layout), [(out, "Written", result.save)], quiet=quiet)
    return 0
