"""Hand-strength tables on a cluster: the jobs as plain data, and the tasks of its workers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ramsim.canonical import hand_classes
from ramsim.engine.checkpoint import Payload
from ramsim.engine.cluster import Task, send_through
from ramsim.engine.portable import pack, plan_of, plan_parts, unpack
from ramsim.engine.threads import Progress
from ramsim.ranges import Range
from ramsim.strength.rams_job import RowFiller, StrengthJob, row_source
from ramsim.strength.ramsch import Whole
from ramsim.strength.ramsch_job import RamschJob, sums_kind
from ramsim.strength.rowsets import ClassRows
from ramsim.strength.sampler import Aim
from ramsim.variants.schema import RamsRules

# Rows of a task, as parts and multiples of what a thread takes at once; batches of deals of a task.
_LEAST_PART, _MOST_TIMES = 4, 4
_MOST_BATCHES = 64


def fill_far(
    job: StrengthJob,
    client: Any,
    ranges: Sequence[Range],
    take: Callable[[Payload, Range], None],
    progress: Progress | None,
    stop: threading.Event | None,
) -> None:
    """Fill rows of a table of the Rams family on the workers of a client; ``take`` gets them as they come."""
    numbers = job.source.numbers.tolist() if isinstance(job.source, ClassRows) and job.source.name == "list" else None
    content = pack({"plan": plan_parts(job.plan), "rows": job.source.name, "numbers": numbers, "precision": job.aim.se})
    chunk = job.source.chunk
    least, most = max(chunk // _LEAST_PART, 1), chunk * _MOST_TIMES
    send_through(client, fill_rows, content, ranges, take, least=least, most=most, progress=progress, stop=stop)


def fill_rows(content: bytes, first: int, number: int) -> Payload:
    """Fill a range of rows of a packed table."""
    return RowFiller(_job(content)).fill(first, number)


def batches_task(job: RamschJob) -> Task[Whole]:
    """Give the task of playing batches of a table of the Ramsch family."""
    content = pack({"plan": plan_parts(job.plan), "masks": job.masks, "deals": job.deals})
    return Task(play_batches, content, sums_kind(job), 1, _MOST_BATCHES)


def play_batches(content: bytes, first: int, number: int) -> Payload:
    """Play a range of batches of a packed table."""
    job = _ramsch_job(content)
    sums = job.nothing()
    for batch in range(first, first + number):
        job.add_batch(batch, sums)
    return sums_kind(job).pack(sums)


@lru_cache(maxsize=4)
def _job(content: bytes) -> StrengthJob:
    parts = unpack(content)
    plan, aim = plan_of(parts["plan"]), Aim.of(parts["precision"])
    rules = plan.variant.rules
    assert isinstance(rules, RamsRules)
    if parts["numbers"] is None:
        return StrengthJob(plan, row_source(rules, parts["rows"], aim), aim)
    return StrengthJob(plan, ClassRows(hand_classes(rules), np.array(parts["numbers"], dtype=np.int64)), aim)


@lru_cache(maxsize=4)
def _ramsch_job(content: bytes) -> RamschJob:
    parts = unpack(content)
    masks = None if parts["masks"] is None else tuple(parts["masks"])
    return RamschJob(plan_of(parts["plan"]), masks, parts["deals"])
