"""The README's command reference, made from the commands themselves: ``python -m ramsim.cli.reference [README.md]``.

The text between the two markers is replaced in place; with ``--check`` nothing is written, and the exit code is 1 when
the README is stale.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ramsim.cli.columns import columns_of
from ramsim.cli.guard import guarded
from ramsim.cli.main import ramsim
from ramsim.errors import DataError

BEGIN, END = "<!-- commands -->", "<!-- /commands -->"


def reference() -> str:
    """Give the command reference in Markdown: every command with its words and its options."""
    with ramsim.make_context("ramsim", ["--help"], resilient_parsing=True) as context:
        parts = [_section(command, context) for command in _commands(context)]
    return "\n\n".join(parts)


def with_reference(readme: str) -> str:
    """Give the README's text with the present reference between its markers.

    Raises
    ------
    DataError
        When the markers are missing or out of order.
    """
    head, begun, rest = readme.partition(BEGIN)
    _, ended, tail = rest.partition(END)
    if not begun or not ended:
        raise DataError(f"the README has no place for the commands: write {BEGIN} and {END} on lines of their own")
    return f"{head}{BEGIN}\n\n{reference()}\n\n{END}{tail}"


def _commands(context: click.Context) -> Iterator[click.Command]:
    for name in ramsim.list_commands(context):
        command = ramsim.get_command(context, name)
        if command is not None and not command.hidden:
            yield command


def _section(command: click.Command, parent: click.Context) -> str:
    context = click.Context(command, parent=parent, info_name=command.name)
    arguments = [
        parameter.make_metavar(context) for parameter in command.params if isinstance(parameter, click.Argument)
    ]
    title = " ".join(["ramsim", str(command.name), *arguments])
    lines = [f"### `{title}`", "", *_paragraphs(command.help or ""), "", "| option | meaning |", "| --- | --- |"]
    for option in command.params:
        record = option.get_help_record(context)
        if record is not None and not isinstance(option, click.Argument):
            names, words = record
            lines.append(f"| {_cell(f'`{names}`')} | {_cell(words)} |")
    for heading, meanings in columns_of(str(command.name)).items():
        lines += ["", f"{heading}:", "", "| column | meaning |", "| --- | --- |"]
        lines += [f"| {_names(name)} | {_cell(words)} |" for name, words in meanings.items()]
    return "\n".join(lines)


def _paragraphs(words: str) -> Iterator[str]:
    for paragraph in click.formatting.wrap_text(words, width=10_000, preserve_paragraphs=True).splitlines():
        yield _cell(paragraph)


def _cell(words: str) -> str:
    return " ".join(words.split()).replace("|", "\\|").replace("<", "&lt;")


def _names(words: str) -> str:
    return ", ".join(f"`{name}`" for name in words.split(", "))


def _refresh(arguments: list[str]) -> int:
    paths = [word for word in arguments if word != "--check"] or ["README.md"]
    path = Path(paths[0])
    old = path.read_text("utf-8")
    new = with_reference(old)
    if "--check" in arguments:
        return int(new != old)
    path.write_text(new, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(guarded(lambda: _refresh(sys.argv[1:])))
