"""A comparison on stdout: a table for each quantity, CSV and JSON with the exact numbers."""

from __future__ import annotations

import json
import math
import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    import pandas as pd

    from ramsim.compare import Comparison


def show_comparison(comparison: Comparison, layout: str) -> None:
    """Print a comparison on stdout as ``"table"``, ``"csv"`` or ``"json"``."""
    if layout == "json":
        click.echo(json.dumps(comparison.as_json(), ensure_ascii=False, allow_nan=False))
    elif layout == "csv":
        comparison.frame.to_csv(sys.stdout, index=False, lineterminator="\n")
    else:
        _show_tables(comparison)


def _show_tables(comparison: Comparison) -> None:
    from ramsim.cells import cell_notes
    from ramsim.cli.page import print_lines

    print_lines((comparison.title,))
    alike: list[str] = []
    texts: list[str] = []
    for name, part in comparison.frame.groupby("quantity", sort=False):
        if comparison.never_differs(str(name)):
            alike.append(str(name))
        else:
            click.echo()
            texts += _show_part(str(name), part)
    click.echo()
    if alike:
        print_lines((f"The same in every single deal under all alternatives: {', '.join(alike)}.",))
    print_lines((*cell_notes(texts), *comparison.notes))


def _show_part(name: str, part: pd.DataFrame) -> list[str]:
    """Print the table of a quantity; gives the texts of its cells."""
    from rich.table import Table

    from ramsim.cells import estimate_cells, p_text
    from ramsim.cli.tables import HEADED, print_table

    table = Table(box=HEADED, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    table.add_column(name, no_wrap=True)
    table.add_column("alternative", overflow="fold")
    for heading in ("value", "difference", "p", "independent deals"):
        table.add_column(heading, justify="right", no_wrap=True)
    cells = (estimate_cells(part, "value"), estimate_cells(part, "difference"))
    last = None
    for place, row in enumerate(part.to_dict("records")):
        seat = "" if row["seat"] == last else f"seat {row['seat']}" if row["seat"] != "all" else "all"
        last = row["seat"]
        is_baseline = row["paired"] == "baseline"
        table.add_row(
            seat,
            row["alternative"],
            cells[0][place],
            "baseline" if is_baseline else cells[1][place],
            "" if is_baseline else p_text(row["p_holm"]),
            "" if is_baseline else "unpaired" if row["paired"] == "unpaired" else _deals(row["independent_deals"]),
        )
    print_table(table)
    return [*cells[0], *(text for text, row in zip(cells[1], part["paired"], strict=True) if row != "baseline")]


def _deals(number: float) -> str:
    from ramsim.cli.notes import short

    if math.isnan(number):
        return "-"
    return "any number" if math.isinf(number) else short(number)
