"""Rule sheet 1.3, variants of Ramsli. Four players, the dealer is seat 3; hearts are trumps."""

from __future__ import annotations

import pytest

from ramsim.cards import pack
from ramsim.errors import RecordError
from ramsim.variants import load_variant

THREE_IN = ("in", "in", "out", "in")
GENERAL = ((0, "general"),)


def without_seat_2(dealt):
    """Leave out the cards of seat 2, who plays third in every trick that seat 0 leads."""
    tricks = [trick.split() for trick in dealt.plays.split("  ")]
    return " ".join(card for trick in tricks for card in trick if card[1] != "C")


# -- ramsli-obligatory, ramsli-double, ramsli-52, ramsli-pot, rounce -------------------------------------------------


def test_ramsli_obligatory_nobody_may_go_out(table, three_two):
    deal = table("ramsli-obligatory", three_two.hands, "7H", carry=20)
    assert deal.legal_calls() == ("in",)
    with pytest.raises(RecordError, match="seat 0 may not say 'out': nobody may go out in this variant"):
        deal.declare("out")


def test_ramsli_double_bete_of_ten(settled, three_two):
    assert settled(three_two, "ramsli-double") == ([3, -1, -11, -11], 20, [3, 2, 0, 0])


def test_ramsli_pot_bete_is_the_pot(settled, three_two):
    assert settled(three_two, "ramsli-pot", carry=2) == ([5, -1, -7, -7], 12, [3, 2, 0, 0])


def test_ramsli_52_has_52_cards_and_the_ace_high(table):
    rules = load_variant("ramsli-52").rules
    assert len(pack(rules.ranks, rules.jokers)) == 52
    deal = table("ramsli-52", ("2S 3S", "AS 2C", "6S 2D"), "7H", calls=("in",) * 3, plays="2S AS 6S", hand_size=2)
    assert deal.winners == [1]


def test_rounce_as_ramsli_with_52_cards(settled, table, three_two):
    rules = load_variant("rounce").rules
    assert len(pack(rules.ranks, rules.jokers)) == 52
    assert settled(three_two, "rounce") == ([3, -1, -6, -6], 10, [3, 2, 0, 0])
    assert table("rounce", three_two.hands, "2H").legal_calls() == ("in", "out")


# -- ramsli-jokers ---------------------------------------------------------------------------------------------------


def test_ramsli_jokers_34_cards():
    rules = load_variant("ramsli-jokers").rules
    assert len(pack(rules.ranks, rules.jokers)) == 34


def test_ramsli_jokers_are_the_top_trumps_and_the_big_one_beats_the_small_one(table):
    hands = ("AH KS", "X2 8S", "X1 8C")
    deal = table("ramsli-jokers", hands, "7H", calls=("in",) * 3, plays="AH X2 X1", hand_size=2)
    assert deal.winners == [2]
    hands = ("AH KS", "X2 8S", "9H 8C")
    deal = table("ramsli-jokers", hands, "7H", calls=("in",) * 3, plays="AH X2 9H", hand_size=2)
    assert deal.winners == [1]


def test_ramsli_jokers_follow_a_trump_lead(table, legal):
    deal = table("ramsli-jokers", ("AH KS", "X2 8S", "9H 8C"), "7H", calls=("in",) * 3, plays="AH", hand_size=2)
    assert legal(deal) == ["X2"]
    assert deal.reason() == "must overtrump AH"


def test_ramsli_jokers_lead_as_trumps(table, legal):
    deal = table("ramsli-jokers", ("X1 KS", "9H 8S", "X2 8C"), "7H", calls=("in",) * 3, plays="X1", hand_size=2)
    assert legal(deal) == ["9H"]
    assert deal.reason() == "must follow trumps"


def test_ramsli_jokers_trump_when_void(table, legal):
    deal = table("ramsli-jokers", ("KS AS", "X2 8C", "9H 8S"), "7H", calls=("in",) * 3, plays="KS", hand_size=2)
    assert legal(deal) == ["X2"]


def test_ramsli_jokers_one_joker_is_the_big_one(table):
    hands = ("AH KS", "X1 8S", "9H 8C")
    deal = table("ramsli", hands, "7H", calls=("in",) * 3, plays="AH X1 9H", hand_size=2, jokers=1)
    assert deal.winners == [1]


def test_ramsli_jokers_beat_a_permanent_trump_above_the_ace(table):
    rules = {"hand_size": 2, "permanent_trump": "7D above_ace"}
    hands = ("AH KS", "7D 8S", "X2 8C")
    deal = table("ramsli-jokers", hands, "7H", calls=("in",) * 3, plays="AH 7D X2", **rules)
    assert deal.winners == [2]


# -- ramsli-general --------------------------------------------------------------------------------------------------


def test_ramsli_general_is_announced_after_the_declarations_and_forces_nobody_in(table, three_two):
    deal = table("ramsli-general", three_two.hands, "7H", calls=THREE_IN)
    assert deal.announce_by() == 0
    assert deal.legal_announcements(0) == ("general",)
    deal.announce(0, "general")
    assert deal.is_in == [True, True, False, True]
    assert deal.declarer == 0


