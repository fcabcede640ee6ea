"""Playing one seat's hands from the moment at which it must decide: the kernels of hand-strength tables.

A *row* is a set of hands (with their upcards) that are worth one line of a table; the hero's hand is a member of the
row in turn, the other cards are dealt from the rest. In lockstep:

1. `gather_deals`: the spare hands and the hands of the seats are dealt one after the other, and these seats speak by
   their policies. After each seat the next one may be the hero: the deal is kept for it when the seats that are in
   make a *cell* of the row that still needs deals (rejection sampling: what is kept has exactly the distribution of
   deals given what was said so far). One deal may serve a hero at several seats.
2. `play_deals`: kept deals of many rows fill a block; the later seats get their cards; the hero goes in, the others
   speak and play. Where the chips of a hero who goes out can vary, the same deal is played a second time with the hero
   out.

When a card is passed over as upcard (a joker), the cards passed over before this upcard are drawn first, with the
probability that they have given the upcard; the rest is then dealt evenly.

Sums are exact integers by cell. What an outcome is worth to the hero stands in a table that the caller fills: a new
outcome stops the kernel until its worth is known.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types
from numpy import int64, uint32, uint64

from ramsim.kernels.bits import count_bits
from ramsim.kernels.count import EMPTY
from ramsim.kernels.deal import deposit_rows
from ramsim.kernels.draw import draw_next, draw_subset
from ramsim.kernels.jit import compile_as, helper, stage
from ramsim.kernels.philox import USE_DEAL, USE_DECLARE, random_words
from ramsim.kernels.rams import driver_arguments
from ramsim.kernels.rams_block import NOBODY, PLAYED
from ramsim.kernels.rams_declare import announce_block, clear_calls, open_calls, resolve_block, speak, take_call
from ramsim.kernels.rams_play import outcome_keys, play_block
from ramsim.kernels.trick import copy_row
from ramsim.policies.views import IN, OUT, R_HAND_SIZE, R_PLAYERS, R_SPARE_SIZE, R_SPARES

# Sums of a cell: deals, then for the hero in: took chips from the pot, bete, tricks, their squares, chips, their
# squares; for the hero out: chips, their squares; in minus out: chips, their squares.
S_DEALS, S_WINS, S_BETES, S_TRICKS, S_TRICKS_2, S_IN, S_IN_2, S_OUT, S_OUT_2, S_VALUE, S_VALUE_2 = range(11)
SUMS = 11

# What an outcome is worth to a seat.
V_WIN, V_BETE, V_TRICKS, V_CHIPS = range(4)
VALUES = 4

# Entries of the state of `play_deals`: deals done, 1 when played deals wait for the worth of an outcome, faults.
A_DONE, A_WAITING, A_FAULTS = range(3)
STATE = 3

# The stream's block whose first word says which cards were passed over as upcard.
_PASSED_OVER = 15
MOST_PASSED = 8
_MIX = np.uint64(0x9E3779B97F4A7C15)


class Rows(NamedTuple):
    """The rows that are filled, and how far they are.

    Attributes
    ----------
    hand, upcard, pack
        word[members]: the hands of all rows one after the other, in playing order of the lanes.
    suit
        uint32[members].
    start, count
        int64[rows]: where the hands of a row begin, and how many there are.
    address
        uint64[rows]: number of the row's first deal.
    done
        int64[rows]: deals looked at so far.
    looked
        int64[rows, players]: deals looked at with the hero at each seat.
    need, falls
        int64[rows, cells]: deals still wanted in each cell (counted down), deals that fell into it.
    passed, chance
        word[rows, MOST_PASSED], uint64[rows, MOST_PASSED]: sets of cards that may have been passed over as upcard, and
        the highest word (plus one) that stands for each; a chance of 0 ends the list.
    cell
        int64[players, 2**(players - 1)]: the cell that a set of seats in makes for a hero at a seat, or -1.
    first_cell
        int64[players + 1]: where the cells of a seat begin.
    most
        int64[1]: deals of a row that are looked at, at most.
    """

    hand: Any
    upcard: Any
    pack: Any
    suit: Any
    start: Any
    count: Any
    address: Any
    done: Any
    looked: Any
    need: Any
    falls: Any
    passed: Any
    chance: Any
    cell: Any
    first_cell: Any
    most: Any


class Queue(NamedTuple):
    """Kept deals that wait to be played, in blocks of the size B of a block; those of a hero's seat stand together.

    Attributes
    ----------
    hands, spare, known, widow_laid
        word[seats, blocks, B] and word[spare hands, blocks, B]: as in `RamsBlock`, of the seats that have spoken.
    rest
        word[blocks, B]: cards not dealt yet.
    deal
        uint64[blocks, B].
    inside, taken
        uint32[blocks, B].
    member
        int64[blocks, B]: the hero's hand among the members of all rows.
    tag
        int64[blocks, B]: row x cells + cell.
    filled
        int64[players]: place of the next deal of a seat, counted through all blocks.
    """

    hands: Any
    spare: Any
    known: Any
    widow_laid: Any
    rest: Any
    deal: Any
    inside: Any
    taken: Any
    member: Any
    tag: Any
    filled: Any


class Worth(NamedTuple):
    """Open-addressing table from outcome keys to what they are worth.

    Attributes
    ----------
    keys
        uint64[slots], `EMPTY` where there is none.
    known
        int64[slots]: 1 when the values stand.
    values
        int64[slots, players, VALUES].
    """

    keys: Any
    known: Any
    values: Any


def new_queue(word: Any, players: int, spares: int, blocks: int, size: int) -> Queue:
    """Allocate a queue of so many blocks of ``size`` deals."""

    def rows(count: int, kind: Any) -> Any:
        return np.zeros((count, blocks, size), dtype=kind)

    widow = players if spares else 0
    return Queue(
        rows(players - 1, word),
        rows(spares, word),
        rows(widow, word),
        rows(spares, word),
        rows(1, word)[0],
        rows(1, np.uint64)[0],
        rows(1, np.uint32)[0],
        rows(1, np.uint32)[0],
        rows(1, np.int64)[0],
        rows(1, np.int64)[0],
        np.zeros(players, dtype=np.int64),
    )


# -- gathering -------------------------------------------------------------------------------------------------------


def gather_deals(
    block: Any,
    trace: Any,
    lanes: Any,
    rules: Any,
    declaring: Any,
    seed: Any,
    rows: Any,
    members: Any,
    queue: Any,
) -> Any:
    """Look at deals of each row until its cells have what they need, or the most deals were looked at.

    ``members`` (int64[B]) belongs to the block. Gives the number of a policy's faults.
    """
    wrong = int64(0)
    players, spares = rules[R_PLAYERS], rules[R_SPARES]
    for row in range(rows.start.size):
        uneven = rows.chance[row, 1] != uint64(0)
        while rows.done[row] < rows.most[0] and wrong == 0:
            last = _last_in_need(rows, row, players)
            if last < 0:
                break
            _lay_out(block, rows, row, members)
            if uneven:
                _pass_over(block, rows, row, seed)
            clear_calls(block)
            for place in range(spares):
                random_words(seed, block.deal, USE_DEAL, place // 2, block.words)
                _deal_hand(block, block.spare[place], rules[R_SPARE_SIZE], place, uneven)
            for hero in range(last + 1):
                if hero > 0:
                    seat, place = hero - 1, spares + hero - 1
                    if place % 2 == 0 or place == spares or declaring.chance:
                        random_words(seed, block.deal, USE_DEAL, place // 2, block.words)
                    _deal_hand(block, block.hands[seat], rules[R_HAND_SIZE], place, uneven)
                    if declaring.chance:
                        random_words(seed, block.deal, USE_DECLARE, seat // 4, block.words)
                    wrong += speak(block, lanes, rules, declaring, trace, seat)
                if _is_in_need(rows, row, hero):
                    _keep(block, rows, row, members, hero, rules, queue)
    return wrong


@helper
def _is_in_need(rows: Any, row: Any, hero: Any) -> Any:
    """Tell whether a cell of the hero's seat needs deals."""
    found = False
    for cell in range(rows.first_cell[hero], rows.first_cell[hero + 1]):
        found = found or rows.need[row, cell] > 0
    return found


