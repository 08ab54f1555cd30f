"""What the set-up pages work with: camera and decks, the strip, sounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import cast

from flask import current_app, request

from engine.text import Text
from kiosk.box.light import TableLight
from kiosk.box.power import Machine
from kiosk.box.sounds import Comfort
from kiosk.camera.camera_switch import NO_CAMERA, CameraDoor
from kiosk.camera.workshop import Workshop
from kiosk.integrations.broker import Broker
from kiosk.web.door import refuse
from kiosk.web.language import about_pack
from kiosk.words import camera_setup as w

EXTENSION = "setup"
"""Under this name an application holds its `SetupService`."""


@dataclass(frozen=True, slots=True)
class SetupService:
    """Everything has a value that works without a camera, a strip or a loudspeaker."""

    workshop: Workshop | None = None
    """What the pages of camera and deck work with; None: they say that there is nothing."""
    camera: CameraDoor = NO_CAMERA
    """The camera's switch."""
    light: TableLight = field(default_factory=TableLight)
    """The strip: brightness, test, and how it is doing."""
    buttons_trouble: Callable[[], Text | None] = lambda: None
    """Tells what is wrong with the buttons on the pins; None where nothing is."""
    comfort: Comfort = field(default_factory=Comfort)
    """Sounds and speech."""
    now: Callable[[], datetime] = datetime.now
    """The table's clock."""
    seats: tuple[str, ...] = ("Resi", "Toni", "Vroni", "Sepp")
    """Who is expected, while nobody sits there."""
    pluggable: bool = False
    """Whether a camera that is plugged in later is taken up: not where none was wanted."""
    phone: bool = False
    """Whether a phone can be the camera here."""
    broker: Broker | None = None
    """Whom the table tells what happens; None: nobody."""
    machine: Machine = field(default_factory=Machine)
    """What switches the computer off."""


def service() -> SetupService:
    """Return what these pages work with."""
    return cast(SetupService, current_app.extensions[EXTENSION])


def workshop() -> Workshop | None:
    """Return what camera and decks are set up with, None where there is nothing to set up."""
    return service().workshop


def name_cards_of_the_sitting() -> None:
    """Let a page of the decks call cards as they are printed on the deck that is enrolled."""
    shop = workshop()
    if shop is not None:
        about_pack(shop.classroom.printed)


def the_workshop() -> Workshop:
    """Return what camera and decks are set up with; 409 in plain words where there is nothing."""
    found = workshop()
    if found is None:
        refuse(w.NO_CAMERA_HERE, 409)
    return found


def looked_at(shop: Workshop, step: object = None) -> None:
    """Note that somebody looks at the camera's pictures, which is as good as play.

    A page that asks again by itself may stand there forgotten: of that only another `step` tells.
    """
    if "HX-Request" not in request.headers or step not in (None, shop.step):
        shop.used()
    shop.step = step or shop.step
