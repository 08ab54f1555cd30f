"""What corrections have taught of a deck: a layer of its own over the enrolled views, removable.

A lesson is one reading that a person named: the net's vectors, no picture. It says "what looks like
this card, and like this, is that one": it lifts its card only where the enrolled views would name
the card it was mistaken for, by so much and no more; the best lesson counts and lessons never add
up. So one wrong tap cannot turn a card that is read surely into another, and no third card is
touched by it.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from engine.cards import Card, Family, UnknownCardError, card
from engine.text import PlainError, Text
from vision.arrays import Floats

FORMAT = 1
SUFFIX = ".taught"
SIDE = 128
MOST_LIFT = 0.03
"""By so much of similarity a lesson lifts its card at most (`python -m models.measure_lessons`)."""
HANDICAP = 0.03
"""By this much a view must be more like the lesson than like the card it was mistaken for.

Bad views of different cards resemble each other."""
REACH = 0.12
"""A card that is less like what was seen by this much is not what a lesson could tell apart."""
MOST_LESSONS = 3
"""Lessons kept of one card; the newest stay."""

_DAMAGED = Text(
    de="{path} ist beschädigt: was Korrekturen gelehrt haben, ist nicht lesbar. Bitte die Datei "
    "löschen; das Blatt selbst ist heil.",
    en="{path} is damaged: what corrections have taught cannot be read. Please delete the file; "
    "the deck itself is whole.",
)


class Enrolled(Protocol):
    """What is asked of the enrolled deck (`vision.reading.profile.Profile`) that is taught of."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The deck's cards, in the order of its similarities."""

    @property
    def family(self) -> Family:
        """The family of suits of this deck."""

    @property
    def prototypes(self) -> Floats:
        """Unit vectors [rows,128] of all enrolled views."""

    @property
    def net_sha256(self) -> str:
        """Checksum of the net they were made with."""

    def enrolled_similarities(self, vectors: Floats) -> Floats:
        """Return cosine similarities [n, cards] of unit vectors [n,128] to the enrolled views."""

    def likeness_to_negatives(self, vectors: Floats) -> Floats:
        """Return cosine similarities [n, 3] of unit vectors [n,128] to back, table and hand."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """One reading that a person named."""

    card: Card
    view: Floats
    """Unit vectors [2,128] of what was seen, as it lay and turned by half."""
    instead: Card
    """The card it was or might have been mistaken for."""
    event: str
    """Which play it was, so that taking the correction back finds it."""
    at: str
    """When, RFC 3339 with offset."""


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """All lessons of one deck, oldest first."""

    lessons: tuple[Lesson, ...] = ()

    def count(self, card: Card) -> int:
        """Return how many lessons a card has had."""
        return sum(lesson.card is card for lesson in self.lessons)

    def lesson(self, event: str) -> Lesson | None:
        """Return what a play has taught, None where it has nothing."""
        return next((lesson for lesson in self.lessons if lesson.event == event), None)

    def with_lesson(self, lesson: Lesson) -> Taught:
        """Return this layer with a lesson more, in the place of what its play taught before."""
        others = [own for own in self.lessons if own.event != lesson.event]
        same = [own for own in others if own.card is lesson.card]
        forgotten = same[: max(0, len(same) + 1 - MOST_LESSONS)]
        return Taught((*(own for own in others if own not in forgotten), lesson))

    def without(self, event: str) -> Taught:
        """Return this layer without what a play has taught."""
        return Taught(tuple(own for own in self.lessons if own.event != event))

    def without_card(self, card: Card) -> Taught:
        """Return this layer without the lessons of a card."""
        return Taught(tuple(own for own in self.lessons if own.card is not card))

    def lifted(
        self,
        similarities: Floats,
        vectors: Floats,
        cards: Sequence[Card],
        most: float = MOST_LIFT,
    ) -> Floats:
        """Return similarities [n, cards] of unit vectors [n,128], lifted by what was taught.

        `similarities` are those to the enrolled views; no card is lifted by more than `most`.
        """
        if not self.lessons:
            return similarities
        top = similarities.argmax(1)
        result = similarities.copy()
        for lesson in self.lessons:
            if lesson.card not in cards or lesson.instead not in cards:
                continue
            column = cards.index(lesson.card)
            rows = top == cards.index(lesson.instead)
            alike = (vectors[rows] @ lesson.view.T).max(1) - HANDICAP
            lifted = np.minimum(alike, similarities[rows, column] + most)
            result[rows, column] = np.maximum(result[rows, column], lifted)
        return result

    def save(self, path: Path, profile: Enrolled) -> None:
        """Write the layer of a deck beside it; an empty one removes the file."""
        if not self.lessons:
            path.unlink(missing_ok=True)
            return
        part = path.with_name(path.name + ".part")
        lessons = [
            {
                "card": own.card.code,
                "instead": own.instead.code,
                "event": own.event,
                "at": own.at,
            }
            for own in self.lessons
        ]
        about = {"format": FORMAT, "deck": _mark(profile), "lessons": lessons}
        views = io.BytesIO()
        np.save(views, np.stack([own.view for own in self.lessons]).astype(np.float32))
        with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as archive:
            archive.writestr("taught.json", json.dumps(about))
            archive.writestr("views.npy", views.getvalue())
        part.replace(path)


NOTHING_TAUGHT = Taught()


def load_taught(path: Path, profile: Enrolled) -> Taught:
    """Read what was taught of a deck; nothing where it was taught of another one of that name.

    A deck that was enrolled again, or is read by another net, begins anew: vectors of one net say
    nothing to another, and there are no pictures to make them again.

    Raises:
        PlainError: the file is damaged.
    """
    if not path.exists():
        return NOTHING_TAUGHT
    try:
        with zipfile.ZipFile(path) as archive:
            return _read(archive, profile)
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile, UnknownCardError):
        raise PlainError(_DAMAGED.format(path=path)) from None


def _read(archive: zipfile.ZipFile, profile: Enrolled) -> Taught:
    about = json.loads(archive.read("taught.json"))
    views = np.load(io.BytesIO(archive.read("views.npy")), allow_pickle=False)
    if about["format"] != FORMAT or views.shape != (len(about["lessons"]), 2, SIDE):
        raise ValueError("these are no lessons")
    if about["deck"] != _mark(profile):
        return NOTHING_TAUGHT
    return Taught(
        tuple(
            Lesson(
                card(str(said["card"]), profile.family),
                np.asarray(view, np.float32),
                card(str(said["instead"]), profile.family),
                str(said["event"]),
                str(said["at"]),
            )
            for said, view in zip(about["lessons"], views, strict=True)
        )
    )


def may_teach(profile: Enrolled, view: Floats, named: Card, accept: float) -> bool:
    """Tell whether a view [2,128] that a person named a card may be learned from.

    Not where it was hardly like a card at all (a hand over it, a back), and not where the card is
    so unlike what was seen that the person meant something else than this picture.
    """
    alike = profile.enrolled_similarities(view[:1])[0]
    best = float(alike.max())
    if best < accept or float(profile.likeness_to_negatives(view[:1]).max()) >= best:
        return False
    return named in profile.cards and float(alike[profile.cards.index(named)]) >= best - REACH


def mistaken_for(profile: Enrolled, view: Floats, named: Card) -> Card:
    """Return the card other than `named` that a view [2,128] is most like."""
    alike = profile.enrolled_similarities(view[:1])[0].copy()
    alike[profile.cards.index(named)] = -np.inf
    return profile.cards[int(alike.argmax())]


def _mark(profile: Enrolled) -> str:
    """Return what tells an enrolment from every other one."""
    digest = hashlib.sha256(profile.net_sha256.encode())
    digest.update(" ".join(face.code for face in profile.cards).encode())
    digest.update(np.ascontiguousarray(profile.prototypes, np.float32).tobytes())
    return digest.hexdigest()
