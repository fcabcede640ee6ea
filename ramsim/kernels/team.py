"""A team: the policies of one kind of decision, by seat, in the form that drivers take."""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import types

from ramsim.kernels.jit import helper


class Team(NamedTuple):
    """The policies of one kind.

    Attributes
    ----------
    functions
        Compiled policies, always as many as the family may mix: the distinct ones, then the first again.
    of_seat
        int64[seats]: the place of each seat's policy among them; in sessions int64[turns, seats].
    distinct
        How many are distinct.
    numbers
        float64[P] of each: its own parameters.
    chance
        Whether any of them reads random words.
    """

    functions: Any
    of_seat: Any
    distinct: Any
    numbers: Any
    chance: Any


def team_type(signature: Any, most: int, dimensions: int = 1) -> Any:
    """Give the type of a team of ``most`` policies of a signature; ``dimensions`` is that of ``of_seat``."""
    return types.NamedTuple(
        (
            types.UniTuple(types.FunctionType(signature), most),
            types.Array(types.int64, dimensions, "C"),
            types.int64,
            types.UniTuple(types.Array(types.float64, 1, "C"), most),
            types.boolean,
        ),
        Team,
    )


@helper
def at_turn(team: Any, turn: Any) -> Any:
    """Give the team of a session as it sits at this turn."""
    return Team(team.functions, team.of_seat[turn], team.distinct, team.numbers, team.chance)
