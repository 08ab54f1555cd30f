"""Measuring: intervals, thresholds, the report and the card."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.card import Facts, write_toml
from models.evaluate import Figures, report
from models.intervals import Share
from models.measure_embedding import Reading, acceptance, temperature


@st.composite
def shares(draw: st.DrawFn) -> Share:
    tries = draw(st.integers(1, 5000))
    return Share(draw(st.integers(0, tries)), tries)


@given(shares())
def test_the_interval_holds_the_share(share: Share) -> None:
    low, high = share.interval()
    assert 0 <= low <= share.value + 1e-9
    assert share.value - 1e-9 <= high <= 1


@given(shares())
def test_more_tries_make_it_narrower(share: Share) -> None:
    low, high = share.interval()
    more = Share(share.hits * 4, share.tries * 4).interval()
    assert more[1] - more[0] < high - low


@pytest.mark.parametrize(
    ("share", "low", "high"), [(Share(9, 10), 0.596, 0.982), (Share(32, 32), 0.893, 1.0)]
)
def test_known_intervals(share: Share, low: float, high: float) -> None:
    assert share.interval() == pytest.approx((low, high), abs=0.001)


def test_shares_add_up() -> None:
    assert Share(1, 2) + Share(3, 4) == Share(4, 6)
    assert Share(0, 0).interval() == (0, 1)


def certain(gap: float) -> Reading:
    """Ten views of ten cards, their own card ahead by a gap, every tenth wrong."""
    alike = np.full((100, 10), 0.5)
    truth = np.tile(np.arange(10), 10)
    told = np.where(np.arange(100) % 10 == 9, (truth + 1) % 10, truth)
    alike[np.arange(100), told] += gap
    return Reading(alike, truth)


def test_the_temperature_grows_with_the_gap_that_may_still_be_wrong() -> None:
    assert temperature([certain(0.1)]) < temperature([certain(0.3)])


def test_acceptance_parts_cards_from_what_is_none() -> None:
    assert 0.6 < acceptance(np.linspace(0.7, 0.9, 100), np.linspace(0.2, 0.6, 100)) < 0.7


def test_acceptance_weighs_both_errors() -> None:
    true, stray = np.linspace(0.5, 0.9, 1000), np.linspace(0.3, 0.6, 1000)
    assert acceptance(true, stray) == pytest.approx(0.6, abs=0.01)


def test_the_report_gives_sums_and_intervals() -> None:
    row = (Share(9, 10), Share(8, 10), Share(7, 10))
    found = (("steady", (Share(10, 10), Share(9, 10))),)
    figures = Figures(
        one_shot=(("a", row), ("b", row)),
        commercial=(),
        found=found,
        alarms=(("steady", (Share(0, 10),)),),
        temperature=0.05,
        accept=0.6,
        refused=Share(1, 100),
        strayed=Share(2, 100),
    )
    words = report(figures)
    assert "| **all** | 0.900 (0.699–0.972) |" in words
    assert "Pictures of commercial decks" not in words
    assert "0.05" in words


def test_a_net_that_was_not_trained_keeps_its_entry(tmp_path: Path) -> None:
    for name in ("embedding", "newcard"):
        (tmp_path / f"{name}.onnx").write_bytes(name.encode())
    both = Facts(["isar", "drawn-0"], 7, "abc", {"embedding": 0.4, "newcard": 0.3}, "2026-01-02")
    write_toml(tmp_path, both, 0.04, 0.55)
    write_toml(tmp_path, Facts(["isar"], 8, "def", {"newcard": 0.5}, "2026-01-03"))
    table = tomllib.loads((tmp_path / "models.toml").read_text(encoding="utf-8"))
    assert table["embedding"]["seed"] == 7
    assert table["embedding"]["decks"] == ["isar", "drawn-0"]
    assert table["embedding"]["temperature"] == 0.04
    assert table["newcard"]["commit"] == "def"
    assert table["newcard"]["decks"] == ["isar"]
