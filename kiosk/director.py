"""The director: what the camera saw becomes events, and what may be said about them is decided.

Seats come from the turn, cards from decoding the whole deal. The director keeps no thread and no
clock; `watch` and `run` share it. What it knows of the deal it reads from the table's state, so
that a program started again goes on where the old one stood.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.cards import Card
from engine.events import (
    CardCorrected,
    CardPlayed,
    CardRemoved,
    Event,
    TrickTaken,
)
from engine.games import game, penalties
from engine.state import DealState, TableState
from kiosk.beginning import Beginning, closing
from kiosk.deals import Deals
from kiosk.looks import centinats, look, recorded_until
from kiosk.opening import SAME_CARD_NATS, spot_of
from kiosk.outlook import ASK_NATS, Outlook, look_out
from kiosk.places import doubt, even_angles, likeliest_seat
from kiosk.proofs import judge
from kiosk.reading import Deck, Reader, Reading
from kiosk.running import (
    active_seats,
    is_full,
    latest,
    swept_plays,
    total_cards,
    trick_size,
)
from kiosk.saying import DEFAULT_SAYING, Saying
from kiosk.sweep import repairs, worst
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
SAME_TRICK_NATS = 1.0
"""A card that fits the next seat's place but for this much goes on with a trick swept too early."""
NEWS_NATS = 0.5
"""A better look is recorded where a score of the leading cards moved by this much."""
_LEADING_NATS = 8.0
_SAME_MOMENT_S = 0.2


