"""The page of names (`/names`): who is known, what is known of one, and forgetting somebody."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

from flask import Blueprint, Response, redirect, request, session
from flask.typing import ResponseReturnValue

from engine.journal.people import Lost, Person
from engine.journal.snapshot import open_beside
from engine.text import PlainError, Text
from kiosk.exports.evening_backup import on_stick
from kiosk.exports.files import save, sticks
from kiosk.exports.known import ids_with, known_of
from kiosk.exports.lost_names import still_lost
from kiosk.home.clock import iso_day
from kiosk.home.traces import Traces, holds, told, traces
from kiosk.screens.values import Sure
from kiosk.table.commands import ForgetPeople
from kiosk.table.forgetting import Forgetting, playing
from kiosk.table.view import TableView
from kiosk.web import pin as pin_pages
from kiosk.web import stage
from kiosk.web.door import refuse, the_door
from kiosk.web.evening.evening import past_evenings, service
from kiosk.web.language import language
from kiosk.web.swap import waiting_page
from kiosk.words import evening as p
from kiosk.words import names as w

NOTHING_LOST = Lost()
MOST_MARKED = 40
"""A cookie has room for so many."""

bp = Blueprint("names", __name__)
bp.before_request(pin_pages.ask_first)
"""Phones that look on have no such page; whoever works the table gives the PIN where one is set."""


@dataclass(frozen=True, slots=True)
class NameRow:
    """One person."""

    number: int
    name: str
    evenings: int
    day: str
    """ISO date of the last of them; empty where nothing says so."""
    here: bool
    """Whether the person is part of the evening that goes on."""


@dataclass(frozen=True, slots=True)
class NamesScreen:
    """Whose names are known."""

    after: Text
    """When names are forgotten by themselves."""
    rows: tuple[NameRow, ...]
    nameless: tuple[Text, ...]
    """How many names were forgotten, and how many names and remarks a damage took."""
    lost: Text | None
    """What can be done about those that a damage took; None: none are lost, or there are no
    backups."""
    back: bool
    """Whether a tap looks for those in the backups: not while an evening goes on."""
    said: tuple[str, ...]
    """What was just done; empty for nothing."""
    files: str
    """Address where files are deleted in which a name still stands."""
    take: NameRow | None = None
    """Whose file is to be taken away; None: nobody's."""
    stick: Text = p.NO_STICK
    """Whether a stick is there."""
    to_stick: bool = False


def names_screen(
    people: tuple[Person, ...],
    view: TableView,
    forgetting: Forgetting,
    said: tuple[str, ...] = (),
    lost: Lost = NOTHING_LOST,
    *,
    backups: bool = False,
) -> NamesScreen:
    """Return the page, those who came last first.

    Args:
        people: everybody.
        view: of the table.
        forgetting: when names go by themselves.
        said: what was just done.
        lost: what a damage took; nobody forgot those names.
        backups: whether there are any to look into.
    """
    here = playing(people, view.state)
    known = sorted(
        (each for each in people if each.name is not None),
        key=lambda each: (-max((0, *each.evenings)), each.number),
    )
    days, running = forgetting.days, view.state.running
    after = w.AFTER if forgetting.clock.question() is None else w.AFTER_UNSURE
    never = w.NEVER_UNREAD if forgetting.unread else w.NEVER
    nameless = (
        (w.FORGOTTEN, len(people) - len(known) - len(lost.names)),
        (w.LOST, len(lost.names)),
        (w.LOST_REMARKS, len(lost.remarks)),
    )
    return NamesScreen(
        after=never if days is None else after.format(days=days),
        rows=tuple(
            NameRow(
                each.number,
                str(each.name),
                len(each.evenings),
                iso_day(each.last),
                each.number in here,
            )
            for each in known
        ),
        nameless=tuple(words.format(n=count) for words, count in nameless if count),
        lost=None if not (lost and backups) else w.LATER if running else w.IN_BACKUPS,
        back=bool(lost) and backups and not running,
        said=said,
        files="/lying" if backups else "/space",
    )


