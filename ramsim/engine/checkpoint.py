"""Checkpoints: what a long run has counted, kept in a folder: the same command goes on where it was cut off.

A folder belongs to one run. It holds ``lock``, held by the process that runs (the system frees it when the process
dies, however it dies), and ``state``, one file that is replaced as a whole:

1. a line ``ramsim checkpoint 1``,
2. a line of JSON: the run's identity, the ranges of deal numbers done, the seconds spent, and the payload's parts,
3. the payload's bytes,
4. the SHA-256 of all that stands before.

Ranges and payload stand in the same file, so that they always fit together: a deal is counted once or not at all.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import numpy as np
import numpy.typing as npt

from ramsim.errors import DataError, RamsimError, UsageError
from ramsim.given import path_of
from ramsim.ranges import Range, join_ranges, range_name
from ramsim.tablefiles import replacing

try:
    import fcntl
except ImportError:  # a system without it
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
_MAGIC = b"ramsim checkpoint "
_STATE, _LOCK = "state", "lock"
EVERY = 2.0
# Writing takes at most one part in so many of the time.
_SHARE = 100

Payload = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class Saved:
    """What a checkpoint holds: the ranges done, the seconds spent on them, and what was counted."""

    ranges: tuple[Range, ...]
    seconds: float
    payload: Payload


class Checkpoint:
    """A run's folder, held from ``with`` on against every other process.

    Parameters
    ----------
    folder
        Made when it is missing.
    identity
        All that the counts depend on, JSON values; a folder with another identity is refused.
    every
        Fewest seconds between two writings; slow disks are written to less often.

    Raises
    ------
    UsageError
        On entering: the folder cannot be made or written, or another process holds it.
    """

    def __init__(self, folder: str | Path, identity: Mapping[str, Any], every: float = EVERY) -> None:
        self.every = every
        self.folder = path_of("checkpoint", folder, "the path of a folder")
        self.identity = json.loads(json.dumps(dict(identity)))
        self._lock: IO[str] | None = None
        self._next = 0.0

    def __enter__(self) -> Self:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = (self.folder / _LOCK).open("a+", encoding="utf-8")
        except FileExistsError:
            raise UsageError(f"{self.folder}: cannot hold a checkpoint: is a file, must be a folder") from None
        except OSError as error:
            raise UsageError(f"{self.folder}: cannot hold a checkpoint: {error.strerror or error}") from None
        try:
            _take(lock, self.folder)
        except BaseException:
            lock.close()
            raise
        self._lock = lock
        self._sweep()
        self._next = time.monotonic() + self.every
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    @property
    def due(self) -> bool:
        """Whether it is time to write."""
        return time.monotonic() >= self._next

    def load(self) -> Saved | None:
        """Read what an earlier process left; None in a fresh folder.

        Raises
        ------
        DataError
            When it is damaged, of another run, or of another version; the message says which.
        """
        path = self.folder / _STATE
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise DataError(f"{path}: cannot be read: {error.strerror or error}") from None
        header, rest = _opened(content, path)
        self._check_identity(header.get("identity"), path)
        try:
            ranges = join_ranges([(int(first), int(deals)) for first, deals in header["ranges"]])
            payload = _unpacked(header["parts"], rest)
            return Saved(ranges, float(header["seconds"]), payload)
        except (KeyError, TypeError, ValueError, DataError):
            raise _damaged(path) from None

    def write(self, saved: Saved) -> None:
        """Put the state in the place of the last one.

        Raises
        ------
        RamsimError
            When the disk refuses; the last state is then as it was.
        """
        started = time.monotonic()
        parts = [[name, array.dtype.str, list(array.shape)] for name, array in saved.payload.items()]
        header = {
            "identity": self.identity,
            "ranges": [list(pair) for pair in saved.ranges],
            "seconds": saved.seconds,
            "parts": parts,
        }
        digest = hashlib.sha256()
        try:
            with replacing(self.folder / _STATE) as stream:
                lines = (_MAGIC + str(FORMAT).encode(), json.dumps(header, allow_nan=False).encode())
                for piece in (*(line + b"\n" for line in lines), *map(_bytes_of, saved.payload.values())):
                    digest.update(piece)
                    stream.write(piece)
                stream.write(digest.digest())
        except RamsimError as error:
            raise RamsimError(
                f"{error}; the checkpoint before it is whole: make room and give the same command again"
            ) from None
        took = time.monotonic() - started
        self._next = time.monotonic() + max(self.every, _SHARE * took)

    def _check_identity(self, found: Any, path: Path) -> None:
        if not isinstance(found, dict):
            raise _damaged(path)
        if found.get("ramsim") != self.identity.get("ramsim"):
            raise DataError(
                f"{path}: was written by ramsim {found.get('ramsim')}, this is {self.identity.get('ramsim')}: "
                "finish it with that version or choose another folder"
            )
        differing = _difference(found, self.identity)
        if differing is not None:
            name, theirs, ours = differing
            raise DataError(
                f"{path}: belongs to another run: {name} is {theirs} there and {ours} here: "
                "give the same command, or choose another folder"
            )

    def _sweep(self) -> None:
        """Remove what a process that was killed in the middle of writing left beside the state."""
        for left in self.folder.glob(f".{_STATE}.*.part"):
            with contextlib.suppress(OSError):
                left.unlink()


def check_inside(ranges: tuple[Range, ...], wanted: Range, folder: Path) -> None:
    """Refuse a checkpoint whose deals are not all among those wanted.

    Raises
    ------
    DataError
        With the deals that are too many.
    """
    for first, deals in ranges:
        if first < wanted[0] or first + deals > sum(wanted):
            raise DataError(
                f"{folder}: holds the deals {range_name((first, deals))}, and {range_name(wanted)} are wanted: "
                "give the same command, or choose another folder"
            )


def missing(ranges: tuple[Range, ...], wanted: Range) -> list[Range]:
    """Give the ranges of ``wanted`` that are not among ``ranges`` (in order, apart from each other)."""
    gaps, place = [], wanted[0]
    for first, deals in ranges:
        if first > place:
            gaps.append((place, min(first, sum(wanted)) - place))
        place = max(place, first + deals)
    if place < sum(wanted):
        gaps.append((place, sum(wanted) - place))
    return [gap for gap in gaps if gap[1] > 0]


def _take(lock: IO[str], folder: Path) -> None:
    """Hold the lock or say who does; the system frees the lock of a process that is dead."""
    if fcntl is None:
        raise UsageError(f"{folder}: this system has no file locks, which checkpoints need")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        holder = lock.read(32).strip()
        who = f"process {holder}" if holder.isdigit() else "another process"
        raise UsageError(
            f"{folder}: {who} is writing to this checkpoint: wait for it, or choose another folder"
        ) from None
    with contextlib.suppress(OSError):  # the number is for the message alone: a full disk must not stop the run here
        lock.seek(0)
        lock.truncate()
        lock.write(str(os.getpid()))
        lock.flush()


def _opened(content: bytes, path: Path) -> tuple[dict[str, Any], bytes]:
    """Give header and payload of a state file whose format and checksum are right."""
    first, _, rest = content.partition(b"\n")
    if not first.startswith(_MAGIC):
        raise DataError(f"{path}: is no checkpoint of ramsim, or is damaged")
    number = first[len(_MAGIC) :]
    if number != str(FORMAT).encode():
        raise DataError(
            f"{path}: is a checkpoint of format {number.decode('ascii', 'replace')!s:.20}, this ramsim reads {FORMAT}"
        )
    size = hashlib.sha256().digest_size
    if hashlib.sha256(content[:-size]).digest() != content[-size:]:
        raise _damaged(path)
    line, _, payload = rest[:-size].partition(b"\n")
    try:
        header = json.loads(line)
    except ValueError:
        raise _damaged(path) from None
    if not isinstance(header, dict):
        raise _damaged(path)
    return header, payload


def _unpacked(parts: Any, content: bytes) -> Payload:
    payload: Payload = {}
    place = 0
    for name, kind, shape in parts:
        dtype = np.dtype(kind)
        size = dtype.itemsize * int(np.prod(shape, dtype=np.int64))
        payload[name] = np.frombuffer(content[place : place + size], dtype).reshape(shape)
        place += size
    if place != len(content):
        raise ValueError(place)
    return payload


def _bytes_of(array: npt.NDArray[Any]) -> bytes:
    return np.ascontiguousarray(array).tobytes()


def _damaged(path: Path) -> DataError:
    return DataError(
        f"{path}: the checkpoint is damaged: its content does not fit its checksum; remove it to begin anew"
    )


def _difference(theirs: dict[str, Any], ours: dict[str, Any], inside: str = "") -> tuple[str, str, str] | None:
    """Give the first name whose values differ, and both values in words; the rules' hash last, it says the least."""
    for name in sorted({*theirs, *ours}, key=lambda each: (each.endswith("_hash"), each)):
        one, other = theirs.get(name), ours.get(name)
        if isinstance(one, dict) and isinstance(other, dict):
            if (found := _difference(one, other, f"{inside}{name} ")) is not None:
                return found
        elif one != other:
            return f"{inside}{name}", _shown(one), _shown(other)
    return None


def _shown(value: Any) -> str:
    text = "missing" if value is None else json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
