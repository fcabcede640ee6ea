"""Hand classes: (hand, upcard) up to the symmetry of the side suits, numbered without gaps.

Side suits are interchangeable when they hold the same ranks: all three in a plain pack and with jokers, which are
trumps whatever is turned; two of three when a permanent trump is missing from one of them. Upcards that differ by such
a renaming only are of one *kind*. A class is numbered by the kind, by its *shape* (how many trumps, how many cards of
the side suit that stands apart, the sizes of the interchangeable side suits in descending order), and within a shape
by the ranks of its subsets; equal sizes are ranked as a multiset (combinatorial number system, D. E. Knuth, The Art of
Computer Programming 4A, section 7.2.1.3).
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import types
from numpy import int64, uint64

from ramsim.kernels.bits import count_bits
from ramsim.kernels.jit import compile_as, helper
from ramsim.kernels.layout import NO_UPCARD, PACK, SPECIALS, Layout

Whole = npt.NDArray[np.int64]

# Head of the table that `class_of` reads: bits of a lane, mask of the slots used, and where the parts begin: kind by
# trump suit and slot of the upcard, the side suit that stands apart by trump suit, subset tables (of the
# interchangeable side suits, of the one apart, of the trumps by kind), first class by kind and shape, binomials.
T_WIDTH, T_USED, T_KINDS, T_APART, T_SIDES, T_APARTS, T_TRUMPS, T_SHAPES, T_CHOOSE = range(9)
TABLE_HEAD = 9
_SLOTS = 16
_SHAPES = 8**4
_SIZE = 1 << 20


@dataclass(frozen=True)
class Kind:
    """Upcards that are alike.

    Attributes
    ----------
    suits
        Trump suits under which the kind occurs; each has one upcard of it.
    slot
        Slot of the upcard in the trump lane.
    trumps
        Slots of the trump lane that a hand may hold.
    sides, apart
        Slots of an interchangeable side suit, and of the side suit that stands apart (None: there is none).
    """

    suits: tuple[int, ...]
    slot: int
    trumps: tuple[int, ...]
    sides: tuple[int, ...]
    apart: tuple[int, ...] | None

    @property
    def alike(self) -> int:
        """Number of interchangeable side suits."""
        return 3 if self.apart is None else 2


@dataclass(frozen=True)
class Shape:
    """Classes of one kind with the same sizes of their parts; ``sizes`` are those of the interchangeable side suits."""

    kind: int
    trumps: int
    apart: int
    sizes: tuple[int, ...]
    first: int
    ways: tuple[int, int, int]

    @property
    def classes(self) -> int:
        """Number of classes of the shape."""
        return math.prod(self.ways)


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
        self.kinds = _kinds(layout)
        self.shapes = _shapes(self.kinds, hand_size)
        self.count = self.shapes[-1].first + self.shapes[-1].classes
        self._first = np.array([shape.first for shape in self.shapes], dtype=np.int64)
        self.table = _table(self)

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
    apart = _apart_lane(layout, suit)
    lanes = [lane for lane in range(3) if lane != apart]
    named = [0, 0, 0]
    for lane, place in zip(lanes, order, strict=True):
        named[lane] = place + 3 - kind.alike
    return named


def _side_slots(layout: Layout, suit: int) -> tuple[int, ...]:
    """Give the slots of a suit's plain cards, as they lie when it is no trump suit."""
    lane = ((1 << layout.width) - 1) << (suit * layout.width)
    specials = int(layout.lanes[SPECIALS])
    return tuple(
        sorted(bit - suit * layout.width for bit in layout.bits.values() if 1 << bit & lane and not 1 << bit & specials)
    )


def _apart_lane(layout: Layout, trump: int) -> int:
    """Give the side lane that holds other ranks than the rest when ``trump`` is trumps, or -1."""
    suit = layout.permanent_suit
    return -1 if suit < 0 or suit == trump else suit - (suit > trump)


def _kinds(layout: Layout) -> tuple[Kind, ...]:
    """Give the kinds of upcards, by the slot turned up."""
    found: dict[tuple[Any, ...], list[int]] = {}
    banned = int(layout.lanes[NO_UPCARD])
    for code, bit in layout.bits.items():
        if 1 << bit & banned:
            continue
        special = 1 << bit & int(layout.lanes[SPECIALS])
        suit = layout.permanent_suit if special else bit // layout.width
        slot = layout.play_bit(code, suit) - 3 * layout.width
        held = sorted(layout.play_bit(other, suit) - 3 * layout.width for other in layout.bits)
        trumps = tuple(place for place in held if place >= 0 and place != slot)
        sides = [_side_slots(layout, other) for other in range(4) if other != suit]
        apart = _apart_lane(layout, suit)
        alone = sides.pop(apart) if apart >= 0 else None
        found.setdefault((slot, trumps, sides[0], alone), []).append(suit)
    order = sorted(found, key=lambda key: (key[3] is not None, key[0]))
    return tuple(Kind(tuple(sorted(found[key])), key[0], key[1], key[2], key[3]) for key in order)


