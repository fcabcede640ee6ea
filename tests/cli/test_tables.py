"""Cells and tables of estimates."""

from __future__ import annotations

import math

import pandas as pd
import pytest

from ramsim.cells import cell_notes, decimals_for, estimate_cells, estimated, fixed, quantity_cells
from ramsim.cli.tables import print_estimates


def frame_of(**columns: list[tuple[float, float, float]]) -> pd.DataFrame:
    """Make a frame of estimates: value, low, high in each row."""
    content: dict[str, list[float] | list[str]] = {}
    for name, triples in columns.items():
        for place, suffix in enumerate(("", "_lo", "_hi")):
            content[name + suffix] = [triple[place] for triple in triples]
    count = len(next(iter(columns.values())))
    return pd.DataFrame({"seat": [*map(str, range(count - 1)), "all"], **content})


@pytest.mark.parametrize(
    ("errors", "decimals"),
    [
        ([0.0003], 4),
        ([0.00027], 5),  # the figure is a 2: one more
        ([0.0009, 0.0008, 0.0009, 0.0008, 0.00001], 4),  # the mean of all rows does not set the decimals
        ([0.0003, 0.00015], 5),
        ([0.05, 0.4], 2),
        ([3.0], 0),
        ([25.0], 0),
        ([1e-12], 9),
        ([0.0, math.nan], 4),
        ([], 4),
    ],
)
def test_a_column_shows_the_decimals_of_its_middle_row(errors: list[float], decimals: int) -> None:
    assert decimals_for(errors) == decimals


def test_a_cell_holds_the_distance_to_the_farther_end_rounded_up() -> None:
    frame = frame_of(win_rate=[(0.25312, 0.25281, 0.25345), (0.5, 0.4994, 0.5006)])
    # distances: 0.00033 and 0.0006; the smaller has a 3 in front, so four decimals
    assert estimate_cells(frame, "win_rate") == ["0.2531 ±0.0004", "0.5000 ±0.0006"]


def test_a_rate_of_zero_keeps_its_upper_end() -> None:
    frame = frame_of(bete_rate=[(0.0, 0.0, 0.0037), (0.0, 0.0, 0.0037)])
    assert estimate_cells(frame, "bete_rate") == ["0.000 ±0.004", "0.000 ±0.004"]


def test_what_cannot_be_estimated_is_said() -> None:
    frame = frame_of(mean_chips=[(math.nan, math.nan, math.nan), (1.0, math.nan, math.nan)])
    cells = estimate_cells(frame, "mean_chips")
    assert cells == ["-", "1 ±?"]
    assert [note.partition(":")[0] for note in cell_notes(cells)[1:]] == ["-", "±?"]
    assert len(cell_notes(["0.5 ±0.1"])) == 1


def test_nothing_is_minus_nought() -> None:
    frame = frame_of(mean_chips=[(-0.0004, -0.0304, 0.0296), (-0.0, -0.03, 0.03), (-1234.5, -1234.53, -1234.47)])
    assert estimate_cells(frame, "mean_chips") == ["0.00 ±0.03", "0.00 ±0.03", "-1,234.50 ±0.03"]
    assert [fixed(value, 1, "+") for value in (-0.04, 0.04, -0.06, 0.06)] == ["0.0", "0.0", "-0.1", "+0.1"]


def test_a_column_without_errors_shows_its_values_as_they_are() -> None:
    frame = frame_of(mean_points=[(40.0, 40.0, 40.0), (41.5, 41.5, 41.5)], deals=[(100.0, 100.0, 100.0)] * 2)
    assert estimate_cells(frame, "mean_points") == ["40.0 ±0.0", "41.5 ±0.0"]
    assert estimate_cells(frame, "deals") == ["100 ±0", "100 ±0"]


def test_one_open_end_makes_the_error_unknown() -> None:
    frame = frame_of(profit_q05=[(3.0, math.nan, 9.0), (3.0, 1.0, 9.0)])
    assert quantity_cells(frame, "profit_q05") == ["3 ±?", "3 ±6"]
    assert quantity_cells(frame, "profit_q05", bare=True) == ["3", "3"]


def test_a_row_that_says_nothing_is_left_out_of_that_part(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    nothing, found = (math.nan,) * 3, (0.5, 0.4, 0.6)
    print_estimates(frame_of(first=[found, nothing, nothing], second=[nothing, nothing, found]), ["seat"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if line[:1] not in ("", "─")] == ["seat", "0", "1", "seat", "1", "all"]


def test_only_columns_with_an_interval_are_estimates() -> None:
    frame = frame_of(win_rate=[(0.5, 0.4, 0.6)]).assign(deals=[7], win_rate_se=[0.05])
    assert estimated(frame) == ["win_rate"]


def test_columns_that_do_not_fit_continue_below_with_the_rows_named_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    triples = [(0.25312, 0.2528, 0.2534)] * 3
    print_estimates(frame_of(**{f"rate_{number}": triples for number in range(5)}), ["seat"])
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 60
    heads = [line.split() for line in shown.splitlines() if line.startswith("seat")]
    assert heads == [["seat", "rate_0", "rate_1", "rate_2"], ["seat", "rate_3", "rate_4"]]
    assert shown.count("0.2531 ±0.0004") == 15
    assert not any(line != line.rstrip() for line in shown.splitlines())
