"""The tables of sessions against plain Python on the sessions one by one, conservation, files."""

from __future__ import annotations

import json
import math
import statistics

import numpy as np
import pandas as pd
import pytest

from ramsim.errors import UsageError
from ramsim.sessions import SessionsResult, sessions
from ramsim.sessions.quantities import profits_of, quantile_over


@pytest.fixture(scope="module")
def result() -> SessionsResult:
    return sessions("ramsli-pot", sessions=400, deals=60, stack=40, broke="stop", seed=3, threads=1)


@pytest.fixture(scope="module")
def rows(result):
    """The sessions as plain dicts."""
    records, profits = result.records, profits_of(result.records, 40)
    return [
        {
            "deals": int(records.deals[j]),
            "profits": [int(value) for value in profits[:, j]],
            "ruin": [int(value) for value in records.ruin[:, j]],
            "pot": int(records.pot[j]),
            "pot_sum": int(records.pot_sum[j]),
        }
        for j in range(result.sessions)
    ]


def value(result, quantity, row, table="players"):
    frame = result.frame
    found = frame[(frame["table"] == table) & (frame["row"] == row) & (frame["quantity"] == quantity)]
    assert len(found) == 1
    return found.iloc[0]


def ratio_error(tops, bottoms):
    """The linearised error of a ratio of sums, written out."""
    n, share = len(tops), sum(tops) / sum(bottoms)
    left = [top - share * bottom for top, bottom in zip(tops, bottoms, strict=True)]
    return share, math.sqrt(sum(x * x for x in left) / (n - 1) / n) / (sum(bottoms) / n)


def test_profit_per_deal_has_the_session_as_unit(result, rows) -> None:
    for player in range(4):
        expected, error = ratio_error([row["profits"][player] for row in rows], [row["deals"] for row in rows])
        found = value(result, "mean_chips", str(player))
        assert found["value"] == pytest.approx(expected)
        assert found["se"] == pytest.approx(error)
        assert found["units"] == 400


def test_mean_pot_and_its_naive_error(result, rows) -> None:
    expected, error = ratio_error([row["pot_sum"] for row in rows], [row["deals"] for row in rows])
    found = value(result, "mean_pot", "all", "pot")
    assert (found["value"], found["se"]) == (pytest.approx(expected), pytest.approx(error))
    deals, sums = sum(row["deals"] for row in rows), result.records.sums
    assert sums.totals[-1] == sum(row["pot_sum"] for row in rows)
    variance = (sums.squares[-1] - sums.totals[-1] ** 2 / deals) / (deals - 1)
    assert found["naive_se"] == pytest.approx(math.sqrt(variance / deals))
    assert found["se"] > 1.2 * found["naive_se"]


def test_squares_are_those_of_the_changes_deal_by_deal() -> None:
    """Cut-off runs give every change of chips; small pots and pots beyond 2**22 chips, where squares come in parts."""
    for words in ({}, {"rules": {"ante": 900_000, "bete": "pot"}, "declare": "always"}):
        cut = [sessions("ramsli", sessions=30, deals=t, seed=2, threads=1, **words).records for t in range(1, 13)]
        squares = [0, 0, 0, 0]
        for t, records in enumerate(cut):
            for player in range(4):
                before = cut[t - 1].chips[player] if t else 0
                squares[player] += sum(int(x) ** 2 for x in records.chips[player] - before)
        assert cut[-1].sums.squares[:4] == tuple(squares)
        pots = [records.pot_sum - (cut[t - 1].pot_sum if t else 0) for t, records in enumerate(cut)]
        assert cut[-1].sums.squares[4] == sum(int(pot) ** 2 for of_deal in pots for pot in of_deal)


def test_pots_are_counted_by_size(result) -> None:
    """The histogram and the shares above k antes agree with the pots of every deal, got by cutting sessions off."""
    cut = [sessions("ramsli-pot", sessions=50, deals=t, seed=3, threads=1).records for t in range(1, 31)]
    pots = [int(pot) for t, r in enumerate(cut) for pot in r.pot_sum - (cut[t - 1].pot_sum if t else 0)]
    last = sessions("ramsli-pot", sessions=50, deals=30, seed=3, threads=1)
    frame = last.pot.iloc[0]
    for times in (1, 2, 5, 10):
        assert frame[f"above_{times}_rate"] == pytest.approx(sum(pot > 4 * times for pot in pots) / len(pots))
    assert frame["largest_pot"] == max(pots)
    ordered = sorted(pots)
    assert frame["pot_q50"] == ordered[math.ceil(0.5 * len(pots)) - 1]
    assert frame["pot_q90"] == ordered[math.ceil(0.9 * len(pots)) - 1]
    growth = last.growth.set_index("row")
    of_deal_20 = [int(pot) for pot in cut[19].pot_sum - cut[18].pot_sum]
    assert growth.loc["20", "mean_pot"] == pytest.approx(statistics.fmean(of_deal_20))
    assert growth.loc["20", "largest_pot"] == max(of_deal_20)
    assert list(growth.index) == ["1", "2", "5", "10", "20", "30"]


