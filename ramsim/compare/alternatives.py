"""What is compared: alternatives of variants, rule fields and policies, and which of them share deals and plays."""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from ramsim.engine.identity import policy_content
from ramsim.engine.plan import Plan, Wanted, make_plan
from ramsim.errors import UsageError
from ramsim.given import shown
from ramsim.policies.registry import Kind, is_for_seat, policy_words
from ramsim.result import result_class
from ramsim.variants import Variant, load_variant
from ramsim.variants.loader import nearest
from ramsim.variants.schema import RamsRules

MOST_ALTERNATIVES = 32
Choices = Mapping[str, Any]
"""Rule fields with a value, or with a list of values that are alternatives."""

# Fields that say which cards are dealt; rules that differ in one of them share no deals.
_DEAL_FIELDS = {
    "rams": ("ranks", "jokers", "hand_size", "widow", "widow_takers", "permanent_trump", "permanent_upcard"),
    "ramsch": (),
}


@dataclass(frozen=True, eq=False)
class Alternative:
    """One of the things compared: its name in the table and its plan."""

    label: str
    plan: Plan


@dataclass(frozen=True)
class Play:
    """Alternatives that differ in payments alone, by their numbers: played once, priced under each."""

    plan: Plan
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class DealGroup:
    """Plays on the same deals; the first one of the baseline's group is the baseline's."""

    plays: tuple[Play, ...]

    @property
    def seed(self) -> int:
        """Seed of the deals."""
        return self.plays[0].plan.seed


def alternatives_of(
    variants: Sequence[str | Path | Variant],
    *,
    rules: Choices | None,
    declare: Wanted,
    play: Wanted,
    skat: Wanted,
    **common: Any,
) -> tuple[Alternative, ...]:
    """Give all combinations of the alternatives of a call.

    Parameters
    ----------
    variants
        One or more.
    rules
        Rule fields; a list of values makes alternatives.
    declare, play, skat
        Policies; several words for all seats, or for the same seat, are alternatives.
    **common
        What `make_plan` takes besides, the same for all.

    Raises
    ------
    UsageError
        When there are fewer than two alternatives or too many, two are the same, or they are of different families.
    """
    if rules is not None and not isinstance(rules, Mapping):
        raise UsageError(f"rules = {shown(rules)}: must be a mapping from rule fields to a value or a list of values")
    variant_choices = [("", each) for each in variants]
    rule_axes: list[list[tuple[Any, Any]]] = [
        [(field, value) for value in _listed(field, values)] for field, values in (rules or {}).items()
    ]
    wanted: dict[Kind, Wanted] = {"declare": declare, "play": play, "skat": skat}
    policy_axes: list[list[tuple[Any, Any]]] = [
        [(kind, word) for word in words] for kind, each in wanted.items() for words in _slots(kind, each)
    ]
    if len({load_variant(variant).family for variant in variants}) > 1:
        raise UsageError("compare: variants of the Rams and of the Ramsch family have no quantity in common")
    combinations = itertools.product(variant_choices, *rule_axes, *policy_axes)
    # A word that is off is told before their number: it may be why there are too few.
    first = next(combinations)
    plans = [_one(first, len(rule_axes), common)]
    number = len(variant_choices) * math.prod(len(axis) for axis in (*rule_axes, *policy_axes))
    if number < 2:
        raise UsageError(
            "compare: there is nothing to compare with: name two variants, a rule field twice (--set bete=5 --set "
            "bete=pot), a policy twice (--play rule --play random), or one for the same seat twice (--declare 0=guide "
            "--declare 0=always)"
        )
    if number > MOST_ALTERNATIVES:
        raise UsageError(f"compare: {number:,} alternatives: at most {MOST_ALTERNATIVES} fit in one comparison")
    chosen = [first, *combinations]
    common["players"] = plans[0].players
    plans += [_one(parts, len(rule_axes), common) for parts in chosen[1:]]
    labels = [_label(parts, variants, rule_axes, policy_axes) for parts in chosen]
    made = [Alternative(label, plan) for label, plan in zip(labels, plans, strict=True)]
    keys = [_whole_key(plan) for plan in plans]
    for (one, key), (other, other_key) in itertools.combinations(zip(made, keys, strict=True), 2):
        if one.label == other.label or key == other_key:
            raise UsageError(f"compare: the alternatives {one.label!r} and {other.label!r} are the same")
    return tuple(made)


