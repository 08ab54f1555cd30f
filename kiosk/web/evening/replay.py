"""The replay's pages, and an evening as one HTML file to send to friends. Nothing here writes.

On the pages every control is a link, so it works without scripts; `replay.js` only saves the
reader the taps and takes the part with `id="player"` out of each answer.

The file holds standing, deals, settling up, the course of the evening and every deal's replay; no
request leaves it, and its policy forbids any. Each step is drawn by the very templates of the
page. Steps differ by a card or two; so their lines, and the blocks of lines that come again and
again, are listed once and each step is a row of numbers: four hundred lines take forty bytes.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from secrets import token_bytes, token_hex
from typing import cast

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    g,
    make_response,
    redirect,
    render_template,
    request,
)
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFProtect
from markupsafe import Markup

from engine.evening.deal import DealState
from engine.evening.state import TableState
from engine.open_cards.findings import OpenCards, Withheld
from engine.text import LANGUAGES, Language, PlainError, Text
from kiosk.exports.chart import svg
from kiosk.home.clock import iso_day
from kiosk.replay import library as addresses
from kiosk.replay import lists
from kiosk.replay.library import JournalShelf, Library
from kiosk.replay.open_cards import FINDER, Finder, Opening, open_cards_screen, told_plays
from kiosk.replay.reel import Reel, ReplayStepKind, Tape
from kiosk.replay.screen import SPEEDS, ReplayScreen, StepScreen, frame, replay_screen, trick_step
from kiosk.screens.evening_list import Book, book
from kiosk.table.commands import Command
from kiosk.table.view import TableView
from kiosk.web import door, server, stage
from kiosk.web import language as web_language
from kiosk.web.door import preferences, refuse, the_door
from kiosk.web.evening.evening import service
from kiosk.web.language import about_pack, language
from kiosk.web.settings import Preferences, Serving
from kiosk.web.templates import set_words
from kiosk.words import replay as w

STATIC = Path(__file__).parents[2] / "static"
_IMAGE = re.compile(r'src="/static/(cards/[\w/]+\.svg)"')
_GLYPH = re.compile(r'href="/static/suits\.svg#(\w+)"')
_PLACE = re.compile(r' id="play-\d+" data-seq="\d+"')
_SEQ = re.compile(r' data-(?:seq|question)="\d+"')
_BLOCK = re.compile(
    r'^\s*<(?:div class="slot|main|/main|div class="side|div class="was|header|nav)'
)


class Film:
    """Collects steps; `lines` and `blocks` hold what they are made of."""

    def __init__(self) -> None:
        self._lines: dict[str, int] = {}
        self._blocks: dict[tuple[int, ...], int] = {}

    def add(self, markup: str) -> list[int]:
        """Add a step's markup and return its row of blocks."""
        return [self._block(block) for block in _parts(standing_alone(markup))]

    def written(self) -> dict[str, object]:
        """Return lines and blocks in the order of their numbers."""
        return {"lines": list(self._lines), "blocks": [list(block) for block in self._blocks]}

    def _block(self, lines: tuple[str, ...]) -> int:
        numbers = tuple(self._lines.setdefault(line, len(self._lines)) for line in lines)
        return self._blocks.setdefault(numbers, len(self._blocks))


def standing_alone(markup: str) -> str:
    """Return markup that asks nobody for anything: faces as data, glyphs of the document itself."""
    markup = _IMAGE.sub(lambda found: f'src="{face_data(found[1])}"', markup)
    markup = _GLYPH.sub(r'href="#\1"', markup)
    return _SEQ.sub("", _PLACE.sub("", markup))


def face_data(name: str) -> str:
    """Return a drawing of ours (path below `static`) as a data address."""
    drawn = (STATIC / name).read_bytes()
    return "data:image/svg+xml;base64," + base64.b64encode(drawn).decode("ascii")


def glyphs() -> str:
    """Return the suits' symbols, to stand hidden in the document."""
    drawn = (STATIC / "suits.svg").read_text(encoding="utf-8")
    return drawn.replace("<svg ", '<svg class="glyphs" aria-hidden="true" ', 1)


def styles(*names: str) -> str:
    """Return style sheets as one, their fonts inside."""
    return "\n".join(_with_fonts((STATIC / name).read_text(encoding="utf-8")) for name in names)


def _with_fonts(sheet: str) -> str:
    def data(found: re.Match[str]) -> str:
        font = base64.b64encode((STATIC / found[1]).read_bytes()).decode("ascii")
        return f'url("data:font/woff2;base64,{font}")'

    return re.sub(r'url\("(vendor/[\w.-]+\.woff2)"\)', data, sheet)


