"""Trick play of the Ramsch family in lockstep, and the outcome of each deal as one number. Rules: rules.md 2.1.

Forehand leads; follow suit, a jack led asks for jacks; void, any card. The shared trick engine finds who heads the
trick and turns the rows so that the leader is row 0.
"""

from __future__ import annotations

from typing import Any

from numpy import int64, uint32, uint64

from ramsim.kernels.bits import shift_left, shift_right
from ramsim.kernels.choose import pick
from ramsim.kernels.jit import frame, stage
from ramsim.kernels.philox import USE_PLAY, random_words
from ramsim.kernels.ramsch_block import SEATS, TRICKS
from ramsim.kernels.ramsch_cards import JACKS, card_points, lane_of
from ramsim.kernels.trick import copy_row, faults, follow_card, seat_of_row, turn_rows
from ramsim.policies.ramsch_views import RamschPlayView

# Places of an outcome key, see `outcome_keys`: the columns of the outcomes frame from the last to the first, so that
# keys in ascending order are rows in order.
KEY_KNOCKS, KEY_PUSHED, KEY_LATER, KEY_LAST, KEY_TOOK, KEY_SKAT, KEY_POINTS = 0, 2, 5, 7, 9, 12, 17
# The key of a deal that was bid for, so that it became a contract and no Ramsch: no deal played has all fields 0.
KEY_BID = 0


