"""The phones' replay: a deal of this evening that is over, step by step; nothing of a running one.

Every control is a link to another picture. Who is at the table and holds a phone learns nothing by
it: the deal that is being played is refused (DESIGN 8), also where it was over already and its end
was taken back.

Working a deal out costs the table's own processor. So one picture is drawn at a time, few wait for
their turn, and all phones together take a share of one core; whoever comes beyond that is asked to
come again. What was drawn is kept: a deal that is over has one look, until it is corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from threading import BoundedSemaphore, Lock
from time import monotonic, thread_time
from typing import cast

from flask import Blueprint, current_app, g, make_response, render_template, request
from flask.typing import ResponseReturnValue

from engine.evening.deal import DealState
from engine.text import Text
from kiosk.replay.library import NOW, Library, NewestFew
from kiosk.replay.open_cards import (
    FINDER,
    Finder,
    Found,
    Opening,
    open_cards_screen,
    told_plays,
)
from kiosk.replay.reel import Reel
from kiosk.replay.screen import frame, replay_screen, trick_step
from kiosk.screens import facts
from kiosk.web import door, stage
from kiosk.web.door import preferences, refuse, the_door
from kiosk.web.phones.guest_pages import PaintedPage, Shown, sent
from kiosk.web.static_files import pack
from kiosk.words import phones as w
from kiosk.words import replay as rp

MOST_SHEETS = 400
"""Pictures kept, about ten kilobytes each."""
MOST_REELS = 8
"""Deals kept worked out."""
MOST_WAITING = 6
"""Phones that wait for a drawing at once; each holds one of the server's threads."""
SHARE = 0.3
"""Of one core, in the long run."""
SAVED_S = 6.0
"""Seconds of work that may be done at once after a quiet while."""
COME_AGAIN_S = 3


class Allowance:
    """Work that may be done: `share` seconds a second, saved up to `saved` seconds."""

    def __init__(
        self,
        share: float = SHARE,
        saved: float = SAVED_S,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._share, self._most, self._now = share, saved, now
        self._left, self._since = saved, now()

    def any_left(self) -> bool:
        """Tell whether something may be begun."""
        now = self._now()
        self._left = min(self._most, self._left + self._share * (now - self._since))
        self._since = now
        return self._left > 0

    def spend(self, seconds: float) -> None:
        """Note work that was done; it may go below nothing."""
        self._left -= seconds


class Replays:
    """The deals and the pictures of them that were drawn."""

    def __init__(self, library: Library, allowance: Allowance | None = None) -> None:
        self.library = library
        self._allowance = Allowance() if allowance is None else allowance
        self._sheets: NewestFew[PaintedPage] = NewestFew(MOST_SHEETS)
        self._turn = Lock()
        self._waiting = BoundedSemaphore(MOST_WAITING)

    def sheet(self, key: Hashable, draw: Callable[[], str]) -> PaintedPage | None:
        """Return the page of this key, drawn now if need be; None where there is no room for it."""
        known = self._sheets.get(key)
        if known is not None:
            return known
        if not self._waiting.acquire(blocking=False):
            return None
        try:
            with self._turn:
                return self._sheets.get(key) or self._draw(key, draw)
        finally:
            self._waiting.release()

    def _draw(self, key: Hashable, draw: Callable[[], str]) -> PaintedPage | None:
        if not self._allowance.any_left():
            return None
        begun = thread_time()
        try:
            plain = draw().encode()
            return self._sheets.keep(key, PaintedPage(str(key), plain, pack(plain)))
        finally:
            self._allowance.spend(thread_time() - begun)


bp = Blueprint("guest_replays", __name__)


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


@bp.get("/replay/<int:number>/open")
def open_cards(number: int) -> ResponseReturnValue:
    """Tell a deal that is over with open cards, where the evening's host lets phones see that."""
    deal, finder = _deal(number), _finder()
    if finder is None:
        refuse(rp.NO_OPEN_CARDS, 403)
    found = finder.of(deal.record)
    return _answer(deal, ("open", found), lambda: _told(_reel(deal), found))


@bp.get("/replay/<int:number>")
@bp.get("/replay/<int:number>/<int:place>")
def step(number: int, place: int = 0) -> ResponseReturnValue:
    """Show a step of a deal that is over, by its number in the evening; its beginning at first."""
    deal, finder = _deal(number), _finder()
    on = finder is not None and request.args.get("open") == "1"
    found = finder.of(deal.record) if finder is not None and on else None
    return _answer(
        deal,
        (place, finder is None, on, found),
        lambda: _drawn(_reel(deal), place, finder is not None, found, on=on),
    )


def _answer(deal: DealState, what: Hashable, draw: Callable[[], str]) -> ResponseReturnValue:
    """Answer with a picture of a deal, drawn at its first asking."""
    beside = (stage.recording(), preferences().region.choice, preferences().in_money())
    newest = deal.log[-1].seq if deal.log else deal.head.seq
    sheet = replays().sheet((deal.head.seq, newest, what, g.language, beside), draw)
    if sheet is None:
        answer = make_response(door.page(w.TOO_MANY_REPLAYS, 503))
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


def _finder() -> Finder | None:
    """Return what knows deals with open cards; None where phones are not to see that."""
    wished = preferences().open_cards(phone=True)
    return cast("Finder | None", current_app.extensions[FINDER]) if wished else None


def _at(reel: Reel, place: int, *, on: bool) -> str:
    """Return the address of a step; `on`: with open cards."""
    return f"/replay/{reel.deal.number}/{place}?lang={g.language}" + ("&open=1" if on else "")


def _told(reel: Reel, found: Found) -> str:
    here = f"/replay/{reel.deal.number}/open?lang={g.language}"
    screen = open_cards_screen(found, reel, partial(_at, reel, on=True))
    return render_template("phones/open_cards.html", screen=screen, here=here)


def _drawn(reel: Reel, place: int, offered: bool, found: Found, *, on: bool) -> str:
    """Draw a step.

    Args:
        reel: the deal.
        place: the step's index.
        offered: whether phones may see the deal with open cards.
        found: what is known of it.
        on: whether its cards are marked.
    """
    if place >= len(reel.steps):
        refuse(rp.NO_SUCH_PLACE, 404)
    told = told_plays(found, reel, partial(_at, reel, on=True)) if on else ()
    here = f"/replay/{reel.deal.number}/open?lang={g.language}"
    opening = Opening(here, told, on=on) if offered else None
    seen = frame(reel, place)
    screen = replay_screen(reel, place, NOW, marks=False, opening=opening)
    return render_template(
        "phones/replay.html",
        shown=Shown(f"phones/{seen.template}", seen.screen, facts.camera(seen.view), seen.ask),
        screen=seen.screen,
        stands=seen.stands,
        replay=screen,
        keys=_keys(reel, place, on=on),
        trick=next((trick.number for trick in screen.tricks if trick.now), 0),
    )


def _keys(reel: Reel, place: int, *, on: bool) -> tuple[Key, ...]:
    def at(there: int | None) -> str | None:
        if there is None or not 0 <= there < len(reel.steps):
            return None
        return _at(reel, there, on=on)

    before, after = trick_step(reel, place, -1), trick_step(reel, place, 1)
    return (
        Key("trick-back", "«", rp.TRICK, rp.TRICK_BACK, at(before)),
        Key("back", "‹", rp.CARD, rp.CARD_BACK, at(place - 1)),
        Key("on", "›", rp.CARD, rp.CARD_ON, at(place + 1)),
        Key("trick-on", "»", rp.TRICK, rp.TRICK_ON, at(after)),
    )
