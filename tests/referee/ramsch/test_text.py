"""A deal told in words."""

from __future__ import annotations

import pytest

from ramsim.referee.ramsch_record import check_record

PLAYS = "KC 7C QC TD KD QD 9H TH KH AC JC 8C AD 8D 9D JS JD TS JH AH 8S KS 7S 9C 7H 9S 8H TC QH 7D"
RECORD = {
    "variant": "schieberamsch",
    "hands": ["8C KC 7D 8D TD JD 9H AH 7S 9S", "7C 9C TC AC 9D KD 8H TH 8S TS", "JC QC QD AD 7H JH QH KH JS KS"],
    "skat": "QS AS",
    "skat_round": ["push", "QS AS", "push"],
    "plays": PLAYS,
}


def told(**keys):
    return check_record({**RECORD, **keys}).text


def test_the_whole_deal_is_told():
    text = told()
    assert text[:8] == (
        "schieberamsch, 3 players, seat 0 is forehand",
        "seat 0 is dealt 8C KC 7D 8D TD JD 9H AH 7S 9S",
        "seat 1 is dealt 7C 9C TC AC 9D KD 8H TH 8S TS",
        "seat 2 is dealt JC QC QD AD 7H JH QH KH JS KS",
        "the skat is QS AS",
        "seat 0 pushes the skat on unseen",
        "seat 1 takes QS AS and passes QS AS on",
        "seat 2 pushes the skat on unseen",
    )
    assert text[8] == (
        "trick 1: seat 0 leads KC, seat 1 plays 7C (must follow clubs), seat 2 plays QC (must follow clubs); "
        "seat 0 wins, 7 points"
    )
    assert text[13] == (
        "trick 6: seat 2 leads JS, seat 0 plays JD (a jack was led: must play a jack), seat 1 plays TS (any card); "
        "seat 2 wins, 14 points"
    )
    assert text[18:] == (
        "the skat QS AS (14 points) goes to seat 1 (skat_to = last_trick)",
        "seat 0 has 2 tricks and 24 points",
        "seat 1 has 3 tricks and 41 points",
        "seat 2 has 5 tricks and 55 points",
        "seat 2 has most points and is charged 55",
        "2 pushes: times 4 (multiplier = geometric)",
        "scores: seat 0 0, seat 1 0, seat 2 -220",
    )


def test_a_discard_a_knock_four_players_and_bock_are_told():
    text = told(
        players=4,
        bock=True,
        rules={"skat_round": "discard_first", "knock": True},
        skat_round=["push", "push", "push"],
        knocks=[2],
    )
    assert text[0] == "schieberamsch, 4 players, seat 0 is forehand; the dealer, seat 3, sits out, Bock"
    assert "seat 2 knocks" in text
    assert "3 pushes, 1 knock, Bock: times 32 (multiplier = geometric)" in text
    assert text[-1] == "scores: seat 0 0, seat 1 0, seat 2 -1760, seat 3 0"


def test_half_of_a_loss_for_the_others_is_told():
    text = told(rules={"ledger": "zero_sum_half"}, skat_round=["QS AS"] * 3)
    assert text[-2] == "each of the others gains half of a loss and pays half of a gain (ledger = zero_sum_half)"
    assert text[-1] == "scores: seat 0 +27.5, seat 1 +27.5, seat 2 -55"


@pytest.mark.parametrize(
    ("skat_to", "line"),
    [
        ("loser", "the skat QS AS (14 points) goes to seat 2 (skat_to = loser)"),
        ("nobody", "the skat QS AS (14 points) goes to nobody (skat_to = nobody)"),
    ],
)
def test_where_the_skat_goes_is_told(skat_to, line):
    assert line in told(rules={"skat_to": skat_to})
