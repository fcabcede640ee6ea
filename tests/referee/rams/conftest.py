"""Records of the Rams family, made by hand."""

from __future__ import annotations

import copy

import pytest

_PLAYS = "AH TS TC TD KH JS JC JD QH QS QC QD 8S KS KC KD AS AC AD 7S"
RAMSLI = {
    "variant": "ramsli",
    "players": 4,
    "pot": 0,
    "hands": ["AH KH QH 8S 7S", "AS KS QS JS TS", "AC KC QC JC TC", "AD KD QD JD TD"],
    "upcard": "7H",
    "declarations": ["in", "in", "in", "in"],
    "plays": _PLAYS.split(),
    "result": {"tricks": [3, 2, 0, 0], "chips": [3, -1, -6, -6], "pot": 10},
}
"""Hearts are trumps. Seat 0 draws three rounds of them, then seat 1 has the spades."""


@pytest.fixture
def ramsli():
    """A record of Ramsli, with keys replaced, or left out when ``None``: ``ramsli(pot=3, result=None)``."""

    def make(**changes):
        record = copy.deepcopy(RAMSLI) | changes
        return {key: value for key, value in record.items() if value is not None}

    return make
