"""What a deal of the Ramsch family is worth, read from the rule sheets one deal at a time.

The rules, in the order in which they are applied: who gets the skat (``skat_to``); a sweep by tricks (``sweep``);
who has most card points, and ties (``tie``, ``triple_tie``); the sign of a loss (``score``); the Jungfrau, by tricks
(``jungfrau``); pushes, knocks and Bock (``multiplier``); what the others get of a loss (``ledger``).

Scores are exact. They are counted in whole quarter points, since ``half_each`` halves a loss and ``zero_sum_half``
halves it once more; `printed` gives them back in points.
"""

from __future__ import annotations

from dataclasses import dataclass

from ramsim.variants.schema import RamschRules

QUARTERS = 4
ALL_TRICKS = 10
SWEEP_POINTS = 120
NOBODY = -1

Three = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class DealScore:
    """A deal of three active players, settled.

    Attributes
    ----------
    points
        Card points of each active seat; the skat's are in them when a player got it.
    skat_seat
        The seat that got the skat, -1 when nobody did.
    most
        The seats with most card points, ascending, as the loser is judged: with the skat when it goes with the last
        trick, without it otherwise. More than one is a tie.
    losers
        The seats that the rules charge, ascending; none after a sweep that pays, or a triple tie that scores zero.
    sweeper
        The seat with all ten tricks, -1 when there is none.
    jungfrau
        The only seat without a trick, -1 when none or two have no trick.
    factor
        What pushes, knocks and Bock make of a score, without the Jungfrau's own factor.
    quarters
        Score of each active seat in quarter points, with the variant's sign.
    """

    points: Three
    skat_seat: int
    most: tuple[int, ...]
    losers: tuple[int, ...]
    sweeper: int
    jungfrau: int
    factor: int
    quarters: Three

    @property
    def scores(self) -> tuple[int | float, ...]:
        """Scores of the active seats in points."""
        return tuple(printed(quarter) for quarter in self.quarters)


def printed(quarters: int) -> int | float:
    """Give a score in points: an int when it is whole, else exactly x.5, x.25 or x.75."""
    return quarters // QUARTERS if quarters % QUARTERS == 0 else quarters / QUARTERS


def settle_deal(
    rules: RamschRules,
    trick_points: Three,
    tricks: Three,
    last_won: Three,
    skat_points: int,
    *,
    pushes: int = 0,
    knocks: int = 0,
    bock: bool = False,
) -> DealScore:
    """Settle one deal.

    Parameters
    ----------
    rules
        The variant's rules.
    trick_points
        Card points in the tricks of each active seat, without the skat.
    tricks
        Tricks of each active seat; ten in all.
    last_won
        Number (1 to 10) of the last trick that each active seat won, 0 for none.
    skat_points
        Card points in the skat as it lies at the end.
    pushes, knocks, bock
        Pushes of the skat's round, knocks after it, and whether the deal is of a Bock round.
    """
    sweeper = tricks.index(ALL_TRICKS) if ALL_TRICKS in tricks else NOBODY
    jungfrau = tricks.index(0) if tricks.count(0) == 1 else NOBODY
    # Played for the last trick, the skat may make the loser; given to the loser, it must not.
    skat_seat = last_won.index(ALL_TRICKS) if rules.skat_to == "last_trick" else NOBODY
    points = _with_skat(trick_points, skat_points, skat_seat)
    most = tuple(seat for seat in range(3) if points[seat] == max(points))
    losers = _sweep_losers(rules, sweeper) if sweeper != NOBODY else _losers(rules, most, last_won)
    if rules.skat_to == "loser" and len(losers) == 1:
        skat_seat = losers[0]
        points = _with_skat(trick_points, skat_points, skat_seat)

    factor = multiplier(rules, pushes, knocks, bock)
    if sweeper != NOBODY:
        won = _sweep_scores(rules, sweeper)
    else:
        won = _loss_scores(rules, points, losers)
        if jungfrau != NOBODY:
            won = [quarters * rules.jungfrau for quarters in won]
    won = [quarters * factor for quarters in won]
    if rules.ledger == "zero_sum_half":
        won = _share_losses(won)
    return DealScore(points, skat_seat, most, losers, sweeper, jungfrau, factor, (won[0], won[1], won[2]))


def multiplier(rules: RamschRules, pushes: int, knocks: int, bock: bool) -> int:
    """Give the factor for pushes, knocks and Bock: geometric doubles for each, additive adds one for each."""
    count = pushes + (knocks if rules.knock else 0) + bock
    if rules.multiplier == "geometric":
        return 1 << count
    return 1 + count if rules.multiplier == "additive" else 1


def _with_skat(trick_points: Three, skat_points: int, seat: int) -> Three:
    points = list(trick_points)
    if seat != NOBODY:
        points[seat] += skat_points
    return points[0], points[1], points[2]


def _losers(rules: RamschRules, most: tuple[int, ...], last_won: Three) -> tuple[int, ...]:
    """Most points lose; among equals the rules decide."""
    if len(most) == 3:
        return most if rules.triple_tie == "all_full" else ()
    if len(most) == 2 and rules.tie == "later_trick":
        return (max(most, key=lambda seat: last_won[seat]),)
    if len(most) == 2 and rules.tie == "last_trick_taker":
        return tuple(seat for seat in most if last_won[seat] == ALL_TRICKS) or most
    return most


def _loss_scores(rules: RamschRules, points: Three, losers: tuple[int, ...]) -> list[int]:
    sign = 1 if rules.score == "adds" else -1
    halved = len(losers) == 2 and rules.tie == "half_each"
    won = [0, 0, 0]
    for seat in losers:
        loss = points[seat] * QUARTERS
        won[seat] = sign * (loss // 2 if halved else loss)
    return won


def _sweep_losers(rules: RamschRules, sweeper: int) -> tuple[int, ...]:
    if rules.sweep == "others_120":
        return tuple(seat for seat in range(3) if seat != sweeper)
    return (sweeper,) if rules.sweep == "self_minus_120" else ()


def _sweep_scores(rules: RamschRules, sweeper: int) -> list[int]:
    """120 points by name, whatever lies in the skat: +120 or -120 for the sweeper, or a loss of 120 for the others."""
    won = [0, 0, 0]
    if rules.sweep == "others_120":
        sign = 1 if rules.score == "adds" else -1
        for seat in _sweep_losers(rules, sweeper):
            won[seat] = sign * SWEEP_POINTS * QUARTERS
    else:
        won[sweeper] = (SWEEP_POINTS if rules.sweep == "self_plus_120" else -SWEEP_POINTS) * QUARTERS
    return won


def _share_losses(won: list[int]) -> list[int]:
    """Each of the other two gets minus half of every score; the three then add up to zero."""
    return [own - (sum(won) - own) // 2 for own in won]
