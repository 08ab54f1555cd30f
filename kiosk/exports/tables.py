"""The three tables of an evening, cell by cell: deals, standings, tournament sheet (KIOSK 4.2).

A spreadsheet and the CSV files are written from the same cells, so that they cannot differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.text import Language, Text
from kiosk.exports import words as w
from kiosk.exports.book import Book, Line
from kiosk.exports.marks import WORDS
from kiosk.exports.told import NOTHING, listed

Cell = str | int | Fraction | None
"""A text, a number, or nothing."""
BEFORE_PEOPLE = 13
"""Columns of the deals before those of the people."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table."""

    name: str
    """`spiele`, `stand` or `turnier`."""
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table plays in a tournament."""

    table: int = 1
    round: int = 1
    numbers: tuple[int, ...] = ()
    """Start numbers by column; one after the other from 1 where none are told."""


def tables(listed_: Book, language: Language, place: Place | None = None) -> tuple[Table, ...]:
    """Return all three tables."""
    return (
        deals(listed_, language),
        standings(listed_, language),
        tournament(listed_, language, place or Place()),
    )


def deals(listed_: Book, language: Language) -> Table:
    """Return a row for each deal and each change by hand, a column for each person."""

    def say(text: Text) -> str:
        return text.in_language(language)

    header = (
        *(w.NUMBER, w.DEALER, w.DECLARER, w.GAME, w.SUIT, w.PARTNERS, w.KONTRA, w.LAYERS),
        *(w.POINTS, w.SCHNEIDER, w.SCHWARZ, w.LAUFENDE, w.PRICE),
    )
    assert len(header) == BEFORE_PEOPLE
    return Table(
        "spiele",
        (
            *map(say, header),
            *(person.name for person in listed_.people),
            say(w.REMARKS),
        ),
        tuple(
            (*_told(line, language), *line.gains, remarks(line).in_language(language))
            for line in listed_.lines
        ),
    )


def _told(line: Line, language: Language) -> tuple[Cell, ...]:
    told = line.words
    if told is None:
        reason = w.CHANGED.format(reason=line.reason).in_language(language)
        return (None, None, None, reason, *(None,) * (BEFORE_PEOPLE - 4))
    yes = w.YES.in_language(language)
    points = None if told.points is None else f"{told.points[0]}:{told.points[1]}"
    return (
        told.number,
        told.dealer,
        told.declarer or None,
        told.game.in_language(language),
        told.suit.in_language(language) or None,
        ", ".join(told.partners) or None,
        told.kontra.in_language(language) or None,
        ", ".join(told.layers) or None,
        points,
        yes if told.schneider else None,
        yes if told.schwarz else None,
        told.laufende or None,
        told.price,
    )


def remarks(line: Line) -> Text:
    """Return what is worth knowing of a line beside its columns."""
    said = [WORDS[mark] for mark in line.marks if not _told_already(line, WORDS[mark])]
    if line.words is not None:
        said += [w.STANDS_IN.format(who=who, owner=own) for who, own in line.words.substitutes]
    if line.note is not None:
        said.append(line.note)
    return listed(said) if said else NOTHING


def _told_already(line: Line, word: Text) -> bool:
    return line.words is not None and line.words.game.de.casefold() == word.de.casefold()


def standings(listed_: Book, language: Language) -> Table:
    """Return a row for each person, most first."""
    header = (
        *(w.RANK, w.NAME, w.TOTAL, w.PLUS, w.MINUS, w.DEALS),
        *(w.WON, w.SOLI, w.SOLI_WON, w.MOST_LAUFENDE),
    )
    return Table(
        "stand",
        tuple(text.in_language(language) for text in header),
        tuple(
            (
                *(each.rank, each.name, each.total, each.plus, each.minus),
                *(each.deals, each.won, each.soli, each.soli_won, each.run or None),
            )
            for each in listed_.by_rank()
        ),
    )


def tournament(listed_: Book, language: Language, place: Place) -> Table:
    """Return the sheet a table hands in: place, start number, points and soli of each."""
    header = (w.TABLE, w.ROUND, w.START_NUMBER, w.NAME, w.SCORE, w.SOLI)
    numbers = start_numbers(place.numbers, len(listed_.people))
    return Table(
        "turnier",
        tuple(text.in_language(language) for text in header),
        tuple(
            (place.table, place.round, number, person.name, person.total, person.soli)
            for number, person in zip(numbers, listed_.people, strict=True)
        ),
    )


def start_numbers(given: Sequence[int], people: int) -> tuple[int, ...]:
    """Return everybody's start number; whoever has none gets the next free one."""
    free = iter(number for number in range(1, 2 * people + 1) if number not in given)
    return (*given[:people], *(next(free) for _ in range(people - len(given))))
