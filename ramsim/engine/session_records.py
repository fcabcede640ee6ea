"""What is kept of sessions: a row a quantity and a column a session, and sums over all their deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from ramsim.kernels import session_state as state_rows
from ramsim.ranges import Range, join_ranges

Whole = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class DealSums:
    """Exact sums over all deals, whatever their session.

    Attributes
    ----------
    totals, squares
        Sum and sum of squares of each player's change of chips and, last, of the pot.
    pots
        int64[bins]: deals by size of the pot (``ramsim/kernels/session_state.py`` has the bins).
    """

    totals: tuple[int, ...]
    squares: tuple[int, ...]
    pots: Whole

    def __add__(self, other: DealSums) -> DealSums:
        """Join the sums of disjoint sets of deals."""
        return DealSums(
            tuple(a + b for a, b in zip(self.totals, other.totals, strict=True)),
            tuple(a + b for a, b in zip(self.squares, other.squares, strict=True)),
            self.pots + other.pots,
        )

    @classmethod
    def of_kernel(cls, sums: state_rows.Sums) -> DealSums:
        """Take what a driver summed up."""
        return cls(
            tuple(int(total) for total in sums.totals),
            tuple(state_rows.whole_square(parts) for parts in sums.squares),
            sums.pots.copy(),
        )


@dataclass(frozen=True, eq=False)
class SessionRecords:
    """Sessions that have ended, in ascending order of their numbers; what both families share.

    Attributes
    ----------
    players
        Number of players.
    bounds
        Bounds of the pot whose passing was counted (Rams family).
    marks
        Numbers of deals after which the pot or the scores were noted, ascending.
    state
        int64[rows, sessions]; ``ramsim/kernels/session_state.py`` has the rows.
    sums
        Over all deals of these sessions.
    """

    players: int
    bounds: tuple[int, ...]
    marks: tuple[int, ...]
    state: Whole
    sums: DealSums

    @property
    def sessions(self) -> int:
        """How many sessions there are."""
        return int(self.state.shape[1])

    @property
    def numbers(self) -> Whole:
        """Number of each session."""
        return self._row(state_rows.NUMBER) >> state_rows.DEAL_BITS

    @property
    def deals(self) -> Whole:
        """Deals that each session lasted."""
        return self._row(state_rows.DEALS)

    @property
    def ending(self) -> Whole:
        """How each session ended: ``BY_...`` in ``session_state``."""
        return self._row(state_rows.ENDING)

    @property
    def ranges(self) -> tuple[Range, ...]:
        """The session numbers: first and how many."""
        numbers = self.numbers
        starts = np.flatnonzero(np.diff(numbers, prepend=-2) != 1)
        ends = np.append(starts[1:], len(numbers))
        return join_ranges((int(numbers[a]), int(b - a)) for a, b in zip(starts, ends, strict=True))

    def _row(self, place: int) -> Whole:
        row: Whole = self.state[place]
        return row

    def _rows(self, first: int) -> Whole:
        """Give a row for each player."""
        return self.state[first : first + self.players]

    def _at_mark(self, first: int, mark: int) -> Whole:
        """Give what was noted at a mark, of the sessions that got so far."""
        return self._row(first + mark)[self.deals >= self.marks[mark]]

    def packed(self) -> dict[str, npt.NDArray[Any]]:
        """Give arrays that hold all of it; see `unpacked`."""
        texts = {name: " ".join(map(str, getattr(self.sums, name))) for name in ("totals", "squares")}
        whole = {name: np.frombuffer(text.encode(), dtype=np.uint8) for name, text in texts.items()}
        lists = {name: np.array(getattr(self, name), dtype=np.int64) for name in ("bounds", "marks")}
        return {"state": self.state, "pots": self.sums.pots, **whole, **lists}

    @classmethod
    def unpacked(cls, parts: Mapping[str, npt.NDArray[Any]], players: int) -> Self:
        """Read what `packed` gave.

        Raises
        ------
        KeyError, ValueError
            When a part is missing or holds something else.
        """
        totals, squares = (tuple(map(int, parts[name].tobytes().split())) for name in ("totals", "squares"))
        bounds, marks = (tuple(parts[name].tolist()) for name in ("bounds", "marks"))
        sums = DealSums(totals, squares, parts["pots"].astype(np.int64))
        if parts["state"].ndim != 2 or len(totals) != players + 1 or len(squares) != players + 1:
            raise ValueError("not the records of this table")
        return cls(players, bounds, marks, parts["state"].astype(np.int64), sums)

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Put disjoint sets of sessions of the same plan together; there is at least one."""
        first = parts[0]
        state = parts[0].state if len(parts) == 1 else np.concatenate([part.state for part in parts], axis=1)
        order = np.argsort(state[state_rows.NUMBER], kind="stable")
        sums = first.sums
        for part in parts[1:]:
            sums = sums + part.sums
        if (np.diff(order) != 1).any():
            state = state[:, order]
        return cls(first.players, first.bounds, first.marks, state, sums)


class RamsRecords(SessionRecords):
    """Sessions of the Rams family."""

    @property
    def pot(self) -> Whole:
        """Chips left in the pot at the end."""
        return self._row(state_rows.POT)

    @property
    def pot_sum(self) -> Whole:
        """Sum of the pots, antes included, of all deals of the session."""
        return self._row(state_rows.POT_SUM)

    @property
    def pot_most(self) -> Whole:
        """Largest pot of the session, antes included."""
        return self._row(state_rows.POT_MOST)

    @property
    def chips(self) -> Whole:
        """int64[players, sessions]: chips in front of each player at the end, bought ones included."""
        return self._rows(state_rows.chips_row(0))

    @property
    def bought(self) -> Whole:
        """int64[players, sessions]: stacks that each player bought on the way."""
        return self._rows(state_rows.bought_row(self.players, 0))

    @property
    def ruin(self) -> Whole:
        """int64[players, sessions]: after how many deals each player was broke first; 0: never."""
        return self._rows(state_rows.ruin_row(self.players, 0))

    def above(self, bound: int) -> Whole:
        """Give the number of deals of each session whose pot was above the bound at this place."""
        return self._row(state_rows.above_row(self.players, bound))

    def pot_at(self, mark: int) -> Whole:
        """Give the pots of the deal of this mark, of the sessions that got so far."""
        return self._at_mark(state_rows.growth_row(self.players, len(self.bounds), 0), mark)


class RamschRecords(SessionRecords):
    """Sessions of the Ramsch family; all scores in quarter points."""

    @property
    def played(self) -> Whole:
        """Deals of each session that were played: not bid for."""
        return self._row(state_rows.PLAYED)

    @property
    def scores(self) -> Whole:
        """int64[players, sessions]: each player's score at the end."""
        return self._rows(state_rows.FIXED_RAMSCH_ROWS)

    def worst_at(self, mark: int) -> Whole:
        """Give the most points against a player after the deals of this mark, of the sessions that got so far."""
        return self._at_mark(state_rows.FIXED_RAMSCH_ROWS + self.players, mark)

    def best_at(self, mark: int) -> Whole:
        """Give the fewest points against a player, likewise."""
        return self._at_mark(state_rows.FIXED_RAMSCH_ROWS + self.players + len(self.marks), mark)
