"""Memory and start-up: whole commands in processes of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.section import Goal, Section
from benchmarks.timing import Spread, table

# The peak of the process itself; what wait4() tells of a child also counts its parent's memory before the start.
_WITH_PEAK = """
import sys
from pathlib import Path
from ramsim.cli.main import main
code = main(sys.argv[1:])
status = Path("/proc/self/status")
if status.is_file():
    peak = int(status.read_text().partition("VmHWM:")[2].split()[0])
else:
    import resource
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)
print("peak", peak, file=sys.stderr)
sys.exit(code)
"""


@dataclass(frozen=True)
class Run:
    """A finished process: seconds by the clock on the wall, CPU seconds, what it wrote to stderr."""

    wall: float
    cpu: float
    notes: str


def run(arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> Run:
    """Run ``python ARGUMENTS`` to its end.

    Raises
    ------
    RuntimeError
        When it fails; the message holds what it wrote.
    """
    with tempfile.TemporaryFile("w+") as notes:
        started = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, *arguments],
            stdout=subprocess.DEVNULL,
            stderr=notes,
            env={**os.environ, **(environment or {})},
        )
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        notes.seek(0)
        text = notes.read()
    if process.returncode:
        raise RuntimeError(f"python {' '.join(arguments)}: exit code {process.returncode}: {text}")
    return Run(wall, used.ru_utime + used.ru_stime, text)


def memory(*, quick: bool) -> Section:
    """Measure the peak memory of ``ramsim simulate`` for few and many hands."""
    commands = [["ramsli", "--hands", "1M"], ["ramsli", "--hands", "10M" if quick else "100M"]]
    if not quick:
        commands.append(["ramsli", "--players", "6", "--hands", "10M"])
    rows, peaks = [], []
    for words in commands:
        done = run(["-c", _WITH_PEAK, "simulate", *words, "--quiet"])
        found = re.search(r"^peak (\d+)$", done.notes, re.MULTILINE)
        assert found is not None
        peaks.append(int(found[1]) / 1024)
        rows.append(("ramsim simulate " + " ".join(words), f"{peaks[-1]:.0f} MB", f"{done.wall:.1f} s"))
    figures = {row[0]: {"peak_mb": peak} for row, peak in zip(rows, peaks, strict=True)}
    goals = (
        Goal("memory", "below 400 MB", f"{max(peaks):.0f} MB", max(peaks) < 400),
        Goal("memory, more hands", "flat", f"{peaks[1] - peaks[0]:+.0f} MB", peaks[1] < 1.1 * peaks[0]),
    )
    return Section("memory", "Peak memory", table(rows, ("", "peak", "wall time")), figures, goals)


def start_up(*, quick: bool) -> Section:
    """Measure the first run with an empty cache, warm runs, the help and the bare import."""
    repeats = 3 if quick else 7
    main_job = ["-m", "ramsim", "simulate", "ramsli", "--hands", "1M"]
    with tempfile.TemporaryDirectory() as folder:
        first = run(main_job, {"RAMSIM_CACHE_DIR": folder})
    notes = first.notes.lower().count("compiling")
    run(main_job)
    warm: dict[str, list[str]] = {
        "ramsim simulate ramsli --hands 1M": main_job,
        "ramsim --help": ["-m", "ramsim", "--help"],
        "import ramsim": ["-c", "import ramsim"],
        "(bare python)": ["-c", "pass"],
    }
    taken: dict[str, list[Run]] = {name: [] for name in warm}
    for _ in range(repeats):
        for name, arguments in warm.items():
            taken[name].append(run(arguments))
    rows = [("the same, first run, empty cache", f"{first.wall:.2f} s", f"{first.cpu:.2f} s")]
    figures: dict[str, Any] = {"first run": {"wall": first.wall, "cpu": first.cpu, "notes_of_compiling": notes}}
    walls = {}
    for place, (name, runs) in enumerate(taken.items()):
        wall, cpu = Spread.of([one.wall for one in runs]), Spread.of([one.cpu for one in runs])
        walls[name] = wall.median
        figures[name] = {"wall": wall.as_json(), "cpu": cpu.as_json(), "repeats": repeats}
        rows.insert(0 if place == 0 else len(rows), (name, wall.text(2, " s"), cpu.text(2, " s")))
    limits = {"ramsim simulate ramsli --hands 1M": 2.0, "ramsim --help": 0.3, "import ramsim": 0.3}
    said = f"{first.wall:.1f} s, notes: {notes}"
    goals = (
        Goal("first run after install", "below 20 s, one note", said, first.wall < 20 and notes == 1),
        *(Goal(name, f"below {most} s", f"{walls[name]:.2f} s", walls[name] < most) for name, most in limits.items()),
    )
    return Section("start_up", "Start-up, whole processes", table(rows, ("", "wall time", "CPU time")), figures, goals)
