"""Section 2.1 of the rule sheets: cards and play, common to the whole family."""

from __future__ import annotations

import pytest

from ramsim.cards import card_names, parse_card, parse_cards
from ramsim.errors import RecordError
from ramsim.referee.ramsch import RamschDeal
from ramsim.referee.ramsch_cards import JACKS, PACK, POINTS, SUIT
from ramsim.variants import load_variant

NAME = "24-27-55 and a skat of 14"


def legal_after(deal, plays):
    for code in parse_cards(plays):
        deal.play(code)
    return card_names(deal.legal_cards())


def winner_of(trick):
    """Play one trick from hands in which nobody could be asked to play another card of the suit led."""
    cards = parse_cards(trick)
    rest = sorted(PACK - set(cards), key=lambda code: SUIT[code] == SUIT[cards[0]])
    hands = [[cards[0], *rest[-9:]], [cards[1], *rest[:9]], [cards[2], *rest[9:18]]]
    deal = RamschDeal(load_variant("skat-ramsch").rules, hands, rest[18:20])
    for code in cards:
        deal.play(code)
    return deal.winners[0]


def test_ramsch_play_ten_cards_each_and_a_skat_of_two(make_deal):
    deal = make_deal(NAME)
    assert [len(hand) for hand in deal.hands] == [10, 10, 10]
    assert sorted([*deal.hands[0], *deal.hands[1], *deal.hands[2], *deal.skat]) == sorted(PACK)


def test_ramsch_play_the_pack_has_120_card_points():
    worth = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
    assert all(POINTS[code] == worth[card_names([code])[0]] for code in PACK)
    assert sum(POINTS[code] for code in PACK) == 120


def test_ramsch_play_the_four_jacks_alone_are_trumps():
    assert card_names(sorted(code for code in PACK if SUIT[code] == JACKS)) == "JC JD JH JS"


def test_ramsch_play_forehand_leads_any_card(make_deal):
    deal = make_deal(NAME)
    assert deal.turn == 0
    assert deal.legal_cards() == tuple(sorted(deal.dealt[0]))
    assert deal.reason() == "any card"


def test_ramsch_play_the_suit_led_must_be_followed(make_deal):
    deal = make_deal(NAME)
    assert legal_after(deal, "KC") == "7C 9C TC AC"
    assert deal.reason() == "must follow clubs"


def test_ramsch_play_a_jack_does_not_follow_its_printed_suit(make_deal):
    deal = make_deal(NAME)
    assert legal_after(deal, "KC 7C") == "QC"  # seat 2 holds JC too


def test_ramsch_play_a_jack_led_asks_for_jacks(make_deal):
    deal = make_deal(NAME)
    assert legal_after(deal, "JD 7C") == "JC JH JS"
    assert deal.reason() == "a jack was led: must play a jack"


def test_ramsch_play_void_of_jacks_any_card_goes_on_a_jack(make_deal):
    deal = make_deal(NAME)
    assert legal_after(deal, "JD") == "7C 9C TC AC 9D KD 8H TH 8S TS"
    assert deal.reason() == "any card"


def test_ramsch_play_void_of_the_suit_there_is_no_duty_to_trump(make_deal):
    deal = make_deal(NAME)
    # TS beats KS, the only spade of seat 2, who then holds three jacks and no spade.
    assert legal_after(deal, "9S TS KS 8S") == "JC QC QD AD 7H JH QH KH JS"
    assert deal.reason() == "any card"


def test_ramsch_play_there_is_no_duty_to_head(make_deal):
    deal = make_deal(NAME)
    assert "7C" in legal_after(deal, "KC").split()  # with AC and TC in hand
    deal.play(parse_card("7C"))
    assert deal.plays[-1] == parse_card("7C")


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("KC TC AC", 2),  # ace above ten
        ("KC TC QC", 1),  # ten above king
        ("QC KC 9C", 1),  # king above queen
        ("9D QD 8D", 1),  # queen above nine
        ("8S 7S 9S", 2),  # nine above eight
        ("8H 7H AD", 0),  # eight above seven
        ("7H AD AS", 0),  # another suit never wins
    ],
)
def test_ramsch_play_the_highest_card_of_the_suit_led_wins(trick, winner):
    assert winner_of(trick) == winner


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("AC JD TC", 1),
        ("AC JD JH", 2),
        ("AC JH JD", 1),
        ("JD AC AS", 0),
        ("JD JH JS", 2),
        ("JC JS JH", 0),
        ("JS JD JC", 2),
        ("JH JS AH", 1),
    ],
)
def test_ramsch_play_the_highest_jack_wins_clubs_spades_hearts_diamonds(trick, winner):
    assert winner_of(trick) == winner


def test_ramsch_play_the_winner_leads_the_next_trick(make_deal):
    deal = make_deal(NAME)
    legal_after(deal, "9S TS KS")
    assert deal.winners == [1]
    assert deal.turn == 1
    assert deal.legal_cards() == tuple(sorted(deal.hands[1]))


def test_ramsch_play_a_trick_is_worth_its_card_points(make_deal):
    deal = make_deal(NAME)
    legal_after(deal, "9S TS KS")  # 0 + 10 + 4
    assert deal.points == [0, 14, 0]
    assert deal.tricks == [0, 1, 0]
    assert deal.last_won == [0, 1, 0]


def test_ramsch_play_a_revoke_is_refused_with_its_reason(make_deal):
    deal = make_deal(NAME)
    legal_after(deal, "KC")
    with pytest.raises(RecordError, match=r"^seat 1 must follow clubs \(holds 7C 9C TC AC\), played 9D in trick 1$"):
        deal.play(parse_card("9D"))


def test_ramsch_play_a_jack_withheld_is_refused_with_its_reason(make_deal):
    deal = make_deal(NAME)
    legal_after(deal, "JD 7C")
    with pytest.raises(RecordError, match=r"^seat 2 must play a jack \(holds JC JH JS\), played QC in trick 1$"):
        deal.play(parse_card("QC"))


def test_ramsch_play_a_deal_cannot_be_settled_before_its_end_nor_played_after_it(make_deal, play_out):
    with pytest.raises(RecordError, match="0 of 30 cards are played"):
        make_deal(NAME).settle()
    deal = play_out(NAME)
    assert deal.finished
    assert deal.legal_cards() == ()
    with pytest.raises(RecordError, match="KC is played after the last trick"):
        deal.play(parse_card("KC"))
