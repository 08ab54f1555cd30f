"""The section `[pins]` of table.toml: what hangs on which of the Pi's pins.

Without the section there are no pins: a laptop has none. With it, even empty, each part lies where
the wiring plan has it; a number moves it, `false` leaves it out.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from engine.text import PlainError, Text
from firmware_bridge.pins.numbers import LAST_PIN, Pins, check_pins

PIN_KEYS = tuple(field.name for field in fields(Pins))

_WRONG = Text(
    de="In {file} passt der Wert von „pins.{key}“ nicht; erwartet wird eine GPIO-Nummer von 0 bis "
    "{last}, oder false, wo nichts angeschlossen ist.",
    en='In {file} the value of "pins.{key}" does not fit; expected is a GPIO number from 0 to '
    "{last}, or false where nothing is connected.",
)
_IN_FILE = Text(de="{why} (Datei {file})", en="{why} (file {file})")


def pins_of(said: dict[str, object], file: Path | str) -> Pins:
    """Return the pins a TOML section names; its keys are among `PIN_KEYS`.

    Raises:
        PlainError: a value is neither a pin nor false.
    """
    pins: dict[str, int | None] = {}
    for key, value in said.items():
        if value is False:
            pins[key] = None
        elif type(value) is int and 0 <= value <= LAST_PIN:
            pins[key] = value
        else:
            raise PlainError(_WRONG.format(file=file, key=key, last=LAST_PIN))
    return Pins(**pins)


def refuse_clashes(pins: Pins | None, light_pin: int | None, file: Path | str) -> None:
    """Check that no pin is used twice, the camera light's included.

    Raises:
        PlainError: one is, or one belongs to somebody else.
    """
    if pins is None:
        return
    try:
        check_pins(pins, {"camera.light_pin": light_pin})
    except PlainError as error:
        raise PlainError(_IN_FILE.format(why=error.text, file=file)) from error
