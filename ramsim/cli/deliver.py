"""Handing a result over: on stdout and into the files that were asked for, so that a place that fails loses nothing.

A pipe that closes early or a full disk takes away its own copy only: the others are still made, and then it is told.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from ramsim.cli.notes import note
from ramsim.errors import RamsimError

Wanted = tuple[Path | None, str, Callable[[Path], Path]]
"""A file that may be wanted: where (None: it is not), the word of the note about it, and what writes it."""


def deliver(show: Callable[[], object], files: Sequence[Wanted], *, quiet: bool) -> None:
    """Show a result on stdout, then write its files; what fails does not stop the rest, and is told in the end.

    Raises
    ------
    RamsimError
        With the reasons of all files that could not be written; any other error comes out as it is.
    """
    failed: list[BaseException] = []
    try:
        show()
        # A full disk behind stdout shows at the latest when what was printed leaves the buffer.
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:
        failed.append(error)
    for path, word, write in files:
        try:
            if path is not None:
                note(f"{word}: {write(path)}", quiet=quiet)
        except Exception as error:
            failed.append(error)
    told = [error for error in failed if isinstance(error, RamsimError)]
    if len(told) > 1:
        raise type(told[0])("; ".join(map(str, told))) from told[0]
    if failed:
        raise (told or failed)[0]
