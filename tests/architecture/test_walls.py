"""Who may import whom: imports go downwards only, and each heavy library has its own storey."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import ramsim.errors

PACKAGE = Path(ramsim.errors.__file__).resolve().parent

# From the bottom up; a part may import parts that stand lower, and its own.
STOREYS = (
    ("errors", "version"),
    ("counted", "given"),
    ("cards", "cells"),
    ("variants",),
    (
        "catalogue",
        "kernels",
        "outcomes",
        "provenance",
        "ranges",
        "referee",
        "result_text",
        "stats",
        "tablefiles",
    ),
    ("canonical", "policies", "precision", "replay", "settlement"),
    ("columns", "precision"),
    ("result_base",),
    ("result_ramsch",),
    ("result",),
    ("output",),
    ("engine",),
    ("simulate",),
    ("deals_ramsch",),
    ("deals", "sessions", "compare", "repeat", "strength"),
    ("advise_ramsch",),
    ("advise",),
    ("cli",),
    ("__main__",),
)
# Kernels call policies behind fixed signatures, and policies are made of the kernels' helpers: one storey of two rooms.
ONE_STOREY = {"kernels", "policies"}
STOREY_OF = {part: storey for storey, parts in enumerate(STOREYS) for part in parts}

FILES = sorted(PACKAGE.rglob("*.py"))


def part_of(path: Path) -> str:
    """Name the part of the package that a file belongs to: its folder or file right below the package."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports_of(path: Path) -> Iterator[str]:
    """Give the full names of all modules that a file imports, wherever in the file it does."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def own_parts(path: Path) -> set[str]:
    """Name the parts of ramsim that a file imports."""
    names = (name.split(".") for name in imports_of(path))
    return {name[1] for name in names if name[0] == "ramsim" and len(name) > 1}


def libraries(path: Path) -> set[str]:
    """Name the top-level libraries that a file imports."""
    return {name.split(".")[0] for name in imports_of(path)}


def parts_that_import(*names: str) -> set[str]:
    return {part_of(path) for path in FILES if libraries(path) & set(names)}


def files_of(*parts: str) -> list[Path]:
    return [path for path in FILES if part_of(path) in parts]


def test_every_part_has_its_storey() -> None:
    unknown = {part_of(path) for path in FILES} - set(STOREY_OF) - {"__init__"}
    assert not unknown, f"parts without a storey in this test: {sorted(unknown)}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_downwards(path: Path) -> None:
    part = part_of(path)
    if part == "__init__":
        pytest.skip("the package itself names what it offers")
    assert part in STOREY_OF, f"{part} has no storey in this test"
    same = ONE_STOREY if part in ONE_STOREY else {part}
    above = {other for other in own_parts(path) & set(STOREY_OF) - same if STOREY_OF[other] >= STOREY_OF[part]}
    assert not above, f"{path.name} in {part} imports {sorted(above)}, which do not stand below it"


def test_numba_stays_in_kernels_and_policies() -> None:
    assert parts_that_import("numba", "llvmlite") <= {"kernels", "policies"}


def test_click_and_rich_stay_in_the_command_line() -> None:
    assert parts_that_import("click") == {"cli"}
    assert parts_that_import("rich") == {"cli"}


def test_pandas_starts_above_the_engines() -> None:
    below = {"errors", "version", "cards", "variants", "catalogue", "kernels", "policies", "referee", "replay", "stats"}
    assert not parts_that_import("pandas") & below


def test_the_referee_is_plain_python() -> None:
    for path in files_of("referee", "replay"):
        heavy = libraries(path) & {"numba", "llvmlite", "numpy", "scipy", "pandas"}
        assert not heavy, f"{path.name} imports {sorted(heavy)}"
        shared = own_parts(path) & {"kernels", "policies", "settlement", "stats", "engine"}
        assert not shared, f"{path.name} imports {sorted(shared)}: the two engines share cards and variants only"


def test_kernels_and_policies_never_see_the_referee() -> None:
    for path in files_of("kernels", "policies", "settlement", "stats", "engine"):
        assert "referee" not in own_parts(path), f"{path.name} imports the referee"


def test_the_two_families_never_import_each_other() -> None:
    for path in files_of("kernels", "referee", "settlement", "policies"):
        family = path.stem.split("_")[0]
        other = {"rams": "ramsch", "ramsch": "rams"}.get(family)
        modules = {word for name in imports_of(path) if name.startswith("ramsim.") for word in name.split(".")[2:]}
        strangers = {module for module in modules if other and module.split("_")[0] == other}
        assert not strangers, f"{path.name} imports {sorted(strangers)} of the other family"


def test_the_walls_are_made_of_something() -> None:
    assert {"cards", "variants", "referee", "cli"} <= {part_of(path) for path in FILES}
    assert "numba" not in libraries(PACKAGE / "cards.py")
    assert "errors" in own_parts(PACKAGE / "cards.py")
