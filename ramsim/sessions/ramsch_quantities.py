"""What sessions and whole games of the Ramsch family tell; units and errors as in ``ramsim/sessions/quantities.py``.

Tables (``table`` of each line), all scores in points with the variant's sign:

``players``, a row a player (numbered by the seat in the first deal: 0 is forehand)
    ``mean_score``, score per deal; ``mean_final``, score at the end of a session; ``best_rate``, share of sessions in
    which nobody has fewer points against him at the end; ``worst_rate``, share in which nobody has more (in a whole
    game: lost it); ``sole_worst_rate``, the same and nobody has as many; ``final_q05`` ... quantiles of the score at
    the end.
``length``, one row
    ``mean_deals``, ``deals_q05`` ..., ``game_rate`` and ``deals_rate``, share of sessions that ended because a game was
    lost or because the deals were up, ``played_rate``, share of deals that were played and not bid for. NaN where the
    rules know no whole game, or no bidding.
``path``, a row a number of deals
    ``mean_worst``, ``worst_q50``, ``worst_q90``: points against the player with most after so many deals, over the
    sessions that got so far; ``mean_best``, ``best_q50``: against the one with fewest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from ramsim.engine.session_records import RamschRecords, Whole
from ramsim.kernels.ramsch_settle import QUARTERS
from ramsim.kernels.session_state import BY_DEALS, BY_GAME
from ramsim.sessions.quantities import (
    BANKROLL_SHARES,
    Line,
    known,
    mean_over,
    naive_error,
    ones_for,
    quantiles_of,
    share_of,
)
from ramsim.stats import Estimate, clustered_rate, ratio
from ramsim.variants.schema import RamschRules


def goals_of(rules: RamschRules) -> tuple[str, ...]:
    """Give the quantities whose precision can be chosen: those with a standard error."""
    names = ["mean_score", "mean_final", "best_rate", "worst_rate", "sole_worst_rate", "mean_deals", "deals_rate"]
    names += ["game_rate"] if rules.game_to else []
    return (*names, "played_rate") if rules.trigger == "passed_in" else tuple(names)


def in_points(quarters: Estimate) -> Estimate:
    """Turn an estimate in quarter points into one in points."""
    parts = {name: getattr(quarters, name) / QUARTERS for name in ("value", "se", "lo", "hi")}
    return replace(quarters, **parts)


def ramsch_lines_of(records: RamschRecords, rules: RamschRules) -> Iterator[Line]:
    """Give every estimate of sessions of the Ramsch family."""
    yield from _player_lines(records, records.scores if rules.score == "adds" else -records.scores)
    yield from _length_lines(records, rules)
    yield from _path_lines(records)


def _player_lines(records: RamschRecords, against: Whole) -> Iterator[Line]:
    ones, deals = ones_for(records.deals), int(records.deals.sum())
    worst, best = against == against.max(axis=0), against == against.min(axis=0)
    alone = worst.sum(axis=0) == 1
    for player in range(records.players):
        row, own = str(player), records.scores[player]
        naive = naive_error(records.sums.totals[player], records.sums.squares[player], deals) / QUARTERS
        yield Line("players", row, "mean_score", in_points(ratio(ones, own, records.deals)), naive)
        yield Line("players", row, "mean_final", in_points(mean_over(own)))
        yield Line("players", row, "best_rate", share_of(best[player]))
        yield Line("players", row, "worst_rate", share_of(worst[player]))
        yield Line("players", row, "sole_worst_rate", share_of(worst[player] & alone))
        for name, estimate in quantiles_of("final", own, BANKROLL_SHARES):
            yield Line("players", row, name, in_points(estimate))


def _length_lines(records: RamschRecords, rules: RamschRules) -> Iterator[Line]:
    nothing = known(math.nan, records.sessions)
    yield Line("length", "all", "mean_deals", mean_over(records.deals))
    for name, estimate in quantiles_of("deals", records.deals, BANKROLL_SHARES):
        yield Line("length", "all", name, estimate)
    yield Line("length", "all", "game_rate", share_of(records.ending == BY_GAME) if rules.game_to else nothing)
    yield Line("length", "all", "deals_rate", share_of(records.ending == BY_DEALS))
    played = clustered_rate(ones_for(records.deals), records.played, records.deals)
    yield Line("length", "all", "played_rate", played if rules.trigger == "passed_in" else nothing)


def _path_lines(records: RamschRecords) -> Iterator[Line]:
    for place, mark in enumerate(records.marks):
        worst, best, row = records.worst_at(place), records.best_at(place), str(mark)
        if not len(worst):
            break
        yield Line("path", row, "mean_worst", in_points(mean_over(worst)))
        for name, estimate in quantiles_of("worst", worst, (0.5, 0.9)):
            yield Line("path", row, name, in_points(estimate))
        yield Line("path", row, "mean_best", in_points(mean_over(best)))
        for name, estimate in quantiles_of("best", best, (0.5,)):
            yield Line("path", row, name, in_points(estimate))
