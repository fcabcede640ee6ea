"""A place that fails takes away its own copy of a result and nothing else; files are whole or as they were."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from ramsim.cli.deliver import deliver
from ramsim.cli.main import main
from ramsim.errors import RamsimError
from tests.cli.conftest import Run

RUNS = {
    "simulate": ("ramsli", "--hands", "200"),
    "compare": ("ramsli", "--set", "bete=5", "--set", "bete=6", "--hands", "200"),
    "sessions": ("ramsli", "--sessions", "16", "--deals", "3"),
    "strength": ("ramsli", "--players", "2", "--classes", "hands.txt", "--precision", "0.25"),
}


def full(*_: Any, **__: Any) -> Any:
    raise RamsimError("x.json: cannot be written: No space left on device")


@pytest.fixture
def no_room(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Give a folder in which nothing more can be written."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hands.txt").write_text("AH KH 9S 8C 7D | TH\n")
    for module in (
        "ramsim.result_base",
        "ramsim.compare.comparison",
        "ramsim.sessions.result",
        "ramsim.strength.table",
    ):
        monkeypatch.setattr(import_module(module), "write_table", full)
    return tmp_path


@pytest.mark.parametrize("command", RUNS)
def test_a_full_disk_at_the_end_does_not_lose_what_was_counted(
    no_room: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    code = main([command, *RUNS[command], "--threads", "1", "--format", "csv", "--quiet", "--out", "x.json"])
    printed = capsys.readouterr()
    assert (code, printed.err) == (1, "Error: x.json: cannot be written: No space left on device\n")
    assert len(printed.out.splitlines()) > 1
    assert not (no_room / "x.json").exists()


def test_a_full_disk_does_not_lose_what_was_merged(capsys: pytest.CaptureFixture[str], no_room: Path) -> None:
    with pytest.MonkeyPatch.context() as room:
        from ramsim.tablefiles import write_table

        room.setattr(import_module("ramsim.result_base"), "write_table", write_table)
        assert main(["simulate", *RUNS["simulate"], "--quiet", "--out", "a.json"]) == 0
    shown = capsys.readouterr().out
    assert main(["merge", "a.json", "--quiet", "--out", "x.json"]) == 1
    printed = capsys.readouterr()
    assert printed.out == shown
    assert printed.err == "Error: x.json: cannot be written: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_behind_stdout_does_not_lose_the_file(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as behind:
        done = subprocess.run(
            [sys.executable, "-m", "ramsim", "simulate", *RUNS["simulate"], "--quiet", "--out", "x.json"],
            cwd=tmp_path,
            stdout=behind,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
        )
    assert (done.returncode, done.stderr) == (1, "Error: No space left on device\n")
    assert main(["merge", str(tmp_path / "x.json"), "--quiet"]) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of a POSIX system")
def test_a_pipe_that_closes_early_does_not_lose_the_file(tmp_path: Path) -> None:
    command = f"{sys.executable} -m ramsim simulate {' '.join(RUNS['simulate'])} --quiet --out x.json | true"
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.stderr == ""
    assert main(["merge", str(tmp_path / "x.json"), "--quiet"]) == 0


def test_every_place_that_fails_is_told() -> None:
    def lost(path: Path) -> Path:
        raise RamsimError(f"{path}: cannot be written")

    done: list[Path] = []
    files = [(Path("a"), "Written", lost), (None, "Written", lost), (Path("b"), "Drawn", lost)]
    with pytest.raises(RamsimError, match=r"^a: cannot be written; b: cannot be written$"):
        deliver(lambda: None, [*files, (Path("c"), "Drawn", lambda path: done.append(path) or path)], quiet=True)
    assert done == [Path("c")]


def test_an_interrupt_while_the_result_is_shown_does_not_lose_the_file() -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    done: list[Path] = []
    with pytest.raises(KeyboardInterrupt):
        deliver(interrupted, [(Path("c"), "Written", lambda path: done.append(path) or path)], quiet=True)
    assert done == [Path("c")]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a POSIX system")
def test_a_killed_run_leaves_no_half_written_file(tmp_path: Path) -> None:
    old = tmp_path / "x.json"
    old.write_text("kept")
    process = subprocess.Popen(
        [sys.executable, "-m", "ramsim", "simulate", "ramsli", "--hands", "1e12", "--quiet", "--out", "x.json"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(1.5)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert [path.name for path in tmp_path.iterdir()] == ["x.json"]
    assert old.read_text() == "kept"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("schieberamsch", "--plot", "x.png"), "the picture shows trumps and side aces of the rams family"),
        (("ramsli", "--classes", "hands.txt", "--plot", "x.png"), "a picture needs a table of all hands"),
        (("ramsli", "--plot", "folder.png"), "folder.png: is a folder"),
        (("ramsli", "--plot", "nowhere/x.png"), "there is no folder nowhere"),
    ],
)
def test_a_picture_that_cannot_be_drawn_is_refused_before_anything_is_counted(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "hands.txt").write_text("AH KH 9S 8C 7D | TH\n")
    done = run("strength", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
