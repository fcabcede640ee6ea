"""The two settlements of the Ramsch family, written apart from each other, on random outcomes under random rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ramsim.referee.ramsch_settlement import QUARTERS, settle_deal
from ramsim.settlement.ramsch import UNITS_PER_POINT, settle_ramsch
from ramsim.settlement.ramsch_outcomes import COLUMNS, RamschOutcomes
from ramsim.variants import RamschRules

ROWS = 300
RULES = st.builds(
    RamschRules,
    skat_to=st.sampled_from(["last_trick", "loser", "nobody"]),
    score=st.sampled_from(["loses", "adds"]),
    tie=st.sampled_from(["both_full", "half_each", "last_trick_taker", "later_trick"]),
    triple_tie=st.sampled_from(["zero", "all_full"]),
    jungfrau=st.integers(1, 4),
    sweep=st.sampled_from(["self_plus_120", "others_120", "self_minus_120"]),
    ledger=st.sampled_from(["loser_only", "zero_sum_half"]),
    multiplier=st.sampled_from(["geometric", "additive", "none"]),
    knock=st.booleans(),
    bock=st.booleans(),
)


def random_outcome(draw: np.random.Generator) -> dict[str, Any]:
    """One possible outcome; few winners make Jungfrauen and sweeps, and every second one is bent towards a tie."""
    chances = draw.dirichlet([0.5, 0.5, 0.5])
    winners = draw.choice(3, size=10, p=chances).tolist()
    alive = sorted(set(winners))
    skat = int(draw.integers(0, 23))
    cuts = sorted(draw.integers(0, 120 - skat + 1, size=len(alive) - 1).tolist())
    parts = [high - low for low, high in zip([0, *cuts], [*cuts, 120 - skat], strict=True)]
    if draw.random() < 0.5:
        parts = _bent(parts, skat if draw.random() < 0.5 else 0, alive.index(winners[-1]))
    points = dict(zip(alive, parts, strict=True))
    row: dict[str, Any] = {"deals": 1, "skat_points": skat}
    row |= {"pushes": int(draw.integers(0, 4)), "knocks": int(draw.integers(0, 4))}
    for seat in range(3):
        last = max((number for number, winner in enumerate(winners, start=1) if winner == seat), default=0)
        row |= {
            f"points_{seat}": points.get(seat, 0),
            f"tricks_{seat}": winners.count(seat),
            f"last_trick_{seat}": last,
        }
    return row


def _bent(parts: list[int], skat: int, taker: int) -> list[int]:
    """Make all seats, or the first two, equal once the skat lies with its taker, where that can be."""
    total = sum(parts) + skat
    even = [total // len(parts)] * len(parts)
    if len(parts) == 3 and total % 3:
        even = [min(49, total // 2)] * 2
        even.append(total - sum(even))
    even[-1] += total - sum(even)
    even[taker] -= skat
    return even if min(even) >= 0 else parts


def columns_of(rows: list[dict[str, Any]]) -> dict[str, np.ndarray]:
    return {name: np.array([row[name] for row in rows], dtype=np.int64) for name in COLUMNS}


def three(row: dict[str, Any], name: str) -> tuple[int, int, int]:
    return row[f"{name}_0"], row[f"{name}_1"], row[f"{name}_2"]


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    draw = np.random.default_rng(20)
    return [random_outcome(draw) for _ in range(4 * ROWS)]


def test_the_random_outcomes_hold_every_kind(rows):
    settled = settle_ramsch(RamschRules(), RamschOutcomes.from_columns(columns_of(rows)))
    most = settled.points == settled.points.max(axis=1, keepdims=True)
    assert (most.sum(axis=1) == 2).sum() > 50
    assert (most.sum(axis=1) == 3).sum() > 10
    assert settled.jungfrau.any(axis=1).sum() > 100
    assert settled.sweeps.any(axis=1).sum() > 20
    assert (settled.tied & settled.jungfrau.any(axis=1)).sum() > 5


@settings(max_examples=120, deadline=None)
@given(rules=RULES, start=st.integers(0, 3 * ROWS))
def test_both_settlements_agree(rows, rules, start):
    chosen = rows[start : start + ROWS]
    settled = settle_ramsch(rules, RamschOutcomes.from_columns(columns_of(chosen)))
    assert UNITS_PER_POINT == QUARTERS
    for number, row in enumerate(chosen):
        score = settle_deal(
            rules,
            three(row, "points"),
            three(row, "tricks"),
            three(row, "last_trick"),
            row["skat_points"],
            pushes=row["pushes"],
            knocks=row["knocks"],
            bock=rules.bock,
        )
        assert tuple(settled.scores[number].tolist()) == score.quarters, row
        assert tuple(settled.points[number].tolist()) == score.points, row
        assert tuple(np.flatnonzero(settled.loses[number]).tolist()) == score.losers, row
        assert settled.jungfrau[number].tolist() == [seat == score.jungfrau for seat in range(3)], row
        assert settled.sweeps[number].tolist() == [seat == score.sweeper for seat in range(3)], row
        assert bool(settled.tied[number]) == (len(score.most) > 1), row
