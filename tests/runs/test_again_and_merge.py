"""Results in files: repeated exactly, and added up in any order."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

import ramsim
from ramsim.engine.how import How
from ramsim.errors import DataError, UsageError

RUN = {"seed": 5, "rules": {"bete": "pot:7"}, "play": ["rule", "1=random"], "carry": 3, "command": "typed"}


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_file_is_repeated_to_the_byte(tmp_path: Path, ending: str) -> None:
    first = ramsim.simulate("ramscheln", hands=3_000, first=70, **RUN).save(tmp_path / f"a.{ending}")
    again = ramsim.repeat(first, How(threads=1, chunk=99)).save(tmp_path / f"b.{ending}")
    assert first.read_bytes() == again.read_bytes()


def test_priced_merged_and_precise_results_are_repeated_too(tmp_path: Path) -> None:
    parts = [ramsim.simulate("ramsli", hands=500, first=first) for first in (0, 2_000)]
    results = {
        "merged": ramsim.SimulationResult.merged(parts),
        "priced": ramsim.simulate("ramsli", hands=1_000).price(bete=10),
        "precise": ramsim.simulate("ramsli", precision={"mean_chips:all": 0.05}),
        "ramsch": ramsim.simulate("schieberamsch", hands=1_000, skat="push"),
    }
    for name, result in results.items():
        first = result.save(tmp_path / f"{name}.csv")
        assert first.read_bytes() == ramsim.repeat(first).save(tmp_path / "again.csv").read_bytes(), name


def test_a_changed_policy_or_a_changed_file_is_not_repeated(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    source = (Path(ramsim.__file__).parent / "policies" / "declare.py").read_text()
    mine.write_text(source)
    path = ramsim.simulate("ramsli", hands=2_000, declare=f"{mine}:always").save(tmp_path / "a.csv")
    assert ramsim.repeat(path).hands == 2_000
    mine.write_text(source + "\n# changed\n")
    with pytest.raises(DataError, match="its file has changed"):
        ramsim.repeat(path)
    other = ramsim.simulate("ramsli", hands=2_000).save(tmp_path / "b.json")
    text = other.read_text()
    assert '"seed": 0' in text
    other.write_text(text.replace('"seed": 0', '"seed": 1'))
    with pytest.raises(DataError, match="end differently"):
        ramsim.repeat(other)


def test_merging_is_associative_and_does_not_see_the_order(tmp_path: Path) -> None:
    cuts = [(0, 700), (700, 1), (701, 1_299), (5_000, 400)]
    files = [
        ramsim.simulate("ramscheln", first=first, hands=hands, **RUN).save(tmp_path / f"{first}.json")
        for first, hands in cuts
    ]
    wanted = ramsim.merge(files)
    for order in itertools.permutations(files):
        found = ramsim.merge(order)
        assert found.outcomes.equals(wanted.outcomes)
        assert found.provenance == wanted.provenance
        left = ramsim.merge([ramsim.merge(order[:2]).save(tmp_path / "left.json"), *order[2:]])
        assert left.outcomes.equals(wanted.outcomes)
        assert left.ranges == wanted.ranges == ((0, 2_000), (5_000, 400))
    whole = ramsim.simulate("ramscheln", hands=2_000, **RUN)
    assert ramsim.merge(files[:3]).outcomes.equals(whole.outcomes)


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ({"first": 99}, "the deals 0 to 99 and 99 to 198 overlap"),
        ({"seed": 6}, "differ in seed"),
        ({"carry": 4}, "differ in carry"),
        ({"players": 5}, "differ in players"),
        ({"play": "random"}, "differ in policies"),
        ({"rules": {"bete": 6}}, "differ in rules"),
    ],
)
def test_what_does_not_fit_is_not_merged(tmp_path: Path, words: dict, what: str) -> None:
    one = ramsim.simulate("ramscheln", hands=100, **RUN).save(tmp_path / "one.csv")
    other = ramsim.simulate("ramscheln", **{**RUN, "hands": 100, "first": 100, **words}).save(tmp_path / "other.csv")
    with pytest.raises(DataError, match=what):
        ramsim.merge([one, other])


def test_the_two_files_that_do_not_go_together_are_named(tmp_path: Path) -> None:
    a, b, c = (
        ramsim.simulate("ramscheln", **{**RUN, "hands": 100, "first": first, "seed": seed}).save(tmp_path / name)
        for name, first, seed in (("a.csv", 0, 1), ("b.csv", 100, 1), ("c.csv", 150, 1))
    )
    other = ramsim.simulate("ramscheln", **{**RUN, "hands": 100, "first": 300, "seed": 2}).save(tmp_path / "other.csv")
    with pytest.raises(DataError) as refused:
        ramsim.merge([c, a, b])
    assert str(refused.value) == f"{c} and {b}: the deals 100 to 199 and 150 to 249 overlap"
    with pytest.raises(DataError) as refused:
        ramsim.merge([a, c, a])
    assert str(refused.value) == f"{a} is named twice: the deals 0 to 99 and 0 to 99 overlap"
    with pytest.raises(DataError) as refused:
        ramsim.merge([a, b, other])
    assert str(refused.value) == f"{a} and {other}: results that differ in seed cannot be merged: 1 and 2"
    with pytest.raises(DataError, match=r"^result 1 and result 2: the deals 100 to 199 and 150 to 249 overlap$"):
        ramsim.Result.merged([ramsim.load_result(path) for path in (b, c)])


def test_nothing_is_not_merged_and_a_comparison_neither(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="at least one file"):
        ramsim.merge([])
    path = ramsim.compare("ramsli", rules={"bete": [1, 2]}, hands=100).save(tmp_path / "c.csv")
    with pytest.raises(DataError, match="no result of simulate"):
        ramsim.merge([path])
