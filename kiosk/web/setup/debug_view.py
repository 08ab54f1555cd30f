"""The debug view: what vision makes of the table just now, for helpers.

What it shows lies or lay open on the table. Which cards are still to come, nobody is told.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint
from flask.typing import ResponseReturnValue

from engine.cards import Card
from engine.games.wording import card_text
from engine.text import Text
from kiosk.camera.pictures import Glimpse
from kiosk.web import pin as pin_pages
from kiosk.web import stage
from kiosk.web.door import the_door
from kiosk.web.setup.service import workshop
from kiosk.words import camera_setup as w
from vision.camera.visibility import CLEAR, HINDRANCES
from vision.sighting import (
    ActivityChanged,
    CameraMoved,
    CardTakenBack,
    EarlierSeen,
    FaceDownSeen,
    ForeignSeen,
    SightChanged,
    Sighting,
    TrickCleared,
    VisionEvent,
)

bp = Blueprint("debug_view", __name__)
bp.before_request(pin_pages.ask_first)

NAMED = 3


@dataclass(frozen=True, slots=True)
class Guess:
    """A card and how sure it is, in percent."""

    name: Text
    percent: int


@dataclass(frozen=True, slots=True)
class DebugLine:
    """One thing that was seen."""

    at: str
    what: Text
    guesses: tuple[Guess, ...] = ()
    took: Text | None = None
    """Seconds from rest to reading."""


@dataclass(frozen=True, slots=True)
class LookScreen:
    """What vision makes of the table."""

    state: Text
    long: Text
    lines: tuple[DebugLine, ...]


@bp.get("/setup/look")
def look() -> ResponseReturnValue:
    """Show what vision makes of the table."""
    return stage.sub_page("setup/debug_view.html", the_door().view(), _screen())


@bp.get("/setup/look/live")
def live() -> ResponseReturnValue:
    """Return the part that changes."""
    return stage.sub_page("setup/debug_view_live.html", the_door().view(), _screen())


def _screen() -> LookScreen:
    shop = workshop()
    if shop is None or shop.sight is None:
        return LookScreen(w.DEBUG_NONE, w.DEBUG_NONE_LONG, ())
    glimpse = shop.window.glance.now()
    return look_screen(glimpse, stage.order_of(None), lent=shop.window.lent)


def look_screen(glimpse: Glimpse, cards: Sequence[Card], *, lent: bool) -> LookScreen:
    """Return the view; `cards` are the enrolled deck's in the order of the scores."""
    state, long = (w.LENT, w.LENT_LONG) if lent else w.STATES[glimpse.activity]
    return LookScreen(state, long, tuple(_line(event, cards) for event in glimpse.said))


def _line(event: VisionEvent, cards: Sequence[Card]) -> DebugLine:
    match event:
        case Sighting():
            took = w.TOOK.format(seconds=max(0.0, event.known_t - event.t))
            return DebugLine(_clock(event.t), w.CARD, _best(event.log_scores, cards), took)
        case CardTakenBack():
            return DebugLine(_clock(event.known_t), w.TAKEN_BACK)
        case TrickCleared():
            return DebugLine(_clock(event.known_t), w.CLEARED.format(count=event.cards))
        case FaceDownSeen():
            return DebugLine(_clock(event.known_t), w.FACE_DOWN)
        case ForeignSeen():
            return DebugLine(_clock(event.known_t), w.FOREIGN)
        case EarlierSeen(cards=lying):
            words = w.LYING_CARDS.format(count=len(lying)) if lying else w.LYING_GONE
            return DebugLine(_clock(event.known_t), words)
        case CameraMoved():
            return DebugLine(_clock(event.t), w.MOVED_FAR if event.far else w.DEBUG_MOVED)
        case SightChanged(hindrance=hindrance):
            words = CLEAR if hindrance is None else HINDRANCES[hindrance]
            return DebugLine(_clock(event.t), words)
        case ActivityChanged():
            return DebugLine(_clock(event.t), w.STATES[event.activity][0])


def _best(scores: Sequence[float], cards: Sequence[Card]) -> tuple[Guess, ...]:
    """Return the likeliest cards; nothing where the scores are of another deck."""
    if len(scores) != len(cards):
        return ()
    order = sorted(range(len(cards)), key=scores.__getitem__, reverse=True)[:NAMED]
    return tuple(Guess(card_text(cards[i]), round(100 * math.exp(scores[i]))) for i in order)


def _clock(seconds: float) -> str:
    """Write seconds of the source as minutes, seconds and tenths."""
    tenths = round(10 * seconds)
    minutes, rest = divmod(tenths, 600)
    return f"{minutes}:{rest // 10:02d},{rest % 10}"
