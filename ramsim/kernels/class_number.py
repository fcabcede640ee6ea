"""The number of a hand's class, read from a table of whole numbers; see ``ramsim/kernels/classes.py``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import types
from numpy import int64, uint64

from ramsim.kernels.bits import count_bits
from ramsim.kernels.hand_kinds import Kind, Shape, apart_lane, subsets_of
from ramsim.kernels.jit import compile_as, helper
from ramsim.kernels.layout import Layout

# Head of the table that `class_of` reads: bits of a lane, mask of the slots used, and where the parts begin: kind by
# trump suit and slot of the upcard, the side suit that stands apart by trump suit, subset tables (of the
# interchangeable side suits, of the one apart, of the trumps by kind), first class by kind and shape, binomials.
T_WIDTH, T_USED, T_KINDS, T_APART, T_SIDES, T_APARTS, T_TRUMPS, T_SHAPES, T_CHOOSE = range(9)
TABLE_HEAD = 9
_SLOTS = 16
_SHAPES = 8**4
_SIZE = 1 << 20


def class_table(layout: Layout, kinds: Sequence[Kind], shapes: Sequence[Shape]) -> npt.NDArray[np.float64]:
    """Give what `class_of` reads, float64[...] of whole numbers."""
    used = max(max(*kind.trumps, kind.slot) for kind in kinds) + 1
    of_slot = np.full(4 * _SLOTS, -1.0)
    for number, kind in enumerate(kinds):
        for suit in kind.suits:
            of_slot[suit * _SLOTS + kind.slot] = number
    firsts = np.zeros(len(kinds) * _SHAPES)
    for shape in shapes:
        sizes = (*shape.sizes, 0)[:2]
        firsts[shape.kind * _SHAPES + ((shape.trumps * 8 + shape.apart) * 8 + sizes[0]) * 8 + sizes[1]] = shape.first
    apart = next((kind.apart for kind in kinds if kind.apart), ())
    choose = [float(math.comb(n, k)) for n in range(_SLOTS + 1) for k in range(8)]
    parts = [
        of_slot,
        np.array([apart_lane(layout, suit) for suit in range(4)], dtype=np.float64),
        _ranks(kinds[0].sides, used),
        _ranks(apart, used),
        np.concatenate([_ranks(kind.trumps, used) for kind in kinds]),
        firsts,
        np.array([*choose, len(kinds[0].sides), len(apart)], dtype=np.float64),
    ]
    starts = TABLE_HEAD + np.cumsum([0, *(len(part) for part in parts[:-1])])
    return np.concatenate([[layout.width, (1 << used) - 1], starts, *parts]).astype(np.float64)


def _ranks(slots: tuple[int, ...], used: int) -> npt.NDArray[np.float64]:
    """Give for every mask its size times `_SIZE` plus its place among the subsets of that size."""
    ranks = np.zeros(1 << used)
    for size in range(min(7, len(slots)) + 1):
        masks = subsets_of(slots, size)
        ranks[masks] = size * _SIZE + np.arange(len(masks))
    return ranks


@helper
def class_of(hand: Any, upcard: Any, suit: Any, table: Any, start: Any) -> Any:
    """Give the number of the class of a hand in playing order of the lanes.

    Parameters
    ----------
    hand, upcard, suit
        Masks of one deal and the trump suit.
    table, start
        float64 array that holds `class_table` from ``start`` on.
    """
    kind, trumps, alone, first, second, third = _ranked_parts(hand, upcard, suit, table, start)
    group, groups = _place_of_sides(first, second, third, table, start)
    choose = start + int64(table[start + T_CHOOSE])
    others = int64(table[choose + (_SLOTS + 1) * 8 + 1])
    aparts = int64(table[choose + others * 8 + alone // _SIZE])
    shape = ((trumps // _SIZE * 8 + alone // _SIZE) * 8 + first // _SIZE) * 8 + second // _SIZE
    base = int64(table[start + int64(table[start + T_SHAPES]) + kind * _SHAPES + shape])
    return base + ((trumps % _SIZE) * aparts + alone % _SIZE) * groups + group


@helper
def _ranked_parts(hand: Any, upcard: Any, suit: Any, table: Any, start: Any) -> Any:
    """Give the kind, and the ranks (size times `_SIZE` plus place) of trumps, suit apart and side suits, descending."""
    width = uint64(table[start + T_WIDTH])
    used = uint64(table[start + T_USED])
    slots = int64(used) + int64(1)
    turned = uint64(uint64(upcard) >> uint64(uint64(3) * width))
    slot = int64(count_bits(uint64(turned - uint64(1))))
    kind = int64(table[start + int64(table[start + T_KINDS]) + int64(suit) * _SLOTS + slot])
    apart = int64(table[start + int64(table[start + T_APART]) + int64(suit)])
    sides = start + int64(table[start + T_SIDES])
    first, second, third, alone = int64(0), int64(0), int64(0), int64(0)
    for lane in range(3):
        held = int64(uint64(uint64(hand) >> uint64(uint64(lane) * width)) & used)
        if lane == apart:
            alone = int64(table[start + int64(table[start + T_APARTS]) + held])
        else:
            rank = int64(table[sides + held])
            if rank > first:
                first, second, third = rank, first, second
            elif rank > second:
                second, third = rank, second
            else:
                third = rank
    held = int64(uint64(uint64(hand) >> uint64(uint64(3) * width)) & used)
    trumps = int64(table[start + int64(table[start + T_TRUMPS]) + kind * slots + held])
    return kind, trumps, alone, first, second, third


@helper
def _place_of_sides(first: Any, second: Any, third: Any, table: Any, start: Any) -> Any:
    """Give the place of the side suits among those of their sizes, and how many there are."""
    a, b, c = first // _SIZE, second // _SIZE, third // _SIZE
    x, y, z = first % _SIZE, second % _SIZE, third % _SIZE
    choose = start + int64(table[start + T_CHOOSE])
    ranks = int64(table[choose + (_SLOTS + 1) * 8])
    in_a = int64(table[choose + ranks * 8 + a])
    in_b, in_c = int64(table[choose + ranks * 8 + b]), int64(table[choose + ranks * 8 + c])
    if a == b and b == c:
        return x * (x + 1) * (x + 2) // 6 + y * (y + 1) // 2 + z, in_a * (in_a + 1) * (in_a + 2) // 6
    if a == b:
        return (x * (x + 1) // 2 + y) * in_c + z, in_a * (in_a + 1) // 2 * in_c
    if b == c:
        pairs = in_b * (in_b + 1) // 2
        return x * pairs + y * (y + 1) // 2 + z, in_a * pairs
    return (x * in_b + y) * in_c + z, in_a * in_b * in_c


def number_hands(hands: Any, upcards: Any, suits: Any, table: Any, numbers: Any) -> None:
    """Write the class number of each hand: word[n], word[n], uint32[n], `Classes.table`, int64[n]."""
    for i in range(hands.size):
        numbers[i] = class_of(hands[i], upcards[i], suits[i], table, 0)


@cache
def numbering_driver(word: Any) -> Any:
    """Give the compiled `number_hands` for uint32 or uint64 words."""
    cards = types.Array(numba.from_dtype(np.dtype(word)), 1, "C")
    small, whole, real = (types.Array(kind, 1, "C") for kind in (types.uint32, types.int64, types.float64))
    return compile_as(types.void(cards, cards, small, real, whole), number_hands)
