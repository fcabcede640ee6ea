"""Compiled loops around the small steps of the Rams kernels, for `benchmarks.stages`: one function for each step.

All take a block that has been dealt, the number of repeats, the masks and the rules; two take the play policies too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numpy import uint64

from ramsim.kernels.deal import deposit_rows, draw_upcard, name_trumps, order_lanes
from ramsim.kernels.draw import draw_subset
from ramsim.kernels.jit import compile_as
from ramsim.kernels.layout import PACK, TRUMPS
from ramsim.kernels.philox import USE_DEAL, random_words
from ramsim.kernels.rams import driver_arguments
from ramsim.kernels.trick import faults, follow_card, lead_card, legal_cards, seat_of_row, turn_rows
from ramsim.policies.views import R_HAND_SIZE, R_PLAYERS, R_WIDTH, PlayView


def _random_words(block: Any, times: Any) -> None:
    for i in range(times):
        random_words(uint64(1), block.deal, USE_DEAL, i, block.words)


def _draw_places(block: Any, times: Any, rules: Any) -> None:
    for _ in range(times):
        draw_subset(block.words[0], block.words[1], 32, rules[R_HAND_SIZE], block.scratch)


def _deposit_hand(block: Any, times: Any, lanes: Any) -> None:
    for _ in range(times):
        for b in range(block.deal.size):
            block.legal[b] = lanes[PACK]
        deposit_rows(block.scratch, block.legal, block.choice)


def _draw_upcard(block: Any, times: Any, lanes: Any) -> None:
    for _ in range(times):
        draw_upcard(block.words[0], block.words[1], block.pack, lanes, block.scratch)


def _name_trumps(block: Any, times: Any, lanes: Any) -> None:
    for _ in range(times):
        name_trumps(block.upcard, lanes, -1, block.suit)


def _order_lanes(block: Any, times: Any, lanes: Any, rules: Any) -> None:
    for _ in range(times):
        order_lanes(block.hands[0], block.suit, lanes, rules[R_WIDTH])


def _seat_of_row(block: Any, times: Any, rules: Any) -> None:
    for _ in range(times):
        seat_of_row(block.leader, 1, rules[R_PLAYERS], block.actor)


def _legal_cards(block: Any, times: Any, lanes: Any) -> None:
    for _ in range(times):
        legal_cards(block.hands[0], block.led, block.best, lanes[TRUMPS], False, True, True, True, block.legal)


def _policy(block: Any, times: Any, lanes: Any, rules: Any, plays: Any, numbers: Any, row: Any) -> None:
    for _ in range(times):
        plays[0](
            PlayView(
                block.hands[0], block.legal, block.led, block.best, block.unseen, block.upcard, block.suit, block.actor,
                block.behind, block.tricks, block.inside, block.caller, block.pot, block.words[0], numbers[0], lanes,
                rules, 0, row,
            ),
            block.choice,
        )  # fmt: skip


def _check_choice(block: Any, times: Any) -> Any:
    wrong = 0
    for _ in range(times):
        wrong += faults(block.choice, block.legal)
    return wrong


def _lead_card(block: Any, times: Any, lanes: Any) -> None:
    for _ in range(times):
        lead_card(block.choice, lanes, block.led, block.best, block.place)


def _follow_card(block: Any, times: Any, lanes: Any) -> None:
    for _ in range(times):
        follow_card(block.choice, lanes[TRUMPS], 1, block.led, block.best, block.place)


def _turn_rows(block: Any, times: Any, rules: Any) -> None:
    for _ in range(times):
        turn_rows(block.hands, block.turned, rules[R_PLAYERS], block.place)


def part_loops(word: Any) -> dict[str, Callable[..., Any]]:
    """Compile the loops for uint32 or uint64 words.

    Returns
    -------
    dict
        By the name of the part, in the order in which a deal needs them: ``loop(table, block, times)``.
    """
    block, _, lanes, rules, _, (plays, _, _, numbers, _) = driver_arguments(word)
    kinds = {"lanes": lanes, "rules": rules, "plays": plays, "numbers": numbers, "row": types.int64}

    def compiled(function: Callable[..., Any], *wanted: str, result: Any = types.void, row: int = 0) -> Any:
        loop = compile_as(result(block, types.int64, *(kinds[name] for name in wanted)), function)

        def run(table: Any, block: Any, times: int) -> None:
            functions, parameters = table.policies[1].functions, table.policies[1].numbers
            given = {"lanes": table.layout.lanes, "rules": table.rules, "plays": functions, "numbers": parameters}
            loop(block, times, *((given | {"row": row})[name] for name in wanted))

        return run

    policy = ("lanes", "rules", "plays", "numbers", "row")
    return {
        "random words (four)": compiled(_random_words),
        "draw a hand's places": compiled(_draw_places, "rules"),
        "deposit a hand": compiled(_deposit_hand, "lanes"),
        "draw the upcard": compiled(_draw_upcard, "lanes"),
        "name trumps": compiled(_name_trumps, "lanes"),
        "order a hand's lanes": compiled(_order_lanes, "lanes", "rules"),
        "seat of a row": compiled(_seat_of_row, "rules"),
        "legal cards": compiled(_legal_cards, "lanes"),
        "policy leads": compiled(_policy, *policy),
        "policy follows": compiled(_policy, *policy, row=1),
        "check a choice": compiled(_check_choice, result=types.int64),
        "lead a card": compiled(_lead_card, "lanes"),
        "follow with a card": compiled(_follow_card, "lanes"),
        "turn the rows": compiled(_turn_rows, "rules"),
    }
