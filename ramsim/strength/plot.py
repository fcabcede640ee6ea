"""Pictures of a hand-strength table: where staying pays, and how win and bete go with the strength of the hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ramsim import cards
from ramsim.canonical import hand_classes
from ramsim.cells import fixed
from ramsim.counted import counted
from ramsim.errors import UsageError
from ramsim.strength.rowsets import feature_columns
from ramsim.strength.table import StrengthTable
from ramsim.tablefiles import replacing
from ramsim.variants.schema import RamsRules

_FEATURES = ("trumps", "best_trump", "side_aces")
ENDINGS = (".png", ".svg")


def check_plot_path(path: str | Path) -> Path:
    """Give the path of a picture; refuse an ending that names no picture, and a missing matplotlib.

    Raises
    ------
    UsageError
        With what would be right.
    """
    target = Path(path)
    if target.suffix.lower() not in ENDINGS:
        raise UsageError(f"{target}: the ending {target.suffix!r} names no picture: known are {', '.join(ENDINGS)}")
    if not target.parent.is_dir():
        raise UsageError(f"{target}: there is no folder {target.parent}")
    try:
        import matplotlib  # noqa: F401, ICN001
    except ImportError:
        raise UsageError("pictures need the extra report: pip install 'ramsim[report]'") from None
    return target


def plot_strength(made: StrengthTable, path: str | Path) -> Path:
    """Draw a table: for each seat heat maps of the value of staying, and curves of win and bete by rank of the hand.

    The heat maps show the number of trumps against the best trump, one panel for each number of side aces; each field
    is the mean over its hands, and over the numbers of players in before the seat, by how often they come up. The
    curves show the hands from the weakest to the strongest, by the value of staying, as shares of the hands dealt.

    Raises
    ------
    UsageError
        For a list of hands, an ending that names no picture, or without matplotlib.
    """
    target = check_plot_path(path)
    if made.variant.family != "rams":
        raise UsageError(f"{made.variant.name}: the picture shows trumps and side aces of the rams family")
    if made.classes == "list":
        raise UsageError("a picture needs a table of all hands: classes complete or summary")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    frame = by_row_and_seat(made)
    seats = sorted(frame["seat"].unique())
    aces = sorted(frame["side_aces"].unique())
    figure = Figure(figsize=(3.3 * len(aces) + 1.2, 2.7 * len(seats) + 3.6), layout="constrained")
    FigureCanvasAgg(figure)
    grid = figure.add_gridspec(len(seats) + 1, len(aces), height_ratios=[*([1.0] * len(seats)), 1.2])
    limit = float(np.nanmax(np.abs(frame["value"]))) if len(frame) else 1.0
    image: Any = None
    panels: list[Any] = []
    for line, seat in enumerate(seats):
        for column, held in enumerate(aces):
            panel = figure.add_subplot(grid[line, column])
            image = _heat_map(panel, made, frame[(frame["seat"] == seat) & (frame["side_aces"] == held)], limit)
            panel.set_title(
                f"seat {seat}{_role(seat, made.players)}, {held} side ace{'' if held == 1 else 's'}", fontsize=10
            )
            if column == 0:
                panel.set_ylabel("trumps held")
            if line == len(seats) - 1:
                panel.set_xlabel("best trump (T = ten, - = none)")
            panels.append(panel)
    figure.colorbar(image, ax=panels, label="value of staying, chips", shrink=0.6)
    _curves(figure.add_subplot(grid[len(seats), :]), frame, seats, made.players)
    figure.legend(loc="outside lower center", fontsize=8, ncols=min(len(seats), 4))
    figure.suptitle(
        f"{made.variant.name}, {made.players} players: value of staying over going out, in chips\n"
        f"opponents: declare {made.policies['declare']}, play {made.policies['play']}; {counted(made.deals, 'deal')}",
        fontsize=12,
    )
    with replacing(target) as stream:
        figure.savefig(stream, format=target.suffix[1:].lower(), dpi=110)
    return target


def by_row_and_seat(made: StrengthTable) -> pd.DataFrame:
    """Average a table over the numbers of players in before the seat, by how often they come up.

    Returns
    -------
    pandas.DataFrame
        ``row``, ``seat``, ``weight`` (chance of the hand), ``win_rate``, ``bete_rate``, ``value``, and the features.
        Situations in which going out is not open count for win and bete, not for the value.
    """
    kept = ("class", *_FEATURES, "chance", "seat", "before", "reach", "win_rate", "bete_rate", "value")
    frame = made.frame[[name for name in kept if name in made.frame]].copy()
    cells = len(frame.groupby(["seat", "before"]))
    frame["row"] = np.arange(len(frame)) // cells
    if made.classes == "complete":
        rules = made.variant.rules
        assert isinstance(rules, RamsRules)
        features = feature_columns(hand_classes(rules))
        for name, values in ((name, features[name]) for name in _FEATURES):
            frame[name] = np.asarray(values, dtype=object if name == "best_trump" else None)[frame["class"].to_numpy()]
    frame["weight"] = frame["chance"] * frame["reach"]
    frame = frame[(frame["weight"] > 0) & frame["win_rate"].notna()]
    frame["open"] = frame["weight"].where(frame["value"].notna(), 0.0)
    for name in ("win_rate", "bete_rate"):
        frame[name] *= frame["weight"]
    frame["value"] = frame["value"].fillna(0.0) * frame["open"]
    keys = ["row", "seat", "trumps", "best_trump", "side_aces"]
    summed = frame.groupby(keys, sort=True)[["weight", "open", "win_rate", "bete_rate", "value"]].sum().reset_index()
    for name in ("win_rate", "bete_rate"):
        summed[name] /= summed["weight"]
    summed["value"] = (summed["value"] / summed["open"]).where(summed["open"] > 0)
    return summed


def _role(seat: int, players: int) -> str:
    return " (eldest)" if seat == 0 else (" (dealer)" if seat == players - 1 else "")


def _heat_map(panel: Any, made: StrengthTable, frame: pd.DataFrame, limit: float) -> Any:
    rules = made.variant.rules
    assert isinstance(rules, RamsRules)
    names = ["-", *sorted(_trump_names(rules), key=_height)]
    most = rules.hand_size
    values = np.full((most + 1, len(names)), np.nan)
    for (trumps, best), some in frame[frame["value"].notna()].groupby(["trumps", "best_trump"]):
        values[int(str(trumps)), names.index(str(best))] = np.average(some["value"], weights=some["weight"])
    image = panel.imshow(values, cmap="RdBu", vmin=-limit, vmax=limit, origin="lower", aspect="auto")
    panel.set_xticks(range(len(names)), names)
    panel.set_yticks(range(most + 1))
    for (trumps, place), value in np.ndenumerate(values):
        if np.isfinite(value):
            colour = "white" if abs(value) > 0.6 * limit else "black"
            panel.text(place, trumps, fixed(value, 1, "+"), ha="center", va="center", fontsize=7, color=colour)
    return image


def _trump_names(rules: RamsRules) -> list[str]:
    names = list(rules.ranks) + (["X2", "X1"][2 - rules.jokers :] if rules.jokers else [])
    return names + ([] if rules.permanent_trump == "none" else [rules.permanent_trump.split()[0]])


def _height(name: str) -> float:
    """Order trumps by their names: ranks, a permanent trump beside the ace, jokers."""
    if name in ("X1", "X2"):
        return 101.0 if name == "X1" else 100.0
    return cards.RANK_LETTERS.index(name) + 1.0 if len(name) == 1 else cards.ACE + 0.5


def _curves(panel: Any, frame: pd.DataFrame, seats: list[int], players: int) -> None:
    colours = [f"C{number}" for number in range(len(seats))]
    for colour, seat in zip(colours, seats, strict=True):
        some = frame[(frame["seat"] == seat) & frame["value"].notna()].sort_values("value", kind="stable")
        share = some["weight"].cumsum() / some["weight"].sum() * 100
        for name, style in (("win_rate", "-"), ("bete_rate", "--")):
            shown, value = _smoothed(share.to_numpy(), some[name].to_numpy(), some["weight"].to_numpy())
            words = "takes chips from the pot" if name == "win_rate" else "bete"
            panel.plot(shown, value, style, color=colour, label=f"seat {seat}{_role(seat, players)}: {words}")
    panel.set_xlabel("hands from the weakest to the strongest by value of staying, % of the hands dealt")
    panel.set_ylabel("chance when in")
    panel.set_title("Chance to take chips from the pot, and to be bete, by the strength of the hand", fontsize=10)
    panel.set_xlim(0, 100)
    panel.set_ylim(0, 1)
    panel.grid(alpha=0.3)


def _smoothed(share: Any, value: Any, weight: Any) -> tuple[Any, Any]:
    """Average over fiftieths of the hands, so that a curve of thousands of hands can be read."""
    place = np.minimum((share * 0.5 - 1e-9).astype(int), 49)
    total = np.bincount(place, weights=weight, minlength=50)
    mean = np.bincount(place, weights=weight * value, minlength=50)
    held = total > 0
    return (np.arange(50) * 2 + 1)[held], mean[held] / total[held]
