"""What `run` looks through: the source, how it is set up, and the lens for a deck."""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware_bridge.camera_light import camera_light
from kiosk.cameras import CameraSetup, setup_of, store_setup
from kiosk.decks import as_taught, find_deck, open_deck, other_decks, taught_path
from kiosk.eyes import Lens
from kiosk.home import Home
from kiosk.steady import Steady, steady_for
from kiosk.table_core import local_now
from kiosk.teaching import Teacher
from vision.camera.cameras import opener_for
from vision.camera.frames import FrameSource
from vision.camera.live import LiveSource
from vision.camera.sources import is_camera, open_source
from vision.place.geometry import Geometry
from vision.reading.belonging import Belonging
from vision.reading.nets import Nets, load_nets
from vision.watching.watcher import Watcher


@dataclass
class Sight:
    """Source, nets and data folder of one table; `camera` is None for a recording."""

    source: FrameSource
    nets: Nets
    home: Home
    camera: str | None
    setup: CameraSetup
    learns: bool
    """Whether corrections teach the decks; the sample evening neither knows nor teaches."""

    @property
    def live(self) -> LiveSource | None:
        """The source where it is a camera."""
        return self.source if isinstance(self.source, LiveSource) else None

    def steady(self) -> Steady | None:
        """Return what keeps a locked camera's picture as light as it was."""
        if self.live is None or self.camera is None:
            return None
        return steady_for(self.live, self.camera, self.home)

    def lens(self, deck: str) -> Lens:
        """Open a deck as corrections have taught it.

        Raises:
            PlainError: there is none of this name, or it is damaged.
        """
        home, nets, geometry = self.home, self.nets, self.setup.geometry
        profile = open_deck(deck, home, nets)
        if not self.learns:
            return Lens(deck, Watcher(profile, nets, geometry), profile.cards)
        profile = as_taught(profile, deck, home)
        teacher = Teacher(profile, nets.accept, taught_path(deck, home), local_now)
        belonging = Belonging(profile, other_decks(deck, home, nets), nets.accept)
        return Lens(deck, Watcher(profile, nets, geometry), profile.cards, teacher, belonging)

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


def open_sight(source: str, deck: str, home: Home, light_pin: int | None, *, learns: bool) -> Sight:
    """Open what a table is looked at with; a camera is there, but switched off.

    Raises:
        PlainError: the deck is not there, the source cannot be opened, or the lamp cannot be lit.
    """
    find_deck(deck, home)
    if not is_camera(source):
        return Sight(open_source(source), load_nets(), home, None, CameraSetup(), learns)
    setup = setup_of(home, source) or CameraSetup()
    light = camera_light(light_pin)
    live = LiveSource(opener_for(source, locked=setup.locked), light=light, off=True)
    return Sight(live, load_nets(), home, source, setup, learns)
