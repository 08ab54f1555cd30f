"""`table.toml`: how this table is set up. Every key is known or refused."""

from __future__ import annotations

import json
import logging
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal, cast

from engine.deal.record import JsonObject
from engine.files import OWNER, write_whole
from engine.text import PlainError, Text
from firmware_bridge.pins.gpio import Pins
from kiosk.box.sections import (
    AS_IT_COMES,
    PIN_KEYS,
    STRIP_KEYS,
    StripSettings,
    pins_of,
    refuse_clashes,
    strip_of,
)
from kiosk.director.verdicts import DEFAULT_SAYING, Saying, SayWhen
from kiosk.home.data_folder import Home, not_writable
from kiosk.home.files import read_toml
from kiosk.home.house_rules import find_rules
from kiosk.home.region import PLAIN, WORDS, Region, region_of
from kiosk.home.trifles import aside
from kiosk.integrations.broker import KEYS as MQTT_KEYS
from kiosk.integrations.broker import Broker, broker_of
from kiosk.integrations.sections import METRICS_KEYS, metrics_port_of
from kiosk.table.forgetting import DAYS
from kiosk.table.person_names import read_names
from vision.camera.cameras import read_size
from vision.camera.network import CameraAddress

LOG = logging.getLogger("mehrkopf")
SYSTEM_CONFIG = Path("/etc/mehrkopf/table.toml")

_UNREADABLE = Text(
    de="Die Einstellungen {file} sind nicht lesbar ({why}); bitte die Datei berichtigen.",
    en="The configuration {file} cannot be read ({why}); please correct the file.",
)
_NOT_YOURS = Text(
    de="Die Einstellungen {file} darf dieser Benutzer nicht lesen; bitte den Befehl als der "
    "Benutzer geben, unter dem der Tisch läuft (nach der Installation „sudo -u mehrkopf“ davor), "
    "oder mit --config eine andere Datei nennen.",
    en="This user may not read the settings {file}; please give the command as the user the table "
    'runs as (once installed, with "sudo -u mehrkopf" before it), or name another file with '
    "--config.",
)
_UNKNOWN = Text(
    de="In {file} ist „{key}“ unbekannt; erlaubt sind hier: {known}.",
    en='In {file} there is no setting "{key}"; the ones here are: {known}.',
)
_WRONG = Text(
    de="In {file} passt der Wert von „{key}“ nicht; erwartet wird {expected}.",
    en='In {file} the value of "{key}" is wrong; it must be {expected}.',
)

_OTHER_GAME = Text(
    de="In {file} passen „table.game“ ({game}) und „table.rules“ ({rules}) nicht zusammen; "
    "diese Hausregeln gehören zu {other}.",
    en='In {file} "table.game" ({game}) and "table.rules" ({rules}) do not go together; these '
    "house rules are for {other}.",
)

_WHOLE = Text(de="eine ganze Zahl", en="a whole number")
_PIN = Text(de="eine GPIO-Nummer von 0 bis 27", en="a GPIO number from 0 to 27")
_LAST_PIN = 27
_DAY_MIN = 24 * 60
_MOST_DAYS = 100 * 366
_MOST_ANGLE = 720
"""Degrees either way: twice around; what is no number at all is never within."""
_MINUTES = Text(de="eine Zahl von Minuten, 0 für nie", en="a number of minutes, 0 for never")
_DAYS = Text(de="eine ganze Zahl von Tagen oder „never“", en='a whole number of days, or "never"')
_WORD = Text(de="ein Text", en="a text")
_SWITCH = Text(de="true oder false", en="true or false")
_SIZE = Text(
    de="eine Bildgröße von 1280x720 bis 3840x2160", en="a picture size from 1280x720 to 3840x2160"
)
_WORDS = Text(de="eine Liste von Namen", en="a list of names")
_NAMES = Text(
    de="In {file} passt bei „seats“ ein Name nicht: {why}",
    en='In {file} a name in "seats" will not do: {why}',
)
_TABLE = Text(de="ein Abschnitt", en="a section")
_RULES = Text(
    de="ein Abschnitt mit Hausregeln oder der Name eines Regelwerks",
    en="a section of house rules or the name of a preset",
)
_LANGUAGE = Text(de="de oder en", en="de or en")
_MOMENT = Text(
    de="at_once, trick_end, deal_end oder on_claim", en="at_once, trick_end, deal_end or on_claim"
)
_LATE = Text(
    de="In {file} würde unter [referee] ein stärkerer Beweis später gesagt als ein schwächerer; "
    "own_play darf nicht nach count und count nicht nach joint kommen.",
    en="In {file} the section [referee] would have a stronger proof said later than a weaker "
    "one; own_play must not come after count, nor count after joint.",
)
_NUMBERS = Text(de="eine Liste von Zahlen", en="a list of numbers")


