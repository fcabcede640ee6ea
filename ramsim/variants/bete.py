"""What a bete costs: the one rule field with an inner structure.

Written ``5`` (chips), ``"pot"``, ``"pot:20"`` (pot, at most 20), ``{kind = "fixed", amount = 5}`` or
``{kind = "pot", cap = 20}``.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec

MOST_CHIPS = 1_000_000
Chips = Annotated[int, msgspec.Meta(ge=0, le=MOST_CHIPS)]


class FixedBete(msgspec.Struct, frozen=True, tag_field="kind", tag="fixed", forbid_unknown_fields=True):
    """A fixed number of chips; 0 means that there is no bete."""

    amount: Chips


class PotBete(msgspec.Struct, frozen=True, tag_field="kind", tag="pot", forbid_unknown_fields=True):
    """The pot as it was at the start of play, at most ``cap`` chips when a cap is set."""

    cap: Chips | None = None


Bete = FixedBete | PotBete


def unfold_bete(value: Any) -> Any:
    """Turn the short ways to write a bete into the long one; leave anything else to the validation."""
    if isinstance(value, int) and not isinstance(value, bool):
        return {"kind": "fixed", "amount": value}
    if isinstance(value, str) and (match := re.fullmatch(r"pot(?::(\d{1,18}))?", value.strip(), re.ASCII)):
        return {"kind": "pot"} | ({"cap": int(match[1])} if match[1] else {})
    return value
