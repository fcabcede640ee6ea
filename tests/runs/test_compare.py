"""``compare``: paired differences against a brute-force computation, deal by deal."""

from __future__ import annotations

import math

import numpy as np
import pytest

import ramsim
from ramsim.compare.alternatives import alternatives_of, deal_groups
from ramsim.compare.quantities import quantities_of, values_of
from ramsim.engine.families import table_of
from ramsim.engine.plan import make_plan
from ramsim.errors import UsageError
from ramsim.stats import holm, p_value

DEALS = 3_000


def deal_by_deal(variant: str, **words: object) -> dict[tuple[str, str], np.ndarray]:
    """Give each quantity's value in each deal, one after the other: no counts, no sums."""
    plan = make_plan(variant, hands=DEALS, seed=7, **words)  # type: ignore[arg-type]
    table = table_of(plan)
    keys = table.new_reader().keys(0, DEALS)
    one_each = [table.outcome_columns(keys[i : i + 1], np.ones(1, dtype=np.int64)) for i in range(DEALS)]
    columns = {name: np.concatenate([np.asarray(each[name]) for each in one_each]) for name in one_each[0]}
    bases = values_of(plan.variant, plan.carry, columns).bases
    return {(row.name, row.seat): bases[:, row.base] / row.per for row in quantities_of(plan.variant, plan.players)}


def check_against(comparison: ramsim.Comparison, first: dict, second: dict) -> None:
    for quantity in comparison.quantities:
        x, y = first[quantity.name, quantity.seat], second[quantity.name, quantity.seat]
        found = comparison.difference(1, quantity)
        value = comparison.value(1, quantity)
        if quantity.kind == "spread":
            lines = [((each - each.mean()) ** 2) / (2 * each.std(ddof=1)) for each in (x, y)]
            wanted = y.std(ddof=1) - x.std(ddof=1), (lines[1] - lines[0]).std(ddof=1) / math.sqrt(DEALS)
            assert value.value == pytest.approx(y.std(ddof=1))
        else:
            wanted = (y - x).mean(), (y - x).std(ddof=1) / math.sqrt(DEALS)
            assert value.value == pytest.approx(y.mean())
            if wanted[1] > 0:
                apart = (x.var(ddof=1) + y.var(ddof=1)) / (y - x).var(ddof=1)
                assert found.independent_deals == pytest.approx(DEALS * apart)
        assert found.paired
        assert found.estimate.value == pytest.approx(wanted[0], abs=1e-12), quantity
        assert found.estimate.se == pytest.approx(wanted[1], rel=1e-3 if quantity.kind == "spread" else 1e-9), quantity


def test_paired_errors_of_two_policies_are_those_of_the_single_deals() -> None:
    comparison = ramsim.compare("ramsli", play=["rule", "random"], hands=DEALS, seed=7, chunk=700, threads=2)
    check_against(comparison, deal_by_deal("ramsli", play="rule"), deal_by_deal("ramsli", play="random"))


def test_paired_errors_of_two_payouts_are_those_of_the_single_deals() -> None:
    comparison = ramsim.compare("ramscheln", rules={"bete": [5, "pot"]}, carry=7, hands=DEALS, seed=7)
    check_against(
        comparison,
        deal_by_deal("ramscheln", rules={"bete": 5}, carry=7),
        deal_by_deal("ramscheln", rules={"bete": "pot"}, carry=7),
    )


def test_paired_errors_of_two_ways_to_score_a_ramsch_are_those_of_the_single_deals() -> None:
    comparison = ramsim.compare("schieberamsch", play=["lowest", "random"], hands=DEALS, seed=7)
    check_against(
        comparison, deal_by_deal("schieberamsch", play="lowest"), deal_by_deal("schieberamsch", play="random")
    )


def test_joint_counts_do_not_show_threads_chunks_or_full_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = ramsim.compare("ramsli", play=["rule", "random", "lowest"], hands=60_000, threads=1)
    monkeypatch.setattr("ramsim.engine.joint.PIECE", 1_000)
    monkeypatch.setattr("ramsim.engine.joint.SLICE", 1 << 8)
    monkeypatch.setattr("ramsim.engine.joint.FIRST_SLOTS", 1 << 10)
    monkeypatch.setattr("ramsim.engine.joint.MOST_SLOTS", 1 << 10)
    parts = ramsim.compare("ramsli", play=["rule", "random", "lowest"], hands=60_000, threads=3, chunk=1_001)
    assert whole.tallies == parts.tallies
    assert whole.frame.equals(parts.frame)


