"""The page on stdout: how wide it is, and lines of words folded to it."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable

import click

PAGE_WIDTH, LEAST_WIDTH = 100, 20


def page_width() -> int:
    """Give the columns of a page: those of the terminal, or 100 in a pipe or file; ``COLUMNS`` decides in both."""
    if sys.stdout.isatty():
        return max(shutil.get_terminal_size((PAGE_WIDTH, LEAST_WIDTH)).columns, LEAST_WIDTH)
    return max(int(os.environ.get("COLUMNS", PAGE_WIDTH)), LEAST_WIDTH)


def folded(line: str, width: int) -> str:
    """Fold a line to a width; what follows is set in by two more than its beginning."""
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(line, width, subsequent_indent=f"{indent}  ", break_long_words=False, break_on_hyphens=False)


def print_lines(lines: Iterable[str]) -> None:
    """Print lines of words, folded to the width of the page."""
    width = page_width()
    for line in lines:
        click.echo(folded(line, width))
