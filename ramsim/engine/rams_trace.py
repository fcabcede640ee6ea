"""A traced block of the Rams family, read back into cards: one `TracedDeal` for each deal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ramsim.engine.rams import RamsTable
from ramsim.kernels.rams_block import NOBODY, RamsBlock, Trace
from ramsim.policies.views import IN, OUT, SPECIAL, WIDOW
from ramsim.variants.schema import RamsRules

_CALLS = {OUT: "out", IN: "in", WIDOW: "widow", SPECIAL: "special"}


class Step(NamedTuple):
    """A card played: by which seat, which card, and the cards that were legal (codes)."""

    seat: int
    card: int
    legal: tuple[int, ...]


class TracedDeal(NamedTuple):
    """What the kernel did in one deal, in card codes and seats.

    Attributes
    ----------
    number
        Deal number.
    hands, widows, upcard
        As dealt.
    calls
        What each seat said: ``out``, ``in``, ``widow``, ``special``.
    allowed
        The calls that were open to each seat.
    widow_discards
        Cards laid away by takers of a spare hand with a card more.
    exchange
        Seat that took the upcard and its discard, or None.
    announcements
        Seat and words (``general``, ``target 3``), in order.
    steps
        Cards played, in order.
    key
        The outcome.
    """

    number: int
    hands: tuple[tuple[int, ...], ...]
    widows: tuple[tuple[int, ...], ...]
    upcard: int
    calls: tuple[str, ...]
    allowed: tuple[tuple[str, ...], ...]
    widow_discards: tuple[int, ...]
    exchange: tuple[int, int] | None
    announcements: tuple[tuple[int, str], ...]
    steps: tuple[Step, ...]
    key: int


def traced_deals(table: RamsTable, dealt: RamsBlock, played: RamsBlock, trace: Trace) -> Iterator[TracedDeal]:
    """Read each deal of a traced block."""
    cards = [_CodeTable(table, suit) for suit in range(4)]
    for b in range(played.deal.size):
        yield _read(table, cards[int(dealt.suit[b])], dealt, played, trace, b)


class _CodeTable:
    """From masks in playing order to card codes, under one trump suit."""

    def __init__(self, table: RamsTable, suit: int) -> None:
        self.code = {1 << table.layout.play_bit(code, suit): code for code in table.layout.bits}

    def one(self, mask: Any) -> int:
        return self.code[int(mask)]

    def all(self, mask: Any) -> tuple[int, ...]:
        rest, found = int(mask), []
        while rest:
            low = rest & -rest
            found.append(self.code[low])
            rest ^= low
        return tuple(found)


def _read(table: RamsTable, cards: _CodeTable, dealt: RamsBlock, played: RamsBlock, trace: Trace, b: int) -> TracedDeal:
    players = table.plan.players
    rules = table.plan.variant.rules
    assert isinstance(rules, RamsRules)
    taken = int(played.taken[b])
    announcements = [
        (seat, f"target {target}") for seat in range(players) if (target := int(played.targets[b]) >> 4 * seat & 15)
    ]
    if rules.special == "general" and not rules.special_forces_in and played.caller[b] != NOBODY:
        announcements.append((int(played.caller[b]), "general"))
    swapped = played.exchanger[b] != NOBODY
    return TracedDeal(
        number=int(played.deal[b]),
        hands=tuple(cards.all(dealt.hands[seat][b]) for seat in range(players)),
        widows=tuple(cards.all(dealt.spare[w][b]) for w in range(table.spares)),
        upcard=cards.one(dealt.upcard[b]),
        calls=tuple(_CALLS[int(trace.calls[seat][b])] for seat in range(players)),
        allowed=tuple(
            tuple(word for bit, word in _CALLS.items() if int(trace.allowed[seat][b]) & bit) for seat in range(players)
        ),
        widow_discards=tuple(cards.one(played.widow_laid[w][b]) for w in range(taken) if rules.widow > rules.hand_size),
        exchange=(int(played.exchanger[b]), cards.one(played.laid[b])) if swapped else None,
        announcements=tuple(announcements),
        steps=tuple(
            Step(int(trace.seat[step][b]), cards.one(trace.choice[step][b]), cards.all(trace.legal[step][b]))
            for step in range(len(trace.choice))
            if trace.choice[step][b]
        ),
        key=int(played.keys[b]),
    )
