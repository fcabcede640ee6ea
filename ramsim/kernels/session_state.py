"""The state of sessions in lockstep: one int64 column a session, one row a quantity.

Sessions under way stand in the first columns; one that ends changes places with the last of them, so that no column is
idle and what it ended with stays where it is. What is noted at marks stands in rows of its own, in the order of the
sessions' numbers: those rows are written once in a while and never moved. Everything is a whole number.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy import int64, uint64

from ramsim.kernels.bits import count_bits
from ramsim.kernels.jit import helper, stage

# Rows of `state` that every table has. Behind them, a row a player: chips (bought ones included), stacks bought,
# the deal of the first ruin (from 1, 0: none); then the deals with a pot above each bound, then the pot at each mark.
NUMBER, DEALS, ENDING, POT, POT_SUM, POT_MOST = range(6)
FIXED_ROWS = 6

# In sessions of the Ramsch family: deals that were played and not bid for; behind it a row a player, his score, then
# for each mark the most points against a player, and for each mark the fewest.
PLAYED = 3
FIXED_RAMSCH_ROWS = 4

# How a session ended; UNDER_WAY while it goes on.
UNDER_WAY, BY_DEALS, BY_TARGET, BY_RUIN, BY_OVERFLOW, BY_GAME = range(6)

# Entries of `terms`: deals of a session, chips that end it, chips at the start (0: nobody can be broke), what a broke
# player does.
T_DEALS, T_TARGET, T_STACK, T_BROKE = range(4)
BROKE_STOP, BROKE_REBUY, BROKE_PLAY_ON = range(3)
NO_TARGET = 1 << 60

# A session whose pot or a player's chips pass these bounds ends there and is counted as an overflow: every payment
# of a deal stays below 10**14, so no sum of a session leaves 64 bits.
MOST_POT = 10**12
MOST_CHIPS = 10**15

# Deal t of session j is deal number (j << DEAL_BITS) + t of the seed.
DEAL_BITS = 24

# Entries of `clock`: sessions under way, deals they have played, deals played in this call, faults of policies, number
# of the first session of the state.
C_LIVE, C_DEAL, C_PLAYED, C_FAULTS, C_FIRST = range(5)
CLOCK = 5

# Squares are summed in three parts, |x| = high * 2**LIMB + low: high * high, high * low, low * low.
LIMB = 22
# Deals of one call whose squares are sure to fit: each part is below 2**44.
MOST_PLAYED = 1 << 18

EXACT_POTS = 128
BINS = EXACT_POTS + 36 * 64


class Sums(NamedTuple):
    """Whole sums over all deals of a call, whatever their session.

    Attributes
    ----------
    squares
        int64[players + 1, 3]: squares of each player's change of chips and, last, of the pot, in three parts.
    totals
        int64[players + 1]: the same, not squared.
    pots
        int64[BINS]: deals by size of the pot; see `pot_bin`.
    """

    squares: Any
    totals: Any
    pots: Any


def new_sums(players: int) -> Sums:
    """Allocate sums of nothing."""
    return Sums(
        np.zeros((players + 1, 3), dtype=np.int64),
        np.zeros(players + 1, dtype=np.int64),
        np.zeros(BINS, dtype=np.int64),
    )


def chips_row(player: int) -> int:
    """Give the row of a player's chips."""
    return FIXED_ROWS + player


def bought_row(players: int, player: int) -> int:
    """Give the row of the stacks that a player bought."""
    return FIXED_ROWS + players + player


def ruin_row(players: int, player: int) -> int:
    """Give the row of the deal of a player's first ruin."""
    return FIXED_ROWS + 2 * players + player


def above_row(players: int, bound: int) -> int:
    """Give the row of the deals whose pot was above a bound."""
    return FIXED_ROWS + 3 * players + bound


def growth_row(players: int, bounds: int, mark: int) -> int:
    """Give the row of the pot at a mark."""
    return FIXED_ROWS + 3 * players + bounds + mark


