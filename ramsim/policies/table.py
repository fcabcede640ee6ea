"""The declare policy that plays by a complete hand-strength table: in when staying is worth more than going out.

Its numbers are one float64 array: the players of the table, where the class numbering begins (``Classes.table``), where
the decisions begin, and for each class one whole number whose bit s (s + 1) / 2 + k says whether seat s stays with k
players in before it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
from numpy import int64, uint32

from ramsim.errors import DataError, PolicyError, RamsimError, UsageError
from ramsim.kernels.bits import count_bits
from ramsim.kernels.class_number import class_of
from ramsim.kernels.classes import Classes
from ramsim.kernels.layout import rams_layout
from ramsim.policies.declare import call_for
from ramsim.policies.special import special_masks, sure_of_all
from ramsim.tablefiles import read_columns, read_head
from ramsim.variants.schema import RamsRules

Real = npt.NDArray[np.float64]

_PLAYERS, _CLASSES, _STAYS = range(3)
_HEAD = 3
# The fields of the rules on which the numbering of hands depends.
PACK_FIELDS = ("ranks", "jokers", "hand_size", "permanent_trump", "permanent_upcard")


def table(view: Any, call: Any) -> None:
    """Stay when the table gives staying more than going out; call all tricks as the guide does."""
    word = view.hand.dtype.type
    numbers = view.parameters
    start, stays = int64(numbers[_CLASSES]), int64(numbers[_STAYS])
    first = view.seat * (view.seat + 1) // 2
    masks = special_masks(word, view.lanes)
    for b in range(call.size):
        # A lane that carries no deal has no upcard.
        number = class_of(view.hand[b], view.upcard[b], view.suit[b], numbers, start) if view.upcard[b] else int64(0)
        bits = int64(numbers[stays + number])
        bit = first + int64(count_bits(view.inside[b]))
        wanted = (bits >> bit) & int64(1) == int64(1)
        call[b] = call_for(wanted, sure_of_all(word, view.hand[b], masks), uint32(view.allowed[b]))


def table_numbers(
    classes: Classes, players: int, number: Any, seat: Any, before: Any, chips_in: Any, value: Any
) -> Real:
    """Give the policy's numbers for the lines of a complete table.

    Parameters
    ----------
    classes, players
        The numbering of hands; players of the table.
    number, seat, before, chips_in, value
        Columns ``class``, ``seat``, ``before``, ``chips_in``, ``value``: arrays of the same length. Without a value
        (going out is not open) the seat stays; in a situation that never came up it goes out.
    """
    held, place = np.asarray(number, dtype=np.int64), np.asarray(seat, dtype=np.int64)
    worth = np.asarray(value, dtype=np.float64)
    stays = (worth > 0) | (np.isnan(worth) & ~np.isnan(np.asarray(chips_in, dtype=np.float64)))
    bits = np.left_shift(1, place * (place + 1) // 2 + np.asarray(before, dtype=np.int64))
    words = np.bincount(held, weights=np.where(stays, bits, 0).astype(np.float64), minlength=classes.count)
    head = np.array([players, _HEAD, _HEAD + len(classes.table)], dtype=np.float64)
    return np.concatenate([head, classes.table, words])


def read_table(path: Path, text: str) -> tuple[Real, tuple[Any, ...]]:
    """Read a complete table for the policy.

    Returns
    -------
    numbers, fits
        The policy's numbers, and what a game must have for them: players and the values of `PACK_FIELDS`.

    Raises
    ------
    PolicyError
        When there is no such file, or it holds no complete table.
    """
    try:
        head, _ = read_head(path)
        if head.get("kind") != "strength" or head.get("classes") != "complete":
            raise DataError(f"{path}: holds no complete table: make one with ramsim strength VARIANT --out FILE")
        rules = msgspec.convert({"family": "rams"} | {name: head["rules"][name] for name in PACK_FIELDS}, RamsRules)
        columns = read_columns(path, ("class", "seat", "before", "chips_in", "value"))
        classes = Classes(rams_layout(rules), rules.hand_size)
        players = int(head["players"])
        cells = columns["seat"] * (columns["seat"] + 1) // 2 + columns["before"]
        most = {"class": classes.count, "seat": players, "before": players}
        known = len(np.unique(columns["class"])) == classes.count and all(
            ((columns[name] >= 0) & (columns[name] < limit)).all() for name, limit in most.items()
        )
        if not known or len(np.unique(columns["class"] * 64 + cells)) != len(cells):
            raise DataError(f"{path}: is damaged: not every class has its lines")
        numbers = table_numbers(
            classes, players, *(columns[name] for name in ("class", "seat", "before", "chips_in", "value"))
        )
    except UsageError as error:
        raise PolicyError(f"declare policy {text!r}: {error}") from None
    except (RamsimError, msgspec.ValidationError, LookupError, ArithmeticError, TypeError, ValueError) as error:
        reason = error if isinstance(error, RamsimError) else f"{path}: is damaged, or was not written by ramsim"
        raise PolicyError(f"declare policy {text!r}: {reason}") from None
    return numbers, fits_of(rules, players)


def fits_of(rules: RamsRules, players: int) -> tuple[Any, ...]:
    """Give what a table must have been made for to serve a game: the players and the values of `PACK_FIELDS`."""
    return (players, *(getattr(rules, name) for name in PACK_FIELDS))
