"""The command line's words: where options may stand, and the way out each sentence names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.cards import FRENCH_32, GERMAN_24, GERMAN_32, GERMAN_36, Card, Family, card
from kiosk import enrolling
from kiosk.home import Home
from kiosk.packs import gaps, whole_pack
from tests.kiosk.cli import Cli
from tests.vision.drawn import DECK, drawn_profile
from vision.reading.nets import load_nets


@pytest.fixture
def elsewhere(tmp_path: Path) -> Home:
    """Another data folder, with a deck of its own."""
    home = Home(tmp_path / "elsewhere")
    home.prepare()
    enrolling.save_deck(drawn_profile(load_nets(), DECK[:8]), home)
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
    german = enrolling.keep_former("drawn", elsewhere, "de")
    english = enrolling.keep_former("drawn", elsewhere, "en")
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
