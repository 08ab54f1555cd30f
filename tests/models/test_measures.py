"""Measuring: intervals, thresholds, the report and the card."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.workshop.decks.drawn import drawn_deck
from models.workshop.measuring.calibration import (
    Bin,
    Sayings,
    bins_of,
    dealt,
    diagram,
    expected_error,
    looked,
)
from models.workshop.measuring.certainty import rows_of
from models.workshop.measuring.embedding import Thresholds, ViewReadings, acceptance, temperature
from models.workshop.measuring.further_views import learned, read
from models.workshop.measuring.nuisances import NUISANCES, afflicted
from models.workshop.measuring.photographs import PhotoRow
from models.workshop.measuring.report import Figures, Mistake, report
from models.workshop.measuring.rivals import METHODS, Rival, both_ways
from models.workshop.measuring.shares import KeptParts, Share, mark
from models.workshop.pictures import Picture
from models.workshop.rendering.views import CardGround, clean
from models.workshop.training.model_card import TrainingFacts, write_toml


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


def certain(gap: float) -> ViewReadings:
    """Ten views of ten cards, their own card ahead by a gap, every tenth wrong."""
    alike = np.full((100, 10), 0.5)
    truth = np.tile(np.arange(10), 10)
    told = np.where(np.arange(100) % 10 == 9, (truth + 1) % 10, truth)
    alike[np.arange(100), told] += gap
    return ViewReadings(alike, truth)


def test_the_temperature_grows_with_the_gap_that_may_still_be_wrong() -> None:
    assert temperature([certain(0.1)]) < temperature([certain(0.3)])


def test_acceptance_parts_cards_from_what_is_none() -> None:
    assert 0.6 < acceptance(np.linspace(0.7, 0.9, 100), np.linspace(0.2, 0.6, 100)) < 0.7


def test_acceptance_weighs_both_errors() -> None:
    true, stray = np.linspace(0.5, 0.9, 1000), np.linspace(0.3, 0.6, 1000)
    assert acceptance(true, stray) == pytest.approx(0.6, abs=0.01)


def shown() -> PhotoRow:
    """A set of which one of four cards was said wrong, surely."""
    still = Sayings(np.array([0.999, 0.995, 0.8, 0.992]), np.array([True, True, True, False]))
    return PhotoRow("photos/x", "art/y", Share(3, 4), "", still)


def few_figures() -> Figures:
    row = (Share(9, 10), Share(8, 10), Share(7, 10))
    return Figures(
        one_shot=(("a", row), ("b", row)),
        commercial=(),
        nuisances=(("glare", (Share(4, 5),)),),
        sizes=(("50 px", (Share(1, 5),)),),
        photographs=(shown(),),
        rivals=(Rival("embedding", row, 0.5, 2, 2048), Rival("hash", row, 0.1, 2)),
        mistakes=(Mistake("a", "S9", "ST", 3),),
        nearest=(("a", "S9", "ST", 0.71),),
        bins=(Bin(0.9, Share(8, 10)), Bin(0.5, Share(5, 10))),
        certainty=rows_of([certain(0.3)], [shown()], 0.0271),
        found=(("steady", (Share(10, 10), Share(9, 10))),),
        alarms=(("steady", (Share(0, 10),)),),
        numbers=Thresholds(0.05, 0.6, Share(1, 100), Share(2, 100)),
        split=(("c",), ("a", "b")),
        files=(("embedding.onnx", 2048),),
        newcard=7.5,
    )


def test_the_report_gives_sums_and_intervals() -> None:
    words = report(few_figures())
    assert "| **all** | 0.900 (0.699–0.972) |" in words
    assert "Pictures of commercial decks (" not in words
    assert "0.05" in words
    assert "| photos/x" not in words
    assert "| `photos/x` | `art/y` | 0.750 (0.301–0.954), 3 of 4 |" in words
    assert "| a | S9 | ST | 3 |" in words
    assert "error is 0.0500" in words
    assert "| hash | 2 |" in words


def test_sure_and_wrong_is_what_the_calibration_error_counts() -> None:
    sure = ViewReadings(np.array([[0.9, 0.1]] * 10), np.array([0] * 9 + [1]))
    (only,) = bins_of(looked(sure, 0.01))
    assert only.said == pytest.approx(1.0, abs=0.002)
    assert only.right == Share(9, 10)
    assert expected_error([only]) == pytest.approx(0.1, abs=0.002)


def test_what_is_said_wrong_with_certainty_is_counted_look_by_look_and_deal_by_deal() -> None:
    views = certain(0.4)
    alone, deals = looked(views, 0.0271), dealt(views, 0.0271)
    assert alone.hits == Share(90, 100)
    assert alone.sure == Share(100, 100)
    assert alone.wrong == Share(10, 100)
    # Of ten cards one is said to be another that lies there too: in a deal both are doubtful.
    assert deals.sure.hits < 90
    assert deals.wrong.value < alone.wrong.value


def test_a_card_the_deck_has_not_is_said_wrong() -> None:
    foreign = ViewReadings(np.array([[0.9, 0.1]]), np.array([-1]))
    assert looked(foreign, 0.01).wrong == Share(1, 1)
    assert dealt(foreign, 0.01).wrong == Share(1, 1)


def looks(*angles: float) -> Picture:
    """A deal [1, cards, 2, 128]: each card a direction in a plane, turned by half far from it."""
    deal = np.zeros((1, len(angles), 2, 128))
    deal[0, :, 0, 0], deal[0, :, 0, 1] = np.cos(angles), np.sin(angles)
    deal[0, :, 1, 2] = 1
    return deal


def test_a_view_is_kept_where_the_deal_is_sure_of_its_card() -> None:
    enrolled = tuple(looks(0.0, 1.0, 2.0)[0])
    # The first two lie between their cards, the third is clear.
    seen = looks(0.49, 0.51, 1.9)
    after = learned(enrolled, seen, 0.99, 0.03, 0.7)
    assert (after.views, after.wrong) == (1, 0)
    assert [len(views) for views in after.enrolled] == [2, 2, 4]
    assert learned(enrolled, seen, 0.5, 0.03, 0.7).views == 3
    later = looks(0.0, 1.0, 1.9)
    assert read(after.enrolled, later).nearest()[2] == pytest.approx(1.0)
    assert read(enrolled, later).nearest()[2] < 0.999


def test_a_view_of_another_card_is_counted_as_wrong_and_an_unlike_one_not_kept() -> None:
    enrolled = tuple(looks(0.0, 1.0, 2.0)[0])
    exchanged = learned(enrolled, looks(1.0, 0.0, 2.0), 0.99, 0.03, 0.7)
    assert (exchanged.views, exchanged.wrong) == (3, 2)
    assert learned(enrolled, looks(-0.9, 1.0, 2.0), 0.99, 0.03, 0.7).views == 2


def test_the_report_says_how_often_certainty_was_wrong() -> None:
    words = report(few_figures())
    line = next(line for line in words.splitlines() if "still picture | 4" in line)
    assert line.startswith("| `photos/x` from `art/y` | still picture | 4 | 0.750 | 3 | 1 (0.333")
    assert "| own renders, one look: said, on average | true | cards |" in words


def test_the_diagram_shows_a_point_for_each_bin() -> None:
    bins = few_figures().bins
    drawn = ElementTree.fromstring(diagram(bins))
    points = drawn.findall("{http://www.w3.org/2000/svg}circle")
    assert len(points) == len(bins)
    assert float(points[0].attrib["cy"]) < float(points[1].attrib["cy"])


@cache
def some_faces() -> tuple[Picture, ...]:
    return tuple(drawn_deck(4003).faces.values())[:6]


@pytest.mark.parametrize("name", METHODS)
def test_the_older_ways_tell_clear_crops_apart(name: str) -> None:
    crops = np.stack([clean(face) for face in some_faces()])
    rows = both_ways(crops)
    score = METHODS[name](rows)
    told = [int(score(crop).argmax()) % 6 for crop in rows]
    assert told == [*range(6), *range(6)]


@pytest.mark.parametrize("name", NUISANCES)
def test_a_nuisance_is_fixed_by_its_seed_and_leaves_a_crop(name: str) -> None:
    faces = some_faces()
    stock = CardGround((np.full((512, 512, 3), 90, np.uint8),), faces)

    def shot(nuisance: str) -> Picture:
        return afflicted(faces[3], stock, np.random.default_rng(5), nuisance)

    assert shot(name).shape == (128, 80, 3)
    assert np.array_equal(shot(name), shot(name))
    if name != "nothing":
        assert np.abs(shot(name).astype(int) - shot("nothing").astype(int)).mean() > 0.3


def test_a_net_that_was_not_trained_keeps_its_entry(tmp_path: Path) -> None:
    for name in ("embedding", "newcard"):
        (tmp_path / f"{name}.onnx").write_bytes(name.encode())
    both = TrainingFacts(
        ["isar", "drawn-0"], 7, "abc", {"embedding": 0.4, "newcard": 0.3}, "2026-01-02"
    )
    write_toml(tmp_path, both, 0.04, 0.55)
    write_toml(tmp_path, TrainingFacts(["isar"], 8, "def", {"newcard": 0.5}, "2026-01-03"))
    table = tomllib.loads((tmp_path / "models.toml").read_text(encoding="utf-8"))
    assert table["embedding"]["seed"] == 7
    assert table["embedding"]["decks"] == ["isar", "drawn-0"]
    assert table["embedding"]["temperature"] == 0.04
    assert table["newcard"]["commit"] == "def"
    assert table["newcard"]["decks"] == ["isar"]


def test_a_part_is_made_once_and_then_kept(tmp_path: Path) -> None:
    made: list[int] = []

    def part() -> Share:
        made.append(1)
        return Share(3, len(made) + 3)

    assert KeptParts(tmp_path).part("glare at 140 px", part) == Share(3, 4)
    assert KeptParts(tmp_path).part("glare at 140 px", part) == Share(3, 4)
    assert KeptParts(tmp_path).part("glare at 80 px", part) == Share(3, 5)
    assert len(made) == 2


def test_other_nets_keep_other_parts() -> None:
    assert mark(["a", "b"]) == mark(["a", "b"])
    assert mark(["a", "b"]) != mark(["a", "c"])