@frame
def play_block(
    block: Any,
    seed: Any,
    rules: Any,
    team: Any,
    trace: Any,
) -> Any:
    """Play all tricks; gives 0 unless a policy chose no legal card."""
    for b in range(block.deal.size):
        block.leader[b] = uint32(0)
        block.place[b] = uint32(0)
        block.tricks[b] = uint32(0)
        block.last[b] = uint32(0)
        block.points[b] = uint32(0)
        block.seen[b] = uint32(0)
    wrong = int64(0)
    for trick in range(TRICKS):
        for row in range(SEATS):
            step = trick * SEATS + row
            if team.chance and step % 4 == 0 and trick < TRICKS - 1:
                random_words(seed, block.deal, USE_PLAY, step // 4, block.words)
            _see(block, row)
            if trick == TRICKS - 1:
                copy_row(block.legal, block.choice)
            else:
                _ask(block, rules, team, trick, row)
                wrong += faults(block.choice, block.legal)
            if trace.choice.size:
                copy_row(block.choice, trace.choice[step])
                copy_row(block.legal, trace.legal[step])
                copy_row(block.actor, trace.seat[step])
            _put_down(block, row)
        _end_trick(block, trick)
    return wrong


@stage
def _see(block: Any, row: Any) -> None:
    """Work out what the player at ``row`` sees: his seat, legal cards, the unseen cards."""
    hand = block.hands[row]
    zero = uint32(0)
    seat_of_row(block.leader, row, SEATS, block.actor)
    if row == 0:
        for b in range(block.deal.size):
            block.led[b] = zero
            block.best[b] = zero
            block.table[b] = zero
    for b in range(block.deal.size):
        held = hand[b]
        follow = uint32(held & block.led[b])
        block.legal[b] = follow if follow != zero else held
        laid = pick(block.taker[b] == block.actor[b], block.skat[b], zero)
        block.unseen[b] = uint32(~uint32(uint32(held | block.seen[b]) | laid))


@stage
def _ask(block: Any, rules: Any, team: Any, trick: Any, row: Any) -> None:
    """Ask the acting seat's policy; with several policies each answers for all deals and the seat's answer is kept."""
    for q in range(team.distinct):
        target = block.scratch if q else block.choice
        team.functions[q](
            RamschPlayView(
                block.hands[row],
                block.legal,
                block.led,
                block.best,
                block.table,
                block.unseen,
                block.actor,
                block.leader,
                block.place,
                block.tricks,
                block.points,
                block.pushed,
                block.words[(trick * SEATS + row) % 4],
                team.numbers[q],
                rules,
                trick,
                row,
            ),
            target,
        )
        if q:
            mine = uint32(0)
            for seat in range(team.of_seat.size):
                mine = uint32(mine | (uint32(1 << seat) if team.of_seat[seat] == q else uint32(0)))
            for b in range(block.deal.size):
                asked = uint32(shift_right(mine, block.actor[b]) & uint32(1)) != uint32(0)
                block.choice[b] = pick(asked, block.scratch[b], block.choice[b])


@stage
def _put_down(block: Any, row: Any) -> None:
    """Move the chosen card from the hand to the table."""
    hand = block.hands[row]
    if row == 0:
        for b in range(block.deal.size):
            card = block.choice[b]
            hand[b] = uint32(hand[b] ^ card)
            block.seen[b] = uint32(block.seen[b] | card)
            block.table[b] = card
            block.best[b] = card
            block.led[b] = lane_of(card)
            block.place[b] = uint32(0)
    else:
        for b in range(block.deal.size):
            card = block.choice[b]
            hand[b] = uint32(hand[b] ^ card)
            block.seen[b] = uint32(block.seen[b] | card)
            block.table[b] = uint32(block.table[b] | card)
        follow_card(block.choice, uint32(JACKS), row, block.led, block.best, block.place)


@stage
def _end_trick(block: Any, trick: Any) -> None:
    """Give the trick and its points to its winner, who leads next."""
    if trick < TRICKS - 1:
        turn_rows(block.hands, block.turned, SEATS, block.place)
    number = uint32(trick + 1)
    for b in range(block.deal.size):
        raw = uint32(block.leader[b] + block.place[b])
        winner = uint32(raw - uint32(SEATS)) if raw >= uint32(SEATS) else raw
        block.leader[b] = winner
        nibble = uint32(uint32(4) * winner)
        block.tricks[b] = uint32(block.tricks[b] + shift_left(uint32(1), nibble))
        others = uint32(block.last[b] & uint32(~shift_left(uint32(15), nibble)))
        block.last[b] = uint32(others | shift_left(number, nibble))
        gain = card_points(block.table[b])
        block.points[b] = uint32(block.points[b] + shift_left(gain, uint32(uint32(8) * winner)))


@stage
def outcome_keys(block: Any) -> None:
    """Write the outcome of each deal: all that any settlement asks of it, and no more, so that outcomes stay few.

    From the lowest bit: two bits for the number of knocks; a bit for each seat that pushed; two that say who of the two
    seats that did not win the last trick won the later one, kept only when these two have equal points, since only a
    tie asks for it (0: not kept, 1: the lower seat, 2: the higher); two for the winner of the last trick; a bit for
    each seat that took a trick; five of the skat's points; seven of card points in tricks for each seat. Seat 0 has the
    highest bits of what there is for each seat.
    """
    for b in range(block.deal.size):
        points, last = block.points[b], block.last[b]
        point_0 = uint32(points & uint32(127))
        point_1 = uint32(uint32(points >> uint32(8)) & uint32(127))
        point_2 = uint32(uint32(points >> uint32(16)) & uint32(127))
        last_0 = uint32(last & uint32(15))
        last_1 = uint32(uint32(last >> uint32(4)) & uint32(15))
        last_2 = uint32(uint32(last >> uint32(8)) & uint32(15))
        took_0 = uint32(4) if last_0 != uint32(0) else uint32(0)
        took_1 = uint32(2) if last_1 != uint32(0) else uint32(0)
        took_2 = uint32(1) if last_2 != uint32(0) else uint32(0)
        took = uint32(uint32(took_0 | took_1) | took_2)
        taker = block.leader[b]
        first, second = taker == uint32(0), taker == uint32(1)
        low_points, low_last = (point_1 if first else point_0), (last_1 if first else last_0)
        high_points, high_last = (point_2 if first | second else point_1), (last_2 if first | second else last_1)
        kept = (low_points == high_points) & (low_points != uint32(0))
        order = uint32(1) if low_last > high_last else uint32(2)
        later = order if kept else uint32(0)
        knocks = uint32(
            uint32(uint32(block.knocked[b] & uint32(1)) + uint32(uint32(block.knocked[b] >> uint32(1)) & uint32(1)))
            + uint32(block.knocked[b] >> uint32(2))
        )
        pushed = block.pushed[b]
        turned = uint32(uint32(uint32(pushed & uint32(1)) << uint32(2)) | uint32(pushed & uint32(2)))
        turned = uint32(turned | uint32(pushed >> uint32(2)))
        low = uint32(uint32(knocks | uint32(turned << uint32(KEY_PUSHED))) | uint32(later << uint32(KEY_LATER)))
        low = uint32(low | uint32(uint32(taker << uint32(KEY_LAST)) | uint32(took << uint32(KEY_TOOK))))
        low = uint32(low | uint32(card_points(block.skat[b]) << uint32(KEY_SKAT)))
        high = uint32(uint32(point_2 | uint32(point_1 << uint32(7))) | uint32(point_0 << uint32(14)))
        block.keys[b] = uint64(uint64(low) | uint64(uint64(high) << uint64(KEY_POINTS)))
