"""The result of ``simulate`` for the Ramsch family: rates per seat and the outcome counts behind them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import pandas as pd

from ramsim.columns.ramsch import COLUMNS, METHODS, RamschQuantities, ramsch_frame, ramsch_quantities, share_passed_in
from ramsim.columns.ramsch_outcomes import COLUMNS as OUTCOME_COLUMNS
from ramsim.columns.ramsch_outcomes import CountedRamsch
from ramsim.counted import counted
from ramsim.errors import DataError, UsageError
from ramsim.result_base import Result
from ramsim.settlement.ramsch import PRICED_FIELDS, SettledRamsch, settle_ramsch
from ramsim.stats import exact_sum
from ramsim.variants.schema import RamschRules


class RamschResult(Result, family="ramsch"):
    """A batch of independent deals of the Ramsch family; see `Result` for what it is built from.

    Under ``trigger = passed_in`` the ``hands`` are deals looked at; those that the bidding passes in are played, and
    the table is of these.
    """

    methods = METHODS
    columns = COLUMNS
    priced_fields = PRICED_FIELDS
    shown_fields = frozenset[str]()

    @staticmethod
    def outcome_columns(players: int) -> tuple[str, ...]:  # noqa: ARG004  (the families' signature)
        """Give the columns of the outcomes frame, the same for three and four at the table."""
        return OUTCOME_COLUMNS

    def _check_fit(self) -> None:
        if not isinstance(self.variant.rules, RamschRules):
            raise DataError(f"{self.variant.name} is no game of the Ramsch family")
        if self.carry:
            raise UsageError(f"carry = {self.carry}: {self.variant.name} has no pot")
        if self.variant.rules.trigger == "every_deal" and not self.counted.played.all():
            raise DataError("outcomes: a deal that was bid for, under trigger = every_deal")

    @cached_property
    def counted(self) -> CountedRamsch:
        """The outcomes as arrays, row by row as in ``outcomes``."""
        return CountedRamsch.from_columns({str(name): self.outcomes[name].to_numpy() for name in self.outcomes})

    @cached_property
    def settled(self) -> SettledRamsch:
        """Scores of each outcome under the rules of this result, a row for each that was played."""
        assert isinstance(self.variant.rules, RamschRules)
        return settle_ramsch(self.variant.rules, self.counted.outcomes)

    @cached_property
    def quantities(self) -> RamschQuantities:
        """What each column counts, row by row as in ``outcomes``; compare two results of the same deals with these."""
        return ramsch_quantities(self.counted, self.settled)

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The table: `ramsim.columns.ramsch` says what each column means."""
        return ramsch_frame(self.quantities, self.players)

    @property
    def played(self) -> int:
        """Deals that were played as a Ramsch: all, or those passed in."""
        return exact_sum(self.quantities.deals, self.quantities.played)

    def _facts(self) -> dict[str, Any]:
        if not self._waits:
            return {}
        share = share_passed_in(self.quantities)
        names = {"rate": share.value, "rate_se": share.se, "rate_lo": share.lo, "rate_hi": share.hi}
        shares = {name: None if value != value else value for name, value in names.items()}
        return {"passed_in": {"looked_at": self.hands, "played": self.played, **shares}}

    @property
    def notes(self) -> tuple[str, ...]:
        """The family's methods, and under ``trigger = passed_in`` the share of deals passed in."""
        if not self._waits:
            return self.methods
        share = share_passed_in(self.quantities)
        return (
            *self.methods,
            f"Passed in: {self.played:,} of {counted(self.hands, 'deal')} looked at, {share.value:.4%} "
            f"(95 % interval, Wilson: {share.lo:.4%} to {share.hi:.4%}); the others were bid for and are not played.",
        )

    @property
    def _waits(self) -> bool:
        assert isinstance(self.variant.rules, RamschRules)
        return self.variant.rules.trigger == "passed_in"
