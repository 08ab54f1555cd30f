"""The phones' replay: a deal of this evening that is over, step by step; nothing of a running one.

Every control is a link to another picture. Who is at the table and holds a phone learns nothing by
it: the deal that is being played is refused (DESIGN point 8), also where it was over already and
its end was taken back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from flask import Blueprint, current_app, g, make_response, render_template
from flask.typing import ResponseReturnValue

from engine.state import DealState
from engine.text import Text
from kiosk.guests import words as w
from kiosk.guests.pages import sent
from kiosk.guests.replays import COME_AGAIN_S, Replays
from kiosk.guests.screens import Shown
from kiosk.pages import errors, facts
from kiosk.pages.door import refuse, settings, the_door
from kiosk.replay import words as rp
from kiosk.replay.addresses import NOW
from kiosk.replay.frame import frame
from kiosk.replay.reel import Reel
from kiosk.replay.screen import ReplayScreen, replay_screen, trick_step

bp = Blueprint("guests_replay", __name__)


@dataclass(frozen=True, slots=True)
class Key:
    """One control: where it leads, None where there is nothing further."""

    go: str
    sign: str
    what: Text
    words: Text
    href: str | None


def replays() -> Replays:
    """Return the finished deals that phones may watch."""
    return cast(Replays, current_app.extensions["replays"])


@bp.get("/replay/<int:number>")
@bp.get("/replay/<int:number>/<int:place>")
def step(number: int, place: int = 0) -> ResponseReturnValue:
    """Show a step of a deal that is over, by its number in the evening; its beginning at first."""
    deal = _deal(number)
    page = settings()
    beside = (page.recording(), page.region.chosen, page.in_money())
    newest = deal.log[-1].seq if deal.log else deal.head.seq
    key = (deal.head.seq, newest, place, g.language, beside)
    sheet = replays().sheet(key, lambda: _drawn(_reel(deal), place))
    if sheet is None:
        answer = make_response(errors.page(w.TOO_MANY_REPLAYS, 503))
        answer.headers["Retry-After"] = str(COME_AGAIN_S)
        return answer
    return sent(sheet)


def _deal(number: int) -> DealState:
    """Return a deal that is over as the table has it now; it is asked each time."""
    state = the_door().view().state
    deal = next((each for each in state.deals if each.number == number), None)
    if deal is None:
        refuse(rp.NO_SUCH_DEAL, 404)
    if state.running and deal is state.deal and not deal.closed:
        refuse(rp.STILL_RUNS, 403)
    return deal


def _reel(deal: DealState) -> Reel:
    """Return a deal step by step, as it was recorded."""
    library = replays().library
    tape = library.tape(NOW)
    found = (
        next((each for each in tape.deals if each.head.seq == deal.head.seq), None)
        if tape
        else None
    )
    if tape is None or found is None:
        refuse(rp.NO_SUCH_DEAL, 404)
    if tape.is_running(found):
        refuse(rp.STILL_RUNS, 403)
    return library.reel(tape, found)


def _drawn(reel: Reel, place: int) -> str:
    if place >= len(reel.steps):
        refuse(rp.NO_SUCH_PLACE, 404)
    screen, seen = replay_screen(reel, place, NOW, marks=False), frame(reel, place)
    return render_template(
        "guests/replay.html",
        shown=Shown(f"guests/{seen.template}", seen.screen, facts.camera(seen.view), seen.ask),
        screen=seen.screen,
        stands=seen.stands,
        replay=screen,
        keys=_keys(reel, place),
        trick=_trick(screen),
        rp=rp,
    )


def _keys(reel: Reel, place: int) -> tuple[Key, ...]:
    def at(there: int | None) -> str | None:
        if there is None or not 0 <= there < len(reel.steps):
            return None
        return f"/replay/{reel.deal.number}/{there}?lang={g.language}"

    back, on = trick_step(reel, place, -1), trick_step(reel, place, 1)
    return (
        Key("trick-back", "«", rp.TRICK, rp.TRICK_BACK, at(back)),
        Key("back", "‹", rp.CARD, rp.CARD_BACK, at(place - 1)),
        Key("on", "›", rp.CARD, rp.CARD_ON, at(place + 1)),
        Key("trick-on", "»", rp.TRICK, rp.TRICK_ON, at(on)),
    )


def _trick(screen: ReplayScreen) -> int:
    """Return the number of the trick that lies there; 0 before the first card."""
    return next((trick.number for trick in screen.tricks if trick.now), 0)
