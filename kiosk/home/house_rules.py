"""House rules by name: the built-in presets, and the table's own in `rules/NAME.toml`.

The table's own are read anew each time; they can be saved and thrown away.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from engine.files import write_whole
from engine.rules.description import toml_value
from engine.rules.house_rules import NamedRules, from_toml, overrides, preset_named, presets
from engine.text import PlainError, Text, os_reason, with_guess
from kiosk.home.data_folder import Home
from kiosk.home.texts import read_text

_UNREADABLE = Text(
    de="Die Hausregeln {file} sind nicht lesbar ({why}); Pfad und Rechte prüfen.",
    en="The house rules {file} cannot be read ({why}); check the path and permissions.",
)
_UNKNOWN = Text(
    de="Das Regelwerk „{name}“ gibt es nicht; bekannt sind: {known}. Eigene liegen als "
    "NAME.toml in {folder}.",
    en='There is no preset "{name}"; known presets: {known}. Your own go in {folder} as NAME.toml.',
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
    known = (*presets(), *own_rules(home))
    said = _UNKNOWN.format(name=name, known=", ".join(known), folder=home.rules)
    raise PlainError(with_guess(said, name, known))


def read_rules(path: Path) -> NamedRules:
    """Return the house rules of a TOML file.

    Raises:
        PlainError: it cannot be read or is wrong; one sentence that names the file.
    """
    return from_toml(read_text(path, _UNREADABLE), str(path))


_LONGEST = 20
_BAD_NAME = Text(
    de="„{name}“ taugt nicht als Name. Bitte höchstens 20 Buchstaben, Ziffern, Striche oder "
    "Leerzeichen.",
    en="“{name}” will not do as a name. Please use at most 20 letters, digits, hyphens or spaces.",
)
_BUILT_IN = Text(
    de="„{name}“ heißt schon ein mitgeliefertes Regelwerk. Bitte einen anderen Namen nehmen.",
    en="“{name}” is already the name of a built-in preset. Please choose another name.",
)
_NOT_WRITTEN = Text(
    de="Die Hausregeln konnten nicht gespeichert werden ({why}). Bitte Speicherplatz prüfen.",
    en="The house rules could not be saved ({why}). Please check the free space.",
)
_NO_FOLDER = Text(
    de="Hier werden keine Hausregeln gespeichert.", en="House rules are not saved here."
)
_HEAD = "# {name}\n# Hausregeln dieses Tischs. What is left out is as in `preset`.\n"


class HouseRulesFolder:
    """House rules by name, in `folder` as NAME.toml; `given` ones are there without a file."""

    def __init__(
        self, folder: Path | None = None, given: Mapping[str, NamedRules] | None = None
    ) -> None:
        self._folder = folder
        self._given = dict(given or {})

    def own(self) -> dict[str, NamedRules]:
        """Return the table's own sets of rules, those that can be read."""
        found = dict(self._given)
        for path in self._files():
            try:
                found[path.stem] = read_rules(path)
            except PlainError:
                # It is named by `broken`; the others must not fail for it.
                continue
        return found

    def broken(self) -> tuple[Text, ...]:
        """Return what is wrong with the files that cannot be read."""
        wrong: list[Text] = []
        for path in self._files():
            try:
                read_rules(path)
            except PlainError as error:
                wrong.append(error.text)
        return tuple(wrong)

    def save(self, name: str, named: NamedRules) -> str:
        """Keep rules under a name, in place of those it had; returns the name as it is kept.

        Raises:
            PlainError: the name will not do, or nothing can be written.
        """
        name = " ".join(name.split())
        if not re.fullmatch(rf"[\w][\w -]{{0,{_LONGEST - 1}}}", name):
            raise PlainError(_BAD_NAME.format(name=name[:40]))
        if name.casefold() in presets():
            raise PlainError(_BUILT_IN.format(name=name))
        if self._folder is None:
            raise PlainError(_NO_FOLDER)
        lines = [
            f"{key} = {toml_value(value)}\n"
            for key, value in overrides(named.rules, named.game).items()
        ]
        _write(self._folder / f"{name}.toml", _HEAD.format(name=name) + "".join(lines))
        return name

    def remove(self, name: str) -> None:
        """Throw rules away; nothing where there are none of that name."""
        if name not in {path.stem for path in self._files()}:
            return
        assert self._folder is not None
        try:
            (self._folder / f"{name}.toml").unlink(missing_ok=True)
        except OSError as error:
            raise PlainError(_NOT_WRITTEN.format(why=os_reason(error))) from error

    def _files(self) -> list[Path]:
        return [] if self._folder is None else sorted(self._folder.glob("*.toml"))


def _write(path: Path, text: str) -> None:
    """Write a file whole or, where the plug is pulled, not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    except OSError as error:
        raise PlainError(_NOT_WRITTEN.format(why=os_reason(error))) from error
