"""Section 2.2 of the rule sheets, Palatinate Ramsch, rules 2 to 4: the score, ties, whole games."""

from __future__ import annotations

import pytest

from ramsim.cards import parse_cards
from ramsim.errors import UsageError
from ramsim.referee.ramsch_game import game_losers
from ramsim.variants import load_variant

RULES = load_variant("palatinate").rules


@pytest.fixture
def palatinate(make_deal, make_record):
    """Scores of a deal that nobody changes by the skat's round; the first ``pushes`` seats push, rule fields follow.

    A seat that does not push discards two and takes two; here the round is left out then, as in a deal without one.
    """

    def settled(name, pushes=0, **rules):
        if pushes == 0:
            rules["skat_round"] = "none"
        deal = make_deal(name, "palatinate", **rules)
        for _ in range(pushes):
            deal.push()
        for code in parse_cards(make_record(name)["plays"]):
            deal.play(code)
        return deal.settle().scores

    return settled


def test_palatinate_rule_2_the_winner_of_the_last_trick_takes_the_skat(play_out):
    # Seat 0 took the last trick: 88 in tricks, JD TS = 12 in the skat.
    deal = play_out("100-15-5", "palatinate")
    assert deal.points == [88, 15, 5]
    assert deal.settle().points == (100, 15, 5)
    assert deal.settle().skat_seat == 0


def test_palatinate_rule_2_most_points_are_added_to_the_score_and_the_others_add_nothing(palatinate):
    assert palatinate("100-15-5") == (100, 0, 0)


def test_palatinate_rule_2_a_player_without_a_trick_doubles_nothing(palatinate):
    # Seat 2 took no trick; seat 0 has all 120 points, but nine tricks.
    assert palatinate("120 points in nine tricks") == (120, 0, 0)


def test_palatinate_rule_2_all_ten_tricks_add_120_to_each_of_the_others(palatinate):
    assert palatinate("ten tricks for seat 0") == (0, 120, 120)
    assert palatinate("ten tricks for seat 1") == (120, 0, 120)


def test_palatinate_rule_2_three_pushes_make_eight_times(palatinate):
    assert palatinate("100-15-5", pushes=3) == (800, 0, 0)
    assert palatinate("ten tricks for seat 0", pushes=3) == (0, 960, 960)


def test_palatinate_rule_2_two_per_push(make_deal):
    deal = make_deal("100-15-5", "palatinate")
    deal.push()
    deal.pass_on(parse_cards("7H 8H"))
    deal.push()
    while not deal.finished:
        deal.play(deal.legal_cards()[0])
    score = deal.settle()
    assert deal.pushes == 2
    assert score.factor == 4


def test_palatinate_rule_3_a_tie_for_most_costs_both_in_full(palatinate):
    assert palatinate("50-50-20, last trick seat 0") == (50, 50, 0)


def test_palatinate_rule_3_tie_half_each(palatinate):
    assert palatinate("50-50-20, last trick seat 0", tie="half_each") == (25, 25, 0)


def test_palatinate_rule_3_tie_last_trick_taker(palatinate):
    assert palatinate("50-50-20, last trick seat 0", tie="last_trick_taker") == (50, 0, 0)


def test_palatinate_rule_3_tie_later_trick(palatinate):
    assert palatinate("50-50-20, later trick seat 1", tie="later_trick") == (0, 50, 0)


def test_palatinate_rule_3_a_triple_tie_scores_nothing(palatinate):
    assert palatinate("40-40-40") == (0, 0, 0)


def test_palatinate_rule_3_triple_tie_all_full(palatinate):
    assert palatinate("40-40-40", triple_tie="all_full") == (40, 40, 40)


@pytest.mark.parametrize(
    ("scores", "losers"),
    [
        ((499, 498, 0), ()),
        ((500, 0, 0), (0,)),
        ((120, 340, 512), (2,)),
        ((560, 510, 40), (0,)),  # one deal took two across: the higher loses
        ((520, 80, 520), (0, 2)),  # equal: both
        ((-120, 0, 499.5), ()),
    ],
)
def test_palatinate_rule_4_first_to_500_has_lost(scores, losers):
    assert game_losers(RULES, scores) == losers


def test_palatinate_rule_4_game_to_is_a_field():
    assert game_losers(load_variant("palatinate", {"game_to": 300}).rules, (310, 0, 0)) == (0,)


def test_palatinate_rule_4_losses_counted_negative_end_a_game_below():
    rules = load_variant("schieberamsch", {"game_to": 500}).rules
    assert game_losers(rules, (-480, -510, 620, 0)) == (1,)
    assert game_losers(rules, (-480, 0, 620, 0)) == ()


def test_palatinate_rule_4_without_a_limit_there_are_no_games():
    with pytest.raises(UsageError, match="game_to = 0"):
        game_losers(load_variant("schieberamsch").rules, (0, 0, 0))


def test_palatinate_rule_4_self_minus_120_makes_scores_negative(palatinate):
    assert palatinate("ten tricks for seat 0", sweep="self_minus_120") == (-120, 0, 0)
    assert palatinate("ten tricks for seat 0", pushes=3, sweep="self_minus_120") == (-960, 0, 0)


def test_palatinate_alternative_jungfrau_two_doubles(palatinate):
    assert palatinate("120 points in nine tricks", jungfrau=2) == (240, 0, 0)