def _shapes(kinds: tuple[Kind, ...], hand_size: int) -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    first = 0
    for number, kind in enumerate(kinds):
        for trumps in range(min(hand_size, len(kind.trumps)), -1, -1):
            rest = hand_size - trumps
            for apart in range(min(rest, len(kind.apart or ())) + 1):
                for sizes in _partitions(rest - apart, kind.alike, len(kind.sides)):
                    ways = (
                        math.comb(len(kind.trumps), trumps),
                        math.comb(len(kind.apart or ()), apart),
                        _multisets(len(kind.sides), sizes),
                    )
                    shapes.append(Shape(number, trumps, apart, sizes, first, ways))
                    first += shapes[-1].classes
    return tuple(shapes)


def _partitions(cards: int, suits: int, most: int) -> list[tuple[int, ...]]:
    """Share cards out over suits, sizes descending, none above ``most``."""
    if suits == 1:
        return [(cards,)] if cards <= most else []
    return [
        (largest, *others)
        for largest in range(min(cards, most), -1, -1)
        for others in _partitions(cards - largest, suits - 1, largest)
    ]


def _multisets(ranks: int, sizes: tuple[int, ...]) -> int:
    ways = 1
    for size, run in itertools.groupby(sizes):
        number = len(list(run))
        ways *= math.comb(math.comb(ranks, size) + number - 1, number)
    return ways


@cache
def _subsets(slots: tuple[int, ...], size: int) -> Whole:
    """Give the masks of all subsets of a size, ascending."""
    return np.array(
        sorted(sum(1 << slot for slot in chosen) for chosen in itertools.combinations(slots, size)), np.int64
    )


