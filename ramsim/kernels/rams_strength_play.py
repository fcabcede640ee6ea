"""Hand-strength tables of the Rams family, second half: kept deals are played with the hero in, or in and out.

Kept deals of many rows (``ramsim/kernels/rams_strength_gather.py``) fill a block; the later seats get their cards; the
hero goes in, the others speak and play. Where the chips of a hero who goes out can vary, the same deal is played a
second time with the hero out. A new outcome stops the kernel until its worth is known.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types
from numpy import int64, uint32, uint64

from ramsim.kernels.count import EMPTY
from ramsim.kernels.jit import compile_as, stage
from ramsim.kernels.philox import USE_DEAL, USE_DECLARE, random_words
from ramsim.kernels.rams import driver_arguments
from ramsim.kernels.rams_block import NOBODY, PLAYED
from ramsim.kernels.rams_declare import announce_block, open_calls, resolve_block, speak, take_call
from ramsim.kernels.rams_play import outcome_keys, play_block
from ramsim.kernels.rams_strength_gather import deal_hand
from ramsim.kernels.rams_strength_state import (
    S_BETES,
    S_DEALS,
    S_IN,
    S_IN_2,
    S_OUT,
    S_OUT_2,
    S_TRICKS,
    S_TRICKS_2,
    S_VALUE,
    S_VALUE_2,
    S_WINS,
    V_BETE,
    V_CHIPS,
    V_TRICKS,
    V_WIN,
    strength_types,
)
from ramsim.kernels.trick import copy_row
from ramsim.policies.views import IN, OUT, R_HAND_SIZE, R_PLAYERS, R_SPARES

# Entries of the state of `play_deals`: deals done, 1 when played deals wait for the worth of an outcome, faults.
A_DONE, A_WAITING, A_FAULTS = range(3)
STATE = 3
_MIX = np.uint64(0x9E3779B97F4A7C15)


def play_deals(
    block: Any,
    trace: Any,
    lanes: Any,
    rules: Any,
    declaring: Any,
    playing: Any,
    twin: Any,
    seed: Any,
    hero: Any,
    lead: Any,
    twice: Any,
    rows: Any,
    queue: Any,
    first: Any,
    number: Any,
    worth: Any,
    slots: Any,
    twin_slots: Any,
    sums: Any,
    state: Any,
) -> None:
    """Play ``number`` deals of the queue from block ``first`` on, which are the hero's.

    Gives back before its time, with ``state[A_WAITING]`` set, when outcomes came up whose worth is not known; the
    caller enters their values and calls again. ``slots`` and ``twin_slots`` (int64[B]) belong to the block; ``lead``
    (word[B]) holds the first card of each deal or 0; ``sums`` is int64[rows * cells, SUMS].
    """
    size = block.deal.size
    uneven = False
    for row in range(rows.start.size):
        uneven = uneven or rows.chance[row, 1] != uint64(0)
    while state[A_DONE] < number:
        part = first + state[A_DONE] // size
        here = min(int64(size), number - state[A_DONE])
        if not state[A_WAITING]:
            _take_out(block, rows, queue, part, hero, rules)
            _deal_later(block, seed, rules, hero, uneven)
            # Out first, on a copy that is put back: the same cards are then played with the hero in.
            for branch in range(0 if twice else 1, 2):
                if twice and branch == 0:
                    _copy_block(block, twin, rules)
                elif twice:
                    _copy_block(twin, block, rules)
                call = IN if branch else OUT
                state[A_FAULTS] += _play_on(
                    block,
                    seed,
                    lanes,
                    rules,
                    declaring,
                    playing,
                    trace,
                    hero,
                    call,
                    lead,
                )
                state[A_WAITING] |= _look_up(block.keys, here, worth, slots if branch else twin_slots)
            if state[A_WAITING] or state[A_FAULTS]:
                return
        state[A_WAITING] = 0
        _add_up(worth, hero, twice, queue.tag[part], slots, twin_slots, here, sums)
        state[A_DONE] += here


@stage
def _take_out(block: Any, rows: Any, queue: Any, part: Any, hero: Any, rules: Any) -> None:
    """Lay a block of the queue into the block; what lies there behind the last deal is played along and not counted."""
    spares, players = rules[R_SPARES], rules[R_PLAYERS]
    for seat in range(hero):
        copy_row(queue.hands[seat, part], block.hands[seat])
    if spares:
        for w in range(spares):
            copy_row(queue.spare[w, part], block.spare[w])
            copy_row(queue.widow_laid[w, part], block.widow_laid[w])
        for seat in range(players):
            copy_row(queue.known[seat, part], block.known[seat])
    else:
        for seat in range(players):
            known = block.known[seat]
            for b in range(known.size):
                known[b] ^= known[b]
    copy_row(queue.rest[part], block.legal)
    copy_row(queue.deal[part], block.deal)
    copy_row(queue.inside[part], block.inside)
    copy_row(queue.taken[part], block.taken)
    mine, members = block.hands[hero], queue.member[part]
    for b in range(block.deal.size):
        member = members[b]
        mine[b] = rows.hand[member]
        block.upcard[b] = rows.upcard[member]
        block.pack[b] = rows.pack[member]
        block.suit[b] = rows.suit[member]
    for b in range(block.deal.size):
        block.lying[b] = block.upcard[b]
        block.caller[b] = uint32(NOBODY)
        block.exchanger[b] = uint32(NOBODY)
        block.forced[b] = uint32(0)
        block.targets[b] = uint32(0)
        block.ending[b] = uint32(PLAYED)


@stage
def _deal_later(block: Any, seed: Any, rules: Any, hero: Any, uneven: Any) -> None:
    """Deal the seats after the hero."""
    for seat in range(hero + 1, rules[R_PLAYERS]):
        place = rules[R_SPARES] + seat - 1
        if place % 2 == 0 or seat == hero + 1:
            random_words(seed, block.deal, USE_DEAL, place // 2, block.words)
        deal_hand(block, block.hands[seat], rules[R_HAND_SIZE], place, uneven)


@stage
def _copy_block(block: Any, copy: Any, rules: Any) -> None:
    """Copy what a second playing of the same deals needs."""
    for seat in range(rules[R_PLAYERS]):
        copy_row(block.hands[seat], copy.hands[seat])
        copy_row(block.known[seat], copy.known[seat])
    for w in range(rules[R_SPARES]):
        copy_row(block.spare[w], copy.spare[w])
        copy_row(block.widow_laid[w], copy.widow_laid[w])
    copy_row(block.upcard, copy.upcard)
    copy_row(block.lying, copy.lying)
    copy_row(block.pack, copy.pack)
    copy_row(block.suit, copy.suit)
    copy_row(block.deal, copy.deal)
    copy_row(block.inside, copy.inside)
    copy_row(block.taken, copy.taken)
    copy_row(block.caller, copy.caller)
    copy_row(block.forced, copy.forced)
    copy_row(block.targets, copy.targets)
    copy_row(block.exchanger, copy.exchanger)
    copy_row(block.ending, copy.ending)


@stage
def _play_on(
    block: Any,
    seed: Any,
    lanes: Any,
    rules: Any,
    declaring: Any,
    playing: Any,
    trace: Any,
    hero: Any,
    call: Any,
    lead: Any,
) -> Any:
    """Let the hero make ``call`` where it is open to him (else what is), and take the deals to their outcomes."""
    open_calls(block, rules, hero)
    for b in range(block.deal.size):
        open_now = uint32(block.allowed[b] & uint32(call))
        block.call[b] = open_now if open_now != uint32(0) else uint32(block.allowed[b] & uint32(IN + OUT - call))
    take_call(block, lanes, rules, hero)
    wrong = int64(0)
    for seat in range(hero + 1, rules[R_PLAYERS]):
        if declaring.chance and (seat % 4 == 0 or seat == hero + 1):
            random_words(seed, block.deal, USE_DECLARE, seat // 4, block.words)
        wrong += speak(block, lanes, rules, declaring, trace, seat)
    resolve_block(block, lanes, rules)
    announce_block(block, lanes, rules)
    wrong += play_block(block, seed, lanes, rules, playing, trace, lead)
    outcome_keys(block, rules)
    return wrong


@stage
def _look_up(keys: Any, filled: Any, worth: Any, slots: Any) -> Any:
    """Write the place of each outcome in the table; gives 1 when the worth of one is not known yet."""
    mask = uint64(worth.keys.size - 1)
    missing = int64(0)
    for b in range(filled):
        key = keys[b]
        slot = uint64(uint64(uint64(key * _MIX) >> uint64(32)) & mask)
        while worth.keys[slot] != key:
            if worth.keys[slot] == EMPTY:
                worth.keys[slot] = key
            else:
                slot = uint64(uint64(slot + uint64(1)) & mask)
        slots[b] = int64(slot)
        missing |= int64(1) - worth.known[slot]
    return missing


@stage
def _add_up(worth: Any, hero: Any, twice: Any, tags: Any, slots: Any, twin_slots: Any, filled: Any, sums: Any) -> None:
    """Add what the hero got in each played deal to the sums of its cell."""
    values = worth.values
    for b in range(filled):
        cell, slot = tags[b], slots[b]
        tricks, chips = values[slot, hero, V_TRICKS], values[slot, hero, V_CHIPS]
        sums[cell, S_DEALS] += 1
        sums[cell, S_WINS] += values[slot, hero, V_WIN]
        sums[cell, S_BETES] += values[slot, hero, V_BETE]
        sums[cell, S_TRICKS] += tricks
        sums[cell, S_TRICKS_2] += tricks * tricks
        sums[cell, S_IN] += chips
        sums[cell, S_IN_2] += chips * chips
        if twice:
            out = values[twin_slots[b], hero, V_CHIPS]
            value = chips - out
            sums[cell, S_OUT] += out
            sums[cell, S_OUT_2] += out * out
            sums[cell, S_VALUE] += value
            sums[cell, S_VALUE_2] += value * value


@cache
def playing_driver(word: Any) -> Any:
    """Give the compiled `play_deals` for uint32 or uint64 words."""
    block, trace, lanes, rules, declare, play = driver_arguments(word)
    rows, queue, worth = strength_types(word)
    whole, cards = types.Array(types.int64, 1, "C"), types.Array(numba.from_dtype(np.dtype(word)), 1, "C")
    return compile_as(
        types.void(
            block,
            trace,
            lanes,
            rules,
            declare,
            play,
            block,
            types.uint64,
            types.int64,
            cards,
            types.boolean,
            rows,
            queue,
            types.int64,
            types.int64,
            worth,
            whole,
            whole,
            types.Array(types.int64, 2, "C"),
            whole,
        ),
        play_deals,
    )
