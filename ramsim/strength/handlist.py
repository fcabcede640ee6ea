"""Lists of hands in a file: on each line the hand and its upcard, ``AH KH 9S 8C 7D | TH``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ramsim import cards
from ramsim.canonical import HandClasses
from ramsim.errors import CardError, DataError, UsageError
from ramsim.given import shown

LARGEST_LIST = 64_000_000
"""Bytes of a list of hands; a line takes 20."""

_Read = TypeVar("_Read")


def read_named(name: str, parse: Callable[[str], _Read], text: Any) -> _Read:
    """Read cards; a text that is none is refused with the name of what was asked for."""
    if not isinstance(text, str):
        raise UsageError(f"{name} = {shown(text)}: must be a text of cards, such as AH")
    try:
        return parse(text)
    except CardError as error:
        raise CardError(f"{name}: {error}") from None


def read_list(path: Path, what: str) -> str:
    """Read the text of a list; ``what`` says what the word for it must be.

    Raises
    ------
    UsageError
        When there is no such file, or it is no text, or larger than a list can be.
    """
    try:
        with path.open("rb") as stream:
            content = stream.read(LARGEST_LIST + 1)
        if len(content) <= LARGEST_LIST:
            return content.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
        reason = f"is larger than {LARGEST_LIST:,} bytes"
    except (OSError, ValueError) as error:
        reason = str(error.strerror or error) if isinstance(error, OSError) else "is no text"
    raise UsageError(f"classes = {shown(str(path))}: must be {what}: {reason}")


def read_hands(path: Path, classes: HandClasses) -> tuple[npt.NDArray[np.int64], list[tuple[str, str]]]:
    """Read a list of hands.

    Parameters
    ----------
    path
        Text file; the upcard stands after a bar, or is the last card of the line; ``#`` begins a comment; a first line
        ``hand,upcard`` is passed over.
    classes
        The classes of the variant.

    Returns
    -------
    numbers, shown
        int64[hands], the class of each; hand and upcard as they are written in a table.

    Raises
    ------
    UsageError
        When there is no such file.
    DataError
        When a line is no hand with its upcard, with the number of the line; when there is none.
    """
    lines = read_list(path, "complete, summary, or a file of hands").splitlines()
    numbers: list[int] = []
    shown: list[tuple[str, str]] = []
    for place, line in enumerate(lines, start=1):
        words = line.partition("#")[0].strip()
        if not words or words.replace(" ", "").lower() == "hand,upcard":
            continue
        try:
            codes = cards.parse_cards(words.replace("|", " "))
            if not codes:
                continue
            numbers.append(classes.number(codes[:-1], codes[-1]))
        except (CardError, UsageError) as error:
            raise DataError(f"{path}: line {place}: {error}") from None
        shown.append((cards.card_names(codes[:-1]), cards.card_name(codes[-1])))
    if not numbers:
        raise DataError(f"{path}: holds no hand: write lines like AH KH 9S 8C 7D | TH")
    return np.array(numbers, dtype=np.int64), shown
