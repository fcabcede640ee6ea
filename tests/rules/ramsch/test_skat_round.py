"""The skat's round: sections 2.2 rule 1 (discard first) and 2.3 rule 2 (pick up first), the jack ban, pushes."""

from __future__ import annotations

import pytest

from ramsim.cards import card_names, parse_cards
from ramsim.errors import RecordError

# Skat JD TS; seat 0 holds JC, seat 1 JS, seat 2 JH.
WITH_JACKS = "100-15-5"


def test_schieberamsch_rule_2_the_skat_goes_forehand_middlehand_rearhand(make_deal):
    deal = make_deal(WITH_JACKS, "schieberamsch")
    order = []
    while deal.skat_turn is not None:
        order.append(deal.skat_turn)
        deal.push()
    assert order == [0, 1, 2]
    with pytest.raises(RecordError, match="the skat's round is over"):
        deal.push()


def test_schieberamsch_rule_2_two_of_twelve_cards_are_passed(make_deal):
    deal = make_deal(WITH_JACKS, "schieberamsch")
    deal.pass_on(parse_cards("TS AD"))  # one of the skat, one of his own
    assert card_names(deal.hands[0]) == "9C JC 7D JD TH AH 7S 9S KS AS"
    assert card_names(deal.skat) == "TS AD"


def test_schieberamsch_rule_2_the_next_player_takes_what_was_passed(make_deal):
    deal = make_deal(WITH_JACKS, "schieberamsch")
    deal.pass_on(parse_cards("TS AD"))
    deal.pass_on(parse_cards("AD AC"))
    assert card_names(deal.hands[1]) == "7C TC 8D 9D 7H 8H 9H QH TS JS"
    assert card_names(deal.skat) == "AD AC"


def test_schieberamsch_rule_2_a_push_leaves_the_cards_and_counts(make_deal):
    deal = make_deal(WITH_JACKS, "schieberamsch")
    deal.push()
    assert deal.skat == deal.dealt_skat
    assert deal.hands[0] == sorted(deal.dealt[0])
    assert deal.pushes == 1


def test_schieberamsch_rule_2_a_jack_may_not_be_passed_by_choice(make_deal):
    deal = make_deal(WITH_JACKS, "schieberamsch")
    assert not {"JC", "JD"} & set(card_names(deal.passable_cards()).split())
    assert len(deal.passable_cards()) == 10  # twelve, JC and JD among them
    for jack in ("JC", "JD"):  # his own, and one that lay in the skat
        with pytest.raises(
            RecordError,
            match=rf"^seat 0 passes {jack} on by choice: a jack may not be passed \(jacks_passable = false\)$",
        ):
            deal.pass_on(parse_cards(f"{jack} AS"))


def test_schieberamsch_rule_2_a_jack_may_travel_in_an_unseen_push(make_deal):
    deal = make_deal(WITH_JACKS, "schieberamsch")
    for _ in range(3):
        deal.push()
    assert card_names(deal.skat) == "JD TS"
    assert deal.pushes == 3


def test_schieberamsch_rule_2_passing_the_same_two_on_is_allowed_and_no_push(make_deal):
    deal = make_deal("24-27-55 and a skat of 14", "schieberamsch")
    deal.pass_on(parse_cards("QS AS"))
    assert deal.hands[0] == sorted(deal.dealt[0])
    assert deal.pushes == 0


def test_schieberamsch_rule_2_jacks_passable_lets_them_pass(make_deal):
    deal = make_deal(WITH_JACKS, "schieberamsch", jacks_passable=True)
    assert len(deal.passable_cards()) == 12
    deal.pass_on(parse_cards("JD JC"))
    assert card_names(deal.skat) == "JD JC"


def test_schieberamsch_rule_2_the_first_lead_waits_for_the_end_of_the_round(make_deal):
    deal = make_deal(WITH_JACKS, "schieberamsch")
    deal.push()
    with pytest.raises(RecordError, match=r"before the skat's round is over: seat 1 has the skat"):
        deal.play(deal.hands[0][0])


@pytest.mark.parametrize("cards", ["AD", "AD TS KS", ""])
def test_schieberamsch_rule_2_neither_more_nor_fewer_than_two(make_deal, cards):
    with pytest.raises(RecordError, match="must be two different cards"):
        make_deal(WITH_JACKS, "schieberamsch").pass_on(parse_cards(cards))


def test_schieberamsch_rule_2_one_card_is_not_two(make_deal):
    with pytest.raises(RecordError, match="seat 0 passes AD AD on in the skat's round: must be two different cards"):
        make_deal(WITH_JACKS, "schieberamsch").pass_on(parse_cards("AD") * 2)


def test_schieberamsch_rule_2_a_card_that_he_does_not_hold(make_deal):
    with pytest.raises(RecordError, match=r"^seat 0 passes TC on, which he does not hold$"):
        make_deal(WITH_JACKS, "schieberamsch").pass_on(parse_cards("TC AS"))


def test_skat_ramsch_has_no_skat_round(make_deal):
    deal = make_deal(WITH_JACKS, "skat-ramsch")
    assert deal.skat_turn is None
    with pytest.raises(RecordError, match="these rules know none"):
        deal.push()


def test_palatinate_rule_1_two_are_discarded_before_the_two_that_lay_there_are_taken(make_deal):
    deal = make_deal(WITH_JACKS, "palatinate")
    assert deal.passable_cards() == tuple(sorted(deal.dealt[0]))
    deal.pass_on(parse_cards("AS AH"))
    assert card_names(deal.hands[0]) == "9C JC 7D JD AD TH 7S 9S TS KS"
    assert card_names(deal.skat) == "AS AH"


def test_palatinate_rule_1_a_card_of_the_skat_cannot_be_discarded_unseen(make_deal):
    with pytest.raises(RecordError, match=r"^seat 0 passes TS on, which he does not hold before he takes the skat$"):
        make_deal(WITH_JACKS, "palatinate").pass_on(parse_cards("TS AS"))


def test_palatinate_rule_1_pickup_first_chooses_of_twelve(make_deal):
    deal = make_deal(WITH_JACKS, "palatinate", skat_round="pickup_first")
    deal.pass_on(parse_cards("TS AS"))
    assert card_names(deal.hands[0]) == "9C JC 7D JD AD TH AH 7S 9S KS"


def test_palatinate_rule_1_jacks_may_be_laid_away(make_deal):
    deal = make_deal(WITH_JACKS, "palatinate")
    deal.pass_on(parse_cards("JC AS"))
    assert card_names(deal.skat) == "JC AS"


def test_palatinate_rule_1_jacks_passable_false_keeps_them(make_deal):
    deal = make_deal(WITH_JACKS, "palatinate", jacks_passable=False)
    assert len(deal.passable_cards()) == 9
    with pytest.raises(RecordError, match="seat 0 passes JC on by choice"):
        deal.pass_on(parse_cards("JC AS"))
