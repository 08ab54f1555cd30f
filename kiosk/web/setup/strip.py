"""The page of the strip (`/strip`): how its line does, how bright it is, and its test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from engine.text import Text
from firmware_bridge.choose import Driver
from firmware_bridge.link.status import LineState, StripStatus
from kiosk.box import sections
from kiosk.box.light import BRIGHTNESS, LightChoice, Pattern, TableLight, painted, patterns
from kiosk.box.sections import NIGHTS, StripSettings
from kiosk.table.person_names import short
from kiosk.web import stage
from kiosk.web.door import refuse, the_door
from kiosk.web.setup.service import service
from kiosk.words import box as w

Said = Text | str


@dataclass(frozen=True, slots=True)
class StripOption:
    """One of several things to choose, and whether it is chosen."""

    value: str
    word: Said
    chosen: bool


@dataclass(frozen=True, slots=True)
class StripScreen:
    """The page of the strip."""

    lead: Text
    long: Text | None
    good: bool
    notes: tuple[Text, ...]
    """What a person should do something about."""
    facts: tuple[tuple[Text, Said], ...]
    line: tuple[tuple[Text, Said], ...]
    brightness: tuple[StripOption, ...]
    nights: tuple[StripOption, ...]
    night_now: bool
    colours: tuple[StripOption, ...]
    places: tuple[StripOption, ...]
    tell: Text
    testing: bool


def strip_screen(
    settings: StripSettings,
    status: StripStatus | None,
    choice: LightChoice,
    names: tuple[str, ...],
    *,
    testing: str | None,
    by_night: bool,
    buttons: Text | None = None,
    lit: bool = True,
) -> StripScreen:
    """Return the page.

    `names` are the people, `testing` the key of the test that is seen, `buttons` what is wrong with
    those on the Pi's pins, `lit` whether the strip is not switched off.
    """
    lead, long = _lead(settings, status)
    tests = patterns(names)
    seen = next((one for one in tests if one.key == testing), None)
    options = tuple(StripOption(one.key, one.word, one.key == testing) for one in tests)
    return StripScreen(
        lead=lead,
        long=long,
        good=status is not None and status.state is LineState.CONNECTED,
        notes=(*(() if lit else (w.SWITCHED_OFF,)), *_notes(settings, status, buttons)),
        facts=() if status is None else tuple(_facts(settings, status)),
        line=() if status is None else tuple(_line(status)),
        brightness=tuple(_brightness(choice)),
        nights=tuple(_nights(settings, choice)),
        night_now=by_night,
        colours=options[: len(w.COLOURS)],
        places=options[len(w.COLOURS) :],
        tell=_tell(settings, status, seen),
        testing=seen is not None,
    )


def _lead(settings: StripSettings, status: StripStatus | None) -> tuple[Text, Text | None]:
    if status is None:
        off = settings.driver is Driver.OFF
        return (w.OFF, w.OFF_LONG) if off else (w.ONLY_PAGE, w.ONLY_PAGE_LONG)
    searching = status.state is LineState.SEARCHING
    return w.STATES[status.state], w.SEARCHING_LONG if searching else None


def _tell(settings: StripSettings, status: StripStatus | None, seen: Pattern | None) -> Text:
    """Say what a test shows, or would: on a strip that is connected what its lights show."""
    if status is None:
        return w.TELL_OFF if settings.driver is Driver.OFF else w.TELL_PAGE_ONLY
    if status.state is not LineState.CONNECTED:
        return w.TELL_UNREACHED
    return w.TELL_NONE if seen is None else seen.tell


def _notes(
    settings: StripSettings, status: StripStatus | None, buttons: Text | None
) -> Iterator[Text]:
    if buttons is not None:
        yield buttons
    if status is None:
        return
    if status.state is LineState.CONNECTED:
        yield from _notes_connected(settings, status)
    elif status.trouble is not None and status.state is not LineState.SEARCHING:
        yield status.trouble
    else:
        yield from sections.ahead(settings)


def _notes_connected(settings: StripSettings, status: StripStatus) -> Iterator[Text]:
    greeting = status.greeting
    if greeting is not None:
        if greeting.lights not in (None, settings.lights):
            yield w.OTHER_COUNT.format(theirs=greeting.lights, ours=settings.lights)
        yield from sections.found(settings, greeting)
    if status.mismatched:
        yield w.MISMATCHED
    if status.bad_line:
        yield w.BAD_LINE


def _facts(settings: StripSettings, status: StripStatus) -> Iterator[tuple[Text, Said]]:
    if status.port is not None:
        connected = status.state is LineState.CONNECTED
        yield w.FOUND if connected else w.LOOKED_AT, status.port
    greeting = status.greeting
    if greeting is not None:
        yield w.DRIVER, w.DRIVERS[status.driver]
        yield w.FIRMWARE, greeting.firmware
        if greeting.lights is not None:
            yield w.LIGHTS, str(greeting.lights)
        # One who tells no limit of his own has at least ours: no picture asks for more.
        most = settings.milliamps if greeting.cap_ma is None else greeting.cap_ma
        yield w.CURRENT, w.MILLIAMPS.format(count=min(most, settings.milliamps))
        if greeting.cause is not None:
            yield w.CAUSE, greeting.cause
    if status.last_trouble is not None:
        yield w.LAST_TROUBLE, status.last_trouble


def _line(status: StripStatus) -> Iterator[tuple[Text, Said]]:
    counters, remote = status.counters, status.remote
    if not counters.greeted:
        return
    yield w.PICTURES, str(counters.pictures)
    if counters.pictures:
        last, worst = round(counters.picture_ms), round(counters.picture_worst_ms)
        yield w.PICTURE_TIME, w.TIMES.format(last=last, worst=worst)
    yield (
        w.RESENT,
        w.RESENT_OF.format(again=counters.retransmitted, all=counters.frames_out),
    )
    yield w.BROKEN, str(counters.broken_in + counters.broken_out)
    yield w.LOST, str(counters.lost)
    yield w.RESETS, str(counters.resets)
    if remote is not None:
        yield w.DIMMED, str(remote.dimmed)
        yield w.PRESSES, str(counters.buttons)


def _brightness(choice: LightChoice) -> Iterator[StripOption]:
    for share in BRIGHTNESS:
        word = w.PERCENT.format(share=round(100 * share))
        yield StripOption(str(share), word, share == choice.brightness)


def _nights(settings: StripSettings, choice: LightChoice) -> Iterator[StripOption]:
    for night in NIGHTS:
        word = w.NIGHTS[night].format(since=settings.night_from, until=settings.night_to)
        yield StripOption(night, word, night == choice.night)


bp = Blueprint("strip", __name__)


def light() -> TableLight:
    """Return the table's light."""
    return service().light


