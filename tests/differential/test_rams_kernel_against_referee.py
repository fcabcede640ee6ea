"""The kernels of the Rams family against the referee, deal by deal and play by play.

Every call and card of the kernel is handed to the referee, which was written from the rule sheet alone. Compared are:
the calls open to each seat, whose turn it is, the legal cards at every play, the ending, tricks, targets, and through
the settlement (a third reading) the chips of every seat and the pot.
"""

from __future__ import annotations

import pytest

from ramsim.engine.plan import make_plan
from ramsim.variants import load_variant, preset_names
from tests.differential.rams_comparison import compare

PRESETS = [name for name in preset_names() if load_variant(name).family == "rams"]
DEALS = 20_000


@pytest.mark.parametrize("play", ["random", "rule"])
@pytest.mark.parametrize("preset", PRESETS)
def test_kernel_and_referee_agree_on_every_deal(preset: str, play: str) -> None:
    """At least 20,000 deals of each preset and play policy, half of them in a pot that was carried over."""
    for carry in (0, 7):
        plan = make_plan(preset, hands=DEALS // 2, seed=11, first=1_000 * carry, play=play, carry=carry)
        seen = compare(plan)
        assert seen["played"] > 0
