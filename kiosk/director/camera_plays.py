"""One camera's view of the deals of one evening: which deck, where the seats are, what was seen.

`CameraPlays` keeps the explanation of the deal at hand (`kiosk.director.explanation`): it is told
what the camera sees, takes in what people said since, and is made anew from the journal after the
program was started again. What was then weighed of things that were no plays is lost; the journal
holds those that were recorded and taken back.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.cards import Card
from engine.evening.deal import DealState, LogEntry
from engine.evening.deal_log import opening, standing
from engine.evening.state import TableState
from engine.events import CardCorrected, CardInserted, CardPlayed, CardRemoved, TrickTaken
from engine.games import game
from engine.scores import Scores
from kiosk.director.deal_decoding import DealReader, DealReading, DecodedDeck
from kiosk.director.deal_opening import spot_of
from kiosk.director.explanation import Explanation, Look
from kiosk.director.hypothesis import Begun, Table
from kiosk.director.priors import PRIORS
from kiosk.director.recording import look_at
from kiosk.director.seat_likelihood import Spot, even_angles, seat_scores
from kiosk.director.seen_plays import centinats, latest, look, nats, trick_size
from kiosk.director.weighing import Scale, Seen
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
        self._explained: _Explained | None = None
        self.begun: tuple[str, Begun] | None = None
        """The deal that the camera opened, and what of it may have been played before."""

    def resume(self, state: TableState, until: float | None) -> None:
        """Go on with an evening recorded up to `until` seconds; the watcher is a new one."""
        self._resumed = until
        self._first_track = _tracks_used(state)
        self._explained = None

    def change_deck(self, deck: str, profile: Sequence[Card], state: TableState) -> None:
        """Read the deck of this name from now on; its watcher numbers its tracks anew."""
        self.profile = tuple(profile)
        self._decks = replace(self._decks, name=deck)
        self._first_track = _tracks_used(state)
        self._recognised.clear()
        self._reader = self._read = self._explained = None

    # What was seen.

    def recorded_before(self, known_t: float) -> bool:
        """Tell whether what was said then is in the journal since before the program started."""
        return self._resumed is not None and known_t <= self._resumed + _SAME_MOMENT_S

    def recognise(self, sighting: Sighting, deal: DealState | None) -> None:
        """Find the play that was recorded at this moment before the program was started again."""
        for laid in () if deal is None else deal.laid:
            t = look(laid).t
            if t is not None and abs(t - sighting.t) <= _SAME_MOMENT_S:
                event = laid.event
                if isinstance(event, CardPlayed) and event.track is not None:
                    self._recognised[sighting.track] = event.track

    def track_of(self, track: int) -> int:
        """Return how the journal numbers a track of this watcher."""
        return self._recognised.get(track, track + self._first_track)

    def seen_as(self, sighting: Sighting, deal: DealState) -> tuple[Look, Seen]:
        """Return a sighting as it is recorded and as it is weighed."""
        scores, spot = centinats(sighting.log_scores), spot_of(sighting)
        row = self.row_of(scores, deal)
        fits = self.fits(spot, deal)
        track = self.track_of(sighting.track)
        seen = Look(track, scores, spot, sighting.t, sighting.known_t)
        return seen, Seen(row, fits, sighting.t, lead_of(row))

    def row_of(self, scores: Scores, deal: DealState) -> tuple[float, ...]:
        """Return recorded scores as scores of the deck in play, none less than a misreading."""
        row = self.reader(deal).deck.scores(nats(scores))
        least = max(row, default=0.0) - PRIORS.misread
        return tuple([max(score, least) for score in row])

    def fits(self, spot: Spot | None, deal: DealState) -> tuple[float, ...] | None:
        """Return how much worse each place in the round explains a spot than the best, nats."""
        if spot is None:
            return None
        scores = seat_scores(spot, self.angles(deal))
        own = [scores[seat] for seat in deal.head.active]
        best = max(own)
        return tuple([score - best for score in own])

    # The deal as it is explained.

    def explained(self, deal: DealState) -> Explanation:
        """Return the explanation of the deal as far as it was seen and as people spoke of it."""
        known = self._explained
        if known is None or not known.goes_on(deal):
            known = self._explained = _Explained(self, deal)
        known.follow(deal)
        return known.explanation

    def explained_by_camera(self, deal: DealState) -> Explanation | None:
        """Return the explanation of a deal that a camera saw anything of, whoever looked."""
        seen = any(_track(entry) is not None for entry in deal.log)
        return self.explained(deal) if seen else None

    def anew(self, deal: DealState) -> Explanation | None:
        """Return the explanation of a deal by its journal alone; that at hand stays as it is."""
        if all(_track(entry) is None for entry in deal.log):
            return None
        known = _Explained(self, deal)
        known.follow(deal)
        return known.explanation

    @property
    def current(self) -> Explanation | None:
        """The explanation of the deal at hand."""
        return None if self._explained is None else self._explained.explanation

    def explained_at(self, deal: DealState) -> Explanation | None:
        """Return the explanation of the deal where there is one."""
        known = self._explained
        return self.explained(deal) if known is not None and known.goes_on(deal) else None

    def scale(self, deal: DealState) -> tuple[Scale, Table]:
        """Return what weighs a deal, and what holds for all that may be thought of it."""
        active = deal.head.active
        turn, _ = opening(deal.head, deal.contract)
        leader = active.index(turn.leader)
        deck = self.reader(deal).deck.cards
        scale = Scale(deal.record, active, deal.rule, leader, deck, PRIORS)
        begun = None
        if self.begun is not None and deal.contract is not None:
            opened, found = self.begun
            begun = found if opened == deal.id else None
        return scale, Table(len(active), deal.report.trick_count, PRIORS, begun)

    # The deal as it is read.

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
            self._reader = key, DealReader(read, told=not order)
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


class _Explained:
    """The explanation of one deal, and up to where of its log people's words are in it."""

    def __init__(self, plays: CameraPlays, deal: DealState) -> None:
        self.head = deal.head
        self._plays = plays
        self._deal: DealState | None = None
        self._said = _premises(deal)
        self._tracks: dict[int, int] = {}
        """The look of each play of the journal that a camera saw."""
        self._entries = 0
        """So much of the deal's log was looked at."""
        self._lying = 0
        self.explanation = Explanation(*plays.scale(deal))

    def goes_on(self, deal: DealState) -> bool:
        """Tell whether a deal is the one that was followed, as far as it was or further."""
        return self.head is deal.head and len(deal.log) >= self._entries

    def follow(self, deal: DealState) -> None:
        """Take in what the journal says beyond what this camera saw: others' looks, and words."""
        if deal is self._deal:
            return
        self._deal = deal
        if self._said != (said := _premises(deal)):
            self._said = said
            self.explanation.with_scale(*self._plays.scale(deal))
        undone = {entry.seq for entry in deal.log} - {entry.seq for entry in standing(deal.log)}
        for entry in deal.log[self._entries :]:
            if entry.seq not in undone:
                self._see(entry, deal)
        self._entries = len(deal.log)
        self._follow_removals(deal)
        self._follow_words(deal)

    def _see(self, entry: LogEntry, deal: DealState) -> None:
        """See once more what another look at this deal put into the journal."""
        explained, plays = self.explanation, self._plays
        match entry.envelope.event:
            case CardPlayed(source="camera", track=int(track), scores=Scores() as scores) as event:
                number = explained.look_of(track)
                if number is None:
                    row = plays.row_of(scores, deal)
                    at = Look(track, scores, event.place, event.t, event.known_t)
                    fits = plays.fits(event.place, deal)
                    explained.see(at, Seen(row, fits, event.t, lead_of(row)))
                    number = len(explained.looks) - 1
                    self._lying += 1
                self._tracks[entry.seq] = number
            case CardCorrected(of=of, scores=Scores() as scores) if of in self._tracks:
                number = self._tracks[of]
                if explained.looks[number].scores != scores:
                    row = plays.row_of(scores, deal)
                    better = replace(explained.looks[number], scores=scores)
                    explained.look_again(number, better, Seen(row, None, None, lead_of(row)))
            case CardRemoved(of=of, by="decoder") if of in self._tracks:
                if self._lying:
                    explained.taken_up(self._tracks[of])
            case TrickTaken(seat=seat, t=float(t)) if (t, seat) not in explained.sweeps:
                taker = None if seat is None else deal.head.active.index(seat)
                explained.sweep(t, self._lying, seat, taker)
                self._lying = 0
            case _:
                pass

    def _follow_removals(self, deal: DealState) -> None:
        explained = self.explanation
        removed = set(_removed_by_person(deal))
        standing_seqs = set(deal.seqs)
        for number, look_ in enumerate(explained.looks):
            if look_.track is not None:
                gone = look_.track in removed
            else:
                gone = look_.seq not in standing_seqs
            if gone != explained.is_gone(number):
                explained.deny(number, gone=gone)

    def _follow_words(self, deal: DealState) -> None:
        explained = self.explanation
        following: int | None = None
        for index in reversed(range(len(deal.laid))):
            laid = deal.laid[index]
            number = look_at(laid, explained)
            if number is None and laid.fixed:
                told = Look(None, seq=laid.seq)
                guess = isinstance(laid.event, CardInserted) and laid.event.by == "decoder"
                if guess and laid.card is not None:
                    explained.name(told, laid.card, index // trick_size(deal))
                else:
                    explained.tell(told, laid.card, following)
            elif number is not None:
                known = laid.fixed
                if known != explained.known(number) or (
                    known and explained.told(number) is not laid.card
                ):
                    explained.say(number, laid.card if known else None, known=known)
            following = look_at(laid, explained)


def _premises(deal: DealState) -> tuple[object, ...]:
    return deal.contract, deal.doubles, deal.piles, id(deal.head.rules)


def _removed_by_person(deal: DealState) -> Iterator[int]:
    """Yield the tracks of plays that a person took away."""
    entries = standing(deal.log)
    played = {entry.seq: entry for entry in deal.log}
    of = {
        event.of
        for entry in entries
        if isinstance(event := entry.envelope.event, CardRemoved) and event.by == "person"
    }
    here = {entry.seq for entry in entries}
    for seq, entry in played.items():
        track = _track(entry)
        if track is not None and (seq in of or seq not in here):
            yield track


def _track(entry: LogEntry) -> int | None:
    event = entry.envelope.event
    return event.track if isinstance(event, CardPlayed) and event.source == "camera" else None


def lead_of(row: Sequence[float]) -> float:
    """Return by how much a look is more like one card than like any other, nats."""
    second, first = sorted(row)[-2:] if len(row) > 1 else (-math.inf, 0.0)
    return first - second


def is_news(old: Sequence[float], new: Sequence[float]) -> bool:
    """Tell whether a look says anything new of the leading cards."""
    leading = {index for index, score in enumerate(new) if score > max(new) - _LEADING_NATS}
    leading |= {index for index, score in enumerate(old) if score > max(old) - _LEADING_NATS}
    return any(abs(old[index] - new[index]) > NEWS_NATS for index in leading)


def _tracks_used(state: TableState) -> int:
    deal = latest(state)
    entries = deal.log if deal is not None else ()
    tracks = [track for entry in entries if (track := _track(entry)) is not None]
    return 1 + max(tracks, default=-1)
