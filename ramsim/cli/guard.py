"""What stands between a fault and the user: one or two lines on stderr and an exit code, never a traceback.

Exit codes: 0 done; 1 the input was read and found wrong, or the machine failed (memory, disk); 2 the command's words
are off; 130 interrupted with nothing to show. A reader that closes the pipe early has seen enough: that is 0.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Callable

import click

from ramsim.errors import RamsimError

INTERRUPTED = 130
# A longer word is hardly a path: a number or a name that somebody's program went wrong with.
_LONGEST_WORD = 300
_SHOW_TRACEBACK = "RAMSIM_TRACEBACK"


def guarded(action: Callable[[], int]) -> int:
    """Carry out the action, turn whatever it raises into a message, and give the exit code."""
    _open_what_is_closed()
    _never_fail_on_letters()
    _forget_odd_widths()
    try:
        code = action()
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        code = _flushed(end.exit_code)
    except click.ClickException as error:
        code = _refuse(_words_of(error), error.exit_code)
    except RamsimError as error:
        code = _refuse(str(error), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        code = _tell("Interrupted.", INTERRUPTED)
    except BrokenPipeError:
        _abandon_stdout()
        code = 0
    except MemoryError:
        code = _refuse("the machine has not enough memory for this; ask for less at a time", 1)
    except OSError as error:
        _abandon_stdout()
        place = f"{error.filename}: " if error.filename else ""
        code = _refuse(f"{place}{error.strerror or error}", 1)
    except Exception as error:
        if os.environ.get(_SHOW_TRACEBACK):
            raise
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        code = _refuse(f"a fault inside ramsim: {what}\nSet {_SHOW_TRACEBACK}=1 to see where.", 1)
    return code


def _open_what_is_closed() -> None:
    """Give a process that was started without one of its streams an empty one; a file must not get its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123  (until the end)


def _never_fail_on_letters() -> None:
    """Let a terminal that lacks a letter show a question mark in its place."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _forget_odd_widths() -> None:
    """Leave out of the environment a size of the terminal that is none: what prints tables would stumble over it."""
    for name in ("COLUMNS", "LINES"):
        if not re.fullmatch(r"[1-9]\d{0,3}", os.environ.get(name, "1"), re.ASCII):
            del os.environ[name]


def _flushed(code: int) -> int:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _abandon_stdout()
    return code


def _abandon_stdout() -> None:
    """Point stdout to nowhere, so that the interpreter's last flush does not fail again."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(message: str, code: int) -> int:
    return _tell(f"Error: {_legible(message)}", code)


def _legible(message: str) -> str:
    """Cut what is too long for a message, and write letters out that would move a terminal's cursor."""
    cut = re.sub(rf"\S{{{_LONGEST_WORD},}}", lambda word: f"{word[0][:60]}...{word[0][-20:]}", message)
    return "".join(letter if letter.isprintable() or letter == "\n" else ascii(letter)[1:-1] for letter in cut)


def _tell(message: str, code: int) -> int:
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    with contextlib.suppress(OSError):
        print(message, file=sys.stderr, flush=True)  # noqa: T201
    return code


def _words_of(error: click.ClickException) -> str:
    message = error.format_message()
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "ramsim"
    return f"{message[0].lower()}{message[1:].rstrip('.')}\nTry: {path} --help"
