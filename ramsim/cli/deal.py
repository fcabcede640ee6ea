"""``ramsim deal``: one deal of a batch, shown card by card or written as a hand record."""

from __future__ import annotations

import json

import click

from ramsim.cli.options import (
    Number,
    carry_option,
    players_option,
    policy_options,
    read_changes,
    seed_option,
    set_option,
    variant_argument,
)
from ramsim.cli.page import print_lines


@click.command("deal", short_help="One deal of a batch, card by card.")
@variant_argument
@players_option
@seed_option
@click.option(
    "--number",
    type=Number(),
    default=0,
    metavar="N",
    help="Number of the deal in the batch of this seed.  [default: 0]",
)
@policy_options
@set_option
@carry_option
@click.option("--record", is_flag=True, help="Write the deal as a hand record, one JSON line that ramsim replay reads.")
def command(
    variant: str,
    players: int | None,
    seed: int,
    number: int,
    declare: tuple[str, ...],
    play: tuple[str, ...],
    skat: tuple[str, ...],
    assignments: tuple[str, ...],
    carry: int,
    record: bool,
) -> None:
    """Show one deal of VARIANT card by card: the very deal that ramsim simulate plays under this seed and number.

    Each card that a rule forced is told with its reason.
    """
    from ramsim.deals import show_deal

    deal = show_deal(
        variant,
        players=players,
        seed=seed,
        number=number,
        declare=declare or None,
        play=play or None,
        skat=skat or None,
        rules=read_changes(assignments),
        carry=carry,
    )
    if record:
        click.echo(json.dumps(deal.record, ensure_ascii=False))
    else:
        print_lines(deal.text.splitlines())
