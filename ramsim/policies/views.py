"""What a policy sees: the table from its own seat, for a whole block of deals at once.

Masks hold one bit a card in playing order of the lanes (``ramsim/kernels/layout.py``): side suits in lanes 0 to 2,
trumps in lane 3, higher bits beat lower ones inside a lane. All arrays have one entry a deal of the block. Nothing a
seat could not know at a real table is in here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

# Calls of the declaring round, as bits of `allowed` and as the choice of a declare policy.
OUT, IN, WIDOW, SPECIAL = 1, 2, 4, 8

# Entries of `rules`.
(
    R_PLAYERS,
    R_HAND_SIZE,
    R_WIDTH,
    R_SPARES,
    R_SPARE_SIZE,
    R_PERMANENT_SUIT,
    R_DROPPING,
    R_ALL_PASS,
    R_LONE,
    R_EXCHANGE,
    R_MUST_TRUMP,
    R_HEAD,
    R_OVERTRUMP,
    R_PER_TRICK,
    R_SPECIAL,
    R_FORCES_IN,
    R_DECLARER_LEADS,
    R_STOPS,
    R_CARRY,
) = range(19)
RULES = 19


class DeclareView(NamedTuple):
    """What a seat sees when it must speak.

    Attributes
    ----------
    hand
        word[B]: own cards.
    upcard
        word[B]: the card turned up.
    suit
        uint32[B]: the trump suit, 0 clubs to 3 spades.
    allowed
        uint32[B]: the calls open to it, bits OUT 1, IN 2, WIDOW 4, SPECIAL 8.
    inside
        uint32[B]: bit s is set when seat s has said that it is in.
    pot
        int64[B]: chips in the pot before the antes.
    random
        uint32[B]: a random word of this deal and seat.
    parameters
        float64[P]: the policy's own numbers.
    lanes, rules
        Masks and rules (see the module's constants and ``ramsim/kernels/layout.py``).
    seat
        The seat that speaks, 0 = eldest.
    """

    hand: Any
    upcard: Any
    suit: Any
    allowed: Any
    inside: Any
    pot: Any
    random: Any
    parameters: Any
    lanes: Any
    rules: Any
    seat: Any


class PlayView(NamedTuple):
    """What a seat sees when it must play a card.

    Attributes
    ----------
    hand, legal
        word[B]: own cards, and those it may play now (0: nothing to play).
    led, best
        word[B]: the lane led (0: it leads), the card that heads the trick so far.
    unseen
        word[B]: cards of the pack that it has not seen: not its own, not played, not the upcard.
    upcard
        word[B]: the card turned up.
    suit
        uint32[B]: the trump suit, 0 clubs to 3 spades.
    seat
        uint32[B]: the seat to play.
    behind
        uint32[B]: players in who have still to play to this trick after it.
    tricks
        uint32[B]: tricks taken so far, four bits a seat.
    inside
        uint32[B]: bit s is set when seat s is in.
    caller
        uint32[B]: the seat that called ramsch or general, 15 when nobody did.
    pot
        int64[B]: chips in the pot before the antes.
    random
        uint32[B]: a random word of this deal and play.
    parameters
        float64[P]: the policy's own numbers.
    lanes, rules
        Masks and rules (see the module's constants and ``ramsim/kernels/layout.py``).
    trick
        Number of the trick, from 0.
    row
        Places behind the leader of the trick, 0: the seat leads.
    """

    hand: Any
    legal: Any
    led: Any
    best: Any
    unseen: Any
    upcard: Any
    suit: Any
    seat: Any
    behind: Any
    tricks: Any
    inside: Any
    caller: Any
    pot: Any
    random: Any
    parameters: Any
    lanes: Any
    rules: Any
    trick: Any
    row: Any