def _parts(markup: str) -> Iterator[tuple[str, ...]]:
    block: list[str] = []
    for line in markup.splitlines():
        if not line.strip():
            continue
        if block and _BLOCK.match(line):
            yield tuple(block)
            block = []
        block.append(line.strip())
    if block:
        yield tuple(block)


Progress = Callable[[int, int], None]
"""Told how many deals are done, of how many."""


_SHEETS = (
    *("kiosk.css", "cards.css", "table.css", "accounts.css"),
    *("replay.css", "open-cards.css", "replay-file.css"),
)
_SCRIPTS = ("replay-file.js", "replay.js")


@dataclass(frozen=True, slots=True)
class Front:
    """The first page of the file."""

    heading: Text
    listed: Book
    deals: tuple[lists.ReplayDealLine, ...]
    left_out: bool
    """Whether a deal is missing because it is still being played."""


def evening_html(
    tape: Tape,
    library: Library,
    preferences: Preferences | None = None,
    first: Language = "de",
    progress: Progress = lambda done, of: None,
    finder: Finder | None = None,
) -> str:
    """Return an evening as one HTML document in both languages; `first` is shown at first.

    The deal that is being played is left out (DESIGN 8), and the file says so. With open cards it
    tells those deals alone that are worked out by now.

    Args:
        tape: the evening.
        library: where its deals are worked out.
        preferences: how the table writes money and the names of suits.
        first: the language to begin with.
        progress: told after each deal.
        finder: what knows deals with open cards; None: they are not shown.
    """
    app = create_replay_app(library, first, preferences=preferences, state=tape.final)
    deals = [deal for deal in tape.deals if not tape.is_running(deal)]
    film = Film()
    reels = []
    for done, deal in enumerate(deals, 1):
        found = None if finder is None else finder.known(deal.record)
        reels.append(_reel(app, library.reel(tape, deal), film, found))
        progress(done, len(deals))
    data = {"deals": reels, **film.written()}
    fronts = {each: _in(app, each, lambda: _front(tape, deals)) for each in LANGUAGES}
    shells = {each: _in(app, each, _shell) for each in LANGUAGES}
    return _in(app, first, lambda: _document(tape, first, data, fronts, shells))


def file_name(tape: Tape) -> str:
    """Return what the file is called: the day of the evening."""
    return f"mehrkopf-{iso_day(tape.began) or 'abend'}.html"


def _reel(
    app: Flask, reel: Reel, film: Film, found: OpenCards | Withheld | None
) -> dict[str, object]:
    count = len(reel.steps)
    frames = [frame(reel, index) for index in range(count)]
    screens = [replay_screen(reel, index, "", marks=True) for index in range(count)]
    drawn: dict[Language, list[list[int]]] = {}
    for each in LANGUAGES:
        with app.test_request_context("/"):
            g.language = each
            shown = zip(frames, screens, strict=True)
            drawn[each] = [film.add(_drawn(seen, screen)) for seen, screen in shown]
    steps: list[dict[str, object]] = [
        {
            "wait": round(step.wait * 1000),
            "card": step.plays,
            "alert": int(step.alert),
            "back": trick_step(reel, index, -1),
            "on": trick_step(reel, index, 1),
            **{each: drawn[each][index] for each in LANGUAGES},
        }
        for index, step in enumerate(reel.steps)
    ]
    return {
        "number": reel.deal.number,
        "size": reel.trick_size,
        "cards": screens[0].cards,
        "tricks": len(screens[0].tricks),
        "corrected": [
            i for i, step in enumerate(reel.steps) if step.kind is ReplayStepKind.CORRECTION
        ],
        "steps": steps,
        **_with_open_cards(app, reel, film, found, steps),
    }


def _with_open_cards(
    app: Flask,
    reel: Reel,
    film: Film,
    found: OpenCards | Withheld | None,
    steps: list[dict[str, object]],
) -> dict[str, object]:
    """Return what is told of a deal with open cards, and put the better cards into `steps`.

    Nothing of a deal that was not worked out by now: the file will never know more.
    """
    if found is None:
        return {}

    def at(index: int) -> str:
        return f"#{reel.deal.number}.{index}.o"

    screen = open_cards_screen(found, reel, at)
    opening = Opening("", screen.cards, on=True)

    def drawn(draw: Callable[[], str]) -> dict[str, object]:
        return {each: film.add(_in(app, each, draw)) for each in LANGUAGES}

    for told in screen.cards:
        seen = frame(reel, told.index)
        shown = replay_screen(reel, told.index, "", marks=True, opening=opening)
        steps[told.index]["open"] = drawn(partial(_drawn, seen, shown))
    page = drawn(lambda: render_template("replay/file_open_cards.html", screen=screen))
    first = {told.trick: told.index for told in reversed(screen.cards)}
    return {"open": {**page, "tricks": first}}


