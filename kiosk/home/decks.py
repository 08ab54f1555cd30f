"""Finding an enrolled deck: by path, by its name in the data folder, or one of the bundled ones."""

from __future__ import annotations

import logging
import os
import re
from pathlib import Path

from engine.text import PlainError, Text
from kiosk.home.data_folder import Home, not_writable
from vision.reading.nets import Nets
from vision.reading.profile import Profile, load_profile

LOG = logging.getLogger("mehrkopf")
BUNDLED = Path(__file__).resolve().parents[2] / "models" / "decks"
SUFFIX = ".deck"

_UNKNOWN = Text(
    de="Das Kartenblatt „{name}“ ist nicht eingelernt ({known}); mit „mehrkopf enrol {name} "
    "--from ORDNER“ einlernen.",
    en='The deck "{name}" is not enrolled ({known}); enrol it with "mehrkopf enrol {name} '
    '--from FOLDER".',
)
_KNOWN = Text(de="da sind: {names}", en="there are: {names}")
_NONE = Text(de="noch keines ist da", en="there is none yet")

_FOLDER = Text(
    de="{path} ist ein Ordner und kein Kartenblatt; bitte die .deck-Datei darin nennen.",
    en="{path} is a folder and no deck; please name the .deck file in it.",
)
_MORE = Text(
    de="{path} ist beschädigt: Vor oder hinter dem Kartenblatt steht noch etwas anderes. Bitte "
    "noch einmal kopieren oder neu einlernen.",
    en="{path} is damaged: something else stands before or behind the deck. Please copy it once "
    "more or enrol the deck again.",
)
_BEGIN = b"PK\x03\x04"
_END = b"PK\x05\x06"
_END_BYTES = 22
"""A zip archive ends with so many bytes that begin like this; what follows it is none of it."""
BAD_NAME = Text(
    de="„{name}“ taugt nicht als Name eines Blatts; Buchstaben, Ziffern, - und _ verwenden.",
    en='"{name}" cannot be the name of a deck; use letters, digits, - and _.',
)


def is_deck_name(name: str) -> bool:
    """Tell whether a deck may be called that: it becomes a file's name."""
    return re.fullmatch(r"[\w-]{1,40}", name) is not None


def find_deck(name: str, home: Home, absent: Text = _UNKNOWN) -> Path:
    """Return the `.deck` file meant by `name`.

    Raises:
        PlainError: there is none; `absent` says so, with `{name}` and which are `{known}`.
    """
    if name.endswith(SUFFIX) or "/" in name:
        return Path(name).expanduser()
    for folder in (home.decks, BUNDLED):
        path = folder / f"{name}{SUFFIX}"
        if path.exists():
            return path
    names = deck_names(home)
    known = _KNOWN.format(names=", ".join(names)) if names else _NONE
    raise PlainError(absent.format(name=name, known=known))


def deck_names(home: Home) -> list[str]:
    """Return the names of all decks, enrolled and bundled."""
    folders = (home.decks, BUNDLED)
    return sorted({path.stem for folder in folders for path in folder.glob(f"*{SUFFIX}")})


def open_deck(name: str, home: Home, nets: Nets) -> Profile:
    """Load the deck meant by `name`.

    Raises:
        PlainError: there is none, or it is damaged.
    """
    return open_file(find_deck(name, home), nets)


def open_file(path: Path, nets: Nets) -> Profile:
    """Load a `.deck` file, all of which is the deck.

    Raises:
        PlainError: there is none, it is damaged, or something else hangs on it.
    """
    if path.is_dir():
        raise PlainError(_FOLDER.format(path=path))
    profile = load_profile(path, nets.embedding)
    with path.open("rb") as file:
        begin = file.read(len(_BEGIN))
        file.seek(-_END_BYTES, os.SEEK_END)
        end = file.read()
    if begin != _BEGIN or not end.startswith(_END):
        raise PlainError(_MORE.format(path=path))
    return profile


def remove_deck(name: str, home: Home) -> None:
    """Remove a deck of this table: every file of its name, the draft and an older version's too.

    Raises:
        PlainError: the data folder cannot be written.
    """
    try:
        for path in sorted(home.decks.glob(f"{name}.*")):
            path.unlink()
    except OSError as error:
        raise not_writable(home.decks, error) from error


def other_decks(name: str, home: Home, nets: Nets) -> list[Profile]:
    """Return all decks there are besides the one of this name, as far as they can be read."""
    found = []
    for other in deck_names(home):
        if other == name:
            continue
        try:
            found.append(open_deck(other, home, nets).without_pictures())
        except PlainError as error:
            LOG.info("not looked for: %s", error)
    return found
