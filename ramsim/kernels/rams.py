"""Drivers of the Rams family: count, list or trace the outcomes of a range of deals, or only deal."""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types
from numpy import int64, uint64

from ramsim.kernels.count import S_DISTINCT, S_DONE, S_FAULTS, add_keys
from ramsim.kernels.deal import deal_cards, order_lanes
from ramsim.kernels.jit import compile_as, frame
from ramsim.kernels.layout import PACK
from ramsim.kernels.rams_block import RamsBlock, Trace, new_block, new_trace
from ramsim.kernels.rams_declare import announce_block, declare_block, resolve_block
from ramsim.kernels.rams_play import outcome_keys, play_block
from ramsim.kernels.team import team_type
from ramsim.policies.views import (
    R_CARRY,
    R_HAND_SIZE,
    R_PERMANENT_SUIT,
    R_PLAYERS,
    R_SPARE_SIZE,
    R_SPARES,
    R_WIDTH,
    RULES,
    DeclareView,
    PlayView,
)

# Most policies that one run may mix: one for each of at most eight seats.
MOST_POLICIES = 8


@frame
def deal_block(block: Any, seed: Any, lanes: Any, rules: Any) -> None:
    """Deal the block's deal numbers and lay the pack in playing order."""
    deal_cards(
        block,
        seed,
        rules[R_PLAYERS],
        rules[R_HAND_SIZE],
        rules[R_SPARES],
        rules[R_SPARE_SIZE],
        rules[R_WIDTH],
        rules[R_PERMANENT_SUIT],
        lanes,
    )
    for b in range(block.deal.size):
        block.pack[b] = lanes[PACK]
    order_lanes(block.pack, block.suit, lanes, rules[R_WIDTH])


@frame
def play_out(block: Any, seed: Any, lanes: Any, rules: Any, declaring: Any, playing: Any, trace: Any) -> Any:
    """Take a dealt block from the first declaration to its outcome keys; gives the number of a policy's faults."""
    wrong = declare_block(block, seed, lanes, rules, declaring, trace)
    resolve_block(block, lanes, rules)
    announce_block(block, lanes, rules)
    wrong += play_block(block, seed, lanes, rules, playing, trace)
    outcome_keys(block, rules)
    return wrong


def count_deals(
    block: Any,
    trace: Any,
    seed: Any,
    first: Any,
    deals: Any,
    lanes: Any,
    rules: Any,
    declaring: Any,
    playing: Any,
    listed: Any,
    table: Any,
    counts: Any,
    state: Any,
) -> None:
    """Count the outcomes of deals ``first`` to ``first + deals - 1``; stops early when the table is half full.

    With a ``trace``, every step is written into it, and the block's own deal numbers and pots are played.
    ``listed``, uint64[deals] or of length 0, gets the outcome key of each deal instead of the table.
    ``state`` is int64[STATE], see ``ramsim/kernels/count.py``; all entries are added to.
    """
    size = block.deal.size
    done = int64(0)
    while done < deals and 2 * (state[S_DISTINCT] + size) <= table.size:
        if trace.choice.size == 0:
            for b in range(size):
                block.deal[b] = uint64(uint64(first) + uint64(done + b))
                block.pot[b] = rules[R_CARRY]
        deal_block(block, seed, lanes, rules)
        wrong = play_out(block, seed, lanes, rules, declaring, playing, trace)
        state[S_FAULTS] += wrong
        now = min(int64(size), deals - done)
        if listed.size > 0:
            for b in range(now):
                listed[done + b] = block.keys[b]
        else:
            state[S_DISTINCT] += add_keys(block.keys, now, table, counts)
        done += now
        if wrong:
            break
    state[S_DONE] += done


def deal_only(block: Any, seed: Any, lanes: Any, rules: Any) -> None:
    """Deal the block's own deal numbers and nothing more."""
    deal_block(block, seed, lanes, rules)


def _view_types(word: Any) -> tuple[Any, Any, Any]:
    cards = np.zeros(1, dtype=word)
    small, pot = np.zeros(1, dtype=np.uint32), np.zeros(1, dtype=np.int64)
    numbers, rules = np.zeros(1), np.zeros(RULES, dtype=np.int64)
    declare = DeclareView(cards, cards, small, small, small, pot, small, numbers, cards, rules, 0)
    play = PlayView(
        cards,
        cards,
        cards,
        cards,
        cards,
        cards,
        small,
        small,
        small,
        small,
        small,
        small,
        pot,
        small,
        numbers,
        cards,
        rules,
        0,
        0,
    )
    return numba.typeof(declare), numba.typeof(play), numba.typeof(cards)


def declare_signature(word: Any) -> Any:
    """Give the signature of declare policies: ``policy(view, call)``."""
    declare, _, _ = _view_types(word)
    return types.void(declare, types.Array(types.uint32, 1, "C"))


def play_signature(word: Any) -> Any:
    """Give the signature of play policies: ``policy(view, choice)``."""
    _, play, cards = _view_types(word)
    return types.void(play, cards)


def driver_arguments(word: Any, turns: int = 1) -> tuple[Any, ...]:
    """Give the types that drivers share: block, trace, lanes, rules, and the two teams.

    ``turns`` is 2 for teams whose seats change from deal to deal (see `ramsim.kernels.team.Team`).
    """
    block = numba.typeof(new_block(word, 2, 1, 1))
    trace = numba.typeof(new_trace(word, 2, 1, 1))
    lanes = types.Array(numba.from_dtype(np.dtype(word)), 1, "C")
    whole = types.Array(types.int64, 1, "C")
    declaring = team_type(declare_signature(word), MOST_POLICIES, turns)
    playing = team_type(play_signature(word), MOST_POLICIES, turns)
    return block, trace, lanes, whole, declaring, playing


@cache
def counting_driver(word: Any) -> Any:
    """Give the compiled `count_deals` for uint32 or uint64 words."""
    block, trace, lanes, rules, declare, play = driver_arguments(word)
    keys = types.Array(types.uint64, 1, "C")
    whole = types.Array(types.int64, 1, "C")
    return compile_as(
        types.void(
            block,
            trace,
            types.uint64,
            types.uint64,
            types.int64,
            lanes,
            rules,
            declare,
            play,
            keys,
            keys,
            whole,
            whole,
        ),
        count_deals,
    )


@cache
def dealing_driver(word: Any) -> Any:
    """Give the compiled `deal_only` for uint32 or uint64 words."""
    block, _, lanes, rules, _, _ = driver_arguments(word)
    return compile_as(types.void(block, types.uint64, lanes, rules), deal_only)


__all__ = [
    "MOST_POLICIES",
    "RamsBlock",
    "Trace",
    "counting_driver",
    "dealing_driver",
    "declare_signature",
    "play_signature",
]
