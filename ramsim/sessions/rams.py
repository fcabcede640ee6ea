"""Sessions of the Rams family: bankrolls, ruin, length, the pot and its growth."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np
import pandas as pd

from ramsim.engine.session_records import RamsRecords
from ramsim.kernels.session_state import BY_OVERFLOW
from ramsim.sessions.quantities import Line, lines_of, profits_of
from ramsim.sessions.result import SessionsResult
from ramsim.sessions.text import NOTES, SessionConservation, growth_note, terms_in_words


class RamsSessions(SessionsResult):
    """Sessions of a game of the Rams family; see `SessionsResult`."""

    headings: ClassVar[dict[str, str]] = {
        "players": "Bankrolls by player",
        "length": "Length of a session",
        "pot": "Size of the pot, over all deals",
        "growth": "Growth of the pot with the number of the deal",
    }
    row_names: ClassVar[dict[str, str]] = {"players": "player", "growth": "deal"}
    records: RamsRecords

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every estimate; `ramsim.sessions.quantities` says what each means."""
        return tuple(lines_of(self.records, self.plan.stack, self.plan.broke, self.plan.target))

    @property
    def players(self) -> pd.DataFrame:
        """Bankrolls, ruin and sessions won, a row a player."""
        return self.table("players")

    @property
    def length(self) -> pd.DataFrame:
        """How long sessions last, and what ends them."""
        return self.table("length")

    @property
    def pot(self) -> pd.DataFrame:
        """The size of the pot over all deals."""
        return self.table("pot")

    @property
    def growth(self) -> pd.DataFrame:
        """The size of the pot after 1, 2, 5, 10, ... deals."""
        return self.table("growth")

    @property
    def conservation(self) -> SessionConservation:
        """What the players gained and what lies in the pots at the end: together 0 in every session."""
        profits, pots = profits_of(self.records, self.plan.stack), self.records.pot
        amiss = int(np.count_nonzero(profits.sum(axis=0) + pots))
        return SessionConservation(sum(map(int, profits.ravel())), sum(map(int, pots)), amiss)

    @property
    def notes(self) -> tuple[str, ...]:
        """Terms, methods, the growth of the pot, the line of conservation."""
        overflow = int(np.count_nonzero(self.records.ending == BY_OVERFLOW))
        growth = growth_note(self.lines, overflow)
        return (terms_in_words(self.plan), *NOTES, *growth, *self._reached, str(self.conservation))
