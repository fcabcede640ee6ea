"""How the command line reads numbers and changes of rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ramsim.cli.notes import short
from ramsim.cli.options import read_changes, read_number
from ramsim.errors import UsageError, VariantError


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("10_000_000", 10_000_000),
        ("10,000,000", 10_000_000),
        ("1e7", 10_000_000),
        ("1E+3", 1000),
        ("10M", 10_000_000),
        ("10m", 10_000_000),
        ("2.5k", 2500),
        (".5k", 500),
        ("1G", 1_000_000_000),
        (" 7 ", 7),
        ("-5", -5),
        ("1.0", 1),
        ("1e18", 10**18),
        ("9223372036854775807", 2**63 - 1),
    ],
)
def test_numbers_as_people_write_them(text: str, number: int) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize(
    "text", ["", "many", "1.5", "2.0005k", "nan", "inf", "1e", "k", "1kk", "0x10", "1e9999", "1 0", "--1"]
)
def test_what_is_no_whole_number(text: str) -> None:
    assert read_number(text) is None


@given(st.integers(min_value=0, max_value=10**18))
def test_every_whole_number_is_read_exactly_however_it_is_grouped(number: int) -> None:
    assert read_number(f"{number:_}") == read_number(f"{number:,}") == read_number(str(number)) == number
    assert read_number(f"{number}k") == number * 1000


def test_changes_are_typed_and_a_field_is_set_once() -> None:
    assert read_changes(["bete=pot", "ante=2", "stakes.tie=carries", "head=true"]) == {
        "bete": "pot",
        "ante": 2,
        "tie": "carries",
        "head": True,
    }
    with pytest.raises(UsageError, match="--set ante=3: the field ante was set before"):
        read_changes(["ante=2", "ante=3"])
    with pytest.raises(VariantError, match="--set ante: write FIELD=VALUE"):
        read_changes(["ante"])


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (871, "871"),
        (9500, "9.5 thousand"),
        (12_345_678, "12.3 million"),
        (250_000, "250 thousand"),
        (3e9, "3.0 billion"),
    ],
)
def test_speeds_are_said_shortly(number: float, words: str) -> None:
    assert short(number) == words
