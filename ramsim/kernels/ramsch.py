"""Drivers of the Ramsch family: count the outcomes of a range of deals, or trace one block card by card.

The stages stand for themselves, so that other drivers can put them together: `deal_block` deals the block's deal
numbers, `bid_block` tells which of them are passed in, `play_out` takes a dealt block to its outcome keys.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numba
import numpy as np
from numba import types
from numpy import int64, uint32, uint64

from ramsim.kernels.count import S_BID, S_DISTINCT, S_DONE, S_FAULTS, add_keys
from ramsim.kernels.jit import compile_as, frame, stage
from ramsim.kernels.ramsch_block import SEATS, new_block, new_trace
from ramsim.kernels.ramsch_deal import deal_block
from ramsim.kernels.ramsch_play import KEY_BID, outcome_keys, play_block
from ramsim.kernels.ramsch_skat import skat_block
from ramsim.kernels.team import team_type
from ramsim.policies.bid import passed_in
from ramsim.policies.ramsch_views import (
    Q_BID_ACE,
    Q_BID_FOREHAND,
    Q_BID_JACK,
    Q_BID_LENGTH,
    Q_BID_MIDDLEHAND,
    Q_BID_REARHAND,
    Q_BID_TEN,
    Q_PASSED_IN,
    RAMSCH_RULES,
    RamschPlayView,
    SkatView,
)

# Most policies that one run may mix: one for each active seat.
MOST_POLICIES = SEATS


@stage
def bid_block(block: Any, rules: Any) -> None:
    """Write 1 to ``block.takes`` for each deal that the bidding passes in."""
    limits = (uint32(rules[Q_BID_FOREHAND]), uint32(rules[Q_BID_MIDDLEHAND]), uint32(rules[Q_BID_REARHAND]))
    passed_in(
        block,
        uint32(rules[Q_BID_JACK]),
        uint32(rules[Q_BID_LENGTH]),
        uint32(rules[Q_BID_ACE]),
        uint32(rules[Q_BID_TEN]),
        limits,
        block.takes,
    )


@frame
def play_out(block: Any, seed: Any, rules: Any, passing: Any, playing: Any, trace: Any) -> Any:
    """Take a dealt block through the skat's round and the tricks to its outcome keys; gives a policy's faults."""
    wrong = skat_block(block, seed, rules, passing, trace)
    wrong += play_block(block, seed, rules, playing, trace)
    outcome_keys(block)
    return wrong


def count_deals(
    block: Any,
    trace: Any,
    seed: Any,
    first: Any,
    deals: Any,
    rules: Any,
    passing: Any,
    playing: Any,
    listed: Any,
    table: Any,
    counts: Any,
    state: Any,
) -> None:
    """Count the outcomes of deals ``first`` to ``first + deals - 1``; stops early when the table is half full.

    ``listed``, uint64[deals] or of length 0, gets the outcome key of each deal instead of the table. ``state`` is
    int64[4]: deals done, distinct keys in the table, faults of policies, deals that were bid for (all are added to).

    Where only deals passed in are played, their numbers wait until they fill a block, which is then dealt again: a deal
    is a function of its number.
    """
    size = block.deal.size
    waits = rules[Q_PASSED_IN] != 0
    done = int64(0)
    waiting = int64(0)
    looking = True
    while looking or waiting > 0:
        # With a full block waiting, or nothing left to look at, those that wait are dealt again and played.
        ready = not waits or waiting >= size or not looking
        if waits and ready:
            now = min(int64(size), waiting)
            waiting -= now
            for b in range(size):
                block.deal[b] = block.waiting[waiting + min(int64(b), now - 1)]
        else:
            now = min(int64(size), deals - done)
            for b in range(size):
                block.deal[b] = uint64(uint64(first) + uint64(done + b))
            done += now
        deal_block(block, seed)
        if not ready:
            bid_block(block, rules)
            for b in range(now):
                if block.takes[b] != uint32(0):
                    block.waiting[waiting] = block.deal[b]
                    waiting += int64(1)
                else:
                    state[S_BID] += int64(1)
                    if listed.size > 0:
                        listed[int64(block.deal[b] - uint64(first))] = uint64(KEY_BID)
        else:
            wrong = play_out(block, seed, rules, passing, playing, trace)
            state[S_FAULTS] += wrong
            if wrong:
                break
            if listed.size > 0:
                for b in range(now):
                    listed[int64(block.deal[b] - uint64(first))] = block.keys[b]
            else:
                state[S_DISTINCT] += add_keys(block.keys, now, table, counts)
        looking = looking and done < deals and 2 * (state[S_DISTINCT] + 2 * size) <= table.size
    state[S_DONE] += done


def trace_deals(block: Any, trace: Any, seed: Any, rules: Any, passing: Any, playing: Any) -> Any:
    """Deal and play the block's own deal numbers, bid for or not, writing every step into ``trace``."""
    deal_block(block, seed)
    return play_out(block, seed, rules, passing, playing, trace)


