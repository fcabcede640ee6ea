"""Rule sheet 1.2, rules 8 and 11: the call of ramsch in Ramscheln. Four players, hearts are trumps."""

from __future__ import annotations

import pytest

from ramsim.cards import card_names, parse_card
from ramsim.errors import RecordError

WIDOW = "9H 8H 9S 9C 9D"
ELDEST_CALLS = ("ramsch",)


@pytest.fixture
def ramscheln(table, three_two):
    def make(calls, carry=5, **rules):
        return table("ramscheln", three_two.hands, three_two.upcard, calls=calls, carry=carry, widows=(WIDOW,), **rules)

    return make


# -- rule 8: the call ------------------------------------------------------------------------------------------------


def test_ramscheln_rule_8_ramsch_brings_everyone_in_and_ends_the_declarations(ramscheln):
    deal = ramscheln(("out", "ramsch"))
    assert deal.speaker is None
    assert deal.is_in == [True] * 4
    assert deal.declarer == 1


def test_ramscheln_rule_8_first_ramsch_in_order_stands(ramscheln):
    deal = ramscheln(("in", "ramsch"))
    with pytest.raises(RecordError, match="'ramsch' comes too late"):
        deal.declare("ramsch")


def test_ramscheln_rule_8_passers_come_back_with_their_own_hands(ramscheln, three_two):
    deal = ramscheln(("out", "out", "ramsch"))
    assert [card_names(hand) for hand in deal.hands] == list(three_two.hands)


def test_ramscheln_rule_8_nobody_may_take_the_widow_any_more(ramscheln):
    deal = ramscheln(("ramsch",))
    with pytest.raises(RecordError, match="'widow' comes too late"):
        deal.declare("widow")


def test_ramscheln_rule_8_who_had_taken_the_widow_keeps_it(ramscheln):
    deal = ramscheln(("widow", "ramsch"))
    assert card_names(deal.hands[0]) == WIDOW


def test_ramscheln_rule_8_dealer_may_call_when_he_speaks(ramscheln):
    assert ramscheln(("out", "in", "in", "ramsch")).declarer == 3


def test_ramscheln_rule_8_simple_pot_knows_ramsch_too(ramscheln):
    assert ramscheln(("in", "ramsch"), carry=0).declarer == 1


def test_ramscheln_rule_8_eldest_leads(ramscheln):
    assert ramscheln(("out", "out", "ramsch")).turn == 0


def test_ramscheln_rule_8_alternative_declarer_leads(ramscheln):
    assert ramscheln(("out", "out", "ramsch"), special_leader="declarer").turn == 2


def test_ramscheln_rule_8_without_special_there_is_no_call(ramscheln):
    assert ramscheln((), special="none", special_forces_in=False).legal_calls() == ("in", "out", "widow")


# -- rule 11: made ---------------------------------------------------------------------------------------------------


def test_ramscheln_rule_11_made_takes_the_pot_and_five_from_each_other_player_without_betes(settled, sweep):
    # Pot 5 + 5 = 10; three others pay 5; the dealer's ante of 5 comes on top. Nobody is bete.
    assert settled(sweep, "ramscheln", ELDEST_CALLS, carry=5) == ([25, -5, -5, -10], 0, [5, 0, 0, 0])


def test_ramscheln_rule_11_stake_is_a_field(settled, sweep):
    assert settled(sweep, "ramscheln", ELDEST_CALLS, carry=5, special_stake=2) == ([16, -2, -2, -7], 0, [5, 0, 0, 0])


def test_ramscheln_rule_11_five_tricks_without_the_call_are_plain_tricks(settled, sweep):
    assert settled(sweep, "ramscheln", carry=5) == ([10, -5, -5, -10], 15, [5, 0, 0, 0])


# -- rule 11: lost ---------------------------------------------------------------------------------------------------


def test_ramscheln_rule_11_lost_stops_play_doubles_the_pot_and_pays_five_to_each(settled, three_two):
    # The fourth trick goes to seat 1. Pot 10: seat 0 pays 10 into it and 5 to each of three. No shares, no betes.
    plays = three_two.plays.split("  ")[:4]
    got = settled(three_two, "ramscheln", ELDEST_CALLS, carry=5, plays=" ".join(plays))
    assert got == ([-25, 5, 5, 0], 20, [3, 1, 0, 0])


def test_ramscheln_rule_11_no_card_falls_after_the_lost_trick(settled, three_two):
    with pytest.raises(RecordError, match="nobody is to play: the deal has ended"):
        settled(three_two, "ramscheln", ELDEST_CALLS, carry=5)


def test_ramscheln_rule_11_alternative_play_on(settled, three_two):
    got = settled(three_two, "ramscheln", ELDEST_CALLS, carry=5, special_play="play_on")
    assert got == ([-25, 5, 5, 0], 20, [3, 2, 0, 0])


def test_ramscheln_rule_11_lost_in_the_first_trick(table, sweep):
    deal = table("ramscheln", sweep.hands, sweep.upcard, calls=("in", "ramsch"), plays="AH TS TC TD")
    assert deal.ending == "special_lost"
    # Simple pot of 5: seat 1 pays 5 into it and 5 to each; the dealer gets his ante back that way.
    assert deal.settlement() == ((5, -20, 5, 0), 10)


def test_ramscheln_rule_11_most_tricks_are_not_enough_for_the_declarer(settled, three_two):
    # Simple pot of 5, played on: three tricks of five are the most, and the ramsch is lost.
    got = settled(three_two, "ramscheln", ELDEST_CALLS, special_play="play_on")
    assert got == ([-20, 5, 5, 0], 10, [3, 2, 0, 0])


def test_ramscheln_rule_11_alternative_three_pots_on_failure(settled, three_two):
    # Play stops at the first lost trick, which is seat 1's; pot 10, two a trick: seat 1 gets 2, 8 stay.
    plays = " ".join(three_two.plays.split("  ")[:4])
    got = settled(three_two, "ramscheln", ELDEST_CALLS, carry=5, plays=plays, special_failure="3*pot")
    # Seat 0 pays 30 in place of a bete; seats 2 and 3 took no trick and pay 5; the dealer anted 5.
    assert got == ([-30, 2, -5, -10], 48, [3, 1, 0, 0])


def test_ramscheln_rule_11_alternative_triple_pot_on_success(settled, sweep):
    # Pot 10: seat 0 takes it, and 20 from three others: 7, 7 and 6. Each of them pays a bete of 5 as well.
    got = settled(sweep, "ramscheln", ELDEST_CALLS, carry=5, special_success="triple_pot")
    assert got == ([30, -12, -12, -16], 15, [5, 0, 0, 0])


def test_ramscheln_rule_11_message_names_the_trick(table, sweep):
    deal = table("ramscheln", sweep.hands, sweep.upcard, calls=("ramsch",), plays="AH TS TC TD KH")
    with pytest.raises(RecordError, match="seat 1 played AC in trick 2, but seat 2 holds it; seat 1 holds AS KS QS JS"):
        deal.play(parse_card("AC"))
