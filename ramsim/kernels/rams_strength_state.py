"""Hand-strength tables of the Rams family: the rows that are filled, deals that wait to be played, worths of outcomes.

Sums are exact integers by cell. What an outcome is worth to the hero, the seat whose hands are valued, stands in a
table that the caller fills.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np

# Sums of a cell: deals, then for the hero in: took chips from the pot, bete, tricks, their squares, chips, their
# squares; for the hero out: chips, their squares; in minus out: chips, their squares.
S_DEALS, S_WINS, S_BETES, S_TRICKS, S_TRICKS_2, S_IN, S_IN_2, S_OUT, S_OUT_2, S_VALUE, S_VALUE_2 = range(11)
SUMS = 11

# What an outcome is worth to a seat.
V_WIN, V_BETE, V_TRICKS, V_CHIPS = range(4)
VALUES = 4

# Sets of cards that may have been passed over as upcard.
MOST_PASSED = 8


class Rows(NamedTuple):
    """The rows that are filled, and how far they are.

    Attributes
    ----------
    hand, upcard, pack
        word[members]: the hands of all rows one after the other, in playing order of the lanes.
    suit
        uint32[members].
    start, count
        int64[rows]: where the hands of a row begin, and how many there are.
    address
        uint64[rows]: number of the row's first deal.
    done
        int64[rows]: deals looked at so far.
    looked
        int64[rows, players]: deals looked at with the hero at each seat.
    need, falls
        int64[rows, cells]: deals still wanted in each cell (counted down), deals that fell into it.
    passed, chance
        word[rows, MOST_PASSED], uint64[rows, MOST_PASSED]: sets of cards that may have been passed over as upcard, and
        the highest word (plus one) that stands for each; a chance of 0 ends the list.
    cell
        int64[players, 2**(players - 1)]: the cell that a set of seats in makes for a hero at a seat, or -1.
    first_cell
        int64[players + 1]: where the cells of a seat begin.
    most
        int64[1]: deals of a row that are looked at, at most.
    """

    hand: Any
    upcard: Any
    pack: Any
    suit: Any
    start: Any
    count: Any
    address: Any
    done: Any
    looked: Any
    need: Any
    falls: Any
    passed: Any
    chance: Any
    cell: Any
    first_cell: Any
    most: Any


class Queue(NamedTuple):
    """Kept deals that wait to be played, in blocks of the size B of a block; those of a hero's seat stand together.

    Attributes
    ----------
    hands, spare, known, widow_laid
        word[seats, blocks, B] and word[spare hands, blocks, B]: as in `RamsBlock`, of the seats that have spoken.
    rest
        word[blocks, B]: cards not dealt yet.
    deal
        uint64[blocks, B].
    inside, taken
        uint32[blocks, B].
    member
        int64[blocks, B]: the hero's hand among the members of all rows.
    tag
        int64[blocks, B]: row x cells + cell.
    filled
        int64[players]: place of the next deal of a seat, counted through all blocks.
    """

    hands: Any
    spare: Any
    known: Any
    widow_laid: Any
    rest: Any
    deal: Any
    inside: Any
    taken: Any
    member: Any
    tag: Any
    filled: Any


class Worth(NamedTuple):
    """Open-addressing table from outcome keys to what they are worth.

    Attributes
    ----------
    keys
        uint64[slots], `EMPTY` where there is none.
    known
        int64[slots]: 1 when the values stand.
    values
        int64[slots, players, VALUES].
    """

    keys: Any
    known: Any
    values: Any


def new_queue(word: Any, players: int, spares: int, blocks: int, size: int) -> Queue:
    """Allocate a queue of so many blocks of ``size`` deals."""

    def rows(count: int, kind: Any) -> Any:
        return np.zeros((count, blocks, size), dtype=kind)

    widow = players if spares else 0
    return Queue(
        rows(players - 1, word),
        rows(spares, word),
        rows(widow, word),
        rows(spares, word),
        rows(1, word)[0],
        rows(1, np.uint64)[0],
        rows(1, np.uint32)[0],
        rows(1, np.uint32)[0],
        rows(1, np.int64)[0],
        rows(1, np.int64)[0],
        np.zeros(players, dtype=np.int64),
    )


def strength_types(word: Any) -> tuple[Any, Any, Any]:
    """Give the types of `Rows`, `Queue` and `Worth`."""
    cards, grid_of_cards = np.zeros(1, dtype=word), np.zeros((1, 1), dtype=word)
    small, whole = np.zeros(1, dtype=np.uint32), np.zeros(1, dtype=np.int64)
    grid, long = np.zeros((1, 1), dtype=np.int64), np.zeros((1, 1), dtype=np.uint64)
    rows = Rows(
        cards,
        cards,
        cards,
        small,
        whole,
        whole,
        long[0],
        whole,
        grid,
        grid,
        grid,
        grid_of_cards,
        long,
        grid,
        whole,
        whole,
    )
    worth = Worth(long[0], whole, np.zeros((1, 1, VALUES), dtype=np.int64))
    return numba.typeof(rows), numba.typeof(new_queue(word, 2, 1, 1, 1)), numba.typeof(worth)
