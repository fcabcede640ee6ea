"""Rule sheet 1.2, rules 1 to 10: Ramscheln. Four players, the dealer is seat 3; 7H turned up, hearts are trumps."""

from __future__ import annotations

import pytest

from ramsim.cards import card_names, pack, parse_card
from ramsim.errors import RecordError
from ramsim.variants import load_variant

OUT3 = ("out", "out", "out")
WIDOW = "9H 8H 9S 9C 9D"


@pytest.fixture
def ramscheln(table, three_two):
    """Four hands, nobody has spoken yet unless ``calls`` says so; ``carry = 5`` makes the pot double."""

    def make(calls=(), carry=5, hands=three_two.hands, upcard="7H", widows=(WIDOW,), **rules):
        return table("ramscheln", hands, upcard, calls=calls, carry=carry, widows=widows, **rules)

    return make


# -- rules 1 and 2: table and ante -----------------------------------------------------------------------------------


def test_ramscheln_rule_1_three_to_five_players_and_32_cards():
    variant = load_variant("ramscheln")
    assert variant.players == (3, 5)
    assert len(pack(variant.rules.ranks, variant.rules.jokers)) == 32


def test_ramscheln_rule_1_order_of_the_cards(ramscheln):
    order = ramscheln().order
    spades = [parse_card(name) for name in ("AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S")]
    strengths = [order.strength[card] for card in spades]
    assert strengths == sorted(strengths, reverse=True)


def test_ramscheln_rule_2_dealer_alone_antes_five(ramscheln):
    deal = ramscheln(calls=("out", "out", "out"), carry=5, all_pass="pot_carries")
    assert deal.pot == 10
    deal.declare("out")
    assert deal.settlement() == ((0, 0, 0, -5), 10)


def test_ramscheln_rule_2_alternative_ante_by_all(ramscheln):
    deal = ramscheln(calls=OUT3, carry=5, all_pass="pot_carries", ante_by="all", ante=2)
    deal.declare("out")
    assert deal.settlement() == ((-2, -2, -2, -2), 13)


def test_ramscheln_rule_2_upcard_makes_its_suit_trumps_and_stays_out_of_play(ramscheln):
    deal = ramscheln(calls=("in", "in", "in", "in"), upcard="7C")
    assert deal.order.suit[parse_card("9C")] == deal.order.trump
    assert deal.order.trump == 0
    assert all(parse_card("7C") not in hand for hand in deal.hands)


# -- rule 3: in, out, widow, ramsch ----------------------------------------------------------------------------------


def test_ramscheln_rule_3_eldest_first_dealer_last(ramscheln):
    deal = ramscheln()
    spoke = []
    while deal.speaker is not None:
        spoke.append(deal.speaker)
        deal.declare("in")
    assert spoke == [0, 1, 2, 3]


def test_ramscheln_rule_3_calls(ramscheln):
    assert ramscheln().legal_calls() == ("in", "out", "widow", "ramsch")


def test_ramscheln_rule_3_widow_replaces_the_whole_hand_and_its_taker_is_in(ramscheln):
    deal = ramscheln(calls=("out", "widow", "out"))
    assert card_names(deal.hands[1]) == WIDOW
    assert deal.is_in[1]


def test_ramscheln_rule_3_old_hand_of_the_taker_is_dead(ramscheln):
    deal = ramscheln(calls=("out", "widow", "out"))
    with pytest.raises(RecordError, match="seat 1 played AS in trick 1, but nobody holds it"):
        deal.play(parse_card("AS"))


def test_ramscheln_rule_3_one_taker_only(ramscheln):
    deal = ramscheln(calls=("widow",))
    assert deal.legal_calls() == ("in", "out", "ramsch")
    with pytest.raises(RecordError, match="seat 1 may not say 'widow': the widow has been taken"):
        deal.declare("widow")


def test_ramscheln_rule_3_alternative_two_takers(ramscheln):
    # Two widows for up to five players need a larger pack.
    rules = {"widow_takers": 2, "ranks": "AKQJT9876"}
    deal = ramscheln(calls=("widow", "in", "widow"), widows=(WIDOW, "8C 8D 6S 7C 7D"), **rules)
    assert card_names(deal.hands[0]) == WIDOW
    assert card_names(deal.hands[2]) == "8C 8D 6S 7C 7D"
    assert "widow" not in deal.legal_calls()


