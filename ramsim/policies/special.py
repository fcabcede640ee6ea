"""The documented rules by which special calls are made; functions of one deal that inline into kernels and policies.

All tricks (ramsch, general): the hand of which the guide says that one may announce it, rules.md part 3 and [S3]: the
highest trump, another of the three highest trumps, and nothing else but trumps, aces and kings.

Target (ramsli-nap): one trick for each trump of an unbroken run from the highest trump that the seat cannot see
elsewhere, and one for each side ace when at least two trumps are held; targets start at two.
"""

from __future__ import annotations

from typing import Any

from numpy import uint32

from ramsim.kernels.bits import count_bits
from ramsim.kernels.choose import fill_down
from ramsim.kernels.jit import helper
from ramsim.kernels.layout import (
    HIGH_TRUMPS,
    KEEP_1,
    KEEP_2,
    KEEP_4,
    KEEP_8,
    PACK,
    SIDE_ACES,
    SIDE_KINGS,
    SPECIALS,
    TOP_TRUMP,
    TRUMPS,
)


@helper
def special_masks(word: Any, lanes: Any) -> Any:
    """Load the masks of this module once a block: a load inside a loop's condition would keep it from vectors.

    Gives top trump, the other high trumps, cards not good enough for all tricks, trumps, the trumps of the pack, side
    aces, and the four masks of `fill_down`.
    """
    second = word(lanes[HIGH_TRUMPS] & word(~lanes[TOP_TRUMP]))
    good = word(word(lanes[TRUMPS] | lanes[SIDE_ACES]) | lanes[SIDE_KINGS])
    ranks = word(word(lanes[PACK] & lanes[TRUMPS]) | lanes[SPECIALS])
    return (
        lanes[TOP_TRUMP],
        second,
        word(~good),
        lanes[TRUMPS],
        ranks,
        lanes[SIDE_ACES],
        (lanes[KEEP_1], lanes[KEEP_2], lanes[KEEP_4], lanes[KEEP_8]),
    )


@helper
def sure_of_all(word: Any, hand: Any, masks: Any) -> Any:
    """Tell whether ``hand`` is one that announces all tricks."""
    zero = word(0)
    top, second, poor = masks[0], masks[1], masks[2]
    return (word(hand & top) != zero) & (word(hand & second) != zero) & (word(hand & poor) == zero)


@helper
def announce_target(word: Any, hand: Any, lying: Any, masks: Any) -> Any:
    """Give the target that ``hand`` names, 0 for none; ``lying`` is the upcard on the table."""
    trumps, ranks, side_aces, keep = masks[3], masks[4], masks[5], masks[6]
    own = word(hand & trumps)
    others = word(word(ranks & word(~own)) & word(~lying))
    beaten = fill_down(word, others, keep[0], keep[1], keep[2], keep[3])
    run = uint32(count_bits(word(own & word(~beaten))))
    aces = uint32(count_bits(word(hand & side_aces)))
    long = uint32(count_bits(own)) >= uint32(2)
    sure = uint32(run + (aces if long else uint32(0)))
    return sure if sure >= uint32(2) else uint32(0)
