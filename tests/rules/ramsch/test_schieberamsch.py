"""Section 2.3 of the rule sheets, Schieberamsch and Skat-Ramsch, rules 3 to 6: skat, score, ties, ledger, factors."""

from __future__ import annotations

import pytest

from ramsim.errors import RecordError
from ramsim.variants import load_variant

SKAT_14 = "24-27-55 and a skat of 14"  # seat 1 wins the last trick


def test_schieberamsch_rule_3_the_winner_of_the_last_trick_takes_the_skat(play_out):
    score = play_out(SKAT_14).settle()
    assert score.points == (24, 41, 55)
    assert score.scores == (0, 0, -55)


def test_schieberamsch_rule_3_skat_to_loser(play_out):
    score = play_out(SKAT_14, skat_to="loser").settle()
    assert score.points == (24, 27, 69)
    assert score.scores == (0, 0, -69)


def test_schieberamsch_rule_3_skat_to_nobody(play_out):
    score = play_out(SKAT_14, skat_to="nobody").settle()
    assert score.points == (24, 27, 55)
    assert score.skat_seat == -1
    assert score.scores == (0, 0, -55)


def test_schieberamsch_rule_3_the_skat_of_the_last_trick_may_make_a_triple_tie(play_out):
    # 40/40/26 in tricks, 14 in the skat for seat 2.
    score = play_out("40-40-26 and a skat of 14").settle()
    assert score.points == (40, 40, 40)
    assert score.scores == (0, 0, 0)


def test_schieberamsch_rule_3_skat_to_loser_leaves_it_when_both_are_charged(play_out):
    score = play_out("40-40-26 and a skat of 14", skat_to="loser").settle()
    assert score.points == (40, 40, 26)
    assert score.skat_seat == -1
    assert score.scores == (-40, -40, 0)


def test_schieberamsch_rule_4_most_points_are_lost(scores):
    assert scores("100-15-5") == (-100, 0, 0)


def test_schieberamsch_rule_4_a_jungfrau_doubles_the_loss(scores):
    # 55 of seat 2 and the skat's 14 with the last trick; seat 0 has no trick.
    assert scores("0-51-55 and a skat of 14") == (0, 0, -138)


def test_schieberamsch_rule_4_a_trick_without_points_makes_no_jungfrau(play_out):
    # Seat 0 took trick 2, 9S 7S 8S; seat 2 has 70 and the skat's 14.
    deal = play_out("a trick without points for seat 0")
    assert deal.tricks == [1, 4, 5]
    score = deal.settle()
    assert score.points == (0, 36, 84)
    assert score.jungfrau == -1
    assert score.scores == (0, 0, -84)


def test_schieberamsch_rule_4_all_points_in_nine_tricks_are_no_durchmarsch(play_out):
    # Seat 1 took one trick without points, seat 2 none: a Jungfrau.
    deal = play_out("120 points in nine tricks")
    assert deal.tricks == [9, 1, 0]
    score = deal.settle()
    assert score.points == (120, 0, 0)
    assert score.sweeper == -1
    assert score.jungfrau == 2
    assert score.scores == (-240, 0, 0)


@pytest.mark.parametrize(("factor", "loss"), [(1, 69), (3, 207), (4, 276)])
def test_schieberamsch_rule_4_the_jungfrau_factor_is_a_field(scores, factor, loss):
    assert scores("0-51-55 and a skat of 14", jungfrau=factor) == (0, 0, -loss)


def test_schieberamsch_rule_4_durchmarsch_pays_the_sweeper(scores):
    assert scores("ten tricks for seat 0") == (120, 0, 0)
    assert scores("ten tricks for seat 1") == (0, 120, 0)


def test_schieberamsch_rule_4_two_players_without_a_trick_double_no_durchmarsch(play_out):
    score = play_out("ten tricks for seat 0").settle()
    assert score.jungfrau == -1
    assert score.losers == ()


@pytest.mark.parametrize("skat_to", ["loser", "nobody"])
def test_schieberamsch_rule_4_a_durchmarsch_is_120_wherever_the_skat_goes(play_out, skat_to):
    score = play_out("ten tricks for seat 0", skat_to=skat_to).settle()
    assert score.points == (109, 0, 0)  # AS, 11 points, lies in the skat
    assert score.scores == (120, 0, 0)


def test_schieberamsch_rule_4_sweep_others_120(scores):
    assert scores("ten tricks for seat 0", sweep="others_120") == (0, -120, -120)


