"""Single deals of a batch of the Ramsch family: the kernel plays them, the referee tells them card by card.

The kernel's steps are handed to the referee one by one, so a deal that the two read differently is refused here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ramsim.engine.plan import Plan
from ramsim.engine.ramsch import RamschTable, trace_range
from ramsim.engine.ramsch_trace import TracedRamsch, traced_ramsch
from ramsim.referee.ramsch import RamschDeal
from ramsim.referee.ramsch_record import check_record, record_of
from ramsim.variants.schema import RamschRules

BID_FOR = "The bidding does not pass this deal in: in the batch it is counted and not played. As a Ramsch it goes so:"


def told_ramsch(plan: Plan, name: str, changed: Mapping[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
    """Give the first deal of a plan in words, and as a hand record."""
    traced = next(_traced(plan))
    record = record_of(replayed_ramsch(plan, traced), name, changed)
    text = check_record(record).text
    return "\n".join(text if traced.passed_in else (BID_FOR, *text)), record


def ramsch_records(plan: Plan, name: str, changed: Mapping[str, Any] | None = None) -> Iterator[dict[str, Any]]:
    """Give the deals of a plan as hand records, passed in or not, played by the kernel, settled by the referee."""
    for traced in _traced(plan):
        yield record_of(replayed_ramsch(plan, traced), name, changed)


def replayed_ramsch(plan: Plan, traced: TracedRamsch) -> RamschDeal:
    """Let the referee play a traced deal step by step; it refuses what is against the rules."""
    assert isinstance(plan.variant.rules, RamschRules)
    deal = RamschDeal(plan.variant.rules, traced.hands, traced.skat, plan.players)
    follow_ramsch(deal, traced)
    return deal


def follow_ramsch(deal: RamschDeal, traced: TracedRamsch) -> None:
    """Carry out every step of a traced deal in a referee's deal that was dealt the same cards."""
    for given in traced.skat_round:
        if given is None:
            deal.push()
        else:
            deal.pass_on(given)
    for seat in traced.knocks:
        deal.knock(seat)
    for step in traced.steps:
        deal.play(step.card)


def _traced(plan: Plan) -> Iterator[TracedRamsch]:
    table = RamschTable(plan)
    return traced_ramsch(table, *trace_range(table, plan.first, plan.hands))
