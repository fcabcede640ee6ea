"""Runs a simulation in children that are killed at random moments, then lets one end, and prints what came out.

Usage: ``python kill_loop.py FOLDER KILLS HANDS``. One process reads and compiles all; children are forked from it, so
that a child begins to count at once. Prints as JSON how many children were killed while they counted, how many deals
the checkpoint held after each, and the hash of the file that the last child saved.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from ramsim.engine import checkpoint as module
from ramsim.engine.checkpoint import Checkpoint
from ramsim.engine.families import table_of
from ramsim.engine.identity import plan_identity
from ramsim.engine.plan import make_plan
from ramsim.simulate import simulate

WORDS = {"players": 4, "seed": 11}


def run(folder: Path, hands: int, out: Path) -> None:
    module._SHARE = 1  # writes half of the time, so that many kills fall into a writing
    result = simulate(
        "ramsli",
        hands=hands,
        threads=1,
        chunk=2_000,
        checkpoint=folder,
        checkpoint_every=0.001,
        command="typed",
        **WORDS,
    )
    result.save(out)


def held(folder: Path) -> int:
    identity = plan_identity(make_plan("ramsli", hands=1, **WORDS)) | {"command": "simulate", "first": 0}
    with Checkpoint(folder, identity) as checkpoint:
        saved = checkpoint.load()
    return 0 if saved is None else sum(deals for _, deals in saved.ranges)


def main(folder: Path, kills: int, hands: int) -> None:
    table_of(make_plan("ramsli", hands=1, **WORDS)).new_counter().count(0, 1_000)
    run(folder / "warm", 2_000, folder / "warm.csv")
    chance = random.Random(5)
    out, killed, places = folder / "out.csv", 0, [0]
    for _ in range(kills):
        child = os.fork()
        if child == 0:
            run(folder / "run", hands, out)
            os._exit(0)
        # Some are killed at once, most in the middle of counting or writing.
        time.sleep(chance.uniform(0.0, 0.15))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        killed += os.WIFSIGNALED(status)
        places.append(held(folder / "run"))
    run(folder / "run", hands, out)
    digest = hashlib.sha256(out.read_bytes()).hexdigest()
    print(json.dumps({"killed": killed, "places": places, "digest": digest}))  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
