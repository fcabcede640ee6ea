"""The job ``sessions``: words to a plan, the plan to a result."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ramsim.engine.batch import Batch, Deadline, ExecuteSum, Kind
from ramsim.engine.checkpoint import EVERY, Checkpoint
from ramsim.engine.identity import plan_identity
from ramsim.engine.plan import Wanted, whole_number
from ramsim.engine.rams_sessions import RamsSessionTable
from ramsim.engine.ramsch_sessions import RamschSessionTable
from ramsim.engine.session_plan import MOST_SESSIONS, SessionPlan, make_session_plan
from ramsim.engine.session_records import RamschRecords, RamsRecords, SessionRecords
from ramsim.engine.sessions import CHUNK, SessionTable, run_sessions
from ramsim.engine.threads import Progress
from ramsim.errors import UsageError
from ramsim.precision import Goal, read_goals, read_seconds, run_until_precise
from ramsim.ranges import Range
from ramsim.sessions.quantities import goal_names
from ramsim.sessions.rams import RamsSessions
from ramsim.sessions.ramsch import RamschSessions
from ramsim.sessions.ramsch_quantities import GOALS
from ramsim.sessions.result import SessionsResult
from ramsim.variants import Variant

MOST_THREADS = 1024
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
        Sessions that a thread plays side by side; it does not show in the result.
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
    if precision is None and max_sessions is not None:
        raise UsageError(f"max_sessions = {max_sessions}: goes with precision; give sessions instead")
    if precision is not None and sessions is not None:
        raise UsageError(
            f"sessions = {sessions}: a run to a chosen precision finds its own number; max_sessions limits it"
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
    goals = read_goals(precision, _goal_names(plan))
    if precision is not None and not goals:
        raise UsageError("precision: no half-width is named; write for example mean_pot=0.01")
    return run_session_plan(
        plan,
        threads=threads,
        chunk=chunk,
        goals=goals,
        precision_rule=precision_rule,
        max_time=max_time,
        checkpoint=checkpoint,
        checkpoint_every=checkpoint_every,
        progress=progress,
        stop=stop,
        command=command,
    )


def run_session_plan(
    plan: SessionPlan,
    *,
    threads: int | None = None,
    chunk: int | None = None,
    goals: tuple[Goal, ...] = (),
    precision_rule: str = "sequence",
    max_time: str | float | None = None,
    checkpoint: str | Path | None = None,
    checkpoint_every: float = EVERY,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    command: str | None = None,
) -> SessionsResult:
    """Run a plan; see `sessions`. More sessions of the same plan add up with `SessionsResult.merged`."""
    if threads is not None:
        whole_number("threads", threads, 1, MOST_THREADS)
    if chunk is not None:
        whole_number("chunk", chunk, 1, 1 << 17)
    halt = stop if max_time is None else Deadline(read_seconds(max_time), stop)
    rams = plan.table.variant.family == "rams"
    with contextlib.ExitStack() as stack:
        kept = None
        if checkpoint is not None:
            identity = _identity(plan, goals, precision_rule)
            kept = stack.enter_context(Checkpoint(checkpoint, identity, checkpoint_every))
        table: SessionTable = RamsSessionTable(plan) if rams else RamschSessionTable(plan)
        batch: Batch[SessionRecords | None] = Batch(
            (plan.first, plan.sessions),
            _on_threads(table, threads, chunk),
            _kind(RamsRecords if rams else RamschRecords, plan.table.players),
            checkpoint=kept,
            chunk=chunk or CHUNK,
            threads=threads,
            progress=progress,
            stop=halt,
        )

        def result() -> SessionsResult:
            if batch.gathered is None:
                raise KeyboardInterrupt
            kind = RamsSessions if rams else RamschSessions
            return kind(plan, batch.gathered, seconds=batch.seconds, command=command)

        def advance(total: int) -> int:
            batch.count_to(total)
            return batch.hands

        try:
            if not goals:
                batch.count_to(plan.sessions)
                return result()
            reached = run_until_precise(
                goals,
                precision_rule,
                advance,
                lambda: result().estimates(),
                most=plan.sessions,
                stopped=lambda: batch.stopped,
            )
            found = result()
            found.precision = reached.as_json()
            return found
        finally:
            batch.save()


def _goal_names(plan: SessionPlan) -> tuple[str, ...]:
    rams = plan.table.variant.family == "rams"
    return goal_names(plan.stack is not None, plan.broke == "rebuy") if rams else GOALS


def _on_threads(table: SessionTable, threads: int | None, chunk: int | None) -> ExecuteSum[SessionRecords | None]:
    def execute(
        ranges: list[Range], progress: Progress | None, stop: threading.Event | None
    ) -> tuple[SessionRecords | None, list[Range]]:
        records = run_sessions(table, ranges, threads=threads, chunk=chunk, progress=progress, stop=stop)
        return records, [] if records is None else list(records.ranges)

    return execute


def _kind(records: type[SessionRecords], players: int) -> Kind[SessionRecords | None]:
    """Say how sessions add up, and how they are laid into a checkpoint."""

    def add(one: SessionRecords | None, other: SessionRecords | None) -> SessionRecords | None:
        if one is None or other is None:
            return one if other is None else other
        return records.joined([one, other])

    return Kind(
        nothing=None,
        add=add,
        pack=lambda found: {} if found is None else found.packed(),
        unpack=lambda parts: records.unpacked(parts, players),
        units=lambda found: 0 if found is None else found.sessions,
    )


def _identity(plan: SessionPlan, goals: tuple[Goal, ...], rule: str) -> dict[str, Any]:
    """Give all that must be the same when sessions are taken up again; their number may grow."""
    terms = {name: getattr(plan, name) for name in ("first", "deals", "target", "stack", "broke", "schedule")}
    chosen = {"precision": [goal.text for goal in goals], "precision rule": rule} if goals else {}
    return plan_identity(plan.table) | {"command": "sessions"} | terms | chosen
