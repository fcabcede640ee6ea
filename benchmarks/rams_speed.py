"""Speed of the Rams family: Ramsli for four, by guide and rule, against its yardsticks."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from benchmarks.comparison import (
    ALL,
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
from benchmarks.plain_python import euchre, referee_ramsli
from benchmarks.scalar_c import ScalarGame, ramsli_columns
from benchmarks.section import Goal, Section
from benchmarks.timing import Spread, take_turns, times_faster
from ramsim.engine.threads import usable_threads
from ramsim.result import SimulationResult
from ramsim.simulate import simulate
from ramsim.variants import load_variant

PLAYERS = 4
RATES = ("in_rate", "win_rate", "bete_rate")
REFEREE, EUCHRE = "referee (Python)", "OpenSpiel Euchre"


def yardsticks(folder: Path, *, quick: bool) -> Section:
    """Measure Ramsli for four (``guide``, ``rule``) against the yardsticks, taking turns.

    Parameters
    ----------
    folder
        Where the C versions are compiled.
    quick
        Fewer and smaller repeats.
    """
    deals = 1_000_000 if quick else 4_000_000
    games = scalar_games("scalar_ramsli.c", 1 << 16, folder)
    other = euchre()
    works: dict[str, Callable[[], int]] = {
        ONE: lambda: simulate("ramsli", players=PLAYERS, hands=deals, threads=1).hands,
        ALL: lambda: simulate("ramsli", players=PLAYERS, hands=deals).hands,
        **plays_of(games, deals // 4),
        REFEREE: lambda: referee_ramsli(deals // 1000),
    }
    if other is not None:
        works[EUCHRE] = lambda: other(deals // 1000)
    samples = take_turns(works, 3 if quick else 7)
    text, figures = speed_table(samples)
    figures["scaling"] = scaling = _scaling(10 * deals, 3 if quick else 7)
    figures["agreement"] = agreement = agreement_of(games, deals)
    lines = [
        text,
        "Time: CPU time of the process; all threads: wall time, so the load of the machine shows.",
        f"{scaling['threads']} threads against one, {scaling['deals']:,} deals: {scaling['by_wall']['median']:.2f} "
        f"({scaling['by_wall']['low']:.2f} to {scaling['by_wall']['high']:.2f}) by wall time, "
        f"{scaling['by_cpu']['median']:.2f} by CPU time (what they would give on processors of their own).",
        *([] if games else [NO_COMPILER]),
        *([] if other else ["OpenSpiel Euchre: not available, pip install '.[bench]' adds it"]),
        *agreement_lines(agreement),
    ]
    return Section("ramsli", "Ramsli, 4 players, guide, rule", "\n".join(lines), figures, _goals(figures))


def _scaling(deals: int, repeats: int) -> dict[str, Any]:
    """Measure all threads against one, on so many deals that making the table at the end is a small part of a call."""
    threads = usable_threads(None)
    works: dict[str, Callable[[], int]] = {
        ONE: lambda: simulate("ramsli", players=PLAYERS, hands=deals, threads=1).hands,
        ALL: lambda: simulate("ramsli", players=PLAYERS, hands=deals).hands,
    }
    samples = take_turns(works, repeats)
    by_cpu = times_faster(samples[ALL], samples[ONE], "cpu")
    return {
        "threads": threads,
        "deals": deals,
        "by_wall": times_faster(samples[ALL], samples[ONE], "wall").as_json(),
        "by_cpu": Spread(threads * by_cpu.median, threads * by_cpu.low, threads * by_cpu.high).as_json(),
    }


def agreement_of(games: Mapping[str, ScalarGame], deals: int) -> list[dict[str, Any]]:
    """Compare the rates of each version in C with ramsim's: in, win and bete of every seat."""
    ours: Any = simulate("ramsli", players=PLAYERS, hands=deals, seed=2).frame
    rows = []
    for name, game in games.items():
        theirs: Any = SimulationResult(
            variant=load_variant("ramsli"),
            players=PLAYERS,
            policies={"declare": "guide", "play": "rule"},
            seed=3,
            hands=deals,
            outcomes=pd.DataFrame(ramsli_columns(game.count(3, deals), PLAYERS)),
        ).frame
        for seat in range(PLAYERS):
            for rate in RATES:
                a, b = float(ours.loc[seat, rate]), float(theirs.loc[seat, rate])
                error = math.hypot(ours.loc[seat, f"{rate}_se"], theirs.loc[seat, f"{rate}_se"])
                rows.append(side_by_side(name, f"{rate} of seat {seat}", a, b, error))
    return rows


def _goals(figures: Mapping[str, Any]) -> tuple[Goal, ...]:
    rate = figures[ONE]["deals_per_second"]
    goals = [Goal("Ramsli, one core", "12 million deals/s", f"{rate / 1e6:.1f} million deals/s", rate >= 12e6)]
    for name in (PHILOX, XOSHIRO):
        if name in figures:
            ratio = figures[name]["one_thread_is_times_as_fast"]["median"]
            goals.append(Goal(f"Ramsli against {name}", "4 x", f"{ratio:.2f} x", ratio >= 4))
    scaling = figures["scaling"]
    if scaling["threads"] >= 2:
        wall, cpu = scaling["by_wall"]["median"], scaling["by_cpu"]["median"]
        wanted = 0.9 * scaling["threads"]
        measured = f"{wall:.2f} x by wall, {cpu:.2f} x by CPU time"
        goals.append(Goal(f"{scaling['threads']} threads against one", f"{wanted:.1f} x", measured, wall >= wanted))
    return tuple(goals)
