"""Hand records of the Ramsch family: what is read, what is refused and in which words, what is written."""

from __future__ import annotations

import json

import pytest

from ramsim.errors import RecordError
from ramsim.referee.ramsch_record import check_record, record_of
from ramsim.replay import replay

PLAYS = "KC 7C QC TD KD QD 9H TH KH AC JC 8C AD 8D 9D JS JD TS JH AH 8S KS 7S 9C 7H 9S 8H TC QH 7D"  # 24, 27 + 14, 55
HANDS = ["8C KC 7D 8D TD JD 9H AH 7S 9S", "7C 9C TC AC 9D KD 8H TH 8S TS", "JC QC QD AD 7H JH QH KH JS KS"]
PUSHED = ["push", "push", "push"]


def make_record(variant="schieberamsch", **keys):
    """Give a right record with keys replaced; a key given as None is left out."""
    record = {"variant": variant, "players": 3, "hands": HANDS, "skat": "QS AS", "bock": False, "plays": PLAYS}
    if variant != "skat-ramsch":
        record["skat_round"] = PUSHED
    return {key: value for key, value in {**record, **keys}.items() if value is not None}


def refusal(record):
    with pytest.raises(RecordError) as refused:
        check_record(record)
    message = str(refused.value)
    assert "\n" not in message
    return message


def with_hands(*, seat, old, new):
    hands = list(HANDS)
    assert old in hands[seat]
    hands[seat] = hands[seat].replace(old, new)
    return hands


def test_the_account_has_what_replay_prints():
    account = check_record(make_record())
    assert account.as_json() == {
        "tricks": [2, 3, 5],
        "points": [24, 41, 55],
        "pushes": 3,
        "scores": [0, 0, -440],
        "winners": [0, 0, 1, 2, 2, 2, 2, 2, 1, 1],
    }


def test_plays_and_hands_may_be_lists():
    hands = [hand.split() for hand in HANDS]
    assert check_record(make_record(hands=hands, plays=PLAYS.split(), skat=["QS", "AS"])) == check_record(make_record())


def test_german_cards_are_read():
    turn = str.maketrans("CDHSQJ", "ESHGOU")
    keys = {
        "cards": "german",
        "hands": [hand.translate(turn) for hand in HANDS],
        "skat": "OG AG",
        "plays": PLAYS.translate(turn),
        "skat_round": ["OG AG", "push", "OG AG"],
    }
    assert check_record(make_record(**keys)).scores == (0, 0, -110)


def test_german_records_are_refused_in_german_cards():
    turn = str.maketrans("CDHSQJ", "ESHGOU")
    plays = PLAYS.replace("KC 7C", "KC 9D").translate(turn)
    keys = {"cards": "german", "hands": [hand.translate(turn) for hand in HANDS], "skat": "OG AG", "plays": plays}
    assert refusal(make_record(**keys)) == "seat 1 must follow acorns (holds 7E 9E TE AE), played 9S in trick 1"


def test_a_right_result_is_accepted():
    result = {"points": [24, 41, 55], "tricks": [2, 3, 5], "pushes": 3, "scores": [0, 0, -440]}
    assert check_record(make_record(result=result)).scores == (0, 0, -440)


def test_rules_of_another_school_settle():
    rules = {"skat_to": "loser", "tie": "later_trick", "ledger": "zero_sum_half"}
    assert check_record(make_record(rules=rules)).scores == (276, 276, -552)


def test_bock_of_the_record_and_of_the_rules():
    assert check_record(make_record(bock=True)).scores == (0, 0, -880)
    assert check_record(make_record(bock=None)).scores == (0, 0, -440)
    assert check_record(make_record(bock=None, rules={"bock": True})).scores == (0, 0, -880)
    assert check_record(make_record(bock=False, rules={"bock": True})).scores == (0, 0, -440)


def test_knocks_are_read():
    assert check_record(make_record("skat-ramsch", rules={"knock": True}, knocks=[2, 0])).scores == (0, 0, -220)


