"""Skat policies of the Ramsch family: take or push, which two cards to pass on, whether to knock.

What a policy is asked stands in `ramsim.policies.ramsch_views.SkatView`. ``rule`` measures the danger of its hand (see
`ramsim.policies.ramsch_choose.danger`): it pushes a hand of little danger, rearhand only one of less, since what the
others dared not keep reaches rearhand last; it knocks with a hand of danger 1 or less.
"""

from __future__ import annotations

from typing import Any

from numpy import uint32, uint64

from ramsim.kernels.bits import count_bits, deposit, shift_left
from ramsim.kernels.jit import helper, stage
from ramsim.kernels.ramsch_cards import ACES, KINGS, LOW, TENS
from ramsim.policies.ramsch_choose import but_lowest, danger, dearest_card, exposed_cards, lanes_with_low
from ramsim.policies.ramsch_views import PASS_ON, TAKE

# `rule` pushes at this danger or less (by seat), and knocks at this.
PUSHES_AT = (2, 2, 1)
KNOCKS_AT = 1


def push(view: Any, choice: Any) -> None:  # noqa: ARG001  (a policy's signature)
    """Push the skat on unseen, and never knock."""
    _answer(choice, uint32(0))


def dearest(view: Any, choice: Any) -> None:
    """Take the skat and pass on the two dearest cards that may be passed; never knock."""
    if view.step == PASS_ON:
        _two_dearest(view, choice)
    else:
        _answer(choice, uint32(1) if view.step == TAKE else uint32(0))


def random(view: Any, choice: Any) -> None:
    """Take or push, knock or not, with the same chance; pass on any two cards that may be passed."""
    if view.step == PASS_ON:
        _two_by_chance(view, choice)
    else:
        for b in range(choice.size):
            choice[b] = uint32(view.random[b] >> uint32(31))


def rule(view: Any, choice: Any) -> None:
    """Push or knock with a hand of little danger; else pass on bare aces, tens and honours before guarded ones."""
    if view.step == PASS_ON:
        _two_dangerous(view, choice)
    elif view.step == TAKE:
        limit = uint32(PUSHES_AT[2] if view.seat == 2 else PUSHES_AT[0])
        for b in range(choice.size):
            choice[b] = uint32(1) if danger(view.hand[b]) > limit else uint32(0)
    else:
        for b in range(choice.size):
            choice[b] = uint32(1) if danger(view.hand[b]) <= uint32(KNOCKS_AT) else uint32(0)


@stage
def _answer(choice: Any, answer: Any) -> None:
    for b in range(choice.size):
        choice[b] = answer


@stage
def _two_dearest(view: Any, choice: Any) -> None:
    for b in range(choice.size):
        allowed = view.allowed[b]
        first = dearest_card(allowed)
        choice[b] = uint32(first | dearest_card(uint32(allowed ^ first)))


@stage
def _two_by_chance(view: Any, choice: Any) -> None:
    """The whole part of a product is the place of the first card, its fraction decides that of the second."""
    for b in range(choice.size):
        count = uint64(count_bits(view.allowed[b]))
        product = uint64(uint64(view.random[b]) * count)
        first = uint32(product >> uint64(32))
        rest = uint64(product & uint64(0xFFFFFFFF))
        second = uint32(uint64(rest * uint64(count - uint64(1))) >> uint64(32))
        second = uint32(second + (uint32(1) if second >= first else uint32(0)))
        choice[b] = uint32(shift_left(uint32(1), first) | shift_left(uint32(1), second))
    for b in range(choice.size):
        choice[b] = deposit(choice[b], view.allowed[b])


@stage
def _two_dangerous(view: Any, choice: Any) -> None:
    for b in range(choice.size):
        hand, allowed = view.hand[b], view.allowed[b]
        first = _most_dangerous(hand, allowed)
        second = _most_dangerous(uint32(hand ^ first), uint32(allowed ^ first))
        choice[b] = uint32(first | second)


@helper
def _most_dangerous(hand: Any, allowed: Any) -> Any:
    """Give the dearest of the first kind that there is.

    Cards from the queen up in suits without a 7, 8 or 9; ace, ten and king of a suit with one of them; of any suit; any
    card.
    """
    zero = uint32(0)
    bare = uint32(exposed_cards(hand) & allowed)
    high = uint32(allowed & uint32(ACES | TENS | KINGS))
    guarded_twice = lanes_with_low(but_lowest(uint32(hand & uint32(LOW))))
    weak = uint32(high & uint32(~guarded_twice))
    return dearest_card(bare if bare != zero else (weak if weak != zero else (high if high != zero else allowed)))
