"""Files of results: each format there and back, never half written, damaged ones refused."""

from __future__ import annotations

import builtins
import errno
import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import pandas as pd
import pytest

from ramsim import tablefiles
from ramsim.errors import DataError, RamsimError, UsageError
from ramsim.output import check_out_path, load_result, read_provenance, write_table
from ramsim.result import SimulationResult
from ramsim.variants import load_variant

ENDINGS = ("csv", "json", "parquet")


def result_of(first: int = 0) -> SimulationResult:
    outcomes = pd.DataFrame(
        {
            "deals": [60, 40],
            "ending": ["played", "lone"],
            "declarer": [-1, -1],
            "in_0": [True, False],
            "tricks_0": [4, 0],
            "target_0": [0, 0],
            "in_1": [True, True],
            "tricks_1": [1, 0],
            "target_1": [0, 0],
        }
    )
    return SimulationResult(
        variant=load_variant("ramsli", {"bete": "pot:20"}),
        players=2,
        policies={"declare": "guide", "play": ["rule", "my.py:größe"]},
        seed=2**64 - 1,
        first=first,
        hands=100,
        seconds=0.25,
        outcomes=outcomes,
        carry=3,
        command="ramsim simulate ramsli --players 2 --carry 3 --play 1=my.py:größe",
    )


# -- there and back --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ENDINGS)
def test_saved_result_is_read_back_whole(ending: str, tmp_path: Path) -> None:
    result = result_of()
    path = result.save(tmp_path / f"x.{ending}")
    again = load_result(path)
    assert isinstance(again, SimulationResult)
    pd.testing.assert_frame_equal(again.frame, result.frame)
    pd.testing.assert_frame_equal(again.outcomes, result.outcomes)
    assert again.provenance == result.provenance
    assert again.price(bete=0).frame.equals(result.price(bete=0).frame)
    assert again.seconds == (0.25 if ending == "json" else None)


@pytest.mark.parametrize("ending", ENDINGS)
def test_provenance_is_read_back(ending: str, tmp_path: Path) -> None:
    result = result_of()
    found = read_provenance(result.save(tmp_path / f"x.{ending}"))
    assert json.loads(json.dumps(result.provenance)) == {key: found[key] for key in result.provenance}
    assert found["seed"] == 2**64 - 1


@pytest.mark.parametrize("ending", ENDINGS)
def test_files_of_disjoint_ranges_can_be_merged(ending: str, tmp_path: Path) -> None:
    paths = [result_of(first).save(tmp_path / f"{first}.{ending}") for first in (100, 0)]
    merged = SimulationResult.merged([load_result(path) for path in paths])
    assert merged.ranges == ((0, 200),)
    assert list(merged.outcomes["deals"]) == [80, 120]


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_files_hold_no_times_so_that_the_same_deals_give_the_same_bytes(ending: str, tmp_path: Path) -> None:
    one, two = result_of(), result_of()
    two.seconds = 9.75
    assert one.save(tmp_path / f"1.{ending}").read_bytes() == two.save(tmp_path / f"2.{ending}").read_bytes()


def test_csv_is_a_plain_table_under_two_commented_lines(tmp_path: Path) -> None:
    path = result_of().save(tmp_path / "x.csv")
    lines = path.read_text("utf-8").splitlines()
    assert json.loads(lines[0].removeprefix("# "))["variant"] == "ramsli"
    assert json.loads(lines[1].removeprefix("# "))["outcomes"]["deals"] == [40, 60]
    assert lines[2].startswith("seat,deals,in_rate,in_rate_se")
    table = pd.read_csv(path, comment="#")
    assert list(table["seat"]) == ["0", "1", "all"]
    assert list(table["mean_chips"]) == list(result_of().frame["mean_chips"])


def test_parquet_is_a_plain_table_with_metadata(tmp_path: Path) -> None:
    table = pd.read_parquet(result_of().save(tmp_path / "x.parquet"))
    assert list(table["seat"]) == ["0", "1", "all"]
    assert list(table["mean_chips_lo"]) == list(result_of().frame["mean_chips_lo"])


def test_json_file_is_the_answer_of_format_json_with_the_outcomes(tmp_path: Path) -> None:
    content = json.loads(result_of().save(tmp_path / "x.json").read_text("utf-8"))
    expected = json.loads(json.dumps(result_of().as_json(outcomes=True)))
    assert content == expected


def test_any_table_can_be_written_with_a_provenance_of_its_own(tmp_path: Path) -> None:
    frame = pd.DataFrame({"hand": ["AH KH", "7C 8C"], "value": [1.5, float("nan")]})
    for ending in ENDINGS:
        path = write_table(tmp_path / f"t.{ending}", frame, {"ramsim": "1", "command": "x"})
        assert read_provenance(path) == {"ramsim": "1", "command": "x"}
        with pytest.raises(DataError, match="is no result of simulate"):
            load_result(path)
    assert json.loads((tmp_path / "t.json").read_text())["rows"][1] == {"hand": "7C 8C", "value": None}


# -- places where nothing can be written ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["x.txt", "x", "x.csv.gz", ".csv"])
def test_unknown_ending_is_refused_before_any_work(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"names no format: write \.csv, \.json, \.parquet"):
        check_out_path(tmp_path / name)


