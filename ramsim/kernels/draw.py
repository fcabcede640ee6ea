"""Uniform draws from a 64-bit fraction, in lockstep: the one place that turns random bits into places of cards.

A hand of k cards from n is a uniform k-subset of positions (R. W. Floyd's method, one shift and one select a card). The
draws of a hand share 64 random bits: each draw multiplies the 64-bit fraction by its range, takes the whole part, and
keeps what is left of the fraction for the next (N. Brackett-Rozinsky and D. Lemire, "Batched ranged random integer
generation", 2024, without the rejection). The relative error of any outcome's probability is below the product of the
ranges divided by 2**64: 2**-39 for five of 32 cards.

A fraction is two halves of 32 bits, ``upper`` and ``lower``, each in a uint64.
"""

from __future__ import annotations

from typing import Any

from numpy import int64, uint32, uint64

from ramsim.kernels.bits import shift_left
from ramsim.kernels.jit import helper, stage


@helper
def draw_place(upper: Any, lower: Any, places: Any) -> Any:
    """Draw one of ``places`` (uint64, below 2**32); gives its number and both halves of what is left."""
    below = uint64(lower * places)
    above = uint64(uint64(upper * places) + uint64(below >> uint64(32)))
    return uint64(above >> uint64(32)), uint64(above & uint64(0xFFFFFFFF)), uint64(below & uint64(0xFFFFFFFF))


@helper
def draw_next(word: Any, upper: Any, lower: Any, last: Any, held: Any) -> Any:
    """Add one of the places 0 to ``last`` to those held: the one drawn, or ``last`` where that is held already.

    Gives what is held then and both halves of what is left of the fraction.
    """
    place, upper, lower = draw_place(upper, lower, uint64(uint64(last) + uint64(1)))
    drawn = shift_left(word(1), word(place))
    added = shift_left(word(1), word(last)) if word(held & drawn) != word(0) else drawn
    return word(held | added), upper, lower


@stage
def draw_on(high: Any, low: Any, first: Any, draws: Any, subset: Any) -> None:
    """Go on with the subset of each deal: ``draws`` more, up to the places ``first``, ``first`` + 1, ...

    ``high`` and ``low`` (uint32[B]) are the fraction; what remains of it is written back.
    """
    word = subset.dtype.type
    for b in range(subset.size):
        upper, lower, held = uint64(high[b]), uint64(low[b]), subset[b]
        for j in range(draws):
            held, upper, lower = draw_next(word, upper, lower, int64(first + j), held)
        high[b], low[b] = uint32(upper), uint32(lower)
        subset[b] = held


@stage
def draw_subset(high: Any, low: Any, cards: Any, size: Any, subset: Any) -> None:
    """Draw a uniform subset of ``size`` of ``cards`` positions for each deal; see `draw_on`."""
    word = subset.dtype.type
    for b in range(subset.size):
        subset[b] = word(0)
    if size == 5:
        draw_on(high, low, cards - 5, 5, subset)  # the usual hand, with its loop unrolled
    else:
        draw_on(high, low, cards - size, size, subset)
