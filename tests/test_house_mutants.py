"""The table of `make mutants` names modules and tests that are there."""

from __future__ import annotations

import tomllib

import pytest

from tests.shared_data import ROOT

AREAS = tomllib.loads((ROOT / "tests" / "mutants" / "areas.toml").read_text("utf-8"))["areas"]


@pytest.mark.parametrize("area", AREAS)
def test_every_pattern_of_an_area_fits_something(area: str) -> None:
    patterns = [*AREAS[area]["product"], *AREAS[area]["tests"]]
    assert [pattern for pattern in patterns if not any(ROOT.glob(pattern))] == []
