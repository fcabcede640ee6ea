"""Sessions in words: the terms, the notes under the tables, and the cells of the tables for a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from ramsim.cells import estimated, is_rate, naive_cells, quantity_cells, shared_decimals
from ramsim.counted import counted
from ramsim.engine.session_plan import MOST_DEALS, SessionPlan
from ramsim.kernels.session_state import MOST_POT
from ramsim.sessions.quantities import Line

Texts = dict[str, list[str]]
NAIVE = "naive ±"
NAIVE_NOTE = (
    f"{NAIVE}: what ± would be if all deals were independent, which they are not; to be compared, not to be used."
)
NOTES = (
    NAIVE_NOTE,
    "Unit of independence: the session. mean_chips, mean_pot and the above_k_rate are per deal: ratios of sums over "
    "sessions; ruin_deals are of the sessions with a ruin; all else is per session.",
    "95 % intervals: Student's t for means, Wilson for rates (above_k_rate: at the effective number of deals), order "
    "statistics for quantiles. pot_q.. over all deals and largest_pot have none.",
    "Player p sits at seat p in the first deal, seat 0 is eldest; then the deal moves on by one player. Row any: at "
    "least one player.",
    "Profit: chips at the end less all chips brought; what lies in the pot at the end belongs to nobody. best_rate: "
    "nobody has a higher profit at the end; sole_best_rate: and nobody the same.",
    "Pots are counted with the antes; above_k: more than k times the antes of one deal. xx in _qxx: per cent of the "
    "sessions, or of the deals, that do not exceed it.",
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


def texts(frame: pd.DataFrame, row_name: str | None) -> tuple[Texts, Texts]:
    """Give a table as texts: the columns that name a row, and the cells.

    Parameters
    ----------
    frame
        A table in wide form (`SessionsResult.table`).
    row_name
        What names the rows; None for a table of one row, which is turned: a line a quantity.
    """
    names = estimated(frame)
    rate_places, naive_places = shared_decimals(frame, names) if row_name is None else (None, None)
    cells: Texts = {}
    naive: Texts = {}
    for name in names:
        shared = is_rate(name)
        bare = name.startswith("largest_") or (row_name is None and name.startswith("pot_q"))
        cells[name] = quantity_cells(frame, name, rate_places if shared else None, bare=bare)
        naive[name] = naive_cells(frame, name, naive_places if shared else None)
    if row_name is None:
        turned = {"": [cells[name][0] for name in names], NAIVE: [naive[name][0] for name in names]}
        return {"quantity": names}, {head: column for head, column in turned.items() if any(column)}
    columns: Texts = {}
    for name in names:
        columns[name] = cells[name]
        if any(naive[name]):
            columns[NAIVE if NAIVE not in columns else f"{NAIVE} ({name})"] = naive[name]
    named = {row_name: [str(row) for row in frame["row"]]}
    if row_name == "deal":
        named["sessions"] = [f"{count:,}" for count in frame["sessions"]]
    return named, columns
