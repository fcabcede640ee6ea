"""Advice for a hand of the Ramsch family in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ramsim.cells import fixed, interval
from ramsim.cli.page import print_lines
from ramsim.counted import counted

if TYPE_CHECKING:
    from ramsim.advise_ramsch import RamschAdvice

_WAYS = (("push", "when pushing"), ("take", "when taking"), ("play", ""))
_LINES = (
    ("lose_rate", "loses"),
    ("trickless_rate", "Jungfrau"),
    ("sweep_rate", "sweeps"),
    ("mean_score", "mean score"),
)
_SEATS = ("forehand", "middlehand", "rearhand")
_SHOWN_PAIRS = 8


def show_ramsch(advice: RamschAdvice) -> None:
    """Print the advice."""
    known = f"; skat {advice.skat_cards}" if advice.skat_cards else ""
    if advice.pushed is not None:
        known = f"; pushed before it: {', '.join(map(str, advice.pushed)) or 'nobody'}{known}"
    click.echo(f"{advice.hand}; seat {advice.seat} ({_SEATS[advice.seat]}){known}")
    click.echo()
    click.echo(f"Advice: {_sentence(advice)}")
    _show_numbers(advice)
    _show_pairs(advice)
    click.echo()
    print_lines((_closing(advice),))


def _sentence(advice: RamschAdvice) -> str:
    if advice.skat_cards:
        sure = "" if advice.pairs_settled else " (too close to the next to be sure)"
        return f"pass {advice.best_pair}{sure}"
    if advice.verdict == "no choice":
        return "nothing to choose before the first card: this is what the hand is worth"
    value, low, high = advice.numbers["push_value"]
    if advice.verdict == "too close":
        bounds = f"{fixed(low, 1, '+')} to {fixed(high, 1, '+')}"
        return f"too close: pushing is worth {fixed(value, 1, '+')} points against taking, {bounds}"
    other = "taking" if advice.verdict == "push" else "pushing"
    return f"{advice.verdict}: {abs(value):.1f} points better than {other}"


def _show_numbers(advice: RamschAdvice) -> None:
    if not advice.numbers:
        return
    click.echo()
    for way, words in _WAYS:
        for name, what in _LINES:
            if f"{way}_{name}" in advice.numbers:
                _line(", ".join(filter(None, (what, words))), advice.numbers[f"{way}_{name}"], _places(name))
    if "push_value" in advice.numbers:
        _line("value of pushing", advice.numbers["push_value"], _places("push_value"))


def _places(name: str) -> int:
    """Give the decimals: three of a chance, one of a score."""
    return 3 if name.endswith("_rate") else 1


def _line(words: str, number: tuple[float, float, float], decimals: int) -> None:
    value, low, high = number
    click.echo(f"  {words:<36}{fixed(value, decimals):>9}   {interval(low, high, decimals)}")


def _show_pairs(advice: RamschAdvice) -> None:
    if not advice.pairs:
        return
    click.echo()
    click.echo("  pass     mean score   worse than the best    loses  Jungfrau   sweeps    deals")
    for pair in advice.pairs[:_SHOWN_PAIRS]:
        error = 1.96 * pair["worse_se"]
        worse = f"{fixed(pair['worse_than_best'], 2):>13} ±{fixed(error, 2)}" if error else f"{'best':>13}"
        chances = f"{pair['lose_rate']:9.3f}{pair['trickless_rate']:10.3f}{pair['sweep_rate']:9.3f}"
        score = fixed(pair["mean_score"], 2, "+")
        click.echo(f"  {pair['pair']:<8}{score:>11}   {worse:<19}{chances}{pair['deals']:9,}")
    left = len(advice.pairs) - _SHOWN_PAIRS
    if left > 0:
        click.echo(f"  and {counted(left, 'more pair')} (--format json has them all)")
    if not advice.skat_cards:
        sure = "" if advice.pairs_settled else " (too close to the next to be sure)"
        click.echo(f"  Discard, if taking: {advice.best_pair}{sure}")


def _closing(advice: RamschAdvice) -> str:
    words = [f"{counted(advice.deals, 'deal')} played."]
    if advice.skat_cards:
        words.append(
            "The others' cards are dealt from the rest and fit a skat that reaches this seat; pairs are compared on "
            "the same deals, and the best few get the most."
        )
    elif "push_value" in advice.numbers:
        passed = "best two are discarded" if advice.pairs else "two dearest cards are passed on"
        words.append(
            "The others' cards are dealt from the rest; both ways are played on the same deals, and when taking the "
            f"{passed}. The interval of the value of pushing is wider and holds however often one looks."
        )
    else:
        words.append("The others' cards are dealt from the rest.")
    if advice.numbers:
        words.append("95 % intervals: 1.96 standard errors.")
    if advice.pairs:
        words.append("± is of the difference on the same deals.")
    return " ".join(words)
