"""A traced block of the Ramsch family, read back into cards: one `TracedRamsch` for each deal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ramsim.engine.ramsch import RamschTable
from ramsim.kernels.ramsch_block import PLAYS, SEATS, RamschBlock, RamschTrace
from ramsim.kernels.ramsch_cards import CODE_OF_BIT, codes_of
from ramsim.variants.schema import RamschRules


class RamschStep(NamedTuple):
    """A card played: by which seat, which card, and the cards that were legal (codes)."""

    seat: int
    card: int
    legal: tuple[int, ...]


class TracedRamsch(NamedTuple):
    """What the kernel did in one deal, in card codes and seats.

    Attributes
    ----------
    number
        Deal number.
    hands, skat
        As dealt.
    passed_in
        Whether the bidding passes the deal in; always true where every deal is a Ramsch.
    skat_round
        The two cards that each seat passed on, None where it pushed; empty without a skat's round.
    passable
        The cards that each seat might choose from, empty where it pushed.
    knocks
        Seats that knocked.
    steps
        Cards played, in order.
    key
        The outcome.
    """

    number: int
    hands: tuple[tuple[int, ...], ...]
    skat: tuple[int, ...]
    passed_in: bool
    skat_round: tuple[tuple[int, ...] | None, ...]
    passable: tuple[tuple[int, ...], ...]
    knocks: tuple[int, ...]
    steps: tuple[RamschStep, ...]
    key: int


def traced_ramsch(
    table: RamschTable, dealt: RamschBlock, played: RamschBlock, trace: RamschTrace
) -> Iterator[TracedRamsch]:
    """Read each deal of a traced block."""
    rules = table.plan.variant.rules
    assert isinstance(rules, RamschRules)
    for b in range(played.deal.size):
        given = [int(trace.passed[seat][b]) for seat in range(SEATS)] if rules.skat_round != "none" else []
        yield TracedRamsch(
            number=int(played.deal[b]),
            hands=tuple(codes_of(dealt.hands[seat][b]) for seat in range(SEATS)),
            skat=codes_of(dealt.skat[b]),
            passed_in=rules.trigger == "every_deal" or bool(dealt.takes[b]),
            skat_round=tuple(codes_of(mask) if mask else None for mask in given),
            passable=tuple(codes_of(trace.allowed[seat][b]) if mask else () for seat, mask in enumerate(given)),
            knocks=tuple(seat for seat in range(SEATS) if int(played.knocked[b]) >> seat & 1),
            steps=tuple(
                RamschStep(
                    int(trace.seat[step][b]),
                    CODE_OF_BIT[int(trace.choice[step][b]).bit_length() - 1],
                    codes_of(trace.legal[step][b]),
                )
                for step in range(PLAYS)
            ),
            key=int(played.keys[b]),
        )
