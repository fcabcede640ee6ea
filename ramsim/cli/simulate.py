"""``ramsim simulate``: a batch of independent deals, rates and means per seat."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ramsim.cli.columns import WithColumns
from ramsim.cli.deliver import deliver
from ramsim.cli.notes import note, progress_bar, short, stop_on_interrupt
from ramsim.cli.options import (
    DEFAULT_HANDS,
    FilePath,
    Number,
    carry_option,
    format_option,
    hands_option,
    out_option,
    players_option,
    policy_options,
    quiet_option,
    read_changes,
    seed_option,
    set_option,
    threads_option,
)
from ramsim.cli.results import show_result
from ramsim.cli.run_options import check_out, ended_early, long_run_options
from ramsim.counted import counted
from ramsim.errors import UsageError

if TYPE_CHECKING:
    from ramsim.result import Result

# What may stand beside --again: how it is to be run and shown.
_BESIDE_AGAIN = frozenset({"again", "max_time", "checkpoint", "cluster", "threads", "out", "layout", "quiet"})


@click.command("simulate", cls=WithColumns, short_help="A batch of independent deals: rates per seat.")
@click.argument("variant", metavar="[VARIANT]", required=False)
@players_option
@hands_option
@seed_option
@click.option(
    "--first",
    type=Number(),
    default=0,
    metavar="N",
    help="Number of the first deal, so that a batch can be shared out.  [default: 0]",
)
@policy_options
@set_option
@carry_option
@long_run_options()
@click.option(
    "--again",
    type=FilePath(),
    metavar="FILE",
    help="Repeat exactly the run that wrote this file, in place of VARIANT and its options.",
)
@threads_option
@out_option
@format_option
@quiet_option
@click.pass_context
def command(
    context: click.Context,
    /,
    variant: str | None,
    hands: int | None,
    declare: tuple[str, ...],
    play: tuple[str, ...],
    skat: tuple[str, ...],
    assignments: tuple[str, ...],
    precision: tuple[str, ...],
    again: Path | None,
    out: Path | None,
    layout: str,
    quiet: bool,
    **others: Any,
) -> int:
    """Play a batch of independent deals of VARIANT and print rates and means per seat, with their 95 % intervals.

    The same command gives the same numbers on any machine and with any number of threads. Ctrl-C ends the run and keeps
    what was counted.
    """
    from ramsim.variants.loader import load_variant

    if again is None and variant is None:
        raise click.UsageError("missing argument VARIANT: the name of a preset or the path of a TOML file", context)
    # A mistake in the rules is told before the heavy libraries are loaded.
    rules = None if variant is None else load_variant(variant, read_changes(assignments))
    check_out(out, others["checkpoint"])
    with progress_bar("deals", quiet=quiet) as progress, stop_on_interrupt() as stop:
        if again is not None:
            result, wanted = _repeated(context, again, {**others, "progress": progress, "stop": stop})
        else:
            from ramsim.simulate import simulate

            assert rules is not None
            wanted = hands or DEFAULT_HANDS
            result = simulate(
                rules,
                hands=hands,
                declare=declare or None,
                play=play or None,
                skat=skat or None,
                precision=precision or None,
                progress=progress,
                stop=stop,
                command=context.obj,
                **others,
            )
    if not result.hands:
        raise KeyboardInterrupt
    early = ended_early(result.hands, wanted, result.precision)
    if early is not None:
        note(early, quiet=False)
    elif result.seconds:
        speed = short(result.hands / result.seconds)
        note(f"{counted(result.hands, 'deal')} in {result.seconds:.2f} s, {speed} deals/s", quiet=quiet)
    deliver(lambda: show_result(result, layout), [(out, "Written", result.save)], quiet=quiet)
    return 0


def _repeated(context: click.Context, again: Path, others: dict[str, Any]) -> tuple[Result, int | None]:
    """Repeat a file's run; options that say what to play are refused, for the file says it."""
    from ramsim.engine.how import How
    from ramsim.output import read_provenance
    from ramsim.repeat import repeat

    for parameter in context.command.params:
        name = str(parameter.name)
        typed = context.get_parameter_source(name) not in (None, ParameterSource.DEFAULT)
        if typed and name not in _BESIDE_AGAIN:
            shown = "VARIANT" if isinstance(parameter, click.Argument) else parameter.opts[0]
            raise UsageError(f"--again {again}: the file says what was played; leave out {shown}")
    how = {name: value for name, value in others.items() if name in How.__dataclass_fields__}
    wanted = read_provenance(again).get("hands")
    result = repeat(again, How(**how))
    return result, wanted if isinstance(wanted, int) else None
