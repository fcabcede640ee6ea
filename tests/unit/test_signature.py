"""The signature of results: the same for any threads and chunks, another for other outcomes."""

from __future__ import annotations

import re

import pytest

from benchmarks import signature
from benchmarks.signature import cases, joint_signature, preset_signature
from ramsim.variants import load_variant, preset_names

HANDS = 1_500


@pytest.mark.parametrize("preset", preset_names())
def test_two_threads_give_the_signature_of_one(preset: str) -> None:
    one = preset_signature(preset, hands=HANDS, threads=1)
    assert re.fullmatch("[0-9a-f]{16}", one)
    assert preset_signature(preset, hands=HANDS, threads=2, chunk=400) == one


@pytest.mark.parametrize("preset", preset_names())
def test_every_number_of_players_is_played(preset: str) -> None:
    low, high = load_variant(preset).players
    assert {case.players for case in cases(preset)} == set(range(low, high + 1))


def test_a_payout_alone_leaves_the_signature_and_other_play_moves_it() -> None:
    plain = preset_signature("ramsli", hands=HANDS)
    assert preset_signature("ramsli-double", hands=HANDS) == plain
    assert preset_signature("ramsli-obligatory", hands=HANDS) != plain
    assert preset_signature("ramsli", hands=HANDS + 1) != plain


def test_joint_signature_follows_names_and_hashes_but_not_their_order() -> None:
    joint = joint_signature({"a": "1", "b": "2"})
    assert joint_signature({"b": "2", "a": "1"}) == joint
    assert joint_signature({"a": "2", "b": "1"}) != joint
    assert joint_signature({"a": "1"}) != joint


def test_command_prints_each_preset_and_their_joint_hash(capsys: pytest.CaptureFixture[str]) -> None:
    assert signature.main(["--verbose", "--hands", "200", "--threads", "1"]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    shown = dict(line.split() for line in lines)
    assert tuple(shown) == tuple(preset_names())
    assert last.endswith(joint_signature(shown))