class Director:
    """Between camera and table for one evening.

    `profile` is the enrolled deck's cards in order, `saying` the house rule when a verdict is said.
    """

    def __init__(
        self,
        profile: Sequence[Card],
        deals: Deals,
        angles: Sequence[float] | None = None,
        saying: Saying = DEFAULT_SAYING,
    ) -> None:
        self._saying = saying
        self._profile = tuple(profile)
        self._angles = None if angles is None else tuple(angles)
        self._beginning = Beginning(deals, self._angles_for, self._played)
        self._first_track = 0
        self._recognised: dict[int, int] = {}
        self._asked: frozenset[int] = frozenset()
        self._resumed: float | None = None
        self._early: TrickCleared | None = None
        self._reader: tuple[object, Reader] | None = None
        self._read: tuple[object, Reading] | None = None

    def resume(self, state: TableState) -> float | None:
        """Go on with an evening that stands in the journal; a new watcher numbers its tracks anew.

        Returns seconds of the recording up to which everything seen is recorded; what the camera
        says about the time before is not recorded again.
        """
        self._resumed = recorded_until(state)
        self._first_track = _tracks_used(state)
        self._beginning.forget()
        return self._resumed

    @property
    def profile(self) -> tuple[Card, ...]:
        """The enrolled deck's cards in the order of the scores."""
        return self._profile

    def change_deck(self, profile: Sequence[Card], state: TableState) -> None:
        """Read another deck from now on; its watcher numbers its tracks anew."""
        self._profile = tuple(profile)
        self._first_track = _tracks_used(state)
        self._recognised.clear()
        self._beginning.forget()
        self._early = self._reader = self._read = None

    # What the camera says.

    def hear(self, event: VisionEvent, state: TableState) -> tuple[Event, ...]:
        """Return the events that follow from what the camera says.

        To be called again with the same event after they are committed, until nothing follows.
        """
        self._beginning.follow(state)
        known_t = event.t if isinstance(event, ActivityChanged | CameraMoved) else event.known_t
        if steps := self._beginning.steps(state, known_t):
            return steps
        match event:
            case Sighting():
                events = self._sighted(event, state)
            case CardTakenBack(track=track):
                events = self._taken_back(track, state)
            case TrickCleared():
                events = self._cleared(event, state)
            case ActivityChanged(activity=activity):
                self._beginning.look(activity)
                events = ()
            case FaceDownSeen() | ForeignSeen():
                events = ()
            case CameraMoved():
                self._beginning.look(TableActivity.STARTING)
                events = ()
        # A card may have told that a deal has begun; where none is left of one, none had.
        follows = events or self._beginning.steps(state, known_t)
        return follows or self._beginning.withdrawn(state.deal)

    def _sighted(self, sighting: Sighting, state: TableState) -> tuple[Event, ...]:
        deal = state.deal
        known = self._seq_of(sighting.track, latest(state))
        if known is None and self._before_resuming(sighting.known_t):
            self._recognise(sighting, deal)
            return ()
        if known is not None:
            return self._better_look(known, sighting, deal)
        if not state.running:
            return ()
        if deal is not None and self._lies_there(sighting, deal):
            self._early = None
            return ()
        if deal is None or self._beginning.pending(deal):
            self._beginning.sighted(sighting, state)
            return ()
        if self._early is not None:
            return self._after_early_sweep(self._early, sighting, deal)
        return (self._played(sighting, deal, sighting.known_t),)

    def _before_resuming(self, known_t: float) -> bool:
        return self._resumed is not None and known_t <= self._resumed + _SAME_MOMENT_S

    def _recognise(self, sighting: Sighting, deal: DealState | None) -> None:
        """Find the play that was recorded at this moment before the program was started again."""
        for laid in () if deal is None else deal.laid:
            t = look(laid).t
            if t is not None and abs(t - sighting.t) <= _SAME_MOMENT_S:
                self._recognised[sighting.track] = laid.seq

    def _seq_of(self, track: int, deal: DealState | None) -> int | None:
        if track in self._recognised:
            return self._recognised[track]
        for laid in () if deal is None else deal.laid:
            if isinstance(laid.event, CardPlayed) and laid.event.track == track + self._first_track:
                return laid.seq
        return None

    def _better_look(
        self, seq: int, sighting: Sighting, deal: DealState | None
    ) -> tuple[Event, ...]:
        index = None if deal is None else deal.index_of(seq)
        if deal is None or index is None or deal.laid[index].fixed:
            return ()
        laid = deal.laid[index]
        old = look(laid).scores
        if old is not None and not _news(old, sighting.log_scores):
            return ()
        return (CardCorrected(seq, laid.card, "decoder", centinats(sighting.log_scores)),)

    def _played(self, sighting: Sighting, deal: DealState, known_t: float) -> CardPlayed:
        read = self._reader_of(deal).read(deal, [sighting.log_scores])
        spot = spot_of(sighting)
        seat = None
        if deal.turn.presumed and not deal.turn.seats:
            # Who took the last trick hangs on a card nobody saw: the place alone can tell.
            seat = likeliest_seat(spot, active_seats(deal), self._angles_of(deal))
        return CardPlayed(
            card=read.decoding.best[-1],
            seat=seat,
            source="camera",
            scores=centinats(sighting.log_scores),
            track=sighting.track + self._first_track,
            t=sighting.t,
            known_t=known_t,
            place=spot,
        )

    def _lies_there(self, sighting: Sighting, deal: DealState) -> bool:
        """Whether the sighting is a card of this trick that was moved, not played."""
        reader = self._reader_of(deal)
        row = reader.deck.scores(sighting.log_scores)
        likeliest = reader.deck.cards[max(range(len(row)), key=row.__getitem__)]
        lying = deal.laid[swept_plays(deal) :]
        if likeliest not in {laid.card for laid in lying}:
            return False
        before = self._reading(deal).loss
        after = reader.read(deal, [sighting.log_scores]).loss
        return after - before > SAME_CARD_NATS

    def _taken_back(self, track: int, state: TableState) -> tuple[Event, ...]:
        deal = state.deal
        self._beginning.taken_back(track)
        seq = self._seq_of(track, deal)
        index = None if deal is None or seq is None else deal.index_of(seq)
        if deal is None or seq is None or index is None:
            return ()
        if deal.laid[index].fixed or index < swept_plays(deal):
            return ()
        return (CardRemoved(seq, "decoder"),)

    def _cleared(self, cleared: TrickCleared, state: TableState) -> tuple[Event, ...]:
        deal = state.deal
        if self._before_resuming(cleared.known_t):
            return ()
        lying = () if deal is None else deal.laid[swept_plays(deal) :]
        if deal is None or not lying:
            self._beginning.cleared(cleared, state)
            return ()
        self._early = None
        if is_full(deal):
            for extra in self._beginning.left_over():
                if self._better_than_recorded(extra, deal):
                    return (self._played(extra, deal, cleared.known_t),)
        elif self._too_early(deal, len(lying)):
            self._early = cleared
            return ()
        return self._swept(cleared, deal)

    def _better_than_recorded(self, extra: Sighting, deal: DealState) -> bool:
        """Whether a card too many is surely one, so that one recorded before it was none."""
        read = self._reader_of(deal).read(deal, [extra.log_scores])
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
        if doubt(spot_of(sighting), deal.next_seat, self._angles_of(deal)) < SAME_TRICK_NATS:
            return (self._played(sighting, deal, sighting.known_t),)
        if len(deal.laid) < trick_size(deal) and self._beginning.untold(deal):
            # What seemed the first trick of a deal was none: cards shown, or laid down in passing.
            return tuple(CardRemoved(laid.seq, "decoder") for laid in deal.laid)
        return self._swept(cleared, deal)

    def _swept(self, cleared: TrickCleared, deal: DealState) -> tuple[Event, ...]:
        angles = self._angles_of(deal)
        if changes := repairs(deal, self._reading(deal), angles):
            return changes
        lying = deal.laid[swept_plays(deal) :]
        seat = None if cleared.direction is None else _towards(cleared.direction, angles)
        tricks = len(lying) // trick_size(deal)
        taken: list[Event] = [TrickTaken(seat, cleared.known_t) for _ in range(tricks)]
        if not is_full(deal) or deal.decided is not None:
            # A Tout that was lost and thrown in: what it was, the table says (or the next lead).
            return tuple(taken)
        return (*taken, *closing(deal))

    # Second thoughts.

    def revise(self, state: TableState) -> tuple[Event, ...]:
        """Return what decoding the deal again changes; to be called until nothing is left."""
        deal = state.deal
        if deal is None:
            return ()
        read = self._reading(deal)
        whole = is_full(deal)
        events: list[Event] = []
        for index, laid in enumerate(deal.laid):
            best = read.decoding.best[index]
            if laid.fixed or best is None or best is laid.card:
                continue
            inferred = whole and read.sure(index, ASK_NATS)
            if (read.seen[index] or inferred) and not _close(read, index, laid.card):
                events.append(CardCorrected(laid.seq, best, "decoder"))
        return tuple(events)

    # What may be said.

    def outlook(self, state: TableState) -> Outlook:
        """Return what may be shown of the deal as it stands, the one just closed included."""
        deal = latest(state)
        if deal is None:
            return Outlook()
        read = self._reading(deal)
        reader, angles = self._reader_of(deal), self._angles_of(deal)
        judged = judge(deal, read, reader, angles, self._saying)
        outlook = look_out(deal, read, judged, self._asked)
        self._asked = outlook.unsure
        return outlook

    def context(self, state: TableState) -> TableContext:
        """Return what vision is told after a fold."""
        deal = state.deal
        if deal is None:
            seats = len(state.seats)
            return TableContext(None, seats, seats, 0, len(self._profile))
        size = trick_size(deal)
        return TableContext(
            seat=None if is_full(deal) else deal.next_seat,
            seats=deal.record.players,
            trick_size=size,
            cards_in_trick=len(deal.seqs) % size,
            cards_left=max(0, total_cards(deal) - len(deal.seqs)),
            penalty=penalties(deal.record),
        )

    def _angles_of(self, deal: DealState) -> tuple[float, ...]:
        return self._angles_for(deal.record.players)

    def _angles_for(self, seats: int) -> tuple[float, ...]:
        """Return where the seats are; those that were set up hold for as many people alone."""
        if self._angles is None or len(self._angles) != seats:
            return even_angles(seats)
        return self._angles

    def _reader_of(self, deal: DealState) -> Reader:
        record = deal.record
        key = (record.game, record.players, record.out, record.family, id(record.rules))
        if self._reader is None or self._reader[0] != key:
            playing = game(record.game).deck(record.rules, trick_size(deal))
            self._reader = key, Reader(Deck(playing, self._profile), self._angles_of(deal))
        return self._reader[1]

    def _reading(self, deal: DealState) -> Reading:
        if self._read is None or self._read[0] is not deal:
            self._read = deal, self._reader_of(deal).read(deal)
        return self._read[1]


def _tracks_used(state: TableState) -> int:
    deal = latest(state)
    events = [laid.event for laid in deal.laid] if deal is not None else []
    tracks = [event.track for event in events if isinstance(event, CardPlayed)]
    return 1 + max((track for track in tracks if track is not None), default=-1)


def _close(read: Reading, index: int, current: Card | None) -> bool:
    others = read.decoding.alternatives[index]
    return any(face is current and nats < CHANGE_NATS for face, nats in others)


def _news(old: Sequence[float], new: Sequence[float]) -> bool:
    leading = {index for index, score in enumerate(new) if score > max(new) - _LEADING_NATS}
    leading |= {index for index, score in enumerate(old) if score > max(old) - _LEADING_NATS}
    return any(abs(old[index] - new[index]) > NEWS_NATS for index in leading)


def _towards(direction: float, angles: tuple[float, ...]) -> int:
    """Return the seat a direction on the table plane (radians from the x axis) points at."""

    def along(seat: int) -> float:
        angle = math.radians(angles[seat])
        return -math.sin(angle) * math.cos(direction) - math.cos(angle) * math.sin(direction)

    return max(range(len(angles)), key=along)
