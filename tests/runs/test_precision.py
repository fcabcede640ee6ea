"""A chosen precision: what is read, what is reached, and that the intervals at the stop hold what they promise."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

import ramsim
from ramsim.errors import UsageError
from ramsim.precision import (
    FIRST_LOOK,
    PILOT,
    Goal,
    GoalKey,
    Reached,
    read_goals,
    read_seconds,
    run_until_precise,
)
from ramsim.stats import Estimate, mean, rate

RUNS = 2_000
MARGIN = 4 * math.sqrt(0.95 * 0.05 / RUNS)


def test_goals_are_read_from_words_and_from_a_mapping() -> None:
    known = ("win_rate", "mean_chips")
    wanted = (Goal("win_rate", "", 0.0005), Goal("mean_chips", "2", 0.01))
    assert read_goals(["win_rate=0.0005", "mean_chips:2=1e-2"], known) == wanted
    assert read_goals({"win_rate": 0.0005, "mean_chips:2": 0.01}, known) == wanted
    assert read_goals(None, known) == ()
    assert [goal.text for goal in wanted] == ["win_rate=0.0005", "mean_chips:2=0.01"]


@pytest.mark.parametrize(
    "words", ["win_rate", "win_rate=", "win_rate=0", "win_rate=-1", "win_rate=nan", "win_rate=inf"]
)
def test_a_half_width_must_be_above_0(words: str) -> None:
    with pytest.raises(UsageError, match="precision"):
        read_goals([words], ("win_rate",))


def test_an_unknown_column_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="unknown column 'win_rat'; did you mean win_rate"):
        read_goals(["win_rat=1"], ("win_rate",))


@pytest.mark.parametrize(
    ("text", "seconds"), [("90", 90), ("90s", 90), ("10m", 600), ("1h30m", 5400), ("0.5", 0.5), (2, 2), ("1.5h", 5400)]
)
def test_times_are_read(text: str, seconds: float) -> None:
    assert read_seconds(text) == seconds


@pytest.mark.parametrize("text", ["", "0", "-3", "soon", "10m later", "nan", "inf", "m"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="max_time"):
        read_seconds(text)


@pytest.mark.parametrize("rule", ["sequence", "pilot"])
def test_every_goal_is_reached_and_reported(rule: str) -> None:
    result = ramsim.simulate("ramsli", precision=["win_rate=0.004", "mean_chips:all=0.02"], precision_rule=rule, seed=1)
    reached = result.precision
    assert reached["reason"] == "reached"
    assert reached["units"] == result.hands
    assert [goal["goal"] for goal in reached["goals"]] == ["win_rate=0.004", "mean_chips:all=0.02"]
    assert reached["goals"][0]["half_width"] <= 0.004
    assert reached["goals"][1]["half_width"] <= 0.02
    assert reached["goals"][1]["row"] == "all"
    frame = result.frame
    assert ((frame["win_rate_hi"] - frame["win_rate_lo"]) / 2 <= 0.004).all()
    row = frame[frame["seat"].astype(str) == reached["goals"][0]["row"]]
    assert reached["goals"][0]["value"] == row["win_rate"].item()


@pytest.mark.parametrize("rule", ["sequence", "pilot"])
def test_the_same_run_stops_at_the_same_deal_with_any_threads(rule: str) -> None:
    words = {"precision": {"bete_rate:1": 0.003}, "precision_rule": rule, "seed": 9}
    one = ramsim.simulate("ramsli", threads=1, **words)
    other = ramsim.simulate("ramsli", threads=3, chunk=777, **words)
    assert one.provenance == other.provenance
    assert one.outcomes.equals(other.outcomes)


@pytest.mark.parametrize("rule", ["sequence", "pilot"])
def test_the_most_allowed_ends_a_run_and_the_report_says_so(rule: str) -> None:
    result = ramsim.simulate("ramsli", precision={"win_rate": 1e-6}, precision_rule=rule, max_hands=25_000)
    assert result.hands == 25_000
    assert result.precision["reason"] == "most"
    assert result.precision["goals"][0]["half_width"] > 1e-6


def test_a_share_never_seen_does_not_count_as_certain() -> None:
    # Nobody is ever bete when everybody is out but the dealer: the rate is 0 in every deal, its half-width is not.
    result = ramsim.simulate("ramsli", declare=["0=threshold:99"], play="rule", precision={"bete_rate:0": 0.0001})
    assert result.frame["bete_rate"][0] == 0
    assert result.hands > FIRST_LOOK
    assert 0 < result.precision["goals"][0]["half_width"] <= 0.0001


def test_words_that_exclude_each_other_are_refused() -> None:
    with pytest.raises(UsageError, match="finds its own number"):
        ramsim.simulate("ramsli", hands=5, precision={"win_rate": 0.1})
    with pytest.raises(UsageError, match="max_hands = 5"):
        ramsim.simulate("ramsli", max_hands=5)
    with pytest.raises(UsageError, match="must be sequence or pilot"):
        ramsim.simulate("ramsli", precision={"win_rate": 0.1}, precision_rule="guess")
    with pytest.raises(UsageError, match="there is no row '7'; the rows are 0, 1, 2, 3, all"):
        ramsim.simulate("ramsli", precision={"win_rate:7": 0.1})


@pytest.mark.parametrize("rule", ["sequence", "pilot"])
def test_a_comparison_goes_on_until_its_differences_are_known(rule: str) -> None:
    words = {"precision": {"mean_chips": 0.01}, "precision_rule": rule, "quantities": ["mean_chips"]}
    comparison = ramsim.compare("ramsli", rules={"bete": [5, 6, 7]}, **words)
    assert comparison.precision["reason"] == "reached"
    assert comparison.precision["goals"][0]["half_width"] <= 0.01
    rows = comparison.frame.dropna(subset=["difference"])
    # The intervals in the table hold together, as the goals do.
    assert ((rows["difference_hi"] - rows["difference_lo"]) / 2 <= 0.01).all()


# -- coverage --------------------------------------------------------------------------------------------------------


def stopped_interval(
    draw: Callable[[int], np.ndarray], estimate: Callable[[np.ndarray], Estimate], name: str, half: float, rule: str
) -> Reached:
    """Run to a half-width on units that are drawn as counts of outcomes."""
    counts = np.zeros(len(draw(0)), dtype=np.int64)

    def advance(total: int) -> int:
        counts[:] += draw(total - int(counts.sum()))
        return int(counts.sum())

    def look() -> dict[GoalKey, Estimate]:
        return {(name, "all"): estimate(counts)}

    goals = (Goal(name, "", half),)
    return run_until_precise(goals, rule, advance, look, most=10**9, stopped=lambda: False)


def share_of_stops_that_cover(name: str, half: float, rule: str, seed: int) -> tuple[float, float]:
    """Give the share of 2,000 runs whose interval at the stop holds the true value, and the mean number of units."""
    random = np.random.default_rng(seed)
    values, chances = np.array([-6, -1, 3, 12]), np.array([0.3, 0.45, 0.2, 0.05])
    truth = chances[3] if name == "win_rate" else float(values @ chances)
    covered, units = 0, 0
    for _ in range(RUNS):
        reached = stopped_interval(
            lambda number: random.multinomial(number, chances),
            lambda counts: rate(int(counts[3]), int(counts.sum())) if name == "win_rate" else mean(counts, values),
            name,
            half,
            rule,
        )
        goal = reached.goals[0]
        assert reached.met
        covered += goal["lo"] <= truth <= goal["hi"]
        units += reached.units
    return covered / RUNS, units / RUNS


@pytest.mark.parametrize(("name", "half"), [("win_rate", 0.002), ("mean_chips", 0.04)])
def test_intervals_at_the_stop_of_a_sequence_cover(name: str, half: float) -> None:
    share, units = share_of_stops_that_cover(name, half, "sequence", seed=3)
    assert share > 0.95 - MARGIN
    # There were several looks: most runs went on for long after the first.
    assert units > 4 * FIRST_LOOK


@pytest.mark.parametrize(("name", "half"), [("win_rate", 0.0008), ("mean_chips", 0.02)])
def test_intervals_at_the_number_planned_from_a_pilot_cover(name: str, half: float) -> None:
    share, units = share_of_stops_that_cover(name, half, "pilot", seed=4)
    assert abs(share - 0.95) < MARGIN
    assert units > 1.5 * PILOT


def test_a_pilot_needs_fewer_units_than_a_sequence() -> None:
    _, one = share_of_stops_that_cover("mean_chips", 0.015, "pilot", seed=5)
    _, other = share_of_stops_that_cover("mean_chips", 0.015, "sequence", seed=5)
    assert 1.8 < other / one < 3.2
