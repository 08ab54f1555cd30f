"""What the camera noticed that is no play, and whether it looked away while a deal was played.

Backs, foreign cards and a moved camera are `CameraNotices`: said quietly, forgotten when the table
is swept or after a while, never recorded, asked about or held against anybody. `Unwatched` marks a
time without a view (no picture, no power, a camera that moved far). What was laid meanwhile is not
known, and every later card may be put down to the wrong player: until the deal is whole and each of
its cards was seen, nobody is accused for what lies after it. Of 82 own evenings (`python -m
tests.evenings.measure --seed 3601`) one named an innocent without this.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.evening.deal import DealState
from kiosk.director.seen_plays import is_full, look, swept_plays
from vision.sighting import (
    ActivityChanged,
    CameraMoved,
    EarlierCard,
    EarlierSeen,
    FaceDownSeen,
    ForeignSeen,
    Hindrance,
    SightChanged,
    Sighting,
    TableActivity,
    TrickCleared,
    VisionEvent,
)

LASTS_S = 20.0
"""So long a thing that lies there is spoken of; the watcher takes it for the table's by then."""
OTHER_DECK = 3
"""So many foreign cards without one of the deck between: another deck is being played with."""
MISREAD = 4
"""So many do as well among the last `LAST`, and as many as of the deck: of another deck's cards
some look like one of this deck."""
LAST = 8
_GONE = frozenset({TableActivity.TAKEN, TableActivity.SWEPT, TableActivity.NO_PICTURE})


@dataclass(frozen=True, slots=True)
class CameraNotices:
    """What may be said beside the play; times are seconds of the recording."""

    backs: int = 0
    """Cards lying face down."""
    strange: bool = False
    """A card lies there that is none of the deck."""
    earlier: tuple[EarlierCard, ...] = ()
    """Cards that lay there before the table was watched; until the first other one is read."""
    came: tuple[bool, ...] = ()
    """The last `LAST` faces that came: whether each was such a card; else it was of the deck."""
    moved: bool = False
    """Camera or table was moved a little; what lies there is followed."""
    lost: bool = False
    """Camera or table was moved so far that people should look; until a card is read again."""
    hindrance: Hindrance | None = None
    """What keeps the table from being read, until the camera says that it is over."""
    since: float = 0.0
    """When the newest of it was seen."""
    track: int | None = None
    """The card of the deck seen last."""

    @property
    def other_deck(self) -> bool:
        """Whether it looks as if another deck than the enrolled one were played with."""
        strangers = sum(self.came)
        in_a_row = len(self.came) >= OTHER_DECK and all(self.came[-OTHER_DECK:])
        return in_a_row or (strangers >= MISREAD and 2 * strangers >= len(self.came))

    def after(self, event: VisionEvent) -> CameraNotices:
        """Return what may be said now that the camera said this."""
        t = known_at(event)
        kept = self if t - self.since <= LASTS_S else self._later()
        match event:
            case FaceDownSeen():
                return replace(kept, backs=kept.backs + 1, since=t)
            case ForeignSeen():
                return replace(kept, strange=True, came=kept.with_face(strange=True), since=t)
            case EarlierSeen(cards=cards):
                return replace(kept, earlier=cards)
            case CameraMoved(far=True):
                return CameraNotices(lost=True, since=t, track=kept.track)
            case CameraMoved():
                return replace(kept, moved=True, since=t)
            case SightChanged(hindrance=hindrance):
                return replace(kept, hindrance=hindrance)
            case Sighting(track=track) if track != kept.track:
                came = kept.with_face(strange=False)
                return replace(kept, came=came, lost=False, track=track, earlier=())
            case TrickCleared():
                return kept.table_swept()
            case ActivityChanged(activity=activity) if activity in _GONE:
                return kept.table_swept()
            case _:
                return kept

    def with_face(self, *, strange: bool) -> tuple[bool, ...]:
        """Return the last faces, this one among them."""
        return (*self.came, strange)[-LAST:]

    def table_swept(self) -> CameraNotices:
        """Return what is left to say when nothing lies on the table any more."""
        return replace(self, backs=0, strange=False)

    def _later(self) -> CameraNotices:
        """Forget what is old; a camera moved far, and another deck, stay until that is mended."""
        return replace(self.table_swept(), moved=False)


NO_ASIDES = CameraNotices()


def known_at(event: VisionEvent) -> float:
    """Return when the camera said it, seconds of the recording."""
    at_once = ActivityChanged | CameraMoved | SightChanged
    return event.t if isinstance(event, at_once) else event.known_t


@dataclass(frozen=True, slots=True)
class Unwatched:
    """From which play on the players of a deal are not sure."""

    deal: str
    start: int
    """The first play of the trick that lay there, or the next trick's."""


def lost_sight(before: Unwatched | None, deal: DealState | None) -> Unwatched | None:
    """Return what is unsure once the table was not watched for a moment."""
    if deal is None or (before is not None and before.deal == deal.id):
        return before
    return Unwatched(deal.id, swept_plays(deal))


def is_unsure(unwatched: Unwatched | None, deal: DealState, plays: Iterable[int]) -> bool:
    """Tell whether what rests on these plays may rest on the wrong players."""
    if unwatched is None or unwatched.deal != deal.id or max(plays) < unwatched.start:
        return False
    return not is_full(deal) or any(look(laid).guessed for laid in deal.laid)