def test_missing_folder_a_folder_and_a_file_as_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "d.csv").mkdir()
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="there is no folder"):
        check_out_path(tmp_path / "no" / "x.csv")
    with pytest.raises(UsageError, match="is a folder"):
        check_out_path(tmp_path / "d.csv")
    with pytest.raises(UsageError, match=r"there is no folder|Not a directory"):
        check_out_path(tmp_path / "file" / "x.csv")


def test_folder_that_takes_no_file_is_refused() -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        check_out_path("/proc/x.csv")


def test_check_leaves_nothing_behind_and_follows_links(tmp_path: Path) -> None:
    real = tmp_path / "real.json"
    (tmp_path / "link.json").symlink_to(real)
    assert check_out_path(tmp_path / "link.json") == real
    assert [item.name for item in tmp_path.iterdir()] == ["link.json"]
    result_of().save(tmp_path / "link.json")
    assert real.is_file()
    assert (tmp_path / "link.json").is_symlink()


def test_parquet_without_its_extra_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain_import = builtins.__import__

    def without_pyarrow(name: str, *rest: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return plain_import(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_pyarrow)
    with pytest.raises(UsageError, match=r"pip install 'ramsim\[parquet\]'"):
        check_out_path(tmp_path / "x.parquet")


# -- whole or not at all -----------------------------------------------------------------------------------------------


def broken_disk(stream: IO[bytes], *_: Any) -> None:
    stream.write(b"half a")
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = result_of().save(tmp_path / "x.csv")
    old = path.read_bytes()
    monkeypatch.setattr(tablefiles, "_write_csv", broken_disk)
    with pytest.raises(RamsimError, match=r"x\.csv: cannot be written: No space left on device"):
        result_of(100).save(path)
    assert path.read_bytes() == old
    assert [item.name for item in tmp_path.iterdir()] == ["x.csv"]


def test_interrupted_write_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tablefiles, "_write_csv", interrupted)
    with pytest.raises(KeyboardInterrupt):
        result_of().save(tmp_path / "x.csv")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", ENDINGS)
def test_file_beyond_what_the_system_allows_is_an_error_and_no_file(ending: str, tmp_path: Path) -> None:
    code = (
        "import pandas as pd, resource, signal, sys\n"
        "from ramsim.errors import RamsimError\n"
        "from ramsim.output import write_table\n"
        "frame = pd.DataFrame({'value': [k * 0.37 for k in range(5000)]})\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "try:\n"
        "    write_table(sys.argv[1], frame, {'ramsim': '1'})\n"
        "except RamsimError as error:\n"
        "    sys.stdout.write(str(error))\n"
    )
    path = tmp_path / f"x.{ending}"
    path.write_text("old")
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, cwd=Path.cwd(), timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "cannot be written: File too large" in done.stdout
    assert path.read_text() == "old"
    assert [item.name for item in tmp_path.iterdir()] == [path.name]


def test_permissions_are_those_of_the_old_file_or_of_any_new_one(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    new = result_of().save(tmp_path / "new.csv")
    assert stat.S_IMODE(new.stat().st_mode) == stat.S_IMODE((tmp_path / "plain").stat().st_mode)
    new.chmod(0o640)
    result_of().save(new)
    assert stat.S_IMODE(new.stat().st_mode) == 0o640


# -- files that are no results ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ENDINGS)
def test_foreign_and_missing_files_are_refused(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"x.{ending}"
    with pytest.raises(DataError, match="cannot be read: No such file"):
        read_provenance(path)
    for content in (b"", b"a,b\n1,2\n", b"# not json\n", b"\xff\xfe\x00", b"[1, 2]"):
        path.write_bytes(content)
        with pytest.raises(DataError, match=r"is damaged|no provenance"):
            read_provenance(path)


def test_file_of_another_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="names no format"):
        read_provenance(tmp_path / "x.txt")


@pytest.mark.parametrize("ending", ENDINGS)
def test_result_without_outcome_counts_cannot_be_loaded(ending: str, tmp_path: Path) -> None:
    result = result_of()
    path = write_table(tmp_path / f"x.{ending}", result.frame, result.provenance)
    with pytest.raises(DataError, match="holds no outcome counts"):
        load_result(path)


def damaged(change: dict[str, Any], tmp_path: Path) -> Path:
    content = {**result_of().as_json(outcomes=True), **change}
    path = tmp_path / "x.json"
    path.write_text(json.dumps(content))
    return path


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hands": 99}, "100 deals are counted, 99 were announced"),
        ({"hands": "100"}, "is damaged: expected `int`"),
        ({"rules_hash": "0" * 16}, "the rules do not have the hash 0000000000000000"),
        ({"rules": {"family": "rams", "later_rule": 1}}, "its rules cannot be read here"),
        ({"about": {"family": "tarock"}}, "results of the family 'tarock' are not known"),
        ({"carry": -4}, "carry = -4"),
        ({"ranges": [[0, 60], [50, 40]]}, "overlap"),
        ({"outcomes": {"deals": [1, 2], "ending": ["played"]}}, "differ in length"),
        ({"outcomes": {"deals": [1.5]}}, "the column deals is no whole numbers"),
        ({"outcomes": [1]}, "columns of values are expected"),
        ({"outcomes": {"deals": [100]}}, "the columns must be"),
    ],
)
def test_damaged_results_are_refused_with_the_reason(change: dict[str, Any], words: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=words):
        load_result(damaged(change, tmp_path))


def test_undamaged_result_of_the_same_kind_is_loaded(tmp_path: Path) -> None:
    assert load_result(damaged({}, tmp_path)).hands == 100
