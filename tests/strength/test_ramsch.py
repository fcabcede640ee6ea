"""Ten-card hands of the Ramsch family: certainties, batches, refusals."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ramsim
from ramsim.cards import parse_cards
from ramsim.errors import DataError, UsageError
from ramsim.kernels.ramsch_cards import mask_of
from ramsim.strength import strength
from ramsim.strength.ramsch import features_of, hand_mask


def hands_file(folder: Path, *lines: str) -> Path:
    path = folder / "hands.txt"
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_a_hand_that_takes_every_trick_sweeps(tmp_path: Path) -> None:
    """Four jacks and the six highest hearts, forehand leads: nobody can take a trick."""
    made = strength("skat-ramsch", classes=hands_file(tmp_path, "JC JS JH JD AH TH KH QH 9H 8H"), precision=0.05).frame
    line = made[made["seat"] == 0].iloc[0]
    assert (line["play_sweep_rate"], line["play_lose_rate"], line["play_mean_score"]) == (1.0, 0.0, 120.0)
    assert line["play_sweep_rate_se"] > 0


def test_a_hand_of_low_cards_never_loses(tmp_path: Path) -> None:
    made = strength(
        "schieberamsch", classes=hands_file(tmp_path, "7C 8C 9C 7D 8D 9D 7H 8H 7S 8S"), precision=0.05
    ).frame
    assert (made["push_lose_rate"] < 0.02).all()
    assert (made["push_trickless_rate"] > 0.8).all()


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_summary_adds_up_to_the_batch(seat: int) -> None:
    frame = strength("schieberamsch", classes="summary", precision=0.02).frame
    mine = frame[frame["seat"] == seat]
    batch = ramsim.simulate("schieberamsch", hands=200_000, skat=["rule", f"{seat}=push"]).frame.iloc[seat]
    assert mine["share"].sum() == pytest.approx(1.0)
    for name in ("lose_rate", "mean_score"):
        value = float((mine["share"] * mine[f"push_{name}"]).sum())
        deals = mine["deals"].sum()
        error = np.hypot(batch[f"{name}_se"] * np.sqrt(200_000 / deals), batch[f"{name}_se"])
        assert abs(value - batch[name]) < 4.5 * error


def test_features_are_counted() -> None:
    hand = mask_of(parse_cards("JC JD TS AH TH 7H 7C 8C 9D KD"))
    assert features_of(np.array([hand], dtype=np.uint32)).tolist() == [[2, 1, 1, 2]]


def test_bad_hands_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has 9 cards, 10 are held"):
        hand_mask("7C 8C 9C 7D 8D 9D 7H 8H 7S")
    with pytest.raises(DataError, match="line 1: 2S: is no card of this pack"):
        strength("schieberamsch", classes=hands_file(tmp_path, "7C 8C 9C 7D 8D 9D 7H 8H 7S 2S"))
