"""Speed of sessions against the counting of ``simulate``, same game, taking turns: ``python -m benchmarks.sessions``.

The goal: sessions reach at least half of ``simulate``'s deals per second on one core, settlement, bankrolls and pots
included, also where sessions end at different times. Both are measured without their tables: compiled kernels, one
thread.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.machine import about_machine, typed_command
from benchmarks.timing import Sample, nanoseconds, table, take_turns, times_faster
from ramsim.engine.families import table_of
from ramsim.engine.rams_sessions import RamsSessionTable
from ramsim.engine.ramsch_sessions import RamschSessionTable
from ramsim.engine.session_plan import make_session_plan
from ramsim.engine.sessions import run_sessions
from ramsim.engine.threads import run_ranges

GOAL = 0.5


@dataclass(frozen=True)
class Case:
    """Sessions of a game on some terms, and how many of them make about a million deals."""

    name: str
    variant: str
    sessions: int
    terms: dict[str, Any] = field(default_factory=dict)


CASES = (
    Case("ramsli, 200 deals", "ramsli", 5_000, {"deals": 200}),
    Case("ramsli, stacks of 50, first to 100", "ramsli", 5_000, {"stack": 50, "target": 100}),
    Case("ramsli-pot, stacks of 50, rebuys", "ramsli-pot", 5_000, {"deals": 200, "stack": 50, "broke": "rebuy"}),
    Case("ramscheln, 200 deals", "ramscheln", 5_000, {"deals": 200}),
    Case("bierspiel, 200 deals", "bierspiel", 5_000, {"deals": 200}),
    Case("palatinate, games to 500", "palatinate", 50_000),
    Case("schieberamsch, 3 bock, 3 ramsch", "schieberamsch", 30_000, {"schedule": "3 bock, 3 ramsch"}),
)


def works_of(case: Case, quick: bool) -> dict[str, Callable[[], int]]:
    """Give the two works of a case, each telling the number of its deals."""
    plan = make_session_plan(case.variant, sessions=case.sessions // (5 if quick else 1), **case.terms)
    kernel = RamsSessionTable(plan) if plan.table.variant.family == "rams" else RamschSessionTable(plan)
    counted = table_of(plan.table)
    deals = 1 << (18 if quick else 20)

    def simulated() -> int:
        (_, counts), _ = run_ranges(counted.new_counter, [(0, deals)], threads=1)
        return int(counts.sum())

    def played() -> int:
        records = run_sessions(kernel, threads=1)
        assert records is not None
        return int(records.deals.sum())

    return {"simulate": simulated, "sessions": played}


def measured(case: Case, quick: bool) -> tuple[dict[str, list[Sample]], tuple[Any, ...]]:
    """Measure a case; gives the samples and its row of the table."""
    samples = take_turns(works_of(case, quick), 3 if quick else 7)
    ratio = times_faster(samples["sessions"], samples["simulate"])
    cells = [nanoseconds(samples[name]).text(1) for name in ("simulate", "sessions")]
    return samples, (case.name, *cells, ratio.text(2), "reached" if ratio.median >= GOAL else "MISSED")


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and write JSON when asked to; gives 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sessions", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer and smaller repeats, for a look")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every figure to FILE as JSON")
    options = parser.parse_args(arguments)
    machine = about_machine()
    print(typed_command("benchmarks.sessions"))
    print(f"{machine['processor']}, {machine['processors']} processors, {machine['system']}, load {machine['load']}")
    print("CPU time of one thread; medians of repeats that took turns, with the lowest and highest.\n")
    rows, figures = [], {}
    for case in CASES:
        samples, row = measured(case, options.quick)
        rows.append(row)
        figures[case.name] = {name: nanoseconds(taken).as_json() for name, taken in samples.items()}
    head = ("", "simulate, ns a deal", "sessions, ns a deal", "speed of simulate = 1", f"goal {GOAL}")
    print(table(rows, head))
    if options.json is not None:
        options.json.write_text(json.dumps({"machine": machine, "nanoseconds": figures}, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
