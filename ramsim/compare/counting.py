"""Counting for a comparison: outcomes once for all that plays alike, pairs of outcomes for what plays differently."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ramsim.compare.alternatives import DealGroup
from ramsim.compare.quantities import Values, quantities_of, values_of
from ramsim.compare.tally import Tally, Whole
from ramsim.engine.families import Table, table_of
from ramsim.engine.joint import JointCounter, Keys
from ramsim.engine.kinds import ExecuteSum, Kind
from ramsim.engine.threads import CHUNK, Counts, Progress, run_ranges, work_through
from ramsim.ranges import Range
from ramsim.variants import Variant

TALLIES: Kind[Tally] = Kind(
    nothing=Tally(),
    add=lambda one, other: one.plus(other),
    pack=lambda tally: {"tally": tally.to_bytes()},
    unpack=lambda payload: Tally.from_bytes(payload["tally"]),
    units=lambda _: None,
)


@dataclass(frozen=True, eq=False)
class Priced:
    """A group of deals with all that counting and pricing it takes.

    Attributes
    ----------
    group
        What is played on the deals.
    variants
        The variant of each alternative of the group, by its number: its payments are what it is priced under.
    tables
        Of each play.
    """

    group: DealGroup
    variants: Mapping[int, Variant]
    tables: tuple[Table, ...]

    @classmethod
    def of(cls, group: DealGroup, variants: Mapping[int, Variant]) -> Priced:
        """Make the tables."""
        return cls(group, variants, tuple(table_of(play.plan) for play in group.plays))

    def tally(
        self,
        ranges: Sequence[Range],
        *,
        threads: int | None,
        chunk: int = CHUNK,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> tuple[Tally, list[Range]]:
        """Play and price ranges of deals on threads; gives the sums and the ranges that were played."""
        found = _Gathered(self)
        if len(self.tables) == 1:
            counts, done = run_ranges(
                self.tables[0].new_counter, list(ranges), threads=threads, chunk=chunk, progress=progress, stop=stop
            )
            found.price_once(counts)
            return found.tally, done
        workers, done = work_through(
            lambda: JointCounter(self.tables, found.take),
            ranges,
            threads=threads,
            chunk=chunk,
            progress=progress,
            stop=stop,
        )
        for worker in workers:
            worker.finish()
        return found.tally, done

    def values(self, place: int, counts: Counts) -> dict[int, Values]:
        """Give the values of outcomes of the play at a place under each of its alternatives."""
        play = self.group.plays[place]
        columns = self.tables[place].outcome_columns(*counts)
        return {number: values_of(self.variants[number], play.plan.carry, columns) for number in play.numbers}


def on_threads(priced: Priced, threads: int | None, chunk: int) -> ExecuteSum[Tally]:
    """Give what plays and prices the deals of a group in this process; what is not compiled yet is compiled now."""
    for table in priced.tables:
        table.new_reader()

    def execute(
        ranges: list[Range], progress: Progress | None, stop: threading.Event | None
    ) -> tuple[Tally, list[Range]]:
        return priced.tally(ranges, threads=threads, chunk=chunk, progress=progress, stop=stop)

    return execute


class _Gathered:
    """Adds up outcomes, and pairs of outcomes as the threads hand them on."""

    def __init__(self, priced: Priced) -> None:
        self.tally = Tally()
        self._priced = priced
        self._lock = threading.Lock()

    def price_once(self, counts: Counts) -> None:
        """All alternatives play the same: outcomes were counted once and are priced under each."""
        play = self._priced.group.plays[0]
        values = self._priced.values(0, counts)
        first = values[play.numbers[0]]
        weights = counts[1] * first.played
        for number in play.numbers:
            self.tally.add_own(number, weights, values[number].bases)
            if number != play.numbers[0]:
                self.tally.add_crossed(number, weights, first.bases, values[number].bases)

    def take(self, other: int, first: Keys, second: Keys, counts: Whole) -> None:
        """Add pairs of outcomes of the first play and another one on the same deals."""
        base_play, play = self._priced.group.plays[0], self._priced.group.plays[other]
        mine = self._spread_out(0, first)
        theirs = self._spread_out(other, second)
        baseline = mine(base_play.numbers[0])
        weights = counts * baseline.played
        part = Tally()
        if other == 1:  # the baseline's own play stands beside each of the others: it is counted once
            for number in base_play.numbers:
                values = mine(number)
                part.add_own(number, weights, values.bases)
                if number != base_play.numbers[0]:
                    part.add_crossed(number, weights, baseline.bases, values.bases)
        for number in play.numbers:
            values = theirs(number)
            part.add_own(number, weights, values.bases)
            part.add_crossed(number, weights, baseline.bases, values.bases)
        with self._lock:
            self.tally = self.tally.plus(part)

    def _spread_out(self, place: int, keys: Keys) -> Callable[[int], Values]:
        """Give the values of an alternative for a list of keys in which the same key may stand many times."""
        distinct, where = np.unique(keys, return_inverse=True)
        values = self._priced.values(place, (distinct, np.ones(len(distinct), dtype=np.int64)))
        return lambda number: Values(values[number].played[where], values[number].bases[where])


def filled(tally: Tally, group: DealGroup) -> Tally:
    """Give sums of 0 for alternatives of which nothing was counted yet."""
    numbers = [number for play in group.plays for number in play.numbers]
    if all(number in tally.own for number in numbers):
        return tally
    plan = group.plays[0].plan
    bases = 1 + max(row.base for row in quantities_of(plan.variant, plan.players))
    empty = Tally()
    for number in numbers:
        nothing = np.zeros((0, bases), dtype=np.int64)
        empty.add_own(number, np.zeros(0, dtype=np.int64), nothing)
        empty.add_crossed(number, np.zeros(0, dtype=np.int64), nothing, nothing)
    return tally.plus(empty)
