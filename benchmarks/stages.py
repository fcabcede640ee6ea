"""Where the time of a deal goes: ``python -m benchmarks.stages [VARIANT] [--players N]`` (Rams family).

Stages are measured by leaving the last ones away: the time of a stage is what the deal costs with it, less what it
costs without. Parts, the small steps that stages are made of, are measured alone, in a loop over one block that stays
in the first-level cache; inside a stage several may share their loads and stores, so that they do not add up.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from benchmarks.machine import about_machine, typed_command
from benchmarks.part_loops import part_loops
from benchmarks.stage_loops import STAGES, compiled_stages
from benchmarks.timing import Spread, nanoseconds, table, take_turns
from ramsim.engine.plan import make_plan
from ramsim.engine.rams import RamsTable
from ramsim.kernels.count import new_table
from ramsim.kernels.rams_block import new_trace
from ramsim.policies.views import R_SPARES
from ramsim.variants.schema import RamsRules

SLOTS = 1 << 16


class Bench:
    """A table of the Rams family with the loops around its stages."""

    def __init__(self, variant: str, players: int | None, declare: str | None, play: str | None) -> None:
        self.plan = make_plan(variant, players=players, declare=declare, play=play)
        if not isinstance(self.plan.variant.rules, RamsRules):
            raise SystemExit(f"{variant} is no game of the Rams family")
        self.table = RamsTable(self.plan)
        self.block = self.table.new_block()
        self.trace = new_trace(self.table.layout.word, self.plan.players, 1, 0)
        self.stages = compiled_stages(self.table.layout.word)
        self.parts = part_loops(self.table.layout.word)
        self.keys, self.counts = new_table(SLOTS)
        self.size = len(self.block.deal)

    def run_stages(self, upto: int, blocks: int) -> int:
        """Take deals through the first stages; gives their number."""
        lanes, rules = self.table.layout.lanes, self.table.rules
        with np.errstate(over="ignore"):
            self.stages(
                self.block,
                self.trace,
                np.uint64(1),
                np.uint64(0),
                blocks,
                upto,
                lanes,
                rules,
                *self.table.policies,
                self.keys,
                self.counts,
            )
        return blocks * self.size

    def run_part(self, name: str, times: int) -> int:
        """Repeat one part; gives over how many deals it went."""
        with np.errstate(over="ignore"):
            self.parts[name](self.table, self.block, times)
        return times * self.size

    def uses(self) -> list[int]:
        """Give how often a deal needs each of the parts."""
        n, spares = self.plan.players, int(self.table.rules[R_SPARES])
        tricks = int(self.plan.variant.rules.hand_size)  # type: ignore[union-attr]
        hands, asked = n + spares, tricks - 1
        return [
            -(-hands // 2),
            hands,
            hands,
            1,
            1,
            hands + 2,
            n * tricks,
            (n - 1) * tricks,
            asked,
            (n - 1) * asked,
            n * asked,
            tricks,
            (n - 1) * tricks,
            tricks,
        ]


def report(bench: Bench, repeats: int, blocks: int) -> str:
    """Measure stages and parts; gives the tables."""
    taken = take_turns(
        {name: partial(bench.run_stages, place + 1, blocks) for place, name in enumerate(STAGES)}, repeats
    )
    whole = nanoseconds(taken[STAGES[-1]]).median
    before: list[float] = [0.0] * repeats
    rows: list[Sequence[Any]] = []
    for name, samples in taken.items():
        costs = [1e9 * sample.cpu / sample.units for sample in samples]
        own = Spread.of([cost - less for cost, less in zip(costs, before, strict=True)])
        rows.append((name, f"{own.median:.1f}", f"{own.low:.1f} to {own.high:.1f}", f"{own.median / whole:.0%}"))
        before = costs
    rows.append(("a whole deal", f"{whole:.1f}", "", f"{1e3 / whole:.1f} M deals/s"))
    parts = take_turns({name: partial(bench.run_part, name, 8 * blocks) for name in bench.parts}, repeats)
    small: list[Sequence[Any]] = []
    for (name, samples), uses in zip(parts.items(), bench.uses(), strict=True):
        cost = nanoseconds(samples)
        small.append(
            (name, f"{cost.median:.2f}", f"{cost.low:.2f} to {cost.high:.2f}", uses, f"{uses * cost.median:.1f}")
        )
    return "\n\n".join(
        (
            table(rows, ("stage", "ns a deal", "(range)", "share")),
            table(small, ("part", "ns once", "(range)", "times a deal", "ns a deal")),
        )
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; gives 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.stages", description=__doc__.partition("\n")[0])
    parser.add_argument("variant", nargs="?", default="ramsli", metavar="VARIANT")
    parser.add_argument("--players", type=int, metavar="N")
    parser.add_argument("--declare", metavar="POLICY")
    parser.add_argument("--play", metavar="POLICY")
    parser.add_argument("--repeats", type=int, default=9, metavar="N")
    options = parser.parse_args(arguments)
    bench = Bench(options.variant, options.players, options.declare, options.play)
    policies = ", ".join(f"{kind} {text}" for kind, text in bench.plan.policy_names.items())
    machine = about_machine()
    print(typed_command("benchmarks.stages"))
    print(
        f"{machine['processor']}, load {machine['load']}; CPU time of one thread, medians of {options.repeats} repeats"
    )
    print(f"{bench.plan.variant.name}, {bench.plan.players} players, {policies}, blocks of {bench.size} deals\n")
    print(report(bench, options.repeats, blocks=800))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