@helper
def _last_in_need(rows: Any, row: Any, players: Any) -> Any:
    """Give the last seat with a cell that needs deals, or -1."""
    for hero in range(players - 1, -1, -1):
        if _is_in_need(rows, row, hero):
            return hero
    return -1


@stage
def _lay_out(block: Any, rows: Any, row: Any, members: Any) -> None:
    """Number the next deals of a row and take the hero's hands and the upcards out of the pack."""
    word = block.upcard.dtype.type
    size = block.deal.size
    start, count, done = rows.start[row], rows.count[row], rows.done[row]
    member = done % count
    for b in range(size):
        block.deal[b] = uint64(rows.address[row] + uint64(done + b))
        members[b] = start + member
        member += 1
        if member == count:
            member = 0
    for b in range(size):
        place = members[b]
        block.upcard[b] = rows.upcard[place]
        block.pack[b] = rows.pack[place]
        block.suit[b] = rows.suit[place]
        block.legal[b] = word(block.pack[b] & word(~word(rows.hand[place] | block.upcard[b])))
    rows.done[row] = done + size


@stage
def _pass_over(block: Any, rows: Any, row: Any, seed: Any) -> None:
    """Take the cards out of the pack that were passed over before the upcard."""
    word = block.upcard.dtype.type
    random_words(seed, block.deal, USE_DEAL, _PASSED_OVER, block.words)
    random = block.words[0]
    for b in range(block.deal.size):
        which = 0
        while which < MOST_PASSED - 1 and uint64(random[b]) >= rows.chance[row, which]:
            which += 1
        block.legal[b] = word(block.legal[b] & word(~rows.passed[row, which]))