@helper
def pot_bin(pot: Any) -> Any:
    """Give the bin of a pot: exact below `EXACT_POTS`, then 64 bins of equal width for each doubling."""
    high = uint64(pot)
    high = uint64(high | uint64(high >> uint64(1)))
    high = uint64(high | uint64(high >> uint64(2)))
    high = uint64(high | uint64(high >> uint64(4)))
    high = uint64(high | uint64(high >> uint64(8)))
    high = uint64(high | uint64(high >> uint64(16)))
    high = uint64(high | uint64(high >> uint64(32)))
    length = int64(count_bits(high))
    doublings = int64(length - int64(7)) if length > int64(7) else int64(0)
    return int64(int64(int64(64) * doublings) + int64(int64(pot) >> doublings))


def bin_top(place: int) -> int:
    """Give the largest pot of a bin."""
    doublings = max(place // 64 - 1, 0)
    return ((place - 64 * doublings + 1) << doublings) - 1


def whole_square(parts: Any) -> int:
    """Put the three parts of a sum of squares together."""
    high, middle, low = (int(part) for part in parts)
    return (high << 2 * LIMB) + (middle << LIMB + 1) + low


@helper
def swap_columns(state: Any, rows: Any, a: Any, b: Any) -> None:
    """Let two sessions change places in the first ``rows`` rows."""
    for row in range(rows):
        held = state[row, a]
        state[row, a] = state[row, b]
        state[row, b] = held


@helper
def note_at(values: Any, numbers: Any, at: Any, now: Any, first: Any, noted: Any) -> None:
    """Write what the sessions ``at`` to ``at + now - 1`` have come to into a row in the order of their numbers."""
    for b in range(now):
        noted[int64(int64(numbers[at + b] >> int64(DEAL_BITS)) - first)] = values[b]


@stage
def add_squares(values: Any, now: Any, sums: Any, row: Any) -> None:
    """Add the values and their squares, in parts, to the sums of a row."""
    total, largest = int64(0), int64(0)
    for b in range(now):
        value = values[b]
        size = int64(-value) if value < int64(0) else value
        total += value
        largest = size if size > largest else largest
    sums.totals[row] += total
    if largest < int64(1 << LIMB):
        plain = int64(0)
        for b in range(now):
            plain += int64(values[b] * values[b])
        sums.squares[row, 2] += plain
    else:
        for b in range(now):
            size = int64(-values[b]) if values[b] < int64(0) else int64(values[b])
            high, low = int64(size >> int64(LIMB)), int64(size & int64((1 << LIMB) - 1))
            sums.squares[row, 0] += int64(high * high)
            sums.squares[row, 1] += int64(high * low)
            sums.squares[row, 2] += int64(low * low)


@stage
def close_sessions(state: Any, rows: Any, live: Any, t: Any) -> Any:
    """Let the sessions that end leave the columns in use; gives how many go on."""
    ending, deals = state[ENDING], state[DEALS]
    lane = live - int64(1)
    while lane >= int64(0):
        if ending[lane] != int64(UNDER_WAY):
            deals[lane] = t + int64(1)
            live -= int64(1)
            if lane != live:
                swap_columns(state, rows, lane, live)
        lane -= int64(1)
    return live


@helper
def next_mark(marks: Any, mark: Any, deal: Any) -> Any:
    """Give the place of the first mark at ``deal`` or later, from the place ``mark`` on."""
    while mark < marks.size and marks[mark] < deal:
        mark += int64(1)
    return mark


@stage
def close_deal(state: Any, rows: Any, clock: Any, leave: Any) -> Any:
    """Close a deal that all sessions under way have played; gives whether another one is to be played.

    That is so while more than ``leave`` sessions are under way and sums of squares can hold another deal of each.
    """
    t, live = clock[C_DEAL], clock[C_LIVE]
    clock[C_PLAYED] += live
    clock[C_DEAL] = t + int64(1)
    clock[C_LIVE] = close_sessions(state, rows, live, t)
    left = clock[C_LIVE]
    return left > leave and clock[C_PLAYED] + left <= int64(MOST_PLAYED)
