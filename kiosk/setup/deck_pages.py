"""The pages of the decks: the shelf, a new deck, the sitting, giving away and taking in."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, request
from flask.typing import ResponseReturnValue

from engine.cards import Card, Family, UnknownCardError, card
from engine.text import PlainError, Text
from kiosk.commands import ChangeDeck
from kiosk.decks import open_deck
from kiosk.guests import pin_pages
from kiosk.packs import PACKS
from kiosk.pages import stage
from kiosk.pages.door import refuse, the_door
from kiosk.pages.language import language, tr
from kiosk.pages.sure import Sure
from kiosk.setup import deck_words as w
from kiosk.setup import shelf
from kiosk.setup.deck_screen import deck_screen, new_screen, shelf_screen, sitting_screen
from kiosk.setup.pages import the_workshop
from kiosk.setup.sitting import Sitting
from kiosk.setup.workshop import Workshop

bp = Blueprint("setup_deck", __name__)
bp.before_request(pin_pages.ask_first)

IMPORT = "/setup/deck/import"
MOST_BYTES = 4 * 1024 * 1024
"""A deck without pictures of 52 cards with five views each stays below 1 MB."""
_DEFAULT = "german-32"


def allow_decks() -> None:
    """Let a deck's file in, which is larger than a form."""
    if request.path == IMPORT:
        request.max_content_length = MOST_BYTES


@bp.get("/setup/deck")
def decks() -> ResponseReturnValue:
    """Show the decks."""
    return _shelf()


def _shelf(wrong: Text | None = None, status: int = 200) -> ResponseReturnValue:
    shop, view = the_workshop(), the_door().view()
    screen = shelf_screen(shelf.shelf(shop.home, shop.nets), _today(), wrong)
    return make_response(stage.sub_page("setup/decks.html", view, screen), status)


def _changes() -> bool:
    """Tell whether the evening can go on with another deck: not where a film is shown."""
    view = the_door().view()
    return view.state.running and view.source in ("camera", "none")


def _today() -> str | None:
    state = the_door().view().state
    return state.deck if state.running else None


@bp.get("/setup/deck/new")
def new() -> ResponseReturnValue:
    """Ask for name and kind of a new deck."""
    name = shelf.proposed_name(the_workshop().home, tr(w.STEM))
    return _new(name, _DEFAULT)


def _new(name: str, kind: str, wrong: Text | None = None, status: int = 200) -> ResponseReturnValue:
    screen = new_screen(name, kind, wrong)
    page = stage.sub_page("setup/new_deck.html", the_door().view(), screen)
    return make_response(page, status)


@bp.post("/setup/deck/new")
def begin() -> ResponseReturnValue:
    """Begin to learn a new deck."""
    shop = the_workshop()
    name, kind = request.form.get("name", ""), request.form.get("kind", "")
    try:
        plain = shelf.free_name(name, shop.home)
        _learn(shop, plain, _cards(kind))
    except PlainError as error:
        return _new(name, kind, error.text, 409)
    return redirect("/setup/deck/sitting", code=303)


def _cards(kind: str) -> tuple[Card, ...]:
    family, _, count = kind.partition("-")
    for suits in Family:
        if suits.value == family and count in map(str, PACKS[suits]):
            return PACKS[suits][int(count)]
    raise PlainError(w.UNKNOWN_KIND)


def _learn(shop: Workshop, name: str, cards: tuple[Card, ...]) -> None:
    shop.classroom.learn(name, cards, the_door().view().state, language())
    shop.camera.on()


@bp.get("/setup/deck/of/<name>")
def one(name: str) -> ResponseReturnValue:
    """Show one deck."""
    return _one(name)


def _one(
    name: str,
    typed: str | None = None,
    wrong: Text | None = None,
    status: int = 200,
    template: str = "setup/deck.html",
) -> ResponseReturnValue:
    screen = deck_screen(_deck(name), _today(), typed, wrong, changes=_changes())
    return make_response(stage.sub_page(template, the_door().view(), screen), status)


@bp.get("/setup/deck/of/<name>/rename")
def rename(name: str) -> ResponseReturnValue:
    """Ask what a deck is to be called."""
    return _one(name, template="setup/rename.html")


def _deck(name: str) -> shelf.DeckOnShelf:
    """Return the deck or draft of this name; 404 in plain words where there is none."""
    shop = the_workshop()
    every = shelf.shelf(shop.home, shop.nets)
    found = next((deck for deck in every if deck.name == name), None)
    if found is None:
        known = ", ".join(deck.name for deck in every)
        refuse(w.UNKNOWN_DECK.format(name=name[:40], known=known), 404)
    return found


