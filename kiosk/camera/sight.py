"""What `run` looks through: the source, how it is set up, and the lens for a deck.

`Locking` holds the camera's exposure, white balance and focus from the page and tells how far it
is.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from engine.text import PlainError, Text
from firmware_bridge.pins.panel import camera_light
from kiosk.camera import camera_values
from kiosk.camera.camera_values import CameraSetup, Steady, setup_of, steady_for, store_setup
from kiosk.camera.eyes import DeckLens
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import find_deck, open_deck, other_decks
from kiosk.words import camera_setup as w
from kiosk.words.decks import UNKNOWN_DECK
from vision.camera.cameras import CameraRequest, is_camera, open_source, opener_for
from vision.camera.controls import Locked
from vision.camera.frames import FrameSource
from vision.camera.live import Capture, CaptureOpener, LiveSource
from vision.camera.network import is_network
from vision.camera.phone import PHONE, PhoneLine
from vision.place.geometry import Geometry
from vision.reading.nets import Nets, load_nets
from vision.reading.other_deck import Belonging
from vision.still.earlier import at_once, beside
from vision.watching.watcher import Watcher


@dataclass
class Sight:
    """Source, nets and data folder of one table; `camera` is None for a recording."""

    source: FrameSource
    nets: Nets
    home: Home
    camera: str | None
    setup: CameraSetup
    checks_deck: bool
    """Whether cards that look like another deck's are noticed; not in the sample evening."""
    asked: CameraRequest = field(default_factory=CameraRequest)
    """What the camera is asked for."""
    line: PhoneLine = field(default_factory=PhoneLine)
    """What a phone comes by, where one is the camera."""

    @property
    def live(self) -> LiveSource | None:
        """The source where it is a camera."""
        return self.source if isinstance(self.source, LiveSource) else None

    def steady(self) -> Steady | None:
        """Return what keeps a locked camera's picture as light as it was."""
        if self.live is None or self.camera is None:
            return None
        return steady_for(self.live, self.camera, self.home, self.asked)

    def opener(self) -> CaptureOpener:
        """Return what opens the camera in use as it was set up.

        Raises:
            ValueError: it is a recording.
        """
        if self.camera is None:
            raise ValueError("no camera")
        return opener_for(self.camera, self.asked, self.setup.locked, self.line)

    def lens(self, deck: str) -> DeckLens:
        """Open a deck.

        Raises:
            PlainError: there is none of this name, or it is damaged.
        """
        home, nets, geometry = self.home, self.nets, self.setup.geometry
        profile = open_deck(deck, home, nets, UNKNOWN_DECK)
        look = at_once if self.live is None else beside
        watcher = Watcher(profile, nets, geometry, look(profile, nets))
        if not self.checks_deck:
            return DeckLens(deck, watcher, profile.cards)
        belonging = Belonging(profile, other_decks(deck, home, nets), nets.accept)
        return DeckLens(deck, watcher, profile.cards, belonging)

    def place(self, geometry: Geometry) -> None:
        """Keep where the table lies in the picture.

        Raises:
            PlainError: the data folder cannot be written.
        """
        self.keep(replace(self.known(), geometry=geometry))

    def known(self) -> CameraSetup:
        """Return what is stored of this camera; others may have changed it meanwhile."""
        if self.camera is None:
            return self.setup
        return setup_of(self.home, self.camera) or CameraSetup()

    def keep(self, setup: CameraSetup) -> None:
        """Store what was measured of the camera in use.

        Raises:
            PlainError: the data folder cannot be written.
        """
        if self.camera is not None:
            store_setup(self.home, self.camera, setup)
        self.setup = setup


def open_sight(
    source: str,
    deck: str,
    home: Home,
    light_pin: int | None,
    *,
    checks_deck: bool,
    asked: CameraRequest | None = None,
    line: PhoneLine | None = None,
) -> Sight:
    """Open what a table is looked at with; a camera is there, but switched off.

    A phone comes by `line`, where one is given.

    Raises:
        PlainError: the deck is not there, the source cannot be opened, or the lamp cannot be lit.
    """
    find_deck(deck, home, UNKNOWN_DECK)
    setup = setup_of(home, source) or CameraSetup()
    if not is_camera(source):
        return Sight(open_source(source), load_nets(), home, None, setup, checks_deck)
    light = camera_light(light_pin)
    wanted = asked or CameraRequest()
    line = line or PhoneLine()
    live = LiveSource(opener_for(source, wanted, setup.locked, line), light=light, off=True)
    return Sight(live, load_nets(), home, source, setup, checks_deck, wanted, line)


@dataclass(frozen=True, slots=True)
class LockState:
    """How far it is: the values once they are held, and what the camera did not allow."""

    working: bool = False
    said: tuple[Text, ...] = ()


class Locking:
    """Holds a camera's values when asked; its opener is called in the camera's thread.

    `done` is called there once the values have changed.
    """

    def __init__(self, sight: Sight | None, done: Callable[[], None]) -> None:
        self._sight = sight
        self._told = done
        self._gate = threading.Lock()
        self._state = LockState()

    @property
    def state(self) -> LockState:
        """How far it is."""
        with self._gate:
            return self._state

    def begin(self, mains_hz: int) -> None:
        """Let the camera go, settle it and take it up again with the values found.

        Raises:
            PlainError: it is no camera that can be held from here.
        """
        sight = self._sight
        if sight is None or sight.live is None or sight.camera is None:
            raise PlainError(w.NO_CAMERA_HERE)
        if is_network(sight.camera):
            raise PlainError(w.LOCK_AT_CAMERA)
        if sight.camera == PHONE:
            raise PlainError(w.LOCK_NO_PHONE)
        with self._gate:
            if self._state.working:
                return
            self._state = LockState(working=True)
        camera, tried = sight.camera, False

        def opener() -> Capture | None:
            nonlocal tried
            if not tried:
                tried = True
                self._settle(sight, camera, mains_hz)
            return sight.opener()()

        sight.live.reopen_with(opener)

    def _settle(self, sight: Sight, camera: str, mains_hz: int) -> None:
        """Find and store the values; what goes wrong is told, and the camera is taken as it was."""
        try:
            values, refused = camera_values.lock_camera(camera, mains_hz)
            sight.keep(replace(sight.known(), locked=values))
        except PlainError as error:
            self._done(error.text)
            return
        self._done(w.LOCKED.format(values=camera_values.in_words(values)), *refused)
        self._told()

    def _done(self, *said: Text) -> None:
        with self._gate:
            self._state = LockState(said=said)


def held_words(locked: Locked | None) -> Text:
    """Say whether the camera is held."""
    return (
        w.NOT_LOCKED
        if locked is None
        else w.IS_LOCKED.format(values=camera_values.in_words(locked))
    )
