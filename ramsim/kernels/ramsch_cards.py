"""Where the 32 cards of the Ramsch family sit in a uint32, and the masks that its kernels and policies are made of.

Five fixed lanes (rules.md 2.1): the seven plain ranks of suit *s* (0 clubs to 3 spades) in bits 7s to 7s + 6 in the
order 7 8 9 Q K 10 A, the jacks in bits 28 to 31 in the order of trumps, diamonds lowest, clubs highest. A higher bit
beats a lower one whenever both are of the lane led or jacks. Inside a plain lane a higher card is never worth less.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ramsim import cards
from ramsim.kernels.bits import count_bits
from ramsim.kernels.jit import helper

WIDTH = 7
PLAIN_RANKS = "789QKTA"
JACK_SUITS = (cards.DIAMONDS, cards.HEARTS, cards.SPADES, cards.CLUBS)

LANE = 0x7F
ONES = 1 | 1 << 7 | 1 << 14 | 1 << 21
CLUBS, DIAMONDS, HEARTS, SPADES = (LANE << (WIDTH * suit) for suit in range(4))
PLAIN = ONES * LANE
JACKS = 0xF0000000
LOWEST_JACK = 1 << 28
PACK = PLAIN | JACKS

SEVENS, EIGHTS, NINES, QUEENS, KINGS, TENS, ACES = (ONES << place for place in range(7))
LOW = SEVENS | EIGHTS | NINES
POINTS_OF_RANK = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}

# Shifts that stay inside a lane: a shift down by k may not reach the k highest cards of a lane, a shift up by k not the
# k lowest.
DOWN_1, DOWN_2, DOWN_4 = (ONES * (LANE >> k) | (0xF >> k) << 28 for k in (1, 2, 4))
UP_1, UP_2, UP_4 = (ONES * (LANE << k & LANE) | (0xF << k & 0xF) << 28 for k in (1, 2, 4))

BIT_OF_CODE: dict[int, int] = {
    cards.card(cards.RANK_LETTERS.index(letter), suit): WIDTH * suit + place
    for suit in cards.SUITS
    for place, letter in enumerate(PLAIN_RANKS)
} | {cards.card(cards.JACK, suit): 28 + place for place, suit in enumerate(JACK_SUITS)}
CODE_OF_BIT: dict[int, int] = {bit: code for code, bit in BIT_OF_CODE.items()}


def mask_of(codes: tuple[int, ...]) -> int:
    """Give the mask of card codes."""
    return sum(1 << BIT_OF_CODE[code] for code in codes)


def codes_of(mask: Any) -> tuple[int, ...]:
    """Give the card codes of a mask, ascending by bit."""
    return tuple(CODE_OF_BIT[bit] for bit in range(32) if int(mask) >> bit & 1)


@helper
def card_points(x: Any) -> Any:
    """Count the card points of a mask (uint32): ace 11, ten 10, king 4, queen 3, jack 2."""
    word = np.uint32
    aces = word(word(11) * word(count_bits(word(x & word(ACES)))))
    tens = word(word(10) * word(count_bits(word(x & word(TENS)))))
    kings = word(word(4) * word(count_bits(word(x & word(KINGS)))))
    queens = word(word(3) * word(count_bits(word(x & word(QUEENS)))))
    jacks = word(word(2) * word(count_bits(word(x & word(JACKS)))))
    return word(word(word(aces + tens) + word(kings + queens)) + jacks)


@helper
def at_or_below(x: Any) -> Any:
    """Set every bit at or below a set bit of the same lane."""
    word = np.uint32
    y = word(x | word(word(x >> word(1)) & word(DOWN_1)))
    y = word(y | word(word(y >> word(2)) & word(DOWN_2)))
    return word(y | word(word(y >> word(4)) & word(DOWN_4)))


@helper
def at_or_above(x: Any) -> Any:
    """Set every bit at or above a set bit of the same lane."""
    word = np.uint32
    y = word(x | word(word(x << word(1)) & word(UP_1)))
    y = word(y | word(word(y << word(2)) & word(UP_2)))
    return word(y | word(word(y << word(4)) & word(UP_4)))


@helper
def lane_of(card: Any) -> Any:
    """Give the whole lane of one card, 0 for no card."""
    word = np.uint32
    zero = word(0)
    low = word(
        word(word(CLUBS) if word(card & word(CLUBS)) != zero else zero)
        | word(word(DIAMONDS) if word(card & word(DIAMONDS)) != zero else zero)
    )
    high = word(
        word(word(HEARTS) if word(card & word(HEARTS)) != zero else zero)
        | word(word(SPADES) if word(card & word(SPADES)) != zero else zero)
    )
    jacks = word(JACKS) if word(card & word(JACKS)) != zero else zero
    return word(word(low | high) | jacks)
