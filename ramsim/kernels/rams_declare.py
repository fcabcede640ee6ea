"""Declarations of the Rams family in lockstep: in, out, widow, ramsch; the forced dealer; upcard; announcements.

Rules: rules.md 1.2 points 3 to 8, 1.3 point 2 and the variants of 1.3; points of play in ``ramsim/variants/points.py``.
"""

from __future__ import annotations

from typing import Any

from numpy import int64, uint32

from ramsim.kernels.bits import count_bits, shift_left
from ramsim.kernels.choose import pick, worst_card
from ramsim.kernels.jit import frame, stage
from ramsim.kernels.layout import LANE_0, ONES, TRUMPS
from ramsim.kernels.philox import USE_DECLARE, random_words
from ramsim.kernels.rams_block import ALL_PASS, LONE, NOBODY, PLAYED
from ramsim.kernels.trick import copy_row, faults
from ramsim.policies.special import announce_target, special_masks, sure_of_all
from ramsim.policies.views import (
    IN,
    OUT,
    R_ALL_PASS,
    R_DROPPING,
    R_EXCHANGE,
    R_FORCES_IN,
    R_HAND_SIZE,
    R_LONE,
    R_PLAYERS,
    R_SPARE_SIZE,
    R_SPARES,
    R_SPECIAL,
    R_WIDTH,
    SPECIAL,
    WIDOW,
    DeclareView,
)

# Values of the rule entries, in the order of the schema's literals.
DROP_ALWAYS, DROP_DOUBLE_POT, DROP_NEVER = range(3)
DEALER_FORCED, POT_CARRIES, RIGHT_PAYS_DEALER, DEALER_TAKES_POT, DEALER_MAY_PLAY = range(5)
LONE_TAKES_POT, LONE_DEALER_MUST_PLAY = range(2)
EXCHANGE_NONE, EXCHANGE_LONE_PLAYER, EXCHANGE_DEALER, EXCHANGE_FORCED_DEALER = range(4)
SPECIAL_NONE, SPECIAL_RAMSCH, SPECIAL_GENERAL, SPECIAL_TARGET = range(4)