def play_dealt(block: Any, trace: Any, seed: Any, rules: Any, passing: Any, playing: Any) -> Any:
    """Play a block as the caller dealt it (``hands`` by seat, ``skat``); its deal numbers give the random words."""
    return play_out(block, seed, rules, passing, playing, trace)


def deal_only(block: Any, seed: Any, rules: Any) -> None:
    """Deal the block's own deal numbers and write to ``takes`` which of them the bidding passes in."""
    deal_block(block, seed)
    bid_block(block, rules)


def _view_types() -> tuple[Any, Any, Any]:
    small, numbers = np.zeros(1, dtype=np.uint32), np.zeros(1)
    rules = np.zeros(RAMSCH_RULES, dtype=np.int64)
    skat = SkatView(small, small, small, small, small, numbers, rules, 0, 0)
    play = RamschPlayView(*(small,) * 13, numbers, rules, 0, 0)
    return numba.typeof(skat), numba.typeof(play), numba.typeof(small)


@lru_cache(maxsize=1)
def skat_signature() -> Any:
    """Give the signature of skat policies: ``policy(view, choice)``."""
    skat, _, choice = _view_types()
    return types.void(skat, choice)


@lru_cache(maxsize=1)
def play_signature() -> Any:
    """Give the signature of play policies: ``policy(view, choice)``."""
    _, play, choice = _view_types()
    return types.void(play, choice)


def driver_arguments(turns: int = 1) -> tuple[Any, ...]:
    """Give the types that drivers share: block, trace, rules, the team of the skat and the team of play.

    ``turns`` is 2 for teams whose seats change from deal to deal (see `ramsim.kernels.team.Team`).
    """
    whole = types.Array(types.int64, 1, "C")
    passing = team_type(skat_signature(), MOST_POLICIES, turns)
    playing = team_type(play_signature(), MOST_POLICIES, turns)
    return numba.typeof(new_block(1)), numba.typeof(new_trace(1)), whole, passing, playing


@lru_cache(maxsize=1)
def counting_driver() -> Any:
    """Give the compiled `count_deals`."""
    block, trace, rules, skat, play = driver_arguments()
    keys, whole = types.Array(types.uint64, 1, "C"), types.Array(types.int64, 1, "C")
    return compile_as(
        types.void(block, trace, types.uint64, types.uint64, types.int64, rules, skat, play, keys, keys, whole, whole),
        count_deals,
    )


@lru_cache(maxsize=1)
def tracing_driver() -> Any:
    """Give the compiled `trace_deals`."""
    block, trace, rules, skat, play = driver_arguments()
    return compile_as(types.int64(block, trace, types.uint64, rules, skat, play), trace_deals)


@lru_cache(maxsize=1)
def playing_driver() -> Any:
    """Give the compiled `play_dealt`."""
    block, trace, rules, skat, play = driver_arguments()
    return compile_as(types.int64(block, trace, types.uint64, rules, skat, play), play_dealt)


@lru_cache(maxsize=1)
def dealing_driver() -> Any:
    """Give the compiled `deal_only`."""
    block, _, rules, _, _ = driver_arguments()
    return compile_as(types.void(block, types.uint64, rules), deal_only)
