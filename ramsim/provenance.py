"""What every output says of its making: version, variant with all its rules, policies, seed, deal numbers, command."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ramsim.errors import DataError, UsageError
from ramsim.given import whole_number
from ramsim.variants.check import MOST_PLAYERS
from ramsim.variants.loader import rules_hash
from ramsim.variants.schema import Variant

# What no result goes beyond; a damaged file must not make memory for more.
_LIMITS = {
    "players": (2, MOST_PLAYERS),
    "seed": (0, 2**64 - 1),
    "first": (0, 2**62),
    "hands": (0, 2**62),
    "carry": (0, 10**12),
}


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The provenance of a result of ``simulate`` as a file holds it; keys that are not named here are left alone.

    Attributes
    ----------
    ramsim
        Version that counted.
    variant, rules_hash, rules, about
        The variant's name, its rules (all fields) with their hash, and the rest of its record.
    players, policies, seed, carry
        What was played.
    first, hands, ranges
        Which deals were counted.
    command
        What was typed, when it came from a command line.
    sight, priced
        Payment fields that a policy looked at; fields priced after the deals were played.
    sources, precision
        Hashes of users' policy files; how a run to a chosen precision stopped.
    seconds
        Time of the run; JSON files only.
    """

    ramsim: str
    variant: str
    rules_hash: str
    players: int
    policies: dict[Literal["declare", "play", "skat"], Any]
    seed: int
    first: int
    hands: int
    carry: int
    command: str | None
    ranges: list[tuple[int, int]]
    sight: list[str]
    priced: dict[str, Any]
    rules: dict[str, Any]
    about: dict[str, Any]
    sources: dict[str, str] = {}
    precision: dict[str, Any] | None = None
    seconds: float | None = None


def head_of(variant: Variant, **parts: Any) -> dict[str, Any]:
    """Give a provenance ready for JSON: ``ramsim`` first, the variant, then the other parts, the full rules last."""
    about = msgspec.to_builtins(variant)
    rules, name = about.pop("rules"), about.pop("name")
    opening = {"ramsim": parts.pop("ramsim")} if "ramsim" in parts else {}
    return opening | {"variant": name, "rules_hash": rules_hash(variant)} | parts | {"rules": rules, "about": about}


def read_result_head(content: dict[str, Any], place: str) -> Head:
    """Check the provenance of a result.

    Raises
    ------
    DataError
        When a key is missing or holds something else, or a number outside its range; the message begins with ``place``.
    """
    try:
        head = msgspec.convert(content, Head)
    except msgspec.ValidationError as error:
        what = str(error)
        raise DataError(f"{place}: is no result of simulate, or is damaged: {what[0].lower() + what[1:]}") from None
    try:
        for name, (low, high) in _LIMITS.items():
            whole_number(name, getattr(head, name), low, high)
    except UsageError as error:
        raise DataError(f"{place}: {error}") from None
    return head


def variant_of(head: Head, place: str) -> Variant:
    """Give the variant that a provenance tells of.

    Raises
    ------
    DataError
        When its rules are not rules of this version of ramsim, or do not have the hash that stands beside them.
    """
    try:
        variant = msgspec.convert({"name": head.variant, **head.about, "rules": head.rules}, Variant)
    except msgspec.ValidationError as error:
        raise DataError(f"{place}: written by ramsim {head.ramsim}, its rules cannot be read here: {error}") from None
    if rules_hash(variant) != head.rules_hash:
        raise DataError(
            f"{place}: the rules do not have the hash {head.rules_hash} that stands beside them: changed by hand, "
            f"or written by another version (ramsim {head.ramsim})"
        )
    return variant
