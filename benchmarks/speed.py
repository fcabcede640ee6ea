"""Speed, memory and start-up of ramsim against yardsticks, all in one run: ``python -m benchmarks.speed``.

Yardsticks: the referee, which is plain Python; a scalar version of the same game in C, one deal at a time, compiled
here with the system's compiler; Euchre in OpenSpiel (``pip install '.[bench]'``), which plays as many cards. What is
not there is said to be missing.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks import commands, rams_speed, rams_tables, ramsch_speed
from benchmarks.machine import about_machine, about_versions, typed_command
from benchmarks.scalar_c import compiler
from benchmarks.section import Section
from benchmarks.timing import table

SECTIONS: dict[str, Callable[[Path, bool], Section]] = {
    "ramsli": lambda folder, quick: rams_speed.yardsticks(folder, quick=quick),
    "tables": lambda _, quick: rams_tables.other_tables(quick=quick),
    "schieberamsch": lambda folder, quick: ramsch_speed.yardsticks(folder, quick=quick),
    "memory": lambda _, quick: commands.memory(quick=quick),
    "start_up": lambda _, quick: commands.start_up(quick=quick),
}


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and write JSON when asked to; gives 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer and smaller repeats, for a look (about a minute)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every figure to FILE as JSON")
    parser.add_argument("--only", choices=SECTIONS, action="append", help="measure this section only (repeatable)")
    options = parser.parse_args(arguments)
    machine, versions, command = about_machine(), about_versions(compiler()), typed_command("benchmarks.speed")
    print(command)
    print(f"{machine['processor']}, {machine['processors']} processors, {machine['system']}, load {machine['load']}")
    print(", ".join(f"{name} {version}" for name, version in versions.items()))
    print("Figures are medians of repeats that took turns, with the lowest and highest.")
    sections: list[Section] = []
    with tempfile.TemporaryDirectory() as folder:
        for key in options.only or SECTIONS:
            sections.append(SECTIONS[key](Path(folder), options.quick))
            print(f"\n== {sections[-1].title} ==\n{sections[-1].text}", flush=True)
    goals = [goal for section in sections for goal in section.goals]
    rows = [(goal.name, goal.wanted, goal.measured, "reached" if goal.reached else "MISSED") for goal in goals]
    print(f"\n== Goals ==\n{table(rows, ('', 'wanted', 'measured', ''))}")
    if options.json is not None:
        figures = {section.key: section.figures for section in sections}
        about = {"command": command, "machine": machine, "versions": versions, "quick": options.quick}
        goal_rows = [dict(zip(("goal", "wanted", "measured", "verdict"), row, strict=True)) for row in rows]
        options.json.write_text(json.dumps({**about, **figures, "goals": goal_rows}, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
