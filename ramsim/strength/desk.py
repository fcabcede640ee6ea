"""One hand on the table: more and more deals of it, with the hero in and out, and with each of his leads."""

from __future__ import annotations

from typing import Any

import numpy as np

from ramsim.canonical import HandClasses
from ramsim.engine.plan import Plan
from ramsim.engine.rams import RamsTable
from ramsim.errors import UsageError
from ramsim.kernels.classes import Members
from ramsim.kernels.rams_strength_state import S_DEALS, SUMS
from ramsim.strength.cells import Cell, out_is_fixed
from ramsim.strength.sampler import RowSet, Sampler, new_rows
from ramsim.variants.schema import RamsRules

MOST_DEALS = 1 << 17
# Deals looked at for each deal that is kept, at most, before the declarations so far are called too rare.
_RARE = 512


class Desk:
    """Plays deals of one hand.

    Attributes
    ----------
    sums
        int64[1, 1, SUMS]: see ``ramsim/kernels/rams_strength_state.py``.
    lead_chips
        For each card that may be led the hero's chips in every deal, in the order of the deals: arrays to be joined.
    """

    def __init__(
        self,
        plan: Plan,
        about: HandClasses,
        held: tuple[int, ...],
        upcard: int,
        cell: Cell,
        inside: tuple[int, ...],
        leads: dict[int, int],
    ) -> None:
        assert isinstance(plan.variant.rules, RamsRules)
        self._cell, self._leads = cell, leads
        table = RamsTable(plan)
        self._sampler = Sampler(table, not out_is_fixed(plan.variant.rules))
        by_inside = np.full((plan.players, 1 << (plan.players - 1)), -1, dtype=np.int64)
        by_inside[cell.seat, sum(1 << seat for seat in inside)] = 0
        first = np.array([int(seat > cell.seat) for seat in range(plan.players + 1)], dtype=np.int64)
        number = about.number(held, upcard)
        self._rows = new_rows(
            table,
            RowSet([one_hand(about, held, upcard)], np.array([number % (1 << 25)], dtype=np.int64)),
            by_inside,
            first,
            _RARE * MOST_DEALS,
        )
        self.sums = np.zeros((1, 1, SUMS), dtype=np.int64)
        self.lead_chips: dict[int, list[Any]] = {card: [] for card in leads}

    @property
    def deals(self) -> int:
        """Deals played."""
        return int(self.sums[0, 0, S_DEALS])

    def play_to(self, deals: int) -> None:
        """Play until so many deals are played.

        Raises
        ------
        UsageError
            When the declarations so far are too rare under the policies.
        """
        need = deals - self.deals
        self._rows.need[0, 0] = need
        self._rows.most[0] = self._rows.done[0] + _RARE * need
        queue = self._sampler.gather(self._rows)
        if self._rows.need[0, 0] > 0:
            raise UsageError(
                f"the declarations so far come up in less than one of {_RARE} deals under these policies "
                f"({self._sampler.plan.policy_names['declare']}): name others with declare, or other seats that are in"
            )
        self._sampler.play(self._rows, queue, self._cell.seat, self.sums)
        for card, mask in self._leads.items():
            sums = np.zeros((need, 1, SUMS), dtype=np.int64)
            self.lead_chips[card].append(self._sampler.play_apart(self._rows, queue, self._cell.seat, sums, mask))


def one_hand(about: HandClasses, held: tuple[int, ...], upcard: int) -> Members:
    """Give one very hand, as it lies in the kernels."""
    layout, suit = about.layout, about.trump_suit(upcard)
    hand, turned, pack = (
        np.array([[layout.play_mask(codes, suit)]], dtype=layout.word) for codes in (held, (upcard,), about.pack)
    )
    return Members(hand, turned, pack, np.array([[suit]], dtype=np.uint32))
