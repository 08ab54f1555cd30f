"""The camera's switch: off at boot, on by people, off by one tap or after a while without play.

A film before the table has one as well: it stands still until people have said yes.

Off means that no camera is held, so that its lamp is dark (PAGES 6.7). What was
recorded stays; a deal that goes on meanwhile was not watched, and nobody is accused of what may
lie in that gap (`kiosk.director.camera_notices`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from engine.text import Text
from kiosk.table.parts import Mishaps, Part
from kiosk.table.view import TableView
from kiosk.words import camera_setup as w
from kiosk.words.parts import SWITCH
from vision.camera.live import SourceState


class Power(Enum):
    """How it stands with the camera."""

    NONE = "none"
    """There is none to switch: a video, the sample evening, or the score pad alone."""
    OFF = "off"
    STARTING = "starting"
    """Switched on; its first picture is waited for."""
    ON = "on"
    TROUBLE = "trouble"
    """Switched on, but it gives no picture that can be read."""


@dataclass(frozen=True, slots=True)
class CameraState:
    """How it stands with the camera, and what is to be said about it."""

    power: Power
    note: Text | None = None
    """What is wrong and the way out, or why it is off; None where there is nothing to say."""

    @property
    def wanted(self) -> bool:
        """Whether somebody switched it on."""
        return self.power in (Power.STARTING, Power.ON, Power.TROUBLE)


class CameraDoor(Protocol):
    """What the pages hold of the camera's switch."""

    @property
    def state(self) -> CameraState:
        """How it stands just now."""
        ...

    def on(self) -> None:
        """Take the camera up; returns at once, and does nothing where there is none."""
        ...

    def off(self) -> None:
        """Let go of the camera; returns at once, and does nothing where there is none."""
        ...


class NoCamera:
    """The door of a table without a camera of its own."""

    @property
    def state(self) -> CameraState:
        """There is none."""
        return CameraState(Power.NONE)

    def on(self) -> None:
        """Do nothing."""

    def off(self) -> None:
        """Do nothing."""


NO_CAMERA = NoCamera()


class FilmSwitch:
    """The switch of a film: nothing of it is looked at before somebody says so.

    Once it runs it cannot be switched off: it holds no camera. Safe in any thread.
    """

    def __init__(self, begin: Callable[[], None]) -> None:
        self._begin = begin
        self._gate = threading.Lock()
        self._begun = False

    @property
    def state(self) -> CameraState:
        """Off before somebody has seen to it, then a table without a camera of its own."""
        return CameraState(Power.NONE) if self._begun else CameraState(Power.OFF, w.OFF)

    def on(self) -> None:
        """Begin to look, once."""
        with self._gate:
            if self._begun:
                return
            self._begun = True
        self._begin()

    def off(self) -> None:
        """Do nothing."""


class Switched(Protocol):
    """What is needed of `vision.camera.live.LiveSource`."""

    @property
    def state(self) -> SourceState:
        """Whether it delivers."""
        ...

    @property
    def trouble(self) -> Text | None:
        """What is wrong and the way out."""
        ...

    def switch_on(self) -> None:
        """Take the camera up."""
        ...

    def switch_off(self) -> None:
        """Let go of it."""
        ...


Teller = Callable[[Text | None], None]
"""Is told that the camera is off and what to say of it; None: that it is on again."""


class CameraSwitch:
    """The switch of one live source; it begins off, as the source does.

    `tell` has the table say it; `rest_s` seconds without play switch it off, 0: never. Safe in any
    thread.
    """

    def __init__(
        self,
        source: Switched,
        tell: Teller,
        rest_s: float = 600.0,
        clock: Callable[[], float] = time.monotonic,
        mishaps: Mishaps | None = None,
    ) -> None:
        self._source = source
        self._tell = tell
        self._rest_s = rest_s
        self._clock = clock
        self._gate = threading.Lock()
        self._wanted = False
        self._note: Text | None = w.OFF
        self._played = clock()
        self._seq = -1
        self._ended = False
        self._news = threading.Event()
        self._closed = False
        self._part = Part("camera switch", SWITCH, self._run, mishaps)

    @property
    def state(self) -> CameraState:
        """How it stands just now."""
        with self._gate:
            if not self._wanted:
                return CameraState(Power.OFF, self._note)
        state = self._source.state
        if state.sees:
            return CameraState(Power.ON, self._source.trouble)
        if state is SourceState.OFF:
            return CameraState(Power.STARTING)
        return CameraState(Power.TROUBLE, self._source.trouble)

    def on(self) -> None:
        """Take the camera up; the time without play begins anew."""
        with self._gate:
            self._played = self._clock()
            if self._wanted:
                return
            self._wanted, self._note = True, None
        self._tell(None)
        self._source.switch_on()
        self._news.set()

    def off(self, note: Text = w.OFF) -> None:
        """Let go of the camera and say why."""
        with self._gate:
            if not self._wanted:
                return
            self._wanted, self._note = False, note
        self._source.switch_off()
        self._tell(note)

    def used(self) -> None:
        """Somebody looks at its pictures: that is as good as play."""
        with self._gate:
            self._played = self._clock()

    def follow(self, view: TableView) -> None:
        """In the writer's thread: whatever is recorded is play, and an evening's end ends it."""
        with self._gate:
            if view.state.last_seq != self._seq:
                self._seq, self._played = view.state.last_seq, self._clock()
            ended, self._ended = self._ended, view.state.ended is not None
        if self._ended and not ended:
            self.off(w.OFF_EVENING)

    def look(self) -> float | None:
        """Switch off where it is time; return the seconds until it may be, None while it is off."""
        with self._gate:
            if not self._wanted or self._rest_s <= 0:
                return None
            left = self._played + self._rest_s - self._clock()
        if left > 0:
            return left
        self.off(w.OFF_RESTING.format(minutes=round(self._rest_s / 60)))
        return None

    def start(self) -> None:
        """Look at the clock from now on, in a thread of its own."""
        self._part.start()

    def close(self) -> None:
        """End the thread; the camera stays as it is."""
        self._closed = True
        self._news.set()
        self._part.join()

    def _run(self) -> None:
        while not self._closed:
            self._news.clear()
            left = self.look()
            if not self._closed:
                self._news.wait(left)
