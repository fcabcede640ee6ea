"""The result of ``compare``: values, differences from the baseline, and what they rest on."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from ramsim.cells import NOTHING, cell_notes, estimate_cells, p_text
from ramsim.compare.alternatives import Alternative, DealGroup
from ramsim.compare.estimates import Difference, paired_difference, unpaired_difference, value_of
from ramsim.compare.quantities import Quantity, quantities_of
from ramsim.compare.tally import Tally
from ramsim.counted import counted
from ramsim.precision import reached_lines
from ramsim.provenance import head_of
from ramsim.ranges import Range, range_name
from ramsim.stats import Estimate, at_level, bonferroni_level, holm, p_value
from ramsim.tablefiles import rows_of, write_table
from ramsim.version import version

_PARTS = ("", "_se", "_lo", "_hi")
_P = "p: how often chance alone would show so large a difference where there is none."
_ONE = f"Difference from the baseline with its 95 % interval. {_P}"
_SEVERAL = (
    "Differences from the baseline: {tests} in this table; 95 % intervals widened after Bonferroni, so that all of "
    f"them hold together; p values adjusted after Holm (1979). {_P}"
)
_VALUES = (
    "95 % intervals of the values: Wilson for a seat's rates, Student's t for means (row all: mean over the seats, "
    "error from their sum in each deal), delta method for sd_, the standard deviations. Unit of independence: the "
    "deal; all are per deal {played}."
)
_GOALS = "  The goals are for the differences from the baseline, in the row and alternative where they are known worst."


@dataclass(frozen=True, eq=False)
class Comparison:
    """Alternatives compared on the same deals.

    Attributes
    ----------
    alternatives, baseline
        What was compared, and the number of the one that the others are compared with.
    groups, tallies, ranges
        The alternatives by the deals they share, the exact sums of each group, and the deals that were counted.
    chosen
        Names of the quantities in the table.
    seconds, command
        Time spent, and what was typed.
    precision
        How a run to a chosen precision ended.
    """

    alternatives: tuple[Alternative, ...]
    baseline: int
    groups: tuple[DealGroup, ...]
    tallies: tuple[Tally, ...]
    ranges: tuple[tuple[Range, ...], ...]
    chosen: tuple[str, ...]
    seconds: float
    command: str | None = None
    precision: dict[str, Any] | None = None

    @property
    def hands(self) -> int:
        """Deals counted for each alternative."""
        return sum(deals for _, deals in self.ranges[0])

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """Rows of the table for each alternative."""
        plan = self.alternatives[self.baseline].plan
        return tuple(each for each in quantities_of(plan.variant, plan.players) if each.name in self.chosen)

    def value(self, number: int, quantity: Quantity) -> Estimate:
        """Estimate a quantity of an alternative."""
        return value_of(self.tallies[self._group_of[number]], number, quantity)

    def difference(self, number: int, quantity: Quantity) -> Difference:
        """Estimate an alternative's quantity minus the baseline's, with its own 95 % interval."""
        mine, first = self._group_of[number], self._group_of[self.baseline]
        if mine == first:
            return paired_difference(self.tallies[mine], self.baseline, number, quantity)
        return unpaired_difference(self.tallies[mine], number, quantity, self.tallies[first], self.baseline)

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The table: a row for each quantity, seat and alternative.

        ``value`` and ``difference`` have ``_se``, ``_lo`` and ``_hi``; intervals of differences are drawn at the
        level of Bonferroni when there are several, so that together they hold with 95 %; ``p_holm`` is the p value of
        "no difference", adjusted after Holm. ``independent_deals``: how many
        deals each of two independent runs would need for as small an error of the difference.
        """
        rows = [(quantity, number) for quantity in self.quantities for number in range(len(self.alternatives))]
        found = {
            place: self.difference(number, quantity)
            for place, (quantity, number) in enumerate(rows)
            if number != self.baseline
        }
        p_values = [math.nan if _nothing_to_test(each) else p_value(each.estimate) for each in found.values()]
        adjusted = dict(zip(found, holm(p_values), strict=True))
        level = bonferroni_level(sum(not math.isnan(p) for p in p_values))
        table = []
        for place, (quantity, number) in enumerate(rows):
            value = self.value(number, quantity)
            row = {
                "quantity": quantity.name,
                "seat": quantity.seat,
                "alternative": self.alternatives[number].label,
                "deals": value.units,
                **_estimate_columns("value", value),
            }
            if place in found:
                difference = found[place]
                row |= _estimate_columns("difference", at_level(difference.estimate, level)) | {
                    "p_holm": adjusted[place],
                    "paired": "paired" if difference.paired else "unpaired",
                    "independent_deals": difference.independent_deals,
                }
            else:
                row |= dict.fromkeys((f"difference{part}" for part in _PARTS), math.nan) | {
                    "p_holm": math.nan,
                    "paired": "baseline",
                    "independent_deals": math.nan,
                }
            table.append(row)
        return pd.DataFrame(table)

    def never_differs(self, name: str) -> bool:
        """Tell whether a quantity came out the same in every single deal under all alternatives."""
        rows = [row for row in self.quantities if row.name == name]
        others = [number for number in range(len(self.alternatives)) if number != self.baseline]
        return all(_nothing_to_test(self.difference(number, row)) for number in others for row in rows)

    @property
    def title(self) -> str:
        """What was compared, on one line."""
        names = list(dict.fromkeys(each.plan.variant.name for each in self.alternatives))
        plan = self.alternatives[self.baseline].plan
        deals = ", ".join(range_name(pair) for pair in self.ranges[0])
        return (
            f"{', '.join(names)}: {plan.players} players, {counted(self.hands, 'deal')}, seed {plan.seed}, "
            f"deals {deals}; baseline: {self.alternatives[self.baseline].label}"
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """How the alternatives share deals, how intervals are adjusted, how a chosen precision was reached."""
        lines = [self._deals_in_words(place) for place in range(len(self.groups))]
        rams = self.alternatives[self.baseline].plan.variant.family == "rams"
        others = [number for number in range(len(self.alternatives)) if number != self.baseline]
        tests = sum(not _nothing_to_test(self.difference(number, row)) for number in others for row in self.quantities)
        lines.append(_SEVERAL.format(tests=tests) if tests > 1 else _ONE)
        lines.append(_VALUES.format(played="dealt" if rams else "played as a Ramsch"))
        lines.append("independent deals: how many each of two independent runs would need for as small an error.")
        return (*lines, *((*reached_lines(self.precision), _GOALS) if self.precision else ()))

    def _deals_in_words(self, place: int) -> str:
        """Say which alternatives share the deals of a group, and which of them share the play."""
        group = self.groups[place]
        plays = [[self.alternatives[number].label for number in play.numbers] for play in group.plays]
        gap = "; " if any(", " in name for names in plays for name in names) else ", "
        once = [gap.join(names) for names in plays if len(names) > 1]
        everyone = gap.join(name for names in plays for name in names)
        if place:
            words = f"Unpaired: {everyone} on other deals (seed {group.seed}), because the rules deal or count others."
        elif len(plays) == 1 and not once:
            return f"Baseline: {plays[0][0]}, alone on its deals."
        elif len(plays) == 1:
            return f"Paired: {once[0]} differ in payments only, so each deal was played once and priced under each."
        else:
            words = (
                f"Paired: {everyone} get the same cards in every deal; each plays them by its own rules and policies."
            )
        return " ".join([words, *(f"Played once and priced under each: {names}." for names in once)])

    @property
    def provenance(self) -> dict[str, Any]:
        """What made this table, ready for JSON; it holds no times."""
        plan = self.alternatives[self.baseline].plan
        return {
            "ramsim": version(),
            "compare": [self._told(number) for number in range(len(self.alternatives))],
            "baseline": self.alternatives[self.baseline].label,
            "players": plan.players,
            "carry": plan.carry,
            "hands": self.hands,
            "command": self.command,
            "precision": self.precision,
        }

    def as_json(self) -> dict[str, Any]:
        """Give the comparison as JSON values: provenance, times, notes, ``rows``."""
        return self.provenance | {"seconds": self.seconds, "notes": list(self.notes), "rows": rows_of(self.frame)}

    def save(self, path: str | Path) -> Path:
        """Write the table with its provenance, as .csv, .json or .parquet by the ending; errors as `write_table`."""
        return write_table(path, self.frame, self.provenance | {"notes": list(self.notes)})

    def __repr__(self) -> str:
        table = self._short()
        return "\n".join((self.title, table.to_string(index=False), *self._told_under(table)))

    def _repr_html_(self) -> str:
        table = self._short()
        notes = "<br>".join(map(html.escape, self._told_under(table)))
        shown = table.to_html(index=False, border=0)
        return f"<div><strong>{html.escape(self.title)}</strong>{shown}<small>{notes}</small></div>"

    def _short(self) -> pd.DataFrame:
        """Give the table as texts: each value with its error."""
        parts = []
        for _, part in self.frame.groupby("quantity", sort=False):
            texts = part[["quantity", "seat", "alternative"]].astype(str)
            first = part["paired"] == "baseline"
            texts["value"], texts["difference"] = estimate_cells(part, "value"), estimate_cells(part, "difference")
            texts["p"] = [p_text(p) for p in part["p_holm"]]
            deals = part["independent_deals"]
            texts["independent deals"] = [f"{each:,.0f}" if math.isfinite(each) else NOTHING for each in deals]
            texts.loc[first, ["difference", "p", "independent deals"]] = ["baseline", "", ""]
            parts.append(texts)
        return pd.concat(parts)

    def _told_under(self, table: pd.DataFrame) -> tuple[str, ...]:
        return (*cell_notes(map(str, table.to_numpy().ravel())), *self.notes)

    @cached_property
    def _group_of(self) -> dict[int, int]:
        return {
            number: place for place, group in enumerate(self.groups) for play in group.plays for number in play.numbers
        }

    def _told(self, number: int) -> dict[str, Any]:
        plan, group = self.alternatives[number].plan, self._group_of[number]
        return head_of(
            plan.variant,
            label=self.alternatives[number].label,
            policies=plan.policy_names,
            seed=self.groups[group].seed,
            ranges=[list(pair) for pair in self.ranges[group]],
        )


def _nothing_to_test(difference: Difference) -> bool:
    """Values that are the same in every deal do not differ, for certain: they are no test among the others."""
    return difference.paired and difference.estimate.se == 0 and difference.estimate.value == 0


def _estimate_columns(name: str, estimate: Estimate) -> dict[str, float]:
    values: Sequence[float] = (estimate.value, estimate.se, estimate.lo, estimate.hi)
    return {f"{name}{part}": value for part, value in zip(_PARTS, values, strict=True)}