class SettingsError(PlainError):
    """A configuration that cannot be read, or says what no table knows."""

    def __init__(self, text: Text, path: Path) -> None:
        super().__init__(text)
        self.path = path


@dataclass(frozen=True, slots=True)
class Settings:
    """One table's set-up; every field has a value that works out of the box."""

    game: str = "schafkopf"
    deck: str = "isar"
    seats: tuple[str, ...] = ("Resi", "Toni", "Vroni", "Sepp")
    rules: JsonObject = field(default_factory=dict)
    forget_names_after_days: int | None = DAYS
    """Days without an evening after which a name is forgotten; None: never."""
    unread: bool = False
    """Whether these are the usual values, for the file cannot be read: nobody is forgotten."""
    source: str | None = None
    """Camera device, video, folder or address; None: the first camera."""
    size: tuple[int, int] = (1920, 1080)
    """Width and height the camera is asked for, as long as no other was chosen on the screen: the
    largest that a Raspberry Pi 5 takes in at 30 pictures a second (docs/DEVICES.md, The camera's
    size)."""
    seat_angles: tuple[float, ...] | None = None
    """Degrees clockwise from the lower edge, one a seat; None: evenly."""
    light_pin: int | None = None
    """GPIO (BCM number) of the lamp that is on while the camera is; None: there is none."""
    off_after_min: float = 10.0
    """Minutes without play after which the camera switches itself off; 0: never."""
    saying: Saying = DEFAULT_SAYING
    """When a verdict of each grade is said."""
    port: int = 8080
    host: str = "127.0.0.1"
    language: Literal["de", "en"] = "de"
    guest_port: int = 8081
    """Where phones look on, once they are switched on at the table."""
    host_port: int = 8082
    """Where phones of the host work the table, where host mode is on."""
    host_mode: bool = False
    """Whether host mode is on from the start."""
    camera_port: int = 8083
    """Where the phone that is the camera comes, while one is."""
    region: Region = PLAIN
    """The words German pages begin with; another choice on the screen comes before it."""
    pins: Pins | None = None
    """What hangs on the Raspberry Pi's own pins; None: nothing."""
    strip: StripSettings = AS_IT_COMES
    """The lights round the table."""
    mqtt: Broker | None = None
    """Whom the table tells what happens; None: nobody."""
    metrics_port: int | None = None
    """Where a monitor on this device reads figures; None: nowhere."""


_KNOWN: dict[str, tuple[str, ...]] = {
    "table": ("game", "deck", "seats", "rules", "forget_names_after_days"),
    "camera": ("source", "size", "seat_angles", "light_pin", "off_after_min"),
    "referee": ("own_play", "count", "joint"),
    "page": ("port", "host", "language"),
    "phones": ("guest_port", "host_port", "host_mode", "camera_port"),
    "words": tuple(WORDS),
    "pins": PIN_KEYS,
    "strip": STRIP_KEYS,
    "mqtt": MQTT_KEYS,
    "metrics": METRICS_KEYS,
}

_Reader = Callable[[dict[str, object], Path | str], object]
_OWN: dict[str, tuple[str, _Reader]] = {
    "words": ("region", region_of),
    "pins": ("pins", pins_of),
    "strip": ("strip", strip_of),
    "mqtt": ("mqtt", broker_of),
    "metrics": ("metrics_port", metrics_port_of),
}
"""Sections that a module of their own reads, and the field of `Settings` that takes what it makes
of them. A section that is not there leaves the field as it is."""


