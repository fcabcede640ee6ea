"""A policy sees what its seat can see: changing hidden cards leaves every decision as it is.

For each decision of a traced deal the cards that the seat cannot see are dealt anew among the other hands, the spare
hands and the stock. The view that the kernel builds is compared field by field: no field may differ, so no policy, a
user's own included, can tell the two deals apart.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from ramsim.engine.plan import make_plan
from ramsim.engine.rams import RamsTable
from ramsim.kernels.rams import dealing_driver, play_out
from ramsim.kernels.rams_block import new_trace
from ramsim.policies.views import R_HAND_SIZE, R_PLAYERS

SIZE = 64


@numba.njit
def play_from(
    block: Any,
    seed: Any,
    lanes: Any,
    rules: Any,
    declaring: Any,
    playing: Any,
    trace: Any,
) -> Any:
    return play_out(
        block,
        seed,
        lanes,
        rules,
        declaring,
        playing,
        trace,
    )


def decisions(table: RamsTable, shuffled_seat: int | None) -> tuple[Any, Any, Any]:
    """Play the same deals; with ``shuffled_seat`` two other hands are exchanged card for card, unseen by that seat."""
    block = table.new_block(SIZE)
    block.deal[:] = np.arange(SIZE, dtype=np.uint64)
    dealing_driver(table.layout.word)(block, np.uint64(5), table.layout.lanes, table.rules)
    if shuffled_seat is not None:
        players = int(table.rules[R_PLAYERS])
        others = [seat for seat in range(players) if seat != shuffled_seat]
        for here, there in zip(others, others[1:] + others[:1], strict=True):
            if here < there:
                block.hands[here], block.hands[there] = block.hands[there].copy(), block.hands[here].copy()
    players, tricks = int(table.rules[R_PLAYERS]), int(table.rules[R_HAND_SIZE])
    trace = new_trace(table.layout.word, players, tricks, SIZE)
    play_from(block, np.uint64(5), table.layout.lanes, table.rules, *table.policies, trace)
    return trace.calls.copy(), trace.choice.copy(), trace.seat.copy()


@pytest.mark.parametrize("declare", ["guide", "threshold:0.9"])
def test_the_first_call_does_not_depend_on_hidden_cards(declare: str) -> None:
    table = RamsTable(make_plan("ramsli", hands=1, seed=5, declare=declare))
    plain, _, _ = decisions(table, None)
    changed, _, _ = decisions(table, 0)
    assert np.array_equal(plain[0], changed[0])
    assert not np.array_equal(plain[1], changed[1])


@pytest.mark.parametrize("play", ["rule", "lowest", "random"])
@pytest.mark.parametrize("preset", ["ramsli-obligatory", "ramsli-52"])
def test_the_first_lead_does_not_depend_on_hidden_cards(preset: str, play: str) -> None:
    table = RamsTable(make_plan(preset, hands=1, seed=5, declare="always", play=play))
    _, plain, seats = decisions(table, None)
    _, changed, _ = decisions(table, 0)
    assert (seats[0] == 0).all()
    assert np.array_equal(plain[0], changed[0])
    assert not np.array_equal(plain[1], changed[1])
