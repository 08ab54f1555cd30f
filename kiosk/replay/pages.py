"""The replay's pages: evenings, deals, and one deal step by step. Nothing here writes.

Every control is a link, so it works without scripts; `replay.js` only saves the reader the taps
and takes the part with `id="player"` out of each answer.
"""

from __future__ import annotations

from typing import cast

from flask import (
    Blueprint,
    Response,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
)
from flask.typing import ResponseReturnValue

from engine.state import DealState
from kiosk.pages.door import refuse, settings, the_door
from kiosk.pages.language import language
from kiosk.replay import addresses, lists
from kiosk.replay import words as w
from kiosk.replay.file import evening_html, file_name
from kiosk.replay.frame import frame
from kiosk.replay.library import JournalShelf, Library
from kiosk.replay.reel import Reel
from kiosk.replay.screen import SPEEDS, replay_screen
from kiosk.replay.tape import Tape

bp = Blueprint("replay", __name__, url_prefix=addresses.EVENINGS)


EXTENSION = "replays"
"""Under this name an application holds its `Library`."""


def library() -> Library:
    """Return the evenings these pages show: those of the journal, where nobody said otherwise."""
    known = current_app.extensions.get(EXTENSION)
    if known is None:
        path = settings().archive.path
        shelf = None if path is None else JournalShelf(path)
        known = current_app.extensions[EXTENSION] = Library(shelf, settings().recall)
    return cast(Library, known)


@bp.get("")
def evenings() -> ResponseReturnValue:
    """List the evenings."""
    lines = lists.evening_lines(library().evenings())
    return _list("replay/evenings.html", lines)


@bp.get("/<evening>")
def deals(evening: str) -> ResponseReturnValue:
    """List the deals of an evening; how they ended only with `marks=1`."""
    screen = lists.deals_screen(_tape(evening), evening, marks=_marks())
    return _list("replay/deals.html", screen)


@bp.get("/<evening>/file")
def file(evening: str) -> ResponseReturnValue:
    """Send the evening as one HTML file; the deal that is being played is not in it."""
    tape = _tape(evening)
    if all(tape.is_running(each) for each in tape.deals):
        refuse(w.TOO_FEW, 409)
    written = evening_html(tape, library(), settings(), language())
    response = make_response(written)
    response.headers["Content-Disposition"] = f'attachment; filename="{file_name(tape)}"'
    return response


@bp.get("/<evening>/<int:number>")
def deal(evening: str, number: int) -> ResponseReturnValue:
    """Find a place in a deal: its beginning, or by `card` or `trick`."""
    reel = _reel(evening, number)
    index, args = 0, request.args
    card, trick = args.get("card", type=int), args.get("trick", type=int)
    if card is not None:
        index = reel.at_card(card)
    elif trick is not None:
        index = reel.at_trick(max(trick, 1))
    return _go(reel, evening, index)


@bp.get("/<evening>/<int:number>/end")
def end(evening: str, number: int) -> ResponseReturnValue:
    """Find the end of a deal."""
    reel = _reel(evening, number)
    return _go(reel, evening, len(reel.steps) - 1)


@bp.get("/<evening>/<int:number>/<int:seq>")
def step(evening: str, number: int, seq: int) -> ResponseReturnValue:
    """Show one step: the table as it was after event `seq` of the journal."""
    reel = _reel(evening, number)
    if not reel.steps[0].seq <= seq <= reel.steps[-1].seq:
        refuse(w.NO_SUCH_PLACE, 404)
    index = reel.at(seq)
    shown = frame(reel, index)
    screen = replay_screen(reel, index, evening, marks=_marks(), checkable=_checkable(reel))
    return render_template(
        "replay/page.html",
        replay=screen,
        speeds=SPEEDS,
        rp=w,
        first_speed=current_app.config.get("REPLAY_SPEED", SPEEDS[0]),
        here=request.full_path.rstrip("?"),
        **shown.filled(),
    )


def _list(template: str, screen: object) -> str:
    return render_template(
        template,
        screen=screen,
        rp=w,
        at=addresses,
        alone=current_app.config.get("REPLAY_ALONE", False),
        here=request.full_path.rstrip("?"),
    )


def _go(reel: Reel, evening: str, index: int) -> Response:
    """Answer with the address of a step."""
    there = addresses.step(evening, reel.deal.number, reel.steps[index].seq, marks=_marks())
    return make_response(redirect(there, code=302))


def _marks() -> bool:
    return request.args.get("marks") == "1"


def _tape(evening: str) -> Tape:
    tape = library().tape(evening)
    if tape is None:
        refuse(w.NO_SUCH_EVENING, 404)
    return tape


def _reel(evening: str, number: int) -> Reel:
    tape = _tape(evening)
    deal = _deal(tape, number)
    return library().reel(tape, deal)


def _deal(tape: Tape, number: int) -> DealState:
    """Return a deal that may be watched; never one that is being played (DESIGN point 8)."""
    deal = next((each for each in tape.deals if each.number == number), None)
    if deal is None:
        refuse(w.NO_SUCH_DEAL, 404)
    if tape.is_running(deal):
        refuse(w.STILL_RUNS, 403)
    return deal


def _checkable(reel: Reel) -> frozenset[int]:
    """Return the plays that the page of the table can put right: those of the evening at hand."""
    state = the_door().view().state
    there = state.find_deal(reel.deal.id)
    same = state.evening == reel.tape.final.evening
    return frozenset(there.seqs) if same and there is not None else frozenset()
