"""Whatever goes wrong ends in one or two lines and an exit code."""

from __future__ import annotations

import errno

import click
import pytest

from ramsim.cli.guard import guarded
from ramsim.errors import DataError, RamsimError, RecordError, UsageError, VariantError


def fails_with(error: BaseException) -> int:
    def action() -> int:
        raise error

    return guarded(action)


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (UsageError("--hands 0: must be 1 or more"), 2, "Error: --hands 0: must be 1 or more\n"),
        (VariantError("unknown variant 'x'"), 2, "Error: unknown variant 'x'\n"),
        (RecordError("card AS stands twice"), 1, "Error: card AS stands twice\n"),
        (DataError("x.json: is damaged"), 1, "Error: x.json: is damaged\n"),
        (RamsimError("x.csv: cannot be written: No space left on device"), 1, None),
        (click.UsageError("No such option: --bogus"), 2, "Error: no such option: --bogus\nTry: ramsim --help\n"),
        (KeyboardInterrupt(), 130, "Interrupted.\n"),
        (click.Abort(), 130, "Interrupted.\n"),
        (MemoryError(), 1, "Error: the machine has not enough memory for this; ask for less at a time\n"),
        (OSError(errno.ENOSPC, "No space left on device"), 1, "Error: No space left on device\n"),
        (PermissionError(errno.EACCES, "Permission denied", "/x"), 1, "Error: /x: Permission denied\n"),
        (
            ZeroDivisionError("division by zero"),
            1,
            "Error: a fault inside ramsim: ZeroDivisionError: division by zero\nSet RAMSIM_TRACEBACK=1 to see where.\n",
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else None,
)
def test_each_fault_has_its_words_and_its_code(
    error: BaseException, code: int, message: str | None, capfd: pytest.CaptureFixture[str]
) -> None:
    assert fails_with(error) == code
    told = capfd.readouterr().err
    assert told == message if message is not None else told.startswith("Error: ")
    assert len(told.splitlines()) <= 2


def test_a_closed_pipe_is_no_fault() -> None:
    import subprocess
    import sys

    # The reader goes away after the first line; the writer still has a hundred thousand to tell.
    code = (
        "from ramsim.cli.guard import guarded\n"
        "import sys\n"
        "def action():\n"
        "    for number in range(100_000):\n"
        "        print(number)\n"
        "    return 7\n"
        "sys.exit(guarded(action))\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"0\n"
        process.stdout.close()
        told = process.stderr.read()
        process.wait(timeout=60)
    assert told == b""
    assert process.returncode == 0


def test_the_code_of_an_action_is_passed_on() -> None:
    assert guarded(lambda: 0) == 0
    assert guarded(lambda: 1) == 1


def test_a_fault_shows_its_place_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAMSIM_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        fails_with(ZeroDivisionError())
