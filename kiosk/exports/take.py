"""What is taken home: files to download, the list to print, everything on a stick."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, redirect, render_template, request, session
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from kiosk.exports import page_words as p
from kiosk.exports import take_screen, words
from kiosk.exports.files import KINDS, ON_STICK, Source, name_of
from kiosk.exports.paper import paper
from kiosk.exports.stick import save, sticks
from kiosk.exports.tables import Place, start_numbers
from kiosk.exports.which import Chosen, archive, chosen
from kiosk.pages import stage
from kiosk.pages.door import refuse, settings, the_door
from kiosk.pages.language import language

bp = Blueprint("take", __name__)

_STYLE = Path(__file__).parents[1] / "static" / "paper.css"
MOST = 9999
"""Highest number of a table, a round or a start."""


@bp.get("/exports")
def exports() -> ResponseReturnValue:
    """Show what there is to take home."""
    found = chosen()
    said = session.pop("saved", None)
    shown = take_screen.take_screen(found, sticks(), settings().exports, said)
    return stage.sub_page("exports/exports.html", found.view, shown)


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
    shown = take_screen.tournament_screen(found, _place(len(found.book().people)))
    return stage.sub_page("exports/tournament.html", found.view, shown)


@bp.post("/exports/save")
def put() -> ResponseReturnValue:
    """Put the evening's files on the stick, or on this device where the form says so."""
    found = chosen()
    if not found.any:
        refuse(p.NOTHING_YET_LONG, 409)
    here = request.form.get("to") == "device"
    there = settings().exports if here else next((each.folder for each in sticks()), None)
    if there is None:
        refuse(p.NOWHERE if here else p.NO_STICK, 409)
    source = _source(found)
    files = {name_of(key, source): KINDS[key].make(source) for key in ON_STICK}
    files[take_screen.list_name(source)] = _list(source, alone=True).encode()
    saved = save(there, take_screen.folder_name(source), files)
    words = p.SAVED_HERE if here else p.SAVED
    session["saved"] = words.format(n=saved.count, folder=saved.folder.name).in_language(language())
    return redirect(f"/exports{found.query}", code=303)


def _list(source: Source, back: str = "", *, alone: bool = False) -> str:
    """Return the list; `alone` with its style inside, for a file that has to stand by itself."""
    return render_template(
        "exports/list.html",
        screen=paper(source.listed, source.place),
        back=back,
        w=words,
        style=_STYLE.read_text(encoding="utf-8") if alone else "",
    )


def _source(found: Chosen) -> Source:
    listed = found.book(archive().head(found.view.state))
    return Source(
        listed=listed,
        state=found.view.state,
        language=language(),
        place=_place(len(listed.people)),
        journal=archive().lines,
    )


def _place(people: int) -> Place:
    """Read table, round and start numbers from the address.

    What is no number, or there twice, ends the request with 400 and a sentence.
    """
    fields = request.args
    numbers = tuple(_number(fields, f"start{at}", 0) for at in range(people))
    given = tuple(number for number in numbers if number)
    twice = next((number for number in given if given.count(number) > 1), None)
    if twice is not None:
        refuse(p.TWICE.format(n=twice))
    whole = numbers if all(numbers) else start_numbers((), people)
    return Place(_number(fields, "table", 1), _number(fields, "round", 1), whole)


def _number(fields: MultiDict[str, str], name: str, otherwise: int) -> int:
    said = fields.get(name, "").strip()
    if not said:
        return otherwise
    if not (said.isascii() and said.isdecimal() and 1 <= int(said[:9]) <= MOST):
        refuse(p.BAD_NUMBER.format(what=said[:12]))
    return int(said)
