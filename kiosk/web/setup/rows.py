"""The pages on which a deck is enrolled from pictures of its cards in rows.

The sheet shows every card that was found, with the line of its cut, its number and its name; a tap
on one leads to its own page. They belong to the table's own screen: no phone reaches them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from http import HTTPStatus

from flask import Blueprint, make_response, redirect, request
from flask.typing import ResponseReturnValue

from engine.cards import Card, UnknownCardError, card
from engine.games.wording import card_text
from engine.text import PlainError, Text
from kiosk.camera import enrolment
from kiosk.camera.camera_switch import CameraState, Power
from kiosk.camera.pictures import jpeg, sharp_square
from kiosk.camera.rows_enrolment import RowsSitting, RowsState
from kiosk.home.packs import listed
from kiosk.home.prints import PRINTS
from kiosk.screens.cards import Face, by_suit
from kiosk.web import pin as pin_pages
from kiosk.web import stage
from kiosk.web.door import refuse, the_door
from kiosk.web.server import is_loopback
from kiosk.web.setup.camera import picture_response
from kiosk.web.setup.service import looked_at, name_cards_of_the_sitting, the_workshop
from kiosk.words import decks as d
from kiosk.words import rows as w
from vision.enrolling.laid_deck import OVERLAP, doubt_words, numbers_words
from vision.enrolling.learned_deck import pairs_alike
from vision.enrolling.live_enrol import HELP_MARGIN

HERE = "/setup/deck/rows"
BEGIN = f"{HERE}/begin"
_PICTURE_S = 2.0
"""So long a tap waits for the camera's first picture."""


@dataclass(frozen=True, slots=True)
class SheetCard:
    """One card of the sheet."""

    number: int
    name: Text
    """What it is taken for; a question mark where nobody knows."""
    asked: bool
    """Whether somebody has to look at it."""
    out: bool
    """Whether it is no card."""


@dataclass(frozen=True, slots=True)
class RowsScreen:
    """The sheet as it stands."""

    name: str
    heading: Text
    phase: str
    """`empty`, `looking`, `sheet` or `saved`."""
    frame: int | None
    off: bool
    trouble: Text | None
    """Why nothing can be seen just now."""
    says: tuple[Text, ...]
    wrong: Text | None
    cards: tuple[SheetCard, ...]
    count: int
    whole: bool
    """Whether all cuts in doubt can be said to be right at once."""
    ordered: bool
    ready: bool
    playable: bool


@dataclass(frozen=True, slots=True)
class RowsCardScreen:
    """One card of the sheet, and what it may be."""

    number: int
    heading: Text
    says: tuple[Text, ...]
    doubtful: bool
    deck: tuple[tuple[Face, ...], ...]
    now: str
    """The code of the card it is taken for; empty: none."""


def rows_screen(
    state: RowsState, camera: CameraState, frame: int | None, *, lent: bool, changes: bool
) -> RowsScreen:
    """Return the sheet's page; `lent`, `changes` and `frame` as for a sitting card by card."""
    deck = state.deck
    phase = "sheet" if deck.views else "empty"
    if state.looking:
        phase = "looking"
    if state.enrolment is not None:
        phase = "saved"
    trouble = None if lent else d.TABLE_HAS_IT
    if camera.power in (Power.OFF, Power.TROUBLE) and camera.note is not None:
        trouble = d.CAMERA_GONE.format(why=camera.note)
    cards = tuple(_sheet_card(state, number) for number in range(1, len(deck.views) + 1))
    return RowsScreen(
        name=state.name,
        heading=w.HEADING,
        phase=phase,
        frame=frame if camera.power is Power.ON else None,
        off=camera.power is Power.OFF,
        trouble=trouble,
        says=_says(state),
        wrong=state.wrong,
        cards=cards,
        count=len(deck.laid),
        whole=bool(deck.doubts),
        ordered=state.ordered,
        ready=bool(deck.laid) and not deck.asked,
        playable=changes and state.enrolment is not None,
    )


