"""The command ``ramsim``: its list of commands, each read from its own module when it is needed."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from ramsim.cli.guard import guarded
from ramsim.cli.options import CONTEXT

COMMANDS = (
    "variants",
    "rules",
    "policies",
    "simulate",
    "compare",
    "sessions",
    "strength",
    "advise",
    "merge",
    "deal",
    "replay",
)


class _Commands(click.Group):
    """A group whose commands are the modules of this folder that `COMMANDS` names."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (Click's signature)
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"ramsim.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            from ramsim.variants.loader import nearest

            raise click.UsageError(f"unknown command {args[0]!r}{nearest(args[0], COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)


def _show_version(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value:
        from ramsim.version import version

        click.echo(f"ramsim {version()}")
        ctx.exit()


@click.group("ramsim", cls=_Commands, invoke_without_command=True, context_settings=CONTEXT)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Show the version."
)
@click.pass_context
def ramsim(context: click.Context) -> None:
    """Simulate the card games of the Rams and the Ramsch family: fast, exact, repeatable.

    VARIANT is the name of a preset (ramsim variants) or the path of a TOML file. Results go to stdout, notes and
    progress to stderr.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str]) -> int:
    """Carry out one command and give its exit code: 0 done, 1 the input is wrong, 2 the command's words are off."""

    def invoke() -> int:
        with ramsim.make_context("ramsim", list(arguments), obj=shlex.join(["ramsim", *arguments])) as context:
            code = ramsim.invoke(context)
        return code if isinstance(code, int) else 0

    return guarded(invoke)


def run() -> None:
    """Run the command line of this process; the entry point of the script."""
    if "_RAMSIM_COMPLETE" in os.environ:  # a shell asks for completions
        ramsim.main(prog_name="ramsim")
    sys.exit(main(sys.argv[1:]))
