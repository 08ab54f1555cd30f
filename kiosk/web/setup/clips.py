"""The page of clips: the last ten seconds seen, then kept, put on a stick, or thrown away."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, redirect, request, session
from flask.typing import ResponseReturnValue

from engine.text import PlainError, Text
from kiosk.camera.clip import Clip
from kiosk.exports.files import Stick, sticks
from kiosk.home.clips import ClipFolder, KeptClip, name_of
from kiosk.screens.values import is_whole
from kiosk.web import pin as pin_pages
from kiosk.web import stage
from kiosk.web.door import refuse, the_door
from kiosk.web.language import language
from kiosk.web.setup.camera import picture_response
from kiosk.web.setup.service import service, the_workshop
from kiosk.words import clips as w

_MEGA = 1e6


@dataclass(frozen=True, slots=True)
class ClipRow:
    """One clip that was kept."""

    name: str
    size: str


@dataclass(frozen=True, slots=True)
class ClipScreen:
    """The clip that waits, and those that were kept."""

    number: int | None
    """Of the clip that waits; None where none does."""
    pictures: int
    heading: Text
    stick: bool
    kept: tuple[ClipRow, ...]
    said: str
    """What was just done; empty for nothing."""
    wrong: Text | None
    """Why nothing was."""


def clip_screen(
    clip: Clip | None,
    kept: tuple[KeptClip, ...],
    found: tuple[Stick, ...],
    said: str = "",
    wrong: Text | None = None,
) -> ClipScreen:
    """Return the page; `found` are the sticks there are."""
    return ClipScreen(
        number=None if clip is None else clip.number,
        pictures=0 if clip is None else len(clip.pictures),
        heading=w.HEADING if clip is None else w.SHOWN.format(seconds=clip.seconds),
        stick=bool(found),
        kept=tuple(ClipRow(each.name, f"{each.size / _MEGA:.1f} MB") for each in kept),
        said=said,
        wrong=wrong,
    )


bp = Blueprint("clips", __name__)
bp.before_request(pin_pages.ask_first)
"""Phones that look on have no such page; whoever works the table gives the PIN where one is set."""


@bp.get("/setup/clip")
def show() -> ResponseReturnValue:
    """Show the clip that waits and those that were kept."""
    return _page()


@bp.post("/setup/clip")
def take() -> ResponseReturnValue:
    """Take the last seconds aside: the one tap."""
    try:
        the_workshop().ring.take()
    except PlainError as error:
        return _page(error.text)
    return redirect("/setup/clip", code=303)


@bp.get("/setup/clip/<int:number>/<int:index>")
def picture(number: int, index: int) -> ResponseReturnValue:
    """Return one picture of the clip that waits."""
    data = the_workshop().ring.picture(number, index)
    if data is None:
        refuse(w.GONE, 404)
    return picture_response(data)


@bp.post("/setup/clip/keep")
def keep() -> ResponseReturnValue:
    """Keep the clip that was seen, on this device or on a stick."""
    ring, clips = the_workshop().ring, _folder()
    number = request.form.get("clip", "")
    try:
        clip = ring.played(int(number) if is_whole(number) else 0)
        state = the_door().view().state
        body = clip.zipped(state.deck, stage.order_of(None))
        now = service().now()
        if request.form.get("to") == "stick":
            said = w.SAVED.format(name=clips.save(body, name_of(now), _stick()).name)
        else:
            said = w.KEPT.format(name=clips.keep(body, now).name)
    except PlainError as error:
        return _page(error.text)
    ring.drop()
    return _done(said)


@bp.post("/setup/clip/drop")
def drop() -> ResponseReturnValue:
    """Throw away the clip that waits."""
    the_workshop().ring.drop()
    return redirect("/setup/clip", code=303)


@bp.post("/setup/clip/delete")
def delete() -> ResponseReturnValue:
    """Delete a clip that was kept."""
    name = request.form.get("name", "")
    try:
        _folder().delete(name)
    except PlainError as error:
        return _page(error.text)
    return _done(w.DELETED.format(name=name))


@bp.post("/setup/clip/save")
def save() -> ResponseReturnValue:
    """Put a clip that was kept on a stick; it stays here as well."""
    clips = _folder()
    try:
        clip = clips.find(request.form.get("name", ""))
        saved = clips.save(clip.path.read_bytes(), clip.name, _stick())
    except PlainError as error:
        return _page(error.text)
    return _done(w.SAVED.format(name=saved.name))


def _folder() -> ClipFolder:
    return ClipFolder(the_workshop().home)


def _stick() -> Path:
    """Return the first stick's folder.

    Raises:
        PlainError: there is none.
    """
    found = next(iter(sticks()), None)
    if found is None:
        raise PlainError(w.NO_STICK)
    return found.folder


def _done(said: Text) -> ResponseReturnValue:
    session["clip"] = said.in_language(language())
    return redirect("/setup/clip", code=303)


def _page(wrong: Text | None = None) -> ResponseReturnValue:
    said = "" if wrong is not None else str(session.pop("clip", ""))
    clip = the_workshop().ring.taken()
    screen = clip_screen(clip, _folder().all(), sticks(), said, wrong)
    page = stage.sub_page("setup/clip.html", the_door().view(), screen)
    return page if wrong is None else (page, 409)
