"""The published results can be rebuilt: a tiny version of all of them."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest

from reports.make import NAMES, main
from reports.parts import as_markdown, share


def test_a_tiny_version_of_every_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--size", "tiny", "--to", str(tmp_path)])
    assert capsys.readouterr().out.count("made in") == len(NAMES)
    for name in NAMES:
        page = (tmp_path / name / "README.md").read_text("utf-8")
        assert page.startswith("# ")
        assert f"`python -m reports.make {name} --size tiny`" in page
        assert "nan" not in page
        assert not re.search(r"-0\.0+(?!\d)", page), "minus nought"
        assert list((tmp_path / name).glob("*.csv"))
        for picture in (part.partition(")")[0] for part in page.split("](")[1:]):
            assert (tmp_path / name / picture).stat().st_size > 1000
    stay = (tmp_path / "ramsli_strength" / "README.md").read_text("utf-8")
    assert "The dealer stays with" in stay


def test_an_unknown_report_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["rate"])
    assert "known are rates" in capsys.readouterr().err


def test_a_table_has_the_digits_that_its_errors_allow() -> None:
    """Wilson's interval of 25 in 100 is 0.1755 to 0.3430 (0.2593 plus and minus 0.0838): 0.0930 to the farther end."""
    frame = pd.DataFrame(
        [{"preset": "a", "deals": 12_345, "chips": -0.0041, "chips_se": 0.02, **share("made", 25, 100)}]
    )
    lines = as_markdown(frame.assign(other=[1.25]), {"other": 1}).splitlines()
    assert lines[0] == "| preset | deals | chips | made | other |"
    assert lines[2] == "| a | 12,345 | 0.00 ±0.04 | 0.25 ±0.10 | 1.2 |"
    assert as_markdown(frame, errors=False).splitlines()[2] == "| a | 12,345 | 0.00 | 0.25 |"
