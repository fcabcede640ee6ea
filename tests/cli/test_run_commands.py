"""``ramsim compare`` and ``ramsim merge``, and what ``simulate`` does with precision, checkpoints and ``--again``."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from tests.cli.conftest import Run

SMALL = ("--hands", "3000", "--seed", "5", "--quiet")


def test_compare_shows_values_differences_and_how_they_were_adjusted(run: Run) -> None:
    done = run("compare", "ramsli", "--set", "bete=5", "--set", "bete=10", "--set", "bete=pot", *SMALL)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 100
    assert lines[0] == "ramsli: 4 players, 3,000 deals, seed 5, deals 0 to 2,999; baseline: bete=5"
    assert "differ in payments only, so each deal was played once and priced under each" in " ".join(
        done.stdout.split()
    )
    assert "20 in this table" in done.stdout
    assert "Holm" in done.stdout
    assert "independent deals" in done.stdout
    assert "The same in every single deal under all alternatives: win_rate, bete_rate." in done.stdout
    assert sum(line.startswith("mean_pot") for line in lines) == 1


def test_compare_in_csv_and_json_and_in_files_holds_the_same_rows(run: Run, tmp_path: Path) -> None:
    words = ("compare", "ramsli", "--play", "rule", "--play", "random", "--quantity", "mean_chips", *SMALL)
    rows = list(csv.DictReader(io.StringIO(run(*words, "--format", "csv").stdout)))
    answer = json.loads(run(*words, "--format", "json", "--out", "x.json").stdout)
    assert [float(row["value"]) for row in rows] == [row["value"] for row in answer["rows"]]
    assert [row["alternative"] for row in answer["rows"][:2]] == ["play rule", "play random"]
    assert answer["rows"][0]["difference"] is None
    assert answer["baseline"] == "play rule"
    assert answer["command"].startswith("ramsim compare ramsli")
    assert json.loads((tmp_path / "x.json").read_text())["rows"] == answer["rows"]


def test_compare_says_when_packs_differ_and_takes_a_baseline(run: Run) -> None:
    done = run("compare", "ramsli", "ramsli-52", "--baseline", "ramsli-52", "--quantity", "mean_chips", *SMALL)
    assert done.returncode == 0
    assert "baseline: ramsli-52" in done.stdout
    assert "Unpaired: ramsli on other deals (seed 6), because the rules deal or count others." in done.stdout
    assert "unpaired" in done.stdout.split("mean_chips", 1)[1]


def test_compare_refuses_in_one_or_two_lines(run: Run) -> None:
    for words, what in (
        (("ramsli",), "nothing to compare"),
        (("ramsli", "schieberamsch"), "no quantity in common"),
        (("ramsli", "--set", "bete=1", "--set", "bete=2", "--baseline", "x"), "baseline 'x'"),
        (("ramsli", "--set", "bete=1", "--set", "bete=2", "--quantity", "x"), "unknown quantity 'x'"),
        (("ramsli", "--set", "bote=1", "--set", "bote=2"), "unknown field 'bote'; did you mean bete"),
        ((), "VARIANT"),
    ):
        done = run("compare", *words)
        assert done.returncode == 2
        assert what in done.stderr
        assert len(done.stderr.splitlines()) <= 2
        assert done.stdout == ""


def test_merge_adds_up_what_was_shared_out(run: Run, tmp_path: Path) -> None:
    whole = json.loads(run("simulate", "ramsli", *SMALL, "--format", "json").stdout)["rows"]
    run("simulate", "ramsli", "--hands", "1000", "--seed", "5", "--quiet", "--out", "a.csv")
    run("simulate", "ramsli", "--hands", "2k", "--first", "1000", "--seed", "5", "--quiet", "--out", "b.parquet")
    done = run("merge", "b.parquet", "a.csv", "--format", "json", "--out", "c.json", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["rows"] == whole
    assert json.loads((tmp_path / "c.json").read_text())["ranges"] == [[0, 3000]]
    for files, what, code in (
        (("a.csv", "c.json"), "overlap", 1),
        (("a.csv", "none.csv"), "cannot be read", 1),
        ((), "at least one file", 2),
    ):
        refused = run("merge", *files)
        assert refused.returncode == code
        assert what in refused.stderr


def test_again_repeats_a_file_to_the_byte(run: Run, tmp_path: Path) -> None:
    first = run("simulate", "ramscheln", *SMALL, "--set", "bete=pot", "--play", "1=random", "--out", "a.csv")
    again = run("simulate", "--again", "a.csv", "--out", "b.csv", "--threads", "1", "--quiet")
    assert again.returncode == 0, again.stderr
    assert first.stdout == again.stdout
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    for words, what in ((("--seed", "5"), "leave out --seed"), (("ramsli",), "leave out VARIANT")):
        refused = run("simulate", "--again", "a.csv", *words)
        assert refused.returncode == 2
        assert what in refused.stderr
    assert "missing argument VARIANT" in run("simulate").stderr


def test_a_chosen_precision_takes_the_place_of_a_number(run: Run) -> None:
    done = run("simulate", "ramsli", "--precision", "win_rate=0.006", "--precision", "mean_chips:all=0.05", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Precision: every goal was reached" in done.stdout
    assert "win_rate=0.006: widest at seat " in done.stdout
    assert "mean_chips:all=0.05: widest at row all, " in done.stdout
    assert " deals, " in done.stdout.partition("Precision: ")[2]
    assert "units" not in done.stdout
    pilot = run("simulate", "ramsli", "--precision", "win_rate=0.002", "--precision-rule", "pilot", "--format", "json")
    assert json.loads(pilot.stdout)["precision"]["rule"] == "pilot"
    few = run("simulate", "ramsli", "--precision", "win_rate=1e-6", "--max-hands", "20k", "--quiet")
    assert "The chosen precision was not reached: 20,000 deals were counted" in few.stderr
    both = run("simulate", "ramsli", "--precision", "win_rate=0.1", "--hands", "10")
    assert both.returncode == 2
    assert "finds its own number" in both.stderr


def test_a_checkpoint_is_taken_up_and_another_run_refused(run: Run) -> None:
    words = ("simulate", "ramsli", "--checkpoint", "run")
    first = run(*words, *SMALL)
    assert first.returncode == 0
    assert run(*words, *SMALL).stdout == first.stdout
    refused = run(*words, "--hands", "3000", "--seed", "6")
    assert refused.returncode == 1
    assert "belongs to another run: seed is 5 there and 6 here" in refused.stderr


def test_a_cluster_gives_the_same_table(run: Run) -> None:
    here = run("simulate", "ramsli", *SMALL)
    there = run("simulate", "ramsli", *SMALL, "--cluster", "local:1")
    assert there.returncode == 0, there.stderr
    assert there.stdout == here.stdout