def test_four_at_the_table():
    four = check_record(make_record(players=4))
    assert four.points == (24, 41, 55, 0)
    assert four.tricks == (2, 3, 5, 0)
    assert four.scores == (0, 0, -440, 0)
    assert check_record(make_record(players=4, hands=[*HANDS, None])) == four
    assert check_record(make_record(players=None, hands=[*HANDS, None])) == four


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"skat": None}, "the key 'skat' is missing"),
        ({"plays": None}, "the key 'plays' is missing"),
        ({"skt": "JD"}, "unknown key \"skt\"; did you mean skat?"),
        ({"variant": "ramsli"}, 'variant = "ramsli": is of the family rams, not ramsch'),
        ({"players": 5}, "players = 5: must be a whole number from 3 to 4"),
        ({"players": True}, "players = true: must be a whole number from 3 to 4"),
        ({"hands": "AS"}, 'hands = "AS": must be a list with the ten cards of each active player'),
        ({"hands": HANDS[:2]}, "hands: 2 of them, must be one for each of the three active players"),
        (
            {"players": 4, "hands": [*HANDS, "9S"]},
            "hands: 4 of them, must be one for each of the three active players, and null for the dealer",
        ),
        (
            {"hands": [*HANDS, None]},
            "hands: 4 of them, must be one for each of the three active players",
        ),
        ({"bock": 1}, "bock = 1: must be true or false"),
        ({"cards": "swiss"}, 'cards = "swiss": must be "french" or "german"'),
        ({"skat": "QS"}, "the skat: holds 1 card, must hold 2"),
        ({"skat": "QS QS"}, "the card QS lies twice in the skat"),
        ({"skat": "QS 1S"}, "the skat: '1S' is no card: write a rank A K Q J T 9 ... 2 (or 10) and a suit C D H S, "
         "or a joker X1 X2"),
        ({"skat": "QS X1"}, "X1 in the skat is not in the pack of this variant"),
        ({"rules": {"skat_too": "loser"}}, "rules: unknown field 'skat_too'; did you mean skat_to?"),
    ],
)  # fmt: skip
def test_a_wrong_head_is_refused(keys, message):
    assert refusal(make_record(**keys)) == message


def test_nine_cards_in_a_hand_are_refused():
    hands = with_hands(seat=1, old=" TS", new="")
    assert refusal(make_record(hands=hands)) == "the hand of seat 1: holds 9 cards, must hold 10"


def test_a_card_in_two_hands_is_refused():
    hands = with_hands(seat=1, old="TS", new="KS")
    assert refusal(make_record(hands=hands)) == "the card KS lies in the hand of seat 1 and in the hand of seat 2"


def test_a_card_of_a_hand_in_the_skat_is_refused():
    assert refusal(make_record(skat="QS KS")) == "the card KS lies in the hand of seat 2 and in the skat"


def test_a_card_below_the_seven_is_refused():
    hands = with_hands(seat=0, old="9S", new="6S")
    assert refusal(make_record(hands=hands)) == "6S in the hand of seat 0 is not in the pack of this variant"


@pytest.mark.parametrize(
    ("skat_round", "message"),
    [
        ("push", 'skat_round = "push": must be a list, for each seat "push" or the two cards passed on'),
        (["push"] * 2, "skat_round: 2 entries, must be one for each of the three active players"),
        ([], "skat_round: 0 entries, must be one for each of the three active players"),
        (["QS KS", "push", "push"], "seat 0 passes KS on, which he does not hold"),
        (["QS", "push", "push"], "seat 0 passes QS on in the skat's round: must be two different cards"),
        (["QS AS 7D", "push", "push"], "seat 0 passes QS AS 7D on in the skat's round: must be two different cards"),
        (
            ["push", "QS JD", "push"],
            "seat 1 passes JD on, which he does not hold",
        ),
        (
            ["push", "push", "JC QS"],
            "seat 2 passes JC on by choice: a jack may not be passed (jacks_passable = false)",
        ),
        ([3, "push", "push"], 'skat_round of seat 0 = 3: must be cards, for example "AS KS 9H"'),
    ],
)
def test_a_wrong_skat_round_is_refused(skat_round, message):
    assert refusal(make_record(skat_round=skat_round)) == message


def test_a_skat_round_left_out_is_refused():
    assert refusal(make_record(skat_round=None)) == (
        "skat_round: 0 entries, must be one for each of the three active players"
    )


def test_a_skat_round_that_the_rules_do_not_have_is_refused():
    assert refusal(make_record("skat-ramsch", skat_round=PUSHED)) == (
        'skat_round = ["push","push","push"]: these rules have no skat\'s round (skat_round = none)'
    )


