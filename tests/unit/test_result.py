"""Results of the Rams family: the table against the expanded deals, pricing, merging, conservation."""

from __future__ import annotations

import json
import math
from typing import Any

import msgspec
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ramsim.columns.rams import COLUMNS
from ramsim.errors import DataError, UsageError, VariantError
from ramsim.result import Result, SimulationResult, result_class
from ramsim.settlement.rams import MOST_CARRY
from ramsim.settlement.rams_outcomes import outcome_columns
from ramsim.stats import rate, wilson_bounds
from ramsim.variants import load_variant, rules_hash

# deals, ending, declarer, then the tricks of three seats (None: out)
TABLE = [
    (30, "played", -1, (3, None, 2)),
    (20, "played", -1, (5, 0, 0)),
    (10, "played", -1, (2, 2, 1)),
    (15, "lone", -1, (None, None, 0)),
    (25, "played", -1, (None, 0, 5)),
]
DEALS = 100


def frame_of(table: list[tuple[int, str, int, tuple[int | None, ...]]]) -> pd.DataFrame:
    rows = []
    for deals, ending, declarer, tricks in table:
        seats = [value for number in tricks for value in (number is not None, number or 0, 0)]
        rows.append((deals, ending, declarer, *seats))
    players = len(table[0][3])
    return pd.DataFrame(rows, columns=list(outcome_columns(players)))


def result_of(table: Any = None, variant: str = "ramsli", **parts: Any) -> SimulationResult:
    outcomes = frame_of(TABLE if table is None else table)
    fields: dict[str, Any] = {
        "variant": load_variant(variant),
        "players": sum(name.startswith("in_") for name in outcomes),
        "policies": {"declare": "guide", "play": "rule"},
        "seed": 7,
        "hands": int(outcomes["deals"].sum()),
        "seconds": 0.5,
        "command": "ramsim simulate ramsli --players 3",
        "outcomes": outcomes,
    }
    return SimulationResult(**{**fields, **parts})


def cell(result: SimulationResult, seat: int | str, column: str) -> float:
    return float(result.frame.set_index("seat").loc[seat, column])


# -- the table -------------------------------------------------------------------------------------------------------


def test_frame_has_the_columns_of_the_interface_in_order() -> None:
    frame = result_of().frame
    names = ["in_rate", "win_rate", "most_rate", "sole_rate", "bete_rate", "bete_rate_in", "mean_tricks", "mean_chips"]
    assert list(COLUMNS) == names
    assert list(frame.columns) == [
        "seat",
        "deals",
        *(f"{name}{end}" for name in names for end in ("", "_se", "_lo", "_hi")),
    ]
    assert list(frame["seat"]) == [0, 1, 2, "all"]
    assert list(frame["deals"]) == [DEALS] * 4


def test_rates_and_means_of_each_seat_by_hand() -> None:
    result = result_of()
    by_hand = {
        "in_rate": (0.60, 0.55, 1.00),
        "win_rate": (0.60, 0.10, 0.40),
        "most_rate": (0.60, 0.10, 0.40),
        "sole_rate": (0.50, 0.00, 0.40),
        "bete_rate": (0.00, 0.45, 0.20),
        "bete_rate_in": (0.00, 45 / 55, 20 / 85),
        "mean_tricks": ((90 + 100 + 20) / 100, 20 / 100, (60 + 10 + 125) / 100),
        # Pot 3: a sole most wins 2 net; of two tied each takes 1, net 0; a bete costs 6 in all.
        "mean_chips": ((50 * 2 - 40) / 100, (-30 - 15 - 45 * 6) / 100, (-30 - 20 * 6 - 10 + 40 * 2) / 100),
    }
    for column, values in by_hand.items():
        for seat, value in enumerate(values):
            assert cell(result, seat, column) == pytest.approx(value), (column, seat)


def test_row_all_is_the_mean_over_the_seats() -> None:
    result = result_of()
    for column in COLUMNS:
        seats = [cell(result, seat, column) for seat in range(3)]
        expected = 65 / 200 if column == "bete_rate_in" else sum(seats) / 3
        assert cell(result, "all", column) == pytest.approx(expected), column


def test_lone_player_counts_for_win_most_and_sole_but_is_never_bete() -> None:
    result = result_of([(1, "lone", -1, (None, 0, None)), (1, "lone", -1, (None, 0, None))])
    row = result.frame.set_index("seat").loc[1]
    assert [row[name] for name in ("in_rate", "win_rate", "most_rate", "sole_rate", "bete_rate")] == [1, 1, 1, 1, 0]
    assert math.isnan(row["bete_rate_in"])


