"""Bit lanes: where each card sits in a kernel's word, derived from the rules.

One suit per lane, cards in strength order inside a lane, four lanes of 8 bits in a uint32 (plain packs of up to eight
ranks) or of 16 bits in a uint64 (everything else). While cards are dealt, lane *s* holds suit *s*. Then the lanes are
put in order for play: the three side suits in ascending order in lanes 0 to 2, the trump suit in lane 3, so that a
higher bit beats a lower one whenever both are of the suit led or trumps. Permanent trumps and jokers have slots of
their own in lane 3 and never move.

The Ramsch family has five fixed lanes of a uint32: seven plain ranks for each suit (bits 0 to 27) and the four jacks
(bits 28 to 31).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ramsim import cards
from ramsim.variants.check import permanent_card
from ramsim.variants.schema import RamsRules

# Rows of the `lanes` array that kernels and policies read.
(
    LANE_0,
    LANE_1,
    LANE_2,
    TRUMPS,
    PACK,
    SPECIALS,
    NO_UPCARD,
    KEEP_1,
    KEEP_2,
    KEEP_4,
    KEEP_8,
    ONES,
    TOP_TRUMP,
    HIGH_TRUMPS,
    SIDE_ACES,
    SIDE_KINGS,
) = range(16)
LANES = 16


@dataclass(frozen=True)
class Layout:
    """Where the cards of one variant sit.

    Attributes
    ----------
    word
        ``np.uint32`` or ``np.uint64``.
    width
        Bits of a lane.
    lanes
        word[LANES]: masks of the four lanes, the pack as dealt, the special slots, the cards that cannot be the upcard,
        masks that keep a shift by 1, 2, 4, 8 inside its lane, the lowest bit of each lane, the highest trump, the
        three highest trumps, the highest rank of each side lane, the second highest.
    bits
        Slot of each card code while dealing.
    permanent_suit
        Suit of the permanent trump, or -1.
    """

    word: Any
    width: int
    lanes: npt.NDArray[Any]
    bits: dict[int, int]
    permanent_suit: int

    def dealt_mask(self, codes: tuple[int, ...]) -> int:
        """Give the mask of cards as they lie while dealing."""
        return sum(1 << self.bits[code] for code in codes)

    def play_bit(self, code: int, trump_suit: int) -> int:
        """Give the slot of a card once the lanes are in order for play."""
        slot = self.bits[code]
        if (1 << slot) & int(self.lanes[SPECIALS]):
            return slot
        suit, place = divmod(slot, self.width)
        lane = 3 if suit == trump_suit else suit - (suit > trump_suit)
        return lane * self.width + place

    def codes(self, mask: int, trump_suit: int) -> tuple[int, ...]:
        """Give the card codes of a mask in play order of lanes, ascending by slot."""
        table = {self.play_bit(code, trump_suit): code for code in self.bits}
        return tuple(table[bit] for bit in range(4 * self.width) if mask >> bit & 1)

    def play_mask(self, codes: tuple[int, ...], trump_suit: int) -> int:
        """Give the mask of cards once the lanes are in order for play."""
        return sum(1 << self.play_bit(code, trump_suit) for code in codes)


def rams_layout(rules: RamsRules) -> Layout:
    """Derive the layout of a variant of the Rams family."""
    plain = cards.pack(rules.ranks)
    permanent = permanent_card(rules)
    slots_of_rank, permanent_slot, slots = _strength_slots(rules)
    wide = rules.jokers > 0 or permanent >= 0 or len(rules.ranks) > 8
    width = 16 if wide else 8
    word: type[np.uint32] | type[np.uint64] = np.uint64 if wide else np.uint32
    bits = {
        code: cards.suit_of(code) * width + slots_of_rank[cards.rank_of(code)] for code in plain if code != permanent
    }
    specials = 0
    if permanent >= 0:
        bits[permanent] = 3 * width + permanent_slot
        specials |= 1 << bits[permanent]
    for place, code in enumerate(cards.pack(rules.ranks, rules.jokers)[len(plain) :]):
        bits[code] = 3 * width + slots + place
        specials |= 1 << bits[code]
    banned = [code for code in bits if cards.is_joker(code)]
    if permanent >= 0 and rules.permanent_upcard == "turn_next":
        banned.append(permanent)
    lane = (1 << width) - 1
    by_height = sorted(slots_of_rank.values(), reverse=True)
    kings = by_height[1:2]
    trump_slots = sorted(
        {3 * width + slot for slot in slots_of_rank.values()} | {bit for bit in bits.values() if 1 << bit & specials}
    )
    values = [
        *(lane << (suit * width) for suit in range(4)),
        sum(1 << bit for bit in bits.values()),
        specials,
        sum(1 << bits[code] for code in banned),
        *(_every_lane(lane >> shift if shift < width else 0, width) for shift in (1, 2, 4, 8)),
        _every_lane(1, width),
        1 << trump_slots[-1],
        sum(1 << slot for slot in trump_slots[-3:]),
        sum(1 << (suit * width + by_height[0]) for suit in range(3)),
        sum(1 << (suit * width + slot) for suit in range(3) for slot in kings),
    ]
    suit = -1 if permanent < 0 else cards.suit_of(permanent)
    return Layout(word, width, np.array(values, dtype=word), bits, suit)


def _strength_slots(rules: RamsRules) -> tuple[dict[int, int], int, int]:
    """Give slot by rank, slot of the permanent trump (-1: none), number of slots used below the jokers."""
    ranks = sorted(cards.RANK_LETTERS.index(letter) for letter in rules.ranks)
    permanent = -1
    slots: dict[int, int] = {}
    place = 0
    for rank in ranks:
        if rank == cards.ACE and rules.permanent_trump.endswith("below_ace"):
            permanent, place = place, place + 1
        slots[rank] = place
        place += 1
    if rules.permanent_trump.endswith("above_ace"):
        permanent, place = place, place + 1
    return slots, permanent, place


def _every_lane(mask: int, width: int) -> int:
    return sum(mask << (lane * width) for lane in range(4))
