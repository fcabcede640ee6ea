"""``ramsim advise``: one hand: in or out, push or take, and what it is worth."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ramsim.cells import fixed, interval
from ramsim.cli.advise_ramsch import show_ramsch
from ramsim.cli.options import (
    FilePath,
    Integer,
    Number,
    players_option,
    policy_options,
    quiet_option,
    read_changes,
    seed_option,
    set_option,
    variant_argument,
)
from ramsim.cli.page import print_lines
from ramsim.counted import counted
from ramsim.errors import CardError, UsageError

if TYPE_CHECKING:
    from ramsim.advise import Advice

_LINES = (
    ("win_rate", "takes chips from the pot, when in"),
    ("bete_rate", "bete, when in"),
    ("mean_tricks", "tricks, when in"),
    ("chips_in", "chips when in"),
    ("chips_out", "chips when out"),
    ("value", "value of staying"),
)


@click.command("advise", short_help="One hand: in or out, push or take, and what it is worth.")
@variant_argument
@click.argument("hand", metavar="HAND")
@click.option("--upcard", metavar="CARD", help="Rams family only: the card turned up, for example TH.")
@click.option("--seat", type=Integer(), required=True, metavar="N", help="The seat that holds the hand, 0 = eldest.")
@players_option
@click.option(
    "--in",
    "inside",
    default="",
    metavar="SEATS",
    help="Rams family only: seats before it that are in, for example 0,1.  [default: nobody]",
)
@click.option(
    "--pot",
    type=Number(),
    default=0,
    metavar="N",
    help="Rams family only: chips in the pot before the antes.  [default: 0]",
)
@click.option(
    "--skat-cards",
    metavar="CARDS",
    help='Ramsch family only: the two cards taken up, "JD 7S": which two are to be passed on?',
)
@click.option(
    "--pass", "passing", metavar="CARDS", help="Ramsch family only: also compare this pair with the best, to the end."
)
@click.option(
    "--pushed",
    metavar="SEATS",
    help="Ramsch family only: the earlier seats that pushed the skat on, for example 0,1, or none; the others before "
    "it took it.  [default: not known]",
)
@policy_options
@set_option
@seed_option
@click.option(
    "--table",
    type=FilePath(),
    metavar="FILE",
    help="Rams family only: read the answer from a complete table of ramsim strength.",
)
@click.option(
    "--format", "layout", type=click.Choice(["table", "json"]), default="table", help="How to print.  [default: table]"
)
@quiet_option
def command(
    variant: str,
    hand: str,
    upcard: str | None,
    seat: int,
    players: int | None,
    inside: str,
    pot: int,
    skat_cards: str | None,
    passing: str | None,
    pushed: str | None,
    declare: tuple[str, ...],
    play: tuple[str, ...],
    skat: tuple[str, ...],
    assignments: tuple[str, ...],
    seed: int,
    table: Path | None,
    layout: str,
    quiet: bool,  # noqa: ARG001  (its callback has done its work)
) -> int:
    """Advise on one HAND of VARIANT, for example "AH KH 9S 8C 7D": in or out, the chances, and which card to lead.

    Ten cards of the Ramsch family: push the skat or take it; and with the skat known, which two cards to pass on.

    As many deals are played as settle the answer; what is not settled then is called too close.
    """
    from ramsim.advise import advise
    from ramsim.advise_ramsch import RamschAdvice

    try:
        advice = advise(
            variant,
            hand,
            upcard=upcard,
            seat=seat,
            players=players,
            inside=_seats("--in", inside),
            pot=pot,
            declare=declare or None,
            play=play or None,
            skat=skat or None,
            skat_cards=skat_cards,
            passing=passing,
            pushed=None if pushed is None else _seats("--pushed", "" if pushed.strip() == "none" else pushed),
            rules=read_changes(assignments),
            seed=seed,
            table=table,
        )
    except CardError as error:  # typed, not read from a file
        raise UsageError(str(error)) from None
    if layout == "json":
        click.echo(json.dumps(advice.as_json(), ensure_ascii=False, allow_nan=False))
    elif isinstance(advice, RamschAdvice):
        show_ramsch(advice)
    else:
        _show(advice)
    return 0


def _seats(option: str, text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if not all(re.fullmatch(r"\d{1,18}", word, re.ASCII) for word in words):
        raise UsageError(f"{option} {text!r}: write seats like 0,1")
    return tuple(int(word) for word in words)


def _show(advice: Advice) -> None:
    said = ", ".join(map(str, advice.inside)) if advice.inside else "nobody"
    click.echo(
        f"{advice.hand}, upcard {advice.upcard}; seat {advice.seat} of {advice.players}; in before it: {said}; "
        f"pot {advice.pot} before the antes"
    )
    click.echo()
    click.echo(f"Advice: {_sentence(advice)}")
    click.echo()
    for name, words in _LINES:
        value, low, high = advice.numbers[name]
        if value == value:
            click.echo(f"  {words:<36}{fixed(value, 3):>8}   {interval(low, high, 3)}")
    _show_leads(advice)
    click.echo()
    print_lines((_closing(advice),))


def _show_leads(advice: Advice) -> None:
    if not advice.leads:
        return
    click.echo()
    click.echo("  lead    chips when in   less than the best")
    for lead in advice.leads:
        less, error = lead["less_than_best"], 1.96 * lead["less_se"]
        behind = f"{fixed(less, 3)} ±{fixed(error, 3)}" if error else ("best" if not less else fixed(less, 3))
        click.echo(f"  {lead['card']:<6}{fixed(lead['chips'], 3, '+'):>15}   {behind:>18}")
    sure = "" if advice.leads_settled else " (too close to the next to be sure)"
    click.echo(f"  Lead, if in: {advice.best_lead}{sure}")


def _closing(advice: Advice) -> str:
    """Say where the numbers come from and what their intervals are."""
    if advice.source != "simulation":
        return f"{counted(advice.deals, 'deal')}, from {advice.source}. 95 % intervals: 1.96 standard errors."
    return (
        f"{counted(advice.deals, 'deal')} played. The others' cards are dealt from the rest and fit what was declared "
        "so far. 95 % intervals: 1.96 standard errors; the value of staying has a wider one, true however often one "
        "looks. ± of the leads is of the difference on the same deals."
    )


def _sentence(advice: Advice) -> str:
    value, low, high = advice.numbers["value"]
    if advice.verdict == "forced in":
        return "in: going out is not open"
    if advice.verdict == "too close":
        return (
            f"too close: staying is worth {fixed(value, 3, '+')} chips, {fixed(low, 3, '+')} to {fixed(high, 3, '+')}"
        )
    return f"{advice.verdict}: staying is worth {fixed(value, 2, '+')} chips against going out"
