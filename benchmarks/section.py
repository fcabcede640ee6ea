"""A section of a benchmark's report: its text, its figures for JSON, the goals it speaks of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Goal:
    """What was to be reached, what was measured, and whether it was reached."""

    name: str
    wanted: str
    measured: str
    reached: bool


@dataclass(frozen=True)
class Section:
    """One section.

    Attributes
    ----------
    key, title
        Name in JSON, and in words.
    text
        The lines to print.
    figures
        The same as plain values.
    goals
        Goals that these figures decide.
    """

    key: str
    title: str
    text: str
    figures: dict[str, Any]
    goals: tuple[Goal, ...] = field(default=())
