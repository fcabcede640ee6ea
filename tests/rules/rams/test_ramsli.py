"""Rule sheet 1.3, rules 1 to 6: Ramsli. Four players, the dealer is seat 3; hearts are trumps.

Rule 7 (a session of deals) is no rule of a single deal.
"""

from __future__ import annotations

import pytest

from ramsim.cards import pack, parse_card
from ramsim.variants import load_variant


@pytest.fixture
def ramsli(table, three_two):
    def make(calls=(), carry=0, **rules):
        return table("ramsli", three_two.hands, three_two.upcard, calls=calls, carry=carry, **rules)

    return make


# -- rules 1 and 2 ---------------------------------------------------------------------------------------------------


def test_ramsli_rule_1_players_pack_and_hand():
    variant = load_variant("ramsli")
    assert variant.players == (2, 6)
    assert len(pack(variant.rules.ranks, variant.rules.jokers)) == 32
    assert variant.rules.hand_size == 5
    assert variant.rules.widow == 0


def test_ramsli_rule_1_every_player_antes_one(ramsli):
    assert ramsli().pot == 4
    assert ramsli(calls=("in", "out", "out", "out")).settlement() == ((3, -1, -1, -1), 0)


def test_ramsli_rule_1_alternative_ante_by_dealer(ramsli):
    rules = {"ante_by": "dealer", "ante": 5}
    assert ramsli(calls=("in", "out", "out", "out"), **rules).settlement() == ((5, 0, 0, -5), 0)


def test_ramsli_rule_2_in_or_out(ramsli):
    assert ramsli().legal_calls() == ("in", "out")
    assert ramsli(calls=("in", "in", "in")).legal_calls() == ("in", "out")


def test_ramsli_rule_2_dealer_is_forced_in_when_everyone_is_out(ramsli):
    deal = ramsli(calls=("out", "out", "out"), carry=6)
    assert deal.speaker is None
    assert deal.is_in == [False, False, False, True]
    assert deal.ending == "lone"
    assert deal.settlement() == ((-1, -1, -1, 9), 0)


def test_ramsli_rule_2_alternative_pot_carries(ramsli):
    deal = ramsli(calls=("out", "out", "out", "out"), carry=6, all_pass="pot_carries")
    assert deal.settlement() == ((-1, -1, -1, -1), 10)


def test_ramsli_rule_2_alternative_right_pays_dealer(ramsli):
    deal = ramsli(calls=("out", "out", "out"), carry=6, all_pass="right_pays_dealer")
    assert deal.settlement() == ((-1, -1, -6, 4), 10)


def test_ramsli_rule_2_right_neighbour_of_two_players_is_eldest(table):
    hands = ("AH KH QH 8S 7S", "AS KS QS JS TS")
    deal = table("ramsli", hands, "7H", calls=("out",), all_pass="right_pays_dealer")
    assert deal.settlement() == ((-6, 4), 2)


def test_ramsli_rule_2_exactly_one_in_takes_the_pot_unplayed(ramsli):
    deal = ramsli(calls=("out", "in", "out", "out"), carry=6)
    assert deal.ending == "lone"
    assert deal.turn is None
    assert deal.settlement() == ((-1, 9, -1, -1), 0)


def test_ramsli_rule_2_dealer_alone_in_takes_the_pot_unplayed_too(ramsli):
    deal = ramsli(calls=("out", "out", "out", "in"), all_pass="dealer_may_play")
    assert deal.settlement() == ((-1, -1, -1, 3), 0)


def test_ramsli_rule_2_alternative_dealer_must_play(ramsli):
    deal = ramsli(calls=("out", "in", "out"), lone="dealer_must_play")
    assert deal.is_in == [False, True, False, True]
    assert not deal.finished


# -- rule 3 ----------------------------------------------------------------------------------------------------------


def test_ramsli_rule_3_first_player_in_left_of_the_dealer_leads(ramsli):
    assert ramsli(calls=("out", "out", "in", "in")).turn == 2
    assert ramsli(calls=("in", "in", "in", "in")).turn == 0


def test_ramsli_rule_3_overtrump_always_a_trump_lead_too(table, legal):
    hands = ("TH KS", "8H KH", "8S AC")
    assert legal(table("ramsli", hands, "7H", calls=("in",) * 3, plays="TH", hand_size=2)) == ["KH"]
    rules = {"overtrump": "when_void", "hand_size": 2}
    assert legal(table("ramsli", hands, "7H", calls=("in",) * 3, plays="TH", **rules)) == ["8H", "KH"]


def test_ramsli_rule_3_no_duty_to_head_a_plain_suit(table, legal):
    hands = ("TS KH", "8S AS", "9S AC")
    assert legal(table("ramsli", hands, "7H", calls=("in",) * 3, plays="TS", hand_size=2)) == ["8S", "AS"]


# -- rule 4 ----------------------------------------------------------------------------------------------------------


def test_ramsli_rule_4_most_tricks_takes_the_pot(settled, three_two):
    # Pot 4. Seats 2 and 3 are bete.
    assert settled(three_two, "ramsli") == ([3, -1, -6, -6], 10, [3, 2, 0, 0])


