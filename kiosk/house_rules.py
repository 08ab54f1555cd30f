"""House rules by name: the built-in presets, and the table's own in `rules/NAME.toml`."""

from __future__ import annotations

from pathlib import Path

from engine.rules_toml import NamedRules, from_toml, preset_named, presets
from engine.text import PlainError, Text, os_reason
from kiosk.home import Home

_UNREADABLE = Text(
    de="Die Hausregeln {file} sind nicht lesbar ({why}); Pfad und Rechte prüfen.",
    en="The house rules {file} cannot be read ({why}); check path and permissions.",
)
_NOT_UTF8 = Text(de="kein UTF-8-Text", en="no UTF-8 text")
_UNKNOWN = Text(
    de="Das Regelwerk „{name}“ gibt es nicht; bekannt sind: {known}. Eigene liegen als "
    "NAME.toml in {folder}.",
    en='There are no rules called "{name}"; known are: {known}. Your own belong into {folder} '
    "as NAME.toml.",
)


def own_rules(home: Home) -> tuple[str, ...]:
    """Return the names of the table's own house rules."""
    return tuple(sorted(path.stem for path in home.rules.glob("*.toml")))


def find_rules(name: str, home: Home) -> NamedRules:
    """Return the house rules of a name: the table's own before the built-in presets.

    Raises:
        PlainError: there are none of that name, or the file is wrong.
    """
    if name in own_rules(home):
        return read_rules(home.rules / f"{name}.toml")
    if name in presets():
        return preset_named(name)
    known = ", ".join((*presets(), *own_rules(home)))
    raise PlainError(_UNKNOWN.format(name=name, known=known, folder=home.rules))


def read_rules(path: Path) -> NamedRules:
    """Return the house rules of a TOML file.

    Raises:
        PlainError: it cannot be read or is wrong; one sentence that names the file.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise PlainError(_UNREADABLE.format(file=path, why=os_reason(error))) from error
    except UnicodeDecodeError as error:
        raise PlainError(_UNREADABLE.format(file=path, why=_NOT_UTF8)) from error
    return from_toml(text, str(path))
