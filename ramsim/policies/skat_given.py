"""A skat policy that takes the skat and passes on two cards named beforehand: for weighing pairs against each other.

Its parameter is the mask of the two cards. It is not a policy for a table: it is asked only where these two may be
passed on.
"""

from __future__ import annotations

from typing import Any

from numpy import int64, uint32

from ramsim.policies.ramsch_views import PASS_ON, TAKE


def given_pair(view: Any, choice: Any) -> None:
    """Take the skat, pass on the two cards of the parameter; never knock."""
    pair = uint32(int64(view.parameters[0]))
    answer = pair if view.step == PASS_ON else (uint32(1) if view.step == TAKE else uint32(0))
    for b in range(choice.size):
        choice[b] = answer
