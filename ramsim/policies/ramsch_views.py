"""What a policy of the Ramsch family sees from its own seat, for a whole block of deals at once.

Masks are uint32, one bit a card as ``ramsim/kernels/ramsch_cards.py`` lays them: suits clubs, diamonds, hearts, spades
in lanes of seven bits (7 8 9 Q K 10 A), the four jacks on top. All arrays have one entry a deal of the block. Nothing a
seat could not know at a real table is in here, and nothing of what a deal will cost.
"""

from __future__ import annotations

from typing import Any, NamedTuple

# What a skat policy is asked, the `step` of its view.
TAKE, PASS_ON, KNOCK = range(3)

# Values of rules[Q_SKAT_ROUND].
NO_ROUND, PICKUP_FIRST, DISCARD_FIRST = range(3)

# Entries of `rules`.
(
    Q_SKAT_ROUND,
    Q_JACKS_PASSABLE,
    Q_KNOCK,
    Q_PASSED_IN,
    Q_BID_JACK,
    Q_BID_LENGTH,
    Q_BID_ACE,
    Q_BID_TEN,
    Q_BID_FOREHAND,
    Q_BID_MIDDLEHAND,
    Q_BID_REARHAND,
) = range(11)
RAMSCH_RULES = 11


class SkatView(NamedTuple):
    """What a seat sees when the skat comes to it, or when it may knock.

    A skat policy is asked up to three questions in a deal, told apart by ``step``:

    - ``TAKE``: write 1 to take the skat, 0 to push it on unseen;
    - ``PASS_ON``: write the mask of exactly two cards of ``allowed`` to be passed on (what is written for a deal in
      which the seat pushed is left alone);
    - ``KNOCK``: write 1 to knock, 0 not to; asked after the skat's round under ``knock = true``.

    Attributes
    ----------
    hand
        uint32[B]: own cards: twelve when the two to pass on are chosen after the skat was picked up, else ten.
    allowed
        uint32[B]: cards that may be passed on (`PASS_ON`), else 0.
    pushed, knocked
        uint32[B]: bit s is set when seat s has pushed, has knocked.
    random
        uint32[B]: a random word of this deal, seat and question.
    parameters
        float64[P]: the policy's own numbers.
    rules
        int64: see the module's constants ``Q_...``.
    seat
        0 forehand, 1 middlehand, 2 rearhand.
    step
        The question.
    """

    hand: Any
    allowed: Any
    pushed: Any
    knocked: Any
    random: Any
    parameters: Any
    rules: Any
    seat: Any
    step: Any


class RamschPlayView(NamedTuple):
    """What a seat sees when it must play a card.

    Attributes
    ----------
    hand, legal
        uint32[B]: own cards, and those it may play now.
    led, best, table
        uint32[B]: the lane led (0: it leads), the card that heads the trick so far, the cards of the trick so far.
    unseen
        uint32[B]: cards that it has not seen: not its own, not played, not laid into the skat by itself for good.
    seat, leader, place
        uint32[B]: the seat to play, the seat that led, and how many places behind the leader the best card fell.
    tricks
        uint32[B]: tricks taken so far, four bits a seat.
    points
        uint32[B]: card points taken in tricks so far, eight bits a seat.
    pushed
        uint32[B]: bit s is set when seat s pushed the skat.
    random
        uint32[B]: a random word of this deal and play.
    parameters
        float64[P]: the policy's own numbers.
    rules
        int64: see the module's constants ``Q_...``.
    trick
        Number of the trick, from 0.
    row
        Places behind the leader of the trick, 0: the seat leads.
    """

    hand: Any
    legal: Any
    led: Any
    best: Any
    table: Any
    unseen: Any
    seat: Any
    leader: Any
    place: Any
    tricks: Any
    points: Any
    pushed: Any
    random: Any
    parameters: Any
    rules: Any
    trick: Any
    row: Any
