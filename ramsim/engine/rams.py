"""Counting and tracing deals of the Rams family: a plan's rules and policies, handed to the kernels."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ramsim.engine.compiled import team_of
from ramsim.engine.plan import Plan
from ramsim.engine.threads import Counts, add_counts
from ramsim.errors import PolicyError
from ramsim.kernels.count import EMPTY, new_table
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
from ramsim.variants.schema import RamsRules

FIRST_SLOTS = 1 << 12
_NOT_LISTED = np.empty(0, dtype=np.uint64)


class RamsTable:
    """The rules and policies of a plan in the kernels' form; shared by the threads of a run."""

    def __init__(self, plan: Plan) -> None:
        assert isinstance(plan.variant.rules, RamsRules)
        self.plan = plan
        self.layout: Layout = rams_layout(plan.variant.rules)
        self.rules = rams_rules(plan.variant.rules, plan.players, self.layout, plan.carry)
        self.spares = plan.variant.rules.widow_takers if plan.variant.rules.widow else 0
        word = self.layout.word
        self.policies = (
            team_of(plan.policies["declare"], declare_signature(word), MOST_POLICIES),
            team_of(plan.policies["play"], play_signature(word), MOST_POLICIES),
        )

    @property
    def driver(self) -> Any:
        """The compiled counting driver."""
        return counting_driver(self.layout.word)

    def new_counter(self) -> RamsCounter:
        """Give a counter of outcomes; one for each thread."""
        return RamsCounter(self)

    def new_reader(self) -> RamsReader:
        """Give a reader of the outcome keys of single deals; one for each thread."""
        return RamsReader(self)

    def outcome_columns(self, keys: npt.NDArray[np.uint64], counts: npt.NDArray[np.int64]) -> dict[str, Any]:
        """Give the columns of the outcomes frame, a row a key."""
        return outcome_columns_of(keys, counts, self.plan.players)

    def new_block(self, size: int = BLOCK) -> RamsBlock:
        """Allocate a block of deals for this table."""
        return new_block(self.layout.word, self.plan.players, self.spares, size)

    def refuse(self, first: int, deals: int) -> PolicyError:
        """Say that a policy broke the rules somewhere in a range of deals."""
        names = "; ".join(f"{kind} {text}" for kind, text in self.plan.policy_names.items())
        return PolicyError(
            f"a policy chose a call or card that is not open to it, in deals {first} to {first + deals - 1} ({names}): "
            "it must choose exactly one of view.allowed or view.legal"
        )


class RamsCounter:
    """Counts outcomes of ranges of deals; one for each thread."""

    def __init__(self, table: RamsTable) -> None:
        self._table = table
        self._block = table.new_block()
        self._trace = new_trace(table.layout.word, table.plan.players, 1, 0)
        self._full: list[Counts] = []
        self._keys, self._counts = new_table(FIRST_SLOTS)
        self._state = np.zeros(3, dtype=np.int64)

    def count(self, first: int, deals: int) -> None:
        """Count deals ``first`` to ``first + deals - 1``; a table half full is put aside for a larger one."""
        table = self._table
        done = 0
        while done < deals:
            self._state[0] = 0
            with np.errstate(over="ignore"):
                table.driver(
                    self._block,
                    self._trace,
                    np.uint64(table.plan.seed),
                    np.uint64(first + done),
                    deals - done,
                    table.layout.lanes,
                    table.rules,
                    *table.policies,
                    _NOT_LISTED,
                    self._keys,
                    self._counts,
                    self._state,
                )
            if self._state[2]:
                raise table.refuse(first + done, deals - done)
            done += int(self._state[0])
            if done < deals:
                self._full.append(self._held())
                self._keys, self._counts = new_table(4 * len(self._keys))
                self._state[1] = 0

    def counts(self) -> Counts:
        """Give the distinct outcome keys, ascending, and how often each occurred."""
        return add_counts([*self._full, self._held()])

    def _held(self) -> Counts:
        used = self._keys != EMPTY
        return self._keys[used], self._counts[used]


class RamsReader:
    """Plays ranges of deals and gives the outcome key of each; one for each thread."""

    def __init__(self, table: RamsTable) -> None:
        self._table = table
        self._block = table.new_block()
        self._trace = new_trace(table.layout.word, table.plan.players, 1, 0)
        self._unused = new_table(FIRST_SLOTS)

    def keys(self, first: int, deals: int) -> npt.NDArray[np.uint64]:
        """Give the outcome keys of deals ``first`` to ``first + deals - 1``, uint64[deals]."""
        table = self._table
        listed = np.empty(deals, dtype=np.uint64)
        state = np.zeros(3, dtype=np.int64)
        with np.errstate(over="ignore"):
            table.driver(
                self._block,
                self._trace,
                np.uint64(table.plan.seed),
                np.uint64(first),
                deals,
                table.layout.lanes,
                table.rules,
                *table.policies,
                listed,
                *self._unused,
                state,
            )
        if state[2]:
            raise table.refuse(first, deals)
        return listed


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
    listed, state = np.empty(deals, dtype=np.uint64), np.zeros(3, dtype=np.int64)
    unused = new_table(1 << (2 * deals).bit_length())
    with np.errstate(over="ignore"):
        dealing_driver(table.layout.word)(dealt, seed, lanes, table.rules)
        table.driver(
            block, trace, seed, np.uint64(0), deals, lanes, table.rules, *table.policies, listed, *unused, state
        )
    if state[2]:
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
