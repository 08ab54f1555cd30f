"""What is taken home: files to download, the list to print, everything on a stick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Response, redirect, render_template, request, session
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from engine.evening.state import TableState
from engine.text import Text
from kiosk.exports.files import KINDS, Source, Stick, name_of, save, sticks
from kiosk.exports.paper import paper
from kiosk.exports.tables import Placing, placing, start_numbers
from kiosk.replay.library import file as replay_file
from kiosk.screens.evening_list import Book
from kiosk.web import stage
from kiosk.web.door import refuse, the_door
from kiosk.web.evening.evening import (
    ChosenEvening,
    EveningFrame,
    chosen,
    frame,
    past_evenings,
    service,
)
from kiosk.web.language import language
from kiosk.words import evening as p
from kiosk.words import exports as w


@dataclass(frozen=True, slots=True)
class FileOffer:
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

    frame: EveningFrame
    offers: tuple[FileOffer, ...]
    """Empty before there is anything."""
    stick: Text
    """Whether a stick is there."""
    to_stick: bool
    to_device: bool
    said: str
    """What was just saved; empty for nothing."""


def take_screen(
    chosen: ChosenEvening, found: Sequence[Stick], exports: Path | None, said: object
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


def _offers(chosen: ChosenEvening) -> tuple[FileOffer, ...]:
    def page(key: str, word: Text, note: Text) -> FileOffer:
        return FileOffer(key, word, note, f"/exports/{key}{chosen.query}", file=False)

    offers = [
        page("list", p.LIST, p.LIST_NOTE),
        FileOffer("film", p.FILM, p.FILM_NOTE, replay_file(chosen.replay)),
    ]
    for key, kind in KINDS.items():
        if kind.offer is not None:
            offers.append(FileOffer(key, *kind.offer, f"/exports/file/{key}{chosen.query}"))
        if key == "verlauf":
            # Sheets and pictures for people first, then what programs read.
            offers.append(page("tournament", p.TOURNAMENT, p.TOURNAMENT_NOTE))
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

    frame: EveningFrame
    seq: str
    """The earlier evening it is about; empty for the one at the table."""
    table: int
    round: int
    people: tuple[Numbered, ...]


def tournament_screen(chosen: ChosenEvening, place: Placing) -> TournamentScreen:
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


bp = Blueprint("take_home", __name__)

_STYLE = Path(__file__).parents[2] / "static" / "paper.css"
MOST = 9999
"""Highest number of a table, a round or a start."""


@bp.get("/exports")
def exports() -> ResponseReturnValue:
    """Show what there is to take home."""
    found = chosen()
    said = session.pop("saved", None)
    shown = take_screen(found, sticks(), service().exports, said)
    return stage.sub_page("evening/exports.html", found.view, shown)


@bp.get("/exports/file/<key>")
def download(key: str) -> ResponseReturnValue:
    """Send one file."""
    found = chosen()
    kind = KINDS.get(key)
    if kind is None or not found.any:
        refuse(p.UNKNOWN_FILE, 404)
    if key == "journal" and the_door().view().state.deal is not None:
        refuse(p.NOT_NOW, 403)
    source = _source(found)
    response = Response(kind.make(source), mimetype=kind.media.split(";")[0])
    response.headers["Content-Disposition"] = f'attachment; filename="{name_of(key, source)}"'
    return response


@bp.get("/exports/list")
def printed() -> ResponseReturnValue:
    """Show the list as it is printed."""
    found = chosen()
    if not found.any:
        refuse(p.NOTHING_YET_LONG, 404)
    source = _source(found)
    return _list(source, back=f"/exports{found.query}")


@bp.get("/exports/tournament")
def tournament() -> ResponseReturnValue:
    """Ask for table, round and start numbers; show again what was typed."""
    found = chosen()
    if not found.any:
        refuse(p.NOTHING_YET_LONG, 404)
    shown = tournament_screen(found, _place(found.view.state, found.book()))
    return stage.sub_page("evening/tournament.html", found.view, shown)


@bp.post("/exports/save")
def put() -> ResponseReturnValue:
    """Put the evening's files on the stick, or on this device where the form says so."""
    found = chosen()
    if not found.any:
        refuse(p.NOTHING_YET_LONG, 409)
    here = request.form.get("to") == "device"
    there = service().exports if here else next((each.folder for each in sticks()), None)
    if there is None:
        refuse(p.NOWHERE if here else p.NO_STICK, 409)
    source = _source(found)
    files = {name_of(key, source): kind.make(source) for key, kind in KINDS.items() if kind.stick}
    files[list_name(source)] = _list(source, alone=True).encode()
    saved = save(there, folder_name(source), files)
    words = p.SAVED_HERE if here else p.SAVED
    session["saved"] = words.format(n=saved.count, folder=saved.folder.name).in_language(language())
    return redirect(f"/exports{found.query}", code=303)


def _list(source: Source, back: str = "", *, alone: bool = False) -> str:
    """Return the list; `alone` with its style inside, for a file that has to stand by itself."""
    return render_template(
        "evening/list.html",
        screen=paper(source.listed, source.place, service().seal(source.listed.head)),
        back=back,
        style=_STYLE.read_text(encoding="utf-8") if alone else "",
    )


def _source(found: ChosenEvening) -> Source:
    listed = found.book(past_evenings().head(found.view.state))
    return Source(
        listed=listed,
        state=found.view.state,
        language=language(),
        place=_place(found.view.state, listed),
        journal=past_evenings().lines,
    )


def _place(state: TableState, listed: Book) -> Placing:
    """Read table, round and start numbers from the address; what it leaves out the evening says.

    What is no number, or there twice, ends the request with 400 and a sentence.
    """
    fields, usual, people = request.args, placing(state, listed), len(listed.people)
    otherwise = usual.numbers or (0,) * people
    numbers = tuple(_number(fields, f"start{at}", otherwise[at]) for at in range(people))
    given = tuple(number for number in numbers if number)
    twice = next((number for number in given if given.count(number) > 1), None)
    if twice is not None:
        refuse(p.TWICE.format(n=twice))
    whole = numbers if all(numbers) else start_numbers((), people)
    table = _number(fields, "table", usual.table)
    return Placing(table, _number(fields, "round", usual.round), whole)


def _number(fields: MultiDict[str, str], name: str, otherwise: int) -> int:
    said = fields.get(name, "").strip()
    if not said:
        return otherwise
    if not (said.isascii() and said.isdecimal() and 1 <= int(said[:9]) <= MOST):
        refuse(p.BAD_NUMBER.format(what=said[:12]))
    return int(said)
