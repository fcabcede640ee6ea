"""Counting and tracing deals of the Ramsch family: a plan's rules and policies, handed to the kernels."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ramsim.engine.compiled import team_of
from ramsim.engine.counter import OutcomeCounter, OutcomeReader, Play, quiet
from ramsim.engine.plan import Plan
from ramsim.engine.rehearsal import rehearse
from ramsim.errors import PolicyError, UsageError
from ramsim.kernels.ramsch import (
    MOST_POLICIES,
    counting_driver,
    dealing_driver,
    play_signature,
    playing_driver,
    skat_signature,
    tracing_driver,
)
from ramsim.kernels.ramsch_block import BLOCK, SEATS, TRICKS, RamschBlock, RamschTrace, new_block, new_trace
from ramsim.kernels.ramsch_cards import PACK
from ramsim.kernels.ramsch_play import (
    KEY_BID,
    KEY_KNOCKS,
    KEY_LAST,
    KEY_LATER,
    KEY_POINTS,
    KEY_PUSHED,
    KEY_SKAT,
    KEY_TOOK,
)
from ramsim.kernels.ramsch_rules import ramsch_rules
from ramsim.kernels.team import Team
from ramsim.variants.schema import RamschRules


class RamschTable:
    """The rules and policies of a plan in the kernels' form; shared by the threads of a run."""

    first_slots = 1 << 16
    bid_key = int(KEY_BID)

    def __init__(self, plan: Plan, *, rehearsed: bool = False) -> None:
        """Compile what is needed; users' policies are rehearsed first, unless ``rehearsed`` says that others do so."""
        assert isinstance(plan.variant.rules, RamschRules)
        self.plan = plan
        self.rules = ramsch_rules(plan.variant.rules)
        if not rehearsed:
            rehearse(plan, "deals", self._try_out)
        self.policies = self.teams()

    def teams(self, *, checked: bool = False) -> tuple[Team, Team]:
        """Give the seats' policies, skat and play; ``checked``: users' look at every index."""
        return (
            team_of(self.plan.policies["skat"], skat_signature(), MOST_POLICIES, checked=checked),
            team_of(self.plan.policies["play"], play_signature(), MOST_POLICIES, checked=checked),
        )

    def _try_out(self) -> None:
        self.policies = self.teams(checked=True)
        OutcomeReader(self).keys(0, 2 * BLOCK)

    def new_counter(self) -> OutcomeCounter:
        """Give a counter of outcomes; one for each thread."""
        return OutcomeCounter(self)

    def new_reader(self) -> OutcomeReader:
        """Give a reader of the outcome keys of single deals; one for each thread."""
        return OutcomeReader(self)

    def new_player(self) -> Play:
        """Give a call of the counting driver with a block of its own."""
        tools = (new_block(), new_trace(0))
        driver, seed = counting_driver(), np.uint64(self.plan.seed)

        def play(first: int, deals: int, *results: Any) -> None:
            quiet(driver, *tools, seed, np.uint64(first), deals, self.rules, *self.policies, *results)

        return play

    def outcome_columns(self, keys: npt.NDArray[np.uint64], counts: npt.NDArray[np.int64]) -> dict[str, Any]:
        """Give the columns of the outcomes frame, a row a key."""
        return outcome_columns_of(keys, counts)

    def refuse(self, first: int, deals: int) -> PolicyError:
        """Say that a policy broke the rules somewhere in a range of deals."""
        names = "; ".join(f"{kind} {text}" for kind, text in self.plan.policy_names.items())
        return PolicyError(
            f"a policy chose what is not open to it, in deals {first} to {first + deals - 1} ({names}): a play policy "
            "must choose exactly one card of view.legal, a skat policy 0 or 1, and exactly two cards of view.allowed"
        )


