"""Which two cards to pass on: every pair that may be passed, played on the same deals, fewer and fewer of them.

All pairs get a rough look; a pair that is worse than the leader beyond its error is left there, and the best few of the
others get more deals, round after round. The intervals of the differences may be looked at again and again
(`ramsim.stats.ConfidenceSequence`), and their level is shared out over the pairs: that the best pair is left behind
anywhere has a chance of at most 5 %.

When the skat is known, the deals are those in which these two cards do reach the seat: forehand's are all alike; for
the others deals are drawn evenly, the skat's round goes to the seat by the earlier seats' policies, and a deal is kept
when the two cards lie there. When it is known which earlier seats pushed, deals are kept in which just these do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from ramsim import cards
from ramsim.engine.plan import Plan
from ramsim.engine.ramsch import RamschTable
from ramsim.engine.ramsch_given import play_numbered, round_reaching
from ramsim.errors import UsageError
from ramsim.kernels.ramsch_cards import JACKS, codes_of
from ramsim.policies.registry import Policy, resolve
from ramsim.policies.skat_given import given_pair
from ramsim.stats import ConfidenceSequence, Estimate
from ramsim.strength.ramsch import HAND, NAMES, SEATS, Hands, better, quantities_of, standard_error, with_skat
from ramsim.strength.ramsch_ways import numbered
from ramsim.variants.schema import RamschRules

FIRST_LOOK = 512
# Deals after each round, and how many pairs at most take part in it.
ROUNDS = ((FIRST_LOOK, 66), (2_048, 24), (8_192, 8), (16_384, 5), (32_768, 4))
# The best pair gets this many deals even when it is settled.
_FEWEST = 2_048
# Deals looked at for those that fit what is known, at most, and in one go; and how many must fit for an answer, for
# which so many times as many are looked at where that will do.
MOST_LOOKED, _LOOKED = 1 << 18, 1 << 15
FEW, _TIMES = FIRST_LOOK // 4, 4
_STREAM = 1 << 41

Deals = tuple[Hands, Hands, npt.NDArray[np.uint64]]


def allowed_pairs(rules: RamschRules, cards_held: int) -> list[int]:
    """List the pairs of a mask of cards that may be passed on, as masks."""
    free = cards_held if rules.jacks_passable else cards_held & ~JACKS
    bits = [1 << bit for bit in range(32) if free >> bit & 1]
    return [one | two for one, two in combinations(bits, 2)]


def passes(pair: int) -> Policy:
    """Give the policy that takes the skat and passes on a pair, given as a mask."""
    return Policy("skat", f"passes {cards.card_names(codes_of(pair))}", given_pair, np.array([float(pair)]))


@dataclass(frozen=True)
class JudgedPairs:
    """What comes of each pair.

    Attributes
    ----------
    rows
        The best first: ``pair`` (card names), ``deals``, each of ``lose_rate``, ``trickless_rate``, ``sweep_rate``,
        ``mean_score`` with its ``_se``; ``worse_than_best`` and ``worse_se``: what it loses against the best pair on
        the same deals, in points; ``settled``: whether it is worse beyond its error, or the same in every deal.
    settled
        Whether all are settled.
    deals
        Deals that the best few were played on.
    """

    rows: tuple[dict[str, Any], ...]
    settled: bool
    deals: int


def judge_pairs(
    plan: Plan,
    seat: int,
    hand: int,
    lying: int | None,
    wished: int | None = None,
    pushed: tuple[int, ...] | None = None,
) -> JudgedPairs:
    """Compare all pairs that may be passed on.

    Parameters
    ----------
    plan
        A game with a skat's round.
    seat
        0 to 2.
    hand
        The mask of ten cards.
    lying
        The mask of the two cards that lie there; None when they are not known (where two are discarded first).
    wished
        A pair to be kept to the end, whatever comes of it.
    pushed
        The earlier seats that pushed the skat on; None: not known.

    Raises
    ------
    UsageError
        When the skat (nearly) never reaches the seat so under the others' policies.
    """
    rules = plan.variant.rules
    assert isinstance(rules, RamschRules)
    pairs = allowed_pairs(rules, hand | (lying or 0))
    source = DealSource(plan, seat, hand, lying, pushed)
    desk = _PairDesk(plan, seat, pairs)
    taking_part = pairs
    for goal, most in ROUNDS:
        taking_part = desk.ranked(taking_part)[:most]
        if wished is not None and wished not in taking_part:
            taking_part.append(wished)
        deals = source.take(goal - desk.deals)
        if not deals[1].size:
            break
        desk.play(taking_part, deals)
        leader = desk.ranked(taking_part)[0]
        taking_part = [pair for pair in taking_part if pair == leader or not desk.is_worse(pair, leader)]
        if len(taking_part) == 1 and desk.deals >= _FEWEST:
            break
    return desk.judged(desk.ranked(taking_part)[0])


class DealSource:
    """Gives deals around a hand, each with its number, that fit what is known of the skat's way to the seat."""

    def __init__(
        self,
        plan: Plan,
        seat: int,
        hand: int,
        lying: int | None,
        pushed: tuple[int, ...] | None = None,
        stream: int = _STREAM,
    ) -> None:
        self._seat, self._hand, self._lying, self._pushed = seat, hand, lying, pushed
        self._random = np.random.Generator(np.random.Philox(key=[plan.seed % 2**64, stream + seat]))
        self._looked, self._number, self._given = 0, 0, False
        self._screen: RamschTable | None = None
        # Forehand's skat is as it was dealt; so is one with a jack that nobody may choose to pass on.
        rules = plan.variant.rules
        assert isinstance(rules, RamschRules)
        jack = bool((lying or 0) & JACKS) and not rules.jacks_passable
        self._as_dealt = lying is not None and (seat == 0 or jack)
        self._kept: Deals = self._propose(0)
        if (lying is not None or pushed is not None) and seat > 0:
            # The tricks do not matter here: the quickest way to play them.
            quick = plan.policies | {"play": (resolve("ramsch", "play", "lowest"),) * SEATS}
            self._screen = RamschTable(
                with_skat(replace(plan, policies=quick), seat, resolve("ramsch", "skat", "push"))
            )

    def take(self, wanted: int) -> Deals:
        """Give so many deals; fewer, when those that fit the skat are too rare.

        Raises
        ------
        UsageError
            When not even a first look can be had.
        """
        if self._screen is None:
            return self._propose(wanted)
        parts, found = [self._kept], self._kept[1].size
        while found < wanted and self._looks_on(found):
            deals = self._propose(_LOOKED)
            self._looked += _LOOKED
            fits = np.flatnonzero(self._fits(*round_reaching(self._screen, *deals, self._seat)))
            parts.append((deals[0][:, fits], deals[1][fits], deals[2][fits]))
            found += fits.size
        hands, skat, numbers = _joined(parts)
        if found < min(wanted, FEW) and not self._given:
            raise UsageError(
                f"{self._known}: comes up at seat {self._seat} in {found} of {self._looked:,} deals under the skat "
                "policies of the earlier seats: name others with skat, for example push"
            )
        self._given = True
        self._kept = hands[:, wanted:], skat[wanted:], numbers[wanted:]
        return hands[:, :wanted], skat[:wanted], numbers[:wanted]

    def _looks_on(self, found: int) -> bool:
        """Tell whether more deals are to be looked at."""
        if self._looked < MOST_LOOKED:
            return True
        rare = not self._given and found < FEW and found * _TIMES >= FEW
        return rare and self._looked < _TIMES * MOST_LOOKED

    def _fits(self, lying: Hands, pushed: Hands) -> npt.NDArray[np.bool_]:
        """Tell which deals fit what is known."""
        fits = np.ones(lying.size, dtype=bool)
        if self._lying is not None:
            fits &= lying == np.uint32(self._lying)
        if self._pushed is not None:
            fits &= pushed == np.uint32(sum(1 << earlier for earlier in self._pushed))
        return fits

    @property
    def _known(self) -> str:
        words = []
        if self._lying is not None:
            words.append(f"skat_cards {cards.card_names(codes_of(self._lying))}")
        if self._pushed is not None:
            words.append(f"pushed = {', '.join(map(str, self._pushed)) or 'nobody'}")
        return ", ".join(words)

    def _propose(self, number: int) -> Deals:
        """Deal evenly: the two that lie there may come from any card that an earlier seat has had in hand."""
        numbers = numbered(self._number, number)
        self._number += number
        lying = self._lying or 0
        rest = np.tile(_bits(~(self._hand | lying) & 0xFFFFFFFF), (number, 1))
        known = np.tile(_bits(lying), (number, 1))
        if self._as_dealt:
            others, skat = self._shuffled(rest), known
        elif self._seat == 2 or not lying:
            order = self._shuffled(np.concatenate([rest, known], axis=1))
            others, skat = order[:, : 2 * HAND], order[:, 2 * HAND :]
        else:
            order = self._shuffled(rest)
            twelve = self._shuffled(np.concatenate([order[:, :HAND], known], axis=1))
            others, skat = np.concatenate([twelve[:, :HAND], order[:, HAND:]], axis=1), twelve[:, HAND:]
        halves = [np.bitwise_or.reduce(others[:, part : part + HAND], axis=1) for part in (0, HAND)]
        halves.insert(self._seat, np.full(number, self._hand, dtype=np.uint32))
        return np.stack(halves), np.bitwise_or.reduce(skat, axis=1), numbers

    def _shuffled(self, rows: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
        order = np.argsort(self._random.random(rows.shape, dtype=np.float32), axis=1)
        return np.take_along_axis(rows, order, axis=1)


class _PairDesk:
    """Plays pairs, and keeps what came of each deal: a pair's deals are the first of all that were given."""

    def __init__(self, plan: Plan, seat: int, pairs: list[int]) -> None:
        assert isinstance(plan.variant.rules, RamschRules)
        self._plan, self._seat = plan, seat
        self._sign = better(plan.variant.rules)
        self._values: dict[int, dict[str, npt.NDArray[np.float64]]] = {
            pair: {name: np.empty(0) for name in NAMES} for pair in pairs
        }
        level = 1 - 0.05 / max(len(pairs) - 1, 1)
        self._sequence = ConfidenceSequence(level, tightest_at=8_192, first_look=FIRST_LOOK)
        self.deals = 0

    def play(self, pairs: list[int], deals: Deals) -> None:
        """Play further deals with each of the pairs."""
        self.deals += deals[1].size
        for pair in pairs:
            table = RamschTable(with_skat(self._plan, self._seat, passes(pair)))
            found = quantities_of(table, play_numbered(table, *deals), self._seat)
            held = self._values[pair]
            self._values[pair] = {name: np.concatenate([held[name], found[name]]) for name in NAMES}

    def ranked(self, pairs: list[int]) -> list[int]:
        """Put pairs that were played on the same deals in order, the best first."""
        return sorted(pairs, key=lambda pair: -self._sign * float(self._scores(pair).sum()))

    def is_worse(self, pair: int, leader: int) -> bool:
        """Tell whether a pair is worse than another beyond its error."""
        gap, error, number = self._gap(pair, leader)
        return self._sequence.interval(Estimate(gap, error, np.nan, np.nan, number, np.inf, "t"))[0] > 0

    def judged(self, best: int) -> JudgedPairs:
        """Give the rows, compared with the best."""
        rows = []
        for pair, values in self._values.items():
            gap, error, number = self._gap(pair, best)
            row: dict[str, Any] = {"pair": cards.card_names(reversed(codes_of(pair))), "deals": number}
            for name in NAMES:
                row[name] = float(values[name].mean())
                row[f"{name}_se"] = standard_error(values[name], name.endswith("rate"))
            same = bool((self._scores(pair) == self._scores(best)[:number]).all())
            settled = same or self.is_worse(pair, best)
            rows.append(row | {"worse_than_best": gap, "worse_se": error, "settled": settled})
        first = next(row for pair, row in zip(self._values, rows, strict=True) if pair == best)
        rows.sort(key=lambda row: (row is not first, row["worse_than_best"]))
        return JudgedPairs(tuple(rows), all(row["settled"] for row in rows), self.deals)

    def _scores(self, pair: int) -> npt.NDArray[np.float64]:
        return self._values[pair]["mean_score"]

    def _gap(self, pair: int, best: int) -> tuple[float, float, int]:
        """Give how much worse a pair is on its own deals, the error of that, and the number of deals."""
        mine = self._scores(pair)
        less = self._sign * (self._scores(best)[: len(mine)] - mine)
        return float(less.mean()), standard_error(less, share=False), len(mine)


def _bits(mask: int) -> npt.NDArray[np.uint32]:
    return np.array([1 << bit for bit in range(32) if mask >> bit & 1], dtype=np.uint32)


def _joined(parts: list[Deals]) -> Deals:
    return (
        np.concatenate([part[0] for part in parts], axis=1),
        np.concatenate([part[1] for part in parts]),
        np.concatenate([part[2] for part in parts]),
    )
