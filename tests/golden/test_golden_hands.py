"""Golden hands: a few whole deals of every preset, written down once and read through by hand.

A change of a deal, of a policy's card or of a settlement shows here first. When it is meant, write the hands anew with
``python -m tests.golden.test_golden_hands`` and say in the commit why results change.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ramsim.deals import show_deal
from ramsim.replay import replay
from ramsim.variants import load_variant, preset_names

FILE = Path(__file__).with_name("hands.jsonl")
NUMBERS = (0, 1, 2)
SEED = 2024


def golden() -> list[dict[str, Any]]:
    return [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


def chips_in_pot(preset: str, number: int) -> int:
    """Give what lies in the pot: nothing in the first hand, so that simple and double pots both occur."""
    return 6 * number if load_variant(preset).family == "rams" else 0


def written() -> list[dict[str, Any]]:
    return [
        show_deal(preset, seed=SEED, number=number, carry=chips_in_pot(preset, number)).record
        for preset in preset_names()
        for number in NUMBERS
    ]


def test_every_preset_has_its_hands() -> None:
    assert [record["variant"] for record in golden()] == [name for name in preset_names() for _ in NUMBERS]


@pytest.mark.parametrize("place", range(len(preset_names()) * len(NUMBERS)))
def test_the_kernel_plays_the_golden_hand(place: int) -> None:
    preset, number = preset_names()[place // len(NUMBERS)], NUMBERS[place % len(NUMBERS)]
    assert show_deal(preset, seed=SEED, number=number, carry=chips_in_pot(preset, number)).record == golden()[place]


def test_the_referee_accepts_every_golden_hand() -> None:
    lines = list(replay(FILE))
    assert len(lines) == len(golden())
    assert [line.error for line in lines if not line.ok] == []


if __name__ == "__main__":
    FILE.write_text("".join(json.dumps(record) + "\n" for record in written()), "utf-8")