def test_tie_that_carries_has_most_but_no_win() -> None:
    result = result_of([(2, "played", -1, (2, 2, 1))]).price(tie="carries")
    row = result.frame.set_index("seat").loc[0]
    assert [row[name] for name in ("win_rate", "most_rate", "sole_rate")] == [0, 1, 0]


def test_trickless_after_a_ramsch_counts_as_bete_though_nobody_pays() -> None:
    result = result_of([(2, "special_made", 0, (5, 0, 0))], variant="ramscheln")
    assert [cell(result, seat, "bete_rate") for seat in range(3)] == [0, 1, 1]
    assert [cell(result, seat, "mean_chips") for seat in range(3)] == [5 + 10, -5, -5 - 5]


def test_rates_of_a_seat_have_wilson_intervals() -> None:
    result, expected = result_of(), rate(60, DEALS)
    found = [cell(result, 0, f"in_rate{end}") for end in ("", "_se", "_lo", "_hi")]
    assert found == [expected.value, expected.se, expected.lo, expected.hi]
    inside = rate(45, 55)
    assert [cell(result, 1, f"bete_rate_in{end}") for end in ("_lo", "_hi")] == [inside.lo, inside.hi]


def test_errors_agree_with_the_expanded_deals() -> None:
    result = result_of()
    each_deal = {
        name: np.repeat(values, result.quantities.deals, axis=0).astype(float)
        for name, values in result.quantities.by_column.items()
    }
    for name, deals in each_deal.items():
        assert deals.shape == (DEALS, 3)
        of_seats = deals.mean(axis=1)
        assert cell(result, "all", f"{name}_se") == pytest.approx(of_seats.std(ddof=1) / 10), name
    chips = each_deal["mean_chips"]
    for seat in range(3):
        assert cell(result, seat, "mean_chips_se") == pytest.approx(chips[:, seat].std(ddof=1) / 10)
    played = np.repeat(result.quantities.played_in, result.quantities.deals, axis=0).sum(axis=1)
    betes = each_deal["bete_rate"].sum(axis=1)
    residuals = (betes - betes.sum() / played.sum() * played) / played.mean()
    assert cell(result, "all", "bete_rate_in_se") == pytest.approx(residuals.std(ddof=1) / 10)


def test_row_all_takes_in_that_the_seats_of_a_deal_hang_together() -> None:
    result = result_of([(50, "played", -1, (5, 0, 0)), (50, "lone", -1, (0, None, None))])
    # Two of three seats are bete or none: as if 100 deals had one trial each, not 300 seats.
    assert cell(result, "all", "bete_rate") == pytest.approx(1 / 3)
    assert cell(result, "all", "bete_rate_se") == pytest.approx(math.sqrt((1 / 3) ** 2 * 100 / 99 / 100))


def test_rate_that_was_never_seen_keeps_a_width() -> None:
    result = result_of([(100, "played", -1, (3, 1, 1))])
    assert (cell(result, 0, "bete_rate"), cell(result, 0, "bete_rate_lo")) == (0, 0)
    assert cell(result, 0, "bete_rate_hi") == pytest.approx(wilson_bounds(0.0, 100, 1.959964)[1])
    assert cell(result, "all", "bete_rate_hi") > 0.03


def test_no_deal_at_all_is_a_table_of_unknowns() -> None:
    result = SimulationResult(
        variant=load_variant("ramsli"), players=3, policies={}, seed=0, hands=0, outcomes=frame_of(TABLE)[:0]
    )
    assert result.frame[[*COLUMNS]].isna().all(axis=None)
    assert list(result.frame["deals"]) == [0] * 4
    assert result.conservation == (0, 0)


# -- conservation ----------------------------------------------------------------------------------------------------


def test_conservation_sums_are_exact_by_hand() -> None:
    result = result_of()
    # Pots gain 10 when two are bete, 1 when two split three chips, 5 when one is bete.
    assert result.conservation == (-(20 * 10 + 10 * 1 + 25 * 5), 335)
    assert str(result.conservation) == "Chips: players -335, pots +335, together 0."


def test_conservation_with_the_largest_carry_and_many_deals() -> None:
    result = result_of([(10**15, "played", -1, (5, 0, 0))], carry=MOST_CARRY).price(bete="pot")
    pot = 10**12 + 3
    assert result.conservation == (-(2 * pot - MOST_CARRY) * 10**15, (2 * pot - MOST_CARRY) * 10**15)
    assert cell(result, 1, "mean_chips") == -1 - pot


def test_carry_out_of_range_is_refused_when_the_result_is_built() -> None:
    with pytest.raises(UsageError, match="carry = -1"):
        result_of(carry=-1)


# -- outcomes --------------------------------------------------------------------------------------------------------


