"""What the sections on speed share: the versions in C, the table of ratios, the check that both play the same game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.scalar_c import SEQUENTIAL, ScalarGame, compiler
from benchmarks.timing import Clock, Sample, nanoseconds, table, times_faster

ONE, ALL = "ramsim, 1 thread", "ramsim, all threads"
PHILOX, XOSHIRO = "scalar C, Philox", "scalar C, xoshiro256++"
NO_COMPILER = "scalar C: not available, this system has no C compiler"
# Among the 24 rates compared a difference of so many standard errors comes about by chance once in 600 runs.
MOST_ERRORS = 4.0


def scalar_games(source: str, outcomes: int, folder: Path) -> dict[str, ScalarGame]:
    """Compile a game in C with either generator; empty where there is no compiler."""
    if not compiler():
        return {}
    return {
        PHILOX: ScalarGame(source, outcomes, folder),
        XOSHIRO: ScalarGame(source, outcomes, folder, [SEQUENTIAL]),
    }


def plays_of(games: Mapping[str, ScalarGame], deals: int) -> dict[str, Callable[[], int]]:
    """Give, for each game in C, a call that plays ``deals`` deals."""
    return {name: partial(_play, game, deals) for name, game in games.items()}


def _play(game: ScalarGame, deals: int) -> int:
    return int(game.count(1, deals).sum())


def speed_table(samples: Mapping[str, list[Sample]]) -> tuple[str, dict[str, Any]]:
    """Lay out cost, speed, and how many times as fast `ONE` is; by CPU time, `ALL` by the clock on the wall.

    Returns
    -------
    text, figures
    """
    rows: list[Sequence[Any]] = []
    figures: dict[str, Any] = {}
    for name, taken in samples.items():
        clock: Clock = "wall" if name == ALL else "cpu"
        cost, ratio = nanoseconds(taken, clock), times_faster(samples[ONE], taken, clock)
        figures[name] = {
            "clock": clock,
            "nanoseconds_a_deal": cost.as_json(),
            "deals_per_second": 1e9 / cost.median,
            "one_thread_is_times_as_fast": ratio.as_json(),
            "repeats": len(taken),
            "deals_a_repeat": taken[0].units,
        }
        digits = 1 if cost.median < 10_000 else 0
        span = f"{cost.low:,.{digits}f} to {cost.high:,.{digits}f}"
        ratios = (f"{ratio.median:,.2f} x", f"{ratio.low:,.2f} to {ratio.high:,.2f}")
        rows.append((name, f"{cost.median:,.{digits}f}", span, f"{1e9 / cost.median:,.0f}", *ratios))
    return table(rows, ("", "ns a deal", "(range)", "deals/s", "ramsim 1 thread is", "(range)")), figures


def side_by_side(name: str, what: str, ours: float, theirs: float, error: float) -> dict[str, Any]:
    """Give one line of the comparison of a game in C with ramsim; ``error`` is that of the difference."""
    return {
        "yardstick": name,
        "rate": what,
        "ramsim": ours,
        "scalar_c": theirs,
        "standard_error": error,
        "standard_errors_apart": (theirs - ours) / error,
    }


def agreement_lines(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Say for each game in C whether it shows ramsim's rates: a yardstick that plays another game is no yardstick."""
    lines = []
    for name in dict.fromkeys(row["yardstick"] for row in rows):
        mine = [row for row in rows if row["yardstick"] == name]
        worst = max(mine, key=lambda row: abs(row["standard_errors_apart"]))
        apart = abs(worst["standard_errors_apart"])
        lines.append(
            f"{name} {'plays the same game' if apart <= MOST_ERRORS else 'PLAYS ANOTHER GAME'}: furthest apart of "
            f"{len(mine)} figures is {worst['rate']}, {worst['ramsim']:.5f} here, {worst['scalar_c']:.5f} there, "
            f"{apart:.1f} standard errors."
        )
    return lines
