"""Rule sheet 1.1: card play common to the Rams family. Hearts are trumps (9H turned up) unless said otherwise."""

from __future__ import annotations

import pytest

from ramsim.cards import parse_card
from ramsim.errors import RecordError, VariantError
from ramsim.variants import load_variant

HEAD = {"head": True, "overtrump": "always"}


@pytest.fixture
def at(table):
    """Three players, two cards each, all in; the plays so far are those of seats 0, 1 ..."""

    def make(hands, plays, upcard="9H", variant="ramsli", **rules):
        return table(variant, hands, upcard, calls=("in", "in", "in"), plays=plays, hand_size=2, **rules)

    return make


# -- rule 1: follow suit ---------------------------------------------------------------------------------------------


def test_play_leader_plays_any_card(at, legal):
    deal = at(["KS AH", "7S 8S", "7C 8C"], "")
    assert legal(deal) == ["AH", "KS"]
    assert deal.reason() == "any card"


def test_play_rule_1_must_follow_suit(at, legal):
    deal = at(["KS AH", "7S QH", "7C 8C"], "KS")
    assert legal(deal) == ["7S"]
    assert deal.reason() == "must follow spades"
    assert deal.forced()


def test_play_rule_1_any_card_of_the_suit(at, legal):
    assert legal(at(["KS AH", "7S AS", "7C 8C"], "KS")) == ["7S", "AS"]


def test_play_rule_1_must_follow_suit_to_a_trumped_trick(at, legal):
    # Seat 2 follows although his ace of trumps would win and no spade can.
    assert legal(at(["KS 7D", "7H 8C", "8S AH"], "KS 7H")) == ["8S"]


def test_play_rule_1_must_follow_a_trump_lead(at, legal):
    assert legal(at(["KH 7D", "7H AC", "8S AH"], "KH")) == ["7H"]


def test_play_rule_1_revoke_is_refused_with_the_cards_that_would_do(at):
    deal = at(["KS AH", "7S QH", "7C 8C"], "KS")
    with pytest.raises(RecordError, match=r"^seat 1 must follow spades \(holds 7S\), played QH in trick 1$"):
        deal.play(parse_card("QH"))


# -- rule 2: void, must trump ----------------------------------------------------------------------------------------


def test_play_rule_2_void_must_trump(at, legal):
    deal = at(["KS AH", "7H AC", "7C 8C"], "KS")
    assert legal(deal) == ["7H"]
    assert deal.reason() == "must trump"


def test_play_rule_2_void_any_trump_when_none_lies(at, legal):
    assert legal(at(["KS 7D", "7H AH", "7C 8C"], "KS")) == ["7H", "AH"]


def test_play_rule_2_alternative_must_trump_false(at, legal):
    deal = at(["KS AH", "7H AC", "7C 8C"], "KS", must_trump=False)
    assert legal(deal) == ["7H", "AC"]
    assert deal.reason() == "any card"


# -- rule 3: head ----------------------------------------------------------------------------------------------------


def test_play_rule_3_head_a_plain_suit(at, legal):
    deal = at(["9S AH", "8S KS", "7C 8C"], "9S", **HEAD)
    assert legal(deal) == ["KS"]
    assert deal.reason() == "must head 9S"


def test_play_rule_3_head_the_best_card_so_far_not_the_one_led(at, legal):
    # Seat 2 must beat the queen of seat 1; his ten beats only the nine led.
    assert legal(at(["9S AH", "QS KC", "TS KS"], "9S QS", **HEAD)) == ["KS"]


def test_play_rule_3_head_any_card_of_the_suit_when_none_is_higher(at, legal):
    assert legal(at(["KS AH", "8S 7S", "7C 8C"], "KS", **HEAD)) == ["7S", "8S"]


def test_play_rule_3_head_does_not_bind_following_to_a_trumped_trick(at, legal):
    assert legal(at(["9S 7D", "7H 8C", "8S AS"], "9S 7H", **HEAD)) == ["8S", "AS"]


def test_play_rule_3_head_on_a_trump_lead(at, legal):
    deal = at(["TH 7D", "8H KH", "8S AH"], "TH", **HEAD)
    assert legal(deal) == ["KH"]
    assert deal.reason() == "must head TH"


def test_play_rule_3_head_on_a_trump_lead_any_trump_when_none_is_higher(at, legal):
    assert legal(at(["AH 7D", "8H KH", "8S 7C"], "AH", **HEAD)) == ["8H", "KH"]


