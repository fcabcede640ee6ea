"""The distinct outcomes of a run of the Rams family as arrays, and what makes an outcome possible.

An outcome is everything that the settlement and the rates need of a deal: how it ended, who was in, the tricks of each
seat, who stood with a ramsch or general, which targets were named. Chips are not part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ramsim.errors import DataError

ENDINGS = ("played", "all_pass", "lone", "special_made", "special_lost")
PLAYED, ALL_PASS, LONE, SPECIAL_MADE, SPECIAL_LOST = range(len(ENDINGS))
_SEAT_COLUMN = re.compile(r"(?:in|tricks|target)_(\d+)")


def outcome_columns(players: int) -> tuple[str, ...]:
    """Give the columns of the outcomes frame of the Rams family, in their order."""
    seats = (f"{name}_{seat}" for seat in range(players) for name in ("in", "tricks", "target"))
    return ("deals", "ending", "declarer", *seats)


def players_of(columns: Iterable[str]) -> int:
    """Give the number of seats that the columns of an outcomes frame tell of."""
    return 1 + max((int(match[1]) for name in columns if (match := _SEAT_COLUMN.fullmatch(name))), default=-1)


@dataclass(frozen=True)
class RamsOutcomes:
    """Arrays over the distinct outcomes of one run.

    Attributes
    ----------
    deals
        How many deals ended so, int64, shape (outcomes,).
    ending
        Index into `ENDINGS`, int64, shape (outcomes,).
    declarer
        Seat whose ramsch or general stood, else -1, int64, shape (outcomes,).
    inside
        Which seats were in, bool, shape (outcomes, players).
    tricks
        Tricks taken, int64, shape (outcomes, players).
    target
        Number of tricks named as a target, 0 for none, int64, shape (outcomes, players).
    """

    deals: NDArray[np.int64]
    ending: NDArray[np.int64]
    declarer: NDArray[np.int64]
    inside: NDArray[np.bool_]
    tricks: NDArray[np.int64]
    target: NDArray[np.int64]

    @property
    def players(self) -> int:
        """Seats at the table."""
        return int(self.inside.shape[1])

    @classmethod
    def from_columns(cls, columns: Mapping[str, ArrayLike]) -> RamsOutcomes:
        """Take the columns of an outcomes frame (see `outcome_columns`), checked.

        Parameters
        ----------
        columns
            Name to values, all of the same length; ``ending`` as text.

        Raises
        ------
        DataError
            When a column is missing or an outcome cannot be: a trick of a seat that is out, nobody in and yet played,
            a special ending without its declarer.
        """
        players = players_of(columns)
        missing = [name for name in outcome_columns(max(players, 2)) if name not in columns]
        if missing:
            raise DataError(f"outcomes: the column {missing[0]} is missing")
        deals = _integers(columns, "deals")

        def by_seat(name: str) -> NDArray[np.int64]:
            return np.stack([_integers(columns, f"{name}_{seat}") for seat in range(players)], axis=1)

        outcomes = cls(
            deals=deals,
            ending=_ending_numbers(columns["ending"]),
            declarer=_integers(columns, "declarer"),
            inside=by_seat("in").astype(bool),
            tricks=by_seat("tricks"),
            target=by_seat("target"),
        )
        _check(outcomes)
        return outcomes


def _integers(columns: Mapping[str, ArrayLike], name: str) -> NDArray[np.int64]:
    values = np.asarray(columns[name])
    if values.size and values.dtype.kind not in "iub":
        raise DataError(f"outcomes: the column {name} holds {values.dtype}, whole numbers are needed")
    return values.astype(np.int64)


def _ending_numbers(values: ArrayLike) -> NDArray[np.int64]:
    numbers = {name: number for number, name in enumerate(ENDINGS)}
    texts = [str(value) for value in np.asarray(values, dtype=object)]
    for text in texts:
        if text not in numbers:
            raise DataError(f"outcomes: ending = {text!r}: must be one of {', '.join(ENDINGS)}")
    return np.array([numbers[text] for text in texts], dtype=np.int64)


def _check(outcomes: RamsOutcomes) -> None:
    ending, inside, tricks = outcomes.ending, outcomes.inside, outcomes.tricks
    seats_in = inside.sum(axis=1)
    special = ending >= SPECIAL_MADE
    called = (outcomes.declarer >= 0) & (outcomes.declarer < outcomes.players)
    seat = np.where(called, outcomes.declarer, 0)
    declarer_in = np.take_along_axis(inside, seat[:, None], axis=1)[:, 0]
    unplayed = (ending == ALL_PASS) | (ending == LONE)
    faults = {
        "a count of deals below 0": outcomes.deals < 0,
        "a negative number of tricks or a negative target": ((tricks < 0) | (outcomes.target < 0)).any(axis=1),
        "tricks or a target of a seat that is out": (~inside & ((tricks > 0) | (outcomes.target > 0))).any(axis=1),
        "tricks or a target in a deal that was not played": unplayed & ((tricks + outcomes.target) > 0).any(axis=1),
        "somebody in after all_pass": (ending == ALL_PASS) & (seats_in > 0),
        "not exactly one seat in at ending lone": (ending == LONE) & (seats_in != 1),
        "fewer than two seats in at a played deal": ~unplayed & (seats_in < 2),
        "a played deal without a trick": ~unplayed & (tricks.sum(axis=1) < 1),
        "a declarer just where the ending is special": special != called,
        "a declarer who is out": special & ~declarer_in,
        "a declarer below -1 or beyond the last seat": (outcomes.declarer < -1)
        | (outcomes.declarer >= outcomes.players),
    }
    for fault, rows in faults.items():
        if rows.any():
            wording = fault.replace("a declarer just", "no declarer, or one elsewhere than")
            raise DataError(f"outcomes: row {int(np.argmax(rows))}: {wording}")
