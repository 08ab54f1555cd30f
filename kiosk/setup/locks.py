"""Holding the camera's exposure, white balance and focus from the page, told as it goes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.text import PlainError, Text
from kiosk import locking
from kiosk.setup import words as w
from kiosk.setup.sight import Sight
from vision.camera.cameras import opener_for
from vision.camera.controls import Locked
from vision.camera.live import Capture


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
        if sight.camera.startswith(("http://", "https://")):
            raise PlainError(w.LOCK_AT_CAMERA)
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
            return opener_for(camera, locked=sight.setup.locked)()

        sight.live.reopen_with(opener)

    def _settle(self, sight: Sight, camera: str, mains_hz: int) -> None:
        """Find and store the values; what goes wrong is told, and the camera is taken as it was."""
        try:
            values, refused = locking.lock_camera(camera, mains_hz)
            sight.keep(replace(sight.known(), locked=values))
        except PlainError as error:
            self._done(error.text)
            return
        self._done(w.LOCKED.format(values=locking.in_words(values)), *refused)
        self._told()

    def _done(self, *said: Text) -> None:
        with self._gate:
            self._state = LockState(said=said)


def held_words(locked: Locked | None) -> Text:
    """Say whether the camera is held."""
    return w.NOT_LOCKED if locked is None else w.IS_LOCKED.format(values=locking.in_words(locked))
