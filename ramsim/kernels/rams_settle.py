"""Settlement of the Rams family in lockstep: a block of played deals to chips, whole numbers all the way.

Rules: rules.md 1.2 points 5, 10, 11; 1.3 points 2, 4 to 6 and its variants; the points of play in
``ramsim/variants/points.py``. The pot P of a deal is what lay there plus the antes. Deals that were played, taken by a
lone player or passed by all are settled by loops over the lanes without a branch; a ramsch or general is rare and
settled deal by deal.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numpy import int64, uint32, uint64

from ramsim.kernels.bits import count_bits
from ramsim.kernels.jit import helper, stage
from ramsim.kernels.rams_block import ALL_PASS, LONE, PLAYED, SPECIAL_MADE
from ramsim.kernels.rams_declare import SPECIAL_NONE, SPECIAL_TARGET
from ramsim.policies.views import R_HAND_SIZE, R_PLAYERS, R_SPECIAL
from ramsim.variants.bete import FixedBete
from ramsim.variants.schema import RamsRules

# Entries of `stakes`: the ante and whether all ante; what a bete costs (a cap: a fixed bete has one, too, below any
# pot); how the pot is paid out; the payments of the endings and calls.
(
    S_ANTE,
    S_ALL_ANTE,
    S_BETE_FIXED,
    S_BETE,
    S_PER_TRICK,
    S_TIE_SPLITS,
    S_NEIGHBOUR_PAYS,
    S_TARGET_BONUS,
    S_STAKE_MADE,
    S_STAKE_LOST,
    S_ALL_PAY,
    S_LOST_IN_BETES,
    S_STAKE,
) = range(13)
STAKES = 13
_NO_CAP = 1 << 62


class Ledger(NamedTuple):
    """The books of a block while it is settled.

    Attributes
    ----------
    change
        int64[players, B]: net change of each seat's chips.
    full, each, bete, after
        int64[B]: the pot with the antes, what one sharer (or one trick) gets, what a bete costs, the next pot.
    most, takers
        uint32[B]: tricks of the best seat, bits of the seats that took as many.
    """

    change: Any
    full: Any
    each: Any
    bete: Any
    after: Any
    most: Any
    takers: Any


def new_ledger(players: int, size: int) -> Ledger:
    """Allocate the books of a block of ``size`` deals."""
    whole = [np.zeros(size, dtype=np.int64) for _ in range(4)]
    small = [np.zeros(size, dtype=np.uint32) for _ in range(2)]
    return Ledger(np.zeros((players, size), dtype=np.int64), *whole, *small)


def rams_stakes(rules: RamsRules) -> npt.NDArray[np.int64]:
    """Give the payments of the rules as the kernels read them: int64[STAKES], entries ``S_...``."""
    values = np.zeros(STAKES, dtype=np.int64)
    values[S_ANTE] = rules.ante
    values[S_ALL_ANTE] = rules.ante_by == "all"
    fixed = isinstance(rules.bete, FixedBete)
    values[S_BETE_FIXED] = fixed
    amount = rules.bete.amount if isinstance(rules.bete, FixedBete) else rules.bete.cap
    values[S_BETE] = _NO_CAP if amount is None else amount
    values[S_PER_TRICK] = rules.payout == "per_trick"
    values[S_TIE_SPLITS] = rules.tie == "split"
    neighbour = rules.all_pass in ("right_pays_dealer", "dealer_may_play")
    values[S_NEIGHBOUR_PAYS] = rules.all_pass_stake if neighbour else 0
    values[S_TARGET_BONUS] = rules.target_bonus if rules.special == "target" else 0
    values[S_STAKE_MADE] = rules.special_success == "pot_and_stake"
    values[S_STAKE_LOST] = rules.special_failure == "pot_and_stake"
    values[S_ALL_PAY] = rules.special_payers == "all_players"
    values[S_LOST_IN_BETES] = rules.special_failure == "3*bete"
    values[S_STAKE] = rules.special_stake
    return values


@stage
def settle_block(block: Any, ledger: Any, rules: Any, stakes: Any) -> None:
    """Write each seat's change of chips and the next pot of every deal of a block that was played out."""
    _count_best(block, ledger, rules, stakes)
    _price_shares(block, ledger, rules, stakes)
    _pay_seats(block, ledger, rules, stakes)
    if stakes[S_NEIGHBOUR_PAYS]:
        _neighbour_pays(block, ledger, rules, stakes)
    if stakes[S_TARGET_BONUS]:
        _pay_targets(block, ledger, rules, stakes)
    kind = rules[R_SPECIAL]
    if kind != SPECIAL_NONE and kind != SPECIAL_TARGET:
        for b in range(block.deal.size):
            if block.ending[b] >= uint32(SPECIAL_MADE):
                _settle_call(block, ledger, rules, stakes, b)


@helper
def _ante_of(stakes: Any, seat: Any, players: Any) -> Any:
    """Give what a seat antes: the dealer is the last seat."""
    return stakes[S_ANTE] if stakes[S_ALL_ANTE] or seat == players - 1 else int64(0)


