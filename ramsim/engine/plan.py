"""What is to be run: a variant, its table, the policies of the seats, a seed and a range of deal numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ramsim.errors import PolicyError, UsageError
from ramsim.given import whole_number
from ramsim.policies.registry import KINDS_OF_FAMILY, Kind, Policy, for_seats
from ramsim.variants import Variant, load_variant
from ramsim.variants.schema import RamsRules

MOST_DEALS = 2**62
MOST_SEED = 2**64 - 1

Wanted = str | Iterable[str] | Mapping[int, str] | None


@dataclass(frozen=True, eq=False)
class Plan:
    """A run, checked and ready.

    Attributes
    ----------
    variant
        The rules.
    players
        Seats at the table.
    policies
        For each kind of decision of the family the policy of each seat.
    seed
        0 to 2**64 - 1.
    first, hands
        Deal numbers ``first`` to ``first + hands - 1``.
    carry
        Chips in the pot before the antes (Rams family).
    """

    variant: Variant
    players: int
    policies: dict[Kind, tuple[Policy, ...]]
    seed: int
    first: int
    hands: int
    carry: int

    @property
    def policy_names(self) -> dict[str, str]:
        """Each kind's policies in words: one name, or the names by seat separated by commas."""
        names: dict[str, str] = {}
        for kind, policies in self.policies.items():
            texts = [policy.text for policy in policies]
            names[kind] = texts[0] if len(set(texts)) == 1 else ", ".join(f"{s}={t}" for s, t in enumerate(texts))
        return names


def make_plan(
    variant: str | Path | Variant,
    *,
    players: int | None = None,
    hands: int = 1,
    seed: int = 0,
    first: int = 0,
    declare: Wanted = None,
    play: Wanted = None,
    skat: Wanted = None,
    rules: Mapping[str, Any] | None = None,
    carry: int = 0,
) -> Plan:
    """Check the words of a call and give the plan of the run.

    Raises
    ------
    UsageError
        A number outside its range, or a kind of policy that the family does not have; `VariantError` and `PolicyError`
        for the variant and the policies.
    """
    loaded = load_variant(variant, rules)
    low, high = loaded.players
    count = loaded.usual_players if players is None else whole_number("players", players, low, high, loaded.name)
    hands, first = whole_number("hands", hands, 1, MOST_DEALS), whole_number("first", first, 0, MOST_DEALS)
    seed, carry = whole_number("seed", seed, 0, MOST_SEED), whole_number("carry", carry, 0, 10**12)
    wanted: dict[Kind, Wanted] = {"declare": declare, "play": play, "skat": skat}
    kinds = KINDS_OF_FAMILY[loaded.family]
    for kind, words in wanted.items():
        if kind not in kinds and words is not None:
            raise UsageError(
                f"{loaded.name} is of the {loaded.family} family and has no {kind} policy: it has {' and '.join(kinds)}"
            )
    if loaded.family == "ramsch" and carry:
        raise UsageError(f"carry = {carry}: {loaded.name} has no pot")
    seats = count if loaded.family == "rams" else 3
    policies = {kind: for_seats(loaded.family, kind, seats, wanted[kind]) for kind in kinds}
    for policy in policies.get("declare", ()):
        if policy.fits:
            _check_fit(policy, loaded, count)
    return Plan(loaded, count, policies, seed, first, hands, carry)


def _check_fit(policy: Policy, variant: Variant, players: int) -> None:
    """Refuse a policy by a table that was made for another pack or another number of players."""
    from ramsim.policies.table import PACK_FIELDS, fits_of

    assert isinstance(variant.rules, RamsRules)
    names, here = ("players", *PACK_FIELDS), fits_of(variant.rules, players)
    for name, ours, made_for in zip(names, here, policy.fits, strict=True):
        if ours != made_for:
            raise PolicyError(
                f"declare policy {policy.text!r}: its table was made for {name} = {made_for}, here {name} = {ours}"
            )
