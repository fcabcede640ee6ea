"""The comparison that the differential tests of the Rams family share: kernel against referee, step by step."""

from __future__ import annotations

from collections import Counter

import numpy as np

from ramsim.deals import follow
from ramsim.engine.plan import Plan
from ramsim.engine.rams import RamsTable, outcome_columns_of, trace_range
from ramsim.engine.rams_trace import TracedDeal, traced_deals
from ramsim.referee.rams import RamsDeal
from ramsim.settlement.rams import settle_rams
from ramsim.settlement.rams_outcomes import RamsOutcomes
from ramsim.variants import RamsRules

BLOCK = 2_500


class StepwiseDeal(RamsDeal):
    """A referee's deal that compares what it allows with what the kernel allowed, before each step."""

    __slots__ = ("traced",)

    traced: TracedDeal

    def declare(self, call: str, discard: int | None = None) -> None:
        seat = self.speaker
        assert seat is not None
        allowed = {word.replace("special", self.rules.special) for word in self.traced.allowed[seat]}
        assert set(self.legal_calls()) == allowed
        super().declare(call, discard)

    def play(self, card: int) -> None:
        step = self.traced.steps[len(self.log)]
        assert self.turn == step.seat
        assert set(self.legal_cards()) == set(step.legal)
        super().play(card)


def compare(plan: Plan) -> Counter[str]:
    """Compare all deals of a plan; gives how often each ending, call, exchange and announcement occurred."""
    assert isinstance(plan.variant.rules, RamsRules)
    table = RamsTable(plan)
    seen: Counter[str] = Counter()
    for first in range(plan.first, plan.first + plan.hands, BLOCK):
        count = min(BLOCK, plan.first + plan.hands - first)
        dealt, played, trace = trace_range(table, first, count)
        columns = outcome_columns_of(played.keys, np.ones(count, dtype=np.int64), plan.players)
        outcomes = RamsOutcomes.from_columns(columns)
        settled = settle_rams(plan.variant.rules, outcomes, plan.carry)
        for row, traced in enumerate(traced_deals(table, dealt, played, trace)):
            deal = StepwiseDeal(plan.variant.rules, traced.hands, traced.upcard, carry=plan.carry, widows=traced.widows)
            deal.traced = traced
            follow(deal, traced)
            settlement = deal.settlement()
            where = f"deal {traced.number} of {plan.variant.name}"
            assert deal.ending == columns["ending"][row], where
            assert deal.declarer == columns["declarer"][row], where
            assert list(deal.tricks) == outcomes.tricks[row].tolist(), where
            assert list(deal.targets) == outcomes.target[row].tolist(), where
            assert list(deal.is_in) == outcomes.inside[row].tolist(), where
            assert list(settlement.chips) == settled.chips[row].tolist(), where
            assert settlement.pot == settled.pot_after[row], where
            seen.update([str(deal.ending), *deal.said, "exchange" if deal.exchanged else "no exchange"])
            seen.update(call.split()[0] for _, call in traced.announcements)
    return seen
