"""Trick play of the Rams family in lockstep, and the outcome of each deal as one number.

Rules: rules.md 1.1; the leader of 1.2.8, 1.2.9 and 1.3.3; a lost ramsch that stops play, 1.2.11.
"""

from __future__ import annotations

from typing import Any

from numpy import uint32, uint64

from ramsim.kernels.bits import count_bits, shift_left, shift_right
from ramsim.kernels.choose import pick
from ramsim.kernels.jit import frame, stage
from ramsim.kernels.layout import TRUMPS
from ramsim.kernels.philox import USE_PLAY, random_words
from ramsim.kernels.rams_block import NOBODY, PLAYED, SPECIAL_LOST, SPECIAL_MADE
from ramsim.kernels.rams_declare import SPECIAL_TARGET
from ramsim.kernels.trick import copy_row, faults, follow_card, lead_card, legal_cards, seat_of_row, turn_rows
from ramsim.policies.views import (
    R_DECLARER_LEADS,
    R_EXCHANGE,
    R_HAND_SIZE,
    R_HEAD,
    R_MUST_TRUMP,
    R_OVERTRUMP,
    R_PLAYERS,
    R_SPARES,
    R_SPECIAL,
    R_STOPS,
    PlayView,
)

OVER_ALWAYS, OVER_WHEN_VOID, OVER_NEVER = range(3)


