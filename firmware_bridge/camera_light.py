"""The lamp beside the camera: whoever sees it lit knows that pictures are taken.

It hangs on one pin of the Raspberry Pi. Where a pin was named and cannot be driven the camera stays
off: a camera that looks without its light is what this lamp is there to prevent.
"""

from __future__ import annotations

from typing import Protocol

from engine.text import PlainError, Text

_NO_LIBRARY = Text(
    de="Für das Kameralicht an Pin {pin} fehlt gpiozero; bitte „sudo apt install python3-gpiozero "
    "python3-lgpio“ ausführen oder light_pin aus table.toml nehmen.",
    en='The camera light on pin {pin} needs gpiozero; please run "sudo apt install '
    'python3-gpiozero python3-lgpio" or take light_pin out of table.toml.',
)
_NO_PIN = Text(
    de="Das Kameralicht an Pin {pin} lässt sich nicht schalten ({why}); die Kamera bleibt aus. Pin "
    "und Rechte (Gruppe gpio) prüfen oder light_pin aus table.toml nehmen.",
    en="The camera light on pin {pin} cannot be switched ({why}); the camera stays off. Check pin "
    "and permissions (group gpio) or take light_pin out of table.toml.",
)


class Lamp(Protocol):
    """What is needed of `gpiozero.LED`."""

    def on(self) -> None:
        """Light it."""

    def off(self) -> None:
        """Put it out."""


def camera_light(pin: int | None) -> Lamp | None:
    """Return the lamp on this pin (BCM number), dark; None where no pin was named.

    Raises:
        PlainError: the pin cannot be driven here.
    """
    if pin is None:
        return None
    try:
        from gpiozero import LED  # noqa: PLC0415 - only a table with a lamp needs it
        from gpiozero.exc import BadPinFactory, GPIOZeroError  # noqa: PLC0415
    except ImportError as error:
        raise PlainError(_NO_LIBRARY.format(pin=pin)) from error
    try:
        lamp: Lamp = LED(pin, initial_value=False)
    except (BadPinFactory, GPIOZeroError, OSError) as error:
        raise PlainError(_NO_PIN.format(pin=pin, why=error)) from error
    return lamp
