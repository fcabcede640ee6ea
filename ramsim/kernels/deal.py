"""Dealing in lockstep: hands, spare hands and the upcard of B deals from the words of their deal numbers.

The places of a hand are drawn by ``ramsim/kernels/draw.py`` and deposited into what is left of the pack.
"""

from __future__ import annotations

from typing import Any

from numpy import int64, uint32, uint64

from ramsim.kernels.bits import count_bits, deposit, shift_left, shift_right
from ramsim.kernels.draw import draw_place, draw_subset
from ramsim.kernels.jit import helper
from ramsim.kernels.layout import LANE_0, NO_UPCARD, PACK, SPECIALS
from ramsim.kernels.philox import USE_DEAL, random_words


@helper
def deposit_rows(subset: Any, rest: Any, row: Any) -> None:
    """Turn subsets of positions into cards of ``rest`` and take them out of it."""
    for b in range(row.size):
        taken = deposit(subset[b], rest[b])
        row[b] = taken
        rest[b] ^= taken


@helper
def draw_upcard(high: Any, low: Any, rest: Any, lanes: Any, upcard: Any) -> None:
    """Draw one card uniformly from those of ``rest`` that may be turned up."""
    word = upcard.dtype.type
    allowed = word(~lanes[NO_UPCARD])
    one = word(1)
    for b in range(upcard.size):
        count = uint64(count_bits(word(rest[b] & allowed)))
        place, _, _ = draw_place(uint64(high[b]), uint64(low[b]), count)
        upcard[b] = shift_left(one, word(place))
    for b in range(upcard.size):
        upcard[b] = deposit(upcard[b], word(rest[b] & allowed))


@helper
def name_trumps(upcard: Any, lanes: Any, permanent_suit: Any, suit: Any) -> None:
    """Write the trump suit (0 to 3) that the upcard makes."""
    word = upcard.dtype.type
    specials = lanes[SPECIALS]
    first, second, third = lanes[LANE_0], lanes[LANE_0 + 1], lanes[LANE_0 + 2]
    low_two = word(first | second)
    odd = word(second | word(~word(low_two | third)))
    always = uint32(max(permanent_suit, 0))
    for b in range(upcard.size):
        card = upcard[b]
        by_lane = uint32(
            (uint32(0) if word(card & low_two) != word(0) else uint32(2))
            + (uint32(1) if word(card & odd) != word(0) else uint32(0))
        )
        suit[b] = always if word(card & specials) != word(0) else by_lane


@helper
def order_lanes(row: Any, suit: Any, lanes: Any, width: Any) -> None:
    """Move the lanes of ``row`` from dealing order (lane = suit) to playing order (trumps in lane 3)."""
    word = row.dtype.type
    specials = lanes[SPECIALS]
    lane = lanes[LANE_0]
    one = word(1)
    step = word(width)
    top = word(3 * width)
    for b in range(row.size):
        shift = word(step * word(suit[b]))
        plain = word(row[b] & word(~specials))
        low = word(shift_left(one, shift) - one)
        own = word(shift_right(plain, shift) & lane)
        above = word(plain & word(~word(low | shift_left(lane, shift))))
        moved = word(word(word(plain & low) | shift_right(above, step)) | shift_left(own, top))
        row[b] = word(moved | word(row[b] & specials))


@helper
def deal_cards(
    block: Any,
    seed: Any,
    players: Any,
    hand_size: Any,
    spares: Any,
    spare_size: Any,
    width: Any,
    permanent_suit: Any,
    lanes: Any,
) -> None:
    """Deal a whole block: ``players`` hands, ``spares`` spare hands, the upcard; lanes in playing order.

    Hand h takes the 64-bit fraction h of the deal's stream; the upcard takes what the last hand left of its own.
    """
    hands, spare, words, rest, subset = block.hands, block.spare, block.words, block.legal, block.choice
    pack = lanes[PACK]
    for b in range(rest.size):
        rest[b] = pack
    left = int64(count_bits(pack))
    for h in range(players + spares):
        if h % 2 == 0:
            random_words(seed, block.deal, USE_DEAL, h // 2, words)
        high, low = words[2 * (h % 2)], words[2 * (h % 2) + 1]
        size = hand_size if h < players else spare_size
        draw_subset(high, low, left, size, subset)
        row = hands[h] if h < players else spare[h - players]
        deposit_rows(subset, rest, row)
        left -= size
    last = (players + spares - 1) % 2
    draw_upcard(words[2 * last], words[2 * last + 1], rest, lanes, block.upcard)
    name_trumps(block.upcard, lanes, permanent_suit, block.suit)
    for h in range(players):
        order_lanes(hands[h], block.suit, lanes, width)
    for h in range(spares):
        order_lanes(spare[h], block.suit, lanes, width)
    order_lanes(block.upcard, block.suit, lanes, width)
