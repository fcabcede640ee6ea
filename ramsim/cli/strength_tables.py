"""A hand-strength table on stdout: the value of staying for each hand and situation; CSV and JSON with all columns."""

from __future__ import annotations

import json
import sys
import textwrap
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    import pandas as pd

    from ramsim.strength import StrengthTable

MOST_LINES = 200
_TIMES = 1.959964


def show_strength(made: StrengthTable, layout: str) -> None:
    """Print a table on stdout as ``"table"``, ``"csv"`` or ``"json"``."""
    if layout == "json":
        click.echo(json.dumps(made.as_json(), ensure_ascii=False, allow_nan=False))
    elif layout == "csv":
        made.frame.to_csv(sys.stdout, index=False, lineterminator="\n")
    else:
        _show(made)


def _show(made: StrengthTable) -> None:
    from ramsim.cli.tables import print_estimates, stdout_console
    from ramsim.strength.table import METHODS

    width = stdout_console().width
    click.echo(textwrap.fill(made.title, width, subsequent_indent="  "))
    click.echo(
        textwrap.fill("policies: " + "; ".join(f"{kind} {words}" for kind, words in made.policies.items()), width)
    )
    click.echo()
    if made.variant.family == "ramsch":
        _show_ramsch(made)
        return
    frame, names, total = _values_by_situation(made)
    print_estimates(frame, names)
    lines = [
        "Value of staying in chips, by seat/players in before it; an empty cell: going out is not open there. ± is the "
        "distance to the end of the 95 % interval, rounded up.",
        *METHODS,
    ]
    if total > len(frame):
        lines.insert(0, f"The {len(frame)} most frequent of {total:,} hands; --out FILE keeps them all.")
    if made.unfinished:
        few = "1 line is" if made.unfinished == 1 else f"{made.unfinished:,} lines are"
        lines.append(f"{few} less precise than asked for: too rare a situation.")
    for line in lines:
        click.echo(textwrap.fill(line, width, subsequent_indent="  "))


def _show_ramsch(made: StrengthTable) -> None:
    from ramsim.cli.tables import print_estimates

    names = [str(name) for name in made.frame.columns[: list(made.frame.columns).index("deals") + 1]]
    order = made.frame["deals"].to_numpy().argsort(kind="stable")[::-1][:MOST_LINES]
    order.sort()
    table = made.frame.iloc[order].reset_index(drop=True)
    for name in [str(name) for name in table.columns if f"{name}_se" in table]:
        table[f"{name}_lo"] = table[name] - _TIMES * table[f"{name}_se"]
        table[f"{name}_hi"] = table[name] + _TIMES * table[f"{name}_se"]
    if "share" in table:
        table["share"] = [f"{share:.2%}" for share in table["share"]]
    print_estimates(table, names)
    click.echo(
        "take: the seat takes the skat and passes its two dearest cards; push: it pushes the skat; the same deals."
    )
    click.echo(
        "push_value: gain by pushing, above 0 is better for the player. ± reaches to the end of the 95 % interval."
    )


def _values_by_situation(made: StrengthTable) -> tuple[pd.DataFrame, list[str], int]:
    """Give one line for each hand, with the value of staying of each situation as an estimate."""
    import pandas as pd

    frame = made.frame
    names = [str(name) for name in frame.columns[: list(frame.columns).index("seat")]]
    shown = [name for name in names if name not in ("class", "multiplicity", "chance", "classes")]
    situations = list(dict.fromkeys(zip(frame["seat"], frame["before"], strict=True)))
    step = len(situations)
    firsts = frame.iloc[::step]
    chosen = firsts["chance"].to_numpy().argsort(kind="stable")[::-1][:MOST_LINES]
    chosen.sort()
    table = pd.DataFrame({name: firsts[name].to_numpy()[chosen] for name in shown})
    table["share"] = [f"{chance:.2%}" for chance in firsts["chance"].to_numpy()[chosen]]
    for place, (seat, before) in enumerate(situations):
        part = frame.iloc[place::step]
        value, error = (part[name].to_numpy()[chosen] for name in ("value", "value_se"))
        name = f"{seat}/{before}"
        table[name], table[f"{name}_lo"], table[f"{name}_hi"] = value, value - _TIMES * error, value + _TIMES * error
    return table, [*shown, "share"], len(firsts)
