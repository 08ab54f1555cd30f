"""Room on the disk: what takes it, and what may be thrown away."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, redirect
from flask.typing import ResponseReturnValue

from engine.text import PlainError, Text
from kiosk.pages import stage
from kiosk.pages.door import refuse, settings, the_door
from kiosk.pages.sure import Sure
from kiosk.view import TableView
from kiosk.welcome import room_words as w
from kiosk.welcome.room import Heap, Room, size_text

bp = Blueprint("space", __name__)


@dataclass(frozen=True, slots=True)
class SpaceLine:
    """One heap."""

    key: str
    title: Text
    note: Text
    goes: bool


@dataclass(frozen=True, slots=True)
class SpaceScreen:
    """What is free and what takes the rest."""

    free: Text
    low: bool
    lines: tuple[SpaceLine, ...]


def space_screen(room: Room, in_use: str | None = None) -> SpaceScreen:
    """Return the page's content; what is `in_use` stays."""
    space = room.space()
    free = w.UNKNOWN
    if space is not None:
        free = w.FREE.format(size=size_text(space.free), n=space.evenings)
    lines = tuple(
        SpaceLine(
            heap.key, heap.title, _note(heap), heap.goes and heap.files > 0 and heap.key != in_use
        )
        for heap in room.heaps()
    )
    return SpaceScreen(free, space is not None and space.low, lines)


def _in_use(view: TableView) -> str | None:
    return "sample" if view.source == "sample" else None


def _note(heap: Heap) -> Text:
    return w.FILES.format(n=heap.files, size=size_text(heap.size))


@bp.get("/space")
def show() -> ResponseReturnValue:
    """Show what is free and what takes the rest."""
    view = the_door().view()
    screen = space_screen(settings().reception.room, in_use=_in_use(view))
    return stage.sub_page("welcome/space.html", view, screen)


@bp.get("/space/<key>")
def ask(key: str) -> ResponseReturnValue:
    """Ask once before anything is thrown away."""
    room = settings().reception.room
    heap = next((each for each in room.heaps() if each.key == key and each.goes), None)
    if heap is None or key == _in_use(the_door().view()):
        refuse(w.NO_HEAP, 404)
    sure = Sure(
        heading=w.TITLE,
        what=w.ASK.format(what=heap.title),
        then=w.ASK_LONG.format(n=heap.files, size=size_text(heap.size)),
        action=f"/space/{key}",
        yes=w.YES,
        back="/space",
    )
    return stage.sub_page("sure.html", the_door().view(), sure)


@bp.post("/space/<key>")
def clear(key: str) -> ResponseReturnValue:
    """Throw away what may be."""
    if key == _in_use(the_door().view()):
        refuse(w.NO_HEAP, 409)
    try:
        settings().reception.room.clear(key)
    except PlainError as error:
        refuse(error.text, 409)
    return redirect("/space", code=303)
