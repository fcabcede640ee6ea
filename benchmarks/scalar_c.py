"""The yardsticks in C: compiled with the system's compiler at run time, called in this process."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
COMPILERS = ("gcc", "cc", "clang")
SEQUENTIAL = "-DSEQUENTIAL"


def compiler() -> str | None:
    """Give the path of the system's C compiler, None when there is none."""
    return next((path for name in COMPILERS if (path := shutil.which(name))), None)


class ScalarGame:
    """A game in C with ``void count_deals(uint64_t seed, int64_t deals, int64_t *counts)``.

    Parameters
    ----------
    source
        File of this folder.
    outcomes
        Length of the array of counts.
    folder
        Where the compiled library is put.
    options
        More options for the compiler.

    Raises
    ------
    RuntimeError
        The compiler refuses the source; the message holds what it says.
    """

    def __init__(self, source: str, outcomes: int, folder: Path, options: Sequence[str] = ()) -> None:
        self.outcomes = outcomes
        found = compiler()
        if found is None:
            raise RuntimeError("no C compiler was found")
        path = Path(__file__).with_name(source)
        library = folder / (path.stem + "".join(options) + (".dylib" if sys.platform == "darwin" else ".so"))
        command = [found, *FLAGS, *options, "-o", str(library), str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
        self._count = ctypes.CDLL(str(library)).count_deals
        self._count.argtypes = [ctypes.c_uint64, ctypes.c_int64, ctypes.c_void_p]
        self._count.restype = None

    def count(self, seed: int, deals: int) -> npt.NDArray[np.int64]:
        """Play deals 0 to ``deals - 1`` of a seed; gives the count of each outcome, int64[outcomes]."""
        counts = np.zeros(self.outcomes, dtype=np.int64)
        self._count(seed, deals, counts.ctypes.data)
        return counts


def ramsli_columns(counts: npt.NDArray[np.int64], players: int = 4) -> dict[str, Any]:
    """Read the counts of ``scalar_ramsli.c`` into the columns of the outcomes frame of the Rams family."""
    keys = np.flatnonzero(counts)
    inside = np.stack([keys >> 4 * seat & 1 for seat in range(players)])
    columns: dict[str, Any] = {
        "deals": counts[keys],
        "ending": np.where(inside.sum(axis=0) == 1, "lone", "played").astype(object),
        "declarer": np.full(len(keys), -1, dtype=np.int64),
    }
    for seat in range(players):
        columns[f"in_{seat}"] = inside[seat].astype(bool)
        columns[f"tricks_{seat}"] = (keys >> (4 * seat + 1) & 7).astype(np.int64)
        columns[f"target_{seat}"] = np.zeros(len(keys), dtype=np.int64)
    return columns
