"""The menu (`/more`), room on the disk (`/space`), and the change to another evening.

A tap changes to the filmed evening and back, or goes on after a restart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Blueprint, current_app, redirect, request
from flask.typing import ResponseReturnValue

from engine.text import PlainError, Text
from kiosk.box.power import Power
from kiosk.home.disk_room import DiskRoom, Space, StoredHeap, size_text
from kiosk.screens.frame import SHOW_AGAIN, Act, acts
from kiosk.screens.values import Sure
from kiosk.table.commands import EndEvening
from kiosk.table.view import TableView
from kiosk.web import stage
from kiosk.web.door import refuse, serving, the_door
from kiosk.web.language import language
from kiosk.web.start.house_rules import open_drafts
from kiosk.web.start.service import service
from kiosk.web.swap import Show, waiting_page
from kiosk.words import backup, parts, power
from kiosk.words import menu as w
from kiosk.words import names as n
from kiosk.words import pages as m
from kiosk.words import score_pad as e

bp = Blueprint("menu", __name__)

_COUNTED = 200
"""From so many evenings on the number is rounded."""
_MOST = 10_000
"""More evenings than that are not told: nobody plays them, and the estimate is rough."""


@dataclass(frozen=True, slots=True)
class Group:
    """Buttons of the menu that belong together."""

    title: Text
    acts: tuple[Act, ...]


@bp.get("/more")
def show() -> ResponseReturnValue:
    """Show everything that is not at the foot, what belongs to the deal first."""
    view = the_door().view()
    offered = {rule.rule for rule in current_app.url_map.iter_rules()}
    groups = more(
        view,
        phones="phones" in current_app.extensions,
        of_screen=acts(view, stage.screen_of(view)[1], claims=serving().claims)[1:],
        demonstrates=service().swaps.demonstrates,
        drafts=bool(open_drafts(view)),
    )
    there = tuple(
        Group(group.title, tuple(act for act in group.acts if _offered(act, offered)))
        for group in groups
    )
    return stage.sub_page("start/more.html", view, tuple(group for group in there if group.acts))


def _offered(act: Act, offered: set[str]) -> bool:
    """Tell whether there is such a page; those of the deal's own screen there always are."""
    path = act.href.partition("?")[0]
    return path in offered or path.startswith(("/certificate/", "/replay/", "/power/"))


def more(
    view: TableView,
    *,
    of_screen: tuple[Act, ...],
    phones: bool,
    demonstrates: bool,
    drafts: bool = False,
) -> tuple[Group, ...]:
    """Return what the menu offers just now, what is wanted most often first."""
    running = view.state.running
    remark = (Act("/remark", w.REMARK, note=w.REMARK_LONG),) if view.state.deals else ()
    past = (
        Act("/evenings", w.EVENINGS, note=w.EVENINGS_LONG),
        Act("/names", n.TITLE, note=n.LONG),
    )
    real = running and view.source in ("camera", "none")
    deck = Act("/setup/deck", w.DECK, note=w.DECK_LONG.format(deck=view.state.deck))
    sample = Act("/show", w.SHOW, note=w.SHOW_LONG, fields=())
    if view.source == "sample":
        sample = replace(SHOW_AGAIN, kind="", note=w.SHOW_AGAIN_LONG)
    evening = (
        Act("/people", w.PEOPLE, note=w.PEOPLE_LONG),
        Act("/deals", e.LIST_OF_DEALS, note=w.DEALS_LONG),
        Act("/enter?adjust=1", e.CHANGE_SCORE, note=w.CHANGE_LONG),
        Act("/end", m.END_EVENING, note=w.END_LONG),
    )
    return (
        Group(w.THIS_DEAL, (*of_screen, *(remark if running else ()))),
        Group(
            w.THIS_EVENING,
            (
                *(evening if running else ()),
                *((Act("/phones", w.PHONES, note=w.PHONES_LONG),) if phones else ()),
                *(past if view.state.seats else ()),
            ),
        ),
        Group(
            w.THIS_TABLE,
            (
                Act("/rules", w.RULES, note=w.RULES_DRAFT if drafts else w.RULES_LONG),
                *((deck,) if real else ()),
                Act("/setup", w.CAMERA, note=w.CAMERA_LONG),
                Act("/comfort", w.SOUNDS, note=w.SOUNDS_LONG),
                Act("/strip", w.STRIP, note=w.STRIP_LONG),
                Act("/words", w.WORDS, note=w.WORDS_LONG),
                Act("/backup", backup.MENU, note=backup.MENU_LONG),
                Act("/space", w.SPACE, note=w.SPACE_LONG),
                Act(f"/power/{Power.AGAIN}", power.AGAIN, note=power.AGAIN_LONG),
                Act(f"/power/{Power.OFF}", power.OFF, note=power.OFF_LONG),
                *((sample,) if demonstrates or view.source == "sample" else ()),
            ),
        ),
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
    """Show the filmed evening from its start; the table's own waits meanwhile, untouched."""
    door = the_door()
    if door.view().source != "sample":
        return _change("sample")
    if door.view().state.running:
        door.do(EndEvening())
    service().swaps.again()
    return waiting_page(language())


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
