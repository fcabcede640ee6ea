"""What a ten-card hand of the Ramsch family is worth, when its player takes the skat and when he pushes it.

The hand is given, the other 22 cards are dealt evenly, and each deal is played twice: once the hero takes the skat and
passes his two dearest cards (policy ``dearest``), once he pushes it; the difference is one of pairs. A hand is looked
at before the skat's round, so there is no history to condition on: the round goes on as the others' policies have it.

Columns: ``deals``; for the two ways ``take`` and ``push``: ``lose_rate`` (charged with most points), ``trickless_rate``
(Jungfrau), ``sweep_rate`` (Durchmarsch), ``mean_score`` in the variant's sign; ``push_value``: score when pushing minus
score when taking, turned so that above 0 is better for the player. Each with ``_se``. Without a skat's round there is
the one way ``play``.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ramsim import cards
from ramsim.columns.ramsch import UNITS, ramsch_quantities
from ramsim.columns.ramsch_outcomes import CountedRamsch
from ramsim.counted import counted
from ramsim.engine.plan import Plan
from ramsim.engine.ramsch import RamschTable, play_given
from ramsim.errors import CardError, DataError, UsageError
from ramsim.kernels.ramsch_cards import ACES, JACKS, SEVENS, TENS, WIDTH, mask_of
from ramsim.policies.registry import Policy, resolve
from ramsim.settlement.ramsch import settle_ramsch
from ramsim.strength.handlist import read_list
from ramsim.variants.schema import RamschRules

HAND, SEATS = 10, 3
NAMES = ("lose_rate", "trickless_rate", "sweep_rate", "mean_score")
_FEATURES = ("jacks", "aces", "bare_tens", "sevens")
# Natural deals of a summary for each deal that a line of a list gets.
_TIMES = 40

Hands = npt.NDArray[np.uint32]
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


def ramsch_rows(plan: Plan, classes: str | Path, se: float) -> pd.DataFrame:
    """Make the lines of a table: for each hand of a list, or each group of hands by features, and each seat.

    Parameters
    ----------
    plan
        A game of the Ramsch family.
    classes
        ``summary``, or the path of a file with ten cards on each line.
    se
        Standard error of a rate of one half; how many deals each line (in a summary: each seat) gets follows from it.
    """
    if classes == "complete":
        raise UsageError(
            "classes = complete: there are 64,512,240 hands of ten cards: take summary, or a list of hands"
        )
    deals = int(np.ceil(0.25 / se**2))
    if classes == "summary":
        return pd.concat([_summary(plan, seat, _TIMES * deals) for seat in range(SEATS)], ignore_index=True)
    return pd.DataFrame(
        {"hand": text, "seat": seat} | hand_worth(plan, mask, seat, deals, number)
        for number, (text, mask) in enumerate(_read(Path(classes)))
        for seat in range(SEATS)
    )


def hand_worth(plan: Plan, mask: int, seat: int, deals: int, stream: int = 0) -> dict[str, float]:
    """Say what one hand is worth to a seat.

    Parameters
    ----------
    mask
        The ten cards, as ``ramsim/kernels/ramsch_cards.py`` lays them.
    deals, stream
        Number of deals; which stream of the seed they are dealt from.
    """
    hands, skat = deal_around(plan.seed, stream * SEATS + seat, deals, seat, mask)
    return estimate_ways(plan, play_ways(plan, seat, hands, skat), np.arange(deals))


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


def play_ways(
    plan: Plan, seat: int, hands: Hands, skat: Hands, first: int = 0, taking: Policy | None = None
) -> dict[str, Quantities]:
    """Play deals, numbered from ``first``, in each way; gives for each the hero's quantities, deal by deal.

    ``taking`` is how the hero takes the skat, by default ``dearest``.
    """
    assert isinstance(plan.variant.rules, RamschRules)
    ways = {"play": plan}
    if plan.variant.rules.skat_round != "none":
        dearest, push = (resolve("ramsch", "skat", name) for name in ("dearest", "push"))
        ways = {"take": with_skat(plan, seat, taking or dearest), "push": with_skat(plan, seat, push)}
    found = {}
    for way, how in ways.items():
        table = RamschTable(how)
        found[way] = quantities_of(table, play_given(table, hands, skat, first), seat)
    return found


def quantities_of(table: RamschTable, keys: npt.NDArray[np.uint64], seat: int) -> Quantities:
    """Settle outcome keys, one a deal; gives each of `NAMES` for one seat, deal by deal, scores in card points."""
    assert isinstance(table.plan.variant.rules, RamschRules)
    distinct, place = np.unique(keys, return_inverse=True)
    columns = table.outcome_columns(distinct, np.ones(len(distinct), dtype=np.int64))
    counted = CountedRamsch.from_columns(columns)
    settled = settle_ramsch(table.plan.variant.rules, counted.outcomes)
    by_column = ramsch_quantities(counted, settled).by_column
    return {name: by_column[name][place, seat] / UNITS.get(name, 1) for name in NAMES}


def with_skat(plan: Plan, seat: int, policy: Policy) -> Plan:
    """Give the plan with another skat policy for one seat."""
    policies = list(plan.policies["skat"])
    policies[seat] = policy
    return replace(plan, policies=plan.policies | {"skat": tuple(policies)})


def estimate_ways(plan: Plan, played: dict[str, Quantities], some: Any) -> dict[str, float]:
    """Estimate from some of the deals."""
    line: dict[str, float] = {"deals": len(some)}
    for way, values in played.items():
        for name in NAMES:
            value = values[name][some]
            line[f"{way}_{name}"], line[f"{way}_{name}_se"] = (
                float(value.mean()),
                standard_error(value, name.endswith("rate")),
            )
    if "push" in played:
        assert isinstance(plan.variant.rules, RamschRules)
        gain = better(plan.variant.rules) * (played["push"]["mean_score"] - played["take"]["mean_score"])[some]
        line["push_value"], line["push_value_se"] = float(gain.mean()), standard_error(gain, share=False)
    return line


def better(rules: RamschRules) -> float:
    """Give 1 where a higher score is better for the player, -1 where a lower one is."""
    return -1.0 if rules.score == "adds" else 1.0


def standard_error(values: npt.NDArray[np.float64], share: bool) -> float:
    """Give the standard error; of a rate with two hits and two misses added."""
    number = len(values)
    if share:
        rate = (float(values.sum()) + 2) / (number + 4)
        return float(np.sqrt(rate * (1 - rate) / (number + 4)))
    return float(values.std(ddof=1) / np.sqrt(number)) if number > 1 else float("nan")


def _summary(plan: Plan, seat: int, deals: int) -> pd.DataFrame:
    """Group evenly dealt hands of a seat by their features."""
    hands, skat = deal_around(plan.seed, (1 << 40) + seat, deals, seat, 0)
    played = play_ways(plan, seat, hands, skat)
    features = features_of(hands[seat])
    code = features @ np.array([512, 64, 8, 1])
    lines = []
    for group in np.unique(code):
        some = np.flatnonzero(code == group)
        named = dict(zip(_FEATURES, features[some[0]].tolist(), strict=True))
        lines.append(named | {"share": len(some) / deals, "seat": seat} | estimate_ways(plan, played, some))
    return pd.DataFrame(lines)


def features_of(hands: Hands) -> npt.NDArray[np.int64]:
    """Count jacks, aces, bare tens (a ten with no other card of its suit), sevens: int64[hands, 4]."""
    bare = np.zeros(len(hands), dtype=np.int64)
    for suit in range(4):
        lane = hands >> np.uint32(WIDTH * suit) & np.uint32(127)
        bare += lane == TENS & 127
    counts = [np.bitwise_count(hands & np.uint32(part)).astype(np.int64) for part in (JACKS, ACES, SEVENS)]
    return np.stack([counts[0], counts[1], bare, counts[2]], axis=1)


def _read(path: Path) -> list[tuple[str, int]]:
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
