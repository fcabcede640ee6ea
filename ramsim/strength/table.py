"""A hand-strength table: what a hand is worth to a seat that goes in, with the errors, and where it comes from.

Columns besides those that name a row:

- ``seat``, ``before``: who decides, and how many seats before it are in.
- ``reach``: share of the deals of this hand and seat in which so many are in before it.
- ``deals``: deals played for the cell; 0 where the deal ends unplayed, whose numbers are exact.
- ``win_rate``, ``bete_rate``: chance to take chips from the pot, and to take no trick, when in.
- ``mean_tricks``, ``chips_in``: tricks, and net change of its chips (ante included), when in.
- ``chips_out``: net change of its chips when out; NaN where going out is not open.
- ``value``: value of staying, ``chips_in - chips_out`` of the same deals; NaN where going out is not open.

Each with its standard error ``_se``. The error of a rate is that of the rate with two hits and two misses added (A.
Agresti and B. A. Coull 1998), and that of a mean is never smaller than if two in n + 4 deals had ended a whole pot, or
a trick, away: what was not seen in n deals is not impossible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ramsim.counted import counted
from ramsim.kernels.rams_strength_state import (
    S_BETES,
    S_DEALS,
    S_IN,
    S_IN_2,
    S_OUT,
    S_OUT_2,
    S_TRICKS,
    S_TRICKS_2,
    S_VALUE,
    S_VALUE_2,
    S_WINS,
)
from ramsim.provenance import head_of
from ramsim.strength.cells import Cell, ante_of, out_is_fixed, pot_of, unplayed_chips
from ramsim.tablefiles import rows_of, write_table
from ramsim.variants.schema import RamsRules, Variant
from ramsim.version import version

Whole = npt.NDArray[np.int64]
Real = npt.NDArray[np.float64]

# Rows from which on names are kept as categories, to save memory.
_MANY = 50_000
RATES = ("win_rate", "bete_rate")
MEANS = ("mean_tricks", "chips_in", "chips_out", "value")
ESTIMATES = (*RATES, *MEANS)
METHODS = (
    "The other players' cards are dealt from the rest; deals in which as many are in before the seat are kept "
    "(rejection sampling), so that the others hold what they have declared on.",
    "Unit of independence: the deal. 95 % intervals: 1.96 standard errors, which have a floor, for what was not seen "
    "in a few deals is not impossible.",
)


@dataclass(frozen=True)
class Gathered:
    """What was counted.

    Attributes
    ----------
    sums
        int64[rows, cells, sums]: see ``ramsim/kernels/rams_strength_state.py``; without the last four where
        out is fixed.
    falls
        int64[rows, cells]: deals looked at that fell into the cell.
    looked
        int64[rows, cells]: deals looked at.
    """

    sums: Whole
    falls: Whole
    looked: Whole


class StrengthTable:
    """A finished table.

    Attributes
    ----------
    variant, players, policies, seed, carry
        What was played.
    classes
        ``complete``, ``summary`` or ``list``.
    precision
        Largest standard error of a win chance that was asked for.
    frame
        One line for each row and cell; the columns of the module's docstring.
    seconds, command
        Time of the run and what was typed.
    history
        For a table that was iterated: the change in each round.
    """

    def __init__(
        self,
        *,
        variant: Variant,
        players: int,
        policies: Mapping[str, Any],
        seed: int,
        carry: int,
        classes: str,
        precision: float,
        frame: pd.DataFrame,
        seconds: float | None = None,
        command: str | None = None,
        history: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        self.variant = variant
        self.players = players
        self.policies = dict(policies)
        self.seed = seed
        self.carry = carry
        self.classes = classes
        self.precision = precision
        self.frame = frame
        self.seconds = seconds
        self.command = command
        self.history = [dict(step) for step in history]

    @property
    def deals(self) -> int:
        """Deals played in all."""
        return int(self.frame["deals"].sum())

    @property
    def unfinished(self) -> int:
        """Number of cells whose win chance is less precise than asked for (too rare a situation)."""
        if "win_rate_se" not in self.frame:  # the Ramsch family plays a fixed number of deals
            return 0
        return int((~(self.frame["win_rate_se"] <= self.precision)).sum())

    @property
    def provenance(self) -> dict[str, Any]:
        """What made this table, ready for JSON; the same on every machine."""
        return head_of(
            self.variant,
            ramsim=version(),
            kind="strength",
            players=self.players,
            policies=self.policies,
            seed=self.seed,
            carry=self.carry,
            classes=self.classes,
            precision=self.precision,
            command=self.command,
            history=self.history,
        )

    def as_json(self) -> dict[str, Any]:
        """Give the table as JSON values: provenance, time, ``rows``."""
        return self.provenance | {"seconds": self.seconds, "rows": rows_of(self.frame)}

    def save(self, path: str | Path) -> Path:
        """Write the table with its provenance, as .csv, .json or .parquet by the ending.

        Raises
        ------
        UsageError
            For an unknown ending, or a place where nothing can be written.
        """
        return write_table(path, self.frame, self.provenance)

    def __repr__(self) -> str:
        return f"{self.title}\n{self.frame.to_string(max_rows=20)}"

    def _repr_html_(self) -> str:
        return f"<p>{self.title}</p>{self.frame.to_html(max_rows=40)}"

    @property
    def title(self) -> str:
        """What the table is, on one line."""
        return (
            f"{self.variant.name}: {self.players} players, {self.classes} table of "
            f"{counted(len(self.frame), 'line')} (hand and situation), {counted(self.deals, 'deal')}, seed {self.seed}"
        )


def table_frame(
    rules: RamsRules, players: int, carry: int, cells: Sequence[Cell], names: Mapping[str, Any], gathered: Gathered
) -> pd.DataFrame:
    """Turn what was counted into the table's lines.

    Parameters
    ----------
    rules, players, carry, cells
        The table and its situations.
    names
        The columns that name a row.
    gathered
        What was counted.
    """
    rows = gathered.sums.shape[0]
    columns: dict[str, Any] = {name: _repeated(values, len(cells)) for name, values in names.items()}
    columns["seat"] = np.tile(np.array([cell.seat for cell in cells], dtype=np.int64), rows)
    columns["before"] = np.tile(np.array([cell.before for cell in cells], dtype=np.int64), rows)
    with np.errstate(divide="ignore", invalid="ignore"):
        columns["reach"] = (gathered.falls / gathered.looked).ravel()
        columns["deals"] = gathered.sums[:, :, S_DEALS].ravel()
        estimates = [
            cell_estimates(rules, players, carry, cell, gathered.sums[:, place]) for place, cell in enumerate(cells)
        ]
    for name in estimates[0]:
        columns[name] = np.stack([found[name] for found in estimates], axis=1).ravel()
    return pd.DataFrame(columns)


def cell_estimates(rules: RamsRules, players: int, carry: int, cell: Cell, sums: Whole) -> dict[str, Real]:
    """Estimate what one cell is worth in every row."""
    rows = len(sums)
    if cell.unplayed:
        chips, out = unplayed_chips(rules, players, carry)
        loss = float(out) if cell.may_out else np.nan
        pot = pot_of(rules, players, carry)
        exact = {
            "win_rate": float(pot > 0),
            "bete_rate": 0.0,
            "mean_tricks": 0.0,
            "chips_in": float(chips),
            "chips_out": loss,
            "value": chips - loss,
        }
        return {
            name + suffix: np.full(rows, value if not suffix else value * 0.0)
            for name, value in exact.items()
            for suffix in ("", "_se")
        }
    deals = sums[:, S_DEALS].astype(np.float64)
    pot = max(pot_of(rules, players, carry), 1)
    found: dict[str, Real] = {}
    for name, place in (("win_rate", S_WINS), ("bete_rate", S_BETES)):
        found[name] = sums[:, place] / deals
        found[f"{name}_se"] = _rate_error(sums[:, place], deals)
    found |= _mean("mean_tricks", sums[:, S_TRICKS], sums[:, S_TRICKS_2], deals, 1)
    found |= _mean("chips_in", sums[:, S_IN], sums[:, S_IN_2], deals, pot)
    if not cell.may_out:
        nothing = np.full(rows, np.nan)
        found |= dict.fromkeys(("chips_out", "chips_out_se", "value", "value_se"), nothing)
    elif out_is_fixed(rules):
        loss = -ante_of(rules, players, cell.seat)
        found["chips_out"] = np.full(rows, float(loss))
        found["chips_out_se"] = np.zeros(rows)
        found["value"], found["value_se"] = found["chips_in"] - loss, found["chips_in_se"]
    else:
        found |= _mean("chips_out", sums[:, S_OUT], sums[:, S_OUT_2], deals, pot)
        found |= _mean("value", sums[:, S_VALUE], sums[:, S_VALUE_2], deals, pot)
    return {f"{name}{suffix}": found[f"{name}{suffix}"] for name in ESTIMATES for suffix in ("", "_se")}


def _rate_error(hits: Whole, deals: Real) -> Real:
    share = (hits + 2) / (deals + 4)
    error: Real = np.where(deals > 0, np.sqrt(share * (1 - share) / (deals + 4)), np.nan)
    return error


def _mean(name: str, total: Whole, squares: Whole, deals: Real, step: int) -> dict[str, Real]:
    """Estimate a mean; its variance is at least that of two deals in n + 4 that end ``step`` away."""
    mean = total / deals
    variance = (squares - total * mean) / np.maximum(deals - 1, 1)
    rare = 2 / (deals + 4)
    error = np.sqrt(np.maximum(variance, rare * (1 - rare) * step**2) / deals)
    return {name: mean, f"{name}_se": np.where(deals > 0, error, np.nan)}


def _repeated(values: Any, times: int) -> Any:
    """Repeat what names a row for each of its lines; the names of many hands are kept once each."""
    if isinstance(values, list) and len(values) > _MANY:
        return pd.Categorical(values).take(np.repeat(np.arange(len(values)), times))
    return np.repeat(np.array(values, dtype=object) if isinstance(values, list) else np.asarray(values), times)
