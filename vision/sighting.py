"""What vision says and what it is told: the whole traffic between camera and director.

Coordinates and times as in DESIGN 11: `quad` in pixels of the source picture as decoded, clockwise,
first side a short side; `place` in millimetres and radians on the table plane, origin at the
centre, x to the right of seat 0, y away from seat 0; `t` seconds of the recording at the first
frame of rest, `known_t` when it was said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from engine.cards import Card
from vision.arrays import Floats

Quad = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card lies: centre in millimetres, angle of its long side in radians."""

    x: float
    y: float
    theta: float


@dataclass(frozen=True, slots=True)
class Sighting:
    """A new card came to rest.

    `log_scores` holds the natural logarithm of the likelihood of each card of the enrolled deck,
    in the profile's order, normalised to a sum of probabilities of one. A later `Sighting` with
    the same `track` is a better look at the same card. `view` are the net's unit vectors [2,128]
    of the best look, as it lay and turned by half: by it the deck is told from others.
    """

    track: int
    t: float
    known_t: float
    quad: Quad
    place: Place
    log_scores: tuple[float, ...]
    view: Floats | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class CardTakenBack:
    """The card of `track` was lifted again before the trick was taken."""

    track: int
    t: float
    known_t: float


@dataclass(frozen=True, slots=True)
class TrickCleared:
    """All cards of the trick left the table; `direction` is the angle they left in, if seen."""

    t: float
    known_t: float
    cards: int
    direction: float | None


@dataclass(frozen=True, slots=True)
class FaceDownSeen:
    """A card came to rest in the middle with its back up: buried, dealt. Never a play."""

    t: float
    known_t: float
    quad: Quad
    place: Place


@dataclass(frozen=True, slots=True)
class ForeignSeen:
    """A face that is none of the deck's came to rest in the middle. Never a play.

    `similarity` is the cosine similarity to the most similar card of the deck, in [-1, 1]; `view`
    as in `Sighting`.
    """

    t: float
    known_t: float
    quad: Quad
    place: Place
    similarity: float
    view: Floats | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class EarlierCard:
    """A card that lay on the table before anybody watched it."""

    card: Card | None
    """None: it lies face down, or its face cannot be named."""
    p: float
    """Probability that it is `card`; 0 where none is named."""
    back: bool
    """Whether it lies face down."""
    quad: Quad


@dataclass(frozen=True, slots=True)
class EarlierSeen:
    """These cards lay there before the table was watched, and lie there still. Never a play.

    Told once it is known, and again when some are gone; without cards: the last of them are.
    """

    t: float
    known_t: float
    cards: tuple[EarlierCard, ...]


@dataclass(frozen=True, slots=True)
class CameraMoved:
    """Camera or table was moved.

    Where it was a little, what lies on the table is followed; where it was `far`, where things lay
    before says nothing any more, and people should look whether the table is in the picture.
    """

    t: float
    far: bool = False


class TableActivity(Enum):
    """What the table looks like just now (docs/VISION.md, The table's states)."""

    STARTING = "starting"
    """No resting table was seen yet."""
    EMPTY = "empty"
    """At rest, no card lies."""
    LYING = "lying"
    """At rest, no card lies but such as lay there before the table was watched."""
    MOVING = "moving"
    HAND = "hand"
    """At rest, but something lies or is held there that is no card."""
    CARD = "card"
    """At rest, and something card-like is being read."""
    STABLE = "stable"
    """At rest, the cards of the running trick lie and nothing else is new."""
    TAKEN = "taken"
    """A trick is being taken."""
    SWEPT = "swept"
    """Many cards at once: thrown in, shown, counted. Nothing is read as a play till all is gone."""
    NO_PICTURE = "no_picture"


@dataclass(frozen=True, slots=True)
class ActivityChanged:
    """The table's state changed; for the page and the strip, never for the rules."""

    t: float
    activity: TableActivity


class Hindrance(Enum):
    """What keeps the table from being read (docs/CAMERA.md)."""

    COVERED = "covered"
    """Something lies right before the lens."""
    DARK = "dark"
    NOISE = "noise"
    BLUR = "blur"
    GLARE = "glare"
    """Light is mirrored over the middle of the table."""
    SMALL = "small"
    """Cards are too few pixels long."""
    UNKNOWN = "unknown"
    """Cards seem to be played, and nothing measured says why none is read."""


@dataclass(frozen=True, slots=True)
class SightChanged:
    """Something keeps the table from being read from now on; `hindrance` None: no longer."""

    t: float
    hindrance: Hindrance | None


VisionEvent = (
    Sighting
    | CardTakenBack
    | TrickCleared
    | FaceDownSeen
    | ForeignSeen
    | EarlierSeen
    | CameraMoved
    | ActivityChanged
    | SightChanged
)


@dataclass(frozen=True, slots=True)
class TableContext:
    """What the director tells vision after each fold; vision decodes with it, never judges."""

    seat: int | None
    """Whose card comes next."""
    seats: int
    """Seats at the table, sitting-out ones included."""
    trick_size: int
    """Cards a full trick has."""
    coming: tuple[float, ...] = ()
    """Where those sit whose cards come next, in their turn: degrees clockwise from the lower edge
    of the picture; empty: seats at even angles, the first one below."""
    penalty: Mapping[Card, float] = field(default_factory=dict)
    """Nats taken off a card's score, made by the engine; soft, for people do revoke."""
