"""The catalogue of variants, and the rule sheet of one of them in words.

A rule sheet names every field with its value, its meaning and who says so: the source, us (our reading where the source
is silent or contradicts itself), or the user, whose file or call changed it. The points of play that no field names
stand below the fields.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ramsim.cards import pack
from ramsim.given import whole_number
from ramsim.variants.bete import FixedBete, PotBete
from ramsim.variants.idle import idle_fields
from ramsim.variants.loader import load_variant, preset_names, rules_hash
from ramsim.variants.points import POINTS
from ramsim.variants.schema import RamschRules, Variant, fields_of

FAMILY_WORDS = {
    "rams": "rams: few cards, a trump, drop out or play, a bete for taking no trick",
    "ramsch": "ramsch: ten cards, jacks are trumps, avoid card points",
}
SOURCES = {
    "[S1]": '"Ramscheln", an article on the German game',
    "[S2]": '"Palatinate Ramsch", a rule page',
    "[S3]": '"Ramsli", a rule page in French',
    "[S4]": '"Schieberamsch", a rule page in French',
}
_SECTIONS = {
    "pack": "Pack and deal",
    "declare": "Declarations",
    "play": "Play",
    "stakes": "Stakes",
    "special": "Special calls",
    "trigger": "When it is played",
    "skat": "The skat",
    "score": "Score",
    "multiplier": "Multipliers",
    "game": "The game",
}
_SAYS = {"source": "the source", "ours": "our reading", "changed": "changed here", "idle": "no effect here"}
_LEFT = 34


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One rule field of a sheet.

    Attributes
    ----------
    section
        Section of the TOML file.
    field, value
        As they are typed after ``--set``.
    meaning
        What the field decides, with its legal values.
    says
        ``"source"``, ``"ours"``, ``"changed"`` (by the user) or ``"idle"`` (no effect under the other rules).
    note
        Our reading in words, the value before a change, or nothing.
    """

    section: str
    field: str
    value: str
    meaning: str
    says: str
    note: str


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """A variant in words: ``str(sheet)`` or `text` is what ``ramsim rules`` prints.

    Attributes
    ----------
    variant
        The variant that the sheet is about.
    lines
        One entry for each rule field, in the order of the sections.
    points
        Points of play that no field names: pairs of ``"source"`` or ``"ours"`` and a sentence.
    """

    variant: Variant
    lines: tuple[RuleLine, ...]
    points: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return self.text()

    def text(self, width: int = 100) -> str:
        """Lay the sheet out for a page of ``width`` columns, up to 10,000 (at least 60 are taken)."""
        return "\n".join(_layout(self, max(whole_number("width", width, 1, 10_000), 60)))

    def as_json(self) -> dict[str, Any]:
        """Give the sheet as plain data."""
        variant = self.variant
        return {
            "variant": variant.name,
            "family": variant.family,
            "players": list(variant.players),
            "usual_players": variant.usual_players,
            "pack": pack_in_words(variant),
            "sentence": variant.sentence,
            "source": variant.source,
            "rules_hash": rules_hash(variant),
            "fields": [{name: getattr(line, name) for name in RuleLine.__slots__} for line in self.lines],
            "points": [{"says": says, "point": point} for says, point in self.points],
        }


def variants() -> tuple[Variant, ...]:
    """Give the presets, in the order of their names."""
    return tuple(load_variant(name) for name in preset_names())


def variant(name: str | Path | Variant, /, **changes: Any) -> Variant:
    """Give a variant, with single rule fields replaced.

    Parameters
    ----------
    name
        A preset's name, the path of a TOML file, or a variant.
    **changes
        Rule fields and their values, for example ``bete="pot"`` or ``ante=2``.

    Raises
    ------
    VariantError
        For an unknown name or field, a value that cannot be, and rules that cannot be together.

    Examples
    --------
    >>> variant("ramsli", bete="pot").rules.bete
    PotBete(cap=None)
    """
    return load_variant(name, changes, overrides_place="the call") if changes else load_variant(name)


