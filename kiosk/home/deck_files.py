"""The files of the decks: found by path or name, opened, written, kept as a draft, removed.

A deck lies in the data folder or came with the program (`BUNDLED`). While it is enrolled its draft
lies beside the finished ones, with the plan of cards it is to hold; the deck of that name that was
there before is kept under another.
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

from engine.cards import Card, Family, UnknownCardError, card
from engine.files import write_whole
from engine.text import Language, PlainError, Text, with_guess
from kiosk.home.data_folder import Home, not_writable
from kiosk.home.packs import whole_pack
from kiosk.home.prints import PRINTS
from vision.reading.deck_archive import print_in
from vision.reading.nets import Nets
from vision.reading.profile import Profile, load_profile

LOG = logging.getLogger("mehrkopf")
BUNDLED = Path(__file__).resolve().parents[2] / "models" / "decks"
SUFFIX = ".deck"
DRAFT_SUFFIX = ".draft"
"""A deck that is not wholly enrolled yet; it lies beside the finished ones."""
PLAN_SUFFIX = ".plan"
"""Which cards that deck is to hold."""

_UNKNOWN = Text(
    de="Das Kartenblatt „{name}“ ist nicht eingelernt ({known}); mit „mehrkopf enrol {name} "
    "--from ORDNER“ einlernen.",
    en='The deck "{name}" is not enrolled ({known}); enrol it with "mehrkopf enrol {name} '
    '--from FOLDER".',
)
_KNOWN = Text(de="da sind: {names}", en="there are: {names}")
_NONE = Text(de="noch keines ist da", en="there are none yet")

_FOLDER = Text(
    de="{path} ist ein Ordner und kein Kartenblatt; bitte die .deck-Datei darin nennen.",
    en="{path} is a folder, not a deck; please name the .deck file in it.",
)
_MORE = Text(
    de="{path} ist beschädigt: Vor oder hinter dem Kartenblatt steht noch etwas anderes. Bitte "
    "noch einmal kopieren oder neu einlernen.",
    en="{path} is damaged: there is something else before or after the deck. Please copy it "
    "again or enrol the deck anew.",
)
_FORMER = Text(de="-vorher", en="-before")
_LONGEST = 30
_KEPT = Text(
    de="Ein Blatt „{name}“ gab es schon; es bleibt als „{former}“ erhalten.",
    en='There was already a deck "{name}"; it is kept as "{former}".',
)
_BEGIN = b"PK\x03\x04"
_END = b"PK\x05\x06"
_END_BYTES = 22
"""A zip archive ends with so many bytes that begin like this; what follows it is none of it."""
BAD_NAME = Text(
    de="„{name}“ taugt nicht als Name eines Blatts; Buchstaben, Ziffern, - und _ verwenden.",
    en='"{name}" will not do as the name of a deck; use letters, digits, - and _.',
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
    raise PlainError(with_guess(absent.format(name=name, known=known), name, names))


def deck_names(home: Home) -> list[str]:
    """Return the names of all decks, enrolled and bundled."""
    folders = (home.decks, BUNDLED)
    return sorted({path.stem for folder in folders for path in folder.glob(f"*{SUFFIX}")})


def open_deck(name: str, home: Home, nets: Nets, absent: Text = _UNKNOWN) -> Profile:
    """Load the deck meant by `name`.

    Raises:
        PlainError: there is none (`absent`, as for `find_deck`), or it is damaged.
    """
    return open_file(find_deck(name, home, absent), nets)


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


def draft_path(home: Home, name: str) -> Path:
    """Return where the draft of a deck lies."""
    return home.decks / f"{name}{DRAFT_SUFFIX}"


def load_draft(home: Home, name: str, nets: Nets) -> Profile | None:
    """Return what was learned of a deck before it was broken off, None where nothing was.

    Raises:
        PlainError: the draft is damaged.
    """
    path = draft_path(home, name)
    return load_profile(path, nets.embedding) if path.exists() else None


def plan_path(home: Home, name: str) -> Path:
    """Return where it stands which cards a draft is to hold once it is whole."""
    return home.decks / f"{name}{PLAN_SUFFIX}"


def keep_plan(home: Home, name: str, cards: Sequence[Card]) -> None:
    """Keep which cards a deck is to hold, so that a broken off enrolment can go on.

    Raises:
        PlainError: the data folder cannot be written.
    """
    home.prepare()
    said = {"family": cards[0].family.value, "cards": [card.code for card in cards]}
    try:
        write_whole(plan_path(home, name), json.dumps(said))
    except OSError as error:
        raise not_writable(home.root, error) from error


def load_plan(home: Home, name: str, known: Sequence[Card]) -> tuple[Card, ...]:
    """Return which cards a draft is to hold; by the cards it holds where nobody noted it."""
    try:
        said = json.loads(plan_path(home, name).read_text(encoding="utf-8"))
        family = Family(said["family"])
        return tuple(card(code, family) for code in said["cards"])
    except (OSError, ValueError, KeyError, TypeError, UnknownCardError):
        return whole_pack(known)


def save(profile: Profile, path: Path, home: Home) -> None:
    """Write a deck or a draft.

    Raises:
        PlainError: the data folder cannot be written.
    """
    home.prepare()
    try:
        profile.save(path)
    except OSError as error:
        raise not_writable(home.root, error) from error


def save_deck(profile: Profile, home: Home) -> Path:
    """Write a finished deck, remove its draft and return the file.

    Raises:
        PlainError: the data folder cannot be written.
    """
    path = home.decks / f"{profile.name}{SUFFIX}"
    save(profile, path, home)
    draft_path(home, profile.name).unlink(missing_ok=True)
    plan_path(home, profile.name).unlink(missing_ok=True)
    return path


def keep_former(name: str, home: Home, language: Language) -> Text | None:
    """Copy the deck of that name, where there is one, before another takes its place.

    The copy is named in the language of who enrols. Return what is said about it.

    Raises:
        PlainError: the data folder cannot be written.
    """
    path = home.decks / f"{name}{SUFFIX}"
    if not path.exists():
        return None
    former = f"{name[:_LONGEST]}{_FORMER.in_language(language)}"
    try:
        write_whole(home.decks / f"{former}{SUFFIX}", path.read_bytes())
    except OSError as error:
        raise not_writable(home.decks, error) from error
    return _KEPT.format(name=name, former=former)


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


def printed_on(home: Home) -> Callable[[str], str]:
    """Return what tells the print of this home's decks; empty for suits and courts as usual."""

    def name(deck: str) -> str:
        try:
            path = find_deck(deck, home)
            return _print_in(path, path.stat().st_mtime_ns)
        except (PlainError, OSError):
            return ""  # Not enrolled here (any more): its cards are called as the game calls them.

    return name


@lru_cache(maxsize=64)
def _print_in(path: Path, written: int) -> str:
    """Read the print of a deck as it was `written`; the pages ask for every sentence."""
    del written
    name = print_in(path)
    return name if name in PRINTS else ""
