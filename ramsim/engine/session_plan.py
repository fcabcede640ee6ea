"""Whole sessions to be run: a plan of the table, how many sessions, and what ends one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

from ramsim.engine.plan import Plan, Wanted, make_plan
from ramsim.errors import UsageError
from ramsim.given import shown, text_of, whole_number
from ramsim.kernels.session_state import DEAL_BITS, MOST_POT
from ramsim.policies.registry import Kind, for_seats
from ramsim.variants import Variant, load_variant
from ramsim.variants.schema import RamschRules

Broke = Literal["stop", "rebuy", "play_on"]
BROKE: tuple[Broke, ...] = get_args(Broke)

MOST_SESSIONS = 4_000_000
MOST_DEALS = 1_000_000
MOST_STACK = 10**9
USUAL_DEALS = 100
MOST_ROUNDS = 1000
ACTIVE = 3
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
    schedule
        Ramsch family: for each round, which is as many deals as there are players, whether it is a Bock round; then
        the schedule begins again. None: as the rules say.
    """

    table: Plan
    first: int
    sessions: int
    deals: int
    target: int | None
    stack: int | None
    broke: Broke | None
    schedule: tuple[bool, ...] | None = None


def make_session_plan(
    variant: str | Path | Variant,
    *,
    players: int | None = None,
    sessions: int = 100_000,
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
) -> SessionPlan:
    """Check the words of a call and give the plan of the sessions.

    Without ``deals`` a session lasts until its target, its stop or the end of the game, at most `MOST_DEALS` deals;
    with none of these it lasts for its schedule once, or `USUAL_DEALS` deals.

    Raises
    ------
    UsageError
        A number outside its range, words that contradict each other; `VariantError` and `PolicyError` for the variant
        and the policies.
    """
    sessions = whole_number("sessions", sessions, 1, MOST_SESSIONS)
    first = whole_number("first", first, 0, NUMBERS - sessions)
    loaded = load_variant(variant, rules)
    if loaded.family == "ramsch":
        table = make_plan(loaded, players=players, seed=seed, declare=declare)
        for name, value in (("target", target), ("stack", stack), ("broke", broke)):
            if value is not None:
                raise UsageError(f"{name} = {shown(value)}: {loaded.name} is scored in points and has no chips")
        return _ramsch_plan(_for_players(table, play, skat), sessions, first, deals, schedule)
    table = make_plan(loaded, players=players, seed=seed, declare=declare, play=play, skat=skat)
    if schedule is not None:
        raise UsageError(f"schedule = {shown(schedule)}: {loaded.name} has no Bock rounds; the Ramsch family has")
    if broke is not None and text_of("broke", broke, f"one of {', '.join(BROKE)}") not in BROKE:
        raise UsageError(f"broke = {broke!r}: must be one of {', '.join(BROKE)}")
    if broke is not None and stack is None:
        raise UsageError(f"broke = {broke!r}: without a stack nobody can be broke: give stack, too")
    rule: Broke | None = None if stack is None else next(word for word in BROKE if word == (broke or "stop"))
    if stack is not None:
        stack = whole_number("stack", stack, 1, MOST_STACK)
    if target is not None:
        target = whole_number("target", target, 1, MOST_POT)
        if target <= (stack or 0):
            raise UsageError(f"target = {target}: must be above the stack, {stack}")
    if deals is not None:
        deals = whole_number("deals", deals, 1, MOST_DEALS)
    elif target is None and rule != "stop":
        deals = USUAL_DEALS
    return SessionPlan(table, first, sessions, deals or MOST_DEALS, target, stack, rule)


def _ramsch_plan(table: Plan, sessions: int, first: int, deals: int | None, schedule: str | None) -> SessionPlan:
    rules = table.variant.rules
    assert isinstance(rules, RamschRules)
    rounds = None if schedule is None else read_schedule(schedule)
    if deals is not None:
        deals = whole_number("deals", deals, 1, MOST_DEALS)
    elif rules.game_to:
        deals = MOST_DEALS
    else:
        deals = USUAL_DEALS if rounds is None else len(rounds) * table.players
    return SessionPlan(table, first, sessions, deals, None, None, None, rounds)


def _for_players(table: Plan, play: Wanted, skat: Wanted) -> Plan:
    """Give every player at the table a policy, the one who sits out first, too."""
    wanted: dict[Kind, Wanted] = {"play": play, "skat": skat}
    policies = {kind: for_seats("ramsch", kind, table.players, words) for kind, words in wanted.items()}
    for kind, of_players in policies.items():
        if len(set(of_players)) > ACTIVE:
            raise UsageError(f"{kind}: {len(set(of_players))} different policies: at most {ACTIVE} can be mixed")
    return replace(table, policies=policies)


def read_schedule(text: str) -> tuple[bool, ...]:
    """Read a schedule of rounds, ``3 bock, 3 ramsch``: for each round, whether it is a Bock round.

    Raises
    ------
    UsageError
        When it is none, or longer than 1,000 rounds.
    """
    rounds: list[bool] = []
    text_of("schedule", text, "rounds like '3 bock, 3 ramsch'")
    for part in text.split(","):
        match = re.fullmatch(r"(\d{1,4})\s*(bock|ramsch)", part.strip().lower(), re.ASCII)
        if match is None or not int(match[1]):
            raise UsageError(
                f"schedule = {shown(text)}: write rounds like '3 bock, 3 ramsch'; {shown(part.strip())} is none"
            )
        rounds += [match[2] == "bock"] * int(match[1])
    if len(rounds) > MOST_ROUNDS:
        raise UsageError(f"schedule = {shown(text)}: {len(rounds):,} rounds: must be 1 to {MOST_ROUNDS:,}")
    return tuple(rounds)
