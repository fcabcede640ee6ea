"""One deal, two deals: words go with their numbers in what is printed."""

from __future__ import annotations

import re

import pytest

from ramsim.cli.main import main

ONE_OF_MANY = re.compile(
    r"(?<![\d,.])1 (deals|records|sessions|rows|lines|units|looks|cards|chips|tricks|points|players|alternatives)\b"
)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simulate", "ramsli", "--hands", "1"], ["1 deal, seed 0", "1 deal in"]),
        (["simulate", "skat-ramsch", "--hands", "1"], ["1 deal, seed 0"]),
        (
            ["simulate", "ramsli", "--precision", "win_rate=0.9", "--max-hands", "1"],
            ["1 deal was counted", "1 deal, 1 look"],
        ),
        (["sessions", "ramsli", "--sessions", "1", "--deals", "1"], ["1 session, 1 deal, seed 0", "1 deal at most"]),
        (["sessions", "schieberamsch", "--sessions", "1", "--deals", "1"], ["1 session, 1 deal, seed 0"]),
        (["sessions", "ramsli", "--sessions", "1", "--stack", "1", "--target", "2"], ["stacks of 1 chip,"]),
        (["compare", "ramsli", "--set", "bete=1", "--set", "bete=2", "--hands", "1"], ["1 deal, seed 0", "1 deal in"]),
    ],
    ids=lambda part: " ".join(part)[:40],
)
def test_one_is_one(capsys: pytest.CaptureFixture[str], arguments: list[str], words: list[str]) -> None:
    assert main([*arguments, "--threads", "1"]) == 0
    printed = capsys.readouterr()
    told = " ".join(f"{printed.out} {printed.err}".split())
    for each in words:
        assert each in told
    assert ONE_OF_MANY.findall(told) == []


def test_one_record_is_one_record(capsys: pytest.CaptureFixture[str], tmp_path: pytest.TempPathFactory) -> None:
    path = f"{tmp_path}/one.jsonl"
    assert main(["deal", "ramsli", "--record"]) == 0
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write(capsys.readouterr().out)
    assert main(["replay", path]) == 0
    assert capsys.readouterr().err == "1 record: 1 right, 0 wrong\n"
