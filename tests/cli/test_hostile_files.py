"""Files of a hostile stranger: lines without an end, damaged results and tables, odd places."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ramsim
from ramsim import replay as replay_function
from ramsim.cli.main import main
from ramsim.engine.plan import make_plan
from ramsim.errors import DataError, PolicyError, RamsimError, RecordError

replay_module = sys.modules["ramsim.replay"]
ODD: tuple[Any, ...] = (None, True, -1, 1.5, "", "x", [], [1], {}, {"a": 1}, 10**30, 2**64, float("nan"), [[0, -5]])
SMALL = {"hand_size": 2, "ranks": "AKQJ"}


def damaged(content: dict[str, Any], names: tuple[str, ...]) -> list[dict[str, Any]]:
    """Give copies of a file's content with one value after the other replaced by an odd one, or left out."""
    found = []
    for name in names:
        found += [{**content, name: value} for value in ODD]
        found.append({key: value for key, value in content.items() if key != name})
        if isinstance(content[name], dict):
            for inner in content[name]:
                found += [{**content, name: {**content[name], inner: value}} for value in ODD]
    return found


def told(call: Any) -> str:
    try:
        call()
    except RamsimError as error:
        return str(error)
    return "-"


@pytest.mark.parametrize("variant", ["ramsli", "schieberamsch"])
def test_a_damaged_result_is_refused_in_one_line_and_takes_no_memory(tmp_path: Path, variant: str) -> None:
    content = json.loads(ramsim.simulate(variant, hands=20, threads=1).save(tmp_path / "r.json").read_text("utf-8"))
    path = tmp_path / "x.json"
    for each in damaged(content, tuple(name for name in content if name != "rows")):
        path.write_text(json.dumps(each))
        for read in (ramsim.load_result, ramsim.read_provenance, lambda file: ramsim.load_result(file).as_json()):
            assert "\n" not in told(lambda read=read: read(path))
    for name, value in (("players", 10**30), ("seed", 2**64), ("hands", -1), ("carry", 10**30), ("first", 2**63)):
        path.write_text(json.dumps({**content, name: value}))
        with pytest.raises(DataError, match=rf"x.json: {name} = -?\d+: must be \d"):
            ramsim.load_result(path)


def test_what_is_no_number_in_a_result_is_refused(tmp_path: Path) -> None:
    path = ramsim.simulate("ramsli", hands=20, threads=1).save(tmp_path / "x.json")
    whole = path.read_text("utf-8")
    for word in ("NaN", "Infinity", "-Infinity", "1e999"):
        path.write_text(whole.replace('"seed": 0', f'"seed": 0, "more": {word}'))
        with pytest.raises(DataError, match=r"x\.json: is damaged"):
            ramsim.load_result(path)


def test_a_damaged_table_is_refused_in_one_line(tmp_path: Path) -> None:
    made = ramsim.strength("ramsli", players=2, classes="complete", rules=SMALL, precision=0.25, threads=1)
    content = json.loads(made.save(tmp_path / "t.json").read_text("utf-8"))
    path = tmp_path / "x.json"
    words = {"players": 2, "rules": SMALL}
    rows = [
        {**content, "rows": [{**content["rows"][0], name: value}, *content["rows"][1:]]}
        for name in ("class", "seat", "before", "value")
        for value in ODD
    ]
    for each in (*damaged(content, ("players", "rules", "classes", "kind", "rules_hash", "carry")), *rows):
        path.write_text(json.dumps(each))
        assert "\n" not in told(lambda: make_plan("ramsli", declare=f"table:{path}", **words))
        asked = {"upcard": "QH", "seat": 0, "table": path, **words}
        assert "\n" not in told(lambda asked=asked: ramsim.advise("ramsli", "AH KH", **asked))
    path.write_text(json.dumps({**content, "rules": {**content["rules"], "hand_size": 10**30}}))
    with pytest.raises(PolicyError, match=r"x\.json: is damaged"):
        make_plan("ramsli", declare=f"table:{path}", **words)


def test_a_line_without_an_end_ends_with_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_module, "ENDLESS_LINE", 5_000_000)
    path = tmp_path / "long.jsonl"
    path.write_bytes(b"{}\n" + b"x" * 4_000_000 + b"\n" + b"x" * 7_000_000)
    lines = replay_function(path)
    assert [next(lines).error for _ in range(2)][1] == "the line is longer than 1,000,000 bytes"
    with pytest.raises(RecordError, match=r"long.jsonl: a line goes on for more than 5,000,000 bytes"):
        next(lines)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs a system that tells its memory")
