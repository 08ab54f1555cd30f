"""A choice the table has made on the page: it holds at once and is kept in a file of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any, Generic, TypeVar

from engine.rules_told import toml_value
from engine.text import PlainError, Text, os_reason
from kiosk.toml_files import read_toml
from kiosk.whole_file import write_whole

C = TypeVar("C")
"""A frozen dataclass; its fields are the file's keys."""

NOT_KEPT = Text(
    de="Die Wahl ließ sich nicht speichern ({why}); sie gilt bis zum Ausschalten.",
    en="The choice could not be kept ({why}); it holds until the table is switched off.",
)


class KeptChoice(Generic[C]):
    """A choice; kept in a file where there is one."""

    def __init__(
        self,
        at_first: C,
        file: Path | None,
        choice_of: Callable[[dict[str, Any], Path], C],
        unreadable: Text,
    ) -> None:
        """Read the file where it is there.

        Args:
            at_first: what holds until somebody chooses.
            file: where the choice is kept; None: nowhere.
            choice_of: turns what the file says into a choice.
            unreadable: the sentence with places {file} and {why}.

        Raises:
            PlainError: the file cannot be read, or holds something else.
        """
        self._file = file
        self.choice = at_first
        if file is not None and file.exists():
            self.choice = choice_of(read_toml(file, unreadable), file)

    def choose(self, choice: C) -> None:
        """Take another choice from now on.

        Raises:
            PlainError: the file cannot be written; the choice holds nevertheless.
        """
        self.choice = choice
        if self._file is None:
            return
        said = {each.name: getattr(choice, each.name) for each in fields(choice)}  # type: ignore[arg-type]
        lines = "".join(f"{name} = {toml_value(value)}\n" for name, value in said.items())
        try:
            write_whole(self._file, lines)
        except OSError as error:
            raise PlainError(NOT_KEPT.format(why=os_reason(error))) from error