def test_schieberamsch_rule_4_sweep_self_minus_120(scores):
    assert scores("ten tricks for seat 0", sweep="self_minus_120") == (-120, 0, 0)


def test_schieberamsch_rule_4_a_lost_durchmarsch_takes_the_skat_to_the_loser(play_out):
    score = play_out("ten tricks for seat 0", sweep="self_minus_120", skat_to="loser").settle()
    assert score.losers == (0,)
    assert score.points == (120, 0, 0)
    assert score.scores == (-120, 0, 0)


@pytest.mark.parametrize(("pushes", "factor"), [(0, 1), (1, 2), (2, 4), (3, 8)])
def test_schieberamsch_rule_4_two_per_push(scores, pushes, factor):
    assert scores(SKAT_14, "schieberamsch", pushes=pushes) == (0, 0, -55 * factor)


def test_schieberamsch_rule_4_bock_doubles_once_more(scores):
    assert scores(SKAT_14, "schieberamsch", pushes=3, bock=True) == (0, 0, -880)
    assert scores(SKAT_14, bock=True) == (0, 0, -110)


def test_schieberamsch_rule_4_the_largest_are_32_and_16_times(scores):
    most = {"pushes": 3, "bock": True, "skat_to": "loser"}
    assert scores("0-51-55 and a skat of 14", "schieberamsch", **most) == (0, 0, -69 * 32)
    assert scores("ten tricks for seat 0", "schieberamsch", **most) == (120 * 16, 0, 0)


def test_schieberamsch_rule_5_tie_both_full(scores):
    assert scores("50-50-20, last trick seat 0") == (-50, -50, 0)


def test_schieberamsch_rule_5_tie_both_full_with_a_jungfrau(scores):
    assert scores("0-60-60") == (0, -120, -120)


def test_schieberamsch_rule_5_tie_half_each_is_exact_to_the_half_point(scores):
    assert scores("50-50-20, last trick seat 0", tie="half_each") == (-25, -25, 0)
    assert scores("45-45-30", tie="half_each") == (-22.5, -22.5, 0)
    assert scores("45-45-30", tie="half_each", bock=True) == (-45, -45, 0)


def test_schieberamsch_rule_5_tie_half_each_is_doubled_by_a_jungfrau(scores):
    assert scores("0-60-60", tie="half_each") == (0, -60, -60)


def test_schieberamsch_rule_5_tie_last_trick_taker(scores):
    assert scores("50-50-20, last trick seat 0", tie="last_trick_taker") == (-50, 0, 0)


def test_schieberamsch_rule_5_tie_last_trick_taker_charges_both_when_neither_took_it(scores):
    assert scores("50-50-20, later trick seat 1", tie="last_trick_taker") == (-50, -50, 0)


def test_schieberamsch_rule_5_tie_later_trick(scores):
    # Trick 9 for seat 1, trick 4 for seat 0; then trick 9 for seat 0, trick 6 for seat 1.
    assert scores("50-50-20, later trick seat 1", tie="later_trick") == (0, -50, 0)
    assert scores("45-45-30", tie="later_trick") == (-45, 0, 0)


def test_schieberamsch_rule_5_a_tie_is_judged_without_the_skat_when_it_goes_to_the_loser(play_out):
    score = play_out("40-40-26 and a skat of 14", skat_to="loser", tie="later_trick").settle()
    assert score.most == (0, 1)
    assert score.scores == (0, -54, 0)


@pytest.mark.parametrize("tie", ["both_full", "half_each", "last_trick_taker", "later_trick"])
def test_schieberamsch_rule_5_triple_tie_goes_by_its_own_field(scores, tie):
    assert scores("40-40-40", tie=tie) == (0, 0, 0)
    assert scores("40-40-40", tie=tie, triple_tie="all_full") == (-40, -40, -40)


def test_schieberamsch_rule_5_ledger_zero_sum_half(scores):
    assert scores("100-15-5", ledger="zero_sum_half") == (-100, 50, 50)


def test_schieberamsch_rule_5_ledger_zero_sum_half_with_two_losers(scores):
    # Each loses 50 and gets 25 of the other's loss; the third gets 25 twice.
    assert scores("50-50-20, last trick seat 0", ledger="zero_sum_half") == (-25, -25, 50)


