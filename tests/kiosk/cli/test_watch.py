"""`mehrkopf watch` says what a recording did not hold: the deck it was told, or all the deals."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, takewhile
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import card
from engine.text import PlainError
from kiosk.camera.narration import Say
from kiosk.camera.recorder import Drawn, Recording
from kiosk.camera.seen_cards import Overlay, SeenTable, seen_line
from kiosk.camera.watch_recording import Doubt, Doubts, Progress, Watching, WatchResult, watch
from kiosk.director.camera_notices import NO_ASIDES
from kiosk.home import deck_files
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import open_deck
from kiosk.table.resumption import SAMPLE_VIDEO
from tests.kiosk.cli import Cli, Said
from tests.kiosk.cli.test_enrol import film
from tests.kiosk.seen_deals import QUAD, place, revoke_deal, session
from tests.vision.drawn import DECK, Laid, Table, drawn_profile
from vision.arrays import Image
from vision.camera.frames import Frame, RegionMask, VideoFile
from vision.place.geometry import Geometry, overhead
from vision.reading.nets import load_nets
from vision.reading.other_deck import ENOUGH, OtherDeck
from vision.sighting import (
    CameraMoved,
    CardTakenBack,
    EarlierCard,
    EarlierSeen,
    FaceDownSeen,
    ForeignSeen,
    Hindrance,
    Quad,
    SightChanged,
    Sighting,
)

CALLS = str(SAMPLE_VIDEO.with_name("evening.calls.jsonl"))
TRUTH = SAMPLE_VIDEO.with_name("evening.truth.jsonl")
SECONDS = 13.5


@pytest.fixture(scope="module")
def beginning(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The sample evening to the first card of its second trick, as a recording of its own."""
    path = tmp_path_factory.mktemp("watch") / "first-trick.avi"
    with VideoFile(SAMPLE_VIDEO) as video:
        return film(path, takewhile(lambda frame: frame.t <= SECONDS, video))


