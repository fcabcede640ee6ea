"""One hash of the outcomes of every preset at a fixed seed and size: ``python -m benchmarks.signature``.

A change that is meant to be for speed alone leaves it as it is; a change of rules, kernels or built-in policies moves
it, and ``--verbose`` tells which presets moved. It does not depend on threads, chunks, machine or payouts. Each preset
is played with every number of players that it allows, by its usual policies and by chance.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pandas as pd

from ramsim.engine.threads import CHUNK
from ramsim.simulate import simulate
from ramsim.variants import load_variant, preset_names

SEED = 20_240_229
HANDS = 20_000
DIGITS = 16


class Case(NamedTuple):
    """One batch of a preset: players, chips in the pot, policies (None: the usual ones)."""

    players: int
    carry: int
    play: str | None
    skat: str | None


def cases(preset: str) -> Iterator[Case]:
    """Give the batches of a preset; the second of each number of players is played by chance, in a double pot."""
    variant = load_variant(preset)
    low, high = variant.players
    rams = variant.family == "rams"
    for players in range(low, high + 1):
        yield Case(players, 0, None, None)
        yield Case(players, 7, "random", None) if rams else Case(players, 0, "random", "push")


def preset_signature(preset: str, *, hands: int = HANDS, threads: int | None = None, chunk: int = CHUNK) -> str:
    """Hash the outcome counts of one preset.

    Parameters
    ----------
    preset
        Its name.
    hands
        Deals of each batch, from 1.
    threads, chunk
        As in `ramsim.simulate`; they do not show in the hash.

    Returns
    -------
    str
        Hexadecimal digits.
    """
    digest = hashlib.sha256()
    for case in cases(preset):
        result = simulate(
            preset,
            players=case.players,
            carry=case.carry,
            hands=hands,
            seed=SEED,
            threads=threads,
            chunk=chunk,
            play=case.play,
            skat=case.skat,
        )
        digest.update(f"{case.players} {case.carry} {case.play or ''} {case.skat or ''}\n".encode())
        digest.update(_as_text(result.outcomes).encode())
    return digest.hexdigest()[:DIGITS]


def joint_signature(signatures: dict[str, str]) -> str:
    """Hash the hashes of the presets, by name."""
    lines = "".join(f"{name} {signatures[name]}\n" for name in sorted(signatures))
    return hashlib.sha256(lines.encode()).hexdigest()[:DIGITS]


def _as_text(outcomes: pd.DataFrame) -> str:
    """Write the counts so that neither pandas nor the width of a number shows."""
    lines = [",".join(map(str, outcomes.columns))]
    lines.extend(",".join(map(_value, row)) for row in outcomes.itertuples(index=False, name=None))
    return "\n".join(lines)


def _value(value: Any) -> str:
    return value if isinstance(value, str) else str(int(value))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the signature; gives 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.signature", description=__doc__.partition("\n")[0])
    parser.add_argument("--verbose", action="store_true", help="print the hash of each preset too")
    parser.add_argument(
        "--hands", type=int, default=HANDS, metavar="N", help="deals of each batch [default: %(default)s]"
    )
    parser.add_argument("--threads", type=int, metavar="N", help="threads [default: all]")
    options = parser.parse_args(arguments)
    signatures = {}
    for name in preset_names():
        signatures[name] = preset_signature(name, hands=options.hands, threads=options.threads)
        if options.verbose:
            print(f"{name:20} {signatures[name]}", flush=True)
    print(f"signature at seed {SEED}, {options.hands} deals a batch: {joint_signature(signatures)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