def test_outcomes_are_sorted_and_equal_ones_added_up() -> None:
    doubled = pd.concat([frame_of(TABLE[::-1]), frame_of(TABLE)], ignore_index=True)
    result = result_of(outcomes=doubled, hands=2 * DEALS)
    assert len(result.outcomes) == len(TABLE)
    assert result.outcomes["deals"].sum() == 2 * DEALS
    assert list(result.outcomes["ending"]) == ["lone", "played", "played", "played", "played"]
    single = result_of().outcomes
    pd.testing.assert_frame_equal(result.outcomes.drop(columns="deals"), single.drop(columns="deals"))


def test_outcomes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(DataError, match="100 deals are counted, 99 were announced"):
        result_of(hands=99)
    with pytest.raises(DataError, match="the columns must be deals, ending, declarer"):
        result_of(players=4)
    with pytest.raises(DataError, match="somebody in after all_pass"):
        result_of([(1, "all_pass", -1, (0, None, None))])
    with pytest.raises(DataError, match="deals holds float64"):
        result_of(outcomes=frame_of(TABLE).astype({"deals": float}))
    with pytest.raises(DataError, match="no game of the Rams family"):
        result_of(variant="schieberamsch")


# -- pricing ---------------------------------------------------------------------------------------------------------


def test_price_settles_the_same_deals_under_another_bete() -> None:
    result = result_of()
    priced = result.price(bete=10)
    assert cell(priced, 1, "mean_chips") == pytest.approx((-30 - 15 - 45 * 11) / 100)
    assert priced.outcomes.equals(result.outcomes)
    assert priced.rules_hash == rules_hash(load_variant("ramsli-double")) != result.rules_hash
    assert priced.provenance["priced"] == {"bete": {"kind": "fixed", "amount": 10}}
    assert cell(result, 1, "mean_chips") == pytest.approx((-30 - 15 - 45 * 6) / 100)


def test_price_takes_every_way_to_write_a_bete() -> None:
    pot = result_of().price(bete="pot")
    assert cell(pot, 1, "mean_chips") == pytest.approx((-30 - 15 - 45 * 4) / 100)
    assert cell(result_of().price(bete="pot:2"), 1, "mean_chips") == pytest.approx((-30 - 15 - 45 * 3) / 100)
    assert result_of().price(bete={"kind": "pot"}).rules_hash == pot.rules_hash


def test_price_of_several_fields_and_of_none() -> None:
    result = result_of(sight=())
    priced = result.price(payout="per_trick", ante=5, bete=0)
    # Pot 15, three chips a trick.
    assert cell(priced, 0, "mean_chips") == pytest.approx((30 * 9 + 20 * 15 + 10 * 6) / 100 - 5)
    assert result.price().frame.equals(result.frame)
    assert priced.price(payout="most_tricks", ante=1, bete=5).frame.equals(result.frame)


def test_price_of_a_field_of_play_names_what_can_be_priced() -> None:
    with pytest.raises(
        UsageError, match=r"hand_size cannot be priced.*it changes the play.*all_pass_stake, ante, ante_by, bete"
    ):
        result_of().price(hand_size=4)


def test_price_refuses_what_the_policies_looked_at() -> None:
    with pytest.raises(UsageError, match=r"payout cannot be priced.*the policies of this run look at it"):
        result_of(sight=["payout"]).price(payout="per_trick")
    with pytest.raises(UsageError, match="ante cannot be priced"):
        result_of(sight=["ante"]).price(ante=2)


def test_price_with_the_value_that_a_field_has_anyway_is_no_change() -> None:
    result = result_of()
    assert result.price(hand_size=5, payout="most_tricks").rules_hash == result.rules_hash


def test_price_refuses_unknown_fields_and_values() -> None:
    with pytest.raises(UsageError, match="unknown field 'betes'; did you mean bete"):
        result_of().price(betes=5)
    with pytest.raises(VariantError, match="tie"):
        result_of().price(tie="both")


# -- merging ---------------------------------------------------------------------------------------------------------


def parts() -> list[SimulationResult]:
    return [
        result_of(TABLE[:2], first=0, command="a", seconds=1.0),
        result_of(TABLE[2:4], first=50, command="b", seconds=0.5),
        result_of(TABLE[4:], first=75, command="c", seconds=0.25),
    ]


def test_merge_of_all_parts_is_the_undisturbed_run_in_any_order() -> None:
    whole = result_of(command="a ; b ; c")
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        merged = SimulationResult.merged([parts()[place] for place in order])
        assert merged.outcomes.equals(whole.outcomes)
        assert merged.frame.equals(whole.frame)
        assert merged.provenance == whole.provenance
        assert merged.seconds == 1.75