def _sheet_card(state: RowsState, number: int) -> SheetCard:
    deck = state.deck
    named = deck.names.get(number)
    name = Text(de="?", en="?") if named is None else card_text(named)
    out = number not in deck.laid
    return SheetCard(number, w.NO_CARD if out else name, number in deck.asked, out)


def _says(state: RowsState) -> tuple[Text, ...]:
    """Return what the page says above the sheet, or of the deck that was learned."""
    deck, learned = state.deck, state.enrolment
    if learned is not None:
        alike = enrolment.alike_words(pairs_alike(learned.profile, HELP_MARGIN))
        missing = [one for one in state.cards if one not in learned.profile.cards]
        return (
            d.DONE_LONG.format(count=len(learned.profile.cards)),
            alike or enrolment.nearest_words(*learned.nearest, learned.margin),
            *([d.LACKS.format(names=listed(missing))] if missing else []),
        )
    if not deck.views:
        return (w.LAY_LONG.format(order=_order(state)),)
    count, of = len(deck.laid), len(state.cards)
    words = w.ALL_THERE if count == of else w.TOO_MANY if count > of else w.OTHER_COUNT
    said = [words.format(count=count, of=of)] if state.ordered else []
    if deck.overlapping:
        said.append(OVERLAP.format(numbers=numbers_words(deck.overlapping)))
    said += doubt_words(deck)
    if deck.unnamed and (count == of or not state.ordered):
        said.append(w.UNNAMED.format(numbers=numbers_words(deck.unnamed)))
    if deck.twice:
        said.append(w.TWICE.format(numbers=numbers_words(deck.twice)))
    return tuple(said)


def _order(state: RowsState) -> Text:
    """Return the cards of the first suit, and with which one the next begins."""
    cards, known = state.cards, PRINTS.get(state.printed)
    suits = [one.suit if known is None else known.faces[one].colour for one in cards]
    first = [one for one, suit in zip(cards, suits, strict=True) if suit == suits[0]]
    names = listed([*first[:3], first[-1], cards[len(first)]])
    return Text(
        de=names.de.replace(", ", " – ", 2).replace(", ", " … ", 1).replace(", ", "; "),
        en=names.en.replace(", ", " – ", 2).replace(", ", " … ", 1).replace(", ", "; "),
    )


def card_screen(state: RowsState, number: int) -> RowsCardScreen:
    """Return the page of one card."""
    deck = state.deck
    doubt = number in deck.doubts
    says = [w.IN_DOUBT] if number in deck.asked else []
    now = deck.names.get(number)
    return RowsCardScreen(
        number=number,
        heading=w.WHICH.format(number=number),
        says=(*says, *([w.IS_WHOLE] if doubt else [])),
        doubtful=doubt,
        deck=by_suit(state.cards),
        now="" if now is None else now.code,
    )


bp = Blueprint("rows", __name__)
bp.before_request(pin_pages.ask_first)
bp.before_request(name_cards_of_the_sitting)


@bp.before_request
def here_only() -> ResponseReturnValue | None:
    """Keep phones out: pictures of the table stay at the table."""
    if not is_loopback(request.remote_addr or ""):
        refuse(w.NOT_HERE, HTTPStatus.FORBIDDEN)
    return None


@bp.get(HERE)
def sheet() -> ResponseReturnValue:
    """Show the sheet."""
    return _sheet("setup/rows.html")


@bp.get(f"{HERE}/live")
def live() -> ResponseReturnValue:
    """Return the part of the page that changes; asked for while something is awaited."""
    if the_workshop().classroom.rows is None:
        return make_response("", 204, {"HX-Redirect": "/setup/deck"})
    return _sheet("setup/rows_live.html")


def _on() -> RowsSitting:
    """Return the sitting that is on; 409 in plain words where there is none."""
    found = the_workshop().classroom.rows
    if found is None:
        refuse(w.NO_SITTING, 409)
    return found


