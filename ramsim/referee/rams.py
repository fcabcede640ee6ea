"""One deal of the Rams family, step by step: declarations, upcard, announcements, tricks, settlement.

The rule sheet, parts 1.1 to 1.3. Seats are numbered from 0 = eldest, clockwise; the dealer is the last seat. The way of
a deal:

1. declarations, eldest first: `RamsDeal.speaker`, `RamsDeal.legal_calls`, `RamsDeal.declare`;
2. the upcard may be exchanged: `RamsDeal.exchange_by`, `RamsDeal.exchange`;
3. general or targets may be announced: `RamsDeal.announce_by`, `RamsDeal.legal_announcements`, `RamsDeal.announce`;
4. the tricks: `RamsDeal.turn`, `RamsDeal.legal_cards`, `RamsDeal.play`;
5. the settlement: `RamsDeal.settlement`.

Steps 2 and 3 are free: the first card played ends them. Steps 1 to 3 are in `ramsim.referee.rams_declare`, the duties
of card play in `ramsim.referee.rams_order`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ramsim.cards import Notation, card_name, card_names
from ramsim.counted import counted
from ramsim.errors import RecordError
from ramsim.referee.rams_declare import NOBODY, Declarations
from ramsim.referee.rams_order import Duty, duty_in_words, may_play
from ramsim.referee.rams_settlement import Outcome, Settlement, settle
from ramsim.variants import RamsRules


class Played(NamedTuple):
    """One card played: by whom, under which duty, and what lay there.

    Attributes
    ----------
    seat, card
        Who played what.
    duty
        The duty that left the legal cards.
    choices
        How many cards were legal; with one of them the card was forced.
    led, best
        The suit led and the best card when the turn came; -1 for the leader.
    """

    seat: int
    card: int
    duty: Duty
    choices: int
    led: int
    best: int


class RamsDeal(Declarations):
    """A deal of the Rams family in progress.

    Parameters
    ----------
    rules
        The variant's rules.
    hands
        The cards dealt to each seat, 2 to 8 hands of ``rules.hand_size`` distinct cards.
    upcard
        The card turned up; its printed suit is trumps. Never a joker.
    carry
        Chips in the pot before the antes, 0 or more.
    widows
        The spare hands in the order in which they are taken; may be empty when nobody takes one.
    notation
        How cards are written in messages.

    Attributes
    ----------
    hands
        The cards that each seat holds now.
    said
        What each seat said, in order: ``in``, ``out``, ``widow``, ``ramsch``, ``general``. A dealer who was not asked
        has ``in`` when he is in; seats after a ramsch have ``in``.
    is_in
        Who is in.
    forced_dealer
        The dealer had to play because exactly one other player was in.
    exchanged
        The seat that took the upcard and its discard; ``None`` when nobody did.
    widow_discards
        What each taker of a widow laid away, in order, when the widow has one card more than a hand.
    declarer
        The seat of the ramsch or general that stands, -1 when there is none.
    targets
        The target named by each seat, 0 for none.
    tricks, winners
        Tricks by seat; the winner of each trick.
    log
        The cards played.
    ending
        How the deal ended, ``None`` while it goes on.
    """

    __slots__ = (
        "_best",
        "_best_seat",
        "_choices",
        "_led",
        "_next_in",
        "_seat",
        "_to_come",
        "log",
        "tricks",
        "winners",
    )

    def __init__(
        self,
        rules: RamsRules,
        hands: Sequence[Sequence[int]],
        upcard: int,
        *,
        carry: int = 0,
        widows: Sequence[Sequence[int]] = (),
        notation: Notation = "french",
    ) -> None:
        super().__init__(rules, hands, upcard, carry=carry, widows=widows, notation=notation)
        self.tricks = [0] * len(hands)
        self.winners: list[int] = []
        self.log: list[Played] = []

        self._seat = NOBODY
        """Whose turn it is to play a card; nobody's during the declarations and after the end."""
        self._next_in: list[int] = []
        self._led = NOBODY
        self._best = NOBODY
        self._best_seat = NOBODY
        self._to_come = 0
        """How many cards the trick still lacks."""
        self._choices: tuple[list[int], Duty] | None = None

    @property
    def finished(self) -> bool:
        """Whether the deal has ended."""
        return self.ending is not None

    @property
    def outcome(self) -> Outcome:
        """How the deal ended, as the settlement needs it."""
        if self.ending is None:
            raise RecordError(
                f"the deal is not finished: {counted(len(self.log), 'card has', 'cards have')} been played"
            )
        return Outcome(self.ending, self.is_in, self.tricks, self.declarer, self.targets)

    def settlement(self) -> Settlement:
        """Give each seat's net change of chips and the pot afterwards."""
        return settle(self.rules, self.carry, self.outcome)

    @property
    def turn(self) -> int | None:
        """Whose turn it is to play a card; ``None`` during the declarations and after the end."""
        return None if self._seat == NOBODY else self._seat

    def legal_cards(self) -> tuple[int, ...]:
        """Give the cards that the player in turn may play."""
        return () if self._seat == NOBODY else tuple(self._may_play()[0])

    def duty(self) -> Duty:
        """Give the duty that leaves the player in turn his legal cards."""
        return self._may_play()[1]

    def reason(self) -> str:
        """Say why the legal cards are what they are, for example ``must follow hearts`` or ``any card``."""
        return duty_in_words(self.duty(), self.order, self._led, self._best, self.notation) or "any card"

    def forced(self) -> bool:
        """Tell whether just one card is legal."""
        return len(self._may_play()[0]) == 1

    def play(self, card: int) -> None:
        """Let the player in turn play a card.

        Raises
        ------
        RecordError
            When it is nobody's turn, or the card is not legal; the message names seat, duty, cards and trick.
        """
        seat = self._seat
        legal, duty = self._choices or self._may_play()
        if card not in legal:
            raise RecordError(self._why_not(card))
        self._choices = None
        self._before_lead = False
        self.log.append(Played(seat, card, duty, len(legal), self._led, self._best))
        self.hands[seat].remove(card)
        order = self.order
        if self._led < 0:
            self._led = order.suit[card]
            self._best, self._best_seat = card, seat
        elif order.suit[card] in (self._led, order.trump) and order.strength[card] > order.strength[self._best]:
            self._best, self._best_seat = card, seat
        self._to_come -= 1
        if self._to_come:
            self._seat = self._next_in[seat]
        else:
            self._end_trick()

    def _end_declarations(self) -> None:
        super()._end_declarations()
        if self.ending is None:
            self._prepare_lead()

    def _prepare_lead(self) -> None:
        """Seat the players who are in; the first of them leads, or the declarer who forced everyone in."""
        seats = [seat for seat, is_in in enumerate(self.is_in) if is_in]
        self._next_in = [NOBODY] * self.players
        for seat, following in zip(seats, seats[1:] + seats[:1], strict=True):
            self._next_in[seat] = following
        declarer_leads = self.declarer >= 0 and self.rules.special_leader == "declarer"
        self._seat = self.declarer if declarer_leads else seats[0]
        self._to_come = len(seats)

    def _may_play(self) -> tuple[list[int], Duty]:
        if self._choices is None:
            if self._seat == NOBODY:
                raise RecordError(
                    "nobody is to play: " + ("the deal has ended" if self.ending else "declarations first")
                )
            self._choices = may_play(self.rules, self.order, self.hands[self._seat], self._led, self._best)
        return self._choices

    def _end_trick(self) -> None:
        winner = self._best_seat
        self.winners.append(winner)
        self.tricks[winner] += 1
        self._led = self._best = self._best_seat = NOBODY
        self._seat = winner
        self._to_come = self.is_in.count(True)
        called = self.declarer >= 0
        lost = called and self.tricks[self.declarer] < len(self.winners)
        if len(self.winners) == self.rules.hand_size or (lost and self.rules.special_play == "stop"):
            self._seat = NOBODY
            self.ending = ("special_lost" if lost else "special_made") if called else "played"

    def _why_not(self, card: int) -> str:
        seat, trick = self._seat, len(self.winners) + 1
        legal, duty = self._may_play()
        name = card_name(card, self.notation)
        if card not in self.hands[seat]:
            held = card_names(self.hands[seat], self.notation)
            return (
                f"seat {seat} played {name} in trick {trick}, but {self._whereabouts(card)}; seat {seat} holds {held}"
            )
        must = duty_in_words(duty, self.order, self._led, self._best, self.notation)
        return f"seat {seat} {must} (holds {card_names(legal, self.notation)}), played {name} in trick {trick}"

    def _whereabouts(self, card: int) -> str:
        """Say where a card is that the player in turn does not hold."""
        for seat, hand in enumerate(self.hands):
            if card in hand:
                return f"seat {seat} holds it" if self.is_in[seat] else f"seat {seat}, who is out, holds it"
        for number, played in enumerate(self.log):
            if played.card == card:
                return f"it fell in trick {number // self.is_in.count(True) + 1}"
        return "nobody holds it"
