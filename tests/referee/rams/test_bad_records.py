"""Records that are wrong: each fault is named in one sentence."""

from __future__ import annotations

import re

import pytest

from ramsim.errors import RecordError
from ramsim.referee.rams_record import check_record

_TEXT = "AH TS TC TD KH JS JC JD QH QS QC QD 8S KS KC KD AS AC AD 7S"
PLAYS = _TEXT.split()
HANDS = ["AH KH QH 8S 7S", "AS KS QS JS TS", "AC KC QC JC TC", "AD KD QD JD TD"]


def fault(record):
    with pytest.raises(RecordError) as caught:
        check_record(record)
    message = str(caught.value)
    assert "\n" not in message
    return message


def plays_with(place, card):
    return [*PLAYS[:place], card, *PLAYS[place + 1 :]]


# -- keys ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["variant", "hands", "upcard", "declarations"])
def test_bad_record_missing_key(ramsli, key):
    assert fault(ramsli(**{key: None})) == f"the key '{key}' is missing"


def test_bad_record_unknown_key_with_the_nearest(ramsli):
    assert fault(ramsli(declaration=["in"])) == 'unknown key "declaration"; did you mean declarations?'


def test_bad_record_unknown_key_of_the_result(ramsli):
    assert fault(ramsli(result={"chip": [0]})) == 'result: unknown key "chip"; did you mean chips?'


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"variant": 7}, "variant = 7: must be a preset's name or a path to a TOML file"),
        ({"variant": "a/\n.toml"}, 'variant = "a/\\n.toml": must be a preset\'s name or a path to a TOML file'),
        ({"variant": "ramsly"}, "unknown variant 'ramsly'; did you mean ramsli?"),
        ({"variant": "no/such.toml"}, "no/such.toml: cannot be read: No such file or directory"),
        ({"variant": "schieberamsch"}, 'variant = "schieberamsch": is not of the Rams family'),
        ({"rules": 5}, "rules = 5: must be an object of rule fields"),
        ({"rules": {"betes": 5}}, "rules: unknown field 'betes'; did you mean bete?"),
        ({"players": 9}, "players = 9: must be a whole number from 2 to 6"),
        ({"players": 4.0}, "players = 4.0: must be a whole number from 2 to 6"),
        ({"players": True}, "players = true: must be a whole number from 2 to 6"),
        ({"pot": -1}, "pot = -1: must be a whole number from 0 to 1000000000000"),
        ({"pot": "5"}, 'pot = "5": must be a whole number from 0 to 1000000000000'),
        ({"cards": "swiss"}, 'cards = "swiss": must be "french" or "german"'),
        ({"hands": "AH KH"}, 'hands = "AH KH": must be a list of hands, one a seat'),
        ({"declarations": "in"}, 'declarations = "in": must be a list, one a seat'),
        ({"declarations": ["in", 1, "in", "in"]}, 'declarations: 1 of seat 1 must be a text such as "in"'),
        ({"plays": 0}, 'plays = 0: must be cards, for example "AS KS 9H"'),
        ({"upcard": 7}, 'upcard: 7 is no card: must be a text such as "AS"'),
        ({"result": [1]}, "result = [1]: must be an object with tricks, chips, pot"),
    ],
)
def test_bad_record_value(ramsli, changes, message):
    assert fault(ramsli(**changes)) == message


def test_bad_record_rules_that_cannot_be(ramsli):
    assert "overtrump = 'never': head = true implies" in fault(ramsli(rules={"head": True, "overtrump": "never"}))


# -- cards -----------------------------------------------------------------------------------------------------------


def test_bad_record_missing_card(ramsli):
    hands = ["AH KH QH 8S", *HANDS[1:]]
    assert fault(ramsli(hands=hands)) == "the hand of seat 0: holds 4 cards, must hold 5"


def test_bad_record_missing_hand(ramsli):
    assert fault(ramsli(hands=HANDS[:3])) == "hands: 3 of them, there are 4 players"