def test_play_rule_3_head_when_trumping(at, legal):
    assert legal(at(["9S 7D", "TH 8C", "8H KH"], "9S TH", **HEAD)) == ["KH"]


def test_play_rule_3_head_undertrump_when_no_trump_is_higher(at, legal):
    deal = at(["9S 7D", "TH 8C", "8H AC"], "9S TH", **HEAD)
    assert legal(deal) == ["8H"]
    assert deal.reason() == "must trump"


def test_play_rule_3_head_binds_a_void_player_who_need_not_trump(at, legal):
    # Any card is left by must_trump = false; of these he must beat the best one if he can.
    assert legal(at(["9S 7D", "8H AC", "7C 8C"], "9S", must_trump=False, **HEAD)) == ["8H"]
    assert legal(at(["9S 7D", "TH 8C", "8H AC"], "9S TH", must_trump=False, **HEAD)) == ["8H", "AC"]


def test_play_rule_3_no_duty_to_head_without_head(at, legal):
    assert legal(at(["9S AH", "8S KS", "7C 8C"], "9S")) == ["8S", "KS"]


# -- rule 4: overtrump -----------------------------------------------------------------------------------------------


def test_play_rule_4_overtrump_always_when_trumping(at, legal):
    deal = at(["9S 7D", "TH 8C", "8H KH"], "9S TH", overtrump="always")
    assert legal(deal) == ["KH"]
    assert deal.reason() == "must overtrump TH"


def test_play_rule_4_overtrump_always_on_a_trump_lead(at, legal):
    deal = at(["TH 7D", "8H KH", "8S AH"], "TH", overtrump="always")
    assert legal(deal) == ["KH"]
    assert deal.reason() == "must overtrump TH"


def test_play_rule_4_overtrump_always_must_still_trump_lower(at, legal):
    assert legal(at(["9S 7D", "AH 8C", "8H AC"], "9S AH", overtrump="always")) == ["8H"]
    assert legal(at(["AH 7D", "8H KH", "8S 7C"], "AH", overtrump="always")) == ["8H", "KH"]


def test_play_rule_4_overtrump_when_void_binds_only_who_trumps_a_side_suit(at, legal):
    assert legal(at(["9S 7D", "TH 8C", "8H KH"], "9S TH", overtrump="when_void")) == ["KH"]
    assert legal(at(["TH 7D", "8H KH", "8S AH"], "TH", overtrump="when_void")) == ["8H", "KH"]


def test_play_rule_4_overtrump_never(at, legal):
    assert legal(at(["9S 7D", "TH 8C", "8H KH"], "9S TH", overtrump="never")) == ["8H", "KH"]
    assert legal(at(["TH 7D", "8H KH", "8S AH"], "TH", overtrump="never")) == ["8H", "KH"]


def test_play_rule_4_overtrump_does_not_bind_who_need_not_trump(at, legal):
    rules = {"must_trump": False, "overtrump": "always"}
    assert legal(at(["9S 7D", "TH 8C", "8H KH"], "9S TH", **rules)) == ["8H", "KH"]
    # A trump lead must be followed, so there it does.
    assert legal(at(["TH 7D", "8H KH", "8S AH"], "TH", **rules)) == ["KH"]


def test_play_rule_4_head_implies_always():
    with pytest.raises(VariantError, match="head = true implies overtrump = 'always'"):
        load_variant("ramsli", {"head": True, "overtrump": "never"})


# -- rule 5 and the trick --------------------------------------------------------------------------------------------


def test_play_rule_5_neither_suit_nor_trump_any_card(at, legal):
    deal = at(["7S AH", "AC KD", "8S 7C"], "7S")
    assert legal(deal) == ["AC", "KD"]
    assert deal.reason() == "any card"


def test_play_rule_5_a_discard_cannot_win(at):
    deal = at(["7S 8S", "AC KD", "AD 7C"], "7S AC AD")
    assert deal.winners == [0]


def test_play_highest_card_of_the_suit_led_wins(at):
    assert at(["TS AH", "KS AC", "9S AD"], "TS KS 9S").winners == [1]


def test_play_highest_trump_wins(at):
    assert at(["AS 7D", "8H AC", "TH AD"], "AS 8H TH").winners == [2]


def test_play_a_single_low_trump_beats_the_ace_led(at):
    assert at(["AS 7D", "7H AC", "KS AD"], "AS 7H KS").winners == [1]