@pytest.mark.parametrize(
    ("knocks", "message"),
    [
        ([0], "seat 0 knocks: these rules know no knock (knock = false)"),
        ("all", 'knocks = "all": must be a list of seats'),
        ([3], "knocks: a seat = 3: must be a whole number from 0 to 2"),
    ],
)
def test_a_wrong_knock_is_refused(knocks, message):
    assert refusal(make_record(knocks=knocks)) == message


def test_knocking_twice_is_refused():
    record = make_record(rules={"knock": True}, knocks=[1, 1])
    assert refusal(record) == "seat 1 knocks twice: each player may knock once"


def test_29_plays_are_refused():
    assert refusal(make_record(plays=PLAYS[:-3])) == "plays: 29 cards, must be 30, ten of each active player"


def test_31_plays_are_refused():
    assert refusal(make_record(plays=PLAYS + " QS")) == "plays: 31 cards, must be 30, ten of each active player"


def test_a_revoke_is_refused_with_seat_and_trick():
    # Trick 5: AD is led, seat 0 holds 8D and 7D, plays AH.
    plays = PLAYS.replace("AD 8D 9D", "AD AH 9D")
    assert refusal(make_record(plays=plays)) == "seat 0 must follow diamonds (holds 7D 8D), played AH in trick 5"


def test_a_jack_withheld_is_refused_with_seat_and_trick():
    plays = PLAYS.replace("JS JD TS", "JS AH TS")
    assert refusal(make_record(plays=plays)) == "seat 0 must play a jack (holds JD), played AH in trick 6"


def test_a_card_that_another_holds_is_refused():
    plays = PLAYS.replace("KC 7C QC", "KC QC 7C")
    assert refusal(make_record(plays=plays)) == (
        "seat 1 does not hold QC (holds 7C 9C TC AC 9D KD 8H TH 8S TS), played it in trick 1"
    )


def test_a_card_played_twice_is_refused():
    plays = PLAYS.replace("AH 8S KS", "AH 8S JH")
    assert refusal(make_record(plays=plays)) == "seat 2 does not hold JH (holds 7H QH KS), played it in trick 8"


def test_a_card_that_was_passed_away_is_refused():
    skat_round = ["KC AS", "push", "push"]
    assert refusal(make_record(skat_round=skat_round)) == (
        "seat 0 does not hold KC (holds 8C 7D 8D TD JD 9H AH 7S 9S QS), played it in trick 1"
    )


@pytest.mark.parametrize(
    ("result", "message"),
    [
        ({"scores": [0, 0, 440]}, "result: scores is [0,0,440] in the record, [0,0,-440] by the rules"),
        ({"points": [24, 27, 55]}, "result: points is [24,27,55] in the record, [24,41,55] by the rules"),
        ({"tricks": [2, 4, 4]}, "result: tricks is [2,4,4] in the record, [2,3,5] by the rules"),
        ({"pushes": 2}, "result: pushes is 2 in the record, 3 by the rules"),
        ({"score": [0]}, 'result: unknown key "score"; did you mean scores?'),
        ([0, 0, 440], "result = [0,0,440]: must be an object with points, tricks, pushes, scores"),
    ],
)
def test_a_wrong_result_is_refused_with_both_values(result, message):
    assert refusal(make_record(result=result)) == message


def test_a_record_is_written_with_the_keys_of_the_interface(make_random_deal):
    deal = make_random_deal(7, "schieberamsch", players=4, bock=True, knock=True)
    record = json.loads(json.dumps(record_of(deal, "schieberamsch", {"knock": True})))
    assert list(record) == [
        *("variant", "rules", "players", "hands", "skat", "bock", "skat_round", "knocks", "plays", "result")
    ]
    assert record["hands"][3] is None
    assert list(record["result"]) == ["points", "tricks", "pushes", "scores"]
    assert check_record(record).scores == (*deal.settle().scores, 0)


def test_a_plain_record_has_no_empty_keys(make_random_deal):
    record = record_of(make_random_deal(3, "skat-ramsch"), "skat-ramsch")
    assert list(record) == ["variant", "players", "hands", "skat", "bock", "plays", "result"]


def test_replay_reports_right_and_wrong_lines():
    lines = [json.dumps(make_record()), json.dumps(make_record(plays=PLAYS[:-3]))]
    right, wrong = (line.as_json() for line in replay(lines))
    assert right["ok"]
    assert right["scores"] == [0, 0, -440]
    assert wrong == {"line": 2, "ok": False, "error": "plays: 29 cards, must be 30, ten of each active player"}
