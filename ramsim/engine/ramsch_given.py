"""Deals of the Ramsch family that a caller dealt and numbered himself: how the skat travels, and how they end.

A deal's number gives its random words, so a deal that was picked out by the first steps of its skat's round goes the
same way again when it is played with its number.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ramsim.engine.ramsch import RamschTable
from ramsim.kernels.ramsch import playing_driver
from ramsim.kernels.ramsch_block import RamschBlock, RamschTrace, new_block, new_trace

Masks = npt.NDArray[np.uint32]
Numbers = npt.NDArray[np.uint64]


def play_numbered(table: RamschTable, hands: Masks, skat: Masks, numbers: Numbers) -> Numbers:
    """Play deals and give the outcome key of each, uint64[deals].

    Parameters
    ----------
    table
        Rules and policies.
    hands, skat
        uint32[3, deals] and uint32[deals]: ten cards of each seat and the other two, as
        ``ramsim/kernels/ramsch_cards.py`` lays them.
    numbers
        uint64[deals]: the number of each deal.

    Raises
    ------
    PolicyError
        When a policy breaks the rules.
    """
    keys = np.empty(skat.size, dtype=np.uint64)
    for here, block, _ in _blocks(table, hands, skat, numbers, new_trace(0)):
        keys[here] = block.keys[: here.stop - here.start]
    return keys


def play_and_see(table: RamschTable, hands: Masks, skat: Masks, numbers: Numbers) -> tuple[Numbers, Masks]:
    """Do what `play_numbered` does; gives also the hands with which play begins, uint32[3, deals]."""
    keys, held = np.empty(skat.size, dtype=np.uint64), np.zeros_like(hands)
    for here, block, trace in _blocks(table, hands, skat, numbers, new_trace(new_block().deal.size)):
        now = here.stop - here.start
        keys[here] = block.keys[:now]
        for seat in range(len(hands)):
            played = np.where(trace.seat[:, :now] == seat, trace.choice[:, :now], np.uint32(0))
            held[seat, here] = np.bitwise_or.reduce(played, axis=0)
    return keys, held


def round_reaching(table: RamschTable, hands: Masks, skat: Masks, numbers: Numbers, seat: int) -> tuple[Masks, Masks]:
    """Say how the skat comes to a seat; arguments as `play_numbered`.

    Returns
    -------
    lying, pushed
        uint32[deals]: the two cards that lie there, and the earlier seats that pushed them on, one bit each.
    """
    lying, pushed = skat.copy(), np.zeros_like(skat)
    block_size = new_block().deal.size
    for here, _, trace in _blocks(table, hands, skat, numbers, new_trace(block_size)):
        for earlier in range(seat):
            passed = trace.passed[earlier][: here.stop - here.start]
            lying[here] = np.where(passed != 0, passed, lying[here])
            pushed[here] |= np.where(passed == 0, np.uint32(1 << earlier), np.uint32(0))
    return lying, pushed


def _blocks(
    table: RamschTable, hands: Masks, skat: Masks, numbers: Numbers, trace: RamschTrace
) -> Iterator[tuple[slice, RamschBlock, RamschTrace]]:
    """Play block by block; the block and the trace are used again for the next."""
    block = new_block()
    size = block.deal.size
    driver: Any = playing_driver()
    for start in range(0, skat.size, size):
        now = min(size, skat.size - start)
        # A last block that is not full plays its first deals again.
        lanes = start + np.arange(size) % now
        block.hands[:], block.skat[:], block.deal[:] = hands[:, lanes], skat[lanes], numbers[lanes]
        with np.errstate(over="ignore"):
            wrong = driver(block, trace, np.uint64(table.plan.seed), table.rules, *table.policies)
        if wrong:
            raise table.refuse(int(numbers[start]), now)
        yield slice(start, start + now), block, trace
