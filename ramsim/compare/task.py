"""A comparison on a cluster: a group of deals as plain data, and the task of its workers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from ramsim.compare.alternatives import DealGroup, Play
from ramsim.compare.counting import TALLIES, Priced
from ramsim.compare.tally import Tally
from ramsim.engine.checkpoint import Payload
from ramsim.engine.cluster import Task
from ramsim.engine.portable import pack, plan_of, plan_parts, unpack, variant_of
from ramsim.engine.tasks import LEAST_DEALS, MOST_DEALS
from ramsim.variants import Variant


def tally_task(group: DealGroup, variants: Mapping[int, Variant]) -> Task[Tally]:
    """Give the task of playing and pricing the deals of a group."""
    content = pack(
        {
            "plays": [{"plan": plan_parts(play.plan), "numbers": play.numbers} for play in group.plays],
            "variants": [[number, msgspec.to_builtins(variant)] for number, variant in variants.items()],
        }
    )
    least = max(LEAST_DEALS // len(group.plays), 1)
    return Task(tally_deals, content, TALLIES, least, MOST_DEALS // len(group.plays))


def tally_deals(content: bytes, first: int, deals: int) -> Payload:
    """Play and price a range of deals of a packed group."""
    tally, _ = _priced(content).tally([(first, deals)], threads=1)
    return TALLIES.pack(tally)


@lru_cache(maxsize=8)
def _priced(content: bytes) -> Priced:
    parts = unpack(content)
    group = DealGroup(tuple(Play(plan_of(play["plan"]), tuple(play["numbers"])) for play in parts["plays"]))
    return Priced.of(group, {number: variant_of(variant) for number, variant in parts["variants"]})
