"""Rebuild the published results: ``python -m reports.make [NAME ...] [--size full|tiny] [--to FOLDER]``."""

from __future__ import annotations

import argparse
import time
from importlib import import_module
from pathlib import Path

from reports.parts import FULL, TINY

NAMES = ("rates", "ramsli_strength", "bete_schemes", "claims")
HERE = Path(__file__).resolve().parent


def main(arguments: list[str] | None = None) -> None:
    """Make the reports that are named, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m reports.make", description="Rebuild the published results.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"reports to make: {', '.join(NAMES)} (default: all)")
    parser.add_argument("--size", choices=("full", "tiny"), default="full", help="how much is played (default: full)")
    parser.add_argument(
        "--to", type=Path, metavar="FOLDER", default=HERE / "published", help="where the folders are made"
    )
    words = parser.parse_args(arguments)
    unknown = [name for name in words.names if name not in NAMES]
    if unknown:
        parser.error(f"unknown report {unknown[0]!r}: known are {', '.join(NAMES)}")
    size = FULL if words.size == "full" else TINY
    for name in words.names or NAMES:
        begun = time.perf_counter()
        folder = words.to / name
        folder.mkdir(parents=True, exist_ok=True)
        import_module(f"reports.{name}").make(folder, size)
        print(f"{name}: made in {time.perf_counter() - begun:.1f} s")


if __name__ == "__main__":
    main()