def test_bad_record_card_twice_in_two_hands(ramsli):
    hands = ["AH KH QH 8S AS", *HANDS[1:]]
    assert fault(ramsli(hands=hands)) == "the card AS lies in the hand of seat 0 and in the hand of seat 1"


def test_bad_record_card_twice_in_one_hand(ramsli):
    hands = ["AH KH QH 8S 8S", *HANDS[1:]]
    assert fault(ramsli(hands=hands)) == "the card 8S lies twice in the hand of seat 0"


def test_bad_record_upcard_in_a_hand(ramsli):
    assert fault(ramsli(upcard="AH")) == "the card AH lies in the hand of seat 0 and in the upcard"


def test_bad_record_card_of_a_larger_pack(ramsli):
    hands = ["AH KH QH 8S 2S", *HANDS[1:]]
    assert fault(ramsli(hands=hands)) == "2S in the hand of seat 0 is not in the pack of this variant"


def test_bad_record_joker_in_a_pack_without(ramsli):
    hands = ["AH KH QH 8S X1", *HANDS[1:]]
    assert fault(ramsli(hands=hands)) == "X1 in the hand of seat 0 is not in the pack of this variant"


def test_bad_record_no_card(ramsli):
    hands = ["AH KH QH 8S 1S", *HANDS[1:]]
    assert fault(ramsli(hands=hands)).startswith("the hand of seat 0: '1S' is no card: write a rank")


def test_bad_record_french_card_in_a_german_record(ramsli):
    assert fault(ramsli(cards="german")).startswith("the hand of seat 0: 'QH' is no card")


def test_ramsli_jokers_turned_up_is_passed_over(ramsli):
    message = fault(ramsli(variant="ramsli-jokers", upcard="X1"))
    assert message == "upcard: X1 turned up is passed over, the next card is the upcard"


def test_ramscheln_seven_rule_12_alternative_turn_next(ramsli):
    record = ramsli(variant="ramscheln-seven", rules={"permanent_upcard": "turn_next"}, upcard="7D")
    assert fault(record) == "upcard: 7D turned up is passed over, the next card is the upcard"


# -- widow and exchange ----------------------------------------------------------------------------------------------


def test_bad_record_widow_in_a_variant_without(ramsli):
    assert fault(ramsli(widow="9H 8H 9S 9C 9D")) == "widow: 1 spare hands, this variant has 0"


def test_bad_record_widow_too_small(ramsli):
    assert fault(ramsli(variant="ramscheln", widow="9H 8H 9S 9C")) == "widow: holds 4 cards, must hold 5"


def test_bad_record_widow_card_twice(ramsli):
    record = ramsli(variant="ramscheln", widow="9H 8H 9S 9C AH")
    assert fault(record) == "the card AH lies in the hand of seat 0 and in the widow"


def test_bad_record_widow_taken_but_not_given(ramsli):
    record = ramsli(variant="ramscheln", declarations=["widow", "in", "in", "in"])
    assert fault(record) == "seat 0 takes a widow whose cards are not given"


def test_bad_record_widow_taken_twice(ramsli):
    record = ramsli(variant="ramscheln", widow="9H 8H 9S 9C 9D", declarations=["widow", "widow", "in", "in"])
    assert fault(record) == "seat 1 may not say 'widow': the widow has been taken"


def test_bad_record_discard_without_a_larger_widow(ramsli):
    assert fault(ramsli(widow_discard="7S")) == "widow_discard: 7S laid away, but nobody took a larger widow"


def test_bad_record_larger_widow_without_a_discard(ramsli):
    record = ramsli(variant="rounce-hoyle", widow="9H 8H 9S 9C 9D 2C", declarations=["widow", "in", "in", "in"])
    assert fault(record) == "seat 0 takes a widow of 6 cards and must lay one away (widow_discard)"


def test_bad_record_exchange_that_nobody_may_make(ramsli):
    record = ramsli(exchange={"seat": 3, "discard": "TD"})
    assert fault(record) == "exchange: seat 3 takes the upcard, nobody may in this deal"


