"""Runs that survive: killed, broken off, out of disk space, or started twice; the end is that of an undisturbed run."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ramsim
from ramsim.engine.checkpoint import FORMAT, Checkpoint, missing
from ramsim.errors import DataError, RamsimError, UsageError
from ramsim.ranges import join_ranges
from tests.stops import StopAfter

RUN = {"hands": 30_000, "seed": 2, "chunk": 1_000, "command": "typed"}


def undisturbed(tmp_path: Path, **words: object) -> bytes:
    return ramsim.simulate("ramsli", **{**RUN, **words}).save(tmp_path / "undisturbed.csv").read_bytes()


@pytest.mark.parametrize("times", [1, 3, 10, 25])
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_run_broken_off_goes_on_to_the_same_file(tmp_path: Path, times: int, ending: str) -> None:
    words = {**RUN, "checkpoint": tmp_path / "run", "checkpoint_every": 0.0}
    part = ramsim.simulate("ramsli", stop=StopAfter(times), threads=1, **words)
    assert 0 <= part.hands < 30_000
    whole = ramsim.simulate("ramsli", threads=2, **words)
    plain = ramsim.simulate("ramsli", **RUN)
    assert whole.save(tmp_path / f"a.{ending}").read_bytes() == plain.save(tmp_path / f"b.{ending}").read_bytes()
    # The time of the first process is added to that of the second, when the first one kept anything.
    assert part.hands == 0 or whole.seconds > part.seconds


def test_a_run_that_is_done_is_not_played_again_and_may_be_made_longer(tmp_path: Path) -> None:
    words = {**RUN, "checkpoint": tmp_path / "run"}
    ramsim.simulate("ramsli", **words)
    played: list[int] = []
    done = ramsim.simulate("ramsli", progress=lambda done, total: played.append(done), **words)
    assert played == []
    assert done.hands == 30_000
    longer = ramsim.simulate("ramsli", **{**words, "hands": 40_000})
    assert longer.outcomes.equals(ramsim.simulate("ramsli", hands=40_000, seed=2).outcomes)


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ({"seed": 3}, "seed is 2 there and 3 here"),
        ({"players": 5}, "players is 4 there and 5 here"),
        ({"carry": 5}, "carry is 0 there and 5 here"),
        ({"first": 10}, "first is 0 there and 10 here"),
        ({"rules": {"bete": 10}}, "rules bete amount is 5 there and 10 here"),
        ({"play": "random"}, 'policies play is "rule" there and "random" here'),
        ({"declare": ["2=always"]}, "policies declare"),
        ({"hands": 500}, "holds the deals 0 to 29,999, and 0 to 499 are wanted"),
    ],
)
def test_a_checkpoint_of_another_run_is_refused_with_the_reason(tmp_path: Path, words: dict, what: str) -> None:
    ramsim.simulate("ramsli", checkpoint=tmp_path, **RUN)
    before = (tmp_path / "state").read_bytes()
    with pytest.raises(DataError, match=what):
        ramsim.simulate("ramsli", checkpoint=tmp_path, **{**RUN, **words})
    assert (tmp_path / "state").read_bytes() == before


def test_another_variant_another_command_and_another_goal_are_refused(tmp_path: Path) -> None:
    ramsim.simulate("ramsli", checkpoint=tmp_path, **RUN)
    with pytest.raises(DataError, match=r"rules .* there and .* here"):
        ramsim.simulate("ramscheln", checkpoint=tmp_path, **RUN)
    with pytest.raises(DataError, match="another run"):
        ramsim.compare("ramsli", rules={"bete": [5, 6]}, checkpoint=tmp_path, hands=30_000, seed=2)
    with pytest.raises(DataError, match="precision"):
        ramsim.simulate("ramsli", seed=2, precision={"win_rate": 0.01}, checkpoint=tmp_path)


def test_a_users_policy_that_was_changed_is_refused(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    source = (Path(ramsim.__file__).parent / "policies" / "declare.py").read_text()
    mine.write_text(source)
    words = {**RUN, "hands": 3_000, "declare": f"{mine}:always", "checkpoint": tmp_path / "run"}
    ramsim.simulate("ramsli", **words)
    assert ramsim.simulate("ramsli", **words).hands == 3_000
    mine.write_text(f"{source}\n# changed\n")
    with pytest.raises(DataError, match="policy contents declare"):
        ramsim.simulate("ramsli", **words)


def test_an_older_checkpoint_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ramsim.simulate("ramsli", checkpoint=tmp_path, **RUN)
    monkeypatch.setattr("ramsim.engine.identity.version", lambda: "99.0")
    with pytest.raises(DataError, match=r"was written by ramsim .*, this is 99\.0"):
        ramsim.simulate("ramsli", checkpoint=tmp_path, **RUN)


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    ramsim.simulate("ramsli", checkpoint=tmp_path, **RUN)
    state = tmp_path / "state"
    whole = state.read_bytes()
    middle = len(whole) // 2
    damages = {
        "damaged": [
            whole[:-1],
            whole[:middle],
            whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
            b"",
            b"something else",
            whole + b"x",
        ],
        f"format 0, this ramsim reads {FORMAT}": [whole.replace(b"checkpoint 1\n", b"checkpoint 0\n", 1)],
    }
    for words, contents in damages.items():
        for content in contents:
            state.write_bytes(content)
            with pytest.raises(DataError, match=words):
                ramsim.simulate("ramsli", checkpoint=tmp_path, **RUN)
            assert state.read_bytes() == content
    state.write_bytes(whole)
    assert ramsim.simulate("ramsli", checkpoint=tmp_path, **RUN).hands == 30_000


def test_killed_twenty_times_at_random_the_file_comes_out_the_same(tmp_path: Path) -> None:
    kills, hands = 20, 2_000_000
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("kill_loop.py")), str(tmp_path), str(kills), str(hands)],
        env={**os.environ, "PYTHONPATH": str(Path(ramsim.__file__).parents[1])},
        capture_output=True,
        encoding="utf-8",
        timeout=200,
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout.splitlines()[-1])
    places = answer["places"]
    assert answer["killed"] == kills
    assert places == sorted(places)
    # Three of four fell after a writing: the run went on from a new place at least as often.
    assert len(set(places)) > kills * 3 // 4
    assert places[-1] < hands
    plain = ramsim.simulate("ramsli", players=4, hands=hands, seed=11, command="typed").save(tmp_path / "plain.csv")
    assert answer["digest"] == hashlib.sha256(plain.read_bytes()).hexdigest()


def test_a_second_process_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    script = (
        "import sys, time\nfrom ramsim.engine.checkpoint import Checkpoint\n"
        "with Checkpoint(sys.argv[1], {'ramsim': '1'}):\n    print('held', flush=True)\n    time.sleep(60)\n"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(Path(ramsim.__file__).parents[1])},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == "held"
        with pytest.raises(UsageError, match=f"process {holder.pid} is writing to this checkpoint"):
            ramsim.simulate("ramsli", checkpoint=tmp_path, **RUN)
    finally:
        holder.kill()
        holder.communicate()
    # The lock of a process that is dead holds nobody up, though its file is still there.
    assert (tmp_path / "lock").exists()
    assert ramsim.simulate("ramsli", checkpoint=tmp_path, **RUN).hands == 30_000


def test_a_full_disk_ends_the_run_with_the_reason_and_it_goes_on_when_there_is_room(small_disk: Path) -> None:
    folder = small_disk / "run"
    words = {**RUN, "checkpoint": folder, "checkpoint_every": 0.0, "threads": 1}
    ramsim.simulate("ramsli", stop=StopAfter(8), **words)
    before = (folder / "state").read_bytes()
    filler = small_disk / "filler"
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as stream:
        while stream.write(b"x" * 1024):
            pass
    with pytest.raises(RamsimError, match=r"No space left on device.*make room and give the same command again"):
        ramsim.simulate("ramsli", **words)
    assert (folder / "state").read_bytes() == before
    assert sorted(path.name for path in folder.iterdir()) == ["lock", "state"]
    filler.unlink()
    whole = ramsim.simulate("ramsli", **words)
    assert whole.outcomes.equals(ramsim.simulate("ramsli", **RUN).outcomes)


def test_what_a_killed_writer_left_beside_the_state_is_swept_away(tmp_path: Path) -> None:
    (tmp_path / ".state.abc.part").write_bytes(b"half")
    with Checkpoint(tmp_path, {"ramsim": "1"}) as checkpoint:
        assert checkpoint.load() is None
    assert [path.name for path in tmp_path.iterdir()] == ["lock"]


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot hold a checkpoint"):
        ramsim.simulate("ramsli", checkpoint=tmp_path / "file", **RUN)


@pytest.mark.parametrize("rule", ["sequence", "pilot"])
def test_a_run_to_a_precision_goes_on_to_the_same_stop(tmp_path: Path, rule: str) -> None:
    goal = {"precision": {"win_rate": 0.0015}, "precision_rule": rule, "seed": 6, "chunk": 10_000}
    plain = ramsim.simulate("ramsli", **goal)
    words = {**goal, "checkpoint": tmp_path, "checkpoint_every": 0.0}
    for times in (2, 5, 12, 20):
        part = ramsim.simulate("ramsli", stop=StopAfter(times), threads=1, **words)
        assert part.hands < plain.hands
        assert part.precision["reason"] == "stopped"
    whole = ramsim.simulate("ramsli", **words)
    assert whole.outcomes.equals(plain.outcomes)
    assert whole.save(tmp_path / "a.csv").read_bytes() == plain.save(tmp_path / "b.csv").read_bytes()


def test_a_comparison_goes_on_to_the_same_table(tmp_path: Path) -> None:
    words = {"play": ["rule", "random"], "hands": 20_000, "seed": 6, "chunk": 1_000}
    plain = ramsim.compare("ramsli", "ramsli-52", **words)
    saved = {**words, "checkpoint": tmp_path, "checkpoint_every": 0.0}
    for times in (5, 20):
        ramsim.compare("ramsli", "ramsli-52", stop=StopAfter(times), threads=1, **saved)
    whole = ramsim.compare("ramsli", "ramsli-52", **saved)
    assert whole.tallies == plain.tallies
    assert whole.ranges == plain.ranges
    with pytest.raises(DataError, match="another run"):
        ramsim.compare("ramsli", "ramsli-52", **{**saved, "play": ["rule", "lowest"]})


def test_time_that_is_up_ends_a_run_and_what_it_counted_is_kept(tmp_path: Path) -> None:
    started = time.monotonic()
    result = ramsim.simulate("ramsli", hands=10**12, max_time="1s", checkpoint=tmp_path, chunk=10_000)
    assert time.monotonic() - started < 60
    assert 0 < result.hands < 10**12
    with Checkpoint(tmp_path, json.loads((tmp_path / "state").read_bytes().split(b"\n")[1])["identity"]) as checkpoint:
        saved = checkpoint.load()
    assert saved is not None
    assert saved.ranges == result.ranges


RANGES = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 15)), max_size=6)


@given(RANGES, st.tuples(st.integers(0, 50), st.integers(0, 40)))
def test_what_is_missing_and_what_is_done_make_up_what_is_wanted(pairs: list, wanted: tuple[int, int]) -> None:
    done: list[tuple[int, int]] = []
    for pair in pairs:
        if all(pair[0] >= sum(other) or sum(pair) <= other[0] for other in done):
            done.append(pair)
    ranges = join_ranges(done)
    numbers = {n for first, deals in ranges for n in range(first, first + deals)}
    gaps = missing(ranges, wanted)
    found = [n for first, deals in gaps for n in range(first, first + deals)]
    assert len(found) == len(set(found))
    assert set(found) == set(range(wanted[0], sum(wanted))) - numbers


def test_time_begins_when_all_is_compiled(tmp_path: Path) -> None:
    """In a fresh cache the compiling takes longer than the run may last, and the run still has its time."""
    code = (
        "import ramsim, sys\n"
        "result = ramsim.simulate('ramsli', hands=10**12, max_time=1.0)\n"
        "sys.exit(0 if result.hands > 100_000 and result.seconds < 60 else 1)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(Path(ramsim.__file__).parents[1]), "RAMSIM_CACHE_DIR": str(tmp_path)},
        timeout=500,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