def _sheet(template: str, wrong: Text | None = None) -> ResponseReturnValue:
    shop, view, on = the_workshop(), the_door().view(), _on()
    shop.classroom.look(view)
    newest = shop.window.newest()
    frame = None if newest is None else newest.index
    state = on.state
    looked_at(shop, (state.looking, len(state.deck.views), state.enrolment is None))
    changes = view.state.running and view.source in ("camera", "none")
    screen = rows_screen(state, shop.camera.state, frame, lent=shop.window.lent, changes=changes)
    if wrong is not None:
        screen = replace(screen, wrong=wrong)
    page = stage.sub_page(template, view, screen)
    return make_response(page, 200 if wrong is None else 409)


@bp.get(f"{HERE}/card/<int:number>")
def one(number: int) -> ResponseReturnValue:
    """Show one card of the sheet."""
    shop, view, on = the_workshop(), the_door().view(), _on()
    shop.classroom.look(view)
    state = _with(on, number)
    return stage.sub_page("setup/rows_card.html", view, card_screen(state, number))


@bp.get(f"{HERE}/card/<int:number>/picture")
def picture(number: int) -> ResponseReturnValue:
    """Return a card as it was cut out, with what lies around it."""
    view = _with(_on(), number).deck.views[number - 1]
    return picture_response(jpeg(view.cut.face if view.around is None else view.around))


def _with(on: RowsSitting, number: int) -> RowsState:
    """Return the sheet, which has this number; 404 in plain words where it has not."""
    state = on.state
    if not 1 <= number <= len(state.deck.views):
        refuse(w.NO_SUCH_CARD.format(number=number), 404)
    return state


@bp.post(f"{HERE}/card/<int:number>")
def settle(number: int) -> ResponseReturnValue:
    """Take a card for what was tapped; then the next that nobody named is asked about."""
    on = _on()
    state, what = _with(on, number), request.form.get("card", "")
    if what == "whole":
        on.whole([number])
        return redirect(HERE, code=303)
    if what == "none":
        on.name(number, None)
        return redirect(HERE, code=303)
    on.name(number, _card(what, state))
    left = [n for n in on.state.deck.unnamed if n > number]
    return redirect(f"{HERE}/card/{left[0]}" if left and not state.ordered else HERE, code=303)


def _card(code: str, state: RowsState) -> Card:
    try:
        found = card(code, state.cards[0].family)
    except UnknownCardError:
        refuse(d.UNKNOWN_KIND)
    if found not in state.cards:
        refuse(d.UNKNOWN_KIND)
    return found


@bp.post(f"{HERE}/<what>")
def answer(what: str) -> ResponseReturnValue:
    """Carry out what was tapped on the sheet."""
    shop, on = the_workshop(), _on()
    if what == "stop":
        shop.classroom.end()
        return redirect("/setup/deck", code=303)
    if what == "take":
        return _take(on)
    if what == "whole":
        on.whole(on.state.deck.doubts)
    elif what == "undo":
        on.undo()
    elif what in ("ordered", "unordered"):
        on.order(ordered=what == "ordered")
    elif what == "save":
        on.save()
        if on.state.wrong is not None:
            return _sheet("setup/rows.html", on.state.wrong)
    else:
        refuse(d.UNKNOWN_KIND, 404)
    return redirect(HERE, code=303)


def _take(on: RowsSitting) -> ResponseReturnValue:
    """Have the camera's picture looked through."""
    shop = the_workshop()
    shop.classroom.look(the_door().view())
    newest = shop.window.newest(_PICTURE_S) if shop.camera.state.power is Power.ON else None
    if newest is None or not shop.window.lent:
        return _sheet("setup/rows.html", w.NO_PICTURE if newest is None else d.TABLE_HAS_IT)
    shown, px_per_mm = sharp_square(newest.image, shop.geometry)
    measured = shop.geometry is not None and shop.geometry.calibrated
    try:
        on.take(shown, px_per_mm if measured else None)
    except PlainError as error:
        return _sheet("setup/rows.html", error.text)
    return redirect(HERE, code=303)
