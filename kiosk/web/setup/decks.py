"""The pages of the decks: the shelf, a new deck, the sitting, giving away and taking in."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from flask import Blueprint, Response, make_response, redirect, request
from flask.typing import ResponseReturnValue

from engine.cards import Card, Family, UnknownCardError, card
from engine.games.wording import card_text
from engine.text import PlainError, Text
from kiosk.camera import enrolment
from kiosk.camera.camera_switch import CameraState, Power
from kiosk.camera.enrolment import Phase, Sitting, SittingState
from kiosk.camera.workshop import Workshop
from kiosk.exports.files import sticks
from kiosk.home import deck_shelf
from kiosk.home.deck_files import open_deck
from kiosk.home.deck_shelf import DeckOnShelf
from kiosk.home.packs import PACKS, listed
from kiosk.home.prints import PRINTS
from kiosk.screens.cards import Face, face
from kiosk.screens.values import Sure, sentences
from kiosk.table.commands import ChangeDeck
from kiosk.web import pin as pin_pages
from kiosk.web import stage
from kiosk.web.door import refuse, the_door
from kiosk.web.language import about_pack, language, tr
from kiosk.web.setup import rows
from kiosk.web.setup.service import looked_at, name_cards_of_the_sitting, the_workshop
from kiosk.words import decks as w
from vision.enrolling.deck_test import DeckTestReport, DeckTestVerdict
from vision.enrolling.steps import EnrolmentStepKind, WantedShowing


@dataclass(frozen=True, slots=True)
class DeckRow:
    """One deck of the list."""

    name: str
    says: Text
    bad: bool
    href: str


@dataclass(frozen=True, slots=True)
class ShelfScreen:
    """The list of decks."""

    rows: tuple[DeckRow, ...]
    files: tuple[str, ...] = ()
    """Decks on the sticks that are plugged in, "stick/file"."""
    wrong: Text | None = None


@dataclass(frozen=True, slots=True)
class DeckScreen:
    """One deck and what can be done with it."""

    name: str
    says: tuple[Text, ...]
    own: bool
    draft: bool
    usable: bool
    typed: str
    playable: bool = False
    """Whether the evening can go on with it."""
    wrong: Text | None = None


@dataclass(frozen=True, slots=True)
class DeckKind:
    """One kind of deck that is sold."""

    key: str
    count: int


@dataclass(frozen=True, slots=True)
class NewScreen:
    """A new deck: its name and kind."""

    name: str
    kinds: tuple[tuple[Text, tuple[DeckKind, ...]], ...]
    kind: str
    wrong: Text | None = None


@dataclass(frozen=True, slots=True)
class SittingScreen:
    """A sitting as it stands."""

    name: str
    heading: Text
    phase: str
    frame: int | None
    trouble: Text | None
    """Why nothing can be seen just now."""
    off: bool
    lead: Text
    """What is to be done."""
    face: Face | None
    """The card that is asked for, or was read."""
    note: Text | None
    said: Text | None
    refused: bool
    done: int
    of: int
    taken: int
    doubtful: bool
    undoable: bool
    skippable: bool
    lines: tuple[Text, ...] = ()
    """What the whole deck is like, or what came of the test."""
    passed: bool = False
    relearn: bool = False
    options: tuple[Face, ...] = ()
    """Cards a doubtful reading may have been."""
    playable: bool = False
    """Whether the evening can go on with the deck."""


def shelf_screen(
    decks: tuple[DeckOnShelf, ...],
    today: str | None,
    files: tuple[str, ...] = (),
    wrong: Text | None = None,
) -> ShelfScreen:
    """Return the list; `today` is the deck that is played with."""
    return ShelfScreen(tuple(_row(deck, today) for deck in decks), files, wrong)


def _row(deck: DeckOnShelf, today: str | None) -> DeckRow:
    bad = deck.damaged or deck.draft or bool(deck.missing)
    says = sentences(*_facts(deck, today), between=" · ")
    return DeckRow(deck.name, says, bad, f"/setup/deck/of/{deck.name}")


def _facts(deck: DeckOnShelf, today: str | None) -> list[Text]:
    if deck.damaged:
        return [w.DAMAGED]
    if deck.draft:
        return [w.DRAFT.format(count=deck.count, of=deck.of)]
    facts = [w.COUNT.format(count=deck.count)]
    if deck.printed:
        facts.append(PRINTS[deck.printed].title)
    if deck.name == today:
        facts.append(w.TODAY)
    if deck.bundled:
        facts.append(w.BUNDLED)
    if deck.missing:
        facts.append(w.LACKS.format(names=listed(deck.missing[:6])))
    return facts


def deck_screen(
    deck: DeckOnShelf,
    today: str | None,
    typed: str | None = None,
    wrong: Text | None = None,
    *,
    changes: bool = False,
) -> DeckScreen:
    """Return one deck's page; `changes`: whether an evening runs that can go on with it."""
    says = [sentences(*_facts(deck, today), between=" · ")]
    if deck.nearest is not None:
        says.append(enrolment.nearest_words(*deck.nearest))
    return DeckScreen(
        name=deck.name,
        says=tuple(says),
        own=not deck.bundled,
        draft=deck.draft,
        usable=not deck.draft and not deck.damaged,
        playable=changes and deck.name != today and not deck.draft and not deck.damaged,
        typed=deck.name if typed is None else typed,
        wrong=wrong,
    )


