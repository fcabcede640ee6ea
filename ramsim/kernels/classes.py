"""Hand classes: (hand, upcard) up to the symmetry of the side suits, numbered without gaps.

A class is numbered by the kind of its upcard, by its shape (``ramsim/kernels/hand_kinds.py``), and within a shape by
the ranks of its subsets; equal sizes are ranked as a multiset (combinatorial number system, D. E. Knuth, The Art of
Computer Programming 4A, section 7.2.1.3). The way back, from a hand to its number, is ``class_number.py``.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ramsim.kernels.class_number import class_table
from ramsim.kernels.hand_kinds import Kind, Shape, Whole, apart_lane, kinds_of, shapes_of, subsets_of
from ramsim.kernels.layout import NO_UPCARD, PACK, Layout


@dataclass(frozen=True)
class Members:
    """Hands of classes as they lie in the kernels, some number for each class.

    Attributes
    ----------
    hand, upcard, pack
        word[classes, members]: in playing order of the lanes.
    suit
        uint32[classes, members]: the trump suit.
    """

    hand: Any
    upcard: Any
    pack: Any
    suit: Any


class Classes:
    """The classes of one pack and hand size.

    Attributes
    ----------
    kinds, shapes
        In ascending order of class numbers.
    count
        Number of classes.
    table
        float64[...]: what `class_of` reads; whole numbers.
    """

    def __init__(self, layout: Layout, hand_size: int) -> None:
        self.layout = layout
        self.hand_size = hand_size
        self.kinds = kinds_of(layout)
        self.shapes = shapes_of(self.kinds, hand_size)
        self.count = self.shapes[-1].first + self.shapes[-1].classes
        self._first = np.array([shape.first for shape in self.shapes], dtype=np.int64)
        self.table = class_table(layout, self.kinds, self.shapes)

    def lanes(self, numbers: Any) -> tuple[Whole, Whole]:
        """Take classes apart.

        Parameters
        ----------
        numbers
            Class numbers, 0 to ``count - 1``, shape (n,).

        Returns
        -------
        kind, parts
            int64[n], and int64[n, 4]: the slots held in the three side suits (one that stands apart first, the others
            from the largest down) and in the trump lane.
        """
        wanted = np.asarray(numbers, dtype=np.int64)
        place = np.searchsorted(self._first, wanted, side="right") - 1
        kinds = np.empty(len(wanted), dtype=np.int64)
        parts = np.zeros((len(wanted), 4), dtype=np.int64)
        for which in np.unique(place):
            shape = self.shapes[which]
            rows = np.flatnonzero(place == which)
            kinds[rows] = shape.kind
            parts[rows] = _unrank(self.kinds[shape.kind], shape, wanted[rows] - shape.first)
        return kinds, parts

    def multiplicities(self, numbers: Any) -> Whole:
        """Count the pairs of hand and upcard in each class, int64[n]."""
        kinds, parts = self.lanes(numbers)
        suits = np.array([len(kind.suits) for kind in self.kinds], dtype=np.int64)[kinds]
        alike = np.array([kind.alike for kind in self.kinds], dtype=np.int64)[kinds]
        first, second, third = (parts[:, lane] for lane in range(3))
        equal = (second == third).astype(np.int64)
        three = np.array([6, 3, 3, 1])[equal + (first == second) + ((first == second) & (second == third))]
        ways: Whole = suits * np.where(alike == 3, three, np.where(equal == 1, 1, 2))
        return ways

    def members(self, kind: int, parts: Whole) -> Members:
        """Give every hand of classes of one kind: each naming of its suits, equal ones as often as they come out."""
        word, width = self.layout.word, self.layout.width
        about = self.kinds[kind]
        columns: list[tuple[Any, int, int, int]] = []
        for order in itertools.permutations(range(about.alike)):
            for suit in about.suits:
                lanes = _named(about, self.layout, suit, order)
                hand = parts[:, 3].astype(np.uint64) << np.uint64(3 * width)
                for lane, part in enumerate(lanes):
                    hand |= parts[:, part].astype(np.uint64) << np.uint64(lane * width)
                pack = self.layout.play_mask(tuple(self.layout.bits), suit)
                columns.append((hand, 1 << (3 * width + about.slot), pack, suit))
        shape = (len(parts), len(columns))
        filled = [np.empty(shape, dtype=word) for _ in range(3)] + [np.empty(shape, dtype=np.uint32)]
        for column, values in enumerate(columns):
            for array, value in zip(filled, values, strict=True):
                array[:, column] = value
        return Members(*filled)


def _named(kind: Kind, layout: Layout, suit: int, order: tuple[int, ...]) -> list[int]:
    """Say which part of a class lies in each side lane when ``suit`` is trumps."""
    apart = apart_lane(layout, suit)
    lanes = [lane for lane in range(3) if lane != apart]
    named = [0, 0, 0]
    for lane, place in zip(lanes, order, strict=True):
        named[lane] = place + 3 - kind.alike
    return named


def _unrank(kind: Kind, shape: Shape, place: Whole) -> Whole:
    """Give the parts of classes by their place within a shape, int64[n, 4]."""
    _, aparts, groups = shape.ways
    group, rest = place % groups, place // groups
    parts = np.zeros((len(place), 4), dtype=np.int64)
    parts[:, 3] = subsets_of(kind.trumps, shape.trumps)[rest // aparts]
    if kind.apart is not None:
        parts[:, 0] = subsets_of(kind.apart, shape.apart)[rest % aparts]
    column = 3
    for size, run in reversed([(size, len(list(run))) for size, run in itertools.groupby(shape.sizes)]):
        subsets = subsets_of(kind.sides, size)
        ways = math.comb(len(subsets) + run - 1, run)
        rank, group = group % ways, group // ways
        column -= run
        for taken in range(run, 0, -1):
            firsts = np.array([math.comb(top + taken - 1, taken) for top in range(len(subsets))], dtype=np.int64)
            top = np.searchsorted(firsts, rank, side="right") - 1
            parts[:, column + run - taken] = subsets[top]
            rank = rank - firsts[top]
    return parts


def banned_upcards(layout: Layout) -> int:
    """Give the mask of cards that are passed over when the upcard is turned; they never change their place."""
    return int(layout.lanes[NO_UPCARD]) & int(layout.lanes[PACK])
