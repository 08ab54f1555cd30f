"""The way to the pins: lgpio, set explicitly.

Left alone, gpiozero tries one library after another and ends, on a wrong installation, with one
that works on no newer Pi: the most frequent complaint there is. lgpio alone works on all of them
(HARDWARE section 3), so it is that or a plain sentence.
"""

from __future__ import annotations

import os
import sys
import tempfile
from typing import Any

from engine.text import PlainError, Text
from firmware_bridge.pins.reasons import reason

_NO_LIBRARY = Text(
    de="Es fehlt {library} (gebraucht für: {what}); bitte „sudo apt install python3-gpiozero "
    "python3-lgpio“ ausführen oder {setting} aus table.toml nehmen.",
    en='{library} is missing (needed for: {what}); please run "sudo apt install python3-gpiozero '
    'python3-lgpio" or take {setting} out of table.toml.',
)
_NO_PINS = Text(
    de="Die GPIO-Pins lassen sich nicht öffnen ({why}; gebraucht für: {what}). Auf einem "
    "Raspberry Pi gehört der Benutzer in die Gruppe gpio („sudo adduser NAME gpio“); sonst bitte "
    "{setting} aus table.toml nehmen.",
    en="The GPIO pins cannot be opened ({why}; needed for: {what}). On a Raspberry Pi the user has "
    'to be in the group gpio ("sudo adduser NAME gpio"); elsewhere please take {setting} out of '
    "table.toml.",
)
_NO_PIN = Text(
    de="GPIO {pin} lässt sich nicht benutzen ({why}; gebraucht für: {what}); bitte nachsehen, ob "
    "ein anderes Programm den Pin hält, oder in table.toml einen anderen nennen.",
    en="GPIO {pin} cannot be used ({why}; needed for: {what}); please see whether another program "
    "holds the pin, or name another one in table.toml.",
)


def pin_factory(what: Text, setting: str) -> Any:
    """Return gpiozero's one factory of this program: lgpio, or what was set before (tests).

    Args:
        what: the part that asks, for the sentence where it fails.
        setting: what in table.toml asks for that part.

    Raises:
        PlainError: a library is missing, or the pins cannot be opened.
    """
    try:
        from gpiozero import Device  # noqa: PLC0415 - only a table with pins needs it
    except ImportError as error:
        raise _missing(what, "gpiozero", setting) from error
    if Device.pin_factory is not None:
        return Device.pin_factory
    # lgpio keeps its pipes in the working directory unless told otherwise; a service may have none
    # it can write to.
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415
    except ImportError as error:
        raise _missing(what, "lgpio", setting) from error
    try:
        Device.pin_factory = LGPIOFactory()
    except pin_errors() as error:
        raise PlainError(_NO_PINS.format(what=what, why=reason(error), setting=setting)) from error
    return Device.pin_factory


def pin_errors() -> tuple[type[Exception], ...]:
    """Return what a pin that cannot be driven raises."""
    from gpiozero.exc import BadPinFactory, GPIOZeroError  # noqa: PLC0415

    # Importing lgpio begins its thread and makes its pipe: never for an error's name alone.
    lgpio = sys.modules.get("lgpio")
    own = () if lgpio is None else (lgpio.error,)
    return (BadPinFactory, GPIOZeroError, OSError, *own)


def cannot(what: Text, pin: int, why: Exception) -> PlainError:
    """Return the sentence for one pin that does not work."""
    return PlainError(_NO_PIN.format(what=what, pin=pin, why=reason(why)))


def _missing(what: Text, library: str, setting: str) -> PlainError:
    return PlainError(_NO_LIBRARY.format(what=what, library=library, setting=setting))