def test_cards_of_another_deck_are_told_once_at_once_and_with_the_way_out(
    cli: Cli, tmp_path: Path, beginning: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever watches an evening must not wait for its end to hear that it was in vain."""
    seen: list[float] = []
    told: list[tuple[OtherDeck, float]] = []

    def noted(
        watching: Watching, say: Say, progress: Progress, doubt: Doubt, onlooker: None
    ) -> WatchResult:
        def looked(seconds: float) -> None:
            seen.append(seconds)
            progress(seconds)

        def doubted(found: OtherDeck) -> None:
            told.append((found, seen[-1]))
            doubt(found)

        return watch(watching, say, looked, doubted, onlooker)

    monkeypatch.setattr("kiosk.cli.watch.watch", noted)
    home = Home(tmp_path / "home")
    home.prepare()
    deck_files.save_deck(replace(drawn_profile(load_nets()), name="drawn"), home)
    words = ("watch", beginning, "--deck", "drawn", "--calls", CALLS, "--home", str(home.root))
    said = cli(*words)
    assert (said.status, said.out) == (2, "")
    assert "gehören nicht zum Blatt „drawn“" in said.sentence
    assert [found for found, _ in told] == [OtherDeck(None)]
    assert told[0][1] < SECONDS - 0.4, "with the second trick's first card"


def test_the_deck_they_are_of_is_named_where_it_is_enrolled(beginning: str) -> None:
    nets = load_nets()
    profile = replace(drawn_profile(nets), name="drawn")
    other = open_deck("isar", Home(Path(beginning).parent), nets)
    told: list[OtherDeck] = []
    doubts = Doubts(profile, nets, (other,), told.append)
    for track in range(ENOUGH + 2):
        view = other.prototypes[2 * track : 2 * track + 2]
        known = Sighting(track, 1.0, 1.2, QUAD, place(0), (), view=view)
        assert told == ([] if track < ENOUGH else [OtherDeck("isar")])
        doubts.weigh(known, NO_ASIDES)


def test_corners_say_where_the_table_lies_also_those_stored_of_a_recording(
    cli: Cli, beginning: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known: list[Geometry | None] = []

    def noted(watching: Watching, *_: object) -> WatchResult:
        known.append(watching.geometry)
        return WatchResult(1, 1, 1, other_deck=False, table=session(revoke_deal()))

    monkeypatch.setattr("kiosk.cli.watch.watch", noted)
    words = ("watch", beginning, "--deck", "isar", "--calls", CALLS)
    assert cli(*words).status == 0
    taps = ("200,90", "1080,90", "1240,700", "40,700")
    given = [word for tap in taps for word in ("--corners", tap)]
    assert cli(*words, *given, "--table", "900x700").status == 0
    at = [word for tap in taps for word in ("--at", tap)]
    stored = cli("camera", "corners", "--source", beginning, *at, "--table", "900x700")
    assert stored.status == 0
    assert cli(*words).status == 0
    assert known[0] is None
    assert known[1] is not None
    assert known[1] == known[2]
    assert np.abs(known[1].to_mm(np.array([[200.0, 90.0]])) - (-450, 350)).max() < 1
    refused = cli(*words, "--corners", "200,90", "--corners", "1080,90")
    assert refused.status == 2
    assert "vier Ecken" in refused.sentence


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
    assert 'The deck "drawn" is incomplete: Ober of Acorns' in said.error


def test_without_calls_the_cards_and_tricks_are_told_and_drawn_as_they_are_seen(
    cli: Cli, tmp_path: Path, beginning: str
) -> None:
    out = tmp_path / "seen.mp4"
    said = cli("watch", beginning, "--deck", "isar", "--json", "--overlay", str(out))
    assert said.status == 0
    assert str(out) in said.error
    events = [json.loads(line) for line in said.out.splitlines()]
    truth = [json.loads(line) for line in TRUTH.read_text().splitlines()]
    laid = [one["card"] for one in truth if one["kind"] == "card"][:4]
    assert [one["card"] for one in events if one["type"] == "card_seen"][:4] == laid
    taken = [one for one in events if one["type"] == "cards_taken"]
    assert (taken[0]["cards"], taken[0]["trick"]) == (laid, 0)
    assert events[0]["p"] > 0.9
    assert len(events[0]["quad"]) == 4
    assert seen_line(events[0], "de").endswith(laid[0])
    assert seen_line(taken[0], "de").endswith("Stich 1 genommen: " + " ".join(laid))
    _assert_drawn(out, beginning)
    assert list(tmp_path.iterdir()) == [out]


def test_a_recording_that_ends_early_says_how_many_deals_it_held_and_is_drawn_as_well(
    cli: Cli, tmp_path: Path, beginning: str
) -> None:
    out = tmp_path / "seen.mkv"
    said = cli("watch", beginning, "--deck", "isar", "--calls", CALLS, "--overlay", str(out))
    assert said.status == 0
    assert "Platz 4: SU" in said.out
    assert "0 von 3 angesagten Spielen bis zum Ende gesehen." in said.error
    _assert_drawn(out, beginning)


LOOKED_AT = 10
"""Every how many pictures a video's are looked at."""


def _assert_drawn(out: Path, recording: str) -> None:
    """A card is outlined where the recording has none of that, and people are blackened."""
    with VideoFile(out) as drawn, VideoFile(Path(recording)) as played:
        assert drawn.size == played.size
        pairs = list(islice(zip(drawn, played, strict=False), 0, None, LOOKED_AT))
    outlined = [_outlined(one.image, other.image) for one, other in pairs]
    assert not outlined[0], "before the first card there is nothing to outline"
    assert max(outlined) > 500
    assert pairs[-1][0].image[300:400, :200].max() < 20


def _outlined(drawn: Image, played: Image) -> int:
    """Return how many pixels are green that were not."""
    green = cv2.inRange(drawn, (41, 161, 41), (119, 239, 119)) > 0
    return int((green & (cv2.absdiff(drawn, played).max(axis=2) > 60)).sum())


def test_nothing_is_outlined_on_the_black_and_a_line_says_why_it_is_black(tmp_path: Path) -> None:
    """What lies beside the middle of a wide picture is told, and its place is not shown."""
    inside: Quad = ((960.0, 200.0), (1080.0, 200.0), (1080.0, 400.0), (960.0, 400.0))
    beside: Quad = ((80.0, 200.0), (200.0, 200.0), (200.0, 400.0), (80.0, 400.0))
    lying = [EarlierCard(card("EO"), 0.971, False, quad) for quad in (inside, beside)]

    def drawn(count: int, geometry: Geometry | None = None) -> Image:
        out = tmp_path / f"{count}-{geometry is None}.mkv"
        with Overlay(Recording(out, geometry=geometry), DECK, "de") as overlay:
            picture = np.full((720, 1900, 3), 60, np.uint8)
            overlay(Frame(0, 0.0, picture), [EarlierSeen(0.0, 0.0, tuple(lying[:count]))])
        with VideoFile(out) as source:
            return next(iter(source)).image

    one, two = drawn(1), drawn(2)
    assert grey_along(one, inside)
    # The state's words stand above, the line below.
    assert max(image[80:680, :540].max() for image in (one, two)) < 25
    assert one[680:, :540].max() > 200
    differs = cv2.absdiff(one, two).max(axis=(1, 2))
    assert differs[680:].max() > 100, "the line counts the cards"
    assert differs[:680].max() < 40
    # Where corners were given the middle is elsewhere.
    moved = drawn(2, overhead(720, 720))
    assert grey_along(moved, beside)
    assert not grey_along(moved, inside)


def test_a_name_in_brackets_has_its_certainty(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(
        "kiosk.camera.seen_cards.cv2.putText", lambda _, text, *__: written.append(text)
    )
    monkeypatch.setattr("kiosk.camera.seen_cards.TableVideo", _Drawing)
    overlay = Overlay(Recording(Path("seen.mkv")), DECK, "en")
    lying = (EarlierCard(card("EO"), 0.9999, False, QUAD), EarlierCard(None, 0.0, True, QUAD))
    scores = tuple(np.log(np.where(np.arange(len(DECK)) == DECK.index(card("H9")), 0.62, 0.01)))
    played = Sighting(1, 0.0, 0.0, QUAD, place(0), scores)
    overlay(
        Frame(0, 0.0, np.zeros((800, 800, 3), np.uint8)), [EarlierSeen(0.0, 0.0, lying), played]
    )
    assert written == ["(EO 99%)", "(-)", "H9 62%", "Starting"]


class _Drawing:
    """Draws, and writes no file."""

    def __init__(self, *_: object) -> None:
        pass

    def take(self, _: float, image: Image, drawn: Drawn) -> None:
        drawn(image, RegionMask())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("there.mp4", "gibt es schon"),
        ("seen.gif", "kein Name für ein Video"),
        ("nowhere/seen.mp4", "gibt es nicht"),
    ],
)
def test_an_overlay_that_cannot_be_is_refused_before_the_video_is_read(
    cli: Cli, tmp_path: Path, beginning: str, name: str, words: str
) -> None:
    (tmp_path / "there.mp4").write_bytes(b"mine")
    said = cli("watch", beginning, "--deck", "isar", "--overlay", str(tmp_path / name))
    assert (said.status, said.out) == (2, "")
    assert words in said.sentence
    assert (tmp_path / "there.mp4").read_bytes() == b"mine"


