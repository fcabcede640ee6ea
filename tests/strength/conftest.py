"""Tables that several tests look at."""

from __future__ import annotations

import pytest

from ramsim.strength import StrengthTable, strength


@pytest.fixture(scope="package")
def summary() -> StrengthTable:
    """The summary of Ramsli for three players, precise enough to be compared with a batch."""
    return strength("ramsli", players=3, classes="summary", precision=0.015, threads=2)
