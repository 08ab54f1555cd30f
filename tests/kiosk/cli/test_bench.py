"""`mehrkopf bench` and `python -m tests.bench`: what it measures and how it says so."""

from __future__ import annotations

import json
import sys
import threading
import time
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from engine.text import Text
from kiosk.cli import bench_figures, bench_vision, main
from kiosk.cli.bench import sample_lines, scoring_figures
from kiosk.cli.bench_figures import Figure, line_of, object_of
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import find_deck
from tests.bench import matchers, other_engine, referee
from tests.bench.__main__ import bench as bench_command
from tests.simulate import detection
from tests.simulate.detection import TABLE, MeasuredDetection
from vision.reading.nets import load_nets
from vision.reading.profile import load_profile


def test_the_referee_is_measured_beside_what_is_stated(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        bench_command(["referee", "--deals", "3", "--json"])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["kind"], row["contract"], row["style"]) for row in rows] == [
        (wanted.kind, wanted.contract, wanted.style) for wanted in TABLE
    ]
    for row, wanted in zip(rows, TABLE, strict=True):
        assert row["errors"] == 3
        assert (row["unproven"], row["innocent"]) == (0, 0)
        assert row["A"][1] == wanted.shown
        assert row["C"][0] <= row["D"][0] <= row["A"][0]


def test_the_same_seed_gives_the_same_figures() -> None:
    wanted = TABLE[0]
    first, again = (detection.measure(wanted, 20, 5, lambda _: None) for _ in range(2))
    other = detection.measure(wanted, 20, 6, lambda _: None)
    assert first == again != other


def test_the_sample_evening_s_deals_are_scored_and_folded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the bench needs the tests: the installed program has none."""
    monkeypatch.setattr(bench_figures, "_REPEATS", 1)
    lines = sample_lines()
    assert len(lines) == 200
    found = {figure.name: figure for figure in scoring_figures(lines[:6], bounded=True)}
    assert list(found) == ["score", "referee", "fold", "fold_100", "live"]
    assert all(figure.value for figure in found.values())
    assert (found["score"].bound, found["fold"].bound) == (100_000, 30_000)


def test_a_row_is_kept_within_five_per_cent_and_only_without_mistakes() -> None:
    wanted = TABLE[0]
    assert wanted.shown is not None
    assert wanted.somebody is not None
    assert wanted.culprit is not None
    good = MeasuredDetection(10, wanted.shown, wanted.somebody, wanted.culprit, 0.1, 1.0, 0, 0)
    late = MeasuredDetection(
        10, wanted.shown * 1.06, wanted.somebody, wanted.culprit, 0.1, 1.0, 0, 0
    )
    missed = MeasuredDetection(10, wanted.shown, wanted.somebody, wanted.culprit, 0.1, 1.0, 1, 0)
    accused = MeasuredDetection(10, wanted.shown, wanted.somebody, wanted.culprit, 0.1, 1.0, 0, 1)
    kept = [referee.kept(wanted, each) for each in (good, late, missed, accused)]
    assert kept == [True, False, False, False]


def test_without_open_spiel_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    (figure,) = other_engine.figures()
    assert (figure.value, figure.kept) == (None, True)
    assert "setup-bench" in line_of(figure, "de")
    assert json.loads(object_of(figure))["note"]


class _State:
    """A tiny game: one card is dealt by chance, then two moves are made."""

    def __init__(self, moves: tuple[int, ...] = ()) -> None:
        self.moves = moves

    def clone(self) -> _State:
        return _State(self.moves)

    def is_chance_node(self) -> bool:
        return not self.moves

    def is_terminal(self) -> bool:
        return len(self.moves) == 3

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(7, 1.0)]

    def legal_actions(self) -> list[int]:
        return [1, 2]

    def apply_action(self, move: int) -> None:
        assert self.is_chance_node() == (move == 7)
        self.moves = (*self.moves, move)


class _Game:
    def new_initial_state(self) -> _State:
        return _State()


def test_another_engine_is_measured_in_moves_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    spiel = ModuleType("pyspiel")
    monkeypatch.setattr(spiel, "load_game", lambda _: _Game(), raising=False)
    monkeypatch.setitem(sys.modules, "pyspiel", spiel)
    found = list(other_engine.figures())
    assert [figure.unit for figure in found] == ["plays/s"] * len(found)
    assert len(found) > 3
    assert all(figure.value for figure in found)


def test_a_bound_that_is_not_kept_is_marked() -> None:
    slow = Figure("x", Text(de="x", en="x"), 5.0, "plays/s", 10.0)
    fast = Figure("x", Text(de="x", en="x"), 5.0, "ms", 10.0, least=False)
    assert (slow.kept, fast.kept) == (False, True)
    assert (line_of(slow, "de")[0], line_of(fast, "de")[0]) == ("✗", "✓")


@pytest.fixture(scope="module")
def seen() -> bench_vision.WatchFigures:
    """The beginning of the sample evening, watched once for all these tests."""
    return bench_vision.watched(load_nets(), seconds=10.0)


def test_watching_is_measured_from_rest_to_the_page(seen: bench_vision.WatchFigures) -> None:
    assert len(seen.reading_ms) >= 2
    assert len(seen.page_s) >= len(seen.reading_ms)
    assert all(crops > 0 for crops in seen.crops)
    assert all(0 < net < whole for net, whole in zip(seen.net_ms, seen.reading_ms, strict=True))
    assert 0 < seen.idle_share < 1
    names = [figure.name for figure in bench_vision.of_watching(seen)]
    assert names == [
        *("reading", "covered", "macs", "macs_most"),
        *("macs_picture", "crops_picture", "searches_picture"),
        *("idle", "page", "models", "memory"),
    ]


def test_what_the_nets_are_asked_is_counted_a_reading_and_a_picture(
    seen: bench_vision.WatchFigures,
) -> None:
    found = {figure.name: figure.value or 0.0 for figure in bench_vision.of_watching(seen)}
    work = [
        71.4 * crops + 358.4 * searches
        for crops, searches in zip(seen.crops, seen.searches, strict=True)
    ]
    assert found["macs_most"] == pytest.approx(max(work))
    assert min(work) <= found["macs"] <= found["macs_most"]
    assert seen.pictures == 250
    # Looks again at what lies there cost more than nothing: all looks are counted.
    assert found["macs_picture"] * seen.pictures > sum(work)
    assert found["crops_picture"] * seen.pictures == pytest.approx(seen.all_crops)


def test_a_card_on_another_is_told_from_one_that_lies_free(
    seen: bench_vision.WatchFigures,
) -> None:
    """The lead lies alone; the sample's third card lies on both before it."""
    assert seen.covered[:3] == [False, True, True]
    assert len(seen.covered) == len(seen.page_ms) == len(seen.reading_ms)