def test_ramscheln_rule_3_alternative_no_taker(ramscheln):
    assert ramscheln(widow_takers=0).legal_calls() == ("in", "out", "ramsch")


def test_ramscheln_rule_3_alternative_no_widow(ramscheln):
    assert ramscheln(widow=0).legal_calls() == ("in", "out", "ramsch")


# -- rule 4: simple and double pot -----------------------------------------------------------------------------------


def test_ramscheln_rule_4_nobody_goes_out_of_a_simple_pot(ramscheln):
    deal = ramscheln(carry=0)
    assert deal.legal_calls() == ("in", "widow", "ramsch")
    with pytest.raises(RecordError, match="seat 0 may not say 'out': the pot holds only the basic stake"):
        deal.declare("out")


def test_ramscheln_rule_4_one_chip_more_makes_the_pot_double(ramscheln):
    assert "out" in ramscheln(carry=1).legal_calls()


def test_ramscheln_rule_4_alternative_always(ramscheln):
    assert "out" in ramscheln(carry=0, dropping="always").legal_calls()


def test_ramscheln_rule_4_alternative_never(ramscheln):
    deal = ramscheln(carry=50, dropping="never")
    assert "out" not in deal.legal_calls()
    with pytest.raises(RecordError, match="nobody may go out in this variant"):
        deal.declare("out")


# -- rule 5: everyone but the dealer is out --------------------------------------------------------------------------


def test_ramscheln_rule_5_right_neighbour_pays_the_dealer_and_the_pot_stays(ramscheln):
    deal = ramscheln(calls=OUT3)
    assert deal.speaker is None
    assert deal.ending == "all_pass"
    # The dealer anted 5 and gets 5 back from seat 2; 5 carried and 5 anted lie there.
    assert deal.settlement() == ((0, 0, -5, 0), 10)
    assert deal.is_in == [False] * 4


def test_ramscheln_rule_5_stake_of_the_right_neighbour(ramscheln):
    assert ramscheln(calls=OUT3, all_pass_stake=7).settlement() == ((0, 0, -7, 2), 10)


def test_ramscheln_rule_5_alternative_dealer_takes_pot(ramscheln):
    deal = ramscheln(calls=OUT3, all_pass="dealer_takes_pot")
    assert deal.speaker is None
    assert deal.ending == "lone"
    assert deal.settlement() == ((0, 0, 0, 5), 0)


def test_ramscheln_rule_5_alternative_dealer_may_play_and_does(ramscheln):
    deal = ramscheln(calls=OUT3, all_pass="dealer_may_play")
    assert deal.speaker == 3
    deal.declare("in")
    assert deal.ending == "lone"
    assert deal.settlement() == ((0, 0, 0, 5), 0)


def test_ramscheln_rule_5_alternative_dealer_may_play_and_does_not(ramscheln):
    deal = ramscheln(calls=(*OUT3, "out"), all_pass="dealer_may_play")
    assert deal.ending == "all_pass"
    assert deal.settlement() == ((0, 0, -5, 0), 10)


def test_ramscheln_rule_5_alternative_pot_carries(ramscheln):
    deal = ramscheln(calls=(*OUT3, "out"), all_pass="pot_carries")
    assert deal.ending == "all_pass"
    assert deal.settlement() == ((0, 0, 0, -5), 10)
    assert ramscheln(calls=(*OUT3, "in"), all_pass="pot_carries").settlement() == ((0, 0, 0, 5), 0)


def test_ramscheln_rule_5_alternative_dealer_forced(ramscheln):
    deal = ramscheln(calls=OUT3, all_pass="dealer_forced")
    assert deal.said == ["out", "out", "out", "in"]
    assert deal.settlement() == ((0, 0, 0, 5), 0)


# -- rule 6: the lone player -----------------------------------------------------------------------------------------


def test_ramscheln_rule_6_dealer_must_play_against_a_lone_player(ramscheln):
    deal = ramscheln(calls=("out", "in", "out"))
    assert deal.speaker is None
    assert deal.is_in == [False, True, False, True]
    assert deal.forced_dealer
    assert deal.turn == 1


def test_ramscheln_rule_6_lone_taker_of_the_widow_counts_as_the_lone_player(ramscheln):
    assert ramscheln(calls=("out", "widow", "out")).forced_dealer


