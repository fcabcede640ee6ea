"""The verdict of each kind of ending, as `ramsim replay` tells it."""

from __future__ import annotations

import pytest

from ramsim.referee.ramsch_text import tell_deal

TIE = "50-50-20, last trick seat 0"
SWEEP = "ten tricks for seat 0"


@pytest.mark.parametrize(
    ("name", "rules", "line"),
    [
        ("100-15-5", {}, "seat 0 has most points and is charged 100"),
        (TIE, {}, "seats 0 and 1 tie with 50 points: seats 0 and 1 are charged 50 (tie = both_full)"),
        (
            TIE,
            {"tie": "half_each"},
            "seats 0 and 1 tie with 50 points: seats 0 and 1 are charged half of 50 (tie = half_each)",
        ),
        (
            "40-40-26 and a skat of 14",
            {"tie": "later_trick", "skat_to": "loser"},
            "seats 0 and 1 tie with 40 points: seat 1 is charged 54 (tie = later_trick)",
        ),
        ("40-40-40", {}, "seats 0, 1 and 2 tie with 40 points: nobody scores (triple_tie = zero)"),
        (
            "40-40-40",
            {"triple_tie": "all_full"},
            "seats 0, 1 and 2 tie with 40 points: seats 0, 1 and 2 are charged 40 (triple_tie = all_full)",
        ),
        (SWEEP, {}, "Durchmarsch: seat 0 has all ten tricks, he scores +120"),
        (SWEEP, {"sweep": "others_120"}, "Durchmarsch: seat 0 has all ten tricks, each other player is charged 120"),
        (SWEEP, {"sweep": "self_minus_120"}, "Durchmarsch: seat 0 has all ten tricks, he scores -120"),
        ("0-60-60", {}, "Jungfrau: seat 0 alone has no trick, times 2"),
    ],
)
def test_the_verdict_is_told(play_out, name, rules, line):
    assert line in tell_deal(play_out(name, **rules), "skat-ramsch")
