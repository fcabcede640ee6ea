"""The columns of ``ramsim simulate`` for the Ramsch family: one row a seat and the row ``all``.

Every quantity is a whole number in each outcome (0 or 1 for the rates), so the counts of outcomes give it exactly. The
denominator is always the deals that were played as a Ramsch, which under ``trigger = passed_in`` are fewer than the
deals looked at.

- ``lose_rate``: the seat is charged: most points, the tie rule's choice, or what a sweep says in their place.
- ``mean_points``: card points, with the skat's where the seat got it.
- ``mean_score``: score with the variant's sign, all factors included.
- ``trickless_rate``: exactly one player has no trick, and it is this one (Jungfrau).
- ``sweep_rate``: it took all ten tricks (Durchmarsch).
- ``push_rate``: it pushed the skat on unseen; NaN under rules without a skat's round.
- ``tie_rate``, ``jungfrau_rate``, row ``all`` only: two or three players share the most points; there is a Jungfrau.

With four at the table the dealer (seat 3) sits out: his row is NaN, and the row ``all`` is of the active players.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ramsim.columns.ramsch_outcomes import SEATS, CountedRamsch
from ramsim.settlement.ramsch import UNITS_PER_POINT, SettledRamsch
from ramsim.stats import Estimate, clustered_rate, exact_sum, mean, rate
from ramsim.variants.schema import RamschRules

Whole = NDArray[np.int64]

RATES = ("lose_rate", "trickless_rate", "sweep_rate", "push_rate")
MEANS = ("mean_points", "mean_score")
OF_DEAL = ("tie_rate", "jungfrau_rate")
COLUMNS = ("lose_rate", "mean_points", "mean_score", "trickless_rate", "sweep_rate", "push_rate", *OF_DEAL)
METHODS = (
    "All rates and means are per deal played as a Ramsch; tie_rate and jungfrau_rate are of the deal, in row all.",
    "Unit of independence: the deal. Row all: mean over the active seats, error from the sum over them of each deal.",
    "95 % intervals: Wilson for the rates (row all: at the effective number of trials), Student's t for the means.",
)
# What one unit of a quantity is in the column's own unit: scores are counted in quarter points.
UNITS = {"mean_points": 1, "mean_score": UNITS_PER_POINT}


@dataclass(frozen=True)
class RamschQuantities:
    """What the columns count, for each outcome: int64.

    Attributes
    ----------
    deals
        Deals looked at that ended so, shape (outcomes,).
    played
        1 for a deal played as a Ramsch, 0 for one that was bid for, shape (outcomes,).
    by_column
        For each of `RATES` and `MEANS` an array (outcomes, 3), for each of `OF_DEAL` one (outcomes,); 0 in a deal that
        was not played. ``mean_score`` is in quarter points (see `UNITS`).
    """

    deals: Whole
    played: Whole
    by_column: dict[str, Whole]


def ramsch_quantities(counted: CountedRamsch, settled: SettledRamsch) -> RamschQuantities:
    """Give the quantities of every column in each outcome; ``settled`` is of the played ones."""
    columns = {
        "lose_rate": settled.loses,
        "trickless_rate": settled.jungfrau,
        "sweep_rate": settled.sweeps,
        "push_rate": counted.pushed[counted.played],
        "mean_points": settled.points,
        "mean_score": settled.scores,
        "tie_rate": settled.tied,
        "jungfrau_rate": settled.jungfrau.any(axis=1),
    }
    whole: dict[str, Whole] = {}
    for name, values in columns.items():
        whole[name] = np.zeros((len(counted.deals), *values.shape[1:]), dtype=np.int64)
        whole[name][counted.played] = values
    return RamschQuantities(counted.deals, counted.played.astype(np.int64), whole)


def share_passed_in(quantities: RamschQuantities) -> Estimate:
    """Estimate the share of the deals looked at that are played as a Ramsch, with Wilson's interval."""
    return rate(exact_sum(quantities.deals, quantities.played), exact_sum(quantities.deals))


def has_pushes(rules: RamschRules) -> bool:
    """Tell whether the skat goes round under these rules, so that it can be pushed on."""
    return rules.skat_round != "none"


def blank_cells(rules: RamschRules, players: int) -> frozenset[tuple[str, str]]:
    """Give column and row of what has no meaning: the dealer of four, what is of the deal, pushes without a round."""
    seats = [str(seat) for seat in range(players)]
    blank = {(name, seat) for name in OF_DEAL for seat in seats}
    blank |= {(name, seat) for name in COLUMNS for seat in seats[SEATS:]}
    return frozenset(blank if has_pushes(rules) else blank | {("push_rate", row) for row in (*seats, "all")})


def ramsch_frame(quantities: RamschQuantities, rules: RamschRules, players: int) -> pd.DataFrame:
    """Give the table: a row for each seat and the row ``all``.

    Returns
    -------
    pandas.DataFrame
        ``seat`` (int, or the text ``all``), ``deals`` (played), then each of `COLUMNS` followed by its ``_se``, ``_lo``
        and ``_hi``; NaN in the `blank_cells`.
    """
    counts = quantities.deals * quantities.played
    deals = exact_sum(counts)
    rows = [_row(seat, deals, _seat_estimates(quantities, counts, seat, deals)) for seat in range(SEATS)]
    rows += [_row(seat, deals, {}) for seat in range(SEATS, players)]
    rows.append(_row("all", deals, _mean_over_seats(quantities, counts, deals)))
    frame = pd.DataFrame(rows).astype({"seat": object, "deals": "int64"})
    if not has_pushes(rules):
        frame[["push_rate", "push_rate_se", "push_rate_lo", "push_rate_hi"]] = np.nan
    return frame


def _seat_estimates(quantities: RamschQuantities, counts: Whole, seat: int, deals: int) -> dict[str, Estimate]:
    columns = quantities.by_column
    estimates = {name: rate(exact_sum(counts, columns[name][:, seat]), deals) for name in RATES}
    return estimates | {name: mean(counts, columns[name][:, seat], per=UNITS[name]) for name in MEANS}


def _mean_over_seats(quantities: RamschQuantities, counts: Whole, deals: int) -> dict[str, Estimate]:
    """Estimate from the sum over the seats of each deal: the seats of a deal are not independent of each other."""
    columns = quantities.by_column
    seats = np.full(counts.shape, SEATS, np.int64)
    estimates = {name: clustered_rate(counts, columns[name].sum(axis=1), seats) for name in RATES}
    estimates |= {name: mean(counts, columns[name].sum(axis=1), per=SEATS * UNITS[name]) for name in MEANS}
    return estimates | {name: rate(exact_sum(counts, columns[name]), deals) for name in OF_DEAL}


def _row(seat: int | str, deals: int, estimates: dict[str, Estimate]) -> dict[str, int | str | float]:
    row: dict[str, int | str | float] = {"seat": seat, "deals": deals}
    for name in COLUMNS:
        found = estimates.get(name)
        values = (np.nan,) * 4 if found is None else (found.value, found.se, found.lo, found.hi)
        row |= dict(zip((name, f"{name}_se", f"{name}_lo", f"{name}_hi"), values, strict=True))
    return row
