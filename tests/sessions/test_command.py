"""``ramsim sessions`` as a user has it."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest


@pytest.fixture
def run(tmp_path):
    def call(*arguments):
        done = subprocess.run(
            [sys.executable, "-m", "ramsim", "sessions", *map(str, arguments)],
            cwd=tmp_path,
            env={**os.environ, "COLUMNS": "100"},
            capture_output=True,
            encoding="utf-8",
            timeout=300,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return done

    return call


def test_tables_are_readable_at_a_hundred_columns(run) -> None:
    done = run("ramsli", "--sessions", "2k", "--deals", 50, "--stack", 40, "--threads", 1)
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 100
    for words in ("Bankrolls by player", "Length of a session", "Size of the pot", "Growth of the pot", "together 0"):
        assert words in done.stdout
    assert "deals/s" in done.stderr


def test_json_and_csv_hold_the_same_rows(run, tmp_path) -> None:
    words = ("ramscheln", "--sessions", 500, "--deals", 20, "--quiet", "--threads", 1)
    content = json.loads(run(*words, "--format", "json", "--out", "kept.parquet").stdout)
    lines = run(*words, "--format", "csv").stdout.splitlines()
    assert lines[0] == "table,row,quantity,value,se,lo,hi,naive_se,units"
    assert len(lines) == 1 + len(content["rows"])
    assert content["command"].startswith("ramsim sessions ramscheln --sessions 500")
    assert (tmp_path / "kept.parquet").is_file()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("ramsli", "--broke", "sell"), "broke = 'sell': must be one of stop, rebuy, play_on"),
        (("ramsli", "--target", "5", "--stack", "9"), "target = 5: must be above the stack, 9"),
        (("ramsli", "--sessions", "many"), "is no whole number"),
        (("ramsli", "--precision", "mean_pott=1"), "unknown column 'mean_pott'"),
        (("ramsly",), "unknown variant 'ramsly'"),
    ],
)
def test_words_that_are_off_end_with_code_2(run, words, says) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert says in done.stderr
    assert not done.stdout
