"""Making a hand-strength table of the Ramsch family: hands of a list, or all hands in groups by features.

The work is cut into batches of deals, each dealt from a stream of its own, and what they come to are whole numbers that
add up: neither threads nor a cluster, nor where a run was cut off, show in the table.

Hands are looked at before the skat's round (``moment`` ``round``): the hand is given, the other 22 cards are dealt
evenly, and both ways are played. And when play begins (``play``): in a summary hands come as the round has left them,
all players following their policies, the hero too; a hand of a list is then held as it is, with the others dealt evenly
and the round left out, since deals that lead to just this hand are too rare to be found. Games without a round have the
second moment only.

Columns: ``moment``, ``hand`` or the features of a group and its ``share``, ``seat``, ``deals``; then for the ways
``take`` and ``push`` before the round, ``play`` at play: ``lose_rate`` (charged with most points), ``trickless_rate``
(Jungfrau), ``sweep_rate`` (Durchmarsch), ``mean_score`` in the variant's sign; ``push_value``: score when pushing minus
score when taking, turned so that above 0 is better for the player. Each with ``_se``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from ramsim.engine.checkpoint import Payload
from ramsim.engine.kinds import Kind
from ramsim.engine.plan import Plan
from ramsim.engine.ramsch_given import play_and_see
from ramsim.strength.ramsch import FEATURES, SEATS, Hands, Whole, deal_around, features_of
from ramsim.strength.ramsch_ways import Ways, numbered, way_at_play, ways_before
from ramsim.variants.schema import RamschRules

# Deals of a batch. A seat of a summary gets so many times as many deals as a line of a list.
BATCH = 1 << 14
TIMES = 40
# A feature is 0 to 4.
_RADIX = 5
_SUMMARY_STREAM, _BATCH_STREAM = 1 << 40, 1 << 44


@dataclass(frozen=True, eq=False)
class RamschJob:
    """The lines of a table, and the batches of deals that fill them.

    Attributes
    ----------
    plan
        A game of the Ramsch family.
    masks
        The hands of a list; None for a summary.
    deals
        Of each line of a list, of each seat of a summary.
    """

    plan: Plan
    masks: tuple[int, ...] | None
    deals: int

    @cached_property
    def moments(self) -> dict[str, tuple[Ways, ...]]:
        """The moments at which hands are looked at, with the ways of each seat."""
        seats = range(SEATS)
        at_play = tuple(way_at_play(self.plan, seat, after_round=self.masks is None) for seat in seats)
        if not has_round(self.plan):
            return {"play": at_play}
        return {"round": tuple(ways_before(self.plan, seat) for seat in seats), "play": at_play}

    @property
    def parts(self) -> int:
        """Lines of a moment and seat: hands of the list, or groups by features."""
        return _RADIX ** len(FEATURES) if self.masks is None else len(self.masks)

    @property
    def batches(self) -> int:
        """Batches of the whole table."""
        return SEATS * (1 if self.masks is None else self.parts) * self._each

    @property
    def _each(self) -> int:
        return -(-self.deals // BATCH)

    def nothing(self) -> Whole:
        """Give sums of 0, int64[moments, seats, parts, columns]; the last columns of a moment may have no use."""
        widest = max(len(ways[0].columns) for ways in self.moments.values())
        return np.zeros((len(self.moments), SEATS, self.parts, widest), dtype=np.int64)

    def add_batch(self, number: int, sums: Whole) -> None:
        """Play a batch of deals and add it to sums of all lines."""
        which, place = divmod(number, self._each)
        part, seat = divmod(which, SEATS)
        first = place * BATCH
        deals = min(BATCH, self.deals - first)
        stream = place * _BATCH_STREAM + which
        numbers = numbered(first, deals)
        if self.masks is not None:
            dealt = deal_around(self.plan.seed, stream, deals, seat, self.masks[part])
            for moment, ways in enumerate(self.moments.values()):
                found = ways[seat].sums(*dealt, numbers)
                sums[moment, seat, part, : found.shape[1]] += found[0]
            return
        dealt = deal_around(self.plan.seed, stream + _SUMMARY_STREAM, deals, seat, 0)
        for moment, (name, ways) in enumerate(self.moments.items()):
            mine = ways[seat]
            if name == "round":
                found = mine.sums(*dealt, numbers, group_of(dealt[0][seat]), self.parts)
            else:
                keys, held = play_and_see(mine.tables["play"], *dealt, numbers)
                found = mine.sums_of({"play": keys}, group_of(held[seat]), self.parts)
            sums[moment, seat, :, : found.shape[1]] += found

    def frame(self, sums: Whole, names: Sequence[str] | None) -> pd.DataFrame:
        """Give the table of the sums; ``names``: the hands of a list as they are printed."""
        lines: list[dict[str, Any]] = []
        for place, (moment, ways) in enumerate(self.moments.items()):
            order = [(part, seat) for seat in range(SEATS) for part in range(self.parts)]
            if names is not None:
                order.sort()
            for part, seat in order:
                found = sums[place, seat, part]
                if not found[0]:
                    continue
                if names is not None:
                    head: dict[str, Any] = {"hand": names[part]}
                else:
                    digits = np.base_repr(part, _RADIX).zfill(len(FEATURES))
                    head = {name: int(digit) for name, digit in zip(FEATURES, digits, strict=True)}
                    head |= {"share": int(found[0]) / self.deals}
                mine = ways[seat]
                lines.append({"moment": moment} | head | {"seat": seat} | mine.line(found[: len(mine.columns)]))
        return pd.DataFrame(lines)


def has_round(plan: Plan) -> bool:
    """Tell whether the skat is carried round before play."""
    assert isinstance(plan.variant.rules, RamschRules)
    return plan.variant.rules.skat_round != "none"


def group_of(hands: Hands) -> Whole:
    """Give the group of each hand by its features, int64[hands]."""
    group: Whole = features_of(hands) @ _RADIX ** np.arange(len(FEATURES) - 1, -1, -1)
    return group


def sums_kind(job: RamschJob) -> Kind[Whole]:
    """Say how the sums of a table add up and are stored."""
    nothing = job.nothing()

    def unpack(payload: Payload) -> Whole:
        if payload["sums"].shape != nothing.shape:
            raise ValueError("not the sums of this table")
        return payload["sums"].astype(np.int64)

    return Kind(
        nothing=nothing,
        add=lambda one, other: one + other,
        pack=lambda sums: {"sums": sums},
        unpack=unpack,
        units=lambda _: None,
    )
