"""The masks and small choices of the Ramsch family against plain Python, card by card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

from ramsim import cards
from ramsim.kernels import ramsch_cards as masks
from ramsim.policies import bid, ramsch_choose

WORDS = np.random.default_rng(8).integers(0, 2**32, size=400, dtype=np.uint32) & np.random.default_rng(9).integers(
    0, 2**32, size=400, dtype=np.uint32
)
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
ORDER = "789QKTA"


def over_words(helper: Any) -> Callable[[np.ndarray], list[int]]:
    """Give a helper of one mask as a function of many."""

    @numba.njit
    def loop(words, found):  # type: ignore[no-untyped-def]
        for place in range(words.size):
            found[place] = helper(words[place])

    def call(words: np.ndarray) -> list[int]:
        found = np.zeros_like(words)
        loop(words, found)
        return [int(mask) for mask in found]

    return call


def names(mask: int) -> list[str]:
    return [cards.card_name(code) for code in masks.codes_of(mask)]


def lane(name: str) -> str:
    return "J" if name[0] == "J" else name[1]


def height(name: str) -> int:
    return "DHSC".index(name[1]) if name[0] == "J" else ORDER.index(name[0])


def test_the_32_cards_have_a_bit_each_and_order_means_strength() -> None:
    assert sorted(masks.BIT_OF_CODE.values()) == list(range(32))
    assert set(masks.BIT_OF_CODE) == set(cards.pack("AKQJT987"))
    by_bit = [cards.card_name(masks.CODE_OF_BIT[bit]) for bit in range(32)]
    assert by_bit[:7] == ["7C", "8C", "9C", "QC", "KC", "TC", "AC"]
    assert by_bit[28:] == ["JD", "JH", "JS", "JC"]


def test_card_points_count_120_in_all_and_by_card() -> None:
    found = over_words(masks.card_points)(np.append(WORDS, np.uint32(masks.PACK)))
    assert found[-1] == 120
    for word, points in zip(WORDS, found, strict=False):
        assert points == sum(POINTS.get(name[0], 0) for name in names(word))


@pytest.mark.parametrize(("helper", "sign"), [(masks.at_or_below, -1), (masks.at_or_above, 1)])
def test_filling_stays_inside_a_lane(helper: Any, sign: int) -> None:
    every = names(masks.PACK)
    for word, filled in zip(WORDS, over_words(helper)(WORDS), strict=True):
        held = names(word)
        expected = {
            name
            for name in every
            for own in held
            if lane(own) == lane(name) and sign * height(name) >= sign * height(own)
        }
        assert set(names(filled)) == expected


def test_lanes_and_the_cards_above_the_lowest() -> None:
    whole = over_words(ramsch_choose.lanes_with)(WORDS)
    low = over_words(ramsch_choose.lanes_with_low)(WORDS)
    rest = over_words(ramsch_choose.but_lowest)(WORDS)
    for place, word in enumerate(WORDS):
        held = names(word)
        suits = {lane(name) for name in held}
        assert {lane(name) for name in names(whole[place])} == suits
        assert len(names(whole[place])) == sum(4 if suit == "J" else 7 for suit in suits)
        assert {lane(name) for name in names(low[place])} == {lane(name) for name in held if name[0] in "789"}
        lowest = {suit: min((n for n in held if lane(n) == suit), key=height) for suit in suits}
        assert set(names(rest[place])) == set(held) - set(lowest.values())


def test_dearest_cheapest_lowest_and_highest_card() -> None:
    by_points = "789JQKTA"
    dearest = over_words(ramsch_choose.dearest_card)(WORDS)
    cheapest = over_words(ramsch_choose.cheapest_card)(WORDS)
    lowest = over_words(ramsch_choose.lowest_card)(WORDS)
    highest = over_words(ramsch_choose.highest_card)(WORDS)
    for place, word in enumerate(WORDS):
        held = names(word)
        if not held:
            assert dearest[place] == cheapest[place] == lowest[place] == highest[place] == 0
            continue

        def tie(name: str) -> int:
            return "DHSC".index(name[1]) if name[0] == "J" else "CDHS".index(name[1])

        by_value = sorted(held, key=lambda name: (by_points.index(name[0]), tie(name)))
        by_rank = sorted(held, key=lambda name: ((ORDER + "J").index(name[0]), tie(name)))
        plain = [name for name in by_rank if name[0] != "J"] or by_rank
        assert names(dearest[place]) == [by_value[-1]]
        assert names(cheapest[place]) == [by_value[0]]
        assert names(lowest[place]) == [by_rank[0]]
        assert names(highest[place]) == [plain[-1]]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("7C 8C 9C 7D 8D 9D 7H 8H 9H 7S", 0),
        ("JC JS JH JD 7D 8D 9D 7H 8H 9H", 4),
        ("AC TC KC QC 7D 8D 9D 7H 8H 9H", 6),  # four exposed, and ace and ten without two low cards beside them
        ("AC 7C 7D 8D 9D 7H 8H 9H 7S 8S", 1),  # the ace has one low card beside it
        ("AC 7C 8C 7D 8D 9D 7H 8H 7S 8S", 0),  # two low cards guard it
        ("QC 7D 8D 9D 7H 8H 9H 7S 8S JC", 2),
    ],
)
def test_danger_of_a_hand(hand: str, expected: int) -> None:
    word = np.array([masks.mask_of(tuple(map(cards.parse_card, hand.split())))], dtype=np.uint32)
    assert over_words(ramsch_choose.danger)(word) == [expected]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("7C 8C 9C QC KC 7D 8D 7H 8H 7S", 50),  # five clubs at 10
        ("JC JS 7C 8C 9C QC AD TD 7H 8H", 24 + 40 + 9 + 4),  # clubs trumps, ace and ten of diamonds beside them
        ("AC TC 9C 8C AD AH AS JD 7D 7H", 12 + 40 + 27),  # the ace and the ten of clubs count as length
    ],
)
def test_hand_score_of_the_bidding(hand: str, expected: int) -> None:
    @numba.njit
    def one(words, found):  # type: ignore[no-untyped-def]
        weights = np.array([12, 10, 9, 4], dtype=np.uint32)
        found[0] = bid.hand_score(words[0], weights[0], weights[1], weights[2], weights[3])

    word = np.array([masks.mask_of(tuple(map(cards.parse_card, hand.split())))], dtype=np.uint32)
    found = np.zeros(1, dtype=np.uint32)
    one(word, found)
    assert found[0] == expected
