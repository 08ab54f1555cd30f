"""The command line's words: where options may stand, and the way out each sentence names."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.cards import FRENCH_32, GERMAN_24, GERMAN_32, GERMAN_36, Card, Family, card
from kiosk.home import deck_files
from kiosk.home.data_folder import Home
from kiosk.home.packs import gaps, whole_pack
from tests.kiosk.cli import Cli
from tests.vision.drawn import DECK, drawn_profile
from vision.reading.nets import load_nets


@pytest.fixture
def elsewhere(tmp_path: Path) -> Home:
    """Another data folder, with a deck of its own."""
    home = Home(tmp_path / "elsewhere")
    home.prepare()
    deck_files.save_deck(drawn_profile(load_nets(), DECK[:8]), home)
    return home


def test_the_data_folder_may_be_named_anywhere(cli: Cli, elsewhere: Home) -> None:
    folder = str(elsewhere.root)
    for words in (
        ("deck", "list", "--home", folder),
        ("deck", "--home", folder, "list"),
        ("--home", folder, "deck", "list"),
        ("--lang", "de", "--home", folder, "deck", "list"),
        (f"--home={folder}", "deck", "list"),
    ):
        said = cli(*words)
        assert (said.status, said.error) == (0, "")
        assert "drawn: 8 Karten" in said.out


def test_without_a_command_the_data_folder_is_not_taken_for_one(cli: Cli, elsewhere: Home) -> None:
    said = cli("--home", str(elsewhere.root))
    assert (said.status, said.error.splitlines()[0][:15]) == (2, "Aufruf: mehrkop")
    said = cli("--home", str(elsewhere.root), "decks")
    assert (said.status, said.sentence[:25]) == (2, "Den Befehl „decks“ gibt e")
    said = cli("deck", "--home", "list")
    assert (said.status, said.sentence[:29]) == (2, "Bitte sagen, was zu tun ist: ")
    assert cli("score", "--home", "x").status == 2


@pytest.mark.parametrize(
    "words", [("--lang", "fr"), ("--lang", "fr", "deck", "list"), ("deck", "list", "--lang=fr")]
)
def test_another_language_is_told_which_there_are(cli: Cli, words: tuple[str, ...]) -> None:
    said = cli(*words)
    assert said.status == 2
    assert said.sentence == "Die Sprache „fr“ gibt es nicht; möglich sind --lang de und --lang en."


def test_a_deck_that_is_not_there_cannot_be_removed(cli: Cli) -> None:
    said = cli("deck", "remove", "nixda")
    assert said.status == 2
    assert (
        said.sentence == "Ein Blatt „nixda“ gibt es nicht (da sind: isar); gelöscht wurde nichts."
    )


def test_an_export_into_a_folder_that_is_missing_says_what_to_do(cli: Cli, tmp_path: Path) -> None:
    said = cli("deck", "export", "isar", str(tmp_path / "none" / "isar.deck"))
    assert said.status == 2
    wanted = f"Den Ordner {tmp_path / 'none'} gibt es nicht; bitte anlegen oder einen anderen"
    assert said.sentence.startswith(wanted)


def test_the_deck_before_is_kept_under_a_name_of_the_language(elsewhere: Home) -> None:
    german = deck_files.keep_former("drawn", elsewhere, "de")
    english = deck_files.keep_former("drawn", elsewhere, "en")
    assert german is not None
    assert english is not None
    assert "„drawn-vorher“" in german.de
    assert '"drawn-before"' in english.en
    names = {path.stem for path in elsewhere.decks.glob("*.deck")}
    assert names == {"drawn", "drawn-vorher", "drawn-before"}


FEW = tuple(card(code) for code in ("EO", "GO", "HA"))
FRENCH_24 = tuple(one for one in FRENCH_32 if one.rank.letter not in "78")


@pytest.mark.parametrize(
    ("there", "whole"),
    [
        (FEW, GERMAN_32),
        ((*FEW, card("S6")), GERMAN_36),
        (GERMAN_32[:15], GERMAN_32),
        (GERMAN_24[:23], GERMAN_24),
        ((card("HA", Family.FRENCH),), FRENCH_32),
    ],
)
def test_what_is_missing_is_told_of_the_whole_deck(
    there: Sequence[Card], whole: Sequence[Card]
) -> None:
    assert set(whole_pack(there)) == set(whole)
    assert set(gaps(there)) == set(whole) - set(there)


@pytest.mark.parametrize("there", [GERMAN_24, GERMAN_36, FRENCH_24])
def test_a_deck_without_some_ranks_has_no_gap(there: Sequence[Card]) -> None:
    assert gaps(there) == ()
    assert gaps(there[1:]) == there[:1]


@pytest.mark.parametrize("place", ["/proc/nope", "{file}", "{file}/below"])
def test_a_data_folder_that_cannot_be_is_refused(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    (tmp_path / "file").write_text("")
    folder = place.format(file=tmp_path / "file")
    wanted = f"In den Datenordner {folder} kann nicht geschrieben werden ("
    for words in (("deck", "list"), ("rules",), ("enrol", "bok", "--from", str(tmp_path))):
        said = cli(*words, "--home", folder)
        assert (said.status, said.out) == (2, "")
        assert said.sentence.startswith(wanted)
        assert "--home" in said.sentence
    monkeypatch.setenv("MEHRKOPF_HOME", folder)
    assert cli("deck", "list").sentence.startswith(wanted)
    said = cli("doctor")
    assert (said.status, said.error) == (1, "")
    assert f"✗ Datenordner   {wanted}" in said.out


def test_a_data_folder_that_is_not_there_yet_is_fine_and_is_not_made(
    cli: Cli, tmp_path: Path
) -> None:
    folder = tmp_path / "not" / "yet"
    assert cli("deck", "list", "--home", str(folder)).status == 0
    said = cli("doctor", "--home", str(folder))
    assert (said.status, said.error) == (0, "")
    assert f"· Datenordner   {folder} ist noch nicht da" in said.out
    assert list(tmp_path.iterdir()) == []


def test_the_doctor_speaks_one_language_and_names_every_deck_once(
    cli: Cli, elsewhere: Home
) -> None:
    said = cli("doctor", "--home", str(elsewhere.root)).out
    lines = said.splitlines()
    assert [line[2:16].rstrip() for line in lines] == [
        "Programm",
        "Datenordner",
        "Platz",
        "Aufzeichnung",
        "Abend",
        "Uhr",
        "Einstellungen",
        "Netze",
        "Kartenblatt",
        "Vorführung",
        "Kamera",
        "Lichtband",
        "Tasten",
        "Port",
        "Handys",
        "Bedienen",
        "Messwerte",
        "Broker",
    ]
    assert "✓ Kartenblatt   isar: 48 Karten; außerdem da: drawn\n" in said
    english = cli("doctor", "--home", str(elsewhere.root), "--lang", "en").out
    assert "✓ deck        isar: 48 cards; also there: drawn\n" in english
    assert "✓ data folder" in english
    told = cli("doctor", "--home", str(elsewhere.root), "--json").out.splitlines()
    assert [json.loads(line)["check"] for line in told][:3] == ["program", "home", "space"]


def test_the_help_names_the_data_folder(cli: Cli) -> None:
    for language, words in (("de", "--home ORDNER  Datenordner"), ("en", "--home DIR  ")):
        said = " ".join(cli("--lang", language, "--help").out.split())
        assert " ".join(words.split()) in said


def test_a_value_that_does_not_fit_stands_alone_between_its_marks(cli: Cli) -> None:
    said = cli("camera", "lock", "--mains", "55")
    assert said.status == 2
    assert said.sentence.startswith("Der Wert „55“ passt nicht zu --mains;")
    assert "„viele“" in cli("camera", "sheet", "--bar-mm", "viele").sentence
    assert "„x y“" in cli("enrol", "bok", "--suits", "x y").sentence


@pytest.mark.parametrize("length", ["0", "-3", "nan", "inf", "1000", "49.9"])
def test_a_bar_no_printer_makes_is_refused(cli: Cli, tmp_path: Path, length: str) -> None:
    out = tmp_path / "s.png"
    said = cli("camera", "sheet", "--out", str(out), "--bar-mm", length)
    assert said.status == 2
    assert said.sentence.startswith(f"Der Balken kann nicht {length} mm lang sein")
    assert not out.exists()


def test_a_deck_is_not_taken_over_under_the_name_of_the_programs_own(
    cli: Cli, tmp_path: Path
) -> None:
    file = str(tmp_path / "x.deck")
    assert cli("deck", "export", "isar", file).status == 0
    for words in (("deck", "import", file), ("deck", "import", file, "--name", "isar")):
        said = cli(*words)
        assert (said.status, said.out) == (2, "")
        assert "bitte mit --name einen anderen Namen wählen" in said.sentence
        assert "remove" not in said.sentence
    assert cli("deck", "import", file, "--name", "other").status == 0


def test_what_ends_with_a_slash_is_a_folder(cli: Cli, tmp_path: Path) -> None:
    for words in (
        ("deck", "export", "isar", f"{tmp_path}/x/"),
        ("deck", "export", "isar", f"{tmp_path}/not/there/x/"),
        ("camera", "sheet", "--out", f"{tmp_path}/x.png/"),
        ("record", f"{tmp_path}/x/", "--yes"),
    ):
        said = cli(*words)
        assert said.status == 2
        folder = next(word for word in words if word.endswith("/")).rstrip("/")
        assert said.sentence.startswith(f"Den Ordner {folder} gibt es nicht; bitte anlegen")
    assert list(tmp_path.iterdir()) == []


def test_a_deck_exported_twice_says_that_it_is_there(cli: Cli, tmp_path: Path) -> None:
    for named in (f"{tmp_path}/", str(tmp_path / "isar.deck")):
        (tmp_path / "isar.deck").unlink(missing_ok=True)
        assert "ohne Bilder" in cli("deck", "export", "isar", named).out
        written = (tmp_path / "isar.deck").stat().st_mtime_ns
        said = cli("deck", "export", "isar", named)
        assert (said.status, said.error) == (0, "")
        assert "Dort liegt dieses Blatt schon ebenso (48 Karten)" in said.out
        assert (tmp_path / "isar.deck").stat().st_mtime_ns == written
        assert "ohne Bilder" in cli("deck", "export", "isar", named, "--force").out
