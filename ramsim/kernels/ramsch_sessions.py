"""Sessions and whole games of the Ramsch family in lockstep: each lane is one session, scores go on from deal to deal.

As in the Rams family, all sessions of a call have played the same number of deals: at deal t player p sits at seat
(p - t) mod n, seat 0 is forehand; with four at the table seat 3, the dealer, sits out. A session ends after its deals,
or when a player has lost the game (rules.md 2.2 point 4). A schedule says which rounds are Bock rounds (2.3 point 6).
Deal t of session j is deal number ``(j << 24) + t`` of the seed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numba
from numba import types
from numpy import int64, uint32, uint64

from ramsim.kernels.jit import compile_as, stage
from ramsim.kernels.ramsch import bid_block, driver_arguments, play_out
from ramsim.kernels.ramsch_block import SEATS
from ramsim.kernels.ramsch_deal import deal_block
from ramsim.kernels.ramsch_settle import score_block
from ramsim.kernels.session_state import (
    BY_DEALS,
    BY_GAME,
    C_DEAL,
    C_FAULTS,
    C_FIRST,
    C_LIVE,
    ENDING,
    FIXED_RAMSCH_ROWS,
    NUMBER,
    PLAYED,
    UNDER_WAY,
    add_squares,
    close_deal,
    new_sums,
    next_mark,
    note_at,
)
from ramsim.kernels.team import at_turn
from ramsim.policies.ramsch_views import Q_PASSED_IN

# Entries of `terms`: players at the table, deals of a session, points against a player that lose the game, in quarters
# (0: no games), 1 where losses are added to the score and -1 where they are taken from it.
G_PLAYERS, G_DEALS, G_GAME, G_SIGN = range(4)
# Rows of `scores` behind the seats: whether a deal is played, then the largest and the least points against a player.
IS_PLAYED, WORST, BEST = SEATS, SEATS + 1, SEATS + 2
SCORE_ROWS = SEATS + 3


def advance_games(
    block: Any,
    scores: Any,
    trace: Any,
    seed: Any,
    rules: Any,
    school: Any,
    terms: Any,
    bocks: Any,
    marks: Any,
    leave: Any,
    most_deals: Any,
    passing: Any,
    playing: Any,
    state: Any,
    sums: Any,
    clock: Any,
) -> None:
    """Play the sessions of ``state`` on, deal by deal; see `ramsim.kernels.rams_sessions.advance_sessions`.

    Parameters
    ----------
    scores
        int64[SCORE_ROWS, B].
    bocks
        int64: 1 for each round of the schedule that is a Bock round; a round is as many deals as there are players.
    passing, playing
        Teams with ``of_seat`` int64[players, 3]: in row t mod n the policy of each active seat at deal t.
    state
        int64[rows, sessions], see ``ramsim/kernels/session_state.py``.
    """
    size = block.deal.size
    players = terms[G_PLAYERS]
    mark = int64(0)
    wrong = int64(0)
    steps = int64(0)
    going = True
    while going:
        t = clock[C_DEAL]
        live = clock[C_LIVE]
        mark = next_mark(marks, mark, t + int64(1))
        noted = mark < marks.size and marks[mark] == t + int64(1)
        rows = int64(FIXED_RAMSCH_ROWS + players)
        turn = t % players
        bock = bocks[(t // players) % int64(bocks.size)]
        at = int64(0)
        while at < live:
            now = min(int64(size), live - at)
            _number_deals(block, state, at, now, t)
            deal_block(block, seed)
            _note_bids(block, rules, scores)
            wrong += play_out(block, seed, rules, at_turn(passing, turn), at_turn(playing, turn), trace)
            score_block(block, school, bock, scores)
            _book_scores(scores, state, turn, players, at, now, sums)
            _judge(scores, state, terms, at, now, t)
            if noted:
                note_at(scores[WORST], state[NUMBER], at, now, clock[C_FIRST], state[rows + mark])
                note_at(scores[BEST], state[NUMBER], at, now, clock[C_FIRST], state[rows + mark + int64(marks.size)])
            at += int64(size)
        steps += int64(1)
        going = close_deal(state, rows, clock, leave) and steps < most_deals and wrong == 0
    clock[C_FAULTS] += wrong


@stage
def _number_deals(block: Any, state: Any, at: Any, now: Any, t: Any) -> None:
    """Set the deal numbers of a block; lanes without a session play deal t of session 0 for nothing."""
    number = state[NUMBER]
    for b in range(block.deal.size):
        block.deal[b] = uint64(uint64(number[at + b]) + uint64(t)) if b < now else uint64(t)


@stage
def _note_bids(block: Any, rules: Any, scores: Any) -> None:
    """Write which deals are played: all, or those that the bidding passes in."""
    if rules[Q_PASSED_IN]:
        bid_block(block, rules)
        for b in range(block.deal.size):
            scores[IS_PLAYED, b] = int64(1) if block.takes[b] != uint32(0) else int64(0)
    else:
        for b in range(block.deal.size):
            scores[IS_PLAYED, b] = int64(1)


@stage
def _book_scores(scores: Any, state: Any, turn: Any, players: Any, at: Any, now: Any, sums: Any) -> None:
    """Add each seat's score to that of the player who sits there; a deal that was bid for scores nothing."""
    played = state[PLAYED]
    for b in range(now):
        played[at + b] += scores[IS_PLAYED, b]
    for seat in range(SEATS):
        player = (seat + turn) % players
        total, change = state[FIXED_RAMSCH_ROWS + player], scores[seat]
        for b in range(now):
            change[b] = int64(change[b] * scores[IS_PLAYED, b])
            total[at + b] = int64(total[at + b] + change[b])
        add_squares(change, now, sums, player)


@stage
def _judge(scores: Any, state: Any, terms: Any, at: Any, now: Any, t: Any) -> None:
    """Find the most and the fewest points against a player, and which sessions end with this deal, and why."""
    ending, worst, best = state[ENDING], scores[WORST], scores[BEST]
    sign, limit = terms[G_SIGN], terms[G_GAME]
    for player in range(terms[G_PLAYERS]):
        total = state[FIXED_RAMSCH_ROWS + player]
        for b in range(now):
            against = int64(sign * total[at + b])
            first = player == 0
            worst[b] = against if first | (against > worst[b]) else worst[b]
            best[b] = against if first | (against < best[b]) else best[b]
    by_deals = int64(BY_DEALS) if t + int64(1) >= terms[G_DEALS] else int64(UNDER_WAY)
    for b in range(now):
        lost = (limit > int64(0)) & (worst[b] >= limit)
        ending[at + b] = int64(BY_GAME) if lost else by_deals


@lru_cache(maxsize=1)
def games_driver() -> Any:
    """Give the compiled `advance_games`."""
    block, trace, rules, skat, play = driver_arguments(turns=2)
    whole = types.Array(types.int64, 1, "C")
    table = types.Array(types.int64, 2, "C")
    return compile_as(
        types.void(
            block,
            table,
            trace,
            types.uint64,
            rules,
            whole,
            whole,
            whole,
            whole,
            types.int64,
            types.int64,
            skat,
            play,
            table,
            numba.typeof(new_sums(2)),
            whole,
        ),
        advance_games,
    )
