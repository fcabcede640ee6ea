"""The command line as a user has it: a process of its own, in a folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Answer = subprocess.CompletedProcess[str]
Run = Callable[..., Answer]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Give a function that runs ``ramsim`` with its arguments in ``tmp_path`` and never lets a traceback pass."""

    def call(*arguments: object, stdin: str | None = None, **environment: str) -> Answer:
        done = subprocess.run(
            [sys.executable, "-m", "ramsim", *map(str, arguments)],
            cwd=tmp_path,
            env={**os.environ, "COLUMNS": "100", **environment},
            input=stdin if stdin is not None else "",
            capture_output=True,
            encoding="utf-8",
            timeout=120,
        )
        assert "Traceback" not in done.stderr, done.stderr
        assert "Traceback" not in done.stdout, done.stdout
        return done

    return call
