"""Small choices inside a mask, shared by kernels and policies; all are functions of one deal that inline."""

from __future__ import annotations

from typing import Any

from ramsim.kernels.bits import leading_zeros, shift_left, shift_right
from ramsim.kernels.jit import helper


@helper
def pick(condition: Any, yes: Any, no: Any) -> Any:
    """Give ``yes`` or ``no``, both evaluated first.

    A conditional expression with a load in one arm becomes a masked load and made a step five times as slow.
    """
    return yes if condition else no


@helper
def lowest_bit(word: Any, x: Any) -> Any:
    """Give the lowest set bit of ``x``, 0 for 0; ``word`` is the mask's type."""
    return word(x & word(word(~x) + word(1)))


@helper
def fill_down(word: Any, x: Any, keep_1: Any, keep_2: Any, keep_4: Any, keep_8: Any) -> Any:
    """Set every bit at or below a set bit of the same lane; ``keep_k`` keeps a shift by k inside its lane."""
    y = word(x | word(word(x >> word(1)) & keep_1))
    y = word(y | word(word(y >> word(2)) & keep_2))
    y = word(y | word(word(y >> word(4)) & keep_4))
    return word(y | word(word(y >> word(8)) & keep_8))


@helper
def highest_bit(word: Any, x: Any) -> Any:
    """Give the highest set bit of ``x``, 0 for 0."""
    zero = word(0)
    top = word(~word(word(~zero) >> word(1)))
    held = word(x)
    # A shift by all bits has no meaning, so 0 takes a shift of its own.
    places = pick(held == zero, zero, leading_zeros(held))
    return pick(held == zero, zero, shift_right(top, places))


@helper
def lowest_ranks(word: Any, x: Any, lane: Any, width: Any, ones: Any) -> Any:
    """Keep the cards of ``x`` whose rank (place in the lane) is the lowest that occurs in ``x``.

    ``lane`` is the mask of lane 0, ``width`` its bits as a word, ``ones`` the lowest bit of each lane.
    """
    half = word(x | shift_right(word(x), word(width + width)))
    ranks = word(word(half | shift_right(half, word(width))) & lane)
    return word(x & word(lowest_bit(word, ranks) * ones))


@helper
def highest_ranks(word: Any, x: Any, lane: Any, width: Any, ones: Any) -> Any:
    """Keep the cards of ``x`` whose rank (place in the lane) is the highest that occurs in ``x``."""
    half = word(x | shift_right(word(x), word(width + width)))
    ranks = word(word(half | shift_right(half, word(width))) & lane)
    return word(x & word(highest_bit(word, ranks) * ones))


@helper
def lowest_in_order(word: Any, x: Any, suit: Any, trumps: Any, lane: Any, width: Any, ones: Any) -> Any:
    """Give the card of ``x`` lowest in rank, ties by suit clubs < diamonds < hearts < spades, jokers highest.

    Lanes 0 to 2 hold the side suits in that order; ``suit`` (uint32) says where the trump suit belongs among them.
    """
    low = lowest_ranks(word, x, lane, width, ones)
    before = word(low & word(shift_left(word(1), word(width * word(suit))) - word(1)) & word(~trumps))
    own = word(low & trumps)
    first = before if before != word(0) else (own if own != word(0) else low)
    return lowest_bit(word, first)


@helper
def worst_card(word: Any, hand: Any, suit: Any, trumps: Any, lane: Any, width: Any, ones: Any) -> Any:
    """Give the card that is laid away first: the lowest plain card, with nothing but trumps the lowest trump."""
    plain = word(hand & word(~trumps))
    return lowest_in_order(word, plain if plain != word(0) else hand, suit, trumps, lane, width, ones)
