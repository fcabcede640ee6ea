"""A deal of the Rams family up to its first card: declarations, the exchange of the upcard, announcements.

The rule sheet, 1.2 rules 3 to 8 and 1.3 rule 2. Eldest speaks first, the dealer last; each is in, out, takes a widow,
or calls ramsch or general. What happens when nobody or just one player is in is in `Declarations._dealers_turn`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ramsim.cards import Notation, card_name, card_names, suit_of
from ramsim.errors import RecordError
from ramsim.referee.rams_order import order_of
from ramsim.referee.rams_settlement import Ending, antes
from ramsim.variants import RamsRules

NOBODY = -1


class Declarations:
    """The table before the first card; `ramsim.referee.rams.RamsDeal`, which plays the tricks, tells what it knows."""

    __slots__ = (
        "_announced_up_to",
        "_asked_to_exchange",
        "_before_lead",
        "_lone_player",
        "_speaker",
        "carry",
        "dealt",
        "declarer",
        "ending",
        "exchanged",
        "forced_dealer",
        "hands",
        "is_in",
        "notation",
        "order",
        "rules",
        "said",
        "targets",
        "upcard",
        "widow_discards",
        "widows",
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
        players = len(hands)
        self.rules = rules
        self.dealt = tuple([tuple(hand) for hand in hands])
        self.upcard = upcard
        self.carry = carry
        self.widows = tuple([tuple(widow) for widow in widows])
        self.notation: Notation = notation
        self.order = order_of(rules.permanent_trump, suit_of(upcard))

        self.hands = [list(hand) for hand in hands]
        self.said: list[str] = []
        self.is_in = [False] * players
        self.forced_dealer = False
        self.exchanged: tuple[int, int] | None = None
        self.widow_discards: list[int] = []
        self.declarer = NOBODY
        self.targets = [0] * players
        self.ending: Ending | None = None

        self._speaker = 0
        self._lone_player = NOBODY
        self._before_lead = False
        """The declarations are over, the deal is played, and no card has fallen yet."""
        self._asked_to_exchange = False
        self._announced_up_to = NOBODY

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.is_in)

    @property
    def dealer(self) -> int:
        """The dealer's seat, the last one."""
        return len(self.is_in) - 1

    @property
    def pot(self) -> int:
        """The pot at the start of play: what lay there, and the antes."""
        return self.carry + sum(antes(self.rules, self.players))

    # -- declarations ------------------------------------------------------------------------------------------------

    @property
    def speaker(self) -> int | None:
        """Whose turn it is to declare; ``None`` when the declarations are over."""
        return None if self._speaker == NOBODY else self._speaker

    def may_go_out(self) -> bool:
        """Tell whether players may drop out of this deal: a pot is double when anything lay there before the antes."""
        dropping = self.rules.dropping
        return dropping == "always" or (dropping == "double_pot" and self.carry > 0)

    def widow_is_free(self) -> bool:
        """Tell whether a spare hand is left to take."""
        return self.rules.widow > 0 and self.said.count("widow") < self.rules.widow_takers

    def legal_calls(self) -> tuple[str, ...]:
        """Give what the speaker may say; empty when the declarations are over."""
        if self._speaker == NOBODY:
            return ()
        calls = ["in"]
        if self.may_go_out():
            calls.append("out")
        if self.widow_is_free():
            calls.append("widow")
        if self.rules.special_forces_in and self.rules.special in ("ramsch", "general"):
            calls.append(self.rules.special)
        return tuple(calls)

    def declare(self, call: str, discard: int | None = None) -> None:
        """Let the speaker declare.

        Parameters
        ----------
        call
            One of `legal_calls`.
        discard
            The card that the taker of a widow lays away, when the widow has one card more than a hand.

        Raises
        ------
        RecordError
            When the call is not allowed, with the reason, or the discard is not in the widow.
        """
        seat = self._speaker
        if call not in self.legal_calls():
            raise RecordError(self._why_no_call(call))
        if call == "widow":
            self._take_widow(seat, discard)
        elif discard is not None:
            raise RecordError(f"seat {seat} lays {card_name(discard, self.notation)} away but takes no widow")
        self.said.append(call)
        if call in ("ramsch", "general"):
            self.declarer = seat
            self.is_in = [True] * self.players
            self.said += ["in"] * (self.players - seat - 1)
            self._end_declarations()
            return
        self.is_in[seat] = call != "out"
        self._speaker = seat + 1
        if self._speaker == self.dealer:
            self._dealers_turn()
        elif self._speaker == self.players:
            self._end_declarations()

    def _take_widow(self, seat: int, discard: int | None) -> None:
        number = self.said.count("widow")
        if number >= len(self.widows):
            raise RecordError(f"seat {seat} takes a widow whose cards are not given")
        hand = list(self.widows[number])
        if len(hand) > self.rules.hand_size:
            if discard is None:
                raise RecordError(
                    f"seat {seat} takes a widow of {len(hand)} cards and must lay one away (widow_discard)"
                )
            if discard not in hand:
                name, held = card_name(discard, self.notation), card_names(hand, self.notation)
                raise RecordError(f"seat {seat} lays {name} away, which is not in the widow {held}")
            hand.remove(discard)
            self.widow_discards.append(discard)
        elif discard is not None:
            name = card_name(discard, self.notation)
            raise RecordError(f"seat {seat} lays {name} away, but the widow is no larger than a hand")
        self.hands[seat] = hand

    def _dealers_turn(self) -> None:
        """Let the dealer speak, or decide for him: everyone else is out, or exactly one is in whom he must face."""
        others = self.is_in.count(True)
        if others == 0 and self.rules.all_pass == "right_pays_dealer":
            # Void before the dealer speaks.
            self._speaker = NOBODY
            self.ending = "all_pass"
        elif others == 0 and self.rules.all_pass in ("dealer_forced", "dealer_takes_pot"):
            self._dealer_in_unasked()
        elif others == 1 and self.rules.lone == "dealer_must_play":
            self.forced_dealer = True
            self._lone_player = self.is_in.index(True)
            self._dealer_in_unasked()

    def _dealer_in_unasked(self) -> None:
        self.is_in[self.dealer] = True
        self.said.append("in")
        self._end_declarations()

    def _end_declarations(self) -> None:
        self._speaker = NOBODY
        seats = [seat for seat, is_in in enumerate(self.is_in) if is_in]
        if not seats:
            self.ending = "all_pass"
            return
        if len(seats) == 1:
            self.ending = "lone"
            return
        self._before_lead = True

    def _why_no_call(self, call: str) -> str:
        if self._speaker == NOBODY:
            return f"{call!r} comes too late: the declarations are over"
        what = f"seat {self._speaker} may not say {call!r}"
        if call == "out":
            simple = self.rules.dropping == "double_pot"
            return f"{what}: " + (
                "the pot holds only the basic stake" if simple else "nobody may go out in this variant"
            )
        if call == "widow" and self.rules.widow and self.rules.widow_takers:
            return f"{what}: the widow has been taken"
        return f"{what}: the legal calls are {', '.join(self.legal_calls())}"

    # -- the upcard --------------------------------------------------------------------------------------------------

    def exchange_by(self) -> int | None:
        """Give the seat that may take the upcard for a card of its hand now; ``None`` when nobody may."""
        if not self._before_lead or self._asked_to_exchange or self._announced_up_to >= 0:
            return None
        who = self.rules.upcard_exchange
        if who == "lone_player":
            return self._lone_player if self.forced_dealer else None
        if who == "forced_dealer":
            return self.dealer if self.forced_dealer else None
        if who == "dealer":
            return self.dealer if self.is_in[self.dealer] else None
        return None

    def exchange(self, discard: int | None) -> None:
        """Let the seat of `exchange_by` take the upcard for ``discard``, or leave it with ``None``.

        Raises
        ------
        RecordError
            When nobody may exchange, or the discard is not in the hand.
        """
        seat = self.exchange_by()
        if seat is None:
            raise RecordError("nobody may take the upcard in this deal")
        if discard is not None:
            hand = self.hands[seat]
            if discard not in hand:
                raise RecordError(
                    f"seat {seat} does not hold {card_name(discard, self.notation)}, given for the upcard"
                )
            hand[hand.index(discard)] = self.upcard
            self.exchanged = (seat, discard)
        self._asked_to_exchange = True

    # -- announcements -----------------------------------------------------------------------------------------------

    def legal_announcements(self, seat: int) -> tuple[str, ...]:
        """Give what a seat may announce now: ``general``, or ``target 2`` and more; empty when nothing."""
        rules = self.rules
        if (
            rules.special_forces_in
            or not self._before_lead
            or self.declarer >= 0
            or not self.is_in[seat]
            or seat <= self._announced_up_to
            or (self.forced_dealer and seat == self.dealer)
        ):
            return ()
        if rules.special == "general":
            return ("general",)
        if rules.special == "target":
            return tuple([f"target {tricks}" for tricks in range(2, rules.hand_size + 1)])
        return ()

    def announce_by(self) -> int | None:
        """Give the seat whose turn it is to announce; ``None`` when no one may any more."""
        for seat in range(self._announced_up_to + 1, self.players):
            if self.legal_announcements(seat):
                return seat
        return None

    def announce(self, seat: int, call: str | None) -> None:
        """Let a seat announce, or say nothing with ``None``; seats before it have then said nothing.

        Raises
        ------
        RecordError
            When the seat may not announce this, or it is not the time.
        """
        if not self._before_lead:
            raise RecordError("announcements are made after the declarations and before the first card")
        legal = self.legal_announcements(seat)
        if call is not None and call not in legal:
            allowed = f"it may announce {', '.join(legal)}" if legal else "it may announce nothing"
            raise RecordError(f"seat {seat} may not announce {call!r}: {allowed}")
        self._announced_up_to = max(seat, self._announced_up_to)
        if call == "general":
            self.declarer = seat
        elif call is not None:
            self.targets[seat] = int(call.removeprefix("target "))
