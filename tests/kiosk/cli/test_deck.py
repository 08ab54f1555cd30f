"""`mehrkopf deck`: decks shown, passed on to another table, taken over, deleted."""

from __future__ import annotations

import json
import warnings
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.text import PlainError
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import BUNDLED, open_deck, save_deck
from kiosk.home.deck_shelf import rename, shelf
from tests.kiosk.cli import Cli
from vision.reading.deck_archive import cards_in
from vision.reading.nets import Nets
from vision.reading.profile import Profile, build_profile, load_profile


@pytest.fixture
def home(cli: Cli) -> Home:
    home = Home(cli.home)
    home.prepare()
    return home


@pytest.fixture
def mine(home: Home, nets: Nets) -> Profile:
    profile = replace(load_profile(BUNDLED / "isar.deck", nets.embedding), name="mine")
    profile.save(home.decks / "mine.deck")
    return profile


def test_a_deck_travels_to_another_table(
    cli: Cli, mine: Profile, tmp_path: Path, nets: Nets
) -> None:
    file = tmp_path / "travels.deck"
    said = cli("deck", "export", "mine", str(file))
    assert (said.status, said.error) == (0, "")
    assert "ohne Bilder" in said.out
    with zipfile.ZipFile(file) as archive:
        assert not [name for name in archive.namelist() if name.endswith(".webp")]
    there = tmp_path / "there"
    said = cli("deck", "import", str(file), "--home", str(there), "--lang", "en")
    assert said.status == 0
    assert '"mine" is imported: 48 cards.' in said.out
    taken = open_deck("mine", Home(there), nets)
    assert taken.cards == mine.cards
    np.testing.assert_allclose(taken.prototypes, mine.prototypes, atol=1e-6)
    np.testing.assert_allclose(taken.negatives.vectors, mine.negatives.vectors, atol=1e-6)
    said = cli("deck", "list", "--home", str(there), "--lang", "en")
    assert "mine: 48 cards, imported without pictures" in said.out
    assert "isar: 48 cards, bundled" in said.out


def test_without_a_file_an_export_lies_among_the_exports(cli: Cli, mine: Profile) -> None:
    said = cli("deck", "export", "mine")
    assert said.status == 0
    assert (cli.home / "exports" / "mine.deck").exists()


def test_a_name_that_is_taken_is_not_written_over(
    cli: Cli, mine: Profile, home: Home, tmp_path: Path
) -> None:
    before = (home.decks / "mine.deck").read_bytes()
    cli("deck", "export", "mine", str(tmp_path / "mine.deck"))
    said = cli("deck", "import", str(tmp_path / "mine.deck"))
    assert (said.status, said.out) == (2, "")
    assert "Ein Blatt „mine“ gibt es schon" in said.sentence
    assert (home.decks / "mine.deck").read_bytes() == before
    assert cli("deck", "import", str(tmp_path / "mine.deck"), "--name", "yours").status == 0
    assert "yours: 48 Karten" in cli("deck", "list").out


def _head(shape: str, descr: str = "<f4") -> bytes:
    head = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    return b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head


def _says(parts: dict[str, bytes], **values: object) -> None:
    parts["deck.json"] = json.dumps({**json.loads(parts["deck.json"]), **values}).encode()


def _put(name: str, data: bytes) -> Callable[[dict[str, bytes]], None]:
    return lambda parts: parts.update({name: data})


WRONG: dict[str, Callable[[dict[str, bytes]], None]] = {
    "47 GiB": _put("prototypes.npy", _head("(99000000, 128)") + bytes(512)),
    "as many rows as it says": _put("prototypes.npy", _head("(96, 128)") + bytes(512)),
    "negative rows": _put("prototypes.npy", _head("(-1, 128)") + bytes(512)),
    "objects": _put("prototypes.npy", _head("(1, 128)", "|O") + bytes(8)),
    "no head": _put("prototypes.npy", b"\x93NUMPY\x01\x00\xff\xff["),
    "brackets": _put("prototypes.npy", _head("(" * 900)),
    "no numbers": _put("prototypes.npy", _head("(96, 128)") + b"\xff" * 96 * 512),
    "no json": _put("deck.json", b"{"),
    "deep json": _put("deck.json", b"[" * 100_000),
    "a list": _put("deck.json", b"[]"),
    "a measure that is none": lambda parts: _says(parts, height_mm=float("nan")),
    "no cards": lambda parts: _says(parts, cards=[], views=[], owner=[]),
    "a card twice": lambda parts: _says(parts, cards=["EO"] * 48),
    "views without end": lambda parts: _says(parts, views=[10**9] * 48),
    "words for lists": lambda parts: _says(parts, negatives=7, views=None),
}
"""What a deck archive may say that is not so."""


