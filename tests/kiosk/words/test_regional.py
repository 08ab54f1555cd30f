"""Words per region: every sentence of every page in the words the table chose."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.journal.journal import Journal
from engine.text import PlainError
from kiosk.home.region import PLAIN, Region, in_region, kept_region
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.gallery import walk
from tests.kiosk.opened import client_of, post, text
from tests.kiosk.served import touch_table

WITH_ASS = Region("Laub", "Ass")
BAUER = Region(unter="Bauer")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Resi: Rufspiel auf die Gras-Sau", "Resi: Rufspiel auf das Laub-Ass"),
        ("Die Gras-Sau ist gesucht", "Das Laub-Ass ist gesucht"),
        ("Toni gab die gerufene Sau nicht zu", "Toni gab das gerufene Ass nicht zu"),
        ("wie bei der Sau", "wie bei dem Ass"),
        ("mit der gerufenen Sau", "mit dem gerufenen Ass"),
        ("eine blanke Sau", "ein blankes Ass"),
        ("keine Sau", "kein Ass"),
        ("zur Sau", "zum Ass"),
        ("wer die erste Sau bekam", "wer das erste Ass bekam"),
        ("wer alle Sauen hat", "wer alle Asse hat"),
        ("mit den ersten Sauen", "mit den ersten Assen"),
        ("Rufsau abgeworfen", "Rufass abgeworfen"),
        ("Gras-Sau", "Laub-Ass"),
        ("Gras-Solo, Gras und Eichel", "Laub-Solo, Laub und Eichel"),
        ("Pik-Ass und sauber", "Pik-Ass und sauber"),
    ],
)
def test_sau_and_gras_change_with_their_articles(written: str, shown: str) -> None:
    assert in_region(written, WITH_ASS) == shown
    assert in_region(written, PLAIN) == written


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Gras-Unter", "Gras-Bauer"),
        ("auf den Gras-Unter", "auf den Gras-Bauern"),
        ("Unter", "Bauer"),
        ("Ober, Unter und immer Herz", "Ober, Bauern und immer Herz"),
        ("Unter „Anfechten“ eintragen", "Unter „Anfechten“ eintragen"),
        ("unter der Sau", "unter der Sau"),
    ],
)
def test_the_unter_is_not_taken_for_the_preposition(written: str, shown: str) -> None:
    assert in_region(written, BAUER) == shown


def test_names_of_people_stay() -> None:
    assert (
        in_region("Gras spielt Gras", Region("Laub"), ("Gras Toni", "Gras")) == "Gras spielt Gras"
    )
    assert in_region("Gras Toni: Gras", Region("Laub"), ("Gras Toni",)) == "Gras Toni: Laub"


def test_the_choice_is_kept_and_a_damaged_file_is_told(tmp_path: Path) -> None:
    kept = tmp_path / "words.toml"
    kept_region(file=kept).choose(WITH_ASS)
    assert kept_region(BAUER, kept).choice == WITH_ASS
    kept.write_text('gras = "Heu"\n', encoding="utf-8")
    with pytest.raises(PlainError, match="gras"):
        kept_region(file=kept)


def test_the_screen_chooses_and_every_page_follows() -> None:
    door = FakeDoor()
    door.seat_them()
    client = client_of(door)
    assert post(client, "/words", gras="Laub").status_code == 303
    assert post(client, "/words", ass="Ass").status_code == 303
    door.call()
    page = text(client.get("/"))
    assert "Laub" in page
    assert not re.search(r"\b(?:Gras|Sau)\b|-Sau", page)
    assert post(client, "/words", gras="Heu").status_code == 400
    assert re.search(r'value="Laub"[^>]*aria-pressed="true"', text(client.get("/words")))


SAID = re.compile(r"\b(?:Gras|Sau|Sauen|Säue)\b|[-a-zäöü]sau\b|-Unter\b")
"""What nobody says where Laub, Ass and Bauer are said."""
AGREES = re.compile(r"\b(?:die|der|eine|keine|zur) (?:\w+ )?(?:[A-ZÄÖÜ]\w+-)?Ass\b")
"""Articles that an Ass does not have."""


@pytest.mark.parametrize(
    ("game", "people"), [("schafkopf", 4), ("mehrkopf", 5), ("bavarian", 4), ("bierkopf", 4)]
)
def test_no_page_of_a_game_says_the_words_that_were_not_chosen(game: str, people: int) -> None:
    region = kept_region(Region("Laub", "Ass", "Bauer"))
    found: dict[str, list[str]] = {}
    with touch_table(Journal.in_memory()) as table:
        client = client_of(table, region=region)
        for name, path in (*walk(table, game, people), ("rules", "/rules"), ("setup", "/setup")):
            if name == "words":
                continue
            said = shown_words(text(client.get(path, follow_redirects=True)))
            wrong = [*SAID.findall(said), *AGREES.findall(said)]
            if wrong:
                found[name] = wrong
    assert found == {}


def test_the_words_that_are_written_show_where_they_are_chosen() -> None:
    """The test above can fail: without the choice the same pages say Gras and Sau."""
    with touch_table(Journal.in_memory()) as table:
        client = client_of(table)
        pages = [shown_words(text(client.get(path))) for _, path in walk(table, "schafkopf", 4)]
    assert any("Gras" in page for page in pages)


def shown_words(page: str) -> str:
    """Return what people read of a page; what a suit or a card is called in its code stays."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))
