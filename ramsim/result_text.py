"""A result's table as text and as HTML, for a terminal and a notebook."""

from __future__ import annotations

import html
from collections.abc import Sequence

import pandas as pd


def cells(frame: pd.DataFrame, columns: Sequence[str]) -> pd.DataFrame:
    """Give the table as texts: ``seat``, then each column's value with half the width of its interval."""
    texts = {"seat": frame["seat"].astype(str)}
    for name in columns:
        halves = (frame[f"{name}_hi"] - frame[f"{name}_lo"]) / 2
        pairs = zip(frame[name], halves, strict=True)
        texts[name] = pd.Series([f"{value:.4f} ±{half:.4f}" for value, half in pairs], dtype=object)
    return pd.DataFrame(texts)


def as_text(title: str, frame: pd.DataFrame, columns: Sequence[str], notes: Sequence[str]) -> str:
    """Give title, table and notes, a line each."""
    return "\n".join((title, cells(frame, columns).to_string(index=False), *notes))


def as_html(title: str, frame: pd.DataFrame, columns: Sequence[str], notes: Sequence[str]) -> str:
    """Give title, table and notes as one HTML block; texts are escaped."""
    table = cells(frame, columns).to_html(index=False, border=0)
    lines = "<br>".join(html.escape(note) for note in notes)
    return f"<div><strong>{html.escape(title)}</strong>{table}<small>{lines}</small></div>"
