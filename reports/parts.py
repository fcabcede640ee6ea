"""What the reports share: their sizes, and how tables and pages are written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from ramsim.cells import cells, estimate_cells, fixed
from ramsim.stats import rate

# Standard errors from a value to the end of its 95 % interval.
TIMES = 1.96


@dataclass(frozen=True)
class Size:
    """How much is played.

    Attributes
    ----------
    name
        ``full`` or ``tiny``.
    hands
        Deals of a batch.
    traced
        Deals that are read card by card.
    precision
        Standard error of a win chance in the hand-strength table.
    """

    name: str
    hands: int
    traced: int
    precision: float


FULL = Size("full", 4_000_000, 40_000, 0.005)
TINY = Size("tiny", 20_000, 500, 0.1)


def write_csv(frame: pd.DataFrame, path: Path, decimals: int = 6) -> None:
    """Write a small table so that a reader can read it: rounded, no index."""
    frame.round(decimals).to_csv(path, index=False, lineterminator="\n")


def write_page(folder: Path, title: str, size: Size, *parts: str) -> None:
    """Write the page of words of a report, with the command that makes it."""
    command = f"python -m reports.make {folder.name}" + ("" if size.name == "full" else f" --size {size.name}")
    text = "\n\n".join([f"# {title}", f"Made by `{command}`.", *parts])
    (folder / "README.md").write_text(text + "\n", "utf-8")


def as_markdown(frame: pd.DataFrame, decimals: Mapping[str, int] | None = None, *, errors: bool = True) -> str:
    """Give a table in Markdown, with as many digits as its errors allow.

    Parameters
    ----------
    frame
        A column ``x`` with ``x_lo`` and ``x_hi``, or at least ``x_se``, beside it is an estimate and shown with the
        distance to the farther end of its 95 % interval.
    decimals
        Decimals of the other columns of numbers that are not whole.
    errors
        Whether the half-widths are shown, or decide the digits only.
    """
    shown: dict[str, list[str]] = {}
    for name in map(str, frame.columns):
        if f"{name}_se" in frame:
            whole = f"{name}_lo" in frame
            half = [TIMES * error for error in frame[f"{name}_se"]]
            texts = estimate_cells(frame, name) if whole else cells(frame[name].tolist(), half)
            shown[name] = texts if errors else [text.partition(" ")[0] for text in texts]
        elif not name.endswith(("_se", "_lo", "_hi")):
            shown[name] = [_plain(value, (decimals or {}).get(name, 2)) for value in frame[name]]
    rows = [list(shown), ["---"] * len(shown), *(list(row) for row in zip(*shown.values(), strict=True))]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def _plain(value: Any, decimals: int) -> str:
    if isinstance(value, float):
        return fixed(value, decimals)
    return f"{value:,}" if isinstance(value, int) else str(value)


def taken(line: Any, column: str, name: str | None = None) -> dict[str, float]:
    """Take an estimate over from a row of a result: value, error and interval, under another name if one is given."""
    return {f"{name or column}{part}": float(line[f"{column}{part}"]) for part in ("", "_se", "_lo", "_hi")}


def share(name: str, hits: int, number: int) -> dict[str, float]:
    """Estimate a share, with its error and Wilson's interval."""
    found = rate(hits, number)
    return {name: found.value, f"{name}_se": found.se, f"{name}_lo": found.lo, f"{name}_hi": found.hi}


def save_bars(
    frame: pd.DataFrame, label: tuple[str, str], columns: Mapping[str, str], path: Path, title: str, axis: str
) -> None:
    """Draw columns of a table side by side, one group of bars a row.

    Parameters
    ----------
    frame, label
        The table, and the column that names its rows, with the words of its axis.
    columns
        What is drawn: each column with its words in the legend, which stands below the picture.
    path, title, axis
        Where it goes, its title, and the words of the axis of values, with their unit.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 0.42 * len(frame) + 2.2), layout="constrained")
    FigureCanvasAgg(figure)
    panel = figure.add_subplot()
    height = 0.8 / len(columns)
    for place, (name, words) in enumerate(columns.items()):
        bars = panel.barh([row + place * height for row in range(len(frame))], frame[name], height, label=words)
        panel.bar_label(bars, [fixed(float(value), 2) for value in frame[name]], padding=3, fontsize=8)
    panel.set_yticks([row + 0.4 - height / 2 for row in range(len(frame))], [str(name) for name in frame[label[0]]])
    panel.invert_yaxis()
    panel.margins(x=0.08)
    panel.set_ylabel(label[1])
    panel.set_xlabel(axis)
    panel.set_title(title)
    panel.grid(axis="x", alpha=0.3)
    panel.axvline(0, color="black", linewidth=0.8)
    panel.set_axisbelow(True)
    figure.legend(loc="outside lower center", ncols=len(columns))
    figure.savefig(path, dpi=110)
