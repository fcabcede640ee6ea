"""Declare policies: in, out, the widow, or a call for all tricks, for a whole block of deals.

``guide`` is the rule of thumb of [S3]: stay with an ace, a high trump, or length with a second honour. Sources:
rules.md part 3. When the hand is not good enough and going out is not open, the widow is taken where there is one:
five unknown cards are better than a hand that one would lay down.
"""

from __future__ import annotations

from typing import Any

from numpy import float64, uint32, uint64

from ramsim.kernels.bits import count_bits, deposit, shift_left
from ramsim.kernels.jit import helper
from ramsim.kernels.layout import HIGH_TRUMPS, SIDE_ACES, SIDE_KINGS, TRUMPS
from ramsim.policies.special import special_masks, sure_of_all
from ramsim.policies.views import IN, OUT, SPECIAL, WIDOW


def always(view: Any, call: Any) -> None:
    """Be in with every hand."""
    for b in range(call.size):
        call[b] = uint32(IN) if uint32(view.allowed[b] & uint32(IN)) != uint32(0) else uint32(OUT)


def random(view: Any, call: Any) -> None:
    """Make every open call with the same chance."""
    for b in range(call.size):
        count = uint64(count_bits(view.allowed[b]))
        place = uint32(uint64(uint64(view.random[b]) * count) >> uint64(32))
        call[b] = shift_left(uint32(1), place)
    for b in range(call.size):
        call[b] = deposit(call[b], view.allowed[b])


def guide(view: Any, call: Any) -> None:
    """Stay with a side ace, one of the three highest trumps, three trumps, or two trumps and a side king.

    All tricks are called with a hand that the guide calls certain (`ramsim.policies.special`).
    """
    word = view.hand.dtype.type
    zero = word(0)
    good = word(view.lanes[SIDE_ACES] | view.lanes[HIGH_TRUMPS])
    kings, trumps = view.lanes[SIDE_KINGS], view.lanes[TRUMPS]
    masks = special_masks(word, view.lanes)
    for b in range(call.size):
        hand = view.hand[b]
        length = uint32(count_bits(word(hand & trumps)))
        king = word(hand & kings) != zero
        stays = (word(hand & good) != zero) | (length >= uint32(3)) | (king & (length >= uint32(2)))
        call[b] = call_for(stays, sure_of_all(word, hand, masks), view.allowed[b])


def threshold(view: Any, call: Any) -> None:
    """Stay when the hand's score reaches the parameter; call all tricks as the guide does.

    The score: the top trump 1.0, another of the three highest 0.8, any other trump 0.4, a side ace 0.6, a side king
    0.3.
    """
    word = view.hand.dtype.type
    limit = view.parameters[0]
    masks = special_masks(word, view.lanes)
    kings, high = view.lanes[SIDE_KINGS], view.lanes[HIGH_TRUMPS]
    for b in range(call.size):
        score = hand_score(word, view.hand[b], masks, high, kings)
        call[b] = call_for(score >= limit, sure_of_all(word, view.hand[b], masks), view.allowed[b])


@helper
def hand_score(word: Any, hand: Any, masks: Any, high: Any, side_kings: Any) -> Any:
    """Give the score of `threshold`, in tricks; counted in tenths, so that it is exact."""
    top = uint32(count_bits(word(hand & high)))
    trumps = uint32(count_bits(word(hand & masks[3])))
    aces = uint32(count_bits(word(hand & masks[5])))
    kings = uint32(count_bits(word(hand & side_kings)))
    best = uint32(2) if word(hand & masks[0]) != word(0) else uint32(0)
    tenths = uint32(uint32(4) * trumps + uint32(4) * top + uint32(6) * aces + uint32(3) * kings + best)
    return float64(tenths) / 10.0


@helper
def call_for(stays: Any, certain: Any, allowed: Any) -> Any:
    """Turn a judgement of the hand into one of the calls that are open."""
    out = uint32(allowed & uint32(OUT))
    widow = uint32(allowed & uint32(WIDOW))
    inside = uint32(allowed & uint32(IN))
    weak = out if out != uint32(0) else (widow if widow != uint32(0) else inside)
    strong = inside if inside != uint32(0) else out
    special = uint32(allowed & uint32(SPECIAL))
    return special if certain & (special != uint32(0)) else (strong if stays else weak)
