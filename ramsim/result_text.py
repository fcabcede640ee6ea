"""A result's table as text and as HTML, for a terminal and a notebook."""

from __future__ import annotations

import html
from collections.abc import Sequence

import pandas as pd

from ramsim.cells import cell_notes, estimate_cells


def cells(frame: pd.DataFrame, columns: Sequence[str]) -> pd.DataFrame:
    """Give the table as texts: ``seat``, then each column's value with its error."""
    texts = {"seat": frame["seat"].astype(str)}
    for name in columns:
        texts[name] = pd.Series(estimate_cells(frame, name), dtype=object)
    return pd.DataFrame(texts)


def _told(table: pd.DataFrame, notes: Sequence[str]) -> tuple[str, ...]:
    return (*cell_notes(str(cell) for cell in table.to_numpy().ravel()), *notes)


def as_text(title: str, frame: pd.DataFrame, columns: Sequence[str], notes: Sequence[str]) -> str:
    """Give title, table and notes, a line each."""
    table = cells(frame, columns)
    return "\n".join((title, table.to_string(index=False), *_told(table, notes)))


def as_html(title: str, frame: pd.DataFrame, columns: Sequence[str], notes: Sequence[str]) -> str:
    """Give title, table and notes as one HTML block; texts are escaped."""
    table = cells(frame, columns)
    lines = "<br>".join(html.escape(note) for note in _told(table, notes))
    return (
        f"<div><strong>{html.escape(title)}</strong>{table.to_html(index=False, border=0)}<small>{lines}</small></div>"
    )
