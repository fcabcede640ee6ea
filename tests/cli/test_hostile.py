"""Input of a hostile stranger: whatever is typed or read, one clear sentence, never a fault inside ramsim."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ramsim
from ramsim.cli.main import main
from ramsim.errors import RamsimError, UsageError
from ramsim.variants.schema import RamsRules

DIGITS = "9" * 5000


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 2) -> str:
    """Give the message of a refused command: at most two lines on stderr, nothing on stdout."""
    found = main(arguments)
    printed = capsys.readouterr()
    assert (found, printed.out) == (code, ""), printed.err
    assert printed.err.startswith("Error: ")
    assert "fault inside" not in printed.err
    assert len(printed.err.splitlines()) <= 2
    assert len(printed.err) < 1000
    return printed.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["simulate", "ramsli", "--hands", DIGITS],
        ["simulate", "ramsli", "--first", DIGITS],
        ["simulate", "ramsli", "--carry", DIGITS],
        ["simulate", "ramsli", "--seed", DIGITS],
        ["simulate", "ramsli", "--seed", f"-{DIGITS}"],
        ["simulate", "ramsli", "--players", DIGITS],
        ["simulate", "ramsli", "--threads", DIGITS],
        ["simulate", "ramsli", "--play", f"{DIGITS}=rule"],
        ["simulate", "ramsli", "--precision", f"win_rate={DIGITS}"],
        ["simulate", "ramsli", "--max-time", f"{DIGITS}s"],
        ["deal", "ramsli", "--number", DIGITS],
        ["rules", "ramsli", "--set", f"ante={DIGITS}"],
        ["rules", "ramsli", "--set", f"bete=pot:{DIGITS}"],
        ["rules", "ramsli", "--set", f"ante={'[' * 5000}"],
        ["rules", "x" * 5000],
        ["compare", "ramsli", "--set", "bete=1", "--set", "bete=2", "--baseline", DIGITS],
    ],
    ids=lambda arguments: " ".join(arguments)[:40],
)
def test_what_is_endlessly_long_is_refused_shortly(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    refusal(capsys, *arguments)


@pytest.mark.parametrize("text", ["-", "e5", "_5", ",,,1", "1__0", "5_", "1e", "k", "٣", "1e100", "0x10", "1 000"])
def test_what_is_no_number_is_told_so(capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert f"{text!r} is no whole number" in refusal(capsys, "simulate", "ramsli", "--hands", text)


@pytest.mark.parametrize("text", ["1e3", "0x10", "1.0", "_1", "1__0", "²", "٣", ""])
def test_what_is_no_integer_is_told_so(capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert f"{text!r} is no integer" in refusal(capsys, "simulate", "ramsli", "--seed", text)


@pytest.mark.parametrize("seats", ["²", "x", "-1", DIGITS])
def test_seats_that_are_none_are_refused(capsys: pytest.CaptureFixture[str], seats: str) -> None:
    hand = ("AH KH 9S 8C 7D", "--upcard", "TH", "--seat", "2", "--in", seats)
    assert "write seats like 0,1" in refusal(capsys, "advise", "ramsli", *hand)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simulate", "ramsli", "--play", "²=rule"], "unknown play policy '²=rule'"),
        (["simulate", "ramsli", "--precision-rule", "pilot"], "precision rule 'pilot': goes with precision"),
        (
            ["compare", "ramsli", "--set", "bete=1", "--set", "bete=2", "--precision-rule", "pilot"],
            "precision rule 'pilot': goes with precision",
        ),
        (["simulate", "ramsli", "--precision", "win_rate=0.1", "--max-hands", "0"], "max_hands = 0: must be 1 to"),
        (["sessions", "ramsli", "--precision", "mean_pot=1", "--max-sessions", "0"], "max_sessions = 0: must be 1 to"),
        (["advise", "ramsli", "AH", "--upcard", "TH", "--seat", "0", "--pot", "-1"], "pot = -1: must be 0 to"),
        (["rules", "ramsli", "--set", "play.ante=3"], "ante stands in [play], its section is [stakes]"),
        (["rules", "ramsli", "--set", "nowhere.ante=3"], "ante stands in [nowhere], its section is [stakes]"),
        (["rules", "ramsli", "--set", ".ante=3"], "its section is [stakes]"),
        (["rules", "ramsli", "--set", "ante=1\nbete=2"], "must be a whole number from 0 to"),
        (["rules", "ramsli", "--set", "ante=nan"], "ante = nan: must be a whole number from"),
        (["rules", "ramsli", "--set", "bete="], "must be chips (0 to 1,000,000), pot, or pot:CAP"),
        (["rules", "ramsli", "--set", "bete=pot:-1"], "must be chips (0 to 1,000,000), pot, or pot:CAP"),
        (["rules", "ram\x1b[2Jsli"], r"unknown variant 'ram\x1b[2Jsli'"),
        (["rules", "ram\x1b[2J/sli"], r"ram\x1b[2J/sli: cannot be read"),
        (["sessions", "ramsli", "--stack", "5", "--broke", "beg"], "must be one of stop, rebuy, play_on\n"),
    ],
    ids=lambda part: " ".join(part)[:50] if isinstance(part, list) else "",
)
def test_odd_words_are_refused_with_what_would_be_right(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert words in refusal(capsys, *arguments)


def test_the_section_of_a_field_may_stand_before_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "ramsli", "--set", "stakes.ante=3"]) == 0
    assert main(["rules", "palatinate", "--set", "score.tie=half_each"]) == 0
    assert main(["rules", "ramsli", "--set", "stakes.tie=carries"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (f"ante = {DIGITS}".encode(), "is no TOML"),
        (b"ante = " + b"[" * 20_000, "nested too deeply"),
        (b"#" * 1_000_001, "larger than 1,000,000 bytes"),
        (b"base = 'ramsli'\n[stakes]\nbete = inf\n", "bete = inf: must be chips"),
        (b"base = 'ramsli'\n[stakes]\nbete = {kind = 'pot', cap = -3}\n", ">= 0"),
    ],
    ids=["digits", "nested", "large", "inf", "cap"],
)
def test_a_hostile_variant_file_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, words: str
) -> None:
    path = tmp_path / "my.toml"
    path.write_bytes(content)
    message = refusal(capsys, "rules", str(path))
    assert words in message
    assert "my.toml" in message


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("import sys; sys.exit(3)", "fails when read: SystemExit: 3"),
        ("raise RuntimeError('one\\ntwo')", "fails when read: RuntimeError: one two"),
        ("", "has no function 'mine'\n"),
        ("mine = 5", "has no function 'mine'\n"),
        ("class mine:\n    pass", "has no function 'mine'\n"),
        ("def mine(view):\n    pass", "takes 1 argument, must take 2"),
        ("def mine(*both):\n    pass", "must take 2"),
        ("def mine(view, choice):\n    yield 1", "must be a plain function"),
        ("async def mine(view, choice):\n    pass", "must be a plain function"),
        ("def mine(view, choice):\n    raise ValueError", "may raise an exception"),
        ("def mine(view, choice):\n    assert choice.size", "may raise an exception"),
    ],
)
def test_a_users_policy_that_cannot_be_one_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, source: str, words: str
) -> None:
    path = tmp_path / "own.py"
    path.write_text(source)
    assert words in refusal(capsys, "simulate", "ramsli", "--play", f"{path}:mine")


@pytest.mark.parametrize("content", ["[" * 200_000, '{"ramsim": ' + DIGITS + "}", "", "null", '{"ramsim": NaN}'])
@pytest.mark.parametrize("command", [["simulate", "--again"], ["merge"]], ids=["again", "merge"])
def test_a_file_that_is_no_result_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: list[str], content: str
) -> None:
    path = tmp_path / "x.json"
    path.write_text(content)
    assert "x.json" in refusal(capsys, *command, str(path), code=1)


@pytest.mark.parametrize(("name", "value"), [("players", 99), ("seed", -1), ("first", -1), ("carry", -1)])
def test_a_number_in_a_result_that_cannot_be_is_the_fault_of_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, value: int
) -> None:
    from ramsim.provenance import head_of
    from ramsim.variants import load_variant

    parts = {"players": 4, "policies": {"play": "rule"}, "seed": 0, "first": 0, "hands": 5, "carry": 0, "command": None}
    words = {"ranges": [[0, 5]], "sight": [], "priced": {}}
    head = head_of(load_variant("ramsli"), ramsim="0", **{**parts, name: value}, **words)
    path = tmp_path / "x.json"
    path.write_text(json.dumps(head))
    message = refusal(capsys, "simulate", "--again", str(path), code=1)
    assert f"x.json: {name} = {value}: must be" in message


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a POSIX system")
def test_an_interrupt_while_the_command_line_is_read_ends_quietly() -> None:
    code = "import sys, runpy; sys.meta_path.insert(0, type('Stop', (), {'find_spec': staticmethod(stop)})()); "
    stop = "def stop(name, *rest):\n    if name == 'click':\n        raise KeyboardInterrupt\n"
    done = subprocess.run(
        [sys.executable, "-c", f"{stop}{code}runpy.run_module('ramsim', run_name='__main__')", "variants"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGINT, "", "")


@pytest.mark.parametrize("columns", ["x", "0", "-5", "1", "1e3", "²", DIGITS])
def test_a_width_that_is_none_does_no_harm(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert main(["policies"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert "always" in printed.out


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of a POSIX system")
@pytest.mark.parametrize(
    ("closed", "arguments", "code", "words"),
    [
        (">&-", "variants", 0, ""),
        (">&- 2>&-", "rules nothing", 2, ""),
        ("2>&-", "rules nothing", 2, ""),
        ("<&-", "replay -", 1, "holds no record"),
    ],
)
def test_a_closed_stream_is_no_fault(closed: str, arguments: str, code: int, words: str) -> None:
    command = f"{sys.executable} -m ramsim {arguments} {closed}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (code, "")
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert "fault" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        {"variant": 5},
        {"variant": b"ramsli"},
        {"rules": 5},
        {"rules": {5: 6}},
        {"rules": {"bete": Path}},
        {"rules": {"ante": "\ud800"}},
        {"play": 5},
        {"play": [None]},
        {"play": print},
        {"precision": 5},
        {"precision": [5]},
        {"threads": "x"},
        {"threads": True},
        {"chunk": 1.5},
        {"checkpoint_every": float("nan")},
    ],
    ids=str,
)
def test_a_value_of_the_wrong_type_is_told_in_python_too(words: dict[str, Any]) -> None:
    with pytest.raises(UsageError) as refused:
        ramsim.simulate(**{"variant": "ramsli", **words})
    assert "\n" not in str(refused.value)


def test_numbers_of_numpy_are_numbers() -> None:
    rules = ramsim.variant("ramsli", ante=np.int64(3), must_trump=np.bool_(True)).rules
    assert isinstance(rules, RamsRules)
    assert (rules.ante, rules.must_trump) == (3, True)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"variant": "ramsli", "variant": "rams"}', 'the key "variant" stands twice'),
        ('{"variant": "ramsli", "rules": {"ante": 1, "ante": 2}}', 'the key "ante" stands twice'),
        ('{"variant": "' + "x" * 5000 + '"}', "must be a preset's name"),
    ],
)
def test_a_record_is_read_whole_or_not_at_all(line: str, words: str) -> None:
    (answer,) = ramsim.replay([line])
    assert words in str(answer.error)
    assert len(str(answer.error)) < 300


def test_the_machine_that_fails_is_no_wrong_word() -> None:
    assert RamsimError.exit_code == 1
    assert UsageError.exit_code == 2
