"""Everything the set-up pages need of the running table, in one place."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

from engine.text import Text
from kiosk.camera.camera_switch import NO_CAMERA, CameraDoor, CameraSwitch, FilmSwitch
from kiosk.camera.camera_values import CameraSetup, choose_camera, choose_size, setup_of
from kiosk.camera.classroom import Classroom
from kiosk.camera.clip import ClipRing
from kiosk.camera.corners import Easel
from kiosk.camera.eyes import Eyes
from kiosk.camera.pictures import Meters, PictureWindow, view_of
from kiosk.camera.sight import Locking, Sight
from kiosk.home.data_folder import Home
from kiosk.table.parts import Mishaps
from kiosk.table.writer import Table
from kiosk.words import camera_setup as w
from vision.camera.network import is_network
from vision.camera.phone import PHONE
from vision.place.geometry import Geometry
from vision.reading.nets import Nets, load_nets


@dataclass
class Workshop:
    """The set-up of one running table; `sight` is None where it has neither camera nor video."""

    home: Home
    sight: Sight | None = None
    camera: CameraDoor = NO_CAMERA
    window: PictureWindow = field(default_factory=PictureWindow)
    eyes: Eyes | None = None
    angles: tuple[float, ...] | None = None
    """Where the seats are by `table.toml`, degrees clockwise from the lower edge; None: evenly."""
    meters: Meters = field(default_factory=Meters)
    gate: threading.RLock = field(default_factory=threading.RLock)
    """Held while the set-up is changed: the pages answer in several threads."""
    locking: Locking = field(init=False)
    classroom: Classroom = field(init=False)
    easel: Easel = field(default_factory=Easel)
    ring: ClipRing = field(default_factory=ClipRing)
    """The last seconds, for whoever reports a wrong or a missed card."""
    step: object = None
    """How far the page that looks at the camera had come when it was drawn last."""
    rest_s: float = 0.0
    """Seconds without play after which the camera goes off, 0: never."""
    chosen: Callable[[str], object] = bool
    """Is told which other camera is looked through from now on."""

    def __post_init__(self) -> None:
        self.ring.geometry = lambda: self.geometry
        self.window.follower = self.ring
        self.locking = Locking(self.sight, self.look_anew)
        self.classroom = Classroom(self.home, self.sight, self.window, self.look_anew)

    @cached_property
    def nets(self) -> Nets:
        """The nets that read the decks; opened now where no camera needed them."""
        return load_nets() if self.sight is None else self.sight.nets

    @property
    def geometry(self) -> Geometry | None:
        """Where the table lies in the picture, None where nobody measured."""
        return None if self.sight is None else self.sight.setup.geometry

    @property
    def networked(self) -> bool:
        """Whether the camera in use is one of the network, which nobody finds by looking."""
        camera = None if self.sight is None else self.sight.camera
        return camera is not None and (is_network(camera) or camera == PHONE)

    @property
    def phone_shut(self) -> bool:
        """Whether the camera is a phone that cannot come: there is none to switch on."""
        sight = self.sight
        return sight is not None and sight.camera == PHONE and not sight.line.state.open

    @property
    def phone_awaited(self) -> bool:
        """Whether the camera is a phone, and none was let in yet: its code has to be shown."""
        sight = self.sight
        if sight is None or sight.camera != PHONE:
            return False
        line = sight.line.state
        return line.open and not line.known

    def seen(self) -> Geometry | None:
        """Return where the table lies in the newest picture, by a guess where nobody measured."""
        newest = self.window.newest(1.0)
        if newest is None:
            return None
        height, width = newest.image.shape[:2]
        return replace(view_of(self.geometry, width, height), size=(width, height))

    def choose(self, spec: str) -> None:
        """Look through another camera from now on; it is remembered.

        Raises:
            PlainError: the data folder cannot be written, or what it holds is damaged.
        """
        sight = self.sight
        if sight is None or sight.live is None:
            return
        with self.gate:
            choose_camera(self.home, spec)
            sight.camera, sight.setup = spec, setup_of(self.home, spec) or CameraSetup()
            self.window.forget()
            self.meters.forget()
            sight.live.reopen_with(sight.opener(), other=True)
            self.look_anew()
        self.chosen(spec)

    def resize(self, size: tuple[int, int]) -> None:
        """Ask the camera for pictures of this size from now on; it is remembered.

        Raises:
            PlainError: the data folder cannot be written, or what it holds is damaged.
        """
        sight = self.sight
        if sight is None or sight.live is None:
            return
        with self.gate:
            choose_size(self.home, size)
            sight.asked = replace(sight.asked, width=size[0], height=size[1])
            self.window.forget()
            self.meters.forget()
            sight.live.reopen_with(sight.opener(), other=True)
            self.look_anew()

    def place(self, geometry: Geometry) -> None:
        """Keep where the table lies in the picture and look by it from now on.

        Raises:
            PlainError: the data folder cannot be written.
        """
        if self.sight is None:
            return
        with self.gate:
            self.sight.place(geometry)
            self.meters.forget()
            self.look_anew()

    def look_anew(self) -> None:
        """Have the eyes begin anew with what was changed."""
        if self.eyes is not None and self.sight is not None:
            self.eyes.look_anew(self.sight.steady())

    def start(self, *, on: bool = False) -> None:
        """Let the camera's switch look at the clock; `on`: and have the camera look on."""
        if isinstance(self.camera, CameraSwitch):
            self.camera.start()
        if on:
            self.camera.on()

    def close(self) -> None:
        """End what `start` began."""
        if isinstance(self.camera, CameraSwitch):
            self.camera.close()

    def used(self) -> None:
        """Somebody looks at the camera's pictures."""
        if isinstance(self.camera, CameraSwitch):
            self.camera.used()


def open_workshop(
    home: Home,
    sight: Sight | None,
    make_eyes: Callable[[PictureWindow], Eyes],
    table: Table,
    rest_s: float,
    window: PictureWindow | None = None,
    mishaps: Mishaps | None = None,
    begin: Callable[[Eyes], None] = Eyes.start,
) -> Workshop:
    """Put eyes, window and switch of a table together; a camera begins switched off.

    `rest_s` seconds without play switch it off, 0: never. A film's switch calls `begin` once. The
    eyes are not started yet.
    """
    if sight is None:
        return Workshop(home)
    window = window or PictureWindow()
    eyes = make_eyes(window)
    if sight.live is None:
        eyes.switched(w.OFF)

        def film() -> None:
            eyes.switched(None)
            begin(eyes)

        return Workshop(home, sight, FilmSwitch(film), window, eyes)

    workshop = Workshop(home, sight, NO_CAMERA, window, eyes, rest_s=rest_s)

    def tell(off: Text | None) -> None:
        if off is not None:
            window.forget()
            workshop.easel.clear()
        # At once: off means that the phone stops its camera, whatever the eyes wait for.
        sight.line.want(off is None)
        eyes.switched(off)

    switch = CameraSwitch(sight.live, tell, rest_s, mishaps=mishaps)
    workshop.camera = switch
    table.listen(switch.follow)
    table.listen(workshop.classroom.follow)
    eyes.switched(switch.state.note)
    return workshop
