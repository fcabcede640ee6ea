"""The kernels of the Rams family against the referee, deal by deal and play by play.

Every call and card of the kernel is handed to the referee, which was written from the rule sheet alone. Compared are: the
calls open to each seat, whose turn it is, the legal cards at every play, the ending, tricks, targets, and through the
settlement (a third reading) the chips of every seat and the pot.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ramsim.deals import follow
from ramsim.engine.plan import make_plan
from ramsim.engine.rams import RamsTable, outcome_columns_of, trace_range
from ramsim.engine.rams_trace import TracedDeal, traced_deals
from ramsim.referee.rams import RamsDeal
from ramsim.settlement.rams import settle_rams
from ramsim.settlement.rams_outcomes import RamsOutcomes
from ramsim.variants import load_variant, preset_names

PRESETS = [name for name in preset_names() if load_variant(name).family == "rams"]
DEALS = 20_000
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


def compare(plan: Any) -> set[str]:
    """Compare all deals of a plan; gives the endings that occurred."""
    table = RamsTable(plan)
    endings: set[str] = set()
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
            endings.add(str(deal.ending))
    return endings


@pytest.mark.parametrize("play", ["random", "rule"])
@pytest.mark.parametrize("preset", PRESETS)
def test_kernel_and_referee_agree_on_every_deal(preset: str, play: str) -> None:
    """At least 20,000 deals of each preset and play policy, half of them in a pot that was carried over."""
    for carry in (0, 7):
        plan = make_plan(preset, hands=DEALS // 2, seed=11, first=1_000 * carry, play=play, carry=carry)
        endings = compare(plan)
        assert "played" in endings
