"""The README's command reference is what the commands say of themselves."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest

from ramsim.cli.main import COMMANDS, ramsim
from ramsim.cli.reference import BEGIN, END, reference, with_reference
from ramsim.errors import DataError
from tests.cli.conftest import Run

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_readme_is_fresh() -> None:
    text = README.read_text("utf-8")
    assert text == with_reference(text), "README.md is stale: run python -m ramsim.cli.reference"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_commands_help_stands_in_the_readme(run: Run, name: str) -> None:
    text = README.read_text("utf-8")
    section = text.partition(BEGIN)[2].partition(END)[0].partition(f"### `ramsim {name}")[2].partition("### `")[0]
    assert section
    told = run(name, "--help").stdout
    command = ramsim.get_command(click.Context(ramsim), name)
    assert command is not None
    options = [option for option in command.params if isinstance(option, click.Option) and not option.hidden]
    for option in options:
        for word in option.opts:
            assert word in told
            assert f"`{word}" in section or f", {word}" in section, f"{word} of ramsim {name}"
        assert option.help, f"{option.name} of ramsim {name} has no words"


def test_commands_are_told_in_one_line_each(run: Run) -> None:
    told = run("--help").stdout.splitlines()
    for name in COMMANDS:
        line = next(line for line in told if line.startswith(f"  {name} "))
        assert line.endswith("."), f"the short words of {name} do not fit their line: {line}"


def test_a_stale_readme_is_seen_and_mended(tmp_path: Path) -> None:
    path = tmp_path / "README.md"
    path.write_text(f"# Title\n\n{BEGIN}\nold words\n{END}\n\nAfter.\n")

    def refresh(*words: str) -> int:
        command = [sys.executable, "-m", "ramsim.cli.reference", *words]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60).returncode

    assert refresh("--check") == 1
    assert "old words" in path.read_text()
    assert refresh() == 0
    assert path.read_text() == f"# Title\n\n{BEGIN}\n\n{reference()}\n\n{END}\n\nAfter.\n"
    assert refresh("--check") == 0


@pytest.mark.parametrize("text", ["no markers", BEGIN, END, f"{END}\n{BEGIN}"])
def test_a_readme_without_its_place_is_refused(text: str) -> None:
    with pytest.raises(DataError, match="no place for the commands"):
        with_reference(text)
