"""The decks of this table for the pages: what there is, renaming, giving away and taking in."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from engine.cards import Card
from engine.text import PlainError
from kiosk.home import deck_files
from kiosk.home.data_folder import Home, not_writable
from kiosk.home.deck_files import (
    BUNDLED,
    SUFFIX,
    deck_names,
    find_deck,
    is_deck_name,
    open_deck,
    open_file,
    remove_deck,
)
from kiosk.home.packs import gaps
from kiosk.home.prints import PRINTS
from kiosk.words import decks as w
from vision.enrolling.learned_deck import nearest_pair
from vision.reading.nets import Nets
from vision.reading.profile import Profile, WithoutPicturesError, load_profile


@dataclass(frozen=True, slots=True)
class DeckOnShelf:
    """One deck as it stands there."""

    name: str
    count: int
    missing: tuple[Card, ...] = ()
    """Cards it lacks beside its others."""
    bundled: bool = False
    """Whether it came with the program; then it stays as it is."""
    draft: bool = False
    """Whether its enrolment was broken off."""
    of: int = 0
    """Cards a draft is to hold."""
    damaged: bool = False
    nearest: tuple[Card, Card, float] | None = None
    """Two cards most alike and how far apart they are."""
    printed: str = ""
    """What is printed on it, a word of `kiosk.home.prints`; empty for suits and courts."""


def shelf(home: Home, nets: Nets) -> tuple[DeckOnShelf, ...]:
    """Return every deck and draft, own ones first."""
    finished = [deck_of(name, home, nets) for name in deck_names(home)]
    drafts = [_draft(path, home, nets) for path in _drafts(home)]
    own = [deck for deck in finished if not deck.bundled]
    return (*drafts, *own, *(deck for deck in finished if deck.bundled))


def deck_of(name: str, home: Home, nets: Nets) -> DeckOnShelf:
    """Return one finished deck.

    Raises:
        PlainError: there is none of this name.
    """
    bundled = find_deck(name, home, w.UNKNOWN_DECK).parent == BUNDLED
    try:
        profile = open_deck(name, home, nets)
    except PlainError:
        return DeckOnShelf(name, 0, bundled=bundled, damaged=True)
    one, other, alike = nearest_pair(profile)
    return DeckOnShelf(
        name,
        len(profile.cards),
        gaps(profile.cards),
        bundled,
        nearest=(one, other, 1.0 - alike),
        printed=profile.printed if profile.printed in PRINTS else "",
    )


def draft_cards(name: str, home: Home, nets: Nets) -> tuple[Card, ...] | None:
    """Return which cards a draft is to hold, None where there is no draft.

    Raises:
        PlainError: the draft is damaged.
    """
    begun = deck_files.load_draft(home, name, nets)
    return None if begun is None else deck_files.load_plan(home, name, begun.cards)


def free_name(name: str, home: Home) -> str:
    """Return the name as a new deck may have it: without blanks at its ends, - for those within.

    Raises:
        PlainError: it cannot be a name, or it is taken.
    """
    plain = "-".join(name.split())
    if not is_deck_name(plain):
        raise PlainError(w.BAD_NAME)
    if plain in deck_names(home):
        raise PlainError(w.TAKEN.format(name=plain))
    return plain


def proposed_name(home: Home, stem: str) -> str:
    """Return a name that is not taken: `stem` and the next free number."""
    taken = {*deck_names(home), *(path.stem for path in _drafts(home))}
    return next(f"{stem}-{n}" for n in range(1, len(taken) + 2) if f"{stem}-{n}" not in taken)


def rename(name: str, new: str, home: Home, nets: Nets) -> str:
    """Call an own deck otherwise; return its name.

    Raises:
        PlainError: it came with the program, the name cannot be or is taken, or the disk is full.
    """
    if deck_of(name, home, nets).bundled:
        raise PlainError(w.BUNDLED_STAYS)
    plain = free_name(new, home)
    profile = open_deck(name, home, nets)
    try:
        replace(profile, name=plain).save(home.decks / f"{plain}{SUFFIX}")
    except OSError as error:
        raise not_writable(home.decks, error) from error
    remove_deck(name, home)
    return plain


def remove(name: str, home: Home, nets: Nets) -> None:
    """Remove an own deck or a draft.

    Raises:
        PlainError: it came with the program, or there is none.
    """
    if deck_files.draft_path(home, name).exists() and name not in deck_names(home):
        remove_deck(name, home)
        return
    if deck_of(name, home, nets).bundled:
        raise PlainError(w.BUNDLED_STAYS)
    remove_deck(name, home)


def packed(name: str, home: Home, nets: Nets) -> bytes:
    """Return a deck as it may leave the house: without pictures.

    Raises:
        PlainError: there is none, or it is damaged.
    """
    find_deck(name, home, w.UNKNOWN_DECK)
    profile = open_deck(name, home, nets).without_pictures()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}{SUFFIX}"
        profile.save(path)
        return path.read_bytes()


def take_in(data: bytes, home: Home, nets: Nets) -> str:
    """Take over another table's deck; return the name it has here.

    Raises:
        PlainError: it is none, is damaged, fits no net that is here, or its name is taken.
    """
    profile = _unpacked(data, nets)
    name = free_name(profile.name, home)
    deck_files.save_deck(replace(profile, name=name), home)
    return name


def _unpacked(data: bytes, nets: Nets) -> Profile:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"deck{SUFFIX}"
        path.write_bytes(data)
        try:
            return open_file(path, nets)
        except WithoutPicturesError:
            raise PlainError(w.OTHER_NET) from None
        except (PlainError, OSError):
            raise PlainError(w.NOT_A_DECK) from None


def _drafts(home: Home) -> list[Path]:
    return sorted(home.decks.glob(f"*{deck_files.DRAFT_SUFFIX}"))


def _draft(path: Path, home: Home, nets: Nets) -> DeckOnShelf:
    try:
        cards = load_profile(path, nets.embedding).cards
    except PlainError:
        return DeckOnShelf(path.stem, 0, draft=True, damaged=True)
    whole = deck_files.load_plan(home, path.stem, cards)
    return DeckOnShelf(path.stem, len(cards), draft=True, of=len(whole))
