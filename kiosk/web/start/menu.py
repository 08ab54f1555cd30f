"""The menu (`/menu`), room on the disk (`/space`), and the change to another evening.

A tap changes to the filmed evening and back, or goes on after a restart.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, current_app, redirect, request
from flask.typing import ResponseReturnValue

from engine.text import PlainError, Text
from kiosk.home.disk_room import DiskRoom, Space, StoredHeap, size_text
from kiosk.screens.values import Sure
from kiosk.table.view import TableView
from kiosk.web import stage
from kiosk.web.door import refuse, the_door
from kiosk.web.language import language
from kiosk.web.start.house_rules import open_drafts
from kiosk.web.start.service import service
from kiosk.web.swap import Show, waiting_page
from kiosk.words import backup, parts
from kiosk.words import menu as w

bp = Blueprint("menu", __name__)

_COUNTED = 200
"""From so many evenings on the number is rounded."""
_MOST = 10_000
"""More evenings than that are not told: nobody plays them, and the estimate is rough."""


@dataclass(frozen=True, slots=True)
class Way:
    """One button of the menu."""

    href: str
    word: Text
    note: Text
    post: bool = False
    """Whether it does something instead of leading somewhere."""


@bp.get("/menu")
def show() -> ResponseReturnValue:
    """Show where one can go from here."""
    view = the_door().view()
    offered = {rule.rule for rule in current_app.url_map.iter_rules()}
    chosen = service()
    demonstrates = chosen.swaps.demonstrates
    ways = menu(
        view,
        phones="phones" in current_app.extensions,
        demonstrates=demonstrates,
        drafts=bool(open_drafts(view)),
    )
    there = tuple(way for way in ways if way.href in offered)
    return stage.sub_page("start/menu.html", view, there)


def menu(
    view: TableView, *, phones: bool, demonstrates: bool, drafts: bool = False
) -> tuple[Way, ...]:
    """Return what the menu offers just now, what is wanted most often first."""
    evening = (Way("/people", w.PEOPLE, w.PEOPLE_LONG),) if view.state.running else ()
    played = view.state.running and bool(view.state.deals)
    remark = (Way("/remark", w.REMARK, w.REMARK_LONG),) if played else ()
    past = (Way("/evenings", w.EVENINGS, w.EVENINGS_LONG),) if view.state.seats else ()
    real = view.state.running and view.source in ("camera", "none")
    deck = (Way("/setup/deck", w.DECK, w.DECK_LONG.format(deck=view.state.deck)),) if real else ()
    sample = demonstrates and view.source != "sample"
    return (
        *evening,
        *remark,
        Way("/rules", w.RULES, w.RULES_DRAFT if drafts else w.RULES_LONG),
        *deck,
        Way("/setup", w.CAMERA, w.CAMERA_LONG),
        *((Way("/phones", w.PHONES, w.PHONES_LONG),) if phones else ()),
        *past,
        Way("/comfort", w.SOUNDS, w.SOUNDS_LONG),
        Way("/strip", w.STRIP, w.STRIP_LONG),
        Way("/words", w.WORDS, w.WORDS_LONG),
        Way("/backup", backup.MENU, backup.MENU_LONG),
        Way("/space", w.SPACE, w.SPACE_LONG),
        *((Way("/show", w.SHOW, w.SHOW_LONG, post=True),) if sample else ()),
    )


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


def space_screen(room: DiskRoom, in_use: str | None = None) -> SpaceScreen:
    """Return the page's content; what is `in_use` stays."""
    space = room.space()
    free = w.ROOM_UNKNOWN
    if space is not None:
        free = _free(space)
    lines = tuple(
        SpaceLine(
            heap.key, heap.title, _note(heap), heap.goes and heap.files > 0 and heap.key != in_use
        )
        for heap in room.heaps()
    )
    return SpaceScreen(free, space is not None and space.low, lines)


def _free(space: Space) -> Text:
    """Say for how many evenings it does: what is many is rounded down, never up."""
    size, many = size_text(space.free), space.evenings
    if many < _COUNTED:
        return w.ROOM_FREE.format(size=size, n=many)
    step = 10 ** (len(str(many)) - 1)
    plenty = min(many // step * step, _MOST)
    return w.ROOM_PLENTY.format(
        size=size, n=Text(de=f"{plenty:,}".replace(",", "."), en=f"{plenty:,}")
    )


def _in_use(view: TableView) -> str | None:
    return "sample" if view.source == "sample" else None


def _note(heap: StoredHeap) -> Text:
    return w.ROOM_FILES.format(n=heap.files, size=size_text(heap.size))


@bp.get("/space")
def show_space() -> ResponseReturnValue:
    """Show what is free and what takes the rest."""
    view = the_door().view()
    screen = space_screen(service().room, in_use=_in_use(view))
    return stage.sub_page("start/space.html", view, screen)


@bp.get("/space/<key>")
def ask_to_clear(key: str) -> ResponseReturnValue:
    """Ask once before anything is thrown away."""
    room = service().room
    heap = next((each for each in room.heaps() if each.key == key and each.goes), None)
    if heap is None or key == _in_use(the_door().view()):
        refuse(w.NO_HEAP, 404)
    sure = Sure(
        heading=w.ROOM_TITLE,
        what=w.CLEAR_ASK.format(what=heap.title),
        then=w.CLEAR_ASK_LONG.format(n=heap.files, size=size_text(heap.size)),
        action=f"/space/{key}",
        yes=w.CLEAR_YES,
        back="/space",
    )
    return stage.sub_page("sure.html", the_door().view(), sure)


@bp.post("/space/<key>")
def clear(key: str) -> ResponseReturnValue:
    """Throw away what may be."""
    if key == _in_use(the_door().view()):
        refuse(w.NO_HEAP, 409)
    try:
        service().room.clear(key)
    except PlainError as error:
        refuse(error.text, 409)
    return redirect("/space", code=303)


@bp.post("/resume")
def go_on() -> ResponseReturnValue:
    """Go on where the evening stood; the camera looks on again only where that was tapped."""
    chosen = service()
    chosen.resumed.answered()
    if request.form.get("camera") == "on":
        chosen.camera.on()
    return redirect("/", code=303)


@bp.post("/show")
def demonstrate() -> ResponseReturnValue:
    """Show the filmed evening; the table's own waits meanwhile and is not touched."""
    return _change("sample")


@bp.post("/own")
def own() -> ResponseReturnValue:
    """Leave the filmed evening for the table's own."""
    return _change("own")


@bp.post("/mishap")
def mishap() -> ResponseReturnValue:
    """Take off the page what was told of a failure; try again where that is offered."""
    if not stage.tapped(request.form.get("key", "")):
        refuse(parts.GONE, 409)
    return redirect("/", code=303)


@bp.post("/use-camera")
def use_camera() -> ResponseReturnValue:
    """Go on with the camera that was plugged in meanwhile; what was recorded stays."""
    return _change("camera")


def _change(show: Show) -> ResponseReturnValue:
    try:
        service().swaps.wish(show)
    except PlainError as error:
        refuse(error.text, 409)
    return waiting_page(language())
