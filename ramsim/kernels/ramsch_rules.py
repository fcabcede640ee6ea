"""The rule fields of the Ramsch family that kernels and policies read, as one int64 array.

Only what decides the play is in it. What a deal costs is left to the settlement, so that every field of payment can be
priced anew on deals already played.
"""

from __future__ import annotations

from typing import get_args, get_type_hints

import numpy as np
import numpy.typing as npt

from ramsim.policies.ramsch_views import (
    Q_BID_ACE,
    Q_BID_FOREHAND,
    Q_BID_JACK,
    Q_BID_LENGTH,
    Q_BID_MIDDLEHAND,
    Q_BID_REARHAND,
    Q_BID_TEN,
    Q_JACKS_PASSABLE,
    Q_KNOCK,
    Q_PASSED_IN,
    Q_SKAT_ROUND,
    RAMSCH_RULES,
)
from ramsim.variants.schema import RamschRules


def ramsch_rules(rules: RamschRules) -> npt.NDArray[np.int64]:
    """Give the array that kernels read, int64[RAMSCH_RULES]; its entries ``Q_...`` are named beside the views."""
    values = np.zeros(RAMSCH_RULES, dtype=np.int64)
    values[Q_SKAT_ROUND] = get_args(get_type_hints(RamschRules)["skat_round"]).index(rules.skat_round)
    values[Q_JACKS_PASSABLE] = rules.jacks_passable
    values[Q_KNOCK] = rules.knock
    values[Q_PASSED_IN] = rules.trigger == "passed_in"
    values[Q_BID_JACK] = rules.bid_jack
    values[Q_BID_LENGTH] = rules.bid_length
    values[Q_BID_ACE] = rules.bid_ace
    values[Q_BID_TEN] = rules.bid_ten
    values[Q_BID_FOREHAND] = rules.bid_forehand
    values[Q_BID_MIDDLEHAND] = rules.bid_middlehand
    values[Q_BID_REARHAND] = rules.bid_rearhand
    return values
