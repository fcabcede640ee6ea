"""The result of ``simulate``: rates per seat, the outcome counts behind them, and where they come from."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import pandas as pd

from ramsim.columns.rams import COLUMNS, METHODS, RamsQuantities, rams_frame, rams_quantities
from ramsim.errors import DataError
from ramsim.result_base import Result, result_class
from ramsim.result_ramsch import RamschResult
from ramsim.settlement.rams import PRICED_FIELDS, Settled, checked_carry, settle_rams
from ramsim.settlement.rams_outcomes import RamsOutcomes, outcome_columns
from ramsim.stats import exact_sum
from ramsim.variants.schema import RamsRules

__all__ = ["Conservation", "RamschResult", "Result", "SimulationResult", "result_class"]


class Conservation(NamedTuple):
    """All that the players gained and all that the pots gained, in chips, over all deals; together 0."""

    players: int
    pot: int

    def __str__(self) -> str:
        return f"Chips: players {self.players:+,}, pots {self.pot:+,}, together {self.players + self.pot:,}."


class SimulationResult(Result, family="rams"):
    """A batch of independent deals of the Rams family; see `Result` for what it is built from."""

    methods = METHODS
    columns = COLUMNS
    priced_fields = PRICED_FIELDS
    shown_fields = frozenset({"payout"})
    outcome_columns = staticmethod(outcome_columns)

    def _check_fit(self) -> None:
        self.carry = int(checked_carry(self.carry, 1)[0])
        if not isinstance(self.variant.rules, RamsRules):
            raise DataError(f"{self.variant.name} is no game of the Rams family")
        _ = self.counted

    @cached_property
    def counted(self) -> RamsOutcomes:
        """The outcomes as arrays, row by row as in ``outcomes``."""
        return RamsOutcomes.from_columns({str(name): self.outcomes[name].to_numpy() for name in self.outcomes})

    @cached_property
    def settled(self) -> Settled:
        """Chips of each outcome under the rules of this result, row by row as in ``outcomes``."""
        assert isinstance(self.variant.rules, RamsRules)
        return settle_rams(self.variant.rules, self.counted, self.carry)

    @cached_property
    def quantities(self) -> RamsQuantities:
        """What each column counts, row by row as in ``outcomes``; compare two results of the same deals with these."""
        return rams_quantities(self.counted, self.settled)

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The table: `ramsim.columns.rams` says what each column means."""
        return rams_frame(self.quantities, self.players)

    @property
    def conservation(self) -> Conservation:
        """Exact sums over all deals of the players' chips and of the change of the pot."""
        deals = self.counted.deals
        grown = self.settled.pot_after - self.carry
        return Conservation(exact_sum(deals, self.settled.chips.sum(axis=1)), exact_sum(deals, grown))

    def _facts(self) -> dict[str, Any]:
        return {"conservation": self.conservation._asdict()}

    def _added_notes(self) -> tuple[str, ...]:
        """Give the line of conservation."""
        return (str(self.conservation),)
