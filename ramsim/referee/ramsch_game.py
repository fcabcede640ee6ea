"""Whole games of the Ramsch family: who has lost, and when the game is over (``game_to``)."""

from __future__ import annotations

from collections.abc import Sequence

from ramsim.errors import UsageError
from ramsim.variants.schema import RamschRules


def game_losers(rules: RamschRules, scores: Sequence[int | float]) -> tuple[int, ...]:
    """Give the seats that have lost the game, none while it goes on.

    The first to reach ``game_to`` points against himself has lost. When one deal takes several players across, the one
    with most has lost; equals all have. Points against a player are his score where losses are added to it
    (``score = adds``), else its negative.

    Parameters
    ----------
    rules
        The variant's rules.
    scores
        Game score of each seat after a deal, in points.

    Raises
    ------
    UsageError
        When the rules know no games (``game_to = 0``).
    """
    if rules.game_to == 0:
        raise UsageError("game_to = 0: these rules know no whole games; set game_to to 1 or more")
    against = [score if rules.score == "adds" else -score for score in scores]
    worst = max(against)
    return tuple(seat for seat, points in enumerate(against) if points == worst >= rules.game_to)
