"""Records that are right: every key of the hand record of the Rams family, and what the referee answers."""

from __future__ import annotations

import json

import pytest

from ramsim.cards import parse_cards
from ramsim.errors import RecordError
from ramsim.referee.rams import RamsDeal
from ramsim.referee.rams_record import check_record, record_of, replayed
from ramsim.variants import load_variant

PLAYS = "AH TS TC TD KH JS JC JD QH QS QC QD 8S KS KC KD AS AC AD 7S"
WIDOW = "9H 8H 9S 9C 9D"


def test_record_gives_tricks_winners_chips_and_pot(ramsli):
    assert check_record(ramsli()).as_json() == {
        "tricks": [3, 2, 0, 0],
        "chips": [3, -1, -6, -6],
        "pot": 10,
        "winners": [0, 0, 0, 1, 1],
    }


def test_record_needs_no_players_pot_or_result(ramsli):
    assert check_record(ramsli(players=None, pot=None, result=None)).chips == (3, -1, -6, -6)


def test_record_rules_override_the_variant(ramsli):
    assert check_record(ramsli(rules={"bete": 10}, result=None)).chips == (3, -1, -11, -11)


def test_record_pot_lies_there_before_the_antes(ramsli):
    account = check_record(ramsli(pot=6, result=None))
    assert account.chips == (9, -1, -6, -6)
    assert account.pot == 10


def test_record_cards_as_one_text_or_in_lower_case_or_with_signs(ramsli):
    assert check_record(ramsli(plays=PLAYS.lower())).pot == 10
    signs = PLAYS.replace("T", "10").translate(str.maketrans("CDHS", "♣♦♥♠"))
    assert check_record(ramsli(plays=signs.split())).pot == 10


def test_record_in_german_notation(ramsli):
    german = str.maketrans({"C": "E", "D": "S", "S": "G", "Q": "O", "J": "U"})
    hands = [hand.translate(german) for hand in ramsli()["hands"]]
    record = ramsli(cards="german", hands=hands, upcard="7H", plays=PLAYS.translate(german).split())
    account = check_record(record)
    assert account.tricks == (3, 2, 0, 0)
    assert "trick 4: seat 0 8G, seat 1 KG (must follow leaves), seat 2 KE, seat 3 KS; seat 1 wins" in account.text


def test_record_result_may_name_only_some_values(ramsli):
    assert check_record(ramsli(result={"pot": 10})).pot == 10


def test_record_of_a_lone_player_has_no_plays(ramsli):
    record = ramsli(declarations=["out", "in", "out", "out"], plays=None, result={"chips": [-1, 3, -1, -1], "pot": 0})
    account = check_record(record)
    assert account.winners == ()
    assert account.tricks == (0, 0, 0, 0)


def test_record_of_a_forced_dealer_says_in(ramsli):
    record = ramsli(declarations=["out", "out", "out", "in"], plays=[], result=None)
    assert check_record(record).chips == (-1, -1, -1, 3)


def test_record_of_a_deal_void_before_the_dealer_speaks_ends_one_short(ramsli):
    record = ramsli(variant="ramscheln", pot=5, declarations=["out"] * 3, plays=[], result=None)
    account = check_record(record)
    assert account.chips == (0, 0, -5, 0)
    assert account.pot == 10


def test_record_of_a_ramsch_has_in_before_and_after_it(ramsli):
    for first in ("in", "out"):
        record = ramsli(
            variant="ramscheln",
            pot=5,
            hands=["AS KS QS JS TS", "AH KH QH JH TH", "AC KC QC JC TC", "AD KD QD JD TD"],
            declarations=[first, "ramsch", "in", "in"],
            plays="TS AH TC TD KH JC JD JS QH QC QD QS JH KC KD KS TH AC AD AS",
            result={"tricks": [0, 5, 0, 0], "chips": [-5, 25, -5, -10], "pot": 0},
        )
        assert check_record(record).winners == (1,) * 5


def test_record_of_a_widow(ramsli):
    # Seat 2 takes the widow: 9H follows twice, then he is out of trumps.
    record = ramsli(
        rules={"widow": 5, "ranks": "AKQJT98765"},
        declarations=["in", "out", "widow", "out"],
        widow="9H 8H 9S 9C 9D",
        plays="AH 8H KH 9H QH 9C 8S 9S 9D 7S",
        result={"tricks": [3, 0, 2, 0], "chips": [3, -1, -1, -1], "pot": 0},
    )
    assert check_record(record).winners == (0, 0, 0, 2, 2)


def test_record_of_a_widow_nobody_took_may_leave_it_out(ramsli):
    record = ramsli(rules={"widow": 5, "ranks": "AKQJT98765"}, widow=None)
    assert check_record(record).pot == 10


