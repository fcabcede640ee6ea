"""Speed of the Ramsch family: Schieberamsch by its usual policies, and by random play against the same game in C."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.comparison import (
    NO_COMPILER,
    ONE,
    PHILOX,
    XOSHIRO,
    agreement_lines,
    plays_of,
    scalar_games,
    side_by_side,
    speed_table,
)
from benchmarks.scalar_c import ScalarGame
from benchmarks.section import Goal, Section
from benchmarks.timing import take_turns
from ramsim.policies.registry import DEFAULTS
from ramsim.simulate import simulate

SEATS = 3
DECK_POINTS = 120
SKAT, PLAY = "dearest", "random"
CARDS_PLAYED = 30


def yardsticks(folder: Path, *, quick: bool) -> Section:
    """Measure Schieberamsch on one thread; the yardsticks' policies are ``dearest`` and ``random``.

    Parameters
    ----------
    folder
        Where the C versions are compiled.
    quick
        Fewer and smaller repeats.
    """
    deals = 1_000_000 if quick else 4_000_000
    games = scalar_games("scalar_ramsch.c", 1 << 17, folder)
    usual = f"ramsim, 1 thread, {DEFAULTS['ramsch', 'skat']}, {DEFAULTS['ramsch', 'play']}"
    works: dict[str, Callable[[], int]] = {
        usual: lambda: simulate("schieberamsch", hands=deals, threads=1).hands,
        ONE: lambda: simulate("schieberamsch", hands=deals, threads=1, skat=SKAT, play=PLAY).hands,
        **plays_of(games, deals // 4),
    }
    text, figures = speed_table(take_turns(works, 3 if quick else 7))
    figures["agreement"] = agreement = agreement_of(games, deals)
    rate = figures[usual]["deals_per_second"]
    goals = [Goal("Schieberamsch, one core", "4 million deals/s", f"{rate / 1e6:.1f} million deals/s", rate >= 4e6)]
    for name in (PHILOX, XOSHIRO):
        if name in figures:
            ratio = figures[name]["one_thread_is_times_as_fast"]["median"]
            goals.append(Goal(f"Schieberamsch against {name}", "3 x", f"{ratio:.2f} x", ratio >= 3))
    lines = [
        text,
        f"Time: CPU time of the process, skat's round included; {CARDS_PLAYED} cards are played in a deal.",
        f"First line: the usual policies; all others: skat {SKAT}, play {PLAY}.",
        *([] if games else [NO_COMPILER]),
        *agreement_lines(agreement),
    ]
    return Section("schieberamsch", "Schieberamsch, 3 players", "\n".join(lines), figures, tuple(goals))


def agreement_of(games: Mapping[str, ScalarGame], deals: int) -> list[dict[str, Any]]:
    """Compare each version in C with ramsim: points, Jungfrau and sweep of every seat."""
    frame: Any = simulate("schieberamsch", hands=deals, seed=2, skat=SKAT, play=PLAY).frame
    rows = []
    for name, game in games.items():
        counts = game.count(3, deals)
        for seat in range(SEATS):
            for what, values in _values(seat).items():
                here, here_se = float(frame.loc[seat, what]), float(frame.loc[seat, f"{what}_se"])
                there, there_se = _mean(counts, values)
                rows.append(side_by_side(name, f"{what} of seat {seat}", here, there, math.hypot(here_se, there_se)))
    return rows


def _values(seat: int) -> dict[str, npt.NDArray[np.int64]]:
    """Give what each outcome of ``scalar_ramsch.c`` counts for a seat, by the name of ramsim's column."""
    keys = np.arange(1 << 17)
    first, second, trickless = keys & 127, keys >> 7 & 127, keys >> 14
    points = (first, second, DECK_POINTS - first - second)[seat]
    bit, everyone = 1 << seat, (1 << SEATS) - 1
    return {
        "mean_points": points.astype(np.int64),
        "trickless_rate": (trickless == bit).astype(np.int64),
        "sweep_rate": (trickless == everyone ^ bit).astype(np.int64),
    }


def _mean(counts: npt.NDArray[np.int64], values: npt.NDArray[np.int64]) -> tuple[float, float]:
    """Give the mean over all deals and its standard error."""
    deals = int(counts.sum())
    mean = float((counts * values).sum()) / deals
    square = float((counts * values * values).sum()) / deals
    return mean, math.sqrt(max(square - mean * mean, 0.0) / deals)
