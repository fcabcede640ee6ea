"""Sessions small enough for a test, and books kept by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ramsim.sessions import SessionsResult, sessions


@pytest.fixture
def play() -> Callable[..., SessionsResult]:
    """Play sessions on one thread unless said otherwise."""

    def call(variant: str = "ramsli", **words: Any) -> SessionsResult:
        return sessions(variant, **{"sessions": 200, "deals": 40, "seed": 4, "threads": 1, **words})

    return call
