"""A deal of the Rams family told in words: table, declarations, and every trick with the reason for forced cards."""

from __future__ import annotations

from collections.abc import Sequence

from ramsim.cards import GERMAN_SUIT_NAMES, SUIT_NAMES, card_name, card_names
from ramsim.counted import counted
from ramsim.referee.rams import Played, RamsDeal
from ramsim.referee.rams_order import duty_in_words
from ramsim.referee.rams_settlement import Settlement


def tell(deal: RamsDeal, variant: str, settlement: Settlement | None = None) -> tuple[str, ...]:
    """Tell a deal, one line an entry.

    Parameters
    ----------
    deal
        The deal, finished or not.
    variant
        The variant's name, for the first line.
    settlement
        The settlement of a finished deal, when the caller has it already.
    """
    lines = [_table(deal, variant)]
    lines += [_seat(deal, seat) for seat in range(deal.players)]
    lines += _before_the_lead(deal)
    lines += _tricks(deal)
    if deal.ending is not None:
        lines += _end(deal, settlement or deal.settlement())
    return tuple(lines)


def _table(deal: RamsDeal, variant: str) -> str:
    suits = SUIT_NAMES if deal.notation == "french" else GERMAN_SUIT_NAMES
    upcard, trumps = card_name(deal.upcard, deal.notation), suits[deal.order.trump]
    pot = f"pot {deal.pot}" + (f" ({deal.carry} carried)" if deal.carry else "")
    return f"{variant}, {deal.players} players, {pot}; {upcard} turned up: {trumps} are trumps"


def _seat(deal: RamsDeal, seat: int) -> str:
    who = f"seat {seat}" + (" (dealer)" if seat == deal.dealer else "")
    said = f": {deal.said[seat]}" if seat < len(deal.said) else ""
    if seat == deal.dealer and deal.forced_dealer:
        said += ", forced"
    return f"{who} {card_names(deal.dealt[seat], deal.notation)}{said}"


def _before_the_lead(deal: RamsDeal) -> list[str]:
    lines = []
    takers = [seat for seat, call in enumerate(deal.said) if call == "widow"]
    for number, seat in enumerate(takers):
        line = f"seat {seat} takes the widow {card_names(deal.widows[number], deal.notation)}"
        if deal.widow_discards:
            line += f" and lays {card_name(deal.widow_discards[number], deal.notation)} away"
        lines.append(line)
    if deal.exchanged:
        seat, discard = deal.exchanged
        given = card_name(discard, deal.notation)
        lines.append(f"seat {seat} takes the upcard {card_name(deal.upcard, deal.notation)} for {given}")
    if deal.declarer >= 0:
        forces = deal.rules.special_forces_in
        calls = f"calls {deal.rules.special}: everyone plays" if forces else f"announces {deal.rules.special}"
        lines.append(f"seat {deal.declarer} {calls}")
    lines += [
        f"seat {seat} names a target of {counted(target, 'trick')}"
        for seat, target in enumerate(deal.targets)
        if target
    ]
    return lines


def _tricks(deal: RamsDeal) -> list[str]:
    lines = []
    size = deal.is_in.count(True)
    for start in range(0, len(deal.log), size or 1):
        trick = deal.log[start : start + size]
        number = start // size
        cards = ", ".join([_card(deal, played) for played in trick])
        won = f"; seat {deal.winners[number]} wins" if number < len(deal.winners) else ""
        lines.append(f"trick {number + 1}: {cards}{won}")
    return lines


def _card(deal: RamsDeal, played: Played) -> str:
    text = f"seat {played.seat} {card_name(played.card, deal.notation)}"
    reasons = [duty_in_words(played.duty, deal.order, played.led, played.best, deal.notation)]
    if played.choices == 1:
        reasons.append("only card")
    reason = ", ".join([words for words in reasons if words])
    return f"{text} ({reason})" if reason else text


def _end(deal: RamsDeal, settlement: Settlement) -> list[str]:
    lines = []
    if deal.ending == "all_pass":
        lines.append("nobody is in: the pot stays")
    elif deal.ending == "lone":
        lines.append(f"seat {deal.is_in.index(True)} is in alone and takes the pot unplayed")
    elif deal.ending == "special_made":
        lines.append(f"seat {deal.declarer} has made the {deal.rules.special}")
    elif deal.ending == "special_lost":
        lines.append(f"seat {deal.declarer} has lost the {deal.rules.special}")
    if deal.log:
        lines.append(f"tricks {_by_seat(deal.tricks)}")
    lines.append(f"chips {' '.join([f'{chips:+d}' for chips in settlement.chips])}; pot afterwards {settlement.pot}")
    return lines


def _by_seat(numbers: Sequence[int]) -> str:
    return " ".join([str(number) for number in numbers])
