"""Filling cells: rows of hands handed to the kernel, outcomes settled as they come up.

How many deals a cell gets is decided in rounds, from its own sums alone, so that the result depends on the seed and the
row and on nothing else: not on threads, on the order of rows, or on where a run was cut off and resumed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ramsim.columns.rams import rams_quantities
from ramsim.engine.plan import Plan
from ramsim.engine.rams import RamsTable, outcome_columns_of
from ramsim.errors import RamsimError
from ramsim.kernels.classes import Members, banned_upcards
from ramsim.kernels.count import EMPTY
from ramsim.kernels.rams_block import new_trace
from ramsim.kernels.rams_strength_gather import gathering_driver
from ramsim.kernels.rams_strength_play import A_FAULTS, A_WAITING, STATE, playing_driver
from ramsim.kernels.rams_strength_state import (
    MOST_PASSED,
    S_DEALS,
    S_IN,
    S_WINS,
    SUMS,
    VALUES,
    Queue,
    Rows,
    Worth,
    new_queue,
)
from ramsim.settlement.rams import settle_rams
from ramsim.settlement.rams_outcomes import RamsOutcomes
from ramsim.variants.schema import RamsRules

Whole = npt.NDArray[np.int64]

_FIRST_SLOTS = 1 << 12
_ROUNDS = 40
# A row's deals have numbers of their own, above all those of a batch: bit 63, the row, the place in the row.
_OWN_DEALS = 1 << 63
_ROW_SHIFT = 36


@dataclass(frozen=True)
class RowSet:
    """Rows of a table, or some of them.

    Attributes
    ----------
    hands
        ``members`` hands of each row, in the order in which they are taken.
    labels
        int64[rows]: numbers that tell rows apart; they choose the cards of the other players.
    """

    hands: list[Members]
    labels: Whole

    def __len__(self) -> int:
        return len(self.labels)


@dataclass(frozen=True)
class Aim:
    """How precise a cell shall be.

    Attributes
    ----------
    se
        Largest standard error of the chance to win.
    most
        Most deals looked at for a row.
    pilot
        Deals that every cell gets before the number is planned.
    """

    se: float
    most: int
    pilot: int

    @classmethod
    def of(cls, se: float) -> Aim:
        """Plan for a standard error: cells as rare as one in 1,600 of a row's deals are still filled."""
        return cls(se, max(1 << 16, math.ceil(400 / se**2)), max(64, math.ceil(2 / se)))


def still_needed(sums: Whole, aim: Aim) -> Whole:
    """Give how many deals more each cell needs, int64 of the shape of ``sums`` without its last axis.

    The chance p is taken from the deals so far with two hits and two misses added (A. Agresti and B. A. Coull 1998), so
    that 0 of n is no certainty; p (1 - p) / se^2 deals are needed. As the number depends on the data through p alone,
    the bias of the estimate is of order se^2 (F. J. Anscombe 1952).
    """
    deals, wins = sums[..., S_DEALS], sums[..., S_WINS]
    chance = (wins + 2) / (deals + 4)
    spread = chance * (1 - chance)
    short = np.ceil(spread / aim.se**2).astype(np.int64) - 4 - deals
    more = np.where(short > 0, np.maximum(short, 16), 0)
    needed: Whole = np.where(deals < aim.pilot, aim.pilot - deals, more)
    return needed


