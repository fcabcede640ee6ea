"""With which hands should one stay in Ramsli: the summary table for four players."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from ramsim.strength import StrengthTable, strength
from ramsim.strength.plot import plot_strength
from reports.parts import Size, as_markdown, write_csv, write_page

GROUPS = ["trumps", "best_trump", "side_aces"]
_NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}


def make(folder: Path, size: Size) -> None:
    """Make the summary table of Ramsli for four players, its picture, and the rule of thumb that it gives."""
    made = strength("ramsli", players=4, classes="summary", precision=size.precision)
    write_csv(made.frame, folder / "summary.csv", 4)
    plot_strength(made, folder / "value_of_staying.png")
    frame = made.frame.copy()
    frame["weight"] = frame["chance"] * frame["reach"]
    by_seat = _by_seat(frame)
    write_csv(by_seat, folder / "by_seat.csv")
    staying = _share_staying(frame)
    write_page(
        folder,
        "With which hands should one stay? Ramsli, four players",
        size,
        f"What a hand is worth when it stays, against players who declare by the guide and play by rule: "
        f"{made.deals:,} "
        f"deals, each hand's cards given and the rest dealt so that it fits what was declared before. Value of "
        f"staying is "
        f"chips when in minus chips when out (the ante), pot 4, bete 5; its standard error stands beside it in "
        f"`summary.csv` (at most {size.precision} on every win chance that is not of a rare situation).",
        "![Value of staying by trumps, best trump and side aces](value_of_staying.png)",
        "## Share of hands that should stay",
        "`comes_up`: how often the seat has so many in before it and may go out; `should_stay`: share of its hands "
        "whose group is worth staying with; `win_rate_of_these`: how often these take chips from the pot.",
        as_markdown(staying),
        _in_words(frame),
        "## Value of staying by trumps and side aces",
        "Mean over the hands of a group and the players in before, by how often they come up, in chips, ± to the end "
        "of the 95 % interval (sampling of the deals); `share_percent`: how often such a hand comes to a seat that may "
        "go out; `stays`: the share of these hands that is worth staying with, by the finer groups of `summary.csv`.",
        as_markdown(by_seat, {"share_percent": 2}),
        f"The complete table, one line for each of the 255,304 classes of hand and upcard: {_command(made)}.",
    )


def _command(made: StrengthTable) -> str:
    return f"`ramsim strength ramsli --players {made.players} --classes complete --out ramsli.parquet`"


def _by_seat(frame: pd.DataFrame) -> pd.DataFrame:
    open_to = frame[frame["value"].notna() & (frame["weight"] > 0)]
    rows = []
    for (trumps, aces), some in open_to.groupby(["trumps", "side_aces"]):
        row: dict[str, object] = {"trumps": trumps, "side_aces": aces, "share_percent": 25 * some["weight"].sum()}
        for seat, part in some.groupby("seat"):
            weight = part["weight"] / part["weight"].sum()
            row[f"seat_{seat}"] = float((weight * part["value"]).sum())
            row[f"seat_{seat}_se"] = float(((weight * part["value_se"]) ** 2).sum() ** 0.5)
        row["stays"] = float(some.loc[some["value"] > 0, "weight"].sum() / some["weight"].sum())
        rows.append(row)
    return pd.DataFrame(rows)


def _share_staying(frame: pd.DataFrame) -> pd.DataFrame:
    rows = []
    for (seat, before), some in frame.groupby(["seat", "before"]):
        known = some[some["value"].notna()]
        if known.empty:
            continue
        total = known["weight"].sum()
        rows.append(
            {
                "seat": seat,
                "in_before": before,
                "comes_up": float(total),
                "should_stay": float(known.loc[known["value"] > 0, "weight"].sum() / total),
                "win_rate_of_these": float(
                    np.average(known["win_rate"], weights=known["weight"] * (known["value"] > 0) + 1e-12)
                ),
            }
        )
    return pd.DataFrame(rows)


def _in_words(frame: pd.DataFrame) -> str:
    """Say which groups change sides with the number of trumps, aces and the best trump."""
    known = frame[frame["value"].notna() & (frame["weight"] > 0)]
    lines = []
    for seat, part in known.groupby("seat"):
        grouped = {
            tuple(key): float(np.average(some["value"], weights=some["weight"])) for key, some in part.groupby(GROUPS)
        }
        one = [best for best in "789TJQKA" if grouped.get((1, best, 0), -1) > 0]
        two = [best for best in "89TJQKA" if grouped.get((2, best, 0), -1) > 0]
        name = {0: "Eldest", 3: "The dealer"}.get(int(seat), f"Seat {seat}")
        single = f"one trump alone{_from(one, '7')}" if one else "no lone trump without a side ace"
        pair = f"two trumps{_from(two, '8')}" if two else "no two trumps without a side ace"
        aces = (
            "two side aces without a trump"
            if grouped.get((0, "-", 2), -1) > 0
            else "three side aces (not two) without a trump"
        )
        ace = [best for best in "789TJQKA" if grouped.get((1, best, 1), -1) > 0]
        with_ace = f"a side ace beside one trump{_from(ace, '7')}" if ace else "no side ace beside one trump"
        lines.append(f"- {name} stays with {single}; {pair}; {with_ace}; {aces}; three trumps or more.")
    return "Group means without regard to how many are in before:\n\n" + "\n".join(lines)


def _from(worth: list[str], lowest: str) -> str:
    """Say from which best trump on a hand is worth staying with; ``lowest``: the lowest that there is."""
    if worth[0] == lowest:
        return " (any)"
    name = _NAMES.get(worth[0], worth[0])
    return f", if it is the {name}" if worth[0] == "A" else f", the {name} or a higher one"