def test_bad_record_exchange_by_the_wrong_seat(ramsli):
    record = ramsli(variant="rams", exchange={"seat": 0, "discard": "7S"})
    assert fault(record) == "exchange: seat 0 takes the upcard, only seat 3 may in this deal"


def test_bad_record_exchange_of_a_card_not_held(ramsli):
    record = ramsli(variant="rams", exchange={"seat": 3, "discard": "7S"})
    assert fault(record) == "seat 3 does not hold 7S, given for the upcard"


@pytest.mark.parametrize("value", [3, {"seat": 3}, {"seat": 9, "discard": "TD"}, {"seat": 3, "discard": "TD", "x": 1}])
def test_bad_record_exchange_malformed(ramsli, value):
    assert fault(ramsli(variant="rams", exchange=value)).startswith("exchange")


# -- declarations ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "pot", "declarations", "message"),
    [
        ("ramsli", 0, ["maybe", "in", "in", "in"], "seat 0 may not say 'maybe': the legal calls are in, out"),
        ("ramsli", 0, ["widow", "in", "in", "in"], "seat 0 may not say 'widow': the legal calls are in, out"),
        ("ramsli", 0, ["in", "in", "in"], "declarations: 3 of them, 4 players are to declare"),
        ("ramsli", 0, ["in"] * 5, "declarations: 5 of them, but there are 4 players"),
        (
            "ramsli",
            0,
            ["out", "out", "out", "out"],
            'declarations: seat 3 is not asked and must stand as "in", not "out"',
        ),
        ("ramsli-obligatory", 9, ["out"] * 4, "seat 0 may not say 'out': nobody may go out in this variant"),
        ("ramscheln", 0, ["in", "out", "in", "in"], "seat 1 may not say 'out': the pot holds only the basic stake"),
        ("ramscheln", 5, ["out"] * 4, "declarations: 4 of them, but the deal is void before the dealer speaks"),
        (
            "ramscheln",
            5,
            ["out", "ramsch", "out", "in"],
            'declarations: seat 2 is not asked and must stand as "in", not "out"',
        ),
        (
            "ramscheln",
            5,
            ["out", "ramsch", "ramsch", "in"],
            'declarations: seat 2 is not asked and must stand as "in", not "ramsch"',
        ),
        ("ramscheln", 5, ["out", "ramsch"], "declarations: 2 of them, 4 players are to declare"),
        ("ramsli", 0, ["general", "in", "in", "in"], "seat 0 may not announce 'general': it may announce nothing"),
        ("ramsli-general", 0, ["general", "in", "general", "in"], "seat 2 may not announce 'general': it may announce"),
        (
            "ramsli-nap",
            0,
            ["target 6", "in", "in", "in"],
            "seat 0 may not announce 'target 6': it may announce target 2",
        ),
        ("ramsli-nap", 0, ["target", "in", "in", "in"], "seat 0 may not say 'target': the legal calls are in, out"),
    ],
)
def test_bad_record_declarations(ramsli, variant, pot, declarations, message):
    assert fault(ramsli(variant=variant, pot=pot, declarations=declarations, result=None)).startswith(message)


# -- plays -----------------------------------------------------------------------------------------------------------


def test_bad_record_revoke_names_seat_trick_and_cards(ramsli):
    # When 8S is led in trick 4, seat 1 holds AS and 9C.
    hands = ["AH KH QH 8S 7S", "AS KS QS JS 9C", *HANDS[2:]]
    plays = ["AH", "QS", "TC", "TD", "KH", "JS", "JC", "JD", "QH", "KS", "QC", "QD", "8S", "9C"]
    message = fault(ramsli(hands=hands, plays=plays))
    assert message == "seat 1 must follow spades (holds AS), played 9C in trick 4"


def test_bad_record_card_of_a_player_who_is_out(ramsli):
    hands = ["AH KH QH 8S 7S", "9H KS QS JS TS", *HANDS[2:]]
    message = fault(ramsli(hands=hands, declarations=["out", "in", "in", "in"], plays=["9H", "TC", "TD", "8S"]))
    assert message == "seat 1 played 8S in trick 2, but seat 0, who is out, holds it; seat 1 holds KS QS JS TS"


