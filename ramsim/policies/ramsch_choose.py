"""Small choices inside a mask of the Ramsch family: dearest, cheapest, lowest card, lanes; of one deal, inlined."""

from __future__ import annotations

from typing import Any

from numpy import uint32

from ramsim.kernels.bits import count_bits
from ramsim.kernels.choose import highest_bit, highest_ranks, lowest_bit, lowest_ranks
from ramsim.kernels.jit import helper
from ramsim.kernels.ramsch_cards import (
    ACES,
    JACKS,
    KINGS,
    LANE,
    LOW,
    LOWEST_JACK,
    ONES,
    PLAIN,
    QUEENS,
    TENS,
    UP_1,
    WIDTH,
    at_or_above,
    at_or_below,
)


@helper
def highest_plain(x: Any) -> Any:
    """Give the highest plain card of a mask without jacks, ties to the higher suit; 0 for 0."""
    tops = highest_ranks(uint32, x, uint32(LANE), uint32(WIDTH), uint32(ONES))
    return highest_bit(uint32, tops)


@helper
def lowest_card(x: Any) -> Any:
    """Give the lowest card in rank (7 8 9 Q K 10 A, then the jacks as trumps), ties to the lower suit; 0 for 0."""
    plain = uint32(x & uint32(PLAIN))
    low = lowest_ranks(uint32, plain, uint32(LANE), uint32(WIDTH), uint32(ONES))
    return lowest_bit(uint32, low if plain != uint32(0) else x)


@helper
def highest_card(x: Any) -> Any:
    """Give the highest plain card in rank, ties to the higher suit, among jacks alone the highest; 0 for 0."""
    plain = uint32(x & uint32(PLAIN))
    return highest_plain(plain) if plain != uint32(0) else highest_bit(uint32, x)


@helper
def dearest_card(x: Any) -> Any:
    """Give the card of most points (A 10 K Q jack, then 9 8 7 by rank), ties to the higher suit or jack; 0 for 0."""
    jacks = uint32(x & uint32(JACKS))
    plain = uint32(x & uint32(PLAIN))
    counting = uint32(plain & uint32(~uint32(LOW)))
    pick = (jacks != uint32(0)) & (counting == uint32(0))
    return highest_bit(uint32, jacks) if pick else highest_plain(plain)


@helper
def cheapest_card(x: Any) -> Any:
    """Give the card of fewest points (7 8 9 by rank, jack, Q, K, 10, A), ties to the lower suit or jack; 0 for 0."""
    jacks = uint32(x & uint32(JACKS))
    plain = uint32(x & uint32(PLAIN))
    pick = (jacks != uint32(0)) & (uint32(plain & uint32(LOW)) == uint32(0))
    low = lowest_ranks(uint32, plain, uint32(LANE), uint32(WIDTH), uint32(ONES))
    return lowest_bit(uint32, jacks if pick else low)


@helper
def lanes_with(x: Any) -> Any:
    """Give the whole lanes (suits, or the jacks) in which ``x`` has a card."""
    below = at_or_below(x)
    first = uint32(below & uint32(ONES))
    jack = uint32(below & uint32(LOWEST_JACK))
    suits = uint32(uint32(first << uint32(WIDTH)) - first)
    return uint32(suits | uint32(uint32(jack << uint32(4)) - jack))


@helper
def lanes_with_low(x: Any) -> Any:
    """Give the whole suits in which ``x`` has a 7, 8 or 9."""
    low = uint32(x & uint32(LOW))
    first = uint32(uint32(low | uint32(uint32(low >> uint32(1)) | uint32(low >> uint32(2)))) & uint32(ONES))
    return uint32(uint32(first << uint32(WIDTH)) - first)


@helper
def but_lowest(x: Any) -> Any:
    """Give the cards of ``x`` without the lowest of each lane."""
    return uint32(x & at_or_above(uint32(uint32(x << uint32(1)) & uint32(UP_1))))


@helper
def losing_cards(legal: Any, led: Any, best: Any) -> Any:
    """Give the legal cards that do not beat the best card of the trick."""
    higher = uint32(~uint32(best | uint32(best - uint32(1))))
    return uint32(legal & uint32(~uint32(higher & uint32(led | uint32(JACKS)))))


@helper
def exposed_cards(x: Any) -> Any:
    """Give the cards from the queen up (no jacks) in suits in which ``x`` has no 7, 8 or 9."""
    return uint32(uint32(x & uint32(QUEENS | KINGS | TENS | ACES)) & uint32(~lanes_with_low(x)))


@helper
def danger(hand: Any) -> Any:
    """Give the danger of a hand.

    One for each exposed card from the queen up, one for each ace and ten in a suit with fewer than two of 7 8 9, and
    one for each jack.
    """
    low = uint32(hand & uint32(LOW))
    single = uint32(~lanes_with_low(but_lowest(low)))
    exposed = uint32(count_bits(exposed_cards(hand)))
    weak = uint32(count_bits(uint32(uint32(hand & uint32(ACES | TENS)) & single)))
    return uint32(uint32(exposed + weak) + uint32(count_bits(uint32(hand & uint32(JACKS)))))
