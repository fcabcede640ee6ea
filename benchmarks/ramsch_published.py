"""The one published statistic of the Ramsch family beside ours: ``python -m benchmarks.ramsch_published``.

Published (rules.md part 3): the mean value of a Schieberamsch per dealt hand, with simple players (each takes the skat
and passes on the two dearest cards that are no jacks, leads the cheapest card, ducks with its dearest when it can, else
plays the cheapest), skat to the loser, tie to the later trick, a Jungfrau doubles, a Durchmarsch gains 120: -26.6 over
400 random hands, their median -14.7, the lowest tenth below -67.7.

Ours: the policies ``dearest`` and ``simple`` under the same rules. A hand's value is its mean score over many deals of
the other 22 cards. A mean over 400 hands has a sampling error of its own, taken here from the spread of the values of
many more hands. What the source leaves open, and what we do: at which seat the hand sits (every seat is shown), which
of equally cheap or dear cards is taken (the lower rank, then the suit), in how many deals a hand was tried (only the
quantiles depend on it), whether a void player's jack that would take the trick counts as a card to duck with (no).
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.timing import table
from ramsim.columns.ramsch_outcomes import CountedRamsch
from ramsim.engine.plan import make_plan
from ramsim.engine.ramsch import RamschTable, outcome_columns_of, play_given
from ramsim.settlement.ramsch import UNITS_PER_POINT, settle_ramsch
from ramsim.variants.schema import RamschRules

VARIANT = "schieberamsch"
RULES = {"skat_to": "loser", "tie": "later_trick"}
POLICIES = {"skat": "dearest", "play": "simple"}
SEATS = ("forehand", "middlehand", "rearhand")
HANDS = 400
PUBLISHED = {"mean": -26.6, "median": -14.7, "lowest tenth": -67.7}
QUANTILES = {"median": 0.5, "lowest tenth": 0.1}


@dataclass(frozen=True)
class Line:
    """One quantity: what is published, ours, and the error that 400 random hands have."""

    seat: str
    quantity: str
    published: float
    ours: float
    error_of_400: float

    @property
    def distance(self) -> float:
        """Published less ours, in errors of 400 hands."""
        return (self.published - self.ours) / self.error_of_400


def hand_values(seat: int, hands: int, deals: int, seed: int) -> npt.NDArray[np.float64]:
    """Give the mean score of random hands at a seat.

    Parameters
    ----------
    seat
        0 forehand to 2 rearhand.
    hands, deals
        How many hands, and in how many deals of the other 22 cards each is played.
    seed
        Of the hands and deals.

    Returns
    -------
    float64[hands], in card points.
    """
    plan = make_plan(VARIANT, rules=RULES, **POLICIES)
    assert isinstance(plan.variant.rules, RamschRules)
    random = np.random.default_rng([seed, seat])
    packs = random.permuted(np.tile(np.arange(32), (hands, 1)), axis=1)
    own = np.repeat(_masks(packs[:, :10]), deals)
    others = random.permuted(np.repeat(packs[:, 10:], deals, axis=0), axis=1)
    dealt = np.empty((3, hands * deals), dtype=np.uint32)
    dealt[seat] = own
    for place, other in enumerate(other for other in range(3) if other != seat):
        dealt[other] = _masks(others[:, 10 * place : 10 * place + 10])
    keys = play_given(RamschTable(plan), dealt, _masks(others[:, 20:]))
    counted = CountedRamsch.from_columns(outcome_columns_of(keys, np.ones(len(keys), dtype=np.int64)))
    scores = settle_ramsch(plan.variant.rules, counted.outcomes).scores[:, seat]
    values: npt.NDArray[np.float64] = scores.reshape(hands, deals).mean(axis=1) / UNITS_PER_POINT
    return values


def side_by_side(groups: int = 50, deals: int = 100, seed: int = 0) -> list[Line]:
    """Compare at every seat: ours from ``groups`` times 400 hands, the error of 400 from the spread of the groups."""
    lines = []
    for seat, name in enumerate(SEATS):
        values = hand_values(seat, groups * HANDS, deals, seed)
        by_group = values.reshape(groups, HANDS)
        error = float(values.std(ddof=1) / math.sqrt(HANDS))
        lines.append(Line(name, "mean", PUBLISHED["mean"], float(values.mean()), error))
        for quantity, share in QUANTILES.items():
            spread = float(np.quantile(by_group, share, axis=1).std(ddof=1))
            lines.append(Line(name, quantity, PUBLISHED[quantity], float(np.quantile(values, share)), spread))
    return lines


def report(lines: list[Line]) -> str:
    """Lay the comparison out as a table."""
    heads = ("hand at", "quantity", "published", "ours", "error of 400 hands", "distance in errors")
    rows = [
        (line.seat, line.quantity, *(f"{value:.1f}" for value in (line.published, line.ours, line.error_of_400)),
         f"{line.distance:+.1f}")
        for line in lines
    ]  # fmt: skip
    return table(rows, heads)


def _masks(places: npt.NDArray[Any]) -> npt.NDArray[np.uint32]:
    bits = np.left_shift(np.uint32(1), places.astype(np.uint32))
    return np.bitwise_or.reduce(bits, axis=1)


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; gives 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ramsch_published", description=__doc__)
    parser.add_argument("--groups", type=int, default=50, help="groups of 400 hands")
    parser.add_argument("--deals", type=int, default=100, help="deals for each hand")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every figure to FILE as JSON")
    options = parser.parse_args(arguments)
    lines = side_by_side(options.groups, options.deals, options.seed)
    print(report(lines))
    if options.json is not None:
        options.json.write_text(json.dumps([asdict(line) for line in lines], indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