def test_ramscheln_rule_6_dealer_speaks_when_two_are_in(ramscheln):
    deal = ramscheln(calls=("in", "in", "out"))
    assert deal.speaker == 3
    assert "out" in deal.legal_calls()


def test_ramscheln_rule_6_alternative_takes_pot(ramscheln):
    rules = {"lone": "takes_pot", "upcard_exchange": "none"}
    deal = ramscheln(calls=("out", "in", "out"), **rules)
    assert deal.speaker == 3
    deal.declare("out")
    assert deal.ending == "lone"
    # Nobody plays, nobody pays a bete: pot 5 + 5, the dealer's ante is gone.
    assert deal.settlement() == ((0, 10, 0, -5), 0)


# -- rule 7: the upcard ----------------------------------------------------------------------------------------------


def test_ramscheln_rule_7_lone_player_takes_the_upcard_for_a_card_of_his_hand(ramscheln):
    deal = ramscheln(calls=("in", "out", "out"))
    assert deal.exchange_by() == 0
    deal.exchange(parse_card("7S"))
    assert sorted(card_names(deal.hands[0]).split()) == ["7H", "8S", "AH", "KH", "QH"]
    assert deal.exchange_by() is None
    # Trumps stay, and the discard is dead.
    assert deal.order.trump == 2
    with pytest.raises(RecordError, match="seat 0 played 7S in trick 1, but nobody holds it"):
        deal.play(parse_card("7S"))


def test_ramscheln_rule_7_lone_player_need_not_exchange(ramscheln):
    deal = ramscheln(calls=("in", "out", "out"))
    deal.exchange(None)
    assert deal.exchanged is None
    assert deal.exchange_by() is None


def test_ramscheln_rule_7_no_exchange_after_the_first_card(ramscheln):
    deal = ramscheln(calls=("in", "out", "out"))
    deal.play(parse_card("AH"))
    with pytest.raises(RecordError, match="nobody may take the upcard"):
        deal.exchange(parse_card("7S"))


def test_ramscheln_rule_7_discard_must_be_held(ramscheln):
    deal = ramscheln(calls=("in", "out", "out"))
    with pytest.raises(RecordError, match="seat 0 does not hold AS, given for the upcard"):
        deal.exchange(parse_card("AS"))


def test_ramscheln_rule_7_nobody_exchanges_when_two_are_in_by_their_own_choice(ramscheln):
    assert ramscheln(calls=("in", "out", "in", "out")).exchange_by() is None
    assert ramscheln(calls=("in", "out", "in", "in")).exchange_by() is None


def test_ramscheln_rule_7_alternative_dealer(ramscheln):
    rules = {"upcard_exchange": "dealer"}
    assert ramscheln(calls=("in", "out", "in", "in"), **rules).exchange_by() == 3
    assert ramscheln(calls=("in", "out", "out"), **rules).exchange_by() == 3
    assert ramscheln(calls=("in", "out", "in", "out"), **rules).exchange_by() is None


def test_ramscheln_rule_7_alternative_forced_dealer(ramscheln):
    rules = {"upcard_exchange": "forced_dealer"}
    assert ramscheln(calls=("in", "out", "out"), **rules).exchange_by() == 3
    assert ramscheln(calls=("in", "out", "in", "in"), **rules).exchange_by() is None


def test_ramscheln_rule_7_alternative_none(ramscheln):
    assert ramscheln(calls=("in", "out", "out"), upcard_exchange="none").exchange_by() is None


# -- rule 9: play ----------------------------------------------------------------------------------------------------


def test_ramscheln_rule_9_first_player_in_left_of_the_dealer_leads(ramscheln):
    assert ramscheln(calls=("out", "in", "in", "in")).turn == 1


def test_ramscheln_rule_9_must_head_a_plain_suit(ramscheln, legal):
    deal = ramscheln(calls=("in", "in", "in", "in"))
    deal.play(parse_card("8S"))
    assert legal(deal) == ["AS", "JS", "KS", "QS", "TS"]
    deal = ramscheln(calls=("in", "in", "in", "in"), hands=("JS KH QH 8S 7S", "AS KS 9S AD TS", "AC KC QC JC TC", "8D"))
    deal.play(parse_card("JS"))
    assert legal(deal) == ["AS", "KS"]