def test_ramsli_rule_4_equal_most_splits_pot(settled, two_two_one):
    assert settled(two_two_one, "ramsli") == ([1, 1, -1, -6], 5, [2, 2, 1, 0])


def test_ramsli_rule_4_equal_most_splits_pot_and_odd_chips_stay(settled, two_two_one):
    # Pot 4 + 1 = 5: two each, one stays; bete 5.
    assert settled(two_two_one, "ramsli", carry=1) == ([1, 1, -1, -6], 6, [2, 2, 1, 0])


def test_ramsli_rule_4_alternative_tie_carries(settled, two_two_one):
    assert settled(two_two_one, "ramsli", tie="carries") == ([-1, -1, -1, -6], 9, [2, 2, 1, 0])


def test_ramsli_rule_4_alternative_tie_carries_does_not_touch_a_sole_winner(settled, three_two):
    assert settled(three_two, "ramsli", tie="carries") == ([3, -1, -6, -6], 10, [3, 2, 0, 0])


def test_ramsli_rule_4_three_with_one_trick_each_share_the_pot(table):
    # Pot 3 + 1 = 4: one each, one stays.
    hands = ("AH 7S 8C", "AS 7C 8D", "AC KD QD")
    plays = "AH 8D QD  7S AS KD  7C AC 8C"
    deal = table("ramsli", hands, "7H", calls=("in",) * 3, plays=plays, carry=1, hand_size=3)
    assert deal.winners == [0, 1, 2]
    assert deal.settlement() == ((0, 0, 0), 1)


def test_ramsli_rule_4_two_tricks_are_the_most_among_five_players(table):
    # Seats 0 to 3 win with their aces; the last diamond lead goes to the jack of seat 1.
    hands = ("AH 7S 9C 9D 8C", "AS 7C QD JD TD", "AC 7D KS QS JS", "AD 8D KC QC JC", "8S KD TS 9S TC")
    plays = "AH TD JS JC 8S  7S AS QS QC 9S  7C AC KC TC 9C  7D AD KD 9D QD  8D TS 8C JD KS"
    deal = table("ramsli", hands, "7H", calls=("in",) * 5, plays=plays)
    assert deal.winners == [0, 1, 2, 3, 1]
    assert deal.tricks == [1, 2, 1, 1, 0]
    assert deal.settlement() == ((-1, 4, -1, -1, -6), 5)


def test_ramsli_rule_4_alternative_per_trick(settled, three_two):
    # Pot 4 + 7 = 11: two a trick, one stays.
    assert settled(three_two, "ramsli", carry=7, payout="per_trick") == ([5, 3, -6, -6], 11, [3, 2, 0, 0])


# -- rule 5 ----------------------------------------------------------------------------------------------------------


def test_ramsli_rule_5_bete_of_five_goes_to_the_next_pot(settled, two_two_one):
    chips, pot, _ = settled(two_two_one, "ramsli")
    assert chips[3] == -1 - 5
    assert pot == 5


def test_ramsli_rule_5_bete_of_the_pot_at_the_start_of_play(settled, three_two):
    # Pot 4 + 6 = 10.
    assert settled(three_two, "ramsli", carry=6, bete="pot") == ([9, -1, -11, -11], 20, [3, 2, 0, 0])


@pytest.mark.parametrize(("cap", "bete"), [(3, 3), (10, 10), (25, 10)])
def test_ramsli_rule_5_bete_of_the_pot_at_most_a_cap(settled, three_two, cap, bete):
    chips, pot, _ = settled(three_two, "ramsli", carry=6, bete={"kind": "pot", "cap": cap})
    assert chips == [9, -1, -1 - bete, -1 - bete]
    assert pot == 2 * bete


def test_ramsli_rule_5_alternative_no_bete(settled, three_two):
    assert settled(three_two, "ramsli", bete=0) == ([3, -1, -1, -1], 0, [3, 2, 0, 0])


# -- rule 6 ----------------------------------------------------------------------------------------------------------


def test_ramsli_rule_6_next_pot_is_what_stayed_and_the_betes(settled, two_two_one):
    # Pot 4 + 3 = 7: three each, one stays, bete 5 comes on top; the next antes are not in it yet.
    assert settled(two_two_one, "ramsli", carry=3) == ([2, 2, -1, -6], 6, [2, 2, 1, 0])


def test_ramsli_rule_6_out_costs_nothing_but_the_ante(settled, three_two):
    plays = "AH TS TD  KH JS JD  QH QS QD  8S KS KD  AS AD 7S"
    chips, pot, _ = settled(three_two, "ramsli", ("in", "in", "out", "in"), plays=plays)
    assert chips == [3, -1, -1, -6]
    assert pot == 5


def test_ramsli_play_goes_on_to_the_last_card(ramsli, three_two):
    deal = ramsli(calls=("in",) * 4)
    for word in three_two.plays.split()[:-1]:
        deal.play(parse_card(word))
    assert not deal.finished
    assert deal.turn == 0
