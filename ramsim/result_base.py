"""A batch of independent deals: what the results of both families share.

Everything a result says derives from its outcome counts. So the same deals can be priced under another payout without
playing them again, results of disjoint ranges of deal numbers add up, and a file that holds the counts holds the
result.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

import pandas as pd

from ramsim.counted import counted
from ramsim.errors import DataError, UsageError
from ramsim.given import list_of, path_of
from ramsim.outcomes import outcomes_as_json, outcomes_from_json, tidy_outcomes
from ramsim.precision import GoalKey, reached_lines
from ramsim.provenance import Head, head_of, variant_of
from ramsim.ranges import Range, join_ranges, refuse_overlap
from ramsim.result_text import as_html, as_text
from ramsim.stats import exact_sum
from ramsim.tablefiles import rows_of, write_table
from ramsim.variants.loader import load_variant, nearest, rules_hash
from ramsim.variants.schema import Variant, fields_of
from ramsim.version import version as installed_version


class Result:
    """A batch of independent deals of one variant; the parts that both families share.

    A family derives from it, names itself (``class X(Result, family="rams")``) and gives ``frame``, ``methods``,
    ``columns``, ``priced_fields``, ``shown_fields`` and ``outcome_columns``.

    Attributes
    ----------
    variant, players, policies, seed, carry, command
        What was played; ``policies`` maps a kind (declare, play, skat) to JSON values; ``carry`` is in the pot before
        the antes of every deal.
    first, hands, ranges
        Lowest deal number, how many deals were counted, and the ranges (first, number) that they make up.
    seconds
        Time that the run took; None when it is not known.
    outcomes
        The outcome counts: sorted, one row for each distinct outcome, ``deals`` first.
    sight
        Payment fields that a policy of this run looks at; pricing them anew would need other plays.
    priced
        Fields that `price` has changed, with their values now.
    version
        Version of ramsim that counted.
    sources
        For each policy from a user's file: sixteen hexadecimal digits that stand for the file's text.
    precision
        How a run stopped that went on until chosen half-widths were reached (`ramsim.precision`); None: it was told
        how many deals to play.
    """

    family: ClassVar[str]
    methods: ClassVar[tuple[str, ...]]
    columns: ClassVar[tuple[str, ...]]
    priced_fields: ClassVar[frozenset[str]]
    shown_fields: ClassVar[frozenset[str]]
    _families: ClassVar[dict[str, type[Result]]] = {}

    def __init_subclass__(cls, *, family: str) -> None:
        """Make the family known to `result_class`."""
        cls.family = family
        Result._families[family] = cls

    def __init__(
        self,
        *,
        variant: Variant,
        players: int,
        policies: Mapping[str, Any],
        seed: int,
        hands: int,
        outcomes: pd.DataFrame,
        first: int = 0,
        seconds: float | None = None,
        carry: int = 0,
        command: str | None = None,
        ranges: Iterable[Range] | None = None,
        sight: Iterable[str] | None = None,
        priced: Mapping[str, Any] | None = None,
        version: str | None = None,
        sources: Mapping[str, str] | None = None,
        precision: Mapping[str, Any] | None = None,
    ) -> None:
        """Take what was counted.

        ``hands`` deals from ``first`` on were counted, unless ``ranges`` says which. ``sight`` names the payment fields
        that a policy of the run looks at; None: all that a policy is shown. ``version``: of the file it was read from.

        Raises
        ------
        DataError
            When the outcomes do not fit the players or the number of deals.
        UsageError
            When the carry is outside its range.
        """
        self.variant = variant
        self.players = int(players)
        self.policies = dict(policies)
        self.seed = int(seed)
        self.ranges = join_ranges([(int(first), int(hands))] if ranges is None else ranges)
        self.first = self.ranges[0][0] if self.ranges else int(first)
        self.hands = int(hands)
        self.seconds = seconds
        self.carry = carry
        self.command = command
        self.sight = frozenset(self.shown_fields if sight is None else sight)
        self.priced = dict(priced or {})
        self.version = version or installed_version()
        self.sources = dict(sources or {})
        self.precision = dict(precision) if precision is not None else None
        if list(outcomes.columns) != list(self.outcome_columns(players)):
            raise DataError(f"outcomes: the columns must be {', '.join(self.outcome_columns(players))}")
        self.outcomes = tidy_outcomes([outcomes])
        deals = exact_sum(self.outcomes["deals"].to_numpy())
        if not deals == hands == sum(number for _, number in self.ranges):
            raise DataError(
                f"outcomes: {counted(deals, 'deal is', 'deals are')} counted, {counted(hands, 'was', 'were')} announced"
            )
        self._check_fit()

    def _check_fit(self) -> None:
        """Refuse outcomes or a carry that the family cannot have."""

    @staticmethod
    def outcome_columns(players: int) -> tuple[str, ...]:
        """Give the columns of the family's outcomes frame."""
        raise NotImplementedError

    @property
    def frame(self) -> pd.DataFrame:
        """The table of rates and means, a row a seat and the row ``all``, with ``_se``, ``_lo`` and ``_hi``."""
        raise NotImplementedError

    @property
    def blank(self) -> frozenset[GoalKey]:
        """Column and row of the cells of ``frame`` that have no meaning under these rules, and are NaN."""
        return frozenset()

    @property
    def rules_hash(self) -> str:
        """Sixteen hexadecimal digits that stand for the rules."""
        return rules_hash(self.variant)

    @property
    def hands_per_second(self) -> float | None:
        """Deals counted in a second of the run; None when the time is not known."""
        return self.hands / self.seconds if self.seconds else None

    @property
    def provenance(self) -> dict[str, Any]:
        """What made this result, ready for JSON; the same for the same deals on every machine (it holds no times)."""
        where_used = {"sources": self.sources, "precision": self.precision}
        return head_of(
            self.variant,
            ramsim=self.version,
            players=self.players,
            policies=self.policies,
            seed=self.seed,
            first=self.first,
            hands=self.hands,
            carry=self.carry,
            command=self.command,
            ranges=[list(pair) for pair in self.ranges],
            sight=sorted(self.sight),
            priced=self.priced,
            **{name: value for name, value in where_used.items() if value},
        )

    def as_json(self, *, outcomes: bool = False) -> dict[str, Any]:
        """Give the result as JSON values: provenance, times, ``rows``, and with ``outcomes`` the counts."""
        content = self._timed_head() | {"rows": rows_of(self.frame)}
        return content | ({"outcomes": outcomes_as_json(self.outcomes)} if outcomes else {})

    def save(self, path: str | Path) -> Path:
        """Write the table with provenance and outcome counts, as .csv, .json or .parquet by the ending.

        Raises
        ------
        UsageError
            For an unknown ending, or a place where nothing can be written.
        RamsimError
            When the writing fails; an old file of this name is then as it was.
        """
        target = path_of("path", path)
        head = self._timed_head() if target.suffix.lower() == ".json" else self.provenance
        return write_table(target, self.frame, head, outcomes_as_json(self.outcomes))

    def price(self, **fields: Any) -> Self:
        """Settle the same deals under other payment fields; nothing is played again.

        Parameters
        ----------
        **fields
            Rule fields and their new values, for example ``bete=10``, ``bete="pot"``, ``tie="carries"``.

        Raises
        ------
        UsageError
            For an unknown field, or one that changes the play or what the policies of this run look at.
        VariantError
            For a value that cannot be.
        """
        known = fields_of(type(self.variant.rules))
        open_fields = sorted(self.priced_fields - self.sight)
        for name in fields:
            if name not in known:
                raise UsageError(f"price: unknown field {name!r}{nearest(name, tuple(open_fields))}")
        variant = load_variant(self.variant, fields)
        before, after = (head_of(each)["rules"] for each in (self.variant, variant))
        changed = {name: after[name] for name in sorted(known) if after[name] != before[name]}
        for name in changed:
            if name not in open_fields:
                reason = "the policies of this run look at it" if name in self.priced_fields else "it changes the play"
                raise UsageError(
                    f"price: {name} cannot be priced on deals already played, {reason}: simulate again; "
                    f"can be priced: {', '.join(open_fields)}"
                )
        return self._again(variant=variant, priced=self.priced | changed, precision=None)

    @classmethod
    def merged(cls, results: Sequence[Result], *, names: Sequence[str] | None = None) -> Self:
        """Add up results of disjoint ranges of deal numbers; the order does not matter.

        Parameters
        ----------
        results
            One or more.
        names
            What a message calls each of them, for example its file; None: ``result 1``, ``result 2`` and so on.

        Raises
        ------
        UsageError
            For what is no list of results.
        DataError
            For no result, overlapping ranges, or results that differ in variant, rules, policies, seed, players, carry
            or version; the two that do not go together are named.
        """
        results = list_of("results", results, Result, "a list of results of simulate")
        if not results:
            raise DataError("merge: there is no result")
        told = [f"result {place}" for place in range(1, len(results) + 1)] if names is None else list(names)
        first = results[0]
        for place, other in enumerate(results[1:], 1):
            for name in ("version", "family", "variant", "rules", "players", "policies", "sources", "seed", "carry"):
                ours, theirs = _told(first, name), _told(other, name)
                if ours != theirs:
                    raise DataError(
                        f"{told[0]} and {told[place]}: results that differ in {name} cannot be merged: "
                        f"{ours} and {theirs}"
                    )
        if not isinstance(first, cls):
            raise DataError(f"results of the family {first.family} cannot be merged here")
        refuse_overlap([result.ranges for result in results], told)
        times = [result.seconds for result in results]
        commands = {part for result in results if result.command for part in result.command.split(" ; ")}
        return first._again(
            hands=sum(result.hands for result in results),
            ranges=join_ranges(pair for result in results for pair in result.ranges),
            outcomes=tidy_outcomes(result.outcomes for result in results),
            seconds=None if None in times else math.fsum(time or 0.0 for time in times),
            command=" ; ".join(sorted(commands)) or None,
            sight=frozenset().union(*(result.sight for result in results)),
            priced={name: value for result in results for name, value in sorted(result.priced.items())},
            precision=None,
        )

    @classmethod
    def from_provenance(cls, head: Head, outcomes: Any, place: str) -> Self:
        """Build a result from what a file holds; see `ramsim.output.load_result`.

        Raises
        ------
        DataError
            When the two do not fit together; the message begins with ``place``.
        """
        if outcomes is None:
            raise DataError(f"{place}: holds no outcome counts: write the result with --out or save()")
        table = outcomes_from_json(outcomes, place)
        kept = {name: getattr(head, name) for name in _KEPT}
        try:
            return cls(variant=variant_of(head, place), outcomes=table, version=head.ramsim, **kept)
        except (DataError, UsageError) as error:
            raise DataError(f"{place}: {str(error).removeprefix(f'{place}: ')}") from None

    def with_words_of(
        self, *, priced: Mapping[str, Any], sight: Iterable[str], precision: Mapping[str, Any] | None
    ) -> Self:
        """Give the same counts with what an earlier result of the same deals says of its making."""
        return self._again(priced=dict(priced), sight=frozenset(sight), precision=precision)

    def _again(self, **changes: Any) -> Self:
        """Give a copy with some parts replaced."""
        parts = {name: getattr(self, name) for name in (*_KEPT, "variant", "outcomes", "version")}
        return type(self)(**{**parts, **changes})

    def _timed_head(self) -> dict[str, Any]:
        rate = self.hands_per_second
        return self.provenance | {"seconds": self.seconds, "hands_per_second": rate} | self._facts()

    def _facts(self) -> dict[str, Any]:
        """Give what a family adds to the JSON besides the rows."""
        return {}

    @property
    def title(self) -> str:
        """What was played, on one line."""
        return f"{self.variant.name}: {self.players} players, {counted(self.hands, 'deal')}, seed {self.seed}"

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the table must know: denominators, methods, what the family adds, a chosen precision."""
        return (*self.methods, *self._added_notes(), *(reached_lines(self.precision) if self.precision else ()))

    def _added_notes(self) -> tuple[str, ...]:
        """Give what a family says besides its methods."""
        return ()

    def __repr__(self) -> str:
        return as_text(self.title, self.frame, self.columns, self.notes)

    def _repr_html_(self) -> str:
        return as_html(self.title, self.frame, self.columns, self.notes)


_KEPT = (
    *("players", "policies", "seed", "hands", "first", "seconds", "carry", "command", "ranges", "sight", "priced"),
    *("sources", "precision"),
)


def _told(result: Result, name: str) -> Any:
    if name == "rules":
        return result.rules_hash
    return result.variant.name if name == "variant" else getattr(result, name)


def result_class(family: str, place: str) -> type[Result]:
    """Give the class of a family's results.

    Raises
    ------
    DataError
        For a family that is not known; the message begins with ``place``.
    """
    if family not in Result._families:
        raise DataError(f"{place}: results of the family {family!r} are not known")
    return Result._families[family]
