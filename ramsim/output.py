"""Results in files: writing, and reading them back to repeat, price or merge them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ramsim.provenance import read_result_head
from ramsim.result import Result, result_class
from ramsim.tablefiles import check_out_path, read_head, write_table

__all__ = ["check_out_path", "load_result", "read_provenance", "write_table"]


def read_provenance(path: str | Path) -> dict[str, Any]:
    """Give what a file says of its making: version, variant, rules, policies, seed, deal numbers, command.

    Raises
    ------
    DataError
        When the file cannot be read, is damaged, or was not written by ramsim.
    UsageError
        For an unknown ending, or .parquet without the extra ``parquet``.
    """
    return read_head(path)[0]


def load_result(path: str | Path) -> Result:
    """Read a result of ``simulate`` back, whole: its table, its outcome counts, ready to price and merge.

    Raises
    ------
    DataError
        When the file is damaged, was not written by ramsim, or holds no outcome counts.
    UsageError
        For an unknown ending, or .parquet without the extra ``parquet``.
    """
    head, outcomes = read_head(path)
    result_head = read_result_head(head, str(path))
    kind = result_class(str(result_head.about.get("family")), str(path))
    return kind.from_provenance(result_head, outcomes, str(path))
