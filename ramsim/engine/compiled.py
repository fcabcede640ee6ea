"""Policies compiled once for a word and a family, in the form that the drivers take."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ramsim.errors import PolicyError
from ramsim.kernels.checked import compile_checked
from ramsim.kernels.jit import CompilationError, address_of, compile_as
from ramsim.kernels.team import Team
from ramsim.policies.registry import Policy, is_built_in


@cache
def _compiled(function: Callable[..., Any], signature: Any, checked: bool) -> Any:
    compiled = compile_checked(signature, function) if checked else compile_as(signature, function)
    return address_of(compiled, signature)


def team_of(policies: tuple[Policy, ...], signature: Any, most: int, *, checked: bool = False) -> Team:
    """Give the policies of the seats in the form that drivers take.

    Parameters
    ----------
    policies
        The policy of each seat.
    signature, most
        The signature of their kind; how many different ones the family may mix.
    checked
        Whether users' policies are to look at every index, for a rehearsal.

    Raises
    ------
    PolicyError
        When a policy does not compile; the message holds what Numba says of it.
    """
    distinct: list[Policy] = []
    for policy in policies:
        if policy not in distinct:
            distinct.append(policy)
    functions = [_compile(policy, signature, checked and not is_built_in(policy)) for policy in distinct]
    fill = most - len(distinct)
    return Team(
        functions=(*functions, *functions[:1] * fill),
        of_seat=np.array([distinct.index(policy) for policy in policies], dtype=np.int64),
        distinct=len(distinct),
        numbers=(*(policy.parameters for policy in distinct), *(distinct[0].parameters for _ in range(fill))),
        chance=any(policy.chance for policy in distinct),
    )


def _compile(policy: Policy, signature: Any, checked: bool) -> Any:
    try:
        return _compiled(policy.function, signature, checked)
    except CompilationError as error:
        raise PolicyError(f"{policy.kind} policy {policy.text!r} cannot be compiled: {error}") from None
    except Exception as error:  # Numba refuses some functions with errors that are not of its own kind
        reason = " ".join(str(error).split()) or type(error).__name__
        raise PolicyError(f"{policy.kind} policy {policy.text!r} cannot be compiled: {reason}") from None
