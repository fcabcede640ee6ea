"""The bare package and the bare command load nothing heavy: seen in the modules of a fresh process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {"numba", "llvmlite", "numpy", "pandas", "scipy", "pyarrow", "matplotlib", "distributed", "rich"}


def heavy_modules_after(code: str, folder: Path) -> set[str]:
    """Run the code in a fresh process and name the heavy libraries that it loaded."""
    report = folder / "loaded"
    ending = f"import pathlib, sys; pathlib.Path({str(report)!r}).write_text(' '.join({HEAVY!r} & sys.modules.keys()))"
    run([sys.executable, "-c", f"{code}\n{ending}"], folder)
    return set(report.read_text().split())


def run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "code",
    [
        "import ramsim",
        "import ramsim; ramsim.__version__; ramsim.RamsimError; dir(ramsim)",
        "import ramsim; ramsim.variants(); str(ramsim.rules('ramsli'))",
        "from ramsim.cli.main import main; assert main(['--help']) == 0",
        "from ramsim.cli.main import main; assert main(['simulate', '--help']) == 0",
        "from ramsim.cli.main import main; assert main(['rules', 'schieberamsch']) == 0",
        "from ramsim.cli.main import main; assert main(['simulate', 'ramsly']) == 2",
    ],
)
def test_nothing_heavy_is_loaded(code: str, tmp_path: Path) -> None:
    assert heavy_modules_after(code, tmp_path) == set()


def test_public_names_are_all_there() -> None:
    import ramsim

    for name in ramsim.__all__:
        assert getattr(ramsim, name) is not None, name
        assert name in dir(ramsim)


def test_a_function_is_not_covered_by_the_module_of_its_name(tmp_path: Path) -> None:
    code = (
        "import ramsim.variants.loader, ramsim.variants\n"
        "assert callable(ramsim.variants), ramsim.variants\n"
        "from ramsim.variants import load_variant\n"
        "assert len(ramsim.variants()) >= 17"
    )
    run([sys.executable, "-c", code], tmp_path)


def test_an_unknown_name_is_an_attribute_error() -> None:
    import ramsim

    with pytest.raises(AttributeError, match="'ramsim' has no attribute 'simulated'"):
        _ = ramsim.simulated  # type: ignore[attr-defined]
