"""Stops that fall at a place of the run and not at a time, so that a fast machine is stopped where a slow one is."""

from __future__ import annotations

import threading


class StopAfter(threading.Event):
    """An event that is set when it was asked so often: a run broken off at a certain chunk, on one thread."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.left = times

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0
