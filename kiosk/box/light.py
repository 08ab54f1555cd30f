"""The table's light: one picture on the page and on the real strip, as bright as people want it.

Cues come in through `show`. While somebody tests the lights the test is seen instead; the cues go
on unseen, and the newest is shown when the test is over, which it is by itself after a while.
When night begins or ends, a picture that stands is painted anew. The hour is looked at now and
then, not waited for: a clock that is set meanwhile makes no difference.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path

from engine.text import PlainError, Text
from firmware_bridge.buttons import ButtonListener
from firmware_bridge.choose import Driver, open_strip
from firmware_bridge.cues import Calm
from firmware_bridge.link.owner import LineStrip
from firmware_bridge.link.status import StripStatus
from firmware_bridge.strip import (
    BLUE,
    WHITE,
    Canvas,
    LaidStrip,
    Look,
    Picture,
    Rgb,
    SimulatedStrip,
    dimmed,
    segment,
)
from kiosk.box.sections import AS_IT_COMES, NIGHTS, Night, StripSettings
from kiosk.home.data_folder import Home
from kiosk.home.files import KeptChoice
from kiosk.table.parts import Mishaps, Part
from kiosk.words import box as w
from kiosk.words.parts import NIGHT

BRIGHTNESS = (0.1, 0.2, 0.4, 0.7, 1.0)
"""What can be chosen on the page, from dark to bright."""


@dataclass(frozen=True, slots=True)
class LightChoice:
    """Brightness and night as people chose them."""

    brightness: float
    """Share of full value, above 0 up to 1."""
    night: Night


def choice_of(said: dict[str, object], at_first: LightChoice, file: Path) -> LightChoice:
    """Return what a file says; what it does not say stays as it is at first.

    Raises:
        PlainError: it holds something else.
    """
    for key, value in said.items():
        known = {
            "brightness": type(value) in (int, float) and 0 < float(str(value)) <= 1,
            "night": value in NIGHTS,
        }
        if not known.get(key, False):
            raise PlainError(w.CHOICE_WRONG.format(file=file, key=key))
    return LightChoice(**{**asdict(at_first), **said})


def kept_light(at_first: LightChoice, file: Path | None = None) -> KeptChoice[LightChoice]:
    """Return the table's choice of light.

    Raises:
        PlainError: the file cannot be read, or holds something else.
    """
    return KeptChoice(
        at_first, file, lambda said, file: choice_of(said, at_first, file), w.CHOICE_UNREADABLE
    )


LOOK_EVERY = 10.0
"""Seconds from one look to the next; so late a night may begin."""


class Dusk:
    """A thread that looks, until `close`.

    Args:
        by_night: tells whether it is night now.
        changed: told, in this thread, that it has become or ended.
        every: seconds from one look to the next.
    """

    def __init__(
        self,
        by_night: Callable[[], bool],
        changed: Callable[[], None],
        every: float,
        mishaps: Mishaps | None = None,
    ) -> None:
        self._by_night, self._changed, self._every = by_night, changed, every
        self._was = by_night()
        self._closing = threading.Event()
        self._part = Part("dusk", NIGHT, self._run, mishaps)
        self._part.start()

    def close(self) -> None:
        """Look no more."""
        self._closing.set()
        self._part.join()

    def _run(self) -> None:
        while not self._closing.wait(self._every):
            now = self._by_night()
            if now != self._was:
                self._was = now
                self._changed()


COLOURS: dict[str, Rgb] = {
    "red": (255, 0, 0),
    "green": (0, 255, 0),
    "blue": (0, 0, 255),
    "white": (255, 255, 255),
}
_TAIL = 9
"""Lights behind light 0 that show the direction, each darker than the one before."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One test: its key, what its button says, and what is to be seen."""

    key: str
    word: Text | str
    tell: Text


def patterns(names: tuple[str, ...]) -> tuple[Pattern, ...]:
    """Return the tests a table with these people has."""
    colours = (
        Pattern(key, word, w.TELL_COLOUR.format(colour=_adjective(word)))
        for key, word in w.COLOURS.items()
    )
    first = names[0] if names else w.SEAT.format(number=1)
    seats = (
        Pattern(f"seat-{seat}", name, w.TELL_SEAT.format(name=name))
        for seat, name in enumerate(names)
    )
    return (*colours, Pattern("first", w.FIRST, w.TELL_FIRST.format(name=first)), *seats)


