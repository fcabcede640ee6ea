"""Outcome counts as a table: in one order, added up, and written so that they survive in a file.

The frame has one row for each distinct outcome: ``deals`` (how many ended so), then what tells the outcomes apart.
Which columns these are is the family's matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from ramsim.errors import DataError


def tidy_outcomes(frames: Iterable[pd.DataFrame]) -> pd.DataFrame:
    """Add up outcome counts: equal outcomes become one row, rows are sorted by the outcome, outcomes of no deal go.

    Parameters
    ----------
    frames
        Outcome frames with the same columns, ``deals`` first.

    Returns
    -------
    pandas.DataFrame
        The same whatever the order of frames and rows.

    Raises
    ------
    DataError
        When the columns differ, ``deals`` is missing, or a count is no whole number from 0.
    """
    tables = list(frames)
    columns = list(tables[0].columns)
    for table in tables:
        if list(table.columns) != columns or "deals" not in columns:
            raise DataError(f"outcomes: the columns {', '.join(map(str, table.columns))} do not fit")
        if table["deals"].dtype.kind not in "iu" and len(table):
            raise DataError(f"outcomes: deals holds {table['deals'].dtype}, whole numbers are needed")
        if (table["deals"] < 0).any():
            raise DataError("outcomes: a count of deals below 0")
    if len(tables) == 1 and _is_tidy(tables[0]):
        return tables[0].astype({"deals": "int64"}).reset_index(drop=True)
    filled = [table for table in tables if len(table)] or tables[:1]
    joined = pd.concat(filled, ignore_index=True)
    keys = [name for name in columns if name != "deals"]
    counted = joined[joined["deals"] > 0].groupby(keys, sort=True)[["deals"]].sum().reset_index()
    return counted[columns].astype({"deals": "int64"})


def _is_tidy(table: pd.DataFrame) -> bool:
    """Tell whether every outcome occurred and the rows are in order, each outcome once; only for whole numbers."""
    columns = [table[name].to_numpy() for name in table.columns if name != "deals"]
    if any(values.dtype != np.int64 for values in columns) or (table["deals"] <= 0).any():
        return False
    above = np.zeros(max(len(table) - 1, 0), dtype=bool)
    for values in reversed(columns):
        above = (values[1:] > values[:-1]) | ((values[1:] == values[:-1]) & above)
    return bool(above.all())


def outcomes_as_json(frame: pd.DataFrame) -> dict[str, list[Any]]:
    """Give the counts by column, ready for JSON; truth values as 0 and 1."""
    return {
        str(name): [int(value) for value in values] if values.dtype.kind in "iub" else [str(value) for value in values]
        for name, values in frame.items()
    }


def outcomes_from_json(content: Any, place: str) -> pd.DataFrame:
    """Read what `outcomes_as_json` wrote.

    Raises
    ------
    DataError
        When it is no set of columns of equal length holding whole numbers or texts; the message begins with ``place``.
    """
    if not (isinstance(content, dict) and content and all(isinstance(values, list) for values in content.values())):
        raise DataError(f"{place}: the outcome counts are damaged: columns of values are expected")
    if len({len(values) for values in content.values()}) != 1:
        raise DataError(f"{place}: the outcome counts are damaged: their columns differ in length")
    columns: dict[str, Any] = {}
    for name, values in content.items():
        if all(isinstance(value, str) for value in values) and (values or name == "ending"):
            columns[name] = pd.Series(values, dtype=object)
        elif all(type(value) is int and abs(value) < 2**63 for value in values):
            whole = np.array(values, dtype=np.int64)
            columns[name] = whole.astype(bool) if name.startswith("in_") else whole
        else:
            raise DataError(f"{place}: the outcome counts are damaged: the column {name} is no whole numbers")
    return pd.DataFrame(columns)
