"""Opens deals from what the camera sees, and takes back those that turn out to be none.

While no deal is being played cards are held back (`kiosk.opening`). Once they look like the first
trick of one, the deal is opened, the one before it closed where its last sweep was not seen, and
every card held is recorded, one event after the other.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.decided import TOUT_LOST
from engine.events import (
    CardCorrected,
    CardPlayed,
    CardRemoved,
    DealClosed,
    DealStarted,
    Envelope,
    Event,
    TrickTaken,
    Undone,
)
from engine.fold import fold
from engine.state import DealState, TableState
from kiosk.deals import Deals
from kiosk.false_start import false_start
from kiosk.opening import Table, Waiting, spot_of
from kiosk.places import likeliest_seat
from kiosk.reading import Reading
from kiosk.running import is_full, seat_order, swept_plays, trick_size
from vision.sighting import Sighting, TableActivity, TrickCleared

Angles = Callable[[int], tuple[float, ...]]
"""Where so many seats are, degrees clockwise from the lower edge."""
Play = Callable[[Sighting, DealState, float], CardPlayed]
"""Makes the event of a card, said at the seconds given."""
Read = Callable[[DealState], Reading]
"""Reads the deal as it stands."""


class Beginning:
    """What may become the next deal, at one table."""

    def __init__(self, deals: Deals, angles: Angles, play: Play) -> None:
        self._deals = deals
        self._angles = angles
        self._play = play
        self._waiting = Waiting()
        self._due: tuple[Sighting, ...] = ()
        """Cards of the deal that was found to have begun, still to be recorded."""
        self._opened: tuple[str, int] | None = None
        """The deal the camera opened, and how many events said what it is."""
        self._activity: TableActivity | None = None
        self._finished = 0

    def forget(self) -> None:
        """Another watcher sees the table from now on."""
        self._waiting, self._due = Waiting(), ()

    def look(self, activity: TableActivity) -> None:
        """Take note of what the table looks like."""
        self._activity = activity
        self._waiting = self._waiting.during(activity)

    def follow(self, state: TableState) -> None:
        """Take note of deals that ended: until the table was empty nothing opens the next one."""
        if len(state.finished) == self._finished:
            return
        self._finished = len(state.finished)
        if not self._due:
            self._waiting = Waiting(clear=self._activity in (None, TableActivity.EMPTY))

    def pending(self, deal: DealState | None) -> bool:
        """Tell whether a card seen now is no play yet: no deal is on that a person announced."""
        if deal is None or is_full(deal):
            return True
        return not deal.laid and (deal.contract is None or self._opened_by_camera(deal))

    def _opened_by_camera(self, deal: DealState) -> bool:
        return self._opened is not None and self._opened[0] == deal.id

    # What is seen.

    def sighted(self, sighting: Sighting, state: TableState) -> None:
        """Hold a card back, and look whether a deal has begun."""
        self._waiting = self._waiting.seen(sighting)
        table = self._table(state)
        if table is None or self._waiting.too_many(table):
            self._waiting = Waiting(clear=False)
        elif found := self._waiting.lead(table):
            self._due, self._waiting = found, Waiting()

    def taken_back(self, track: int) -> None:
        """A card that was held back was lifted again."""
        self._waiting = self._waiting.without((track,))

    def cleared(self, cleared: TrickCleared, state: TableState) -> None:
        """The cards held back left the table: they were a whole trick, or nothing."""
        table = self._table(state)
        self._due = () if table is None else self._waiting.trick(table, cleared.cards)
        self._waiting = Waiting(clear=self._activity is not TableActivity.SWEPT)

    def left_over(self) -> tuple[Sighting, ...]:
        """Return what came on top of a last trick and was swept with it."""
        held, self._waiting = self._waiting.held, Waiting()
        return held

    # What follows.

    def steps(self, state: TableState, known_t: float) -> tuple[Event, ...]:
        """Return the next events of a deal that has begun; none when all its cards are recorded."""
        deal = state.deal
        if deal is not None and self._due:
            # Two cards of one rest came at the same time, but not to the same place.
            plays = [laid.event for laid in deal.laid if isinstance(laid.event, CardPlayed)]
            recorded = {(play.t, play.place) for play in plays}
            self._due = tuple(c for c in self._due if (c.t, spot_of(c)) not in recorded)
        if not self._due:
            return ()
        if deal is None:
            events = self._deals.next(state, self._leader(state))
            self._due = self._due if events else ()
            self._opened = _named(events)
            return events
        if is_full(deal):
            return (*_unswept(deal, known_t), *closing(deal))
        return (self._play(self._due[0], deal, known_t),)

    def withdrawn(self, deal: DealState | None, read: Read) -> tuple[Event, ...]:
        """Return what takes back a deal the camera opened when none of its cards is left.

        Or the trick that opened it, where that was none.
        """
        if deal is None or self._due or not self._opened_by_camera(deal):
            return ()
        if deal.laid:
            return false_start(deal, read(deal))
        if not self.untold(deal):
            return ()
        return (Undone(deal.head.seq),)

    def untold(self, deal: DealState) -> bool:
        """Tell whether all that is known of a deal comes from the camera."""
        if self._opened is None or self._opened[0] != deal.id:
            return False
        cards = (CardPlayed, CardCorrected, CardRemoved)
        said = [entry for entry in deal.log if not isinstance(entry.envelope.event, cards)]
        return len(said) == self._opened[1] and not deal.fixed

    # Who would lead.

    def _table(self, state: TableState) -> Table | None:
        """Return whose turn it would be; None where no further deal is to come."""
        before = state
        if state.deal is not None and is_full(state.deal):
            before = _after(state, closing(state.deal))
        deal = before.deal
        if deal is not None:
            known = True
        else:
            events = self._deals.next(before, 0)
            deal = _after(before, events).deal if events else None
            # Where whoever lies first decides who dealt, nobody knows who leads.
            known = events == self._deals.next(before, 1 % len(before.seats))
        if deal is None:
            return None
        order = tuple(seat_order(deal, deal.next_seat))
        return Table(order, known, self._angles(deal.record.players))

    def _leader(self, state: TableState) -> int:
        seats = len(state.seats)
        return likeliest_seat(spot_of(self._due[0]), range(seats), self._angles(seats))


def closing(deal: DealState) -> tuple[Event, ...]:
    """Return the end of a deal whose cards all lie; one that was decided earlier ends as that."""
    # engine.decided knows a single such end, a lost Tout: what lay after it was thrown in.
    return (DealClosed() if deal.decided is None else DealClosed({"kind": TOUT_LOST}),)


def _unswept(deal: DealState, t: float) -> list[Event]:
    lying = len(deal.laid) - swept_plays(deal)
    return [TrickTaken(t=t) for _ in range(lying // trick_size(deal))]


def _named(events: tuple[Event, ...]) -> tuple[str, int] | None:
    for index, event in enumerate(events):
        if isinstance(event, DealStarted):
            return event.id, len(events) - index - 1
    return None


def _after(state: TableState, events: tuple[Event, ...]) -> TableState:
    last = state.last_seq
    return fold([Envelope(last + 1 + n, "", event) for n, event in enumerate(events)], state)
