"""``ramsim simulate``, ``ramsim deal`` and ``ramsim policies``: what they print and what they leave behind."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

from ramsim.policies.registry import policies
from ramsim.variants import load_variant, preset_names, rules_hash
from tests.cli.conftest import Run

COLUMNS = ["in_rate", "win_rate", "most_rate", "sole_rate", "bete_rate", "bete_rate_in", "mean_tricks", "mean_chips"]
SMALL = ("--hands", "2000", "--seed", "5", "--quiet")


def rams_presets() -> list[str]:
    return [name for name in preset_names() if load_variant(name).family == "rams"]


def test_json_holds_the_keys_and_columns_of_the_interface(run: Run) -> None:
    done = run("simulate", "ramsli", *SMALL, "--format", "json", "--set", "bete=10", "--play", "2=random")
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert answer["variant"] == "ramsli"
    assert answer["rules_hash"] == rules_hash(load_variant("ramsli", {"bete": 10}))
    assert {key: answer[key] for key in ("players", "seed", "first", "hands")} == {
        "players": 4,
        "seed": 5,
        "first": 0,
        "hands": 2000,
    }
    assert answer["policies"]["declare"] == "guide"
    assert "2=random" in answer["policies"]["play"]
    assert answer["hands_per_second"] > 0
    assert answer["seconds"] > 0
    assert [row["seat"] for row in answer["rows"]] == [0, 1, 2, 3, "all"]
    expected = {"seat", "deals", *(name + end for name in COLUMNS for end in ("", "_se", "_lo", "_hi"))}
    assert set(answer["rows"][0]) == expected
    assert answer["command"] == (
        "ramsim simulate ramsli --hands 2000 --seed 5 --quiet --format json --set bete=10 --play 2=random"
    )
    assert answer["conservation"]["players"] + answer["conservation"]["pot"] == 0


def test_csv_json_and_every_kind_of_file_hold_the_same_numbers(run: Run, tmp_path: Path) -> None:
    rows = json.loads(run("simulate", "ramsli", *SMALL, "--format", "json").stdout)["rows"]
    exact = [[row[name] for name in COLUMNS] for row in rows]
    printed = list(csv.DictReader(io.StringIO(run("simulate", "ramsli", *SMALL, "--format", "csv").stdout)))
    assert [[float(row[name]) for name in COLUMNS] for row in printed] == exact
    for ending, read in (("csv", _read_csv), ("json", _read_json), ("parquet", pd.read_parquet)):
        done = run("simulate", "ramsli", *SMALL, "--out", f"x.{ending}")
        assert done.returncode == 0, done.stderr
        assert read(tmp_path / f"x.{ending}")[COLUMNS].to_numpy().tolist() == exact, ending
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.csv", "x.json", "x.parquet"]


def _read_csv(path: Path) -> pd.DataFrame:
    return pd.read_csv(path, comment="#")


def _read_json(path: Path) -> pd.DataFrame:
    return pd.DataFrame(json.loads(path.read_text())["rows"])


def test_the_table_is_readable_at_100_columns_and_says_how_it_was_made(run: Run) -> None:
    done = run("simulate", "ramsli", *SMALL, "--players", "6")
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 100
    assert lines[0] == "ramsli: 6 players, 2,000 deals, seed 5, deals 0 to 1,999"
    assert lines[1] == "policies: declare guide; play rule"
    heads = [line.split() for line in lines if line.startswith("seat")]
    assert [name for head in heads for name in head if name != "seat"] == COLUMNS
    assert sum(line.startswith("all ") for line in lines) == len(heads)
    flowing = " ".join(done.stdout.split())
    assert "Wilson" in flowing
    assert "per deal dealt" in flowing
    assert "together 0." in flowing


@pytest.mark.parametrize("name", rams_presets())
def test_every_preset_of_the_family_is_simulated_and_shown(run: Run, name: str) -> None:
    done = run("simulate", name, *SMALL, "--format", "json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert all(row["deals"] == 2000 for row in answer["rows"])
    assert sum(answer["conservation"].values()) == 0
    record = run("deal", name, "--seed", "5", "--number", "1", "--record", stdin="")
    assert record.returncode == 0, record.stderr
    checked = run("replay", "-", "--format", "json", stdin=record.stdout)
    assert json.loads(checked.stdout)["ok"], checked.stdout


def test_the_same_command_gives_the_same_bits_on_any_number_of_threads(run: Run) -> None:
    words = ("simulate", "ramscheln", "--hands", "600k", "--quiet", "--format", "csv")
    one = run(*words, "--threads", "1").stdout
    assert one.count("\n") == 6
    assert run(*words, "--threads", "3").stdout == one
    assert run(*words, "--threads", "1", "--seed", "1").stdout != one


def test_a_batch_can_be_shared_out_by_deal_numbers(run: Run) -> None:
    def chips(*words: str) -> int:
        answer = json.loads(run("simulate", "ramsli", "--quiet", "--format", "json", *words).stdout)
        total: int = answer["conservation"]["players"]
        return total

    assert chips("--hands", "3000") == chips("--hands", "1000") + chips("--hands", "2000", "--first", "1000")


def test_chips_carried_into_the_pot_are_won(run: Run) -> None:
    fresh, carried = (
        json.loads(run("simulate", "ramsli", *SMALL, "--format", "json", "--carry", str(chips)).stdout)
        for chips in (0, 12)
    )
    # The plays are the same, and most pots are won whole: the players share nearly twelve chips more in each deal.
    gain = carried["rows"][-1]["mean_chips"] - fresh["rows"][-1]["mean_chips"]
    assert 2.9 < gain <= 3.0
    assert carried["carry"] == 12


def test_notes_go_to_stderr_and_results_to_stdout(run: Run) -> None:
    done = run("simulate", "ramsli", "--hands", "2k", "--format", "csv", "--out", "x.json")
    assert done.stdout.startswith("seat,deals,")
    assert done.stdout.count("\n") == 6
    notes = done.stderr.splitlines()
    assert any(line.startswith("2,000 deals in ") for line in notes)
    assert any(line.startswith("Written: ") and line.endswith("x.json") for line in notes)


def test_an_own_variant_file_is_simulated(run: Run, tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text('base = "ramsli"\nname = "my-table"\n[stakes]\nbete = "pot"\n')
    done = run("simulate", "my.toml", *SMALL, "--format", "json")
    assert json.loads(done.stdout)["variant"] == "my-table"
    assert json.loads(done.stdout)["rules"]["bete"] == {"kind": "pot", "cap": None}


OWN_POLICIES = """
def first(view, choice):
    for b in range(choice.size):
        choice[b] = view.legal[b] & -view.legal[b]