@bp.get("/names")
def show() -> ResponseReturnValue:
    """Show whose names are known."""
    said = session.pop("names", ())
    view = the_door().view()
    people = past_evenings().people()
    forgetting = service().names.forgetting
    screen = names_screen(
        people, view, forgetting, tuple(said), _lost(), backups=bool(service().backups)
    )
    take = next((row for row in screen.rows if str(row.number) == request.args.get("of")), None)
    found = sticks()
    there = p.STICK_THERE.format(name=found[0].name) if found else p.NO_STICK
    screen = replace(screen, take=take, stick=there, to_stick=bool(found))
    return stage.sub_page("evening/names.html", view, screen)


@bp.post("/names/lost")
def bring_back() -> ResponseReturnValue:
    """Look for what a damage took in the backups: the table stops for it and comes again."""
    backups, between = service().backups, service().between
    if the_door().view().state.running or backups is None or between is None:
        refuse(w.NOT_NOW, 409)
    between(backups.bring_names_back)
    return waiting_page(language())


@bp.get("/names/<int:number>")
def ask(number: int) -> ResponseReturnValue:
    """Ask once before a name is forgotten, and say what it means."""
    person = _person(number)
    sure = Sure(
        heading=w.TITLE,
        what=w.ASK.format(name=person.name),
        then=w.MEANS.format(number=number),
        action=f"/names/{number}",
        yes=w.YES,
        back="/names",
    )
    return stage.sub_page("sure.html", the_door().view(), sure)


@bp.post("/names/<int:number>")
def forget(number: int) -> ResponseReturnValue:
    """Forget a name; then say where it still stands."""
    person = _person(number)
    try:
        the_door().do(ForgetPeople((number,)))
    except PlainError as error:
        refuse(error.text, 409)
    said = [w.DONE.format(number=number), *told(_traces(person))]
    if (backups := service().backups) is not None:
        # What still holds it is marked where it is deleted; the name itself is kept nowhere.
        lie = [each for each in backups.lying() if holds(each.path, str(person.name))]
        session["holding"] = [each.key for each in lie][:MOST_MARKED]
        if stick := sum(on_stick(each.path) for each in lie):
            said.insert(2, w.ON_STICK.format(n=stick))
    session["names"] = [text.in_language(language()) for text in said]
    return redirect("/names", code=303)


@bp.get("/names/<int:number>/known")
def known(number: int) -> ResponseReturnValue:
    """Send what is known of one person as a file."""
    response = Response(_file(_person(number)), mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{_file_name(number)}"'
    return response


@bp.post("/names/<int:number>/known")
def put(number: int) -> ResponseReturnValue:
    """Put it on the stick, or on this device where the form says so."""
    here = request.form.get("to") == "device"
    there = service().exports if here else next((each.folder for each in sticks()), None)
    if there is None:
        refuse(p.NOWHERE if here else p.NO_STICK, 409)
    name = _file_name(number)
    saved = save(there, Path(name).stem, {name: _file(_person(number))})
    words = p.SAVED_HERE if here else p.SAVED
    said = words.format(n=saved.count, folder=f"{saved.folder.name}/{name}")
    session["names"] = [said.in_language(language())]
    return redirect("/names", code=303)


def _file(person: Person) -> bytes:
    path = past_evenings().path
    assert path is not None
    with open_beside(path) as journal:
        found = known_of(journal, (person,), _traces(person))
    return json.dumps(found, ensure_ascii=False, indent=1).encode()


def _file_name(number: int) -> str:
    return f"mehrkopf-person-{number}.json"


def _lost() -> Lost:
    """Return what a damage took and no backup brought back."""
    home, path = service().names.home, past_evenings().path
    if home is None or path is None:
        return NOTHING_LOST
    with open_beside(path) as journal:
        return still_lost(home, journal)


def _traces(person: Person) -> Traces:
    home = service().names.home
    path, name = past_evenings().path, str(person.name)
    if home is None or path is None:
        return Traces()
    with open_beside(path) as journal:
        return replace(traces(home, name), ids=ids_with(journal, name))


def _person(number: int) -> Person:
    """Return somebody who is known; 404 in plain words where nobody is."""
    found = next((each for each in past_evenings().people() if each.number == number), None)
    if found is None or found.name is None:
        refuse(w.NO_SUCH, 404)
    return found
