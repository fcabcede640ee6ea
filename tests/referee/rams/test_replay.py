"""`ramsim.replay`: lines of records as a stream, each reported, right or wrong."""

from __future__ import annotations

import itertools
import json

import pytest

from ramsim.errors import RecordError, UsageError
from ramsim.replay import LONGEST_LINE, replay

RAMSCH_ERROR = "the key 'hands' is missing"


@pytest.fixture
def line(ramsli):
    return lambda **changes: json.dumps(ramsli(**changes))


def test_replay_answers_as_the_interface_says(line):
    answers = [answer.as_json() for answer in replay([line(), line(upcard="AH")])]
    assert answers == [
        {
            "line": 1,
            "ok": True,
            "tricks": [3, 2, 0, 0],
            "chips": [3, -1, -6, -6],
            "pot": 10,
            "winners": [0, 0, 0, 1, 1],
        },
        {"line": 2, "ok": False, "error": "the card AH lies in the hand of seat 0 and in the upcard"},
    ]
    assert json.loads(json.dumps(answers)) == answers


def test_replay_of_a_file_by_text_or_path(line, tmp_path):
    file = tmp_path / "hands.jsonl"
    file.write_text(line() + "\n" + line(pot=5) + "\n", encoding="utf-8")
    assert [answer.ok for answer in replay(file)] == [True, False]
    assert [answer.ok for answer in replay(str(file))] == [True, False]


def test_replay_needs_no_newline_at_the_end_and_bears_those_of_windows(line, tmp_path):
    file = tmp_path / "hands.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + line().encode() + b"\r\n" + line().encode())
    assert [(answer.line, answer.ok) for answer in replay(file)] == [(1, True), (2, True)]


def test_replay_skips_blank_lines_and_keeps_their_numbers(line):
    answers = list(replay(["", "  \n", line(), "\n", line()]))
    assert [answer.line for answer in answers] == [3, 5]


@pytest.mark.parametrize("content", [b"", b"\n", b"  \n\n"])
def test_replay_of_an_empty_file_is_an_error(tmp_path, content):
    file = tmp_path / "hands.jsonl"
    file.write_bytes(content)
    with pytest.raises(RecordError, match=r"hands\.jsonl holds no record"):
        list(replay(file))


def test_replay_of_no_lines_is_an_error():
    with pytest.raises(RecordError, match="the input holds no record"):
        list(replay([]))


def test_replay_of_a_file_that_is_not_there_fails_at_once(tmp_path):
    with pytest.raises(UsageError, match=r"none\.jsonl: cannot be read: No such file or directory"):
        replay(tmp_path / "none.jsonl")
    with pytest.raises(UsageError, match="cannot be read: Is a directory"):
        replay(tmp_path)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{", "the line is not JSON: "),
        ("hello", "the line is not JSON: "),
        ("[1, 2]", "the line is JSON but no object: a record is written {...}"),
        ("7", "the line is JSON but no object: a record is written {...}"),
        ("{}", "the key 'variant' is missing"),
        ('{"variant": "ramsly"}', "unknown variant 'ramsly'; did you mean ramsli?"),
        ("[" * 50_000, "the line is nested too deeply for a record"),
        ("\ud800", "the line is not JSON: "),
    ],
)
def test_replay_of_a_line_that_is_no_record(line, text, error):
    answers = list(replay([text, line()]))
    assert answers[0].error.startswith(error)
    assert not answers[0].ok
    assert answers[1].ok


def test_replay_of_bad_utf_8_is_an_error_of_that_line(line, tmp_path):
    file = tmp_path / "hands.jsonl"
    file.write_bytes(b'{"variant": "\xff"}\n' + line().encode() + b"\n")
    answers = list(replay(file))
    assert answers[0].error == "the line is not UTF-8: invalid start byte at byte 14"
    assert answers[1].ok


def test_replay_of_a_line_without_end_is_an_error_of_that_line(line, tmp_path):
    file = tmp_path / "hands.jsonl"
    long = b'{"variant": "' + b"x" * (3 * LONGEST_LINE) + b'"}\n'
    file.write_bytes(line().encode() + b"\n" + long + line().encode() + b"\n" + long.rstrip(b"\n"))
    answers = list(replay(file))
    assert [(answer.line, answer.ok) for answer in answers] == [(1, True), (2, False), (3, True), (4, False)]
    assert answers[1].error == "the line is longer than 1,000,000 bytes"


def test_replay_of_a_line_just_short_enough(line, tmp_path):
    file = tmp_path / "hands.jsonl"
    text = line().encode()
    file.write_bytes(
        text + b" " * (LONGEST_LINE - len(text) - 1) + b"\n" + text + b" " * (LONGEST_LINE - len(text)) + b"\n"
    )
    assert [answer.ok for answer in replay(file)] == [True, False]


def test_replay_of_a_long_line_among_lines_given(line):
    answers = list(replay([line(), " " * (LONGEST_LINE + 1)]))
    assert [answer.ok for answer in answers] == [True, False]


def test_replay_streams_and_holds_one_line(line):
    # An endless source: answers come before it ends.
    answers = replay(itertools.repeat(line()))
    assert [next(answers).line for _ in range(3)] == [1, 2, 3]


def test_replay_dispatches_on_the_family(line):
    answers = list(replay(['{"variant": "schieberamsch"}', '{"variant": "skat-ramsch", "widow": null}', line()]))
    assert answers[0].error == RAMSCH_ERROR
    assert answers[1].error.startswith('unknown key "widow"')
    assert answers[2].ok


def test_replay_keeps_the_text_of_the_hand(line):
    good, bad = replay([line(), "{}"])
    assert good.text[0] == "ramsli, 4 players, pot 4; 7H turned up: hearts are trumps"
    assert bad.text == ("the key 'variant' is missing",)


def test_replay_reports_every_line_of_a_long_file(line, tmp_path):
    file = tmp_path / "hands.jsonl"
    good, bad = line(), line(pot=-1)
    file.write_text("\n".join([good, bad] * 1000), encoding="utf-8")
    answers = list(replay(file))
    assert len(answers) == 2000
    assert sum(answer.ok for answer in answers) == 1000
