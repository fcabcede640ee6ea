"""Ten-card hands of the Ramsch family: certainties, batches, refusals."""

from __future__ import annotations

import itertools
import tracemalloc
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ramsim
from ramsim.cards import parse_cards
from ramsim.engine.plan import make_plan
from ramsim.engine.ramsch import RamschTable, play_given
from ramsim.engine.ramsch_given import play_and_see
from ramsim.errors import DataError, RamsimError, UsageError
from ramsim.kernels.ramsch_cards import mask_of
from ramsim.policies.registry import resolve
from ramsim.strength import strength
from ramsim.strength.ramsch import better, deal_around, features_of, hand_mask, quantities_of, with_skat
from ramsim.strength.ramsch_job import BATCH, RamschJob
from ramsim.strength.ramsch_ways import numbered, ways_before
from tests.stops import StopAfter


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
    made = made[made["moment"] == "round"]
    assert (made["push_lose_rate"] < 0.02).all()
    assert (made["push_trickless_rate"] > 0.8).all()


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_summary_adds_up_to_the_batch(seat: int) -> None:
    frame = strength("schieberamsch", classes="summary", precision=0.02).frame
    mine = frame[(frame["seat"] == seat) & (frame["moment"] == "round")]
    batch = ramsim.simulate("schieberamsch", hands=200_000, skat=["rule", f"{seat}=push"]).frame.iloc[seat]
    assert mine["share"].sum() == pytest.approx(1.0)
    for name in ("lose_rate", "mean_score"):
        value = float((mine["share"] * mine[f"push_{name}"]).sum())
        deals = mine["deals"].sum()
        error = np.hypot(batch[f"{name}_se"] * np.sqrt(200_000 / deals), batch[f"{name}_se"])
        assert abs(value - batch[name]) < 4.5 * error


@pytest.mark.parametrize("variant", ["schieberamsch", "palatinate", "skat-ramsch"])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_hands_at_play_add_up_to_the_batch_of_the_same_policies(variant: str, seat: int) -> None:
    """What hands are worth when play begins, weighted by how often they come up, is what the batch gives."""
    frame = strength(variant, classes="summary", precision=0.02).frame
    mine = frame[(frame["seat"] == seat) & (frame["moment"] == "play")]
    batch = ramsim.simulate(variant, hands=200_000).frame.iloc[seat]
    assert mine["share"].sum() == pytest.approx(1.0)
    for name in ("lose_rate", "trickless_rate", "mean_score"):
        value = float((mine["share"] * mine[f"play_{name}"]).sum())
        error = np.hypot(batch[f"{name}_se"] * np.sqrt(200_000 / mine["deals"].sum()), batch[f"{name}_se"])
        assert abs(value - batch[name]) < 4.5 * error


def test_the_round_changes_the_hands_with_which_play_begins() -> None:
    """Under the jack ban nobody passes a jack on, so jacks in hand can only become more; sevens are kept."""
    frame = strength("schieberamsch", precision=0.02, rules={"jacks_passable": False}).frame
    held = {
        moment: float((part["share"] * part["jacks"]).sum() / part["share"].sum())
        for moment, part in frame.groupby("moment")
    }
    assert held["round"] == pytest.approx(10 * 4 / 32, abs=0.02)
    assert held["play"] > held["round"] + 0.02


def test_hands_with_which_play_begins_are_the_ones_played() -> None:
    """What is seen of the hands at play fits the cards: three times ten, and with the skat of the record all 32."""
    plan = make_plan("schieberamsch")
    hands, skat = deal_around(3, 1, 700, 0, 0)
    numbers = np.arange(700, dtype=np.uint64)
    keys, held = play_and_see(RamschTable(plan), hands, skat, numbers)
    assert (np.bitwise_count(held) == 10).all()
    assert (np.bitwise_count(held[0] | held[1] | held[2]) == 30).all()
    np.testing.assert_array_equal(keys, play_given(RamschTable(plan), hands, skat))
    pushes = RamschTable(make_plan("schieberamsch", skat="push"))
    np.testing.assert_array_equal(play_and_see(pushes, hands, skat, numbers)[1], hands)


def test_features_are_counted() -> None:
    hand = mask_of(parse_cards("JC JD TS AH TH 7H 7C 8C 9D KD"))
    assert features_of(np.array([hand], dtype=np.uint32)).tolist() == [[2, 1, 1, 2]]


def test_bad_hands_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has 9 cards, 10 are held"):
        hand_mask("7C 8C 9C 7D 8D 9D 7H 8H 7S")
    with pytest.raises(DataError, match="line 1: 2S: is no card of this pack"):
        strength("schieberamsch", classes=hands_file(tmp_path, "7C 8C 9C 7D 8D 9D 7H 8H 7S 2S"))


# The error of two deals of 120 points among 3,000, see `ramsim.strength.ramsch_ways`.
FLOOR = np.sqrt(2) * 120 / 3_002
LISTED = ("JC JS JH JD AH TH KH QH 9H 8H", "7C 8C 9C 7D 8D 9D 7H 8H 7S 8S", "AC TC 9C AD TD 9D AH TH KH 7S")


