"""Runs a simulation in children that are killed at random moments, then lets one end, and prints what came out.

Usage: ``python kill_loop.py FOLDER KILLS HANDS``. One process reads and compiles all; children are forked from it, so
that a child begins to count at once. Every chunk is written to the checkpoint. A child is killed a random moment after
its first, second or third writing, or at once; were the machine so fast that it came further than its share of the
deals, it waits there for its end. So each kill meets a child at work, on a fast machine and on a slow one. Prints as
JSON how many children were killed, how many deals the checkpoint held after each, and the hash of the file that the
last child saved.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import sys
import threading
import time
from pathlib import Path

from ramsim.engine import checkpoint as module
from ramsim.engine.checkpoint import Checkpoint
from ramsim.engine.families import table_of
from ramsim.engine.identity import plan_identity
from ramsim.engine.plan import make_plan
from ramsim.simulate import simulate

WORDS = {"players": 4, "seed": 11}
CHUNK = 10_000
# A writing takes about a millisecond: the kills fall before, in and after it.
LONGEST_DELAY = 0.004
PATIENCE = 60.0


class WaitAtTheShare(threading.Event):
    """Never set: the thread that counts asks it before each chunk, and beyond its share waits there to be killed."""

    def __init__(self, asked: int) -> None:
        super().__init__()
        self._left = asked

    def is_set(self) -> bool:
        if threading.current_thread() is not threading.main_thread():
            self._left -= 1
            if self._left < 0:
                time.sleep(10 * PATIENCE)
        return False


def run(folder: Path, hands: int, out: Path, stop: threading.Event | None = None) -> None:
    module._SHARE = 0  # each chunk is written, so that many kills fall into a writing
    result = simulate(
        "ramsli",
        hands=hands,
        threads=1,
        chunk=CHUNK,
        checkpoint=folder,
        checkpoint_every=0.0,
        command="typed",
        stop=stop,
        **WORDS,
    )
    result.save(out)


def held(folder: Path) -> int:
    identity = plan_identity(make_plan("ramsli", hands=1, **WORDS)) | {"command": "simulate", "first": 0}
    with Checkpoint(folder, identity) as checkpoint:
        saved = checkpoint.load()
    return 0 if saved is None else sum(deals for _, deals in saved.ranges)


def wait_for_writings(state: Path, seen: tuple[int, int] | None, writings: int, child: int) -> None:
    """Wait until the state file was replaced so often; each writing makes a new file."""
    end = time.monotonic() + PATIENCE
    while writings > 0:
        if (now := mark(state)) != seen:
            seen, writings = now, writings - 1
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            sys.exit(f"a child wrote nothing for {PATIENCE:g} s")
        time.sleep(0.0002)


def mark(state: Path) -> tuple[int, int] | None:
    try:
        found = state.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns


def main(folder: Path, kills: int, hands: int) -> None:
    table_of(make_plan("ramsli", hands=1, **WORDS)).new_counter().count(0, 1_000)
    run(folder / "warm", CHUNK, folder / "warm.csv")
    chance = random.Random(5)
    share = hands // CHUNK // (kills + 1)
    out, state, killed, places = folder / "out.csv", folder / "run" / "state", 0, [0]
    for number in range(kills):
        before = mark(state)
        child = os.fork()
        if child == 0:
            run(folder / "run", hands, out, WaitAtTheShare(share))
            os._exit(0)
        wait_for_writings(state, before, number % 4, child)
        time.sleep(chance.uniform(0.0, LONGEST_DELAY))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        killed += os.WIFSIGNALED(status)
        places.append(held(folder / "run"))
    run(folder / "run", hands, out)
    digest = hashlib.sha256(out.read_bytes()).hexdigest()
    print(json.dumps({"killed": killed, "places": places, "digest": digest}))  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
