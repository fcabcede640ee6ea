"""Ranges of deal numbers: which deals of a seed a result rests on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from ramsim.errors import DataError

Range = tuple[int, int]
"""First deal number, and how many deals."""


def join_ranges(ranges: Iterable[Range]) -> tuple[Range, ...]:
    """Give the ranges in order, with those that touch joined and empty ones left out.

    Raises
    ------
    DataError
        When a deal number lies in two ranges, or a range is negative.
    """
    joined: list[Range] = []
    for first, hands in sorted(pair for pair in ranges if pair[1] != 0):
        if first < 0 or hands < 0:
            raise DataError(f"deals {first} and {hands} more: deal numbers and their count start at 0")
        if joined and first < sum(joined[-1]):
            raise DataError(f"the deals {range_name(joined[-1])} and {range_name((first, hands))} overlap")
        if joined and first == sum(joined[-1]):
            joined[-1] = (joined[-1][0], joined[-1][1] + hands)
        else:
            joined.append((first, hands))
    return tuple(joined)


def refuse_overlap(parts: Sequence[Iterable[Range]], names: Sequence[str], unit: str = "deals") -> None:
    """Refuse parts that have deals in common; ``names`` says what each part is called, ``unit`` what is numbered.

    Raises
    ------
    DataError
        With two parts that overlap, and the ranges that do.
    """
    ranges = sorted((pair, part) for part, pairs in enumerate(parts) for pair in pairs if pair[1] > 0)
    for (pair, part), (later, other) in pairwise(ranges):
        if later[0] < sum(pair):
            one, two = sorted((part, other))
            who = f"{names[one]} is named twice" if names[one] == names[two] else f"{names[one]} and {names[two]}"
            raise DataError(f"{who}: the {unit} {range_name(pair)} and {range_name(later)} overlap")


def range_name(pair: Range) -> str:
    """Say which deal numbers a range holds, ``0 to 999``."""
    return f"{pair[0]:,} to {sum(pair) - 1:,}"