def play_given(
    table: RamschTable, hands: npt.NDArray[np.uint32], skat: npt.NDArray[np.uint32], first: int = 0
) -> npt.NDArray[np.uint64]:
    """Play deals that the caller dealt, with the table's policies, and give the outcome key of each.

    Parameters
    ----------
    table
        Rules and policies.
    hands
        uint32[3, deals]: ten cards of each seat, as ``ramsim/kernels/ramsch_cards.py`` lays them.
    skat
        uint32[deals]: the other two.
    first
        Number of the first deal, from which policies get their random words.

    Raises
    ------
    UsageError
        When the hands and the skat of a deal are not the 32 cards, ten each.
    PolicyError
        When a policy breaks the rules.
    """
    union = hands[0] | hands[1] | hands[2] | skat
    if not ((union == np.uint32(PACK)).all() and (np.bitwise_count(hands) == TRICKS).all()):
        raise UsageError("hands: ten cards for each of three seats and two in the skat are needed, no card twice")
    keys = np.empty(skat.size, dtype=np.uint64)
    block, trace = new_block(), new_trace(0)
    size = block.deal.size
    for start in range(0, skat.size, size):
        now = min(size, skat.size - start)
        # A last block that is not full plays its first deals again.
        lanes = start + np.arange(size) % now
        block.hands[:] = hands[:, lanes]
        block.skat[:] = skat[lanes]
        block.deal[:] = np.uint64(first) + lanes.astype(np.uint64)
        with np.errstate(over="ignore"):
            wrong = playing_driver()(block, trace, np.uint64(table.plan.seed), table.rules, *table.policies)
        if wrong:
            raise table.refuse(first + start, now)
        keys[start : start + now] = block.keys[:now]
    return keys


def trace_range(table: RamschTable, first: int, deals: int) -> tuple[RamschBlock, RamschBlock, RamschTrace]:
    """Play deals one by one, bid for or not, with every step written down.

    Returns
    -------
    dealt, played, trace
        The block as it was dealt (``takes``: 1 where the bidding passes the deal in), the block at the end (rows
        turned, keys filled), and the steps.
    """
    seed = np.uint64(table.plan.seed)
    block, trace = new_block(deals), new_trace(deals)
    block.deal[:] = np.uint64(first) + np.arange(deals, dtype=np.uint64)
    with np.errstate(over="ignore"):
        wrong = tracing_driver()(block, trace, seed, table.rules, *table.policies)
        # Hands are used up in play; they are dealt once more for whoever wants to see them.
        again = RamschBlock(*(np.copy(part) for part in block))
        dealing_driver()(again, seed, table.rules)
    if wrong:
        raise table.refuse(first, deals)
    return again, block, trace


def outcome_columns_of(keys: npt.NDArray[np.uint64], counts: npt.NDArray[np.int64]) -> dict[str, Any]:
    """Read outcome keys (see ``ramsim/kernels/ramsch_play.py``) into the columns of the outcomes frame, all int64.

    Keys in ascending order give the rows in order. A deal that was bid for has 0 in every column.
    """
    bid = keys == np.uint64(KEY_BID)

    def field(place: int, bits: int) -> npt.NDArray[np.int64]:
        return (keys >> np.uint64(place) & np.uint64((1 << bits) - 1)).astype(np.int64)

    last, order = field(KEY_LAST, 2), field(KEY_LATER, 2)
    low_seat, high_seat = np.where(last == 0, 1, 0), np.where(last == 2, 1, 2)
    later = np.select([bid, order == 0, order == 1], [0, -1, low_seat], high_seat)
    return {
        "deals": counts,
        **{f"points_{seat}": field(KEY_POINTS + 7 * (SEATS - 1 - seat), 7) for seat in range(SEATS)},
        "skat_points": field(KEY_SKAT, 5),
        **{f"took_{seat}": field(KEY_TOOK + SEATS - 1 - seat, 1) for seat in range(SEATS)},
        "last": last,
        "later": later,
        **{f"pushed_{seat}": field(KEY_PUSHED + SEATS - 1 - seat, 1) for seat in range(SEATS)},
        "knocks": field(KEY_KNOCKS, 2),
    }
