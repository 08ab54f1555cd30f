"""Which of the field's synonyms a table uses, and where its choice is kept."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

from engine.rules_told import toml_value
from engine.text import PlainError, Text, os_reason
from kiosk.toml_files import read_toml
from kiosk.whole_file import write_whole

WORDS: dict[str, tuple[str, ...]] = {
    "gras": ("Gras", "Laub", "Blatt"),
    "ass": ("Sau", "Ass"),
    "unter": ("Unter", "Bauer"),
}
"""What can be chosen, the word every sentence is written with first."""

_UNREADABLE = Text(
    de="Die gewählten Wörter {file} sind nicht lesbar ({why}); die Datei löschen oder berichtigen.",
    en="The chosen words {file} cannot be read ({why}); delete or correct the file.",
)
_UNKNOWN = Text(
    de="In {file} passt der Wert von „{key}“ nicht; erlaubt sind {known}.",
    en='In {file} the value of "{key}" does not fit; known are {known}.',
)
_NOT_KEPT = Text(
    de="Die Wahl ließ sich nicht speichern ({why}); sie gilt bis zum Ausschalten.",
    en="The choice could not be kept ({why}); it holds until the table is switched off.",
)


@dataclass(frozen=True, slots=True)
class Region:
    """The words of one region."""

    gras: str = "Gras"
    ass: str = "Sau"
    unter: str = "Unter"

    @property
    def words(self) -> tuple[tuple[str, str], ...]:
        """Key and word of each choice."""
        return tuple((each.name, getattr(self, each.name)) for each in fields(self))


PLAIN = Region()


def region_of(said: dict[str, object], file: Path | str) -> Region:
    """Return the region a TOML section chooses.

    Raises:
        PlainError: a key or a word is not known.
    """
    for key, word in said.items():
        known = WORDS.get(key, tuple(WORDS))
        if key not in WORDS or word not in known:
            raise PlainError(_UNKNOWN.format(file=file, key=key, known=", ".join(known)))
    return Region(**said)  # type: ignore[arg-type]


class ChosenRegion:
    """The table's choice; kept in a file where there is one."""

    def __init__(self, at_first: Region = PLAIN, file: Path | None = None) -> None:
        """Read the file where it is there.

        Raises:
            PlainError: the file cannot be read or holds no such words.
        """
        self._file = file
        there = file is not None and file.exists()
        self._chosen = region_of(read_toml(file, _UNREADABLE), file) if there and file else at_first

    @property
    def chosen(self) -> Region:
        """What sentences are shown with now."""
        return self._chosen

    def choose(self, region: Region) -> None:
        """Take other words from now on.

        Raises:
            PlainError: the file cannot be written; the choice holds nevertheless.
        """
        self._chosen = region
        if self._file is None:
            return
        lines = "".join(f"{key} = {toml_value(word)}\n" for key, word in region.words)
        try:
            write_whole(self._file, lines)
        except OSError as error:
            raise PlainError(_NOT_KEPT.format(why=os_reason(error))) from error
