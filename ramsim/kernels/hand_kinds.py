"""What hand classes are made of: kinds of upcards, and shapes, the sizes of a hand's parts.

Side suits are interchangeable when they hold the same ranks: all three in a plain pack and with jokers, which are
trumps whatever is turned; two of three when a permanent trump is missing from one of them. Upcards that differ by such
a renaming only are of one *kind*. A *shape* says how many trumps a hand holds, how many cards of the side suit that
stands apart, and the sizes of the interchangeable side suits in descending order.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ramsim.kernels.layout import NO_UPCARD, SPECIALS, Layout

Whole = npt.NDArray[np.int64]


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


def kinds_of(layout: Layout) -> tuple[Kind, ...]:
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
        apart = apart_lane(layout, suit)
        alone = sides.pop(apart) if apart >= 0 else None
        found.setdefault((slot, trumps, sides[0], alone), []).append(suit)
    order = sorted(found, key=lambda key: (key[3] is not None, key[0]))
    return tuple(Kind(tuple(sorted(found[key])), key[0], key[1], key[2], key[3]) for key in order)


def shapes_of(kinds: tuple[Kind, ...], hand_size: int) -> tuple[Shape, ...]:
    """Give the shapes of all kinds with the class numbers at which they begin."""
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
def subsets_of(slots: tuple[int, ...], size: int) -> Whole:
    """Give the masks of all subsets of a size, ascending."""
    return np.array(
        sorted(sum(1 << slot for slot in chosen) for chosen in itertools.combinations(slots, size)), np.int64
    )


def _side_slots(layout: Layout, suit: int) -> tuple[int, ...]:
    """Give the slots of a suit's plain cards, as they lie when it is no trump suit."""
    lane = ((1 << layout.width) - 1) << (suit * layout.width)
    specials = int(layout.lanes[SPECIALS])
    return tuple(
        sorted(bit - suit * layout.width for bit in layout.bits.values() if 1 << bit & lane and not 1 << bit & specials)
    )


def apart_lane(layout: Layout, trump: int) -> int:
    """Give the side lane that holds other ranks than the rest when ``trump`` is trumps, or -1."""
    suit = layout.permanent_suit
    return -1 if suit < 0 or suit == trump else suit - (suit > trump)