def test_bad_record_must_trump(ramsli):
    hands = ["AS KH QH 8S 7S", "9H KD QS JS TS", "AC KC QC JC TC", "AD AH QD JD TD"]
    plays = ["AS", "TS", "TC", "TD"]
    assert fault(ramsli(hands=hands, plays=plays)) == "seat 3 must trump (holds AH), played TD in trick 1"


def test_bad_record_must_overtrump(ramsli):
    hands = ["AS KH QH 8S 7S", "QS KD KS JS TS", "9H KC QC JC TC", "8H AH QD JD TD"]
    plays = ["AS", "TS", "9H", "8H"]
    assert fault(ramsli(hands=hands, plays=plays)) == "seat 3 must overtrump 9H (holds AH), played 8H in trick 1"


def test_bad_record_must_head(ramsli):
    hands = ["9S KH QH 8S 7S", "QS KD KS JS 8C", "9H KC QC JC TC", "8H AH QD JD TD"]
    message = fault(ramsli(variant="ramscheln", hands=hands, plays=["9S", "8C"]))
    assert message == "seat 1 must head 9S (holds QS KS JS), played 8C in trick 1"


def test_bad_record_card_nobody_holds(ramsli):
    assert fault(ramsli(plays=plays_with(1, "9S"))) == (
        "seat 1 played 9S in trick 1, but nobody holds it; seat 1 holds AS KS QS JS TS"
    )


def test_bad_record_card_that_another_seat_holds(ramsli):
    assert fault(ramsli(plays=plays_with(1, "TD"))) == (
        "seat 1 played TD in trick 1, but seat 3 holds it; seat 1 holds AS KS QS JS TS"
    )


def test_bad_record_card_that_fell_before(ramsli):
    assert fault(ramsli(plays=plays_with(5, "TS"))) == (
        "seat 1 played TS in trick 2, but it fell in trick 1; seat 1 holds AS KS QS JS"
    )


def test_bad_record_too_few_plays(ramsli):
    assert fault(ramsli(plays=PLAYS[:19])) == "plays: they end after 19 cards, seat 0 is to play in trick 5"
    assert fault(ramsli(plays=None)) == "plays: they end after 0 cards, seat 0 is to play in trick 1"


def test_bad_record_too_many_plays(ramsli):
    assert fault(ramsli(plays=[*PLAYS, "9H"])) == "plays: 21 cards, but the deal ended after 20 (played)"


def test_bad_record_plays_of_a_deal_that_is_not_played(ramsli):
    message = fault(ramsli(declarations=["out", "in", "out", "out"]))
    assert message == "plays: 20 cards, but the deal ended after 0 (lone)"


def test_bad_record_plays_after_a_lost_ramsch(ramsli):
    message = fault(ramsli(variant="ramscheln", declarations=["ramsch", "in", "in", "in"]))
    assert message == "plays: 20 cards, but the deal ended after 16 (special_lost)"


# -- result ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "message"),
    [
        ({"chips": [3, -1, -6, -5]}, "result: chips is [3,-1,-6,-5] in the record, [3,-1,-6,-6] by the rules"),
        ({"tricks": [3, 2, 0]}, "result: tricks is [3,2,0] in the record, [3,2,0,0] by the rules"),
        ({"pot": 0}, "result: pot is 0 in the record, 10 by the rules"),
        ({"pot": "10"}, 'result: pot is "10" in the record, 10 by the rules'),
        ({"tricks": [3, 2, False, 0]}, "result: tricks is [3,2,false,0] in the record, [3,2,0,0] by the rules"),
    ],
)
def test_bad_record_wrong_result_names_both_values(ramsli, result, message):
    assert fault(ramsli(result=result)) == message


def test_bad_record_long_values_are_cut(ramsli):
    message = fault(ramsli(pot="x" * 5000))
    assert re.fullmatch(r'pot = "x{50,60}\.\.\.: must be a whole number .*', message)