def test_an_overlay_on_a_full_disk_goes_away_and_says_so(tmp_path: Path, beginning: str) -> None:
    out = tmp_path / "seen.mp4"
    rooms = iter([2**40, 2**40])
    overlay = Overlay(Recording(out), DECK, "de", lambda _: next(rooms, 0))

    def drawn() -> None:
        with overlay, VideoFile(Path(beginning)) as video:
            for frame in video:
                overlay(frame, ())

    with pytest.raises(PlainError) as raised:
        drawn()
    assert "ist voll" in raised.value.text.de
    assert list(tmp_path.iterdir()) == []


def test_answers_without_calls_are_refused(cli: Cli, beginning: str) -> None:
    said = cli("watch", beginning, "--deck", "isar", "--answers", CALLS)
    assert (said.status, said.out) == (2, "")
    assert "--calls" in said.sentence


def test_a_recording_without_a_card_says_so(cli: Cli, tmp_path: Path) -> None:
    short = tmp_path / "short.avi"
    with VideoFile(SAMPLE_VIDEO) as video:
        film(short, islice(video, 5))
    said = cli("watch", str(short), "--deck", "isar")
    assert (said.status, said.out) == (1, "")
    assert "Keine Karte gesehen" in said.sentence


@pytest.mark.parametrize("called", [False, True])
def test_cards_that_lie_there_from_the_beginning_are_told_and_are_no_plays(
    cli: Cli, tmp_path: Path, called: bool
) -> None:
    home = Home(tmp_path / "home")
    home.prepare()
    deck_files.save_deck(replace(drawn_profile(load_nets()), name="drawn"), home)
    table = Table(cards=[Laid(card("EO"), 480, 330, 0.1), Laid(card("S7"), 330, 230, 1.4)])
    video = film(tmp_path / "lying.avi", table.frames(0.6))
    words = ["watch", video, "--deck", "drawn", "--home", str(home.root)]
    words += ["--calls", CALLS] if called else []
    said = cli(*words, "--json", "--overlay", str(tmp_path / "seen.mp4"))
    assert said.status == (1 if called else 0)
    (told,) = (json.loads(line) for line in said.out.splitlines())
    assert (told["type"], told["deal" if called else "trick"]) == ("cards_lying", 0)
    assert {one["card"] for one in told["cards"]} == {"EO", "S7"}
    for one in told["cards"]:
        assert one["p"] > 0.9
        assert not one["back"]
        assert len(one["quad"]) == 4
    assert grey_drawn(tmp_path / "seen.mp4", told["cards"][0]["quad"])
    plain = cli(*words)
    assert "Es liegen schon Karten da: " in plain.out
    assert "sie zählen nicht mit" in plain.out
    if not called:
        _assert_none_played(plain, video)
        _assert_none_played(said, video)
    english = cli(*words, "--lang", "en")
    assert "they do not count" in english.out
    assert called or "No card was played" in english.error


