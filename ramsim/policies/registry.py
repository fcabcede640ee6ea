"""The policies by family, kind and name; a user's own from a file; one for all seats or one for each.

A policy is a function of a whole block of deals: it reads a view (``ramsim/policies/views.py``) and writes one choice a
deal. Kinds: ``declare`` and ``play`` for the Rams family, ``skat`` and ``play`` for the Ramsch family.
"""

from __future__ import annotations

import dis
import hashlib
import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ramsim.counted import counted
from ramsim.errors import PolicyError, UsageError
from ramsim.given import path_of, shown
from ramsim.variants.loader import nearest

Kind = Literal["declare", "play", "skat"]
KINDS_OF_FAMILY: dict[str, tuple[Kind, ...]] = {"rams": ("declare", "play"), "ramsch": ("skat", "play")}
DEFAULTS: dict[tuple[str, Kind], str] = {
    ("rams", "declare"): "guide",
    ("rams", "play"): "rule",
    ("ramsch", "skat"): "rule",
    ("ramsch", "play"): "rule",
}


@dataclass(frozen=True)
class PolicyInfo:
    """A named policy: family, kind, name, a sentence, its parameter's name (``""``: none), whether it needs chance."""

    family: str
    kind: Kind
    name: str
    sentence: str
    module: str
    parameter: str = ""
    chance: bool = False


@dataclass(frozen=True, eq=False)
class Policy:
    """A policy ready to be compiled.

    Attributes
    ----------
    text
        As the user named it; goes into the results.
    function
        The block function ``function(view, choice)``.
    parameters
        float64[P], its own numbers (length 1 and 0.0 when it has none).
    chance
        Whether it reads ``view.random``.
    fits
        For a policy by a table: the players and the pack that it was made for (``ramsim/policies/table.py``).
    """

    kind: Kind
    text: str
    function: Callable[[Any, Any], None]
    parameters: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(1))
    chance: bool = False
    fits: tuple[Any, ...] = ()


_PACKAGE = "ramsim.policies."
_DECLARE = "ramsim.policies.declare"
_PLAY = "ramsim.policies.play"
_SKAT = "ramsim.policies.skat"
_AVOID = "ramsim.policies.avoid"
_KNOWN = (
    PolicyInfo("rams", "declare", "always", "in with every hand", _DECLARE),
    PolicyInfo(
        "rams",
        "declare",
        "guide",
        "in with a side ace, one of the three highest trumps, three trumps, or two trumps and a side king [S3]",
        _DECLARE,
    ),
    PolicyInfo("rams", "declare", "random", "every open call with the same chance", _DECLARE, chance=True),
    PolicyInfo(
        "rams",
        "declare",
        "threshold",
        "in when the hand scores x: top trump 1.0, other high trump 0.8, other trump 0.4, side ace 0.6, king 0.3",
        _DECLARE,
        parameter="x",
    ),
    PolicyInfo(
        "rams",
        "declare",
        "table",
        "in when a complete table of ramsim strength gives staying more than going out",
        "ramsim.policies.table",
        parameter="FILE",
    ),
    PolicyInfo("rams", "play", "random", "every legal card with the same chance", _PLAY, chance=True),
    PolicyInfo("rams", "play", "lowest", "the legal card lowest in rank, ties by suit C < D < H < S", _PLAY),
    PolicyInfo(
        "rams", "play", "rule", "draws trumps when long, keeps masters, takes cheaply, chases its first trick", _PLAY
    ),
    PolicyInfo("ramsch", "skat", "push", "pushes the skat on unseen", _SKAT),
    PolicyInfo(
        "ramsch", "skat", "dearest", "takes the skat, passes on the two dearest cards that may be passed", _SKAT
    ),
    PolicyInfo("ramsch", "skat", "random", "takes or pushes, passes on and knocks by chance", _SKAT, chance=True),
    PolicyInfo(
        "ramsch",
        "skat",
        "rule",
        "pushes a hand of little danger; else takes, passes on bare aces, tens and honours",
        _SKAT,
    ),
    PolicyInfo("ramsch", "play", "random", "every legal card with the same chance", _PLAY, chance=True),
    PolicyInfo(
        "ramsch",
        "play",
        "lowest",
        "the legal card lowest in rank, 7 8 9 Q K 10 A J, ties C < D < H < S",
        _AVOID,
    ),
    PolicyInfo(
        "ramsch", "play", "simple", "leads its cheapest card, ducks with its dearest, else plays its cheapest", _AVOID
    ),
    PolicyInfo(
        "ramsch",
        "play",
        "rule",
        "leads low, ducks with its dearest loser, throws danger away, heeds a sweep",
        _AVOID,
    ),
)


