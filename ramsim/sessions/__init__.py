"""Whole sessions: the pot goes on from deal to deal, the dealer moves round, stacks grow and run out."""

from ramsim.sessions.result import SessionConservation, SessionsResult
from ramsim.sessions.run import run_session_plan, sessions

__all__ = ["SessionConservation", "SessionsResult", "run_session_plan", "sessions"]