def test_values_are_those_of_simulate() -> None:
    comparison = ramsim.compare("ramsli", play=["rule", "random"], rules={"bete": [5, 10]}, hands=5_000, seed=3)
    for label, play, bete in (("bete=5, play rule", "rule", 5), ("bete=10, play random", "random", 10)):
        frame = ramsim.simulate("ramsli", play=play, rules={"bete": bete}, hands=5_000, seed=3).frame
        rows = comparison.frame[comparison.frame["alternative"] == label]
        for name in ("win_rate", "bete_rate", "mean_chips"):
            mine = rows[rows["quantity"] == name]
            assert mine["value"].tolist() == pytest.approx(frame[name].tolist())
            assert mine["value_se"].tolist() == pytest.approx(frame[f"{name}_se"].tolist())


def test_payouts_are_played_once_and_policies_on_the_same_deals() -> None:
    common = {"players": None, "hands": 10, "seed": 0, "first": 0, "carry": 0}
    payouts = alternatives_of(["ramsli"], rules={"bete": [1, 2, 3]}, declare=None, play=None, skat=None, **common)
    assert [len(group.plays) for group in deal_groups(payouts, 1)] == [1]
    assert deal_groups(payouts, 1)[0].plays[0].numbers == (1, 0, 2)
    plays = alternatives_of(["ramsli"], rules=None, declare=None, play=["rule", "random"], skat=None, **common)
    assert [len(group.plays) for group in deal_groups(plays, 0)] == [2]
    told = ramsim.compare("ramsli", play=["rule", "random"], hands=10).notes[0]
    assert told == (
        "Paired: play rule, play random get the same cards in every deal; "
        "each plays them by its own rules and policies."
    )
    # A rule of play is on the same deals, but has to be played.
    rules = alternatives_of(["ramsli"], rules={"head": [False, True]}, declare=None, play=None, skat=None, **common)
    assert [len(group.plays) for group in deal_groups(rules, 0)] == [2]
    # The payout is shown to the policies, so it is a rule of play here.
    shown = alternatives_of(
        ["ramsli"], rules={"payout": ["most_tricks", "per_trick"]}, declare=None, play=None, skat=None, **common
    )
    assert [len(group.plays) for group in deal_groups(shown, 0)] == [2]


def test_other_packs_are_compared_unpaired_on_deals_of_their_own() -> None:
    comparison = ramsim.compare("ramsli", "ramsli-52", hands=20_000, seed=4, quantities=["mean_chips"])
    assert any(line.startswith("Unpaired") and "ramsli-52" in line for line in comparison.notes)
    others = comparison.frame[comparison.frame["alternative"] == "ramsli-52"]
    assert set(others["paired"]) == {"unpaired"}
    one = ramsim.simulate("ramsli", hands=20_000, seed=4).frame
    other = ramsim.simulate("ramsli-52", hands=20_000, seed=5).frame
    wanted = np.hypot(one["mean_chips_se"], other["mean_chips_se"])
    assert others["difference_se"].tolist() == pytest.approx(wanted.tolist())
    assert others["difference"].tolist() == pytest.approx((other["mean_chips"] - one["mean_chips"]).tolist())


def test_many_intervals_are_adjusted_by_holm_and_the_header_says_so() -> None:
    comparison = ramsim.compare("ramsli", play=["rule", "random"], hands=20_000, quantities=["mean_chips", "bete_rate"])
    rows = comparison.frame[comparison.frame["paired"] == "paired"]
    alone = [comparison.difference(1, quantity).estimate for quantity in comparison.quantities]
    assert rows["p_holm"].tolist() == holm([p_value(each) for each in alone])
    widths = rows["difference_hi"] - rows["difference_lo"]
    assert (widths.to_numpy() >= [each.hi - each.lo for each in alone]).all()
    excluded = (rows["difference_lo"] > 0) | (rows["difference_hi"] < 0)
    assert excluded.tolist() == (rows["p_holm"] <= 0.05).tolist()
    assert any("10 in this table" in line and "Holm" in line for line in comparison.notes)


def test_what_cannot_differ_is_no_test() -> None:
    comparison = ramsim.compare("ramsli", rules={"bete": [5, 6]}, hands=2_000)
    assert comparison.never_differs("win_rate")
    assert not comparison.never_differs("mean_chips")
    assert comparison.frame.loc[comparison.frame["quantity"] == "win_rate", "p_holm"].isna().all()
    # Chips of four seats and all, their spreads, and the pot.
    assert any("10 in this table" in line for line in comparison.notes)


def test_the_baseline_is_named_by_label_or_number() -> None:
    for wanted in ("bete=6", 2, "2"):
        comparison = ramsim.compare("ramsli", rules={"bete": [5, 6]}, hands=100, baseline=wanted)
        assert comparison.baseline == 1
        assert "baseline: bete=6" in comparison.title
    reversed_signs = ramsim.compare("ramsli", rules={"bete": [5, 6]}, hands=1_000, baseline=2).frame
    signs = ramsim.compare("ramsli", rules={"bete": [5, 6]}, hands=1_000).frame
    assert reversed_signs["difference"].dropna().tolist() == pytest.approx((-signs["difference"].dropna()).tolist())


