"""The page on stdout: its width, and folded lines."""

from __future__ import annotations

import pytest

from ramsim.cli.page import folded, page_width, print_lines
from tests.cli.conftest import Run


def test_what_follows_is_set_in_by_two_more() -> None:
    assert folded("trick 1: seat 1 KS, seat 2 AS; seat 2 wins", 24) == "trick 1: seat 1 KS, seat\n  2 AS; seat 2 wins"
    assert folded("  a b c", 5) == "  a b\n    c"
    assert folded("", 24) == ""


def test_the_width_is_that_of_the_terminal_or_a_hundred(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert page_width() == 100
    monkeypatch.setenv("COLUMNS", "3")
    assert page_width() == 20
    print_lines(["one two three four five", "six"])
    assert capsys.readouterr().out == "one two three four\n  five\nsix\n"


def test_a_deal_and_its_replay_fit_a_hundred_columns(run: Run) -> None:
    shown = run("deal", "schieberamsch", "--seed", "1").stdout
    assert max(map(len, shown.splitlines())) <= 100
    record = run("deal", "ramsli", "--record").stdout
    assert len(record.splitlines()) == 1
    told = run("replay", "-", stdin=record)
    assert max(map(len, told.stdout.splitlines())) <= 100
    assert told.stderr == "1 record: 1 right, 0 wrong\n"
