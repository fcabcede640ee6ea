"""The job ``strength``: words to a plan, the plan to a hand-strength table."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ramsim.engine.how import How
from ramsim.engine.plan import Plan, Wanted, make_plan
from ramsim.engine.threads import Progress
from ramsim.given import path_of, real_number, text_of, whole_number
from ramsim.strength.rams_job import StrengthJob, row_source
from ramsim.strength.rams_run import fill_all
from ramsim.strength.sampler import Aim
from ramsim.strength.table import StrengthTable, table_frame
from ramsim.variants import Variant
from ramsim.variants.schema import RamsRules

MOST_CARRY = 10**6
DEFAULT_SE, LEAST_SE, MOST_SE = 0.01, 0.0005, 0.25


def strength(
    variant: str | Path | Variant,
    *,
    players: int | None = None,
    classes: str | Path = "summary",
    declare: Wanted = None,
    play: Wanted = None,
    skat: Wanted = None,
    rules: Mapping[str, Any] | None = None,
    carry: int = 0,
    seed: int = 0,
    precision: float = DEFAULT_SE,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    cluster: str | None = None,
    checkpoint: str | Path | None = None,
    command: str | None = None,
) -> StrengthTable:
    """Make a hand-strength table: what each hand is worth to each seat, by how many are in before it.

    Parameters
    ----------
    variant, players, rules, carry
        The table; ``carry`` chips lie in the pot before the antes (up to 1,000,000).
    classes
        ``complete``: a row for each class of hand and upcard; ``summary``: for each group by features; or the path of a
        file with a list of hands (``AH KH 9S 8C 7D | TH`` on each line).
    declare, play, skat
        How the players declare, play and handle the skat, as in `ramsim.simulate`; the seat whose hand is valued plays
        by its policy too.
    seed
        0 to 2**64 - 1.
    precision
        Largest standard error of a win chance, 0.0005 to 0.25.
    threads, cluster, progress, stop
        As in `ramsim.simulate`; progress counts rows, for the Ramsch family batches of deals.
    checkpoint
        A folder that keeps what was counted; the same call goes on from there.
    command
        Noted in the table.

    Raises
    ------
    UsageError
        The words of the call are off, or the table would be too large.
    """
    plan = make_plan(
        variant, players=players, seed=seed, declare=declare, play=play, skat=skat, rules=rules, carry=carry
    )
    how = How(threads=threads, cluster=cluster, checkpoint=checkpoint, progress=progress, stop=stop)
    return strength_of(plan, classes, precision=precision, how=how, command=command)


def strength_of(
    plan: Plan,
    classes: str | Path,
    *,
    precision: float = DEFAULT_SE,
    how: How | None = None,
    command: str | None = None,
) -> StrengthTable:
    """Make the table of a plan; see `strength`."""
    how = how or How()
    precision = real_number("precision", precision, LEAST_SE, MOST_SE, "a standard error")
    if command is not None:
        text_of("command", command, "the text of what was typed")
    path_of("classes", classes, "complete, summary, or the path of a file of hands")
    if not isinstance(plan.variant.rules, RamsRules):
        return _ramsch_table(plan, classes, precision, how, command)
    whole_number("carry", plan.carry, 0, MOST_CARRY)
    aim = Aim.of(precision)
    source = row_source(plan.variant.rules, classes, aim)
    job = StrengthJob(plan, source, aim)
    started = time.perf_counter()
    spent = fill_all(job, how, classes)
    frame = table_frame(plan.variant.rules, plan.players, plan.carry, job.cells, source.columns(), job.gathered)
    return StrengthTable(
        variant=plan.variant,
        players=plan.players,
        policies=plan.policy_names,
        seed=plan.seed,
        carry=plan.carry,
        classes=source.name,
        precision=precision,
        frame=frame,
        seconds=spent + time.perf_counter() - started,
        command=command,
    )


def _ramsch_table(plan: Plan, classes: str | Path, precision: float, how: How, command: str | None) -> StrengthTable:
    """Make the table of a game of the Ramsch family; see ``ramsim/strength/ramsch_run.py``."""
    from ramsim.strength.ramsch_run import ramsch_frame

    frame, seconds = ramsch_frame(plan, classes, precision, how)
    return StrengthTable(
        variant=plan.variant,
        players=plan.players,
        policies=plan.policy_names,
        seed=plan.seed,
        carry=0,
        classes="summary" if classes == "summary" else "list",
        precision=precision,
        frame=frame,
        seconds=seconds,
        command=command,
    )