def test_ramsli_general_first_one_stands_and_closes_the_announcing(table, three_two):
    deal = table("ramsli-general", three_two.hands, "7H", calls=("in",) * 4)
    deal.announce(0, None)
    deal.announce(1, "general")
    assert deal.announce_by() is None
    with pytest.raises(RecordError, match="seat 3 may not announce 'general': it may announce nothing"):
        deal.announce(3, "general")


def test_ramsli_general_only_players_in_announce(table, three_two):
    deal = table("ramsli-general", three_two.hands, "7H", calls=THREE_IN)
    with pytest.raises(RecordError, match="seat 2 may not announce 'general'"):
        deal.announce(2, "general")


def test_ramsli_general_is_not_announced_by_a_lone_player(table, three_two):
    deal = table("ramsli-general", three_two.hands, "7H", calls=("in", "out", "out", "out"))
    assert deal.ending == "lone"
    assert deal.announce_by() is None


def test_ramsli_general_declaring_does_not_lead(table, three_two):
    deal = table("ramsli-general", three_two.hands, "7H", calls=("in",) * 4)
    deal.announce(2, "general")
    assert deal.turn == 0


def test_ramsli_general_made_wins_three_pots_paid_equally_odd_chips_by_the_earliest(settled, sweep):
    # Pot 4. Seat 0 takes it, and 8 from three others: 3, 3, 2. Each of them is bete as well.
    got = settled(sweep, "ramsli-general", announce=GENERAL)
    assert got == ([11, -9, -9, -8], 15, [5, 0, 0, 0])


def test_ramsli_general_made_only_players_in_pay(settled, sweep):
    # 8 chips from seats 1 and 3: 4 each.
    plays = without_seat_2(sweep)
    got = settled(sweep, "ramsli-general", THREE_IN, plays=plays, announce=GENERAL)
    assert got == ([11, -10, -1, -10], 10, [5, 0, 0, 0])


def test_ramsli_general_alternative_all_players_pay(settled, sweep):
    # 8 chips from seats 1, 2 and 3: 3, 3, 2; seat 2 is out and no bete.
    plays = without_seat_2(sweep)
    rules = {"special_payers": "all_players"}
    got = settled(sweep, "ramsli-general", THREE_IN, plays=plays, announce=GENERAL, **rules)
    assert got == ([11, -9, -4, -8], 10, [5, 0, 0, 0])


def test_ramsli_general_failed_pays_three_pots_and_the_pot_goes_to_the_best_of_the_others(settled, three_two):
    # Pot 4: seat 0 pays 12 although it has most tricks; seat 1 is the best other; seats 2 and 3 are bete.
    got = settled(three_two, "ramsli-general", announce=GENERAL)
    assert got == ([-13, 3, -6, -6], 22, [3, 2, 0, 0])


def test_ramsli_general_failed_others_who_are_equal_split(settled, two_two_one):
    # Seat 2 announces and takes one trick. Pot 5: seats 0 and 1 get 2 each, one stays; seat 2 pays 15, seat 3 a bete.
    got = settled(two_two_one, "ramsli-general", announce=((2, "general"),), carry=1)
    assert got == ([1, 1, -16, -6], 21, [2, 2, 1, 0])


def test_ramsli_general_failed_without_a_trick_pays_no_bete_on_top(settled, three_two):
    got = settled(three_two, "ramsli-general", announce=((2, "general"),))
    assert got == ([3, -1, -13, -6], 17, [3, 2, 0, 0])


def test_ramsli_general_alternative_failure_of_three_betes(settled, three_two):
    got = settled(three_two, "ramsli-general", announce=GENERAL, special_failure="3*bete")
    assert got == ([-16, 3, -6, -6], 25, [3, 2, 0, 0])


def test_ramsli_general_alternative_three_betes_of_a_capped_pot(settled, three_two):
    # Pot 4 + 6 = 10, a bete is 7.
    rules = {"special_failure": "3*bete", "bete": "pot:7"}
    got = settled(three_two, "ramsli-general", announce=GENERAL, carry=6, **rules)
    assert got == ([-22, 9, -8, -8], 35, [3, 2, 0, 0])


def test_ramsli_general_failed_per_trick_pays_only_the_tricks_of_the_others(settled, three_two):
    # Pot 10, two a trick: seat 1 gets 4, the rest of 6 stays; 30 and two betes come to the next pot.
    got = settled(three_two, "ramsli-general", announce=GENERAL, carry=6, payout="per_trick")
    assert got == ([-31, 3, -6, -6], 46, [3, 2, 0, 0])


def test_ramsli_general_alternative_stop(settled, three_two):
    plays = " ".join(three_two.plays.split("  ")[:4])
    got = settled(three_two, "ramsli-general", announce=GENERAL, plays=plays, special_play="stop")
    assert got == ([-13, 3, -6, -6], 22, [3, 1, 0, 0])


