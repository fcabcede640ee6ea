"""The one place that owns the JIT options, and the folder of compiled code.

Numba notices a change in the file of the function it compiled, not in a helper of another file. The cache folder is
therefore keyed by a hash of all kernel and policy sources; where nothing can be kept, code is compiled anew each
time. ``error_model="numpy"`` keeps divisions free of branches; ``nogil`` lets threads run kernels side by side.
"""

from __future__ import annotations

import hashlib
import os
import sys
import threading
import warnings
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning

# Functions as arguments are the way policies are plugged in; Numba calls them experimental at every call.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

_PACKAGE = Path(__file__).resolve().parent.parent
_SOURCES = ("kernels", "policies")

# Without Numba's memory manager arrays carry no reference counts: kernels neither allocate nor own anything, and the
# atomic counting at each call cost as much as the work of a small step.
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
_HELPER_OPTIONS: dict[str, Any] = {**_OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

# Numba takes the cache folder from its global settings: one thread at a time may have it changed.
_COMPILING = threading.RLock()

_announced: list[bool] = []


def helper(function: Callable[..., Any]) -> Any:
    """Decorate a kernel's helper: compiled with whatever calls it, inlined by LLVM, never cached alone."""
    return numba.njit(**_HELPER_OPTIONS)(function)


class CompilationError(Exception):
    """A function cannot be compiled; the message is what Numba says first."""


def compile_as(signature: Any, function: Callable[..., Any]) -> Any:
    """Compile a function for one explicit signature, taking the code from the cache when it is there.

    With the JIT switched off (``NUMBA_DISABLE_JIT=1``) the Python function itself comes back.
    """
    if numba.config.DISABLE_JIT:
        return function
    folder = cache_folder()
    try:
        return _compiled(signature, function, folder)
    except OSError:  # the disk of the cache is full, or has gone: the code is then not kept
        return _compiled(signature, function, None)
    except NumbaError as error:
        raise CompilationError(_first_reason(error)) from None


def _compiled(signature: Any, function: Callable[..., Any], folder: Path | None) -> Any:
    with _COMPILING:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder or "")
        try:
            dispatcher = numba.njit(cache=folder is not None, **_OPTIONS)(function)
            if not _cached(dispatcher, signature):
                _announce()
            dispatcher.compile(signature)
            dispatcher.disable_compile()
        finally:
            numba.config.CACHE_DIR = before
    return dispatcher


class FunctionAddress(numba.types.WrapperAddressProtocol):  # type: ignore[misc]
    """A compiled function in the form that drivers take as an argument at little cost.

    Handed over as it is, a dispatcher looks up its compiled code and builds a signature at each call: a millisecond for
    sixteen policies, as long as the playing of thousands of deals.
    """

    def __init__(self, dispatcher: Any, signature: Any) -> None:
        compiled = dispatcher.get_compile_result(signature)
        self._dispatcher = dispatcher  # keeps the code in memory
        self._signature = signature
        self._address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_cfunc_wrapper_name)

    def __wrapper_address__(self) -> int:
        """Give the address of the code."""
        return int(self._address)

    def signature(self) -> Any:
        """Give the types of the function."""
        return self._signature


def address_of(function: Any, signature: Any) -> Any:
    """Give a function that `compile_as` compiled in the form of an argument; the function itself without the JIT."""
    return function if numba.config.DISABLE_JIT else FunctionAddress(function, signature)


def stage(function: Callable[..., Any]) -> Any:
    """Decorate a stage of a driver: one call site, inlined there, so that no block of arrays is copied for the call."""
    return numba.njit(forceinline=True, **_HELPER_OPTIONS)(function)


def frame(function: Callable[..., Any]) -> Any:
    """Decorate a function that only calls stages in order: written into its caller before anything is compiled.

    A stage is compiled alone and once more inside each caller above it; a frame is not, which shortens a first run by a
    third.
    """
    return numba.njit(inline="always", **_HELPER_OPTIONS)(function)


@lru_cache(maxsize=1)
def cache_folder() -> Path | None:
    """Give the folder of compiled code for these sources, or None when none can be written."""
    root = os.environ.get("RAMSIM_CACHE_DIR") or platformdirs.user_cache_dir("ramsim")
    folder = Path(root) / f"numba-{numba.__version__}-{_source_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".writable-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return None
    return folder


@lru_cache(maxsize=1)
def _source_hash() -> str:
    digest = hashlib.sha256(sys.version.encode())
    for part in _SOURCES:
        for path in sorted((_PACKAGE / part).glob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _cached(dispatcher: Any, signature: Any) -> bool:
    """Tell whether the cache's index names the code, without loading or compiling it."""
    try:
        cache = dispatcher._cache
        key = cache._index_key(signature, dispatcher.targetctx.codegen())
        return key in cache._cache_file._load_index()
    except Exception:  # without a cache, or with a damaged one, the code is compiled anew
        return False


def _first_reason(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return next((line for line in lines if not line.startswith(("Failed in", "During"))), type(error).__name__)


def _announce() -> None:
    if not _announced and not os.environ.get("RAMSIM_QUIET"):
        _announced.append(True)
        sys.stderr.write("compiling the kernels that this command needs (only the first time) ...\n")
        sys.stderr.flush()
