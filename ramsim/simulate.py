"""The main job: a batch of independent deals, counted by outcome and settled."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from ramsim.engine.batch import Batch, on_threads
from ramsim.engine.checkpoint import EVERY, Checkpoint
from ramsim.engine.families import table_of
from ramsim.engine.how import How
from ramsim.engine.identity import plan_identity, source_hashes
from ramsim.engine.kinds import COUNTS
from ramsim.engine.plan import MOST_DEALS, Plan, Wanted, make_plan
from ramsim.engine.threads import CHUNK, Counts, Progress
from ramsim.errors import UsageError
from ramsim.given import shown, text_of, whole_number
from ramsim.precision import (
    PILOT,
    Goal,
    GoalKey,
    Reached,
    check_precision_rule,
    frame_look,
    read_goals,
    run_until_precise,
)
from ramsim.ranges import Range
from ramsim.result import Result, result_class
from ramsim.stats import Estimate
from ramsim.variants import Variant

if TYPE_CHECKING:
    from ramsim.engine.cluster import Task

DEFAULT_HANDS = 1_000_000

WantedPrecision = Mapping[str, float] | Iterable[str] | None


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
    chunk: int | None = None,
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
        Most deals that a thread takes at once; None: 262,144. It does not show in the result.
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
    if command is not None:
        text_of("command", command, "the text of what was typed")
    if precision is None and max_hands is not None:
        raise UsageError(
            f"max_hands = {shown(max_hands)}: only a run to a chosen precision has a most; give hands instead"
        )
    if precision is not None and hands is not None:
        raise UsageError(
            f"hands = {shown(hands)}: a run to a chosen precision finds its own number; max_hands limits it"
        )
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
    with contextlib.ExitStack() as stack:
        checkpoint = None
        if how.checkpoint is not None:
            identity = plan_identity(plan) | _kind_of_run(plan, goals, precision_rule)
            checkpoint = stack.enter_context(Checkpoint(how.checkpoint, identity, how.checkpoint_every))
        table = table_of(plan)
        place = stack.enter_context(how.place())
        chunk = how.chunk or CHUNK
        execute = place.execute(lambda: on_threads(table, how.threads, chunk), lambda: _far_task(plan))
        batch = Batch(
            (plan.first, plan.hands),
            execute,
            COUNTS,
            checkpoint=checkpoint,
            chunk=chunk,
            threads=how.threads,
            progress=how.progress,
            stop=how.ending(),
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
        return {key: estimate for name in names for key, estimate in frame_look(of.frame, name, of.blank).items()}

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


def _far_task(plan: Plan) -> Task[Counts]:
    """Give the task of a cluster's workers; what it takes is read when a cluster is wanted."""
    from ramsim.engine.tasks import deals_task

    return deals_task(plan)


def _kind_of_run(plan: Plan, goals: tuple[Goal, ...], rule: str) -> dict[str, Any]:
    """Give what else must be the same when a run is taken up again; the number of deals may grow."""
    kind: dict[str, Any] = {"command": "simulate", "first": plan.first}
    return kind | ({"precision": [goal.text for goal in goals], "precision rule": rule} if goals else {})
