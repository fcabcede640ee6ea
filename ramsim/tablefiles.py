"""Tables in files that last: CSV, JSON or Parquet by the file's ending, each with its provenance.

CSV
    Two commented lines before the table: ``# `` and the provenance as one JSON object, ``# `` and ``{"outcomes": ...}``
    (left out when there are none). pandas reads it with ``comment="#"``.
JSON
    One object: the keys of the provenance, ``rows``, ``outcomes``.
Parquet
    The provenance under the metadata key ``ramsim``, the outcome counts under ``ramsim.outcomes``. Needs the extra
    ``parquet``.

A file is written beside its place under another name and then renamed, so that a full disk, an error or a kill leaves
the old file as it was and no half-written one under its name.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from ramsim.errors import DataError, RamsimError, UsageError
from ramsim.given import path_of

if TYPE_CHECKING:
    import pandas as pd

ENDINGS = (".csv", ".json", ".parquet")
_HEAD_KEY, _OUTCOMES_KEY = b"ramsim", b"ramsim.outcomes"


def check_out_path(path: str | Path) -> Path:
    """Make sure, before any work, that a file can be written there.

    Parameters
    ----------
    path
        Where the table is to go; the ending tells the format.

    Returns
    -------
    Path
        The path; links are followed.

    Raises
    ------
    UsageError
        For what is no path, an ending other than .csv, .json, .parquet, a missing or unwritable folder, a place that
        is a folder, a file that may not be written, or .parquet without the extra ``parquet``.
    """
    target = path_of("path", path)
    if target.suffix.lower() not in ENDINGS:
        raise UsageError(f"{target}: the ending {target.suffix!r} names no format: write {', '.join(ENDINGS)}")
    if target.suffix.lower() == ".parquet":
        _parquet_library()
    return check_place(target)


def check_place(path: Path) -> Path:
    """Make sure that a file can be written there, whatever its ending; gives the path with links followed.

    Raises
    ------
    UsageError
        For a missing or unwritable folder, a place that is a folder, or a file that may not be written.
    """
    try:
        target = path.resolve()
        if target.is_dir():
            raise UsageError(f"{path}: is a folder")
        if target.exists() and not os.access(target, os.W_OK):
            raise UsageError(f"{path}: cannot be written: the file is protected")
        if not target.parent.is_dir():
            raise UsageError(f"{path}: cannot be written: there is no folder {target.parent}")
        # Only the attempt tells: permissions, a read-only system and quotas differ from place to place.
        with tempfile.TemporaryFile(dir=target.parent):
            pass
    except (OSError, RuntimeError) as error:  # links that lead in a circle are a RuntimeError
        raise UsageError(f"{path}: cannot be written: {getattr(error, 'strerror', None) or error}") from None
    return target


def write_table(
    path: str | Path,
    frame: pd.DataFrame,
    provenance: dict[str, Any],
    outcomes: dict[str, list[Any]] | None = None,
) -> Path:
    """Write a table with its provenance.

    Parameters
    ----------
    path
        Where to; .csv, .json or .parquet.
    frame
        The rows.
    provenance
        What made them; JSON values only.
    outcomes
        Outcome counts by column, so that results can be merged and priced later.

    Returns
    -------
    Path
        The file written.

    Raises
    ------
    UsageError
        As `check_out_path`.
    RamsimError
        When the writing fails, with the system's reason; the old file is then as it was.
    """
    target = check_out_path(path)
    ending = target.suffix.lower()
    with replacing(target) as stream:
        if ending == ".csv":
            _write_csv(stream, frame, provenance, outcomes)
        elif ending == ".json":
            content = {**provenance, "rows": rows_of(frame)}
            if outcomes is not None:
                content["outcomes"] = outcomes
            stream.write(json_line(content).encode() + b"\n")
        else:
            _write_parquet(stream, frame, provenance, outcomes)
    return target


@contextlib.contextmanager
def replacing(target: Path) -> Iterator[IO[bytes]]:
    """Open a file that takes the place of ``target`` when the block ends well, and vanishes when it does not.

    Raises
    ------
    RamsimError
        When the system refuses, with its reason.
    """
    beside: Path | None = None
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:100]}.", suffix=".part")
        beside = Path(name)
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        beside.chmod(_mode(target))
        beside.replace(target)
        beside = None
    except OSError as error:
        raise RamsimError(f"{target}: cannot be written: {error.strerror or error}") from None
    finally:
        if beside is not None:
            with contextlib.suppress(OSError):
                beside.unlink()


def read_head(path: str | Path) -> tuple[dict[str, Any], Any]:
    """Read a file's provenance and its outcome counts as JSON values (None: it has none).

    Raises
    ------
    DataError
        When the file cannot be read, is damaged, or was not written by ramsim.
    UsageError
        For an unknown ending, or .parquet without the extra ``parquet``.
    """
    source = path_of("path", path)
    ending = source.suffix.lower()
    if ending not in ENDINGS:
        raise UsageError(f"{source}: the ending {source.suffix!r} names no format: known are {', '.join(ENDINGS)}")
    try:
        if ending == ".parquet":
            texts = _parquet_head(source)
        elif ending == ".csv":
            texts = _csv_head(source)
        else:
            texts = (source.read_text("utf-8"), None)
        head = _values(texts[0]) if texts[0] is not None else None
        outcomes = _values(texts[1]) if texts[1] is not None else None
    except OSError as error:
        raise DataError(f"{source}: cannot be read: {_reason(error)}") from None
    except (ValueError, RecursionError):
        raise DataError(f"{source}: is damaged, or was not written by ramsim") from None
    if not isinstance(head, dict) or "ramsim" not in head:
        raise DataError(f"{source}: carries no provenance: it was not written by ramsim")
    if ending == ".json":
        outcomes = head.pop("outcomes", None)
        head.pop("rows", None)
    elif isinstance(outcomes, dict) and ending == ".csv":
        outcomes = outcomes.get("outcomes")
    return head, outcomes


def read_columns(path: str | Path, names: tuple[str, ...]) -> dict[str, Any]:
    """Read columns of numbers of a table: name to numpy array.

    Raises
    ------
    DataError
        When the file cannot be read, or lacks a column.
    UsageError
        For .parquet without the extra ``parquet``.
    """
    import pandas as pd

    source = path_of("path", path)
    ending = source.suffix.lower()
    try:
        if ending == ".parquet":
            frame = _parquet_library().read_table(source, columns=list(names)).to_pandas()
        elif ending == ".csv":
            frame = pd.read_csv(source, comment="#", usecols=list(names))
        else:
            rows = _values(source.read_text("utf-8"))["rows"]
            frame = pd.DataFrame({name: [row[name] for row in rows] for name in names})
        return {name: pd.to_numeric(frame[name]).to_numpy() for name in names}
    except OSError as error:
        raise DataError(f"{source}: cannot be read: {_reason(error)}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise DataError(f"{source}: is damaged, or lacks one of the columns {', '.join(names)}") from None


def rows_of(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Give the rows as plain values ready for JSON; NaN and infinity become None."""
    return [
        {
            str(name): None if isinstance(value, float) and not math.isfinite(value) else value
            for name, value in row.items()
        }
        for row in frame.to_dict("records")
    ]