def test_schieberamsch_rule_5_ledger_zero_sum_half_after_a_durchmarsch(scores):
    assert scores("ten tricks for seat 0", ledger="zero_sum_half") == (120, -60, -60)
    # Each other player loses 120 and gets 60 of the other's loss.
    assert scores("ten tricks for seat 0", ledger="zero_sum_half", sweep="others_120") == (120, -60, -60)


def test_schieberamsch_rule_5_ledger_zero_sum_half_is_exact_to_the_quarter_point(scores):
    # 22.5 lost and 11.25 got by each of the tied, 22.5 for the third.
    assert scores("45-45-30", ledger="zero_sum_half", tie="half_each") == (-11.25, -11.25, 22.5)


def test_schieberamsch_rule_5_ledger_zero_sum_half_of_an_odd_loss(scores):
    assert scores(SKAT_14, ledger="zero_sum_half") == (27.5, 27.5, -55)


def test_schieberamsch_rule_5_ledger_zero_sum_half_of_a_triple_tie_is_nothing(scores):
    assert scores("40-40-40", ledger="zero_sum_half", triple_tie="all_full") == (0, 0, 0)


@pytest.mark.parametrize(("pushes", "bock", "factor"), [(0, False, 1), (0, True, 2), (2, False, 3), (3, True, 5)])
def test_schieberamsch_rule_5_multiplier_additive(scores, pushes, bock, factor):
    how = {"pushes": pushes, "bock": bock, "multiplier": "additive"}
    assert scores(SKAT_14, "schieberamsch", **how) == (0, 0, -55 * factor)


def test_schieberamsch_rule_5_multiplier_none_leaves_only_the_jungfrau(scores):
    how = {"pushes": 3, "bock": True, "multiplier": "none"}
    assert scores(SKAT_14, "schieberamsch", **how) == (0, 0, -55)
    assert scores("0-51-55 and a skat of 14", "schieberamsch", **how) == (0, 0, -138)


def test_schieberamsch_rule_6_four_at_the_table_the_dealer_sits_out(play_out):
    deal = play_out("100-15-5", players=4)
    assert set(deal.seats) == {0, 1, 2}
    assert deal.settle().scores == (-100, 0, 0)


def test_schieberamsch_rule_6_bock_is_a_flag_of_the_deal(make_deal):
    # The field is what a deal takes that says nothing itself.
    assert make_deal("100-15-5", "schieberamsch").bock is False
    assert make_deal("100-15-5", load_variant("schieberamsch", {"bock": True})).bock is True
    assert make_deal("100-15-5", load_variant("schieberamsch", {"bock": True}), bock=False).bock is False


def test_schieberamsch_rule_6_each_knock_doubles(scores):
    assert scores("100-15-5", knock=True, knocks=(2,)) == (-200, 0, 0)
    assert scores("100-15-5", knock=True, knocks=(0, 1, 2)) == (-800, 0, 0)
    assert scores("ten tricks for seat 0", "schieberamsch", knock=True, knocks=(1,), pushes=3) == (1920, 0, 0)


def test_schieberamsch_rule_6_a_knock_adds_one_under_additive(scores):
    assert scores(SKAT_14, "schieberamsch", knock=True, knocks=(1,), pushes=2, multiplier="additive") == (0, 0, -220)


def test_schieberamsch_rule_6_no_knock_without_the_field(make_deal):
    with pytest.raises(RecordError, match=r"^seat 1 knocks: these rules know no knock \(knock = false\)$"):
        make_deal("100-15-5").knock(1)


def test_schieberamsch_rule_6_knocks_once_each_after_the_round_and_before_the_lead(make_deal):
    deal = make_deal("100-15-5", "schieberamsch", knock=True)
    with pytest.raises(RecordError, match="seat 0 knocks at the wrong time"):
        deal.knock(0)
    for _ in range(3):
        deal.push()
    deal.knock(2)
    deal.knock(0)
    assert deal.knocks == (0, 2)
    with pytest.raises(RecordError, match="seat 2 knocks twice"):
        deal.knock(2)
    with pytest.raises(RecordError, match="seat 3 knocks: only the active seats 0 to 2 may"):
        deal.knock(3)
    deal.play(deal.legal_cards()[0])
    with pytest.raises(RecordError, match="seat 1 knocks at the wrong time"):
        deal.knock(1)


def test_schieberamsch_rule_1_a_deal_passed_in_is_settled_as_any(scores):
    assert scores(SKAT_14, trigger="passed_in") == scores(SKAT_14, trigger="every_deal") == (0, 0, -55)
