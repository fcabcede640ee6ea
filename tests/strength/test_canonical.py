"""Classes of hand and upcard: a bijection, exact multiplicities, the symmetry of the side suits."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from ramsim.canonical import HandClasses, hand_classes
from ramsim.cards import card_names, pack, parse_card, parse_cards
from ramsim.errors import UsageError
from ramsim.kernels.class_number import numbering_driver
from ramsim.variants import load_variant


def classes_of(name: str, **rules: object) -> HandClasses:
    return hand_classes(load_variant(name, rules or None).rules)


def test_number_of_classes_by_burnside() -> None:
    """Six permutations of three side suits: (fix 6 + 3 x fix of a swap + 2 x fix of a turn) / 6, for each upcard
    rank."""

    def hands(lanes: list[int]) -> int:
        # Ways to take five cards when each lane's subset counts its cards as often as the lane stands for suits.
        ways = np.zeros(6, dtype=object)
        ways[0] = 1
        for times, ranks in [(1, 7), *((times, 8) for times in lanes)]:
            new = np.zeros(6, dtype=object)
            for held in range(ranks + 1):
                for cards in range(6 - held * times if held * times <= 5 else 0):
                    new[cards + held * times] += ways[cards] * math.comb(ranks, held)
            ways = new
        return int(ways[5])

    burnside = (hands([1, 1, 1]) + 3 * hands([2, 1]) + 2 * hands([3])) // 6
    assert burnside == 31_913
    assert classes_of("ramsli").count == 8 * burnside == 255_304


@pytest.mark.parametrize(
    ("name", "pairs"),
    [
        ("ramsli", math.comb(32, 5) * 27),
        # Of the hands with j jokers, 32 - (5 - j) cards can be turned up.
        ("ramsli-jokers", sum(math.comb(2, j) * math.comb(32, 5 - j) * (27 + j) for j in range(3))),
        ("ramscheln-seven", math.comb(32, 5) * 27),
    ],
)
def test_every_class_has_its_number_and_the_multiplicities_add_up(name: str, pairs: int) -> None:
    about = classes_of(name)
    numbers = np.arange(about.count)
    assert int(about.multiplicities(numbers).sum()) == pairs
    assert math.isclose(float(about.chances(numbers).sum()), 1.0, rel_tol=1e-12)
    driver = numbering_driver(about.layout.word)
    for rows, members in about.members(numbers):
        for column in range(members.hand.shape[1]):
            found = np.empty(len(rows), dtype=np.int64)
            parts = (np.ascontiguousarray(part[:, column]) for part in (members.hand, members.upcard, members.suit))
            driver(*parts, about.classes.table, found)
            assert np.array_equal(found, numbers[rows])


@pytest.mark.parametrize("name", ["ramsli", "ramsli-jokers", "ramscheln-seven", "bierspiel", "ramsli-52"])
def test_number_and_cards_are_inverse(name: str) -> None:
    about = classes_of(name)
    random = np.random.default_rng(4)
    numbers = random.integers(0, about.count, 200)
    hands, upcards = about.names(numbers)
    for number, hand, upcard in zip(numbers.tolist(), hands, upcards, strict=True):
        codes, turned = about.cards(number)
        assert about.number(codes, turned) == number
        assert sorted(codes) == sorted(parse_cards(hand))
        assert turned == parse_card(upcard)


@pytest.mark.parametrize("name", ["ramsli", "ramsli-jokers"])
def test_naming_the_suits_anew_changes_nothing(name: str) -> None:
    about = classes_of(name)
    random = np.random.default_rng(9)
    plain = [code for code in about.pack if code < 52]
    for _ in range(60):
        *hand, upcard = random.choice(plain, 6, replace=False).tolist()
        number = about.number(tuple(hand), upcard)
        for order in itertools.permutations(range(4)):
            turned = [order[code // 13] * 13 + code % 13 for code in (*hand, upcard)]
            assert about.number(tuple(turned[:5]), turned[5]) == number


def test_the_seven_of_diamonds_sets_diamonds_apart() -> None:
    about = classes_of("ramscheln-seven")
    upcard = parse_card("TS")
    hearts, clubs = (about.number(parse_cards(f"A{suit} K{suit} 9{suit} 8S 7S"), upcard) for suit in "HC")
    diamonds = about.number(parse_cards("AD KD 9D 8S 7S"), upcard)
    assert hearts == clubs != diamonds


def test_different_hands_have_different_numbers() -> None:
    """All hands of a small pack: two have the same number exactly when a renaming of suits makes one of the other."""
    about = classes_of("ramsli", ranks="AKQ", hand_size=2, special="none")
    cards = pack("AKQ")
    by_number: dict[int, set[tuple[tuple[int, ...], ...]]] = {}
    for upcard in cards:
        for hand in itertools.combinations([code for code in cards if code != upcard], 2):
            suit = upcard // 13
            lanes = [
                tuple(sorted(code % 13 for code in hand if code // 13 == other)) for other in range(4) if other != suit
            ]
            trumps = tuple(sorted(code % 13 for code in hand if code // 13 == suit))
            key = ((upcard % 13,), trumps, *sorted(lanes))
            by_number.setdefault(about.number(hand, upcard), set()).add(key)
    assert len(by_number) == about.count
    assert all(len(keys) == 1 for keys in by_number.values())
    assert len(set().union(*by_number.values())) == about.count


@pytest.mark.parametrize(
    ("hand", "upcard", "words"),
    [
        ("AH KH 9S 8C", "TH", "has 4 cards, 5 are held"),
        ("AH KH 9S 8C TH", "TH", "upcard TH: is held in the hand"),
        ("AH KH 9S 8C 6D", "TH", "6D: is no card of this pack of 32"),
        ("AH KH 9S 8C X1", "TH", "X1: is no card of this pack"),
    ],
)
def test_bad_hands_are_refused(hand: str, upcard: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        classes_of("ramsli").number(parse_cards(hand), parse_card(upcard))


def test_a_card_twice_and_a_joker_turned_up_are_refused() -> None:
    ace = parse_card("AH")
    with pytest.raises(UsageError, match="AH stands twice"):
        classes_of("ramsli").number((ace, ace, *parse_cards("9S 8C 7D")), parse_card("TH"))
    with pytest.raises(UsageError, match="X1: is passed over"):
        classes_of("ramsli-jokers").number(parse_cards("AH KH 9S 8C 7D"), parse_card("X1"))


def test_a_class_out_of_range_is_refused() -> None:
    about = classes_of("ramsli")
    with pytest.raises(UsageError, match=r"must be 0 to 255,303"):
        about.cards(255_304)
    assert card_names(about.cards(255_303)[0]) != ""
