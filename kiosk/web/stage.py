"""The first page's stage: which screen the table's state asks for, and its markup.

The strip of lights is drawn as a frame round the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import cast

from flask import Flask, current_app, render_template, request, session

from engine.cards import Card
from engine.evening.deal import DealState
from engine.text import Text
from firmware_bridge.strip import Picture, Rgb
from kiosk.screens import alert as alert_screen
from kiosk.screens import by_ear, facts
from kiosk.screens import table as table_screen
from kiosk.screens.correction import Moved
from kiosk.screens.start import FrontScreen
from kiosk.screens.table import in_play
from kiosk.table.parts import Mishap, Mishaps
from kiosk.table.undo import taken_back
from kiosk.table.view import TableView
from kiosk.web.door import paid_by
from kiosk.web.language import amount, in_both, tr
from kiosk.words import pages as m

_UNLIT: Rgb = (0, 0, 0)
_EYE = 0.35
"""Exponent from a light's power to how bright it looks in a dim room."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A run of neighbouring lights of one colour; lengths in parts of a side, 0..100."""

    side: str
    """`bottom`, `left`, `top`, `right`."""
    start: float
    length: float
    colour: str
    """`#rrggbb`."""

    @property
    def horizontal(self) -> bool:
        """Whether the bar lies along the upper or lower edge."""
        return self.side in ("bottom", "top")


_SIDES = ("bottom", "left", "top", "right")
_BACKWARDS = ("bottom", "left")
"""Sides along which the strip runs against x or y of the screen."""


def bars(picture: Picture) -> tuple[Bar, ...]:
    """Lay the strip round the page; light 0 at the right end of the lower side, then clockwise.

    The order is that of `firmware_bridge.strip.Picture`. Unlit lights are left out.
    """
    per_side = len(picture) / 4
    return tuple(
        _bar(side, start, end, colour)
        for number, side in enumerate(_SIDES)
        for start, end, colour in _runs(picture, number * per_side, (number + 1) * per_side)
    )


def _bar(side: str, start: float, end: float, colour: Rgb) -> Bar:
    begin = 1 - end if side in _BACKWARDS else start
    hexed = "#{:02x}{:02x}{:02x}".format(*on_screen(colour))
    return Bar(side, round(100 * begin, 2), round(100 * (end - start), 2), hexed)


def on_screen(colour: Rgb) -> Rgb:
    """Return how a light of this power looks: a dimmed light stays bright to the eye."""
    strongest = max(colour)
    if strongest == 0:
        return colour
    gain = (strongest / 255) ** (_EYE - 1)
    red, green, blue = (round(channel * gain) for channel in colour)
    return red, green, blue


def _runs(picture: Picture, low: float, high: float) -> Iterator[tuple[float, float, Rgb]]:
    """Yield start, end (as parts of the side, 0..1) and colour of each run of lit lights."""
    width = high - low
    run: tuple[float, float, Rgb] | None = None
    for index, colour in enumerate(picture):
        start, end = max(index, low), min(index + 1, high)
        if start >= end:
            continue
        if run is not None and run[2] == colour:
            run = (run[0], end, colour)
            continue
        if run is not None and run[2] != _UNLIT:
            yield (run[0] - low) / width, (run[1] - low) / width, run[2]
        run = (start, end, colour)
    if run is not None and run[2] != _UNLIT:
        yield (run[0] - low) / width, (run[1] - low) / width, run[2]


def _nothing_before(view: TableView) -> tuple[str, object] | None:
    del view
    return None


@dataclass(frozen=True, slots=True)
class StageService:
    """What the pages show beside the table's view."""

    order_of: Callable[[DealState | None], tuple[Card, ...]] = lambda deal: ()
    """Tells the cards in the order of the scores of a deal's plays, for None of what is seen just
    now; look-alikes need it."""
    recording: Callable[[], Text | None] = lambda: None
    """Tells what the badge of a running recording says; None where nothing is recorded."""
    mishaps: Mishaps = field(default_factory=Mishaps)
    """What has to be told of parts that failed and of files that were damaged."""
    before_play: Callable[[TableView], tuple[str, object] | None] = _nothing_before
    """Tells the screen that comes before an evening is played, template and value."""


EXTENSION = "stage"
"""Under this name an application holds its `StageService`."""


def _service() -> StageService:
    return cast(StageService, current_app.extensions[EXTENSION])


def order_of(deal: DealState | None) -> tuple[Card, ...]:
    """Return the cards in the order of the scores of a deal's plays."""
    return _service().order_of(deal)


