"""Speed of the Rams family: Ramsli for four, by guide and rule, against its yardsticks."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from benchmarks.plain_python import euchre, referee_ramsli
from benchmarks.scalar_c import SEQUENTIAL, ScalarGame, compiler, ramsli_columns
from benchmarks.section import Goal, Section
from benchmarks.timing import Sample, Spread, nanoseconds, table, take_turns, times_faster
from ramsim.engine.threads import usable_threads
from ramsim.result import SimulationResult
from ramsim.simulate import simulate
from ramsim.variants import load_variant

PLAYERS = 4
RATES = ("in_rate", "win_rate", "bete_rate")
# Among the 24 rates compared a difference of so many standard errors comes about by chance once in 600 runs.
MOST_ERRORS = 4.0

ONE, ALL = "ramsim, 1 thread", "ramsim, all threads"
PHILOX, XOSHIRO = "scalar C, Philox", "scalar C, xoshiro256++"
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
    works: dict[str, Callable[[], int]] = {
        ONE: lambda: simulate("ramsli", players=PLAYERS, hands=deals, threads=1).hands,
        ALL: lambda: simulate("ramsli", players=PLAYERS, hands=deals).hands,
    }
    games: dict[str, ScalarGame] = {}
    missing: list[str] = []
    if compiler():
        games = {
            PHILOX: ScalarGame("scalar_ramsli.c", 1 << 16, folder),
            XOSHIRO: ScalarGame("scalar_ramsli.c", 1 << 16, folder, [SEQUENTIAL]),
        }
    else:
        missing.append("scalar C: not available, this system has no C compiler")
    for name, game in games.items():
        works[name] = partial(_play_in_c, game, deals // 4)
    works[REFEREE] = lambda: referee_ramsli(deals // 1000)
    other = euchre()
    if other is None:
        missing.append("OpenSpiel Euchre: not available, pip install '.[bench]' adds it")
    else:
        works[EUCHRE] = lambda: other(deals // 1000)
    samples = take_turns(works, 3 if quick else 7)
    rows, figures = _speed_rows(samples)
    figures["agreement"] = agreement = _agreement(games, deals)
    lines = [table(rows, ("", "ns a deal", "(range)", "deals/s", "ramsim 1 thread is", "(range)")), *missing]
    lines.append("Time: CPU time of the process; all threads: wall time, so the load of the machine shows.")
    scaling = figures["scaling"]
    lines.append(
        f"{scaling['threads']} threads against one: {scaling['by_wall']['median']:.2f} by wall time, "
        f"{scaling['by_cpu']['median']:.2f} by CPU time (what they would give on processors of their own)."
    )
    lines.extend(_agreement_lines(agreement))
    return Section("ramsli", "Ramsli, 4 players, guide, rule", "\n".join(lines), figures, _goals(figures, samples))


def _play_in_c(game: ScalarGame, deals: int) -> int:
    return int(game.count(1, deals).sum())


def _speed_rows(samples: Mapping[str, list[Sample]]) -> tuple[list[tuple[Any, ...]], dict[str, Any]]:
    rows: list[tuple[Any, ...]] = []
    figures: dict[str, Any] = {}
    for name, taken in samples.items():
        clock: Any = "wall" if name == ALL else "cpu"
        cost = nanoseconds(taken, clock)
        ratio = times_faster(samples[ONE], taken, clock)
        figures[name] = {
            "clock": clock,
            "nanoseconds_a_deal": cost.as_json(),
            "deals_per_second": 1e9 / cost.median,
            "one_thread_is_times_as_fast": ratio.as_json(),
            "repeats": len(taken),
            "deals_a_repeat": taken[0].units,
        }
        digits = 1 if cost.median < 10_000 else 0
        rows.append(
            (
                name,
                f"{cost.median:,.{digits}f}",
                f"{cost.low:,.{digits}f} to {cost.high:,.{digits}f}",
                f"{1e9 / cost.median:,.0f}",
                f"{ratio.median:,.2f} x",
                f"{ratio.low:,.2f} to {ratio.high:,.2f}",
            )
        )
    count = usable_threads(None)
    by_cpu = times_faster(samples[ALL], samples[ONE], "cpu")
    figures["scaling"] = {
        "threads": count,
        "by_wall": times_faster(samples[ALL], samples[ONE], "wall").as_json(),
        "by_cpu": Spread(count * by_cpu.median, count * by_cpu.low, count * by_cpu.high).as_json(),
    }
    return rows, figures


def _agreement(games: Mapping[str, ScalarGame], deals: int) -> list[dict[str, Any]]:
    """Compare the rates of each C version with those of ramsim: a yardstick that plays another game is no yardstick."""
    ours = simulate("ramsli", players=PLAYERS, hands=deals, seed=2)
    rows: list[dict[str, Any]] = []
    for name, game in games.items():
        theirs = SimulationResult(
            variant=load_variant("ramsli"),
            players=PLAYERS,
            policies={"declare": "guide", "play": "rule"},
            seed=3,
            hands=deals,
            outcomes=pd.DataFrame(ramsli_columns(game.count(3, deals), PLAYERS)),
        )
        rows += _rates_side_by_side(name, ours.frame, theirs.frame)
    return rows


def _rates_side_by_side(name: str, ours: Any, theirs: Any) -> list[dict[str, Any]]:
    rows = []
    for seat in range(PLAYERS):
        for rate in RATES:
            a, b = float(ours.loc[seat, rate]), float(theirs.loc[seat, rate])
            error = math.hypot(ours.loc[seat, f"{rate}_se"], theirs.loc[seat, f"{rate}_se"])
            row = {"yardstick": name, "seat": seat, "rate": rate, "ramsim": a, "scalar_c": b}
            rows.append(row | {"standard_error": error, "standard_errors_apart": (b - a) / error})
    return rows


def _agreement_lines(rows: list[dict[str, Any]]) -> list[str]:
    lines = []
    for name in dict.fromkeys(row["yardstick"] for row in rows):
        mine = [row for row in rows if row["yardstick"] == name]
        worst = max(mine, key=lambda row: abs(row["standard_errors_apart"]))
        agree = abs(worst["standard_errors_apart"]) <= MOST_ERRORS
        lines.append(
            f"{name} {'plays the same game' if agree else 'PLAYS ANOTHER GAME'}: of {len(mine)} rates (in, win, bete a "
            f"seat) the furthest apart is {worst['rate']} of seat {worst['seat']}, {worst['ramsim']:.5f} here, "
            f"{worst['scalar_c']:.5f} there, {abs(worst['standard_errors_apart']):.1f} standard errors."
        )
    return lines


def _goals(figures: Mapping[str, Any], samples: Mapping[str, list[Sample]]) -> tuple[Goal, ...]:
    rate = figures[ONE]["deals_per_second"]
    goals = [Goal("one core", "12 million deals/s", f"{rate / 1e6:.1f} million deals/s", rate >= 12e6)]
    for name in (PHILOX, XOSHIRO):
        if name in samples:
            ratio = figures[name]["one_thread_is_times_as_fast"]["median"]
            goals.append(Goal(f"against {name}", "4 x", f"{ratio:.2f} x", ratio >= 4))
    scaling = figures["scaling"]
    if scaling["threads"] >= 2:
        wall, cpu = scaling["by_wall"]["median"], scaling["by_cpu"]["median"]
        wanted = 0.9 * scaling["threads"]
        measured = f"{wall:.2f} x by wall, {cpu:.2f} x by CPU time"
        goals.append(Goal(f"{scaling['threads']} threads against one", f"{wanted:.1f} x", measured, wall >= wanted))
    return tuple(goals)
