"""The result of ``sessions``: what both families share: the estimates, their tables, files, and words."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Self

import pandas as pd

from ramsim.cells import cell_notes
from ramsim.counted import counted
from ramsim.engine.identity import source_hashes
from ramsim.engine.session_plan import SessionPlan
from ramsim.engine.session_records import SessionRecords
from ramsim.errors import DataError, UsageError
from ramsim.given import list_of, path_of, text_of
from ramsim.precision import reached_lines
from ramsim.provenance import head_of
from ramsim.ranges import Range, join_ranges, refuse_overlap
from ramsim.sessions.quantities import Line
from ramsim.sessions.text import SessionConservation, Texts, texts
from ramsim.stats import Estimate
from ramsim.tablefiles import rows_of, write_table
from ramsim.version import version


class SessionsResult:
    """Sessions of one variant at one table.

    A family derives from it and gives ``headings``, ``row_names``, ``lines``, ``conservation`` and ``notes``.

    Attributes
    ----------
    plan
        What was to be run.
    records
        The sessions: int64 arrays, one entry a session (`ramsim.engine.session_records`).
    seconds
        Time that the run took; None when it is not known.
    command
        What was typed, when it came from a command line.
    precision
        How a run to a chosen precision ended (`ramsim.precision.Reached.as_json`), else None.
    headings
        The tables by name, with their headings.
    row_names
        What names the rows of a table that has several.
    """

    headings: ClassVar[dict[str, str]]
    row_names: ClassVar[dict[str, str]]
    records: SessionRecords

    def __init__(
        self,
        plan: SessionPlan,
        records: SessionRecords,
        *,
        seconds: float | None = None,
        command: str | None = None,
        precision: dict[str, Any] | None = None,
    ) -> None:
        self.plan = plan
        self.records = records
        self.seconds = seconds
        self.command = command
        self.precision = precision

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every estimate."""
        raise NotImplementedError

    @property
    def conservation(self) -> SessionConservation | None:
        """Chips of players and pots, which must be 0 together in every session; None where there are no chips."""
        return None

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the tables must know; the terms first."""
        raise NotImplementedError

    @property
    def _reached(self) -> tuple[str, ...]:
        return () if self.precision is None else reached_lines(self.precision, "session", "player")

    # -- what was run ------------------------------------------------------------------------------------------------

    @property
    def sessions(self) -> int:
        """Sessions that were played to their end."""
        return self.records.sessions

    @property
    def deals(self) -> int:
        """Deals of all sessions together."""
        return int(self.records.deals.sum())

    @property
    def ranges(self) -> tuple[Range, ...]:
        """The session numbers: first and how many."""
        return self.records.ranges

    @property
    def deals_per_second(self) -> float | None:
        """Deals in a second of the run; None when the time is not known."""
        return self.deals / self.seconds if self.seconds else None

    @property
    def provenance(self) -> dict[str, Any]:
        """What made this result, ready for JSON; it holds no times, so it is the same on every machine."""
        table, ranges = self.plan.table, self.ranges
        return head_of(
            table.variant,
            ramsim=version(),
            players=table.players,
            policies=table.policy_names,
            seed=table.seed,
            first=ranges[0][0],
            sessions=self.sessions,
            ranges=[list(pair) for pair in ranges],
            deals=self.plan.deals,
            target=self.plan.target,
            stack=self.plan.stack,
            broke=self.plan.broke,
            schedule=None if self.plan.schedule is None else [int(bock) for bock in self.plan.schedule],
            sources=source_hashes(table),
            command=self.command,
        )

    # -- what came out -----------------------------------------------------------------------------------------------

    @cached_property
    def frame(self) -> pd.DataFrame:
        """All estimates, one a row.

        Columns: ``table``, ``row``, ``quantity``, ``value``, ``se``, ``lo``, ``hi``, ``naive_se``, ``units``. ``se``,
        ``lo`` and ``hi`` (95 %) have the session as unit, of which there were ``units``.
        """
        return pd.DataFrame(
            [
                (
                    line.table,
                    line.row,
                    line.quantity,
                    found.value,
                    found.se,
                    found.lo,
                    found.hi,
                    line.naive_se,
                    found.units,
                )
                for line in self.lines
                for found in [line.estimate]
            ],
            columns=["table", "row", "quantity", "value", "se", "lo", "hi", "naive_se", "units"],
        )

    def table(self, name: str) -> pd.DataFrame:
        """Give a table of ``headings`` in wide form: each quantity with ``_se``, ``_lo``, ``_hi`` and ``_naive_se``.

        Raises
        ------
        UsageError
            For a name that is none of ``headings``.
        """
        if text_of("table", name, "the name of a table") not in self.headings:
            raise UsageError(f"table = {name!r}: must be one of {', '.join(self.headings)}")
        rows: dict[str, dict[str, Any]] = {}
        for line in self.lines:
            if line.table == name:
                found, cells = line.estimate, rows.setdefault(line.row, {"row": line.row})
                cells.setdefault("sessions", found.units)
                cells[line.quantity] = found.value
                cells |= {f"{line.quantity}_{part}": getattr(found, part) for part in ("se", "lo", "hi")}
                cells[f"{line.quantity}_naive_se"] = line.naive_se
        return pd.DataFrame(list(rows.values()))

    def estimates(self) -> Mapping[tuple[str, str], Estimate]:
        """Give each estimate that has an interval by quantity and row, those of single deals of a session left out."""
        return {
            (line.quantity, line.row): line.estimate
            for line in self.lines
            if line.table not in ("growth", "path") and line.estimate.lo == line.estimate.lo
        }

    # -- together, in files, in words --------------------------------------------------------------------------------

    @classmethod
    def merged(cls, results: Sequence[Self]) -> Self:
        """Put results of disjoint session numbers of the same table and terms together; the order does not matter.

        Raises
        ------
        UsageError
            For what is no list of results of sessions.
        DataError
            For no result, overlapping session numbers, or results that differ in anything but these.
        """
        results = list_of("results", results, cls, "a list of results of sessions, all of one family")
        if not results:
            raise DataError("there are no sessions to put together")
        told = [f"result {place}" for place in range(1, len(results) + 1)]
        first: Self = results[0]
        for place, other in enumerate(results[1:], 1):
            for name in (
                "variant",
                "rules",
                "players",
                "policies",
                "seed",
                "deals",
                "target",
                "stack",
                "broke",
                "schedule",
            ):
                ours, theirs = first.provenance[name], other.provenance[name]
                if ours != theirs:
                    raise DataError(
                        f"{told[0]} and {told[place]}: sessions that differ in {name} cannot be put together: "
                        f"{ours} and {theirs}"
                    )
        refuse_overlap([result.ranges for result in results], told, "sessions")
        ranges = join_ranges(pair for result in results for pair in result.ranges)
        records = type(first.records).joined([result.records for result in results])
        times = [result.seconds for result in results]
        return type(first)(
            replace(first.plan, first=ranges[0][0], sessions=records.sessions),
            records,
            seconds=None if None in times else sum(time or 0.0 for time in times),
            command=first.command,
        )

    def as_json(self) -> dict[str, Any]:
        """Give the result as JSON values: provenance, times, conservation, ``rows`` as in ``frame``."""
        return self._timed_head() | {"rows": rows_of(self.frame)}

    def save(self, path: str | Path) -> Path:
        """Write ``frame`` with its provenance, as .csv, .json or .parquet by the ending.

        Raises
        ------
        UsageError
            For an unknown ending, or a place where nothing can be written.
        RamsimError
            When the writing fails; an old file of this name is then as it was.
        """
        target = path_of("path", path)
        head = self._timed_head() if target.suffix.lower() == ".json" else self.provenance
        return write_table(target, self.frame, head)

    def _timed_head(self) -> dict[str, Any]:
        times: dict[str, Any] = {"seconds": self.seconds, "deals_per_second": self.deals_per_second}
        if self.precision is not None:
            times["precision"] = self.precision
        if self.conservation is not None:
            times["conservation"] = self.conservation._asdict()
        return self.provenance | times

    @property
    def title(self) -> str:
        """What was played, on one line."""
        table = self.plan.table
        return (
            f"{table.variant.name}: {table.players} players, {counted(self.sessions, 'session')}, "
            f"{counted(self.deals, 'deal')}, seed {table.seed}"
        )

    def texts(self, name: str) -> tuple[Texts, Texts]:
        """Give a table of ``headings`` as texts: the columns that name its rows, and the cells."""
        return texts(self.table(name), self.row_names.get(name))

    def __repr__(self) -> str:
        tables = [(self.headings[name], *self.texts(name)) for name in self.headings]
        shown = (f"{heading}\n{pd.DataFrame(named | cells).to_string(index=False)}" for heading, named, cells in tables)
        return "\n\n".join((self.title, *shown, "\n".join(self._told(tables))))

    def _repr_html_(self) -> str:
        tables = [(self.headings[name], *self.texts(name)) for name in self.headings]
        shown = "".join(
            f"<h4>{html.escape(heading)}</h4>{pd.DataFrame(named | cells).to_html(index=False, border=0)}"
            for heading, named, cells in tables
        )
        notes = "<br>".join(html.escape(note) for note in self._told(tables))
        return f"<div><strong>{html.escape(self.title)}</strong>{shown}<small>{notes}</small></div>"

    def _told(self, tables: Sequence[tuple[str, Texts, Texts]]) -> tuple[str, ...]:
        held = (cell for _, _, cells in tables for column in cells.values() for cell in column)
        return (*cell_notes(held), *self.notes)
