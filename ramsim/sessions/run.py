"""The job ``sessions``: words to a plan, the plan to a result."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ramsim.engine.batch import Batch
from ramsim.engine.checkpoint import EVERY, Checkpoint
from ramsim.engine.how import How, Place
from ramsim.engine.identity import plan_identity
from ramsim.engine.kinds import ExecuteSum
from ramsim.engine.plan import Wanted
from ramsim.engine.session_families import SessionsKept, records_kind, session_table_of
from ramsim.engine.session_plan import MOST_SESSIONS, SessionPlan, make_session_plan
from ramsim.engine.sessions import CHUNK, run_sessions
from ramsim.engine.threads import Progress
from ramsim.errors import UsageError
from ramsim.given import shown, text_of, whole_number
from ramsim.precision import PILOT, Goal, check_precision_rule, read_goals, run_until_precise
from ramsim.ranges import Range
from ramsim.sessions.quantities import goal_names
from ramsim.sessions.rams import RamsSessions
from ramsim.sessions.ramsch import RamschSessions
from ramsim.sessions.ramsch_quantities import goals_of
from ramsim.sessions.result import SessionsResult
from ramsim.variants import Variant
from ramsim.variants.schema import RamschRules

if TYPE_CHECKING:
    from ramsim.engine.cluster import Task

MOST_CHUNK = 1 << 17
USUAL_SESSIONS = 100_000

WantedPrecision = Mapping[str, float] | Iterable[str] | None


def sessions(
    variant: str | Path | Variant,
    *,
    players: int | None = None,
    sessions: int | None = None,
    deals: int | None = None,
    target: int | None = None,
    stack: int | None = None,
    broke: str | None = None,
    schedule: str | None = None,
    seed: int = 0,
    first: int = 0,
    declare: Wanted = None,
    play: Wanted = None,
    skat: Wanted = None,
    rules: Mapping[str, Any] | None = None,
    precision: WantedPrecision = None,
    precision_rule: str = "sequence",
    max_sessions: int | None = None,
    max_time: str | float | None = None,
    threads: int | None = None,
    chunk: int | None = None,
    cluster: str | None = None,
    checkpoint: str | Path | None = None,
    checkpoint_every: float = EVERY,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    command: str | None = None,
) -> SessionsResult:
    """Play whole sessions: the pot is carried, or scores add up, from deal to deal, and the deal moves round.

    A session of the Rams family ends after ``deals`` deals, when a player has ``target`` chips, or (``broke="stop"``)
    when a player has no chips left after a deal. Who owes more than he has pays it and is in debt, so that no chip is
    lost. A session whose pot passes 10**12 chips ends there and is counted as an overflow. A session of the Ramsch
    family ends after ``deals`` deals, or when a player has lost the game (the rules' ``game_to``).

    Parameters
    ----------
    variant
        A preset's name, the path of a TOML file, or a variant.
    players
        Players at the table; None: the variant's usual number.
    sessions
        Number of sessions, 1 to 4,000,000; each keeps about 300 bytes in memory. None: 100,000, or as many as
        ``precision`` takes.
    deals
        Most deals of a session, 1 to 1,000,000; None: until its target, its stop or the end of the game; without any,
        for its schedule once, or 100.
    target
        Rams family: chips in front of a player that end the session, above the stack, to 10**12.
    stack
        Rams family: chips of each player at the start, 1 to 10**9; None: players start with nothing and may owe.
    broke
        What a player does who has no chips left: ``"stop"`` (the session ends; the default), ``"rebuy"`` (he buys as
        many stacks as bring him above 0), ``"play_on"`` (he owes).
    schedule
        Ramsch family: which rounds are Bock rounds, ``"3 bock, 3 ramsch"``, a round being as many deals as there are
        players; it begins again when it is through.
    seed
        0 to 2**64 - 1. Deal t of session j is deal number ``(j << 24) + t`` of the seed.
    first
        Number of the first session.
    declare, play, skat
        Policies: a name for all players, a list of names and ``PLAYER=NAME``, or a mapping. Policies belong to players
        and move with them from seat to seat; player p sits at seat p in the first deal.
    rules
        Rule fields that replace the variant's.
    precision
        Go on until these half-widths of 95 % intervals are reached: ``{"mean_pot": 0.01, "ruin_rate:any": 0.002}``, a
        quantity for all rows or with a row; see `ramsim.precision`. Quantiles have no such goal.
    precision_rule
        ``sequence`` or ``pilot``, see `ramsim.precision`.
    max_sessions
        With ``precision``: most sessions to play.
    max_time
        Seconds, or ``90s``, ``10m``, ``1h30m``: the run ends then with what it has.
    threads
        Number of threads; None: one for each processor.
    chunk
        Sessions that a thread plays side by side, 1 to 131,072; it does not show in the result.
    cluster
        ``local:N`` or the address of a Dask scheduler: play there.
    checkpoint
        A folder in which the run keeps its sessions; the same call goes on from there.
    checkpoint_every
        Fewest seconds between two writings.
    progress
        Called as ``progress(done, total)``, in sessions, while the run goes on.
    stop
        When set, the run ends soon; sessions under way are given up with their whole chunk.
    command
        Noted in the result.

    Returns
    -------
    SessionsResult
        `RamsSessions` with tables of bankrolls, length, the pot and its growth, or `RamschSessions` with tables of
        scores, length and the path of the scores.

    Raises
    ------
    UsageError
        And its children `VariantError` and `PolicyError`: the words of the call are off.
    KeyboardInterrupt
        Told to stop before any session was finished.
    """
    if command is not None:
        text_of("command", command, "the text of what was typed")
    if precision is None and max_sessions is not None:
        raise UsageError(f"max_sessions = {shown(max_sessions)}: goes with precision; give sessions instead")
    if precision is not None and sessions is not None:
        raise UsageError(
            f"sessions = {shown(sessions)}: a run to a chosen precision finds its own number; max_sessions limits it"
        )
    most = sessions if sessions is not None else USUAL_SESSIONS
    if precision is not None:
        most = MOST_SESSIONS
        if max_sessions is not None:
            most = whole_number("max_sessions", max_sessions, 1, MOST_SESSIONS)
    plan = make_session_plan(
        variant,
        players=players,
        sessions=most,
        deals=deals,
        target=target,
        stack=stack,
        broke=broke,
        schedule=schedule,
        seed=seed,
        first=first,
        declare=declare,
        play=play,
        skat=skat,
        rules=rules,
    )
    check_precision_rule(precision_rule, given=precision is not None)
    goals = read_goals(precision, _goal_names(plan))
    if precision is not None and not goals:
        raise UsageError("precision: no half-width is named; write for example mean_pot=0.01")
    if chunk is not None:
        whole_number("chunk", chunk, 1, MOST_CHUNK)
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
    return run_session_plan(plan, how, goals=goals, precision_rule=precision_rule, command=command)


def run_session_plan(
    plan: SessionPlan,
    how: How,
    *,
    goals: tuple[Goal, ...] = (),
    precision_rule: str = "sequence",
    command: str | None = None,
) -> SessionsResult:
    """Run a plan; see `sessions`. More sessions of the same plan add up with `SessionsResult.merged`."""
    with contextlib.ExitStack() as stack:
        kept = None
        if how.checkpoint is not None:
            identity = _identity(plan, goals, precision_rule)
            kept = stack.enter_context(Checkpoint(how.checkpoint, identity, how.checkpoint_every))
        execute = _execute(plan, how, stack.enter_context(how.place()))
        batch: Batch[SessionsKept] = Batch(
            (plan.first, plan.sessions),
            execute,
            records_kind(plan),
            checkpoint=kept,
            chunk=how.chunk or CHUNK,
            threads=how.threads,
            progress=how.progress,
            stop=how.ending(),
        )

        def result(of: Batch[SessionsKept] = batch) -> SessionsResult:
            if of.gathered is None:
                raise KeyboardInterrupt
            kind = RamsSessions if plan.table.variant.family == "rams" else RamschSessions
            return kind(plan, of.gathered, seconds=of.seconds, command=command)

        def pilot() -> Batch[SessionsKept]:
            alone = Batch((plan.first, PILOT), execute, records_kind(plan))
            alone.count_to(min(PILOT, plan.sessions))
            return alone

        def advance(total: int) -> int:
            batch.count_to(total)
            return batch.hands

        try:
            if not goals:
                batch.count_to(plan.sessions)
                return result()
            resumed = precision_rule == "pilot" and batch.hands > PILOT
            reached = run_until_precise(
                goals,
                precision_rule,
                advance,
                lambda: result().estimates(),
                most=plan.sessions,
                stopped=lambda: batch.stopped,
                begun=batch.hands,
                first_look=(lambda: result(pilot()).estimates()) if resumed else None,
            )
            found = result()
            found.precision = reached.as_json()
            return found
        finally:
            batch.save()


def _goal_names(plan: SessionPlan) -> tuple[str, ...]:
    rules = plan.table.variant.rules
    return goals_of(rules) if isinstance(rules, RamschRules) else goal_names(plan.broke, plan.target)


def _execute(plan: SessionPlan, how: How, place: Place) -> ExecuteSum[SessionsKept]:
    def on_threads() -> ExecuteSum[SessionsKept]:
        table = session_table_of(plan)

        def execute(
            ranges: list[Range], progress: Progress | None, stop: threading.Event | None
        ) -> tuple[SessionsKept, list[Range]]:
            records = run_sessions(table, ranges, threads=how.threads, chunk=how.chunk, progress=progress, stop=stop)
            return records, [] if records is None else list(records.ranges)

        return execute

    def far() -> Task[SessionsKept]:
        from ramsim.engine.tasks import sessions_task

        return sessions_task(plan)

    return place.execute(on_threads, far)


def _identity(plan: SessionPlan, goals: tuple[Goal, ...], rule: str) -> dict[str, Any]:
    """Give all that must be the same when sessions are taken up again; their number may grow."""
    terms = {name: getattr(plan, name) for name in ("first", "deals", "target", "stack", "broke", "schedule")}
    chosen = {"precision": [goal.text for goal in goals], "precision rule": rule} if goals else {}
    return plan_identity(plan.table) | {"command": "sessions"} | terms | chosen
