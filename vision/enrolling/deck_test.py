"""The test of a whole deck: every card is shown once more, in any order, and read.

Nobody says which card is which, so a reading is judged by the others: a deck holds each card once.
Two showings read as the same card, or one that lies between two cards, are doubtful; what was never
read is missing. The person may say what a card really was.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from engine.cards import Card
from vision.camera.frames import Frame
from vision.enrolling.shown_card import (
    ENOUGH,
    CardPixelSize,
    ShowingStage,
    StageLook,
    Unclear,
    find_one,
)
from vision.place.geometry import Geometry
from vision.reading.nets import Nets
from vision.reading.pose import Edges, Pose
from vision.reading.profile import Profile
from vision.reading.reader import CardReader, log_scores

SURE_NATS = 3.0
"""A card is read surely when every other one is twenty times less likely."""
_SLACK = 0.03
_STAYED = 0.06
_STAYED_TURN = 0.06


class DeckTestVerdict(Enum):
    """What a showing is worth."""

    SURE = "sure"
    DOUBTFUL = "doubtful"
    """Another card is nearly as likely, or it is hardly like any."""
    REPEATED = "repeated"
    """Read as a card that was read already: one of the two readings is wrong."""
    STRANGE = "strange"
    """Like no card of the deck."""


@dataclass(frozen=True, slots=True)
class DeckTestReading:
    """One showing of the test."""

    number: int
    card: Card
    second: Card
    """The next likely card."""
    lead: float
    """Nats by which the card is likelier than the next."""
    verdict: DeckTestVerdict


@dataclass(frozen=True, slots=True)
class DeckTestReport:
    """What the test found out."""

    sure: tuple[Card, ...]
    doubtful: tuple[Card, ...]
    """Read, but not surely; to be shown to the enrolment again."""
    missing: tuple[Card, ...]
    """Never read."""
    strange: int
    """Showings that were like no card of the deck."""

    @property
    def relearn(self) -> tuple[Card, ...]:
        """Cards that had better be enrolled again."""
        return tuple(dict.fromkeys((*self.doubtful, *self.missing)))

    @property
    def passed(self) -> bool:
        """Whether every card was read surely, once."""
        return not self.doubtful and not self.missing and self.strange == 0


class DeckTest:
    """The course of one test: frames in, readings out."""

    def __init__(self, profile: Profile, nets: Nets, geometry: Geometry | None = None) -> None:
        self._profile = profile.embedded_with(nets.embedding)
        self._nets = nets
        self._reader = CardReader(self._profile, nets)
        self._stage = ShowingStage(geometry)
        self._sizes: list[CardPixelSize] = []
        self._last: Pose | None = None
        self._reads: list[DeckTestReading] = []

    @property
    def ready(self) -> bool:
        """Whether the table was seen empty, so that cards can be shown."""
        return self._stage.empty is not None

    @property
    def done(self) -> bool:
        """Whether every card was read."""
        return not self.report().missing

    def feed(self, frame: Frame) -> tuple[DeckTestReading, ...]:
        """Take the next frame; return the reading of a card that came to rest."""
        look = self._stage.feed(frame)
        empty = self._stage.empty
        if look is None or empty is None:
            return ()
        size = self._size
        found = find_one(self._nets.newcard, empty.sharp, look.scene.sharp, size)
        if isinstance(found, Unclear) or self._lies_still(found):
            return ()
        return self._read(look, found)

    def correct(self, card: Card) -> None:
        """The card shown last was another one, a person says."""
        if self._reads:
            last = self._reads[-1]
            self._reads[-1] = DeckTestReading(
                last.number, card, last.card, 0.0, DeckTestVerdict.DOUBTFUL
            )

    def report(self) -> DeckTestReport:
        """Return what is known so far."""
        judged: dict[Card, DeckTestVerdict] = {}
        for read in self._reads:
            if read.verdict is DeckTestVerdict.STRANGE:
                continue
            worse = read.card in judged and judged[read.card] is not DeckTestVerdict.SURE
            judged[read.card] = DeckTestVerdict.DOUBTFUL if worse else read.verdict
        cards = self._profile.cards
        return DeckTestReport(
            sure=tuple(card for card in cards if judged.get(card) is DeckTestVerdict.SURE),
            doubtful=tuple(
                c for c in cards if c in judged and judged[c] is not DeckTestVerdict.SURE
            ),
            missing=tuple(card for card in cards if card not in judged),
            strange=sum(read.verdict is DeckTestVerdict.STRANGE for read in self._reads),
        )

    @property
    def _size(self) -> CardPixelSize | None:
        if len(self._sizes) < ENOUGH:
            return None
        widths, heights = zip(*((size.width, size.height) for size in self._sizes), strict=True)
        return CardPixelSize(float(np.median(widths)), float(np.median(heights)))

    def _lies_still(self, pose: Pose) -> bool:
        last = self._last
        return (
            last is not None
            and not self._stage.cleared
            and pose.distance(last) < _STAYED
            and pose.turned(last) < _STAYED_TURN
        )

    def _read(self, look: StageLook, found: Pose) -> tuple[DeckTestReading, ...]:
        sharp = look.scene.sharp
        start = self._reader.read(sharp, [found])[0]
        reading = self._reader.align(sharp, start, _SLACK)
        reading = self._reader.on_edges(sharp, Edges(sharp), reading)
        if reading.similarity < self._nets.accept and not look.last:
            return ()
        if len(self._sizes) < ENOUGH:
            self._sizes.append(CardPixelSize(found.width, found.height))
        self._last = found
        self._stage.enough()
        scores = np.asarray(log_scores(reading.similarities, self._nets.temperature))
        first, second = (int(index) for index in np.argsort(-scores)[:2])
        card, lead = self._profile.cards[first], float(scores[first] - scores[second])
        verdict = self._verdict(card, lead, reading.similarity)
        read = DeckTestReading(len(self._reads), card, self._profile.cards[second], lead, verdict)
        self._reads.append(read)
        return (read,)

    def _verdict(self, card: Card, lead: float, similarity: float) -> DeckTestVerdict:
        if similarity < self._nets.accept:
            return DeckTestVerdict.STRANGE
        if any(
            read.card is card and read.verdict is not DeckTestVerdict.STRANGE
            for read in self._reads
        ):
            return DeckTestVerdict.REPEATED
        return DeckTestVerdict.SURE if lead >= SURE_NATS else DeckTestVerdict.DOUBTFUL