@frame
def play_block(
    block: Any,
    seed: Any,
    lanes: Any,
    rules: Any,
    team: Any,
    trace: Any,
    lead: Any = None,
) -> Any:
    """Play all tricks; gives 0 unless a policy chose no legal card.

    ``lead``, where it is given (word[B]), is the first card of each deal; 0 leaves it to the policy.
    """
    players, tricks = rules[R_PLAYERS], rules[R_HAND_SIZE]
    _seat_leaders(block, rules)
    wrong = 0
    for trick in range(tricks):
        for b in range(block.deal.size):
            block.behind[b] = uint32(block.count[b] - uint32(1))
        for row in range(players):
            step = trick * players + row
            if team.chance and step % 4 == 0 and trick < tricks - 1:
                random_words(seed, block.deal, USE_PLAY, step // 4, block.words)
            _see(block, lanes, rules, row)
            if trick == tricks - 1:
                copy_row(block.legal, block.choice)
            else:
                _ask(block, lanes, rules, team, trick, row)
                if lead is not None:  # noqa: SIM102  (Numba drops the branch only when it stands alone)
                    if step == 0:
                        _impose(block, lead)
                wrong += faults(block.choice, block.legal)
            if trace.choice.size:
                copy_row(block.choice, trace.choice[step])
                copy_row(block.legal, trace.legal[step])
                copy_row(block.actor, trace.seat[step])
            _put_down(block, lanes, row)
        _end_trick(block, rules, trick)
    return wrong


@stage
def _seat_leaders(block: Any, rules: Any) -> None:
    """Empty the hands of whoever does not play and turn the rows so that the leader is row 0."""
    word = block.upcard.dtype.type
    zero = word(0)
    players = rules[R_PLAYERS]
    declarer_leads = rules[R_DECLARER_LEADS] != 0
    for b in range(block.deal.size):
        inside = block.inside[b]
        first = uint32(count_bits(uint32(uint32(inside & uint32(~inside + uint32(1))) - uint32(1))))
        called = declarer_leads & (block.caller[b] != uint32(NOBODY))
        leader = pick(called, block.caller[b], first)
        # A deal that is not played has no leader; any seat will do, its hands are empty.
        leader = leader if leader < uint32(players) else uint32(0)
        block.leader[b] = leader
        block.place[b] = leader
        block.tricks[b] = uint32(0)
        block.seen[b] = zero
        block.count[b] = pick(block.ending[b] == uint32(PLAYED), block.count[b], uint32(1))
    for seat in range(players):
        hand = block.hands[seat]
        bit = uint32(1 << seat)
        for b in range(block.deal.size):
            plays = (block.ending[b] == uint32(PLAYED)) & (uint32(block.inside[b] & bit) != uint32(0))
            hand[b] = pick(plays, hand[b], zero)
    turn_rows(block.hands, block.turned, players, block.place)
    if rules[R_SPARES] or rules[R_EXCHANGE]:
        turn_rows(block.known, block.turned, players, block.place)


@stage
def _see(block: Any, lanes: Any, rules: Any, row: Any) -> None:
    """Work out what the player at ``row`` sees: his seat, legal cards, the unseen cards, who is behind him."""
    word = block.upcard.dtype.type
    hand, known = block.hands[row], block.known[row]
    zero = word(0)
    seat_of_row(block.leader, row, rules[R_PLAYERS], block.actor)
    if row == 0:
        for b in range(block.deal.size):
            block.legal[b] = hand[b]
            block.led[b] = zero
            block.best[b] = zero
    else:
        head = rules[R_HEAD] != 0
        always = head or rules[R_OVERTRUMP] == OVER_ALWAYS
        when_void = always or rules[R_OVERTRUMP] == OVER_WHEN_VOID
        legal_cards(
            hand, block.led, block.best, lanes[TRUMPS], head, always, when_void, rules[R_MUST_TRUMP] != 0, block.legal
        )
        for b in range(block.deal.size):
            block.behind[b] = uint32(block.behind[b] - (uint32(1) if hand[b] != zero else uint32(0)))
    secret = rules[R_SPARES] or rules[R_EXCHANGE]
    for b in range(block.deal.size):
        gone = word(word(hand[b] | block.seen[b]) | block.lying[b])
        gone = word(gone | known[b]) if secret else gone
        block.unseen[b] = word(block.pack[b] & word(~gone))


@stage
def _ask(block: Any, lanes: Any, rules: Any, team: Any, trick: Any, row: Any) -> None:
    """Ask the acting seat's policy; with several policies each answers for all deals and the seat's answer is kept."""
    for q in range(team.distinct):
        target = block.scratch if q else block.choice
        team.functions[q](
            PlayView(
                block.hands[row],
                block.legal,
                block.led,
                block.best,
                block.unseen,
                block.upcard,
                block.suit,
                block.actor,
                block.behind,
                block.tricks,
                block.inside,
                block.caller,
                block.pot,
                block.words[(trick * rules[R_PLAYERS] + row) % 4],
                team.numbers[q],
                lanes,
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
def _impose(block: Any, lead: Any) -> None:
    """Put the card that is to be led in the place of the policy's choice, where the leader holds it."""
    word = block.upcard.dtype.type
    for b in range(block.deal.size):
        held = word(lead[b] & block.legal[b]) != word(0)
        block.choice[b] = pick(held, lead[b], block.choice[b])


@stage
def _put_down(block: Any, lanes: Any, row: Any) -> None:
    """Move the chosen card from the hand to the table."""
    word = block.upcard.dtype.type
    hand = block.hands[row]
    for b in range(block.deal.size):
        hand[b] = word(hand[b] ^ block.choice[b])
        block.seen[b] = word(block.seen[b] | block.choice[b])
    if row == 0:
        lead_card(block.choice, lanes, block.led, block.best, block.place)
    else:
        follow_card(block.choice, lanes[TRUMPS], row, block.led, block.best, block.place)


@stage
def _end_trick(block: Any, rules: Any, trick: Any) -> None:
    """Give the trick to its winner, let him lead, stop a lost ramsch where the rules say so."""
    word = block.upcard.dtype.type
    zero = word(0)
    players, tricks = rules[R_PLAYERS], rules[R_HAND_SIZE]
    if trick < tricks - 1:
        turn_rows(block.hands, block.turned, players, block.place)
        if rules[R_SPARES] or rules[R_EXCHANGE]:
            turn_rows(block.known, block.turned, players, block.place)
    count = uint32(players)
    for b in range(block.deal.size):
        raw = uint32(block.leader[b] + block.place[b])
        winner = uint32(raw - count) if raw >= count else raw
        block.leader[b] = winner
        won = shift_left(uint32(1), uint32(uint32(4) * winner))
        block.tricks[b] = uint32(block.tricks[b] + (won if block.best[b] != zero else uint32(0)))
    if rules[R_STOPS]:
        for row in range(players):
            hand = block.hands[row]
            for b in range(block.deal.size):
                over = (block.caller[b] != uint32(NOBODY)) & (block.leader[b] != block.caller[b])
                hand[b] = pick(over, zero, hand[b])


@stage
def outcome_keys(block: Any, rules: Any) -> None:
    """Write the outcome of each deal as 63 bits.

    Bits 4s to 4s+2: tricks of seat s; bit 4s+3: it is in. Bits 32+3s to 34+3s: its target. Bits 56 to 58: the ending;
    59 to 62: the caller, 15 for nobody.
    """
    tricks = uint32(rules[R_HAND_SIZE])
    for b in range(block.deal.size):
        caller = block.caller[b]
        took = uint32(shift_right(block.tricks[b], uint32(uint32(4) * uint32(caller & uint32(7)))) & uint32(15))
        special = pick(took == tricks, uint32(SPECIAL_MADE), uint32(SPECIAL_LOST))
        called = (block.ending[b] == uint32(PLAYED)) & (caller != uint32(NOBODY))
        ending = pick(called, special, block.ending[b])
        block.ending[b] = ending
        # Spread the bits of `inside` to one in four: each step moves the upper half of a group up.
        inside = block.inside[b]
        inside = uint32(uint32(inside | uint32(inside << uint32(12))) & uint32(0x000F000F))
        inside = uint32(uint32(inside | uint32(inside << uint32(6))) & uint32(0x03030303))
        inside = uint32(uint32(inside | uint32(inside << uint32(3))) & uint32(0x11111111))
        seats = uint32(block.tricks[b] | uint32(inside << uint32(3)))
        head = uint32(uint32(ending | uint32(caller << uint32(3))) << uint32(24))
        block.keys[b] = uint64(uint64(seats) | uint64(uint64(head) << uint64(32)))
    if rules[R_SPECIAL] == SPECIAL_TARGET:
        for seat in range(rules[R_PLAYERS]):
            for b in range(block.deal.size):
                target = uint32(shift_right(block.targets[b], uint32(4 * seat)) & uint32(7))
                block.keys[b] = uint64(block.keys[b] | uint64(uint64(target) << uint64(32 + 3 * seat)))
