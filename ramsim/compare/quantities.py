"""What a comparison compares: quantities of a deal that are whole numbers in each outcome, by family.

Rams family, for each seat and for all (mean over the seats): ``win_rate``, ``bete_rate``, ``mean_chips``; for each seat
``sd_chips``, the spread (standard deviation) of its chips in a deal; for the table ``mean_pot``, what lies in the pot
for the next deal.
Ramsch family: ``lose_rate``, ``trickless_rate``, ``sweep_rate``, ``push_rate``, ``mean_points``, ``mean_score``,
``sd_score``; of the deal ``tie_rate`` and ``jungfrau_rate``. The unit is the deal that was played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ramsim.columns.rams import rams_quantities
from ramsim.columns.ramsch import MEANS, OF_DEAL, RATES, UNITS, ramsch_quantities
from ramsim.columns.ramsch_outcomes import SEATS, CountedRamsch
from ramsim.settlement.rams import settle_rams
from ramsim.settlement.rams_outcomes import RamsOutcomes
from ramsim.settlement.ramsch import UNITS_PER_POINT, settle_ramsch
from ramsim.variants import Variant
from ramsim.variants.schema import RamschRules, RamsRules

Whole = npt.NDArray[np.int64]
Kind = Literal["share", "mean", "spread"]


@dataclass(frozen=True)
class Quantity:
    """A row of the table of a comparison.

    Attributes
    ----------
    name, seat
        Column name as in ``simulate``, and ``"0"``, ``"1"``, ... or ``"all"``.
    kind
        ``share`` (0 or 1 in a deal), ``mean``, or ``spread``, the standard deviation of the values.
    base
        Column of the values (`Values`) that it rests on.
    per
        What the values are divided by: the number of seats, the units of a point.
    """

    name: str
    seat: str
    kind: Kind
    base: int
    per: int


@dataclass(frozen=True)
class Values:
    """Base values of each outcome, int64[outcomes, bases]; ``played`` is 0 where a deal does not count, else 1."""

    played: Whole
    bases: Whole


def quantities_of(variant: Variant, players: int) -> tuple[Quantity, ...]:
    """Give the quantities of a family, in the order of the table."""
    return _rams_rows(players) if isinstance(variant.rules, RamsRules) else _ramsch_rows()


def values_of(variant: Variant, carry: int, columns: dict[str, Any]) -> Values:
    """Give the base values of outcomes under a variant's payout; ``columns`` as an outcomes frame has them."""
    if isinstance(variant.rules, RamsRules):
        return _rams_values(variant.rules, carry, columns)
    return _ramsch_values(variant.rules, columns)


_RAMS = ("win_rate", "bete_rate", "mean_chips")


def _rams_rows(players: int) -> tuple[Quantity, ...]:
    rows = _by_seat(_RAMS, players, dict.fromkeys(_RAMS, 1))
    chips = _RAMS.index("mean_chips") * (players + 1)
    spread = [Quantity("sd_chips", str(seat), "spread", chips + seat, 1) for seat in range(players)]
    return (*rows, *spread, Quantity("mean_pot", "all", "mean", len(_RAMS) * (players + 1), 1))


def _rams_values(rules: RamsRules, carry: int, columns: dict[str, Any]) -> Values:
    outcomes = RamsOutcomes.from_columns(columns)
    settled = settle_rams(rules, outcomes, carry)
    found = rams_quantities(outcomes, settled)
    parts = [_with_sum(found.by_column[name]) for name in _RAMS]
    bases = np.concatenate([*parts, settled.pot_after[:, None]], axis=1)
    return Values(np.ones(len(bases), dtype=np.int64), bases)


def _ramsch_rows() -> tuple[Quantity, ...]:
    names = (*RATES, *MEANS)
    rows = _by_seat(names, SEATS, {name: UNITS.get(name, 1) for name in names})
    scores = names.index("mean_score") * (SEATS + 1)
    spread = [Quantity("sd_score", str(seat), "spread", scores + seat, UNITS_PER_POINT) for seat in range(SEATS)]
    of_deal = [
        Quantity(name, "all", "share", len(names) * (SEATS + 1) + place, 1) for place, name in enumerate(OF_DEAL)
    ]
    return (*rows, *spread, *of_deal)


def _ramsch_values(rules: RamschRules, columns: dict[str, Any]) -> Values:
    counted = CountedRamsch.from_columns(columns)
    found = ramsch_quantities(counted, settle_ramsch(rules, counted.outcomes))
    parts = [_with_sum(found.by_column[name]) for name in (*RATES, *MEANS)]
    of_deal = [found.by_column[name][:, None] for name in OF_DEAL]
    return Values(found.played, np.concatenate([*parts, *of_deal], axis=1))


def _by_seat(names: tuple[str, ...], seats: int, units: dict[str, int]) -> list[Quantity]:
    """Give the rows of quantities that each seat has: the seats, then their mean."""
    rows = []
    for place, name in enumerate(names):
        kind: Kind = "mean" if name.startswith("mean_") else "share"
        base = place * (seats + 1)
        rows += [Quantity(name, str(seat), kind, base + seat, units[name]) for seat in range(seats)]
        # The sum over the seats of a deal is no share: its error comes from how it varies from deal to deal.
        rows.append(Quantity(name, "all", "mean", base + seats, seats * units[name]))
    return rows


def _with_sum(by_seat: Whole) -> Whole:
    return np.concatenate([by_seat, by_seat.sum(axis=1, keepdims=True)], axis=1)