def load_settings(config: Path | None, home: Home) -> Settings:
    """Read the configuration named by `--config`, of the system, or of the data folder.

    Raises:
        PlainError: a named file is missing, the file is no TOML, or a key or value is unknown.
    """
    if config is not None:
        return read_settings(config, home)
    if SYSTEM_CONFIG.exists():
        try:
            return read_settings(SYSTEM_CONFIG, home)
        except SettingsError as error:
            # Somebody began with a fresh one at the table, where nobody may write the system's.
            if not home.table_toml.exists():
                raise
            LOG.warning("%s", error)
    return read_settings(home.table_toml, home) if home.table_toml.exists() else Settings()


def usual_settings() -> Settings:
    """Return what holds while the file cannot be read; it may say that nobody is forgotten."""
    return Settings(forget_names_after_days=None, unread=True)


def begin_afresh(damaged: Path, home: Home) -> Path:
    """Set a configuration aside that cannot be read and write a fresh one; return where it is kept.

    The page stays where it is looked for, and nobody is forgotten by themselves: the old one may
    have said so. One that this user may not move stays, and the one in the data folder is read
    instead.

    Raises:
        PlainError: nothing can be written.
    """
    _, port, language = place_of(damaged, home)
    lines = ["[table]", 'forget_names_after_days = "never"', "[page]"]
    if type(port) is int and 0 <= port <= 65535:
        lines.append(f"port = {port}")
    if language in ("de", "en"):
        lines.append(f'language = "{language}"')
    kept, fresh = aside(damaged, datetime.now()), damaged
    try:
        try:
            damaged.rename(kept)
        except OSError:
            if damaged != SYSTEM_CONFIG:
                raise
            kept, fresh = damaged, home.table_toml
        write_whole(fresh, "".join(f"{line}\n" for line in lines).encode(), OWNER)
    except OSError as error:
        raise not_writable(home.root, error) from error
    return kept


def place_of(config: Path | None, home: Home) -> tuple[object, object, object]:
    """Return host, port and language of the page as far as a configuration says them, else None.

    A file that is refused as a whole, or is no TOML, may still tell where its page is looked for.
    """
    for path in (config,) if config is not None else (SYSTEM_CONFIG, home.table_toml):
        try:
            text = path.read_text("utf-8", "replace")
        except OSError:
            continue
        try:
            page = tomllib.loads(text).get("page", {})
        except (ValueError, RecursionError):
            said = dict(_PLACE.findall(text))
            page = {key: json.loads(value) for key, value in said.items()}
        page = page if isinstance(page, dict) else {}
        return page.get("host"), page.get("port"), page.get("language")
    return None, None, None


_PLACE = re.compile(
    r"""^\s*(port|host|language)\s*=\s*(0|[1-9][0-9]{0,4}|"[\w.:]*")\s*(?:#.*)?$""", re.MULTILINE
)
"""A line of a broken file that says where its page is; no other section has keys of these names."""


def read_settings(path: Path, home: Home) -> Settings:
    """Read one `table.toml`; house rules it names lie in the data folder.

    Raises:
        PlainError: as for `load_settings`.
    """
    try:
        return _settings(path, read_toml(path, _UNREADABLE), home)
    except PlainError as error:
        denied = isinstance(error.__cause__, PermissionError)
        said = _NOT_YOURS.format(file=path) if denied else error.text
        raise SettingsError(said, path) from error


def _settings(path: Path, data: dict[str, object], home: Home) -> Settings:
    _refuse_unknown(path, "", data, tuple(_KNOWN))
    values: dict[str, object] = {}
    for section, keys in _KNOWN.items():
        part = data.get(section, {})
        if not isinstance(part, dict):
            raise _wrong(path, section, _TABLE)
        _refuse_unknown(path, f"{section}.", part, keys)
        if section not in _OWN:
            values.update(part)
        elif section in data:
            field_name, reader = _OWN[section]
            values[field_name] = reader(part, path)
    if isinstance(values.get("rules"), str):
        values |= _named_rules(path, values, home)
    if isinstance(values.get("source"), str):
        values["source"] = CameraAddress(values["source"])
    settings = Settings(**_checked(path, values))  # type: ignore[arg-type]
    refuse_clashes(settings.pins, settings.light_pin, path)
    return settings


def _named_rules(path: Path, values: dict[str, object], home: Home) -> dict[str, object]:
    """Return game and rules where `table.rules` is the name of house rules."""
    named = find_rules(str(values["rules"]), home)
    if values.get("game", named.game) != named.game:
        raise PlainError(
            _OTHER_GAME.format(
                file=path, game=values["game"], rules=values["rules"], other=named.game
            )
        )
    return {"game": named.game, "rules": named.options}


