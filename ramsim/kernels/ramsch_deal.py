"""Dealing the Ramsch family in lockstep: ten cards to forehand and middlehand, two to the skat, the rest to rearhand.

Hands are uniform subsets of positions (``ramsim/kernels/draw.py``). A hand of ten takes two 64-bit fractions, so that
the ranges drawn from one fraction multiply to less than 2**25 and the relative error of any outcome's probability stays
below 2**-38; the skat's two places come out of what the last fraction has left.
"""

from __future__ import annotations

from typing import Any

from numpy import uint32

from ramsim.kernels.bits import deposit
from ramsim.kernels.draw import draw_on
from ramsim.kernels.jit import stage
from ramsim.kernels.philox import USE_DEAL, random_words
from ramsim.kernels.ramsch_cards import PACK


@stage
def deal_block(block: Any, seed: Any) -> None:
    """Deal the block's deal numbers: hands by seat, the skat, nothing played yet."""
    forehand, middlehand, rearhand = block.hands[0], block.hands[1], block.hands[2]
    words, subset, skat = block.words, block.choice, block.skat
    for b in range(subset.size):
        forehand[b] = uint32(0)
        subset[b] = uint32(0)
        skat[b] = uint32(0)
    random_words(seed, block.deal, USE_DEAL, 0, words)
    draw_on(words[0], words[1], 22, 5, forehand)
    draw_on(words[2], words[3], 27, 5, forehand)
    random_words(seed, block.deal, USE_DEAL, 1, words)
    draw_on(words[0], words[1], 12, 6, subset)
    draw_on(words[2], words[3], 18, 4, subset)
    draw_on(words[2], words[3], 10, 2, skat)
    for b in range(subset.size):
        left = uint32(uint32(PACK) ^ forehand[b])
        middle = deposit(subset[b], left)
        left = uint32(left ^ middle)
        pair = deposit(skat[b], left)
        middlehand[b] = middle
        skat[b] = pair
        rearhand[b] = uint32(left ^ pair)
