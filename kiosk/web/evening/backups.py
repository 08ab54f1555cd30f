"""The page of backups: made by a tap, put on a stick, brought back between two evenings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, redirect, request, session
from flask.typing import ResponseReturnValue

from engine.journal.clock import shown
from engine.text import PlainError, Text
from kiosk.exports.backup import made_at, read_backup, said_of
from kiosk.exports.evening_backup import Backups, on_stick, place_of
from kiosk.exports.lying import Holding, Kind, Lying
from kiosk.home.disk_room import size_text
from kiosk.home.traces import listed
from kiosk.screens.values import Sure, sentences
from kiosk.web import pin as pin_pages
from kiosk.web import stage
from kiosk.web.door import refuse, the_door
from kiosk.web.evening.evening import service
from kiosk.web.language import language
from kiosk.web.swap import waiting_page
from kiosk.words import backup as w
from kiosk.words import names as n

bp = Blueprint("backups", __name__)
bp.before_request(pin_pages.ask_first)
"""Phones that look on have no such page; whoever works the table gives the PIN where one is set."""


@dataclass(frozen=True, slots=True)
class BackupRow:
    """One backup that can be brought back."""

    name: str
    day: Text
    """When it was made, and how many evenings it says it has."""
    note: Text


@dataclass(frozen=True, slots=True)
class BackupScreen:
    """The backups there are, and what came of the last one that was made."""

    rows: tuple[BackupRow, ...]
    stick: str
    """Name of the stick that can be backed up onto; empty where none is plugged in."""
    said: tuple[Text, ...]
    wrong: tuple[Text, ...]


def backup_screen(backups: Backups) -> BackupScreen:
    """Return what the page shows."""
    news, found, said = backups.news, backups.sticks(), list[Text]()
    if news.written:
        where = [place_of(path) for path in news.written]
        both = Text(
            de=" und ".join(each.de for each in where), en=" and ".join(each.en for each in where)
        )
        said.append(w.SAVED.format(places=both))
        if any(map(on_stick, news.written)):
            said.append(w.PULL_OUT)
    there = backups.there()
    rows = tuple(BackupRow(path.name, _day(path, there), _note(path)) for path in there)
    return BackupScreen(rows, found[0].name if found else "", tuple(said), news.failed)


def _note(path: Path) -> Text:
    try:
        size = size_text(path.stat().st_size)
    except OSError:
        size = "?"
    place = place_of(path)
    return Text(de=f"{place.de}, {size}", en=f"{place.en}, {size}")


def _day(path: Path, among: Sequence[Path]) -> Text:
    day, said = made_at(path, among), said_of(path)
    return day if said is None else sentences(day, w.EVENINGS.format(n=said.evenings), between=", ")


def _the_backups() -> Backups:
    backups = service().backups
    assert backups is not None, "the page is there only with them"
    return backups


@bp.get("/backup")
def show() -> ResponseReturnValue:
    """Show the backups there are."""
    screen = backup_screen(_the_backups())
    return stage.sub_page("evening/backups.html", the_door().view(), screen)


@bp.post("/backup")
def back_up() -> ResponseReturnValue:
    """Back up now: onto the stick that is plugged in, or here and onto the table's sticks."""
    backups = _the_backups()
    if request.form.get("to") == "stick":
        found = backups.sticks()
        if not found:
            refuse(w.NO_STICK, 409)
        backups.onto(found[0])
    else:
        backups.everywhere()
    return redirect("/backup", code=303)


@bp.get("/backup/<name>")
def ask(name: str) -> ResponseReturnValue:
    """Ask once before a backup is brought back."""
    path = _found(name)
    view = the_door().view()
    if view.state.running or service().between is None:
        refuse(w.NOT_NOW, 409)
    try:
        held = read_backup(path).backup
    except PlainError as error:
        refuse(error.text, 409)
    what = w.ASK_WHAT_ONE if held.evenings == 1 else w.ASK_WHAT
    sure = Sure(
        heading=w.TITLE,
        what=w.ASK.format(day=made_at(path, _the_backups().there())),
        then=sentences(what.format(evenings=held.evenings, place=place_of(path)), w.ASK_LONG),
        action=f"/backup/{name}",
        yes=w.YES,
        back="/backup",
    )
    return stage.sub_page("sure.html", view, sure)


