"""Which hands a table has a line for: every class, groups by features, or the hands of a list."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ramsim import cards
from ramsim.canonical import HandClasses
from ramsim.errors import UsageError
from ramsim.kernels.classes import Members
from ramsim.kernels.layout import NO_UPCARD, SIDE_ACES, SPECIALS
from ramsim.strength.sampler import RowSet

Whole = npt.NDArray[np.int64]

MOST_COMPLETE = 2_000_000
MOST_SUMMED = 8_000_000
# Rows of a list and of a summary draw cards of their own; a summary's rows are numbered above all classes.
_LABELS = 1 << 25
# Features as digits of one number: trumps 8, best trump 32, side aces 8, side length 8, jokers foremost.
_PLACES = np.array([32 * 64, 64, 8, 1, 8 * 32 * 64])


class RowSource(Protocol):
    """Rows of a table by number, 0 to ``count - 1``.

    Attributes
    ----------
    name
        ``complete``, ``summary`` or ``list``.
    count
        Number of rows.
    chunk
        Rows that a thread takes at once.
    """

    name: str
    count: int
    chunk: int

    def rows(self, first: int, number: int) -> RowSet:
        """Give the hands of some rows."""

    def columns(self) -> dict[str, Any]:
        """Give the columns that name each row: arrays or lists with one entry a row."""


class ClassRows:
    """One row for each class, or for each hand of a list."""

    chunk = 128

    def __init__(
        self, classes: HandClasses, numbers: Whole | None = None, shown: list[tuple[str, str]] | None = None
    ) -> None:
        if numbers is None and classes.count > MOST_COMPLETE:
            raise UsageError(
                f"classes = complete: this pack has {classes.count:,} classes of hand and upcard, at most "
                f"{MOST_COMPLETE:,} make a complete table: take summary, or a list of hands"
            )
        self.name = "complete" if numbers is None else "list"
        self.classes = classes
        self._numbers = numbers
        self._shown = shown
        self.count = classes.count if numbers is None else len(numbers)

    @property
    def numbers(self) -> Whole:
        """The class of each row, int64[rows]."""
        return np.arange(self.count, dtype=np.int64) if self._numbers is None else self._numbers

    def rows(self, first: int, number: int) -> RowSet:
        """Give the hands of some rows, in the order of the rows."""
        if self._numbers is None:
            some = np.arange(first, first + number, dtype=np.int64)
            return RowSet([members for _, members in self.classes.members(some)], some % _LABELS)
        some = self._numbers[first : first + number]
        single = [self.classes.members([each])[0][1] for each in some]
        return RowSet(single, some % _LABELS)

    def columns(self) -> dict[str, Any]:
        """Give ``class``, ``hand``, ``upcard``, ``multiplicity``, ``chance``."""
        numbers = self.numbers
        if self._shown is not None:
            hands, upcards = [hand for hand, _ in self._shown], [upcard for _, upcard in self._shown]
        else:
            hands, upcards = self.classes.names(numbers)
        return {
            "class": numbers,
            "hand": hands,
            "upcard": upcards,
            "multiplicity": self.classes.multiplicities(numbers),
            "chance": self.classes.chances(numbers),
        }


class SummaryRows:
    """One row for each group of classes with the same features.

    ``trumps`` (number held), ``best_trump`` (its rank, ``-``: none), ``side_aces`` (side suits whose highest card is
    held), ``side_length`` (cards of the longest side suit); in packs with cards that are passed over as upcard also
    ``jokers``, how many of them are held. A hand of the group is drawn for each deal by its probability.
    """

    name = "summary"
    chunk = 8

    def __init__(self, classes: HandClasses, members: int) -> None:
        if classes.count > MOST_SUMMED:
            raise UsageError(
                f"classes = summary: this pack has {classes.count:,} classes of hand and upcard, at most "
                f"{MOST_SUMMED:,} can be summed up: take a list of hands"
            )
        self.classes = classes
        self.members = members
        features = _features(classes)
        code = features @ _PLACES
        order = np.argsort(code, kind="stable")
        self._first = np.flatnonzero(np.diff(code[order], prepend=-1))
        self._order = order
        self._features = features[order[self._first]]
        self.count = len(self._first)

    @cached_property
    def _ends(self) -> Whole:
        return np.append(self._first[1:], len(self._order))

    def rows(self, first: int, number: int) -> RowSet:
        """Draw the hands of some rows: for each row its own stream, so that it does not matter which are asked for."""
        parts = [self._drawn(row) for row in range(first, first + number)]
        return RowSet(parts, _LABELS + np.arange(first, first + number, dtype=np.int64))

    def _drawn(self, row: int) -> Members:
        numbers = np.sort(self._order[self._first[row] : self._ends[row]])
        random = np.random.Generator(np.random.Philox(key=[row, 0x5EED]))
        edges = np.cumsum(self.classes.chances(numbers))
        picked = np.searchsorted(edges, random.random(self.members) * edges[-1], side="right")
        return _one_each(
            self.classes, numbers, np.minimum(picked, len(numbers) - 1), random.integers(0, 24, self.members)
        )

    def columns(self) -> dict[str, Any]:
        """Give the features, ``classes``, ``multiplicity``, ``chance``."""
        ways, chances = (
            values[self._order]
            for values in (
                self.classes.multiplicities(np.arange(self.classes.count)),
                self.classes.chances(np.arange(self.classes.count)),
            )
        )
        columns = _named(self.classes, self._features)
        return columns | {
            "classes": self._ends - self._first,
            "multiplicity": np.add.reduceat(ways, self._first),
            "chance": np.add.reduceat(chances, self._first),
        }


def feature_columns(classes: HandClasses) -> dict[str, Any]:
    """Give the features of every class as columns; see `SummaryRows`."""
    return _named(classes, _features(classes))


def _named(classes: HandClasses, features: Whole) -> dict[str, Any]:
    names = {int(slot): _trump_name(classes, int(slot)) for slot in np.unique(features[:, 1])}
    columns: dict[str, Any] = {
        "trumps": features[:, 0],
        "best_trump": [names[slot] for slot in features[:, 1].tolist()],
        "side_aces": features[:, 2],
        "side_length": features[:, 3],
    }
    return columns | ({"jokers": features[:, 4]} if int(classes.layout.lanes[NO_UPCARD]) else {})


def _trump_name(classes: HandClasses, slot: int) -> str:
    """Name a trump by its slot plus one: its rank, a joker or permanent trump by its whole name; 0: none."""
    if slot == 0:
        return "-"
    layout = classes.layout
    place = 3 * layout.width + slot - 1
    special = [code for code, bit in layout.bits.items() if bit == place and 1 << bit & int(layout.lanes[SPECIALS])]
    if special:
        return cards.card_name(special[0])
    return cards.card_name(next(code for code, bit in layout.bits.items() if bit % layout.width == slot - 1))[0]


def _one_each(classes: HandClasses, numbers: Whole, picked: Whole, naming: Whole) -> Members:
    """Take hands of the classes picked, each by the number of a naming of its suits; gives one row of hands."""
    layout = classes.layout
    found = [np.empty((1, len(picked)), dtype=layout.word) for _ in range(3)] + [np.empty((1, len(picked)), np.uint32)]
    for rows, members in classes.members(numbers):
        place = np.full(len(numbers), -1, dtype=np.int64)
        place[rows] = np.arange(len(rows))
        here = np.flatnonzero(place[picked] >= 0)
        column = naming[here] % members.hand.shape[1]
        for array, source in zip(found, (members.hand, members.upcard, members.pack, members.suit), strict=True):
            array[0, here] = source[place[picked[here]], column]
    return Members(*found)


def _features(classes: HandClasses) -> Whole:
    """Give the features of every class, int64[classes, 5]: trumps, best trump's slot plus one, aces, length, jokers."""
    _, parts = classes.classes.lanes(np.arange(classes.count))
    lane = (1 << classes.layout.width) - 1
    aces = int(classes.layout.lanes[SIDE_ACES]) & lane
    jokers = int(classes.layout.lanes[NO_UPCARD]) >> (3 * classes.layout.width)
    trumps = parts[:, 3]
    best = np.frexp(trumps.astype(np.float64))[1]
    columns = (
        np.bitwise_count(trumps),
        np.where(trumps > 0, best, 0),
        ((parts[:, :3] & aces) > 0).sum(axis=1),
        np.bitwise_count(parts[:, :3]).max(axis=1),
        np.bitwise_count(trumps & jokers),
    )
    return np.stack([np.asarray(column, dtype=np.int64) for column in columns], axis=1)