def test_sessions_won_and_ruin(result, rows) -> None:
    for player in range(4):
        won = [row["profits"][player] == max(row["profits"]) for row in rows]
        alone = [won[j] and row["profits"].count(max(row["profits"])) == 1 for j, row in enumerate(rows)]
        assert value(result, "best_rate", str(player))["value"] == sum(won) / 400
        assert value(result, "sole_best_rate", str(player))["value"] == sum(alone) / 400
        times = [row["ruin"][player] for row in rows if row["ruin"][player]]
        assert value(result, "ruin_rate", str(player))["value"] == len(times) / 400
        assert value(result, "mean_ruin_deals", str(player))["value"] == pytest.approx(statistics.fmean(times))
        ordered = sorted(row["profits"][player] for row in rows)
        assert value(result, "profit_q05", str(player))["value"] == ordered[19]
        assert value(result, "profit_q50", str(player))["value"] == ordered[199]
    soonest = [min(time for time in row["ruin"] if time) for row in rows if any(row["ruin"])]
    assert value(result, "ruin_rate", "any")["value"] == len(soonest) / 400
    assert value(result, "mean_ruin_deals", "any")["value"] == pytest.approx(statistics.fmean(soonest))


def test_length_and_endings(result, rows) -> None:
    lengths = [row["deals"] for row in rows]
    assert value(result, "mean_deals", "all", "length")["value"] == pytest.approx(statistics.fmean(lengths))
    ends = result.length.iloc[0]
    assert ends["broke_rate"] == sum(any(row["ruin"]) for row in rows) / 400
    assert ends["deals_rate"] + ends["broke_rate"] == pytest.approx(1)
    assert ends["overflow_rate"] == 0
    assert math.isnan(ends["target_rate"])  # no target was set


@pytest.mark.parametrize("words", [{}, {"stack": 9, "broke": "rebuy"}, {"stack": 30}, {"target": 40}])
@pytest.mark.parametrize("variant", ["ramsli", "ramscheln", "ramsli-general", "rams"])
def test_every_session_conserves_chips(variant, words) -> None:
    played = sessions(variant, sessions=300, deals=50, threads=1, **words)
    players, pots, amiss = played.conservation
    assert players + pots == 0
    assert amiss == 0
    assert pots == int(played.records.pot.sum())


@pytest.mark.parametrize("ending", ["csv", "json", "parquet"])
def test_files_hold_the_table_and_what_made_it(result, tmp_path, ending) -> None:
    path = result.save(tmp_path / f"sessions.{ending}")
    if ending == "json":
        content = json.loads(path.read_text("utf-8"))
        frame = pd.DataFrame(content["rows"])
        assert content["variant"] == "ramsli-pot"
        assert content["conservation"]["amiss"] == 0
        assert (content["stack"], content["broke"], content["deals"], content["sessions"]) == (40, "stop", 60, 400)
        assert content["deals_per_second"] > 0
    elif ending == "csv":
        frame = pd.read_csv(path, comment="#")
        head = json.loads(path.read_text("utf-8").splitlines()[0].removeprefix("# "))
        assert head["rules"]["bete"] == {"kind": "pot", "cap": None}
    else:
        frame = pd.read_parquet(path)
    assert len(frame) == len(result.frame)
    assert frame["quantity"].tolist() == result.frame["quantity"].tolist()
    assert frame["value"].tolist() == pytest.approx(result.frame["value"].tolist(), nan_ok=True)


def test_a_result_shows_itself(result) -> None:
    text, page = repr(result), result._repr_html_()
    for word in ("Bankrolls by player", "Growth of the pot", "mean_pot", "ruin_rate", "naive ±", "together 0"):
        assert word in text
        assert word in page


def test_precision_goes_on_until_the_width_is_reached() -> None:
    played = sessions("ramsli", deals=10, precision={"mean_pot": 0.05, "best_rate:2": 0.02}, threads=1, seed=5)
    assert played.precision is not None
    assert played.precision["reason"] == "reached"
    assert played.ranges == ((0, played.sessions),)
    most = sessions("ramsli", deals=2, precision=["mean_pot=0.0001"], max_sessions=3000, threads=1)
    assert most.precision is not None
    assert (most.sessions, most.precision["reason"]) == (3000, "most")
    assert "not reached" in " ".join(most.notes)
    assert "; 3,000 sessions, " in " ".join(most.notes)
    assert "widest at player 2, " in " ".join(played.notes)
    with pytest.raises(UsageError, match="unknown column 'target_rate'"):
        sessions("ramsli", precision={"target_rate": 0.1})


def test_a_bound_that_few_sessions_cannot_give_is_unknown() -> None:
    """Of 5 values the median lies outside all of them with chance 2 / 2^5 = 6.25 %, of 6 with 3.125 %."""
    five, six = (quantile_over(np.arange(1, units + 1), 0.5) for units in (5, 6))
    assert math.isnan(five.lo)
    assert math.isnan(five.hi)
    assert (five.value, six.value, six.lo, six.hi) == (3, 3, 1, 6)
    # Of 50 values all lie above the lower twentieth with chance 0.95^50 = 7.7 %: no lower bound, but an upper one.
    few = quantile_over(np.arange(1, 51), 0.05)
    assert math.isnan(few.lo)
    assert few.hi > few.value == 3