def json_line(content: Any) -> str:
    """Give JSON on one line; what JSON cannot hold is an error and never written half."""
    return json.dumps(content, ensure_ascii=False, allow_nan=False)


def _values(text: str) -> Any:
    """Read JSON; what is no number (NaN, Infinity, 1e999) is an error, for `json_line` never writes it."""
    return json.loads(text, parse_constant=_finite, parse_float=_finite)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _reason(error: OSError) -> str:
    """Give the system's reason on one line; libraries raise errors of this kind with several."""
    return str(error.strerror or " ".join(str(error).split()))


def _mode(target: Path) -> int:
    """Give the permissions of the file that is replaced, or those that a new file gets here."""
    with contextlib.suppress(OSError):
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _write_csv(
    stream: IO[bytes], frame: pd.DataFrame, provenance: dict[str, Any], outcomes: dict[str, list[Any]] | None
) -> None:
    stream.write(f"# {json_line(provenance)}\n".encode())
    if outcomes is not None:
        stream.write(f"# {json_line({'outcomes': outcomes})}\n".encode())
    stream.write(frame.to_csv(index=False, lineterminator="\n").encode())


def _csv_head(source: Path) -> tuple[str | None, str | None]:
    with source.open(encoding="utf-8") as stream:
        lines = [stream.readline(), stream.readline()]
    found = [line[2:] if line.startswith("# ") else None for line in lines]
    return found[0], found[1] if found[0] is not None else None


def _parquet_library() -> Any:
    try:
        import pyarrow.parquet as library
    except ImportError:
        raise UsageError(
            "Parquet files need the extra parquet: pip install 'ramsim[parquet]', or write .csv or .json"
        ) from None
    return library


def _write_parquet(
    stream: IO[bytes], frame: pd.DataFrame, provenance: dict[str, Any], outcomes: dict[str, list[Any]] | None
) -> None:
    library = _parquet_library()
    import pyarrow as pa

    # A Parquet column has one type: labels of several kinds (seat 0, 1, ... and all) are written as texts.
    mixed = {str(name): str for name in frame.columns if frame[name].dtype == object}
    table = pa.Table.from_pandas(frame.astype(mixed), preserve_index=False)
    extra = {_HEAD_KEY: json_line(provenance).encode()}
    if outcomes is not None:
        extra[_OUTCOMES_KEY] = json_line(outcomes).encode()
    library.write_table(table.replace_schema_metadata({**(table.schema.metadata or {}), **extra}), stream)


def _parquet_head(source: Path) -> tuple[str | None, str | None]:
    library = _parquet_library()
    with source.open("rb") as stream:
        metadata = library.read_schema(stream).metadata or {}
    texts = [metadata[key].decode() if key in metadata else None for key in (_HEAD_KEY, _OUTCOMES_KEY)]
    return texts[0], texts[1]
