"""Hand records of the Rams family: read, checked card by card and settled; and written.

A record is one JSON object::

    {"variant": "ramsli", "rules": {"bete": 10}, "players": 3, "pot": 0,
     "hands": ["AS KS 9H 8C 7D", "...", "..."], "widow": null, "upcard": "TH",
     "declarations": ["in", "out", "in"],
     "plays": ["AS", "8S", "..."],
     "result": {"tricks": [3, 0, 2], "chips": [2, -1, -1], "pot": 0}}

``hands`` are as dealt. ``declarations`` say, in order of the seats, how each seat ended up: ``in`` (a dealer forced to
play, and everyone with a ramsch, too), ``out``, ``widow``, ``ramsch``, ``general``, ``target 3``; a taker of the widow
who announces as well is ``widow general`` or ``widow target 3``. A deal that is void before the dealer speaks ends one
short. Needed now and then:

- ``widow``, the spare hand (a list of them when there are several);
- ``widow_discard``, the card laid away from a widow of one card more (a list, one for each taker);
- ``exchange``, ``{"seat": 3, "discard": "7C"}``, when the upcard was taken;
- ``cards``, ``"german"`` for German notation.

``players``, ``pot`` (0), ``rules``, ``plays`` (none) and ``result`` may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ramsim.cards import Notation, card_name, card_names, is_joker, pack
from ramsim.counted import counted
from ramsim.errors import RecordError
from ramsim.referee.account import Account
from ramsim.referee.rams import RamsDeal
from ramsim.referee.rams_text import tell
from ramsim.referee.reading import (
    card_of,
    cards_of,
    check_count,
    check_distinct,
    check_keys,
    check_result,
    notation_of,
    shown,
    variant_of,
    whole_number,
)
from ramsim.variants import RamsRules, Variant
from ramsim.variants.check import permanent_card

MOST_POT = 10**12
"""Chips that may lie in a record's pot."""

_REQUIRED = ("variant", "hands", "upcard", "declarations")
_OPTIONAL = ("rules", "players", "pot", "cards", "widow", "widow_discard", "exchange", "plays", "result")
KEYS = _REQUIRED + _OPTIONAL
"""The keys of a record."""

_ANNOUNCED = re.compile(r"(?:(widow) )?(general|target \d+)")


def check_record(content: Mapping[str, Any]) -> Account:
    """Replay and settle a record.

    Parameters
    ----------
    content
        The record as plain data.

    Returns
    -------
    Account
        Tricks, winners, chips, pot, and the hand in words.

    Raises
    ------
    RecordError
        At the first fault, with one sentence that names it.
    """
    variant, deal = replayed(content)
    settlement = deal.settlement()
    found = {"tricks": deal.tricks, "chips": list(settlement.chips), "pot": settlement.pot}
    check_result(content.get("result"), found)
    return Account(
        variant=variant.name,
        tricks=tuple(deal.tricks),
        winners=tuple(deal.winners),
        chips=settlement.chips,
        pot=settlement.pot,
        text=tell(deal, variant.name, settlement),
    )


def replayed(content: Mapping[str, Any]) -> tuple[Variant, RamsDeal]:
    """Play a record to its end; the result that it may carry is not looked at.

    Raises
    ------
    RecordError
        At the first fault.
    """
    check_keys(content, _REQUIRED, _OPTIONAL)
    variant = variant_of(content)
    rules = variant.rules
    if not isinstance(rules, RamsRules):
        raise RecordError(f"variant = {shown(variant.name)}: is not of the Rams family")
    deal = _dealt(content, variant, rules)
    announced = _declare(content, deal)
    _exchange(content, deal)
    for seat, call in announced:
        deal.announce(seat, call)
    _play(content, deal)
    return variant, deal


