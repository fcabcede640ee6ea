"""``ramsim variants`` and ``ramsim rules``: what there is, in words."""

from __future__ import annotations

import csv
import doctest
import io
import json
from pathlib import Path

import pytest

import ramsim.catalogue
from ramsim.variants import RamschRules, RamsRules, load_variant, preset_names, rules_hash
from ramsim.variants.points import POINTS
from ramsim.variants.schema import fields_of
from tests.cli.conftest import Run

OWN_FILE = """
base = "ramsli"
name = "tuesday-table"
players = [3, 6]
[stakes]
ante = 2
bete = { kind = "pot", cap = 20 }
[play]
overtrump = "when_void"
"""


def test_variants_names_every_preset_once(run: Run) -> None:
    done = run("variants")
    assert done.returncode == 0
    assert done.stderr == ""
    firsts = [line.split()[0] for line in done.stdout.splitlines()[2:] if line and not line.startswith(" ")]
    assert firsts == list(preset_names())
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_variants_as_csv_and_json_say_the_same(run: Run) -> None:
    rows = json.loads(run("variants", "--format", "json").stdout)
    assert rows == list(csv.DictReader(io.StringIO(run("variants", "--format", "csv").stdout)))
    by_name = {row["name"]: row for row in rows}
    assert set(by_name) == set(preset_names())
    assert by_name["ramsli"] == {
        "name": "ramsli",
        "family": "rams",
        "players": "2-6",
        "pack": "32 cards",
        "sentence": "Ante one, in or out; most tricks takes the pot, no trick pays five",
    }
    assert by_name["ramsli-jokers"]["pack"] == "32 cards and 2 jokers"
    assert by_name["palatinate"]["players"] == "3"
    assert by_name["rounce"]["pack"] == "52 cards"


@pytest.mark.parametrize("name", preset_names())
def test_rules_tells_every_field_and_point_of_a_preset(run: Run, name: str) -> None:
    done = run("rules", name)
    assert done.returncode == 0
    variant = load_variant(name)
    lines = done.stdout.splitlines()
    for field in fields_of(type(variant.rules)):
        assert sum(line.startswith(f"  {field} = ") for line in lines) == 1, field
    flowing = " ".join(done.stdout.split())
    for _, point in POINTS[variant.family]:
        assert point in flowing
    for words in variant.readings.values():
        assert words in flowing.replace(f"{words[0].upper()}{words[1:]}", words), words
    assert variant.source in flowing
    assert rules_hash(variant) in flowing
    assert max(map(len, lines)) <= 100


def test_rules_marks_our_readings_and_fields_without_effect(run: Run) -> None:
    fields = {line["field"]: line for line in json.loads(run("rules", "ramsli", "--format", "json").stdout)["fields"]}
    assert fields["head"]["says"] == "ours"
    assert fields["head"]["note"] == "the source asks for a higher trump, never for a higher card of a plain suit"
    assert fields["ante"] == {
        "section": "stakes",
        "field": "ante",
        "value": "1",
        "meaning": "chips that whoever antes pays to the pot each deal",
        "says": "source",
        "note": "",
    }
    assert fields["target_bonus"]["says"] == "idle"
    assert fields["bete"]["value"] == "5"


def test_rules_of_an_own_file_marks_what_it_changed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text(OWN_FILE)
    sheet = json.loads(run("rules", "my.toml", "--format", "json").stdout)
    assert sheet["variant"] == "tuesday-table"
    assert sheet["players"] == [3, 6]
    changed = {line["field"]: (line["value"], line["note"]) for line in sheet["fields"] if line["says"] == "changed"}
    assert changed == {
        "ante": ("2", "was 1"),
        "bete": ("pot:20", "was 5"),
        "overtrump": ("when_void", "was always"),
    }
    text = run("rules", "my.toml").stdout
    assert "-> changed here: was always" in text


def test_rules_with_set_shows_the_changed_rule(run: Run) -> None:
    rows = csv.DictReader(io.StringIO(run("rules", "ramsli", "--set", "bete=pot", "--format", "csv").stdout))
    by_field = {row["field"]: row for row in rows}
    assert (by_field["bete"]["value"], by_field["bete"]["says"], by_field["bete"]["note"]) == (
        "pot",
        "changed",
        "was 5",
    )
    assert by_field["ante"]["says"] == "source"


def test_values_are_written_as_set_reads_them() -> None:
    from ramsim.variants.loader import parse_assignment

    for name in preset_names():
        variant = load_variant(name)
        changes = dict(parse_assignment(f"{line.field}={line.value}") for line in ramsim.catalogue.rules(name).lines)
        assert load_variant(variant, changes).rules == variant.rules


def test_fields_without_effect_are_those_that_the_other_rules_switch_off() -> None:
    from ramsim.variants.idle import idle_fields

    assert "tie" in idle_fields(RamsRules(payout="per_trick"))
    assert "tie" not in idle_fields(RamsRules(payout="most_tricks"))
    assert {"all_pass", "lone", "all_pass_stake"} <= idle_fields(RamsRules(dropping="never"))
    assert "special_payers" not in idle_fields(RamsRules(special="general", special_success="triple_pot"))
    assert "jacks_passable" in idle_fields(RamschRules(skat_round="none"))
    assert not idle_fields(RamschRules()) & {"knock", "bock", "tie"}


def test_examples_in_the_catalogue_hold() -> None:
    outcome = doctest.testmod(ramsim.catalogue)
    assert outcome.attempted >= 2
    assert outcome.failed == 0


def test_the_headline_of_a_changed_sheet_says_what_was_changed() -> None:
    sheet = ramsim.rules("ramsli", bete="pot", ante=2).text().splitlines()
    assert sheet[1] == "but with bete = pot, ante = 2"
    assert "but with" not in ramsim.rules("ramsli").text().splitlines()[1]