@bp.post("/backup/<name>")
def bring_back(name: str) -> ResponseReturnValue:
    """Bring a backup back: the table stops for it and comes again."""
    path, between = _found(name), service().between
    if the_door().view().state.running or between is None:
        refuse(w.NOT_NOW, 409)
    backups = _the_backups()
    between(lambda: backups.restore(path))
    return waiting_page(language())


def _found(name: str) -> Path:
    path = next((each for each in _the_backups().there() if each.name == name), None)
    if path is None:
        refuse(w.GONE, 404)
    return path


@dataclass(frozen=True, slots=True)
class LyingRow:
    """One thing that can be deleted."""

    key: str
    what: Text
    note: Text
    """When it was made, its size, and what it says of itself."""


@dataclass(frozen=True, slots=True)
class LyingScreen:
    """Everything that can be deleted."""

    rows: tuple[LyingRow, ...]
    said: str
    """What was just deleted; empty for nothing."""


@bp.get("/lying")
def lying() -> ResponseReturnValue:
    """Show backups, journals set aside and exported files."""
    rows, marked = list[LyingRow](), session.get("holding", ())
    for each in _the_backups().lying():
        note = _facts(each, each.evenings)
        if each.key in marked:
            note = sentences(note, w.STILL_HOLDS, between=", ")
        rows.append(LyingRow(each.key, _what(each), note))
    screen = LyingScreen(tuple(rows), session.pop("deleted", ""))
    return stage.sub_page("evening/lying.html", the_door().view(), screen)


def _what(thing: Lying) -> Text:
    place = place_of(thing.path) if thing.kind is Kind.BACKUP else thing.path.name
    return w.KINDS[thing.kind.value].format(place=place)


def _facts(thing: Lying, evenings: int | None) -> Text:
    size = size_text(thing.size)
    facts = [_when(thing), Text(de=size, en=size)]
    if evenings is not None:
        facts.append(w.EVENINGS.format(n=evenings))
    return sentences(*facts, between=", ")


def _when(thing: Lying) -> Text:
    if thing.kind is Kind.BACKUP:
        return made_at(thing.path, _the_backups().there())
    return shown(thing.at)


@bp.get("/lying/<path:key>")
def ask_to_delete(key: str) -> ResponseReturnValue:
    """Ask once before a thing is deleted, and say what it holds."""
    thing = _lies(key)
    try:
        held = _the_backups().holding(thing)
    except PlainError:
        held = None
    loses = held is None or held.alone or held.tells_lost
    evenings = thing.evenings if held is None else held.evenings
    facts = w.HELD.format(facts=_facts(thing, evenings))
    sure = Sure(
        heading=w.LYING,
        what=w.DELETE_ASK.format(what=_what(thing)),
        then=sentences(*_lost_with(thing, held), facts, *_told(held), w.JOURNAL_STAYS),
        action=f"/lying/{key}",
        yes=w.DELETE_YES_ALONE if loses else w.DELETE_YES,
        back="/lying",
    )
    return stage.sub_page("sure.html", the_door().view(), sure)


def _lost_with(thing: Lying, held: Holding | None) -> list[Text]:
    """Return what is lost with a thing."""
    said = []
    if held is not None and held.alone:
        said.append(w.ALONE)
    if held is not None and held.tells_lost:
        said.append(w.TELLS_LOST)
    if thing.kind is Kind.BACKUP and len(_the_backups().there()) == 1:
        said.append(w.LAST)
    return said


def _told(held: Holding | None) -> list[Text]:
    """Return whose names a thing holds."""
    if held is None:
        return [w.UNREADABLE_THING]
    said = [w.WITH_NAMES.format(names=listed(held.names)) if held.names else w.NO_NAMES]
    if held.unread:
        said.append(n.UNREAD.format(files=listed(held.unread)))
    return said


@bp.post("/lying/<path:key>")
def delete(key: str) -> ResponseReturnValue:
    """Delete a thing."""
    thing = _lies(key)
    try:
        _the_backups().delete(thing)
    except PlainError as error:
        refuse(error.text, 409)
    session["deleted"] = w.DELETED.format(what=_what(thing)).in_language(language())
    return redirect("/lying", code=303)


def _lies(key: str) -> Lying:
    found = next((each for each in _the_backups().lying() if each.key == key), None)
    if found is None:
        refuse(w.GONE, 404)
    return found
