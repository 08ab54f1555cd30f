"""An evening as one HTML file to send to friends.

Standing, deals, settling up, the course of the evening and every deal's replay. It holds all it
needs; no request leaves it, and its policy forbids any.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass

from flask import Flask, g, render_template
from markupsafe import Markup

from engine.state import DealState
from engine.text import Language, Text
from kiosk.days import iso_day
from kiosk.exports.book import Book, book
from kiosk.exports.chart import svg
from kiosk.pages import language as reading
from kiosk.pages.settings import PageSettings
from kiosk.replay import lists
from kiosk.replay import words as w
from kiosk.replay.film import STATIC, Film, Progress, glyphs, standing_alone, styles
from kiosk.replay.frame import Frame, frame
from kiosk.replay.library import Library
from kiosk.replay.reel import Kind, Reel
from kiosk.replay.screen import SPEEDS, ReplayScreen, replay_screen, trick_step
from kiosk.replay.tape import Tape

LANGUAGES: tuple[Language, ...] = ("de", "en")
_SHEETS = ("kiosk.css", "cards.css", "table.css", "accounts.css", "replay.css", "replay-file.css")
_SCRIPTS = ("replay-file.js", "replay.js")


@dataclass(frozen=True, slots=True)
class Front:
    """The first page of the file."""

    heading: Text
    listed: Book
    deals: tuple[lists.DealLine, ...]
    left_out: bool
    """Whether a deal is missing because it is still being played."""


def evening_html(
    tape: Tape,
    library: Library,
    settings: PageSettings | None = None,
    first: Language = "de",
    progress: Progress = lambda done, of: None,
) -> str:
    """Return an evening as one HTML document in both languages; `first` is shown at first.

    The deal that is being played is left out (DESIGN point 8), and the file says so.

    Args:
        tape: the evening.
        library: where its deals are worked out.
        settings: how the table writes money and the names of suits.
        first: the language to begin with.
        progress: told after each deal.
    """
    from kiosk.replay.alone import create_replay_app  # noqa: PLC0415 - it offers this file itself

    app = create_replay_app(library, first, settings=settings, state=tape.final)
    deals = [deal for deal in tape.deals if not tape.is_running(deal)]
    film = Film()
    reels = []
    for done, deal in enumerate(deals, 1):
        reels.append(_reel(app, library.reel(tape, deal), film))
        progress(done, len(deals))
    data = {"deals": reels, **film.written()}
    fronts = {each: _in(app, each, lambda: _front(tape, deals)) for each in LANGUAGES}
    shells = {each: _in(app, each, _shell) for each in LANGUAGES}
    return _in(app, first, lambda: _document(tape, first, data, fronts, shells))


def file_name(tape: Tape) -> str:
    """Return what the file is called: the day of the evening."""
    return f"mehrkopf-{iso_day(tape.began) or 'abend'}.html"


def _reel(app: Flask, reel: Reel, film: Film) -> dict[str, object]:
    count = len(reel.steps)
    frames = [frame(reel, index) for index in range(count)]
    screens = [replay_screen(reel, index, "", marks=True) for index in range(count)]
    drawn: dict[Language, list[list[int]]] = {}
    for each in LANGUAGES:
        with app.test_request_context("/"):
            g.language = each
            shown = zip(frames, screens, strict=True)
            drawn[each] = [film.add(_drawn(seen, screen)) for seen, screen in shown]
    return {
        "number": reel.deal.number,
        "size": reel.trick_size,
        "cards": screens[0].cards,
        "tricks": len(screens[0].tricks),
        "corrected": [i for i, step in enumerate(reel.steps) if step.kind is Kind.CORRECTION],
        "steps": [
            {
                "wait": round(step.wait * 1000),
                "card": step.plays,
                "alert": int(step.alert),
                "back": trick_step(reel, index, -1),
                "on": trick_step(reel, index, 1),
                **{each: drawn[each][index] for each in LANGUAGES},
            }
            for index, step in enumerate(reel.steps)
        ],
    }


def _drawn(shown: Frame, screen: ReplayScreen) -> str:
    return render_template("replay/file_step.html", replay=screen, rp=w, **shown.filled())


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
    chart = Markup(svg(listed, reading.language(), "dark")) if listed.lines else None
    drawn = render_template("replay/file_front.html", front=front, chart=chart, rp=w)
    return standing_alone(drawn)


def _shell() -> str:
    return render_template("replay/file_shell.html", speeds=SPEEDS, rp=w)


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