class Sampler:
    """Fills cells of rows for one thread.

    Attributes
    ----------
    twice
        Whether each deal is also played with the hero out (not where his lead is given).
    """

    def __init__(self, table: RamsTable, twice: bool) -> None:
        self.table = table
        self.plan: Plan = table.plan
        self.twice = twice
        self._gather, self._play = gathering_driver(table.layout.word), playing_driver(table.layout.word)
        self._block, self._twin = (table.new_block() for _ in range(2))
        self._block.pot[:] = self._twin.pot[:] = self.plan.carry
        self._trace = new_trace(table.layout.word, self.plan.players, 1, 0)
        size = self._block.deal.size
        self._members, self._slots, self._twin_slots = (np.zeros(size, dtype=np.int64) for _ in range(3))
        self._lead = np.zeros(size, dtype=table.layout.word)
        self._worth = self._new_worth(_FIRST_SLOTS)

    def fill_to(self, rows: Rows, sums: Whole, aim: Aim, wanted: npt.NDArray[np.bool_]) -> None:
        """Fill the wanted cells (bool[cells]) until each is as precise as the aim asks or its deals are used up.

        ``sums`` is int64[rows, cells, SUMS], added to.
        """
        for _ in range(_ROUNDS):
            needed = still_needed(sums, aim) * wanted
            needed[rows.done >= aim.most] = 0
            if not needed.any():
                break
            rows.need[...] = needed
            queue = self.gather(rows)
            for seat in range(self.plan.players):
                self.play(rows, queue, seat, sums)

    def gather(self, rows: Rows) -> Queue:
        """Look for deals that fall into the cells in need (``rows.need``).

        Raises
        ------
        PolicyError
            When a policy chose what is not open to it.
        """
        table = self.table
        ends = rows.first_cell
        wanted = [int(rows.need[:, ends[seat] : ends[seat + 1]].sum()) for seat in range(self.plan.players)]
        size = self._block.deal.size
        blocks = [-(-number // size) for number in wanted]
        self._begins = np.cumsum([0, *blocks[:-1]])
        # One block more: a place behind the last deal of the last seat.
        queue = new_queue(table.layout.word, self.plan.players, table.spares, sum(blocks) + 1, size)
        queue.filled[:] = self._begins * size
        with np.errstate(over="ignore"):
            wrong = self._gather(
                self._block,
                self._trace,
                table.layout.lanes,
                table.rules,
                table.policies[0],
                np.uint64(self.plan.seed),
                rows,
                self._members,
                queue,
            )
        if wrong:
            raise table.refuse(0, 0)
        return queue

    def play(self, rows: Rows, queue: Queue, seat: int, sums: Whole, lead: int = 0) -> None:
        """Play the deals that `gather` has just kept for a hero at ``seat``.

        Parameters
        ----------
        sums
            int64[rows, cells, SUMS], added to.
        lead
            The hero's first card as a mask, where he leads; 0 leaves it to his policy.

        Raises
        ------
        PolicyError
            When a policy chose what is not open to it.
        """
        table = self.table
        begin = int(self._begins[seat])
        state = np.zeros(STATE, dtype=np.int64)
        self._lead[:] = lead
        while True:
            with np.errstate(over="ignore"):
                self._play(
                    self._block,
                    self._trace,
                    table.layout.lanes,
                    table.rules,
                    *table.policies,
                    self._twin,
                    np.uint64(self.plan.seed),
                    seat,
                    self._lead,
                    self.twice and not lead,
                    rows,
                    queue,
                    begin,
                    int(queue.filled[seat]) - begin * len(self._lead),
                    self._worth,
                    self._slots,
                    self._twin_slots,
                    sums.reshape(-1, SUMS),
                    state,
                )
            if state[A_FAULTS]:
                raise table.refuse(0, 0)
            if not state[A_WAITING]:
                return
            self._settle()

    def play_apart(self, rows: Rows, queue: Queue, seat: int, sums: Whole, lead: int) -> Whole:
        """Play kept deals as `play` does, each into sums of its own (int64[deals, 1, SUMS]); gives the hero's chips."""
        tags = queue.tag.copy()
        queue.tag.ravel()[int(self._begins[seat]) * len(self._lead) :][: len(sums)] = np.arange(len(sums))
        self.play(rows, queue, seat, sums, lead)
        queue.tag[...] = tags
        return sums[:, 0, S_IN].copy()

    def _settle(self) -> None:
        """Enter what new outcomes are worth; make room when the table is half full."""
        rules, players = self.plan.variant.rules, self.plan.players
        assert isinstance(rules, RamsRules)
        worth = self._worth
        new = np.flatnonzero((worth.keys != EMPTY) & (worth.known == 0))
        columns = outcome_columns_of(worth.keys[new], np.ones(len(new), dtype=np.int64), players)
        outcomes = RamsOutcomes.from_columns(columns)
        by_column = rams_quantities(outcomes, settle_rams(rules, outcomes, self.plan.carry)).by_column
        for place, name in enumerate(("win_rate", "bete_rate", "mean_tricks", "mean_chips")):
            worth.values[new, :, place] = by_column[name]
        worth.known[new] = 1
        if 2 * (int((worth.keys != EMPTY).sum()) + self._block.deal.size) > len(worth.keys):
            self._make_room()

    def _make_room(self) -> None:
        """Move the outcomes to a table four times as large; played deals that wait keep their outcomes' places."""
        old, worth = self._worth, self._new_worth(4 * len(self._worth.keys))
        moved = np.zeros(len(old.keys), dtype=np.int64)
        mask = len(worth.keys) - 1
        for slot in np.flatnonzero(old.keys != EMPTY).tolist():
            key = int(old.keys[slot])
            place = (key * 0x9E3779B97F4A7C15 % 2**64 >> 32) & mask
            while worth.keys[place] != EMPTY:
                place = (place + 1) & mask
            worth.keys[place], worth.known[place], worth.values[place] = (
                old.keys[slot],
                old.known[slot],
                old.values[slot],
            )
            moved[slot] = place
        self._worth = worth
        self._slots[:] = moved[self._slots]
        self._twin_slots[:] = moved[self._twin_slots]

    def _new_worth(self, slots: int) -> Worth:
        if slots > 1 << 24:
            raise RamsimError(f"{self.plan.variant.name}: more than {slots // 8:,} different outcomes")
        values = np.zeros((slots, self.plan.players, VALUES), dtype=np.int64)
        return Worth(np.full(slots, EMPTY, dtype=np.uint64), np.zeros(slots, dtype=np.int64), values)


def new_rows(table: RamsTable, some: RowSet, cell: Whole, first_cell: Whole, most: int) -> Rows:
    """Make rows ready to be filled.

    Parameters
    ----------
    some
        The rows.
    cell
        int64[players, 2**(players - 1)]: the cell that a set of seats in makes for a hero at a seat, -1: none.
    first_cell
        int64[players + 1]: where the cells of a seat begin.
    most
        Most deals of a row that are looked at.
    """
    hands, upcards, packs, suits = (
        np.concatenate([np.ravel(getattr(part, name)) for part in some.hands])
        for name in ("hand", "upcard", "pack", "suit")
    )
    count = np.concatenate([np.full(len(part.hand), part.hand.shape[1], dtype=np.int64) for part in some.hands])
    start = np.concatenate([[0], np.cumsum(count)[:-1]]).astype(np.int64)
    address = np.array([_OWN_DEALS + (int(label) << _ROW_SHIFT) for label in some.labels], dtype=np.uint64)
    passed, chance = _passed_over(table, hands[start])
    size, cells, players = len(count), int(first_cell[-1]), table.plan.players
    done, looked, need, falls = (
        np.zeros(shape, dtype=np.int64) for shape in (size, (size, players), (size, cells), (size, cells))
    )
    return Rows(
        hands,
        upcards,
        packs,
        suits,
        start,
        count,
        address,
        done,
        looked,
        need,
        falls,
        passed,
        chance,
        cell,
        first_cell,
        np.array([most], dtype=np.int64),
    )


def _passed_over(table: RamsTable, hands: Any) -> tuple[Any, npt.NDArray[np.uint64]]:
    """Give for each hand the sets of cards that may have been passed over as upcard, and their chances.

    Of the R cards that are not held, t given cards in given order come before this upcard with a probability in the
    ratio 1 to (R - 1) ... (R - t); a set has t! orders.
    """
    banned, word = banned_upcards(table.layout), table.layout.word
    bits = [1 << bit for bit in range(64) if banned >> bit & 1]
    passed = np.zeros((len(hands), MOST_PASSED), dtype=word)
    chance = np.zeros((len(hands), MOST_PASSED), dtype=np.uint64)
    chance[:, 0] = 1 << 32
    rest = len(table.layout.bits) - int(table.rules[1])
    for held in {int(hand) & banned for hand in hands} if banned else ():
        missing = [bit for bit in bits if not bit & held]
        sets = [
            [bit for place, bit in enumerate(missing) if chosen >> place & 1] for chosen in range(1 << len(missing))
        ]
        weights = [math.factorial(len(cards)) / math.prod(rest - 1 - t for t in range(len(cards))) for cards in sets]
        limits = [round(2**32 * value / sum(weights)) for value in np.cumsum(weights)]
        rows = (hands & word(banned)) == word(held)
        passed[rows, : len(sets)] = np.array([sum(cards) for cards in sets], dtype=word)
        chance[rows, : len(sets)] = np.array(limits, dtype=np.uint64)
    return passed, chance
