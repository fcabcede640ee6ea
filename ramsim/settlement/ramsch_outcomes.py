"""The distinct outcomes of a run of the Ramsch family as arrays, and what makes an outcome possible.

An outcome is everything that any school's settlement needs of a deal: card points in the tricks of each seat (without
the skat), the skat's own points, tricks, the number of the last trick that each seat won, pushes and knocks. Seats 0 to
2 are the active players; a fourth at the table sits out and is no part of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ramsim.errors import DataError

SEATS = 3
TRICKS = 10
DECK_POINTS = 120
MOST_SKAT_POINTS = 22
MOST_CALLS = 3

COLUMNS = (
    "deals",
    *(f"{name}_{seat}" for seat in range(SEATS) for name in ("points", "tricks", "last_trick")),
    *("skat_points", "pushes", "knocks"),
)
"""Columns of the outcomes frame of the Ramsch family, in their order."""


@dataclass(frozen=True)
class RamschOutcomes:
    """Arrays over the distinct outcomes of one run, all int64.

    Attributes
    ----------
    deals
        How many deals ended so, shape (outcomes,).
    points
        Card points in tricks, without the skat, shape (outcomes, 3).
    tricks
        Tricks taken, shape (outcomes, 3).
    last_trick
        Number, 1 to 10, of the last trick that the seat won, 0 when it won none, shape (outcomes, 3).
    skat_points
        Card points in the skat as it lay at the end, shape (outcomes,).
    pushes, knocks
        How often the skat was passed on unseen, and how many players knocked, 0 to 3, shape (outcomes,).
    """

    deals: NDArray[np.int64]
    points: NDArray[np.int64]
    tricks: NDArray[np.int64]
    last_trick: NDArray[np.int64]
    skat_points: NDArray[np.int64]
    pushes: NDArray[np.int64]
    knocks: NDArray[np.int64]

    @classmethod
    def from_columns(cls, columns: Mapping[str, ArrayLike]) -> RamschOutcomes:
        """Take the columns of an outcomes frame (see `COLUMNS`), checked.

        Parameters
        ----------
        columns
            Name to whole numbers, all of the same length.

        Raises
        ------
        DataError
            When a column is missing, holds no whole numbers, or an outcome cannot be: tricks other than ten, card
            points other than 120, points without a trick, a last trick that does not fit.
        """
        missing = [name for name in COLUMNS if name not in columns]
        if missing:
            raise DataError(f"outcomes: the column {missing[0]} is missing")

        def by_seat(name: str) -> NDArray[np.int64]:
            return np.stack([_integers(columns, f"{name}_{seat}") for seat in range(SEATS)], axis=1)

        outcomes = cls(
            deals=_integers(columns, "deals"),
            points=by_seat("points"),
            tricks=by_seat("tricks"),
            last_trick=by_seat("last_trick"),
            skat_points=_integers(columns, "skat_points"),
            pushes=_integers(columns, "pushes"),
            knocks=_integers(columns, "knocks"),
        )
        _check(outcomes)
        return outcomes


def _integers(columns: Mapping[str, ArrayLike], name: str) -> NDArray[np.int64]:
    values = np.asarray(columns[name])
    if values.size and values.dtype.kind not in "iu":
        raise DataError(f"outcomes: the column {name} holds {values.dtype}, whole numbers are needed")
    return values.astype(np.int64)


def _check(outcomes: RamschOutcomes) -> None:
    points, tricks, last = outcomes.points, outcomes.tricks, outcomes.last_trick
    trickless = tricks == 0
    beyond = [
        (calls < 0) | (calls > most)
        for calls, most in (
            (outcomes.pushes, MOST_CALLS),
            (outcomes.knocks, MOST_CALLS),
            (outcomes.skat_points, MOST_SKAT_POINTS),
        )
    ]
    faults = {
        "a count of deals below 0": outcomes.deals < 0,
        "tricks below 0, or not ten in all": (tricks < 0).any(axis=1) | (tricks.sum(axis=1) != TRICKS),
        "card points below 0, or not 120 in all with the skat": (points < 0).any(axis=1)
        | (points.sum(axis=1) + outcomes.skat_points != DECK_POINTS),
        "card points of a seat without a trick": (trickless & (points > 0)).any(axis=1),
        "a last trick earlier than the seat's number of tricks, later than the tenth, or of a seat without a trick": (
            (last < tricks) | (last > TRICKS) | (trickless & (last != 0))
        ).any(axis=1),
        "the tenth trick not won by exactly one seat": (last == TRICKS).sum(axis=1) != 1,
        "two seats that won the same last trick": _shared(last),
        "pushes other than 0 to 3": beyond[0],
        "knocks other than 0 to 3": beyond[1],
        "card points of the skat other than 0 to 22": beyond[2],
    }
    for fault, rows in faults.items():
        if rows.any():
            raise DataError(f"outcomes: row {int(np.argmax(rows))}: {fault}")


def _shared(last: NDArray[np.int64]) -> NDArray[np.bool_]:
    ordered = np.sort(last, axis=1)
    shared: NDArray[np.bool_] = ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] > 0)).any(axis=1)
    return shared
