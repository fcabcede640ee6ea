"""The same plan on a cluster of processes: the same bits as one thread, even when a worker is killed on the way."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import ramsim
from ramsim.engine.batch import Batch, on_threads
from ramsim.engine.cluster import connected, on_cluster, shared_out
from ramsim.engine.families import table_of
from ramsim.engine.kinds import COUNTS
from ramsim.engine.plan import make_plan
from ramsim.engine.portable import pack, plan_of, plan_parts, session_parts, session_plan_of, unpack
from ramsim.engine.session_plan import make_session_plan
from ramsim.engine.tasks import count_deals, deals_task
from ramsim.errors import DataError, PolicyError, RamsimError, UsageError
from ramsim.ranges import join_ranges

pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with connected("local:2", wait=60) as made:
            yield made


def counted(plan: Any, client: Any, **words: Any) -> Batch:
    batch = Batch((plan.first, plan.hands), on_cluster(deals_task(plan), client, chunk=2_000), COUNTS, **words)
    batch.count_to(plan.hands)
    return batch


@pytest.mark.parametrize(
    ("variant", "words"),
    [
        ("ramsli", {"play": ["rule", "2=random"]}),
        ("ramscheln", {"declare": "threshold:0.8", "rules": {"bete": "pot"}}),
        ("schieberamsch", {}),
    ],
)
def test_a_cluster_counts_what_one_thread_counts(client: Any, variant: str, words: dict) -> None:
    plan = make_plan(variant, hands=30_000, first=17, seed=8, **words)
    alone = Batch((17, 30_000), on_threads(table_of(plan), 1, 30_000), COUNTS)
    alone.count_to(30_000)
    far = counted(plan, client)
    assert far.ranges == alone.ranges == ((17, 30_000),)
    for mine, theirs in zip(far.gathered, alone.gathered, strict=True):
        np.testing.assert_array_equal(mine, theirs)


@pytest.mark.parametrize(
    ("variants", "words"),
    [
        (("ramsli",), {"rules": {"bete": [5, "pot", 10]}}),  # played once, priced under each
        (("ramsli",), {"play": ["rule", "random"], "rules": {"bete": [5, 10]}}),  # pairs of outcomes
        (("ramsli", "ramsli-52"), {}),  # two packs, no deals in common
        (("schieberamsch",), {"rules": {"trigger": "passed_in"}, "play": ["rule", "lowest"]}),
    ],
)
def test_a_comparison_on_a_cluster_is_that_of_one_thread(client: Any, variants: tuple, words: dict) -> None:
    words = {**words, "hands": 20_000, "seed": 5, "first": 3}
    alone = ramsim.compare(*variants, threads=1, **words)
    far = ramsim.compare(*variants, cluster=client.scheduler.address, chunk=1_500, **words)
    assert far.tallies == alone.tallies
    assert far.ranges == alone.ranges
    pd.testing.assert_frame_equal(far.frame, alone.frame)


@pytest.mark.parametrize(
    ("variant", "words"),
    [
        ("ramsli-pot", {"deals": 40}),
        ("ramscheln", {"target": 30, "stack": 10, "broke": "rebuy"}),
        ("skat-ramsch", {"players": 4}),
        ("schieberamsch", {"schedule": "1 bock, 2 ramsch"}),
    ],
)
def test_sessions_on_a_cluster_are_those_of_one_thread(client: Any, variant: str, words: dict) -> None:
    words = {**words, "sessions": 700, "seed": 5, "first": 9}
    alone = ramsim.sessions(variant, threads=1, **words)
    far = ramsim.sessions(variant, cluster=client.scheduler.address, chunk=100, **words)
    assert far.records.ranges == alone.records.ranges == ((9, 700),)
    np.testing.assert_array_equal(far.records.state, alone.records.state)
    assert far.records.sums.totals == alone.records.sums.totals
    assert far.records.sums.squares == alone.records.sums.squares
    np.testing.assert_array_equal(far.records.sums.pots, alone.records.sums.pots)


@pytest.mark.parametrize(
    ("variant", "lines"),
    [
        ("ramsli", ["AH KH 9S 8C 7D | TH", "7H 8S 7S 8C 7D | TH", "AS KS QS JS TS | 9S"] * 20),
        ("ramsli", None),
        ("ramsli-jokers", ["AH KH 9S 8C 7D | TH"]),
        ("schieberamsch", None),
        ("schieberamsch", ["AC TC 9C AD TD 9D AH TH KH 7S"]),
    ],
)
def test_a_table_made_on_a_cluster_is_that_of_one_thread(
    client: Any, tmp_path: Path, variant: str, lines: list[str] | None
) -> None:
    words: dict[str, Any] = {"precision": 0.1, "seed": 2}
    if lines is not None:
        words["classes"] = tmp_path / "hands.txt"
        words["classes"].write_text("\n".join(lines), "utf-8")
    alone = ramsim.strength(variant, threads=1, **words).frame
    far = ramsim.strength(variant, cluster=client.scheduler.address, **words).frame
    pd.testing.assert_frame_equal(far, alone)


def test_runs_to_a_precision_on_a_cluster_stop_where_one_thread_stops(client: Any, tmp_path: Path) -> None:
    where = {"cluster": client.scheduler.address, "checkpoint": tmp_path / "kept"}
    words = {"precision": {"mean_pot": 0.2}, "deals": 30, "seed": 4}
    alone = ramsim.sessions("ramsli", **words)
    far = ramsim.sessions("ramsli", **words, **where)
    assert far.sessions == alone.sessions
    assert far.precision == alone.precision
    again = ramsim.sessions("ramsli", **words, checkpoint=tmp_path / "kept")
    np.testing.assert_array_equal(again.records.state, alone.records.state)


def test_what_is_large_is_sent_once_and_counts_the_same(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = make_plan("ramsli", hands=30_000, first=17, seed=8)
    small = counted(plan, client)
    monkeypatch.setattr("ramsim.engine.cluster.SMALL_CONTENT", 0)
    large = counted(plan, client)
    for mine, theirs in zip(large.gathered, small.gathered, strict=True):
        np.testing.assert_array_equal(mine, theirs)


def test_a_plan_of_sessions_survives_the_journey_as_plain_data() -> None:
    plan = make_session_plan("schieberamsch", sessions=5, schedule="1 bock, 3 ramsch", deals=70)
    back = session_plan_of(unpack(pack(session_parts(plan))))
    assert (back.schedule, back.deals, back.stack) == (plan.schedule, 70, None)
    assert back.table.variant == plan.table.variant


@given(
    st.lists(st.integers(1, 10**12), min_size=1, max_size=4),
    st.integers(1, 64),
    st.integers(1, 10**6),
    st.integers(0, 10**7),
)
@example([10**12], 1, 1, 10**6)
def test_pieces_are_the_ranges_cut_up(sizes: list[int], threads: int, least: int, more: int) -> None:
    starts = np.cumsum([0, *(size + 1 for size in sizes)])
    ranges = [(int(start), size) for start, size in zip(starts, sizes, strict=False)]
    most = least + more
    pieces = list(itertools.islice(shared_out(ranges, threads, least, most), 300))
    for (start, size), (after, _) in itertools.pairwise(pieces):
        assert after - (start + size) in (0, 1)
        assert 1 <= size <= most
    rest = sum(sizes) - sum(size for _, size in pieces)
    assert rest >= 0
    if len(pieces) < 300:
        assert rest == 0
        assert join_ranges(pieces) == join_ranges(ranges)


def test_a_worker_killed_on_the_way_leaves_no_trace(client: Any) -> None:
    plan = make_plan("ramsli", hands=6_000_000, seed=8)
    table_of(plan)
    workers = client.run(os.getpid)
    assert len(workers) == 2
    seen: list[int] = []

    def progress(done: int, total: int) -> None:
        if done and not seen:
            seen.append(done)
            os.kill(next(iter(workers.values())), signal.SIGKILL)

    batch = counted(plan, client, progress=progress)
    assert seen
    assert seen[0] < 6_000_000
    alone = Batch((0, 6_000_000), on_threads(table_of(plan), None, 1 << 18), COUNTS)
    alone.count_to(6_000_000)
    for mine, theirs in zip(batch.gathered, alone.gathered, strict=True):
        np.testing.assert_array_equal(mine, theirs)
    # The cluster has put another process in the place of the one that was killed.
    deadline = time.monotonic() + 60
    while len(client.nthreads()) < 2 and time.monotonic() < deadline:
        time.sleep(0.2)
    assert set(client.run(os.getpid).values()) != set(workers.values())


def test_a_users_policy_travels_as_source(client: Any, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text((Path(ramsim.__file__).parent / "policies" / "declare.py").read_text())
    plan = make_plan("ramsli", hands=4_000, seed=8, declare=["guide", f"1={mine}:always"])
    content = deals_task(plan).content
    mine.unlink()
    there = client.submit(count_deals, content, 0, 4_000, pure=False).result()
    built_in = make_plan("ramsli", hands=4_000, seed=8, declare=["guide", "1=always"])
    counter = table_of(built_in).new_counter()
    counter.count(0, 4_000)
    for part, mine in zip((there["keys"], there["counts"]), counter.counts(), strict=True):
        np.testing.assert_array_equal(part, mine)


def test_stopping_keeps_what_was_counted(client: Any) -> None:
    stop = threading.Event()
    plan = make_plan("ramsli", hands=10**12, seed=8)
    batch = Batch(
        (0, 10**12),
        on_cluster(deals_task(plan), client),
        COUNTS,
        progress=lambda done, total: stop.set() if done else None,
        stop=stop,
    )
    batch.count_to(10**12)
    assert 0 < batch.hands < 10**12
    assert int(batch.gathered[1].sum()) == batch.hands


def test_a_plan_survives_the_journey_as_plain_data() -> None:
    plan = make_plan("ramsli", players=5, hands=9, seed=2**64 - 1, declare="threshold:0.7", play=["rule", "3=lowest"])
    back = plan_of(unpack(pack(plan_parts(plan))))
    assert back.variant == plan.variant
    assert (back.players, back.seed, back.carry) == (5, 2**64 - 1, 0)
    assert back.policy_names == plan.policy_names
    assert [policy.function for policy in back.policies["play"]] == [
        policy.function for policy in plan.policies["play"]
    ]
    assert back.policies["declare"][0].parameters.tolist() == [0.7]
    assert len(set(map(id, back.policies["play"]))) == 2


def test_another_version_on_a_worker_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    content = pack(plan_parts(make_plan("ramsli")))
    monkeypatch.setattr("ramsim.engine.portable.version", lambda: "99.0")
    with pytest.raises(DataError, match=r"a worker has ramsim 99\.0"):
        unpack(content)


def test_a_faulty_policy_is_told_as_such(client: Any, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def none(view, call):\n    for b in range(call.size):\n        call[b] = 0\n")
    plan = make_plan("ramsli", hands=1_000, declare=f"{mine}:none")
    with pytest.raises((PolicyError, RamsimError), match="a policy chose a call"):
        counted(plan, client)


@pytest.mark.parametrize(
    ("address", "what"),
    [
        ("local:0", "local:1 to local:256"),
        ("local:257", "local:1 to local:256"),
        ("local:100000", "local:1 to local:256"),
        ("local:-1", "local:1 to local:256"),
        ("local:", "local:1 to local:256"),
        ("local:²", "local:1 to local:256"),
        ("local:many", "local:1 to local:256"),
        ("local", "local:1 to local:256"),
        (" ", "must be local:N, for example local:4, or a scheduler's address"),
    ],
)
def test_an_address_that_cannot_be_is_refused(address: str, what: str) -> None:
    with pytest.raises(UsageError, match=what):
        ramsim.simulate("ramsli", hands=10, cluster=address)


def test_an_address_that_does_not_answer_is_refused_in_time() -> None:
    started = time.monotonic()
    with (
        pytest.raises(UsageError, match="no cluster with a worker answered within 1 s"),
        connected("tcp://127.0.0.1:9", wait=1),
    ):
        pass
    assert time.monotonic() - started < 30


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'ramsim\[cluster\]'"):
        ramsim.simulate("ramsli", hands=10, cluster="local:2")


def test_a_cluster_has_its_own_threads() -> None:
    with pytest.raises(UsageError, match="threads = 2"):
        ramsim.simulate("ramsli", hands=10, cluster="local:2", threads=2)


@pytest.mark.skipif(os.name != "posix", reason="signals of a POSIX system")
def test_an_interrupt_of_the_whole_group_is_answered_by_the_main_process_alone(tmp_path: Path) -> None:
    """A terminal sends Ctrl-C to the workers, too; what was counted is kept, and nobody shows a traceback."""
    command = [sys.executable, "-m", "ramsim", "simulate", "ramsli", "--hands", "1e12", "--cluster", "local:2"]
    command += ["--checkpoint", str(tmp_path / "kept"), "--format", "json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        end = time.monotonic() + 100
        while not (tmp_path / "kept" / "state").exists() and process.poll() is None and time.monotonic() < end:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        told, notes = process.communicate(timeout=60)
    assert process.returncode == 0, notes
    assert 0 < json.loads(told)["hands"] < 10**12
    assert "Traceback" not in notes
    assert "KeyboardInterrupt" not in notes


def test_time_begins_when_the_workers_are_ready(client: Any) -> None:
    result = ramsim.simulate("ramsli-nap", hands=10**12, max_time=1.0, cluster=client.scheduler.address)
    assert 0 < result.hands < 10**12


def test_a_cluster_that_goes_away_is_told_in_a_sentence() -> None:
    with connected("local:1", wait=60) as lost:
        task = deals_task(make_plan("ramsli", hands=10**12))
        execute = on_cluster(task, lost)
        gone: list[int] = []

        def progress(done: int, total: int) -> None:
            if done and not gone:
                gone.append(done)
                lost.cluster.close()

        with pytest.raises(RamsimError, match=r"cluster: .*"):
            execute([(0, 10**12)], progress, None)