@bp.get("/strip")
def show() -> ResponseReturnValue:
    """Show the whole page."""
    return stage.sub_page("setup/strip.html", the_door().view(), _screen())


@bp.get("/strip/live")
def live() -> ResponseReturnValue:
    """Return the part that changes by itself."""
    return stage.sub_page("setup/strip_live.html", the_door().view(), _screen())


@bp.get("/strip/facts")
def facts() -> ResponseReturnValue:
    """Return the figures, which change too."""
    return stage.sub_page("setup/strip_facts.html", the_door().view(), _screen())


@bp.post("/strip/look")
def choose() -> ResponseReturnValue:
    """Set the brightness, or when it is night."""
    choice, form = light().choice, request.form
    if form.get("brightness", "") in map(str, BRIGHTNESS):
        choice = replace(choice, brightness=float(form["brightness"]))
    elif form.get("night") in NIGHTS:
        night = next(night for night in NIGHTS if night == form["night"])
        choice = replace(choice, night=night)
    else:
        refuse(w.WRONG_CHOICE)
    try:
        light().choose(choice)
    finally:
        testing = light().testing
        if testing in _tests():
            _test(testing)
    return redirect("/strip", code=303)


@bp.post("/strip/test")
def test() -> ResponseReturnValue:
    """Show a test on the lights, or end it."""
    key = request.form.get("what", "")
    if key == "end":
        light().end_test()
    elif key in _tests():
        _test(key)
    else:
        refuse(w.WRONG_TEST)
    return redirect("/strip", code=303)


def _tests() -> frozenset[str]:
    """Return the keys of the tests there are, with the people there are now."""
    return frozenset(pattern.key for pattern in patterns(_names()))


def _test(key: str) -> None:
    """Show a test as bright as is wanted now."""
    light().test(key, painted(key, light().look(), len(_names())))


def _names() -> tuple[str, ...]:
    """Return who sits there, or who is expected, by the names for little room."""
    return short(the_door().view().state.seats or service().seats)


def _screen() -> StripScreen:
    here = light()
    return strip_screen(
        here.settings,
        here.status,
        here.choice,
        _names(),
        testing=here.testing,
        by_night=here.by_night,
        buttons=service().buttons_trouble(),
        lit=here.lit,
    )
