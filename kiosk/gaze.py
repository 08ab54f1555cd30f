"""What the director makes of what the camera saw: plays, better looks, cards that only moved.

Keeps the enrolled deck, where the seats are, and the reading of the deal at hand, which is asked
for several times between two events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.cards import Card
from engine.events import CardCorrected, CardPlayed
from engine.games import game
from engine.state import DealState, TableState
from kiosk.looks import centinats, look
from kiosk.opening import SAME_CARD_NATS, spot_of
from kiosk.places import even_angles
from kiosk.reading import Deck, Reader, Reading
from kiosk.running import latest, swept_plays, trick_size
from kiosk.slots import likely_lead
from kiosk.unclear import unclear
from vision.sighting import Sighting

NEWS_NATS = 0.5
"""A better look is recorded where a score of the leading cards moved by this much."""
_LEADING_NATS = 8.0
_SAME_MOMENT_S = 0.2


@dataclass(frozen=True)
class Decks:
    """Which deck is looked for, and what is known of those an evening's earlier deals had."""

    name: str = ""
    order: Callable[[str], tuple[Card, ...]] | None = None
    """Tells a deck's cards in the order of its scores; none where it is not known any more."""


NO_OTHER = Decks()
"""An evening that is played with one deck."""


class Gaze:
    """One camera's view of the deals of one evening."""

    def __init__(
        self,
        profile: Sequence[Card],
        angles: Sequence[float] | None,
        decks: Decks = NO_OTHER,
    ) -> None:
        """Look for the cards of `profile`, in the order of the scores."""
        self.profile = tuple(profile)
        self._decks = decks
        self._angles = None if angles is None else tuple(angles)
        self._first_track = 0
        self._recognised: dict[int, int] = {}
        self._resumed: float | None = None
        self._reader: tuple[object, Reader] | None = None
        self._read: tuple[object, Reading] | None = None

    def resume(self, state: TableState, until: float | None) -> None:
        """Go on with an evening recorded up to `until` seconds; the watcher is a new one."""
        self._resumed = until
        self._first_track = _tracks_used(state)

    def change_deck(self, deck: str, profile: Sequence[Card], state: TableState) -> None:
        """Read the deck of this name from now on; its watcher numbers its tracks anew."""
        self.profile = tuple(profile)
        self._decks = replace(self._decks, name=deck)
        self._first_track = _tracks_used(state)
        self._recognised.clear()
        self._reader = self._read = None

    # Which play is it?

    def recorded_before(self, known_t: float) -> bool:
        """Tell whether what was said then is in the journal since before the program started."""
        return self._resumed is not None and known_t <= self._resumed + _SAME_MOMENT_S

    def recognise(self, sighting: Sighting, deal: DealState | None) -> None:
        """Find the play that was recorded at this moment before the program was started again."""
        for laid in () if deal is None else deal.laid:
            t = look(laid).t
            if t is not None and abs(t - sighting.t) <= _SAME_MOMENT_S:
                self._recognised[sighting.track] = laid.seq

    def track_of(self, track: int) -> int:
        """Return the number under which the watcher's track is recorded."""
        return track + self._first_track

    def seq_of(self, track: int, deal: DealState | None) -> int | None:
        """Return the `seq` of the play that is this track, None where it is none of the deal."""
        if track in self._recognised:
            return self._recognised[track]
        for laid in () if deal is None else deal.laid:
            if isinstance(laid.event, CardPlayed) and laid.event.track == track + self._first_track:
                return laid.seq
        return None

    # What does it show?

    def better_look(
        self, seq: int, sighting: Sighting, deal: DealState | None
    ) -> tuple[CardCorrected, ...]:
        """Return the new scores of a recorded play, where they say anything new."""
        index = None if deal is None else deal.index_of(seq)
        if deal is None or index is None or deal.laid[index].fixed:
            return ()
        laid = deal.laid[index]
        old = look(laid).scores
        if old is not None and not _news(old, sighting.log_scores):
            return ()
        return (CardCorrected(seq, laid.card, "decoder", centinats(sighting.log_scores)),)

    def played(self, sighting: Sighting, deal: DealState, known_t: float) -> CardPlayed:
        """Return the event of a card, said at `known_t` seconds."""
        read = self.with_card(sighting, deal)
        spot = spot_of(sighting)
        seat = None
        if deal.turn.presumed and not deal.turn.seats:
            # Who took the last trick hangs on a card nobody saw: its way and the place can tell.
            seat = likely_lead(spot, deal, self.angles(deal))
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

    def lies_there(self, sighting: Sighting, deal: DealState) -> bool:
        """Tell whether the sighting is a card of this trick that was moved, not played."""
        reader = self.reader(deal)
        row = reader.deck.scores(sighting.log_scores)
        likeliest = reader.deck.cards[max(range(len(row)), key=row.__getitem__)]
        lying = deal.laid[swept_plays(deal) :]
        if likeliest not in {laid.card for laid in lying}:
            return False
        return self.with_card(sighting, deal).loss - self.reading(deal).loss > SAME_CARD_NATS

    def unclear(self, sighting: Sighting, deal: DealState) -> bool:
        """Tell whether it may be no card at all."""
        return unclear(self.with_card(sighting, deal), self.reading(deal))

    # The deal as it is read.

    def with_card(self, sighting: Sighting, deal: DealState) -> Reading:
        """Return the reading of the deal with this card as its next play."""
        return self.reader(deal).read(deal, [sighting.log_scores])

    def reading(self, deal: DealState) -> Reading:
        """Return the reading of the deal as it stands."""
        if self._read is None or self._read[0] is not deal:
            self._read = deal, self.reader(deal).read(deal)
        return self._read[1]

    def reader(self, deal: DealState) -> Reader:
        """Return what reads the deals of this game."""
        record, deck = deal.record, deal.head.deck
        key = (record.game, record.players, record.out, record.family, id(record.rules), deck)
        if self._reader is None or self._reader[0] != key:
            playing, order = (
                game(record.game).deck(record.rules, trick_size(deal)),
                self._order(deck),
            )
            read = Deck(playing, order or playing)
            self._reader = key, Reader(read, self.angles(deal), told=not order)
        return self._reader[1]

    def _order(self, deck: str) -> tuple[Card, ...]:
        """Return a deck's cards in the order of its scores; none where it is not known any more."""
        if self._decks.order is None or deck in ("", self._decks.name):
            return self.profile
        return self._decks.order(deck)

    def angles(self, deal: DealState) -> tuple[float, ...]:
        """Return where the seats of a deal are, degrees clockwise from the lower edge."""
        return self.angles_for(deal.record.players)

    def angles_for(self, seats: int) -> tuple[float, ...]:
        """Return where so many seats are; those that were set up hold for as many people alone."""
        if self._angles is None or len(self._angles) != seats:
            return even_angles(seats)
        return self._angles


def _tracks_used(state: TableState) -> int:
    deal = latest(state)
    events = [laid.event for laid in deal.laid] if deal is not None else []
    tracks = [event.track for event in events if isinstance(event, CardPlayed)]
    return 1 + max((track for track in tracks if track is not None), default=-1)


def _news(old: Sequence[float], new: Sequence[float]) -> bool:
    leading = {index for index, score in enumerate(new) if score > max(new) - _LEADING_NATS}
    leading |= {index for index, score in enumerate(old) if score > max(old) - _LEADING_NATS}
    return any(abs(old[index] - new[index]) > NEWS_NATS for index in leading)
