"""The director: what the camera saw becomes events, and what may be said about them is decided.

Who laid what is told by the likeliest explanation of all that was seen (`explanation`): in a trick
seats follow the turn, and places tell who led. Cards come from decoding the whole deal. The
director keeps no thread and no clock; `watch` and `run` share it. What it knows of the deal it
reads from the table's state, so that a program started again goes on where the old one stood.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.cards import Card
from engine.evening.deal import DealState
from engine.evening.state import TableState
from engine.events import CardCorrected, Event
from engine.referee.evaluation import penalties
from kiosk.director.camera_notices import NO_ASIDES, CameraNotices, Unwatched, known_at, lost_sight
from kiosk.director.camera_plays import NO_OTHER, CameraPlays, Decks, is_news
from kiosk.director.deal_decoding import DealReading
from kiosk.director.deal_opening import Beginning, closing
from kiosk.director.deal_source import Deals
from kiosk.director.explanation import Explanation
from kiosk.director.hypothesis import Hypothesis
from kiosk.director.outlook import ASK_NATS, Outlook, look_out
from kiosk.director.recording import difference, look_at
from kiosk.director.seen_plays import (
    is_full,
    latest,
    nats,
    recorded_until,
    swept_plays,
    total_cards,
    trick_size,
)
from kiosk.director.verdicts import DEFAULT_SAYING, NOTHING_JUDGED, Saying, judge
from vision.sighting import (
    ActivityChanged,
    CameraMoved,
    CardTakenBack,
    EarlierSeen,
    FaceDownSeen,
    ForeignSeen,
    SightChanged,
    Sighting,
    TableActivity,
    TableContext,
    TrickCleared,
    VisionEvent,
)

CHANGE_NATS = 0.3
"""A reading is corrected only for a better one by this much: no flicker between equals."""
UNSEATED = 4
"""So many are taken to sit there before anybody has said who plays."""


class Director:
    """Between camera and table for one evening.

    `profile`: the enrolled deck's cards in order; `decks`: others; `saying`: when to say verdicts.
    """

    def __init__(
        self,
        profile: Sequence[Card],
        deals: Deals,
        angles: Sequence[float] | None = None,
        saying: Saying = DEFAULT_SAYING,
        decks: Decks = NO_OTHER,
    ) -> None:
        self._saying = saying
        self._plays = CameraPlays(profile, angles, decks)
        self._beginning = Beginning(deals, self._plays.angles_for)
        self._asked: frozenset[int] = frozenset()
        self._heard: list[VisionEvent] = []
        """What the camera said and is not in the explanation yet."""
        self._recorded_as: tuple[DealState | None, Hypothesis | None] = (None, None)
        """A deal in the journal, and the hypothesis of which it lacks nothing."""
        self._later: list[VisionEvent] = []
        """What it said since the deal at hand may be over."""
        self._aside: tuple[VisionEvent | None, CameraNotices] = (None, NO_ASIDES)
        self._unwatched: Unwatched | None = None
        self.doubts_deck = False
        """Whether the looks say that the cards are not of the deck; whoever judges them sets it."""

    def resume(self, state: TableState, *, watched: bool = True) -> float | None:
        """Go on with an evening that stands in the journal; a new watcher numbers its tracks anew.

        Not `watched`: people may have played on meanwhile, and whatever is seen now was not seen
        before. Returns the recording's seconds up to which what is seen is recorded already.
        """
        until = recorded_until(state)
        self._plays.resume(state, until if watched else None)
        self._forget()
        if not watched:
            if state.deal is not None and state.deal.laid:
                self._plays.explained(state.deal)
            self._lose_sight(state.deal)
        return until

    @property
    def profile(self) -> tuple[Card, ...]:
        """The enrolled deck's cards in the order of the scores."""
        return self._plays.profile

    @property
    def asides(self) -> CameraNotices:
        """What the camera saw that is no play."""
        return self._aside[1]

    @property
    def adrift(self) -> bool:
        """Whether a trick was swept that lacks cards: the next card tells what was meant."""
        explained = self._plays.current
        best = None if explained is None else explained.best.hypothesis
        return best is not None and best.hidden and not best.unwatched

    @property
    def deck_in_doubt(self) -> bool:
        """Whether the cards may be of another deck: until that is settled nobody is accused."""
        return self.doubts_deck or self.asides.other_deck

    def change_deck(self, deck: str, profile: Sequence[Card], state: TableState) -> None:
        """Read the deck of this name from now on; its watcher numbers its tracks anew."""
        self._plays.change_deck(deck, profile, state)
        self._forget()
        self._unwatched = lost_sight(self._unwatched, state.deal)

    def _forget(self) -> None:
        self._beginning.forget()
        self._aside = (None, NO_ASIDES)

    # What the camera says.

    def hear(self, event: VisionEvent, state: TableState) -> tuple[Event, ...]:
        """Return the events that follow from what the camera says.

        To be called again with the same event after they are committed, until nothing follows.
        """
        self._beginning.follow(state)
        if self._aside[0] is not event:
            self._aside = event, self.asides.after(event)
            self._heard.append(event)
        if state.deal is None and self._later:
            self._hand_over()
        while not (events := self._following(state, known_at(event))) and self._heard:
            self._take_in(self._heard.pop(0), state)
        return events

    def _following(self, state: TableState, known_t: float) -> tuple[Event, ...]:
        """Return the events that follow from all that was taken in."""
        if steps := self._beginning.steps(state, known_t):
            return steps
        deal = state.deal
        if deal is not None:
            if self._beginning.opened(deal):
                self._plays.begun = deal.id, self._beginning.found_begun
            for each in self._beginning.begun(deal):
                if isinstance(each, Sighting):
                    self._see(each, deal, known_t)
                else:
                    self._sweep(each, deal)
        # A card may have told that a deal has begun; where none is left of one, none had.
        return (
            self._recorded(state)
            or self._beginning.steps(state, known_t)
            or self._beginning.withdrawn(deal)
        )

    def _hand_over(self) -> None:
        """Take in once more what was seen of the next deal before this one was known to be over."""
        explained, later = self._plays.current, self._later
        self._later = []
        if self._beginning.has_begun or explained is None:
            return
        while later:
            event = later[0]
            number = None
            if isinstance(event, Sighting):
                number = explained.look_of(self._plays.track_of(event.track))
            if number is not None and explained.is_of_next_deal(number):
                break
            later.pop(0)
        if not later:
            return
        self._beginning.forget()
        self._beginning.look(TableActivity.EMPTY, known_at(later[0]))
        self._heard[:0] = later

    def _take_in(self, event: VisionEvent, state: TableState) -> None:
        match event:
            case Sighting():
                self._sighted(event, state)
            case CardTakenBack(track=track):
                self._beginning.taken_back(track)
                self._taken_up(track, state.deal)
            case TrickCleared():
                self._cleared(event, state)
            case ActivityChanged(activity=activity):
                self._beginning.look(activity, event.t)
                if activity is TableActivity.NO_PICTURE:
                    self._lose_sight(state.deal)
            case CameraMoved(far=far):
                self._beginning.look(TableActivity.STARTING, event.t)
                if far:
                    self._lose_sight(state.deal)
            case SightChanged(hindrance=hindrance):
                if hindrance is not None:
                    self._lose_sight(state.deal)
            case FaceDownSeen() | ForeignSeen() | EarlierSeen():
                pass
        explained = None if state.deal is None else self._plays.explained_at(state.deal)
        if explained is not None and explained.may_be_over:
            self._later.append(event)
        elif state.deal is not None:
            self._later.clear()

    def _lose_sight(self, deal: DealState | None) -> None:
        self._unwatched = lost_sight(self._unwatched, deal)
        explained = None if deal is None else self._plays.explained_at(deal)
        if explained is not None:
            explained.lose_sight()

    def _sighted(self, sighting: Sighting, state: TableState) -> None:
        plays, deal = self._plays, latest(state)
        if deal is not None and self._seen_before(sighting, deal):
            return
        if plays.recorded_before(sighting.known_t):
            plays.recognise(sighting, state.deal)
            return
        if not state.running:
            return
        deal = state.deal
        if deal is None or self._beginning.pending(deal):
            self._beginning.sighted(sighting, state)
        if deal is not None and not (self._beginning.pending(deal) and not deal.laid):
            self._see(sighting, deal, sighting.known_t)

    def _seen_before(self, sighting: Sighting, deal: DealState) -> bool:
        """Take in a better look at something that was seen in this deal."""
        explained = self._plays.explained(deal)
        number = explained.look_of(self._plays.track_of(sighting.track))
        if number is None or (deal.closed and explained.is_of_next_deal(number)):
            return False
        look, seen = self._plays.seen_as(sighting, deal)
        old = explained.looks[number].scores
        if old is None or look.scores is None or is_news(nats(old), nats(look.scores)):
            explained.look_again(number, look, seen)
        return True

    def _see(self, sighting: Sighting, deal: DealState, known_t: float) -> None:
        explained = self._plays.explained(deal)
        look, seen = self._plays.seen_as(sighting, deal)
        if look.track is not None and explained.look_of(look.track) is None:
            explained.see(replace(look, known_t=known_t), seen)

    def _taken_up(self, track: int, deal: DealState | None) -> None:
        explained = None if deal is None else self._plays.explained_at(deal)
        number = None if explained is None else explained.look_of(self._plays.track_of(track))
        if explained is not None and number is not None:
            explained.taken_up(number)

    def _cleared(self, cleared: TrickCleared, state: TableState) -> None:
        deal = state.deal
        if self._plays.recorded_before(cleared.known_t):
            return
        if deal is None or (self._beginning.pending(deal) and not deal.laid):
            self._beginning.cleared(cleared, state)
            return
        self._sweep(cleared, deal)
        self._beginning.forget()

    def _sweep(self, cleared: TrickCleared, deal: DealState) -> None:
        active = deal.head.active
        seat = _towards(cleared.direction, active, self._plays.angles(deal))
        taker = None if seat is None else active.index(seat)
        self._plays.explained(deal).sweep(cleared.known_t, cleared.cards, seat, taker)

    def _recorded(self, state: TableState) -> tuple[Event, ...]:
        """Return what the journal lacks of the running deal as it is explained."""
        deal = state.deal
        explained = None if deal is None else self._plays.explained_at(deal)
        if deal is None or explained is None:
            return ()
        if events := self._lacking(deal, explained, state.last_seq):
            return events
        if events := tuple(self._better_looks(deal, explained)):
            return events
        whole = is_full(deal) and swept_plays(deal) >= total_cards(deal) and explained.is_whole()
        # A Tout that was lost and thrown in: what it was, the table says (or the next lead).
        return closing(deal) if whole and deal.decided is None else ()

    def revise(self, state: TableState) -> tuple[Event, ...]:
        """Return what thinking of the deal again changes; to be called until nothing is left.

        An answer given when the deal is closed may still tell another card of it.
        """
        deal = latest(state)
        if deal is None:
            return ()
        explained = self._plays.explained_at(deal)
        events: tuple[Event, ...] = ()
        if explained is not None and not deal.closed:
            events = self._lacking(deal, explained, state.last_seq)
        return events or tuple(self._corrected(deal))

    def _lacking(self, deal: DealState, explained: Explanation, last: int) -> tuple[Event, ...]:
        """Return what the journal lacks of the deal as it is best explained."""
        best = explained.best.hypothesis
        if self._recorded_as[0] is deal and self._recorded_as[1] is best:
            return ()
        events = difference(deal, explained, explained.best, last)
        if not events:
            self._recorded_as = deal, best
        return events

    def _better_looks(self, deal: DealState, explained: Explanation) -> Iterator[CardCorrected]:
        for laid in deal.laid:
            number = look_at(laid, explained)
            scores = None if number is None else explained.looks[number].scores
            if scores is not None and scores != laid.scores and not laid.fixed:
                yield CardCorrected(laid.seq, laid.card, "decoder", scores)

    def _corrected(self, deal: DealState) -> Iterator[CardCorrected]:
        read = self._plays.reading(deal)
        whole = is_full(deal)
        for index, laid in enumerate(deal.laid):
            best = read.decoding.best[index]
            if laid.fixed or best is None or best is laid.card:
                continue
            inferred = whole and read.sure(index, ASK_NATS)
            if (read.seen[index] or inferred) and not _close(read, index, laid.card):
                yield CardCorrected(laid.seq, best, "decoder")

    def outlook(self, state: TableState) -> Outlook:
        """Return what may be shown of the deal as it stands, the one just closed included."""
        deal = latest(state)
        if deal is None:
            return Outlook()
        read = self._plays.reading(deal)
        reader, explained = self._plays.reader(deal), self._plays.explained_by_camera(deal)
        judged = NOTHING_JUDGED
        if not self.deck_in_doubt:
            judged = judge(deal, read, reader, explained, self._saying, self._unwatched)
        outlook = look_out(deal, read, judged, self._asked, explained)
        self._asked = outlook.unsure
        return outlook

    def said_late(self, deal: DealState) -> frozenset[str]:
        """Return the verdicts (id) that hold of a deal before, now that it was answered about.

        Whether it was watched all the time nobody remembers: it has to be whole and seen.
        """
        plays = self._plays
        read, reader, explained = plays.reading(deal), plays.reader(deal), plays.anew(deal)
        unwatched = Unwatched(deal.id, 0)
        judged = judge(deal, read, reader, explained, self._saying, unwatched)
        return frozenset(verdict.id for verdict in (*judged.shown, *judged.stood))

    def context(self, state: TableState) -> TableContext:
        """Return what vision is told after a fold."""
        deal = state.deal
        if deal is None:
            seats = len(state.seats) or UNSEATED
            return TableContext(None, seats, seats)
        return TableContext(
            seat=None if is_full(deal) else deal.next_seat,
            seats=deal.record.players,
            trick_size=trick_size(deal),
            coming=_sides(deal.head.active, deal.next_seat, self._plays.angles(deal)),
            penalty=penalties(deal.record),
        )


def _close(read: DealReading, index: int, current: Card | None) -> bool:
    others = read.decoding.alternatives[index]
    return any(face is current and nats < CHANGE_NATS for face, nats in others)


def _sides(active: Sequence[int], first: int, angles: tuple[float, ...]) -> tuple[float, ...]:
    """Return where those sit whose turn it is, from `first` on."""
    at = active.index(first) if first in active else 0
    return tuple(angles[seat] for seat in (*active[at:], *active[:at]))


def _towards(
    direction: float | None, seats: Sequence[int], angles: tuple[float, ...]
) -> int | None:
    """Return which of `seats` a direction on the table plane (radians from the x axis) points at.

    Whoever sits the deal out takes no trick. None where no direction was seen.
    """
    if direction is None:
        return None

    def along(seat: int) -> float:
        angle = math.radians(angles[seat])
        return -math.sin(angle) * math.cos(direction) - math.cos(angle) * math.sin(direction)

    return max(seats, key=along)
