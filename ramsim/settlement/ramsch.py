"""Settlement of the Ramsch family: outcomes to scores, for every school that the rule fields name.

A school answers four questions, one after the other, each for all outcomes at once: who is charged (`_charged`), with
how many card points (`_amounts`), how often it counts (`_factors`), and what the others get of it (`_ledger`).

All scores are int64 in quarter points, `UNITS_PER_POINT` to a card point: ``half_each`` halves the loss of a tie, and
``zero_sum_half`` halves it again. The largest, 120 points under every factor, is far from the limit of 64 bits. Rules:
section 2 of the rule sheets and `ramsim.variants.points`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ramsim.errors import UsageError
from ramsim.settlement.ramsch_outcomes import DECK_POINTS, TRICKS, RamschOutcomes
from ramsim.variants.schema import RamschRules

Counts = NDArray[np.int64]
Marks = NDArray[np.bool_]

UNITS_PER_POINT = 4
# The fields that change what a deal scores and nothing else: outcomes can be settled anew under other values of them.
PRICED_FIELDS = frozenset(
    {"bock", "jungfrau", "ledger", "multiplier", "score", "skat_to", "sweep", "tie", "triple_tie"}
)


@dataclass(frozen=True)
class SettledRamsch:
    """Scores of each outcome, and what led to them; seats 0 to 2 are the active players.

    Attributes
    ----------
    scores
        Score of each seat in quarter points, with the variant's sign, int64, shape (outcomes, 3).
    points
        Card points of each seat, the skat's among them where a seat got it, int64, shape (outcomes, 3).
    loses
        Which seats are charged, bool, shape (outcomes, 3).
    jungfrau
        The seat that alone has no trick, bool, shape (outcomes, 3).
    sweeps
        The seat with all ten tricks, bool, shape (outcomes, 3).
    tied
        Whether two or three seats share the most points, bool, shape (outcomes,).
    """

    scores: Counts
    points: Counts
    loses: Marks
    jungfrau: Marks
    sweeps: Marks
    tied: Marks


def settle_ramsch(rules: RamschRules, outcomes: RamschOutcomes, bock: ArrayLike | None = None) -> SettledRamsch:
    """Settle every outcome.

    Parameters
    ----------
    rules
        The rules; fields of play are taken to be those under which the outcomes arose.
    outcomes
        The distinct outcomes.
    bock
        Whether a deal is of a Bock round: one truth value, or one for each outcome; None takes it from the rules.

    Raises
    ------
    UsageError
        When ``bock`` is no truth value.
    """
    sweeps = outcomes.tricks == TRICKS
    jungfrau = _alone(outcomes.tricks == 0)
    judged = outcomes.points
    if rules.skat_to == "last_trick":
        judged = judged + _skat_for(outcomes, outcomes.last_trick == TRICKS)
    most = judged == judged.max(axis=1, keepdims=True, initial=0)
    loses = _charged(rules, outcomes, most, sweeps)
    points = judged
    if rules.skat_to == "loser":
        points = judged + _skat_for(outcomes, _alone(loses))
    amounts = _amounts(rules, points, most, loses, sweeps)
    factors = _factors(rules, outcomes, jungfrau, sweeps, _checked_bock(rules, bock, len(outcomes.deals)))
    scores = _ledger(rules, amounts * factors[:, None])
    return SettledRamsch(scores, points, loses, jungfrau, sweeps, most.sum(axis=1) > 1)


def _alone(marks: Marks) -> Marks:
    """Keep the mark of a row only where it is the only one."""
    kept: Marks = marks & (marks.sum(axis=1, keepdims=True) == 1)
    return kept


def _skat_for(outcomes: RamschOutcomes, seat: Marks) -> Counts:
    """Lay the skat's points before the marked seat of each row; a row without a mark gives them to nobody."""
    return np.where(seat, outcomes.skat_points[:, None], 0)


def _charged(rules: RamschRules, outcomes: RamschOutcomes, most: Marks, sweeps: Marks) -> Marks:
    """Mark who is charged: most points, the choice among equals, or what a sweep says in their place."""
    charged = most.copy()
    alike = most.sum(axis=1)
    if rules.tie in ("last_trick_taker", "later_trick"):
        last = np.where(most, outcomes.last_trick, 0)
        latest = last.max(axis=1, keepdims=True, initial=0)
        decided = alike == 2
        if rules.tie == "last_trick_taker":
            decided &= latest[:, 0] == TRICKS
        charged[decided] = (last == latest)[decided]
    if rules.triple_tie == "zero":
        charged[alike == 3] = False
    swept = sweeps.any(axis=1)
    in_place = {"self_plus_120": np.zeros_like(sweeps), "others_120": ~sweeps, "self_minus_120": sweeps}
    charged[swept] = in_place[rules.sweep][swept]
    return charged


def _amounts(rules: RamschRules, points: Counts, most: Marks, loses: Marks, sweeps: Marks) -> Counts:
    """Give each seat's score before any factor, in quarter points."""
    sign = -1 if rules.score == "loses" else 1
    amounts = np.where(loses, sign * UNITS_PER_POINT * points, 0)
    if rules.tie == "half_each":
        pair = most.sum(axis=1) == 2
        amounts[pair] //= 2
    swept = sweeps.any(axis=1, keepdims=True)
    whole = UNITS_PER_POINT * DECK_POINTS
    # The sweeper's own +120 and -120 are points for and against him under either sign; others are charged as ever.
    for_sweep = {
        "self_plus_120": whole * sweeps,
        "others_120": sign * whole * ~sweeps,
        "self_minus_120": -whole * sweeps,
    }
    return np.where(swept, for_sweep[rules.sweep], amounts)


def _factors(rules: RamschRules, outcomes: RamschOutcomes, jungfrau: Marks, sweeps: Marks, bock: Marks) -> Counts:
    """Give what each row's score is multiplied by: the Jungfrau, then pushes, knocks and Bock."""
    calls = outcomes.pushes + bock
    if rules.knock:
        calls = calls + outcomes.knocks
    if rules.multiplier == "geometric":
        factors = np.left_shift(1, calls)
    elif rules.multiplier == "additive":
        factors = calls + 1
    else:
        factors = np.ones_like(calls)
    doubled = jungfrau.any(axis=1) & ~sweeps.any(axis=1)
    return np.where(doubled, rules.jungfrau, 1) * factors


def _ledger(rules: RamschRules, scores: Counts) -> Counts:
    """Leave the scores, or give half of each, with the other sign, to each of the other two."""
    if rules.ledger == "loser_only":
        return scores
    halves = scores // 2
    shared: Counts = scores + halves - halves.sum(axis=1, keepdims=True)
    return shared


def _checked_bock(rules: RamschRules, bock: ArrayLike | None, rows: int) -> Marks:
    values = np.asarray(rules.bock if bock is None else bock)
    if values.dtype.kind != "b" or values.shape not in ((), (rows,)):
        raise UsageError(f"bock = {bock!r}: must be true or false, or one truth value for each outcome")
    return np.broadcast_to(values, (rows,))
