"""Towards a table that is consistent with itself: the others declare by the last table, again and again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from ramsim.canonical import hand_classes
from ramsim.engine.plan import Plan
from ramsim.errors import UsageError
from ramsim.given import whole_number
from ramsim.policies.registry import Policy
from ramsim.policies.table import fits_of, table, table_numbers
from ramsim.strength.run import strength_of
from ramsim.strength.table import StrengthTable
from ramsim.variants.schema import RamsRules

MOST_ROUNDS = 50


def iterate(
    plan: Plan, rounds: int, *, told: Callable[[dict[str, Any]], None] | None = None, **options: Any
) -> StrengthTable:
    """Make a table against the plan's policies, then ``rounds`` times one against players who declare by the last.

    Parameters
    ----------
    plan, options
        As for `ramsim.strength.strength_of`; the tables are complete.
    rounds
        1 to 50.
    told
        Called after each round with its change (see `change_between`).

    Returns
    -------
    StrengthTable
        The last table; its ``history`` holds the changes.

    Raises
    ------
    UsageError
        For a number of rounds outside its range, a game of the Ramsch family, or a checkpoint.
    """
    whole_number("iterate", rounds, 1, MOST_ROUNDS)
    if not isinstance(plan.variant.rules, RamsRules):
        raise UsageError(f"iterate = {rounds}: in {plan.variant.name} nobody declares, so there is nothing to iterate")
    how = options.get("how")
    if how is not None and how.checkpoint is not None:
        raise UsageError("a checkpoint keeps one table: give no folder together with iterate")
    made = strength_of(plan, "complete", **options)
    history: list[dict[str, Any]] = []
    for number in range(1, rounds + 1):
        policy = policy_of(made, f"table of round {number - 1}")
        policies = plan.policies | {"declare": (policy,) * plan.players}
        # New cards in every round: the changes reported are then no fruit of the same luck.
        again = strength_of(replace(plan, policies=policies, seed=(plan.seed + number) % 2**64), "complete", **options)
        history.append({"round": number} | change_between(made.frame, again.frame))
        if told is not None:
            told(history[-1])
        made = again
    made.history = history
    return made


def policy_of(made: StrengthTable, text: str) -> Policy:
    """Give the declare policy that plays by a complete table."""
    rules = made.variant.rules
    assert isinstance(rules, RamsRules)
    frame = made.frame
    columns = (frame[name].to_numpy() for name in ("class", "seat", "before", "chips_in", "value"))
    numbers = table_numbers(hand_classes(rules).classes, made.players, *columns)
    return Policy("declare", text, table, numbers, fits=fits_of(rules, made.players))


def change_between(before: pd.DataFrame, after: pd.DataFrame) -> dict[str, float]:
    """Say how two complete tables of the same game differ.

    Returns
    -------
    dict
        ``decisions``: share of decisions that change, each hand and situation by how often it comes up (in the later
        table); ``value``: mean absolute change of the value of staying, weighted so; ``noise``: what of that two tables
        of the same policies would show by their sampling errors alone.
    """
    weight = (after["chance"] * after["reach"]).to_numpy()
    old, new = before["value"].to_numpy(), after["value"].to_numpy()
    open_to_choice = ~(np.isnan(old) | np.isnan(new)) & (weight > 0)
    weight, old, new = weight[open_to_choice], old[open_to_choice], new[open_to_choice]
    errors = np.hypot(before["value_se"].to_numpy(), after["value_se"].to_numpy())[open_to_choice]
    total = weight.sum()
    return {
        "decisions": float((weight * ((old > 0) != (new > 0))).sum() / total),
        "value": float((weight * np.abs(new - old)).sum() / total),
        "noise": float((weight * errors).sum() / total * np.sqrt(2 / np.pi)),
    }
