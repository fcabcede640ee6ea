"""Canonical hands: a hand with its upcard, up to the names of the suits that the rules do not tell apart.

Hands of one class are worth the same, so a table has one row for each class. `HandClasses` numbers the classes of a
variant from 0 without gaps, both ways; ``ramsim/kernels/classes.py`` says how.
"""

from __future__ import annotations

import math
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ramsim import cards
from ramsim.counted import counted
from ramsim.errors import UsageError
from ramsim.kernels.class_number import numbering_driver
from ramsim.kernels.classes import Classes, Members
from ramsim.kernels.layout import NO_UPCARD, SPECIALS, Layout, rams_layout
from ramsim.variants.schema import RamsRules

Whole = npt.NDArray[np.int64]


class HandClasses:
    """The classes of (hand, upcard) of one variant of the Rams family.

    Attributes
    ----------
    count
        Number of classes; their numbers are 0 to ``count - 1``.
    layout, classes
        Where the cards lie in the kernels, and the numbering there.
    """

    def __init__(self, rules: RamsRules) -> None:
        self.rules = rules
        self.layout: Layout = rams_layout(rules)
        self.classes = Classes(self.layout, rules.hand_size)
        self.count = self.classes.count
        self.pack = tuple(self.layout.bits)
        banned = int(self.layout.lanes[NO_UPCARD])
        self._turnable = tuple(code for code, bit in self.layout.bits.items() if not 1 << bit & banned)

    def number(self, hand: tuple[int, ...], upcard: int) -> int:
        """Give the class of a hand.

        Parameters
        ----------
        hand
            Card codes, ``hand_size`` of them.
        upcard
            Card code of the card turned up.

        Raises
        ------
        UsageError
            When the hand has too many or too few cards, a card twice, a card that is not of the pack, or the upcard, or
            when this upcard would be passed over.
        """
        self.check(hand, upcard)
        suit = self.trump_suit(upcard)
        word = self.layout.word
        masks = (np.array([self.layout.play_mask(held, suit)], dtype=word) for held in (hand, (upcard,)))
        found = np.zeros(1, dtype=np.int64)
        with np.errstate(over="ignore"):
            numbering_driver(word)(*masks, np.array([suit], dtype=np.uint32), self.classes.table, found)
        return int(found[0])

    def check(self, hand: tuple[int, ...], upcard: int) -> None:
        """Refuse a hand that cannot be held beside this upcard; see `number`."""
        size = self.rules.hand_size
        if len(hand) != size:
            raise UsageError(f"hand {cards.card_names(hand)!r}: has {counted(len(hand), 'card')}, {size} are held")
        for place, code in enumerate(hand):
            if code in hand[:place]:
                raise UsageError(f"hand {cards.card_names(hand)!r}: {cards.card_name(code)} stands twice")
        for code in (*hand, upcard):
            if code not in self.pack:
                raise UsageError(
                    f"{cards.card_name(code)}: is no card of this pack of {len(self.pack)} ({self._pack_name})"
                )
        if upcard in hand:
            raise UsageError(f"upcard {cards.card_name(upcard)}: is held in the hand {cards.card_names(hand)!r}")
        if upcard not in self._turnable:
            raise UsageError(f"upcard {cards.card_name(upcard)}: is passed over, and the next card is turned up")

    def trump_suit(self, upcard: int) -> int:
        """Give the trump suit that an upcard makes, 0 clubs to 3 spades."""
        special = 1 << self.layout.bits[upcard] & int(self.layout.lanes[SPECIALS])
        return self.layout.permanent_suit if special else cards.suit_of(upcard)

    def cards(self, number: int) -> tuple[tuple[int, ...], int]:
        """Give one hand of a class, trumps first, and its upcard, as card codes.

        Raises
        ------
        UsageError
            When there is no such class.
        """
        if not 0 <= number < self.count:
            raise UsageError(f"class {number}: must be 0 to {self.count - 1:,}")
        kinds, parts = self.classes.lanes([number])
        suit, order = self._shown(int(kinds[0]))
        slots = self._codes_by_slot(suit)
        held = [
            slots[lane * self.layout.width + slot]
            for lane, part in ((3, parts[0, 3]), *((lane, parts[0, order[lane]]) for lane in (2, 1, 0)))
            for slot in range(self.layout.width - 1, -1, -1)
            if int(part) >> slot & 1
        ]
        return tuple(held), slots[3 * self.layout.width + self.classes.kinds[int(kinds[0])].slot]

    def names(self, numbers: Any) -> tuple[list[str], list[str]]:
        """Give the hands and upcards of classes in words, ``AS KS 9H 8D 7C`` and ``TS``: one hand for each class."""
        kinds, parts = self.classes.lanes(numbers)
        hands, upcards = [""] * len(kinds), [""] * len(kinds)
        for kind in np.unique(kinds):
            suit, order = self._shown(int(kind))
            slots = self._codes_by_slot(suit)
            texts = [self._texts(slots, lane) for lane in range(4)]
            upcard = cards.card_name(slots[3 * self.layout.width + self.classes.kinds[int(kind)].slot])
            rows = np.flatnonzero(kinds == kind)
            held = parts[rows]
            columns = [held[:, 3], *(held[:, order[lane]] for lane in (2, 1, 0))]
            for row, *masks in zip(rows.tolist(), *(column.tolist() for column in columns), strict=True):
                lanes = zip((3, 2, 1, 0), masks, strict=True)
                hands[row] = " ".join(texts[lane][mask] for lane, mask in lanes if mask)
                upcards[row] = upcard
        return hands, upcards

    def multiplicities(self, numbers: Any) -> Whole:
        """Count the pairs of hand and upcard in each class; over all classes the pairs of the pack, int64[n]."""
        return self.classes.multiplicities(numbers)

    def chances(self, numbers: Any) -> npt.NDArray[np.float64]:
        """Give the probability that a seat is dealt a hand of the class and the upcard beside it, float64[n].

        Every hand is equally likely; of the cards that are not held, each that may be turned up is so too.
        """
        _, parts = self.classes.lanes(numbers)
        passed = int(self.layout.lanes[NO_UPCARD]) >> (3 * self.layout.width)
        in_hand = np.bitwise_count(parts[:, 3] & passed).astype(np.int64)
        turnable = len(self._turnable) - self.rules.hand_size + in_hand
        chances: npt.NDArray[np.float64] = self.multiplicities(numbers) / (self._hands * turnable)
        return chances

    def members(self, numbers: Any) -> list[tuple[Whole, Members]]:
        """Give all hands of classes as they lie in the kernels: for each kind of upcard the rows, and their hands."""
        kinds, parts = self.classes.lanes(numbers)
        rows = [np.flatnonzero(kinds == kind) for kind in np.unique(kinds)]
        return [(some, self.classes.members(int(kinds[some[0]]), parts[some])) for some in rows]

    @cached_property
    def _hands(self) -> int:
        return math.comb(len(self.pack), self.rules.hand_size)

    @property
    def _pack_name(self) -> str:
        return self.rules.ranks + (f" and {counted(self.rules.jokers, 'joker')}" if self.rules.jokers else "")

    def _shown(self, kind: int) -> tuple[int, tuple[int, ...]]:
        """Choose the suits that a class is shown in: trump suit, and which part lies in each side lane."""
        about = self.classes.kinds[kind]
        suit = about.suits[-1]
        apart = -1 if about.apart is None else self.layout.permanent_suit - (self.layout.permanent_suit > suit)
        lanes = [lane for lane in (2, 1, 0) if lane != apart]
        order = [0, 0, 0]
        for place, lane in enumerate(lanes):
            order[lane] = place + 3 - about.alike
        return suit, tuple(order)

    @lru_cache(maxsize=8)  # noqa: B019  (one small table for each trump suit)
    def _codes_by_slot(self, suit: int) -> dict[int, int]:
        return {self.layout.play_bit(code, suit): code for code in self.pack}

    def _texts(self, slots: dict[int, int], lane: int) -> list[str]:
        """Write every set of cards of one lane, highest first."""
        width = self.layout.width
        top = max(slot - lane * width for slot in slots if slot // width == lane)
        names = [
            cards.card_name(slots[lane * width + slot]) if lane * width + slot in slots else ""
            for slot in range(top + 1)
        ]
        return [
            " ".join(names[slot] for slot in range(top, -1, -1) if mask >> slot & 1) for mask in range(1 << (top + 1))
        ]


@lru_cache(maxsize=8)
def hand_classes(rules: RamsRules) -> HandClasses:
    """Give the classes of a variant's rules; built once."""
    return HandClasses(rules)
