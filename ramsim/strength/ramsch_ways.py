"""A ten-card hand when its player takes the skat and when he pushes it: both ways on the same deals, in exact sums.

Before the skat's round each deal is played twice: once the hero takes the skat and passes on two cards (by default his
two dearest), once he pushes it; the difference is one of pairs, and the round goes on as the others' policies have it.
When play begins there is the one way ``play``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import msgspec
import numpy as np

from ramsim.columns.ramsch import UNITS
from ramsim.engine.plan import Plan
from ramsim.engine.ramsch import RamschTable
from ramsim.engine.ramsch_given import Numbers, play_numbered
from ramsim.errors import RamsimError
from ramsim.policies.registry import Policy, resolve
from ramsim.strength.ramsch import NAMES, Hands, Whole, better, share_error, whole_quantities, with_skat
from ramsim.variants.schema import RamschRules

# Squares of whole numbers below this add up in 64 bits for more deals than any run has.
_MOST_VALUE = 1 << 20
ALL_POINTS = 120


class Ways:
    """The ways of one seat, played side by side; may be shared by threads.

    Parameters
    ----------
    tables
        Rules and policies of each way, by its name.
    seat
        The hero's, 0 to 2.

    Attributes
    ----------
    names
        Of the ways.
    columns
        What is summed up, one column each: ``deals``, then of each way each of `NAMES`, of the score its square too,
        and where there are ``take`` and ``push`` the ``push_value`` and its square; whole units
        (`ramsim.columns.ramsch.UNITS`).
    """

    def __init__(self, tables: Mapping[str, RamschTable], seat: int) -> None:
        self.tables, self.seat = dict(tables), seat
        self.names = tuple(tables)
        rules = next(iter(tables.values())).plan.variant.rules
        assert isinstance(rules, RamschRules)
        self._sign = int(better(rules))
        of_way = (*NAMES, "mean_score_2")
        value = ("push_value", "push_value_2") if "push" in tables else ()
        self.columns = ("deals", *(f"{way}_{name}" for way in tables for name in of_way), *value)

    def sums(self, hands: Hands, skat: Hands, numbers: Numbers, lines: Whole | None = None, count: int = 1) -> Whole:
        """Play deals each way and sum up.

        Parameters
        ----------
        hands, skat, numbers
            uint32[3, deals], uint32[deals], uint64[deals], see `ramsim.engine.ramsch_given.play_numbered`.
        lines, count
            int64[deals]: the line of a table, below ``count``, that each deal adds to; None: all to one.

        Returns
        -------
        sums
            int64[count, columns].
        """
        keys = {way: play_numbered(table, hands, skat, numbers) for way, table in self.tables.items()}
        return self.sums_of(keys, np.zeros(skat.size, dtype=np.int64) if lines is None else lines, count)

    def sums_of(self, keys: Mapping[str, Numbers], lines: Whole, count: int) -> Whole:
        """Sum up the outcomes of deals that were played each way: uint64[deals] of each."""
        found = {way: whole_quantities(self.tables[way], each, self.seat) for way, each in keys.items()}
        columns: list[Whole] = [np.ones(len(lines), dtype=np.int64)]
        for values in found.values():
            score = values["mean_score"]
            if int(np.abs(score).max(initial=0)) > _MOST_VALUE:
                most = _MOST_VALUE // UNITS["mean_score"]
                raise RamsimError(f"a score is above {most:,} points: its squares would not add up exactly")
            columns += [*(values[name] for name in NAMES), score * score]
        if "push" in found:
            gain = self._sign * (found["push"]["mean_score"] - found["take"]["mean_score"])
            columns += [gain, gain * gain]
        sums = np.zeros((count, len(columns)), dtype=np.int64)
        for place, column in enumerate(columns):
            np.add.at(sums[:, place], lines, column)
        return sums

    def line(self, sums: Whole) -> dict[str, float]:
        """Estimate from the sums of one line: each column with ``_se`` beside it."""
        by_name = dict(zip(self.columns, map(int, sums), strict=True))
        deals = by_name["deals"]
        line: dict[str, float] = {"deals": deals}
        for way in self.names:
            for name in NAMES:
                full = f"{way}_{name}"
                if name.endswith("rate"):
                    line[full], line[f"{full}_se"] = by_name[full] / deals, share_error(by_name[full], deals)
                else:
                    line |= _mean(full, by_name[full], by_name[f"{full}_2"], deals)
        if "push_value" in by_name:
            line |= _mean("push_value", by_name["push_value"], by_name["push_value_2"], deals)
        return line


def ways_before(plan: Plan, seat: int, taking: Policy | None = None) -> Ways:
    """Give the ways of a hand before the skat's round; ``taking``: how the hero takes the skat, None: ``dearest``."""
    ways = {"take": taking or resolve("ramsch", "skat", "dearest"), "push": resolve("ramsch", "skat", "push")}
    return Ways({way: RamschTable(with_skat(plan, seat, policy)) for way, policy in ways.items()}, seat)


def way_at_play(plan: Plan, seat: int, *, after_round: bool = True) -> Ways:
    """Give the one way of a hand when play begins, after the skat's round as the policies carry it, or without one."""
    rules = plan.variant.rules
    assert isinstance(rules, RamschRules)
    if not after_round:
        alone = msgspec.structs.replace(rules, skat_round="none")
        plan = replace(plan, variant=msgspec.structs.replace(plan.variant, rules=alone))
    return Ways({"play": RamschTable(plan)}, seat)


def numbered(first: int, deals: int) -> Numbers:
    """Give consecutive deal numbers, uint64[deals]."""
    return np.uint64(first) + np.arange(deals, dtype=np.uint64)


def _mean(name: str, total: int, squares: int, number: int) -> dict[str, float]:
    """Give the mean of a score and its error, with a floor: two deals more that score 120 points, one up, one down.

    As with the rates, what was not seen in so many deals may happen yet; without the floor a hand that was never
    charged in them would have an error of 0.
    """
    unit = UNITS["mean_score"]
    if number < 2:
        return {name: total / number / unit, f"{name}_se": math.nan}
    seen = Fraction(squares * number - total * total, number * (number - 1) * number)
    floor = Fraction(2 * (ALL_POINTS * unit) ** 2, (number + 2) ** 2)
    return {name: total / number / unit, f"{name}_se": math.sqrt(seen + floor) / unit}
