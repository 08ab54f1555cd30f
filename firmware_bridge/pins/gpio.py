"""The way to the pins: which serves what, lgpio set explicitly, and why one cannot be driven.

Pins are BCM numbers, checked before anything is switched; they leave free what the Pi's buses and
common hats use (hardware/README.md, Pins and ports). Left alone, gpiozero tries one library after
another and ends, on a wrong installation, with one that works on no newer Pi: the most frequent
complaint there is. lgpio alone works on all of them, so it is that or a plain sentence.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from engine.text import PlainError, Text, os_reason
from firmware_bridge.buttons import Button

BUTTONS = Text(de="die Tasten", en="the buttons")
BUTTON = {
    Button.UNDO: Text(de="die Taste Rückgängig", en="the undo button"),
    Button.NEXT_DEAL: Text(de="die Taste Nächstes Spiel", en="the next deal button"),
    Button.CONFIRM: Text(de="die Taste Bestätigen", en="the confirm button"),
    Button.MUTE: Text(de="die Taste Stumm", en="the mute button"),
    Button.CAMERA: Text(de="die Taste Kamera aus", en="the camera off button"),
}
STATUS = Text(de="das Statuslicht", en="the status light")
BUZZER = Text(de="der Summer", en="the buzzer")
LAMP = Text(de="das Kameralicht", en="the camera light")
SECTION = "[pins]"
"""What asks for these parts in table.toml, but for the camera's light."""

_IN_USE = Text(de="wird schon benutzt", en="already in use")
_NO_PI = Text(de="das ist kein Raspberry Pi", en="this is not a Raspberry Pi")
_NO_CHIP = Text(
    de="kein /dev/gpiochip da oder keine Rechte",
    en="there is no /dev/gpiochip, or no permission to use it",
)
_NO_SUCH = Text(de="diesen Pin gibt es hier nicht", en="there is no such pin here")
_OTHER = Text(de="die Bibliothek meldet {name}", en="the library reports {name}")

_BY_NAME = {"GPIOPinInUse": _IN_USE, "PinUnknownPi": _NO_PI, "PinInvalidPin": _NO_SUCH}
_BY_WORD = (("busy", _IN_USE), ("gpiochip", _NO_CHIP), ("unable to determine", _NO_PI))


def reason(error: Exception) -> Text:
    """Return why; the library's own words come in one language only."""
    if isinstance(error, OSError):
        return os_reason(error)
    for kind in type(error).__mro__:
        if kind.__name__ in _BY_NAME:
            return _BY_NAME[kind.__name__]
    said = str(error).lower()
    for word, why in _BY_WORD:
        if word in said:
            return why
    return _OTHER.format(name=type(error).__name__)


_NO_LIBRARY = Text(
    de="Es fehlt {library} (gebraucht für: {what}); bitte „sudo apt install python3-gpiozero "
    "python3-lgpio“ ausführen oder {setting} aus table.toml nehmen.",
    en='{library} is missing (needed for: {what}); please run "sudo apt install '
    'python3-gpiozero python3-lgpio" or remove {setting} from table.toml.',
)
_NO_PINS = Text(
    de="Die GPIO-Pins lassen sich nicht öffnen ({why}; gebraucht für: {what}). Auf einem "
    "Raspberry Pi gehört der Benutzer in die Gruppe gpio („sudo adduser NAME gpio“); sonst bitte "
    "{setting} aus table.toml nehmen.",
    en="The GPIO pins cannot be opened ({why}; needed for: {what}). On a Raspberry Pi the "
    'user must be in the gpio group ("sudo adduser NAME gpio"); elsewhere please remove '
    "{setting} from table.toml.",
)
_NO_PIN = Text(
    de="GPIO {pin} lässt sich nicht benutzen ({why}; gebraucht für: {what}); bitte nachsehen, ob "
    "ein anderes Programm den Pin hält, oder in table.toml einen anderen nennen.",
    en="GPIO {pin} cannot be used ({why}; needed for: {what}); please check whether another "
    "program is using the pin, or name another one in table.toml.",
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


LAST_PIN = 27
"""The header's pins are GPIO 0..27."""

RESERVED: Mapping[int, str] = {
    0: "HAT-EEPROM",
    1: "HAT-EEPROM",
    2: "I2C",
    3: "I2C, power button",
    7: "SPI",
    8: "SPI",
    9: "SPI",
    10: "SPI",
    11: "SPI",
    14: "UART",
    15: "UART",
    18: "I2S",
    19: "I2S",
    20: "I2S",
    21: "I2S",
}
"""Pins that belong to somebody else, and to whom."""

_RESERVED = Text(
    de="„{use}“ liegt auf GPIO {pin}; der ist für {owner} vergeben. Bitte einen dieser nehmen: "
    "{free}.",
    en='"{use}" is on GPIO {pin}, which belongs to {owner}. Please use one of these: {free}.',
)
_TAKEN = Text(
    de="„{use}“ und „{other}“ liegen beide auf GPIO {pin}; jeder Pin kann nur eines. Bitte eines "
    "von beiden umlegen, zum Beispiel auf GPIO {free}.",
    en='"{use}" and "{other}" are both on GPIO {pin}, but a pin can only do one thing. Please '
    "move one of them, for example to GPIO {free}.",
)


@dataclass(frozen=True, slots=True)
class Pins:
    """The pins in use, BCM numbers; None where a part is not there."""

    undo: int | None = 5
    next_deal: int | None = 6
    confirm: int | None = 16
    mute: int | None = 26
    status: int | None = 17
    """The status light."""
    buzzer: int | None = 12
    camera: int | None = None
    """A fifth button that switches the camera off; 13 is free for it."""

    def of(self, button: Button) -> int | None:
        """Return the pin of a button."""
        number: int | None = getattr(self, button.value)
        return number

    def used(self) -> Iterator[tuple[str, int]]:
        """Yield name and pin of each part that is there."""
        for field in fields(self):
            number = getattr(self, field.name)
            if number is not None:
                yield field.name, number


def check_pins(pins: Pins, others: Mapping[str, int | None] | None = None) -> None:
    """Check that no pin serves two parts and none belongs to somebody else.

    `others` are pins named elsewhere, by the name people find them under.

    Raises:
        PlainError: one is reserved, or two are the same.
    """
    taken: dict[int, str] = {}
    elsewhere = [(name, pin) for name, pin in (others or {}).items() if pin is not None]
    named = [*((f"pins.{name}", pin) for name, pin in pins.used()), *elsewhere]
    free = free_pins(pin for _, pin in named)
    for use, pin in named:
        if pin in RESERVED and use.startswith("pins."):
            raise PlainError(
                _RESERVED.format(
                    use=use, pin=pin, owner=RESERVED[pin], free=", ".join(map(str, free))
                )
            )
        if pin in taken:
            raise PlainError(_TAKEN.format(use=use, other=taken[pin], pin=pin, free=free[0]))
        taken[pin] = use


def free_pins(taken: Iterator[int]) -> tuple[int, ...]:
    """Return the pins that nobody uses and nobody else owns."""
    gone = set(taken)
    return tuple(pin for pin in range(LAST_PIN + 1) if pin not in RESERVED and pin not in gone)