def test_play_winner_leads_the_next_trick_and_the_others_follow_clockwise(at):
    deal = at(["TS AH", "KS AC", "9S AD"], "TS KS 9S")
    seats = [deal.turn]
    for card in ("AC", "AD"):
        deal.play(parse_card(card))
        seats.append(deal.turn)
    assert seats == [1, 2, 0]


def test_play_a_player_who_is_out_is_passed_over(table):
    deal = table("ramsli", ["TS AH", "KS AC", "9S AD"], "9H", calls=("in", "out", "in"), hand_size=2)
    deal.play(parse_card("TS"))
    assert deal.turn == 2
    deal.play(parse_card("9S"))
    assert deal.winners == [0]


@pytest.mark.parametrize("hand_size", [1, 2, 3, 7])
def test_play_a_hand_has_as_many_tricks_as_cards(table, hand_size):
    spades, clubs = ["AS", "KS", "QS", "JS", "TS", "9S", "8S"], ["AC", "KC", "QC", "JC", "TC", "9C", "8C"]
    deal = table(
        "ramsli-52",
        [" ".join(spades[:hand_size]), " ".join(clubs[:hand_size])],
        "2H",
        calls=("in", "in"),
        plays=" ".join(f"{spade} {club}" for spade, club in zip(spades[:hand_size], clubs, strict=False)),
        hand_size=hand_size,
    )
    assert deal.finished
    assert deal.tricks == [hand_size, 0]


# -- permanent trump -------------------------------------------------------------------------------------------------

SEVEN = {"permanent_trump": "7D below_ace"}


def test_play_permanent_trump_does_not_follow_its_printed_suit(at, legal):
    # Void of real diamonds, seat 1 trumps with the seven.
    deal = at(["KD AS", "7D 8S", "7C 8C"], "KD", **SEVEN)
    assert legal(deal) == ["7D"]
    assert deal.reason() == "must trump"


def test_play_permanent_trump_is_not_asked_for_by_a_diamond(at, legal):
    assert legal(at(["KD AS", "7D 8D", "7C 8C"], "KD", **SEVEN)) == ["8D"]


def test_play_permanent_trump_follows_a_trump_lead(at, legal):
    assert legal(at(["AH AS", "7D 8S", "7C 8C"], "AH", **SEVEN)) == ["7D"]


def test_play_permanent_trump_led_asks_for_trumps(at, legal):
    deal = at(["7D AS", "AD 7H", "7C 8C"], "7D", **SEVEN)
    assert legal(deal) == ["7H"]
    assert deal.reason() == "must follow trumps"


def test_play_permanent_trump_below_the_ace_beats_the_king_and_loses_to_the_ace(at):
    assert at(["KH AS", "7D 8S", "7C 8C"], "KH 7D 7C", **SEVEN).winners == [1]
    assert at(["AH AS", "7D 8S", "7C 8C"], "AH 7D 7C", **SEVEN).winners == [0]


def test_play_permanent_trump_above_the_ace(at):
    rules = {"permanent_trump": "7D above_ace"}
    assert at(["AH AS", "7D 8S", "7C 8C"], "AH 7D 7C", **rules).winners == [1]


def test_play_permanent_trump_overtrumps(at, legal):
    # The seven is higher than the king, so it must overtrump; the ace is higher than the seven.
    assert legal(at(["9S 8D", "KH 8C", "7D 8H"], "9S KH", **SEVEN)) == ["7D"]
    assert legal(at(["9S 8D", "7D 8C", "AH KH"], "9S 7D", **SEVEN)) == ["AH"]


def test_play_permanent_trump_when_its_own_suit_is_trumps(at):
    # Diamonds are trumps: the seven still ranks second.
    assert at(["KD AS", "7D 8S", "7C 8C"], "KD 7D 7C", upcard="9D", **SEVEN).winners == [1]
    assert at(["AD AS", "7D 8S", "7C 8C"], "AD 7D 7C", upcard="9D", **SEVEN).winners == [0]


def test_play_permanent_trump_may_be_any_card(at):
    rules = {"permanent_trump": "JC above_ace"}
    assert at(["AH AS", "JC 8S", "7S 8C"], "AH JC 7S", **rules).winners == [1]
    assert at(["AH AS", "JC 8S", "KH QH"], "AH JC KH", **rules).winners == [1]
