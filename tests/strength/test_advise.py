"""Advice for one hand: agrees with the table, settles or says too close, refuses bad hands."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from ramsim.advise import advise
from ramsim.cli.main import main
from ramsim.errors import CardError, DataError, PolicyError, UsageError
from ramsim.strength import strength

# Two cards from twelve: the complete table of this game is small.
TINY = {"ranks": "AKQ", "hand_size": 2}


@pytest.fixture(scope="module")
def tiny_table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = strength("ramsli", players=3, classes="complete", rules=TINY, precision=0.02, seed=1)
    return made.save(tmp_path_factory.mktemp("table") / "tiny.csv")


@pytest.mark.parametrize(("hand", "upcard", "seat", "inside"), [
    ("AH KH", "QH", 0, ()), ("QS QC", "AH", 1, (0,)), ("AS QC", "KH", 2, (0, 1)), ("KS QS", "QH", 1, ()),
])  # fmt: skip
def test_advice_agrees_with_the_table(
    tiny_table: Path, hand: str, upcard: str, seat: int, inside: tuple[int, ...]
) -> None:
    asked: dict[str, Any] = {"upcard": upcard, "seat": seat, "inside": inside, "players": 3, "rules": TINY}
    played, read = advise("ramsli", hand, **asked), advise("ramsli", hand, **asked, table=tiny_table)
    assert read.source == str(tiny_table)
    for name in ("win_rate", "bete_rate", "mean_tricks", "chips_in", "value"):
        (ours, low, high), (theirs, bottom, top) = played.numbers[name], read.numbers[name]
        spread = math.hypot((high - low) / 2, (top - bottom) / 2) / 1.96
        assert abs(ours - theirs) < 4.5 * spread, name
    assert {played.verdict, read.verdict} <= {"in", "too close"} or played.verdict == read.verdict == "out"


def test_an_unbeatable_hand_stays_and_poor_cards_go_out() -> None:
    best = advise("ramsli", "AH KH QH JH TH", upcard="9H", seat=1, inside=[0])
    assert (best.verdict, best.numbers["win_rate"][0]) == ("in", 1.0)
    poor = advise("ramsli", "7S 8S 7C 8C 9D", upcard="TH", seat=3, inside=[0, 1, 2])
    assert poor.verdict == "out"
    assert poor.numbers["value"][2] < 0


def test_leads_are_told_when_he_leads_and_only_then() -> None:
    leads = advise("ramsli", "AH KH 9S 8C 7D", upcard="TH", seat=2)
    assert {lead["card"] for lead in leads.leads} == {"AH", "KH", "9S", "8C", "7D"}
    assert leads.best_lead == leads.leads[0]["card"]
    assert leads.leads[0]["less_than_best"] == 0
    assert leads.best_lead in ("AH", "KH"), "two top trumps are drawn first: nothing else keeps them both"
    assert not advise("ramsli", "AH KH 9S 8C 7D", upcard="TH", seat=2, inside=[0]).leads


def test_a_forced_dealer_is_told_so() -> None:
    found = advise("ramsli", "AH KH 9S 8C 7D", upcard="TH", seat=3)
    assert found.verdict == "forced in"
    assert found.deals == 0
    assert found.numbers["chips_in"][0] == 3


@pytest.mark.parametrize(
    ("hand", "upcard", "extra", "words"),
    [
        ("AH KH 9S 8C", "TH", {}, "has 4 cards, 5 are held"),
        ("TH KH 9S 8C 7D", "TH", {}, "upcard TH: is held in the hand"),
        ("AH KH 9S 8C 2D", "TH", {}, "2D: is no card of this pack"),
        ("AH KH 9S 8C 7D", "TH", {"seat": 4}, "seat = 4: must be 0 to 3"),
        ("AH KH 9S 8C 7D", "TH", {"inside": [3]}, "only earlier seats can be in"),
        ("AH KH 9S 8C 7D", "TH", {"inside": [0, 0]}, "a seat is named twice"),
        ("AH KH 9S 8C 7D", "TH", {"pot": -1}, "carry = -1|pot = -1"),
    ],
)
def test_bad_hands_and_seats_are_refused(hand: str, upcard: str, extra: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        advise("ramsli", hand, **({"upcard": upcard, "seat": 2} | extra))


def test_cards_twice_and_other_families_are_refused() -> None:
    with pytest.raises(CardError, match="AH stands twice"):
        advise("ramsli", "AH AH 9S 8C 7D", upcard="TH", seat=0)
    with pytest.raises(UsageError, match="upcard = 'TH': schieberamsch is of the ramsch family"):
        advise("schieberamsch", "AH KH 9S 8C 7D", upcard="TH", seat=0)
    with pytest.raises(UsageError, match="skat_cards = '7C 8C': ramsli is of the rams family"):
        advise("ramsli", "AH KH 9S 8C 7D", upcard="TH", seat=0, skat_cards="7C 8C")
    with pytest.raises(UsageError, match="upcard: the card turned up is needed in ramsli"):
        advise("ramsli", "AH KH 9S 8C 7D", seat=0)


def test_declarations_that_do_not_come_up_are_refused() -> None:
    with pytest.raises(UsageError, match="come up in less than one of"):
        advise("ramsli", "AH KH 9S 8C 7D", upcard="TH", seat=2, inside=[0], declare="always")


def test_a_table_of_another_game_is_refused(tiny_table: Path) -> None:
    with pytest.raises(DataError, match="was made for rules_hash"):
        advise("ramsli", "AH KH 9S 8C 7D", upcard="TH", seat=0, players=3, table=tiny_table)


def test_the_table_policy_plays_by_the_table(tiny_table: Path) -> None:
    """In the very cells in which the value is above 0, and so it earns more than the guide against the guide."""
    import ramsim

    setting: dict[str, Any] = {"players": 3, "hands": 300_000, "rules": TINY}
    policies = [f"0=table:{tiny_table}", "guide"]
    by_table = ramsim.simulate("ramsli", **setting, declare=policies).frame.iloc[0]
    by_guide = ramsim.simulate("ramsli", **setting).frame.iloc[0]
    assert by_table["mean_chips"] > by_guide["mean_chips"] + 3 * by_guide["mean_chips_se"]
    rows = _rows(tiny_table)
    mine = rows[rows["seat"] == 0]
    expected = float(mine.loc[mine["value"] > 0, "chance"].sum())
    assert abs(by_table["in_rate"] - expected) < 4.5 * by_table["in_rate_se"]


def _rows(path: Path) -> Any:
    import pandas as pd

    return pd.read_csv(path, comment="#")


def test_the_table_policy_refuses_what_does_not_fit(tiny_table: Path, tmp_path: Path) -> None:
    import ramsim

    with pytest.raises(PolicyError, match="made for players = 3, here players = 4"):
        ramsim.simulate("ramsli", players=4, hands=10, declare=f"table:{tiny_table}")
    with pytest.raises(PolicyError, match="cannot be read"):
        ramsim.simulate("ramsli", hands=10, declare=f"table:{tmp_path / 'none.csv'}")
    with pytest.raises(PolicyError, match="write table:FILE"):
        ramsim.simulate("ramsli", hands=10, declare="table")


def test_iterating_reports_the_change_of_each_round() -> None:
    from ramsim.engine.plan import make_plan
    from ramsim.strength.iterate import iterate

    told: list[dict[str, Any]] = []
    plan = make_plan("ramsli", players=2, rules=TINY)
    made = iterate(plan, 3, told=told.append, precision=0.03)
    assert [step["round"] for step in told] == [1, 2, 3]
    assert made.history == told
    assert all(0 <= step["decisions"] <= 1 and step["noise"] > 0 for step in told)
    assert made.policies["declare"] == "table of round 2"


def test_the_commands_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["advise", "ramsli", "AH KH 9S 8C 7D", "--upcard", "TH", "--seat", "2", "--format", "json", "--quiet"])
        == 0
    )
    assert json.loads(capsys.readouterr().out)["verdict"] == "in"
    assert main(["advise", "ramsli", "AH KH 9S 8C", "--upcard", "TH", "--seat", "2"]) == 2
    assert "has 4 cards" in capsys.readouterr().err
    picture, lines = tmp_path / "s.svg", tmp_path / "s.json"
    words = [
        "strength",
        "ramsli",
        "--players",
        "2",
        "--precision",
        "0.1",
        "--quiet",
        "--set",
        "ranks=AKQ",
        "--set",
        "hand_size=2",
    ]
    assert main([*words, "--plot", str(picture), "--out", str(lines)]) == 0
    assert "staying in, in chips against going out" in " ".join(capsys.readouterr().out.split())
    assert picture.read_text("utf-8").lstrip().startswith("<?xml")
    rows = json.loads(lines.read_text("utf-8"))["rows"]
    assert {"trumps", "best_trump", "side_aces", "seat", "before", "win_rate", "value", "value_se"} <= set(rows[0])


def test_the_words_of_advice_say_what_is_certain_and_which_leads_are_best(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", "ramsli", "AH KH 9S 8C 7D", "--upcard", "TH", "--seat", "0", "--quiet"]) == 0
    shown = capsys.readouterr().out
    assert "chips when out                        -1.000   certain" in shown  # the ante is gone, whatever comes
    leads = {line.split()[0]: line.split()[2:] for line in shown.splitlines() if line[:4] in ("  AH", "  KH", "  7D")}
    assert leads["AH"] == leads["KH"] == ["best"]  # ace and king of trumps under one hand are the same card
    assert leads["7D"][1].startswith("±")
    assert "-0.000" not in shown
