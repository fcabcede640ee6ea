"""A ten-card hand when its player takes the skat and when he pushes it: both ways on the same deals, in exact sums.

Each deal is played twice: once the hero takes the skat and passes on two cards (by default his two dearest), once he
pushes it; the difference is one of pairs. Without a skat's round there is the one way ``play``. A hand is looked at
before the skat's round, so there is no history to condition on: the round goes on as the others' policies have it.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from ramsim.columns.ramsch import UNITS
from ramsim.engine.plan import Plan
from ramsim.engine.ramsch import RamschTable, play_given
from ramsim.errors import RamsimError
from ramsim.policies.registry import Policy, resolve
from ramsim.strength.ramsch import NAMES, Hands, Whole, better, share_error, whole_quantities, with_skat
from ramsim.variants.schema import RamschRules

# Squares of whole numbers below this add up in 64 bits for more deals than any run has.
_MOST_VALUE = 1 << 20


class Ways:
    """The ways of one seat, played side by side; may be shared by threads.

    Parameters
    ----------
    plan
        A game of the Ramsch family.
    seat
        The hero's, 0 to 2.
    taking
        How he takes the skat; None: ``dearest``.

    Attributes
    ----------
    names
        ``take`` and ``push``, or ``play``.
    columns
        What is summed up, one column each: ``deals``, then of each way each of `NAMES`, of the score its square too,
        and of pushing less taking ``push_value`` and its square; whole units (`ramsim.columns.ramsch.UNITS`).
    """

    def __init__(self, plan: Plan, seat: int, taking: Policy | None = None) -> None:
        assert isinstance(plan.variant.rules, RamschRules)
        self.seat = seat
        ways = {"play": plan}
        if plan.variant.rules.skat_round != "none":
            dearest, push = (resolve("ramsch", "skat", name) for name in ("dearest", "push"))
            ways = {"take": with_skat(plan, seat, taking or dearest), "push": with_skat(plan, seat, push)}
        self._tables = {way: RamschTable(how) for way, how in ways.items()}
        self._sign = int(better(plan.variant.rules))
        self.names = tuple(ways)
        of_way = (*NAMES, "mean_score_2")
        value = ("push_value", "push_value_2") if "push" in ways else ()
        self.columns = ("deals", *(f"{way}_{name}" for way in ways for name in of_way), *value)

    def sums(self, hands: Hands, skat: Hands, first: int, lines: Whole | None = None, count: int = 1) -> Whole:
        """Play deals each way and sum up.

        Parameters
        ----------
        hands, skat
            uint32[3, deals] and uint32[deals], see `ramsim.engine.ramsch.play_given`.
        first
            Number of the first deal, from which policies get their random words.
        lines, count
            int64[deals]: the line of a table, below ``count``, that each deal adds to; None: all to one.

        Returns
        -------
        sums
            int64[count, columns].
        """
        where = np.zeros(skat.size, dtype=np.int64) if lines is None else lines
        found = {
            way: whole_quantities(table, play_given(table, hands, skat, first), self.seat)
            for way, table in self._tables.items()
        }
        columns: list[Whole] = [np.ones(skat.size, dtype=np.int64)]
        for values in found.values():
            score = values["mean_score"]
            columns += [*(values[name] for name in NAMES), score * score]
        if "push" in found:
            gain = self._sign * (found["push"]["mean_score"] - found["take"]["mean_score"])
            columns += [gain, gain * gain]
        if max(int(np.abs(values["mean_score"]).max()) for values in found.values()) > _MOST_VALUE:
            raise RamsimError(
                f"a score is above {_MOST_VALUE // UNITS['mean_score']:,} points: sums would not be exact"
            )
        sums = np.zeros((count, len(columns)), dtype=np.int64)
        for place, column in enumerate(columns):
            np.add.at(sums[:, place], where, column)
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


def _mean(name: str, total: int, squares: int, number: int) -> dict[str, float]:
    unit = UNITS["mean_score"]
    spread = Fraction(squares * number - total * total, number * (number - 1) * number) if number > 1 else None
    error = math.nan if spread is None else math.sqrt(spread) / unit
    return {name: total / number / unit, f"{name}_se": error}
