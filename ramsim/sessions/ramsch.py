"""Sessions and whole games of the Ramsch family: scores, who loses, how long a game lasts, the path of the scores."""

from __future__ import annotations

from functools import cached_property
from itertools import groupby
from typing import ClassVar

import pandas as pd

from ramsim.counted import counted
from ramsim.engine.session_plan import MOST_DEALS, SessionPlan
from ramsim.engine.session_records import RamschRecords
from ramsim.sessions.quantities import Line
from ramsim.sessions.ramsch_quantities import ramsch_lines_of
from ramsim.sessions.result import SessionsResult
from ramsim.sessions.text import NAIVE_NOTE
from ramsim.variants.schema import RamschRules

NOTES = (
    NAIVE_NOTE,
    "Unit of independence: the session. mean_score and played_rate are per deal: ratios of sums over sessions; all "
    "else is per session.",
    "95 % intervals: Student's t for means, Wilson for rates (played_rate: at the effective number of deals), order "
    "statistics for quantiles.",
    "Player p sits at seat p in the first deal, seat 0 is forehand; then the deal moves on by one player.",
    "best_rate: nobody has fewer points against him at the end; worst_rate: nobody has more; players with equal "
    "points share it; sole_worst_rate: nobody has as many. xx in _qxx: per cent of the sessions that do not exceed it.",
)


class RamschSessions(SessionsResult):
    """Sessions of a game of the Ramsch family; see `SessionsResult`."""

    headings: ClassVar[dict[str, str]] = {
        "players": "Scores by player",
        "length": "Length of a session",
        "path": "Points against the player with most, and with fewest, by the number of the deal",
    }
    row_names: ClassVar[dict[str, str]] = {"players": "player", "path": "deal"}
    records: RamschRecords

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every estimate; `ramsim.sessions.ramsch_quantities` says what each means."""
        rules = self.plan.table.variant.rules
        assert isinstance(rules, RamschRules)
        return tuple(ramsch_lines_of(self.records, rules))

    @property
    def players(self) -> pd.DataFrame:
        """Scores and games lost, a row a player."""
        return self.table("players")

    @property
    def length(self) -> pd.DataFrame:
        """How long sessions last, and what ends them."""
        return self.table("length")

    @property
    def path(self) -> pd.DataFrame:
        """The scores after 1, 2, 5, 10, ... deals."""
        return self.table("path")

    @property
    def notes(self) -> tuple[str, ...]:
        """Terms and methods."""
        return (ramsch_terms(self.plan), *NOTES, *self._reached)


def ramsch_terms(plan: SessionPlan) -> str:
    """Say what ends a session and which rounds are Bock rounds."""
    rules = plan.table.variant.rules
    assert isinstance(rules, RamschRules)
    most = "at most " if rules.game_to or plan.deals == MOST_DEALS else ""
    limit = f"{most}{counted(plan.deals, 'deal')}"
    parts = [limit]
    if rules.game_to:
        parts.append(f"ends when a player has {counted(rules.game_to, 'point')} against him")
    if plan.schedule is not None:
        rounds = (f"{len(list(same))} {'bock' if bock else 'ramsch'}" for bock, same in groupby(plan.schedule))
        again = ", and again" if plan.deals > len(plan.schedule) * plan.table.players else ""
        parts.append(f"rounds of {plan.table.players} deals, {', '.join(rounds)}{again}")
    elif rules.bock:
        parts.append("all of a Bock round")
    return f"A session: {'; '.join(parts)}."
