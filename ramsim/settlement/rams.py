"""Settlement of the Rams family: outcomes to chips, for every payment that a rule field names.

The pot P of a deal is what lay there plus the antes. From it players take shares; into the next pot they pay betes and
the price of a lost call; between themselves they pass stakes and bonuses. So for each deal

    chips of a player = shares + what others paid him - what he paid others - ante - bete or price of a lost call
    next pot          = P - shares + betes and prices

and what the players gain the pot loses, to the last chip. All numbers are int64 and stay far from its limit because the
pot carried in is limited (see `MOST_CARRY`). Rules: section 1 of the rule sheets and `ramsim.variants.points`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ramsim.errors import UsageError
from ramsim.settlement.rams_outcomes import ALL_PASS, LONE, PLAYED, SPECIAL_LOST, SPECIAL_MADE, RamsOutcomes
from ramsim.variants.bete import FixedBete
from ramsim.variants.schema import RamsRules

Chips = NDArray[np.int64]

MOST_CARRY = 10**12
# The fields that change who pays what and nothing else: outcomes can be settled anew under other values of them.
PRICED_FIELDS = frozenset(
    {
        "all_pass_stake",
        "ante",
        "ante_by",
        "bete",
        "payout",
        "special_failure",
        "special_payers",
        "special_stake",
        "special_success",
        "target_bonus",
        "tie",
    }
)


@dataclass(frozen=True)
class Settled:
    """Chips of each outcome.

    Attributes
    ----------
    chips
        Net change of each player's chips in the deal, ante included, int64, shape (outcomes, players).
    pot_after
        Chips that lie in the pot afterwards, before the next antes, int64, shape (outcomes,).
    took_pot
        Whether the player took at least one chip from the pot, bool, shape (outcomes, players).
    """

    chips: Chips
    pot_after: Chips
    took_pot: NDArray[np.bool_]


def settle_rams(rules: RamsRules, outcomes: RamsOutcomes, carry: ArrayLike = 0) -> Settled:
    """Settle every outcome.

    Parameters
    ----------
    rules
        The rules; fields of play are taken to be those under which the outcomes arose.
    outcomes
        The distinct outcomes.
    carry
        Chips in the pot before the antes, 0 to 10**12: one number, or one for each outcome.

    Returns
    -------
    Settled
        With ``chips.sum(axis=1) + pot_after == carry`` in every row.

    Raises
    ------
    UsageError
        When a carry is no whole number from 0 to 10**12.
    """
    ledger = _Ledger.opened(rules, outcomes, carry)
    _settle_lone(ledger)
    _settle_all_pass(ledger)
    _settle_played(ledger)
    _settle_made(ledger)
    _settle_lost(ledger)
    chips = ledger.shares + ledger.passed - ledger.antes - ledger.paid
    pot_after = ledger.pot - ledger.shares.sum(axis=1) + ledger.paid.sum(axis=1)
    return Settled(chips, pot_after, ledger.shares > 0)


@dataclass(frozen=True)
class _Ledger:
    """The books of every outcome while it is settled; the arrays are filled in place.

    ``pot`` is P, shape (outcomes,). Of shape (outcomes, players): ``shares`` taken from the pot, ``paid`` into the next
    pot, ``passed`` between players (sums to 0 in every row). ``antes`` is the same in every row, shape (players,).
    """

    rules: RamsRules
    outcomes: RamsOutcomes
    antes: Chips
    pot: Chips
    shares: Chips
    paid: Chips
    passed: Chips

    @classmethod
    def opened(cls, rules: RamsRules, outcomes: RamsOutcomes, carry: ArrayLike) -> _Ledger:
        rows, players = outcomes.inside.shape
        antes = np.zeros(players, np.int64)
        antes[0 if rules.ante_by == "all" else players - 1 :] = rules.ante
        pot = checked_carry(carry, rows) + antes.sum()
        shares, paid, passed = (np.zeros((rows, players), np.int64) for _ in range(3))
        return cls(rules, outcomes, antes, pot, shares, paid, passed)

    def rows(self, ending: int) -> NDArray[np.int64]:
        """Row numbers of the outcomes with this ending."""
        return np.flatnonzero(self.outcomes.ending == ending)


def checked_carry(carry: ArrayLike, rows: int) -> Chips:
    """Give the chips carried into each outcome as int64, shape (rows,).

    Raises
    ------
    UsageError
        When a carry is no whole number from 0 to 10**12.
    """
    values = np.asarray(carry)
    if values.dtype.kind in "iu" or (values.dtype.kind == "O" and values.ndim == 0 and isinstance(carry, int)):
        beyond = (values < 0) | (values > MOST_CARRY)
        if not beyond.any():
            return np.broadcast_to(values.astype(np.int64), (rows,))
        first = values.flat[int(np.argmax(beyond))]
    else:
        first = carry
    raise UsageError(
        f"carry = {first}: must be a whole number of chips from 0 to {MOST_CARRY:,} (10**12), "
        "so that every payment stays within 64 bits"
    )


# -- the endings -----------------------------------------------------------------------------------------------------


def _settle_lone(ledger: _Ledger) -> None:
    """One player takes the whole pot unplayed and pays no bete."""
    rows = ledger.rows(LONE)
    ledger.shares[rows] = ledger.outcomes.inside[rows] * ledger.pot[rows, None]


def _settle_all_pass(ledger: _Ledger) -> None:
    """Nobody plays and the pot stays; under some rules the dealer's right neighbour pays him."""
    if ledger.rules.all_pass in ("right_pays_dealer", "dealer_may_play"):
        rows = ledger.rows(ALL_PASS)
        ledger.passed[rows, -1] += ledger.rules.all_pass_stake
        ledger.passed[rows, -2] -= ledger.rules.all_pass_stake


