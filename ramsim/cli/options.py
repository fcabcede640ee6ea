"""The options that commands share, and the types that read their values."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation, localcontext
from pathlib import Path
from typing import Any, TypeVar

import click

from ramsim.errors import UsageError

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
DEFAULT_HANDS = 1_000_000

_POLICY_WORDS = {
    "declare": "Rams family only: how the players declare",
    "play": "How the players play their cards",
    "skat": "Ramsch family only: what the players do with the skat",
}
# Longer numbers are beyond every range, and Python reads no more than 4,300 digits.
_MOST_DIGITS = 40
_NUMBER = re.compile(r"(?=[+-]?\.?\d)([+-]?(?:\d+(?:[_,]\d+)*)?(?:\.\d+)?(?:e[+-]?\d{1,2})?)([kmg]?)", re.ASCII)
_SCALES = {"k": 10**3, "m": 10**6, "g": 10**9}
_Command = TypeVar("_Command", bound=Callable[..., Any])


class Number(click.ParamType[int]):
    """A whole number as people write it: ``10_000_000``, ``10,000,000``, ``1e7``, ``10M``, ``2.5k``."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number; its range is checked where it is used."""
        number = value if isinstance(value, int) else read_number(value)
        if number is None:
            self.fail(f"{value!r} is no whole number: write it like 250000, 250_000, 2.5e5 or 250k", param, ctx)
        return number


class Integer(click.ParamType[int]):
    """A whole number written plainly, such as a seed."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number; its range is checked where it is used."""
        if isinstance(value, int):
            return value
        if not re.fullmatch(r"\s*[+-]?\d+(?:_\d+)*\s*", value, re.ASCII) or len(value) > _MOST_DIGITS:
            self.fail(f"{value!r} is no integer of at most {_MOST_DIGITS} digits", param, ctx)
        return int(value)


def read_number(text: str) -> int | None:
    """Read a whole number with its scale; nothing when it is none (``1.5``, ``many``, ``nan``)."""
    match = _NUMBER.fullmatch(text.strip().lower())
    if match is None or len(text) > _MOST_DIGITS:
        return None
    try:
        with localcontext(prec=_MOST_DIGITS + 110):  # so that no digit is rounded away
            exact = Decimal(match[1].replace("_", "").replace(",", "")) * _SCALES.get(match[2], 1)
    except InvalidOperation:
        return None
    return int(exact) if exact == int(exact) else None


class FilePath(click.Path):
    """The path of a file or a folder; an empty text is none, though Python takes it for the folder one is in."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Give the path."""
        if value == "":
            self.fail("'' is no path", param, ctx)
        return super().convert(value, param, ctx)


def read_changes(assignments: Sequence[str]) -> dict[str, Any]:
    """Read what ``--set`` was given: field -> value.

    Raises
    ------
    UsageError
        For a field set twice; a text without ``=`` is refused as `parse_assignment` says.
    """
    from ramsim.variants.loader import parse_assignment

    changes: dict[str, Any] = {}
    for text in assignments:
        field, value = parse_assignment(text)
        if field in changes:
            raise UsageError(f"--set {text}: the field {field} was set before; set it once")
        changes[field] = value
    return changes


def _hush(_context: click.Context, _parameter: click.Parameter, quiet: bool) -> bool:
    if quiet:
        os.environ["RAMSIM_QUIET"] = "1"  # for what compiles in this process and in its workers
    return quiet


variant_argument = click.argument("variant", metavar="VARIANT")
players_option = click.option(
    "--players", type=Integer(), metavar="N", help="Players at the table.  [default: the variant's usual number]"
)
hands_option = click.option(
    "--hands",
    type=Number(),
    metavar="N",
    help=f"Deals to play; 10_000_000, 1e7, 10M and 2.5k are read.  [default: {DEFAULT_HANDS:_}]",
)
seed_option = click.option(
    "--seed",
    type=Integer(),
    default=0,
    metavar="N",
    help="Seed of the deals, 0 to 2^64-1: the same seed deals the same cards.  [default: 0]",
)
carry_option = click.option(
    "--carry",
    type=Number(),
    default=0,
    metavar="N",
    help="Rams family only: chips that lie in the pot before the antes.  [default: 0]",
)
set_option = click.option(
    "--set",
    "assignments",
    multiple=True,
    metavar="FIELD=VALUE",
    help="Change a rule field, for example --set bete=pot (ramsim rules VARIANT lists them); repeatable.",
)
threads_option = click.option("--threads", type=Integer(), metavar="N", help="Threads to use.  [default: all]")
out_option = click.option(
    "--out",
    type=FilePath(),
    metavar="FILE",
    help="Write the results to a file too: .csv, .json or .parquet by its ending.",
)
format_option = click.option(
    "--format",
    "layout",
    type=click.Choice(["table", "csv", "json"]),
    default="table",
    help="How to print the results.  [default: table]",
)
quiet_option = click.option("--quiet", is_flag=True, callback=_hush, help="No notes and no progress on stderr.")


def policy_options(command: _Command) -> _Command:
    """Add ``--declare``, ``--play`` and ``--skat``."""
    for kind, words in reversed(_POLICY_WORDS.items()):
        command = click.option(
            f"--{kind}",
            multiple=True,
            metavar="POLICY",
            help=f"{words}; 2=POLICY for seat 2 alone; repeatable (ramsim policies lists them).",
        )(command)
    return command
