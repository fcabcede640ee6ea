"""What sessions tell: every estimate of the tables, with the session as unit and the naive error beside it.

Deals of one session hang together, because the pot and the stacks go on. So the independent unit is the session: means
per deal are ratios of sums over sessions. The *naive* standard error takes every deal for independent; it stands beside
the right one so that a reader sees what it would have claimed.

Tables (``table`` of each line):

``players``, a row a player (numbered by the seat in the first deal)
    ``mean_chips``, net change of chips per deal; ``mean_profit``, per session; ``best_rate``, share of sessions in
    which no player made more; ``sole_best_rate``, the same and nobody as much; ``profit_q05`` ... quantiles of the
    profit. With stacks: ``ruin_rate``, share of sessions in which the player had no chips left after a deal (row
    ``any``: at least one player); ``mean_ruin_deals`` and ``ruin_deals_q50``, deals until that, of the sessions where
    it came to it. With rebuys: ``mean_bought``, stacks bought.
``length``, one row
    ``mean_deals``, ``deals_q05`` ..., and the share of sessions by what ended them: ``deals_rate``, ``target_rate``,
    ``broke_rate``, ``overflow_rate``; NaN for an end that these terms do not know.
``pot``, one row
    ``mean_pot``, pot of a deal with its antes; ``above_k_rate``, share of deals with a pot above k times the antes of
    one deal; ``pot_q50`` ... quantiles over all deals and ``largest_pot``, both without interval.
``growth``, a row a number of deals
    ``mean_pot``, ``pot_q50``, ``pot_q90``, ``pot_q99`` of the pot in that deal, over the sessions that got so far, and
    ``largest_pot`` without interval.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ramsim.engine.rams_sessions import POT_BOUNDS
from ramsim.engine.session_records import RamsRecords, Whole
from ramsim.kernels.session_state import BY_DEALS, BY_OVERFLOW, BY_RUIN, BY_TARGET, bin_top
from ramsim.stats import Estimate, clustered_rate, mean, quantile, rate, ratio
from ramsim.stats.estimate import LEVEL
from ramsim.stats.quantiles import interval_ranks

BANKROLL_SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
POT_SHARES = (0.5, 0.9, 0.99)
ENDINGS = {"deals": BY_DEALS, "target": BY_TARGET, "broke": BY_RUIN, "overflow": BY_OVERFLOW}


class Line(NamedTuple):
    """One estimate.

    Attributes
    ----------
    table, row, quantity
        Where it stands: ``players`` / ``2`` / ``best_rate``.
    estimate
        With the session as unit; error and interval NaN where there are none.
    naive_se
        The standard error that takes every deal for independent; NaN where a quantity is none of deals.
    """

    table: str
    row: str
    quantity: str
    estimate: Estimate
    naive_se: float = math.nan


def lines_of(records: RamsRecords, stack: int | None, broke: str | None, target: int | None) -> Iterator[Line]:
    """Give every estimate of sessions of the Rams family.

    Parameters
    ----------
    records
        The sessions, at least one.
    stack
        Chips of each player at the start; None: there are no stacks.
    broke
        What a broke player does: ``stop``, ``rebuy``, ``play_on``; None without stacks.
    target
        Chips that end a session; None: none do.
    """
    profits = profits_of(records, stack)
    yield from _player_lines(records, profits)
    if stack is not None:
        yield from _ruin_lines(records, broke == "rebuy")
    yield from _length_lines(records, endings(broke, target))
    yield from _pot_lines(records)
    yield from _growth_lines(records)


def endings(broke: str | None, target: int | None) -> tuple[str, ...]:
    """Name what can end a session under these terms."""
    can = {"deals": True, "target": target is not None, "broke": broke == "stop", "overflow": True}
    return tuple(name for name in ENDINGS if can[name])


def goal_names(broke: str | None, target: int | None) -> tuple[str, ...]:
    """Give the quantities whose precision can be chosen: those with a standard error."""
    names = ["mean_chips", "mean_profit", "best_rate", "sole_best_rate"]
    names += ["ruin_rate", "mean_ruin_deals"] if broke is not None else []
    names += ["mean_bought"] if broke == "rebuy" else []
    names += ["mean_deals", *(f"{name}_rate" for name in endings(broke, target)), "mean_pot"]
    return (*names, *(f"above_{times}_rate" for times in POT_BOUNDS))


def profits_of(records: RamsRecords, stack: int | None) -> Whole:
    """Give each player's chips at the end less all that he brought, int64[players, sessions]."""
    brought = (1 + records.bought) * (stack or 0)
    profits: Whole = records.chips - brought
    return profits


def share_name(prefix: str, share: float) -> str:
    """Name a quantile, ``pot_q99``."""
    return f"{prefix}_q{round(100 * share):02d}"


def ones_for(values: Whole) -> Whole:
    """Count each session once."""
    return np.ones(len(values), dtype=np.int64)


def mean_over(values: Whole) -> Estimate:
    """Estimate a mean over sessions; equal values are put together first, so that sums stay quick."""
    distinct, counts = np.unique(values, return_counts=True)
    return mean(counts, distinct)


