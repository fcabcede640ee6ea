"""The rule fields that kernels and policies read, as one int64 array; the order of literals is the schema's."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import numpy as np
import numpy.typing as npt

from ramsim.kernels.layout import Layout
from ramsim.policies.views import (
    R_ALL_PASS,
    R_CARRY,
    R_DECLARER_LEADS,
    R_DROPPING,
    R_EXCHANGE,
    R_FORCES_IN,
    R_HAND_SIZE,
    R_HEAD,
    R_LONE,
    R_MUST_TRUMP,
    R_OVERTRUMP,
    R_PER_TRICK,
    R_PERMANENT_SUIT,
    R_PLAYERS,
    R_SPARE_SIZE,
    R_SPARES,
    R_SPECIAL,
    R_STOPS,
    R_WIDTH,
    RULES,
)
from ramsim.variants.schema import RamsRules


def literal_index(rules: Any, field: str) -> int:
    """Give the place of a field's value among its literals, as the schema lists them."""
    return get_args(get_type_hints(type(rules))[field]).index(getattr(rules, field))


def rams_rules(rules: RamsRules, players: int, layout: Layout, carry: int) -> npt.NDArray[np.int64]:
    """Give the array that kernels read: int64[RULES], entries named ``R_...`` in ``ramsim/policies/views.py``."""
    values = np.zeros(RULES, dtype=np.int64)
    values[R_PLAYERS] = players
    values[R_HAND_SIZE] = rules.hand_size
    values[R_WIDTH] = layout.width
    values[R_SPARES] = rules.widow_takers if rules.widow else 0
    values[R_SPARE_SIZE] = rules.widow
    values[R_PERMANENT_SUIT] = layout.permanent_suit
    values[R_DROPPING] = literal_index(rules, "dropping")
    values[R_ALL_PASS] = literal_index(rules, "all_pass")
    values[R_LONE] = literal_index(rules, "lone")
    values[R_EXCHANGE] = literal_index(rules, "upcard_exchange")
    values[R_MUST_TRUMP] = rules.must_trump
    values[R_HEAD] = rules.head
    values[R_OVERTRUMP] = literal_index(rules, "overtrump")
    values[R_PER_TRICK] = rules.payout == "per_trick"
    values[R_SPECIAL] = literal_index(rules, "special")
    values[R_FORCES_IN] = rules.special_forces_in
    values[R_DECLARER_LEADS] = rules.special_leader == "declarer"
    values[R_STOPS] = rules.special in ("ramsch", "general") and rules.special_play == "stop"
    values[R_CARRY] = carry
    return values
