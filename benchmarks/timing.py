"""Measuring on a machine that has other work to do: repeats take turns, medians and spread are told.

Work of one thread is timed by the CPU time of this process: what other processes do meanwhile then costs it little.
Work of several threads, and whole commands, are timed by the clock on the wall, and their CPU time is told beside it.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

Clock = Literal["wall", "cpu"]


@dataclass(frozen=True)
class Sample:
    """One measurement: units done (deals), seconds by the clock on the wall, CPU seconds of the process."""

    units: int
    wall: float
    cpu: float


@dataclass(frozen=True)
class Spread:
    """Median, lowest and highest of some repeats."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Take the values of at least one repeat."""
        return cls(statistics.median(values), min(values), max(values))

    def as_json(self) -> dict[str, float]:
        """Give the three numbers by name."""
        return asdict(self)

    def text(self, digits: int, unit: str = "") -> str:
        """Write the median and, in brackets, the range."""
        return f"{self.median:,.{digits}f}{unit} ({self.low:,.{digits}f} to {self.high:,.{digits}f})"


def measure(work: Callable[[], int]) -> Sample:
    """Time one call of ``work``, which gives the number of units it did."""
    wall, cpu = time.perf_counter(), time.process_time()
    units = work()
    return Sample(units, time.perf_counter() - wall, time.process_time() - cpu)


def take_turns(works: Mapping[str, Callable[[], int]], repeats: int) -> dict[str, list[Sample]]:
    """Measure several works in turn, A B C A B C ..., so that a slow moment of the machine meets all of them.

    Each is called once beforehand, unmeasured.
    """
    for work in works.values():
        work()
    samples: dict[str, list[Sample]] = {name: [] for name in works}
    for _ in range(repeats):
        for name, work in works.items():
            samples[name].append(measure(work))
    return samples


def nanoseconds(samples: Sequence[Sample], clock: Clock = "cpu") -> Spread:
    """Give nanoseconds a unit by one of the clocks of `Sample`."""
    return Spread.of([1e9 * getattr(sample, clock) / sample.units for sample in samples])


def times_faster(ours: Sequence[Sample], theirs: Sequence[Sample], clock: Clock = "cpu") -> Spread:
    """Give how many times as fast ``ours`` is, from the repeats paired by turn."""
    pairs = zip(ours, theirs, strict=True)
    return Spread.of([getattr(b, clock) / b.units / (getattr(a, clock) / a.units) for a, b in pairs])


def table(rows: Sequence[Sequence[Any]], header: Sequence[str]) -> str:
    """Lay out rows in columns, the first to the left, the rest to the right."""
    cells = [[str(cell) for cell in row] for row in (header, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    lines = [
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]
    return "\n".join((lines[0], "-" * max(map(len, lines)), *lines[1:]))