def _drawn(shown: StepScreen, screen: ReplayScreen) -> str:
    return render_template("replay/file_step.html", replay=screen, **shown.filled())


def _front(tape: Tape, deals: list[DealState]) -> str:
    heading = lists.deals_screen(tape, "", marks=False).heading
    listed = book(tape.final, began=tape.began, head=tape.head)
    shown = lists.deals_screen(tape, "", marks=True).lines
    front = Front(
        heading=heading,
        listed=listed,
        deals=tuple(line for line in shown if line.href is not None),
        left_out=len(deals) < len(tape.deals),
    )
    chart = Markup(svg(listed, web_language.language(), "dark")) if listed.lines else None
    drawn = render_template("replay/file_front.html", front=front, chart=chart)
    return standing_alone(drawn)


def _shell() -> str:
    return render_template("replay/file_shell.html", speeds=SPEEDS)


def _document(
    tape: Tape,
    first: Language,
    data: dict[str, object],
    fronts: dict[Language, str],
    shells: dict[Language, str],
) -> str:
    style = styles(*_SHEETS)
    script = "\n".join((STATIC / name).read_text(encoding="utf-8") for name in _SCRIPTS)
    return render_template(
        "replay/file.html",
        title=f"Mehrkopf · {lists.deals_screen(tape, '', marks=False).heading.in_language(first)}",
        first=first,
        languages=LANGUAGES,
        policy=_policy(style, script),
        style=Markup(style),
        script=Markup(script),
        glyphs=Markup(glyphs()),
        data=Markup(_json(data)),
        fronts={each: Markup(markup) for each, markup in fronts.items()},
        shells={each: Markup(markup) for each, markup in shells.items()},
    )


