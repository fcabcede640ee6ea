"""Rule sheet 1.4: rams, bierspiel, rounce-hoyle. Four players, the dealer is seat 3; hearts are trumps."""

from __future__ import annotations

import pytest

from ramsim.cards import card_names, pack, parse_card
from ramsim.errors import RecordError
from ramsim.variants import load_variant

WIDOW = "9H 8H 9S 9C 9D"
WIDOW_OF_SIX = "9H 8H 9S 9C 9D 2C"
GENERAL = ("general",)


# -- rams ------------------------------------------------------------------------------------------------------------


def test_rams_dealer_antes_five_each_trick_a_fifth_bete_five(settled, three_two):
    assert settled(three_two, "rams", carry=5) == ([6, 4, -5, -10], 10, [3, 2, 0, 0])


def test_rams_head(table, legal):
    hands = ("JS KH QH 8S 7S", "AS KS 9S AD TS", "AC KC QC JC TC", "KD QD JD TD 8D")
    assert legal(table("rams", hands, "7H", calls=("in",) * 4, plays="JS")) == ["AS", "KS"]


def test_rams_calls_and_widow(table, three_two):
    deal = table("rams", three_two.hands, "7H", widows=(WIDOW,), carry=5)
    assert deal.legal_calls() == ("in", "out", "widow", "general")
    deal.declare("widow")
    assert card_names(deal.hands[0]) == WIDOW


def test_rams_simple_pot_nobody_goes_out(table, three_two):
    assert "out" not in table("rams", three_two.hands, "7H").legal_calls()


def test_rams_dealer_may_exchange_the_upcard_whenever_he_is_in(table, three_two):
    deal = table("rams", three_two.hands, "7H", calls=("in", "in", "in", "in"), carry=5)
    assert deal.exchange_by() == 3
    deal.exchange(parse_card("TD"))
    assert card_names(deal.hands[3]) == "AD KD QD JD 7H"
    assert table("rams", three_two.hands, "7H", calls=("in", "in", "in", "out"), carry=5).exchange_by() is None


def test_rams_dealer_may_exchange_when_a_general_forces_him_in(table, three_two):
    deal = table("rams", three_two.hands, "7H", calls=("out", "general"), carry=5)
    assert deal.exchange_by() == 3


def test_rams_dealer_with_the_widow_exchanges_a_card_of_the_widow(table, three_two):
    deal = table("rams", three_two.hands, "7H", calls=("in", "in", "in", "widow"), widows=(WIDOW,))
    deal.exchange(parse_card("9D"))
    assert card_names(deal.hands[3]) == "9H 8H 9S 9C 7H"


def test_rams_general_forces_everyone_in_and_closes_the_widow(table, three_two):
    deal = table("rams", three_two.hands, "7H", calls=("out", "general"), widows=(WIDOW,), carry=5)
    assert deal.is_in == [True] * 4
    with pytest.raises(RecordError, match="'widow' comes too late"):
        deal.declare("widow")


def test_rams_general_eldest_leads(table, three_two):
    assert table("rams", three_two.hands, "7H", calls=("out", "general"), carry=5).turn == 0


def test_rams_general_made(settled, sweep):
    # Pot 10 and 5 from each of the three; the dealer anted 5.
    assert settled(sweep, "rams", GENERAL, carry=5) == ([25, -5, -5, -10], 0, [5, 0, 0, 0])


def test_rams_general_is_played_to_the_first_trick_lost(settled, three_two):
    plays = " ".join(three_two.plays.split("  ")[:4])
    assert settled(three_two, "rams", GENERAL, carry=5, plays=plays) == ([-25, 5, 5, 0], 20, [3, 1, 0, 0])


def test_rams_everyone_but_the_dealer_out(table, three_two):
    deal = table("rams", three_two.hands, "7H", calls=("out",) * 3, carry=5)
    assert deal.settlement() == ((0, 0, -5, 0), 10)


def test_rams_lone_player_meets_the_dealer(table, three_two):
    deal = table("rams", three_two.hands, "7H", calls=("out", "out", "in"), carry=5)
    assert deal.is_in == [False, False, True, True]


# -- bierspiel -------------------------------------------------------------------------------------------------------


def test_bierspiel_seven_of_diamonds_is_second_trump_below_the_ace(table):
    hands = ("KH 8S 7S 9S 8H", "7D KC QC JC TC", "QH KS QS JS TS")
    deal = table("bierspiel", hands, "7H", calls=("in",) * 3, plays="KH 7D QH")
    assert deal.winners == [1]
    hands = ("8H 8S 7S 9S QH", "7D KC QC JC TC", "AH KS QS JS TS")
    assert table("bierspiel", hands, "7H", calls=("in",) * 3, plays="8H 7D AH").winners == [2]


def test_bierspiel_is_rams_otherwise(settled, sweep, three_two):
    assert settled(three_two, "bierspiel", carry=5) == ([6, 4, -5, -10], 10, [3, 2, 0, 0])
    assert settled(sweep, "bierspiel", GENERAL, carry=5) == ([25, -5, -5, -10], 0, [5, 0, 0, 0])


# -- rounce-hoyle ----------------------------------------------------------------------------------------------------


def test_rounce_hoyle_52_cards():
    rules = load_variant("rounce-hoyle").rules
    assert len(pack(rules.ranks, rules.jokers)) == 52


def test_rounce_hoyle_no_simple_pot_and_no_general(table, three_two):
    deal = table("rounce-hoyle", three_two.hands, "7H", carry=0)
    assert deal.legal_calls() == ("in", "out", "widow")
    assert table("rounce-hoyle", three_two.hands, "7H", calls=("in",) * 4).announce_by() is None


def test_rounce_hoyle_must_trump_but_need_not_head_or_overtrump(table, legal):
    hands = ("9S KH QH 8S 7S", "AS 8C TS AD 7C", "TH AC KC 9C JC")
    deal = table("rounce-hoyle", hands, "2H", calls=("in",) * 3, plays="9S")
    assert legal(deal) == ["AS", "TS"]
    deal.play(parse_card("TS"))
    assert legal(deal) == ["TH"]
    hands = ("9S KD QD 8S 7S", "TH 8C AC AD 7C", "9H JH KC 9C JC")
    assert legal(table("rounce-hoyle", hands, "2H", calls=("in",) * 3, plays="9S TH")) == ["9H", "JH"]


def test_rounce_hoyle_taker_of_the_widow_of_six_lays_one_away(table, three_two):
    deal = table("rounce-hoyle", three_two.hands, "7H", calls=("widow 2C",), widows=(WIDOW_OF_SIX,))
    assert card_names(deal.hands[0]) == WIDOW
    assert card_names(deal.widow_discards) == "2C"


def test_rounce_hoyle_taker_must_lay_a_card_of_the_widow_away(table, three_two):
    deal = table("rounce-hoyle", three_two.hands, "7H", widows=(WIDOW_OF_SIX,))
    with pytest.raises(RecordError, match="seat 0 takes a widow of 6 cards and must lay one away"):
        deal.declare("widow")
    with pytest.raises(RecordError, match="seat 0 lays AH away, which is not in the widow 9H 8H 9S 9C 9D 2C"):
        deal.declare("widow", parse_card("AH"))


def test_rounce_hoyle_nobody_exchanges_the_upcard(table, three_two):
    assert table("rounce-hoyle", three_two.hands, "7H", calls=("in",) * 4).exchange_by() is None


def test_rounce_hoyle_settles_as_rams(settled, three_two):
    assert settled(three_two, "rounce-hoyle", carry=5) == ([6, 4, -5, -10], 10, [3, 2, 0, 0])
