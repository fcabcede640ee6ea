"""What a figure was measured on: processor, system, load, versions, the very command."""

from __future__ import annotations

import os
import platform
import shlex
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

from ramsim.engine.threads import usable_threads

LIBRARIES = ("ramsim", "numba", "llvmlite", "numpy", "pandas", "open_spiel")


def about_machine() -> dict[str, Any]:
    """Describe the machine, as plain values for JSON."""
    return {
        "processor": _processor(),
        "processors": usable_threads(None),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "load": [round(value, 2) for value in os.getloadavg()] if hasattr(os, "getloadavg") else None,
    }


def about_versions(compiler: str | None) -> dict[str, str]:
    """Give the versions of Python, of the libraries that count, and of the C compiler when there is one."""
    versions = {"python": platform.python_version()}
    for name in LIBRARIES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            versions[name] = "not installed"
    versions["C compiler"] = _first_line([compiler, "--version"]) if compiler else "not available"
    return versions


def typed_command(module: str) -> str:
    """Give the command that is running."""
    return shlex.join(["python", "-m", module, *sys.argv[1:]])


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"


def _first_line(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return (done.stdout or done.stderr).strip().partition("\n")[0] or "unknown"
