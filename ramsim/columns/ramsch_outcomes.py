"""The outcomes frame of a batch of the Ramsch family, and how the settlement reads it.

A batch keeps of each deal what any school's settlement asks for and no more, so that outcomes stay few however many
deals there are: card points of each seat in tricks, the skat's points, which seats took a trick, who won the last
trick, who pushed, how many knocked. ``later`` is the seat that won the later trick of the two that did not win the
last one; it is kept where these two have equal points, since only a tie asks for it, and -1 elsewhere. A deal that
was bid for, so that it became a contract and no Ramsch, has 0 in every column.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ramsim.errors import DataError
from ramsim.settlement.ramsch_outcomes import TRICKS, RamschOutcomes

Whole = NDArray[np.int64]

SEATS = 3
COLUMNS = (
    "deals",
    *(f"points_{seat}" for seat in range(SEATS)),
    "skat_points",
    *(f"took_{seat}" for seat in range(SEATS)),
    "last",
    "later",
    *(f"pushed_{seat}" for seat in range(SEATS)),
    "knocks",
)
"""Columns of the frame, in their order; all int64."""
_LIMITS = {"took": (0, 1), "pushed": (0, 1), "last": (0, SEATS - 1), "later": (-1, SEATS - 1)}


@dataclass(frozen=True)
class CountedRamsch:
    """The outcomes of a batch, row by row as in the frame.

    Attributes
    ----------
    deals
        How many deals ended so, int64, shape (outcomes,).
    played
        Whether it was played as a Ramsch, bool, shape (outcomes,).
    pushed
        1 where the seat pushed, int64, shape (outcomes, 3).
    outcomes
        The played ones in the settlement's terms. Of tricks and last tricks only what a settlement looks at is
        true: none, some or all of them, and in which order the seats won their last one.
    """

    deals: Whole
    played: NDArray[np.bool_]
    pushed: Whole
    outcomes: RamschOutcomes

    @classmethod
    def from_columns(cls, columns: Mapping[str, ArrayLike]) -> CountedRamsch:
        """Take the columns of the outcomes frame (see `COLUMNS`), checked.

        Raises
        ------
        DataError
            For a missing column, or an outcome that cannot be.
        """
        missing = [name for name in COLUMNS if name not in columns]
        if missing:
            raise DataError(f"outcomes: the column {missing[0]} is missing")
        whole = {name: _integers(columns, name) for name in COLUMNS}
        took = _by_seat(whole, "took")
        played: NDArray[np.bool_] = took.sum(axis=1) > 0
        others = [values for name, values in whole.items() if name != "deals"]
        if any(values[~played].any() for values in others):
            raise DataError("outcomes: a deal in which nobody took a trick has something else")
        kept = {name: values[played] for name, values in whole.items()}
        return cls(whole["deals"], played, _by_seat(whole, "pushed"), _for_settlement(kept))


def _integers(columns: Mapping[str, ArrayLike], name: str) -> Whole:
    values = np.asarray(columns[name])
    if values.size and values.dtype.kind not in "iu":
        raise DataError(f"outcomes: the column {name} holds {values.dtype}, whole numbers are needed")
    whole = values.astype(np.int64)
    low, high = _LIMITS.get(name.split("_", maxsplit=1)[0], (0, 2**62))
    if ((whole < low) | (whole > high)).any():
        raise DataError(f"outcomes: the column {name} holds a number outside {low} to {high}")
    return whole


def _by_seat(columns: Mapping[str, Whole], name: str) -> Whole:
    return np.stack([columns[f"{name}_{seat}"] for seat in range(SEATS)], axis=1)


def _for_settlement(kept: Mapping[str, Whole]) -> RamschOutcomes:
    """Put tricks in place that have the kept outcome: the last trick's winner has all that others need not have."""
    rows = np.arange(len(kept["deals"]))
    took, last, later = _by_seat(kept, "took"), kept["last"], kept["later"]
    if (took[rows, last] == 0).any():
        raise DataError("outcomes: the last trick of a seat that took no trick")
    if ((later == last) | ((later >= 0) & (took[rows, np.maximum(later, 0)] == 0))).any():
        raise DataError("outcomes: the later trick of a seat that took none, or that took the last")
    tricks = took.copy()
    tricks[rows, last] = TRICKS - (took.sum(axis=1) - 1)
    # Three seats end with the tricks eight, nine and ten; where it matters to nobody, the higher seat has the ninth.
    ninth = np.where(later >= 0, later, np.where(last == 2, 1, 2))
    last_trick = took * (TRICKS - 2)
    last_trick[rows, ninth] += took[rows, ninth]
    last_trick[rows, last] = TRICKS
    columns: dict[str, ArrayLike] = {name: kept[name] for name in ("deals", "skat_points", "knocks")}
    columns["pushes"] = _by_seat(kept, "pushed").sum(axis=1)
    for seat in range(SEATS):
        columns[f"points_{seat}"] = kept[f"points_{seat}"]
        columns[f"tricks_{seat}"] = tricks[:, seat]
        columns[f"last_trick_{seat}"] = last_trick[:, seat]
    return RamschOutcomes.from_columns(columns)
