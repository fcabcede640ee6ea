"""A finished deal of the Ramsch family told in words: the cards, the skat's round, trick by trick, the settlement."""

from __future__ import annotations

from collections.abc import Iterator

from ramsim.cards import card_names
from ramsim.counted import counted
from ramsim.referee.ramsch import RamschDeal
from ramsim.referee.ramsch_cards import ACTIVE, points_of
from ramsim.referee.ramsch_settlement import NOBODY, SWEEP_POINTS, DealScore, printed


def tell_deal(deal: RamschDeal, title: str) -> tuple[str, ...]:
    """Tell a finished deal, one line an entry.

    Parameters
    ----------
    deal
        The deal; its ``notation`` is the one used.
    title
        The variant's name.

    Raises
    ------
    RecordError
        When the deal is not finished.
    """
    score = deal.settle()
    return (*_cards_dealt(deal, title), *_skat_round(deal), *_tricks(deal), *_settlement(deal, score))


def _cards_dealt(deal: RamschDeal, title: str) -> Iterator[str]:
    sits_out = "; the dealer, seat 3, sits out" if deal.players > ACTIVE else ""
    yield f"{title}, {deal.players} players, seat 0 is forehand{sits_out}{', Bock' if deal.bock else ''}"
    for seat, hand in enumerate(deal.dealt):
        yield f"seat {seat} is dealt {card_names(hand, deal.notation)}"
    yield f"the skat is {card_names(deal.dealt_skat, deal.notation)}"


def _skat_round(deal: RamschDeal) -> Iterator[str]:
    lying = deal.dealt_skat
    for seat, passed in enumerate(deal.skat_round):
        if passed is None:
            yield f"seat {seat} pushes the skat on unseen"
            continue
        taken, laid = card_names(lying, deal.notation), card_names(passed, deal.notation)
        if deal.rules.skat_round == "discard_first":
            yield f"seat {seat} discards {laid} and takes {taken}"
        else:
            yield f"seat {seat} takes {taken} and passes {laid} on"
        lying = passed
    for seat in deal.knocks:
        yield f"seat {seat} knocks"


def _tricks(deal: RamschDeal) -> Iterator[str]:
    for number, winner in enumerate(deal.winners, start=1):
        first = ACTIVE * (number - 1)
        names = card_names(deal.plays[first : first + ACTIVE], deal.notation).split()
        told = [f"seat {deal.seats[first]} leads {names[0]}"]
        told += [f"seat {deal.seats[first + k]} plays {names[k]} ({deal.reasons[first + k]})" for k in range(1, ACTIVE)]
        worth = points_of(deal.plays[first : first + ACTIVE])
        yield f"trick {number}: {', '.join(told)}; seat {winner} wins, {counted(worth, 'point')}"


def _settlement(deal: RamschDeal, score: DealScore) -> Iterator[str]:
    receiver = "nobody" if score.skat_seat == NOBODY else f"seat {score.skat_seat}"
    skat = f"{card_names(deal.skat, deal.notation)} ({counted(points_of(deal.skat), 'point')})"
    yield f"the skat {skat} goes to {receiver} (skat_to = {deal.rules.skat_to})"
    for seat in range(ACTIVE):
        yield f"seat {seat} has {counted(deal.tricks[seat], 'trick')} and {counted(score.points[seat], 'point')}"
    yield _verdict(deal, score)
    if score.jungfrau != NOBODY and deal.rules.jungfrau > 1:
        yield f"Jungfrau: seat {score.jungfrau} alone has no trick, times {deal.rules.jungfrau}"
    times = _multipliers(deal)
    if times:
        yield f"{', '.join(times)}: times {score.factor} (multiplier = {deal.rules.multiplier})"
    if deal.rules.ledger == "zero_sum_half":
        yield "each of the others gains half of a loss and pays half of a gain (ledger = zero_sum_half)"
    told = ", ".join(f"seat {seat} {_signed(quarters)}" for seat, quarters in enumerate(score.quarters))
    yield f"scores: {told}{', seat 3 0' if deal.players > ACTIVE else ''}"


def _verdict(deal: RamschDeal, score: DealScore) -> str:
    rules = deal.rules
    if score.sweeper != NOBODY:
        ends = {
            "self_plus_120": f"he scores +{SWEEP_POINTS}",
            "others_120": f"each other player is charged {SWEEP_POINTS}",
            "self_minus_120": f"he scores -{SWEEP_POINTS}",
        }
        return f"Durchmarsch: seat {score.sweeper} has all ten tricks, {ends[rules.sweep]}"
    if len(score.most) == 1:
        return f"{_seats(score.losers)} has most points and is charged {score.points[score.losers[0]]}"
    # Whoever of the tied is charged alone may have got the skat since: the fewest points are those of the tie.
    tie = f"{_seats(score.most)} tie with {counted(min(score.points[seat] for seat in score.most), 'point')}"
    rule = f"(triple_tie = {rules.triple_tie})" if len(score.most) == ACTIVE else f"(tie = {rules.tie})"
    if not score.losers:
        return f"{tie}: nobody scores {rule}"
    half = "half of " if len(score.losers) == 2 and rules.tie == "half_each" else ""
    charged = f"{'is' if len(score.losers) == 1 else 'are'} charged {half}{score.points[score.losers[0]]}"
    return f"{tie}: {_seats(score.losers)} {charged} {rule}"


def _multipliers(deal: RamschDeal) -> list[str]:
    times = []
    if deal.pushes:
        times.append(counted(deal.pushes, "push", "pushes"))
    if deal.knocks:
        times.append(counted(len(deal.knocks), "knock"))
    if deal.bock:
        times.append("Bock")
    return times


def _seats(seats: tuple[int, ...]) -> str:
    if len(seats) == 1:
        return f"seat {seats[0]}"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]}"


def _signed(quarters: int) -> str:
    score = printed(quarters)
    return f"{score:+}" if score else "0"
