"""Every column that a command shows or writes is told in its help and in the README."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

import ramsim
from ramsim.cli.columns import columns_of, feature_note
from ramsim.cli.reference import reference
from tests.cli.conftest import Run

COMMANDS = ("simulate", "compare", "sessions", "strength")


def patterns(command: str, family: str) -> list[str]:
    """Give the names that are told, as patterns: ``profit_qxx`` stands for all quantiles of the profit."""
    told = columns_of(command)
    names = [name for heading, part in told.items() if "family" not in heading or family in heading for name in part]
    single = [name for several in names for name in several.split(", ")]
    return [
        re.escape(name).replace(r"\.\.\.", ".*").replace("qxx", r"q\d\d").replace("_k_", r"_\d+_") for name in single
    ]


def untold(command: str, family: str, columns: Iterable[str]) -> set[str]:
    known = patterns(command, family)
    return {str(name) for name in columns if not any(re.fullmatch(pattern, str(name)) for pattern in known)}


@pytest.mark.parametrize(("variant", "family"), [("ramsli", "Rams "), ("schieberamsch", "Ramsch ")])
def test_every_column_is_told(variant: str, family: str) -> None:
    batch = ramsim.simulate(variant, hands=10).frame
    assert not untold("simulate", family, batch.columns)
    compared = ramsim.compare(variant, play=["rule", "random"], hands=10).frame
    assert not untold("compare", family, compared.columns)
    more = {"stack": 9, "broke": "rebuy"} if family == "Rams " else {}
    evening = ramsim.sessions(variant, sessions=5, deals=3, **more).frame
    assert not untold("sessions", family, evening.columns)
    assert not untold("sessions", family, evening["quantity"])
    table = ramsim.strength(variant, precision=0.2).frame
    assert not untold("strength", family, table.columns)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_and_readme_tell_the_same_columns(run: Run, command: str) -> None:
    shown = " ".join(run(command, "--help").stdout.split())
    section = reference().partition(f"### `ramsim {command}")[2].partition("### `")[0]
    for heading, meanings in columns_of(command).items():
        assert f"{heading}:" in shown
        assert f"{heading}:" in section
        for name, words in meanings.items():
            assert f"{name} {words}" in shown
            assert words.replace("<", "&lt;") in section


def test_a_table_of_strength_says_what_its_columns_are(run: Run) -> None:
    shown = " ".join(run("strength", "ramsli", "--precision", "0.1", "--quiet").stdout.split())
    for name in ("trumps", "best_trump", "side_aces", "side_length", "share"):
        assert f"{name}: " in shown
    assert "(1/0: seat 1, nobody yet)" in shown
    assert feature_note(["jacks", "hand"]) == ""


def test_no_source_mark_is_left_unresolved(run: Run) -> None:
    for layout in ("table", "csv", "json"):
        shown = run("policies", "--format", layout).stdout
        assert "[S" not in shown
        assert "Ramsli" in shown
