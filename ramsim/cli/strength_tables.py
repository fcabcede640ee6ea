"""A hand-strength table on stdout: the value of staying for each hand and situation; CSV and JSON with all columns."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from ramsim.cells import CELLS
from ramsim.cli.columns import feature_note
from ramsim.cli.results import policies_line

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
    from ramsim.cli.page import print_lines

    print_lines((made.title, policies_line(made.policies)))
    click.echo()
    if made.variant.family == "ramsch":
        _show_ramsch(made)
    else:
        _show_rams(made)


def _show_rams(made: StrengthTable) -> None:
    from ramsim.cli.page import print_lines
    from ramsim.cli.tables import print_estimates
    from ramsim.strength.table import METHODS

    frame, names, total = _values_by_situation(made)
    print_estimates(frame, names)
    lines = [
        CELLS,
        "A column is a seat and the number of players in before it (1/0: seat 1, nobody yet); its value is that of "
        "staying in, in chips against going out, on the same deals. -: going out is not open, or it never came up.",
        feature_note(names),
        *METHODS,
        "--out FILE and --format csv keep also the chances to win and to be bete, tricks and chips "
        "(ramsim strength --help lists the columns).",
    ]
    if total > len(frame):
        lines.insert(0, f"The {len(frame)} most frequent of {total:,} hands; --out FILE keeps them all.")
    if made.unfinished:
        few = "1 line is" if made.unfinished == 1 else f"{made.unfinished:,} lines are"
        lines.append(f"{few} less precise than asked for: too rare a situation.")
    print_lines(filter(None, lines))


_MOMENTS = {
    "round": "Before the skat's round",
    "play": "When play begins",
}


def _show_ramsch(made: StrengthTable) -> None:
    from ramsim.cli.page import print_lines

    notes: list[str] = []
    names: list[str] = []
    for moment in dict.fromkeys(made.frame["moment"]):
        part = made.frame[made.frame["moment"] == moment].drop(columns="moment").dropna(axis=1, how="all")
        click.echo(_MOMENTS[moment])
        notes += _show_moment(part.reset_index(drop=True))
        names += [str(name) for name in part.columns]
        click.echo()
    both = made.frame["moment"].nunique() > 1
    lines = [
        *dict.fromkeys(notes),
        feature_note(list(dict.fromkeys(names))),
        "lose_rate: charged with the most points; trickless_rate: the Jungfrau; sweep_rate: a Durchmarsch; mean_score: "
        "with the variant's sign.",
        "take_: the seat takes the skat and passes on its two dearest cards; push_: it pushes the skat, on the same "
        "deals; push_value: gain by pushing, above 0 is better for the player."
        if both
        else "",
        _at_play(made) if both else "",
        "Unit of independence: the deal. 95 % intervals: of rates 1.96 standard errors, with two hits and two misses "
        "added; of means Student's t, with the error of two deals of 120 points for what was not seen.",
        _bidding(made),
    ]
    print_lines(filter(None, lines))


def student_quantile(deals: pd.Series[int]) -> Any:
    """Give by what a mean's standard error is multiplied for a 95 % interval; NaN for a single deal."""
    from scipy import stats

    return stats.t.ppf(0.975, deals.to_numpy() - 1)


def _bidding(made: StrengthTable) -> str:
    if getattr(made.variant.rules, "trigger", "") != "passed_in":
        return ""
    return "The bidding of trigger = passed_in is not looked at: every deal counts."


def _at_play(made: StrengthTable) -> str:
    if made.classes == "summary":
        return "When play begins hands are as the skat's round has left them, all players following their policies."
    return (
        "When play begins the hand is held as it is, the others' cards are dealt evenly and the skat's round is left "
        "out, so that nothing was pushed."
    )


def _show_moment(frame: pd.DataFrame) -> list[str]:
    """Print the lines of one moment; gives notes."""
    from ramsim.cli.tables import print_estimates

    names = [str(name) for name in frame.columns[: list(frame.columns).index("deals") + 1]]
    order = frame["deals"].to_numpy().argsort(kind="stable")[::-1][:MOST_LINES]
    order.sort()
    table = frame.iloc[order].reset_index(drop=True)
    for name in [str(name) for name in table.columns if f"{name}_se" in table]:
        times = _TIMES if name.endswith("rate") else student_quantile(table["deals"])
        table[f"{name}_lo"] = table[name] - times * table[f"{name}_se"]
        table[f"{name}_hi"] = table[name] + times * table[f"{name}_se"]
    if "share" in table:
        table["share"] = [_per_cent(share) for share in table["share"]]
    notes = list(print_estimates(table, names))
    if len(table) < len(frame):
        click.echo(f"The {len(table)} most frequent of {len(frame):,} lines; --out FILE keeps them all.")
    return notes


def _per_cent(share: float) -> str:
    return f"{share:.2%}" if round(share, 4) else "<0.01%"


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
    table["share"] = [_per_cent(chance) for chance in firsts["chance"].to_numpy()[chosen]]
    for place, (seat, before) in enumerate(situations):
        part = frame.iloc[place::step]
        value, error = (part[name].to_numpy()[chosen] for name in ("value", "value_se"))
        name = f"{seat}/{before}"
        table[name], table[f"{name}_lo"], table[f"{name}_hi"] = value, value - _TIMES * error, value + _TIMES * error
    return table, [*shown, "share"], len(firsts)
