"""Play policies of the Rams family, for a whole block of deals.

``rule`` is a sound player by rule. Leading, it plays a trump from the top when it is long, a card that nothing unseen
beats, or its most promising card while it has no trick; following, it takes a trick as cheaply as the players behind it
allow and throws its most worthless card when it cannot, or need not, take it.
"""

from __future__ import annotations

from typing import Any

from numpy import uint32, uint64

from ramsim.kernels.bits import count_bits, deposit, shift_left, shift_right
from ramsim.kernels.choose import fill_down, highest_bit, highest_ranks, lowest_bit, lowest_in_order, lowest_ranks
from ramsim.kernels.jit import stage
from ramsim.kernels.layout import KEEP_1, KEEP_2, KEEP_4, KEEP_8, LANE_0, ONES, TRUMPS
from ramsim.policies.views import R_WIDTH


def random(view: Any, choice: Any) -> None:
    """Play every legal card with the same chance."""
    word = choice.dtype.type
    for b in range(choice.size):
        count = uint64(count_bits(view.legal[b]))
        place = word(uint64(uint64(view.random[b]) * count) >> uint64(32))
        choice[b] = shift_left(word(1), place)
    for b in range(choice.size):
        choice[b] = deposit(choice[b], view.legal[b])


def lowest(view: Any, choice: Any) -> None:
    """Play the legal card lowest in rank, ties by suit clubs < diamonds < hearts < spades, jokers highest."""
    word = choice.dtype.type
    trumps, lane, ones, width = view.lanes[TRUMPS], view.lanes[LANE_0], view.lanes[ONES], word(view.rules[R_WIDTH])
    for b in range(choice.size):
        choice[b] = lowest_in_order(word, view.legal[b], view.suit[b], trumps, lane, width, ones)


def rule(view: Any, choice: Any) -> None:
    """Play soundly: draw trumps when long, keep masters, take cheaply, chase the first trick, throw the worthless."""
    if view.row == 0:
        _rule_leads(view, choice)
    else:
        _rule_follows(view, choice)


@stage
def _rule_leads(view: Any, choice: Any) -> None:
    """Lead.

    A trump that nothing unseen beats, when holding three trumps, or two and a plain master that trumps threaten; else a
    plain master; else a master trump while without a trick. Without any of these, the highest plain card when it may
    still make the first trick or when few are in, and the lowest plain card otherwise.
    """
    word = choice.dtype.type
    zero = word(0)
    trumps, lane, ones, width = view.lanes[TRUMPS], view.lanes[LANE_0], view.lanes[ONES], word(view.rules[R_WIDTH])
    keep_1, keep_2, keep_4, keep_8 = view.lanes[KEEP_1], view.lanes[KEEP_2], view.lanes[KEEP_4], view.lanes[KEEP_8]
    for b in range(choice.size):
        legal = view.legal[b]
        beaten = fill_down(word, view.unseen[b], keep_1, keep_2, keep_4, keep_8)
        masters = word(legal & word(~beaten))
        none_yet = uint32(shift_right(view.tricks[b], uint32(uint32(4) * view.seat[b])) & uint32(15)) == uint32(0)
        plain_masters = word(masters & word(~trumps))
        trump_masters = word(masters & trumps)
        held = uint32(count_bits(word(legal & trumps)))
        long = (held >= uint32(3)) | ((held == uint32(2)) & (plain_masters != zero))
        draw = trump_masters if long & (trump_masters != zero) else plain_masters
        wanted = draw if draw != zero else (trump_masters if none_yet else zero)
        plain = word(legal & word(~trumps))
        others = plain if plain != zero else legal
        low = lowest_bit(word, lowest_ranks(word, others, lane, width, ones))
        high = highest_bit(word, highest_ranks(word, others, lane, width, ones))
        hopeful = none_yet | (view.behind[b] <= uint32(2))
        choice[b] = highest_bit(word, wanted) if wanted != zero else (high if hopeful else low)


@stage
def _rule_follows(view: Any, choice: Any) -> None:
    """Follow.

    When the trick can be taken: as the last player, or by trumping a plain lead, with the lowest card that takes it;
    otherwise with the lowest that nothing unseen beats, or failing that with the highest while without a trick and the
    lowest afterwards. When it cannot be taken: the lowest plain card that is no master, else the lowest card.
    """
    word = choice.dtype.type
    zero, one = word(0), word(1)
    trumps, lane, ones, width = view.lanes[TRUMPS], view.lanes[LANE_0], view.lanes[ONES], word(view.rules[R_WIDTH])
    keep_1, keep_2, keep_4, keep_8 = view.lanes[KEEP_1], view.lanes[KEEP_2], view.lanes[KEEP_4], view.lanes[KEEP_8]
    for b in range(choice.size):
        legal, led = view.legal[b], view.led[b]
        beaten = fill_down(word, view.unseen[b], keep_1, keep_2, keep_4, keep_8)
        masters = word(legal & word(~beaten))
        none_yet = uint32(shift_right(view.tricks[b], uint32(uint32(4) * view.seat[b])) & uint32(15)) == uint32(0)
        higher = word(~word(view.best[b] | word(view.best[b] - one)))
        beating = word(word(legal & higher) & word(led | trumps))
        safe = word(beating & masters)
        trumping = (word(led & trumps) == zero) & (word(beating & trumps) != zero)
        cheaply = (view.behind[b] == uint32(0)) | trumping
        candidates = beating if cheaply | (safe == zero) else safe
        boldly = none_yet & (not cheaply) & (safe == zero)
        taking = highest_bit(word, beating) if boldly else lowest_bit(word, candidates)
        worthless = word(legal & word(~masters))
        discards = worthless if worthless != zero else legal
        plain = word(discards & word(~trumps))
        thrown = lowest_bit(word, lowest_ranks(word, plain if plain != zero else discards, lane, width, ones))
        choice[b] = taking if beating != zero else thrown
