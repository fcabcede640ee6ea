"""The settlement of one deal of the Rams family, in whole chips.

The rule sheet, parts 1.2 (rules 5, 10, 11) and 1.3 (rules 4 to 6 and the variants). The pot P is what lay there before
the antes, and the antes. What the players gain the pot loses: the players' chips and the change of the pot add up to 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ramsim.variants import RamsRules
from ramsim.variants.bete import FixedBete

Ending = Literal["played", "all_pass", "lone", "special_made", "special_lost"]


class Settlement(NamedTuple):
    """Who gained what: each seat's net change of chips, and the pot afterwards, before the next antes."""

    chips: tuple[int, ...]
    pot: int


class Outcome(NamedTuple):
    """How a deal ended: all that a settlement needs to know.

    Attributes
    ----------
    ending
        ``played``; ``all_pass``, nobody was in; ``lone``, one player took the pot unplayed; ``special_made`` or
        ``special_lost`` when a ramsch or general stood.
    is_in
        Who was in, by seat.
    tricks
        Tricks by seat.
    declarer
        The seat of the ramsch or general, -1 when there was none.
    targets
        The target that each seat named, 0 for none.
    """

    ending: Ending
    is_in: Sequence[bool]
    tricks: Sequence[int]
    declarer: int
    targets: Sequence[int]


def antes(rules: RamsRules, players: int) -> list[int]:
    """Give what each seat pays to the pot before the deal; the dealer is the last seat."""
    if rules.ante_by == "all":
        return [rules.ante] * players
    return [0] * (players - 1) + [rules.ante]


def bete_of(rules: RamsRules, pot: int) -> int:
    """Give what a bete costs when ``pot`` chips lay in the pot at the start of play."""
    bete = rules.bete
    if isinstance(bete, FixedBete):
        return bete.amount
    return pot if bete.cap is None else min(pot, bete.cap)


def settle(rules: RamsRules, carry: int, outcome: Outcome) -> Settlement:
    """Settle a deal.

    Parameters
    ----------
    rules
        The variant's rules.
    carry
        Chips that lay in the pot before the antes.
    outcome
        How the deal ended.
    """
    players = len(outcome.is_in)
    paid = antes(rules, players)
    account = _Ledger(rules, outcome, [-ante for ante in paid], carry + sum(paid))
    if outcome.ending == "all_pass":
        account.nobody_in()
    elif outcome.ending == "lone":
        account.take(outcome.is_in.index(True), account.pot)
    elif outcome.ending == "special_made":
        account.special_made()
    elif outcome.ending == "special_lost":
        account.special_lost()
    else:
        account.share(outcome.is_in)
        account.betes(spared=-1)
        account.targets()
    return Settlement(tuple(account.chips), account.pot + account.next_pot)


class _Ledger:
    """The chips on the table while a deal is settled."""

    def __init__(self, rules: RamsRules, outcome: Outcome, chips: list[int], pot: int) -> None:
        self.rules = rules
        self.outcome = outcome
        self.chips = chips
        self.full_pot = pot
        """P: the pot at the start of play."""
        self.pot = pot
        """What is left of this deal's pot."""
        self.next_pot = 0
        """What was paid for the next deal: nobody has a share in it now."""

    def take(self, seat: int, amount: int) -> None:
        """Move chips from the pot to a player."""
        self.chips[seat] += amount
        self.pot -= amount

    def pay_next_pot(self, seat: int, amount: int) -> None:
        """Move chips from a player to the next pot."""
        self.chips[seat] -= amount
        self.next_pot += amount

    def pay(self, payer: int, receiver: int, amount: int) -> None:
        """Move chips between two players."""
        self.chips[payer] -= amount
        self.chips[receiver] += amount

    def nobody_in(self) -> None:
        """The pot stays; under two of the rules the dealer's right neighbour pays him."""
        if self.rules.all_pass in ("right_pays_dealer", "dealer_may_play"):
            dealer = len(self.chips) - 1
            self.pay(dealer - 1, dealer, self.rules.all_pass_stake)

    def share(self, sharers: Sequence[bool]) -> None:
        """Pay the pot to the players marked in ``sharers``; chips that do not divide stay in it."""
        tricks = self.outcome.tricks
        if self.rules.payout == "per_trick":
            a_trick = self.full_pot // self.rules.hand_size
            for seat, shares in enumerate(sharers):
                if shares:
                    self.take(seat, a_trick * tricks[seat])
            return
        most = max(taken for taken, shares in zip(tricks, sharers, strict=True) if shares)
        best = [seat for seat, shares in enumerate(sharers) if shares and tricks[seat] == most]
        if len(best) == 1 or self.rules.tie == "split":
            each = self.full_pot // len(best)
            for seat in best:
                self.take(seat, each)

    def betes(self, spared: int) -> None:
        """Charge everyone who was in and took no trick, but for the seat ``spared``."""
        amount = bete_of(self.rules, self.full_pot)
        for seat, (is_in, tricks) in enumerate(zip(self.outcome.is_in, self.outcome.tricks, strict=True)):
            if is_in and tricks == 0 and seat != spared:
                self.pay_next_pot(seat, amount)

    def targets(self) -> None:
        """Each target reached is paid by every other player in, each one missed is paid to them."""
        for seat, target in enumerate(self.outcome.targets):
            if target:
                stake = target * self.rules.target_bonus
                if self.outcome.tricks[seat] < target:
                    stake = -stake
                for other, is_in in enumerate(self.outcome.is_in):
                    if is_in and other != seat:
                        self.pay(other, seat, stake)

    def special_made(self) -> None:
        """All tricks made: the declarer takes the pot, and a stake from each player or twice the pot in all."""
        declarer = self.outcome.declarer
        self.take(declarer, self.full_pot)
        if self.rules.special_success == "pot_and_stake":
            for other in self._others():
                self.pay(other, declarer, self.rules.special_stake)
            return
        payers = self._others()
        if self.rules.special_payers == "players_in":
            payers = [seat for seat in payers if self.outcome.is_in[seat]]
        each, odd = divmod(2 * self.full_pot, len(payers))
        for place, payer in enumerate(payers):
            self.pay(payer, declarer, each + (1 if place < odd else 0))
        self.betes(spared=declarer)

    def special_lost(self) -> None:
        """All tricks missed: the declarer doubles the pot and pays each player, or pays three pots or three betes."""
        declarer = self.outcome.declarer
        if self.rules.special_failure == "pot_and_stake":
            self.pay_next_pot(declarer, self.full_pot)
            for other in self._others():
                self.pay(declarer, other, self.rules.special_stake)
            return
        unit = self.full_pot if self.rules.special_failure == "3*pot" else bete_of(self.rules, self.full_pot)
        self.pay_next_pot(declarer, 3 * unit)
        self.share([is_in and seat != declarer for seat, is_in in enumerate(self.outcome.is_in)])
        self.betes(spared=declarer)

    def _others(self) -> list[int]:
        return [seat for seat in range(len(self.chips)) if seat != self.outcome.declarer]