def recording() -> Text | None:
    """Return what the badge of a running recording says; None where nothing is recorded."""
    return _service().recording()


def mishap() -> Mishap | None:
    """Return what has to be told next of what failed; None where nothing has."""
    return next(iter(_service().mishaps.standing()), None)


def begun_again() -> tuple[Text, ...]:
    """Return which parts of the program were begun again since the start, and how often."""
    return _service().mishaps.counted()


def tapped(key: str) -> bool:
    """Take what was told off the page, and try again where that is offered; whether it was told."""
    return _service().mishaps.tapped(key)


def screen_of(view: TableView) -> tuple[str, object]:
    """Return the template and the screen that `view` asks for.

    A verdict comes before everything else, what one hangs on before the score; a finished deal
    stays until the next one begins.
    """
    before = _service().before_play(view)
    if before is not None:
        return before
    asked = table_screen.confirming(view)
    if asked is not None:
        return "confirm.html", asked
    return in_play(view, order_of(view.state.last_deal))


def tell_moved(view: TableView, moved: Moved) -> None:
    """Let the first page tell what a correction moved, until something else happens."""
    said = [tr(m.FINDING_WITHDRAWN.format(what=what)) for what in moved.withdrawn]
    for each in moved.scores:
        was, now = amount(each.before, sign=True), amount(each.now, sign=True)
        line = tr(m.SCORE_MOVED.format(name=each.name, before=was, now=now))
        if each.total is not None:
            line += tr(m.SCORE_STANDS.format(total=amount(each.total, sign=True)))
        said.append(line)
    session["moved"] = [view.state.last_seq, " · ".join(said)]


def _moved(view: TableView) -> str:
    seq, said = session.get("moved") or (0, "")
    return str(said) if seq == view.state.last_seq else ""


def fragment(view: TableView, see: str = "stage") -> str:
    """Return the stage, or for the other pages the notice of an alert that waits."""
    if see != "stage":
        return notice(view, see)
    template, screen = screen_of(view)
    return _stage(view, template, screen)


def shown_by(app: Flask) -> Callable[[TableView], object]:
    """Return what tells, outside a request, the screen that `app`'s first page shows of a view."""

    def shown(view: TableView) -> object:
        with app.app_context():
            return screen_of(view)[1]

    return shown


def whole_page(view: TableView, template: str, screen: object, here: str) -> str:
    """Return the first page with this screen instead of the one the table's state asks for."""
    return render_template("base.html", stage=_stage(view, template, screen, here))


def _stage(view: TableView, template: str, screen: object, here: str = "/") -> str:
    undone, pressed = taken_back(view.state), view.pressed
    if undone is not None and pressed is not None and undone.words.de in pressed.de:
        # A button on the box took it back: the line with the way back says so, once is enough.
        undone, pressed = replace(undone, words=pressed), None
    ask = None if template == "confirm.html" else table_screen.ask(view)
    in_both(isinstance(screen, FrontScreen) and screen.fresh)
    return render_template(
        "stage.html",
        view=view,
        screen=screen,
        screen_file=template,
        ask=ask,
        said=by_ear.now_said(screen, ask, paid_by(view.state)),
        marks=(*alert_screen.marks(view), *alert_screen.mark_without_result(view.state)),
        camera=facts.camera(view),
        paused=facts.paused(view),
        backs=facts.backs(view),
        undone=undone,
        moved=_moved(view),
        pressed=pressed,
        here=here,
    )


def notice(view: TableView, see: str) -> str:
    """Return the strip and the bar that calls people back to a verdict that waits.

    Pages that belong to the verdict itself `see` the strip only.
    """
    alert = alert_screen.alert(view) if see == "notice" else None
    words = alert_screen.in_one_line(alert) if alert is not None else None
    # Once the evening is over, the first page shows its end or greets those who come next.
    over = view.state.ended is not None
    href = alert_screen.address(alert, "scores") if alert is not None and over else "/"
    return render_template("notice.html", view=view, alert=words, href=href)


def page(view: TableView) -> str:
    """Return the whole first page."""
    return render_template("base.html", view=view, stage=fragment(view), live=True)


def sub_page(template: str, view: TableView, screen: object, see: str = "notice") -> str:
    """Return one of the pages people open by touch."""
    return render_template(
        template,
        view=view,
        screen=screen,
        see=see,
        notice=notice(view, see),
        camera=facts.camera(view),
        here=request.full_path.rstrip("?"),
    )
