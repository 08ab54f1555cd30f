"""The sections `[pins]` and `[strip]` of table.toml: buttons and lights of this table.

Without `[pins]` there are no pins: a laptop has none. With it, even empty, each part lies where
the wiring plan has it; a number moves it, `false` leaves it out. Without `[strip]` a strip is
looked for; where there is none, the page's frame of light is all there is.

What `[strip]` alone shows to be wrong is refused when it is read. With `driver = "auto"` it
depends on who answers (our own controller drives 144 lights and 2000 mA, a WLED what it is set
to): what it cannot do is told on the page and by `mehrkopf doctor`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal, cast

from engine.text import PlainError, Text
from firmware_bridge.choose import Driver, StripWish
from firmware_bridge.link.messages import MOST_LIGHTS, MOST_MA
from firmware_bridge.link.messages import MOST_MA as OUR_MOST_MA
from firmware_bridge.link.status import Greeting
from firmware_bridge.pins.gpio import LAST_PIN, Pins, check_pins
from firmware_bridge.strip import MILLIAMPS_PER_CHANNEL

PIN_KEYS = tuple(field.name for field in fields(Pins))

_WRONG = Text(
    de="In {file} passt der Wert von „pins.{key}“ nicht; erwartet wird eine GPIO-Nummer von 0 bis "
    "{last}, oder false, wo nichts angeschlossen ist.",
    en='In {file} the value of "pins.{key}" is wrong; it must be a GPIO number from 0 to '
    "{last}, or false if nothing is connected.",
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


Night = Literal["auto", "on", "off"]
NIGHTS: tuple[Night, ...] = ("auto", "on", "off")
FEWEST, MOST = 4, 300
"""Lights a strip may have."""
LEAST_MA, MOST_SUPPLY_MA = 100, 20_000
FULL_MA = 3 * round(MILLIAMPS_PER_CHANNEL) + 1
"""What a light draws at full white, its idle current included."""
RIGHT_END = 315.0
"""Degrees clockwise from the lower edge's middle where light 0 lies, unless said otherwise: the
right end of seat 0's side."""


@dataclass(frozen=True, slots=True)
class StripSettings:
    """How the strip is built."""

    driver: Driver = Driver.AUTO
    port: str | None = None
    """The only port to try, best by its name under /dev/serial/by-id."""
    lights: int = 60
    brightness: float = 0.4
    """Share of full value at first; the page's choice comes before it."""
    milliamps: int = 2000
    """What the supply may be asked for, the lights' idle current included."""
    zero_at: float = RIGHT_END
    """Where light 0 lies, degrees clockwise from the middle of the lower edge."""
    clockwise: bool = True
    """Whether the lights run clockwise from there."""
    night: Night = "auto"
    """By night the strip is darker: by the clock, always or never."""
    night_from: int = 22
    night_to: int = 6
    """Hours between which it is night."""

    @property
    def wish(self) -> StripWish:
        """What is wanted of a real strip."""
        return StripWish(self.driver, self.port, self.lights, self.milliamps)


AS_IT_COMES = StripSettings()
"""A table without the section."""
STRIP_KEYS = tuple(field.name for field in fields(StripSettings))

_WRONG_VALUE = Text(
    de="In {file} passt der Wert von „strip.{key}“ nicht; erwartet wird {expected}.",
    en='In {file} the value of "strip.{key}" is wrong; it must be {expected}.',
)
_TOO_MANY = Text(
    de="In {file} stehen unter [strip] {lights} Lichter; der Treiber „mehrkopf“ kann höchstens "
    "{most}. Bitte „lights“ verkleinern oder WLED nehmen.",
    en='In {file} the section [strip] says {lights} lights, but the driver "mehrkopf" can '
    'drive at most {most}. Please lower "lights" or use WLED.',
)
_TOO_MUCH = Text(
    de="In {file} stehen unter [strip] {said} mA; der Treiber „mehrkopf“ lässt höchstens {most} "
    "zu. Bitte „milliamps“ verkleinern oder WLED nehmen.",
    en='In {file} the section [strip] says {said} mA, but the driver "mehrkopf" allows at '
    'most {most}. Please lower "milliamps" or use WLED.',
)
_NO_LIMIT = Text(
    de="In {file} stehen unter [strip] {said} mA, {lights} Lichter ziehen aber höchstens {most}: "
    "Das begrenzt nichts. Bitte „milliamps“ auf das setzen, was Netzteil und Sicherung dauernd "
    "tragen.",
    en="In {file} the section [strip] says {said} mA, but {lights} lights draw at most "
    '{most}, so that limits nothing. Please set "milliamps" to what the power supply and '
    "the fuse can carry continuously.",
)
_DRIVER = Text(
    de="auto, mehrkopf, wled, simulated oder off", en="auto, mehrkopf, wled, simulated or off"
)
_PORT = Text(
    de="der Name eines Anschlusses, etwa /dev/serial/by-id/… oder /dev/ttyUSB0",
    en="the name of a port, such as /dev/serial/by-id/… or /dev/ttyUSB0",
)
_LIGHTS = Text(
    de=f"eine ganze Zahl von {FEWEST} bis {MOST}", en=f"a whole number from {FEWEST} to {MOST}"
)
_SHARE = Text(de="eine Zahl über 0 bis 1", en="a number above 0 up to 1")
_CURRENT = Text(
    de=f"ein Strom in mA, eine ganze Zahl von {LEAST_MA} bis {MOST_SUPPLY_MA} "
    "und mehr als 1 mA je Licht",
    en=f"a current in mA, a whole number from {LEAST_MA} to {MOST_SUPPLY_MA} and more than 1 "
    "mA per light",
)
_ANGLE = Text(de="ein Winkel von 0 bis 360", en="an angle from 0 to 360")
_SWITCH = Text(de="true oder false", en="true or false")
_NIGHT = Text(de="auto, on oder off", en="auto, on or off")
_HOUR = Text(de="eine Stunde von 0 bis 23", en="an hour from 0 to 23")