def test_record_of_a_larger_widow_and_its_discard(ramsli):
    record = ramsli(
        variant="rounce-hoyle",
        declarations=["in", "out", "widow", "out"],
        pot=5,
        widow="9H 8H 9S 9C 9D 2C",
        widow_discard="2C",
        plays="AH 8H KH 9H QH 9C 8S 9S 9D 7S",
        result={"tricks": [3, 0, 2, 0], "chips": [6, 0, 4, -5], "pot": 0},
    )
    assert check_record(record).pot == 0


def test_record_of_two_widows(ramsli):
    # A pack of 40 has room for two widows of six and five players.
    record = ramsli(
        variant="ramscheln",
        rules={
            "widow_takers": 2,
            "widow": 6,
            "ranks": "AKQJT98765",
            "lone": "takes_pot",
            "upcard_exchange": "none",
        },
        players=3,
        hands=["AD KD QD JD TD", "AS KS QS JS TS", "AC KC QC JC TC"],
        declarations=["widow", "out", "widow"],
        pot=5,
        widow=["AH KH QH 8S 7S 5C", "9H 8H 9S 9C 9D 6C"],
        widow_discard=["5C", "6C"],
        plays="AH 8H KH 9H QH 9C 8S 9S 9D 7S",
        result={"tricks": [3, 0, 2], "chips": [6, 0, -1], "pot": 0},
    )
    account = check_record(record)
    assert account.text[4:6] == (
        "seat 0 takes the widow AH KH QH 8S 7S 5C and lays 5C away",
        "seat 2 takes the widow 9H 8H 9S 9C 9D 6C and lays 6C away",
    )
    assert record_of(replayed(record)[1], "ramscheln", record["rules"])["widow_discard"] == ["5C", "6C"]


def test_record_of_an_exchange(ramsli):
    # The lone seat 0 takes 7H for 7S: a fourth trump, so that the dealer gets no more than the last trick.
    record = ramsli(
        variant="ramscheln",
        pot=5,
        declarations=["in", "out", "out", "in"],
        exchange={"seat": 0, "discard": "7S"},
        plays="AH TD KH JD QH QD 7H KD 8S AD",
        result={"tricks": [5, 0, 0, 0], "chips": [10, 0, 0, -10], "pot": 5},
    )
    assert check_record(record).tricks == (5, 0, 0, 0)


def test_record_of_an_announced_general(ramsli):
    record = ramsli(variant="ramsli-general", declarations=["general", "in", "in", "in"], result=None)
    account = check_record(record)
    assert account.chips == (-13, 3, -6, -6)
    assert "seat 0 has lost the general" in account.text


def test_record_of_targets(ramsli):
    record = ramsli(variant="ramsli-nap", declarations=["target 3", "target 2", "in", "target 2"], result=None)
    assert check_record(record).chips == (12, 4, -9, -17)


def test_record_of_a_target_named_by_the_taker_of_the_widow(ramsli):
    record = ramsli(
        variant="ramsli-nap",
        rules={"widow": 5, "ranks": "AKQJT98765"},
        declarations=["in", "out", "widow target 2", "out"],
        widow="9H 8H 9S 9C 9D",
        plays="AH 8H KH 9H QH 9C 8S 9S 9D 7S",
        result={"chips": [1, -1, 1, -1]},
    )
    assert record_of(replayed(record)[1], "ramsli-nap")["declarations"] == ["in", "out", "widow target 2", "out"]
    assert check_record(record).tricks == (3, 0, 2, 0)


def test_record_of_a_variant_file(ramsli, tmp_path):
    file = tmp_path / "tuesday.toml"
    file.write_text('base = "ramsli"\n[stakes]\nbete = 7\n', encoding="utf-8")
    account = check_record(ramsli(variant=str(file), result=None))
    assert account.variant == "tuesday"
    assert account.chips == (3, -1, -8, -8)


def test_record_of_a_variant_file_that_changes_is_read_again(ramsli, tmp_path):
    file = tmp_path / "tuesday.toml"
    file.write_text('base = "ramsli"\n[stakes]\nbete = 7\n', encoding="utf-8")
    assert check_record(ramsli(variant=str(file), result=None)).chips == (3, -1, -8, -8)
    file.write_text('base = "ramsli"\n[stakes]\nbete = 11\n', encoding="utf-8")
    assert check_record(ramsli(variant=str(file), result=None)).chips == (3, -1, -12, -12)


def test_record_written_is_the_record_read(ramsli):
    record = ramsli()
    written = record_of(replayed(record)[1], "ramsli")
    assert written == record
    assert json.loads(json.dumps(written)) == record


