"""A batch of the Ramsch family from call to file: same bits, pricing, merging, files, passed in, four at the table."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd
import pytest

import ramsim
from ramsim.errors import DataError, UsageError
from ramsim.outcomes import tidy_outcomes

HANDS = 30_000


@pytest.fixture(scope="module")
def batch() -> ramsim.Result:
    return ramsim.simulate("schieberamsch", hands=HANDS, seed=4, threads=1)


@pytest.mark.parametrize("trigger", ["every_deal", "passed_in"])
def test_same_bits_for_any_threads_and_chunks(trigger: str) -> None:
    def run(**how: Any) -> pd.DataFrame:
        rules = {"trigger": trigger}
        return ramsim.simulate("palatinate", hands=20_000, seed=6, play="random", rules=rules, **how).outcomes

    whole = run(threads=1)
    assert whole["deals"].sum() == 20_000
    for how in (
        {"threads": 2},
        {"threads": 7, "chunk": 1_999},
        {"threads": 1, "chunk": 256},
        {"threads": 2, "chunk": 77},
    ):
        pd.testing.assert_frame_equal(run(**how), whole)


def test_outcomes_in_any_order_become_the_same_table(batch: ramsim.Result) -> None:
    """What is in order already is left as it is; what is not is sorted, and equal outcomes are added up."""
    table = batch.outcomes
    pd.testing.assert_frame_equal(tidy_outcomes([table]), table)
    pd.testing.assert_frame_equal(tidy_outcomes([table.sample(frac=1, random_state=1)]), table)
    twice = pd.concat([table, table], ignore_index=True)
    pd.testing.assert_frame_equal(tidy_outcomes([twice]), table.assign(deals=2 * table["deals"]))
    with_none = pd.concat([table, table.iloc[:1].assign(deals=0)], ignore_index=True)
    pd.testing.assert_frame_equal(tidy_outcomes([with_none]), table)


def test_columns_and_rows_are_those_of_the_interface(batch: ramsim.Result) -> None:
    frame = batch.frame
    named = ["lose_rate", "mean_points", "mean_score", "trickless_rate", "sweep_rate", "push_rate", "tie_rate"]
    expected = [name + end for name in [*named, "jungfrau_rate"] for end in ("", "_se", "_lo", "_hi")]
    assert list(frame.columns) == ["seat", "deals", *expected]
    assert frame["seat"].tolist() == [0, 1, 2, "all"]
    assert (frame["deals"] == HANDS).all()
    seats, whole = frame.iloc[:3], frame.iloc[3]
    assert seats["tie_rate"].isna().all()
    assert whole["mean_points"] == 40.0  # 120 points in every deal
    for name in named[:6]:
        assert whole[name] == pytest.approx(seats[name].mean(), rel=1e-12)
    assert whole["jungfrau_rate"] == pytest.approx(seats["trickless_rate"].sum(), rel=1e-12)


def test_every_outcome_has_120_points(batch: ramsim.Result) -> None:
    table = batch.outcomes
    assert (table[["points_0", "points_1", "points_2", "skat_points"]].sum(axis=1) == 120).all()


@pytest.mark.parametrize(
    "fields",
    [
        {"tie": "half_each", "ledger": "zero_sum_half"},
        {"tie": "later_trick", "skat_to": "loser"},
        {"tie": "last_trick_taker", "triple_tie": "all_full", "skat_to": "nobody"},
        {"multiplier": "additive", "bock": True, "jungfrau": 1},
        {"multiplier": "none", "score": "adds", "sweep": "others_120"},
    ],
    ids=",".join,
)
def test_pricing_is_simulating_under_the_other_payment(batch: ramsim.Result, fields: dict[str, Any]) -> None:
    again = ramsim.simulate("schieberamsch", hands=HANDS, seed=4, rules=fields)
    pd.testing.assert_frame_equal(batch.price(**fields).frame, again.frame)


@pytest.mark.parametrize("field", ["skat_round", "jacks_passable", "knock", "trigger", "bid_jack"])
def test_fields_of_play_cannot_be_priced(batch: ramsim.Result, field: str) -> None:
    value = {"skat_round": "none", "jacks_passable": True, "knock": True, "trigger": "passed_in", "bid_jack": 5}[field]
    with pytest.raises(UsageError, match=f"{field} cannot be priced"):
        batch.price(**{field: value})


def test_results_of_two_ranges_add_up(batch: ramsim.Result) -> None:
    parts = [ramsim.simulate("schieberamsch", hands=10_000, first=10_000 * part, seed=4) for part in (2, 0, 1)]
    merged = ramsim.Result.merged(parts)
    pd.testing.assert_frame_equal(merged.outcomes, batch.outcomes)
    assert merged.ranges == batch.ranges


@pytest.mark.parametrize("ending", ["csv", "json", "parquet"])
def test_a_file_holds_the_result(batch: ramsim.Result, tmp_path: Any, ending: str) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    loaded = ramsim.load_result(batch.save(tmp_path / f"x.{ending}"))
    pd.testing.assert_frame_equal(loaded.outcomes, batch.outcomes)
    pd.testing.assert_frame_equal(loaded.frame, batch.frame)


def test_passed_in_says_its_share_and_plays_the_same_deals() -> None:
    rules = {"trigger": "passed_in"}
    result = ramsim.simulate("schieberamsch", hands=20_000, seed=9, rules=rules)
    played = int(result.frame["deals"].iloc[0])
    share = result.as_json()["passed_in"]
    assert (share["looked_at"], share["played"]) == (20_000, played)
    assert share["rate"] == played / 20_000
    assert share["rate_lo"] < 0.049 < share["rate_hi"]
    assert any(f"{played:,} of 20,000 deals" in note for note in result.notes)
    assert json.dumps(result.as_json(), allow_nan=False)
    assert result.frame["mean_points"].iloc[3] == 40.0


def test_a_batch_in_which_no_deal_is_passed_in() -> None:
    rules = {"trigger": "passed_in", "bid_rearhand": 0}
    result = ramsim.simulate("schieberamsch", hands=500, rules=rules)
    assert result.frame["deals"].tolist() == [0, 0, 0, 0]
    assert result.frame["lose_rate"].isna().all()
    assert result.as_json()["passed_in"]["played"] == 0


def test_with_four_at_the_table_the_dealer_sits_out_and_nothing_is_said_of_him() -> None:
    three = ramsim.simulate("schieberamsch", hands=5_000, seed=1)
    four = ramsim.simulate("schieberamsch", players=4, hands=5_000, seed=1)
    assert four.frame["seat"].tolist() == [0, 1, 2, 3, "all"]
    dealer = four.frame.iloc[3]
    assert (dealer["seat"], dealer["deals"]) == (3, 5_000)
    assert dealer.drop(["seat", "deals"]).isna().all()
    told = four.as_json()["rows"][3]
    assert {value for name, value in told.items() if name not in ("seat", "deals")} == {None}
    assert "the dealer of four, does not play" in " ".join(four.notes)
    active = four.frame.drop(index=3).reset_index(drop=True)
    pd.testing.assert_frame_equal(active, three.frame)


def test_a_palatinate_loser_adds_and_a_schieberamsch_loser_loses(batch: ramsim.Result) -> None:
    assert ramsim.simulate("palatinate", hands=1_000).frame["mean_score"].min() > 0
    assert batch.frame["mean_score"].max() < 0


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        ("points_0", 121, "120"),
        ("last", 3, "outside"),
        ("later", -2, "outside"),
        ("pushed_1", 2, "outside"),
        ("knocks", 4, "knocks"),
    ],
)
def test_outcomes_that_cannot_be_are_refused(batch: ramsim.Result, column: str, value: int, words: str) -> None:
    broken = batch.outcomes.copy()
    broken.loc[0, column] = value
    with pytest.raises(DataError, match=words):
        batch._again(outcomes=broken)


def test_outcomes_of_deals_bid_for_do_not_fit_a_batch_of_every_deal(batch: ramsim.Result) -> None:
    broken = batch.outcomes.copy()
    broken.iloc[0, 1:] = 0
    with pytest.raises(DataError, match="bid for"):
        batch._again(outcomes=broken)


def test_a_goal_reads_only_the_cells_that_have_a_meaning() -> None:
    """Jungfrauen are of the deal: the rows of seats, which stay blank, do not keep the run from its end."""
    result = ramsim.simulate("schieberamsch", precision={"jungfrau_rate": 0.02}, max_hands=100_000)
    assert result.precision is not None
    assert (result.precision["reason"], result.precision["goals"][0]["row"]) == ("reached", "all")
    with pytest.raises(UsageError, match="push_rate has no meaning under these rules"):
        ramsim.simulate("skat-ramsch", precision={"push_rate": 0.02}, max_hands=100_000)


def test_without_the_skats_round_there_are_no_pushes_to_speak_of() -> None:
    result = ramsim.simulate("skat-ramsch", hands=2_000)
    assert result.frame["push_rate"].isna().all()
    assert "no skat's round" in " ".join(result.notes)
    assert np.array_equal(result.outcomes[["pushed_0", "pushed_1", "pushed_2"]].sum(), [0, 0, 0])
