"""The version of ramsim, asked in one place; every output carries it."""

from __future__ import annotations

from functools import lru_cache
from importlib import metadata

RUN_FROM_SOURCE = "0+source"


@lru_cache(maxsize=1)
def version() -> str:
    """Give the installed version of ramsim; ``0+source`` when it runs from a folder without being installed."""
    try:
        return metadata.version("ramsim")
    except metadata.PackageNotFoundError:
        return RUN_FROM_SOURCE
