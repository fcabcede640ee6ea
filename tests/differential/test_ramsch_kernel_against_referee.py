"""The kernels of the Ramsch family against the referee, deal by deal and play by play.

Every pass, push, knock and card of the kernel is handed to the referee, which was written from the rule sheet alone.
Compared are: the cards that may be passed on, whose turn it is, the legal cards at every play, who won the last trick,
points, tricks, pushes, and through the settlement (a third reading) the scores of every seat.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from ramsim.columns.ramsch_outcomes import CountedRamsch
from ramsim.deals_ramsch import follow_ramsch
from ramsim.engine.plan import make_plan
from ramsim.engine.ramsch import RamschTable, outcome_columns_of, trace_range
from ramsim.engine.ramsch_trace import TracedRamsch, traced_ramsch
from ramsim.referee.ramsch import RamschDeal
from ramsim.settlement.ramsch import settle_ramsch
from ramsim.variants import load_variant, preset_names

PRESETS = [name for name in preset_names() if load_variant(name).family == "ramsch"]
DEALS = 20_000
BLOCK = 2_500


class StepwiseDeal(RamschDeal):
    """A referee's deal that compares what it allows with what the kernel allowed, before each step."""

    __slots__ = ("traced",)

    traced: TracedRamsch

    def pass_on(self, cards: Any) -> None:
        seat = self.skat_turn
        assert seat is not None
        assert set(self.passable_cards()) == set(self.traced.passable[seat])
        super().pass_on(cards)

    def play(self, card: int) -> None:
        step = self.traced.steps[len(self.plays)]
        assert self.turn == step.seat
        assert set(self.legal_cards()) == set(step.legal)
        super().play(card)


@dataclass
class Seen:
    """What occurred in the deals compared."""

    pushes: set[int] = field(default_factory=set)
    knocks: set[int] = field(default_factory=set)
    jacks_passed: int = 0
    ties: int = 0
    jungfrau: int = 0
    sweeps: int = 0


def compare(plan: Any) -> Seen:
    """Compare all deals of a plan; gives what occurred."""
    table = RamschTable(plan)
    seen = Seen()
    for first in range(plan.first, plan.first + plan.hands, BLOCK):
        count = min(BLOCK, plan.first + plan.hands - first)
        dealt, played, trace = trace_range(table, first, count)
        columns = outcome_columns_of(played.keys, np.ones(count, dtype=np.int64))
        counted = CountedRamsch.from_columns(columns)
        settled = settle_ramsch(plan.variant.rules, counted.outcomes)
        for row, traced in enumerate(traced_ramsch(table, dealt, played, trace)):
            deal = StepwiseDeal(plan.variant.rules, traced.hands, traced.skat, plan.players)
            deal.traced = traced
            follow_ramsch(deal, traced)
            score = deal.settle()
            where = f"deal {traced.number} of {plan.variant.name}"
            own = [columns[f"points_{seat}"][row] for seat in range(3)]
            assert sum(own) + columns["skat_points"][row] == 120, where
            assert deal.winners[-1] == columns["last"][row], where
            assert [tricks > 0 for tricks in deal.tricks[:3]] == [bool(columns[f"took_{s}"][row]) for s in range(3)], (
                where
            )
            in_block = int(played.tricks[row])
            assert list(deal.tricks[:3]) == [in_block >> 4 * seat & 15 for seat in range(3)], where
            last = int(played.last[row])
            assert [last >> 4 * seat & 15 for seat in range(3)] == last_won(deal), where
            assert list(score.points) == settled.points[row].tolist(), where
            assert deal.pushes == counted.outcomes.pushes[row], where
            assert [given is None for given in traced.skat_round] == counted.pushed[row].astype(bool).tolist()[
                : len(traced.skat_round)
            ], where
            assert list(score.quarters) == settled.scores[row].tolist(), where
            assert [seat in score.losers for seat in range(3)] == settled.loses[row].tolist(), where
            assert score.sweeper == (int(np.argmax(settled.sweeps[row])) if settled.sweeps[row].any() else -1), where
            assert score.jungfrau == (int(np.argmax(settled.jungfrau[row])) if settled.jungfrau[row].any() else -1), (
                where
            )
            assert (len(score.most) > 1) == settled.tied[row], where
            note(seen, traced, score, deal)
    return seen


