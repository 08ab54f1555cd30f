"""What people once wished of the page and what holds at the next start too: `page.toml`."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

from engine.text import Language, PlainError, Text
from kiosk.toml_files import read_toml
from kiosk.whole_file import write_whole

LOG = logging.getLogger("mehrkopf")
_UNREADABLE = Text(
    de="Was auf der Seite eingestellt war, ist nicht lesbar ({file}: {why}).",
    en="What was set on the page cannot be read ({file}: {why}).",
)


@dataclass(frozen=True, slots=True)
class Wished:
    """What was wished; None where nobody said so."""

    language: Language | None = None
    money: bool | None = None
    """Amounts in euros instead of units."""


class Wishes:
    """Keeps what was wished in a file, or where there is none, while the program runs."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._gate = Lock()
        self._wished = _read(path)

    @property
    def wished(self) -> Wished:
        """What was wished so far."""
        return self._wished

    def language(self, language: Language) -> None:
        """Speak this language from now on."""
        with self._gate:
            self._keep(replace(self._wished, language=language))

    def money(self, *, money: bool) -> None:
        """Show amounts in euros, or in units."""
        with self._gate:
            self._keep(replace(self._wished, money=money))

    def _keep(self, wished: Wished) -> None:
        self._wished = wished
        if self._path is None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, _toml(wished))
        except OSError as error:
            # It holds until the program ends; an evening must not fail for it.
            LOG.warning("what was set on the page cannot be stored: %s", error)


def _toml(wished: Wished) -> str:
    lines = []
    if wished.language is not None:
        lines.append(f'language = "{wished.language}"\n')
    if wished.money is not None:
        lines.append(f"money = {str(wished.money).lower()}\n")
    return "".join(lines)


def _read(path: Path | None) -> Wished:
    if path is None or not path.exists():
        return Wished()
    try:
        found = read_toml(path, _UNREADABLE)
    except PlainError as error:
        LOG.warning("%s", error)
        return Wished()
    language, money = found.get("language"), found.get("money")
    return Wished(
        "de" if language == "de" else "en" if language == "en" else None,
        money if isinstance(money, bool) else None,
    )
