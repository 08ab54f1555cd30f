"""Which pin serves what: BCM numbers, checked before anything is switched.

The numbers leave free what the Pi's own buses and the common hats use (HARDWARE section 3.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

from engine.text import PlainError, Text
from firmware_bridge.buttons import Button

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
    en='"{use}" is on GPIO {pin}, which belongs to {owner}. Please take one of these: {free}.',
)
_TAKEN = Text(
    de="„{use}“ und „{other}“ liegen beide auf GPIO {pin}; jeder Pin kann nur eines. Bitte eines "
    "von beiden umlegen, zum Beispiel auf GPIO {free}.",
    en='"{use}" and "{other}" are both on GPIO {pin}; a pin serves one thing only. Please move one '
    "of them, for example to GPIO {free}.",
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
