"""Results in files taken up again: repeated exactly, or added up with others of the same run."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ramsim.engine.how import How
from ramsim.engine.identity import source_hashes
from ramsim.engine.plan import make_plan
from ramsim.errors import DataError, PolicyError, UsageError
from ramsim.given import shown
from ramsim.output import load_result, read_provenance
from ramsim.provenance import read_result_head, variant_of
from ramsim.result import Result
from ramsim.simulate import run_plan


def repeat(path: str | Path, how: How | None = None) -> Result:
    """Play the deals of a result in a file once more, exactly: the same rules, policies, seed and deal numbers.

    Parameters
    ----------
    path
        A file that ``simulate`` wrote.
    how
        Threads, cluster, checkpoint, progress; None: all threads.

    Returns
    -------
    Result
        With the command and all else that the file says of its making, so that saving it gives the same file.

    Raises
    ------
    DataError
        When the file cannot be read, when a user's policy is no longer the one that played, or when the counts come
        out differently: another version of ramsim may have written it.
    """
    how = How() if how is None else how
    if not isinstance(how, How):
        raise UsageError(f"how = {shown(how)}: must be a ramsim.engine.how.How, or None")
    provenance = read_provenance(path)
    place = str(path)
    head = read_result_head(provenance, place)
    variant = variant_of(head, place)
    policies: dict[str, Any] = {kind: _words(names) for kind, names in head.policies.items()}
    try:
        plan = make_plan(
            variant,
            players=head.players,
            hands=max((first + deals - head.first for first, deals in head.ranges), default=1),
            seed=head.seed,
            first=head.first,
            carry=head.carry,
            **policies,
        )
    except PolicyError:  # a user's file that is no longer where it was: not the fault of this file
        raise
    except UsageError as error:
        raise DataError(f"{place}: {error}") from None
    if head.sources != source_hashes(plan):
        changed = sorted({*head.sources, *source_hashes(plan)})
        raise DataError(f"{place}: the policy {', '.join(changed)} is not the one that played: its file has changed")
    result = run_plan(plan, how, ranges=head.ranges, command=head.command)
    told = result.with_words_of(priced=head.priced, sight=head.sight, precision=head.precision)
    if result.hands == sum(deals for _, deals in head.ranges):
        _check_same(told, path, head.ramsim)
    return told


def merge(files: Iterable[str | Path]) -> Result:
    """Add up results of disjoint ranges of deal numbers, from files; the order does not matter.

    Raises
    ------
    UsageError
        For no file at all.
    DataError
        When a file cannot be read, ranges overlap, or the results differ in rules, policies, seed, players, carry or
        version; two files that do not go together are both named.
    """
    given: Any = files
    if not isinstance(given, Iterable) or isinstance(given, str | bytes):
        raise UsageError(f"merge: files = {shown(given)}: must be a list of files")
    paths = list(given)
    if not paths:
        raise UsageError("merge: name at least one file")
    return Result.merged([load_result(path) for path in paths], names=[str(path) for path in paths])


def _check_same(result: Result, path: str | Path, version: str) -> None:
    try:
        before = load_result(path)
    except DataError:  # a file without outcome counts has nothing to compare with
        return
    if not before.outcomes.equals(result.outcomes):
        raise DataError(
            f"{path}: written by ramsim {version}, its deals end differently under this one ({result.version}): "
            "it cannot be repeated here"
        )


def _words(names: object) -> list[str]:
    """Read the policies of a kind as a result names them: one name, or ``0=NAME, 1=NAME, ...``."""
    return re.split(r", (?=\d+=)", str(names))
