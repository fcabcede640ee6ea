"""Sessions of the Rams family against the referee, deal by deal, with the pot, the chips and the dealer moving on.

The kernel plays sessions one deal at a time. The same deals, with the pot that the referee's own books say and the
policies at the seats that the players have come to, are handed to the referee card by card; his settlement and that of
the counted outcomes must give every player's chips and the pot that the kernel wrote down.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from ramsim.deals import follow
from ramsim.engine.plan import Plan
from ramsim.engine.rams import RamsTable, outcome_columns_of, trace_deals
from ramsim.engine.rams_sessions import RamsSessionTable
from ramsim.engine.rams_trace import traced_deals
from ramsim.engine.session_plan import make_session_plan
from ramsim.engine.sessions import SessionRunner
from ramsim.kernels.session_state import C_LIVE, POT, chips_row
from ramsim.referee.rams import RamsDeal
from ramsim.settlement.rams import settle_rams
from ramsim.settlement.rams_outcomes import RamsOutcomes
from ramsim.variants import load_variant, preset_names

PRESETS = [name for name in preset_names() if load_variant(name).family == "rams"]
SESSIONS, DEALS, FIRST = 12, 30, 5


def seated(plan: Plan, t: int) -> Plan:
    """Give the plan of deal t: at each seat the policy of the player who sits there by then."""
    players = plan.players
    policies = {
        kind: tuple(of_player[(seat + t) % players] for seat in range(players))
        for kind, of_player in plan.policies.items()
    }
    return dataclasses.replace(plan, policies=policies)


def compare(name: str, *, sessions: int = SESSIONS, deals: int = DEALS, **words: Any) -> set[str]:
    """Compare sessions deal by deal; gives the endings of deals that occurred."""
    plan = make_session_plan(name, sessions=sessions, deals=deals, first=FIRST, **words)
    table, players = RamsSessionTable(plan), plan.table.players
    rules = plan.table.variant.rules
    runner = SessionRunner(table)
    state, clock = runner.begin(FIRST, sessions)
    tables = [RamsTable(seated(plan.table, turn)) for turn in range(players)]
    numbers = (np.arange(FIRST, FIRST + sessions, dtype=np.uint64)) << np.uint64(24)
    pots = np.zeros(sessions, dtype=np.int64)
    chips = np.zeros((players, sessions), dtype=np.int64)
    endings: set[str] = set()
    for t in range(deals):
        runner.advance(state, clock, most_deals=1)
        here = tables[t % players]
        dealt, played, trace = trace_deals(here, numbers + np.uint64(t), pots)
        columns = outcome_columns_of(played.keys, np.ones(sessions, dtype=np.int64), players)
        settled = settle_rams(rules, RamsOutcomes.from_columns(columns), pots)
        for j, traced in enumerate(traced_deals(here, dealt, played, trace)):
            deal = RamsDeal(rules, traced.hands, traced.upcard, carry=int(pots[j]), widows=traced.widows)
            follow(deal, traced)
            gained, pot = deal.settlement()
            assert list(gained) == settled.chips[j].tolist()
            assert pot == settled.pot_after[j]
            pots[j] = pot
            for seat, change in enumerate(gained):
                chips[(seat + t) % players, j] += change
            endings.add(str(deal.ending))
        # The last deal ends the sessions in reverse order; until then every column keeps its session.
        order = np.argsort(state[0])
        where = f"{name}, deal {t}"
        assert state[POT][order].tolist() == pots.tolist(), where
        assert state[chips_row(0) : chips_row(players)][:, order].tolist() == chips.tolist(), where
        assert (chips.sum(axis=0) + pots == 0).all()
    assert clock[C_LIVE] == 0
    return endings


@pytest.mark.parametrize("preset", PRESETS)
def test_every_deal_of_a_session_is_what_the_referee_says(preset: str) -> None:
    assert "played" in compare(preset, seed=3)


@pytest.mark.parametrize("preset", ["ramsli", "ramscheln-seven", "bierspiel"])
def test_policies_move_with_their_players(preset: str) -> None:
    declare = {0: "always", 1: "random", 2: "guide"}
    compare(preset, seed=8, deals=24, declare=declare, play={0: "lowest", 1: "random", 3: "rule"})


@pytest.mark.parametrize("players", [2, 3, 6])
def test_other_numbers_of_players(players: int) -> None:
    compare("ramsli", players=players, seed=1, declare="random")


CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    "bete fixed at 0": ("ramsli", {"bete": 0}),
    "bete of the pot, capped": ("ramsli", {"bete": "pot:9"}),
    "bete of the pot": ("ramscheln", {"bete": "pot"}),
    "tie carries": ("ramsli", {"tie": "carries"}),
    "tricks pay their share": ("ramsli", {"payout": "per_trick"}),
    "dealer antes": ("ramsli", {"ante_by": "dealer", "ante": 4}),
    "pot carries when all pass": ("ramsli", {"all_pass": "pot_carries"}),
    "neighbour pays the dealer": ("ramsli", {"all_pass": "right_pays_dealer", "all_pass_stake": 3}),
    "dealer may play, else is paid": ("ramsli", {"all_pass": "dealer_may_play", "all_pass_stake": 2}),
    "dealer takes the pot": ("ramsli", {"all_pass": "dealer_takes_pot"}),
    "ramsch doubles and stops": ("ramscheln", {"special_play": "stop"}),
    "ramsch played on": ("ramscheln", {"special_play": "play_on"}),
    "general: three pots, from those in": ("ramsli-general", {}),
    "general: three pots, from all": ("ramsli-general", {"special_payers": "all_players"}),
    "general: three betes": ("ramsli-general", {"special_failure": "3*bete", "bete": 7}),
    "general: three betes of the pot": ("ramsli-general", {"special_failure": "3*bete", "bete": "pot:50"}),
    "general: ties carry": ("ramsli-general", {"tie": "carries"}),
    "general: tricks pay": ("ramsli-general", {"payout": "per_trick"}),
    "general: pot and stake": ("ramsli-general", {"special_success": "pot_and_stake", "special_stake": 4}),
    "general: lost pot and stake": ("ramsli-general", {"special_failure": "pot_and_stake", "special_stake": 4}),
    "targets at 3 chips a trick": ("ramsli-nap", {"target_bonus": 3}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_payment_rule_in_sessions(change: str) -> None:
    name, rules = CHANGES[change]
    compare(name, seed=21, sessions=16, deals=16, rules=rules, declare="random", play="random")


def test_calls_for_all_tricks_are_made_and_lost_in_sessions() -> None:
    """The rare endings of ``_settle_call`` do occur in what is compared here."""
    found = compare("ramscheln", seed=2, sessions=60, deals=12, declare="random", play="random")
    found |= compare("ramsli-general", seed=2, sessions=400, deals=12, declare="always")
    assert {"special_made", "special_lost", "played"} <= found
