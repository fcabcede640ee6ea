"""Whole sessions: the pot or the scores go on from deal to deal, the dealer moves round, stacks grow and run out."""

from ramsim.sessions.rams import RamsSessions
from ramsim.sessions.ramsch import RamschSessions
from ramsim.sessions.result import SessionsResult
from ramsim.sessions.run import run_session_plan, sessions
from ramsim.sessions.text import SessionConservation

__all__ = [
    "RamsSessions",
    "RamschSessions",
    "SessionConservation",
    "SessionsResult",
    "run_session_plan",
    "sessions",
]
