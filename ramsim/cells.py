"""Estimates as texts: a value with its error in each cell, the same in the terminal, in a notebook and in reports.

A cell reads ``0.2531 ±0.0003``: the estimate and the distance to the farther end of its 95 % interval, rounded up. A
column shows as many decimals as the error of its middle row deserves. Nothing is ever written as minus nought.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

NOTHING, UNKNOWN = "-", "±?"
CELLS = "A cell is the estimate ± the distance to the farther end of its 95 % interval, rounded up."
MOST_DECIMALS = 9
_NORMAL = 1.959964
_WHOLE = re.compile(r"_q\d\d$")
_RATE = re.compile(r"_rate(_in)?$")


def fixed(value: float, decimals: int, sign: str = "") -> str:
    """Write a number with so many decimals and thousands set apart.

    Parameters
    ----------
    value
        Finite.
    decimals
        0 or more.
    sign
        ``"+"`` to write the sign of numbers above 0, too. What rounds to 0 has no sign.
    """
    rounded = round(value, decimals) + 0.0  # minus nought becomes nought
    return f"{rounded:{sign if rounded else ''},.{decimals}f}"


def interval(low: float, high: float, decimals: int) -> str:
    """Write a 95 % interval, or that a number is certain."""
    return "certain" if low == high else f"95 % {fixed(low, decimals)} to {fixed(high, decimals)}"


def p_text(p: float) -> str:
    """Write a p value: ``0.0123``, ``<0.0001``, or ``-`` where nothing was tested."""
    if math.isnan(p):
        return NOTHING
    return "<0.0001" if p < 0.0001 else f"{p:.4f}"


def decimals_for(errors: Sequence[float], figures: int = 1) -> int:
    """Choose the decimals of a column: so many figures of its middle error, one more where it begins with 1 or 2.

    Errors of 0 and unknown ones do not count; 4 where none counts.
    """
    known = sorted(error for error in errors if error > 0 and math.isfinite(error))
    if not known:
        return 4
    digits, _, place = f"{known[(len(known) - 1) // 2]:.6e}".partition("e")
    more = figures - 1 + (figures == 1 and digits[0] in "12")
    return min(max(-int(place) + more, 0), MOST_DECIMALS)


def cells(values: Sequence[float], errors: Sequence[float], decimals: int | None = None) -> list[str]:
    """Write values with their errors, a cell each; ``decimals``: those of the column, where they are not its own.

    A value that is not known (NaN) is ``-``; an error that is not known is ``±?``.
    """
    places = _decimals(values, errors) if decimals is None else decimals
    return [_cell(float(value), float(error), places) for value, error in zip(values, errors, strict=True)]


def cell_notes(texts: Iterable[str]) -> tuple[str, ...]:
    """Explain what cells hold: the error, and the signs for what is not known or does not apply, where they occur."""
    held = set(texts)
    notes = [CELLS]
    if NOTHING in held:
        notes.append("-: does not apply here, or there was nothing to estimate it from.")
    if any(text.endswith(UNKNOWN) for text in held):
        notes.append(f"{UNKNOWN}: there were too few observations for a 95 % interval.")
    return tuple(notes)


def estimated(frame: pd.DataFrame) -> list[str]:
    """Give the names of the columns that hold estimates: every ``x`` with ``x_lo`` and ``x_hi`` beside it."""
    names = {str(name) for name in frame.columns}
    return [str(name) for name in frame.columns if {f"{name}_lo", f"{name}_hi"} <= names]


def estimate_cells(frame: pd.DataFrame, name: str, decimals: int | None = None) -> list[str]:
    """Write a column of estimates, one cell a row: ``0.2531 ±0.0003``, or ``-`` where there is nothing to estimate."""
    values, errors = _values(frame, name)
    return cells(values, errors, decimals)


def quantity_cells(frame: pd.DataFrame, name: str, decimals: int | None = None, *, bare: bool = False) -> list[str]:
    """Write a column of sessions: as `estimate_cells`, but quantiles and largest values are whole numbers.

    ``bare``: values that have no interval by design are written without the sign of an unknown error.
    """
    values, errors = _values(frame, name)
    if bare:
        return [NOTHING if math.isnan(value) else fixed(value, 0) for value in values]
    return cells(values, errors, 0 if _WHOLE.search(name) else decimals)


def naive_cells(frame: pd.DataFrame, name: str, decimals: int | None = None) -> list[str]:
    """Write the naive errors of a column (``x_naive_se``) as distances to the end of a 95 % interval; blank without."""
    errors = [_NORMAL * float(error) for error in frame[f"{name}_naive_se"]]
    places = decimals_for(errors, 2) if decimals is None else decimals
    return ["" if math.isnan(error) else fixed(_up(error, places), places) for error in errors]


def shared_decimals(frame: pd.DataFrame, names: Iterable[str]) -> tuple[int, int]:
    """Choose the decimals that the rates of one list share, and those of their naive errors."""
    rates = [name for name in names if _RATE.search(name)]
    errors = [error for name in rates for error in _values(frame, name)[1]]
    naive = [_NORMAL * float(error) for name in rates for error in frame[f"{name}_naive_se"]]
    return decimals_for(errors), decimals_for(naive, 2)


def is_rate(name: str) -> bool:
    """Tell whether a quantity is a share, by its name."""
    return _RATE.search(name) is not None


def _values(frame: pd.DataFrame, name: str) -> tuple[list[float], list[float]]:
    values = [float(value) for value in frame[name]]
    bounds = zip(values, frame[f"{name}_lo"], frame[f"{name}_hi"], strict=True)
    return values, [_farther(float(high) - value, value - float(low)) for value, low, high in bounds]


def _farther(up: float, down: float) -> float:
    """Give the larger distance; unknown when either is."""
    return math.nan if math.isnan(up) or math.isnan(down) else max(up, down)


def _decimals(values: Sequence[float], errors: Sequence[float]) -> int:
    """Choose the decimals of a column; where no error tells, those that write its values out, at most four."""
    if any(error > 0 and math.isfinite(error) for error in errors):
        return decimals_for(errors)
    known = [value for value in values if math.isfinite(value)]
    return next((places for places in range(4) if all(round(value, places) == value for value in known)), 4)


def _cell(value: float, error: float, decimals: int) -> str:
    if math.isnan(value):
        return NOTHING
    if math.isnan(error):
        return f"{fixed(value, decimals)} {UNKNOWN}"
    return f"{fixed(value, decimals)} ±{fixed(_up(error, decimals), decimals)}"


def _up(error: float, decimals: int) -> float:
    step = 10.0**-decimals
    return math.ceil(error / step - 1e-6) * step