@pytest.mark.parametrize(
    ("variants", "words", "what"),
    [
        (["ramsli"], {}, "nothing to compare"),
        ([], {}, "at least one variant"),
        (["ramsli", "schieberamsch"], {}, "no quantity in common"),
        (["ramsli"], {"rules": {"bete": [5, 5]}}, "are the same"),
        (["ramsli"], {"play": ["rule", "rule"]}, "are the same"),
        (["ramsli"], {"rules": {"bete": list(range(40))}}, "at most 32"),
        (["ramsli"], {"rules": {"bete": [5, 6]}, "baseline": "bete=7"}, "baseline 'bete=7'"),
        (["ramsli"], {"rules": {"bete": [5, 6]}, "baseline": 3}, "baseline '3'"),
        (["ramsli"], {"rules": {"bete": [5, 6]}, "quantities": ["chips"]}, "unknown quantity 'chips'"),
        (["ramsli"], {"rules": {"bete": [5, 6]}, "max_hands": 5}, "max_hands = 5"),
        (["ramsli"], {"rules": {"bete": [5, 6]}, "precision": {}}, "no half-width"),
    ],
)
def test_what_cannot_be_compared_is_refused(variants: list[str], words: dict, what: str) -> None:
    with pytest.raises(UsageError, match=what):
        ramsim.compare(*variants, hands=None if "precision" in words else 100, **words)


def test_a_seat_can_have_alternatives_of_its_own() -> None:
    comparison = ramsim.compare("ramsli", play=["rule", "2=rule", "2=random"], hands=4_000, quantities=["mean_chips"])
    assert [each.label for each in comparison.alternatives] == ["play 2=rule", "play 2=random"]
    assert comparison.alternatives[1].plan.policy_names["play"] == "0=rule, 1=rule, 2=random, 3=rule"


def test_a_comparison_is_saved_with_its_provenance(tmp_path) -> None:
    comparison = ramsim.compare("ramsli", rules={"bete": [5, "pot"]}, hands=1_000, command="typed")
    for ending in ("csv", "json", "parquet"):
        head = ramsim.read_provenance(comparison.save(tmp_path / f"x.{ending}"))
        assert head["command"] == "typed"
        assert [each["label"] for each in head["compare"]] == ["bete=5", "bete=pot"]
        assert head["compare"][1]["rules"]["bete"] == {"kind": "pot", "cap": None}
        assert head["compare"][0]["ranges"] == [[0, 1000]]
    assert "bete=pot" in repr(comparison)
    assert "<table" in comparison._repr_html_()
    assert "±" in repr(comparison)


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ({"rules": {"bete": 5, "foo": 7}}, "unknown field 'foo'"),
        ({"rules": {"ante": -1}}, "ante = -1: must be a whole number from 0 to"),
        ({"play": "ruel"}, "did you mean rule"),
        ({"players": 99}, "players = 99: must be 2 to 6"),
        ({"rules": {"bete": 5}}, "there is nothing to compare with"),
        ({"declare": ["0=guide", "1=always"]}, "--declare 0=guide --declare 0=always"),
        ({"rules": {field: [0, 1] for field in map(str, range(60))}}, "unknown field '0'"),
    ],
)
def test_a_word_that_is_off_is_told_before_there_is_nothing_to_compare(words: dict, what: str) -> None:
    with pytest.raises(UsageError, match=what):
        ramsim.compare("ramsli", **words)


def test_too_many_alternatives_are_counted_and_not_made() -> None:
    fields = {"ante": 20, "bete": 30, "cap": 0}
    rules = {field: list(range(number)) for field, number in fields.items() if number}
    policies = [f"{seat}={name}" for seat in range(4) for name in ("rule", "random", "lowest")]
    with pytest.raises(UsageError, match="48,600 alternatives: at most 32 fit"):
        ramsim.compare("ramsli", rules=rules, play=policies)


def test_groups_that_share_no_deals_take_turns() -> None:
    """A run that is stopped has played each pack, so that there is something to compare."""
    shown: list[tuple[int, int]] = []
    comparison = ramsim.compare(
        "ramsli",
        "ramsli-52",
        hands=10**11,
        max_time=2.0,
        quantities=["win_rate"],
        progress=lambda *now: shown.append(now),
    )
    played = [sum(deals for _, deals in ranges) for ranges in comparison.ranges]
    assert min(played) > 0
    assert comparison.frame["difference"].dropna().size == 5
    assert all(total == 2 * 10**11 for _, total in shown)
    assert [done for done, _ in shown] == sorted(done for done, _ in shown)
