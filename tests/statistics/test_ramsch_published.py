"""The published mean of a Schieberamsch with simple players, within the error of its 400 hands (rules.md part 3)."""

from __future__ import annotations

from benchmarks.ramsch_published import PUBLISHED, hand_values


def test_the_published_mean_is_met_at_forehand() -> None:
    """-26.6 over 400 random hands; ours is the mean over 8,000, whose own error is a fifth of that of 400."""
    values = hand_values(seat=0, hands=8_000, deals=25, seed=1)
    error_of_400 = values.std(ddof=1) / 400**0.5
    assert 0.8 < error_of_400 < 2.0
    assert abs(values.mean() - PUBLISHED["mean"]) < 2 * error_of_400
