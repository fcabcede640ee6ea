"""The main job: a batch of independent deals, counted by outcome and settled."""

from __future__ import annotations

import contextlib
import math
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from ramsim.engine.batch import COUNTS, Batch, Deadline, Execute, on_threads
from ramsim.engine.checkpoint import EVERY, Checkpoint
from ramsim.engine.families import table_of
from ramsim.engine.identity import plan_identity, source_hashes
from ramsim.engine.plan import MOST_DEALS, Plan, Wanted, make_plan, whole_number
from ramsim.engine.threads import CHUNK, Counts, Progress
from ramsim.errors import UsageError
from ramsim.precision import (
    PILOT,
    Goal,
    GoalKey,
    Reached,
    check_precision_rule,
    frame_look,
    read_goals,
    read_seconds,
    run_until_precise,
)
from ramsim.ranges import Range
from ramsim.result import Result, result_class
from ramsim.stats import Estimate
from ramsim.variants import Variant

MOST_THREADS = 1024
DEFAULT_HANDS = 1_000_000

WantedPrecision = Mapping[str, float] | Iterable[str] | None


@dataclass(frozen=True, kw_only=True)
class How:
    """How a plan is carried out; nothing of it shows in the counts. See `simulate` for what each means."""

    threads: int | None = None
    chunk: int = CHUNK
    cluster: str | None = None
    checkpoint: str | Path | None = None
    checkpoint_every: float = EVERY
    max_time: str | float | None = None
    progress: Progress | None = None
    stop: threading.Event | None = None

    def __post_init__(self) -> None:
        """Refuse numbers outside their ranges."""
        if self.threads is not None:
            whole_number("threads", self.threads, 1, MOST_THREADS)
        whole_number("chunk", self.chunk, 1, MOST_DEALS)
        every: Any = self.checkpoint_every
        if isinstance(every, bool) or not isinstance(every, int | float) or not 0 <= every < math.inf:
            raise UsageError(f"checkpoint_every = {every!r}: must be a number of seconds, 0 or more")
        if self.cluster is not None and self.threads is not None:
            raise UsageError(f"threads = {self.threads}: a cluster's workers have their own threads; leave it out")


def simulate(
    variant: str | Path | Variant,
    *,
    players: int | None = None,
    hands: int | None = None,
    seed: int = 0,
    first: int = 0,
    declare: Wanted = None,
    play: Wanted = None,
    skat: Wanted = None,
    rules: Mapping[str, Any] | None = None,
    carry: int = 0,
    precision: WantedPrecision = None,
    precision_rule: str = "sequence",
    max_hands: int | None = None,
    max_time: str | float | None = None,
    threads: int | None = None,
    chunk: int = CHUNK,
    cluster: str | None = None,
    checkpoint: str | Path | None = None,
    checkpoint_every: float = EVERY,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    command: str | None = None,
) -> Result:
    """Play a batch of independent deals and count their outcomes.

    Parameters
    ----------
    variant
        A preset's name, the path of a TOML file, or a variant.
    players
        Seats at the table; None: the variant's usual number.
    hands
        Number of deals, from 1; None: 1,000,000, or as many as ``precision`` takes.
    seed
        0 to 2**64 - 1; deal *i* of a seed is the same deal everywhere.
    first
        Number of the first deal.
    declare, play, skat
        Policies: a name for all seats, a list of names and ``SEAT=NAME``, or a mapping from seat to name.
    rules
        Rule fields that replace the variant's.
    carry
        Chips in the pot before the antes (Rams family).
    precision
        Go on until these half-widths of 95 % intervals are reached: ``{"win_rate": 0.0005, "mean_chips:all": 0.01}``,
        a column for all rows or with a row (a seat or ``all``).
    precision_rule
        ``sequence`` or ``pilot``, see `ramsim.precision`.
    max_hands
        With ``precision``: most deals to play.
    max_time
        Seconds, or ``90s``, ``10m``, ``1h30m``: the run ends then with what it has.
    threads
        Number of threads; None: one for each processor.
    chunk
        Most deals that a thread takes at once; it does not show in the result.
    cluster
        ``local:N`` or the address of a Dask scheduler: count there.
    checkpoint
        A folder in which the run keeps what it has counted; the same call goes on from there.
    checkpoint_every
        Fewest seconds between two writings.
    progress
        Called as ``progress(done, total)`` while the run goes on.
    stop
        When set, the run ends soon and the result holds what was counted.
    command
        Noted in the result.

    Raises
    ------
    UsageError
        And its children `VariantError` and `PolicyError`: the words of the call are off.
    DataError
        When the checkpoint is damaged or belongs to another run.
    """
    if precision is None and max_hands is not None:
        raise UsageError(f"max_hands = {max_hands}: only a run to a chosen precision has a most; give hands instead")
    if precision is not None and hands is not None:
        raise UsageError(f"hands = {hands}: a run to a chosen precision finds its own number; max_hands limits it")
    most = hands if hands is not None else DEFAULT_HANDS
    if precision is not None:
        most = MOST_DEALS - 1 if max_hands is None else whole_number("max_hands", max_hands, 1, MOST_DEALS)
    plan = make_plan(
        variant,
        players=players,
        hands=most,
        seed=seed,
        first=first,
        declare=declare,
        play=play,
        skat=skat,
        rules=rules,
        carry=carry,
    )
    how = How(
        threads=threads,
        chunk=chunk,
        cluster=cluster,
        checkpoint=checkpoint,
        checkpoint_every=checkpoint_every,
        max_time=max_time,
        progress=progress,
        stop=stop,
    )
    check_precision_rule(precision_rule, given=precision is not None)
    goals = read_goals(precision, result_class(plan.variant.family, plan.variant.name).columns)
    if precision is not None and not goals:
        raise UsageError("precision: no half-width is named; write for example win_rate=0.0005")
    return run_plan(plan, how, goals=goals, precision_rule=precision_rule, command=command)


