"""Counting and tracing deals of the Rams family: a plan's rules and policies, handed to the kernels."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ramsim.engine.compiled import team_of
from ramsim.engine.counter import OutcomeCounter, OutcomeReader, Play, quiet
from ramsim.engine.plan import Plan
from ramsim.engine.rehearsal import rehearse
from ramsim.errors import PolicyError
from ramsim.kernels.count import S_FAULTS, STATE, new_table
from ramsim.kernels.layout import Layout, rams_layout
from ramsim.kernels.rams import (
    MOST_POLICIES,
    counting_driver,
    dealing_driver,
    declare_signature,
    play_signature,
)
from ramsim.kernels.rams_block import BLOCK, RamsBlock, Trace, new_block, new_trace
from ramsim.kernels.rams_rules import rams_rules
from ramsim.kernels.team import Team
from ramsim.variants.schema import RamsRules


class RamsTable:
    """The rules and policies of a plan in the kernels' form; shared by the threads of a run."""

    first_slots = 1 << 12
    # Nobody bids in this family.
    bid_key = 0

    def __init__(self, plan: Plan, *, rehearsed: bool = False) -> None:
        """Compile what is needed; users' policies are rehearsed first, unless ``rehearsed`` says that others do so."""
        assert isinstance(plan.variant.rules, RamsRules)
        self.plan = plan
        self.layout: Layout = rams_layout(plan.variant.rules)
        self.rules = rams_rules(plan.variant.rules, plan.players, self.layout, plan.carry)
        self.spares = plan.variant.rules.widow_takers if plan.variant.rules.widow else 0
        if not rehearsed:
            rehearse(plan, "deals", self._try_out)
        self.policies = self.teams()

    def teams(self, *, checked: bool = False) -> tuple[Team, Team]:
        """Give the seats' policies, declare and play; ``checked``: users' look at every index."""
        declares, plays, word = self.plan.policies["declare"], self.plan.policies["play"], self.layout.word
        return (
            team_of(declares, declare_signature(word), MOST_POLICIES, checked=checked),
            team_of(plays, play_signature(word), MOST_POLICIES, checked=checked),
        )

    def _try_out(self) -> None:
        self.policies = self.teams(checked=True)
        OutcomeReader(self).keys(0, BLOCK)

    def new_counter(self) -> OutcomeCounter:
        """Give a counter of outcomes; one for each thread."""
        return OutcomeCounter(self)

    def new_reader(self) -> OutcomeReader:
        """Give a reader of the outcome keys of single deals; one for each thread."""
        return OutcomeReader(self)

    def new_player(self, size: int = BLOCK) -> Play:
        """Give a call of the counting driver with a block of its own."""
        tools = (self.new_block(size), new_trace(self.layout.word, self.plan.players, 1, 0))
        driver, seed = counting_driver(self.layout.word), np.uint64(self.plan.seed)

        def play(first: int, deals: int, *results: Any) -> None:
            rules = (self.layout.lanes, self.rules, *self.policies)
            quiet(driver, *tools, seed, np.uint64(first), deals, *rules, *results)

        return play

    def outcome_columns(self, keys: npt.NDArray[np.uint64], counts: npt.NDArray[np.int64]) -> dict[str, Any]:
        """Give the columns of the outcomes frame, a row a key."""
        return outcome_columns_of(keys, counts, self.plan.players)

    def new_block(self, size: int = BLOCK) -> RamsBlock:
        """Allocate a block of deals for this table."""
        return new_block(self.layout.word, self.plan.players, self.spares, size)

    def refuse(self, first: int, deals: int) -> PolicyError:
        """Say that a policy broke the rules somewhere in a range of deals; with ``deals`` 0 somewhere."""
        names = "; ".join(f"{kind} {text}" for kind, text in self.plan.policy_names.items())
        where = f", in deals {first} to {first + deals - 1}" if deals else ""
        return PolicyError(
            f"a policy chose a call or card that is not open to it{where} ({names}): "
            "it must choose exactly one of view.allowed or view.legal"
        )


def trace_range(table: RamsTable, first: int, deals: int) -> tuple[RamsBlock, RamsBlock, Trace]:
    """Play deals ``first`` to ``first + deals - 1`` with every step written down; see `trace_deals`."""
    numbers = np.uint64(first) + np.arange(deals, dtype=np.uint64)
    return trace_deals(table, numbers, np.full(deals, table.plan.carry, dtype=np.int64))


def trace_deals(
    table: RamsTable, numbers: npt.NDArray[np.uint64], carries: npt.NDArray[np.int64]
) -> tuple[RamsBlock, RamsBlock, Trace]:
    """Play deals one by one with every step written down.

    Parameters
    ----------
    numbers, carries
        Deal numbers, and the chips in the pot of each before the antes.

    Returns
    -------
    dealt, played, trace
        The block as it was dealt (hands by seat), the block at the end (rows turned, keys filled), and the steps.
    """
    plan = table.plan
    assert isinstance(plan.variant.rules, RamsRules)
    deals = len(numbers)
    block = table.new_block(deals)
    trace = new_trace(table.layout.word, plan.players, plan.variant.rules.hand_size, deals)
    block.deal[:] = numbers
    block.pot[:] = carries
    # Hands are used up in play, so they are dealt once more for whoever wants to see them.
    dealt = RamsBlock._make(np.copy(part) for part in block)
    seed, lanes = np.uint64(plan.seed), table.layout.lanes
    listed, state = np.empty(deals, dtype=np.uint64), np.zeros(STATE, dtype=np.int64)
    unused = new_table(1 << (2 * deals).bit_length())
    rules = (lanes, table.rules)
    quiet(dealing_driver(table.layout.word), dealt, seed, *rules)
    quiet(
        counting_driver(table.layout.word),
        *(block, trace, seed, np.uint64(0), deals),
        *(*rules, *table.policies, listed, *unused, state),
    )
    if state[S_FAULTS]:
        raise table.refuse(int(numbers[0]), deals)
    return dealt, block, trace


def outcome_columns_of(keys: npt.NDArray[np.uint64], counts: npt.NDArray[np.int64], players: int) -> dict[str, Any]:
    """Read outcome keys (see ``ramsim/kernels/rams_play.py``) into the columns of the outcomes frame."""
    endings = np.array(("played", "all_pass", "lone", "special_made", "special_lost"), dtype=object)
    caller = (keys >> np.uint64(59) & np.uint64(15)).astype(np.int64)
    columns: dict[str, Any] = {
        "deals": counts,
        "ending": endings[(keys >> np.uint64(56) & np.uint64(7)).astype(np.int64)],
        "declarer": np.where(caller == 15, -1, caller),
    }
    for seat in range(players):
        digit = (keys >> np.uint64(4 * seat) & np.uint64(15)).astype(np.int64)
        columns[f"in_{seat}"] = (digit >> 3).astype(bool)
        columns[f"tricks_{seat}"] = digit & 7
        columns[f"target_{seat}"] = (keys >> np.uint64(32 + 3 * seat) & np.uint64(7)).astype(np.int64)
    return columns