def _unrank(kind: Kind, shape: Shape, place: Whole) -> Whole:
    """Give the parts of classes by their place within a shape, int64[n, 4]."""
    _, aparts, groups = shape.ways
    group, rest = place % groups, place // groups
    parts = np.zeros((len(place), 4), dtype=np.int64)
    parts[:, 3] = _subsets(kind.trumps, shape.trumps)[rest // aparts]
    if kind.apart is not None:
        parts[:, 0] = _subsets(kind.apart, shape.apart)[rest % aparts]
    column = 3
    for size, run in reversed([(size, len(list(run))) for size, run in itertools.groupby(shape.sizes)]):
        subsets = _subsets(kind.sides, size)
        ways = math.comb(len(subsets) + run - 1, run)
        rank, group = group % ways, group // ways
        column -= run
        for taken in range(run, 0, -1):
            firsts = np.array([math.comb(top + taken - 1, taken) for top in range(len(subsets))], dtype=np.int64)
            top = np.searchsorted(firsts, rank, side="right") - 1
            parts[:, column + run - taken] = subsets[top]
            rank = rank - firsts[top]
    return parts


def _table(classes: Classes) -> npt.NDArray[np.float64]:
    layout = classes.layout
    used = max(max(*kind.trumps, kind.slot) for kind in classes.kinds) + 1
    kinds = np.full(4 * _SLOTS, -1.0)
    for number, kind in enumerate(classes.kinds):
        for suit in kind.suits:
            kinds[suit * _SLOTS + kind.slot] = number
    firsts = np.zeros(len(classes.kinds) * _SHAPES)
    for shape in classes.shapes:
        sizes = (*shape.sizes, 0)[:2]
        firsts[shape.kind * _SHAPES + ((shape.trumps * 8 + shape.apart) * 8 + sizes[0]) * 8 + sizes[1]] = shape.first
    apart = next((kind.apart for kind in classes.kinds if kind.apart), ())
    choose = [float(math.comb(n, k)) for n in range(_SLOTS + 1) for k in range(8)]
    parts = [
        kinds,
        np.array([_apart_lane(layout, suit) for suit in range(4)], dtype=np.float64),
        _ranks(classes.kinds[0].sides, used),
        _ranks(apart, used),
        np.concatenate([_ranks(kind.trumps, used) for kind in classes.kinds]),
        firsts,
        np.array([*choose, len(classes.kinds[0].sides), len(apart)], dtype=np.float64),
    ]
    starts = TABLE_HEAD + np.cumsum([0, *(len(part) for part in parts[:-1])])
    return np.concatenate([[layout.width, (1 << used) - 1], starts, *parts]).astype(np.float64)


def _ranks(slots: tuple[int, ...], used: int) -> npt.NDArray[np.float64]:
    """Give for every mask its size times `_SIZE` plus its place among the subsets of that size."""
    ranks = np.zeros(1 << used)
    for size in range(min(7, len(slots)) + 1):
        masks = _subsets(slots, size)
        ranks[masks] = size * _SIZE + np.arange(len(masks))
    return ranks


@helper
def class_of(hand: Any, upcard: Any, suit: Any, table: Any, start: Any) -> Any:
    """Give the number of the class of a hand in playing order of the lanes.

    Parameters
    ----------
    hand, upcard, suit
        Masks of one deal and the trump suit.
    table, start
        float64 array that holds `Classes.table` from ``start`` on.
    """
    width = uint64(table[start + T_WIDTH])
    used = uint64(table[start + T_USED])
    slots = int64(used) + int64(1)
    turned = uint64(uint64(upcard) >> uint64(uint64(3) * width))
    slot = int64(count_bits(uint64(turned - uint64(1))))
    kind = int64(table[start + int64(table[start + T_KINDS]) + int64(suit) * _SLOTS + slot])
    apart = int64(table[start + int64(table[start + T_APART]) + int64(suit)])
    sides = start + int64(table[start + T_SIDES])
    first, second, third, alone = int64(0), int64(0), int64(0), int64(0)
    for lane in range(3):
        held = int64(uint64(uint64(hand) >> uint64(uint64(lane) * width)) & used)
        if lane == apart:
            alone = int64(table[start + int64(table[start + T_APARTS]) + held])
        else:
            rank = int64(table[sides + held])
            if rank > first:
                first, second, third = rank, first, second
            elif rank > second:
                second, third = rank, second
            else:
                third = rank
    trumps = int64(
        table[
            start
            + int64(table[start + T_TRUMPS])
            + kind * slots
            + int64(uint64(uint64(hand) >> uint64(uint64(3) * width)) & used)
        ]
    )
    a, b, c = first // _SIZE, second // _SIZE, third // _SIZE
    x, y, z = first % _SIZE, second % _SIZE, third % _SIZE
    choose = start + int64(table[start + T_CHOOSE])
    ranks = int64(table[choose + (_SLOTS + 1) * 8])
    others = int64(table[choose + (_SLOTS + 1) * 8 + 1])
    in_b, in_c = int64(table[choose + ranks * 8 + b]), int64(table[choose + ranks * 8 + c])
    in_a = int64(table[choose + ranks * 8 + a])
    if a == b and b == c:
        group = x * (x + 1) * (x + 2) // 6 + y * (y + 1) // 2 + z
        groups = in_a * (in_a + 1) * (in_a + 2) // 6
    elif a == b:
        group = (x * (x + 1) // 2 + y) * in_c + z
        groups = in_a * (in_a + 1) // 2 * in_c
    elif b == c:
        pairs = in_b * (in_b + 1) // 2
        group = x * pairs + y * (y + 1) // 2 + z
        groups = in_a * pairs
    else:
        group = (x * in_b + y) * in_c + z
        groups = in_a * in_b * in_c
    aparts = int64(table[choose + others * 8 + alone // _SIZE])
    shape = ((trumps // _SIZE * 8 + alone // _SIZE) * 8 + a) * 8 + b
    base = int64(table[start + int64(table[start + T_SHAPES]) + kind * _SHAPES + shape])
    return base + ((trumps % _SIZE) * aparts + alone % _SIZE) * groups + group


def number_hands(hands: Any, upcards: Any, suits: Any, table: Any, numbers: Any) -> None:
    """Write the class number of each hand: word[n], word[n], uint32[n], `Classes.table`, int64[n]."""
    for i in range(hands.size):
        numbers[i] = class_of(hands[i], upcards[i], suits[i], table, 0)


@cache
def numbering_driver(word: Any) -> Any:
    """Give the compiled `number_hands` for uint32 or uint64 words."""
    cards = types.Array(numba.from_dtype(np.dtype(word)), 1, "C")
    small, whole, real = (types.Array(kind, 1, "C") for kind in (types.uint32, types.int64, types.float64))
    return compile_as(types.void(cards, cards, small, real, whole), number_hands)


def banned_upcards(layout: Layout) -> int:
    """Give the mask of cards that are passed over when the upcard is turned; they never change their place."""
    return int(layout.lanes[NO_UPCARD]) & int(layout.lanes[PACK])