def run_plan(
    plan: Plan,
    how: How,
    *,
    goals: tuple[Goal, ...] = (),
    precision_rule: str = "sequence",
    ranges: Sequence[Range] | None = None,
    command: str | None = None,
) -> Result:
    """Run a plan, or exactly these ranges of its deals; see `simulate`."""
    stop = how.stop if how.max_time is None else Deadline(read_seconds(how.max_time), how.stop)
    with contextlib.ExitStack() as stack:
        checkpoint = None
        if how.checkpoint is not None:
            identity = plan_identity(plan) | _kind_of_run(plan, goals, precision_rule)
            checkpoint = stack.enter_context(Checkpoint(how.checkpoint, identity, how.checkpoint_every))
        table = table_of(plan)
        execute = _execute(plan, how, table, stack)
        batch = Batch(
            (plan.first, plan.hands),
            execute,
            COUNTS,
            checkpoint=checkpoint,
            chunk=how.chunk,
            threads=how.threads,
            progress=how.progress,
            stop=stop,
        )

        def result(reached: Reached | None = None, of: Batch[Counts] = batch) -> Result:
            return result_class(plan.variant.family, plan.variant.name)(
                variant=plan.variant,
                players=plan.players,
                policies=plan.policy_names,
                seed=plan.seed,
                first=plan.first,
                hands=of.hands,
                ranges=of.ranges,
                outcomes=pd.DataFrame(table.outcome_columns(*of.gathered)),
                seconds=of.seconds,
                carry=plan.carry,
                command=command,
                sources=source_hashes(plan),
                precision=None if reached is None else reached.as_json(),
            )

        def pilot() -> Result:
            alone = Batch((plan.first, PILOT), execute, COUNTS)
            alone.count_to(min(PILOT, plan.hands))
            return result(of=alone)

        reached = None
        try:
            if goals:
                reached = _run_to(batch, goals, precision_rule, plan.hands, result, pilot)
            else:
                batch.count_ranges([(plan.first, plan.hands)] if ranges is None else ranges)
        finally:
            batch.save()
        return result(reached)


def _run_to(
    batch: Batch[Counts],
    goals: tuple[Goal, ...],
    rule: str,
    most: int,
    result: Callable[[], Result],
    pilot: Callable[[], Result],
) -> Reached:
    def advance(total: int) -> int:
        batch.count_to(total)
        return batch.hands

    def estimates(of: Result) -> dict[GoalKey, Estimate]:
        names = {goal.name for goal in goals}
        return {key: estimate for name in names for key, estimate in frame_look(of.frame, name).items()}

    resumed = rule == "pilot" and batch.hands > PILOT
    return run_until_precise(
        goals,
        rule,
        advance,
        lambda: estimates(result()),
        most=most,
        stopped=lambda: batch.stopped,
        begun=batch.hands,
        first_look=(lambda: estimates(pilot())) if resumed else None,
    )


def _execute(plan: Plan, how: How, table: Any, stack: contextlib.ExitStack) -> Execute:
    if how.cluster is None:
        return on_threads(table, how.threads, how.chunk)
    from ramsim.engine.cluster import connected, on_cluster

    return on_cluster(plan, stack.enter_context(connected(how.cluster)), how.chunk)


def _kind_of_run(plan: Plan, goals: tuple[Goal, ...], rule: str) -> dict[str, Any]:
    """Give what else must be the same when a run is taken up again; the number of deals may grow."""
    kind: dict[str, Any] = {"command": "simulate", "first": plan.first}
    return kind | ({"precision": [goal.text for goal in goals], "precision rule": rule} if goals else {})
