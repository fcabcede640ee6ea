"""Counting for a comparison: outcomes once for all that plays alike, pairs of outcomes for what plays differently."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import numpy as np

from ramsim.compare.alternatives import Alternative, DealGroup, Play
from ramsim.compare.quantities import Values, quantities_of, values_of
from ramsim.compare.tally import Tally, Whole
from ramsim.engine.batch import ExecuteSum, Kind
from ramsim.engine.families import Table, table_of
from ramsim.engine.joint import JointCounter, Keys
from ramsim.engine.threads import Counts, Progress, run_ranges, work_through
from ramsim.ranges import Range
from ramsim.simulate import How

TALLIES: Kind[Tally] = Kind(
    nothing=Tally(),
    add=lambda one, other: one.plus(other),
    pack=lambda tally: {"tally": tally.to_bytes()},
    unpack=lambda payload: Tally.from_bytes(payload["tally"]),
    units=lambda _: None,
)


def executor(group: DealGroup, alternatives: Sequence[Alternative], how: How) -> ExecuteSum[Tally]:
    """Give what plays and counts the deals of a group."""
    tables = [table_of(play.plan) for play in group.plays]
    return (
        _priced_once(group.plays[0], tables[0], alternatives, how)
        if len(tables) == 1
        else _joint(group, tables, alternatives, how)
    )


def _priced_once(play: Play, table: Table, alternatives: Sequence[Alternative], how: How) -> ExecuteSum[Tally]:
    """All alternatives play the same: outcomes are counted once and priced under each."""

    def execute(
        ranges: list[Range], progress: Progress | None, stop: threading.Event | None
    ) -> tuple[Tally, list[Range]]:
        (keys, counts), done = run_ranges(
            table.new_counter, ranges, threads=how.threads, chunk=how.chunk, progress=progress, stop=stop
        )
        values = _values(play, table, alternatives, (keys, counts))
        tally = Tally()
        first = values[play.numbers[0]]
        weights = counts * first.played
        for number in play.numbers:
            tally.add_own(number, weights, values[number].bases)
            if number != play.numbers[0]:
                tally.add_crossed(number, weights, first.bases, values[number].bases)
        return tally, done

    return execute


def _joint(group: DealGroup, tables: list[Table], alternatives: Sequence[Alternative], how: How) -> ExecuteSum[Tally]:
    """The alternatives play differently: pairs of outcomes on the same deals are counted."""

    def execute(
        ranges: list[Range], progress: Progress | None, stop: threading.Event | None
    ) -> tuple[Tally, list[Range]]:
        found = _Gathered(group, tables, alternatives)
        workers, done = work_through(
            lambda: JointCounter(tables, found.take),
            ranges,
            threads=how.threads,
            chunk=how.chunk,
            progress=progress,
            stop=stop,
        )
        for worker in workers:
            worker.finish()
        return found.tally, done

    return execute


class _Gathered:
    """Adds up pairs of outcomes as the threads hand them on."""

    def __init__(self, group: DealGroup, tables: list[Table], alternatives: Sequence[Alternative]) -> None:
        self.tally = Tally()
        self._group = group
        self._tables = tables
        self._alternatives = alternatives
        self._lock = threading.Lock()

    def take(self, other: int, first: Keys, second: Keys, counts: Whole) -> None:
        base_play, play = self._group.plays[0], self._group.plays[other]
        mine = _spread_out(base_play, self._tables[0], self._alternatives, first)
        theirs = _spread_out(play, self._tables[other], self._alternatives, second)
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


def _spread_out(play: Play, table: Table, alternatives: Sequence[Alternative], keys: Keys) -> Callable[[int], Values]:
    """Give the values of an alternative for a list of keys in which the same key may stand many times."""
    distinct, place = np.unique(keys, return_inverse=True)
    values = _values(play, table, alternatives, (distinct, np.ones(len(distinct), dtype=np.int64)))
    return lambda number: Values(values[number].played[place], values[number].bases[place])


def _values(play: Play, table: Table, alternatives: Sequence[Alternative], counts: Counts) -> dict[int, Values]:
    columns = table.outcome_columns(*counts)
    return {number: values_of(alternatives[number].plan.variant, play.plan.carry, columns) for number in play.numbers}


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
