"""Hand-strength tables of the Rams family, first half: deals in which a seat must decide.

A *row* is a set of hands (with their upcards) that are worth one line of a table; the hero's hand is a member of the
row in turn, the other cards are dealt from the rest. In lockstep, the spare hands and the hands of the seats are dealt
one after the other, and these seats speak by their policies. After each seat the next one may be the hero: the deal is
kept for it when the seats that are in make a *cell* of the row that still needs deals (rejection sampling: what is kept
has exactly the distribution of deals given what was said so far). One deal may serve a hero at several seats.

When a card is passed over as upcard (a joker), the cards passed over before this upcard are drawn first, with the
probability that they have given the upcard; the rest is then dealt evenly.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from numba import types
from numpy import int64, uint32, uint64

from ramsim.kernels.bits import count_bits
from ramsim.kernels.deal import deposit_rows
from ramsim.kernels.draw import draw_next, draw_subset
from ramsim.kernels.jit import compile_as, helper, stage
from ramsim.kernels.philox import USE_DEAL, USE_DECLARE, random_words
from ramsim.kernels.rams import driver_arguments
from ramsim.kernels.rams_block import NOBODY
from ramsim.kernels.rams_declare import clear_calls, speak
from ramsim.kernels.rams_strength_state import MOST_PASSED, strength_types
from ramsim.policies.views import R_HAND_SIZE, R_PLAYERS, R_SPARE_SIZE, R_SPARES

# The stream's block whose first word says which cards were passed over as upcard.
_PASSED_OVER = 15


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
                deal_hand(block, block.spare[place], rules[R_SPARE_SIZE], place, uneven)
            for hero in range(last + 1):
                if hero > 0:
                    seat, place = hero - 1, spares + hero - 1
                    if place % 2 == 0 or place == spares or declaring.chance:
                        random_words(seed, block.deal, USE_DEAL, place // 2, block.words)
                    deal_hand(block, block.hands[seat], rules[R_HAND_SIZE], place, uneven)
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
def deal_hand(block: Any, row: Any, size: Any, place: Any, uneven: Any) -> None:
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


@cache
def gathering_driver(word: Any) -> Any:
    """Give the compiled `gather_deals` for uint32 or uint64 words."""
    block, trace, lanes, rules, declare, _ = driver_arguments(word)
    rows, queue, _ = strength_types(word)
    whole = types.Array(types.int64, 1, "C")
    return compile_as(types.int64(block, trace, lanes, rules, declare, types.uint64, rows, whole, queue), gather_deals)
