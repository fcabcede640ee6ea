"""What the reports share: their sizes, and how tables and pages are written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd


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


def write_csv(frame: pd.DataFrame, path: Path, decimals: int = 4) -> None:
    """Write a small table so that a reader can read it: rounded, no index."""
    frame.round(decimals).to_csv(path, index=False, lineterminator="\n")


def write_page(folder: Path, title: str, size: Size, *parts: str) -> None:
    """Write the page of words of a report, with the command that makes it."""
    command = f"python -m reports.make {folder.name}" + ("" if size.name == "full" else f" --size {size.name}")
    text = "\n\n".join([f"# {title}", f"Made by `{command}`.", *parts])
    (folder / "README.md").write_text(text + "\n", "utf-8")


def as_markdown(frame: pd.DataFrame, decimals: int = 3) -> str:
    """Give a table in Markdown."""

    def cell(value: Any) -> str:
        return f"{value:.{decimals}f}" if isinstance(value, float) else str(value)

    head = [str(name) for name in frame.columns]
    rows = [[cell(value) for value in row] for row in frame.itertuples(index=False)]
    lines = ["| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows]]
    return "\n".join(lines)


def save_bars(frame: pd.DataFrame, label: str, columns: list[str], path: Path, title: str, axis: str) -> None:
    """Draw columns of a table side by side, one group of bars a row."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 0.42 * len(frame) + 1.6), layout="constrained")
    FigureCanvasAgg(figure)
    panel = figure.add_subplot()
    height = 0.8 / len(columns)
    for place, name in enumerate(columns):
        panel.barh([row + place * height for row in range(len(frame))], frame[name], height, label=name)
    panel.set_yticks([row + 0.4 - height / 2 for row in range(len(frame))], [str(name) for name in frame[label]])
    panel.invert_yaxis()
    panel.set_xlabel(axis)
    panel.set_title(title)
    panel.grid(axis="x", alpha=0.3)
    panel.legend()
    figure.savefig(path, dpi=110)