def rules(name: str | Path | Variant, /, **changes: Any) -> RuleSheet:
    """Give the rule sheet of a variant in words; parameters and errors as for `variant`.

    Examples
    --------
    >>> rules("ramsli", ante=2).lines[15].note
    'was 1'
    """
    shown = variant(name, **changes)
    # A note under no field's name, such as "source", is a point of the whole sheet.
    fields = fields_of(type(shown.rules))
    whole = tuple(
        ("ours", f"{words[0].upper()}{words[1:]}.") for key, words in shown.readings.items() if key not in fields
    )
    return RuleSheet(shown, tuple(_lines(shown)), whole + POINTS[shown.family])


def pack_in_words(shown: Variant) -> str:
    """Say which pack a variant is played with, for example ``52 cards`` or ``32 cards and 2 jokers``."""
    if isinstance(shown.rules, RamschRules):
        return "32 cards"
    jokers = shown.rules.jokers
    words = f"{len(pack(shown.rules.ranks))} cards"
    return words + (f" and {jokers} joker{'s' if jokers > 1 else ''}" if jokers else "")


def value_as_typed(value: Any) -> str:
    """Write a field's value as it is typed after ``--set FIELD=``."""
    if isinstance(value, dict):
        value = msgspec.convert(value, FixedBete | PotBete)
    if isinstance(value, FixedBete):
        return str(value.amount)
    if isinstance(value, PotBete):
        return "pot" if value.cap is None else f"pot:{value.cap}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _lines(shown: Variant) -> Iterator[RuleLine]:
    idle = idle_fields(shown.rules)
    for field, meta in fields_of(type(shown.rules)).items():
        says, note = "source", ""
        if field in shown.readings:
            says, note = "ours", shown.readings[field]
        if field in shown.changes:
            says, note = "changed", f"was {value_as_typed(shown.changes[field])}"
        if field in idle:
            says = "idle"
        value = value_as_typed(getattr(shown.rules, field))
        section = str((meta.extra or {})["section"])
        yield RuleLine(section, field, value, meta.description or "", says, note)


def _layout(sheet: RuleSheet, width: int) -> Iterator[str]:
    shown = sheet.variant
    low, high = shown.players
    sources = [f"{tag} = {words}" for tag, words in SOURCES.items() if tag in shown.source]
    yield from textwrap.wrap(f"{shown.name}: {shown.sentence}".removesuffix(": "), width)
    if shown.changes:
        # The sentence may be the base's, which the changes can contradict.
        changed = ", ".join(f"{field} = {value_as_typed(getattr(shown.rules, field))}" for field in shown.changes)
        yield from textwrap.wrap(f"but with {changed}", width)
    yield ""
    about = {
        "Family": FAMILY_WORDS[shown.family],
        "Players": f"{low} to {high}, usually {shown.usual_players}" if low < high else str(low),
        "Pack": pack_in_words(shown),
        "Source": "; ".join([shown.source, *sources]),
        "Rules' hash": rules_hash(shown),
    }
    for name, words in about.items():
        yield from _beside(f"  {name}", words, 16, width)
    section = ""
    for line in sheet.lines:
        if line.section != section:
            section = line.section
            yield ""
            yield f"{_SECTIONS[section]}  [{section}]"
        yield from _beside(f"  {line.field} = {line.value}", _sentence(line.meaning), _LEFT, width)
        if line.says != "source":
            words = _SAYS[line.says] + (f": {line.note}" if line.note else "")
            yield from _beside("", f"-> {words}", _LEFT, width)
    yield ""
    yield "Points of play"
    for says, point in sheet.points:
        mark = f" ({_SAYS[says]})" if says == "ours" else ""
        yield from textwrap.wrap(point + mark, width, initial_indent="  - ", subsequent_indent="    ")
    yield ""
    yield from textwrap.wrap(
        "A field without an arrow is as its source says; an arrow marks our reading where the source is silent or "
        "contradicts itself, a change made by your file or call, and fields that the other rules leave without effect.",
        width,
    )


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:]


def _beside(left: str, right: str, column: int, width: int) -> Iterator[str]:
    """Lay words beside a name; a name too long for its column stands on a line of its own."""
    wrapped = textwrap.wrap(right, width - column) or [""]
    if len(left) >= column:
        yield left
        left = ""
    yield f"{left:<{column}}{wrapped[0]}".rstrip()
    for more in wrapped[1:]:
        yield " " * column + more
