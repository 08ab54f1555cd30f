"""What the organiser entered is kept with all its revisions, in a file and on a server alike."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from sqlalchemy import func, select

from engine.text import PlainError
from kiosk.exchange.messages import ListLine
from kiosk.organiser.book import Book
from kiosk.organiser.database import Database
from kiosk.organiser.entries import text_of, value_of
from kiosk.organiser.schema import BOOK
from kiosk.organiser.tournament import (
    PaperList,
    Participant,
    Penalty,
    Presence,
    Prize,
    Protest,
    RulingKind,
    TieBreak,
    Tournament,
)
from tests.kiosk.organiser.made import AT, CUP, PLANS, clock

WHOLE = Tournament(
    "spring-27",
    "Frühjahrsrennen „Zum Ochsen“",
    mode="plus",
    rules={"laufende": {"least": 3}, "scoring": "plus"},
    rounds=3,
    deals=0,
    minutes=90,
    fee=1500,
    prizes=(Prize(1, 20_000), Prize(2, words="ein Spanferkel")),
    ties=(TieBreak.LAST_ROUND,),
    names=True,
    seed="1868",
)
ANNA = Participant(17, "Anna Huber", "Dachau", paid=True)


def test_every_value_comes_back_as_it_was(database: Database) -> None:
    book = Book(database, clock)
    book.begin(WHOLE)
    assert book.tournament() == WHOLE
    beni = Participant(4, "Beni", presence=Presence.LEFT)
    substituted = ANNA.replaced_by("Zenta", "Freising", 2)
    book.keep_people(WHOLE.id, (ANNA, beni))
    book.keep_person(WHOLE.id, substituted)
    assert book.field(WHOLE.id).people == (beni, substituted)
    for plan in reversed(PLANS):
        book.keep_round(WHOLE.id, plan)
    assert book.rounds(WHOLE.id) == PLANS
    penalty = Penalty(17, Fraction(-20, 3), "vergeben", 1, AT, "Leitung")
    protest = Protest("1", 1, 4, 17, "Farbe nicht bekannt", AT)
    assert book.keep_penalty(WHOLE.id, penalty) == 1
    assert book.keep_penalty(WHOLE.id, replace(penalty, number=4)) == 2
    assert book.keep_penalty(WHOLE.id, replace(penalty, taken_back=True), 1) == 1
    assert book.keep_protest(WHOLE.id, protest) == 1
    book.keep_protest(WHOLE.id, replace(protest, ruling=RulingKind.UPHELD, answer="Solo"), 1)
    assert book.penalties(WHOLE.id) == {
        1: replace(penalty, taken_back=True),
        2: replace(penalty, number=4),
    }
    assert book.protests(WHOLE.id)[1].ruling is RulingKind.UPHELD
    paper = PaperList("2", 1, 1, (ListLine(5, Fraction(3), 1),), AT)
    book.keep_paper(WHOLE.id, paper)
    book.keep_paper(WHOLE.id, replace(paper, revision=2, taken_back=True))
    assert book.papers(WHOLE.id) == (paper, replace(paper, revision=2, taken_back=True))


def test_two_tournaments_stand_beside_each_other(database: Database) -> None:
    book = Book(database, clock)
    with pytest.raises(PlainError, match="no tournament here yet"):
        book.tournament()
    book.begin(CUP)
    book.begin(WHOLE)
    book.keep_person("cup", ANNA)
    assert book.field(WHOLE.id).people == ()
    assert book.tournament("cup") == CUP
    with pytest.raises(PlainError, match="here already"):
        book.begin(CUP)
    with pytest.raises(PlainError, match='no tournament "winter" here; the ones there are: cup'):
        book.tournament("winter")


def test_what_is_changed_is_still_there(database: Database) -> None:
    book = Book(database, clock)
    book.begin(CUP)
    book.change(replace(CUP, title="Winterrennen"))
    assert book.tournament().title == "Winterrennen"
    with database.reading() as connection:
        assert connection.execute(select(func.count()).select_from(BOOK)).scalar_one() == 2


def test_of_several_people_either_all_are_kept_or_none(database: Database) -> None:
    book = Book(database, clock)
    with pytest.raises(TypeError):
        book.keep_people("cup", (ANNA, replace(ANNA, number=5, town=b"bytes")))  # type: ignore[arg-type]
    assert book.field("cup").people == ()


def test_an_older_entry_and_a_newer_one_can_be_read() -> None:
    assert value_of(Tournament, '{"id": "cup", "title": "Cup", "later": [1]}') == Tournament(
        "cup", "Cup"
    )
    assert value_of(Tournament, text_of(WHOLE)) == WHOLE


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"id": "cup", "title": 7}', '{"id": "cup", "title": "Cup", "ties": ["no"]}'],
)
def test_a_damaged_entry_is_said(text: str) -> None:
    with pytest.raises(PlainError, match="damaged"):
        value_of(Tournament, text)
