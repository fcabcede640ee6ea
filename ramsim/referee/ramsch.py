"""One deal of the Ramsch family, step by step, as a player at the table would check it.

Rules. Three active players, forehand is seat 0; with four at the table the dealer, seat 3, sits out. First the skat
goes round: forehand, middlehand and rearhand each take it and pass two cards on, or push it unseen (``skat_round``,
``jacks_passable``); then each may knock (``knock``). Forehand leads; suit is followed, a jack led asks for jacks;
whoever is void plays any card. The highest jack wins the trick, otherwise the highest card of the suit led; the winner
leads the next one.
"""

from __future__ import annotations

from collections.abc import Sequence

from ramsim.cards import Notation, card_name, card_names
from ramsim.errors import RecordError
from ramsim.referee.ramsch_cards import (
    ACTIVE,
    HAND_SIZE,
    JACKS,
    POINTS,
    SKAT_SIZE,
    STRENGTH,
    SUIT,
    check_cards,
    points_of,
    suit_name,
)
from ramsim.referee.ramsch_settlement import DealScore, settle_deal
from ramsim.variants.schema import RamschRules

PLAYS = ACTIVE * HAND_SIZE
NOTHING_LED = -1
ANY_CARD = "any card"


class RamschDeal:
    """A deal from the cards dealt to the settlement.

    Parameters
    ----------
    rules
        The variant's rules.
    hands
        Ten card codes for each of the three active seats.
    skat
        Two card codes.
    players
        At the table: 3, or 4 when the dealer (seat 3) sits out.
    bock
        Whether the deal is of a Bock round; None takes it from the rules.
    notation
        How messages and reasons write cards and suits.

    Raises
    ------
    RecordError
        When hands and skat are not the 32 cards of the pack, ten, ten, ten and two, or ``players`` is not 3 or 4.

    Attributes
    ----------
    dealt, dealt_skat
        The cards as dealt.
    hands
        Cards that each active seat still holds, ascending by code.
    skat
        The two cards that lie in the middle.
    skat_round
        What each seat did in the skat's round so far: None for a push, or the two cards passed on.
    knocks
        Seats that knocked, ascending.
    plays, seats, reasons
        Cards in the order in which they fell, who played each, and why he was or was not free.
    winners
        Who won each complete trick.
    turn
        The seat to play next; the winner of the last trick when the deal is finished.
    led
        The suit led to the trick on the table (4 for jacks), -1 when nothing is.
    points, tricks, last_won
        Of each active seat: card points in the tricks (without the skat), tricks, the number (1 to 10) of the last
        trick won, 0 for none.
    """

    __slots__ = (
        *("rules", "players", "bock", "notation", "dealt", "dealt_skat", "hands", "skat", "skat_round", "knocks"),
        *("plays", "seats", "reasons", "winners", "turn", "led", "points", "tricks", "last_won"),
        *("_best", "_winning", "_on_table"),
    )

    def __init__(
        self,
        rules: RamschRules,
        hands: Sequence[Sequence[int]],
        skat: Sequence[int],
        players: int = ACTIVE,
        *,
        bock: bool | None = None,
        notation: Notation = "french",
    ) -> None:
        if players not in (ACTIVE, ACTIVE + 1):
            raise RecordError(f"players = {players}: must be 3, or 4 when the dealer sits out")
        check_cards(hands, skat, notation)
        self.rules = rules
        self.players = players
        self.bock = rules.bock if bock is None else bock
        self.notation: Notation = notation
        self.dealt = tuple(tuple(hand) for hand in hands)
        self.dealt_skat = (skat[0], skat[1])
        self.hands = [sorted(hand) for hand in hands]
        self.skat = self.dealt_skat
        self.skat_round: list[tuple[int, int] | None] = []
        self.knocks: tuple[int, ...] = ()
        self.plays: list[int] = []
        self.seats: list[int] = []
        self.reasons: list[str] = []
        self.winners: list[int] = []
        self.turn = 0
        self.led = NOTHING_LED
        self.points = [0, 0, 0]
        self.tricks = [0, 0, 0]
        self.last_won = [0, 0, 0]
        self._best = -1
        self._winning = -1
        self._on_table = 0

    # -- the skat's round ----------------------------------------------------------------------------------------

    @property
    def skat_turn(self) -> int | None:
        """The seat that has the skat before it; None when there is no skat's round or it is over."""
        done = len(self.skat_round)
        return None if self.rules.skat_round == "none" or done == ACTIVE else done

    @property
    def pushes(self) -> int:
        """How many seats passed the skat on unseen."""
        return self.skat_round.count(None)

    def passable_cards(self) -> tuple[int, ...]:
        """Give the cards of which the seat in turn may choose two to pass on, ascending by code.

        They are of the twelve cards of hand and skat (``pickup_first``), or of his ten alone (``discard_first``); a
        jack is among them only when jacks may be passed.
        """
        choice = self._choice(self._skat_seat())
        return tuple(code for code in choice if self.rules.jacks_passable or SUIT[code] != JACKS)

    def push(self) -> None:
        """Pass the skat on unseen, by the seat in turn."""
        self._skat_seat()
        self.skat_round.append(None)

    def pass_on(self, cards: Sequence[int]) -> None:
        """Take the skat and pass two cards on face down, by the seat in turn.

        Raises
        ------
        RecordError
            When they are not two different cards that he holds at that moment, or one is a jack that may not be passed.
        """
        seat = self._skat_seat()
        choice = self._choice(seat)
        if len(cards) != SKAT_SIZE or cards[0] == cards[1]:
            written = card_names(cards, self.notation) or "no card"
            raise RecordError(f"seat {seat} passes {written} on in the skat's round: must be two different cards")
        for code in cards:
            if code not in choice:
                late = " before he takes the skat" if self.rules.skat_round == "discard_first" else ""
                raise RecordError(f"seat {seat} passes {self._name(code)} on, which he does not hold{late}")
            if SUIT[code] == JACKS and not self.rules.jacks_passable:
                ban = "a jack may not be passed (jacks_passable = false)"
                raise RecordError(f"seat {seat} passes {self._name(code)} on by choice: {ban}")
        passed = (cards[0], cards[1])
        self.hands[seat] = sorted(code for code in (*self.hands[seat], *self.skat) if code not in passed)
        self.skat = passed
        self.skat_round.append(passed)

    def knock(self, seat: int) -> None:
        """Knock after the skat's round and before the first lead; each active seat may, once.

        Raises
        ------
        RecordError
            When the rules know no knock, the seat is not active, has knocked already, or it is too early or too late.
        """
        if not self.rules.knock:
            raise RecordError(f"seat {seat} knocks: these rules know no knock (knock = false)")
        if not 0 <= seat < ACTIVE:
            raise RecordError(f"seat {seat} knocks: only the active seats 0 to 2 may")
        if seat in self.knocks:
            raise RecordError(f"seat {seat} knocks twice: each player may knock once")
        if self.skat_turn is not None or self.plays:
            raise RecordError(
                f"seat {seat} knocks at the wrong time: must be after the skat's round, before the first lead"
            )
        self.knocks = tuple(sorted((*self.knocks, seat)))

    def _choice(self, seat: int) -> list[int]:
        if self.rules.skat_round == "discard_first":
            return self.hands[seat]
        return sorted((*self.hands[seat], *self.skat))

    def _skat_seat(self) -> int:
        seat = self.skat_turn
        if seat is None:
            raise RecordError("nobody has the skat before him: the skat's round is over, or these rules know none")
        return seat

    # -- the play ------------------------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether all 30 cards have been played."""
        return len(self.plays) == PLAYS

    def legal_cards(self) -> tuple[int, ...]:
        """Give the cards that the seat in turn may play, ascending by code; none when the deal is finished."""
        hand = self.hands[self.turn]
        following = [code for code in hand if SUIT[code] == self.led]
        return tuple(following or hand)

    def reason(self) -> str:
        """Say why the legal cards are what they are: a duty to follow, or any card (on the lead, or void)."""
        led = self.led
        if all(SUIT[code] != led for code in self.hands[self.turn]):
            return ANY_CARD
        return "a jack was led: must play a jack" if led == JACKS else f"must follow {suit_name(led, self.notation)}"

    def play(self, code: int) -> None:
        """Play a card, by the seat in turn.

        Raises
        ------
        RecordError
            When he does not hold it, must follow suit or play a jack and does not, the deal is finished, or the skat's
            round is not.
        """
        seat = self.turn
        reason = self.reason()
        if (
            code not in self.hands[seat]
            or (reason != ANY_CARD and SUIT[code] != self.led)
            or self.skat_turn is not None
        ):
            raise RecordError(self._fault(code))
        self.hands[seat].remove(code)
        self.plays.append(code)
        self.seats.append(seat)
        self.reasons.append(reason)
        self._on_table += POINTS[code]
        if self.led == NOTHING_LED:
            self.led = SUIT[code]
            self._best, self._winning = code, seat
        elif SUIT[code] in (self.led, JACKS) and STRENGTH[code] > STRENGTH[self._best]:
            self._best, self._winning = code, seat
        if len(self.plays) % ACTIVE:
            self.turn = (seat + 1) % ACTIVE
        else:
            self._gather(self._winning)

    def _gather(self, winner: int) -> None:
        """The winner takes the trick and leads the next one."""
        self.winners.append(winner)
        self.points[winner] += self._on_table
        self.tricks[winner] += 1
        self.last_won[winner] = len(self.winners)
        self.turn = winner
        self.led = NOTHING_LED
        self._on_table = 0

    def _fault(self, code: int) -> str:
        seat, trick, name = self.turn, len(self.winners) + 1, self._name(code)
        if self.finished:
            return f"{name} is played after the last trick: a deal has {PLAYS} plays"
        if self.skat_turn is not None:
            return f"seat {seat} plays {name} before the skat's round is over: seat {self.skat_turn} has the skat"
        holds = card_names(self.legal_cards(), self.notation)
        if code not in self.hands[seat]:
            held = card_names(self.hands[seat], self.notation)
            return f"seat {seat} does not hold {name} (holds {held}), played it in trick {trick}"
        duty = "must play a jack" if self.led == JACKS else f"must follow {suit_name(self.led, self.notation)}"
        return f"seat {seat} {duty} (holds {holds}), played {name} in trick {trick}"

    def _name(self, code: int) -> str:
        return card_name(code, self.notation)

    # -- the settlement ------------------------------------------------------------------------------------------

    def settle(self) -> DealScore:
        """Settle the finished deal.

        Raises
        ------
        RecordError
            When cards are still to be played.
        """
        if not self.finished:
            raise RecordError(f"{len(self.plays)} of {PLAYS} cards are played: the deal cannot be settled yet")
        return settle_deal(
            self.rules,
            (self.points[0], self.points[1], self.points[2]),
            (self.tricks[0], self.tricks[1], self.tricks[2]),
            (self.last_won[0], self.last_won[1], self.last_won[2]),
            points_of(self.skat),
            pushes=self.pushes,
            knocks=len(self.knocks),
            bock=self.bock,
        )
