"""Dealing the Ramsch family in lockstep: ten cards to forehand and middlehand, two to the skat, the rest to rearhand.

Hands are uniform subsets of positions by Floyd's method, as in ``ramsim/kernels/deal.py``. A hand of ten takes two
64-bit fractions, so that the ranges drawn from one fraction multiply to less than 2**25 and the relative error of any
outcome's probability stays below 2**-38.
"""

from __future__ import annotations

from typing import Any

from numpy import uint32, uint64

from ramsim.kernels.bits import deposit
from ramsim.kernels.jit import helper, stage
from ramsim.kernels.philox import USE_DEAL, random_words
from ramsim.kernels.ramsch_cards import PACK


@helper
def _draw_five(high: Any, low: Any, first: Any, subset: Any) -> None:
    """Go on with a subset: Floyd's draws for positions ``first`` to ``first + 4``; what is left over is dropped."""
    one = uint32(1)
    for b in range(subset.size):
        upper, lower = uint64(high[b]), uint64(low[b])
        held = subset[b]
        for j in range(5):
            last = uint64(first + j)
            below = uint64(lower * uint64(last + uint64(1)))
            above = uint64(uint64(upper * uint64(last + uint64(1))) + uint64(below >> uint64(32)))
            drawn = uint32(one << uint32(above >> uint64(32)))
            upper, lower = uint64(above & uint64(0xFFFFFFFF)), uint64(below & uint64(0xFFFFFFFF))
            held = uint32(held | (uint32(one << uint32(last)) if uint32(held & drawn) != uint32(0) else drawn))
        subset[b] = held


@helper
def _draw_six(high: Any, low: Any, first: Any, subset: Any) -> None:
    """Do what `_draw_five` does for six positions."""
    one = uint32(1)
    for b in range(subset.size):
        upper, lower = uint64(high[b]), uint64(low[b])
        held = subset[b]
        for j in range(6):
            last = uint64(first + j)
            below = uint64(lower * uint64(last + uint64(1)))
            above = uint64(uint64(upper * uint64(last + uint64(1))) + uint64(below >> uint64(32)))
            drawn = uint32(one << uint32(above >> uint64(32)))
            upper, lower = uint64(above & uint64(0xFFFFFFFF)), uint64(below & uint64(0xFFFFFFFF))
            held = uint32(held | (uint32(one << uint32(last)) if uint32(held & drawn) != uint32(0) else drawn))
        subset[b] = held


@helper
def _draw_four_and_skat(high: Any, low: Any, first: Any, subset: Any, skat: Any) -> None:
    """End a subset with four draws, and draw two of twelve positions for the skat from the same fraction."""
    one = uint32(1)
    for b in range(subset.size):
        upper, lower = uint64(high[b]), uint64(low[b])
        held = subset[b]
        for j in range(4):
            last = uint64(first + j)
            below = uint64(lower * uint64(last + uint64(1)))
            above = uint64(uint64(upper * uint64(last + uint64(1))) + uint64(below >> uint64(32)))
            drawn = uint32(one << uint32(above >> uint64(32)))
            upper, lower = uint64(above & uint64(0xFFFFFFFF)), uint64(below & uint64(0xFFFFFFFF))
            held = uint32(held | (uint32(one << uint32(last)) if uint32(held & drawn) != uint32(0) else drawn))
        subset[b] = held
        pair = uint32(0)
        for j in range(2):
            last = uint64(10 + j)
            below = uint64(lower * uint64(last + uint64(1)))
            above = uint64(uint64(upper * uint64(last + uint64(1))) + uint64(below >> uint64(32)))
            drawn = uint32(one << uint32(above >> uint64(32)))
            upper, lower = uint64(above & uint64(0xFFFFFFFF)), uint64(below & uint64(0xFFFFFFFF))
            pair = uint32(pair | (uint32(one << uint32(last)) if uint32(pair & drawn) != uint32(0) else drawn))
        skat[b] = pair


@stage
def deal_block(block: Any, seed: Any) -> None:
    """Deal the block's deal numbers: hands by seat, the skat, nothing played yet."""
    forehand, middlehand, rearhand = block.hands[0], block.hands[1], block.hands[2]
    words, subset, skat = block.words, block.choice, block.skat
    for b in range(subset.size):
        forehand[b] = uint32(0)
        subset[b] = uint32(0)
    random_words(seed, block.deal, USE_DEAL, 0, words)
    _draw_five(words[0], words[1], 22, forehand)
    _draw_five(words[2], words[3], 27, forehand)
    random_words(seed, block.deal, USE_DEAL, 1, words)
    _draw_six(words[0], words[1], 12, subset)
    _draw_four_and_skat(words[2], words[3], 18, subset, skat)
    for b in range(subset.size):
        left = uint32(uint32(PACK) ^ forehand[b])
        middle = deposit(subset[b], left)
        left = uint32(left ^ middle)
        pair = deposit(skat[b], left)
        middlehand[b] = middle
        skat[b] = pair
        rearhand[b] = uint32(left ^ pair)