def strip_of(said: dict[str, object], file: Path | str) -> StripSettings:
    """Return what a TOML section says; its keys are among `STRIP_KEYS`.

    Raises:
        PlainError: a value does not fit.
    """
    values = {key: _value(key, value, file) for key, value in said.items()}
    settings = StripSettings(**values)  # type: ignore[arg-type]
    if settings.milliamps <= settings.lights:
        raise _wrong(file, "milliamps", _CURRENT)
    if settings.driver is Driver.MEHRKOPF and settings.lights > MOST_LIGHTS:
        raise PlainError(_TOO_MANY.format(file=file, lights=settings.lights, most=MOST_LIGHTS))
    _check_current(settings, file)
    return settings


def _check_current(settings: StripSettings, file: Path | str) -> None:
    """Refuse a limit that is none.

    What a common supply gives is fine with a short strip too. Which limit a controller has that
    is only found later is told once it answers (`found`).
    """
    said, most = settings.milliamps, settings.lights * FULL_MA
    if settings.driver is Driver.MEHRKOPF and said > OUR_MOST_MA:
        raise PlainError(_TOO_MUCH.format(file=file, said=said, most=OUR_MOST_MA))
    if said > max(most, OUR_MOST_MA):
        raise PlainError(_NO_LIMIT.format(file=file, said=said, lights=settings.lights, most=most))


def _value(key: str, value: object, file: Path | str) -> object:
    """Return one value as `StripSettings` has it."""
    number = type(value) in (int, float)
    whole = type(value) is int
    size = cast("float", value) if number else 0.0
    match key:
        case "driver":
            words = {driver.value: driver for driver in Driver}
            fits, expected = isinstance(value, str) and value in words, _DRIVER
            value = words.get(value) if isinstance(value, str) else value
        case "port":
            fits, expected = isinstance(value, str) and value.startswith("/"), _PORT
        case "lights":
            fits, expected = whole and FEWEST <= size <= MOST, _LIGHTS
        case "brightness":
            fits, expected = number and 0 < size <= 1, _SHARE
        case "milliamps":
            fits, expected = whole and LEAST_MA <= size <= MOST_SUPPLY_MA, _CURRENT
        case "zero_at":
            fits, expected = number and 0 <= size <= 360, _ANGLE
        case "clockwise":
            fits, expected = type(value) is bool, _SWITCH
        case "night":
            fits, expected = value in NIGHTS, _NIGHT
        case _:
            fits, expected = whole and 0 <= size <= 23, _HOUR
    if not fits:
        raise _wrong(file, key, expected)
    return value


def _wrong(file: Path | str, key: str, expected: Text) -> PlainError:
    return PlainError(_WRONG_VALUE.format(file=file, key=key, expected=expected))


_MORE_LIGHTS = Text(
    de="{lights} Lichter kann nur ein WLED: Die eigene Steuerung kann höchstens {most}.",
    en="Only a WLED can drive {lights} lights; our own controller drives at most {most}.",
)
_MORE_CURRENT = Text(
    de="{said} mA erlaubt nur ein WLED: Die eigene Steuerung lässt höchstens {most} mA zu.",
    en="Only a WLED allows {said} mA; our own controller allows at most {most} mA.",
)
_LESS_CURRENT = Text(
    de="Die Steuerung lässt höchstens {theirs} mA zu, in table.toml stehen {ours}: Helle Bilder "
    "werden dunkler. Bitte „milliamps“ unter [strip] verkleinern, oder die Grenze in WLED ändern.",
    en="The controller allows at most {theirs} mA, but table.toml says {ours}: bright "
    'pictures will be dimmer. Please lower "milliamps" under [strip], or change the limit '
    "in WLED.",
)


def ahead(settings: StripSettings) -> Iterator[Text]:
    """Yield what holds before anybody has answered."""
    if settings.driver is not Driver.AUTO:
        return
    if settings.lights > MOST_LIGHTS:
        yield _MORE_LIGHTS.format(lights=settings.lights, most=MOST_LIGHTS)
    if settings.milliamps > MOST_MA:
        yield _MORE_CURRENT.format(said=settings.milliamps, most=MOST_MA)


def found(settings: StripSettings, greeting: Greeting) -> Iterator[Text]:
    """Yield what the one who has answered does not allow."""
    if greeting.cap_ma is not None and greeting.cap_ma < settings.milliamps:
        yield _LESS_CURRENT.format(theirs=greeting.cap_ma, ours=settings.milliamps)
