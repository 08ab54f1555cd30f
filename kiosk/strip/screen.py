"""What the page of the strip shows: where it is, how its line does, how bright, what is tested."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.text import Text
from firmware_bridge.choose import Driver
from firmware_bridge.link.status import LineState, StripStatus
from kiosk.strip import limits
from kiosk.strip import words as w
from kiosk.strip.choice import BRIGHTNESS, LightChoice
from kiosk.strip.patterns import Pattern, patterns
from kiosk.strip.settings import NIGHTS, StripSettings

Said = Text | str


@dataclass(frozen=True, slots=True)
class Option:
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
    brightness: tuple[Option, ...]
    nights: tuple[Option, ...]
    night_now: bool
    colours: tuple[Option, ...]
    places: tuple[Option, ...]
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
) -> StripScreen:
    """Return the page.

    `names` are the people, `testing` the key of the test that is seen, `buttons` what is wrong with
    those on the Pi's pins.
    """
    lead, long = _lead(settings, status)
    tests = patterns(names)
    seen = next((one for one in tests if one.key == testing), None)
    options = tuple(_option(one, testing) for one in tests)
    return StripScreen(
        lead=lead,
        long=long,
        good=status is not None and status.state is LineState.CONNECTED,
        notes=tuple(_notes(settings, status, buttons)),
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
        yield from limits.ahead(settings)


def _notes_connected(settings: StripSettings, status: StripStatus) -> Iterator[Text]:
    greeting = status.greeting
    if greeting is not None:
        if greeting.lights not in (None, settings.lights):
            yield w.OTHER_COUNT.format(theirs=greeting.lights, ours=settings.lights)
        yield from limits.found(settings, greeting)
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


def _brightness(choice: LightChoice) -> Iterator[Option]:
    for share in BRIGHTNESS:
        word = w.PERCENT.format(share=round(100 * share))
        yield Option(str(share), word, share == choice.brightness)


def _nights(settings: StripSettings, choice: LightChoice) -> Iterator[Option]:
    for night in NIGHTS:
        word = w.NIGHTS[night].format(since=settings.night_from, until=settings.night_to)
        yield Option(night, word, night == choice.night)


def _option(pattern: Pattern, testing: str | None) -> Option:
    return Option(pattern.key, pattern.word, pattern.key == testing)