@pytest.mark.parametrize("classes", ["summary", "list"])
def test_neither_threads_nor_a_stop_show_in_the_table(tmp_path: Path, classes: str) -> None:
    which = "summary" if classes == "summary" else hands_file(tmp_path, *LISTED)
    words = {"classes": which, "precision": 0.012, "seed": 3}
    plain = strength("schieberamsch", threads=1, **words).frame
    kept = {**words, "checkpoint": tmp_path / "kept"}
    for _ in range(2):
        with pytest.raises(RamsimError, match=r"stopped: \d+ of \d+ batches of deals were played; the same command"):
            strength("schieberamsch", threads=1, stop=StopAfter(4), **kept)
    pd.testing.assert_frame_equal(strength("schieberamsch", threads=2, **kept).frame, plain)
    with pytest.raises(DataError, match="belongs to another run"):
        strength("schieberamsch", **{**kept, "precision": 0.02})


def test_batches_of_a_line_are_dealt_from_streams_of_their_own() -> None:
    """A line of three batches and a bit: what they come to adds up, and no two of them are alike."""
    job = RamschJob(make_plan("schieberamsch"), (hand_mask(LISTED[2]),), 3 * BATCH + 100)
    assert job.batches == 3 * 4
    parts = []
    for number in range(4):
        parts.append(job.nothing())
        job.add_batch(number, parts[-1])
    assert [int(part[0, 0, 0, 0]) for part in parts] == [BATCH, BATCH, BATCH, 100]
    assert len({part.tobytes() for part in parts}) == 4
    line = job.frame(sum(parts), ["hand"]).iloc[0]
    assert (line["moment"], line["seat"], line["deals"]) == ("round", 0, 3 * BATCH + 100)
    # Three batches of 16,384 deals agree within 5 standard errors.
    scores = [job.frame(part, ["hand"]).iloc[0] for part in parts[:3]]
    for one, other in itertools.pairwise(scores):
        error = np.hypot(one["push_value_se"], other["push_value_se"])
        assert abs(one["push_value"] - other["push_value"]) < 5 * error


def test_estimates_are_those_of_the_single_deals() -> None:
    """Exact sums against NumPy on the values deal by deal."""
    plan = make_plan("schieberamsch")
    ways = ways_before(plan, 1)
    hands, skat = deal_around(5, 7, 3_000, 1, hand_mask(LISTED[2]))
    line = ways.line(ways.sums(hands, skat, numbered(0, 3_000))[0])
    score = {}
    for way, name in (("take", "dearest"), ("push", "push")):
        table = RamschTable(with_skat(plan, 1, resolve("ramsch", "skat", name)))
        values = quantities_of(table, play_given(table, hands, skat), 1)
        score[way] = values["mean_score"]
        assert line[f"{way}_lose_rate"] == pytest.approx(values["lose_rate"].mean(), abs=1e-12)
        assert line[f"{way}_mean_score"] == pytest.approx(score[way].mean(), abs=1e-9)
        seen = score[way].std(ddof=1) / np.sqrt(3_000)
        assert line[f"{way}_mean_score_se"] == pytest.approx(np.hypot(seen, FLOOR), rel=1e-12)
    gain = better(plan.variant.rules) * (score["push"] - score["take"])
    assert line["push_value"] == pytest.approx(gain.mean(), abs=1e-9)
    seen = gain.std(ddof=1) / np.sqrt(3_000)
    assert line["push_value_se"] == pytest.approx(np.hypot(seen, FLOOR), rel=1e-12)


def test_a_mean_that_never_varied_is_no_certainty(tmp_path: Path) -> None:
    """A hand that was never charged in so many deals may be yet: over 60 seeds its interval covers the true mean."""
    path = hands_file(tmp_path, "7C 8C 9C 7D 8D 9D 7H 8H 9H 7S")
    job = RamschJob(make_plan("schieberamsch", seed=99), (hand_mask("7C 8C 9C 7D 8D 9D 7H 8H 9H 7S"),), 400_000)
    sums = job.nothing()
    for number in range(job.batches // 3):
        job.add_batch(number, sums)
    truth = job.frame(sums, ["hand"]).iloc[0]["take_mean_score"]
    covered = 0
    for seed in range(60):
        frame = strength("schieberamsch", classes=path, precision=0.02, seed=seed).frame
        line = frame[(frame["seat"] == 0) & (frame["moment"] == "round")].iloc[0]
        assert line["take_mean_score_se"] > 0
        covered += abs(line["take_mean_score"] - truth) <= 1.96 * line["take_mean_score_se"]
    assert covered >= 55


def test_a_fine_summary_takes_no_more_memory_than_a_coarse_one() -> None:
    """Batches are dealt one after the other: what is held does not grow with the precision."""
    peaks = []
    for se in (0.02, 0.005):
        tracemalloc.start()
        strength("skat-ramsch", precision=se, threads=1)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]
