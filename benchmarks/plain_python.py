"""The yardsticks in Python: the referee at random play, and OpenSpiel's Euchre at random play."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ramsim import cards
from ramsim.referee.rams import RamsDeal
from ramsim.variants import load_variant
from ramsim.variants.schema import RamsRules

HIGH = {cards.RANK_LETTERS.index(letter) for letter in "AKQ"}
KING = cards.RANK_LETTERS.index("K")


def referee_ramsli(deals: int, players: int = 4, seed: int = 0) -> int:
    """Let the referee of ``ramsli`` judge deals declared by the guide and played at random; gives their number."""
    rules = load_variant("ramsli").rules
    assert isinstance(rules, RamsRules)
    chance = random.Random(seed)
    pack = list(cards.pack(rules.ranks))
    size = rules.hand_size
    for _ in range(deals):
        chance.shuffle(pack)
        hands = [pack[size * seat : size * (seat + 1)] for seat in range(players)]
        deal = RamsDeal(rules, hands, pack[size * players])
        while (seat := deal.speaker) is not None:
            calls = deal.legal_calls()
            deal.declare("in" if "out" not in calls or _guide(hands[seat], deal.upcard) else "out")
        while deal.turn is not None:
            deal.play(chance.choice(deal.legal_cards()))
        deal.settlement()
    return deals


def _guide(hand: list[int], upcard: int) -> bool:
    """Give the judgement of the policy ``guide`` (``ramsim/policies/declare.py``)."""
    trump = cards.suit_of(upcard)
    trumps = [card for card in hand if cards.suit_of(card) == trump]
    side = {cards.rank_of(card) for card in hand if cards.suit_of(card) != trump}
    high = any(cards.rank_of(card) in HIGH for card in trumps)
    return cards.ACE in side or high or len(trumps) >= 3 or (len(trumps) >= 2 and KING in side)


def euchre() -> Callable[[int], int] | None:
    """Give a function that plays deals of OpenSpiel's Euchre at random; None when OpenSpiel is not installed."""
    if find_spec("pyspiel") is None:
        return None
    game: Any = import_module("pyspiel").load_game("euchre")

    def play(deals: int, seed: int = 0) -> int:
        chance = random.Random(seed)
        for _ in range(deals):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))
            state.returns()
        return deals

    return play