@frame
def declare_block(
    block: Any,
    seed: Any,
    lanes: Any,
    rules: Any,
    team: Any,
    trace: Any,
) -> Any:
    """Let every seat speak; gives 0 unless a policy made a call that was not open to it."""
    clear_calls(block)
    wrong = 0
    for seat in range(rules[R_PLAYERS]):
        if team.chance and seat % 4 == 0:
            random_words(seed, block.deal, USE_DECLARE, seat // 4, block.words)
        wrong += speak(block, lanes, rules, team, trace, seat)
    return wrong


@stage
def clear_calls(block: Any) -> None:
    """Begin the declarations: nobody has spoken, the upcard lies on the table."""
    for b in range(block.deal.size):
        block.inside[b] = uint32(0)
        block.caller[b] = uint32(NOBODY)
        block.forced[b] = uint32(0)
        block.taken[b] = uint32(0)
        block.targets[b] = uint32(0)
        block.exchanger[b] = uint32(NOBODY)
        block.ending[b] = uint32(PLAYED)
        block.lying[b] = block.upcard[b]


@frame
def speak(block: Any, lanes: Any, rules: Any, team: Any, trace: Any, seat: Any) -> Any:
    """Let ``seat`` make its call by its policy; gives 0 unless the call was not open to it."""
    open_calls(block, rules, seat)
    q = team.of_seat[seat]
    team.functions[q](
        DeclareView(
            block.hands[seat],
            block.upcard,
            block.suit,
            block.allowed,
            block.inside,
            block.pot,
            block.words[seat % 4],
            team.numbers[q],
            lanes,
            rules,
            seat,
        ),
        block.call,
    )
    wrong = faults(block.call, block.allowed)
    if trace.calls.size:
        copy_row(block.call, trace.calls[seat])
        copy_row(block.allowed, trace.allowed[seat])
    take_call(block, lanes, rules, seat)
    return wrong


@stage
def open_calls(block: Any, rules: Any, seat: Any) -> None:
    """Write the calls open to ``seat``, given what was said before it."""
    dealer = rules[R_PLAYERS] - 1
    dropping, all_pass = rules[R_DROPPING], rules[R_ALL_PASS]
    spares = uint32(rules[R_SPARES])
    special = uint32(SPECIAL if rules[R_FORCES_IN] and rules[R_SPECIAL] != SPECIAL_NONE else 0)
    # The last to speak when nobody is in has no say under some rules: forced in, or void before he speaks.
    alone = seat == dealer and dropping != DROP_NEVER
    alone_in = alone and (all_pass in (DEALER_FORCED, DEALER_TAKES_POT))
    alone_out = alone and all_pass == RIGHT_PAYS_DEALER
    must_face = seat == dealer and rules[R_LONE] == LONE_DEALER_MUST_PLAY
    freely, in_double_pot = dropping == DROP_ALWAYS, dropping == DROP_DOUBLE_POT
    for b in range(block.deal.size):
        may_drop = freely | (in_double_pot & (block.pot[b] > int64(0)))
        out = uint32(OUT) if may_drop else uint32(0)
        widow = uint32(WIDOW) if block.taken[b] < spares else uint32(0)
        calls = uint32(uint32(uint32(IN) | out) | uint32(widow | special))
        nobody = (block.inside[b] == uint32(0)) & may_drop
        calls = uint32(IN) if alone_in & nobody else calls
        calls = uint32(OUT) if alone_out & nobody else calls
        one = (block.inside[b] != uint32(0)) & (
            uint32(block.inside[b] & uint32(block.inside[b] - uint32(1))) == uint32(0)
        )
        calls = uint32(IN) if must_face & one else calls
        block.allowed[b] = uint32(IN) if block.caller[b] != uint32(NOBODY) else calls


@stage
def take_call(block: Any, lanes: Any, rules: Any, seat: Any) -> None:
    """Carry out the calls that ``seat`` has made."""
    word = block.upcard.dtype.type
    zero = word(0)
    spares = rules[R_SPARES]
    mine = uint32(uint32(1) << uint32(seat))
    hand, known = block.hands[seat], block.known[seat]
    for b in range(block.deal.size):
        call = block.call[b]
        block.inside[b] = uint32(block.inside[b] | (mine if call != uint32(OUT) else uint32(0)))
        block.caller[b] = pick(call == uint32(SPECIAL), uint32(seat), block.caller[b])
        known[b] = zero
    if spares:
        for w in range(spares):
            spare, laid = block.spare[w], block.widow_laid[w]
            for b in range(block.deal.size):
                takes = (block.call[b] == uint32(WIDOW)) & (block.taken[b] == uint32(w))
                known[b] = pick(takes, hand[b], known[b])
                hand[b] = pick(takes, spare[b], hand[b])
                laid[b] = word(laid[b] if seat else zero)
            if rules[R_SPARE_SIZE] > rules[R_HAND_SIZE]:
                _lay_away(block, lanes, rules, hand, known, laid, w)
        for b in range(block.deal.size):
            block.taken[b] = uint32(block.taken[b] + (uint32(1) if block.call[b] == uint32(WIDOW) else uint32(0)))


@stage
def _lay_away(block: Any, lanes: Any, rules: Any, hand: Any, known: Any, laid: Any, w: Any) -> None:
    """Let the taker of a spare hand of one card more lay his worst card away."""
    word = block.upcard.dtype.type
    trumps, lane, ones, width = lanes[TRUMPS], lanes[LANE_0], lanes[ONES], word(rules[R_WIDTH])
    for b in range(block.deal.size):
        takes = (block.call[b] == uint32(WIDOW)) & (block.taken[b] == uint32(w))
        worst = worst_card(word, hand[b], block.suit[b], trumps, lane, width, ones)
        laid[b] = pick(takes, worst, laid[b])
        hand[b] = pick(takes, word(hand[b] ^ worst), hand[b])
        known[b] = pick(takes, word(known[b] | worst), known[b])


@stage
def resolve_block(block: Any, lanes: Any, rules: Any) -> None:
    """Settle who plays: everyone after a ramsch, the forced dealer, the lone player, void deals; then the upcard."""
    players = rules[R_PLAYERS]
    dealer = uint32(players - 1)
    everyone = uint32((1 << players) - 1)
    dealer_bit = uint32(uint32(1) << dealer)
    must_play = rules[R_LONE] == LONE_DEALER_MUST_PLAY
    for b in range(block.deal.size):
        called = block.caller[b] != uint32(NOBODY)
        inside = pick(called, everyone, block.inside[b])
        others = uint32(inside & uint32(~dealer_bit))
        one = (others != uint32(0)) & (uint32(others & uint32(others - uint32(1))) == uint32(0))
        forced = must_play & one & (not called)
        inside = uint32(inside | (dealer_bit if forced else uint32(0)))
        lone = uint32(inside & uint32(inside - uint32(1))) == uint32(0)
        block.forced[b] = uint32(1) if forced else uint32(0)
        block.ending[b] = uint32(ALL_PASS) if inside == uint32(0) else (uint32(LONE) if lone else uint32(PLAYED))
        block.leader[b] = others
        block.inside[b] = inside
        block.count[b] = count_bits(block.inside[b])
    if rules[R_EXCHANGE] != EXCHANGE_NONE:
        _exchange(block, lanes, rules)


@stage
def _exchange(block: Any, lanes: Any, rules: Any) -> None:
    """Let the player whom the rules name take the upcard for his worst card, when it is better than that card.

    ``block.leader`` still holds who was in besides the dealer: when he was forced, the lone player's bit.
    """
    word = block.upcard.dtype.type
    zero = word(0)
    players, mode = rules[R_PLAYERS], rules[R_EXCHANGE]
    trumps, lane, ones, width = lanes[TRUMPS], lanes[LANE_0], lanes[ONES], word(rules[R_WIDTH])
    for b in range(block.deal.size):
        block.laid[b] = zero
    for seat in range(players):
        bit = uint32(uint32(1) << uint32(seat))
        hand, known = block.hands[seat], block.known[seat]
        lone_may = mode == EXCHANGE_LONE_PLAYER
        forced_may = mode == EXCHANGE_FORCED_DEALER and seat == players - 1
        dealer_may = mode == EXCHANGE_DEALER and seat == players - 1
        for b in range(block.deal.size):
            forced = block.forced[b] != uint32(0)
            lone_player = lone_may & forced & (block.leader[b] == bit)
            as_dealer = (forced_may & forced) | (dealer_may & (uint32(block.inside[b] & bit) != uint32(0)))
            may = (lone_player | as_dealer) & (block.ending[b] == uint32(PLAYED))
            worst = worst_card(word, hand[b], block.suit[b], trumps, lane, width, ones)
            takes = may & ((word(worst & trumps) == zero) | (worst < block.upcard[b]))
            hand[b] = pick(takes, word(word(hand[b] ^ worst) | block.upcard[b]), hand[b])
            known[b] = pick(takes, word(known[b] | worst), known[b])
            block.laid[b] = pick(takes, worst, block.laid[b])
            block.lying[b] = pick(takes, zero, block.lying[b])
            block.exchanger[b] = pick(takes, uint32(seat), block.exchanger[b])


@stage
def announce_block(block: Any, lanes: Any, rules: Any) -> None:
    """Let players who are in announce a general or a target, in order of the seats (``ramsim/policies/special.py``)."""
    word = block.upcard.dtype.type
    kind = rules[R_SPECIAL]
    if kind == SPECIAL_NONE or rules[R_FORCES_IN]:
        return
    masks = special_masks(word, lanes)
    for seat in range(rules[R_PLAYERS]):
        hand = block.hands[seat]
        bit = uint32(uint32(1) << uint32(seat))
        dealer = seat == rules[R_PLAYERS] - 1
        for b in range(block.deal.size):
            speaks = (block.ending[b] == uint32(PLAYED)) & (uint32(block.inside[b] & bit) != uint32(0))
            speaks = speaks & (not (dealer & (block.forced[b] != uint32(0))))
            if kind == SPECIAL_GENERAL:
                calls = speaks & (block.caller[b] == uint32(NOBODY)) & sure_of_all(word, hand[b], masks)
                block.caller[b] = pick(calls, uint32(seat), block.caller[b])
            else:
                named = announce_target(word, hand[b], block.lying[b], masks)
                shifted = shift_left(named, uint32(4 * seat))
                block.targets[b] = uint32(block.targets[b] | (shifted if speaks else uint32(0)))
