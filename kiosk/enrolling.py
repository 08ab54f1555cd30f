"""Enrolling a deck at the table: which cards a deck has, the draft kept meanwhile, what is said.

The page and the command line both drive `vision.enrolling.live_enrol`; what they share stands here.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from engine import cards as decks
from engine.cards import Card, Family
from engine.games.words import card_text
from engine.text import PlainError, Text
from kiosk.decks import SUFFIX, taught_path
from kiosk.home import Home, not_writable
from vision.enrolling.deck_test import Read, Report, Verdict
from vision.enrolling.enrol_steps import Plan
from vision.enrolling.live_enrol import HELP_MARGIN
from vision.reading.negatives import NegativeKind
from vision.reading.nets import Nets
from vision.reading.profile import Profile, load_profile

_FORMER = "-vorher"
_LONGEST = 30
_KEPT = Text(
    de="Ein Blatt „{name}“ gab es schon; es bleibt als „{former}“ erhalten.",
    en='There was a deck "{name}" already; it stays as "{former}".',
)
DRAFT_SUFFIX = ".draft"
"""A deck that is not wholly enrolled yet; it lies beside the finished ones."""
PACKS = {
    Family.GERMAN: {
        len(pack): pack
        for pack in (
            decks.GERMAN_20,
            decks.GERMAN_24,
            decks.GERMAN_32,
            decks.GERMAN_36,
            decks.GERMAN_40,
            decks.GERMAN_48,
        )
    },
    Family.FRENCH: {
        len(pack): pack for pack in (decks.FRENCH_20, decks.FRENCH_32, decks.FRENCH_52)
    },
}
USUAL = 32

_NO_SUCH_PACK = Text(
    de="Ein Blatt mit {count} Karten gibt es nicht; möglich sind {known}.",
    en="There is no deck of {count} cards; possible are {known}.",
)
_NEAREST = Text(
    de="{first} und {second} sehen sich am ähnlichsten (Abstand {margin:.2f}).",
    en="{first} and {second} look most alike (distance {margin:.2f}).",
)
_NEAREST_HELP = Text(
    de="{first} und {second} sehen sich am ähnlichsten (Abstand {margin:.2f}): ein zweites Bild "
    "von beiden hilft.",
    en="{first} and {second} look most alike (distance {margin:.2f}): a second picture of both "
    "helps.",
)
_MISSING = Text(
    de="{there} von {whole} Karten sind da; es fehlen {names}.",
    en="{there} of {whole} cards are there; missing are {names}.",
)
_BESIDES = Text(
    de="Dazu eingelernt, was keine Karte ist: {names}.",
    en="Enrolled besides, as no cards: {names}.",
)
_NEGATIVES = {
    NegativeKind.BACK: Text(de="Rücken", en="back"),
    NegativeKind.TABLE: Text(de="leerer Tisch", en="empty table"),
    NegativeKind.HAND: Text(de="Hand", en="hand"),
}
_READ = {
    Verdict.SURE: Text(de="{card}", en="{card}"),
    Verdict.DOUBTFUL: Text(
        de="{card}? Auch {second} kommt in Frage.", en="{card}? It might be {second} as well."
    ),
    Verdict.REPEATED: Text(
        de="Schon wieder {card}? Diese Karte war schon da.",
        en="{card} again? That card was there already.",
    ),
    Verdict.STRANGE: Text(
        de="Das ist keine Karte dieses Blatts, oder sie ist kaum zu erkennen (am ehesten {card}).",
        en="That is no card of this deck, or it can hardly be made out ({card} at best).",
    ),
}
_PASSED = Text(
    de="Probe bestanden: alle {count} Karten sicher gelesen.",
    en="Test passed: all {count} cards read surely.",
)
_FAILED = Text(
    de="Probe: {sure} sicher gelesen, {doubtful} zweifelhaft{which}, {missing} nicht gesehen, "
    "{strange} fremd.",
    en="Test: {sure} read surely, {doubtful} doubtful{which}, {missing} not seen, {strange} "
    "strange.",
)
_WHICH = Text(de=" ({names})", en=" ({names})")


def pack(family: Family, count: int | None) -> tuple[Card, ...]:
    """Return the cards of a bought deck, suit by suit; 32 where no number is given.

    Raises:
        PlainError: there is no such deck.
    """
    known = PACKS[family]
    cards = known.get(USUAL if count is None else count)
    if cards is None:
        raise PlainError(_NO_SUCH_PACK.format(count=count, known=", ".join(map(str, known))))
    return cards


def plan(name: str, cards: tuple[Card, ...], *, recorded: bool, views: int = 1) -> Plan:
    """Return what a live enrolment is to learn."""
    return Plan(name, cards, card_text, recorded, views, negatives=not recorded)


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
    """Write a finished deck and remove its draft and what the deck before was taught.

    Return the file.

    Raises:
        PlainError: the data folder cannot be written.
    """
    path = home.decks / f"{profile.name}{SUFFIX}"
    save(profile, path, home)
    draft_path(home, profile.name).unlink(missing_ok=True)
    taught_path(profile.name, home).unlink(missing_ok=True)
    return path


def keep_former(name: str, home: Home) -> Text | None:
    """Copy the deck of that name, where there is one, before another takes its place.

    Return what is said about it.

    Raises:
        PlainError: the data folder cannot be written.
    """
    path = home.decks / f"{name}{SUFFIX}"
    if not path.exists():
        return None
    former = f"{name[:_LONGEST]}{_FORMER}"
    try:
        shutil.copy2(path, home.decks / f"{former}{SUFFIX}")
    except OSError as error:
        raise not_writable(home.decks, error) from error
    return _KEPT.format(name=name, former=former)


def negatives_words(kinds: Sequence[NegativeKind]) -> Text | None:
    """Say what was learned besides the cards; None where nothing was."""
    words = [words for kind, words in _NEGATIVES.items() if kind in kinds]
    if not words:
        return None
    german, english = (", ".join(one) for one in ([w.de for w in words], [w.en for w in words]))
    return _BESIDES.format(names=Text(de=german, en=english))


def nearest_words(first: Card, second: Card, margin: float) -> Text:
    """Say which two cards are most alike, and whether a second picture helps."""
    text = _NEAREST_HELP if margin < HELP_MARGIN else _NEAREST
    return text.format(first=card_text(first), second=card_text(second), margin=margin)


def missing_words(cards: Sequence[Card], whole: Sequence[Card]) -> Text | None:
    """Name the cards of a whole deck that are not there; None where none is missing."""
    missing = [card for card in whole if card not in cards]
    if not missing:
        return None
    there = len(whole) - len(missing)
    return _MISSING.format(there=there, whole=len(whole), names=listed(missing))


def whole_pack(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the smallest usual deck that holds all these cards."""
    packs = sorted(PACKS[cards[0].family].values(), key=len)
    return next((one for one in packs if set(cards) <= set(one)), tuple(cards))


def listed(cards: Sequence[Card]) -> Text:
    """Return the names of several cards."""
    names = [card_text(card) for card in cards]
    return Text(de=", ".join(name.de for name in names), en=", ".join(name.en for name in names))


def read_words(read: Read) -> Text:
    """Say how a card was read in the test of a deck."""
    text = _READ[read.verdict]
    return text.format(card=card_text(read.card), second=card_text(read.second))


def report_words(report: Report) -> Text:
    """Say how the test of a deck went."""
    if report.passed:
        return _PASSED.format(count=len(report.sure))
    which: Text | str = ""
    if report.doubtful:
        which = _WHICH.format(names=listed(report.doubtful))
    return _FAILED.format(
        sure=len(report.sure),
        doubtful=len(report.doubtful),
        which=which,
        missing=len(report.missing),
        strange=report.strange,
    )
