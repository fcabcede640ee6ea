"""Python calls with values of odd types: a `UsageError` (or its kin) in one line, never an error of Python's own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ramsim
from ramsim.errors import DataError, PolicyError, RamsimError, UsageError

ODD: tuple[Any, ...] = (
    5,
    -1,
    2.5,
    True,
    "",
    "²",
    "a\0b",
    b"ramsli",
    [],
    [None],
    {},
    {0: 7},
    {"x": "y"},
    object(),
    float("nan"),
    10**5000,
    "9" * 5000,
    np.int64(3),
    np.array([1, 2]),
    int,
    "\ud800",
    Path("a\0b.json"),
)
# Deals are never played here: some odd values are none, and the number of deals is refused last.
NEVER = {"hands": -1}


def refused_or_done(call: Callable[[], Any]) -> None:
    told = "-"
    try:
        found = call()
        if isinstance(found, Iterator):
            list(found)
    except RamsimError as error:
        told = str(error)
    assert 0 < len(told) < 6000
    assert "\n" not in told


def parameters_of(function: Callable[..., Any]) -> list[str]:
    return [
        name for name, each in inspect.signature(function).parameters.items() if each.kind is not each.VAR_POSITIONAL
    ]


@pytest.mark.parametrize("place", range(len(ODD)), ids=lambda place: f"{place}-{type(ODD[place]).__name__}")
def test_no_odd_value_is_an_error_of_pythons(place: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    value = ODD[place]
    monkeypatch.chdir(tmp_path)
    for name in parameters_of(ramsim.simulate):
        refused_or_done(lambda name=name: ramsim.simulate(**({"variant": "ramsli"} | NEVER | {name: value})))
    for name in parameters_of(ramsim.sessions):
        refused_or_done(lambda name=name: ramsim.sessions(**{"variant": "ramsli", "deals": 0, name: value}))
        words = {"variant": "schieberamsch", "deals": 0}
        refused_or_done(lambda name=name, words=words: ramsim.sessions(**{**words, name: value}))
    for name in parameters_of(ramsim.compare):
        words = {"rules": {"bete": [5, 6]}} | NEVER
        refused_or_done(lambda name=name, words=words: ramsim.compare("ramsli", **{**words, name: value}))
    for name in parameters_of(ramsim.strength):
        refused_or_done(lambda name=name: ramsim.strength(**{"variant": "ramsli", "precision": 0, name: value}))
    for name in parameters_of(ramsim.advise):
        words = {"variant": "ramsli", "hand": "AH", "upcard": "TH", "seat": 0}
        refused_or_done(lambda name=name, words=words: ramsim.advise(**{**words, name: value}))
        words = {"variant": "schieberamsch", "hand": "AH", "seat": 0}
        refused_or_done(lambda name=name, words=words: ramsim.advise(**{**words, name: value}))
    for name in parameters_of(ramsim.show_deal):
        refused_or_done(lambda name=name: ramsim.show_deal(**{"variant": "ramsli", "carry": -1, name: value}))
    for one in (ramsim.variant, ramsim.rules, ramsim.policy, ramsim.policies, ramsim.merge, ramsim.replay):
        refused_or_done(lambda one=one: one(value))
    for one in (ramsim.repeat, ramsim.load_result, ramsim.read_provenance, ramsim.rules("ramsli").text):
        refused_or_done(lambda one=one: one(value))
    for one in (ramsim.merge, ramsim.replay, ramsim.Result.merged, ramsim.SessionsResult.merged):
        refused_or_done(lambda one=one: one([value]))
    refused_or_done(lambda: ramsim.variant("ramsli", ante=value))
    refused_or_done(lambda: ramsim.variant("ramsli", bete=value))
    refused_or_done(lambda: small_result().save(value))
    refused_or_done(lambda: ramsim.Result.merged([small_result(), value]))
    assert not list(tmp_path.iterdir()), "nothing is written by a call that is refused"


@cache
def small_result() -> ramsim.Result:
    return ramsim.simulate("ramsli", hands=100, threads=1)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: ramsim.simulate("ramsli", checkpoint=5), "checkpoint = 5: must be the path of a folder"),
        (lambda: ramsim.simulate("ramsli", checkpoint=""), "checkpoint = '': must be the path of a folder"),
        (lambda: ramsim.simulate("ramsli", checkpoint="a\0b"), r"checkpoint = 'a\x00b': must be the path of a folder"),
        (lambda: ramsim.simulate("ramsli", progress=5), "progress = 5: must be a function"),
        (lambda: ramsim.simulate("ramsli", stop=5), "stop = 5: must be a threading.Event"),
        (lambda: ramsim.simulate("ramsli", command=5), "command = 5: must be the text"),
        (lambda: ramsim.simulate("ramsli", play=5), "play policy 5: must be a policy's name"),
        (lambda: ramsim.simulate("ramsli", declare={0: 7}), "declare policy 7: must be a policy's name"),
        (lambda: ramsim.simulate("ramsli", declare={"x": "guide"}), "declare policy: 'x' is no seat"),
        (lambda: ramsim.simulate("ramsli", declare="table:a\0b"), "must be the path of a complete table"),
        (lambda: ramsim.simulate("ramsli", hands=10**5000), "hands = <int>: must be 1 to"),
        (lambda: ramsim.simulate("ramsli", precision={"win_rate": 10**400}), "must be a number above 0"),
        (lambda: ramsim.simulate("ramsli", max_time=True), "max_time = True: must be a time above 0"),
        (lambda: ramsim.simulate("ramsli", cluster=5), "cluster = 5: must be local:N"),
        (lambda: ramsim.sessions("schieberamsch", schedule=5), "schedule = 5: must be rounds like '3 bock, 3 ramsch'"),
        (lambda: ramsim.sessions("ramsli", stack=5, broke=7), "broke = 7: must be one of stop, rebuy, play_on"),
        (lambda: ramsim.strength("ramsli", precision="x"), "precision = 'x': must be a standard error from 0.0005"),
        (lambda: ramsim.strength("ramsli", threads="x"), "threads = 'x': must be a whole number"),
        (lambda: ramsim.strength("ramsli", classes=5), "classes = 5: must be complete, summary, or the path"),
        (lambda: ramsim.strength("ramsli", stop=5), "stop = 5: must be a threading.Event"),
        (lambda: ramsim.compare("ramsli", rules=5), "rules = 5: must be a mapping"),
        (lambda: ramsim.compare("ramsli", rules={"bete": []}), "'bete' has an empty list of values"),
        (lambda: ramsim.compare("ramsli", play=5), "play policy 5: must be a policy's name"),
        (lambda: ramsim.compare("ramsli", rules={"bete": [1, 2]}, baseline=[1]), "baseline = [1]: must be"),
        (lambda: ramsim.compare("ramsli", rules={"bete": [1, 2]}, quantities=5), "quantities = 5: must be a list"),
        (lambda: ramsim.advise("ramsli", "AH KH 9S 8C 7D", upcard="TH", seat=1, inside=5), "in = 5: must be the seats"),
        (lambda: ramsim.advise("ramsli", "AH KH 9S 8C 7D", upcard="TH", seat=1, inside=["0"]), "in = '0': must be a"),
        (
            lambda: ramsim.advise("ramsli", "AH KH 9S 8C 7D", upcard="TH", seat=1, table=5),
            "table = 5: must be the path",
        ),
        (lambda: ramsim.show_deal("ramsli", number="1"), "number = '1': must be a whole number"),
        (lambda: ramsim.replay(5), "source = 5: must be the path of a file of records, or its lines"),
        (lambda: list(ramsim.replay([{}])), "line 1 = {}: must be a text, one record written as JSON"),
        (lambda: ramsim.merge("a.json"), "files = 'a.json': must be a list of files"),
        (lambda: ramsim.merge([5]), "path = 5: must be the path of a file"),
        (lambda: ramsim.Result.merged(5), "results = 5: must be a list of results of simulate"),
        (lambda: ramsim.repeat("a.json", 5), "how = 5: must be a ramsim.engine.how.How"),
        (lambda: ramsim.policies("ram"), "family = 'ram': must be one of rams, ramsch"),
        (lambda: ramsim.policy(5), "policy 5: must be a function of two arguments"),
        (lambda: ramsim.rules("ramsli").text("x"), "width = 'x': must be a whole number"),
        (lambda: ramsim.variant("a\0b.toml"), r"variant = 'a\x00b.toml': must be the name of a preset, or the path"),
    ],
    ids=lambda part: part[:40] if isinstance(part, str) else "",
)
def test_an_odd_value_is_told_with_what_would_be_right(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(UsageError) as refused:
        call()
    assert words in str(refused.value)


def test_a_result_is_saved_under_a_path_and_nothing_else() -> None:
    for value in (5, None, "a\0b.json", "", b"x.json"):
        with pytest.raises(UsageError, match=r"^path = .*: must be the path of a file$"):
            small_result().save(value)  # type: ignore[arg-type]


def test_goals_and_seats_may_come_from_a_generator() -> None:
    with pytest.raises(UsageError, match=r"unknown column 'luck'"):
        ramsim.simulate("ramsli", precision=(goal for goal in ["luck=0.1"]))
    with pytest.raises(UsageError, match=r"in = 1, 1: a seat is named twice"):
        ramsim.advise("ramsli", "AH KH 9S 8C 7D", upcard="TH", seat=2, inside=(1 for _ in range(2)))


def test_numbers_of_numpy_are_read_in_a_comparison() -> None:
    with pytest.raises(UsageError, match=r"alternatives 'bete=5' and 'bete=5' are the same"):
        ramsim.compare("ramsli", rules={"bete": [np.int64(5), 5]}, hands=100)


def test_a_policy_that_is_no_text_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_bytes(b"# -*- coding: latin-1 -*-\n# \xe4\ndef mine(view, choice):\n    pass\n")
    with pytest.raises(PolicyError, match=r"mine.py cannot be read: is no text in UTF-8"):
        ramsim.simulate("ramsli", play=f"{path}:mine")


def test_the_content_of_a_file_is_the_fault_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.mkdir()
    for read in (ramsim.load_result, ramsim.read_provenance, ramsim.repeat, lambda each: ramsim.merge([each])):
        with pytest.raises(DataError, match=r"x.json: cannot be read: Is a directory"):
            read(path)