def new_screen(name: str, kind: str, wrong: Text | None = None) -> NewScreen:
    """Return the form for a new deck."""
    words = {"german": w.GERMAN, "french": w.FRENCH}
    kinds = [
        (
            words[family.value],
            tuple(DeckKind(f"{family.value}-{count}", count) for count in sorted(packs)),
        )
        for family, packs in PACKS.items()
    ]
    for key, known in PRINTS.items():
        count = len(known.cards)
        kinds.append((known.title, (DeckKind(f"{key}-{count}", count),)))
    return NewScreen(name, tuple(kinds), kind, wrong)


def sitting_screen(
    state: SittingState,
    camera: CameraState,
    frame: int | None,
    *,
    lent: bool,
    changes: bool = False,
) -> SittingScreen:
    """Return a sitting's page; `lent` tells whether it has the camera's pictures.

    `changes`: whether an evening runs that can go on with the deck.
    """
    testing = state.phase in (Phase.TESTING, Phase.TESTED)
    face_, note = _asked(state)
    said = state.said
    return SittingScreen(
        name=state.name,
        heading=(w.TESTING if testing else w.ENROLLING).format(name=state.name),
        phase=state.phase.value,
        frame=frame if camera.power is Power.ON else None,
        trouble=state.failed or _trouble(camera, lent=lent),
        off=camera.power is Power.OFF,
        lead=_lead(state),
        face=face_,
        note=note,
        said=_said(state),
        refused=said is not None and said.kind is EnrolmentStepKind.REFUSED and not testing,
        done=state.done,
        of=state.of,
        taken=state.taken,
        doubtful=state.doubtful,
        undoable=state.undoable,
        skippable=state.wanted not in (WantedShowing.EMPTY_TABLE, WantedShowing.NOTHING),
        lines=_lines(state),
        passed=state.report is not None and state.report.passed,
        relearn=state.report is not None and bool(state.report.doubtful),
        options=_options(state),
        playable=changes and _finished(state),
    )


def _finished(state: SittingState) -> bool:
    """Tell whether the deck is written and nothing is shown just now."""
    return state.phase in (Phase.LEARNED, Phase.TESTED) and state.nearest is not None


def _trouble(camera: CameraState, *, lent: bool) -> Text | None:
    if camera.power in (Power.OFF, Power.TROUBLE) and camera.note is not None:
        return w.CAMERA_GONE.format(why=camera.note)
    return None if lent else w.TABLE_HAS_IT


def _asked(state: SittingState) -> tuple[Face | None, Text | None]:
    """Return the card that is asked for or was read, and the small print."""
    if state.phase is Phase.TESTING:
        read = state.read
        return (None if read is None else face(read.card)), w.TEST_NOTE
    if state.card is None or state.phase is not Phase.LEARNING:
        return None, None
    if state.wanted is WantedShowing.SECOND_VIEW:
        return face(state.card), w.SECOND_LOOK
    taken = state.said is not None and state.said.kind is EnrolmentStepKind.TAKEN
    return face(state.card), w.TAKE_AWAY if taken else w.BOTH_WAYS


