"""`mehrkopf watch` says what a recording did not hold: the deck it was told, or all the deals."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, takewhile
from pathlib import Path

import pytest

from kiosk.camera.watch_recording import (
    Doubt,
    Doubts,
    Progress,
    Say,
    Watching,
    WatchResult,
    watch,
)
from kiosk.director.camera_notices import NO_ASIDES
from kiosk.director.deal_source import CalledDeals
from kiosk.home import deck_files
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import open_deck
from kiosk.table.resumption import SAMPLE_VIDEO
from tests.kiosk.cli import Cli
from tests.kiosk.cli.test_enrol import film
from tests.kiosk.seen_deals import QUAD, place
from tests.vision.drawn import DECK, drawn_profile
from vision.camera.frames import VideoFile
from vision.reading.nets import load_nets
from vision.reading.other_deck import ENOUGH, OtherDeck
from vision.sighting import Sighting

CALLS = str(SAMPLE_VIDEO.with_name("evening.calls.jsonl"))
SECONDS = 18.0


@pytest.fixture(scope="module")
def beginning(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The first two tricks of the sample evening, nearly, as a recording of its own."""
    path = tmp_path_factory.mktemp("watch") / "first-trick.avi"
    with VideoFile(SAMPLE_VIDEO) as video:
        return film(path, takewhile(lambda frame: frame.t <= SECONDS, video))


def test_cards_of_another_deck_are_told_once_at_once_and_with_the_way_out(
    cli: Cli, tmp_path: Path, beginning: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever watches an evening must not wait for its end to hear that it was in vain."""
    seen: list[float] = []
    told: list[tuple[OtherDeck, float]] = []

    def noted(watching: Watching, say: Say, progress: Progress, doubt: Doubt) -> WatchResult:
        def looked(seconds: float) -> None:
            seen.append(seconds)
            progress(seconds)

        def doubted(found: OtherDeck) -> None:
            told.append((found, seen[-1]))
            doubt(found)

        return watch(watching, say, looked, doubted)

    monkeypatch.setattr("kiosk.cli.watch.watch", noted)
    home = Home(tmp_path / "home")
    home.prepare()
    deck_files.save_deck(replace(drawn_profile(load_nets()), name="drawn"), home)
    words = ("watch", beginning, "--deck", "drawn", "--calls", CALLS, "--home", str(home.root))
    said = cli(*words)
    assert (said.status, said.out) == (2, "")
    assert "gehören nicht zum Blatt „drawn“" in said.sentence
    assert [found for found, _ in told] == [OtherDeck(None)]
    assert told[0][1] < SECONDS - 4, "before the second trick"


def test_the_deck_they_are_of_is_named_where_it_is_enrolled(beginning: str) -> None:
    nets = load_nets()
    profile = replace(drawn_profile(nets), name="drawn")
    other = open_deck("isar", Home(Path(beginning).parent), nets)
    told: list[OtherDeck] = []
    calls = CalledDeals(Path(CALLS))
    watching = Watching(VideoFile(Path(beginning)), profile, nets, calls, others=(other,))
    doubts = Doubts(watching, told.append)
    for track in range(ENOUGH + 2):
        view = other.prototypes[2 * track : 2 * track + 2]
        known = Sighting(track, 1.0, 1.2, QUAD, place(0), (), view=view)
        assert told == ([] if track < ENOUGH else [OtherDeck("isar")])
        doubts.weigh(known, NO_ASIDES)


def test_a_recording_that_ends_early_says_how_many_deals_it_held(cli: Cli, beginning: str) -> None:
    said = cli("watch", beginning, "--deck", "isar", "--calls", CALLS)
    assert said.status == 0
    assert "Platz 4: SU" in said.out
    assert "0 von 3 angesagten Spielen bis zum Ende gesehen." in said.error


def test_a_deck_that_lacks_cards_of_the_game_is_warned_of(cli: Cli, tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.prepare()
    short = tmp_path / "short.avi"
    with VideoFile(SAMPLE_VIDEO) as video:
        film(short, islice(video, 5))
    there = [one for one in DECK if one.code not in ("HK", "EO")]
    deck_files.save_deck(replace(drawn_profile(load_nets(), there), name="drawn"), home)
    words = ("--deck", "drawn", "--home", str(home.root))
    said = cli("watch", str(short), *words, "--calls", CALLS)
    assert said.error.startswith("mehrkopf: Das Blatt „drawn“ ist unvollständig: es fehlen ")
    assert "Eichel-Ober" in said.error
    assert "Herz-König" in said.error
    assert "\nmehrkopf: Kein Spiel gesehen" in said.error
    assert said.status == 1
    (home.root / "lock").mkdir()
    said = cli("run", "--source", str(short), *words, "--port", "0", "--lang", "en")
    assert said.status == 2
    assert 'The deck "drawn" is incomplete: missing are' in said.error
