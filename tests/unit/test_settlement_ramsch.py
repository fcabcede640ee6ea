"""Settlement of the Ramsch family from outcomes, with numbers worked out by hand from sections 2 and 3 of the rules."""

from __future__ import annotations

import numpy as np
import pytest

from ramsim.errors import DataError, UsageError
from ramsim.settlement.ramsch import UNITS_PER_POINT, settle_ramsch
from ramsim.settlement.ramsch_outcomes import COLUMNS, RamschOutcomes
from ramsim.variants import load_variant

SCHOOL = {"skat_to": "loser", "tie": "later_trick"}
PLAIN = ((24, 27, 55), (3, 3, 4), (8, 9, 10), 14)
JUNGFRAU = ((0, 51, 55), (0, 5, 5), (0, 9, 10), 14)
TIE_40 = ((40, 40, 26), (3, 3, 4), (7, 8, 10), 14)
TIE_50 = ((50, 46, 20), (4, 4, 2), (6, 10, 3), 4)  # 50, 50, 20 with the skat for seat 1
TIE_45 = ((45, 45, 30), (4, 3, 3), (7, 9, 10), 0)  # neither of the tied won the last trick
TRIPLE = ((40, 40, 30), (3, 3, 4), (8, 9, 10), 10)
TIE_60 = ((0, 47, 60), (0, 5, 5), (0, 10, 9), 13)
SWEEP = ((109, 0, 0), (10, 0, 0), (10, 0, 0), 11)


def columns(*outcomes, pushes=0, knocks=0):
    """Give the outcomes frame's columns of outcomes (points, tricks, last tricks, skat) with the same calls."""
    table = {name: [] for name in COLUMNS}
    for points, tricks, last, skat in outcomes:
        for seat in range(3):
            table[f"points_{seat}"].append(points[seat])
            table[f"tricks_{seat}"].append(tricks[seat])
            table[f"last_trick_{seat}"].append(last[seat])
        table["skat_points"].append(skat)
        table["deals"].append(1)
        table["pushes"].append(pushes)
        table["knocks"].append(knocks)
    return {name: np.array(values, dtype=np.int64) for name, values in table.items()}


def settled(*outcomes, variant="schieberamsch", bock=None, pushes=0, knocks=0, **rules):
    frame = RamschOutcomes.from_columns(columns(*outcomes, pushes=pushes, knocks=knocks))
    return settle_ramsch(load_variant(variant, rules).rules, frame, bock)


def scores(outcome, **how):
    return (settled(outcome, **how).scores[0] / UNITS_PER_POINT).tolist()


@pytest.mark.parametrize(("pushes", "loss"), [(0, 69), (1, 138), (2, 276), (3, 552)])
def test_table_24_27_55_and_a_skat_of_14(pushes, loss):
    assert scores(PLAIN, pushes=pushes, **SCHOOL) == [0, 0, -loss]


@pytest.mark.parametrize(("pushes", "loss"), [(0, 138), (3, 1104)])
def test_table_jungfrau(pushes, loss):
    assert scores(JUNGFRAU, pushes=pushes, **SCHOOL) == [0, 0, -loss]


def test_table_40_40_26_goes_to_the_later_trick():
    assert scores(TIE_40, **SCHOOL) == [0, -54, 0]


@pytest.mark.parametrize(("pushes", "gain"), [(0, 120), (3, 960)])
def test_table_durchmarsch(pushes, gain):
    assert scores(SWEEP, pushes=pushes) == [gain, 0, 0]


def test_table_100_15_5_and_50_50_20_and_60_60():
    assert scores(((88, 15, 5), (6, 2, 2), (10, 6, 9), 12)) == [-100, 0, 0]
    assert scores(TIE_50) == [-50, -50, 0]
    assert scores(TIE_60) == [0, -120, -120]


def test_points_hold_the_skat_of_whoever_got_it():
    outcomes = (PLAIN, TIE_40, SWEEP)
    assert settled(*outcomes).points.tolist() == [[24, 27, 69], [40, 40, 40], [120, 0, 0]]
    assert settled(*outcomes, skat_to="nobody").points.tolist() == [[24, 27, 55], [40, 40, 26], [109, 0, 0]]
    # Both of the tied are charged, nobody is after the sweep: the skat lies where it is.
    assert settled(*outcomes, skat_to="loser").points.tolist() == [[24, 27, 69], [40, 40, 26], [109, 0, 0]]


@pytest.mark.parametrize(
    ("tie", "fifty", "forty_five"),
    [
        ("both_full", [-50, -50, 0], [-45, -45, 0]),
        ("half_each", [-25, -25, 0], [-22.5, -22.5, 0]),
        ("last_trick_taker", [0, -50, 0], [-45, -45, 0]),
        ("later_trick", [0, -50, 0], [0, -45, 0]),
    ],
)
def test_ties(tie, fifty, forty_five):
    assert scores(TIE_50, tie=tie) == fifty
    assert scores(TIE_45, tie=tie) == forty_five


def test_triple_tie():
    assert scores(TRIPLE) == [0, 0, 0]
    assert scores(TRIPLE, triple_tie="all_full", tie="half_each") == [-40, -40, -40]


