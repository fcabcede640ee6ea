"""Play policies of the Ramsch family, whose players avoid card points; for a whole block of deals.

``rule`` leads low from suits in which others still hold higher cards, gets rid of lone cards, ducks with its dearest
loser and throws what endangers it on others' tricks. It sees a Durchmarsch in the making, its own (it goes for it) or
another's (it breaks it), and a Jungfrau that would double its own loss.
"""

from __future__ import annotations

from typing import Any

from numpy import uint32

from ramsim.kernels.bits import shift_right
from ramsim.kernels.choose import highest_bit
from ramsim.kernels.jit import helper, stage
from ramsim.kernels.ramsch_cards import ACES, LOW, PLAIN, TENS, at_or_above, at_or_below
from ramsim.policies.ramsch_choose import (
    but_lowest,
    cheapest_card,
    dearest_card,
    highest_card,
    lanes_with,
    lanes_with_low,
    losing_cards,
    lowest_card,
)

# From which trick on (counted from 0) `rule` heeds a Durchmarsch or a Jungfrau, and the points that make it go for all.
HEEDS_WHEN_LEADING = 4
HEEDS_WHEN_FOLLOWING = 5
GOES_FOR_ALL_FROM = 45


def lowest(view: Any, choice: Any) -> None:
    """Play the legal card lowest in rank: 7 8 9 Q K 10 A, jacks above all as trumps; ties clubs < ... < spades."""
    for b in range(choice.size):
        choice[b] = lowest_card(view.legal[b])


def simple(view: Any, choice: Any) -> None:
    """Play as the players of the published statistic: lead the cheapest, duck with the dearest, else the cheapest."""
    if view.row == 0:
        for b in range(choice.size):
            choice[b] = cheapest_card(view.legal[b])
    else:
        _simple_follows(view, choice)


@stage
def _simple_follows(view: Any, choice: Any) -> None:
    for b in range(choice.size):
        legal = view.legal[b]
        under = losing_cards(legal, view.led[b], view.best[b])
        choice[b] = dearest_card(under) if under != uint32(0) else cheapest_card(legal)


def rule(view: Any, choice: Any) -> None:
    """Lead low where others hold higher, duck with the dearest loser, throw danger on others' tricks, heed sweeps."""
    if view.row == 0:
        _rule_leads(view, choice)
    else:
        _rule_follows(view, choice)


@stage
def _rule_leads(view: Any, choice: Any) -> None:
    """Lead.

    Candidates are cards that an unseen card beats, in suits with at least two unseen cards where there are any. Among
    them first a lone card of its suit below the ten, then a low card of a suit of two, then the lowest. The player with
    most points, while one other has no trick, leads the lowest card that every unseen card of the suit beats. Who has
    all tricks and many points late in the deal goes on with cards that nothing beats.
    """
    zero = uint32(0)
    late = view.trick >= HEEDS_WHEN_LEADING
    done = uint32(view.trick)
    for b in range(choice.size):
        legal, unseen = view.legal[b], view.unseen[b]
        beaten = at_or_below(unseen)
        safe = uint32(legal & beaten)
        several = uint32(safe & lanes_with(but_lowest(unseen)))
        pool = several if several != zero else (safe if safe != zero else legal)
        more = but_lowest(legal)
        lone = uint32(uint32(pool & uint32(~lanes_with(more))) & uint32(PLAIN & ~(TENS | ACES)))
        pair = uint32(uint32(pool & uint32(~lanes_with(but_lowest(more)))) & uint32(LOW))
        quiet = lone if lone != zero else (pair if pair != zero else pool)
        sure = uint32(safe & uint32(~at_or_above(unseen)))
        masters = uint32(legal & uint32(~beaten))
        own_tricks = _of_seat(view.tricks[b], view.seat[b], uint32(4), uint32(15))
        own_points = _of_seat(view.points[b], view.seat[b], uint32(8), uint32(255))
        threatened = _one_without(view.tricks[b]) & (own_tricks != zero) & _most(view.points[b], own_points)
        low = sure if late & threatened & (sure != zero) else quiet
        sweeping = late & (own_tricks == done) & (masters != zero) & (own_points >= uint32(GOES_FOR_ALL_FROM))
        choice[b] = highest_bit(uint32, masters) if sweeping else lowest_card(low)


@stage
def _rule_follows(view: Any, choice: Any) -> None:
    """Follow.

    With a card that loses the trick: the dearest such; when void in the suit led first a card without a 7, 8 or 9
    beside it, of a suit that is still out. Without one: the last player takes with his highest plain card, the second
    plays his lowest. Late in the deal another's sweep is broken with the lowest card that takes the trick.
    """
    zero = uint32(0)
    last = view.row == 2
    late = view.trick >= HEEDS_WHEN_FOLLOWING
    done = uint32(view.trick)
    for b in range(choice.size):
        legal, hand, tricks = view.legal[b], view.hand[b], view.tricks[b]
        under = losing_cards(legal, view.led[b], view.best[b])
        over = uint32(legal ^ under)
        void = uint32(hand & view.led[b]) == zero
        live = uint32(under & lanes_with(view.unseen[b]))
        bare = uint32(uint32(live & uint32(~lanes_with_low(hand))) & uint32(PLAIN))
        thrown = bare if bare != zero else (live if live != zero else under)
        losing = dearest_card(thrown if void else under)
        taking = highest_card(legal) if last else lowest_card(legal)
        quiet = losing if under != zero else taking
        all_taken = (tricks == done) | (tricks == uint32(done << uint32(4))) | (tricks == uint32(done << uint32(8)))
        breaks = late & all_taken & (over != zero)
        choice[b] = lowest_card(over) if breaks else quiet


@helper
def _of_seat(packed: Any, seat: Any, bits: Any, mask: Any) -> Any:
    return uint32(shift_right(packed, uint32(bits * seat)) & mask)


@helper
def _one_without(tricks: Any) -> Any:
    """Tell whether exactly one player has no trick."""
    zero, one = uint32(0), uint32(1)
    first = one if uint32(tricks & uint32(0x00F)) == zero else zero
    second = one if uint32(tricks & uint32(0x0F0)) == zero else zero
    third = one if uint32(tricks & uint32(0xF00)) == zero else zero
    return uint32(uint32(first + second) + third) == one


@helper
def _most(points: Any, own: Any) -> Any:
    """Tell whether nobody has more points than ``own``."""
    first = own >= uint32(points & uint32(255))
    second = own >= uint32(uint32(points >> uint32(8)) & uint32(255))
    return first & second & (own >= uint32(points >> uint32(16)))
