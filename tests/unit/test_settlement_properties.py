"""Settlement of the Rams family under random rules and outcomes: no chip is made or lost."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ramsim.settlement.rams import MOST_CARRY, settle_rams
from ramsim.settlement.rams_outcomes import ENDINGS, RamsOutcomes
from ramsim.variants import RamsRules
from ramsim.variants.bete import FixedBete, PotBete

CHIPS = st.one_of(st.integers(0, 20), st.integers(0, 1_000_000))
BETES = st.one_of(st.builds(FixedBete, amount=CHIPS), st.builds(PotBete, cap=st.one_of(st.none(), CHIPS)))
RULES = st.builds(
    RamsRules,
    hand_size=st.integers(1, 7),
    all_pass=st.sampled_from(["pot_carries", "right_pays_dealer", "dealer_may_play"]),
    all_pass_stake=CHIPS,
    ante=CHIPS,
    ante_by=st.sampled_from(["all", "dealer"]),
    bete=BETES,
    payout=st.sampled_from(["most_tricks", "per_trick"]),
    tie=st.sampled_from(["split", "carries"]),
    special_success=st.sampled_from(["pot_and_stake", "triple_pot"]),
    special_failure=st.sampled_from(["pot_and_stake", "3*pot", "3*bete"]),
    special_payers=st.sampled_from(["players_in", "all_players"]),
    special_stake=CHIPS,
    target_bonus=CHIPS,
)


@st.composite
def outcome(draw: st.DrawFn, players: int, hand_size: int) -> dict[str, Any]:
    """One outcome that a deal of so many players and tricks can have."""
    ending = draw(st.sampled_from(ENDINGS))
    fewest, most = {"all_pass": (0, 0), "lone": (1, 1)}.get(ending, (2, players))
    seats_in = draw(st.sets(st.integers(0, players - 1), min_size=fewest, max_size=most))
    tricks, targets, declarer = [0] * players, [0] * players, -1
    if ending not in ("all_pass", "lone"):
        for _ in range(hand_size):
            tricks[draw(st.sampled_from(sorted(seats_in)))] += 1
        if ending == "played":
            targets = [draw(st.integers(0, hand_size)) if seat in seats_in else 0 for seat in range(players)]
        else:
            declarer = draw(st.sampled_from(sorted(seats_in)))
    row: dict[str, Any] = {"deals": draw(st.integers(0, 10**9)), "ending": ending, "declarer": declarer}
    for seat in range(players):
        row |= {f"in_{seat}": seat in seats_in, f"tricks_{seat}": tricks[seat], f"target_{seat}": targets[seat]}
    return row


@st.composite
def settlements(draw: st.DrawFn) -> tuple[RamsRules, RamsOutcomes, np.ndarray]:
    rules = draw(RULES)
    players = draw(st.integers(2, 8))
    rows = draw(st.lists(outcome(players, rules.hand_size), min_size=1, max_size=5))
    carries = [draw(st.one_of(st.integers(0, 50), st.integers(0, MOST_CARRY))) for _ in rows]
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    return rules, RamsOutcomes.from_columns(columns), np.array(carries, dtype=np.int64)


@given(settlements())
def test_players_gain_what_the_pot_loses_in_every_outcome(case: tuple[RamsRules, RamsOutcomes, np.ndarray]) -> None:
    rules, outcomes, carry = case
    settled = settle_rams(rules, outcomes, carry)
    for row, before in enumerate(carry.tolist()):
        assert sum(settled.chips[row].tolist()) + int(settled.pot_after[row]) - before == 0
        assert settled.pot_after[row] >= 0


@given(settlements())
def test_an_outcome_is_settled_alike_alone_and_among_others(
    case: tuple[RamsRules, RamsOutcomes, np.ndarray],
) -> None:
    rules, outcomes, carry = case
    together = settle_rams(rules, outcomes, carry)
    for row, before in enumerate(carry.tolist()):
        parts = {field.name: getattr(outcomes, field.name)[row : row + 1] for field in dataclasses.fields(outcomes)}
        alone = settle_rams(rules, RamsOutcomes(**parts), before)
        assert alone.chips[0].tolist() == together.chips[row].tolist()
        assert alone.pot_after[0] == together.pot_after[row]
        assert alone.took_pot[0].tolist() == together.took_pot[row].tolist()


@given(settlements())
def test_who_is_out_of_a_played_deal_pays_the_ante_alone(case: tuple[RamsRules, RamsOutcomes, np.ndarray]) -> None:
    rules, outcomes, carry = case
    settled = settle_rams(rules, outcomes, carry)
    antes = [
        rules.ante if rules.ante_by == "all" or seat == outcomes.players - 1 else 0 for seat in range(outcomes.players)
    ]
    for row in np.flatnonzero(outcomes.ending == ENDINGS.index("played")):
        for seat in np.flatnonzero(~outcomes.inside[row]):
            assert settled.chips[row, seat] == -antes[seat]
            assert not settled.took_pot[row, seat]