def _settle_played(ledger: _Ledger) -> None:
    rows = ledger.rows(PLAYED)
    inside, tricks = ledger.outcomes.inside[rows], ledger.outcomes.tricks[rows]
    ledger.shares[rows] = _shares(ledger.rules, ledger.pot[rows], tricks)
    ledger.paid[rows] = _betes(ledger.rules, ledger.pot[rows], inside & (tricks == 0))
    ledger.passed[rows] = _target_bonuses(ledger.rules, inside, tricks, ledger.outcomes.target[rows])


def _settle_made(ledger: _Ledger) -> None:
    """All tricks made: the declarer takes the pot, and the others pay him."""
    rows = ledger.rows(SPECIAL_MADE)
    declared, inside, pot = _declared(ledger, rows), ledger.outcomes.inside[rows], ledger.pot[rows]
    ledger.shares[rows] = declared * pot[:, None]
    if ledger.rules.special_success == "pot_and_stake":
        ledger.passed[rows] = _from_each_other(declared, ledger.rules.special_stake)
        return
    payers = ~declared & (inside | (ledger.rules.special_payers == "all_players"))
    ledger.passed[rows] = _twice_the_pot(declared, payers, pot)
    trickless = ledger.outcomes.tricks[rows] == 0
    ledger.paid[rows] = _betes(ledger.rules, pot, inside & ~declared & trickless)


def _settle_lost(ledger: _Ledger) -> None:
    """All tricks missed: the declarer pays the others or the next pot."""
    rows = ledger.rows(SPECIAL_LOST)
    declared, inside, pot = _declared(ledger, rows), ledger.outcomes.inside[rows], ledger.pot[rows]
    if ledger.rules.special_failure == "pot_and_stake":
        ledger.paid[rows] = declared * pot[:, None]
        ledger.passed[rows] = -_from_each_other(declared, ledger.rules.special_stake)
        return
    # The others settle among themselves as if the declarer had taken no trick; his price stands in place of his bete.
    tricks = np.where(declared, 0, ledger.outcomes.tricks[rows])
    ledger.shares[rows] = _shares(ledger.rules, pot, tricks)
    price = 3 * (pot if ledger.rules.special_failure == "3*pot" else _bete_amount(ledger.rules, pot))
    betes = _betes(ledger.rules, pot, inside & ~declared & (tricks == 0))
    ledger.paid[rows] = betes + declared * price[:, None]


# -- the payments ----------------------------------------------------------------------------------------------------


def _shares(rules: RamsRules, pot: Chips, tricks: Chips) -> Chips:
    """Give what each seat takes from the pot by its tricks; what does not divide stays there."""
    if rules.payout == "per_trick":
        return tricks * (pot // rules.hand_size)[:, None]
    most = (tricks == tricks.max(axis=1, keepdims=True, initial=0)) & (tricks > 0)
    alike = most.sum(axis=1, dtype=np.int64)
    share = pot // np.maximum(alike, 1)
    if rules.tie == "carries":
        share = np.where(alike == 1, share, 0)
    shares: Chips = most * share[:, None]
    return shares


def _bete_amount(rules: RamsRules, pot: Chips) -> Chips:
    """Give what one bete costs: a fixed number, or the pot at the start of play up to the cap."""
    if isinstance(rules.bete, FixedBete):
        return np.full_like(pot, rules.bete.amount)
    return pot if rules.bete.cap is None else np.minimum(pot, rules.bete.cap)


def _betes(rules: RamsRules, pot: Chips, bete: NDArray[np.bool_]) -> Chips:
    return bete * _bete_amount(rules, pot)[:, None]


def _target_bonuses(rules: RamsRules, inside: NDArray[np.bool_], tricks: Chips, target: Chips) -> Chips:
    """A target t reached brings t bonuses from each other player in, missed it costs as much to each."""
    sign = np.where(tricks >= target, 1, -1)
    called = sign * target * rules.target_bonus
    others = inside.sum(axis=1, keepdims=True) - 1
    bonuses: Chips = called * others - inside * (called.sum(axis=1, keepdims=True) - called)
    return bonuses


def _declared(ledger: _Ledger, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Mark the declarer of each row, shape (rows, players)."""
    declared: NDArray[np.bool_] = ledger.outcomes.declarer[rows, None] == np.arange(ledger.outcomes.players)
    return declared


def _from_each_other(declared: NDArray[np.bool_], stake: int) -> Chips:
    """The declarer gets the stake from every other player at the table, in or out."""
    return np.where(declared, stake * (declared.shape[1] - 1), -stake)


def _twice_the_pot(declared: NDArray[np.bool_], payers: NDArray[np.bool_], pot: Chips) -> Chips:
    """The payers pay 2P to the declarer in equal parts, the earliest seats one chip more each for what is odd."""
    number = np.maximum(payers.sum(axis=1), 1)
    part, odd = np.divmod(2 * pot, number)
    place = payers.cumsum(axis=1) - 1
    due = payers * (part[:, None] + (place < odd[:, None]))
    passed: Chips = declared * due.sum(axis=1, keepdims=True) - due
    return passed
