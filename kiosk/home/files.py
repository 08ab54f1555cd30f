"""Small files of the data folder: TOML read, choices kept. `engine.files` writes them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from pathlib import Path
from threading import Lock
from typing import Any, Generic, Literal, TypeVar, get_args

from engine.bounds import MOST_SETTINGS
from engine.files import write_whole
from engine.rules.description import toml_value
from engine.rules.toml import NoTomlError, toml_of
from engine.text import Language, PlainError, Text, os_reason

_NOT_UTF8 = Text(de="kein UTF-8-Text", en="it is not UTF-8 text")
_NOTATION = Text(
    de="in Zeile {line} stimmt die Schreibweise nicht", en="line {line} is not written correctly"
)


def read_toml(path: Path, unreadable: Text) -> dict[str, Any]:
    """Return what the file holds; `unreadable` is the sentence with places {file} and {why}.

    Raises:
        PlainError: there is no such file, it cannot be read, or it is no TOML.
    """
    try:
        with path.open(encoding="utf-8-sig") as file:
            return toml_of(file.read(MOST_SETTINGS + 1))
    except OSError as error:
        raise PlainError(unreadable.format(file=path, why=os_reason(error))) from error
    except UnicodeDecodeError as error:
        raise PlainError(unreadable.format(file=path, why=_NOT_UTF8)) from error
    except NoTomlError as error:
        why = _NOTATION.format(line=error.line)
        raise PlainError(unreadable.format(file=path, why=why)) from error


C = TypeVar("C")
"""A frozen dataclass; its fields are the file's keys."""

NOT_KEPT = Text(
    de="Die Wahl ließ sich nicht speichern ({why}); sie gilt bis zum Ausschalten.",
    en="The choice could not be saved ({why}); it holds until the table is switched off.",
)


class KeptChoice(Generic[C]):
    """A choice the table has made on the page; it holds at once and is kept in a file of its own.

    Any thread may choose.
    """

    def __init__(
        self,
        at_first: C,
        file: Path | None,
        choice_of: Callable[[dict[str, Any], Path], C],
        unreadable: Text,
        *,
        vital: bool = True,
    ) -> None:
        """Read the file where it is there.

        Args:
            at_first: what holds until somebody chooses.
            file: where the choice is kept; None: nowhere.
            choice_of: turns what the file says into a choice; a field of None is not in the file.
            unreadable: the sentence with places {file} and {why}.
            vital: whether a file that cannot be read or written is an error; else it is logged,
                for an evening must not fail for it.

        Raises:
            PlainError: the file cannot be read, or holds something else.
        """
        self._file = file
        self._vital = vital
        self._gate = Lock()
        self._heard: list[Callable[[], object]] = []
        self.choice = at_first
        if file is not None and file.exists():
            try:
                self.choice = choice_of(read_toml(file, unreadable), file)
            except PlainError as error:
                self._failed(error)

    def choose(self, choice: C) -> None:
        """Take another choice from now on.

        Raises:
            PlainError: the file cannot be written; the choice holds nevertheless.
        """
        with self._gate:
            self._keep(choice)

    def change(self, **said: object) -> None:
        """Take other values of some fields from now on.

        Raises:
            PlainError: the file cannot be written; the choice holds nevertheless.
        """
        with self._gate:
            self._keep(replace(self.choice, **said))  # type: ignore[type-var]

    def listen(self, heard: Callable[[], object]) -> None:
        """Have `heard` called after each choice from now on; it returns at once and chooses not."""
        with self._gate:
            self._heard.append(heard)

    def _keep(self, choice: C) -> None:
        self.choice = choice
        for heard in self._heard:
            heard()
        if self._file is None:
            return
        said = {each.name: getattr(choice, each.name) for each in fields(choice)}  # type: ignore[arg-type]
        lines = [f"{key} = {toml_value(one)}\n" for key, one in said.items() if one is not None]
        try:
            write_whole(self._file, "".join(lines))
        except OSError as error:
            self._failed(PlainError(NOT_KEPT.format(why=os_reason(error))))

    def _failed(self, error: PlainError) -> None:
        if self._vital:
            raise error
        _LOG.warning("%s", error)


_LOG = logging.getLogger("mehrkopf")
_UNREADABLE = Text(
    de="Was auf der Seite eingestellt war, ist nicht lesbar ({file}: {why}).",
    en="The settings made on the page cannot be read ({file}: {why}).",
)


OpenTo = Literal["nobody", "table", "phones"]
"""Who may see a deal with open cards; `phones`: those that look on too."""
OPEN_TO: tuple[OpenTo, ...] = get_args(OpenTo)


@dataclass(frozen=True, slots=True)
class PageChoice:
    """What was set on the page; None where nobody said so."""

    language: Language | None = None
    money: bool | None = None
    """Amounts in euros instead of units."""
    open_cards: OpenTo | None = None
    """Who sees deals with open cards once they are over; at the table, unless somebody said so."""


def read_page_choice(file: Path) -> dict[str, Any]:
    """Return what a file of the page's choice says.

    Raises:
        PlainError: it cannot be read.
    """
    return read_toml(file, _UNREADABLE)


def kept_page_choice(file: Path | None = None) -> KeptChoice[PageChoice]:
    """Return what was set on the page; a value that does not fit counts as not said."""

    def choice_of(said: dict[str, Any], _: Path) -> PageChoice:
        language, money = said.get("language"), said.get("money")
        return PageChoice(
            "de" if language == "de" else "en" if language == "en" else None,
            money if isinstance(money, bool) else None,
            next((each for each in OPEN_TO if each == said.get("open_cards")), None),
        )

    return KeptChoice(PageChoice(), file, choice_of, _UNREADABLE, vital=False)
