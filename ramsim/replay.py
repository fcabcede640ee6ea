"""Replaying hand records: a file of one JSON object a line, read as a stream, each line checked and settled.

The referee of the record's family does the work (`ramsim.referee`); here are the lines, their faults, and the dispatch.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from ramsim.errors import RamsimError, RecordError, UsageError
from ramsim.given import path_of
from ramsim.given import shown as shown_value
from ramsim.referee import rams_record, ramsch_record
from ramsim.referee.account import Account
from ramsim.referee.reading import family_of, shown

LONGEST_LINE = 1_000_000
"""Bytes (or characters) that a line may hold; a longer one is reported without being loaded. A record takes 1,000."""
ENDLESS_LINE = 1_000_000_000
"""Bytes after which a line is not read on: what has no line's end for so long is no file of records."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_CHECK: dict[str, Callable[[Mapping[str, Any]], Account]] = {
    "rams": rams_record.check_record,
    "ramsch": ramsch_record.check_record,
}
_TOO_LONG = f"the line is longer than {LONGEST_LINE:,} bytes"


@dataclass(frozen=True, slots=True)
class ReplayLine:
    """What came of one line.

    Attributes
    ----------
    line
        Its number in the file, from 1.
    account
        The referee's account when the record is right, else ``None``.
    error
        What is wrong with it, in one sentence, else ``None``.
    """

    line: int
    account: Account | None = None
    error: str | None = None

    @property
    def ok(self) -> bool:
        """Whether the record is right."""
        return self.account is not None

    @property
    def text(self) -> tuple[str, ...]:
        """The hand told trick by trick, or the error as its only line."""
        return self.account.text if self.account is not None else (self.error or "",)

    def as_json(self) -> dict[str, Any]:
        """Give the answer as plain data: line, ok, and the fields of the account or the error."""
        if self.account is not None:
            return {"line": self.line, "ok": True, **self.account.as_json()}
        return {"line": self.line, "ok": False, "error": self.error}


def replay(source: str | Path | Iterable[str]) -> Iterator[ReplayLine]:
    """Check, explain and settle recorded hands, line by line.

    Parameters
    ----------
    source
        The path of a file of records, one JSON object a line, or the lines themselves. Blank lines are skipped. No more
        than one line is held in memory.

    Yields
    ------
    ReplayLine
        One for each line that is not blank, right or wrong.

    Raises
    ------
    UsageError
        When the file cannot be read, or the source is neither a path nor lines, at once; when a line is no text, at
        that line.
    RecordError
        When there is no record in it, at the end; when a line has no end.
    """
    if not isinstance(source, str | os.PathLike):
        given: Any = source
        if not isinstance(given, Iterable) or isinstance(given, bytes):
            raise UsageError(f"source = {shown_value(given)}: must be the path of a file of records, or its lines")
        return _replayed(_checked_lines(given), "the input")
    path = path_of("source", source, "the path of a file of records, or its lines")
    try:
        file = path.open("rb")
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return _replayed(_lines(file, path), str(path))


def check_line(text: bytes | str) -> Account:
    """Check one record written as JSON.

    Raises
    ------
    RecordError
        When it is not UTF-8, not JSON, no object, or a wrong record.
    """
    try:
        content = msgspec.json.decode(text.decode("utf-8") if isinstance(text, bytes) else text)
    except UnicodeDecodeError as error:
        raise RecordError(f"the line is not UTF-8: {error.reason} at byte {error.start + 1}") from None
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise RecordError(f"the line is not JSON: {error}") from None
    except RecursionError:
        raise RecordError("the line is nested too deeply for a record") from None
    _refuse_twice(text)
    if not isinstance(content, dict):
        raise RecordError("the line is JSON but no object: a record is written {...}")
    return _CHECK[family_of(content)](content)


def _refuse_twice(text: bytes | str) -> None:
    """Refuse a key that stands twice in an object: only one of its values would be looked at."""

    def distinct(pairs: list[tuple[str, Any]]) -> None:
        keys = {key for key, _ in pairs}
        if len(keys) != len(pairs):
            names = [key for key, _ in pairs]
            twice = next(key for place, key in enumerate(names) if key in names[:place])
            raise RecordError(f"the key {shown(twice)} stands twice")

    json.loads(text, object_pairs_hook=distinct)


def _replayed(lines: Iterable[bytes | str | None], place: str) -> Iterator[ReplayLine]:
    """Check numbered lines; ``None`` stands for a line that is too long."""
    found = False
    for number, text in enumerate(lines, 1):
        if text is None:
            yield ReplayLine(number, error=_TOO_LONG)
        elif text.strip():
            try:
                answer = ReplayLine(number, check_line(text))
            except RamsimError as error:
                answer = ReplayLine(number, error=str(error))
            yield answer
        else:
            continue
        found = True
    if not found:
        raise RecordError(f"{place} holds no record")


def _checked_lines(lines: Iterable[Any]) -> Iterator[bytes | str | None]:
    """Refuse lines that are no text; give None for one that is too long."""
    for number, text in enumerate(lines, 1):
        if not isinstance(text, str | bytes):
            raise UsageError(f"line {number} = {shown_value(text)}: must be a text, one record written as JSON")
        yield text if len(text) <= LONGEST_LINE else None


def _lines(file: BinaryIO, path: Path) -> Iterator[bytes | None]:
    """Read the lines of a file, each no further than the longest allowed; the rest of a longer one is passed over."""
    with file:
        first = True
        while True:
            try:
                text = file.readline(LONGEST_LINE + 1)
                too_long = len(text) > LONGEST_LINE
                rest, passed = text, len(text)
                while too_long and rest and not rest.endswith(b"\n"):
                    if passed > ENDLESS_LINE:
                        raise RecordError(
                            f"{path}: a line goes on for more than {ENDLESS_LINE:,} bytes: this is no file of records"
                        )
                    rest = file.readline(LONGEST_LINE)
                    passed += len(rest)
            except OSError as error:
                raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
            if not text:
                return
            yield None if too_long else text.removeprefix(_BYTE_ORDER_MARK) if first else text
            first = False
