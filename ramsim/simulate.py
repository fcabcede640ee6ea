"""The main job: a batch of independent deals, counted by outcome and settled."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from ramsim.engine.plan import Plan, Wanted, make_plan
from ramsim.engine.rams import RamsCounter, RamsTable, outcome_columns_of
from ramsim.engine.threads import CHUNK, Progress, run_ranges
from ramsim.errors import UsageError
from ramsim.result import Result, result_class
from ramsim.variants import Variant

MOST_THREADS = 1024


def simulate(
    variant: str | Path | Variant,
    *,
    players: int | None = None,
    hands: int = 1_000_000,
    seed: int = 0,
    first: int = 0,
    declare: Wanted = None,
    play: Wanted = None,
    skat: Wanted = None,
    rules: Mapping[str, Any] | None = None,
    carry: int = 0,
    threads: int | None = None,
    chunk: int = CHUNK,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    command: str | None = None,
) -> Result:
    """Play a batch of independent deals and count their outcomes.

    Parameters
    ----------
    variant
        A preset's name, the path of a TOML file, or a variant.
    players
        Seats at the table; None: the variant's usual number.
    hands
        Number of deals, from 1.
    seed
        0 to 2**64 - 1; deal *i* of a seed is the same deal everywhere.
    first
        Number of the first deal.
    declare, play, skat
        Policies: a name for all seats, a list of names and ``SEAT=NAME``, or a mapping from seat to name.
    rules
        Rule fields that replace the variant's.
    carry
        Chips in the pot before the antes (Rams family).
    threads
        Number of threads; None: one for each processor.
    chunk
        Most deals that a thread takes at once; it does not show in the result.
    progress
        Called as ``progress(done, total)`` while the run goes on.
    stop
        When set, the run ends soon and the result holds what was counted.
    command
        Noted in the result.

    Raises
    ------
    UsageError
        And its children `VariantError` and `PolicyError`: the words of the call are off.
    """
    plan = make_plan(
        variant, players=players, hands=hands, seed=seed, first=first, declare=declare, play=play, skat=skat, rules=rules,
        carry=carry,
    )
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise UsageError(f"threads = {threads}: must be 1 to {MOST_THREADS}")
    return run_plan(plan, threads=threads, chunk=chunk, progress=progress, stop=stop, command=command)


def run_plan(
    plan: Plan,
    *,
    threads: int | None = None,
    chunk: int = CHUNK,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    command: str | None = None,
) -> Result:
    """Run a plan; see `simulate`."""
    table = RamsTable(plan)
    started = time.perf_counter()
    (keys, counts), done = run_ranges(
        lambda: RamsCounter(table), [(plan.first, plan.hands)], threads=threads, chunk=chunk, progress=progress, stop=stop
    )
    return result_class(plan.variant.family, plan.variant.name)(
        variant=plan.variant,
        players=plan.players,
        policies=plan.policy_names,
        seed=plan.seed,
        first=plan.first,
        hands=int(counts.sum()),
        ranges=done,
        outcomes=pd.DataFrame(outcome_columns_of(keys, counts, plan.players)),
        seconds=time.perf_counter() - started,
        carry=plan.carry,
        command=command,
    )