def painted(key: str, look: Look, seats: int) -> Picture:
    """Return the picture of a test.

    Raises:
        KeyError: there is no such test.
    """
    if key in COLOURS:
        return dimmed((COLOURS[key],) * look.lights, look)
    canvas = Canvas(look.lights)
    if key == "first":
        for behind in range(min(_TAIL, look.lights - 1), 0, -1):
            share = (_TAIL + 1 - behind) / (_TAIL + 1)
            red, green, blue = (int(share * channel) for channel in BLUE)
            canvas.paint((behind,), (red, green, blue))
        canvas.paint((0,), WHITE)
        return canvas.finish(look)
    canvas.paint(segment(look, seats, {f"seat-{n}": n for n in range(seats)}[key]), WHITE)
    return canvas.finish(look)


def _adjective(word: Text) -> Text:
    return Text(de=word.de.lower(), en=word.en.lower())


TEST_SECONDS = 60.0
"""After this a test that nobody ends is over."""

Listener = Callable[[Picture], None]


def _nobody(picture: Picture) -> None:
    return


def _system_now() -> datetime:
    return datetime.now().astimezone()


class TableLight:
    """All the light of one table; satisfies `Strip`, and its `picture` is the page's."""

    def __init__(
        self,
        settings: StripSettings = AS_IT_COMES,
        *,
        real: LineStrip | None = None,
        kept: KeptChoice[LightChoice] | None = None,
        listener: Listener = _nobody,
        angles: tuple[float, ...] | None = None,
        now: Callable[[], datetime] = _system_now,
    ) -> None:
        """Begin dark.

        Args:
            settings: how the strip is built.
            real: the strip itself, where one is wanted; closed with this.
            kept: the table's choice of brightness.
            listener: told of each picture on the page, and when the look changes.
            angles: where people sit, as in table.toml.
            now: the time of day.
        """
        self.settings = settings
        self._real = real
        self._laid = None if real is None else _laid(real, settings)
        self._kept = kept or kept_light(LightChoice(settings.brightness, settings.night))
        self._listener = listener
        self._angles = angles
        self._now = now
        self._page = SimulatedStrip(settings.lights, listener)
        self._turn = threading.Condition()
        self._cue: Picture = self._page.picture
        self._lit = True
        self._test: tuple[str, Picture] | None = None
        self._calm = Calm()
        self._timer: threading.Timer | None = None
        self._dusk: Dusk | None = None

    @property
    def lights(self) -> int:
        """How many lights there are."""
        return self.settings.lights

    @property
    def picture(self) -> Picture:
        """What the page shows."""
        return self._page.picture

    @property
    def status(self) -> StripStatus | None:
        """How the real strip is doing; None where none is wanted."""
        return None if self._real is None else self._real.status

    @property
    def choice(self) -> LightChoice:
        """How bright it is wanted."""
        return self._kept.choice

    @property
    def brightness(self) -> float:
        """Share of full value that is wanted, above 0 up to 1."""
        return self.choice.brightness

    @property
    def lit(self) -> bool:
        """Whether the real strip shows anything; the page's frame of light always does."""
        return self._lit

    @property
    def testing(self) -> str | None:
        """Which test of the lights is seen."""
        test = self._test
        return None if test is None else test[0]

    @property
    def by_night(self) -> bool:
        """Whether it is dark now for the night's sake."""
        if self.choice.night != "auto":
            return self.choice.night == "on"
        return _is_night(self._now().hour, self.settings.night_from, self.settings.night_to)

    def look(self) -> Look:
        """Return how cues are to be painted now."""
        return Look(
            lights=self.lights,
            brightness=self.choice.brightness,
            night=self.by_night,
            # Each light draws about 1 mA while dark; the supply has to bear that too.
            milliamps=float(self.settings.milliamps - self.lights),
            seat_angles=self._angles,
        )

    def follow_the_night(self, every: float = LOOK_EVERY, mishaps: Mishaps | None = None) -> None:
        """From now on say so when night begins or ends, so that what is lit is painted anew."""
        self._dusk = Dusk(
            lambda: self.by_night, lambda: self._listener(self.picture), every, mishaps
        )

    def choose(self, choice: LightChoice) -> None:
        """Take another brightness from now on; who chooses one wants to see it.

        Raises:
            PlainError: it cannot be kept; it holds nevertheless.
        """
        self.switch(on=True)
        try:
            self._kept.choose(choice)
        finally:
            self._listener(self.picture)

    def brighten(self, share: float) -> None:
        """Take another brightness and leave the night as it is; see `choose`."""
        self.choose(replace(self.choice, brightness=share))

    def switch(self, *, on: bool) -> None:
        """Have the real strip dark until the evening's end, or lit again; a test is seen anyway.

        Waits until the lights may change again: whoever switches in haste makes none flash.
        """
        with self._turn:
            if on == self._lit:
                return
            while (left := self._left()) > 0:
                self._turn.wait(left)
            self._lit = on
            if self._test is None:
                self._put(self._cue)
        self._listener(self.picture)

    def show(self, picture: Sequence[Rgb]) -> None:
        """Show a cue, or have it ready where a test is shown."""
        with self._turn:
            self._cue = tuple(picture)
            if self._test is None:
                self._put(self._cue)

    def test(self, key: str, picture: Sequence[Rgb]) -> None:
        """Show this instead of the cues, until `end_test` or a minute has passed.

        Waits until the lights may change again: no hurried finger makes them flash.
        """
        with self._turn:
            mine = self._test = (key, tuple(picture))
            while self._test is mine and (left := self._left()) > 0:
                self._turn.wait(left)
            if self._test is mine:
                self._put(mine[1])
                self._set_timer()

    def end_test(self) -> None:
        """Show the cues again."""
        with self._turn:
            if self._test is None:
                return
            self._test = None
            self._drop_timer()
            self._put(self._cue)
            self._turn.notify_all()

    def close(self) -> None:
        """Go dark, and let go of the strip."""
        if self._dusk is not None:
            self._dusk.close()
        with self._turn:
            self._test = None
            self._drop_timer()
            self._page.close()
            self._turn.notify_all()
        if self._laid is not None:
            self._laid.close()

    def _left(self) -> float:
        return self._calm.until - time.monotonic()

    def _put(self, picture: Picture) -> None:
        self._calm.changed(time.monotonic())
        if self.settings.driver is not Driver.OFF:
            self._page.show(picture)
        if self._laid is not None:
            dark = not self._lit and self._test is None
            self._laid.show(((0, 0, 0),) * len(picture) if dark else picture)

    def _set_timer(self) -> None:
        self._drop_timer()
        self._timer = threading.Timer(TEST_SECONDS, self.end_test)
        self._timer.daemon = True
        self._timer.start()

    def _drop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def open_light(
    home: Home,
    strip: StripSettings,
    angles: tuple[float, ...] | None,
    listener: ButtonListener,
    shown: Listener,
    mishaps: Mishaps | None = None,
) -> TableLight:
    """Return the table's light; its strip is looked for from now on.

    Args:
        home: where the chosen brightness is kept.
        strip: how the strip is built.
        angles: where people sit, as in table.toml.
        listener: told of each press that comes in by the strip's line.
        shown: told of each picture on the page.
        mishaps: where it is said that a part failed.

    Raises:
        PlainError: the brightness chosen earlier cannot be read.
    """
    kept = kept_light(LightChoice(strip.brightness, strip.night), home.strip_toml)
    light = TableLight(
        strip,
        real=open_strip(strip.wish, listener),
        kept=kept,
        listener=shown,
        angles=angles,
    )
    light.follow_the_night(mishaps=mishaps)
    return light


def _laid(real: LineStrip, settings: StripSettings) -> LaidStrip:
    return LaidStrip(real, settings.zero_at, clockwise=settings.clockwise)


def _is_night(hour: int, begins: int, ends: int) -> bool:
    if begins <= ends:
        return begins <= hour < ends
    return hour >= begins or hour < ends
