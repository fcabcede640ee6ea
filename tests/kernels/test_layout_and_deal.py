"""The kernels' bit lanes and the dealing: masks against card codes, exact counts, uniformity."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

from ramsim import cards
from ramsim.engine.plan import make_plan
from ramsim.engine.rams import RamsTable, trace_range
from ramsim.engine.rams_trace import TracedDeal, traced_deals
from ramsim.kernels.layout import PACK, TRUMPS, rams_layout
from ramsim.kernels.rams import dealing_driver
from ramsim.variants import load_variant, preset_names

PRESETS = [name for name in preset_names() if load_variant(name).family == "rams"]


def traced(preset: str, number: int) -> list[TracedDeal]:
    """Give some deals of a preset in card codes."""
    table = RamsTable(make_plan(preset, hands=1, seed=3, declare="always", play="lowest"))
    return list(traced_deals(table, *trace_range(table, 0, number)))


def dealt(preset: str, number: int, seed: int) -> tuple[Any, Any, Any]:
    """Deal many deals: which cards each place holds, bool[places, deals, 54] (hands, upcard last), and trump suits."""
    table = RamsTable(make_plan(preset, hands=1, seed=seed))
    layout = table.layout
    block = table.new_block(number)
    block.deal[:] = np.arange(number, dtype=np.uint64)
    dealing_driver(layout.word)(block, np.uint64(seed), layout.lanes, table.rules)
    places = np.zeros((table.plan.players + 1, number, 54), dtype=bool)
    for suit in range(4):
        lanes = block.suit == suit
        for code in layout.bits:
            bit = layout.word(layout.play_mask((code,), suit))
            for seat in range(table.plan.players):
                places[seat, lanes, code] = block.hands[seat][lanes] & bit != 0
            places[-1, lanes, code] = block.upcard[lanes] & bit != 0
    return places, block.suit, layout


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("suit", range(4))
def test_every_card_has_its_own_bit_and_comes_back(preset: str, suit: int) -> None:
    layout = rams_layout(load_variant(preset).rules)
    codes = tuple(sorted(layout.bits))
    masks = [layout.play_mask((code,), suit) for code in codes]
    assert len(set(masks)) == len(codes)
    assert all(mask.bit_count() == 1 for mask in masks)
    assert sorted(layout.codes(sum(masks), suit)) == list(codes)
    assert int(layout.lanes[PACK]).bit_count() == len(codes)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("suit", range(4))
def test_trumps_lie_above_all_others(preset: str, suit: int) -> None:
    rules = load_variant(preset).rules
    layout = rams_layout(rules)
    trump_lane = int(layout.lanes[TRUMPS])
    for code in layout.bits:
        permanent = rules.permanent_trump != "none" and cards.card_name(code) == rules.permanent_trump.split()[0]
        is_trump = cards.is_joker(code) or cards.suit_of(code) == suit or permanent
        assert bool(layout.play_mask((code,), suit) & trump_lane) == is_trump


def test_seven_of_diamonds_lies_between_king_and_ace_of_trumps() -> None:
    layout = rams_layout(load_variant("ramscheln-seven").rules)
    for suit in range(4):
        king, ace = (layout.play_bit(cards.card(rank, suit), suit) for rank in (cards.ACE - 1, cards.ACE))
        seven = layout.play_bit(cards.parse_card("7D"), suit)
        assert king < seven < ace


@pytest.mark.parametrize("preset", PRESETS)
def test_a_deal_holds_no_card_twice_and_only_cards_of_the_pack(preset: str) -> None:
    rules = load_variant(preset).rules
    pack = set(cards.pack(rules.ranks, rules.jokers))
    for deal in traced(preset, 200):
        held = [code for hand in (*deal.hands, *deal.widows) for code in hand] + [deal.upcard]
        assert len(held) == len(set(held))
        assert set(held) <= pack
        assert all(len(hand) == rules.hand_size for hand in deal.hands)


PACK_32 = list(cards.pack("AKQJT987"))


def test_every_card_is_equally_likely_at_every_place() -> None:
    """Chi-square of card against place (four hands, upcard): 32 x 5 cells, fixed seed, p above 1e-4."""
    number = 400_000
    places, _, _ = dealt("ramsli", number, seed=3)
    for place, size in zip(places, (5, 5, 5, 5, 1), strict=True):
        counts = place.sum(axis=0)[PACK_32]
        expected = number * size / 32
        # A place holds `size` different cards, so each card's count has the variance of a hypergeometric draw.
        statistic = float(((counts - expected) ** 2).sum()) / (number * size / 32 * (32 - size) / 32) * 31 / 32
        assert 1e-4 < stats.chi2.sf(statistic, 31) < 1 - 1e-4


def test_two_cards_are_equally_likely_to_lie_together() -> None:
    """Every pair of cards in one hand, and in two different hands, as often as every other, fixed seed."""
    number = 400_000
    places, _, _ = dealt("ramsli", number, seed=8)
    first, second = (places[seat][:, PACK_32].astype(np.float32) for seat in (0, 1))
    above = np.triu_indices(32, 1)
    for counts, chance in (
        ((first.T @ first)[above], 5 * 4 / (32 * 31)),
        ((first.T @ second)[above], 5 * 5 / (32 * 31)),
    ):
        scores = (counts - number * chance) / math.sqrt(number * chance * (1 - chance))
        # 496 nearly independent scores: the largest stays below 4.4 with a chance above 99 %.
        assert np.abs(scores).max() < 4.4
        assert 0.75 < scores.std() < 1.25


def exact_trumps(preset: str) -> Any:
    """Give the exact chances of 0 to 5 trumps in a hand when a trump was turned up (rule sheet, part 3)."""
    if preset == "ramsli":
        return stats.hypergeom(31, 7, 5).pmf(range(6))
    if preset == "ramsli-52":
        return stats.hypergeom(51, 12, 5).pmf(range(6))
    # The seven of diamonds: diamonds are trumps in one deal of four, then it is one of eight trumps and no ninth.
    return 0.25 * stats.hypergeom(31, 7, 5).pmf(range(6)) + 0.75 * stats.hypergeom(31, 8, 5).pmf(range(6))


@pytest.mark.parametrize("preset", ["ramsli", "ramsli-52", "ramscheln-seven"])
def test_trumps_in_a_hand_are_hypergeometric(preset: str) -> None:
    number = 200_000
    places, suits, layout = dealt(preset, number, seed=21)
    trump = np.zeros((4, 54), dtype=bool)
    for suit in range(4):
        for code in layout.bits:
            trump[suit, code] = bool(layout.play_mask((code,), suit) & int(layout.lanes[TRUMPS]))
    chances = exact_trumps(preset)
    for seat in (0, 3):
        counts = np.bincount((places[seat] & trump[suits]).sum(axis=1), minlength=6)
        error = np.sqrt(chances * (1 - chances) * number)
        assert np.all(np.abs(counts - number * chances) < 4.5 * error + 1)


def test_exact_counts_of_the_rule_sheet() -> None:
    plain = stats.hypergeom(31, 7, 5).pmf(range(6))
    assert [f"{p:.4f}" for p in plain] == ["0.2502", "0.4378", "0.2502", "0.0569", "0.0049", "0.0001"]


def test_jokers_turned_up_are_passed_over() -> None:
    number = 200_000
    places, _, _ = dealt("ramsli-jokers", number, seed=2)
    jokers = list(cards.JOKERS)
    assert not places[-1][:, jokers].any()
    # Hands are dealt from the whole pack before anything is turned: each joker lies in one of 20 of 34 places.
    for joker in jokers:
        held = places[:-1, :, joker].any(axis=0).mean()
        assert abs(held - 20 / 34) < 4 * math.sqrt(20 * 14 / 34**2 / number)