@helper
def _tricks_of(tricks: Any, seat: Any) -> Any:
    """Give the tricks of a seat, out of four bits a seat."""
    return uint32(uint32(tricks >> uint32(uint32(4) * uint32(seat))) & uint32(15))


@stage
def _count_best(block: Any, ledger: Any, rules: Any, stakes: Any) -> None:
    """Write the pot with its antes, the tricks of the best seat and the seats that took as many."""
    players = rules[R_PLAYERS]
    antes = int64(stakes[S_ANTE] * (players if stakes[S_ALL_ANTE] else int64(1)))
    for b in range(block.deal.size):
        ledger.full[b] = int64(block.pot[b] + antes)
        ledger.most[b] = uint32(1)
        ledger.takers[b] = uint32(0)
    for seat in range(players):
        shift = uint32(4 * seat)
        for b in range(block.deal.size):
            took = uint32(uint32(block.tricks[b] >> shift) & uint32(15))
            ledger.most[b] = took if took > ledger.most[b] else ledger.most[b]
    for seat in range(players):
        shift, bit = uint32(4 * seat), uint32(1 << seat)
        for b in range(block.deal.size):
            took = uint32(uint32(block.tricks[b] >> shift) & uint32(15))
            ledger.takers[b] = uint32(ledger.takers[b] | (bit if took == ledger.most[b] else uint32(0)))
    for b in range(block.deal.size):
        # The lone player shares with nobody; a call for all tricks is settled elsewhere.
        lone = block.ending[b] == uint32(LONE)
        played = block.ending[b] == uint32(PLAYED)
        ledger.takers[b] = block.inside[b] if lone else (ledger.takers[b] if played else uint32(0))


