"""The bidding that decides whether a deal is passed in, and so becomes a Ramsch (rules.md 2.3 point 1).

A hand's score, in the tradition of Skat hand evaluation: jacks, the length of the best suit, and the aces and tens
beside it. The best suit is the one that gives the most: its cards count as trumps, each ``bid_length``, and so do the
jacks, each ``bid_jack``; aces and tens of the other suits count ``bid_ace`` and ``bid_ten``. Middlehand bids when its
score reaches ``bid_middlehand``, rearhand at ``bid_rearhand``; when both pass, forehand bids 18 at ``bid_forehand``.
"""

from __future__ import annotations

from typing import Any

from numpy import uint32

from ramsim.kernels.bits import count_bits
from ramsim.kernels.jit import helper
from ramsim.kernels.ramsch_cards import ACES, CLUBS, DIAMONDS, HEARTS, JACKS, SPADES, TENS


@helper
def hand_score(hand: Any, jack: Any, length: Any, ace: Any, ten: Any) -> Any:
    """Give the score of a hand (uint32) under the four weights (uint32)."""
    trumps = uint32(jack * uint32(count_bits(uint32(hand & uint32(JACKS)))))
    aces = uint32(ace * uint32(count_bits(uint32(hand & uint32(ACES)))))
    tens = uint32(ten * uint32(count_bits(uint32(hand & uint32(TENS)))))
    beside = uint32(aces + tens)
    low = max(
        _as_trumps(uint32(hand & uint32(CLUBS)), beside, length, ace, ten),
        _as_trumps(uint32(hand & uint32(DIAMONDS)), beside, length, ace, ten),
    )
    high = max(
        _as_trumps(uint32(hand & uint32(HEARTS)), beside, length, ace, ten),
        _as_trumps(uint32(hand & uint32(SPADES)), beside, length, ace, ten),
    )
    return uint32(trumps + max(low, high))


@helper
def _as_trumps(cards: Any, beside: Any, length: Any, ace: Any, ten: Any) -> Any:
    """Give what the plain cards are worth when the suit of ``cards`` is trumps: its own ace and ten count as length."""
    own = uint32(length * uint32(count_bits(cards)))
    own_ace = ace if uint32(cards & uint32(ACES)) != uint32(0) else uint32(0)
    own_ten = ten if uint32(cards & uint32(TENS)) != uint32(0) else uint32(0)
    return uint32(uint32(own + beside) - uint32(own_ace + own_ten))


@helper
def passed_in(block: Any, jack: Any, length: Any, ace: Any, ten: Any, limits: Any, passed: Any) -> None:
    """Write 1 for each deal in which all three hands are below their limits (uint32 each), else 0."""
    forehand, middlehand, rearhand = block.hands[0], block.hands[1], block.hands[2]
    limit_0, limit_1, limit_2 = limits
    for b in range(passed.size):
        below = hand_score(forehand[b], jack, length, ace, ten) < limit_0
        below = below & (hand_score(middlehand[b], jack, length, ace, ten) < limit_1)
        below = below & (hand_score(rearhand[b], jack, length, ace, ten) < limit_2)
        passed[b] = uint32(1) if below else uint32(0)