def is_built_in(policy: Policy) -> bool:
    """Tell a policy of ramsim's from a user's."""
    return policy.function.__module__.startswith(_PACKAGE)


def policies(family: str | None = None, kind: str | None = None) -> tuple[PolicyInfo, ...]:
    """List the built-in policies, all or those of one family and kind.

    Raises
    ------
    UsageError
        For a family or a kind that there is not.
    """
    families = tuple(KINDS_OF_FAMILY)
    kinds = tuple(dict.fromkeys(kind for of_family in KINDS_OF_FAMILY.values() for kind in of_family))
    asked: tuple[tuple[str, Any, tuple[str, ...]], ...] = (("family", family, families), ("kind", kind, kinds))
    for name, value, known in asked:
        if value is not None and not (isinstance(value, str) and value in known):
            raise UsageError(f"{name} = {shown(value)}: must be one of {', '.join(known)}")
    return tuple(info for info in _KNOWN if family in (None, info.family) and kind in (None, info.kind))


def resolve(family: str, kind: Kind, text: str) -> Policy:
    """Find a policy by what the user typed.

    Parameters
    ----------
    family, kind
        For which family and kind of decision.
    text
        ``name``, ``name:number`` for a policy with a parameter, or ``file.py:function``.

    Raises
    ------
    PolicyError
        Unknown name (with the nearest), missing or bad parameter, unreadable file, no such function.
    """
    name, _, rest = text.partition(":")
    if name.endswith(".py"):
        return _users(kind, text, Path(name), rest)
    known = {info.name: info for info in policies(family, kind)}
    if name not in known:
        raise PolicyError(f"unknown {kind} policy {text!r}{nearest(name, tuple(known))}")
    info = known[name]
    function = getattr(importlib.import_module(info.module), info.name)
    if info.parameter == "FILE":
        return _by_table(info, rest, text, function)
    return Policy(kind, text, function, _parameters(info, rest, text), info.chance)


def for_seats(
    family: str, kind: Kind, players: int, wanted: str | Iterable[str] | Mapping[int, str] | None
) -> tuple[Policy, ...]:
    """Give the policy of each seat.

    Parameters
    ----------
    wanted
        One name for all seats; several, of which ``SEAT=NAME`` binds one seat and a bare name all others; a mapping
        from seat to name; None for the default.

    Raises
    ------
    PolicyError
        A seat outside the table, a seat or the rest named twice, an unknown policy.
    """
    words = policy_words(kind, wanted)
    rest = DEFAULTS[family, kind]
    bare = [word for word in words if not is_for_seat(word)]
    if len(bare) > 1:
        raise PolicyError(f"{kind} policy named twice for all seats: {bare[0]!r} and {bare[1]!r}")
    texts: dict[int, str] = {}
    for word in words:
        if is_for_seat(word):
            seat_text, _, name = word.partition("=")
            seat = int(seat_text)
            if seat >= players:
                raise PolicyError(f"{kind} policy {word!r}: seat {seat} must be 0 to {players - 1}")
            if seat in texts:
                raise PolicyError(f"{kind} policy {word!r}: seat {seat} is named twice")
            texts[seat] = name
    found: dict[str, Policy] = {}
    for text in [bare[0] if bare else rest, *texts.values()]:
        if text not in found:
            found[text] = resolve(family, kind, text)
    return tuple(found[texts.get(seat, bare[0] if bare else rest)] for seat in range(players))