def _lead(state: SittingState) -> Text:
    match state.phase, state.wanted:
        case Phase.LEARNED, _:
            return w.DONE.format(name=state.name) if state.nearest else w.NOTHING_LEARNED
        case Phase.TESTED, _:
            passed = state.report is not None and state.report.passed
            return w.PASSED if passed else w.NOT_PASSED
        case Phase.TESTING, _:
            return w.TEST_ASK if state.ready else w.CLEAR_TABLE
        case _, WantedShowing.EMPTY_TABLE:
            return w.CLEAR_TABLE
        case _, WantedShowing.BACK:
            return w.LAY_BACK
        case _, WantedShowing.HAND:
            return w.SHOW_HAND
        case _:
            return w.CLEAR_TABLE if state.card is None else card_text(state.card)


def _said(state: SittingState) -> Text | None:
    if state.phase is Phase.TESTING:
        return None if state.read is None else enrolment.read_words(state.read)
    if state.phase is not Phase.LEARNING or state.said is None:
        return None
    return state.said.text


def _lines(state: SittingState) -> tuple[Text, ...]:
    if state.phase is Phase.LEARNED and state.nearest is not None:
        lines = [w.DONE_LONG.format(count=state.done), enrolment.nearest_words(*state.nearest)]
        if state.missing:
            lines.append(w.LACKS.format(names=listed(state.missing)))
        return tuple(lines)
    if state.phase is Phase.TESTED and state.report is not None:
        return _report_lines(state.report, state.name)
    return ()


def _report_lines(report: DeckTestReport, name: str) -> tuple[Text, ...]:
    lines = [w.SURE.format(count=len(report.sure))]
    if report.doubtful:
        lines.append(w.DOUBTFUL.format(names=listed(report.doubtful)))
    if report.missing:
        lines.append(w.MISSING.format(names=listed(report.missing)))
    if report.strange:
        lines.append(w.STRANGE.format(count=report.strange))
    if report.passed:
        lines.append(w.IN_USE_NOW.format(name=name))
    return tuple(lines)


def _options(state: SittingState) -> tuple[Face, ...]:
    read = state.read
    if state.phase is not Phase.TESTING or read is None or read.verdict is DeckTestVerdict.STRANGE:
        return ()
    return (face(read.second),)


bp = Blueprint("decks", __name__)
bp.before_request(pin_pages.ask_first)
bp.before_request(name_cards_of_the_sitting)

MOST_BYTES = 4 * 1024 * 1024
"""A deck without pictures of 52 cards with five views each stays below 1 MB."""
_MOST_FILES = 24
_DEFAULT = "german-32"


@bp.get("/setup/deck")
def decks() -> ResponseReturnValue:
    """Show the decks."""
    return _shelf()


def _shelf(wrong: Text | None = None, status: int = 200) -> ResponseReturnValue:
    shop, view = the_workshop(), the_door().view()
    there = deck_shelf.shelf(shop.home, shop.nets)
    screen = shelf_screen(there, _today(), tuple(_on_sticks()), wrong)
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
    name = deck_shelf.proposed_name(the_workshop().home, tr(w.STEM))
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
        plain = deck_shelf.free_name(name, shop.home)
        _learn(shop, plain, _cards(kind), _print(kind))
    except PlainError as error:
        return _new(name, kind, error.text, 409)
    return redirect("/setup/deck/sitting", code=303)


@bp.post(rows.BEGIN)
def begin_in_rows() -> ResponseReturnValue:
    """Begin to learn a new deck from pictures of its cards in rows."""
    shop = the_workshop()
    name, kind = request.form.get("name", ""), request.form.get("kind", "")
    try:
        plain = deck_shelf.free_name(name, shop.home)
        cards, state = _cards(kind), the_door().view().state
        shop.classroom.lay_out(plain, cards, state, language(), _print(kind))
        shop.camera.on()
    except PlainError as error:
        return _new(name, kind, error.text, 409)
    return redirect(rows.HERE, code=303)


