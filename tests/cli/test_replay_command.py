"""``ramsim replay``: every line reported, exit code 1 when any is wrong, streamed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

# Two players, hearts are trumps: the ace of trumps and every other trick fall to seat 0, who has five sure tricks.
# Pot 2 (two antes); seat 0 takes it: +1. Seat 1 is bete: -1 ante, -5 to the next pot.
RIGHT = {
    "variant": "ramsli",
    "players": 2,
    "pot": 0,
    "hands": ["AH KH QH AS AC", "7S 8S 7C 8C 7D"],
    "upcard": "TH",
    "declarations": ["in", "in"],
    "plays": ["AH", "7D", "KH", "7S", "QH", "7C", "AS", "8S", "AC", "8C"],
    "result": {"tricks": [5, 0], "chips": [1, -6], "pot": 5},
}
REVOKE = {**RIGHT, "plays": ["AH", "7D", "KH", "7S", "QH", "7C", "AS", "8C", "AC", "8S"]}
WRONG_RESULT = {**RIGHT, "result": {"tricks": [5, 0], "chips": [2, -6], "pot": 5}}
CARD_TWICE = {**RIGHT, "hands": ["AH KH QH AS AC", "7S 8S 7C 8C AH"]}
CARD_MISSING = {**RIGHT, "hands": ["AH KH QH AS AC", "7S 8S 7C 8C"]}
NOBODYS_CARD = {**RIGHT, "plays": ["AH", "9D", "KH", "7S", "QH", "7C", "AS", "8S", "AC", "8C"]}


def lines_of(*records: object) -> str:
    return "".join(f"{record if isinstance(record, str) else json.dumps(record)}\n" for record in records)


def test_a_right_record_is_settled(run: Run) -> None:
    done = run("replay", "-", "--format", "json", stdin=lines_of(RIGHT))
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    expected = {"line": 1, "ok": True, "tricks": [5, 0], "chips": [1, -6], "pot": 5, "winners": [0, 0, 0, 0, 0]}
    assert {key: answer[key] for key in expected} == expected


def test_every_line_is_reported_and_one_fault_makes_the_code_1(run: Run, tmp_path: Path) -> None:
    (tmp_path / "hands.jsonl").write_text(
        lines_of(RIGHT, REVOKE, "", "no json", WRONG_RESULT, CARD_TWICE, CARD_MISSING, NOBODYS_CARD, "[1]", RIGHT)
    )
    done = run("replay", "hands.jsonl", "--format", "json")
    assert done.returncode == 1
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(answer["line"], answer["ok"]) for answer in answers] == [
        (1, True),
        (2, False),
        (4, False),
        (5, False),
        (6, False),
        (7, False),
        (8, False),
        (9, False),
        (10, True),
    ]
    assert "seat 1 must follow spades (holds 8S), played 8C in trick 4" in answers[1]["error"]
    assert done.stderr == "9 records: 2 right, 7 wrong\n"


def test_without_json_the_hand_is_told_trick_by_trick(run: Run) -> None:
    done = run("replay", "-", "--quiet", stdin=lines_of(RIGHT, REVOKE))
    assert done.returncode == 1
    assert done.stderr == ""
    told = done.stdout.splitlines()
    assert told[0] == "line 1: right, ramsli"
    for card in RIGHT["plays"]:  # type: ignore[attr-defined]
        assert any(card in line for line in told), card
    faults = [line for line in told if line.startswith("line 2: wrong: ")]
    assert len(faults) == 1
    assert "must follow spades" in faults[0]


@pytest.mark.parametrize("content", ["", "\n\n  \n"])
def test_a_file_without_a_record_is_wrong(run: Run, tmp_path: Path, content: str) -> None:
    (tmp_path / "empty.jsonl").write_text(content)
    done = run("replay", "empty.jsonl")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "Error: empty.jsonl holds no record\n")


def test_bytes_that_are_no_text_are_a_fault_of_their_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "hands.jsonl").write_bytes(b"\xff\xfe\n" + lines_of(RIGHT).encode())
    done = run("replay", "hands.jsonl", "--format", "json")
    assert done.returncode == 1
    first, second = map(json.loads, done.stdout.splitlines())
    assert not first["ok"]
    assert "UTF-8" in first["error"]
    assert second["ok"]


def test_records_are_answered_as_they_come(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ramsim", "replay", "-", "--format", "json", "--quiet"]
    with subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in (1, 2, 3):
            process.stdin.write(lines_of(RIGHT))
            process.stdin.flush()
            # The answer comes while the input is still open: nothing waits for the end of the file.
            assert json.loads(process.stdout.readline())["line"] == number
        process.stdin.close()
        assert process.wait(timeout=60) == 0
