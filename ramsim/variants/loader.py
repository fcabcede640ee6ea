"""Reading variants: presets by name, users' TOML files with ``base``, single fields from the command line."""

from __future__ import annotations

import difflib
import hashlib
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from ramsim.cards import pack
from ramsim.errors import VariantError
from ramsim.given import path_of, shown
from ramsim.variants.bete import MOST_CHIPS, unfold_bete
from ramsim.variants.check import cards_needed, check_variant
from ramsim.variants.schema import RULES_OF_FAMILY, RamsRules, Variant, fields_of

_ABOUT = ("name", "family", "players", "usual_players", "sentence", "source", "readings")
_KEPT = (*_ABOUT, "changes")
# What a rule field is written with; anything else is no value for any of them.
_PLAIN = (bool, int, float, str, bytes, list, tuple, dict, msgspec.Struct)
_LARGEST_FILE = 1_000_000
"""Bytes of a variant file; a preset takes 2,000."""


@lru_cache(maxsize=1)
def preset_names() -> tuple[str, ...]:
    """Give the names of the presets, sorted."""
    folder = resources.files("ramsim.variants") / "presets"
    return tuple(sorted(item.name.removesuffix(".toml") for item in folder.iterdir() if item.name.endswith(".toml")))


def load_variant(
    variant: str | Path | Variant, overrides: Mapping[str, Any] | None = None, *, overrides_place: str = "--set"
) -> Variant:
    """Give a variant by its preset's name or from a TOML file, with single fields replaced.

    Parameters
    ----------
    variant
        A preset's name, a path to a TOML file (anything with a slash or the ending ``.toml``), or a variant already
        loaded.
    overrides
        Rule fields and their values; a value may be text as typed after ``--set FIELD=``.
    overrides_place
        Where the overrides were written, for the message about an unknown field.

    Raises
    ------
    VariantError
        For an unknown name (with the nearest), an unreadable or malformed file, an unknown field, a value of the wrong
        type or outside its range, and rules that cannot be together; the message names place, field and value.
    """
    if not isinstance(variant, str | Path | Variant):
        raise VariantError(
            f"variant = {shown(variant)}: must be the name of a preset, the path of a TOML file, or a Variant"
        )
    if overrides is not None and not isinstance(overrides, Mapping):
        raise VariantError(f"rules = {shown(overrides)}: must be a mapping from rule fields to their values")
    if isinstance(variant, Variant):
        loaded, place = variant, variant.name
    elif isinstance(variant, Path) or "/" in variant or "\\" in variant or variant.endswith(".toml"):
        place = str(variant)
        what = "the name of a preset, or the path of a TOML file"
        loaded = _file(path_of("variant", variant, what, VariantError))
    else:
        place = variant
        loaded = _preset(variant)
    if overrides:
        known = _known(overrides, loaded.family, overrides_place)
        loaded = _note_changes(_build(_fewer_players({**_flat(loaded), **known}), place), loaded, known)
    return loaded


def parse_assignment(text: str) -> tuple[str, Any]:
    """Read ``FIELD=VALUE`` as typed after ``--set``: a TOML value, or else plain text; ``section.field`` works too.

    Raises
    ------
    VariantError
        When there is no ``=``.
    """
    field, equals, value = text.partition("=")
    if not equals or not field.strip():
        raise VariantError(f"--set {text}: write FIELD=VALUE, for example --set bete=10")
    section, dot, name = field.strip().rpartition(".")
    homes = _homes(name)
    if dot and homes and section not in homes:
        raise VariantError(f"--set {text}: {name} stands in [{section}], its section is [{homes[0]}]")
    try:
        content = tomllib.loads(f"value = {value.strip()}")
    except (ValueError, RecursionError):  # no TOML, or a number of more digits than Python reads
        content = {}
    # A second line in the value would be a second field.
    return name, content["value"] if content.keys() == {"value"} else value.strip()


def _homes(field: str) -> tuple[str, ...]:
    """Give the sections in which a rule field stands, one for each family that has it."""
    families = map(fields_of, RULES_OF_FAMILY.values())
    return tuple((metas[field].extra or {})["section"] for metas in families if field in metas)


def rules_hash(variant: Variant) -> str:
    """Give 16 hexadecimal digits that change when any rule field changes, and with nothing else."""
    content = msgspec.json.encode(variant.rules, order="sorted")
    return hashlib.sha256(content).hexdigest()[:16]


