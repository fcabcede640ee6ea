"""Plain lists on stdout: a table for reading, CSV and JSON for programs."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Sequence

import click


class Listing:
    """Rows of words under named columns, shown as a table, as CSV or as JSON (a list of objects)."""

    def __init__(self, columns: Sequence[str]) -> None:
        self.columns = tuple(columns)
        self.rows: list[tuple[str, ...]] = []

    def add(self, *words: str) -> None:
        """Add one row, a word for each column."""
        self.rows.append(words)

    def show(self, layout: str) -> None:
        """Print the rows: ``"table"``, ``"csv"`` or ``"json"``."""
        if layout == "json":
            rows = [dict(zip(self.columns, row, strict=True)) for row in self.rows]
            click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        elif layout == "csv":
            writer = csv.writer(sys.stdout, lineterminator="\n")
            writer.writerow(self.columns)
            writer.writerows(self.rows)
        else:
            self._table()

    def _table(self) -> None:
        from rich.table import Table

        from ramsim.cli.tables import HEADED, print_table

        table = Table(box=HEADED, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
        for column in self.columns:
            table.add_column(column, no_wrap=column != self.columns[-1])
        for row in self.rows:
            table.add_row(*row)
        print_table(table)
