"""Single deals of a batch: the kernel plays them, the referee tells them card by card.

The kernel's steps are handed to the referee one by one, so a deal that the two read differently is refused here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ramsim.deals_ramsch import ramsch_records, told_ramsch
from ramsim.engine.plan import MOST_DEALS, Plan, Wanted, make_plan
from ramsim.engine.rams import RamsTable, trace_range
from ramsim.engine.rams_trace import TracedDeal, traced_deals
from ramsim.given import whole_number
from ramsim.referee.rams import RamsDeal
from ramsim.referee.rams_record import check_record, record_of
from ramsim.variants import Variant
from ramsim.variants.schema import RamsRules


@dataclass(frozen=True)
class ShownDeal:
    """One deal of a batch.

    Attributes
    ----------
    text
        The deal told card by card, with the reason for each forced card.
    record
        The deal as a hand record, ready for JSON.
    """

    text: str
    record: dict[str, Any]


def show_deal(
    variant: str | Path | Variant,
    *,
    players: int | None = None,
    seed: int = 0,
    number: int = 0,
    declare: Wanted = None,
    play: Wanted = None,
    skat: Wanted = None,
    rules: Mapping[str, Any] | None = None,
    carry: int = 0,
) -> ShownDeal:
    """Show the very deal that `ramsim.simulate` plays under this seed and number; parameters as there.

    Raises
    ------
    UsageError
        The words of the call are off.
    """
    number = whole_number("number", number, 0, MOST_DEALS)
    plan = make_plan(
        variant,
        players=players,
        hands=1,
        seed=seed,
        first=number,
        declare=declare,
        play=play,
        skat=skat,
        rules=rules,
        carry=carry,
    )
    name = str(variant) if not isinstance(variant, Variant) else variant.name
    if plan.variant.family == "ramsch":
        return ShownDeal(*told_ramsch(plan, name, rules))
    record = next(iter(deal_records(plan, name, rules)))
    account = check_record(record)
    return ShownDeal("\n".join(account.text), record)


def deal_records(plan: Plan, name: str, changed: Mapping[str, Any] | None = None) -> Iterator[dict[str, Any]]:
    """Give the deals of a plan as hand records, each played by the kernel and settled by the referee."""
    if plan.variant.family == "ramsch":
        yield from ramsch_records(plan, name, changed)
        return
    table = RamsTable(plan)
    for traced in traced_deals(table, *trace_range(table, plan.first, plan.hands)):
        yield record_of(replayed(plan, traced), name, changed)


def replayed(plan: Plan, traced: TracedDeal) -> RamsDeal:
    """Let the referee play a traced deal step by step; it refuses what is against the rules."""
    assert isinstance(plan.variant.rules, RamsRules)
    deal = RamsDeal(plan.variant.rules, traced.hands, traced.upcard, carry=plan.carry, widows=traced.widows)
    follow(deal, traced)
    return deal


def follow(deal: RamsDeal, traced: TracedDeal) -> None:
    """Carry out every step of a traced deal in a referee's deal that was dealt the same cards."""
    takers = 0
    for call in traced.calls:
        if deal.speaker is None:
            break
        discard = None
        if call == "widow":
            discard = traced.widow_discards[takers] if traced.widow_discards else None
            takers += 1
        deal.declare(deal.rules.special if call == "special" else call, discard)
    if traced.exchange is not None:
        deal.exchange(traced.exchange[1])
    for seat, call in traced.announcements:
        deal.announce(seat, call)
    for step in traced.steps:
        deal.play(step.card)