def record_of(deal: RamsDeal, variant: str, rules: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Write a finished deal as a record, ready for JSON, with its result; `check_record` reads it again.

    Parameters
    ----------
    deal
        The deal; cards are written in its notation.
    variant
        The variant's name, or the path of its file.
    rules
        Rule fields in which the deal's rules differ from that variant.

    Raises
    ------
    RecordError
        When the deal is not finished.
    """
    settlement = deal.settlement()
    record: dict[str, Any] = {"variant": variant}
    if rules:
        record["rules"] = dict(rules)
    if deal.notation == "german":
        record["cards"] = "german"
    record |= {"players": deal.players, "pot": deal.carry}
    record["hands"] = [card_names(hand, deal.notation) for hand in deal.dealt]
    if deal.rules.widow:
        widows = [card_names(widow, deal.notation) for widow in deal.widows]
        record["widow"] = widows if len(widows) > 1 else widows[0] if widows else None
    record["upcard"] = card_name(deal.upcard, deal.notation)
    record["declarations"] = [_ended_up(deal, seat) for seat in range(len(deal.said))]
    if deal.widow_discards:
        discards = [card_name(card, deal.notation) for card in deal.widow_discards]
        record["widow_discard"] = discards if len(discards) > 1 else discards[0]
    if deal.exchanged:
        seat, discard = deal.exchanged
        record["exchange"] = {"seat": seat, "discard": card_name(discard, deal.notation)}
    record["plays"] = [card_name(played.card, deal.notation) for played in deal.log]
    record["result"] = {"tricks": list(deal.tricks), "chips": list(settlement.chips), "pot": settlement.pot}
    return record


def _ended_up(deal: RamsDeal, seat: int) -> str:
    said = deal.said[seat]
    if deal.rules.special_forces_in and deal.declarer >= 0:
        # A passer came back. With two players he stays written as out: his being in would have left the dealer no call.
        return "in" if said == "out" and deal.players > 2 else said
    announced = "general" if seat == deal.declarer else f"target {deal.targets[seat]}" if deal.targets[seat] else ""
    if not announced:
        return said
    return f"widow {announced}" if said == "widow" else announced


def _dealt(content: Mapping[str, Any], variant: Variant, rules: RamsRules) -> RamsDeal:
    """Read the table: players, pot, hands, widow and upcard, all of them cards of the pack and none twice."""
    notation = notation_of(content)
    low, high = variant.players
    texts = content["hands"]
    if not isinstance(texts, list):
        raise RecordError(f"hands = {shown(texts)}: must be a list of hands, one a seat")
    players = whole_number(content.get("players", len(texts)), "players", low, high)
    if len(texts) != players:
        raise RecordError(f"hands: {len(texts)} of them, there are {players} players")
    carry = whole_number(content.get("pot", 0), "pot", 0, MOST_POT)
    hands = []
    for seat, text in enumerate(texts):
        hand = cards_of(text, f"the hand of seat {seat}", notation)
        check_count(hand, rules.hand_size, f"the hand of seat {seat}")
        hands.append(hand)
    widows = _widows(content.get("widow"), rules, notation)
    upcard = _upcard(content["upcard"], rules, notation)
    places = {f"the hand of seat {seat}": hand for seat, hand in enumerate(hands)}
    places |= {f"widow {number + 1}" if number else "the widow": widow for number, widow in enumerate(widows)}
    check_distinct({**places, "the upcard": (upcard,)}, _pack_of(rules), notation)
    return RamsDeal(rules, hands, upcard, carry=carry, widows=widows, notation=notation)


def _widows(value: Any, rules: RamsRules, notation: Notation) -> list[tuple[int, ...]]:
    if value is None:
        return []
    most = rules.widow_takers if rules.widow else 0
    texts = value if isinstance(value, list) else [value]
    if len(texts) > most:
        raise RecordError(f"widow: {len(texts)} spare hands, this variant has {most}")
    widows = []
    for text in texts:
        widow = cards_of(text, "widow", notation)
        check_count(widow, rules.widow, "widow")
        widows.append(widow)
    return widows


def _upcard(value: Any, rules: RamsRules, notation: Notation) -> int:
    upcard = card_of(value, "upcard", notation)
    passed_over = is_joker(upcard) or (rules.permanent_upcard == "turn_next" and upcard == permanent_card(rules))
    if passed_over:
        raise RecordError(
            f"upcard: {card_name(upcard, notation)} turned up is passed over, the next card is the upcard"
        )
    return upcard


def _declare(content: Mapping[str, Any], deal: RamsDeal) -> list[tuple[int, str]]:
    """Make the declarations; give back the announcements that stand among them, by seat."""
    calls = content["declarations"]
    if not isinstance(calls, list):
        raise RecordError(f"declarations = {shown(calls)}: must be a list, one a seat")
    discards = _widow_discards(content.get("widow_discard"), deal)
    announced: list[tuple[int, str]] = []
    for seat, call in enumerate(calls):
        said, announcement = _parts_of(call, seat, deal)
        if announcement:
            announced.append((seat, announcement))
        if deal.speaker is None:
            _check_unasked(deal, seat, said, len(calls))
        else:
            larger = said == "widow" and deal.rules.widow > deal.rules.hand_size
            deal.declare(said, discards.pop(0) if larger and discards else None)
    if deal.speaker is not None or len(calls) < len(deal.said):
        raise RecordError(f"declarations: {len(calls)} of them, {deal.players} players are to declare")
    if discards:
        names = card_names(discards, deal.notation)
        raise RecordError(f"widow_discard: {names} laid away, but nobody took a larger widow")
    return announced


def _parts_of(call: Any, seat: int, deal: RamsDeal) -> tuple[str, str]:
    """Split what a record says of a seat into its declaration and its later announcement, empty when there is none."""
    if not isinstance(call, str):
        raise RecordError(f'declarations: {shown(call)} of seat {seat} must be a text such as "in"')
    match = None if deal.rules.special_forces_in else _ANNOUNCED.fullmatch(call)
    return (call, "") if match is None else (match[1] or "in", match[2])


def _check_unasked(deal: RamsDeal, seat: int, said: str, count: int) -> None:
    """Check what a record says of a seat that does not speak: a forced dealer, or anyone after a ramsch."""
    if seat >= deal.players:
        raise RecordError(f"declarations: {count} of them, but there are {deal.players} players")
    if seat >= len(deal.said):
        raise RecordError(f"declarations: {count} of them, but the deal is void before the dealer speaks")
    if said != "in":
        raise RecordError(f'declarations: seat {seat} is not asked and must stand as "in", not {shown(said)}')


def _widow_discards(value: Any, deal: RamsDeal) -> list[int]:
    if value is None:
        return []
    texts = value if isinstance(value, list) else [value]
    return [card_of(text, "widow_discard", deal.notation) for text in texts]


def _exchange(content: Mapping[str, Any], deal: RamsDeal) -> None:
    value = content.get("exchange")
    if value is None:
        return
    if not isinstance(value, dict):
        raise RecordError(f'exchange = {shown(value)}: must be like {{"seat": 3, "discard": "7C"}}')
    check_keys(value, ("seat", "discard"), (), "exchange")
    seat = whole_number(value["seat"], "exchange: seat", 0, deal.dealer)
    allowed = deal.exchange_by()
    if seat != allowed:
        who = "nobody" if allowed is None else f"only seat {allowed}"
        raise RecordError(f"exchange: seat {seat} takes the upcard, {who} may in this deal")
    deal.exchange(card_of(value["discard"], "exchange: discard", deal.notation))


def _play(content: Mapping[str, Any], deal: RamsDeal) -> None:
    plays = content.get("plays")
    cards = () if plays is None else cards_of(plays, "plays", deal.notation)
    for number, card in enumerate(cards):
        if deal.finished:
            raise RecordError(
                f"plays: {counted(len(cards), 'card')}, but the deal ended after {number} ({deal.ending})"
            )
        deal.play(card)
    if not deal.finished:
        trick = len(deal.winners) + 1
        raise RecordError(
            f"plays: they end after {counted(len(cards), 'card')}, seat {deal.turn} is to play in trick {trick}"
        )


def _pack_of(rules: RamsRules) -> frozenset[int]:
    return frozenset(pack(rules.ranks, rules.jokers))
