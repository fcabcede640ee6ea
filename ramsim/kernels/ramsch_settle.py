"""Settlement of the Ramsch family in lockstep: a block of played deals to scores in whole quarter points.

Rules: rules.md 2.2 points 2 to 4, 2.3 points 3 to 6; the points of play in ``ramsim/variants/points.py``. A deal of
thirty plays costs far more than its settlement, so each is settled by itself, in the order in which the rules speak:
who gets the skat, who is charged, with how much, how often it counts, what the others get of it.
"""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import numpy as np
import numpy.typing as npt
from numpy import int64, uint32

from ramsim.kernels.jit import helper, stage
from ramsim.kernels.ramsch_block import SEATS, TRICKS
from ramsim.kernels.ramsch_cards import card_points
from ramsim.variants.schema import RamschRules

# Entries of `school`; literals by their place in the schema.
K_SKAT_TO, K_ADDS, K_TIE, K_TRIPLE_FULL, K_JUNGFRAU, K_SWEEP, K_HALVES, K_MULTIPLIER, K_KNOCK = range(9)
SCHOOL = 9
SKAT_TO_LAST, SKAT_TO_LOSER, SKAT_TO_NOBODY = range(3)
TIE_BOTH, TIE_HALF, TIE_LAST_TAKER, TIE_LATER = range(4)
SWEEP_SELF_PLUS, SWEEP_OTHERS, SWEEP_SELF_MINUS = range(3)
GEOMETRIC, ADDITIVE, NO_MULTIPLIER = range(3)

QUARTERS = 4
SWEEP_QUARTERS = 120 * QUARTERS
NOBODY = -1


def ramsch_school(rules: RamschRules) -> npt.NDArray[np.int64]:
    """Give the fields of payment as the kernel reads them: int64[SCHOOL], entries ``K_...``."""
    hints = get_type_hints(RamschRules)

    def place(field: str) -> int:
        return get_args(hints[field]).index(getattr(rules, field))

    values = np.zeros(SCHOOL, dtype=np.int64)
    values[K_SKAT_TO] = place("skat_to")
    values[K_ADDS] = rules.score == "adds"
    values[K_TIE] = place("tie")
    values[K_TRIPLE_FULL] = rules.triple_tie == "all_full"
    values[K_JUNGFRAU] = rules.jungfrau
    values[K_SWEEP] = place("sweep")
    values[K_HALVES] = rules.ledger == "zero_sum_half"
    values[K_MULTIPLIER] = place("multiplier")
    values[K_KNOCK] = rules.knock
    return values


@stage
def score_block(block: Any, school: Any, bock: Any, scores: Any) -> None:
    """Write the scores of the three active seats of every deal, int64[3, B], in quarter points."""
    for b in range(block.deal.size):
        _score_deal(block, school, bock, scores, b)


@helper
def _field(word: Any, seat: Any, bits: Any) -> Any:
    """Give a seat's number out of a word with so many bits a seat."""
    shift = uint32(uint32(bits) * uint32(seat))
    return int64(uint32(word >> shift) & uint32(uint32(uint32(1) << uint32(bits)) - uint32(1)))


@helper
def _points_of(block: Any, seat: Any, skat_seat: Any, b: Any) -> Any:
    """Give a seat's card points, with the skat's when it goes there."""
    skat = int64(card_points(block.skat[b])) if seat == skat_seat else int64(0)
    return int64(_field(block.points[b], seat, 8) + skat)


