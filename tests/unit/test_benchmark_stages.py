"""The benchmark of the stages plays the deals that the drivers play: its figures speak of the same game."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.stage_loops import STAGES
from benchmarks.stages import Bench
from ramsim.engine.families import table_of
from ramsim.engine.plan import make_plan

BLOCKS = 8


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench("ramsli", 4, None, None)


def test_all_stages_together_count_what_the_driver_counts(bench: Bench) -> None:
    deals = bench.run_stages(len(STAGES), BLOCKS)
    counter = table_of(make_plan("ramsli", players=4, seed=1)).new_counter()
    counter.count(0, deals)
    keys, counts = counter.counts()
    used = bench.counts > 0
    order = np.argsort(bench.keys[used])
    np.testing.assert_array_equal(bench.keys[used][order], keys)
    np.testing.assert_array_equal(bench.counts[used][order], counts)


def test_every_part_runs_and_has_its_number_of_uses(bench: Bench) -> None:
    bench.run_stages(1, 1)
    assert len(bench.uses()) == len(bench.parts)
    for name in bench.parts:
        assert bench.run_part(name, 2) == 2 * bench.size