@stage
def _deal_hand(block: Any, row: Any, size: Any, place: Any, uneven: Any) -> None:
    """Deal hand ``place`` of the stream, whose words have been drawn, to a row of cards.

    ``block.legal`` holds what is left of the pack, in every deal the same number of cards unless ``uneven``.
    """
    high, low = block.words[2 * (place % 2)], block.words[2 * (place % 2) + 1]
    if uneven:
        _draw_uneven(high, low, block.legal, size, block.choice)
    else:
        draw_subset(high, low, int64(count_bits(block.legal[0])), size, block.choice)
    deposit_rows(block.choice, block.legal, row)


@helper
def _draw_uneven(high: Any, low: Any, rest: Any, size: Any, subset: Any) -> None:
    """Do what `draw_subset` does where the number of cards left differs from deal to deal."""
    word = subset.dtype.type
    for b in range(subset.size):
        cards = int64(count_bits(rest[b]))
        held = word(0)
        upper, lower = uint64(high[b]), uint64(low[b])
        for j in range(max(cards - size, int64(0)), cards):
            held, upper, lower = draw_next(word, upper, lower, j, held)
        high[b], low[b] = uint32(upper), uint32(lower)
        subset[b] = held


@stage
def _keep(block: Any, rows: Any, row: Any, members: Any, hero: Any, rules: Any, queue: Any) -> None:
    """Keep the deals that fall into a cell of the hero's seat with need."""
    size = block.deal.size
    cells = rows.need.shape[1]
    spares, players = rules[R_SPARES], rules[R_PLAYERS]
    part, filled = queue.filled[hero] // size, queue.filled[hero] % size
    for b in range(size):
        cell = rows.cell[hero, block.inside[b]]
        # After a call that forces everyone in the hero has nothing to decide.
        if cell >= 0 and block.caller[b] == uint32(NOBODY):
            rows.falls[row, cell] += 1
            if rows.need[row, cell] > 0:
                rows.need[row, cell] -= 1
                for seat in range(hero):
                    queue.hands[seat, part, filled] = block.hands[seat, b]
                if spares:
                    for w in range(spares):
                        queue.spare[w, part, filled] = block.spare[w, b]
                        queue.widow_laid[w, part, filled] = block.widow_laid[w, b]
                    for seat in range(players):
                        queue.known[seat, part, filled] = block.known[seat, b]
                queue.rest[part, filled] = block.legal[b]
                queue.deal[part, filled] = block.deal[b]
                queue.inside[part, filled] = block.inside[b]
                queue.taken[part, filled] = block.taken[b]
                queue.member[part, filled] = members[b]
                queue.tag[part, filled] = row * cells + cell
                filled += 1
                if filled == size:
                    part, filled = part + 1, int64(0)
    queue.filled[hero] = part * size + filled
    rows.looked[row, hero] += size


# -- playing ---------------------------------------------------------------------------------------------------------


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
        _deal_hand(block, block.hands[seat], rules[R_HAND_SIZE], place, uneven)


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


def _own_types(word: Any) -> tuple[Any, Any, Any]:
    """Give the types of `Rows`, `Queue` and `Worth`."""
    cards, grid_of_cards = np.zeros(1, dtype=word), np.zeros((1, 1), dtype=word)
    small, whole = np.zeros(1, dtype=np.uint32), np.zeros(1, dtype=np.int64)
    grid, long = np.zeros((1, 1), dtype=np.int64), np.zeros((1, 1), dtype=np.uint64)
    rows = Rows(
        cards,
        cards,
        cards,
        small,
        whole,
        whole,
        long[0],
        whole,
        grid,
        grid,
        grid,
        grid_of_cards,
        long,
        grid,
        whole,
        whole,
    )
    worth = Worth(long[0], whole, np.zeros((1, 1, VALUES), dtype=np.int64))
    return numba.typeof(rows), numba.typeof(new_queue(word, 2, 1, 1, 1)), numba.typeof(worth)


@cache
def gathering_driver(word: Any) -> Any:
    """Give the compiled `gather_deals` for uint32 or uint64 words."""
    block, trace, lanes, rules, declare, _ = driver_arguments(word)
    rows, queue, _ = _own_types(word)
    whole = types.Array(types.int64, 1, "C")
    return compile_as(types.int64(block, trace, lanes, rules, declare, types.uint64, rows, whole, queue), gather_deals)


@cache
def playing_driver(word: Any) -> Any:
    """Give the compiled `play_deals` for uint32 or uint64 words."""
    block, trace, lanes, rules, declare, play = driver_arguments(word)
    rows, queue, worth = _own_types(word)
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
