"""Speed of the other tables of the Rams family: 2 to 6 players, other packs, Ramscheln; against Ramsli for four."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from benchmarks.section import Goal, Section
from benchmarks.timing import Spread, nanoseconds, table, take_turns
from ramsim.engine.families import table_of
from ramsim.engine.plan import make_plan
from ramsim.settlement.rams_outcomes import ALL_PASS, LONE, RamsOutcomes


class Shape(NamedTuple):
    """A table to be measured: variant, players, declare policy."""

    variant: str
    players: int
    declare: str

    @property
    def name(self) -> str:
        """The shape in words."""
        return f"{self.variant}, {self.players} players"


SHAPES = (
    *(("ramsli", players) for players in (4, 2, 3, 5, 6)),
    ("ramsli-52", 4),
    ("ramsli-jokers", 4),
    ("ramscheln", 4),
    ("ramscheln-seven", 4),
)


def other_tables(*, quick: bool) -> Section:
    """Measure other numbers of players and other packs, in nanoseconds a card played, against Ramsli for four."""
    lines: list[str] = []
    figures: dict[str, Any] = {}
    worst = 0.0
    for declare in ("always", "guide"):
        shapes = [Shape(variant, players, declare) for variant, players in SHAPES]
        counted = {shape.name: _Counting(shape, 300_000 if quick else 1_000_000) for shape in shapes}
        samples = take_turns({name: counting.run for name, counting in counted.items()}, 3 if quick else 7)
        base = next(iter(samples))
        rows = []
        for name, taken in samples.items():
            cost, cards = nanoseconds(taken), counted[name].cards_a_deal()
            slower = Spread.of(
                [
                    (a.cpu / a.units / cards) / (b.cpu / b.units / counted[base].cards_a_deal())
                    for a, b in zip(taken, samples[base], strict=True)
                ]
            )
            worst = max(worst, slower.median)
            figures[f"{name}, {declare}"] = {
                "nanoseconds_a_deal": cost.as_json(),
                "cards_played_a_deal": cards,
                "nanoseconds_a_card": cost.median / cards,
                "cost_of_a_card_against_ramsli": slower.as_json(),
            }
            rows.append(
                (
                    name,
                    f"{cost.median:.1f}",
                    f"{1e3 / cost.median:.1f}",
                    f"{cards:.2f}",
                    f"{cost.median / cards:.2f}",
                    f"{slower.median:.2f} x",
                    f"{slower.low:.2f} to {slower.high:.2f}",
                )
            )
        header = (declare, "ns a deal", "M deals/s", "cards played", "ns a card", "vs ramsli", "(range)")
        lines.extend((table(rows, header), ""))
    lines.append("CPU time of one thread, counting deals only. ramscheln deals from a simple pot: nobody may go out.")
    goal = Goal("slowest table, cost of a card played", "at most 3 x Ramsli's", f"{worst:.2f} x", worst <= 3)
    return Section("tables", "Other tables, play rule, one thread", "\n".join(lines), figures, (goal,))


class _Counting:
    """A shape, ready to be counted again and again."""

    def __init__(self, shape: Shape, deals: int) -> None:
        self.deals = deals
        self.table = table_of(make_plan(shape.variant, players=shape.players, declare=shape.declare))
        self.counter = self.table.new_counter()
        self.first = 0

    def run(self) -> int:
        """Count the next deals."""
        self.counter.count(self.first, self.deals)
        self.first += self.deals
        return self.deals

    def cards_a_deal(self) -> float:
        """Give the mean number of cards played in a deal."""
        keys, counts = self.counter.counts()
        outcomes = RamsOutcomes.from_columns(self.table.outcome_columns(keys, counts))
        played = (outcomes.ending != LONE) & (outcomes.ending != ALL_PASS)
        cards = np.where(played, outcomes.tricks.sum(axis=1) * outcomes.inside.sum(axis=1), 0)
        return float((cards * outcomes.deals).sum() / outcomes.deals.sum())
