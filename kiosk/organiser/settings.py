"""The organiser's settings, `organiser.toml` in his folder: the database, the line to the broker.

Without the file everything is in the folder, and results come from paper.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.bounds import MOST_SETTINGS
from engine.text import PlainError, Text, os_reason
from kiosk.organiser.broker_files import PORT, SETTINGS
from kiosk.organiser.line import Line

_UNREADABLE = Text(
    de="{file} ist nicht lesbar ({why}); bitte prüfen oder löschen.",
    en="{file} cannot be read ({why}); please check it or delete it.",
)
_TOO_LONG = Text(de="die Datei ist zu lang", en="the file is too long")
_UNKNOWN = Text(
    de="In {file} ist „{key}“ unbekannt; möglich sind: {known}.",
    en='In {file} "{key}" is unknown; it can be: {known}.',
)
_WRONG = Text(
    de="In {file} passt der Wert von „{key}“ nicht; erwartet wird {expected}.",
    en='In {file} the value of "{key}" is wrong; it must be {expected}.',
)
_WORD = Text(de="ein Text", en="a text")
_PORT = Text(de="eine Zahl von 1 bis 65535", en="a number from 1 to 65535")
_SECTION = Text(de="ein Abschnitt [mqtt]", en="a section [mqtt]")
_TOP = ("database", "mqtt")
_MQTT = ("host", "port", "user", "password_file", "ca_file")


@dataclass(frozen=True, slots=True)
class OrganiserSettings:
    """What holds on this machine."""

    database: Path | str
    """A folder, or a server's address."""
    line: Line | None
    """None: no broker, every list comes from paper."""


def settings_of(folder: Path) -> OrganiserSettings:
    """Read the settings of a folder.

    Raises:
        PlainError: they cannot be read, or something in them is wrong.
    """
    file = folder / SETTINGS
    try:
        text = file.read_text("utf-8")
        if len(text) > MOST_SETTINGS:
            raise PlainError(_UNREADABLE.format(file=file, why=_TOO_LONG))
        said = tomllib.loads(text)
    except FileNotFoundError:
        return OrganiserSettings(folder, None)
    except OSError as error:
        raise PlainError(_UNREADABLE.format(file=file, why=os_reason(error))) from error
    except ValueError as error:
        raise PlainError(_UNREADABLE.format(file=file, why=error)) from error
    _known(file, said, _TOP)
    database = said.get("database", folder)
    if not isinstance(database, str | Path) or not str(database):
        raise _wrong(file, "database", _WORD)
    if isinstance(database, str) and "://" not in database:
        database = folder / Path(database).expanduser()
    section = said.get("mqtt")
    if section is None:
        return OrganiserSettings(database, None)
    if not isinstance(section, dict):
        raise _wrong(file, "mqtt", _SECTION)
    return OrganiserSettings(database, _line(file, section))


def _line(file: Path, section: Mapping[str, object]) -> Line:
    _known(file, section, _MQTT)
    for key in ("host", "user", "password_file", "ca_file"):
        word = section.get(key, "x" if key != "host" else "")
        if not isinstance(word, str) or not word:
            raise _wrong(file, f"mqtt.{key}", _WORD)
    port = section.get("port", PORT)
    if type(port) is not int or not 1 <= port <= 65535:
        raise _wrong(file, "mqtt.port", _PORT)
    return Line(
        str(section["host"]),
        port,
        str(section.get("user", "")),
        _beside(file, section.get("password_file")),
        _beside(file, section.get("ca_file")),
    )


def _beside(file: Path, name: object) -> Path | None:
    return None if name is None else file.parent / Path(str(name)).expanduser()


def _known(file: Path, said: Mapping[str, object], known: tuple[str, ...]) -> None:
    for key in said:
        if key not in known:
            raise PlainError(_UNKNOWN.format(file=file, key=key, known=", ".join(known)))


def _wrong(file: Path, key: str, expected: Text) -> PlainError:
    return PlainError(_WRONG.format(file=file, key=key, expected=expected))
