"""The tasks of a cluster's workers: counting the outcomes of deals, playing sessions."""

from __future__ import annotations

from functools import lru_cache

from ramsim.engine.checkpoint import Payload
from ramsim.engine.cluster import Task
from ramsim.engine.families import Table, table_of
from ramsim.engine.kinds import COUNTS
from ramsim.engine.plan import Plan
from ramsim.engine.portable import pack, plan_of, plan_parts, session_parts, session_plan_of, unpack
from ramsim.engine.session_families import SessionsKept, records_kind, session_table_of
from ramsim.engine.session_plan import SessionPlan
from ramsim.engine.sessions import SessionTable, run_sessions
from ramsim.engine.threads import Counts

# Deals of one task: twenty milliseconds to half a second of counting.
LEAST_DEALS, MOST_DEALS = 1 << 19, 1 << 23
# Sessions of one task, of a hundred deals or a thousand; each comes back as about 300 bytes.
LEAST_SESSIONS, MOST_SESSIONS = 1 << 10, 1 << 14


def deals_task(plan: Plan) -> Task[Counts]:
    """Give the task of counting the outcomes of a plan's deals."""
    return Task(count_deals, pack(plan_parts(plan)), COUNTS, LEAST_DEALS, MOST_DEALS)


def count_deals(content: bytes, first: int, deals: int) -> Payload:
    """Count a range of deals of a packed plan."""
    counter = _table(content).new_counter()
    counter.count(first, deals)
    return COUNTS.pack(counter.counts())


def sessions_task(plan: SessionPlan) -> Task[SessionsKept]:
    """Give the task of playing a plan's sessions."""
    return Task(play_sessions, pack(session_parts(plan)), records_kind(plan), LEAST_SESSIONS, MOST_SESSIONS)


def play_sessions(content: bytes, first: int, sessions: int) -> Payload:
    """Play a range of sessions of a packed plan to their ends."""
    table = _session_table(content)
    return records_kind(table.plan).pack(run_sessions(table, [(first, sessions)], threads=1))


@lru_cache(maxsize=8)
def _table(content: bytes) -> Table:
    return table_of(plan_of(unpack(content)))


@lru_cache(maxsize=8)
def _session_table(content: bytes) -> SessionTable:
    return session_table_of(session_plan_of(unpack(content)))
