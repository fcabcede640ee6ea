"""Making a hand-strength table of the Ramsch family: hands of a list, or all hands in groups by features.

The work is cut into batches of deals, each dealt from a stream of its own, and what they come to are whole numbers that
add up: neither threads nor a cluster, nor where a run was cut off, show in the table.

Hands are looked at before the skat's round (``moment`` ``round``): the hand is given, the other 22 cards are dealt
evenly, and both ways are played. And when play begins (``play``): in a summary hands come as the round has left them,
all players following their policies, the hero too; a hand of a list is then held as it is, with the others dealt evenly
and the round left out, since deals that lead to just this hand are too rare to be found. Games without a round have the
second moment only.

Columns: ``moment``, ``hand`` or the features of a group and its ``share``, ``seat``, ``deals``; then for the ways
``take`` and ``push`` before the round, ``play`` at play: ``lose_rate`` (charged with most points), ``trickless_rate``
(Jungfrau), ``sweep_rate`` (Durchmarsch), ``mean_score`` in the variant's sign; ``push_value``: score when pushing minus
score when taking, turned so that above 0 is better for the player. Each with ``_se``.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from ramsim.engine.batch import Batch
from ramsim.engine.checkpoint import Checkpoint, Payload
from ramsim.engine.how import How
from ramsim.engine.identity import plan_identity
from ramsim.engine.kinds import ExecuteSum, Kind
from ramsim.engine.plan import Plan
from ramsim.engine.ramsch_given import play_and_see
from ramsim.engine.threads import Progress, work_through
from ramsim.errors import RamsimError, UsageError
from ramsim.ranges import Range
from ramsim.strength.ramsch import FEATURES, SEATS, Hands, Whole, deal_around, features_of, read_ten_cards
from ramsim.strength.ramsch_ways import Ways, numbered, way_at_play, ways_before
from ramsim.variants.schema import RamschRules

if TYPE_CHECKING:
    from ramsim.engine.cluster import Task

# Deals of a batch. A seat of a summary gets so many times as many deals as a line of a list.
BATCH = 1 << 14
TIMES = 40
# A feature is 0 to 4.
_RADIX = 5
_SUMMARY_STREAM, _BATCH_STREAM = 1 << 40, 1 << 44


@dataclass(frozen=True, eq=False)
class RamschJob:
    """The lines of a table, and the batches of deals that fill them.

    Attributes
    ----------
    plan
        A game of the Ramsch family.
    masks
        The hands of a list; None for a summary.
    deals
        Of each line of a list, of each seat of a summary.
    """

    plan: Plan
    masks: tuple[int, ...] | None
    deals: int

    @cached_property
    def moments(self) -> dict[str, tuple[Ways, ...]]:
        """The moments at which hands are looked at, with the ways of each seat."""
        seats = range(SEATS)
        at_play = tuple(way_at_play(self.plan, seat, after_round=self.masks is None) for seat in seats)
        if not has_round(self.plan):
            return {"play": at_play}
        return {"round": tuple(ways_before(self.plan, seat) for seat in seats), "play": at_play}

    @property
    def parts(self) -> int:
        """Lines of a moment and seat: hands of the list, or groups by features."""
        return _RADIX ** len(FEATURES) if self.masks is None else len(self.masks)

    @property
    def batches(self) -> int:
        """Batches of the whole table."""
        return SEATS * (1 if self.masks is None else self.parts) * self._each

    @property
    def _each(self) -> int:
        return -(-self.deals // BATCH)

    def nothing(self) -> Whole:
        """Give sums of 0, int64[moments, seats, parts, columns]; the last columns of a moment may have no use."""
        widest = max(len(ways[0].columns) for ways in self.moments.values())
        return np.zeros((len(self.moments), SEATS, self.parts, widest), dtype=np.int64)

    def add_batch(self, number: int, sums: Whole) -> None:
        """Play a batch of deals and add it to sums of all lines."""
        which, place = divmod(number, self._each)
        part, seat = divmod(which, SEATS)
        first = place * BATCH
        deals = min(BATCH, self.deals - first)
        stream = place * _BATCH_STREAM + which
        numbers = numbered(first, deals)
        if self.masks is not None:
            dealt = deal_around(self.plan.seed, stream, deals, seat, self.masks[part])
            for moment, ways in enumerate(self.moments.values()):
                found = ways[seat].sums(*dealt, numbers)
                sums[moment, seat, part, : found.shape[1]] += found[0]
            return
        dealt = deal_around(self.plan.seed, stream + _SUMMARY_STREAM, deals, seat, 0)
        for moment, (name, ways) in enumerate(self.moments.items()):
            mine = ways[seat]
            if name == "round":
                found = mine.sums(*dealt, numbers, group_of(dealt[0][seat]), self.parts)
            else:
                keys, held = play_and_see(mine.tables["play"], *dealt, numbers)
                found = mine.sums_of({"play": keys}, group_of(held[seat]), self.parts)
            sums[moment, seat, :, : found.shape[1]] += found

    def frame(self, sums: Whole, names: Sequence[str] | None) -> pd.DataFrame:
        """Give the table of the sums; ``names``: the hands of a list as they are printed."""
        lines: list[dict[str, Any]] = []
        for place, (moment, ways) in enumerate(self.moments.items()):
            order = [(part, seat) for seat in range(SEATS) for part in range(self.parts)]
            if names is not None:
                order.sort()
            for part, seat in order:
                found = sums[place, seat, part]
                if not found[0]:
                    continue
                if names is not None:
                    head: dict[str, Any] = {"hand": names[part]}
                else:
                    digits = np.base_repr(part, _RADIX).zfill(len(FEATURES))
                    head = {name: int(digit) for name, digit in zip(FEATURES, digits, strict=True)}
                    head |= {"share": int(found[0]) / self.deals}
                mine = ways[seat]
                lines.append({"moment": moment} | head | {"seat": seat} | mine.line(found[: len(mine.columns)]))
        return pd.DataFrame(lines)


def has_round(plan: Plan) -> bool:
    """Tell whether the skat is carried round before play."""
    assert isinstance(plan.variant.rules, RamschRules)
    return plan.variant.rules.skat_round != "none"


def group_of(hands: Hands) -> Whole:
    """Give the group of each hand by its features, int64[hands]."""
    group: Whole = features_of(hands) @ _RADIX ** np.arange(len(FEATURES) - 1, -1, -1)
    return group


class _Worker:
    """Plays batches for one thread."""

    def __init__(self, job: RamschJob) -> None:
        self._job = job
        self.sums = job.nothing()

    def count(self, first: int, number: int) -> None:
        """Play batches ``first`` to ``first + number - 1``."""
        for batch in range(first, first + number):
            self._job.add_batch(batch, self.sums)


def sums_kind(job: RamschJob) -> Kind[Whole]:
    """Say how the sums of a table add up and are stored."""

    def unpack(payload: Payload) -> Whole:
        if payload["sums"].shape != job.nothing().shape:
            raise ValueError("not the sums of this table")
        return payload["sums"].astype(np.int64)

    return Kind(
        nothing=job.nothing(),
        add=lambda one, other: one + other,
        pack=lambda sums: {"sums": sums},
        unpack=unpack,
        units=lambda _: None,
    )


def ramsch_frame(plan: Plan, classes: str | Path, se: float, how: How) -> tuple[pd.DataFrame, float]:
    """Make the lines of a table: for each hand of a list, or each group of hands by features, and each seat.

    Parameters
    ----------
    plan
        A game of the Ramsch family.
    classes
        ``summary``, or the path of a file with ten cards on each line.
    se
        Standard error of a rate of one half; how many deals each line (in a summary: each seat) gets follows from it.
    how
        Threads or a cluster, checkpoint, progress (in batches of deals), stop.

    Returns
    -------
    frame, seconds
        The table, and the time that it took, that of earlier runs of the checkpoint included.

    Raises
    ------
    UsageError
        For ``complete``; `DataError` for a list that cannot be read, or a checkpoint of another run.
    RamsimError
        When it was told to stop before the end.
    """
    if classes == "complete":
        raise UsageError(
            "classes = complete: there are 64,512,240 hands of ten cards: take summary, or a list of hands"
        )
    deals = int(np.ceil(0.25 / se**2))
    listed = None if classes == "summary" else read_ten_cards(Path(classes))
    masks = None if listed is None else tuple(mask for _, mask in listed)
    job = RamschJob(plan, masks, deals if listed is not None else TIMES * deals)
    kind = sums_kind(job)
    with contextlib.ExitStack() as stack:
        kept = None
        if how.checkpoint is not None:
            identity = plan_identity(plan) | {"strength": "summary" if masks is None else list(masks), "precision": se}
            kept = stack.enter_context(Checkpoint(how.checkpoint, identity, how.checkpoint_every))
        batch = Batch(
            (0, job.batches),
            _execute(job, how, stack),
            kind,
            checkpoint=kept,
            chunk=1,
            threads=how.threads,
            progress=how.progress,
            stop=how.ending(),
        )
        try:
            batch.count_to(job.batches)
        finally:
            batch.save()
    if batch.hands < job.batches:
        words = f"; the same command goes on from {how.checkpoint}" if how.checkpoint is not None else ""
        raise RamsimError(f"stopped: {batch.hands:,} of {job.batches:,} batches of deals were played{words}")
    return job.frame(batch.gathered, None if listed is None else [name for name, _ in listed]), batch.seconds


def _execute(job: RamschJob, how: How, stack: contextlib.ExitStack) -> ExecuteSum[Whole]:
    def on_threads() -> ExecuteSum[Whole]:
        RamschJob(job.plan, job.masks, 1).add_batch(0, job.nothing())  # compiles what is not compiled yet

        def execute(
            ranges: list[Range], progress: Progress | None, stop: threading.Event | None
        ) -> tuple[Whole, list[Range]]:
            workers, done = work_through(
                lambda: _Worker(job), ranges, threads=how.threads, chunk=1, progress=progress, stop=stop
            )
            return np.sum([worker.sums for worker in workers], axis=0), done

        return execute

    def far() -> Task[Whole]:
        from ramsim.strength.task import batches_task

        return batches_task(job)

    return stack.enter_context(how.place()).execute(on_threads, far)