def find_baseline(alternatives: Sequence[Alternative], wanted: str | int | None) -> int:
    """Give the number of the baseline: the first one, or the one named by its label or its number from 1.

    Raises
    ------
    UsageError
        When there is none of that name or number.
    """
    if wanted is None:
        return 0
    if isinstance(wanted, bool) or not isinstance(wanted, str | int):
        raise UsageError(f"baseline = {shown(wanted)}: must be an alternative's name, or its number from 1")
    labels = [each.label for each in alternatives]
    text = wanted if isinstance(wanted, str) else shown(wanted)
    if text in labels:
        return labels.index(text)
    if re.fullmatch(r"\d{1,9}", text, re.ASCII) and 1 <= int(text) <= len(labels):
        return int(text) - 1
    raise UsageError(
        f"baseline {shown(text)}: is none of the alternatives{nearest(text, tuple(labels))}, or 1 to {len(labels)}"
    )


def deal_groups(alternatives: Sequence[Alternative], baseline: int) -> tuple[DealGroup, ...]:
    """Share the alternatives out: by the deals they have in common, and by what is played on them.

    Groups after the baseline's get a seed of their own, so that their deals are independent of the baseline's.
    """
    order = [baseline, *(number for number in range(len(alternatives)) if number != baseline)]
    groups: dict[str, dict[str, list[int]]] = {}
    for number in order:
        plan = alternatives[number].plan
        groups.setdefault(_deal_key(plan), {}).setdefault(_play_key(plan), []).append(number)
    found = []
    for place, plays in enumerate(groups.values()):
        seed = (alternatives[baseline].plan.seed + place) % 2**64
        made = [Play(replace(alternatives[numbers[0]].plan, seed=seed), tuple(numbers)) for numbers in plays.values()]
        found.append(DealGroup(tuple(made)))
    return tuple(found)


def _one(parts: Sequence[Any], rule_count: int, common: dict[str, Any]) -> Plan:
    (_, variant), rules, policies = parts[0], dict(parts[1 : 1 + rule_count]), parts[1 + rule_count :]
    words: dict[str, Any] = {}
    for kind, word in policies:
        words.setdefault(kind, []).append(word)
    return make_plan(load_variant(variant, rules), **words, **common)


def _listed(field: Any, values: Any) -> list[Any]:
    if not isinstance(values, list | tuple):
        return [values]
    if not values:
        raise UsageError(f"rules: {shown(field)} has an empty list of values: name one or more")
    return list(values)


def _slots(kind: Kind, wanted: Wanted) -> Iterator[list[str]]:
    """Share a kind's words out: those for all seats, and those for each seat; of each only one can hold at a time."""
    slots: dict[str, list[str]] = {}
    for text in policy_words(kind, wanted):
        seat = text.partition("=")[0].strip() if is_for_seat(text) else ""
        slots.setdefault(seat, []).append(text)
    yield from slots.values()


def _label(parts: Sequence[Any], variants: Sequence[Any], rule_axes: Sequence[Any], policy_axes: Sequence[Any]) -> str:
    """Name an alternative by what varies."""
    words = []
    if len(variants) > 1:
        given = parts[0][1]
        words.append(given.name if isinstance(given, Variant) else str(given))
    axes = zip([*rule_axes, *policy_axes], parts[1:], strict=True)
    for place, (axis, (name, value)) in enumerate(axes):
        if len(axis) > 1:
            is_rule = place < len(rule_axes)
            words.append(f"{name}={_typed(value)}" if is_rule else f"{name} {value}")
    return ", ".join(words)


def _typed(value: Any) -> str:
    # A number of numpy's is written as what it is.
    return value if isinstance(value, str) else json.dumps(getattr(value, "tolist", lambda: value)(), default=str)


def _policies_key(plan: Plan) -> Any:
    return {kind: [(each.text, policy_content(each)) for each in seats] for kind, seats in plan.policies.items()}


def _rules_without(plan: Plan, fields: frozenset[str]) -> dict[str, Any]:
    rules = msgspec.to_builtins(plan.variant.rules)
    return {field: value for field, value in rules.items() if field not in fields}


def _whole_key(plan: Plan) -> str:
    return json.dumps([_rules_without(plan, frozenset()), plan.players, plan.carry, _policies_key(plan)])


def _play_key(plan: Plan) -> str:
    """Plans that agree in it play the same cards: they differ in payments that no policy is shown."""
    kind = result_class(plan.variant.family, plan.variant.name)
    return json.dumps(
        [_rules_without(plan, kind.priced_fields - kind.shown_fields), plan.players, plan.carry, _policies_key(plan)]
    )


def _deal_key(plan: Plan) -> str:
    rules = msgspec.to_builtins(plan.variant.rules)
    family = plan.variant.family
    fields = {field: rules[field] for field in _DEAL_FIELDS[family]}
    if isinstance(plan.variant.rules, RamsRules):
        if not plan.variant.rules.widow:
            fields.pop("widow_takers")
        if plan.variant.rules.permanent_trump == "none":
            fields.pop("permanent_upcard")
    else:
        # Which deals count is decided by the trigger and the bidding.
        fields = {field: value for field, value in rules.items() if field == "trigger" or field.startswith("bid_")}
    return json.dumps([family, fields, plan.players])
