"""Advice for one hand of the Ramsch family: push or take, and which two cards to pass on.

Before the skat's round each deal around the hand is played twice, with the skat pushed and with it taken (two dearest
cards passed on, as ``ramsim strength`` does), until the interval of the difference leaves 0 out or it is called too
close. With the two cards of the skat known the pairs that may be passed are compared (``ramsim/strength/pairs.py``).
Where two cards are discarded before the skat is taken, pairs are compared at once, and the best is what taking means;
the deals on which it is compared with pushing are others. Without a skat's round there is only
what the hand is worth. The bidding of ``trigger = passed_in`` is not looked at.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ramsim import cards
from ramsim.counted import counted
from ramsim.engine.plan import Plan
from ramsim.errors import UsageError
from ramsim.given import list_of, whole_number
from ramsim.kernels.ramsch_cards import JACKS, codes_of, mask_of
from ramsim.policies.registry import Policy
from ramsim.stats import ConfidenceSequence, Estimate
from ramsim.stats.estimate import normal_quantile
from ramsim.strength.handlist import read_named
from ramsim.strength.pairs import FEW, DealSource, JudgedPairs, allowed_pairs, judge_pairs, passes
from ramsim.strength.ramsch import SEATS, hand_mask
from ramsim.strength.ramsch_ways import way_at_play, ways_before
from ramsim.variants.schema import RamschRules

_FIRST_LOOK, _MOST_DEALS = 2_048, 1 << 17
# Other deals than those on which pairs are compared.
_STREAM = 1 << 42


@dataclass(frozen=True)
class RamschAdvice:
    """What to do with one hand of ten cards.

    Attributes
    ----------
    hand, seat, skat_cards, pushed
        What was asked; ``skat_cards`` None when they are not known, ``pushed`` None when it is not known which earlier
        seats pushed the skat on.
    verdict
        ``push``, ``take`` or ``too close``; ``pass`` or ``too close`` with the skat known; ``no choice`` without a
        skat's round.
    numbers
        For ``push`` and ``take``, or ``play`` without a skat's round: ``push_lose_rate``, ``push_trickless_rate``,
        ``push_sweep_rate``, ``push_mean_score`` and so on: value, low and high end of a 95 % interval; and
        ``push_value``: score when pushing minus score when taking, above 0 better for the player, with an interval that
        holds however often one looks. Empty when the skat is known.
    pairs, best_pair, pairs_settled
        The pairs that may be passed on, the best first (see `ramsim.strength.pairs.JudgedPairs`), the best, and whether
        it is better than every other beyond error.
    deals
        Deals played; of pairs, those that the best few were played on.
    """

    hand: str
    seat: int
    verdict: str
    skat_cards: str | None = None
    pushed: tuple[int, ...] | None = None
    numbers: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    pairs: Sequence[Mapping[str, Any]] = field(default_factory=tuple)
    best_pair: str | None = None
    pairs_settled: bool = False
    deals: int = 0

    def as_json(self) -> dict[str, Any]:
        """Give the advice as JSON values."""
        return {
            "hand": self.hand,
            "seat": self.seat,
            "skat_cards": self.skat_cards,
            "pushed": None if self.pushed is None else list(self.pushed),
            "verdict": self.verdict,
            "numbers": {
                name: dict(zip(("value", "lo", "hi"), (v if math.isfinite(v) else None for v in triple), strict=True))
                for name, triple in self.numbers.items()
            },
            "pairs": [dict(pair) for pair in self.pairs],
            "best_pair": self.best_pair,
            "pairs_settled": self.pairs_settled,
            "deals": self.deals,
        }


def advise_ramsch(
    plan: Plan,
    hand: str,
    seat: int,
    skat_cards: str | None = None,
    passing: str | None = None,
    pushed: Sequence[int] | None = None,
) -> RamschAdvice:
    """Advise on one hand of ten cards.

    Parameters
    ----------
    plan
        A game of the Ramsch family.
    hand
        Ten cards.
    seat
        0 forehand, 1 middlehand, 2 rearhand.
    skat_cards
        The two cards that were taken up; None when the question is whether to take them.
    passing
        A pair that is to be compared with the best to the end, whatever comes of it.
    pushed
        The earlier seats that pushed the skat on, when that is known: the others before this one took it.

    Raises
    ------
    UsageError
        A hand, a skat, a pair or a seat that cannot be; `CardError` for a text that is no card, or a card twice.
    """
    rules = plan.variant.rules
    assert isinstance(rules, RamschRules)
    mask = read_named("hand", hand_mask, hand)
    whole_number("seat", seat, 0, SEATS - 1, plan.variant.name)
    lying = None if skat_cards is None else _skat_mask(plan, skat_cards, mask)
    wished = None if passing is None else _pair_mask(plan, passing, mask, lying)
    before = None
    if pushed is not None:
        before = _pushed_seats(
            plan, list_of("pushed", pushed, object, "the seats that pushed, for example [0, 1]"), seat
        )
    asked: dict[str, Any] = {"hand": cards.card_names(cards.parse_cards(hand)), "seat": seat, "pushed": before}
    pairs: JudgedPairs | None = None
    if lying is not None or rules.skat_round == "discard_first":
        pairs = judge_pairs(plan, seat, mask, lying, wished, before)
        asked |= {"pairs": pairs.rows, "best_pair": pairs.rows[0]["pair"], "pairs_settled": pairs.settled}
    if lying is not None and pairs is not None:
        known = cards.card_names(cards.parse_cards(skat_cards or ""))
        verdict = "pass" if pairs.settled else "too close"
        return RamschAdvice(**asked, skat_cards=known, verdict=verdict, deals=pairs.deals)
    taking = passes(_two(pairs.rows[0]["pair"], "pair")) if pairs is not None else None
    verdict, numbers, deals = _push_or_take(plan, seat, mask, taking, asked["pushed"])
    return RamschAdvice(**asked, verdict=verdict, numbers=numbers, deals=deals)


def _skat_mask(plan: Plan, text: str, hand: int) -> int:
    """Read the two cards that were taken up."""
    rules = plan.variant.rules
    assert isinstance(rules, RamschRules)
    if rules.skat_round != "pickup_first":
        reason = {
            "none": "there is no skat's round in which it is taken",
            "discard_first": "the two cards are discarded before the skat is seen",
        }[rules.skat_round]
        raise UsageError(f"skat_cards {text!r}: {reason} in {plan.variant.name}: leave them away")
    mask = _two(text, "skat_cards")
    if mask & hand:
        raise UsageError(f"skat_cards {text!r}: {cards.card_names(codes_of(mask & hand))} is held in the hand")
    return mask


def _pair_mask(plan: Plan, text: str, hand: int, lying: int | None) -> int:
    """Read a pair that is to be compared."""
    rules = plan.variant.rules
    assert isinstance(rules, RamschRules)
    if lying is None and rules.skat_round != "discard_first":
        raise UsageError(f"passing {text!r}: pairs are compared when the skat is known: name its cards too")
    mask = _two(text, "passing")
    held = hand | (lying or 0)
    if mask & ~held:
        raise UsageError(f"passing {text!r}: {cards.card_names(codes_of(mask & ~held))} is not held")
    if mask not in allowed_pairs(rules, held):
        jacks = cards.card_names(codes_of(mask & JACKS))
        raise UsageError(f"passing {text!r}: {jacks} may not be passed on in {plan.variant.name}")
    return mask


def _pushed_seats(plan: Plan, pushed: Sequence[Any], seat: int) -> tuple[int, ...]:
    """Check the seats that are said to have pushed."""
    rules = plan.variant.rules
    assert isinstance(rules, RamschRules)
    said = ", ".join(map(str, pushed))
    if rules.skat_round == "none":
        raise UsageError(f"pushed = {said}: there is no skat's round in {plan.variant.name}: leave it away")
    for other in pushed:
        whole_number("pushed", other, 0, SEATS - 1, plan.variant.name)
        if other >= seat:
            raise UsageError(f"pushed = {other}: only seats before seat {seat} have had the skat")
    if len(set(pushed)) != len(pushed):
        raise UsageError(f"pushed = {said}: a seat is named twice")
    return tuple(sorted(int(other) for other in pushed))


def _two(text: str, name: str) -> int:
    codes = read_named(name, cards.parse_cards, text)
    strange = [code for code in codes if code not in cards.pack("AKQJT987")]
    if strange:
        raise UsageError(f"{name} {cards.card_name(strange[0])}: is no card of this pack of 32 (AKQJT987)")
    if len(codes) != 2:
        raise UsageError(f"{name} {text!r}: has {counted(len(codes), 'card')}, must be 2")
    return mask_of(codes)


def _push_or_take(
    plan: Plan, seat: int, mask: int, taking: Policy | None, pushed: tuple[int, ...] | None
) -> tuple[str, dict[str, tuple[float, float, float]], int]:
    """Play deals until it is settled; gives the verdict, the numbers and how many deals it took."""
    # Deals that fit a history may be few.
    tightest, first = (_FIRST_LOOK, FEW) if pushed is not None and seat > 0 else (_MOST_DEALS // 4, _FIRST_LOOK)
    sequence = ConfidenceSequence(tightest_at=tightest, first_look=first)
    rules = plan.variant.rules
    assert isinstance(rules, RamschRules)
    ways = way_at_play(plan, seat) if rules.skat_round == "none" else ways_before(plan, seat, taking)
    source = DealSource(plan, seat, mask, None, pushed, _STREAM)
    sums = np.zeros(len(ways.columns), dtype=np.int64)
    deals, more = 0, _FIRST_LOOK
    while True:
        found = source.take(more)
        sums += ways.sums(*found)[0]
        deals += found[1].size
        line = ways.line(sums)
        if "push" not in ways.names:
            verdict = "no choice"
            done = deals >= 8 * _FIRST_LOOK
        else:
            value = Estimate(line["push_value"], line["push_value_se"], math.nan, math.nan, deals, math.inf, "t")
            low, high = sequence.interval(value)
            verdict = "push" if low > 0 else ("take" if high < 0 else "too close")
            done = verdict != "too close" or 2 * deals > _MOST_DEALS or found[1].size < more
        if done:
            break
        more = deals
    numbers = _intervals(line)
    if "push" in ways.names:
        numbers["push_value"] = (line["push_value"], low, high)
    return verdict, numbers, deals


def _intervals(line: Mapping[str, float]) -> dict[str, tuple[float, float, float]]:
    times = normal_quantile(0.95)
    numbers = {}
    for name in line:
        if f"{name}_se" in line:
            value, half = line[name], times * line[f"{name}_se"]
            low, high = value - half, value + half
            numbers[name] = (value, max(low, 0.0), min(high, 1.0)) if name.endswith("rate") else (value, low, high)
    return numbers