@helper
def _score_deal(block: Any, school: Any, bock: Any, scores: Any, b: Any) -> None:
    sweeper, trickless, last_seat = int64(NOBODY), int64(0), int64(0)
    for seat in range(SEATS):
        took = _field(block.tricks[b], seat, 4)
        sweeper = int64(seat) if took == TRICKS else sweeper
        trickless += int64(1) if took == 0 else int64(0)
        last_seat = int64(seat) if _field(block.last[b], seat, 4) == TRICKS else last_seat
    judge_seat = last_seat if school[K_SKAT_TO] == SKAT_TO_LAST else int64(NOBODY)
    most, alike = int64(0), int64(0)
    for seat in range(SEATS):
        most = max(most, _points_of(block, seat, judge_seat, b))
    tied = int64(0)
    for seat in range(SEATS):
        if _points_of(block, seat, judge_seat, b) == most:
            alike += int64(1)
            tied |= int64(1) << int64(seat)
    charged = _sweep_charge(school, sweeper) if sweeper >= 0 else _charge(block, school, tied, alike, last_seat, b)
    skat_seat = judge_seat
    if school[K_SKAT_TO] == SKAT_TO_LOSER and (charged == 1 or charged == 2 or charged == 4):
        skat_seat = charged >> int64(1)
    factor = _factor(block, school, bock, b)
    if trickless == 1 and sweeper < 0:
        factor *= school[K_JUNGFRAU]
    sign = int64(1) if school[K_ADDS] else int64(-1)
    halved = school[K_TIE] == TIE_HALF and alike == 2
    total = int64(0)
    for seat in range(SEATS):
        if sweeper >= 0:
            score = _sweep_score(school, sign, seat == sweeper)
        else:
            loss = int64(_points_of(block, seat, skat_seat, b) * int64(QUARTERS))
            loss = loss >> int64(1) if halved else loss
            score = int64(sign * loss) if (charged >> int64(seat)) & int64(1) else int64(0)
        scores[seat, b] = int64(score * factor)
        total += scores[seat, b]
    if school[K_HALVES]:
        # Every score is a multiple of two quarters, so its half is whole.
        for seat in range(SEATS):
            own = scores[seat, b]
            scores[seat, b] = int64(own - int64(int64(total - own) >> int64(1)))


@helper
def _charge(block: Any, school: Any, tied: Any, alike: Any, last_seat: Any, b: Any) -> Any:
    """Give the bits of the seats that are charged, without a sweep: most points, or the choice among equals."""
    if alike == 3:
        return tied if school[K_TRIPLE_FULL] else int64(0)
    if alike == 2 and school[K_TIE] == TIE_LAST_TAKER:
        last = int64(1) << last_seat
        return last if tied & last else tied
    if alike == 2 and school[K_TIE] == TIE_LATER:
        latest, chosen = int64(-1), int64(0)
        for seat in range(SEATS):
            won = _field(block.last[b], seat, 4)
            if (tied >> int64(seat)) & int64(1) and won > latest:
                latest, chosen = won, int64(1) << int64(seat)
        return chosen
    return tied


@helper
def _sweep_charge(school: Any, sweeper: Any) -> Any:
    """Give the bits of the seats that a sweep charges: nobody, the other two, or the sweeper."""
    own = int64(1) << sweeper
    if school[K_SWEEP] == SWEEP_OTHERS:
        return int64(7) & ~own
    return own if school[K_SWEEP] == SWEEP_SELF_MINUS else int64(0)


@helper
def _sweep_score(school: Any, sign: Any, sweeps: Any) -> Any:
    """Give a seat's score after a sweep: 120 for or against the sweeper, or 120 charged to each of the others."""
    if school[K_SWEEP] == SWEEP_OTHERS:
        return int64(0) if sweeps else int64(sign * int64(SWEEP_QUARTERS))
    own = int64(SWEEP_QUARTERS) if school[K_SWEEP] == SWEEP_SELF_PLUS else int64(-SWEEP_QUARTERS)
    return own if sweeps else int64(0)


@helper
def _factor(block: Any, school: Any, bock: Any, b: Any) -> Any:
    """Give what pushes, knocks and Bock make of a score."""
    calls = int64(bock)
    for seat in range(SEATS):
        calls += _field(block.pushed[b], seat, 1)
        if school[K_KNOCK]:
            calls += _field(block.knocked[b], seat, 1)
    if school[K_MULTIPLIER] == GEOMETRIC:
        return int64(1) << calls
    return int64(calls + int64(1)) if school[K_MULTIPLIER] == ADDITIVE else int64(1)