def _refuse_unknown(
    path: Path, prefix: str, part: dict[str, object], known: tuple[str, ...]
) -> None:
    for key in part:
        if key not in known:
            raise PlainError(
                _UNKNOWN.format(file=path, key=prefix + key, known=", ".join(sorted(known)))
            )


def _wrong(path: Path, key: str, expected: Text) -> PlainError:
    return PlainError(_WRONG.format(file=path, key=key, expected=expected))


def _checked(path: Path, values: dict[str, object]) -> dict[str, object]:
    checked = dict(values)
    for key in ("game", "deck", "source", "host"):
        if key in values and not isinstance(values[key], str):
            raise _wrong(path, key, _WORD)
    for key in ("port", "guest_port", "host_port", "camera_port"):
        port = values.get(key, 0)
        if type(port) is not int or not 0 <= port <= 65535:
            raise _wrong(path, key, _WHOLE)
    if type(values.get("host_mode", False)) is not bool:
        raise _wrong(path, "host_mode", _SWITCH)
    pin = values.get("light_pin", 0)
    if type(pin) is not int or not 0 <= pin <= _LAST_PIN:
        raise _wrong(path, "light_pin", _PIN)
    if "size" in values:
        checked["size"] = _size(path, values["size"])
    minutes = values.get("off_after_min", 0)
    if type(minutes) not in (int, float) or not 0 <= cast("float", minutes) <= _DAY_MIN:
        raise _wrong(path, "off_after_min", _MINUTES)
    if values.get("language", "de") not in ("de", "en"):
        raise _wrong(path, "language", _LANGUAGE)
    checked["forget_names_after_days"] = _days(path, "forget_names_after_days", values)
    if not isinstance(values.get("rules", {}), dict):
        raise _wrong(path, "rules", _RULES)
    checked["saying"] = _saying(path, checked)
    if "seats" in values:
        checked["seats"] = _names(path, _listed(path, "seats", values["seats"], (str,), _WORDS))
    if "seat_angles" in values:
        checked["seat_angles"] = _angles(path, values["seat_angles"])
    return checked


def _angles(path: Path, value: object) -> tuple[float, ...]:
    angles = _listed(path, "seat_angles", value, (int, float), _NUMBERS)
    if not all(abs(cast("float", angle)) <= _MOST_ANGLE for angle in angles):
        raise _wrong(path, "seat_angles", _NUMBERS)
    return tuple(float(cast("float", angle)) for angle in angles)


def _days(path: Path, key: str, values: dict[str, object]) -> int | None:
    days = values.get(key, DAYS)
    if days == "never":
        return None
    if type(days) is not int or not 1 <= days <= _MOST_DAYS:
        raise _wrong(path, key, _DAYS)
    return days


def _size(path: Path, value: object) -> tuple[int, int]:
    size = read_size(value) if isinstance(value, str) else None
    if size is None:
        raise _wrong(path, "size", _SIZE)
    return size


def _saying(path: Path, values: dict[str, object]) -> Saying:
    """Take the grades out of `values` and return the house rule they make."""
    words = {moment.value: moment for moment in SayWhen}
    given: dict[str, SayWhen] = {}
    for grade in _KNOWN["referee"]:
        if grade in values:
            word = values.pop(grade)
            if not isinstance(word, str) or word not in words:
                raise _wrong(path, grade, _MOMENT)
            given[grade] = words[word]
    try:
        return Saying(**given)
    except ValueError as error:
        raise PlainError(_LATE.format(file=path)) from error


def _names(path: Path, given: tuple[object, ...]) -> tuple[str, ...]:
    """Return names as they will be offered; one that nobody could sit down with is refused."""
    try:
        return read_names(cast("tuple[str, ...]", given))
    except PlainError as error:
        raise PlainError(_NAMES.format(file=path, why=error.text)) from error


def _listed(
    path: Path, key: str, value: object, kinds: tuple[type, ...], expected: Text
) -> tuple[object, ...]:
    if not isinstance(value, list) or not value:
        raise _wrong(path, key, expected)
    if not all(isinstance(item, kinds) for item in value):
        raise _wrong(path, key, expected)
    return tuple(value)
