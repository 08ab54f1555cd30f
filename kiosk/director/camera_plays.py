"""Cards the camera saw, as plays: a new one, a better look, one that only moved, one in doubt.

`CameraPlays` keeps the enrolled deck, where the seats are, and the reading of the deal at hand. A
hand, a sleeve or the corner of a lying card is now and then taken for a card; recorded at once it
would shift the seats of all that follow. What reads like several cards, or like one played long
ago, is held back until a better look makes it plain, or what comes next does: where that lies, or
how many cards were swept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.cards import Card
from engine.evening.deal import DealState
from engine.evening.state import TableState
from engine.events import CardCorrected, CardPlayed
from engine.games import game
from kiosk.director.deal_decoding import DealReader, DealReading, DecodedDeck
from kiosk.director.deal_opening import SAME_CARD_NATS, spot_of
from kiosk.director.seat_likelihood import Spot, even_angles, seat_scores
from kiosk.director.seen_plays import centinats, latest, look, swept_plays, trick_size
from kiosk.director.unseen_cards import likely_lead
from vision.sighting import Sighting

UNCLEAR_NATS = 1.0
"""With less lead over the next card a reading is held back (about one in four wrong)."""
ODD_NATS = 3.0
"""So much may a reading cost beside all that was played; more is odd."""
REAL_NATS = 3.0
"""How much likelier what is held back is a card than none, when nothing else is known of it."""
UNSEEN_SWEEP_NATS = 3.0
"""What it costs to think that a trick was swept unseen."""


@dataclass(frozen=True, slots=True)
class TurnNow:
    """Whose cards come next, and where everybody sits."""

    seat: int
    following: int | None
    """Who comes after `seat` in this trick; None where its card completes the trick."""
    seats: Sequence[int]
    angles: tuple[float, ...]


def unclear(read: DealReading, before: DealReading) -> bool:
    """Tell whether the last play of `read`, which `before` lacks, may be no card at all."""
    return read.decoding.regret[-1] < UNCLEAR_NATS or read.loss - before.loss > ODD_NATS


def is_card(spot: Spot, then: Spot, turn: TurnNow) -> bool:
    """Tell whether what lies at `spot` was a card, now that another came to lie at `then`."""
    own, later = _fits(spot, turn), _fits(then, turn)
    if turn.following is None:
        return own[turn.seat] - UNSEEN_SWEEP_NATS + REAL_NATS > later[turn.seat]
    return own[turn.seat] + later[turn.following] + REAL_NATS > later[turn.seat]


def fits_turn(spot: Spot, turn: TurnNow) -> bool:
    """Tell whether what lies at `spot` fits the seat whose turn it is."""
    return _fits(spot, turn)[turn.seat] + REAL_NATS > 0


def _fits(spot: Spot, turn: TurnNow) -> dict[int, float]:
    """Return how much better the place fits each seat than the best of all, at most nought."""
    scores = seat_scores(spot, turn.angles)
    best = max(scores[seat] for seat in turn.seats)
    return {seat: scores[seat] - best for seat in turn.seats}


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


class CameraPlays:
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
        self._reader: tuple[object, DealReader] | None = None
        self._read: tuple[object, DealReading] | None = None

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

    def with_card(self, sighting: Sighting, deal: DealState) -> DealReading:
        """Return the reading of the deal with this card as its next play.

        It is read as it would be recorded: once it is, nothing is left to be decoded.
        """
        return self.reader(deal).read(deal, centinats(sighting.log_scores))

    def reading(self, deal: DealState) -> DealReading:
        """Return the reading of the deal as it stands."""
        if self._read is None or self._read[0] is not deal:
            self._read = deal, self.reader(deal).read(deal)
        return self._read[1]

    def reader(self, deal: DealState) -> DealReader:
        """Return what reads the deals of this game."""
        record, deck = deal.record, deal.head.deck
        key = (record.game, record.players, record.out, record.family, id(record.rules), deck)
        if self._reader is None or self._reader[0] != key:
            playing, order = (
                game(record.game).deck(record.rules, trick_size(deal)),
                self._order(deck),
            )
            read = DecodedDeck(playing, order or playing)
            self._reader = key, DealReader(read, self.angles(deal), told=not order)
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
