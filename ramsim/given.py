"""What a caller gave: checked once, and refused in one sentence that names it, the value, and what would be right.

Every function here serves the public calls of the package: a value of an odd type is a word of the call that is off,
never a fault of Python's.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from numbers import Real
from pathlib import Path
from typing import Any

from ramsim.errors import RamsimError, UsageError

_LONGEST = 80
# A whole number with more digits is written with its ends only; Python itself writes no more than 4,300.
_HEAD, _TAIL = 60, 12


def shown(value: Any) -> str:
    """Write a value for a message: on one line, cut when it is long, and never with an error of its own."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a number of more digits than Python writes, or an object that cannot tell what it is
        text = f"<{type(value).__name__}>"
    return text if len(text) <= _LONGEST else f"{text[:_HEAD]}...{text[-_TAIL:]}"


def plainly(value: Any) -> str:
    """Write a value for a message as it was typed: a text without quotation marks, anything else as `shown` does."""
    return value if isinstance(value, str) else shown(value)


def whole_number(name: str, value: Any, low: int, high: int, whose: str = "") -> int:
    """Give a whole number within its limits.

    Raises
    ------
    UsageError
        When it is none, or lies outside ``low`` to ``high``.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = int(type(value).__index__(value))
    except (TypeError, AttributeError):
        raise UsageError(f"{name} = {shown(value)}: must be a whole number") from None
    if not low <= number <= high:
        limits = f"{low}" if low == high else f"{low} to {high}" if high < 10**6 else f"{low} to {high:,}"
        raise UsageError(f"{name} = {shown(number)}: must be {limits}" + (f" for {whose}" if whose else ""))
    return number


def real_number(name: str, value: Any, low: float, high: float, what: str = "a number") -> float:
    """Give a number within its limits, both of them legal.

    Raises
    ------
    UsageError
        When it is none, or lies outside ``low`` to ``high``.
    """
    number = as_real(value)
    if number is None or not low <= number <= high:
        raise UsageError(f"{name} = {shown(value)}: must be {what} from {low:g} to {high:g}")
    return number


def as_real(value: Any) -> float | None:
    """Give a number as a float; None for anything else, and for one that no float comes near to."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        return float(value)
    except OverflowError:
        return None


def path_of(name: str, value: Any, what: str = "the path of a file", refusal: type[RamsimError] = UsageError) -> Path:
    """Give a path that a file can have.

    Raises
    ------
    UsageError
        Or the class given as ``refusal``: when it is none, is empty, or holds what no path can hold (a NUL).
    """
    try:
        path = Path(value) if isinstance(value, str | os.PathLike) else None
        usable = path is not None and os.fspath(value) != "" and b"\0" not in os.fsencode(path)
    except (TypeError, UnicodeError):  # a path of bytes, or halves of letters
        path, usable = None, False
    if path is None or not usable:
        raise refusal(f"{name} = {shown(value)}: must be {what}")
    return path


def text_of(name: str, value: Any, what: str) -> str:
    """Give a text; ``what`` says what it must be.

    Raises
    ------
    UsageError
        When it is none.
    """
    if not isinstance(value, str):
        raise UsageError(f"{name} = {shown(value)}: must be {what}")
    return value


def list_of(name: str, value: Any, kind: type, what: str) -> list[Any]:
    """Give the members of a collection, all of one kind; a text is none.

    Raises
    ------
    UsageError
        When it is none, or a member is of another kind.
    """
    # A generator is read once only, and here.
    members = list(value) if isinstance(value, Iterable) and not isinstance(value, str | bytes) else None
    if members is None:
        raise UsageError(f"{name} = {shown(value)}: must be {what}")
    for member in members:
        if not isinstance(member, kind):
            raise UsageError(f"{name}: {shown(member)} is among them: must be {what}")
    return members
