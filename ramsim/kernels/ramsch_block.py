"""The state of one block of deals of the Ramsch family, as a structure of arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

# Deals that advance together: their state stays in the first-level cache.
BLOCK = 256
SEATS = 3
TRICKS = 10
PLAYS = SEATS * TRICKS
NOBODY = 3


class RamschBlock(NamedTuple):
    """Rows of B deals, uint32 unless said otherwise; cards as in ``ramsim/kernels/ramsch_cards.py``.

    Attributes
    ----------
    hands, turned
        [3, B]: hands by row (row = seat until play begins, then 0 = leader), and a second set for turning rows.
    skat, seen, table, legal, unseen, led, best, choice, scratch
        The skat, cards played, cards of the trick on the table, legal cards, unseen cards, lane led, best card, what
        the policy chose (twice).
    takes
        1 where the seat took the skat.
    taker
        The seat whose two cards lie as skat, 3 when nobody took it up.
    place, leader, actor
        Winner's row, leader's seat, acting seat.
    tricks, last
        Tricks, and the number of the last trick won (0: none), four bits a seat.
    points
        Card points in tricks, eight bits a seat.
    pushed, knocked
        Seats that pushed, and seats that knocked, one bit each.
    words
        [4, B]: random words.
    deal, keys
        uint64[B]: deal numbers and outcomes.
    waiting
        uint64[2 B]: numbers of deals passed in that wait for a full block.
    """

    hands: Any
    turned: Any
    skat: Any
    seen: Any
    table: Any
    legal: Any
    unseen: Any
    led: Any
    best: Any
    choice: Any
    scratch: Any
    takes: Any
    taker: Any
    place: Any
    leader: Any
    actor: Any
    tricks: Any
    last: Any
    points: Any
    pushed: Any
    knocked: Any
    words: Any
    deal: Any
    keys: Any
    waiting: Any


class RamschTrace(NamedTuple):
    """What a traced block writes down, uint32, step by step; arrays of no deals in a batch.

    Attributes
    ----------
    legal, choice, seat
        [30, B]: legal cards, card played and who played it, at each step.
    passed, allowed
        [3, B]: the two cards that each seat passed on (0: it pushed), and the cards that it might choose from.
    """

    legal: Any
    choice: Any
    seat: Any
    passed: Any
    allowed: Any


def new_block(size: int = BLOCK) -> RamschBlock:
    """Allocate a block of ``size`` deals."""

    def rows(count: int) -> Any:
        return np.zeros((count, size), dtype=np.uint32)

    single = [rows(1)[0] for _ in range(19)]
    numbers = [np.zeros(count * size, dtype=np.uint64) for count in (1, 1, 2)]
    return RamschBlock._make([rows(SEATS), rows(SEATS), *single, rows(4), *numbers])


def new_trace(size: int) -> RamschTrace:
    """Allocate a trace for ``size`` deals; size 0 traces nothing."""

    def rows(count: int) -> Any:
        return np.zeros((count if size else 0, size), dtype=np.uint32)

    return RamschTrace(rows(PLAYS), rows(PLAYS), rows(PLAYS), rows(SEATS), rows(SEATS))
