"""Enrolling a deck at the table: the draft kept meanwhile, the deck before, what is said.

The page and the command line both drive `vision.enrolling.live_enrol`; what they share stands here.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

from engine.cards import Card, Family, UnknownCardError, card
from engine.games.words import card_text
from engine.text import Language, Text
from kiosk.decks import SUFFIX, taught_path
from kiosk.home import Home, not_writable
from kiosk.packs import listed, whole_pack
from vision.enrolling.deck_test import Read, Report, Verdict
from vision.enrolling.enrol_steps import Plan
from vision.enrolling.live_enrol import HELP_MARGIN
from vision.reading.negatives import NegativeKind
from vision.reading.nets import Nets
from vision.reading.profile import Profile, load_profile

_FORMER = Text(de="-vorher", en="-before")
_LONGEST = 30
_KEPT = Text(
    de="Ein Blatt „{name}“ gab es schon; es bleibt als „{former}“ erhalten.",
    en='There was a deck "{name}" already; it stays as "{former}".',
)
DRAFT_SUFFIX = ".draft"
"""A deck that is not wholly enrolled yet; it lies beside the finished ones."""
PLAN_SUFFIX = ".plan"
"""Which cards that deck is to hold."""
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
        plan_path(home, name).write_text(json.dumps(said), encoding="utf-8")
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
    """Write a finished deck and remove its draft and what the deck before was taught.

    Return the file.

    Raises:
        PlainError: the data folder cannot be written.
    """
    path = home.decks / f"{profile.name}{SUFFIX}"
    save(profile, path, home)
    draft_path(home, profile.name).unlink(missing_ok=True)
    plan_path(home, profile.name).unlink(missing_ok=True)
    taught_path(profile.name, home).unlink(missing_ok=True)
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
