"""Win and bete rates of every preset."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

import ramsim
from ramsim.variants import load_variant, preset_names
from reports.parts import Size, as_markdown, save_bars, write_csv, write_page

RAMS = ("in_rate", "win_rate", "most_rate", "bete_rate", "bete_rate_in", "mean_tricks", "mean_chips")
RAMSCH = ("lose_rate", "mean_points", "mean_score", "trickless_rate", "sweep_rate", "push_rate")


def make(folder: Path, size: Size) -> None:
    """Play every preset with its usual number of players and the default policies."""
    rows: dict[str, list[dict[str, Any]]] = {"rams": [], "ramsch": []}
    for name in preset_names():
        variant = load_variant(name)
        carry = 5 if variant.family == "rams" and getattr(variant.rules, "dropping", "") == "double_pot" else 0
        frame = ramsim.simulate(name, hands=size.hands, carry=carry).frame
        line = frame[frame["seat"] == "all"].iloc[0]
        row: dict[str, Any] = {"preset": name, "players": variant.usual_players}
        if variant.family == "rams":
            row["carry"] = carry
        for column in RAMS if variant.family == "rams" else RAMSCH:
            row |= {column: float(line[column]), f"{column}_se": float(line[f"{column}_se"])}
        rows[variant.family].append(row)
    rams, ramsch = pd.DataFrame(rows["rams"]), pd.DataFrame(rows["ramsch"])
    write_csv(rams, folder / "rams.csv", 6)
    write_csv(ramsch, folder / "ramsch.csv", 6)
    save_bars(
        rams,
        ("preset", "preset"),
        {"win_rate": "takes chips from the pot (win_rate)", "bete_rate": "is bete (bete_rate)"},
        folder / "rates.png",
        "Rams family: how often a player wins and how often he is bete",
        "share of all deals, mean over the seats",
    )
    most, least = rams.loc[rams["bete_rate_in"].idxmax()], rams.loc[rams["bete_rate_in"].idxmin()]
    write_page(
        folder,
        "Win and bete rates of every preset",
        size,
        f"{size.hands:,} deals of each preset, its usual number of players, default policies (Rams family: declare "
        "`guide`, play `rule`; Ramsch family: skat `rule`, play `rule`), seed 0. Rates are per deal dealt and player, "
        "`bete_rate_in` per deal in which the player was in and which was played. Games in which a simple pot lets "
        "nobody go out are played with 5 chips carried over (`carry`), so that there is a choice. A column has the "
        "digits that its errors allow: the last one may be off by a few. Standard errors (the unit is the deal) stand "
        "in the CSV files.",
        "## Rams family",
        as_markdown(rams, errors=False),
        f"A player who is in is bete most often in `{most['preset']}` ({most['bete_rate_in']:.1%} of the deals he "
        f"plays) and least often in `{least['preset']}` ({least['bete_rate_in']:.1%}). `win_rate` counts every "
        "player who takes a chip from the pot: games that pay for each trick have more winners than games in which "
        "most tricks take all.",
        "![Win and bete rates](rates.png)",
        "## Ramsch family",
        as_markdown(ramsch, errors=False),
        "`mean_score` has the sign of the variant: in Palatinate Ramsch points against a player count upwards. "
        "`push_rate` is - where the skat does not go round.",
    )