def test_ramsli_general_alternative_pot_and_stake_made_is_paid_by_players_out_too(settled, sweep):
    plays = without_seat_2(sweep)
    rules = {"special_success": "pot_and_stake"}
    got = settled(sweep, "ramsli-general", THREE_IN, plays=plays, announce=GENERAL, **rules)
    assert got == ([18, -6, -6, -6], 0, [5, 0, 0, 0])


def test_ramsli_general_alternative_pot_and_stake_lost_pays_players_out_too(settled, three_two):
    # Pot 4: seat 0 pays 4 into it and 5 to each of the others; nobody has a share or a bete.
    plays = without_seat_2(three_two)
    rules = {"special_failure": "pot_and_stake"}
    got = settled(three_two, "ramsli-general", THREE_IN, plays=plays, announce=GENERAL, **rules)
    assert got == ([-20, 4, 4, 4], 8, [3, 2, 0, 0])


def test_ramsli_general_not_announced_is_a_plain_deal(settled, sweep):
    assert settled(sweep, "ramsli-general") == ([3, -6, -6, -6], 15, [5, 0, 0, 0])


def test_ramsli_general_is_not_known_in_plain_ramsli(table, three_two):
    deal = table("ramsli", three_two.hands, "7H", calls=("in",) * 4)
    assert deal.announce_by() is None
    with pytest.raises(RecordError, match="it may announce nothing"):
        deal.announce(0, "general")


# -- ramsli-nap ------------------------------------------------------------------------------------------------------


def test_ramsli_nap_targets_of_two_to_five_tricks(table, three_two):
    deal = table("ramsli-nap", three_two.hands, "7H", calls=("in",) * 4)
    assert deal.legal_announcements(1) == ("target 2", "target 3", "target 4", "target 5")
    for call in ("target 1", "target 6", "general"):
        with pytest.raises(RecordError, match="it may announce target 2, target 3, target 4, target 5"):
            deal.announce(1, call)


def test_ramsli_nap_targets_end_with_the_hand_size(table):
    deal = table("ramsli-nap", ("AH KH QH", "AS KS QS"), "7H", calls=("in",) * 2, hand_size=3)
    assert deal.legal_announcements(0) == ("target 2", "target 3")


def test_ramsli_nap_reached_gets_its_number_from_each_other_player_in(settled, three_two):
    # Pot 4 to seat 0, and 3 from each of three; seats 2 and 3 are bete.
    got = settled(three_two, "ramsli-nap", announce=((0, "target 3"),))
    assert got == ([12, -4, -9, -9], 10, [3, 2, 0, 0])


def test_ramsli_nap_more_tricks_reach_a_target_too(settled, three_two):
    got = settled(three_two, "ramsli-nap", announce=((0, "target 2"),))
    assert got == ([9, -3, -8, -8], 10, [3, 2, 0, 0])


def test_ramsli_nap_missed_pays_its_number_to_each(settled, three_two):
    got = settled(three_two, "ramsli-nap", announce=((1, "target 3"),))
    assert got == ([6, -10, -3, -3], 10, [3, 2, 0, 0])


def test_ramsli_nap_each_player_in_may_name_one(settled, three_two):
    # Seat 0 reaches 3: +9, -3 each. Seat 1 reaches 2: +6, -2 each. Seat 3 misses 2: -6, +2 each.
    # Seat 0: 4 - 1 + 9 - 2 + 2. Seat 1: -1 - 3 + 6 + 2. Seat 2: -1 - 5 - 3 - 2 + 2. Seat 3: -1 - 5 - 3 - 2 - 6.
    announce = ((0, "target 3"), (1, "target 2"), (3, "target 2"))
    got = settled(three_two, "ramsli-nap", announce=announce)
    assert got == ([12, 4, -9, -17], 10, [3, 2, 0, 0])


def test_ramsli_nap_players_out_have_no_part(settled, three_two):
    plays = without_seat_2(three_two)
    got = settled(three_two, "ramsli-nap", THREE_IN, plays=plays, announce=((0, "target 3"),))
    assert got == ([9, -4, -1, -9], 5, [3, 2, 0, 0])


def test_ramsli_nap_bonus_is_a_field(settled, three_two):
    got = settled(three_two, "ramsli-nap", announce=((0, "target 3"),), target_bonus=2)
    assert got == ([21, -7, -12, -12], 10, [3, 2, 0, 0])


def test_ramsli_nap_in_order_of_the_seats(table, three_two):
    deal = table("ramsli-nap", three_two.hands, "7H", calls=("in",) * 4)
    deal.announce(2, "target 2")
    assert deal.announce_by() == 3
    with pytest.raises(RecordError, match="seat 1 may not announce 'target 2': it may announce nothing"):
        deal.announce(1, "target 2")


def test_ramsli_nap_nothing_is_named_after_the_first_card(table, three_two):
    deal = table("ramsli-nap", three_two.hands, "7H", calls=("in",) * 4, plays="AH")
    with pytest.raises(RecordError, match="announcements are made after the declarations and before the first card"):
        deal.announce(1, "target 2")