def last_won(deal: RamschDeal) -> list[int]:
    """Give the number of the last trick that each seat won, 0 for none, from the winners alone."""
    return [max((trick + 1 for trick, seat in enumerate(deal.winners) if seat == s), default=0) for s in range(3)]


def note(seen: Seen, traced: TracedRamsch, score: Any, deal: RamschDeal) -> None:
    seen.pushes.add(deal.pushes)
    seen.knocks.add(len(traced.knocks))
    seen.jacks_passed += any(code % 13 == 9 for given in traced.skat_round if given for code in given)
    seen.ties += len(score.most) > 1
    seen.jungfrau += score.jungfrau >= 0
    seen.sweeps += score.sweeper >= 0


@pytest.mark.parametrize("play", ["random", "lowest", "rule"])
@pytest.mark.parametrize("preset", PRESETS)
def test_kernel_and_referee_agree_on_every_deal(preset: str, play: str) -> None:
    """20,000 deals of each preset and play policy, half of them with a skat's round by chance and half by rule."""
    for skat in ("random", "rule"):
        seen = compare(make_plan(preset, hands=DEALS // 2, seed=11, first=5_000, play=play, skat=skat))
        assert seen.ties
        assert seen.jungfrau
        if skat == "random" and preset != "skat-ramsch":
            assert seen.pushes == {0, 1, 2, 3}
        passable = load_variant(preset).rules.jacks_passable
        assert bool(seen.jacks_passed) == passable or (passable and skat == "rule")


@pytest.mark.parametrize("skat", ["push", "dearest"])
def test_the_other_skat_policies_and_simple_play(skat: str) -> None:
    for preset in ("schieberamsch", "palatinate"):
        seen = compare(make_plan(preset, hands=2_000, seed=3, play="simple", skat=skat))
        assert seen.pushes == ({3} if skat == "push" else {0})


ALTERNATIVES: list[dict[str, Any]] = [
    {"tie": tie, "skat_to": skat_to, "triple_tie": triple}
    for tie in ("both_full", "half_each", "last_trick_taker", "later_trick")
    for skat_to, triple in (("last_trick", "all_full"), ("loser", "zero"), ("nobody", "all_full"))
] + [
    {"knock": True, "multiplier": "additive", "bock": True},
    {"knock": True, "ledger": "zero_sum_half", "tie": "half_each"},
    {"knock": True, "skat_round": "none"},
    {"skat_round": "discard_first", "jacks_passable": False},
    {"skat_round": "pickup_first", "jacks_passable": True},
    {"sweep": "others_120", "score": "adds", "jungfrau": 1},
    {"sweep": "self_minus_120", "score": "adds", "jungfrau": 3},
    {"multiplier": "none", "bock": True},
    {"trigger": "passed_in"},
]


@pytest.mark.parametrize("changes", ALTERNATIVES, ids=lambda changes: ",".join(f"{k}={v}" for k, v in changes.items()))
def test_every_alternative_of_the_rules(changes: dict[str, Any]) -> None:
    for preset, players in (("schieberamsch", 4), ("palatinate", 3)):
        plan = make_plan(preset, players=players, hands=1_500, seed=5, play="random", skat="random", rules=changes)
        seen = compare(plan)
        if changes.get("knock"):
            assert seen.knocks == {0, 1, 2, 3}


def test_durchmarsch_occurs_and_agrees() -> None:
    """Simple players and a skat that never moves: sweeps are rare, so more deals are looked at."""
    seen = compare(make_plan("skat-ramsch", hands=10_000, seed=2, play="simple"))
    assert seen.sweeps
