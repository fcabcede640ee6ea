"""The skat's round and the knocks in lockstep. Rules: rules.md 2.2 point 1, 2.3 points 2 and 6.

Each seat in turn takes the two cards and passes two on, or pushes them on unseen. Under ``pickup_first`` the two are
chosen from twelve cards, under ``discard_first`` from the ten before the skat is taken. The jack ban binds chosen cards
only: what is pushed is never looked at.
"""

from __future__ import annotations

from typing import Any

from numpy import int64, uint32

from ramsim.kernels.choose import pick
from ramsim.kernels.jit import frame, stage
from ramsim.kernels.philox import USE_SKAT, random_words
from ramsim.kernels.ramsch_block import NOBODY, SEATS
from ramsim.kernels.ramsch_cards import JACKS
from ramsim.kernels.trick import copy_row
from ramsim.policies.ramsch_views import (
    KNOCK,
    NO_ROUND,
    PASS_ON,
    PICKUP_FIRST,
    Q_JACKS_PASSABLE,
    Q_KNOCK,
    Q_SKAT_ROUND,
    TAKE,
    SkatView,
)


@frame
def skat_block(block: Any, seed: Any, rules: Any, team: Any, trace: Any) -> Any:
    """Carry the skat round and let the players knock; gives 0 unless a policy answered what it may not."""
    for b in range(block.deal.size):
        block.taker[b] = uint32(NOBODY)
        block.pushed[b] = uint32(0)
        block.knocked[b] = uint32(0)
    wrong = int64(0)
    if rules[Q_SKAT_ROUND] != NO_ROUND:
        for seat in range(SEATS):
            if team.chance:
                random_words(seed, block.deal, USE_SKAT, seat, block.words)
            for b in range(block.deal.size):
                block.legal[b] = uint32(0)
            _ask(block, rules, team, seat, TAKE, block.hands[seat], block.takes)
            wrong += _no_answers(block.takes)
            _offer(block, rules, seat)
            _ask(block, rules, team, seat, PASS_ON, block.scratch, block.choice)
            wrong += _no_pairs(block)
            _pass_on(block, seat)
            if trace.passed.size:
                for b in range(block.deal.size):
                    trace.passed[seat][b] = pick(block.takes[b] != uint32(0), block.choice[b], uint32(0))
                copy_row(block.legal, trace.allowed[seat])
    if rules[Q_KNOCK]:
        for seat in range(SEATS):
            if team.chance:
                random_words(seed, block.deal, USE_SKAT, seat, block.words)
            for b in range(block.deal.size):
                block.legal[b] = uint32(0)
            _ask(block, rules, team, seat, KNOCK, block.hands[seat], block.choice)
            wrong += _no_answers(block.choice)
            for b in range(block.deal.size):
                block.knocked[b] = uint32(block.knocked[b] | uint32(block.choice[b] << uint32(seat)))
    return wrong


@stage
def _ask(block: Any, rules: Any, team: Any, seat: Any, step: Any, hand: Any, answer: Any) -> None:
    q = team.of_seat[seat]
    team.functions[q](
        SkatView(hand, block.legal, block.pushed, block.knocked, block.words[step], team.numbers[q], rules, seat, step),
        answer,
    )


@stage
def _offer(block: Any, rules: Any, seat: Any) -> None:
    """Lay out what the seat holds when it chooses, and what of it may be passed on."""
    hand = block.hands[seat]
    sees_first = rules[Q_SKAT_ROUND] == PICKUP_FIRST
    banned = uint32(0) if rules[Q_JACKS_PASSABLE] else uint32(JACKS)
    for b in range(block.deal.size):
        skat = pick(sees_first & (block.takes[b] != uint32(0)), block.skat[b], uint32(0))
        offered = uint32(hand[b] | skat)
        block.scratch[b] = offered
        block.legal[b] = uint32(offered & uint32(~banned))


@stage
def _pass_on(block: Any, seat: Any) -> None:
    """Give the two chosen cards for the skat where it was taken, count the push where it was not."""
    hand = block.hands[seat]
    mine = uint32(1 << seat)
    for b in range(block.deal.size):
        takes = block.takes[b] != uint32(0)
        given = block.choice[b]
        held, skat = hand[b], block.skat[b]
        hand[b] = pick(takes, uint32(uint32(held | skat) ^ given), held)
        block.skat[b] = pick(takes, given, skat)
        block.taker[b] = pick(takes, uint32(seat), block.taker[b])
        block.pushed[b] = uint32(block.pushed[b] | (uint32(0) if takes else mine))


@stage
def _no_answers(answer: Any) -> Any:
    """Give 1 when an answer is neither 0 nor 1."""
    bad = uint32(0)
    for b in range(answer.size):
        bad = uint32(bad | answer[b])
    return int64(1) if bad > uint32(1) else int64(0)


@stage
def _no_pairs(block: Any) -> Any:
    """Give 1 when a taker chose other than exactly two of the cards that may be passed on."""
    one = uint32(1)
    bad = uint32(0)
    for b in range(block.deal.size):
        given = block.choice[b]
        second = uint32(given & uint32(given - one))
        third = uint32(second & uint32(second - one))
        wrong = uint32(uint32(given & uint32(~block.legal[b])) | third)
        wrong = uint32(wrong | (one if second == uint32(0) else uint32(0)))
        bad = uint32(bad | (wrong if block.takes[b] != uint32(0) else uint32(0)))
    return int64(1) if bad != uint32(0) else int64(0)
