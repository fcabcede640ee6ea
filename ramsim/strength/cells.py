"""The situations in which a seat of the Rams family decides: how many are in before it, and what is open to it.

A *cell* is a seat with a number of players who are in already, in a deal in which nobody has made a call that forces
everyone in. Which calls are open follows from the rules (``ramsim/kernels/rams_declare.py`` and points.py): where going
in is not open there is nothing to tell of; where going out is not open, going in has no alternative and no value over
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ramsim.settlement.rams import settle_rams
from ramsim.settlement.rams_outcomes import ALL_PASS, LONE, RamsOutcomes
from ramsim.variants.schema import RamsRules

Whole = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Cell:
    """One situation.

    Attributes
    ----------
    seat, before
        The seat, and how many seats before it are in.
    may_out
        Whether going out is open.
    unplayed
        Whether going in ends the deal at once: the dealer, with nobody else in, takes the pot.
    """

    seat: int
    before: int
    may_out: bool
    unplayed: bool


def cells_of(rules: RamsRules, players: int, carry: int) -> tuple[Cell, ...]:
    """Give the situations that can come up, by seat and number in."""
    may_drop = rules.dropping == "always" or (rules.dropping == "double_pot" and carry > 0)
    cells = []
    for seat in range(players):
        for before in range(0 if may_drop else seat, seat + 1):
            dealer = seat == players - 1
            alone = dealer and before == 0
            if alone and rules.all_pass == "right_pays_dealer":
                continue
            forced = alone and rules.all_pass in ("dealer_forced", "dealer_takes_pot")
            faces = dealer and before == 1 and rules.lone == "dealer_must_play"
            cells.append(Cell(seat, before, may_drop and not forced and not faces, alone))
    return tuple(cells)


def cell_numbers(cells: Sequence[Cell], players: int) -> tuple[Whole, Whole]:
    """Say which cell a set of seats in makes, and where the cells of each seat begin.

    Returns
    -------
    by_inside, first
        int64[players, 2**(players - 1)], -1 where there is no cell; int64[players + 1].
    """
    by_inside = np.full((players, 1 << (players - 1)), -1, dtype=np.int64)
    for number, cell in enumerate(cells):
        for inside in range(1 << cell.seat):
            if inside.bit_count() == cell.before:
                by_inside[cell.seat, inside] = number
    first = [sum(cell.seat < seat for cell in cells) for seat in range(players + 1)]
    return by_inside, np.array(first, dtype=np.int64)


def out_is_fixed(rules: RamsRules) -> bool:
    """Tell whether a player who goes out loses his ante and nothing else, whatever the others do.

    Not so where a call can bring him back in or let him pay, or where the dealer's right neighbour pays when all pass.
    """
    called = rules.special == "none" or rules.special == "target"
    called = called or (
        not rules.special_forces_in
        and rules.special_success == "triple_pot"
        and rules.special_payers == "players_in"
        and rules.special_failure != "pot_and_stake"
    )
    return called and rules.all_pass not in ("right_pays_dealer", "dealer_may_play")


def ante_of(rules: RamsRules, players: int, seat: int) -> int:
    """Give what a seat pays to the pot before the deal."""
    return rules.ante if rules.ante_by == "all" or seat == players - 1 else 0


def pot_of(rules: RamsRules, players: int, carry: int) -> int:
    """Give the pot at the start of play."""
    return carry + sum(ante_of(rules, players, seat) for seat in range(players))


def unplayed_chips(rules: RamsRules, players: int, carry: int) -> tuple[int, int]:
    """Give the dealer's chips with nobody else in: he takes the pot unplayed, or goes out and the deal is void."""
    inside = np.zeros((2, players), dtype=bool)
    inside[0, -1] = True
    nothing = np.zeros((2, players), dtype=np.int64)
    outcomes = RamsOutcomes(
        deals=np.ones(2, dtype=np.int64),
        ending=np.array([LONE, ALL_PASS], dtype=np.int64),
        declarer=np.full(2, -1, dtype=np.int64),
        inside=inside,
        tricks=nothing,
        target=nothing,
    )
    chips = settle_rams(rules, outcomes, carry).chips[:, -1]
    return int(chips[0]), int(chips[1])