def test_record_written_with_rules(ramsli):
    record = ramsli(rules={"bete": 10}, result=None)
    written = record_of(replayed(record)[1], "ramsli", {"bete": 10})
    assert written["rules"] == {"bete": 10}
    assert written["result"] == {"tricks": [3, 2, 0, 0], "chips": [3, -1, -11, -11], "pot": 20}


def test_record_of_an_unfinished_deal_is_refused(ramsli):
    deal = replayed(ramsli())[1]
    unfinished = type(deal)(deal.rules, deal.dealt, deal.upcard)
    with pytest.raises(RecordError, match="the deal is not finished: 0 cards have been played"):
        record_of(unfinished, "ramsli")


def test_account_tells_the_hand_trick_by_trick(ramsli):
    assert check_record(ramsli(pot=2, result=None)).text == (
        "ramsli, 4 players, pot 6 (2 carried); 7H turned up: hearts are trumps",
        "seat 0 AH KH QH 8S 7S: in",
        "seat 1 AS KS QS JS TS: in",
        "seat 2 AC KC QC JC TC: in",
        "seat 3 (dealer) AD KD QD JD TD: in",
        "trick 1: seat 0 AH, seat 1 TS, seat 2 TC, seat 3 TD; seat 0 wins",
        "trick 2: seat 0 KH, seat 1 JS, seat 2 JC, seat 3 JD; seat 0 wins",
        "trick 3: seat 0 QH, seat 1 QS, seat 2 QC, seat 3 QD; seat 0 wins",
        "trick 4: seat 0 8S, seat 1 KS (must follow spades), seat 2 KC, seat 3 KD; seat 1 wins",
        "trick 5: seat 1 AS (only card), seat 2 AC (only card), seat 3 AD (only card), "
        "seat 0 7S (must follow spades, only card); seat 1 wins",
        "tricks 3 2 0 0",
        "chips +5 -1 -6 -6; pot afterwards 10",
    )


def test_account_tells_widow_exchange_and_ramsch(ramsli):
    record = ramsli(
        variant="rams",
        pot=5,
        hands=["AS KS QS JS TS", "AH KH QH JH TH", "AC KC QC JC TC", "AD KD QD JD TD"],
        widow="9S 8S 7S 9C 8C",
        declarations=["widow", "general", "in", "in"],
        exchange={"seat": 3, "discard": "TD"},
        plays="7S AH TC 7H KH JC JD 8S QH QC QD 9S JH KC KD 8C TH AC AD 9C",
        result=None,
    )
    text = check_record(record).text
    assert "seat 0 AS KS QS JS TS: widow" in text
    assert "seat 0 takes the widow 9S 8S 7S 9C 8C" in text
    assert "seat 1 calls general: everyone plays" in text
    assert "seat 3 takes the upcard 7H for TD" in text
    assert "seat 1 has made the general" in text
    assert "chips -5 +25 -5 -10; pot afterwards 0" in text


def test_account_tells_a_deal_that_is_not_played(ramsli):
    void = check_record(ramsli(variant="ramscheln", pot=5, declarations=["out"] * 3, plays=[], result=None))
    assert void.text[-2:] == ("nobody is in: the pot stays", "chips +0 +0 -5 +0; pot afterwards 10")
    assert void.text[4] == "seat 3 (dealer) AD KD QD JD TD"
    lone = check_record(ramsli(declarations=["out", "in", "out", "out"], plays=[], result=None))
    assert lone.text[-2] == "seat 1 is in alone and takes the pot unplayed"


def test_account_tells_a_forced_dealer(ramsli):
    record = ramsli(
        variant="ramscheln",
        pot=5,
        declarations=["in", "out", "out", "in"],
        plays="AH TD KH JD QH QD 8S KD 7S AD",
        result=None,
    )
    assert "seat 3 (dealer) AD KD QD JD TD: in, forced" in check_record(record).text


def test_a_passer_before_the_dealers_ramsch_is_read_again_with_two_players() -> None:
    """Eldest passes, the dealer of two calls ramsch: written as in, eldest would have left the dealer no call."""
    fields = {
        "special": "ramsch",
        "special_forces_in": True,
        "lone": "dealer_must_play",
        "all_pass": "pot_carries",
    }
    variant = load_variant("ramsli", fields)
    hands = [parse_cards("7C 8C 7D 8D 9S"), parse_cards("AH KH QH JH TH")]
    deal = RamsDeal(variant.rules, hands, parse_cards("9H")[0])
    deal.declare("out")
    deal.declare("ramsch")
    while not deal.finished:
        deal.play(deal.legal_cards()[0])
    record = record_of(deal, "ramsli", fields)
    assert record["declarations"] == ["out", "ramsch"]
    assert list(check_record(record).tricks) == [0, 5]
