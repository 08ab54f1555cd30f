"""Which of the field's synonyms a table uses, and where its choice is kept."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

from engine.text import PlainError, Text
from kiosk.kept_choice import KeptChoice

WORDS: dict[str, tuple[str, ...]] = {
    "gras": ("Gras", "Laub", "Blatt"),
    "ass": ("Sau", "Ass"),
    "unter": ("Unter", "Bauer"),
    "index": ("Q J", "D B"),
}
"""What can be chosen, the word every sentence is written with first; `index` is what is printed on
the French deck's queens and jacks, by packs for Germany D and B (A. Pollett, "Indices",
members.tripod.com/a_pollett/cardindd.htm)."""

_UNREADABLE = Text(
    de="Die gewählten Wörter {file} sind nicht lesbar ({why}); die Datei löschen oder berichtigen.",
    en="The chosen words {file} cannot be read ({why}); delete or correct the file.",
)
_UNKNOWN = Text(
    de="In {file} passt der Wert von „{key}“ nicht; erlaubt sind {known}.",
    en='In {file} the value of "{key}" does not fit; known are {known}.',
)


@dataclass(frozen=True, slots=True)
class Region:
    """The words of one region."""

    gras: str = "Gras"
    ass: str = "Sau"
    unter: str = "Unter"
    index: str = "Q J"

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


class ChosenRegion(KeptChoice[Region]):
    """The table's choice of words."""

    def __init__(self, at_first: Region = PLAIN, file: Path | None = None) -> None:
        """Read the file where it is there; see `KeptChoice`."""
        super().__init__(at_first, file, region_of, _UNREADABLE)

    @property
    def chosen(self) -> Region:
        """What sentences are shown with now."""
        return self.choice
