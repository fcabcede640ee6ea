"""``compare``: play what must be played, once for all alternatives that share it, and keep the exact sums."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ramsim.compare.alternatives import (
    Alternative,
    Choices,
    DealGroup,
    alternatives_of,
    deal_groups,
    find_baseline,
)
from ramsim.compare.comparison import Comparison
from ramsim.compare.counting import TALLIES, Priced, filled, on_threads
from ramsim.compare.quantities import quantities_of
from ramsim.compare.tally import Tally
from ramsim.engine.batch import Batch
from ramsim.engine.checkpoint import EVERY, Checkpoint
from ramsim.engine.how import How, Place
from ramsim.engine.identity import plan_identity
from ramsim.engine.kinds import ExecuteSum
from ramsim.engine.plan import MOST_DEALS, Wanted
from ramsim.engine.threads import CHUNK, Progress
from ramsim.errors import UsageError
from ramsim.given import list_of, shown, text_of, whole_number
from ramsim.precision import (
    PILOT,
    Goal,
    GoalKey,
    Reached,
    check_precision_rule,
    read_goals,
    run_until_precise,
)
from ramsim.ranges import Range
from ramsim.simulate import DEFAULT_HANDS, WantedPrecision
from ramsim.stats import Estimate, bonferroni_level
from ramsim.variants import Variant

if TYPE_CHECKING:
    from ramsim.engine.cluster import Task

# Deals that a group of alternatives plays before the next group, with other deals, has its turn.
TURN = 1 << 22


def compare(
    *variants: str | Path | Variant,
    rules: Choices | None = None,
    declare: Wanted = None,
    play: Wanted = None,
    skat: Wanted = None,
    baseline: str | int | None = None,
    players: int | None = None,
    hands: int | None = None,
    seed: int = 0,
    first: int = 0,
    carry: int = 0,
    quantities: Sequence[str] | None = None,
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
) -> Comparison:
    """Compare variants, rule fields or policies on the same deals.

    Parameters
    ----------
    *variants
        One or more, as `ramsim.simulate` takes them, all of one family.
    rules
        Rule fields for all of them; a list of values makes alternatives: ``{"bete": [5, 10, "pot"]}``.
    declare, play, skat
        Policies; several names for all seats, or several ``SEAT=NAME`` for one seat, are alternatives:
        ``play=["rule", "random"]``, ``play=["rule", "2=rule", "2=random"]``.
    baseline
        Label of the alternative that the others are compared with, or its number from 1; None: the first.
    players, hands, seed, first, carry
        As for `ramsim.simulate`; ``players=None``: the usual number of the first variant.
    quantities
        Names of those wanted in the table; None: all (`ramsim.compare.quantities`).
    precision, precision_rule, max_hands, max_time
        Go on until the differences from the baseline have these half-widths: ``{"mean_chips": 0.01}``; together they
        hold with 95 %.
    threads, chunk, cluster, checkpoint, checkpoint_every, progress, stop, command
        As for `ramsim.simulate`.

    Raises
    ------
    UsageError
        When there are fewer than two alternatives, two are the same, or a word of the call is off.
    DataError
        When the checkpoint is damaged or belongs to another run.
    """
    if not variants:
        raise UsageError("compare: name at least one variant")
    if command is not None:
        text_of("command", command, "the text of what was typed")
    check_precision_rule(precision_rule, given=precision is not None)
    if precision is None and max_hands is not None:
        raise UsageError(
            f"max_hands = {shown(max_hands)}: only a run to a chosen precision has a most; give hands instead"
        )
    if precision is not None and hands is not None:
        raise UsageError(
            f"hands = {shown(hands)}: a run to a chosen precision finds its own number; max_hands limits it"
        )
    most = DEFAULT_HANDS if hands is None else hands
    if precision is not None:
        most = MOST_DEALS - 1 if max_hands is None else whole_number("max_hands", max_hands, 1, MOST_DEALS)
    common = {"players": players, "hands": most, "seed": seed, "first": first, "carry": carry}
    alternatives = alternatives_of(variants, rules=rules, declare=declare, play=play, skat=skat, **common)
    place = find_baseline(alternatives, baseline)
    known = _names(alternatives[place])
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
    goals = read_goals(precision, known)
    if precision is not None and not goals:
        raise UsageError("precision: no half-width is named; write for example mean_chips=0.01")
    chosen = known
    if quantities is not None:
        named = list_of("quantities", quantities, str, "a list of names, for example ['mean_chips']")
        chosen = tuple(dict.fromkeys([*named, *(goal.name for goal in goals)]))
    for name in chosen:
        if name not in known:
            raise UsageError(f"compare: unknown quantity {shown(name)}; known are {', '.join(known)}")
    wanted = (alternatives[place].plan.first, alternatives[place].plan.hands)
    return _run(alternatives, place, wanted, how, goals, precision_rule, chosen, command)


def _names(alternative: Alternative) -> tuple[str, ...]:
    rows = quantities_of(alternative.plan.variant, alternative.plan.players)
    return tuple(dict.fromkeys(row.name for row in rows))


def _run(
    alternatives: tuple[Alternative, ...],
    baseline: int,
    wanted: Range,
    how: How,
    goals: tuple[Goal, ...],
    rule: str,
    chosen: tuple[str, ...],
    command: str | None,
) -> Comparison:
    groups = deal_groups(alternatives, baseline)
    with contextlib.ExitStack() as stack:
        counted_at = stack.enter_context(how.place())
        executes = [_execute(group, alternatives, how, counted_at) for group in groups]
        stop = how.ending()
        shown = None if how.progress is None else _Shown(how.progress)
        batches: list[Batch[Tally]] = []
        for place, group in enumerate(groups):
            checkpoint = None
            if how.checkpoint is not None:
                kind = {"precision": [goal.text for goal in goals], "precision rule": rule} if goals else {}
                folder = Path(how.checkpoint) / f"deals-{place}" if len(groups) > 1 else Path(how.checkpoint)
                identity = _identity(group, alternatives, baseline, wanted[0]) | kind
                checkpoint = stack.enter_context(Checkpoint(folder, identity, how.checkpoint_every))
            batches.append(
                Batch(
                    wanted,
                    executes[place],
                    TALLIES,
                    checkpoint=checkpoint,
                    chunk=how.chunk or CHUNK,
                    threads=how.threads,
                    progress=None if shown is None else shown.of_group(place),
                    stop=stop,
                )
            )

        def comparison(reached: Reached | None = None, of: Sequence[Batch[Tally]] = batches) -> Comparison:
            return Comparison(
                alternatives=alternatives,
                baseline=baseline,
                groups=groups,
                tallies=tuple(filled(batch.gathered, group) for batch, group in zip(of, groups, strict=True)),
                ranges=tuple(batch.ranges for batch in of),
                chosen=chosen,
                seconds=sum(batch.seconds for batch in of),
                command=command,
                precision=None if reached is None else reached.as_json(),
            )

        def advance(total: int) -> int:
            # In turns, so that a stopped run has played about as many deals of each group.
            if shown is not None:
                shown.total = total * len(batches)
            begun = min(batch.hands for batch in batches)
            for goal in [*range(begun + TURN, total, TURN), total] if len(batches) > 1 else [total]:
                for batch in batches:
                    batch.count_to(goal)
                if batches[0].stopped:
                    break
            return min(batch.hands for batch in batches)

        def pilot() -> Comparison:
            alone = [Batch((wanted[0], PILOT), execute, TALLIES) for execute in executes]
            for batch in alone:
                batch.count_to(min(PILOT, wanted[1]))
            return comparison(of=alone)

        reached = None
        begun = max(batch.hands for batch in batches)
        try:
            if goals:
                reached = run_until_precise(
                    goals,
                    rule,
                    advance,
                    lambda: _differences(comparison(), goals),
                    most=wanted[1],
                    stopped=lambda: batches[0].stopped,
                    level=bonferroni_level(_comparisons(comparison(), goals)),
                    begun=begun,
                    first_look=(lambda: _differences(pilot(), goals)) if rule == "pilot" and begun > PILOT else None,
                )
            else:
                advance(wanted[1])
        finally:
            for batch in batches:
                batch.save()
        return comparison(reached)


def _execute(group: DealGroup, alternatives: Sequence[Alternative], how: How, place: Place) -> ExecuteSum[Tally]:
    numbers = [number for play in group.plays for number in play.numbers]
    variants = {number: alternatives[number].plan.variant for number in numbers}

    def far() -> Task[Tally]:
        from ramsim.compare.task import tally_task

        return tally_task(group, variants)

    return place.execute(lambda: on_threads(Priced.of(group, variants), how.threads, how.chunk or CHUNK), far)


# -- precision -------------------------------------------------------------------------------------------------------


def _differences(comparison: Comparison, goals: tuple[Goal, ...]) -> dict[GoalKey, Estimate]:
    """Give for each goal's quantity and each seat the difference that is known worst."""
    names = {goal.name for goal in goals}
    found: dict[GoalKey, Estimate] = {}
    for quantity in comparison.quantities:
        if quantity.name in names:
            others = [number for number in range(len(comparison.alternatives)) if number != comparison.baseline]
            each = [comparison.difference(number, quantity).estimate for number in others]
            found[quantity.name, quantity.seat] = max(each, key=lambda estimate: _known(estimate.se))
    return found


def _known(error: float) -> float:
    return error if error == error else float("inf")


def _comparisons(comparison: Comparison, goals: tuple[Goal, ...]) -> int:
    """Count the differences that the goals speak of."""
    rows = sum(
        quantity.name == goal.name and goal.row in ("", quantity.seat)
        for goal in goals
        for quantity in comparison.quantities
    )
    return max(rows * (len(comparison.alternatives) - 1), 1)


def _identity(group: DealGroup, alternatives: Sequence[Alternative], baseline: int, first: int) -> dict[str, Any]:
    numbers = [number for play in group.plays for number in play.numbers]
    plans = {str(number): plan_identity(alternatives[number].plan) for number in numbers}
    version = plans[str(numbers[0])]["ramsim"]
    return {
        "ramsim": version,
        "command": "compare",
        "first": first,
        "seed": group.seed,
        "baseline": baseline,
        "alternatives": plans,
    }


class _Shown:
    """Shows the groups, which take turns, as one run."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._done: dict[int, int] = {}
        self.total = 0

    def of_group(self, place: int) -> Progress:
        """Give the progress of a group."""

        def show(done: int, _: int) -> None:
            self._done[place] = done
            self._progress(sum(self._done.values()), self.total)

        return show
