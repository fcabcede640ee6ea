"""What the engine needs of a family: a plan's rules and policies in the kernels' form, and who counts with them."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ramsim.engine.plan import Plan
from ramsim.engine.rams import RamsTable
from ramsim.engine.ramsch import RamschTable
from ramsim.engine.threads import Counter


class Reader(Protocol):
    """Plays ranges of deals and gives the outcome key of each; one for each thread."""

    def keys(self, first: int, deals: int) -> npt.NDArray[np.uint64]:
        """Give the outcome keys of deals ``first`` to ``first + deals - 1``, uint64[deals]."""


class Table(Protocol):
    """The rules and policies of a plan in the kernels' form; shared by the threads of a run."""

    def new_counter(self) -> Counter:
        """Give a counter of outcomes."""

    def new_reader(self) -> Reader:
        """Give a reader of the outcome keys of single deals."""

    def outcome_columns(self, keys: npt.NDArray[np.uint64], counts: npt.NDArray[np.int64]) -> dict[str, Any]:
        """Give the columns of the family's outcomes frame, a row a key."""


def table_of(plan: Plan) -> Table:
    """Give the table of the plan's family."""
    return RamsTable(plan) if plan.variant.family == "rams" else RamschTable(plan)
