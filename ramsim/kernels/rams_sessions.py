"""Sessions of the Rams family in lockstep: each lane is one session, the pot goes on from deal to deal.

All sessions of a call have played the same number of deals, so the dealer sits at the same player in every lane: at
deal t, counted from 0, player p sits at seat (p - t) mod n, and the dealer, who is the last seat, moves on by one
player. Policies belong to players. Deal t of session j is deal number ``(j << 24) + t`` of the seed. Rules: rules.md
1.2 points 2 and 4, 1.3 points 6 and 7.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
from numba import types
from numpy import int64, uint64

from ramsim.kernels.jit import compile_as, stage
from ramsim.kernels.rams import deal_block, driver_arguments, play_out
from ramsim.kernels.rams_settle import new_ledger, settle_block
from ramsim.kernels.session_state import (
    BROKE_REBUY,
    BROKE_STOP,
    BY_DEALS,
    BY_OVERFLOW,
    BY_RUIN,
    BY_TARGET,
    C_DEAL,
    C_FAULTS,
    C_FIRST,
    C_LIVE,
    ENDING,
    FIXED_ROWS,
    MOST_CHIPS,
    MOST_POT,
    NUMBER,
    POT,
    POT_MOST,
    POT_SUM,
    T_BROKE,
    T_DEALS,
    T_STACK,
    T_TARGET,
    UNDER_WAY,
    add_squares,
    close_deal,
    new_sums,
    next_mark,
    note_at,
    pot_bin,
)
from ramsim.kernels.team import at_turn
from ramsim.policies.views import R_PLAYERS


def advance_sessions(
    block: Any,
    ledger: Any,
    trace: Any,
    seed: Any,
    lanes: Any,
    rules: Any,
    stakes: Any,
    terms: Any,
    bounds: Any,
    marks: Any,
    leave: Any,
    most_deals: Any,
    declaring: Any,
    playing: Any,
    state: Any,
    sums: Any,
    clock: Any,
) -> None:
    """Play the sessions of ``state`` on, deal by deal.

    Stops when at most ``leave`` sessions are under way, after ``most_deals`` deals of each, or before more deals are
    played than sums of squares can hold.

    Parameters
    ----------
    bounds, marks
        int64: bounds of the pot whose passing is counted; numbers of deals after which the pot is noted, ascending.
    declaring, playing
        Teams with ``of_seat`` int64[players, players]: in row t mod n the policy of each seat at deal t.
    state
        int64[rows, sessions], see ``ramsim/kernels/session_state.py``.
    clock
        int64[CLOCK]: sessions under way, deals they have played, deals played in this call, faults of policies, number
        of the first session.
    """
    size = block.deal.size
    players = rules[R_PLAYERS]
    mark = int64(0)
    wrong = int64(0)
    steps = int64(0)
    going = True
    while going:
        t = clock[C_DEAL]
        live = clock[C_LIVE]
        mark = next_mark(marks, mark, t + int64(1))
        noted = mark < marks.size and marks[mark] == t + int64(1)
        rows = int64(FIXED_ROWS + 3 * players + bounds.size)
        turn = t % players
        at = int64(0)
        while at < live:
            now = min(int64(size), live - at)
            _take_seats(block, state, at, now, t)
            deal_block(block, seed, lanes, rules)
            wrong += play_out(block, seed, lanes, rules, at_turn(declaring, turn), at_turn(playing, turn), trace)
            settle_block(block, ledger, rules, stakes)
            _book_pot(ledger, state, bounds, at, now, players, sums)
            if noted:
                note_at(ledger.full, state[NUMBER], at, now, clock[C_FIRST], state[rows + mark])
            for seat in range(players):
                _book_player(ledger, state, terms, seat, (seat + turn) % players, players, at, now, t, sums)
            _judge(ledger, state, terms, at, now, t)
            at += int64(size)
        steps += int64(1)
        going = close_deal(state, rows, clock, leave) and steps < most_deals and wrong == 0
    clock[C_FAULTS] += wrong


@stage
def _take_seats(block: Any, state: Any, at: Any, now: Any, t: Any) -> None:
    """Set the deal numbers and the pots of a block; lanes without a session play deal t of session 0 for nothing."""
    number, pot = state[NUMBER], state[POT]
    for b in range(now):
        block.deal[b] = uint64(uint64(number[at + b]) + uint64(t))
        block.pot[b] = pot[at + b]
    for b in range(now, block.deal.size):
        block.deal[b] = uint64(t)
        block.pot[b] = int64(0)


@stage
def _book_pot(ledger: Any, state: Any, bounds: Any, at: Any, now: Any, players: Any, sums: Any) -> None:
    """Carry the pot over and count its size."""
    pot, total, most = state[POT], state[POT_SUM], state[POT_MOST]
    for b in range(now):
        full = ledger.full[b]
        pot[at + b] = ledger.after[b]
        total[at + b] = int64(total[at + b] + full)
        most[at + b] = full if full > most[at + b] else most[at + b]
    for k in range(bounds.size):
        above, bound = state[FIXED_ROWS + 3 * players + k], bounds[k]
        for b in range(now):
            above[at + b] = int64(above[at + b] + (int64(1) if ledger.full[b] > bound else int64(0)))
    for b in range(now):
        sums.pots[pot_bin(ledger.full[b])] += int64(1)
    add_squares(ledger.full, now, sums, players)


@stage
def _book_player(
    ledger: Any, state: Any, terms: Any, seat: Any, player: Any, players: Any, at: Any, now: Any, t: Any, sums: Any
) -> None:
    """Pay a player at ``seat`` and see whether he is broke or has reached the target; ``ledger.each`` notes it."""
    chips, change, verdict = state[FIXED_ROWS + player], ledger.change[seat], ledger.each
    target, stack = terms[T_TARGET], terms[T_STACK]
    for b in range(now):
        chips[at + b] = int64(chips[at + b] + change[b])
    add_squares(change, now, sums, player)
    reached, beyond = int64(1 << BY_TARGET), int64(1 << BY_OVERFLOW)
    for b in range(now):
        held = chips[at + b]
        found = int64((reached if held >= target else int64(0)) | (beyond if held > int64(MOST_CHIPS) else int64(0)))
        found = int64(found | (beyond if held < int64(-MOST_CHIPS) else int64(0)))
        before = int64(0) if seat == 0 else verdict[b]
        verdict[b] = int64(before | found)
    if stack > 0:
        ruin = state[FIXED_ROWS + 2 * players + player]
        broke = int64(1 << BY_RUIN)
        for b in range(now):
            gone = chips[at + b] <= int64(0)
            ruin[at + b] = int64(t + int64(1)) if gone & (ruin[at + b] == int64(0)) else ruin[at + b]
            verdict[b] = int64(verdict[b] | (broke if gone else int64(0)))
        if terms[T_BROKE] == BROKE_REBUY:
            bought = state[FIXED_ROWS + players + player]
            for b in range(now):
                if chips[at + b] <= int64(0):
                    stacks = int64(int64(uint64(-chips[at + b]) // uint64(stack)) + int64(1))
                    bought[at + b] += stacks
                    chips[at + b] += int64(stacks * stack)


@stage
def _judge(ledger: Any, state: Any, terms: Any, at: Any, now: Any, t: Any) -> None:
    """Write which sessions end with this deal, and why."""
    ending, verdict = state[ENDING], ledger.each
    last, stops = t + int64(1) >= terms[T_DEALS], terms[T_BROKE] == BROKE_STOP
    by_deals = int64(BY_DEALS) if last else int64(UNDER_WAY)
    for b in range(now):
        found = verdict[b]
        ruined = stops & (int64(found & int64(1 << BY_RUIN)) != int64(0))
        result = int64(BY_RUIN) if ruined else by_deals
        result = int64(BY_TARGET) if int64(found & int64(1 << BY_TARGET)) != int64(0) else result
        beyond = (int64(found & int64(1 << BY_OVERFLOW)) != int64(0)) | (ledger.after[b] > int64(MOST_POT))
        ending[at + b] = int64(BY_OVERFLOW) if beyond else result


@cache
def sessions_driver(word: Any) -> Any:
    """Give the compiled `advance_sessions` for uint32 or uint64 words."""
    block, trace, lanes, rules, declare, play = driver_arguments(word, turns=2)
    whole = types.Array(types.int64, 1, "C")
    table = types.Array(types.int64, 2, "C")
    ledger, sums = numba.typeof(new_ledger(2, 1)), numba.typeof(new_sums(2))
    return compile_as(
        types.void(
            block,
            ledger,
            trace,
            types.uint64,
            lanes,
            rules,
            whole,
            whole,
            whole,
            whole,
            types.int64,
            types.int64,
            declare,
            play,
            table,
            sums,
            whole,
        ),
        advance_sessions,
    )