@bp.post("/setup/deck/of/<name>/<what>")
def change(name: str, what: str) -> ResponseReturnValue:
    """Play with, test, go on with, rename or remove a deck."""
    shop, deck = the_workshop(), _deck(name)
    typed = request.form.get("name", name)
    try:
        if what == "play":
            profile = open_deck(name, shop.home, shop.nets)
            the_door().do(ChangeDeck(name, profile.cards))
            shop.classroom.end()
            return redirect("/", code=303)
        if what == "test":
            shop.classroom.test(name, the_door().view().state, language())
            shop.camera.on()
        elif what == "go-on":
            cards = shelf.draft_cards(name, shop.home, shop.nets)
            _learn(shop, name, _cards(_DEFAULT) if cards is None else cards)
        elif what == "rename":
            _not_today(name)
            plain = shelf.rename(name, typed, shop.home, shop.nets)
            return redirect(f"/setup/deck/of/{plain}", code=303)
        elif what == "remove":
            _not_today(name)
            shelf.remove(deck.name, shop.home, shop.nets)
            return redirect("/setup/deck", code=303)
        else:
            refuse(w.UNKNOWN_KIND, 404)
    except PlainError as error:
        template = "setup/rename.html" if what == "rename" else "setup/deck.html"
        return _one(name, typed, error.text, 409, template)
    return redirect("/setup/deck/sitting", code=303)


def _not_today(name: str) -> None:
    state = the_door().view().state
    if state.running and name in (deck for _, deck in state.decks):
        raise PlainError(w.IN_USE.format(name=name))


@bp.get("/setup/deck/of/<name>/remove")
def sure(name: str) -> ResponseReturnValue:
    """Ask once before a deck is removed."""
    deck = _deck(name)
    here = f"/setup/deck/of/{deck.name}"
    heading = w.REMOVE_SURE.format(name=deck.name)
    screen = Sure(heading, w.REMOVE_WHAT, w.REMOVE_THEN, f"{here}/remove", w.REMOVE, here)
    return stage.sub_page("sure.html", the_door().view(), screen)


@bp.get("/setup/deck/of/<name>/export")
def export(name: str) -> ResponseReturnValue:
    """Hand out a deck as a file without pictures."""
    shop, deck = the_workshop(), _deck(name)
    data = shelf.packed(deck.name, shop.home, shop.nets)
    response = Response(data, mimetype="application/octet-stream")
    response.headers.set("Content-Disposition", "attachment", filename=f"{deck.name}.deck")
    return response


@bp.post(IMPORT)
def take_in() -> ResponseReturnValue:
    """Take over a deck from a file."""
    file = request.files.get("file")
    if file is None or not file.filename:
        return _shelf(w.NO_FILE, 400)
    with file.stream:
        data = file.read()
    try:
        shop = the_workshop()
        name = shelf.take_in(data, shop.home, shop.nets)
    except PlainError as error:
        return _shelf(error.text, 409)
    return redirect(f"/setup/deck/of/{name}", code=303)


# The sitting.


@bp.get("/setup/deck/sitting")
def sitting() -> ResponseReturnValue:
    """Show the sitting that is on."""
    return _sitting("setup/sitting.html")


@bp.get("/setup/deck/sitting/live")
def sitting_live() -> ResponseReturnValue:
    """Return the part of the sitting's page that changes; asked for again and again."""
    if the_workshop().classroom.sitting is None:
        # It was ended elsewhere; this page has nothing to show any more.
        return Response(status=204, headers={"HX-Redirect": "/setup/deck"})
    return _sitting("setup/sitting_live.html")


def _sitting(template: str) -> ResponseReturnValue:
    shop, view = the_workshop(), the_door().view()
    on = shop.classroom.look(view)
    if on is None:
        refuse(w.NO_SITTING, 409)
    shop.used()
    newest = shop.window.newest()
    frame = None if newest is None else newest.index
    state = on.state
    changes = _changes() and state.name != _today()
    screen = sitting_screen(state, shop.camera.state, frame, lent=shop.window.lent, changes=changes)
    return stage.sub_page(template, view, screen)


@bp.post("/setup/deck/sitting/<what>")
def answer(what: str) -> ResponseReturnValue:
    """Carry out what was tapped on the sitting's page."""
    shop = the_workshop()
    on = shop.classroom.sitting
    if on is None:
        refuse(w.NO_SITTING, 409)
    if what == "stop":
        shop.classroom.end()
        return redirect("/setup/deck", code=303)
    if what == "correct":
        _correct(on)
    elif what in _ANSWERS:
        _ANSWERS[what](on)
    else:
        refuse(w.UNKNOWN_KIND, 404)
    return redirect("/setup/deck/sitting", code=303)


_ANSWERS = {
    "skip": Sitting.skip,
    "undo": Sitting.undo,
    "keep": Sitting.keep,
    "test": Sitting.test,
    "end": Sitting.end_test,
    "relearn": Sitting.relearn,
}


def _correct(on: Sitting) -> None:
    for family in Family:
        try:
            on.correct(card(request.form.get("card", ""), family))
        except UnknownCardError:
            continue
        return
    refuse(w.UNKNOWN_KIND)