# -- rule 10: settlement ---------------------------------------------------------------------------------------------


def test_ramscheln_rule_10_each_trick_pays_a_fifth_and_no_trick_pays_five(settled, three_two):
    # Pot 5 + 5: two chips a trick. Seat 0: 3 x 2. Seat 1: 2 x 2. Seat 2: -5. Dealer: ante 5 and bete 5.
    assert settled(three_two, "ramscheln", carry=5) == ([6, 4, -5, -10], 10, [3, 2, 0, 0])


def test_ramscheln_rule_10_simple_pot_pays_one_a_trick(settled, two_two_one):
    # Pot 5: one chip a trick; only the dealer is bete.
    assert settled(two_two_one, "ramscheln") == ([2, 2, 1, -10], 5, [2, 2, 1, 0])


def test_ramscheln_rule_10_chips_that_do_not_divide_stay(settled, two_two_one):
    # Pot 5 + 9 = 14: two a trick, 4 stay; bete 5.
    assert settled(two_two_one, "ramscheln", carry=9) == ([4, 4, 2, -10], 9, [2, 2, 1, 0])


def test_ramscheln_rule_10_alternative_bete_nothing(settled, three_two):
    assert settled(three_two, "ramscheln", carry=5, bete=0) == ([6, 4, 0, -5], 0, [3, 2, 0, 0])


def test_ramscheln_rule_10_alternative_bete_pot(settled, three_two):
    # The pot at the start of play: 10.
    assert settled(three_two, "ramscheln", carry=5, bete="pot") == ([6, 4, -10, -15], 20, [3, 2, 0, 0])


def test_ramscheln_rule_10_alternative_most_tricks(settled, three_two):
    assert settled(three_two, "ramscheln", carry=5, payout="most_tricks") == ([10, 0, -5, -10], 10, [3, 2, 0, 0])


def test_ramscheln_rule_10_who_is_out_neither_gains_nor_pays(settled, three_two):
    plays = "AH TS TD  KH JS JD  QH QS QD  8S KS KD  AS AD 7S"
    got = settled(three_two, "ramscheln", ("in", "in", "out", "in"), carry=5, plays=plays)
    assert got == ([6, 4, 0, -10], 5, [3, 2, 0, 0])


# -- rule 12: the permanent seven ------------------------------------------------------------------------------------


def test_ramscheln_seven_rule_12_seven_of_diamonds_is_second_to_the_trump_ace(table):
    hands = ("AH 8S 7S 9S 8H", "7D KC QC JC TC", "KH KS QS JS TS")
    deal = table("ramscheln-seven", hands, "7H", calls=("in", "in", "in"), plays="8H 7D KH")
    assert deal.winners == [1]
    hands = ("8H 8S 7S 9S QH", "7D KC QC JC TC", "AH KS QS JS TS")
    deal = table("ramscheln-seven", hands, "7H", calls=("in", "in", "in"), plays="8H 7D AH")
    assert deal.winners == [2]


def test_ramscheln_seven_rule_12_must_be_headed_by_the_ace(table, legal):
    hands = ("7D 8S 7S 9S QH", "AH KH QC JC TC", "JH KS QS JS TS")
    deal = table("ramscheln-seven", hands, "7H", calls=("in", "in", "in"), plays="7D")
    assert legal(deal) == ["AH"]


def test_ramscheln_seven_rule_12_turned_up_makes_diamonds_trumps(table):
    hands = ("AD 8S 7S 9S QH", "AH KH QC JC TC", "JH KS QS JS TS")
    deal = table("ramscheln-seven", hands, "7D", calls=("in", "in", "in"))
    assert deal.order.trump == 1


def test_ramscheln_rule_12_is_off_in_the_plain_game(ramscheln):
    deal = ramscheln()
    assert deal.order.suit[parse_card("7D")] == 1


def test_ramscheln_seven_rule_12_alternative_above_ace(table):
    hands = ("8H 8S 7S 9S QH", "AH KC QC JC TC", "7D KS QS JS TS")
    rules = {"permanent_trump": "7D above_ace"}
    deal = table("ramscheln-seven", hands, "7H", calls=("in", "in", "in"), plays="8H AH 7D", **rules)
    assert deal.winners == [2]