def test_an_estimate_is_called_one_and_shows_its_arithmetic(
    seen: bench_vision.WatchFigures,
) -> None:
    found = list(bench_vision.estimates(seen))
    assert [figure.name for figure in found][:4] == [
        "estimate_pi5_embedding",
        "estimate_pi5_newcard",
        "estimate_pi5_reading",
        "estimate_pi5_page",
    ]
    for figure in found:
        assert "estimate" in figure.title.en
        assert figure.note is not None
        assert "MMAC" in figure.note.en
        assert figure.bound is None
    assert found[0].value == pytest.approx(71.4 / 7.5)
    # A Pi 4 is slower than a Pi 5 in everything.
    assert all((a.value or 0) < (b.value or 0) for a, b in zip(found[:4], found[4:], strict=True))


def test_the_row_of_a_machine_fits_the_table_of_devices(seen: bench_vision.WatchFigures) -> None:
    figures = (
        Figure("embedding", Text(de="x", en="x"), 0.5, "ms", 1.0, least=False),
        Figure("newcard", Text(de="x", en="x"), 99.0, "ms", 15.0, least=False),
        *bench_vision.of_watching(seen),
    )
    page = (Path(__file__).parents[3] / "docs" / "DEVICES.md").read_text("utf-8")
    head = next(line for line in page.splitlines() if line.startswith("| model |"))
    row = bench_vision.row(figures)
    assert row.count("|") == head.count("|")
    assert "| 0.5 ms |" in row
    assert "| 99 ms ✗ |" in row
    assert bench_vision.versions() in row


def test_our_net_knows_more_views_than_the_others_and_features_are_slow() -> None:
    nets = load_nets()
    profile = load_profile(find_deck("isar", Home(Path())), nets.embedding)
    shown = matchers.views(profile, 1, 3)
    assert len(shown) == len(profile.cards)
    some = shown[::4]
    right = {
        way.name: sum(way.match(view.crop) == view.card for view in some)
        for way in matchers.matchers(profile, nets.embedding)
    }
    assert right["embedding"] == max(right.values())
    assert right["embedding"] > right["orb"]


def test_a_net_that_is_not_asked_costs_nothing() -> None:
    """onnxruntime's threads spin after a call unless told not to, and eat a core each."""
    nets = load_nets()
    crop = np.zeros((1, 3, 128, 80), np.float32)
    nets.embedding.run(crop)
    start = time.process_time()
    assert not threading.Event().wait(0.3)
    assert time.process_time() - start < 0.1


@pytest.mark.parametrize(("load", "told"), [(0.1, False), (99.0, True)])
def test_a_busy_machine_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], load: float, told: bool
) -> None:
    """Its times would be taken for the program's."""
    monkeypatch.setattr(bench_vision, "figures", lambda _language: iter(()))
    monkeypatch.setattr("os.getloadavg", lambda: (load, load, load))
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert main(["bench", "--vision"]) == 0
    assert ("beschäftigt" in capsys.readouterr().err) is told