def test_pictures_are_measured_before_there_is_room_for_them(
    mine: Profile, home: Home, nets: Nets
) -> None:
    path = home.decks / "mine.deck"
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    face = next(name for name in parts if name.startswith("crops/"))
    large = cv2.imencode(".webp", np.zeros((3000, 3000, 3), np.uint8))[1].tobytes()
    for data in (large, b"", b"RIFF", parts[face][:40], parts[face].replace(b"VP8 ", b"VP8X")):
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in {**parts, face: data}.items():
                archive.writestr(name, content)
        with pytest.raises(PlainError, match="is not a deck, or is damaged"):
            open_deck("mine", home, nets)
    with zipfile.ZipFile(path, "w") as archive, warnings.catch_warnings(action="ignore"):
        for name, content in (*parts.items(), *parts.items()):
            archive.writestr(name, content)
    with pytest.raises(PlainError, match="is not a deck, or is damaged"):
        open_deck("mine", home, nets)
    assert cards_in(path) == ()


@pytest.mark.parametrize("damage", ["text", "cut", "huge", "no vectors", "long vectors", *WRONG])
def test_a_file_that_is_no_deck(cli: Cli, mine: Profile, tmp_path: Path, damage: str) -> None:
    file = tmp_path / "mine.deck"
    cli("deck", "export", "mine", str(file))
    if damage == "text":
        file.write_text("no deck")
    elif damage == "cut":
        file.write_bytes(file.read_bytes()[:3000])
    else:
        with zipfile.ZipFile(file) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        if damage in WRONG:
            WRONG[damage](parts)
        elif damage == "huge":
            parts["more"] = bytes(70 * 1024 * 1024)
        elif damage == "no vectors":
            parts.pop("prototypes.npy")
        else:
            held = np.load(archive_of(file).open("prototypes.npy"))
            with (tmp_path / "long.npy").open("wb") as out:
                np.save(out, held * 2)
            parts["prototypes.npy"] = (tmp_path / "long.npy").read_bytes()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in parts.items():
                archive.writestr(name, content)
    said = cli("deck", "import", str(file), "--name", "yours")
    assert (said.status, said.out) == (2, "")
    assert "ist kein Blatt" in said.sentence
    assert not (cli.home / "decks" / "yours.deck").exists()


