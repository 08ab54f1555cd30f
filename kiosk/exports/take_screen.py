"""What the page of things to take home shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.text import Text
from kiosk.exports import page_words as p
from kiosk.exports import words as w
from kiosk.exports.files import Source
from kiosk.exports.screens import Frame, frame
from kiosk.exports.stick import Stick
from kiosk.exports.tables import Place
from kiosk.exports.which import Chosen
from kiosk.replay.addresses import file as replay_file


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing to take home."""

    key: str
    word: Text
    note: Text
    href: str
    file: bool = True
    """Whether it is sent as a file; else it is a page."""


@dataclass(frozen=True, slots=True)
class TakeScreen:
    """Everything there is to take home."""

    frame: Frame
    offers: tuple[Offer, ...]
    """Empty before there is anything."""
    stick: Text
    """Whether a stick is there."""
    to_stick: bool
    to_device: bool
    said: str
    """What was just saved; empty for nothing."""


def take_screen(
    chosen: Chosen, found: Sequence[Stick], exports: Path | None, said: object
) -> TakeScreen:
    """Return what there is to take home of an evening."""
    there = chosen.any and bool(chosen.view.state.finished or chosen.view.state.adjustments)
    return TakeScreen(
        frame=frame(chosen, "exports"),
        offers=_offers(chosen) if there else (),
        stick=p.STICK_THERE.format(name=found[0].name) if found else p.NO_STICK,
        to_stick=there and bool(found),
        to_device=there and exports is not None,
        said=said if isinstance(said, str) else "",
    )


def _offers(chosen: Chosen) -> tuple[Offer, ...]:
    def made(key: str, word: Text, note: Text) -> Offer:
        return Offer(key, word, note, f"/exports/file/{key}{chosen.query}")

    def page(key: str, word: Text, note: Text) -> Offer:
        return Offer(key, word, note, f"/exports/{key}{chosen.query}", file=False)

    offers = [
        page("list", p.LIST, p.LIST_NOTE),
        Offer("film", p.FILM, p.FILM_NOTE, replay_file(chosen.replay)),
        made("xlsx", p.SHEET, p.SHEET_NOTE),
        made("csv", p.CSV, p.CSV_NOTE),
        made("verlauf-png", p.PICTURE, p.PICTURE_NOTE),
        made("verlauf", p.DRAWING, p.DRAWING_NOTE),
        page("tournament", p.TOURNAMENT, p.TOURNAMENT_NOTE),
        made("mkn", p.NOTATION, p.NOTATION_NOTE),
        made("journal", p.RECORD, p.RECORD_NOTE),
    ]
    return tuple(offers)


@dataclass(frozen=True, slots=True)
class Numbered:
    """One person and the start number."""

    field: str
    label: Text
    number: int


@dataclass(frozen=True, slots=True)
class TournamentScreen:
    """What the sheet of a tournament asks."""

    frame: Frame
    seq: str
    """The earlier evening it is about; empty for the one at the table."""
    table: int
    round: int
    people: tuple[Numbered, ...]


def tournament_screen(chosen: Chosen, place: Place) -> TournamentScreen:
    """Return the fields with what was typed last."""
    people = chosen.book().people
    return TournamentScreen(
        frame=frame(chosen, "exports"),
        seq=str(chosen.seq) if chosen.earlier else "",
        table=place.table,
        round=place.round,
        people=tuple(
            Numbered(f"start{at}", p.START_NUMBER.format(name=person.name), number)
            for at, (person, number) in enumerate(zip(people, place.numbers, strict=True))
        ),
    )


def folder_name(source: Source) -> str:
    """Return what the folder on a stick is called: "mehrkopf-2026-11-20"."""
    return f"mehrkopf-{source.listed.day or 'abend'}"


def list_name(source: Source) -> str:
    """Return what the printed list is called there."""
    word = w.NAMES["liste"].in_language(source.language)
    return f"{folder_name(source)}-{word}.html"