def test_a_device_without_an_end_is_no_file_of_records() -> None:
    code = "import pathlib, sys; from ramsim.cli.main import main; code = main(['replay', '/dev/zero']); "
    most = "print(pathlib.Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0]); sys.exit(code)"
    done = subprocess.run([sys.executable, "-c", code + most], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "Error: /dev/zero: a line goes on for more than 1,000,000,000 bytes" in done.stderr
    assert int(done.stdout) < 200_000


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a device without an end")
def test_a_device_without_an_end_is_no_list_of_hands(capsys: pytest.CaptureFixture[str]) -> None:
    for variant in ("ramsli", "schieberamsch"):
        assert main(["strength", variant, "--classes", "/dev/zero"]) == 2
        assert "'/dev/zero': must be" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simulate", "ramsli", "--out", ""], "'' is no path"),
        (["simulate", "ramsli", "--checkpoint", ""], "'' is no path"),
        (["simulate", "--again", ""], "'' is no path"),
        (["merge", ""], "'' is no path"),
        (["strength", "ramsli", "--plot", ""], "'' is no path"),
        (["replay", ""], "source = '': must be the path"),
        (["simulate", "ramsli", "--checkpoint", "file"], "file: cannot hold a checkpoint: is a file, must be a folder"),
        (["simulate", "ramsli", "--checkpoint", "file/x"], "file/x: cannot hold a checkpoint: Not a directory"),
        (["simulate", "ramsli", "--out", "file/x.csv"], "file/x.csv: cannot be written: there is no folder"),
        (["simulate", "ramsli", "--out", "x.csv", "--checkpoint", "x.csv"], "is the folder of --checkpoint, too"),
        (["sessions", "ramsli", "--out", "x.csv", "--checkpoint", "./x.csv"], "is the folder of --checkpoint, too"),
        (["strength", "ramsli", "--out", "x.csv", "--checkpoint", "x.csv"], "is the folder of --checkpoint, too"),
        (["compare", "ramsli", "--set", "bete=1", "--set", "bete=2", "--out", "x.csv", "--checkpoint", "x.csv"], "too"),
        (["simulate", "ramsli", "--out", "circle.csv"], "circle.csv: cannot be written"),
        (["merge", "circle.csv"], "circle.csv: cannot be read"),
        (["replay", "file/x"], "file/x: cannot be read: Not a directory"),
        (["rules", "file/x.toml"], "file/x.toml: cannot be read: Not a directory"),
        (["simulate", "ramsli", "--set", "bete=pot:٣"], "must be chips (0 to 1,000,000), pot, or pot:CAP"),
        (["simulate", "ramsli", "--declare", "threshold:٣"], "write threshold:x with a number"),
        (["simulate", "ramsli", "--max-time", "٣s"], "must be a time above 0"),
        (["sessions", "schieberamsch", "--schedule", "٣ bock"], "write rounds like"),
        (["simulate", "ramsli", "--hands", "9" * 38], f"hands = {'9' * 38}: must be 1 to"),
        (["simulate", "ramsli", "--cluster", "local:100000"], "must be local:1 to local:256"),
        (["simulate", "ramsli", "--set", f"bete={'{kind=' * 300}1{'}' * 300}"], "expected `str`, got `dict`"),
    ],
    ids=lambda part: " ".join(part)[:50] if isinstance(part, list) else "",
)
def test_an_odd_place_or_word_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    (tmp_path / "circle.csv").symlink_to("circle.csv")
    code = main(arguments)
    printed = capsys.readouterr()
    assert words in printed.err
    assert (code, printed.out) == (1 if arguments[0] == "merge" and arguments[1] else 2, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["circle.csv", "file"]


def test_a_cache_folder_that_cannot_be_is_no_obstacle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ramsim.kernels import jit

    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RAMSIM_CACHE_DIR", str(tmp_path / "file" / "inside"))
    jit.cache_folder.cache_clear()
    try:
        assert jit.cache_folder() is None
    finally:
        jit.cache_folder.cache_clear()