def archive_of(file: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(file)


def altered(file: Path, **values: object) -> None:
    """Change what `deck.json` says."""
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    about = {**json.loads(parts["deck.json"]), **values}
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in {**parts, "deck.json": json.dumps(about).encode()}.items():
            archive.writestr(name, content)


def test_a_deck_of_another_version_and_a_name_that_leads_elsewhere(
    cli: Cli, mine: Profile, tmp_path: Path
) -> None:
    file = tmp_path / "mine.deck"
    cli("deck", "export", "mine", str(file))
    altered(file, name="../../elsewhere")
    said = cli("deck", "import", str(file))
    assert (said.status, "taugt nicht als Name" in said.sentence) == (2, True)
    altered(file, net_sha256="of another net")
    said = cli("deck", "import", str(file), "--name", "yours")
    assert (said.status, "mit einem anderen Programmstand" in said.sentence) == (2, True)


@pytest.fixture(params=["stale", "damaged"])
def taught(request: pytest.FixtureRequest, home: Home) -> Path:
    """What corrections taught the deck "mine" under an earlier version; nobody reads it now."""
    path = home.decks / "mine.taught"
    path.write_bytes(b"PK no lessons")
    if request.param == "stale":
        lesson = {"card": "EO", "instead": "EA", "event": "e-1:9", "at": "2026-11-21T20:00"}
        with zipfile.ZipFile(path, "w") as archive:
            about = {"format": 1, "deck": "of another enrolment", "lessons": [lesson]}
            archive.writestr("taught.json", json.dumps(about))
            with archive.open("views.npy", "w") as out:
                np.save(out, np.zeros((1, 2, 128), np.float32))
    return path


def test_what_an_earlier_version_learned_of_a_deck_stands_in_nobodys_way(
    cli: Cli, mine: Profile, home: Home, nets: Nets, taught: Path
) -> None:
    assert cli("deck", "list").out.endswith("mine: 48 Karten\n")
    (on_shelf,) = (deck for deck in shelf(home, nets) if not deck.bundled)
    assert (on_shelf.name, on_shelf.count, on_shelf.damaged) == ("mine", 48, False)
    profile = open_deck("mine", home, nets)
    np.testing.assert_array_equal(profile.prototypes, mine.prototypes)
    assert save_deck(replace(mine, height_mm=91.0), home) == home.decks / "mine.deck"
    assert open_deck("mine", home, nets).height_mm == 91.0
    assert rename("mine", "Zum Hirschen", home, nets) == "Zum-Hirschen"
    assert [path.name for path in home.decks.iterdir()] == ["Zum-Hirschen.deck"]


def test_a_deck_is_deleted_with_all_that_hangs_on_it(
    cli: Cli, mine: Profile, home: Home, taught: Path
) -> None:
    said = cli("deck", "remove", "mine")
    assert (said.status, said.out) == (0, "„mine“ ist gelöscht.\n")
    assert list(home.decks.iterdir()) == []


def test_a_damaged_deck_hides_no_other(cli: Cli, mine: Profile, home: Home) -> None:
    (home.decks / "broken.deck").write_text("x")
    (home.decks / "begun.draft").write_text("x")
    said = cli("deck", "list")
    assert said.status == 0
    assert "beschädigt" in said.out
    assert "mine: 48 Karten" in said.out


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("action", ["list", "export", "import", "remove"])
def test_every_action_explains_itself(cli: Cli, action: str, language: str) -> None:
    told = cli("deck", "--lang", language, action, "--help")
    assert told.status == 0
    said = told.out
    assert f"mehrkopf deck {action} " in said.splitlines()[0]
    assert ("--force" in said) is (action == "export")


def test_an_action_may_stand_behind_the_options(cli: Cli, mine: Profile, tmp_path: Path) -> None:
    there = str(tmp_path / "list")
    assert cli("deck", "--home", there, "list").out.startswith("isar:")
    assert (tmp_path / "list").exists() is False
    assert "mine: 48" in cli("deck", "--home", str(cli.home), "list").out


def test_an_export_does_not_write_over_another_file(
    cli: Cli, mine: Profile, tmp_path: Path
) -> None:
    file = tmp_path / "other.deck"
    file.write_text("something else")
    said = cli("deck", "export", "mine", str(file))
    assert (said.status, said.out) == (2, "")
    assert f"Die Datei {file} gibt es schon" in said.sentence
    assert file.read_text() == "something else"
    assert cli("deck", "export", "mine", str(file), "--force").status == 0
    assert cli("deck", "export", "mine", str(file)).status == 0
    assert cli("deck", "export", "isar", str(file)).status == 2
    said = cli("deck", "export", "mine", str(tmp_path))
    assert said.out.startswith(str(tmp_path / "mine.deck"))
    assert not list(tmp_path.glob("*.part"))


def test_a_deck_with_something_behind_or_before_it_is_refused(
    cli: Cli, mine: Profile, tmp_path: Path
) -> None:
    file = tmp_path / "mine.deck"
    cli("deck", "export", "mine", str(file))
    whole = file.read_bytes()
    for junk in (whole + b"junk", b"junk" + whole, whole + b"PK\x05\x06" + b"\0" * 18):
        file.write_bytes(junk)
        said = cli("deck", "import", str(file), "--name", "yours")
        assert (said.status, "ist kein Blatt" in said.sentence) == (2, True)
        said = cli("recognise", "any.png", "--deck", str(file))
        assert (said.status, "beschädigt" in said.sentence) == (2, True)
    assert not (cli.home / "decks" / "yours.deck").exists()


def test_a_deck_that_lacks_cards_is_listed_as_that(
    cli: Cli, mine: Profile, home: Home, nets: Nets
) -> None:
    def without(*codes: str) -> None:
        left = [k for k, one in enumerate(mine.cards) if one.code not in codes]
        part = build_profile(
            "part",
            [mine.cards[k] for k in left],
            [mine.crops[k] for k in left],
            mine.aspect,
            nets.embedding,
        )
        part.save(home.decks / "part.deck")

    without("HK")
    assert "part: 47 Karten, unvollständig (es fehlt Herz-König)" in cli("deck", "list").out
    without("HK", "S7")
    said = cli("deck", "list", "--lang", "en").out
    assert "incomplete (King of Hearts, Seven of Bells are missing)" in said
    without("E6", "G6", "H6", "S6")
    assert "unvollständig" not in cli("deck", "list").out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "Bitte sagen, was zu tun ist: list, export, import, remove"),
        (("export",), "Es fehlt die Angabe NAME; mehrkopf deck export --help"),
        (("import",), "Es fehlt die Angabe DATEI"),
        (("import", "."), ". ist ein Ordner; bitte die .deck-Datei darin nennen"),
        (("import", "none.deck"), "Die Datei none.deck gibt es nicht"),
        (("export", "none"), "„none“ ist nicht eingelernt"),
        (("remove", "isar"), "gehört zum Programm"),
        (("remove", "../isar"), "taugt nicht als Name"),
        (("forget", "isar"), "Den Befehl „forget“ gibt es nicht; mehrkopf deck --help zeigt alle"),
        (("list", "isar"), "Die Angabe isar ist unbekannt; mehrkopf deck list --help"),
        (("remove", "isar", "--card", "EO"), "Die Angabe --card ist unbekannt"),
        (("sell", "isar"), "Den Befehl „sell“ gibt es nicht; mehrkopf deck --help zeigt alle"),
        (("export", "isar", "/none/there/x.deck"), "Den Ordner /none/there gibt es nicht"),
    ],
)
def test_words_that_do_not_fit(cli: Cli, words: tuple[str, ...], sentence: str) -> None:
    said = cli("deck", *words)
    assert said.status == 2
    assert sentence in said.sentence