@bp.post("/setup/deck/this")
def begin_with_this() -> ResponseReturnValue:
    """Begin to learn the deck on the table: as many cards of the same suits as that in play."""
    shop = the_workshop()
    name = deck_shelf.proposed_name(shop.home, tr(w.STEM))
    try:
        profile = open_deck(the_door().view().state.deck, shop.home, shop.nets)
        _learn(shop, name, profile.cards, profile.printed)
    except PlainError as error:
        return _new(name, _DEFAULT, error.text, 409)
    return redirect("/setup/deck/sitting", code=303)


def _cards(kind: str) -> tuple[Card, ...]:
    family, _, count = kind.partition("-")
    for suits in Family:
        if suits.value == family and count in map(str, PACKS[suits]):
            return PACKS[suits][int(count)]
    known = PRINTS.get(family)
    if known is not None and count == str(len(known.cards)):
        return known.cards
    raise PlainError(w.UNKNOWN_KIND)


def _print(kind: str) -> str:
    """Return what is printed on a kind of deck; empty for suits and courts."""
    name = kind.partition("-")[0]
    return name if name in PRINTS else ""


def _learn(shop: Workshop, name: str, cards: tuple[Card, ...], printed: str = "") -> None:
    shop.classroom.learn(name, cards, the_door().view().state, language(), printed)
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
    deck = _deck(name)
    about_pack(deck.printed)
    screen = deck_screen(deck, _today(), typed, wrong, changes=_changes())
    return make_response(stage.sub_page(template, the_door().view(), screen), status)


@bp.get("/setup/deck/of/<name>/rename")
def rename(name: str) -> ResponseReturnValue:
    """Ask what a deck is to be called."""
    return _one(name, template="setup/rename.html")


def _deck(name: str) -> deck_shelf.DeckOnShelf:
    """Return the deck or draft of this name; 404 in plain words where there is none."""
    shop = the_workshop()
    every = deck_shelf.shelf(shop.home, shop.nets)
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
            cards = deck_shelf.draft_cards(name, shop.home, shop.nets)
            _learn(shop, name, _cards(_DEFAULT) if cards is None else cards)
        elif what == "rename":
            _not_today(name)
            plain = deck_shelf.rename(name, typed, shop.home, shop.nets)
            return redirect(f"/setup/deck/of/{plain}", code=303)
        elif what == "remove":
            _not_today(name)
            deck_shelf.remove(deck.name, shop.home, shop.nets)
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
    data = deck_shelf.packed(deck.name, shop.home, shop.nets)
    response = Response(data, mimetype="application/octet-stream")
    response.headers.set("Content-Disposition", "attachment", filename=f"{deck.name}.deck")
    return response


@bp.post("/setup/deck/import")
def take_in() -> ResponseReturnValue:
    """Take over a deck from a stick."""
    file = _on_sticks().get(request.form.get("file", ""))
    if file is None:
        return _shelf(w.NO_FILE, 409)
    try:
        shop = the_workshop()
        name = deck_shelf.take_in(_read(file), shop.home, shop.nets)
    except PlainError as error:
        return _shelf(error.text, 409)
    return redirect(f"/setup/deck/of/{name}", code=303)


def _on_sticks() -> dict[str, Path]:
    """Return the files of decks on the sticks by "stick/file", in a folder of theirs as well."""
    found: dict[str, Path] = {}
    for stick in sticks():
        for path in sorted({*stick.folder.glob("*.deck"), *stick.folder.glob("*/*.deck")}):
            found[f"{stick.name}/{path.relative_to(stick.folder)}"] = path
    return dict(islice(found.items(), _MOST_FILES))


def _read(path: Path) -> bytes:
    """Return what a file holds.

    Raises:
        PlainError: it is larger than a deck can be, or cannot be read.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise PlainError(w.NO_FILE) from error
    if len(data) > MOST_BYTES:
        raise PlainError(w.TOO_LARGE)
    return data


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
    newest = shop.window.newest()
    frame = None if newest is None else newest.index
    state = on.state
    looked_at(shop, (state.phase, state.done, state.taken))
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
