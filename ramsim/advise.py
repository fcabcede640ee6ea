"""Advice for one hand: of the Rams family in or out, what each is worth, and which card to lead.

Hands of the Ramsch family are handed to ``ramsim/advise_ramsch.py``.

The hand, the upcard and what was declared so far are given; the other cards are dealt from the rest, deals in which the
seats before have declared so are kept, and each is played with the hero in and with the hero out. More deals are played
until the interval of the value of staying leaves 0 out; the interval is one that may be looked at again and again
(`ramsim.stats.ConfidenceSequence`). What is not settled after the most deals is called too close.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ramsim import cards
from ramsim.advise_ramsch import RamschAdvice, advise_ramsch
from ramsim.canonical import HandClasses, hand_classes
from ramsim.counted import counted
from ramsim.engine.plan import Plan, Wanted, make_plan
from ramsim.errors import DataError, UsageError
from ramsim.given import list_of, path_of, shown, whole_number
from ramsim.stats import ConfidenceSequence, Estimate
from ramsim.stats.estimate import normal_quantile
from ramsim.strength.cells import Cell, cells_of
from ramsim.strength.desk import MOST_DEALS, Desk
from ramsim.strength.handlist import read_named
from ramsim.strength.run import MOST_CARRY
from ramsim.strength.table import cell_estimates
from ramsim.tablefiles import read_columns, read_head
from ramsim.variants import Variant
from ramsim.variants.schema import RamsRules

_FIRST_LOOK = 2_048
_TABLE_COLUMNS = (
    "class",
    "seat",
    "before",
    "deals",
    "win_rate",
    "win_rate_se",
    "bete_rate",
    "bete_rate_se",
    "mean_tricks",
    "mean_tricks_se",
    "chips_in",
    "chips_in_se",
    "chips_out",
    "chips_out_se",
    "value",
    "value_se",
)


@dataclass(frozen=True)
class Advice:
    """What to do with one hand.

    Attributes
    ----------
    hand, upcard, seat, players, inside, pot
        What was asked: card names, the seats that are in so far, chips in the pot before the antes.
    verdict
        ``in``, ``out``, ``too close``, or ``forced in`` where going out is not open.
    numbers
        ``win_rate``, ``bete_rate``, ``mean_tricks``, ``chips_in``, ``chips_out``, ``value``: value, low and high end
        of a 95 % interval; of ``value`` one that holds however often one looks.
    leads
        When the hero leads if he is in: for each card the chips with that lead, with its interval, the best first.
    best_lead
        The card to lead; None where he does not lead.
    leads_settled
        Whether the best lead is better than every other beyond its error.
    deals
        Deals played.
    source
        ``simulation``, or the table's file.
    """

    hand: str
    upcard: str
    seat: int
    players: int
    inside: tuple[int, ...]
    pot: int
    verdict: str
    numbers: Mapping[str, tuple[float, float, float]]
    leads: Sequence[Mapping[str, Any]] = field(default_factory=tuple)
    best_lead: str | None = None
    leads_settled: bool = False
    deals: int = 0
    source: str = "simulation"

    def as_json(self) -> dict[str, Any]:
        """Give the advice as JSON values; what is not known is null."""

        def plain(value: float) -> float | None:
            return value if math.isfinite(value) else None

        return {
            "hand": self.hand,
            "upcard": self.upcard,
            "seat": self.seat,
            "players": self.players,
            "in": list(self.inside),
            "pot": self.pot,
            "verdict": self.verdict,
            "numbers": {
                name: dict(zip(("value", "lo", "hi"), map(plain, triple), strict=True))
                for name, triple in self.numbers.items()
            },
            "leads": [dict(lead) for lead in self.leads],
            "best_lead": self.best_lead,
            "leads_settled": self.leads_settled,
            "deals": self.deals,
            "source": self.source,
        }


def advise(
    variant: str | Path | Variant,
    hand: str,
    *,
    upcard: str | None = None,
    seat: int,
    players: int | None = None,
    inside: Sequence[int] = (),
    pot: int = 0,
    declare: Wanted = None,
    play: Wanted = None,
    rules: Mapping[str, Any] | None = None,
    seed: int = 0,
    table: str | Path | None = None,
    skat: Wanted = None,
    skat_cards: str | None = None,
    passing: str | None = None,
    pushed: Sequence[int] | None = None,
) -> Advice | RamschAdvice:
    """Advise on one hand.

    Parameters
    ----------
    variant, players, rules, declare, play
        The table, as in `ramsim.simulate`.
    hand, upcard
        Cards as they are written in hand records: ``"AH KH 9S 8C 7D"`` and ``"TH"``.
    seat
        The seat that holds the hand, 0 = eldest.
    inside
        Seats before it that are in; the others before it are out.
    pot
        Chips in the pot before the antes.
    seed
        0 to 2**64 - 1.
    table
        A complete table of ``ramsim strength``: the answer is read from it, no deal is played. It knows how many are
        in, not who.
    skat
        Ramsch family: what the players do with the skat, as in `ramsim.simulate`.
    skat_cards, passing, pushed
        Ramsch family: the two cards that were taken up, a pair that is to be compared with the best, and the earlier
        seats that pushed the skat on (see `ramsim.advise_ramsch.advise_ramsch`). There, ``upcard``, ``inside``,
        ``pot`` and ``table`` have no meaning.

    Returns
    -------
    Advice or RamschAdvice
        By the family of the variant.

    Raises
    ------
    UsageError
        A bad hand, a seat outside the table, a seat in that has not spoken, a situation in which the seat does not
        speak.
    CardError
        A text that is no card.
    DataError
        A table that does not fit.
    """
    pot = whole_number("pot", pot, 0, MOST_CARRY)
    wanted = list_of("in", inside, object, "the seats that are in, for example [0, 1]")
    plan = make_plan(variant, players=players, seed=seed, declare=declare, play=play, skat=skat, rules=rules, carry=pot)
    if not isinstance(plan.variant.rules, RamsRules):
        _refuse_words(plan, upcard=upcard, inside=wanted or None, table=table)
        return advise_ramsch(plan, hand, seat, skat_cards, passing, pushed)
    _refuse_words(plan, skat_cards=skat_cards, passing=passing, pushed=pushed)
    if upcard is None:
        raise UsageError(f"upcard: the card turned up is needed in {plan.variant.name}, for example TH")
    seat = whole_number("seat", seat, 0, plan.players - 1, plan.variant.name)
    before = [whole_number("in", other, 0, plan.players - 1, plan.variant.name) for other in wanted]
    for other in before:
        if other >= seat:
            raise UsageError(
                f"in = {other}: seat {seat} speaks before it, or is it itself; only earlier seats can be in"
            )
    if len(set(before)) != len(before):
        raise UsageError(f"in = {', '.join(map(str, before))}: a seat is named twice")
    about = hand_classes(plan.variant.rules)
    held, turned = read_named("hand", cards.parse_cards, hand), read_named("upcard", cards.parse_card, upcard)
    number = about.number(held, turned)
    cell = _cell(plan, seat, len(before))
    asked = {
        "hand": cards.card_names(held),
        "upcard": cards.card_name(turned),
        "seat": seat,
        "players": plan.players,
        "inside": tuple(sorted(before)),
        "pot": pot,
    }
    if table is not None:
        return _from_table(plan, path_of("table", table), number, cell, asked)
    return _from_deals(plan, about, held, turned, cell, asked)


def _refuse_words(plan: Plan, **given: Any) -> None:
    """Refuse words that have a meaning in the other family only."""
    for name, value in given.items():
        if value is not None:
            typed = shown(str(value) if isinstance(value, Path) else value)
            raise UsageError(
                f"{name} = {typed}: {plan.variant.name} is of the {plan.variant.family} family, where it has no "
                "meaning: leave it away"
            )


def _cell(plan: Plan, seat: int, before: int) -> Cell:
    """Find the situation; refuse one in which the seat has no say."""
    assert isinstance(plan.variant.rules, RamsRules)
    for cell in cells_of(plan.variant.rules, plan.players, plan.carry):
        if (cell.seat, cell.before) == (seat, before):
            return cell
    raise UsageError(
        f"seat {seat} with {before} in before it: does not come up in {plan.variant.name} with {plan.carry} in the pot "
        "(nobody may go out, or the deal is void before it speaks)"
    )


def _from_table(plan: Plan, path: Path, number: int, cell: Cell, asked: dict[str, Any]) -> Advice:
    from ramsim.variants.loader import rules_hash

    head, _ = read_head(path)
    if head.get("kind") != "strength" or head.get("classes") != "complete":
        raise DataError(
            f"{path}: holds no complete table: make one with ramsim strength VARIANT --classes complete --out"
        )
    for name, ours in (("rules_hash", rules_hash(plan.variant)), ("players", plan.players), ("carry", plan.carry)):
        if head.get(name) != ours:
            raise DataError(f"{path}: was made for {name} = {head.get(name)}, asked is {name} = {ours}")
    columns = read_columns(path, _TABLE_COLUMNS)
    rows = np.flatnonzero(
        (columns["class"] == number) & (columns["seat"] == cell.seat) & (columns["before"] == cell.before)
    )
    if len(rows) != 1:
        raise DataError(f"{path}: is damaged: {counted(len(rows), 'line')} for one hand and situation")
    found = {name: float(values[rows[0]]) for name, values in columns.items()}
    if not cell.unplayed and not found["deals"]:
        raise DataError(f"{path}: the situation never came up when the table was made; ask without --table")
    numbers = _intervals(found, normal_quantile(0.95))
    return Advice(
        **asked, verdict=_verdict(numbers, cell), numbers=numbers, deals=int(found["deals"]), source=str(path)
    )


def _from_deals(
    plan: Plan, about: HandClasses, held: tuple[int, ...], upcard: int, cell: Cell, asked: dict[str, Any]
) -> Advice:
    rules = plan.variant.rules
    assert isinstance(rules, RamsRules)
    leads = _leads(plan, about, held, upcard, cell, asked["inside"])
    desk = Desk(plan, about, held, upcard, cell, asked["inside"], leads)
    sequence = ConfidenceSequence(tightest_at=MOST_DEALS // 4, first_look=_FIRST_LOOK)
    deals = 0 if cell.unplayed else _FIRST_LOOK
    while True:
        if deals:
            desk.play_to(deals)
        found = {
            name: float(values[0])
            for name, values in cell_estimates(rules, plan.players, plan.carry, cell, desk.sums[0]).items()
        }
        numbers = _intervals(found, normal_quantile(0.95))
        if cell.may_out and not cell.unplayed:
            estimate = Estimate(found["value"], found["value_se"], math.nan, math.nan, desk.deals, math.inf, "t")
            numbers["value"] = (found["value"], *sequence.interval(estimate))
        verdict = _verdict(numbers, cell)
        judged, settled = _judged(desk, leads)
        if cell.unplayed or 2 * deals > MOST_DEALS or (verdict != "too close" and (settled or not leads)):
            break
        deals *= 2
    return Advice(
        **asked,
        verdict=verdict,
        numbers=numbers,
        leads=judged,
        best_lead=judged[0]["card"] if judged else None,
        leads_settled=settled,
        deals=desk.deals,
    )


def _leads(
    plan: Plan, about: HandClasses, held: tuple[int, ...], upcard: int, cell: Cell, inside: tuple[int, ...]
) -> dict[int, int]:
    """Give the cards that the hero may lead, as masks; none when another leads or the first card is the last."""
    rules = plan.variant.rules
    assert isinstance(rules, RamsRules)
    if inside or cell.unplayed or rules.hand_size == 1 or rules.upcard_exchange != "none":
        return {}
    suit = about.trump_suit(upcard)
    return {code: about.layout.play_mask((code,), suit) for code in held}


def _judged(desk: Desk, leads: dict[int, int]) -> tuple[list[dict[str, Any]], bool]:
    """Compare the leads in the same deals: best first, each with its mean and the difference to the best."""
    if not leads or not desk.deals:
        return [], False
    chips = {card: np.concatenate(parts).astype(np.float64) for card, parts in desk.lead_chips.items()}
    order = sorted(chips, key=lambda card: -float(chips[card].mean()))
    best = chips[order[0]]
    wide = normal_quantile(1 - 0.05 / max(len(order) - 1, 1))
    judged, settled = [], True
    for card in order:
        mean, error = float(chips[card].mean()), float(chips[card].std() / math.sqrt(len(best)))
        less = best - chips[card]
        gap, gap_error = float(less.mean()), float(less.std() / math.sqrt(len(best)))
        same = not less.any()
        settled = settled and (card == order[0] or same or gap > wide * gap_error)
        judged.append(
            {
                "card": cards.card_name(card),
                "chips": mean,
                "se": error,
                "less_than_best": gap,
                "less_se": gap_error,
            }
        )
    return judged, settled


def _intervals(found: Mapping[str, float], times: float) -> dict[str, tuple[float, float, float]]:
    numbers = {}
    for name in ("win_rate", "bete_rate", "mean_tricks", "chips_in", "chips_out", "value"):
        value, half = found[name], times * found[f"{name}_se"]
        low, high = value - half, value + half
        numbers[name] = (value, max(low, 0.0), min(high, 1.0)) if name.endswith("rate") else (value, low, high)
    return numbers


def _verdict(numbers: Mapping[str, tuple[float, float, float]], cell: Cell) -> str:
    if not cell.may_out:
        return "forced in"
    _, low, high = numbers["value"]
    return "in" if low > 0 else ("out" if high < 0 else "too close")
