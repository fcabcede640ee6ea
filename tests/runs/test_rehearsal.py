"""A user's policy is rehearsed before it plays: one that indexes outside its arrays is refused and crashes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

import ramsim
from ramsim.engine import rehearsal
from ramsim.errors import PolicyError

FAR = "100_000_000"
POLICIES = f"""
from numpy import uint32
from ramsim.kernels.choose import highest_bit

def sound(view, choice):
    word = choice.dtype.type
    for b in range(choice.size):
        choice[b] = highest_bit(word, view.legal[b])

def reads_one_too_far(view, choice):
    word = choice.dtype.type
    for b in range(choice.size):
        choice[b] = highest_bit(word, view.legal[b + 1])

def writes_far_away(view, choice):
    word = choice.dtype.type
    for b in range(choice.size):
        choice[b + {FAR}] = highest_bit(word, view.legal[b])

def counts_from_the_end(view, choice):
    word = choice.dtype.type
    for b in range(choice.size):
        choice[b - choice.size] = highest_bit(word, view.legal[b - choice.size])

def counts_too_far_from_the_end(view, choice):
    word = choice.dtype.type
    for b in range(choice.size):
        choice[b] = highest_bit(word, view.legal[b - choice.size - 1])

def breaks_the_rules(view, choice):
    for b in range(choice.size):
        choice[b] = choice.dtype.type(0)

def calls_far_away(view, call):
    for b in range(call.size):
        call[b - {FAR}] = uint32(1)

def takes_one_too_far(view, choice):
    for b in range(choice.size + 1):
        choice[b] = uint32(0)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(POLICIES)
    return path


@pytest.mark.parametrize("variant", ["ramsli", "schieberamsch"])
@pytest.mark.parametrize("name", ["reads_one_too_far", "writes_far_away", "counts_too_far_from_the_end"])
def test_a_policy_that_indexes_outside_its_arrays_is_refused(file: Path, variant: str, name: str) -> None:
    with pytest.raises(PolicyError, match=rf"^play policy '.*mine.py:{name}': indexes outside an array"):
        ramsim.simulate(variant, hands=100, play=f"{file}:{name}")
    with pytest.raises(PolicyError, match=rf"mine.py:{name}': indexes outside an array"):
        ramsim.sessions(variant, sessions=16, deals=3, play=f"1={file}:{name}")


def test_every_kind_of_policy_is_rehearsed(file: Path) -> None:
    with pytest.raises(PolicyError, match=r"^declare policy '.*mine.py:calls_far_away': indexes outside"):
        ramsim.simulate("ramsli", hands=100, declare=f"2={file}:calls_far_away")
    with pytest.raises(PolicyError, match=r"^skat policy '.*mine.py:takes_one_too_far': indexes outside"):
        ramsim.simulate("schieberamsch", hands=100, skat=f"{file}:takes_one_too_far")


def test_every_job_rehearses(file: Path) -> None:
    words = {"play": f"{file}:writes_far_away"}
    for job in (
        lambda: ramsim.compare("ramsli", rules={"bete": [5, 6]}, hands=100, **words),
        lambda: ramsim.strength("ramsli", players=2, precision=0.25, **words),
        lambda: ramsim.advise("ramsli", "AH KH 9S 8C 7D", upcard="TH", seat=0, **words),
        lambda: ramsim.show_deal("ramsli", **words),
        lambda: ramsim.show_deal("schieberamsch", **words),
    ):
        with pytest.raises(PolicyError, match="indexes outside an array"):
            job()


def test_a_sound_policy_plays_as_ever(file: Path) -> None:
    one = ramsim.simulate("ramsli", hands=600, play=f"{file}:sound")
    other = ramsim.simulate("ramsli", hands=600, play=f"{file}:counts_from_the_end")
    assert one.outcomes.equals(other.outcomes)


def test_a_policy_against_the_rules_is_told_by_the_run_itself(file: Path) -> None:
    with pytest.raises(PolicyError, match=r"a policy chose a call or card that is not open to it, in deals 7 to"):
        ramsim.simulate("ramsli", hands=10, first=7, play=f"{file}:breaks_the_rules")


def test_the_rehearsal_leaves_the_hook_for_lost_errors_as_it_was(file: Path) -> None:
    import sys

    before = sys.unraisablehook
    with pytest.raises(PolicyError):
        ramsim.simulate("ramsli", hands=100, play=f"{file}:writes_far_away")
    assert sys.unraisablehook is before


def test_what_was_rehearsed_once_is_not_rehearsed_again(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[object] = []

    def counting(play: object) -> list[BaseException]:
        heard.append(play)
        return []

    monkeypatch.setattr(rehearsal, "faults_of", counting)
    for times in (1, 1, 1):
        ramsim.simulate("ramsli", hands=10, play=f"{file}:sound")
        assert len(heard) == times
    ramsim.simulate("ramsli", hands=10, play=f"{file}:sound", players=3)
    assert len(heard) == 2
    ramsim.simulate("ramsli", hands=10, play="rule")
    assert len(heard) == 2
    # Another text, another rehearsal, in this process and, by the note in the folder of compiled code, in the next.
    file.write_text(f"{POLICIES}\n# {len(POLICIES)}\n")
    ramsim.simulate("ramsli", hands=10, play=f"{file}:sound")
    assert len(heard) == 3
    monkeypatch.setattr(rehearsal, "_passed", set())
    ramsim.simulate("ramsli", hands=10, play=f"{file}:sound")
    assert len(heard) == 3
