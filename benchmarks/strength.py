"""Speed of hand-strength tables: ``python -m benchmarks.strength [--share 0.02 | --whole] [--json FILE]``.

The yardstick: the complete table of Ramsli for four players, all seats, against ``guide`` and ``rule``, with a standard
error of at most 0.01 on every win chance, in under 5 minutes on two cores and under 2 GB of memory. A share of the
classes, spread evenly, is filled on one thread and its CPU time scaled up (``--whole`` makes the table on all
threads). Compilation is done before and not counted. ``advise`` is timed as a warm command.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from ramsim.canonical import hand_classes
from ramsim.engine.plan import make_plan
from ramsim.strength import strength_of
from ramsim.strength.rams_job import RowFiller, StrengthJob
from ramsim.strength.rowsets import ClassRows
from ramsim.strength.sampler import Aim

PRECISION = 0.01
HAND = "AH KH 9S 8C 7D"


def measure_share(share: float) -> dict[str, float]:
    """Fill a share of the classes on one thread."""
    plan = make_plan("ramsli", players=4)
    about = hand_classes(plan.variant.rules)
    numbers = np.arange(0, about.count, max(1, round(1 / share)))
    job = StrengthJob(plan, ClassRows(about, numbers, None), Aim.of(PRECISION))
    filler = RowFiller(job)
    filler.fill(0, 8)
    deals = 0
    begun = time.thread_time()
    for first in range(0, len(numbers), 64):
        deals += int(filler.fill(first, min(64, len(numbers) - first))["sums"][:, :, 0].sum())
    seconds = time.thread_time() - begun
    return {
        "classes": len(numbers),
        "deals": deals,
        "cpu_seconds": seconds,
        "ns_per_deal_played": seconds / deals * 1e9,
        "whole_table_core_seconds": seconds * about.count / len(numbers),
        "whole_table_minutes_on_two_cores": seconds * about.count / len(numbers) / 120,
    }


def measure_whole() -> dict[str, float]:
    """Make the whole table on all threads, its lines included."""
    made = strength_of(make_plan("ramsli", players=4), "complete", precision=PRECISION)
    return {
        "seconds": float(made.seconds or 0.0),
        "deals": made.deals,
        "unfinished": made.unfinished,
        "largest_se": float(made.frame["win_rate_se"].max()),
        "peak_gb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20,
    }


def measure_advice(times: int) -> dict[str, float]:
    """Time ``ramsim advise`` as a command, warm."""
    command = [sys.executable, "-m", "ramsim", "advise", "ramsli", HAND, "--upcard", "TH", "--seat", "2", "--quiet"]
    seconds = []
    for _ in range(times + 1):
        begun = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        seconds.append(time.perf_counter() - begun)
    return {"advise_median_seconds": statistics.median(seconds[1:]), "advise_slowest_seconds": max(seconds[1:])}


def main() -> None:
    """Measure and print; ``--json`` writes the figures to a file too."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description="Speed of hand-strength tables.")
    parser.add_argument("--share", type=float, default=0.02, help="share of the classes that is filled (default 0.02)")
    parser.add_argument("--whole", action="store_true", help="make the whole table too")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    words = parser.parse_args()
    print(
        f"{platform.processor() or platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}"
    )
    print(f"Ramsli, 4 players, every class and seat, standard error of a win chance at most {PRECISION}")
    figures = measure_share(words.share) | measure_advice(5)
    if words.whole:
        figures |= {f"whole_{name}": value for name, value in measure_whole().items()}
    for name, value in figures.items():
        print(f"  {name:36}{value:16,.3f}")
    if words.json:
        words.json.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
