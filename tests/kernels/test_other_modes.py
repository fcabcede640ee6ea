"""The same deals with the JIT switched off, with bounds checked at every access, and without room for a cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROGRAM = """
import json, sys, warnings
warnings.simplefilter("error")
warnings.filterwarnings("ignore", "First-class function type feature is experimental")
from ramsim.simulate import simulate
preset, hands, play = sys.argv[1], int(sys.argv[2]), sys.argv[3]
outcomes = simulate(preset, hands=hands, seed=13, declare="random", play=play, carry=5, threads=1).outcomes
print(json.dumps(json.loads(outcomes.to_json(orient="split"))["data"]))
"""


def outcomes(preset: str, hands: int, play: str, **environment: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, preset, str(hands), play],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(("preset", "play"), [("ramsli", "rule"), ("bierspiel", "random"), ("ramsli-nap", "lowest")])
def test_without_the_jit_the_outcomes_are_the_same(preset: str, play: str) -> None:
    compiled = outcomes(preset, 100, play)
    assert outcomes(preset, 100, play, NUMBA_DISABLE_JIT="1") == compiled
    assert sum(row[0] for row in compiled) == 100


def test_no_kernel_reads_or_writes_outside_its_arrays(tmp_path: Path) -> None:
    checked = outcomes("rounce-hoyle", 5_000, "rule", NUMBA_BOUNDSCHECK="1", RAMSIM_CACHE_DIR=str(tmp_path))
    assert checked == outcomes("rounce-hoyle", 5_000, "rule")


def test_a_full_disk_of_compiled_code_keeps_nobody_from_playing(small_disk: Path) -> None:
    assert outcomes("ramsli", 2_000, "rule", RAMSIM_CACHE_DIR=str(small_disk)) == outcomes("ramsli", 2_000, "rule")
