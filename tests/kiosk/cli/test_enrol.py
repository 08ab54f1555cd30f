"""`mehrkopf enrol` with a recording of somebody who shows a deck card by card."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import FRENCH_32, GERMAN_20, GERMAN_32, Card, card
from engine.games.wording import card_text
from tests.kiosk.cli import Cli
from tests.vision.drawn import Table, face
from tests.vision.laid_rows import Ground, sheet
from tests.vision.showing import BackedTable, Show
from tests.vision.test_profile import back
from vision.camera.frames import Frame
from vision.reading.nets import load_nets
from vision.reading.profile import load_profile


def film(path: Path, frames: Iterable[Frame]) -> str:
    """Write a recording; return its path as typed."""
    writer: cv2.VideoWriter | None = None
    for frame in frames:
        if writer is None:
            height, width = frame.image.shape[:2]
            code = cv2.VideoWriter.fourcc(*"MJPG")
            writer = cv2.VideoWriter(str(path), code, 25, (width, height))
        writer.write(frame.image)
    assert writer is not None
    writer.release()
    return str(path)


def shown(path: Path, cards: Iterable[Card], seed: int) -> str:
    """Film somebody who shows these cards in turn."""
    show = Show(BackedTable(width=480, height=360, seed=seed), seed)
    return film(path, [*show.empty(0.9), *show.cards(list(cards))])


def test_a_deck_is_enrolled_in_two_sittings_and_tested(cli: Cli, tmp_path: Path) -> None:
    first = shown(tmp_path / "first.avi", GERMAN_20[:11], 3)
    second = shown(tmp_path / "second.avi", GERMAN_20[11:], 4)
    home = tmp_path / "home"
    begin = ("enrol", "mine", "--cards", "20", "--home", str(home), "--live", "--source")
    said = cli(*begin, first)
    assert said.status == 1
    assert "Der Stand ist gesichert (11 von 20)" in said.out
    assert f"War die zuletzt gezeigte Karte nicht {card_text(GERMAN_20[10]).de}" in said.out
    assert not (home / "decks" / "mine.deck").exists()
    said = cli(*begin, second)
    assert "Es geht weiter: 11 von 20" in said.out
    assert said.status == 0
    assert "sehen sich am ähnlichsten" in said.out
    assert not (home / "decks" / "mine.draft").exists()
    profile = load_profile(home / "decks" / "mine.deck", load_nets().embedding)
    assert profile.cards == GERMAN_20

    again = shown(tmp_path / "again.avi", reversed(GERMAN_20), 7)
    test = ("enrol", "mine", "--test", "--home", str(home), "--lang", "en", "--source")
    said = cli(*test, again)
    assert "Test passed: all 20 cards read reliably." in said.out
    assert said.status == 0
    said = cli(*test, first)
    assert said.status == 1
    assert "11 of 20 cards are there; " in said.out


def test_a_recording_without_cards_enrols_nothing(cli: Cli, tmp_path: Path) -> None:
    video = film(tmp_path / "empty.avi", Show().empty(1.5))
    said = cli("enrol", "mine", "--home", str(tmp_path / "home"), "--source", video)
    assert said.status == 1
    assert "Es wurde keine Karte eingelernt." in said.out
    assert not list((tmp_path / "home" / "decks").iterdir())


def test_a_folder_is_enrolled_with_what_is_no_card(cli: Cli, tmp_path: Path) -> None:
    for one in GERMAN_20[:5]:
        cv2.imwrite(str(tmp_path / f"{one.code}.png"), face(one))
    cv2.imwrite(str(tmp_path / "LEER.png"), Table().picture())
    cv2.imwrite(str(tmp_path / "RÜCKEN.png"), cv2.resize(back(), (140, 240)))
    home = ("--home", str(tmp_path / "home"))
    said = cli("enrol", "mine", "--from", str(tmp_path), "--cards", "20", *home)
    assert (said.status, said.error) == (1, "")
    assert "mine: 5 Karten eingelernt." in said.out
    assert "Unvollständig: 5 von 20 Karten sind da; es fehlen Gras-Sau, Gras-Zehn" in said.out
    assert "und 3 weitere. Gesichert ist, was da ist" in said.out
    assert "Dazu eingelernt, was keine Karte ist: Rücken, leerer Tisch." in said.out
    assert "sehen sich am ähnlichsten" in said.out
    (tmp_path / f"{GERMAN_20[4].code}.png").unlink()
    said = cli("enrol", "mine", "--from", str(tmp_path), "--cards", "20", *home)
    assert "Ein Blatt „mine“ gab es schon; es bleibt als „mine-vorher“ erhalten." in said.out
    listed = cli("deck", "list", *home).out
    assert "mine: 4 Karten" in listed
    assert "mine-vorher: 5 Karten" in listed
    said = cli("enrol", "isar", "--from", str(tmp_path), *home)
    assert (said.status, said.out) == (2, "")
    assert "bitte einen anderen Namen wählen" in said.sentence
    (tmp_path / f"{GERMAN_20[0].code}.png").write_bytes(b"x")
    said = cli("enrol", "other", "--from", str(tmp_path), "--lang", "en", *home)
    assert (said.status, said.out) == (2, "")
    assert "One picture cannot be used for enrolling" in said.sentence
    assert not (tmp_path / "home" / "decks" / "other.deck").exists()


def test_a_deck_with_a_print_of_its_own_is_enrolled_and_listed_as_it_is_called(
    cli: Cli, tmp_path: Path
) -> None:
    """RULES 0.33: a Boon deck is a deck mapping; its cards stand for those of Sheepshead."""
    for one, drawn in zip(FRENCH_32[:31], GERMAN_32, strict=False):
        cv2.imwrite(str(tmp_path / f"{one.code}.png"), face(drawn))
    home = ("--home", str(tmp_path / "home"))
    begin = ("enrol", "gold", "--from", str(tmp_path), "--print", "boon")
    said = cli(*begin, *home)
    assert (said.status, said.error) == (1, "")
    assert "es fehlt Gold 1." in said.out
    assert "Karo" not in said.out
    profile = load_profile(tmp_path / "home" / "decks" / "gold.deck", load_nets().embedding)
    assert (profile.printed, set(profile.cards)) == ("boon", set(FRENCH_32[:31]))
    listed = cli("deck", "list", "--lang", "en", *home).out
    assert "gold: 31 cards, incomplete (Gold 1 is missing), Boon: gold 1 to 14" in listed
    said = cli(*begin, "--cards", "32", *home)
    assert said.status == 2
    assert "bitte weglassen" in said.sentence


def test_unreadable_missing_and_wrongly_named_pictures_are_told_at_once(
    cli: Cli, tmp_path: Path
) -> None:
    for one in GERMAN_20:
        cv2.imwrite(str(tmp_path / f"{one.code}.png"), face(one))
    (tmp_path / "EK.png").write_text("no picture")
    (tmp_path / "HK.png").rename(tmp_path / "Herzkönig.png")
    (tmp_path / "SU.png").unlink()
    cv2.imwrite(str(tmp_path / "GO.png"), face(card("GA")))
    home = ("--home", str(tmp_path / "home"))
    said = cli("enrol", "mine", "--from", str(tmp_path), *home)
    assert (said.status, said.out) == (2, "")
    for each in (
        "EK.png (kein lesbares Bild)",
        "GA.png (sieht aus wie GO.png)",
        "Kein Bild gibt es von: Herz-König, Schellen-Unter.",
        "Diese Namen sind keine Kartencodes: Herzkönig.png.",
    ):
        assert each in said.sentence


def test_a_folder_without_one_card_is_incomplete_without_a_rank_it_is_not(
    cli: Cli, tmp_path: Path
) -> None:
    for one in GERMAN_20:
        cv2.imwrite(str(tmp_path / f"{one.code}.png"), face(one))
    words = ("enrol", "mine", "--from", str(tmp_path), "--home", str(tmp_path / "home"))
    assert cli(*words).status == 0
    said = cli(*words, "--cards", "32")
    assert (said.status, "20 von 32 Karten sind da" in said.out) == (1, True)
    cv2.imwrite(str(tmp_path / "E9.png"), face(card("E9")))
    said = cli(*words, "--cards", "20")
    assert (said.status, "mit 20 Karten gehören nicht: Eichel-Neun." in said.out) == (0, True)
    (tmp_path / "E9.png").unlink()
    (tmp_path / "HK.png").unlink()
    said = cli(*words)
    assert said.status == 1
    assert "Unvollständig: 19 von 20 Karten sind da; es fehlt Herz-König." in said.out
    for suit in "EGS":
        (tmp_path / f"{suit}K.png").unlink()
    said = cli(*words)
    assert (said.status, "Unvollständig" in said.out) == (0, False)
    assert "16 von 20 Karten sind da; es fehlen Eichel-König" in said.out
    assert "gilt als Blatt ohne diese Karten" in said.out
    assert "mit --cards 20 noch einmal" in said.out
    said = cli(*words, "--cards", "20")
    assert (said.status, "Unvollständig: 16 von 20 Karten sind da" in said.out) == (1, True)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "Bitte entweder --from ORDNER"),
        (("--from", "a", "--source", "b"), "Bitte entweder --from ORDNER"),
        (("--from", "a", "--test"), "--test, --live und --views gehören zu --source"),
        (("--from", "none"), "Den Ordner none gibt es nicht; bitte den Pfad prüfen"),
        (("--from", __file__), "ist weder ein Ordner noch ein Bild; bitte den Ordner nennen"),
        (("--source", "b.mp4", "--views", "9"), "--views braucht eine Zahl"),
        (("--source", "b.mp4", "--cards", "33"), "Ein Blatt mit 33 Karten gibt es nicht"),
        (("--source", "b.mp4"), "Das Video b.mp4 gibt es nicht"),
        (("--source", "b.mp4", "--test"), "Das Kartenblatt „mine“ ist nicht eingelernt"),
    ],
)
def test_words_that_do_not_fit(
    words: tuple[str, ...], sentence: str, cli: Cli, tmp_path: Path
) -> None:
    said = cli("enrol", "mine", "--home", str(tmp_path), *words)
    assert said.status == 2
    assert sentence in said.sentence


def test_a_picture_of_rows_is_asked_about_and_enrolled_with_names(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    some = GERMAN_20[:6]
    faces = {one.code: np.dstack([face(one), np.full((240, 140), 255, np.uint8)]) for one in some}
    laid = sheet(faces, list(faces), 3, Ground.TABLE, 5)
    cv2.imwrite(str(tmp_path / "deck.jpg"), laid.picture)
    words = ("enrol", "mine", "--from", str(tmp_path / "deck.jpg"), "--home", str(tmp_path / "h"))
    said = cli(*words)
    assert (said.status, said.out) == (2, "")
    assert "In den Reihen liegen 6 Karten" in said.sentence
    assert not (tmp_path / "h" / "decks" / "mine.deck").exists()
    (tmp_path / "mine.png").unlink()
    (tmp_path / "names.txt").write_text(" ".join(faces))
    said = cli(*words, "--names", "names.txt")
    assert (said.status, said.error) == (1, "")
    assert "mine: 6 Karten eingelernt." in said.out
    assert "Bitte ansehen: mine.png" in said.out
    assert (tmp_path / "mine.png").exists()
