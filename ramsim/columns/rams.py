"""The columns of ``ramsim simulate`` for the Rams family: one row a seat and the row ``all``.

Every quantity is a whole number in each outcome (0 or 1 for the rates), so the counts of outcomes give it exactly.

- ``in_rate``: the seat was in, by its own word or because it had to.
- ``win_rate``: it took at least one chip from the pot.
- ``most_rate``: no seat took more tricks, and it took one; a lone player who takes the pot unplayed counts.
- ``sole_rate``: the same, and no other seat took as many.
- ``bete_rate``: it was in, the deal was played, and it took no trick. Whether that costs chips is the payout's matter.
- ``bete_rate_in``: the same, of the deals in which it was in and which were played.
- ``mean_tricks``, ``mean_chips``: tricks taken, and net change of its chips, in a deal dealt.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ramsim.settlement.rams import Settled
from ramsim.settlement.rams_outcomes import LONE, PLAYED, SPECIAL_MADE, RamsOutcomes
from ramsim.stats import Estimate, clustered_rate, exact_sum, mean, rate

Whole = NDArray[np.int64]

RATES = ("in_rate", "win_rate", "most_rate", "sole_rate", "bete_rate")
MEANS = ("mean_tricks", "mean_chips")
COLUMNS = (*RATES, "bete_rate_in", *MEANS)
METHODS = (
    "All rates and means are per deal dealt; bete_rate_in is per deal in which the seat was in and which was played.",
    "Unit of independence: the deal. Row all: mean over the seats, its error from the sum over the seats of each deal.",
    "95 % intervals: Wilson for the rates (row all: at the effective number of trials), Student's t for the means.",
)


@dataclass(frozen=True)
class RamsQuantities:
    """What the columns count, for each outcome and seat: int64, shape (outcomes, players); ``deals`` (outcomes,).

    ``by_column`` has an array for each of `RATES` and `MEANS`; ``played_in`` is 1 where the seat was in and played.
    """

    deals: Whole
    played_in: Whole
    by_column: dict[str, Whole]


def rams_quantities(outcomes: RamsOutcomes, settled: Settled) -> RamsQuantities:
    """Give the quantities of every column in each outcome."""
    inside, tricks = outcomes.inside, outcomes.tricks
    played = (outcomes.ending == PLAYED) | (outcomes.ending >= SPECIAL_MADE)
    lone = (outcomes.ending == LONE)[:, None] & inside
    most = (tricks == tricks.max(axis=1, keepdims=True, initial=0)) & (tricks > 0)
    alone = most & (most.sum(axis=1, keepdims=True) == 1)
    played_in = inside & played[:, None]
    columns = {
        "in_rate": inside,
        "win_rate": settled.took_pot,
        "most_rate": most | lone,
        "sole_rate": alone | lone,
        "bete_rate": played_in & (tricks == 0),
        "mean_tricks": tricks,
        "mean_chips": settled.chips,
    }
    whole = {name: values.astype(np.int64) for name, values in columns.items()}
    return RamsQuantities(outcomes.deals, played_in.astype(np.int64), whole)


def rams_frame(quantities: RamsQuantities, players: int) -> pd.DataFrame:
    """Give the table: a row for each seat and the row ``all``.

    Returns
    -------
    pandas.DataFrame
        ``seat`` (int, or the text ``all``), ``deals``, then each of `COLUMNS` followed by its ``_se``, ``_lo`` and
        ``_hi``.
    """
    deals = exact_sum(quantities.deals)
    rows = [_row(seat, deals, _seat_estimates(quantities, seat, deals)) for seat in range(players)]
    rows.append(_row("all", deals, _mean_over_seats(quantities, players)))
    frame = pd.DataFrame(rows)
    return frame.astype({"seat": object, "deals": "int64"})


def _seat_estimates(quantities: RamsQuantities, seat: int, deals: int) -> dict[str, Estimate]:
    counts, columns = quantities.deals, quantities.by_column
    hits = {name: exact_sum(counts, columns[name][:, seat]) for name in RATES}
    estimates = {name: rate(hits[name], deals) for name in RATES}
    estimates["bete_rate_in"] = rate(hits["bete_rate"], exact_sum(counts, quantities.played_in[:, seat]))
    return estimates | {name: mean(counts, columns[name][:, seat]) for name in MEANS}


def _mean_over_seats(quantities: RamsQuantities, players: int) -> dict[str, Estimate]:
    """Estimate from the sum over the seats of each deal: the seats of a deal are not independent of each other."""
    counts = quantities.deals
    sums = {name: values.sum(axis=1) for name, values in quantities.by_column.items()}
    seats = np.full(counts.shape, players, np.int64)
    estimates = {name: clustered_rate(counts, sums[name], seats) for name in RATES}
    estimates["bete_rate_in"] = clustered_rate(counts, sums["bete_rate"], quantities.played_in.sum(axis=1))
    return estimates | {name: mean(counts, sums[name], per=players) for name in MEANS}


def _row(seat: int | str, deals: int, estimates: dict[str, Estimate]) -> dict[str, int | str | float]:
    row: dict[str, int | str | float] = {"seat": seat, "deals": deals}
    for name in COLUMNS:
        found = estimates[name]
        row |= {name: found.value, f"{name}_se": found.se, f"{name}_lo": found.lo, f"{name}_hi": found.hi}
    return row
