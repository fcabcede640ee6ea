"""The job ``sessions``: words to a plan, the plan to a result."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ramsim.engine.batch import Deadline
from ramsim.engine.plan import Wanted, whole_number
from ramsim.engine.rams_sessions import RamsSessionTable
from ramsim.engine.ramsch_sessions import RamschSessionTable
from ramsim.engine.session_plan import MOST_SESSIONS, SessionPlan, make_session_plan
from ramsim.engine.sessions import SessionTable, run_sessions
from ramsim.engine.threads import Progress
from ramsim.errors import UsageError
from ramsim.precision import Goal, read_goals, read_seconds, run_until_precise
from ramsim.sessions.quantities import goal_names
from ramsim.sessions.rams import RamsSessions
from ramsim.sessions.ramsch import RamschSessions
from ramsim.sessions.ramsch_quantities import GOALS
from ramsim.sessions.result import SessionsResult
from ramsim.stats import Estimate
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
        most = MOST_SESSIONS if max_sessions is None else max_sessions
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
    halt = stop if max_time is None else Deadline(read_seconds(max_time), stop)
    how: dict[str, Any] = {"threads": threads, "chunk": chunk, "progress": progress, "stop": halt, "command": command}
    if precision is None:
        return run_session_plan(plan, **how)
    rams = plan.table.variant.family == "rams"
    goals = read_goals(precision, goal_names(plan.stack is not None, plan.broke == "rebuy") if rams else GOALS)
    if not goals:
        raise UsageError("precision: no half-width is named; write for example mean_pot=0.01")
    return _run_to(plan, goals, precision_rule, how)


def run_session_plan(
    plan: SessionPlan,
    *,
    threads: int | None = None,
    chunk: int | None = None,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    command: str | None = None,
) -> SessionsResult:
    """Run a plan; see `sessions`. More sessions of the same plan add up with `SessionsResult.merged`."""
    if threads is not None:
        whole_number("threads", threads, 1, MOST_THREADS)
    if chunk is not None:
        whole_number("chunk", chunk, 1, 1 << 17)
    rams = plan.table.variant.family == "rams"
    table: SessionTable = RamsSessionTable(plan) if rams else RamschSessionTable(plan)
    started = time.perf_counter()
    records = run_sessions(table, threads=threads, chunk=chunk, progress=progress, stop=stop)
    if records is None:
        raise KeyboardInterrupt
    kind = RamsSessions if rams else RamschSessions
    return kind(plan, records, seconds=time.perf_counter() - started, command=command)


def _run_to(plan: SessionPlan, goals: tuple[Goal, ...], rule: str, how: dict[str, Any]) -> SessionsResult:
    """Play more and more sessions until the goals are reached."""
    results: list[SessionsResult] = []

    def played() -> int:
        return sum(result.sessions for result in results)

    def advance(total: int) -> int:
        if total > (had := played()):
            part = replace(plan, first=plan.first + had, sessions=total - had)
            with contextlib.suppress(KeyboardInterrupt):
                results.append(run_session_plan(part, **how))
        if not results:
            raise KeyboardInterrupt
        results[:] = [SessionsResult.merged(results)]
        return played()

    def look() -> Mapping[tuple[str, str], Estimate]:
        return results[0].estimates()

    def stopped() -> bool:
        return how["stop"] is not None and bool(how["stop"].is_set())

    reached = run_until_precise(goals, rule, advance, look, most=plan.sessions, stopped=stopped)
    results[0].precision = reached.as_json()
    return results[0]