@stage
def _price_shares(block: Any, ledger: Any, rules: Any, stakes: Any) -> None:
    """Write what one share of the pot is, and what one bete costs."""
    per_trick, splits, hand = stakes[S_PER_TRICK] != 0, stakes[S_TIE_SPLITS] != 0, uint64(rules[R_HAND_SIZE])
    fixed, limit = stakes[S_BETE_FIXED] != 0, stakes[S_BETE]
    for b in range(block.deal.size):
        pot = ledger.full[b]
        capped = pot if pot < limit else limit
        ledger.bete[b] = limit if fixed else capped
    for b in range(block.deal.size):
        pot = uint64(ledger.full[b])
        sharers = uint64(count_bits(ledger.takers[b]))
        lone = block.ending[b] == uint32(LONE)
        parts = hand if per_trick else sharers
        parts = uint64(1) if lone | (parts == uint64(0)) else parts
        ties = (not per_trick) & (not splits) & (sharers > uint64(1))
        # Most pots go to one player whole: the division is worth a branch.
        whole = int64(pot) if parts == uint64(1) else int64(pot // parts)
        ledger.each[b] = int64(0) if ties else whole


@stage
def _pay_seats(block: Any, ledger: Any, rules: Any, stakes: Any) -> None:
    """Pay antes, shares and betes of deals that were played or taken by a lone player; antes of all others."""
    players, per_trick = rules[R_PLAYERS], stakes[S_PER_TRICK] != 0
    for b in range(block.deal.size):
        ledger.after[b] = ledger.full[b]
    for seat in range(players):
        ante = _ante_of(stakes, seat, players)
        change, shift, bit = ledger.change[seat], uint32(4 * seat), uint32(1 << seat)
        for b in range(block.deal.size):
            took = uint32(uint32(block.tricks[b] >> shift) & uint32(15))
            played = block.ending[b] == uint32(PLAYED)
            lone = block.ending[b] == uint32(LONE)
            inside = uint32(block.inside[b] & bit) != uint32(0)
            takes = uint32(ledger.takers[b] & bit) != uint32(0)
            shares = int64(1) if takes else int64(0)
            shares = int64(took) if per_trick & played else shares
            shares = shares if played | lone else int64(0)
            gain = int64(ledger.each[b] * shares)
            owes = ledger.bete[b] if played & inside & (took == uint32(0)) else int64(0)
            change[b] = int64(int64(gain - owes) - ante)
            ledger.after[b] = int64(ledger.after[b] + int64(owes - gain))


@stage
def _neighbour_pays(block: Any, ledger: Any, rules: Any, stakes: Any) -> None:
    """Nobody was in: the dealer's right neighbour pays the dealer."""
    dealer, stake = rules[R_PLAYERS] - 1, stakes[S_NEIGHBOUR_PAYS]
    to, of = ledger.change[dealer], ledger.change[dealer - 1]
    for b in range(block.deal.size):
        due = stake if block.ending[b] == uint32(ALL_PASS) else int64(0)
        to[b] = int64(to[b] + due)
        of[b] = int64(of[b] - due)


@stage
def _pay_targets(block: Any, ledger: Any, rules: Any, stakes: Any) -> None:
    """Every target t passes t bonuses between its seat and each other player in."""
    players, bonus = rules[R_PLAYERS], stakes[S_TARGET_BONUS]
    for seat in range(players):
        shift = uint32(4 * seat)
        for other in range(players):
            if other != seat:
                to, of, bit = ledger.change[seat], ledger.change[other], uint32(1 << other)
                for b in range(block.deal.size):
                    took = uint32(uint32(block.tricks[b] >> shift) & uint32(15))
                    named = uint32(uint32(block.targets[b] >> shift) & uint32(15))
                    meets = (block.ending[b] == uint32(PLAYED)) & (uint32(block.inside[b] & bit) != uint32(0))
                    size = int64(int64(named) * bonus) if meets else int64(0)
                    due = size if took >= named else int64(-size)
                    to[b] = int64(to[b] + due)
                    of[b] = int64(of[b] - due)


@helper
def _settle_call(block: Any, ledger: Any, rules: Any, stakes: Any, b: Any) -> None:
    """Settle one deal in which a ramsch or general stood; `_pay_seats` has charged the antes and nothing more."""
    players = rules[R_PLAYERS]
    caller = int64(block.caller[b])
    pot = ledger.full[b]
    made = block.ending[b] == uint32(SPECIAL_MADE)
    if made:
        ledger.change[caller, b] += pot
        ledger.after[b] -= pot
        if stakes[S_STAKE_MADE]:
            _stake_from_all(ledger, players, caller, stakes[S_STAKE], b)
        else:
            _two_pots_to(block, ledger, players, caller, stakes[S_ALL_PAY] != 0, b)
            _betes_but(block, ledger, players, caller, b)
    elif stakes[S_STAKE_LOST]:
        _into_next_pot(ledger, caller, pot, b)
        _stake_from_all(ledger, players, caller, int64(-stakes[S_STAKE]), b)
    else:
        _into_next_pot(ledger, caller, int64(3) * (ledger.bete[b] if stakes[S_LOST_IN_BETES] else pot), b)
        _shares_but(block, ledger, rules, stakes, caller, b)
        _betes_but(block, ledger, players, caller, b)


@helper
def _into_next_pot(ledger: Any, seat: Any, amount: Any, b: Any) -> None:
    ledger.change[seat, b] -= amount
    ledger.after[b] += amount


@helper
def _stake_from_all(ledger: Any, players: Any, caller: Any, stake: Any, b: Any) -> None:
    """Every other player at the table pays the caller (a negative stake: is paid by him)."""
    for seat in range(players):
        if seat != caller:
            ledger.change[seat, b] -= stake
            ledger.change[caller, b] += stake


@helper
def _two_pots_to(block: Any, ledger: Any, players: Any, caller: Any, all_pay: Any, b: Any) -> None:
    """The others (all, or those in) pay twice the pot in equal parts, the earliest seats what is odd."""
    payers = int64(0)
    for seat in range(players):
        payers += int64(_pays(block, seat, caller, all_pay, b))
    due = int64(ledger.full[b] * int64(2))
    payers = max(payers, int64(1))
    part = int64(uint64(due) // uint64(payers))
    odd = int64(due - int64(part * payers))
    for seat in range(players):
        if _pays(block, seat, caller, all_pay, b):
            share = int64(part + (int64(1) if odd > int64(0) else int64(0)))
            odd -= int64(1)
            ledger.change[seat, b] -= share
            ledger.change[caller, b] += share


@helper
def _pays(block: Any, seat: Any, caller: Any, all_pay: Any, b: Any) -> Any:
    inside = uint32(block.inside[b] >> uint32(seat)) & uint32(1)
    return seat != caller and (all_pay or inside != uint32(0))


@helper
def _betes_but(block: Any, ledger: Any, players: Any, caller: Any, b: Any) -> None:
    """Everyone in without a trick pays a bete, the caller excepted."""
    for seat in range(players):
        if _pays(block, seat, caller, False, b) and _tricks_of(block.tricks[b], seat) == uint32(0):
            _into_next_pot(ledger, seat, ledger.bete[b], b)


@helper
def _shares_but(block: Any, ledger: Any, rules: Any, stakes: Any, caller: Any, b: Any) -> None:
    """The others share the pot by their tricks as if the caller had taken none."""
    players, tricks, pot = rules[R_PLAYERS], block.tricks[b], ledger.full[b]
    best, alike = uint32(1), int64(0)
    for seat in range(players):
        if seat != caller:
            best = max(best, _tricks_of(tricks, seat))
    for seat in range(players):
        if seat != caller and _tricks_of(tricks, seat) == best:
            alike += int64(1)
    if stakes[S_PER_TRICK]:
        alike = rules[R_HAND_SIZE]
    elif alike > int64(1) and not stakes[S_TIE_SPLITS]:
        alike = int64(0)
    each = int64(uint64(pot) // uint64(alike)) if alike > int64(0) else int64(0)
    for seat in range(players):
        took = _tricks_of(tricks, seat)
        if seat != caller and took > uint32(0):
            shares = int64(took) if stakes[S_PER_TRICK] else (int64(1) if took == best else int64(0))
            ledger.change[seat, b] += int64(each * shares)
            ledger.after[b] -= int64(each * shares)