def share_of(hits: Whole | np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Estimate:
    """Estimate the share of sessions that are marked."""
    return rate(int(np.count_nonzero(hits)), len(hits))


def quantiles_of(prefix: str, values: Whole, shares: tuple[float, ...]) -> Iterator[tuple[str, Estimate]]:
    """Estimate quantiles over sessions; gives each with its name."""
    ordered = np.sort(values)
    for share in shares:
        yield share_name(prefix, share), quantile_over(ordered, share)


def quantile_over(ordered: Whole, share: float) -> Estimate:
    """Estimate a quantile; a bound that so few sessions cannot give is NaN, and not the smallest or largest seen."""
    found, units = quantile(ordered, share), len(ordered)
    if not units:
        return found
    low, high = interval_ranks(units, share, 1 - LEVEL)
    return replace(found, lo=math.nan if low < 1 else found.lo, hi=math.nan if high > units else found.hi)


def naive_error(total: int, squares: int, deals: int) -> float:
    """Give the standard error of a mean per deal as if all deals were independent."""
    if deals < 2:
        return math.nan
    return math.sqrt((deals * squares - total**2) / (deals * (deals - 1)) / deals)


def known(value: float, units: int) -> Estimate:
    """Give a value that has no interval."""
    return Estimate(value, math.nan, math.nan, math.nan, units, math.nan, "order")


def _player_lines(records: RamsRecords, profits: Whole) -> Iterator[Line]:
    ones, deals = ones_for(records.deals), int(records.deals.sum())
    best = profits.max(axis=0)
    leaders = profits == best
    alone = leaders.sum(axis=0) == 1
    for player in range(records.players):
        row, own = str(player), profits[player]
        naive = naive_error(records.sums.totals[player], records.sums.squares[player], deals)
        yield Line("players", row, "mean_chips", ratio(ones, own, records.deals), naive)
        yield Line("players", row, "mean_profit", mean_over(own))
        yield Line("players", row, "best_rate", share_of(leaders[player]))
        yield Line("players", row, "sole_best_rate", share_of(leaders[player] & alone))
        for name, estimate in quantiles_of("profit", own, BANKROLL_SHARES):
            yield Line("players", row, name, estimate)


def _ruin_lines(records: RamsRecords, rebuys: bool) -> Iterator[Line]:
    ruin = records.ruin
    soonest = np.where(ruin > 0, ruin, np.iinfo(np.int64).max).min(axis=0)
    soonest = np.where((ruin > 0).any(axis=0), soonest, 0)
    for row, times in [*((str(player), ruin[player]) for player in range(records.players)), ("any", soonest)]:
        ruined = times[times > 0]
        yield Line("players", row, "ruin_rate", share_of(times > 0))
        yield Line("players", row, "mean_ruin_deals", mean_over(ruined))
        yield Line("players", row, "ruin_deals_q50", quantile_over(np.sort(ruined), 0.5))
        if rebuys and row != "any":
            yield Line("players", row, "mean_bought", mean_over(records.bought[int(row)]))


def _length_lines(records: RamsRecords, possible: tuple[str, ...]) -> Iterator[Line]:
    yield Line("length", "all", "mean_deals", mean_over(records.deals))
    for name, estimate in quantiles_of("deals", records.deals, BANKROLL_SHARES):
        yield Line("length", "all", name, estimate)
    for name, code in ENDINGS.items():
        found = share_of(records.ending == code) if name in possible else known(math.nan, records.sessions)
        yield Line("length", "all", f"{name}_rate", found)


def _pot_lines(records: RamsRecords) -> Iterator[Line]:
    ones, lengths, deals = ones_for(records.deals), records.deals, int(records.deals.sum())
    naive = naive_error(records.sums.totals[-1], records.sums.squares[-1], deals)
    yield Line("pot", "all", "mean_pot", ratio(ones, records.pot_sum, lengths), naive)
    for place, times in enumerate(POT_BOUNDS):
        hits = records.above(place)
        by_deal = rate(int(hits.sum()), deals).se
        yield Line("pot", "all", f"above_{times}_rate", clustered_rate(ones, hits, lengths), by_deal)
    largest = int(records.pot_most.max())
    reached = np.cumsum(records.sums.pots)
    for share in POT_SHARES:
        place = int(np.searchsorted(reached, math.ceil(share * deals)))
        yield Line("pot", "all", share_name("pot", share), known(min(bin_top(place), largest), records.sessions))
    yield Line("pot", "all", "largest_pot", known(largest, records.sessions))


def _growth_lines(records: RamsRecords) -> Iterator[Line]:
    for place, mark in enumerate(records.marks):
        pots = records.pot_at(place)
        if not len(pots):
            break
        yield Line("growth", str(mark), "mean_pot", mean_over(pots))
        for name, estimate in quantiles_of("pot", pots, POT_SHARES):
            yield Line("growth", str(mark), name, estimate)
        yield Line("growth", str(mark), "largest_pot", known(int(pots.max()), len(pots)))
