"""The settlement table of the rule sheets, section 3: each case a whole deal, given as a record and replayed."""

from __future__ import annotations

import pytest

from ramsim.referee.ramsch_record import check_record

SCHOOL = {"skat_to": "loser", "tie": "later_trick"}


def test_points_24_27_55_and_a_skat_of_14_for_the_loser_cost_69(make_record):
    # 7 + 17 for seat 0, 14 + 0 + 13 for seat 1, 13 + 11 + 14 + 13 + 4 for seat 2; QS AS = 14 make 55 into 69.
    account = check_record(make_record("24-27-55 and a skat of 14", rules=SCHOOL))
    assert account.points == (24, 27, 69)
    assert account.scores == (0, 0, -69)


@pytest.mark.parametrize(("pushes", "loss"), [(0, 69), (1, 138), (2, 276), (3, 552)])
def test_each_push_doubles_69(make_record, pushes, loss):
    skat_round = ["push"] * pushes + ["QS AS"] * (3 - pushes)
    record = make_record("24-27-55 and a skat of 14", "schieberamsch", rules=SCHOOL, skat_round=skat_round)
    account = check_record(record)
    assert account.pushes == pushes
    assert account.scores == (0, 0, -loss)


@pytest.mark.parametrize(("skat_round", "loss"), [(["KC TC"] * 3, 138), (["push"] * 3, 1104)])
def test_a_jungfrau_doubles_69_before_the_pushes(make_record, skat_round, loss):
    record = make_record("0-51-55 and a skat of 14", "schieberamsch", rules=SCHOOL, skat_round=skat_round)
    account = check_record(record)
    assert account.tricks == (0, 5, 5)
    assert account.points == (0, 51, 69)
    assert account.scores == (0, 0, -loss)


def test_a_tie_of_40_goes_to_the_later_trick_and_the_skat_with_it(make_record):
    # Seat 0 won its last trick as the seventh, seat 1 as the eighth.
    account = check_record(make_record("40-40-26 and a skat of 14", rules=SCHOOL))
    assert account.winners[6:8] == (0, 1)
    assert account.points == (40, 54, 26)
    assert account.scores == (0, -54, 0)


@pytest.mark.parametrize(("skat_round", "gain"), [(["AS 7S"] * 3, 120), (["push"] * 3, 960)])
def test_a_durchmarsch_pays_120_times_the_pushes(make_record, skat_round, gain):
    account = check_record(make_record("ten tricks for seat 0", "schieberamsch", skat_round=skat_round))
    assert account.tricks == (10, 0, 0)
    assert account.scores == (gain, 0, 0)


def test_points_100_15_5_cost_100(make_record):
    account = check_record(make_record("100-15-5"))
    assert account.points == (100, 15, 5)
    assert account.scores == (-100, 0, 0)


def test_points_50_50_20_cost_both_50(make_record):
    account = check_record(make_record("50-50-20, last trick seat 0"))
    assert account.points == (50, 50, 20)
    assert account.scores == (-50, -50, 0)


def test_a_jungfrau_with_60_60_costs_both_120(make_record):
    account = check_record(make_record("0-60-60"))
    assert account.points == (0, 60, 60)
    assert account.scores == (0, -120, -120)
