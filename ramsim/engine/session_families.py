"""What running sessions needs of a family: a plan in the kernels' form, and what is kept of its sessions."""

from __future__ import annotations

from ramsim.engine.kinds import Kind
from ramsim.engine.rams_sessions import RamsSessionTable
from ramsim.engine.ramsch_sessions import RamschSessionTable
from ramsim.engine.session_plan import SessionPlan
from ramsim.engine.session_records import RamschRecords, RamsRecords, SessionRecords
from ramsim.engine.sessions import SessionTable

SessionsKept = SessionRecords | None
"""Sessions that have ended; None: none yet."""


def session_table_of(plan: SessionPlan) -> SessionTable:
    """Give the table of sessions of the plan's family."""
    return RamsSessionTable(plan) if plan.table.variant.family == "rams" else RamschSessionTable(plan)


def records_kind(plan: SessionPlan) -> Kind[SessionsKept]:
    """Say how the sessions of a plan add up, and how they are laid into a checkpoint."""
    records: type[SessionRecords] = RamsRecords if plan.table.variant.family == "rams" else RamschRecords

    def add(one: SessionsKept, other: SessionsKept) -> SessionsKept:
        if one is None or other is None:
            return one if other is None else other
        return records.joined([one, other])

    return Kind(
        nothing=None,
        add=add,
        pack=lambda found: {} if found is None else found.packed(),
        unpack=lambda parts: records.unpacked(parts, plan.table.players),
        units=lambda found: 0 if found is None else found.sessions,
    )
