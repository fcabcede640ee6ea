"""Compiled loops around the stages of the Rams kernels, for `benchmarks.stages`."""

from __future__ import annotations

from typing import Any

from numba import types
from numpy import int64, uint64

from ramsim.kernels.count import add_keys
from ramsim.kernels.jit import compile_as
from ramsim.kernels.rams import deal_block, driver_arguments
from ramsim.kernels.rams_declare import announce_block, declare_block, resolve_block
from ramsim.kernels.rams_play import outcome_keys, play_block
from ramsim.policies.views import R_CARRY

STAGES = ("deal", "declare", "resolve", "announce", "play", "outcome keys", "count")


def first_stages(
    block: Any,
    trace: Any,
    seed: Any,
    first: Any,
    blocks: Any,
    upto: Any,
    lanes: Any,
    rules: Any,
    declaring: Any,
    playing: Any,
    table: Any,
    counts: Any,
) -> Any:
    """Take ``blocks`` blocks of deals through the first ``upto`` of `STAGES`; gives a number that depends on them."""
    size = block.deal.size
    seen = int64(0)
    for i in range(blocks):
        for b in range(size):
            block.deal[b] = uint64(uint64(first) + uint64(i * size + b))
            block.pot[b] = rules[R_CARRY]
        deal_block(block, seed, lanes, rules)
        if upto > 1:
            seen += declare_block(block, seed, lanes, rules, declaring, trace)
        if upto > 2:
            resolve_block(block, lanes, rules)
        if upto > 3:
            announce_block(block, lanes, rules)
        if upto > 4:
            seen += play_block(block, seed, lanes, rules, playing, trace)
        if upto > 5:
            outcome_keys(block, rules)
        if upto > 6:
            seen += add_keys(block.keys, size, table, counts)
    return seen


def compiled_stages(word: Any) -> Any:
    """Give `first_stages`, compiled for uint32 or uint64 words."""
    block, trace, lanes, rules, declare, play = driver_arguments(word)
    keys, whole = types.Array(types.uint64, 1, "C"), types.Array(types.int64, 1, "C")
    number, limit = types.uint64, types.int64
    signature = types.int64(block, trace, number, number, limit, limit, lanes, rules, declare, play, keys, whole)
    return compile_as(signature, first_stages)
