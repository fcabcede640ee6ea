"""Making a hand-strength table of the Ramsch family: hands of a list, or all hands in groups by features.

The work is cut into batches of deals, each dealt from a stream of its own, and what they come to are whole numbers that
add up: neither threads nor a cluster, nor where a run was cut off, show in the table.

Columns: ``hand`` or the features of a group and its ``share``, ``seat``, and those of `ramsim.strength.ramsch_ways`:
``deals``; for the two ways ``take`` and ``push``: ``lose_rate`` (charged with most points), ``trickless_rate``
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
from ramsim.engine.threads import Progress, work_through
from ramsim.errors import RamsimError, UsageError
from ramsim.ranges import Range
from ramsim.strength.ramsch import FEATURES, SEATS, Whole, deal_around, features_of, read_ten_cards
from ramsim.strength.ramsch_ways import Ways

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
    def ways(self) -> tuple[Ways, ...]:
        """The ways of each seat."""
        return tuple(Ways(self.plan, seat) for seat in range(SEATS))

    @property
    def lines(self) -> int:
        """Lines of the sums: hands x seats, or seats x groups."""
        return SEATS * (_RADIX ** len(FEATURES) if self.masks is None else len(self.masks))

    @property
    def batches(self) -> int:
        """Batches of the whole table."""
        parts = SEATS if self.masks is None else self.lines
        return parts * self._each

    @property
    def _each(self) -> int:
        return -(-self.deals // BATCH)

    def nothing(self) -> Whole:
        """Give sums of 0, int64[lines, columns]."""
        return np.zeros((self.lines, len(self.ways[0].columns)), dtype=np.int64)

    def add_batch(self, number: int, sums: Whole) -> None:
        """Play a batch of deals and add it to sums of all lines."""
        part, place = divmod(number, self._each)
        first = place * BATCH
        deals = min(BATCH, self.deals - first)
        stream = place * _BATCH_STREAM + part
        if self.masks is not None:
            seat = part % SEATS
            hands, skat = deal_around(self.plan.seed, stream, deals, seat, self.masks[part // SEATS])
            sums[part : part + 1] += self.ways[seat].sums(hands, skat, first)
            return
        hands, skat = deal_around(self.plan.seed, stream + _SUMMARY_STREAM, deals, part, 0)
        group = features_of(hands[part]) @ _RADIX ** np.arange(len(FEATURES) - 1, -1, -1)
        groups = _RADIX ** len(FEATURES)
        sums[part * groups : (part + 1) * groups] += self.ways[part].sums(hands, skat, first, group, groups)

    def frame(self, sums: Whole, names: Sequence[str] | None) -> pd.DataFrame:
        """Give the table of the sums; ``names``: the hands of a list as they are printed."""
        lines: list[dict[str, Any]] = []
        for number in np.flatnonzero(sums[:, 0]).tolist():
            if names is not None:
                hand, seat = divmod(number, SEATS)
                head: dict[str, Any] = {"hand": names[hand], "seat": seat}
            else:
                seat, group = divmod(number, _RADIX ** len(FEATURES))
                digits = np.base_repr(group, _RADIX).zfill(len(FEATURES))
                head = {name: int(digit) for name, digit in zip(FEATURES, digits, strict=True)}
                head |= {"share": int(sums[number, 0]) / self.deals, "seat": seat}
            lines.append(head | self.ways[seat].line(sums[number]))
        return pd.DataFrame(lines)


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
        for ways in job.ways:  # compiles what is not compiled yet, before the clock starts
            ways.sums(*deal_around(0, 0, 1, ways.seat, 0), 0)

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
