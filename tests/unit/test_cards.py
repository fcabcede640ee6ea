"""Cards: one encoding, French and German notation both ways, packs."""

from __future__ import annotations

import pytest

from ramsim.cards import (
    BIG_JOKER,
    CLUBS,
    DIAMONDS,
    HEARTS,
    SMALL_JOKER,
    SPADES,
    card,
    card_name,
    card_names,
    is_joker,
    pack,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)
from ramsim.errors import CardError

ALL = (*range(52), SMALL_JOKER, BIG_JOKER)


@pytest.mark.parametrize(
    ("text", "code"),
    [("2C", 0), ("AC", 12), ("2D", 13), ("TH", 34), ("10H", 34), ("AS", 51), ("X2", 52), ("X1", 53)],
)
def test_cards_code_is_suit_times_13_plus_rank(text, code):
    assert parse_card(text) == code


@pytest.mark.parametrize("text", ["ah", " AH ", "A♥", "a♡"])
def test_cards_case_blanks_and_signs_do_not_matter(text):
    assert parse_card(text) == card(12, HEARTS)


@pytest.mark.parametrize(
    ("text", "rank", "suit"),
    [
        ("AE", "A", CLUBS),
        ("DE", "A", CLUBS),
        ("KG", "K", SPADES),
        ("KL", "K", SPADES),
        ("OH", "Q", HEARTS),
        ("US", "J", DIAMONDS),
        ("UB", "J", DIAMONDS),
        ("10S", "T", DIAMONDS),
        ("7B", "7", DIAMONDS),
    ],
)
def test_cards_german_notation(text, rank, suit):
    code = parse_card(text, "german")
    assert suit_of(code) == suit
    assert card_name(code)[0] == rank


@pytest.mark.parametrize("notation", ["french", "german"])
def test_cards_every_name_is_read_back(notation):
    assert [parse_card(card_name(code, notation), notation) for code in ALL] == list(ALL)
    assert len({card_name(code, notation) for code in ALL}) == 54


@pytest.mark.parametrize("text", ["", "A", "AX", "1H", "11H", "HA", "X3", "AHH", "A H", "♥A", "ÀH"])
def test_cards_no_card_is_refused(text):
    with pytest.raises(CardError, match="is no card: write a rank A K Q J T 9"):
        parse_card(text)


@pytest.mark.parametrize("text", ["QH", "JS", "AC"])
def test_cards_french_names_are_refused_in_german_notation(text):
    with pytest.raises(CardError, match=f"'{text}' is no card: write a rank A K O U"):
        parse_card(text, "german")


def test_cards_several_keep_their_order():
    assert parse_cards("AS, KS 9H,8C") == (51, 50, 33, 6)
    assert card_names((51, 50, 33, 6)) == "AS KS 9H 8C"
    assert card_names((51, 50, 33, 6), "german") == "AG KG 9H 8E"
    assert parse_cards("") == ()


def test_cards_one_twice_is_refused():
    with pytest.raises(CardError, match="the card TH stands twice in 'TH AS 10H'"):
        parse_cards("TH AS 10H")


def test_cards_jokers_have_no_suit_and_rank_above_the_ace():
    assert [suit_of(code) for code in (SMALL_JOKER, BIG_JOKER)] == [-1, -1]
    assert rank_of(51) < rank_of(SMALL_JOKER) < rank_of(BIG_JOKER)
    assert is_joker(SMALL_JOKER)
    assert not is_joker(51)


@pytest.mark.parametrize(
    ("ranks", "jokers", "size"),
    [("AKQJT987", 0, 32), ("AKQJT98765432", 0, 52), ("AKQJT987", 2, 34), ("AKQJT9876", 1, 37), ("A", 0, 4)],
)
def test_cards_pack(ranks, jokers, size):
    cards = pack(ranks, jokers)
    assert len(cards) == len(set(cards)) == size
    assert list(cards) == sorted(cards)
    assert {card_name(code)[0] for code in cards if not is_joker(code)} == set(ranks)
    assert sum(is_joker(code) for code in cards) == jokers


def test_cards_single_joker_is_the_big_one():
    assert pack("A", 1)[-1] == BIG_JOKER
