"""What comparing, checkpoints and a cluster cost beside a plain run: ``python -m benchmarks.runs``.

Each is measured against the plain run in turns. Work of one thread is told by the CPU time of this process; a cluster
works in other processes, so it is told by the clock on the wall, which other work on the machine disturbs.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path

from benchmarks.machine import about_machine, typed_command
from benchmarks.section import Goal, Section
from benchmarks.timing import Sample, Spread, measure, nanoseconds, table, take_turns
from ramsim.compare import compare
from ramsim.engine.batch import Batch, on_threads
from ramsim.engine.cluster import connected, on_cluster
from ramsim.engine.families import table_of
from ramsim.engine.kinds import COUNTS
from ramsim.engine.plan import make_plan
from ramsim.engine.tasks import deals_task
from ramsim.engine.threads import CHUNK
from ramsim.simulate import simulate

VARIANT = "ramsli"
BETES = [1, 2, 3, 5, 8, 10, "pot", "pot:20"]


def plain(deals: int) -> int:
    """Simulate on one thread."""
    return simulate(VARIANT, hands=deals, threads=1).hands


def comparing(*, quick: bool) -> Section:
    """Time k payouts on the same deals, and two policies, against plain runs."""
    deals = 5_000_000 if quick else 20_000_000
    works: dict[str, Callable[[], int]] = {
        "simulate": lambda: plain(deals),
        f"compare, {len(BETES)} payouts": lambda: compare(VARIANT, rules={"bete": BETES}, hands=deals, threads=1).hands,
        "compare, 2 policies": lambda: compare(VARIANT, play=["rule", "lowest"], hands=deals, threads=1).hands,
    }
    samples = take_turns(works, 3 if quick else 7)
    ratios = {name: _ratio(found, samples["simulate"]) for name, found in samples.items()}
    rows = [(name, nanoseconds(found).text(1), ratios[name].text(3)) for name, found in samples.items()]
    payouts = ratios[f"compare, {len(BETES)} payouts"].median
    goal = Goal(f"{len(BETES)} payouts in the time of one run", "1.05 or less", f"{payouts:.3f}", payouts <= 1.05)
    figures = {
        name: {"ns": nanoseconds(found).as_json(), "ratio": ratios[name].as_json()} for name, found in samples.items()
    }
    text = table(rows, (f"{deals:,} deals, one thread, CPU time", "ns a deal", "of simulate"))
    return Section("compare", "Comparing", text, figures, (goal,))


def checkpoints(*, quick: bool) -> Section:
    """Time a run with a checkpoint, written as often as by default, against one without."""
    deals = 60_000_000 if quick else 100_000_000
    fresh = count()
    with tempfile.TemporaryDirectory() as folder:

        def saved() -> int:
            return simulate(VARIANT, hands=deals, threads=1, checkpoint=Path(folder) / str(next(fresh))).hands

        samples = take_turns({"without": lambda: plain(deals), "with": saved}, 3 if quick else 7)
    cpu, wall = _ratio(samples["with"], samples["without"]), _ratio(samples["with"], samples["without"], "wall")
    rows = [(name, nanoseconds(found).text(1), nanoseconds(found, "wall").text(1)) for name, found in samples.items()]
    text = table(rows, (f"{deals:,} deals, one thread", "ns a deal, CPU", "ns a deal, wall"))
    text += f"\nwith / without: CPU {cpu.text(4)}, wall {wall.text(4)}"
    goal = Goal("run time with a checkpoint", "below 1.02", f"{cpu.median:.4f} (CPU)", cpu.median < 1.02)
    return Section("checkpoint", "Checkpoints", text, {"cpu": cpu.as_json(), "wall": wall.as_json()}, (goal,))


def cluster(*, quick: bool) -> Section:
    """Time two local processes against one, both on a Dask cluster that is up already, and against this process."""
    deals = 30_000_000 if quick else 100_000_000
    plan = make_plan(VARIANT, hands=deals)
    samples: dict[str, list[Sample]] = {"this process, 1 thread": [], "local:1": [], "local:2": []}
    here = on_threads(table_of(plan), 1, CHUNK)
    with connected("local:1", wait=60) as one, connected("local:2", wait=60) as two:
        executes = {
            "this process, 1 thread": here,
            "local:1": on_cluster(deals_task(plan), one),
            "local:2": on_cluster(deals_task(plan), two),
        }

        def counted(name: str, number: int) -> int:
            batch = Batch((0, number), executes[name], COUNTS)
            batch.count_to(number)
            return batch.hands

        for name in samples:
            counted(name, 1_000_000)
        for _ in range(3 if quick else 5):
            for name, found in samples.items():
                found.append(measure(lambda name=name: counted(name, deals)))
    rows = [(name, nanoseconds(found, "wall").text(1)) for name, found in samples.items()]
    gain = Spread.of([1 / ratio for ratio in _ratios(samples["local:2"], samples["local:1"], "wall")])
    text = table(rows, (f"{deals:,} deals", "ns a deal, wall"))
    text += f"\ntwo processes against one: {gain.text(2)} times as fast"
    best = max(gain.high, gain.median)
    goal = Goal("two local processes", "1.7 x one or more", f"{gain.median:.2f} (best {best:.2f})", gain.median >= 1.7)
    figures = {name: nanoseconds(found, "wall").as_json() for name, found in samples.items()}
    return Section("cluster", "Cluster of local processes", text, {**figures, "gain": gain.as_json()}, (goal,))


def _ratios(ours: list[Sample], theirs: list[Sample], clock: str) -> list[float]:
    return [getattr(a, clock) / getattr(b, clock) for a, b in zip(ours, theirs, strict=True)]


def _ratio(ours: list[Sample], theirs: list[Sample], clock: str = "cpu") -> Spread:
    """Give the ratio of the medians, with the range of the ratios turn by turn."""
    ratios = _ratios(ours, theirs, clock)
    medians = [statistics.median(getattr(sample, clock) for sample in each) for each in (ours, theirs)]
    return Spread(medians[0] / medians[1], min(ratios), max(ratios))


SECTIONS: dict[str, Callable[[bool], Section]] = {
    "compare": lambda quick: comparing(quick=quick),
    "checkpoint": lambda quick: checkpoints(quick=quick),
    "cluster": lambda quick: cluster(quick=quick),
}


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; gives 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.runs", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer and smaller repeats, for a look")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every figure to FILE as JSON")
    parser.add_argument("--only", choices=SECTIONS, action="append", help="measure this section only (repeatable)")
    options = parser.parse_args(arguments)
    machine, command = about_machine(), typed_command("benchmarks.runs")
    print(command)
    print(f"{machine['processor']}, {machine['processors']} processors, {machine['system']}, load {machine['load']}")
    sections = []
    for key in options.only or SECTIONS:
        sections.append(SECTIONS[key](options.quick))
        print(f"\n== {sections[-1].title} ==\n{sections[-1].text}", flush=True)
    goals = [goal for section in sections for goal in section.goals]
    rows = [(goal.name, goal.wanted, goal.measured, "reached" if goal.reached else "MISSED") for goal in goals]
    print(f"\n== Goals ==\n{table(rows, ('', 'wanted', 'measured', ''))}")
    if options.json is not None:
        figures = {section.key: section.figures for section in sections}
        content = {"command": command, "machine": machine, "quick": options.quick, **figures}
        options.json.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
