"""The yardsticks of the benchmarks play the games that they are measured against."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks import rams_speed, ramsch_speed
from benchmarks.comparison import MOST_ERRORS, agreement_lines, scalar_games, side_by_side
from benchmarks.plain_python import referee_ramsli
from benchmarks.scalar_c import compiler

DEALS = 300_000


@pytest.mark.skipif(compiler() is None, reason="this system has no C compiler")
@pytest.mark.parametrize(
    ("source", "outcomes", "agreement", "figures"),
    [
        ("scalar_ramsli.c", 1 << 16, rams_speed.agreement_of, 12),
        ("scalar_ramsch.c", 1 << 17, ramsch_speed.agreement_of, 9),
    ],
)
def test_scalar_c_shows_the_rates_of_the_kernels(
    source: str, outcomes: int, agreement: Callable[..., list[dict[str, Any]]], figures: int, tmp_path: Path
) -> None:
    """Fixed seeds: the same numbers each time."""
    rows = agreement(scalar_games(source, outcomes, tmp_path), DEALS)
    assert len(rows) == 2 * figures
    assert {row["rate"] for row in rows if abs(row["standard_errors_apart"]) > MOST_ERRORS} == set()
    assert all(row["scalar_c"] > 0 for row in rows)


def test_a_yardstick_of_another_game_is_called_one() -> None:
    far = side_by_side("scalar C", "win_rate of seat 0", 0.30, 0.35, 0.01)
    near = side_by_side("another", "win_rate of seat 0", 0.30, 0.31, 0.01)
    assert "PLAYS ANOTHER GAME" in agreement_lines([far])[0]
    assert "5.0 standard errors" in agreement_lines([far])[0]
    assert "another plays the same game" in agreement_lines([near])[0]


def test_the_referee_plays_the_deals_it_is_asked_for() -> None:
    assert referee_ramsli(25) == 25
