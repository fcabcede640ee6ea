"""Kernel against referee over every named alternative of the rule sheet, and over random variants.

Players declare at random, so that widows, ramsch, forced dealers and void deals all occur; the number of each is
asserted, because an alternative that never came into play was not compared.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ramsim.engine.plan import make_plan
from ramsim.errors import VariantError
from tests.differential.rams_comparison import compare

# Base preset, changed fields, chips in the pot, what must have occurred.
ALTERNATIVES: list[tuple[str, dict[str, Any], int, str]] = [
    ("ramscheln", {"widow_takers": 2}, 7, "widow"),
    ("ramscheln", {"widow_takers": 0}, 7, "ramsch"),
    ("ramscheln", {"widow": 6}, 7, "widow"),
    ("ramscheln", {"all_pass": "right_pays_dealer"}, 7, "all_pass"),
    ("ramscheln", {"all_pass": "dealer_takes_pot"}, 7, "lone"),
    ("ramscheln", {"all_pass": "dealer_may_play"}, 7, "all_pass"),
    ("ramscheln", {"all_pass": "dealer_forced"}, 7, "lone"),
    ("ramscheln", {"all_pass": "pot_carries"}, 7, "all_pass"),
    ("ramscheln", {"upcard_exchange": "lone_player"}, 7, "exchange"),
    ("ramscheln", {"upcard_exchange": "dealer"}, 7, "exchange"),
    ("ramscheln", {"upcard_exchange": "forced_dealer"}, 7, "exchange"),
    ("ramscheln", {"upcard_exchange": "none"}, 7, "no exchange"),
    ("ramscheln", {"lone": "takes_pot", "upcard_exchange": "none"}, 7, "lone"),
    ("ramscheln", {"special_play": "play_on"}, 7, "special_lost"),
    ("ramscheln", {"special_leader": "declarer"}, 7, "special_lost"),
    (
        "ramscheln",
        {"special_success": "triple_pot", "special_failure": "3*pot", "special_payers": "all_players"},
        7,
        "special_lost",
    ),
    ("ramscheln", {"special_success": "triple_pot", "special_failure": "3*bete"}, 7, "special_lost"),
    ("ramscheln", {"bete": 0}, 7, "played"),
    ("ramscheln", {"bete": {"kind": "pot", "cap": 12}}, 7, "played"),
    ("ramscheln", {"ante": 7}, 3, "played"),
    ("ramscheln", {"permanent_trump": "7D above_ace"}, 7, "played"),
    ("ramscheln", {"permanent_trump": "7D below_ace", "permanent_upcard": "turn_next"}, 7, "played"),
    ("ramscheln", {"permanent_trump": "JC below_ace", "jokers": 1}, 7, "played"),
    ("ramsli", {"all_pass": "pot_carries"}, 0, "all_pass"),
    ("ramsli", {"all_pass": "right_pays_dealer"}, 0, "all_pass"),
    ("ramsli", {"all_pass": "dealer_takes_pot"}, 0, "lone"),
    ("ramsli", {"all_pass": "dealer_may_play"}, 0, "all_pass"),
    ("ramsli", {"lone": "dealer_must_play"}, 0, "played"),
    ("ramsli", {"overtrump": "when_void"}, 0, "played"),
    ("ramsli", {"overtrump": "never"}, 0, "played"),
    ("ramsli", {"must_trump": False}, 0, "played"),
    ("ramsli", {"must_trump": False, "head": True}, 0, "played"),
    ("ramsli", {"must_trump": False, "overtrump": "never"}, 0, "played"),
    ("ramsli", {"head": True}, 0, "played"),
    ("ramsli", {"tie": "carries"}, 0, "played"),
    ("ramsli", {"payout": "per_trick"}, 0, "played"),
    ("ramsli", {"ante_by": "dealer", "ante": 4}, 0, "played"),
    ("ramsli", {"bete": {"kind": "pot"}}, 11, "played"),
    ("ramsli", {"dropping": "double_pot"}, 0, "played"),
    ("ramsli", {"dropping": "double_pot"}, 1, "out"),
    ("ramsli", {"jokers": 1}, 0, "played"),
    ("ramsli", {"hand_size": 3}, 0, "played"),
    ("ramsli", {"hand_size": 7, "ranks": "AKQJT98765432"}, 0, "played"),
    ("ramsli-general", {"special_failure": "3*bete"}, 0, "general"),
    ("ramsli-general", {"special_payers": "all_players"}, 0, "general"),
    ("ramsli-nap", {"target_bonus": 3}, 0, "target"),
]


@pytest.mark.parametrize(("preset", "fields", "carry", "occurs"), ALTERNATIVES, ids=lambda value: str(value)[:60])
def test_alternative_is_read_alike(preset: str, fields: dict[str, Any], carry: int, occurs: str) -> None:
    seen = compare(make_plan(preset, hands=2_000, seed=5, rules=fields, declare="random", play="random", carry=carry))
    assert seen[occurs] > 0


@st.composite
def variants(draw: st.DrawFn) -> tuple[dict[str, Any], int, int]:
    """Give rule fields, number of players and carry of a random game of the family."""
    fields = {
        "ranks": draw(st.sampled_from(["AKQJT987", "AKQJT98765432", "AKQJT9876", "AKQJT9"])),
        "jokers": draw(st.integers(0, 2)),
        "hand_size": draw(st.integers(2, 6)),
        "permanent_trump": draw(st.sampled_from(["none", "none", "9D below_ace", "JC above_ace"])),
        "permanent_upcard": draw(st.sampled_from(["trump", "turn_next"])),
        "widow_takers": draw(st.integers(0, 2)),
        "dropping": draw(st.sampled_from(["always", "double_pot", "never"])),
        "all_pass": draw(
            st.sampled_from(
                ["dealer_forced", "pot_carries", "right_pays_dealer", "dealer_takes_pot", "dealer_may_play"]
            )
        ),
        "lone": draw(st.sampled_from(["takes_pot", "dealer_must_play"])),
        "upcard_exchange": draw(st.sampled_from(["none", "lone_player", "dealer", "forced_dealer"])),
        "must_trump": draw(st.booleans()),
        "head": draw(st.booleans()),
        "overtrump": draw(st.sampled_from(["always", "when_void", "never"])),
        "ante": draw(st.integers(0, 7)),
        "ante_by": draw(st.sampled_from(["all", "dealer"])),
        "bete": draw(st.sampled_from([0, 5, "pot", "pot:9"])),
        "payout": draw(st.sampled_from(["most_tricks", "per_trick"])),
        "tie": draw(st.sampled_from(["split", "carries"])),
        "special_leader": draw(st.sampled_from(["eldest", "declarer"])),
        "special_play": draw(st.sampled_from(["stop", "play_on"])),
        "special_success": draw(st.sampled_from(["pot_and_stake", "triple_pot"])),
        "special_failure": draw(st.sampled_from(["pot_and_stake", "3*pot", "3*bete"])),
        "special_payers": draw(st.sampled_from(["players_in", "all_players"])),
    }
    special, forces = draw(
        st.sampled_from([("none", False), ("ramsch", True), ("general", True), ("general", False), ("target", False)])
    )
    fields["special"], fields["special_forces_in"] = special, forces
    fields["widow"] = draw(st.sampled_from([0, fields["hand_size"], fields["hand_size"] + 1]))
    return fields, draw(st.integers(2, 8)), draw(st.integers(0, 9))


@given(variants(), st.integers(0, 2**64 - 1))
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
def test_random_variants_are_read_alike(variant: tuple[dict[str, Any], int, int], seed: int) -> None:
    fields, players, carry = variant
    try:
        plan = make_plan(
            "rounce-hoyle",
            players=None,
            hands=60,
            seed=seed,
            rules=fields,
            declare="random",
            play="random",
            carry=carry,
        )
    except VariantError:
        assume(False)
    low, high = plan.variant.players
    plan = make_plan(
        "rounce-hoyle",
        players=min(max(players, low), high),
        hands=60,
        seed=seed,
        rules=fields,
        declare="random",
        play="random",
        carry=carry,
    )
    assert sum(compare(plan)[ending] for ending in ("played", "lone", "all_pass", "special_made", "special_lost")) == 60
