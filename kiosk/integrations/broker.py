"""The section `[mqtt]` of table.toml: the broker that this table tells what happens.

Without the section the table tells nobody anything. A password is never in table.toml itself, which
people copy and send around, but in a file of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.text import PlainError, Text, os_reason
from kiosk.exchange.topics import Topics

PLAIN_PORT, TLS_PORT = 1883, 8883
_WORD = Text(de="ein Text", en="a text")
_PORT = Text(de="eine Zahl von 1 bis 65535", en="a number from 1 to 65535")
_SWITCH = Text(de="true oder false", en="true or false")
_WRONG = Text(
    de="In {file} passt der Wert von „mqtt.{key}“ nicht; erwartet wird {expected}.",
    en='In {file} the value of "mqtt.{key}" is wrong; it must be {expected}.',
)
_MISSING = Text(
    de="In {file} fehlt „mqtt.{key}“: ohne {what} kann der Tisch dem Broker nichts sagen.",
    en='In {file} "mqtt.{key}" is missing: without {what} the table cannot tell the broker '
    "anything.",
)
_NEEDED = {
    "host": Text(de="die Adresse des Brokers", en="the broker's address"),
    "table": Text(de="den Namen des Tisches", en="the table's name"),
}
_IN_FILE = Text(de="{why} (Datei {file})", en="{why} (file {file})")
_NO_PASSWORD = Text(
    de="Das Passwort für den Broker in {file} ist nicht lesbar ({why}); bitte "
    "„mqtt.password_file“ in table.toml prüfen.",
    en='The password for the broker in {file} cannot be read ({why}); please check "mqtt.'
    'password_file" in table.toml.',
)
_EMPTY = Text(de="die Datei ist leer", en="the file is empty")
_NO_TEXT = Text(de="kein UTF-8-Text", en="it is not UTF-8 text")


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the broker is, who this table is there, and what it may be told."""

    host: str
    table: str
    port: int = PLAIN_PORT
    user: str = ""
    """Empty: the table's name."""
    password_file: Path | None = None
    """Its first line is the password; None: the broker asks for none."""
    ca_file: Path | None = None
    """Certificates by which the broker is known; None: what is sent is not encrypted."""
    names: bool = False
    """Whether the people's names are sent; else their numbers."""
    home_assistant: bool = False
    """Whether the table introduces itself to Home Assistant."""

    @property
    def topics(self) -> Topics:
        """Where this table says what."""
        return Topics(self.table)

    @property
    def login(self) -> str:
        """The name that the broker knows the table by."""
        return self.user or self.table

    def password(self) -> str | None:
        """Read the password; None where there is to be none.

        Raises:
            PlainError: its file cannot be read or holds none.
        """
        if self.password_file is None:
            return None
        try:
            lines = self.password_file.read_text("utf-8").splitlines()
        except OSError as error:
            raise _no_password(self.password_file, os_reason(error)) from error
        except UnicodeDecodeError as error:
            raise _no_password(self.password_file, _NO_TEXT) from error
        if not lines or not lines[0].strip():
            raise _no_password(self.password_file, _EMPTY)
        return lines[0].strip()


KEYS = tuple(Broker.__slots__)
_WORDS = ("host", "table", "user", "password_file", "ca_file")
_SWITCHES = ("names", "home_assistant")


def broker_of(said: dict[str, object], file: Path | str) -> Broker:
    """Return what a TOML section says; its keys are among `KEYS`.

    A file it names lies beside the configuration, unless its path begins at the root.

    Raises:
        PlainError: a value is missing or wrong.
    """
    for key in _WORDS:
        if not isinstance(said.get(key, "x"), str) or said.get(key, "x") == "":
            raise _wrong(file, key, _WORD)
    for key in _SWITCHES:
        if not isinstance(said.get(key, False), bool):
            raise _wrong(file, key, _SWITCH)
    for key, what in _NEEDED.items():
        if key not in said:
            raise PlainError(_MISSING.format(file=file, key=key, what=what))
    port = said.get("port", TLS_PORT if "ca_file" in said else PLAIN_PORT)
    if type(port) is not int or not 1 <= port <= 65535:
        raise _wrong(file, "port", _PORT)
    words = {key: str(said[key]) for key in _WORDS if key in said}
    try:
        Topics(words["table"])
    except PlainError as error:
        raise PlainError(_IN_FILE.format(why=error.text, file=file)) from error
    return Broker(
        host=words["host"],
        table=words["table"],
        port=port,
        user=words.get("user", ""),
        password_file=_beside(file, words.get("password_file")),
        ca_file=_beside(file, words.get("ca_file")),
        names=said.get("names") is True,
        home_assistant=said.get("home_assistant") is True,
    )


def _beside(file: Path | str, name: str | None) -> Path | None:
    return None if name is None else Path(file).parent / Path(name).expanduser()


def _wrong(file: Path | str, key: str, expected: Text) -> PlainError:
    return PlainError(_WRONG.format(file=file, key=key, expected=expected))


def _no_password(file: Path, why: Text) -> PlainError:
    return PlainError(_NO_PASSWORD.format(file=file, why=why))