def nearest(word: str, known: tuple[str, ...]) -> str:
    """Give a hint such as ``; did you mean ramsli?``, or the list of what is known when nothing is near."""
    close = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    return f"; did you mean {close[0]}?" if close else f"; known are {', '.join(known)}"


@cache
def _preset(name: str) -> Variant:
    if name not in preset_names():
        raise VariantError(f"unknown variant {name!r}{nearest(name, preset_names())}")
    text = (resources.files("ramsim.variants") / "presets" / f"{name}.toml").read_text("utf-8")
    return _build(_merge(tomllib.loads(text), f"preset {name}"), f"preset {name}")


def _file(path: Path) -> Variant:
    content = _read_file(path)
    base = content.get("base")
    merged = _merge(content, str(path))
    built = _build(merged, str(path))
    return built if base is None else _note_changes(built, _preset(base), merged)


def _note_changes(new: Variant, old: Variant, written: Mapping[str, Any]) -> Variant:
    """Note which of the fields written differ from the old rules; the old readings of those fields fall."""
    before, after = msgspec.to_builtins(old.rules), msgspec.to_builtins(new.rules)
    changes = {field: before[field] for field in written if field in before and before[field] != after[field]}
    readings = {
        field: words
        for field, words in new.readings.items()
        if old.readings.get(field) != words or field not in changes
    }
    return msgspec.structs.replace(new, changes={**old.changes, **changes}, readings=readings)


