"""Whole sessions to be run: a plan of the table, how many sessions, and what ends one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from ramsim.engine.plan import Plan, Wanted, make_plan, whole_number
from ramsim.errors import UsageError
from ramsim.kernels.session_state import DEAL_BITS, MOST_POT
from ramsim.variants import Variant
from ramsim.variants.loader import nearest

Broke = Literal["stop", "rebuy", "play_on"]
BROKE: tuple[Broke, ...] = get_args(Broke)

MOST_SESSIONS = 4_000_000
MOST_DEALS = 1_000_000
MOST_STACK = 10**9
USUAL_DEALS = 100
NUMBERS = 1 << (62 - DEAL_BITS)


@dataclass(frozen=True, eq=False)
class SessionPlan:
    """Sessions to be run, checked and ready.

    Attributes
    ----------
    table
        Variant, players, policies (of the players, who are numbered by their seat in the first deal) and seed.
    first, sessions
        Sessions ``first`` to ``first + sessions - 1``.
    deals
        A session ends after so many deals at the latest.
    target
        Chips in front of a player that end it, or None.
    stack
        Chips of each player at the start; None: players start with nothing, may owe, and nobody is broke.
    broke
        What happens when a player has no chips left after a deal: the session stops, he buys another stack (or as many
        as it takes), or he plays on in debt.
    """

    table: Plan
    first: int
    sessions: int
    deals: int
    target: int | None
    stack: int | None
    broke: Broke | None


def make_session_plan(
    variant: str | Path | Variant,
    *,
    players: int | None = None,
    sessions: int = 100_000,
    deals: int | None = None,
    target: int | None = None,
    stack: int | None = None,
    broke: str | None = None,
    seed: int = 0,
    first: int = 0,
    declare: Wanted = None,
    play: Wanted = None,
    skat: Wanted = None,
    rules: Mapping[str, Any] | None = None,
) -> SessionPlan:
    """Check the words of a call and give the plan of the sessions.

    Without ``deals`` a session lasts until its target or its stop, at most `MOST_DEALS` deals; with none of these it
    lasts `USUAL_DEALS` deals.

    Raises
    ------
    UsageError
        A number outside its range, words that contradict each other; `VariantError` and `PolicyError` for the variant
        and the policies.
    """
    table = make_plan(variant, players=players, seed=seed, declare=declare, play=play, skat=skat, rules=rules)
    whole_number("sessions", sessions, 1, MOST_SESSIONS)
    whole_number("first", first, 0, NUMBERS - sessions)
    if broke is not None and broke not in BROKE:
        raise UsageError(f"broke = {broke!r}: must be one of {', '.join(BROKE)}{nearest(broke, BROKE)}")
    if broke is not None and stack is None:
        raise UsageError(f"broke = {broke!r}: without a stack nobody can be broke: give stack, too")
    rule: Broke | None = None if stack is None else next(word for word in BROKE if word == (broke or "stop"))
    if stack is not None:
        whole_number("stack", stack, 1, MOST_STACK)
    if target is not None:
        whole_number("target", target, 1, MOST_POT)
        if target <= (stack or 0):
            raise UsageError(f"target = {target}: must be above the stack, {stack}")
    if deals is not None:
        whole_number("deals", deals, 1, MOST_DEALS)
    elif target is None and rule != "stop":
        deals = USUAL_DEALS
    return SessionPlan(table, int(first), int(sessions), deals or MOST_DEALS, target, stack, rule)