@pytest.mark.parametrize(
    ("sweep", "loses", "adds"),
    [
        ("self_plus_120", [120, 0, 0], [120, 0, 0]),
        ("others_120", [0, -120, -120], [0, 120, 120]),
        ("self_minus_120", [-120, 0, 0], [-120, 0, 0]),
    ],
)
def test_sweeps(sweep, loses, adds):
    assert scores(SWEEP, sweep=sweep) == loses
    assert scores(SWEEP, sweep=sweep, variant="palatinate") == adds


def test_palatinate_adds_points_and_knows_no_jungfrau():
    assert scores(JUNGFRAU, variant="palatinate") == [0, 0, 69]
    assert scores(JUNGFRAU, variant="palatinate", pushes=3) == [0, 0, 552]


def test_ledger_zero_sum_half():
    assert scores(PLAIN, ledger="zero_sum_half") == [34.5, 34.5, -69]
    assert scores(TIE_50, ledger="zero_sum_half") == [-25, -25, 50]
    assert scores(SWEEP, ledger="zero_sum_half") == [120, -60, -60]
    assert scores(TIE_45, ledger="zero_sum_half", tie="half_each") == [-11.25, -11.25, 22.5]


@pytest.mark.parametrize(
    ("multiplier", "factor"), [("geometric", 2**6), ("additive", 7), ("none", 1)]
)  # three pushes, two knocks, Bock
def test_multipliers(multiplier, factor):
    how = {"pushes": 3, "knocks": 2, "bock": True, "multiplier": multiplier}
    # Knocks need a multiplier: rules with both knock and none are refused.
    assert scores(PLAIN, knock=multiplier != "none", **how) == [0, 0, -69 * factor]


def test_knocks_count_only_where_the_rules_know_them():
    assert scores(PLAIN, knocks=2) == [0, 0, -69]


def test_bock_is_taken_from_the_rules_or_given_deal_by_deal():
    assert scores(PLAIN, variant=load_variant("schieberamsch", {"bock": True})) == [0, 0, -138]
    by_deal = settled(PLAIN, PLAIN, bock=[False, True]).scores / UNITS_PER_POINT
    assert by_deal.tolist() == [[0, 0, -69], [0, 0, -138]]
    with pytest.raises(UsageError, match="bock = 2: must be true or false"):
        settled(PLAIN, bock=2)


def test_marks_of_loser_jungfrau_sweep_and_tie():
    marks = settled(PLAIN, JUNGFRAU, TIE_50, SWEEP, TRIPLE)
    none = [False, False, False]
    assert marks.loses.tolist() == [[False, False, True], [False, False, True], [True, True, False], none, none]
    assert marks.jungfrau.tolist() == [none, [True, False, False], none, none, none]
    assert marks.sweeps.tolist() == [none, none, none, [True, False, False], none]
    assert marks.tied.tolist() == [False, False, True, False, True]


def test_scores_are_whole_quarter_points():
    assert settled(PLAIN, TIE_45, tie="half_each").scores.dtype == np.int64


def test_no_outcomes_settle_to_nothing():
    empty = settled()
    assert empty.scores.shape == (0, 3)
    assert empty.tied.shape == (0,)


def test_a_column_that_is_missing_is_named():
    table = columns(PLAIN)
    del table["skat_points"]
    with pytest.raises(DataError, match="the column skat_points is missing"):
        RamschOutcomes.from_columns(table)


def test_fractions_are_refused():
    with pytest.raises(DataError, match="the column pushes holds float64, whole numbers are needed"):
        RamschOutcomes.from_columns(columns(PLAIN) | {"pushes": np.array([0.5])})


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("deals", -1, "a count of deals below 0"),
        ("tricks_0", 4, "not ten in all"),
        ("points_0", 25, "not 120 in all with the skat"),
        ("last_trick_0", 2, "a last trick earlier than the seat's number of tricks"),
        ("last_trick_0", 11, "later than the tenth"),
        ("last_trick_0", 10, "the tenth trick not won by exactly one seat"),
        ("last_trick_0", 9, "two seats that won the same last trick"),
        ("pushes", 4, "pushes other than 0 to 3"),
        ("knocks", -1, "knocks other than 0 to 3"),
    ],
)
def test_outcomes_that_cannot_be_are_refused(column, value, message):
    table = columns(PLAIN, PLAIN)
    table[column][1] = value
    with pytest.raises(DataError, match=rf"outcomes: row 1: .*{message}"):
        RamschOutcomes.from_columns(table)


def test_points_of_a_seat_without_a_trick_are_refused():
    with pytest.raises(DataError, match="card points of a seat without a trick"):
        RamschOutcomes.from_columns(columns(((1, 50, 55), (0, 5, 5), (0, 9, 10), 14)))


def test_a_skat_beyond_two_aces_is_refused():
    with pytest.raises(DataError, match="card points of the skat other than 0 to 22"):
        RamschOutcomes.from_columns(columns(((24, 27, 46), (3, 3, 4), (8, 9, 10), 23)))