def _policy(style: str, script: str) -> str:
    """Return a policy under which nothing but this style and this script counts."""
    return (
        f"default-src 'none'; img-src data:; font-src data:; style-src '{_hash(style)}'; "
        f"script-src '{_hash(script)}'; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode()


def _json(data: dict[str, object]) -> str:
    """Return JSON that can stand in a script element: nothing in it ends that."""
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return written.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _in(app: Flask, chosen: Language, draw: Callable[[], str]) -> str:
    """Draw something as a visitor who reads this language sees it."""
    with app.test_request_context("/"):
        g.language = chosen
        return draw()


bp = Blueprint("replay", __name__, url_prefix=addresses.EVENINGS)


EXTENSION = "replays"
"""Under this name an application holds its `Library`."""


def library() -> Library:
    """Return the evenings these pages show: those of the journal, where nobody said otherwise."""
    known = current_app.extensions.get(EXTENSION)
    if known is None:
        path = service().past.path
        shelf = None if path is None else JournalShelf(path)
        known = current_app.extensions[EXTENSION] = Library(shelf, service().recall)
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
    written = evening_html(tape, library(), preferences(), language(), finder=_finder())
    response = make_response(written)
    response.headers["Content-Disposition"] = f'attachment; filename="{file_name(tape)}"'
    return response


@bp.get("/<evening>/<int:number>")
def deal(evening: str, number: int) -> ResponseReturnValue:
    """Find a place in a deal: its beginning, or by `card` or `trick`."""
    reel = _reel_at(evening, number)
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
    reel = _reel_at(evening, number)
    return _go(reel, evening, len(reel.steps) - 1)


@bp.get("/<evening>/<int:number>/<int:seq>")
def step(evening: str, number: int, seq: int) -> ResponseReturnValue:
    """Show one step: the table as it was after event `seq` of the journal."""
    reel = _reel_at(evening, number)
    if not reel.steps[0].seq <= seq <= reel.steps[-1].seq:
        refuse(w.NO_SUCH_PLACE, 404)
    index = reel.at(seq)
    about_pack(door.preferences().printed(reel.deal.head.deck))
    shown = frame(reel, index)
    screen = replay_screen(
        reel,
        index,
        evening,
        marks=_marks(),
        checkable=_checkable(reel),
        opening=_opening(reel, evening),
    )
    return render_template(
        "replay/page.html",
        replay=screen,
        speeds=SPEEDS,
        first_speed=current_app.config.get("REPLAY_SPEED", SPEEDS[0]),
        here=request.full_path.rstrip("?"),
        **shown.filled(),
    )


@bp.get("/<evening>/<int:number>/open")
def open_cards(evening: str, number: int) -> ResponseReturnValue:
    """Tell a deal with open cards, or how far that is worked out."""
    reel = _reel_at(evening, number)
    finder = _finder()
    if finder is None:
        refuse(w.NO_OPEN_CARDS, 403)
    about_pack(door.preferences().printed(reel.deal.head.deck))
    screen = open_cards_screen(finder.of(reel.deal.record), reel, _opened_at(reel, evening))
    return _list("replay/open_cards.html", screen, evening)


def _opening(reel: Reel, evening: str) -> Opening | None:
    """Return the deal with open cards as this step shows it: its cards only where asked for."""
    finder = _finder()
    if finder is None:
        return None
    href = addresses.open_cards(evening, reel.deal.number)
    if not _opened():
        return Opening(href)
    found = finder.of(reel.deal.record)
    return Opening(href, told_plays(found, reel, _opened_at(reel, evening)), on=True)


def _opened_at(reel: Reel, evening: str) -> Callable[[int], str]:
    """Return what tells the address of a step with open cards."""

    def at(index: int) -> str:
        seq = reel.steps[index].seq
        return addresses.step(evening, reel.deal.number, seq, marks=_marks(), opened=True)

    return at


def _list(template: str, screen: object, evening: str = "") -> str:
    return render_template(
        template,
        screen=screen,
        evening=evening,
        at=addresses,
        alone=current_app.config.get("REPLAY_ALONE", False),
        here=request.full_path.rstrip("?"),
    )


def _go(reel: Reel, evening: str, index: int) -> Response:
    """Answer with the address of a step."""
    seq = reel.steps[index].seq
    there = addresses.step(evening, reel.deal.number, seq, marks=_marks(), opened=_opened())
    return make_response(redirect(there, code=302))


def _marks() -> bool:
    return request.args.get("marks") == "1"


def _opened() -> bool:
    return request.args.get("open") == "1"


def _finder() -> Finder | None:
    """Return what knows deals with open cards; None where they are not shown."""
    wished = preferences().open_cards()
    return cast("Finder | None", current_app.extensions.get(FINDER)) if wished else None


def _tape(evening: str) -> Tape:
    tape = library().tape(evening)
    if tape is None:
        refuse(w.NO_SUCH_EVENING, 404)
    return tape


def _reel_at(evening: str, number: int) -> Reel:
    tape = _tape(evening)
    deal = _deal(tape, number)
    return library().reel(tape, deal)


def _deal(tape: Tape, number: int) -> DealState:
    """Return a deal that may be watched; never one that is being played (DESIGN 8)."""
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


_MOST_BODY = 4096


class NoTable:
    """A door behind which nothing happens."""

    def __init__(self, state: TableState) -> None:
        self._view = TableView(version=0, state=state, report=None)

    def view(self) -> TableView:
        """Return the table; nothing ever changes there."""
        return self._view

    def wait(self, after: int, timeout: float) -> TableView | None:
        """Return nothing: nothing will ever be new."""
        return None

    def do(self, command: Command) -> None:
        """Refuse.

        Raises:
            PlainError: always.
        """
        raise PlainError(w.NOTHING_TO_DO)


def create_replay_app(
    library: Library,
    chosen: Language,
    speed: int = 1,
    preferences: Preferences | None = None,
    state: TableState | None = None,
    finder: Finder | None = None,
) -> Flask:
    """Return the application that shows the evenings of a library and nothing else.

    Args:
        library: the evenings.
        chosen: the language to begin with.
        speed: that at which its player begins.
        preferences: how a table writes money and the names of suits.
        state: an evening by whose rules money is counted and whose names are left as they are.
        finder: what knows deals with open cards; None: they are not shown.
    """
    serving = Serving(language=chosen)
    app = Flask("kiosk")
    app.config.update(
        SECRET_KEY=token_bytes(32),
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_NAME="mehrkopf-replay",
        WTF_CSRF_TIME_LIMIT=None,
        MAX_CONTENT_LENGTH=_MOST_BODY,
        TRUSTED_HOSTS=list(serving.trusted_hosts),
        LANGUAGE=chosen,
        BOOT=token_hex(4),
        REPLAY_SPEED=speed,
        REPLAY_ALONE=True,
    )
    door.show(app, NoTable(TableState() if state is None else state), serving, preferences)
    app.extensions[stage.EXTENSION] = stage.StageService()
    app.extensions |= {EXTENSION: library, FINDER: finder}
    CSRFProtect(app)
    set_words(app)
    app.register_blueprint(bp)
    app.register_blueprint(web_language.bp)
    app.add_url_rule("/", view_func=_to_evenings)
    app.after_request(server.harden)
    door.register_errors(app)
    return app


def _to_evenings() -> ResponseReturnValue:
    return redirect(addresses.EVENINGS, code=302)