def _read_file(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as stream:
            text = stream.read(_LARGEST_FILE + 1)
        if len(text) > _LARGEST_FILE:
            raise VariantError(f"{path}: is no variant: it is larger than {_LARGEST_FILE:,} bytes")
        content = tomllib.loads(text.decode("utf-8"))
    except OSError as error:
        raise VariantError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise VariantError(f"{path}: is no text in UTF-8") from None
    except RecursionError:
        raise VariantError(f"{path}: is no variant: it is nested too deeply") from None
    except ValueError as error:  # a number of more digits than Python reads is one, too
        raise VariantError(f"{path}: is no TOML: {str(error).split('; use ')[0]}") from None
    content.setdefault("name", path.stem)
    return content


def _merge(content: dict[str, Any], place: str) -> dict[str, Any]:
    """Lay a file's content over its base; sections are unfolded, each field checked to stand in its own section."""
    base = content.pop("base", None)
    if base is not None and not isinstance(base, str):
        raise VariantError(f"{place}: base = {base!r}: must be the name of a preset")
    below: dict[str, Any] = {}
    if base is not None:
        try:
            below = _flat(_preset(base))
        except VariantError as error:
            raise VariantError(f"{place}: base: {error}") from None
    family = content.get("family", below.get("family"))
    if family not in RULES_OF_FAMILY:
        known = " or ".join(RULES_OF_FAMILY)
        raise VariantError(f"{place}: family = {family!r}: must be {known}, or name a preset in base")
    if below and family != below["family"]:
        raise VariantError(f"{place}: family = {family!r}: the base {base} is of the family {below['family']}")
    metas = fields_of(RULES_OF_FAMILY[family])
    sections = {(meta.extra or {})["section"] for meta in metas.values()}
    found: dict[str, Any] = {}
    for key, value in content.items():
        if key in sections and isinstance(value, dict):
            for field, inner in value.items():
                home = (metas[field].extra or {})["section"] if field in metas else None
                if home not in (None, key):
                    raise VariantError(f"{place}: {field} stands in [{key}], its section is [{home}]")
                found |= _known({field: inner}, family, f"{place}: [{key}]")
        elif key in _ABOUT:
            found[key] = value
        else:
            found |= _known({key: value}, family, place)
    readings = {**below.get("readings", {}), **found.get("readings", {})}
    # A point that the file itself decides is no longer the base's reading.
    for field in found:
        if field not in found.get("readings", {}):
            readings.pop(field, None)
    merged = {**below, **found, "readings": readings}
    low_high = merged.get("players")
    if "usual_players" not in found and isinstance(low_high, list) and len(low_high) == 2:
        usual = merged.get("usual_players", low_high[0])
        if all(isinstance(number, int) for number in (*low_high, usual)):
            merged["usual_players"] = min(max(usual, low_high[0]), low_high[1])
    return merged


def _known(values: Mapping[str, Any], family: str, place: str) -> dict[str, Any]:
    metas = fields_of(RULES_OF_FAMILY[family])
    for field in values:
        if field not in metas:
            raise VariantError(f"{place}: unknown field {shown(field)}{nearest(str(field), tuple(metas))}")
        # Bytes of the command line that are no letters come as halves of letters.
        if isinstance(values[field], str) and not values[field].isascii() and not _is_text(values[field]):
            raise VariantError(f"{place}: {field} = {values[field]!a}: is no text in UTF-8")
    # Numbers of numpy and pandas are read as what they are.
    found = {
        field: value.item() if type(value).__module__ == "numpy" and getattr(value, "ndim", 1) == 0 else value
        for field, value in values.items()
    }
    for field, value in found.items():
        if value is not None and not isinstance(value, _PLAIN):
            raise VariantError(
                f"{place}: {field} = {shown(value)}: must be a number, a text, true or false "
                f"({metas[field].description})"
            )
    return found


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _flat(variant: Variant) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(variant)
    return {**plain.pop("rules"), **plain}


def _fewer_players(flat: dict[str, Any]) -> dict[str, Any]:
    """Lower the most players to what the pack now serves: a single field was changed, not the table.

    Nothing is lowered when not even the fewest players can be served, or when a value is wrong anyway.
    """
    if flat["family"] != "rams":
        return flat
    try:
        rules = msgspec.convert(_unfolded({key: value for key, value in flat.items() if key not in _KEPT}), RamsRules)
    except msgspec.ValidationError:
        return flat
    low, high = flat["players"]
    size = len(pack(rules.ranks, rules.jokers))
    served = [players for players in range(low, high + 1) if cards_needed(rules, players) <= size]
    if not served:
        return flat
    return {**flat, "players": [low, served[-1]], "usual_players": min(flat["usual_players"], served[-1])}


def _unfolded(rules: dict[str, Any]) -> dict[str, Any]:
    """Write the fields that have a short way in their long way."""
    return {**rules, "bete": unfold_bete(rules["bete"])} if "bete" in rules else rules


def _build(flat: dict[str, Any], place: str) -> Variant:
    about = {key: value for key, value in flat.items() if key in _KEPT}
    rules = _unfolded({key: value for key, value in flat.items() if key not in _KEPT})
    for key, value in (("sentence", ""), ("source", "the user's file")):
        about.setdefault(key, value)
    kind = RULES_OF_FAMILY[about["family"]]
    try:
        converted = msgspec.convert({"family": about["family"], **rules}, kind)
        built = msgspec.convert({**about, "rules": msgspec.to_builtins(converted)}, Variant)
    except msgspec.ValidationError as error:
        raise VariantError(f"{place}: {_in_words(str(error), {**about, **rules}, kind)}") from None
    check_variant(built, place)
    return built


def _in_words(message: str, values: dict[str, Any], kind: Any) -> str:
    """Put msgspec's message behind the field and the value that it is about."""
    what, _, where = message.partition(" - at `$.")
    path = where.rstrip("`")
    field = path.split(".")[0].split("[")[0]
    if field not in values:
        return message
    metas = fields_of(kind)
    if path == "bete":
        what = f"must be chips (0 to {MOST_CHIPS:,}), pot, or pot:CAP"
    elif field in metas and path == field and (legal := _legal(kind, field)):
        what = f"must be {legal}"
    meaning = f" ({metas[field].description})" if field in metas else ""
    return f"{field} = {_as_typed(values[field])}: {what[0].lower() + what[1:]}{meaning}"


def _legal(kind: Any, field: str) -> str:
    """Say which values a field may have; nothing for one whose values are no words and no numbers."""
    hint = get_type_hints(kind, include_extras=True)[field]
    inner = get_args(hint)[0]
    if get_origin(inner) is Literal:
        words = get_args(inner)
        return f"{', '.join(words[:-1])} or {words[-1]}"
    if inner is bool:
        return "true or false"
    if field == "permanent_trump":
        return "none, or a card with its place, for example 7D below_ace"
    if field == "ranks":
        return "ranks in the order AKQJT98765432, each once at most, for example AKQJT987"
    limits = [part for part in hint.__metadata__ if isinstance(part, msgspec.Meta)]
    low, high = (
        next((getattr(m, name) for m in limits if getattr(m, name) is not None), None) for name in ("ge", "le")
    )
    if inner is not int or low is None or high is None:
        return ""
    return f"a whole number from {low:,} to {high:,}"


def _as_typed(value: Any) -> str:
    # JSON has no word for a number that is none, TOML has.
    if isinstance(value, float):
        return str(value)
    try:
        return msgspec.json.encode(value).decode()
    except (TypeError, ValueError, RecursionError):
        return f"a {type(value).__name__}"
