"""A policy compiled for its rehearsal: an index outside an array is an error there, not a crash of the process.

Checked code takes longer to run and is never cached: it plays a few hundred deals (``ramsim/engine/rehearsal.py``).
What goes wrong in a function behind an address has no caller to be raised to; Python is told as of any other error that
nobody can catch, and `faults_of` listens there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numba

from ramsim.kernels import jit


def compile_checked(signature: Any, function: Callable[..., Any]) -> Any:
    """Compile a function for one explicit signature with every index checked; the function itself without the JIT.

    Raises
    ------
    NumbaError
        When it cannot be compiled.
    """
    if numba.config.DISABLE_JIT:
        return function
    dispatcher = numba.njit(boundscheck=True, **jit._OPTIONS)(function)
    dispatcher.compile(signature)
    dispatcher.disable_compile()
    return dispatcher


def faults_of(play: Callable[[], object]) -> list[BaseException]:
    """Carry something out, and give the errors of compiled functions that nobody else hears of."""
    faults: list[BaseException] = []

    def heard(told: Any) -> None:
        if told.exc_value is not None:
            faults.append(told.exc_value)

    before = sys.unraisablehook
    sys.unraisablehook = heard
    try:
        play()
    finally:
        sys.unraisablehook = before
    return faults
