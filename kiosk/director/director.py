"""The director: what the camera saw becomes events, and what may be said about them is decided.

Seats come from the turn, cards from decoding the whole deal. The director keeps no thread and no
clock; `watch` and `run` share it. What it knows of the deal it reads from the table's state, so
that a program started again goes on where the old one stood.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.cards import Card
from engine.evening.deal import DealState
from engine.evening.state import TableState
from engine.events import CardCorrected, CardRemoved, Event, TrickTaken
from engine.referee.evaluation import penalties
from kiosk.director.camera_notices import NO_ASIDES, CameraNotices, Unwatched, known_at, lost_sight
from kiosk.director.camera_plays import NO_OTHER, CameraPlays, Decks, TurnNow, fits_turn, is_card
from kiosk.director.deal_decoding import DealReading
from kiosk.director.deal_opening import Beginning, closing, spot_of
from kiosk.director.deal_source import Deals
from kiosk.director.missed_cards import missed_before, next_of_trick, repairs, settled, split, worst
from kiosk.director.outlook import ASK_NATS, Outlook, look_out
from kiosk.director.seat_likelihood import doubt
from kiosk.director.seen_plays import (
    active_seats,
    is_full,
    latest,
    look,
    recorded_until,
    swept_plays,
    total_cards,
    trick_size,
)
from kiosk.director.trick_order import led_by_places, put_in_order, turned_back
from kiosk.director.unseen_cards import moved
from kiosk.director.verdicts import DEFAULT_SAYING, Saying, judge
from vision.sighting import (
    ActivityChanged,
    CameraMoved,
    CardTakenBack,
    FaceDownSeen,
    ForeignSeen,
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
SAME_TRICK_NATS = 1.0
"""A card that fits the next seat's place but for this much goes on with a trick swept too early."""


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
        self._gaze = CameraPlays(profile, angles, decks)
        self._beginning = Beginning(deals, self._gaze.angles_for, self._gaze.played)
        self._asked: frozenset[int] = frozenset()
        self._early: TrickCleared | None = None
        self._went_on: TrickCleared | None = None
        """The sweep that seemed to come too early, once a card went on with its trick."""
        self._unclear: Sighting | None = None
        """What may be the deal's next card, or none (`kiosk.director.camera_plays`)."""
        self._aside: tuple[VisionEvent | None, CameraNotices] = (None, NO_ASIDES)
        self._unwatched: Unwatched | None = None

    def resume(self, state: TableState, *, watched: bool = True) -> float | None:
        """Go on with an evening that stands in the journal; a new watcher numbers its tracks anew.

        Not `watched`: people may have played on meanwhile, and whatever is seen now was not seen
        before. Returns the recording's seconds up to which what is seen is recorded already.
        """
        until = recorded_until(state)
        self._gaze.resume(state, until if watched else None)
        self._forget()
        if not watched:
            self._unwatched = lost_sight(self._unwatched, state.deal)
        return until

    @property
    def profile(self) -> tuple[Card, ...]:
        """The enrolled deck's cards in the order of the scores."""
        return self._gaze.profile

    @property
    def asides(self) -> CameraNotices:
        """What the camera saw that is no play."""
        return self._aside[1]

    @property
    def adrift(self) -> bool:
        """Whether a trick was swept that lacks cards: the next card tells what was meant."""
        return self._early is not None

    def change_deck(self, deck: str, profile: Sequence[Card], state: TableState) -> None:
        """Read the deck of this name from now on; its watcher numbers its tracks anew."""
        self._gaze.change_deck(deck, profile, state)
        self._forget()
        self._unwatched = lost_sight(self._unwatched, state.deal)

    def _forget(self) -> None:
        self._beginning.forget()
        self._early = self._went_on = self._unclear = None
        self._aside = (None, NO_ASIDES)

    # What the camera says.

    def hear(self, event: VisionEvent, state: TableState) -> tuple[Event, ...]:
        """Return the events that follow from what the camera says.

        To be called again with the same event after they are committed, until nothing follows.
        """
        self._beginning.follow(state)
        if self._aside[0] is not event:
            self._aside = event, self.asides.after(event)
        known_t = known_at(event)
        if steps := self._beginning.steps(state, known_t):
            return steps
        events: tuple[Event, ...] = ()
        match event:
            case Sighting():
                events = self._sighted(event, state)
            case CardTakenBack(track=track):
                events = self._taken_back(track, state)
            case TrickCleared():
                events = self._cleared(event, state)
            case ActivityChanged(activity=activity):
                self._beginning.look(activity)
                if activity is TableActivity.NO_PICTURE:
                    self._unwatched = lost_sight(self._unwatched, state.deal)
            case CameraMoved(far=far):
                self._beginning.look(TableActivity.STARTING)
                if far:
                    self._unwatched = lost_sight(self._unwatched, state.deal)
            case FaceDownSeen() | ForeignSeen():
                pass
        # A card may have told that a deal has begun; where none is left of one, none had.
        follows = events or self._beginning.steps(state, known_t)
        return follows or self._beginning.withdrawn(state.deal, self._gaze.reading)

    def _sighted(self, sighting: Sighting, state: TableState) -> tuple[Event, ...]:
        deal, gaze = state.deal, self._gaze
        known = gaze.seq_of(sighting.track, latest(state))
        if known is None and gaze.recorded_before(sighting.known_t):
            gaze.recognise(sighting, deal)
            return ()
        if known is not None:
            return gaze.better_look(known, sighting, deal)
        if not state.running:
            return ()
        if deal is not None and gaze.lies_there(sighting, deal):
            self._early = None
            return ()
        if deal is None or self._beginning.pending(deal):
            self._unclear = None
            self._beginning.sighted(sighting, state)
            return ()
        return self._next_card(sighting, deal)

    def _next_card(self, sighting: Sighting, deal: DealState) -> tuple[Event, ...]:
        """Record a card, after one that was unclear until now if that was one."""
        held = self._held(deal)
        if (
            held is not None
            and held.track != sighting.track
            and is_card(spot_of(held), spot_of(sighting), self._turn(deal))
        ):
            return (self._gaze.played(held, deal, sighting.known_t),)
        self._unclear = None
        if self._early is not None:
            return self._after_early_sweep(self._early, sighting, deal)
        if self._gaze.unclear(sighting, deal):
            self._unclear = sighting
            return ()
        return next_of_trick(
            deal,
            lambda now: self._gaze.played(sighting, now, sighting.known_t),
            self._gaze.reader(deal),
            self._gaze.angles(deal),
        )

    def _held(self, deal: DealState) -> Sighting | None:
        """Return what is unclear; once it is recorded it is so no more."""
        held = self._unclear
        if held is not None and self._gaze.seq_of(held.track, deal) is not None:
            held = self._unclear = None
        return held

    def _turn(self, deal: DealState) -> TurnNow:
        seats = active_seats(deal)
        last = len(deal.turn.seats) == len(seats) - 1
        following = seats[(seats.index(deal.next_seat) + 1) % len(seats)]
        angles = self._gaze.angles(deal)
        return TurnNow(deal.next_seat, None if last else following, seats, angles)

    def _taken_back(self, track: int, state: TableState) -> tuple[Event, ...]:
        deal = state.deal
        self._beginning.taken_back(track)
        if self._unclear is not None and self._unclear.track == track:
            self._unclear = None
        seq = self._gaze.seq_of(track, deal)
        index = None if deal is None or seq is None else deal.index_of(seq)
        if deal is None or seq is None or index is None:
            return ()
        if deal.laid[index].fixed or index < swept_plays(deal):
            return ()
        return (CardRemoved(seq, "decoder"),)

    def _cleared(self, cleared: TrickCleared, state: TableState) -> tuple[Event, ...]:
        deal = state.deal
        if self._gaze.recorded_before(cleared.known_t):
            return ()
        held = None if deal is None else self._held(deal)
        if deal is not None and held is not None and self._completes(held, deal):
            return (self._gaze.played(held, deal, cleared.known_t),)
        self._unclear = None
        lying = () if deal is None else deal.laid[swept_plays(deal) :]
        if deal is None or not lying:
            self._beginning.cleared(cleared, state)
            return ()
        self._early = None
        early, self._went_on = self._went_on, None
        if early is not None:
            gaze, angles = self._gaze, self._gaze.angles(deal)
            if parted := split(deal, early, cleared, gaze.reader(deal), angles):
                return parted
        if is_full(deal):
            for extra in self._beginning.left_over():
                if self._better_than_recorded(extra, deal):
                    return (self._gaze.played(extra, deal, cleared.known_t),)
        elif self._too_early(deal, sum(not look(laid).guessed for laid in lying)):
            self._early = cleared
            return ()
        return self._swept(cleared, deal)

    def _completes(self, held: Sighting, deal: DealState) -> bool:
        """Tell whether what was unclear was the trick's last card, or lies where its next would."""
        lying = len(deal.laid) - swept_plays(deal)
        if lying % trick_size(deal) == trick_size(deal) - 1:
            return True
        return 0 < lying < trick_size(deal) and fits_turn(spot_of(held), self._turn(deal))

    def _better_than_recorded(self, extra: Sighting, deal: DealState) -> bool:
        """Whether a card too many is surely one, so that one recorded before it was none."""
        read = self._gaze.with_card(extra, deal)
        return worst(deal, swept_plays(deal), read) < len(deal.laid)

    def _too_early(self, deal: DealState, lying: int) -> bool:
        """Whether a trick is swept that lacks two cards or more, with cards still to come.

        That two cards were missed is less likely than that an arm hid the table; the next card
        tells.
        """
        size = trick_size(deal)
        missing = -lying % size
        return lying < size and missing >= 2 and total_cards(deal) - len(deal.laid) > missing

    def _after_early_sweep(
        self, cleared: TrickCleared, sighting: Sighting, deal: DealState
    ) -> tuple[Event, ...]:
        """Go on with the trick if the new card may well be the next seat's, else sweep it now."""
        self._early = None
        if doubt(spot_of(sighting), deal.next_seat, self._gaze.angles(deal)) < SAME_TRICK_NATS:
            self._went_on = cleared
            return (self._gaze.played(sighting, deal, sighting.known_t),)
        if len(deal.laid) < trick_size(deal) and self._beginning.untold(deal):
            # What seemed the first trick of a deal was none: cards shown, or laid down in passing.
            return tuple(CardRemoved(laid.seq, "decoder") for laid in deal.laid)
        return self._swept(cleared, deal)

    def _swept(self, cleared: TrickCleared, deal: DealState) -> tuple[Event, ...]:
        gaze, angles = self._gaze, self._gaze.angles(deal)
        seat = _towards(cleared.direction, active_seats(deal), angles)
        if changes := settled(deal, seat, gaze.reader(deal), angles):
            return changes
        if changes := repairs(deal, gaze.reading(deal), gaze.reader(deal), angles, seat):
            return changes
        if self._beginning.untold(deal) and (changes := missed_before(deal, angles)):
            return changes
        lying = deal.laid[swept_plays(deal) :]
        tricks = len(lying) // trick_size(deal)
        taken = [TrickTaken(seat, cleared.known_t) for _ in range(tricks)]
        if tricks == 1 and (changes := put_in_order(deal, taken[0], gaze.reader(deal), angles)):
            return changes
        if not is_full(deal) or deal.decided is not None:
            # A Tout that was lost and thrown in: what it was, the table says (or the next lead).
            return tuple(taken)
        return (*taken, *closing(deal))

    def revise(self, state: TableState) -> tuple[Event, ...]:
        """Return what decoding the deal again changes; to be called until nothing is left.

        An answer given when the deal is closed may still tell another card of it.
        """
        deal = latest(state)
        if deal is None:
            return ()
        read = self._gaze.reading(deal)
        whole = is_full(deal)
        events: list[Event] = []
        for index, laid in enumerate(deal.laid):
            best = read.decoding.best[index]
            if laid.fixed or best is None or best is laid.card:
                continue
            inferred = whole and read.sure(index, ASK_NATS)
            if (read.seen[index] or inferred) and not _close(read, index, laid.card):
                events.append(CardCorrected(laid.seq, best, "decoder"))
        if events or deal.closed:
            return tuple(events)
        reader, angles = self._gaze.reader(deal), self._gaze.angles(deal)
        if not whole and len(deal.laid) > swept_plays(deal):
            return led_by_places(deal, angles)
        return moved(deal, reader, angles) or turned_back(deal, reader, angles)

    def outlook(self, state: TableState) -> Outlook:
        """Return what may be shown of the deal as it stands, the one just closed included."""
        deal = latest(state)
        if deal is None:
            return Outlook()
        read = self._gaze.reading(deal)
        reader, angles = self._gaze.reader(deal), self._gaze.angles(deal)
        judged = judge(deal, read, reader, angles, self._saying, self._unwatched)
        outlook = look_out(deal, read, judged, self._asked)
        self._asked = outlook.unsure
        return outlook

    def context(self, state: TableState) -> TableContext:
        """Return what vision is told after a fold."""
        deal = state.deal
        if deal is None:
            seats = len(state.seats) or UNSEATED
            return TableContext(None, seats, seats, 0, len(self.profile))
        size = trick_size(deal)
        return TableContext(
            seat=None if is_full(deal) else deal.next_seat,
            seats=deal.record.players,
            trick_size=size,
            cards_in_trick=len(deal.seqs) % size,
            cards_left=max(0, total_cards(deal) - len(deal.seqs)),
            coming=_sides(deal.head.active, deal.next_seat, self._gaze.angles(deal)),
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