def broken(view, choice):
    choice[0] = view.no_such_thing
"""


def test_an_own_policy_plays_in_its_seat(run: Run, tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(OWN_POLICIES)
    done = run("simulate", "ramsli", *SMALL, "--format", "json", "--play", "2=my.py:first")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert "2=my.py:first" in answer["policies"]["play"]
    usual = json.loads(run("simulate", "ramsli", *SMALL, "--format", "json").stdout)
    # The same cards and declarations, other plays.
    assert [row["in_rate"] for row in answer["rows"]] == [row["in_rate"] for row in usual["rows"]]
    assert answer["rows"][2]["mean_tricks"] != usual["rows"][2]["mean_tricks"]


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ("my.py:frist", ["my.py", "frist", "did you mean first?"]),
        ("my.py:broken", ["my.py:broken", "cannot be compiled"]),
        ("my.py", ["FILE.py:FUNCTION"]),
        ("bad.py:first", ["bad.py", "SyntaxError"]),
    ],
)
def test_an_own_policy_that_cannot_be_used_is_refused(run: Run, tmp_path: Path, policy: str, words: list[str]) -> None:
    (tmp_path / "my.py").write_text(OWN_POLICIES)
    (tmp_path / "bad.py").write_text("def first(view, choice) return\n")
    done = run("simulate", "ramsli", *SMALL, "--play", policy)
    assert (done.returncode, done.stdout) == (2, "")
    assert 1 <= len(done.stderr.splitlines()) <= 2, done.stderr
    for word in words:
        assert word in done.stderr, done.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals of a POSIX system")
def test_an_interrupt_ends_cleanly_and_keeps_what_was_counted(run: Run, tmp_path: Path) -> None:
    assert run("simulate", "ramsli", *SMALL).returncode == 0  # compiled by now
    command = [
        sys.executable,
        "-m",
        "ramsim",
        "simulate",
        "ramsli",
        "--hands",
        "1e12",
        "--format",
        "json",
        "--out",
        "x.json",
        "--checkpoint",
        "kept",
    ]
    state = tmp_path / "kept" / "state"
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        end = time.monotonic() + 60
        while not state.exists() and process.poll() is None and time.monotonic() < end:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        told, notes = process.communicate(timeout=60)
    assert process.returncode == 0, notes
    answer = json.loads(told)
    assert 0 < answer["hands"] < 10**12
    assert all(row["deals"] == answer["hands"] for row in answer["rows"])
    assert f"Stopped: {answer['hands']:,} of 1,000,000,000,000 deals were counted." in notes
    assert "Traceback" not in notes
    assert json.loads((tmp_path / "x.json").read_text())["hands"] == answer["hands"]


def test_a_deal_is_shown_card_by_card_and_is_the_one_of_its_record(run: Run) -> None:
    words = ("deal", "ramsli", "--seed", "1", "--number", "17")
    shown = run(*words)
    assert (shown.returncode, shown.stderr.replace(shown.stderr, "")) == (0, "")
    record = json.loads(run(*words, "--record").stdout)
    assert record["players"] == 4
    assert len(record["hands"]) == 4
    for card in record["plays"]:
        assert card in shown.stdout
    assert run(*words).stdout == shown.stdout
    assert run("deal", "ramsli", "--seed", "1", "--number", "18").stdout != shown.stdout


def test_policies_are_listed_by_kind_with_a_sentence(run: Run) -> None:
    done = run("policies", "--format", "json")
    rows = json.loads(done.stdout)
    assert [(row["family"], row["kind"], row["name"].split(":")[0]) for row in rows] == [
        (policy.family, policy.kind, policy.name) for policy in policies()
    ]
    assert all(row["sentence"] for row in rows)
    named = {(row["kind"], row["name"]) for row in rows}
    assert {
        ("declare", "always"),
        ("declare", "guide"),
        ("play", "random"),
        ("play", "lowest"),
        ("play", "rule"),
    } <= named
    assert max(map(len, run("policies").stdout.splitlines())) <= 100
