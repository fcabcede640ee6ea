"""The published results can be rebuilt: a tiny version of all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.make import NAMES, main


def test_a_tiny_version_of_every_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--size", "tiny", "--to", str(tmp_path)])
    assert capsys.readouterr().out.count("made in") == len(NAMES)
    for name in NAMES:
        page = (tmp_path / name / "README.md").read_text("utf-8")
        assert page.startswith("# ")
        assert f"`python -m reports.make {name} --size tiny`" in page
        assert "nan" not in page
        assert list((tmp_path / name).glob("*.csv"))
        for picture in (part.partition(")")[0] for part in page.split("](")[1:]):
            assert (tmp_path / name / picture).stat().st_size > 1000
    stay = (tmp_path / "ramsli_strength" / "README.md").read_text("utf-8")
    assert "The dealer stays with" in stay


def test_an_unknown_report_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["rate"])
    assert "known are rates" in capsys.readouterr().err