def test_merge_is_associative() -> None:
    one, two, three = parts()
    left = SimulationResult.merged([SimulationResult.merged([one, two]), three])
    right = SimulationResult.merged([one, SimulationResult.merged([three, two])])
    assert left.provenance == right.provenance
    assert left.as_json(outcomes=True) == right.as_json(outcomes=True)


def test_merge_with_a_gap_keeps_both_ranges() -> None:
    merged = SimulationResult.merged([parts()[2], parts()[0]])
    assert merged.ranges == ((0, 50), (75, 25))
    assert (merged.first, merged.hands) == (0, 75)


def test_merge_refuses_overlapping_ranges() -> None:
    with pytest.raises(DataError, match="the deals 0 to 99 and 40 to 139 overlap"):
        SimulationResult.merged([result_of(), result_of(first=40)])


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"seed": 8}, "seed"),
        ({"policies": {"declare": "always", "play": "rule"}}, "policies"),
        ({"carry": 3}, "carry"),
        ({"version": "0.0.9"}, "version"),
        ({"variant": load_variant("ramsli", {"bete": 6})}, "rules"),
        ({"variant": load_variant("ramsli-double")}, "variant"),
        ({"outcomes": frame_of([(100, "played", -1, (3, 2, 0, 0))]), "players": 4}, "players"),
    ],
)
def test_merge_refuses_results_that_differ(change: dict[str, Any], word: str) -> None:
    with pytest.raises(DataError, match=f"results that differ in {word} cannot be merged"):
        SimulationResult.merged([result_of(), result_of(first=1000, **change)])


def test_merge_of_nothing_is_refused() -> None:
    with pytest.raises(DataError, match="there is no result"):
        Result.merged([])


@settings(max_examples=15, deadline=None)
@given(st.permutations(range(6)), st.lists(st.integers(1, 5), min_size=6, max_size=6))
def test_merge_does_not_depend_on_the_order(order: list[int], sizes: list[int]) -> None:
    pieces, first = [], 0
    for size, row in zip(sizes, [*TABLE, TABLE[0]], strict=True):
        pieces.append(result_of([(size, *row[1:])], first=first))
        first += size
    merged = Result.merged([pieces[place] for place in order])
    assert merged.ranges == ((0, first),)
    assert merged.as_json(outcomes=True) == Result.merged(pieces).as_json(outcomes=True)


# -- showing and telling ---------------------------------------------------------------------------------------------


def test_json_has_the_keys_of_the_interface_and_is_strict() -> None:
    content = json.loads(json.dumps(result_of([(2, "lone", -1, (None, None, 0))]).as_json(), allow_nan=False))
    keys = ["ramsim", "variant", "rules_hash", "players", "policies", "seed", "first", "hands", "seconds"]
    assert set(keys) | {"hands_per_second", "rows"} <= set(content)
    assert (content["variant"], content["players"], content["hands"], content["first"]) == ("ramsli", 3, 2, 0)
    assert content["hands_per_second"] == 4.0
    assert [row["seat"] for row in content["rows"]] == [0, 1, 2, "all"]
    assert content["rows"][2]["win_rate"] == 1.0
    assert content["rows"][0]["bete_rate_in"] is None
    assert content["conservation"] == {"players": 0, "pot": 0}
    assert "outcomes" not in content


def test_json_of_a_run_of_unknown_time_has_no_speed() -> None:
    content = result_of(seconds=None).as_json()
    assert (content["seconds"], content["hands_per_second"]) == (None, None)


def test_provenance_holds_every_rule_and_no_time() -> None:
    provenance = result_of().provenance
    assert provenance["rules"]["bete"] == {"kind": "fixed", "amount": 5}
    assert set(provenance["rules"]) > {"ranks", "hand_size", "tie", "special"}
    assert provenance["command"] == "ramsim simulate ramsli --players 3"
    assert "seconds" not in provenance


def test_result_shows_itself_as_a_table() -> None:
    text = repr(result_of(policies={}, seed=3))
    assert text.startswith("ramsli: 3 players, 100 deals, seed 3\n")
    assert "0.60 ±0.10" in text  # Wilson of 60 in 100: 0.502 to 0.691
    assert text.endswith("Chips: players -335, pots +335, together 0.")


def test_notebook_table_escapes_the_name() -> None:
    variant = msgspec.structs.replace(load_variant("ramsli"), name="<b>")
    page = result_of(variant=variant)._repr_html_()
    assert "&lt;b&gt;: 3 players" in page
    assert "<b>" not in page
    assert page.count("<tr") == 5


def test_result_class_of_an_unknown_family() -> None:
    assert result_class("rams", "x") is SimulationResult
    with pytest.raises(DataError, match="x: results of the family 'skat' are not known"):
        result_class("skat", "x")
