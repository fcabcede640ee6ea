"""Hand records of the Ramsch family, in and out.

A record is one JSON object. Keys: ``variant``, ``hands``, ``skat`` and ``plays`` must stand in it; ``rules`` (fields
laid over the variant), ``players``, ``cards`` (notation), ``bock``, ``skat_round`` (needed when the rules have one),
``knocks`` (seats that knocked) and ``result`` may. ``hands`` and ``skat`` are as dealt. With four at the table the
dealer's place in ``hands`` is null or left out, and the result has a 0 for him.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ramsim.cards import Notation, card_name, card_names
from ramsim.counted import counted
from ramsim.errors import RecordError
from ramsim.referee.account import Account
from ramsim.referee.ramsch import PLAYS, RamschDeal
from ramsim.referee.ramsch_cards import ACTIVE
from ramsim.referee.ramsch_settlement import DealScore
from ramsim.referee.ramsch_text import tell_deal
from ramsim.referee.reading import (
    cards_of,
    check_keys,
    check_result,
    notation_of,
    shown,
    variant_of,
    whole_number,
)
from ramsim.variants.schema import RamschRules, Variant

REQUIRED = ("variant", "hands", "skat", "plays")
OPTIONAL = ("rules", "players", "cards", "bock", "skat_round", "knocks", "result")
PUSH = "push"


def check_record(content: Mapping[str, Any]) -> Account:
    """Check, replay and settle one record.

    Parameters
    ----------
    content
        The record as plain data; its variant is of the Ramsch family.

    Returns
    -------
    Account
        Points (the skat included), tricks, pushes and scores of each seat, the winner of each trick, and the deal told.

    Raises
    ------
    RecordError
        At the first fault: one sentence with the place, the value and what would be right.
    """
    variant = variant_of(content)
    rules = variant.rules
    if not isinstance(rules, RamschRules):
        raise RecordError(f"variant = {shown(content['variant'])}: is of the family {variant.family}, not ramsch")
    check_keys(content, REQUIRED, OPTIONAL)
    deal = _deal_of(content, variant, rules)
    _replay_skat_round(deal, content.get("skat_round"))
    _replay_knocks(deal, content.get("knocks"))
    _replay_plays(deal, content["plays"])
    score = deal.settle()
    found = _result(deal, score)
    check_result(content.get("result"), found)
    return Account(
        variant=variant.name,
        tricks=tuple(found["tricks"]),
        winners=tuple(deal.winners),
        points=tuple(found["points"]),
        pushes=deal.pushes,
        scores=tuple(found["scores"]),
        text=tell_deal(deal, variant.name),
    )


def record_of(
    deal: RamschDeal, variant: str, rules: Mapping[str, Any] | None = None, notation: Notation = "french"
) -> dict[str, Any]:
    """Write a finished deal as a record, ready for JSON; `check_record` reads it back.

    Parameters
    ----------
    deal
        The deal.
    variant
        A preset's name or the path to a TOML file.
    rules
        Rule fields that were laid over the variant.
    notation
        How to write the cards.

    Raises
    ------
    RecordError
        When the deal is not finished.
    """
    score = deal.settle()
    record: dict[str, Any] = {"variant": variant}
    if rules:
        record["rules"] = dict(rules)
    record["players"] = deal.players
    if notation != "french":
        record["cards"] = notation
    hands: list[str | None] = [card_names(hand, notation) for hand in deal.dealt]
    record["hands"] = hands + [None] * (deal.players - ACTIVE)
    record["skat"] = card_names(deal.dealt_skat, notation)
    record["bock"] = deal.bock
    if deal.rules.skat_round != "none":
        record["skat_round"] = [PUSH if cards is None else card_names(cards, notation) for cards in deal.skat_round]
    if deal.rules.knock:
        record["knocks"] = list(deal.knocks)
    record["plays"] = [card_name(code, notation) for code in deal.plays]
    record["result"] = _result(deal, score)
    return record


def _deal_of(content: Mapping[str, Any], variant: Variant, rules: RamschRules) -> RamschDeal:
    notation = notation_of(content)
    hands = content["hands"]
    if not isinstance(hands, list):
        raise RecordError(f"hands = {shown(hands)}: must be a list with the ten cards of each active player")
    sits_out = len(hands) == ACTIVE + 1 and hands[ACTIVE] in (None, "", [])
    low, high = variant.players
    players = whole_number(content.get("players", ACTIVE + sits_out), "players", low, high)
    if sits_out and players > ACTIVE:
        hands = hands[:ACTIVE]
    if len(hands) != ACTIVE:
        dealer = ", and null for the dealer" if players > ACTIVE else ""
        raise RecordError(f"hands: {len(hands)} of them, must be one for each of the three active players{dealer}")
    bock = content.get("bock")
    if bock is not None and not isinstance(bock, bool):
        raise RecordError(f"bock = {shown(bock)}: must be true or false")
    dealt = [cards_of(hand, f"the hand of seat {seat}", notation) for seat, hand in enumerate(hands)]
    skat = cards_of(content["skat"], "the skat", notation)
    return RamschDeal(rules, dealt, skat, players, bock=bock, notation=notation)


def _replay_skat_round(deal: RamschDeal, given: Any) -> None:
    if given is not None and not isinstance(given, list):
        raise RecordError(
            f'skat_round = {shown(given)}: must be a list, for each seat "push" or the two cards passed on'
        )
    turns = given or []
    if deal.rules.skat_round == "none":
        if turns:
            raise RecordError(f"skat_round = {shown(given)}: these rules have no skat's round (skat_round = none)")
        return
    if len(turns) != ACTIVE:
        raise RecordError(f"skat_round: {len(turns)} entries, must be one for each of the three active players")
    for seat, turn in enumerate(turns):
        if isinstance(turn, str) and turn.strip().lower() == PUSH:
            deal.push()
        else:
            deal.pass_on(cards_of(turn, f"skat_round of seat {seat}", deal.notation))


def _replay_knocks(deal: RamschDeal, given: Any) -> None:
    if given is None:
        return
    if not isinstance(given, list):
        raise RecordError(f"knocks = {shown(given)}: must be a list of seats")
    for seat in given:
        deal.knock(whole_number(seat, "knocks: a seat", 0, ACTIVE - 1))


def _replay_plays(deal: RamschDeal, given: Any) -> None:
    plays = cards_of(given, "plays", deal.notation)
    # An illegal card tells more than a wrong count, so the cards are played first.
    for code in plays[:PLAYS]:
        deal.play(code)
    if len(plays) != PLAYS:
        raise RecordError(f"plays: {counted(len(plays), 'card')}, must be {PLAYS}, ten of each active player")


def _result(deal: RamschDeal, score: DealScore) -> dict[str, Any]:
    dealer = [0] * (deal.players - ACTIVE)
    return {
        "points": [*score.points, *dealer],
        "tricks": [*deal.tricks, *dealer],
        "pushes": deal.pushes,
        "scores": [*score.scores, *dealer],
    }