def policy(function: Callable[[Any, Any], None] | None = None, *, chance: bool = True) -> Any:
    """Mark a function of your own as a policy: ``@ramsim.policy`` or ``@ramsim.policy(chance=False)``.

    Parameters
    ----------
    function
        ``function(view, choice)``; see ``ramsim/policies/views.py`` for what the view holds.
    chance
        Whether it reads ``view.random``; False saves the time of making random words.

    Raises
    ------
    PolicyError
        For what is no function, or a ``chance`` that is neither True nor False.
    """

    def mark(inner: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
        if not isinstance(inner, FunctionType):
            raise PolicyError(f"policy {shown(inner)}: must be a function of two arguments, view and choice")
        inner.ramsim_chance = chance  # type: ignore[attr-defined]
        return inner

    if not isinstance(chance, bool):
        raise PolicyError(f"policy: chance = {shown(chance)}: must be True or False")
    return mark if function is None else mark(function)


def policy_words(kind: str, wanted: str | Iterable[str] | Mapping[int, str] | None) -> list[str]:
    """Give the words for a kind of policy, each a name or ``SEAT=NAME``.

    Raises
    ------
    PolicyError
        For a word that is no text, and a seat of a mapping that is no whole number.
    """
    if wanted is None:
        return []
    given: Any = wanted
    if isinstance(given, Mapping):
        for seat in given:
            if isinstance(seat, bool) or not hasattr(type(seat), "__index__") or seat < 0:
                raise PolicyError(f"{kind} policy: {shown(seat)} is no seat: a mapping is written {{0: 'random'}}")
        words, seats = list(given.values()), [f"{seat.__index__()}=" for seat in given]
    else:
        one = isinstance(given, str | bytes) or not isinstance(given, Iterable)
        words = [given] if one else list(given)
        seats = [""] * len(words)
    for word in words:
        if not isinstance(word, str):
            raise PolicyError(
                f"{kind} policy {shown(word)}: must be a policy's name; your own is written FILE.py:FUNCTION"
            )
    return [seat + word for seat, word in zip(seats, words, strict=True)]


def is_for_seat(word: str) -> bool:
    """Tell whether a word binds a single seat, as ``2=random`` does."""
    head, equals, _ = word.partition("=")
    return bool(equals) and re.fullmatch(r"\s*\d{1,18}\s*", head, re.ASCII) is not None


def _by_table(info: PolicyInfo, rest: str, text: str, function: Callable[[Any, Any], None]) -> Policy:
    from ramsim.policies.table import read_table

    if not rest:
        raise PolicyError(f"{info.kind} policy {text!r}: write {info.name}:FILE with the file of a complete table")
    path = path_of(f"{info.kind} policy {info.name}:FILE", rest, "the path of a complete table", PolicyError)
    numbers, fits = read_table(path, text)
    return Policy(info.kind, text, function, numbers, fits=fits)


def _parameters(info: PolicyInfo, rest: str, text: str) -> npt.NDArray[np.float64]:
    if not info.parameter:
        if rest:
            raise PolicyError(f"{info.kind} policy {text!r}: {info.name} takes no parameter")
        return np.zeros(1)
    try:
        value = float(rest) if rest.isascii() else float("nan")
    except ValueError:
        value = float("nan")
    if not np.isfinite(value):
        raise PolicyError(
            f"{info.kind} policy {text!r}: write {info.name}:{info.parameter} with a number, such as {info.name}:0.8"
        )
    return np.array([value])


def _users(kind: Kind, text: str, path: Path, name: str) -> Policy:
    if not name:
        raise PolicyError(f"{kind} policy {text!r}: write FILE.py:FUNCTION")
    module = _load(kind, text, path)
    function = getattr(module, name, None)
    if not inspect.isfunction(function):
        functions = tuple(key for key, value in vars(module).items() if inspect.isfunction(value) and key[0] != "_")
        hint = nearest(name, functions) if functions else ""
        raise PolicyError(f"{kind} policy {text!r}: {path} has no function {name!r}{hint}")
    fault = _fault_of(function)
    if fault is not None:
        raise PolicyError(f"{kind} policy {text!r}: {fault}: write def {name}(view, choice), which fills in choice")
    return Policy(kind, text, function, chance=bool(getattr(function, "ramsim_chance", True)))


def _fault_of(function: FunctionType) -> str | None:
    """Say why a function cannot be a policy, as far as it shows before compiling."""
    code = function.__code__
    if code.co_argcount != 2 or code.co_kwonlyargcount:
        return f"takes {counted(code.co_argcount + code.co_kwonlyargcount, 'argument')}, must take 2"
    if code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS):
        return "takes any number of arguments, must take 2"
    if inspect.isgeneratorfunction(function) or inspect.iscoroutinefunction(function):
        return "is a generator or a coroutine, must be a plain function"
    # Compiled code has nobody to hand an exception to.
    if any(step.opname == "RAISE_VARARGS" for step in dis.get_instructions(function)):
        return "may raise an exception (raise or assert), must not"
    return None


def _load(kind: Kind, text: str, path: Path) -> ModuleType:
    try:
        found = path.is_file()
        if found:
            path.read_text("utf-8")
    except (OSError, ValueError) as error:
        reason = str(error.strerror or error) if isinstance(error, OSError) else "is no text in UTF-8"
        raise PolicyError(f"{kind} policy {text!r}: {path} cannot be read: {reason}") from None
    if not found:
        raise PolicyError(f"{kind} policy {text!r}: there is no file {str(path)!r}")
    # The same in every process: compiled code in the cache asks for its module by name.
    unique = f"ramsim_user_{path.stem}_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:16]}"
    spec = importlib.util.spec_from_file_location(unique, path)
    if spec is None or spec.loader is None:
        raise PolicyError(f"{kind} policy {text!r}: {path} cannot be read as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[unique] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise PolicyError(f"{kind} policy {text!r}: {path} fails when read: {reason}") from None
    return module
