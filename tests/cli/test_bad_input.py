"""Bad words and bad files: the exit code, one clear message on stderr, nothing on stdout, no file left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

SMALL = ("--hands", "1000", "--quiet")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        # the command's words
        (["simulat", "ramsli"], ["unknown command 'simulat'", "did you mean simulate?"]),
        (["zzz"], ["unknown command 'zzz'", "known are variants"]),
        (["simulate"], ["missing argument", "VARIANT"]),
        (["rules", "ramsli", "extra"], ["unexpected extra argument", "extra"]),
        (["simulate", "ramsli", "--hand", "5"], ["no such option", "--hand", "--hands"]),
        (["simulate", "ramsli", "--format", "xml"], ["--format", "xml", "table", "csv", "json"]),
        # variants
        (["simulate", "ramsly"], ["unknown variant 'ramsly'", "did you mean ramsli?"]),
        (["rules", "poker"], ["unknown variant 'poker'", "known are bierspiel"]),
        (["deal", "ramschlen"], ["unknown variant 'ramschlen'", "did you mean ramscheln?"]),
        (["simulate", "missing.toml"], ["missing.toml", "cannot be read", "No such file"]),
        # policies
        (["simulate", "ramsli", "--play", "ruel"], ["ruel", "did you mean rule?"]),
        (["simulate", "ramsli", "--declare", "gide"], ["gide", "did you mean guide?"]),
        (["simulate", "ramsli", "--play", "9=random"], ["9", "seat", "0 to 3"]),
        (["simulate", "ramsli", "--play", "nowhere.py:mine"], ["nowhere.py"]),
        (["simulate", "ramsli", "--skat", "push"], ["skat", "ramsli"]),
        # numbers
        (["simulate", "ramsli", "--players", "9"], ["players", "9", "2 to 6"]),
        (["simulate", "ramsli", "--players", "1"], ["players", "1", "2 to 6"]),
        (["simulate", "ramsli", "--players", "four"], ["--players", "'four'", "no integer"]),
        (["simulate", "ramsli", "--hands", "0"], ["hands = 0", "must be 1 to"]),
        (["simulate", "ramsli", "--hands", "-5"], ["hands = -5", "must be 1 to"]),
        (["simulate", "ramsli", "--hands", "9223372036854775808"], ["hands = 9223372036854775808", "must be 1 to"]),
        (["simulate", "ramsli", "--hands", "many"], ["--hands", "'many'", "no whole number"]),
        (["simulate", "ramsli", "--hands", "1.5"], ["--hands", "'1.5'", "no whole number"]),
        (["simulate", "ramsli", "--seed", "1.5"], ["--seed", "'1.5'", "no integer"]),
        (["simulate", "ramsli", "--seed", "lucky"], ["--seed", "'lucky'", "no integer"]),
        (["simulate", "ramsli", "--seed", "-1"], ["seed = -1", "must be 0 to 18,446,744,073,709,551,615"]),
        (
            ["simulate", "ramsli", "--seed", "18446744073709551616"],
            ["seed = 18446744073709551616", "must be 0 to 18,446,744,073,709,551,615"],
        ),
        (["simulate", "ramsli", "--first", "-1"], ["first = -1", "must be 0 to"]),
        (["simulate", "ramsli", "--carry", "-1"], ["carry = -1", "must be 0 to 1,000,000,000,000"]),
        (["simulate", "ramsli", "--threads", "0"], ["threads = 0", "must be 1 to"]),
        (["deal", "ramsli", "--number", "-1"], ["number = -1", "must be 0 to"]),
        # rule fields
        (["simulate", "ramsli", "--set", "beet=5"], ["--set", "unknown field 'beet'", "did you mean bete?"]),
        (["simulate", "ramsli", "--set", "ante=many"], ["ante", "many", "a whole number from 0 to 1,000,000"]),
        (["simulate", "ramsli", "--set", "ante=-1"], ["ante", "-1", "from 0 to 1,000,000"]),
        (["simulate", "ramsli", "--set", "ante"], ["--set ante", "FIELD=VALUE"]),
        (["simulate", "ramsli", "--set", "ante=1", "--set", "ante=2"], ["--set ante=2", "set before"]),
        (["simulate", "ramsli", "--set", "payout=all"], ["payout", "all"]),
        (["simulate", "ramsli", "--set", "hand_size=7", "--players", "6"], ["players = 6", "2 to 4"]),
        (["rules", "ramscheln", "--set", "ranks=AK"], ["players = 5", "the pack has 8"]),
        # where results go
        (["simulate", "ramsli", "--out", "x.xlsx"], ["x.xlsx", ".csv", ".json", ".parquet"]),
        (["simulate", "ramsli", "--out", "nowhere/x.csv"], ["nowhere/x.csv", "cannot be written"]),
        # records
        (["replay", "missing.jsonl"], ["missing.jsonl", "cannot be read"]),
        (["replay", "."], ["cannot be read", "directory"]),
    ],
    ids=" ".join,
)
def test_words_that_are_off_are_refused_with_code_2(
    run: Run, tmp_path: Path, arguments: list[str], words: list[str]
) -> None:
    done = run(*arguments)
    refused(done, 2, words)
    assert list(tmp_path.iterdir()) == []


def refused(done: subprocess.CompletedProcess[str], code: int, words: list[str]) -> None:
    """Check that a command was refused in one or two lines that hold the words."""
    lines = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (code, ""), done.stderr
    assert 1 <= len(lines) <= 2, done.stderr
    assert lines[0].startswith("Error: ")
    for word in words:
        assert word in done.stderr, done.stderr


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"base = ramsli", ["my.toml", "is no TOML", "line 1"]),
        (b"base = 'ramsli'\n[stakes]\nante = 1\nante = 2\n", ["my.toml", "is no TOML"]),
        (b"\xff\xfe\x00", ["my.toml", "UTF-8"]),
        (b"", ["my.toml", "family"]),
        (b"family = 'poker'", ["my.toml", "family = 'poker'", "rams or ramsch"]),
        (b"base = 'ramsly'", ["my.toml", "base", "did you mean ramsli?"]),
        (b"base = 'ramsli'\nbeet = 3", ["my.toml", "unknown field 'beet'", "did you mean bete?"]),
        (b"base = 'ramsli'\n[stakes]\nbeet = 3", ["my.toml", "[stakes]", "unknown field 'beet'", "bete"]),
        (b"base = 'ramsli'\n[play]\nante = 3", ["my.toml", "ante", "[play]", "[stakes]"]),
        (b"base = 'ramsli'\n[stakes]\nante = 'two'", ["my.toml", "ante", "two", "a whole number from 0 to 1,000,000"]),
        (b"base = 'ramsli'\n[stakes]\nante = 1.5", ["my.toml", "ante", "1.5", "a whole number from 0 to 1,000,000"]),
        (b"base = 'ramsli'\nplayers = [5, 3]", ["my.toml", "players"]),
        (b"base = 'ramsli'\nplayers = 'all'", ["my.toml", "players"]),
        (b"base = 'ramsli'\n[pack]\nwidow = 5\n", ["my.toml", "players = 6", "the pack has 32"]),
        (b"base = 'ramsli'\n[play]\nhead = true\novertrump = 'never'\n", ["my.toml", "overtrump", "head = true"]),
    ],
)
@pytest.mark.parametrize("command", ["rules", "simulate"])
def test_a_variant_file_that_cannot_be_is_refused(
    run: Run, tmp_path: Path, command: str, content: bytes, words: list[str]
) -> None:
    (tmp_path / "my.toml").write_bytes(content)
    refused(run(command, "my.toml"), 2, words)
    assert [path.name for path in tmp_path.iterdir()] == ["my.toml"]


@pytest.mark.skipif(os.name != "posix", reason="permissions of a POSIX system")
def test_an_old_result_stays_when_the_new_one_is_refused(run: Run, tmp_path: Path) -> None:
    old = tmp_path / "x.csv"
    old.write_text("kept")
    refused(run("simulate", "ramsli", "--out", "x.csv", "--players", "9"), 2, ["players"])
    assert old.read_text() == "kept"
    assert [path.name for path in tmp_path.iterdir()] == ["x.csv"]


def test_a_folder_is_no_place_for_results(run: Run, tmp_path: Path) -> None:
    (tmp_path / "x.csv").mkdir()
    refused(run("simulate", "ramsli", *SMALL, "--out", "x.csv"), 2, ["x.csv", "folder"])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_behind_stdout_is_told(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ramsim", "variants"],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    assert (done.returncode, done.stderr) == (1, "Error: No space left on device\n")


def test_the_bare_command_shows_its_help(run: Run) -> None:
    done = run()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run("--help").stdout
    for name in ("variants", "rules", "policies", "simulate", "deal", "replay"):
        assert f"\n  {name} " in done.stdout
