"""Reading hand records, what both families share: keys, numbers, cards and the variant, each checked with its place.

Every function raises `RecordError` with one sentence that names the key (the place), the value and what would be right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from ramsim.cards import Notation, card_name, parse_card
from ramsim.counted import counted
from ramsim.errors import CardError, RecordError, VariantError
from ramsim.variants import Rules, Variant, load_variant
from ramsim.variants.loader import nearest

LONGEST_NAME = 4096
"""Characters of a variant's name or path, as many as a path may have."""

LONGEST_SHOWN = 60
"""A value from a record is quoted in a message up to this many characters."""


def shown(value: Any) -> str:
    """Write a value of a record as JSON for a message, cut when it is long."""
    try:
        text = msgspec.json.encode(value).decode()
    except (TypeError, ValueError, OverflowError, RecursionError):
        text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def check_keys(
    content: Mapping[str, Any], required: tuple[str, ...], optional: tuple[str, ...], place: str = ""
) -> None:
    """Refuse an unknown key (with the nearest known one) and a missing one; ``place`` names the inner object."""
    inside = f"{place}: " if place else ""
    if not content.keys() <= {*required, *optional}:
        unknown = next(key for key in content if key not in required and key not in optional)
        raise RecordError(f"{inside}unknown key {shown(unknown)}{nearest(str(unknown), required + optional)}")
    for key in required:
        if key not in content:
            raise RecordError(f"{inside}the key {key!r} is missing")


def whole_number(value: Any, place: str, low: int, high: int) -> int:
    """Give a whole number within ``low`` to ``high``."""
    if type(value) is not int or not low <= value <= high:
        raise RecordError(
            f"{place} = {shown(value)}: must be {low if low == high else f'a whole number from {low} to {high}'}"
        )
    return value


def notation_of(content: Mapping[str, Any]) -> Notation:
    """Give the notation of the record's cards: the key ``cards``, ``"french"`` when it is absent."""
    word = content.get("cards", "french")
    if word == "french":
        return "french"
    if word == "german":
        return "german"
    raise RecordError(f'cards = {shown(word)}: must be "french" or "german"')


def family_of(content: Mapping[str, Any]) -> str:
    """Give the family of the record's variant, ``"rams"`` or ``"ramsch"``."""
    return variant_of(content).family


def variant_of(content: Mapping[str, Any]) -> Variant:
    """Give the record's variant with its ``rules`` laid over it; a variant read once is kept.

    ``variant`` is a preset's name or a path to a TOML file, ``rules`` an object of rule fields.
    """
    name = content.get("variant")
    if name is None:
        raise RecordError("the key 'variant' is missing")
    if not isinstance(name, str) or not name.isprintable() or len(name) > LONGEST_NAME:
        raise RecordError(f"variant = {shown(name)}: must be a preset's name or a path to a TOML file")
    rules = content.get("rules")
    if rules is None:
        rules = {}
    if not isinstance(rules, dict):
        raise RecordError(f"rules = {shown(rules)}: must be an object of rule fields")
    overrides = msgspec.json.encode(rules) if rules else b""
    try:
        return _variant(name, overrides, _stamp(name))
    except VariantError as error:
        raise RecordError(str(error)) from None


def rules_apart(rules: Rules, base: Rules) -> dict[str, Any]:
    """Give the fields in which ``rules`` differ from ``base`` as plain data: the ``rules`` of a record on that base."""
    plain, below = msgspec.to_builtins(rules), msgspec.to_builtins(base)
    return {field: value for field, value in plain.items() if value != below.get(field)}


def cards_of(value: Any, place: str, notation: Notation) -> tuple[int, ...]:
    """Read cards written as one text (``"AS KS 9H"``) or as a list of texts, in the order written.

    A card written twice is left to `check_distinct`, which can name both places.
    """
    if isinstance(value, str):
        words: Iterable[Any] = value.replace(",", " ").split()
    elif isinstance(value, list):
        words = value
    else:
        raise RecordError(f'{place} = {shown(value)}: must be cards, for example "AS KS 9H"')
    return tuple([card_of(word, place, notation) for word in words])


def card_of(value: Any, place: str, notation: Notation) -> int:
    """Read one card."""
    if not isinstance(value, str):
        raise RecordError(f'{place}: {shown(value)} is no card: must be a text such as "AS"')
    try:
        return _card(value, notation)
    except CardError as error:
        raise RecordError(f"{place}: {error}") from None


def check_count(cards: tuple[int, ...], wanted: int, place: str) -> None:
    """Refuse more or fewer cards than ``wanted``."""
    if len(cards) != wanted:
        raise RecordError(f"{place}: holds {counted(len(cards), 'card')}, must hold {wanted}")


def check_distinct(places: Mapping[str, tuple[int, ...]], pack: frozenset[int], notation: Notation) -> None:
    """Refuse a card that stands twice in what was dealt, or that the pack lacks.

    Parameters
    ----------
    places
        Where cards lie: the words for a place (``"the hand of seat 0"``, ``"the upcard"``) and its cards.
    pack
        The cards of the variant.
    notation
        How to write a card in the message.
    """
    cards = [card for held in places.values() for card in held]
    if len(set(cards)) == len(cards) and pack.issuperset(cards):
        return
    seen: dict[int, str] = {}
    for place, held in places.items():
        for card in held:
            name = card_name(card, notation)
            if card not in pack:
                raise RecordError(f"{name} in {place} is not in the pack of this variant")
            if card in seen:
                where = f"twice in {place}" if seen[card] == place else f"in {seen[card]} and in {place}"
                raise RecordError(f"the card {name} lies {where}")
            seen[card] = place


def check_result(given: Any, found: Mapping[str, Any]) -> None:
    """Compare the record's ``result`` with what the referee found; only the keys given are compared.

    Parameters
    ----------
    given
        The value of the key ``result``; ``None`` when there is none.
    found
        The referee's values by key: numbers, or lists of numbers by seat.
    """
    if given is None:
        return
    if not isinstance(given, dict):
        raise RecordError(f"result = {shown(given)}: must be an object with {', '.join(found)}")
    check_keys(given, (), tuple(found), "result")
    for key, value in given.items():
        numbers = value if isinstance(value, list) else [value]
        # A truth value equals a number in Python, so the types are looked at too.
        if value != found[key] or any(isinstance(number, bool) for number in numbers):
            raise RecordError(f"result: {key} is {shown(value)} in the record, {shown(found[key])} by the rules")


@lru_cache(maxsize=4096)
def _card(text: str, notation: Notation) -> int:
    return parse_card(text, notation)


@lru_cache(maxsize=256)
def _variant(name: str, overrides: bytes, stamp: tuple[int, int]) -> Variant:
    # The stamp is part of the key only: a file that changes is read again.
    del stamp
    return load_variant(name, msgspec.json.decode(overrides) if overrides else None, overrides_place="rules")


def _stamp(name: str) -> tuple[int, int]:
    if "/" not in name and "\\" not in name and not name.endswith(".toml"):
        return (0, 0)
    try:
        status = Path(name).stat()
    except (OSError, ValueError):
        return (0, 0)
    return (status.st_mtime_ns, status.st_size)
