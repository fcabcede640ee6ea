"""A rule sheet says what is its source's and what is our reading: neither more nor less than the source gives."""

from __future__ import annotations

import pytest

from ramsim.variants import load_variant
from ramsim.variants.points import RAMS_POINTS


@pytest.mark.parametrize("name", ["rams", "bierspiel"])
def test_rams_bete_of_five_is_the_sources_own(name: str) -> None:
    variant = load_variant(name)
    assert "bete" not in variant.readings
    assert variant.rules == load_variant(name, {"bete": 5}).rules


def test_ramscheln_bete_is_our_reading() -> None:
    assert "the source names none" in load_variant("ramscheln").readings["bete"]


def test_ramsli_bete_tells_that_the_source_names_two_amounts() -> None:
    assert "both five chips and the pot" in load_variant("ramsli").readings["bete"]
    assert "bete" not in load_variant("ramsli-double").readings


def test_rounce_duty_to_trump_is_our_reading() -> None:
    assert "followed strictly" in load_variant("rounce").readings["must_trump"]


def test_ramsli_general_played_on_is_our_reading() -> None:
    assert "does not say" in load_variant("ramsli-general").readings["special_play"]


def test_ramscheln_closed_widow_after_a_ramsch_is_our_reading() -> None:
    """The source says only that everyone has to play once a ramsch is announced."""
    (says,) = [says for says, point in RAMS_POINTS if "no widow is taken any more" in point]
    assert says == "ours"
    (says,) = [says for says, point in RAMS_POINTS if "leaves nobody out" in point]
    assert says == "source"
