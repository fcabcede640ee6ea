"""Whole deals written down by hand: each was played and settled from the rule text alone, card by card, beforehand.

A line of ``by_hand.jsonl`` holds the rule it is about (``variant: rule``), a hand record, and either what must come of
it (``expect``) or the words that its refusal must contain (``refused``: an illegal play, call, exchange or table).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from ramsim.replay import replay
from ramsim.variants import load_variant, preset_names
from ramsim.variants.schema import RULES_OF_FAMILY

LINES: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("by_hand.jsonl").read_text("utf-8").splitlines()
]
RIGHT = [line for line in LINES if "expect" in line]
WRONG = [line for line in LINES if "refused" in line]


def replayed(line: dict[str, Any]) -> dict[str, Any]:
    (answer,) = replay([json.dumps(line["record"])])
    return answer.as_json()


@pytest.mark.parametrize("line", RIGHT, ids=lambda line: line["rule"])
def test_by_hand_deal_is_settled_as_the_rule_says(line: dict[str, Any]) -> None:
    answer = replayed(line)
    assert answer.get("error") is None
    assert {key: answer[key] for key in line["expect"]} == line["expect"]


@pytest.mark.parametrize("line", WRONG, ids=lambda line: line["rule"])
def test_by_hand_deal_is_refused_in_the_words_of_the_rule(line: dict[str, Any]) -> None:
    answer = replayed(line)
    assert not answer["ok"]
    assert [word for word in line["refused"] if word not in answer["error"]] == []


@pytest.mark.parametrize("line", [line for line in RIGHT if "chips" in line["expect"]], ids=lambda line: line["rule"])
def test_by_hand_chips_and_pot_balance(line: dict[str, Any]) -> None:
    """What was derived by hand must itself conserve chips."""
    assert sum(line["expect"]["chips"]) + line["expect"]["pot"] == line["record"].get("pot", 0)


def named_alternatives() -> Iterator[tuple[str, str, Any]]:
    """Give family, field and value for every rule field whose values have names, and for switches."""
    for family, rules in RULES_OF_FAMILY.items():
        for field, hint in get_type_hints(rules).items():
            if get_origin(hint) is Literal:
                yield from ((family, field, value) for value in get_args(hint))
            elif hint is bool:
                yield from ((family, field, value) for value in (False, True))


def test_every_preset_has_a_deal_by_hand() -> None:
    assert {line["record"]["variant"] for line in RIGHT} == set(preset_names())


def test_every_named_alternative_has_a_deal_by_hand() -> None:
    played = set()
    for line in RIGHT:
        variant = load_variant(line["record"]["variant"], line["record"].get("rules", {}))
        alternatives = [(field, value) for family, field, value in named_alternatives() if family == variant.family]
        played |= {
            (variant.family, field, value) for field, value in alternatives if getattr(variant.rules, field) == value
        }
    assert sorted(set(named_alternatives()) - played, key=str) == []
