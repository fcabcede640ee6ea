"""Sessions in words: the terms, the notes under the tables, and the cells of the tables for a notebook."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pandas as pd

from ramsim.counted import counted
from ramsim.engine.session_plan import MOST_DEALS, SessionPlan
from ramsim.kernels.session_state import MOST_POT
from ramsim.sessions.quantities import Line

NOTES = (
    "Unit of independence: the session. mean_chips, mean_pot and the above_k_rate are per deal: ratios of sums over "
    "sessions. The naive error takes every deal for independent; it is shown to be compared, not to be used.",
    "95 % intervals: Student's t for means, Wilson for rates (above_k_rate: at the effective number of deals), order "
    "statistics for quantiles. pot_q.. over all deals and largest_pot have none.",
    "Player p sits at seat p in the first deal, seat 0 is eldest; then the deal moves on by one player. Profit: chips "
    "at the end less all chips brought; what lies in the pot at the end belongs to nobody.",
    "Pots are counted with the antes; above_k: more than k times the antes of one deal.",
)


class SessionConservation(NamedTuple):
    """Chips that all players gained, chips that all pots hold, and the sessions in which these are not 0 together."""

    players: int
    pots: int
    amiss: int

    def __str__(self) -> str:
        return (
            f"Chips: players {self.players:+,}, pots {self.pots:+,}, together {self.players + self.pots:,}; "
            f"not 0 in {counted(self.amiss, 'session')}."
        )


_BROKE = {
    "stop": "a session stops when a player has no chips left",
    "rebuy": "a player without chips buys another stack",
    "play_on": "a player without chips plays on in debt",
}


def terms_in_words(plan: SessionPlan) -> str:
    """Say what ends a session and what the players start with."""
    parts = [f"at most {plan.deals:,} deals" if plan.deals == MOST_DEALS else f"{counted(plan.deals, 'deal')} at most"]
    if plan.target is not None:
        parts.append(f"ends when a player has {counted(plan.target, 'chip')}")
    if plan.stack is None or plan.broke is None:
        parts.append("players start without chips and may owe")
    else:
        parts.append(f"stacks of {counted(plan.stack, 'chip')}, {_BROKE[plan.broke]}")
    return f"A session: {'; '.join(parts)}."


def growth_note(lines: Sequence[Line], overflow: int) -> tuple[str, ...]:
    """Say how the pot grows with the number of the deal, and how many sessions ended because it grew too far."""
    found = {(int(line.row), line.quantity): line.estimate.value for line in lines if line.table == "growth"}
    units = {int(line.row): line.estimate.units for line in lines if line.table == "growth"}
    deals = [deal for deal in sorted(units) if 10 * units[deal] >= max(units.values())]
    notes: list[str] = []
    if len(deals) > 1:
        # From about half way to where a tenth of the sessions still goes on: does the pot still grow there?
        last = deals[-1]
        half = max(deal for deal in deals[:-1] if 2 * deal <= last or deal == deals[0])
        words = {"mean_pot": ("mean", 1), "pot_q50": ("median", 0), "pot_q99": ("99 % quantile", 0)}
        parts = [
            f"{word} {found[half, name]:,.{places}f} and {found[last, name]:,.{places}f}"
            for name, (word, places) in words.items()
        ]
        notes.append(f"Growth: the pot in deal {half:,} and in deal {last:,}: {'; '.join(parts)}.")
    if overflow:
        notes.append(
            f"Overflow: {counted(overflow, 'session')} ended because the pot passed {MOST_POT:,} chips; their last "
            "pots are not typical of anything, and means that they enter say little: read the quantiles."
        )
    return tuple(notes)


def texts(lines: Iterable[Line], table: str) -> pd.DataFrame:
    """Give a table as texts: the row, then each quantity with half the width of its interval."""
    rows: dict[str, dict[str, str]] = {}
    for line in lines:
        if line.table == table:
            found = line.estimate
            cell = f"{found.value:,.4g}"
            if not math.isnan(found.lo):
                cell += f" ±{(found.hi - found.lo) / 2:.2g}"
            rows.setdefault(line.row, {"row": line.row})[line.quantity] = cell
            if not math.isnan(line.naive_se):
                rows[line.row][f"{line.quantity} naive se"] = f"{line.naive_se:.2g}"
    return pd.DataFrame(list(rows.values())).fillna("-")
