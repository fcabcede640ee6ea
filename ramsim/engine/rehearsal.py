"""A user's policy tried out before it plays at full speed.

Compiled code does not look whether an index lies inside an array: a policy that counts one too far reads or writes
whatever lies there, and may take the process down. So users' policies first play a few hundred deals in a form that
looks (``ramsim/kernels/checked.py``); these deals are thrown away. What was tried once, text for text at the same
table, is noted in the folder of compiled code and not tried again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ramsim.engine.plan import Plan
from ramsim.errors import PolicyError
from ramsim.kernels.checked import faults_of
from ramsim.kernels.jit import cache_folder
from ramsim.policies.registry import Policy, is_built_in
from ramsim.variants.loader import rules_hash

_passed: set[str] = set()


def rehearse(plan: Plan, what: str, play: Callable[[], object]) -> None:
    """Let users' policies play some deals with every index checked; without any, nothing is done.

    Parameters
    ----------
    plan
        Whose policies.
    what
        How they are tried; goes into the note that they were.
    play
        Plays the deals with policies that are checked. What it finds against the rules of the game is left to the run,
        which knows in which deal it was.

    Raises
    ------
    PolicyError
        When a policy reads or writes outside an array.
    """
    users = [policy for policies in plan.policies.values() for policy in policies if not is_built_in(policy)]
    if not users:
        return
    name = _name(plan, what)
    folder = cache_folder()
    if name in _passed or (folder is not None and (folder / name).exists()):
        return
    faults = faults_of(lambda: _without_refusals(play))
    if faults:
        raise _refusal(users, faults[0])
    _passed.add(name)
    if folder is not None:
        with contextlib.suppress(OSError):
            (folder / name).touch()


def _without_refusals(play: Callable[[], object]) -> None:
    """Play; what cannot be compiled, or breaks the rules of the game, is refused by the run itself."""
    with contextlib.suppress(PolicyError):
        play()


def _refusal(users: list[Policy], fault: BaseException) -> PolicyError:
    told = dict.fromkeys(f"{policy.kind} policy {policy.text!r}" for policy in users)
    who = next(iter(told)) if len(told) == 1 else f"one of {', '.join(told)}"
    if isinstance(fault, IndexError):
        return PolicyError(
            f"{who}: indexes outside an array when it is rehearsed with every index checked: an array over the deals "
            "of a block has the indices 0 to choice.size - 1"
        )
    reason = " ".join(f"{type(fault).__name__}: {fault}".split())
    return PolicyError(f"{who}: fails when it is rehearsed: {reason}")


def _name(plan: Plan, what: str) -> str:
    """Name the note for these policies at this table: it changes when anything of them does."""
    content = {
        "what": what,
        "rules": rules_hash(plan.variant),
        "players": plan.players,
        "policies": [
            [kind, [_content(policy) for policy in policies]] for kind, policies in sorted(plan.policies.items())
        ],
    }
    return f"rehearsed-{hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32]}"


def _content(policy: Policy) -> list[Any]:
    """Give a policy's function by name, and for a user's what stands for the text of its file."""
    function: Any = policy.function
    named = [function.__module__, function.__qualname__]
    if is_built_in(policy):
        return named
    code: bytes = function.__code__.co_code
    with contextlib.suppress(OSError):
        code += Path(function.__code__.co_filename).read_bytes()
    return [*named, hashlib.sha256(code).hexdigest()]