def _assert_none_played(said: Said, video: str) -> None:
    """What lay there, that nothing was played, and what to do stand at the end."""
    line = said.error.splitlines()[-1]
    assert line.startswith("mehrkopf: Es wurde keine Karte gespielt; schon vorher lagen da: ")
    for word in ("EO", "S7", "--overlay", f"mehrkopf camera check --source {video}"):
        assert word in line


def grey_drawn(video: Path, quad: list[list[float]]) -> bool:
    """Whether a video's last picture has a grey line along the first side of a card."""
    with VideoFile(video) as source:
        *_, last = source
    return grey_along(last.image, quad)


def grey_along(image: Image, quad: Sequence[Sequence[float]]) -> bool:
    """Whether a picture has a grey line along the first side of a card."""
    (x, y), (u, v) = quad[:2]
    along = [image[round(y + k * (v - y)), round(x + k * (u - x))] for k in (0.3, 0.5, 0.7)]
    return bool(np.abs(np.array(along, int) - 150).max() < 40)


def test_what_is_seen_again_or_taken_back_is_told_once() -> None:
    """A better look is told when it changes what is said, a card lifted again with its name."""
    table = SeenTable(DECK)
    cards = np.full(len(DECK), -12.0)

    def look(best: int, p: float, t: float) -> Sighting:
        scores = cards.copy()
        scores[best], scores[best + 1] = np.log(p), np.log(1 - p)
        return Sighting(7, t, t + 0.3, QUAD, place(0), tuple(scores))

    first = table.hears(look(3, 0.8, 1.0))
    assert first is not None
    assert (first["type"], first["card"], first["p"]) == ("card_seen", DECK[3].code, 0.8)
    assert table.hears(look(3, 0.8, 1.0)) is None
    again = table.hears(look(4, 0.9, 1.0))
    assert again is not None
    assert (again["type"], again["card"]) == ("card_seen_again", DECK[4].code)
    back = table.hears(CardTakenBack(7, 2.0, 2.2))
    assert back is not None
    assert (back["type"], back["card"]) == ("card_taken_back", DECK[4].code)
    assert table.lying == ()
    assert table.hears(CardTakenBack(7, 2.0, 2.2)) is None
    for event, kind in (
        (FaceDownSeen(3.0, 3.2, QUAD, place(0)), "card_face_down"),
        (ForeignSeen(3.0, 3.2, QUAD, place(0), 0.3), "card_foreign"),
        (CameraMoved(3.0), "camera_moved"),
        (EarlierSeen(0.0, 0.2, (EarlierCard(None, 0.0, True, QUAD),)), "cards_lying"),
        (EarlierSeen(0.0, 9.0, ()), "cards_lying"),
        (SightChanged(3.0, Hindrance.BLUR), "sight"),
        (SightChanged(3.0, None), "sight"),
    ):
        told = table.hears(event)
        assert told is not None
        assert told["type"] == kind
        assert seen_line(told, "de") != seen_line(told, "en")
