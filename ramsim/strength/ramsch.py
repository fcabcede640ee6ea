"""Ten-card hands of the Ramsch family: read, dealt around, and what a seat gets in a deal."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ramsim import cards
from ramsim.columns.ramsch import UNITS, ramsch_quantities
from ramsim.columns.ramsch_outcomes import CountedRamsch
from ramsim.counted import counted
from ramsim.engine.plan import Plan
from ramsim.engine.ramsch import RamschTable
from ramsim.errors import CardError, DataError, UsageError
from ramsim.kernels.ramsch_cards import ACES, JACKS, SEVENS, TENS, WIDTH, mask_of
from ramsim.policies.registry import Policy
from ramsim.settlement.ramsch import settle_ramsch
from ramsim.strength.handlist import read_list
from ramsim.variants.schema import RamschRules

HAND, SEATS = 10, 3
NAMES = ("lose_rate", "trickless_rate", "sweep_rate", "mean_score")
FEATURES = ("jacks", "aces", "bare_tens", "sevens")

Hands = npt.NDArray[np.uint32]
Whole = npt.NDArray[np.int64]
Quantities = dict[str, npt.NDArray[np.float64]]


def hand_mask(text: str) -> int:
    """Read ten cards.

    Raises
    ------
    UsageError
        When it is not ten different cards of the pack of 32; `CardError` for a text that is no card.
    """
    codes = cards.parse_cards(text)
    strange = [code for code in codes if code not in cards.pack("AKQJT987")]
    if strange:
        raise UsageError(f"{cards.card_name(strange[0])}: is no card of this pack of 32 (AKQJT987)")
    if len(codes) != HAND:
        raise UsageError(f"hand {text.strip()!r}: has {counted(len(codes), 'card')}, {HAND} are held")
    return mask_of(codes)


def read_ten_cards(path: Path) -> list[tuple[str, int]]:
    """Read a list of hands: the cards as they are printed, and the mask of each.

    Raises
    ------
    UsageError
        When the file cannot be read; `DataError` for a line that is no hand.
    """
    lines = read_list(path, "summary, or a file of hands").splitlines()
    found = []
    for place, line in enumerate(lines, start=1):
        words = line.partition("#")[0].strip()
        if words:
            try:
                found.append((cards.card_names(cards.parse_cards(words)), hand_mask(words)))
            except (CardError, UsageError) as error:
                raise DataError(f"{path}: line {place}: {error}") from None
    if not found:
        raise DataError(f"{path}: holds no hand: write ten cards on each line")
    return found


def deal_around(seed: int, stream: int, deals: int, seat: int, mask: int) -> tuple[Hands, Hands]:
    """Deal evenly what the hero does not hold (mask 0: everything): uint32[3, deals], uint32[deals]."""
    random = np.random.Generator(np.random.Philox(key=[seed % 2**64, stream]))
    rest = np.array([1 << bit for bit in range(32) if not mask >> bit & 1], dtype=np.uint32)
    order = rest[np.argsort(random.random((deals, len(rest)), dtype=np.float32), axis=1)]
    sums = order.reshape(deals, -1)
    hands = np.zeros((SEATS, deals), dtype=np.uint32)
    place = 0
    for other in range(SEATS):
        if mask and other == seat:
            hands[other] = mask
        else:
            hands[other] = np.bitwise_or.reduce(sums[:, place : place + HAND], axis=1)
            place += HAND
    return hands, np.bitwise_or.reduce(sums[:, place:], axis=1)


def whole_quantities(table: RamschTable, keys: npt.NDArray[np.uint64], seat: int) -> dict[str, Whole]:
    """Settle outcome keys, one a deal; gives each of `NAMES` for one seat, deal by deal, in whole units (`UNITS`)."""
    assert isinstance(table.plan.variant.rules, RamschRules)
    distinct, place = np.unique(keys, return_inverse=True)
    columns = table.outcome_columns(distinct, np.ones(len(distinct), dtype=np.int64))
    counted = CountedRamsch.from_columns(columns)
    settled = settle_ramsch(table.plan.variant.rules, counted.outcomes)
    by_column = ramsch_quantities(counted, settled).by_column
    return {name: by_column[name][place, seat] for name in NAMES}


def quantities_of(table: RamschTable, keys: npt.NDArray[np.uint64], seat: int) -> Quantities:
    """Do what `whole_quantities` does, with scores in card points."""
    return {name: values / UNITS.get(name, 1) for name, values in whole_quantities(table, keys, seat).items()}


def with_skat(plan: Plan, seat: int, policy: Policy) -> Plan:
    """Give the plan with another skat policy for one seat."""
    policies = list(plan.policies["skat"])
    policies[seat] = policy
    return replace(plan, policies=plan.policies | {"skat": tuple(policies)})


def better(rules: RamschRules) -> float:
    """Give 1 where a higher score is better for the player, -1 where a lower one is."""
    return -1.0 if rules.score == "adds" else 1.0


def share_error(hits: float, number: int) -> float:
    """Give the standard error of a rate, with two hits and two misses added (A. Agresti and B. A. Coull 1998)."""
    rate = (hits + 2) / (number + 4)
    return math.sqrt(rate * (1 - rate) / (number + 4))


def standard_error(values: npt.NDArray[np.float64], share: bool) -> float:
    """Give the standard error of the mean of some values, or of a share of ones among them (`share_error`)."""
    number = len(values)
    if share:
        return share_error(float(values.sum()), number)
    return float(values.std(ddof=1) / np.sqrt(number)) if number > 1 else float("nan")


def features_of(hands: Hands) -> npt.NDArray[np.int64]:
    """Count jacks, aces, bare tens (a ten with no other card of its suit), sevens: int64[hands, 4]."""
    bare = np.zeros(len(hands), dtype=np.int64)
    for suit in range(4):
        lane = hands >> np.uint32(WIDTH * suit) & np.uint32(127)
        bare += lane == TENS & 127
    counts = [np.bitwise_count(hands & np.uint32(part)).astype(np.int64) for part in (JACKS, ACES, SEVENS)]
    return np.stack([counts[0], counts[1], bare, counts[2]], axis=1)
