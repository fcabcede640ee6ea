"""Sessions are the same whatever the threads, the chunks, and which others are played beside them."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from ramsim.errors import DataError
from ramsim.sessions import SessionsResult, sessions
from tests.stops import StopAfter

WORDS = {"stack": 15, "deals": 300, "target": 60, "seed": 9}


def same(a: SessionsResult, b: SessionsResult) -> bool:
    sums = a.records.sums, b.records.sums
    return (
        np.array_equal(a.records.state, b.records.state)
        and sums[0].totals == sums[1].totals
        and sums[0].squares == sums[1].squares
        and np.array_equal(sums[0].pots, sums[1].pots)
    )


@pytest.fixture(scope="module")
def whole() -> SessionsResult:
    return sessions("ramsli-general", sessions=1000, threads=1, **WORDS)


@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("chunk", [1, 37, 256, 4096])
def test_threads_and_chunks_do_not_show(whole, threads, chunk) -> None:
    again = sessions("ramsli-general", sessions=1000, threads=threads, chunk=chunk, **WORDS)
    assert same(whole, again)
    assert again.frame.equals(whole.frame)
    assert again.ranges == ((0, 1000),)


def test_parts_add_up_to_the_whole_in_any_order(whole) -> None:
    pieces = [(0, 1), (1, 300), (301, 699)]
    parts = [sessions("ramsli-general", sessions=n, first=first, threads=1, **WORDS) for first, n in pieces]
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        merged = SessionsResult.merged([parts[place] for place in order])
        assert same(whole, merged)
        assert merged.provenance == whole.provenance
    with pytest.raises(DataError, match="overlap"):
        SessionsResult.merged([whole, parts[1]])
    with pytest.raises(DataError, match="differ in stack"):
        SessionsResult.merged([whole, sessions("ramsli-general", sessions=2, threads=1, **{**WORDS, "stack": 16})])
    with pytest.raises(DataError, match="no sessions"):
        SessionsResult.merged([])


def test_a_longer_session_begins_like_a_shorter_one() -> None:
    """The pot at deal 20 does not depend on how long the session goes on."""
    short = sessions("ramscheln", sessions=300, deals=20, threads=1).records
    long = sessions("ramscheln", sessions=300, deals=200, threads=1).records
    assert short.pot_at(short.marks.index(20)).tolist() == long.pot_at(long.marks.index(20)).tolist()


def test_a_stop_gives_up_whole_chunks_and_keeps_the_rest() -> None:
    """After a stop the sessions kept are whole chunks: no selection of short ones."""
    stop = threading.Event()

    def halt(done: int, total: int) -> None:
        if done:
            stop.set()

    kept = sessions("ramsli", sessions=400_000, deals=100, threads=2, chunk=64, progress=halt, stop=stop)
    assert 0 < kept.sessions < 400_000
    assert all(number % 64 == 0 for _, number in kept.ranges)
    assert (kept.records.deals == 100).all()


def test_a_stop_before_anything_was_played_is_an_interrupt() -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(KeyboardInterrupt):
        sessions("ramsli", sessions=10, deals=10, threads=1, stop=stop)


@pytest.mark.parametrize("variant", ["ramsli-pot", "palatinate"])
def test_a_run_broken_off_and_taken_up_again_is_the_undisturbed_one(tmp_path, variant) -> None:
    words = {"sessions": 3000, "chunk": 50, "seed": 2}
    saved = {**words, "checkpoint": tmp_path / "run", "checkpoint_every": 0.0}
    whole = sessions(variant, threads=2, **words)
    places = []
    for times in (5, 15, 30):
        part = sessions(variant, threads=1, stop=StopAfter(times), **saved)
        places.append(part.sessions)
    assert 0 < places[0] < places[1] < places[2] < 3000
    again = sessions(variant, threads=2, **saved)
    assert same(whole, again)
    assert again.provenance == whole.provenance
    with pytest.raises(DataError, match="belongs to another run: deals"):
        sessions(variant, deals=7, **saved)


@pytest.mark.parametrize("rule", ["sequence", "pilot"])
def test_a_run_to_a_precision_that_was_broken_off_comes_to_the_same_end(tmp_path, rule) -> None:
    words = {"precision": {"mean_pot": 0.005}, "precision_rule": rule, "deals": 20, "seed": 1}
    whole = sessions("ramsli", threads=2, **words)
    assert whole.precision["reason"] == "reached"
    kept = {**words, "checkpoint": tmp_path / "kept", "checkpoint_every": 0.0, "chunk": 4_096}
    for times in (12, 40):
        part = sessions("ramsli", threads=1, stop=StopAfter(times), **kept)
        assert part.sessions < whole.sessions
    again = sessions("ramsli", threads=2, **kept)
    assert same(whole, again)
    assert again.precision == whole.precision
