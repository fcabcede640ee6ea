"""What a caller gave: each value of an odd type is refused in one line that names it and what would be right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ramsim.counted import counted
from ramsim.errors import PolicyError, UsageError
from ramsim.given import list_of, path_of, real_number, shown, text_of, whole_number


class Dumb:
    """An object that cannot tell what it is."""

    def __repr__(self) -> str:
        raise ValueError


ODD_NUMBERS = [True, 1.0, "1", None, int, [1], np.array([1, 2]), Dumb(), {1: 2}]


@pytest.mark.parametrize("value", ODD_NUMBERS, ids=lambda value: type(value).__name__)
def test_what_is_no_whole_number_is_refused(value: Any) -> None:
    with pytest.raises(UsageError, match=r"^x = .*: must be a whole number$"):
        whole_number("x", value, 0, 5)


@pytest.mark.parametrize(
    "value", [-1, 6, np.int64(6), 10**5000, -(10**5000)], ids=["-1", "6", "np", "10^5000", "-10^5000"]
)
def test_a_whole_number_outside_its_range_is_refused_with_the_range(value: Any) -> None:
    with pytest.raises(UsageError, match=r": must be 0 to 5 for ramsli$") as refused:
        whole_number("x", value, 0, 5, "ramsli")
    assert len(str(refused.value)) < 120


def test_whole_numbers_of_numpy_come_out_as_plain_ones() -> None:
    assert type(whole_number("x", np.uint8(3), 0, 5)) is int


@pytest.mark.parametrize("value", [True, "0.1", None, float("nan"), float("inf"), 10**400, [0.1], np.array([0.1, 0.2])])
def test_what_is_no_number_within_its_limits_is_refused(value: Any) -> None:
    with pytest.raises(UsageError, match=r"^x = .*: must be a standard error from 0.0005 to 0.25$"):
        real_number("x", value, 0.0005, 0.25, "a standard error")


def test_numbers_of_numpy_are_numbers_too() -> None:
    assert real_number("x", np.float32(0.25), 0, 1) == 0.25


ODD_PATHS = [5, 2.5, None, b"x", "", "a\0b", "\ud800", [], {}, Path("a\0b"), object(), np.array([1])]


@pytest.mark.parametrize("value", ODD_PATHS, ids=lambda value: type(value).__name__)
def test_what_is_no_path_is_refused(value: Any) -> None:
    with pytest.raises(UsageError, match=r"^out = .*: must be the path of a file$") as refused:
        path_of("out", value)
    assert "\0" not in str(refused.value)


def test_a_path_may_hold_any_letters_that_a_file_can_have() -> None:
    assert path_of("out", "Kartenrunde Süd.csv") == Path("Kartenrunde Süd.csv")
    assert path_of("out", "bytes \udcff.csv") == Path("bytes \udcff.csv")


def test_the_class_of_a_refusal_may_be_chosen() -> None:
    with pytest.raises(PolicyError):
        path_of("out", 5, refusal=PolicyError)


@pytest.mark.parametrize("value", [5, None, b"x", ["x"]])
def test_what_is_no_text_is_refused(value: Any) -> None:
    with pytest.raises(UsageError, match=r"must be rounds like '3 bock'"):
        text_of("schedule", value, "rounds like '3 bock'")


def test_lists_are_read_once_and_their_members_looked_at() -> None:
    assert list_of("names", (name for name in "ab"), str, "names") == ["a", "b"]
    for value in (5, None, "ab", b"ab", [5], ["a", None]):
        with pytest.raises(UsageError, match=r"^names.*: must be a list of names$"):
            list_of("names", value, str, "a list of names")


def test_a_value_is_shown_on_one_short_line() -> None:
    assert shown("a\nb") == r"'a\nb'"
    assert shown(np.arange(3)) == "array([0, 1, 2])"
    assert "\n" not in shown(np.zeros((9, 9)))
    assert len(shown("x" * 10_000)) < 100
    assert shown(Dumb()) == "<Dumb>"
    assert shown(10**5000) == "<int>"


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 deals"), (1, "1 deal"), (2, "2 deals"), (1_000, "1,000 deals"), (-1, "-1 deals")]
)
def test_the_word_goes_with_the_number(number: int, words: str) -> None:
    assert counted(number, "deal") == words


def test_an_odd_plural_is_told() -> None:
    assert [counted(number, "push", "pushes") for number in (1, 2)] == ["1 push", "2 pushes"]
