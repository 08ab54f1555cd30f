"""The language of the situations: what people do, what the camera tells of it, what is published.

`Playing` knows a deal as it is truly played. Each step (`lay`, `missed`, `sweep`, `dark` …) is what
people do at the table, and emits what a watcher would say of it; the real driver hears it at a real
table with a journal. What is looked at afterwards is published: the deal in the journal (`told`),
the questions asked, the verdicts shown. After every single observation two things are held without
being asked for: nobody is accused who did nothing wrong (`guilty`), and what a person said of a
card still stands at that card.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from engine.cards import Card, cards
from engine.deal.record import DealRecord, JsonObject, Play
from engine.evening.deal import DealState, LaidCard
from engine.events import CardPlayed, EveningStarted
from engine.games import game
from kiosk.director.deal_source import Deals, RoundDeals
from kiosk.director.director import Director
from kiosk.table.commands import Command, ConfirmCard, CorrectCard, InsertCard, RemoveCard
from kiosk.table.writer import MemoryTable
from tests.kiosk.seen_deals import CLEAR, QUAD, normalised, place, scores
from tests.simulate.noisy_camera import DEALING_S, Told
from tests.simulate.watched_deals import Called, hear
from vision.sighting import (
    ActivityChanged,
    CameraMoved,
    CardTakenBack,
    FaceDownSeen,
    Place,
    Sighting,
    TableActivity,
    TrickCleared,
    VisionEvent,
)

SLOPPY_MM, SLOPPY_RAD = 20.0, 0.35
"""How far from its place and how much askew a careless hand's card lies."""
LATER_S = 1.0
"""What a program started again sees comes later than everything before by at least this."""
MIDDLE = Place(0.0, 0.0, math.pi / 4)
"""Where a card says nothing of who laid it."""

Where = int | Place | None
"""A seat whose cards lie there, a place on the table, or wherever its player lays it."""
Scores = tuple[float, ...]


class Asked(Protocol):
    """A question as the page shows it."""

    @property
    def seq(self) -> int:
        """The play it is about, as the journal numbers it."""
        ...

    @property
    def options(self) -> tuple[Card, ...]:
        """What is offered, likeliest first."""
        ...


class Playing:
    """One table with a camera above it, and the deals that are truly played at it.

    `called`: what is played is known before (else the deal opens with whoever leads). `careless`:
    cards are thrown to the middle, and the camera sees who takes the tricks. `guilty` are the seats
    that did wrong. `angles` are where the seats were set up, degrees clockwise from the lower edge.
    Not `begun`: nobody has said yet who sits there.
    """

    def __init__(
        self,
        *deals: DealRecord,
        rules: JsonObject | None = None,
        called: bool = True,
        careless: bool = False,
        guilty: Iterable[int] = (),
        angles: Sequence[float] | None = None,
        strength: float = CLEAR,
        seed: int = 1,
        begun: bool = True,
    ) -> None:
        self.record = deals[0]
        self._others = list(deals[1:])
        self.guilty = frozenset(guilty)
        self.players = self.record.players
        self.size = self.players - len(self.record.out)
        self.deck = game(self.record.game).deck(self.record.rules, self.size)
        self._deals: Deals = Called(deals) if called else RoundDeals()
        self._set_up = angles
        self._angles = angles or [360.0 * seat / self.players for seat in range(self.players)]
        self._careless, self._strength = careless, strength
        self._chance = random.Random(seed)
        self.table = MemoryTable(Director(self.deck, self._deals, angles=angles))
        self._rules = rules or {}
        self.now = DEALING_S
        self.laid = 0
        """Cards of the deal that people have laid."""
        self.asked: list[int] = []
        """The play of each question, in the order they came up (`seq` of the journal)."""
        self.shown: set[tuple[str, int | None]] = set()
        """What was ever shown as wrong, and of whom."""
        self._track = 0
        self._looked_like = TableActivity.STARTING
        self._lying: list[Sighting] = []
        self._words: list[tuple[str, Card, object]] = []
        if begun:
            self.begin()
        hear(self.table, ActivityChanged(0.0, TableActivity.EMPTY))

    def begin(self) -> None:
        """It is said on the page who sits there, and what they play."""
        names = tuple(f"P{seat}" for seat in range(self.players))
        self.table.commit((EveningStarted("e", self.record.game, self._rules, names, "isar", {}),))

    # What people do: they lay the cards of the deal.

    def lay(self, *, at: Where = None, looks: Scores | None = None) -> Sighting:
        """The next card is laid and seen; it may lie elsewhere, or look like another."""
        card = self.hidden(at=at, looks=looks)
        return self.tell(card)

    def hidden(self, *, at: Where = None, looks: Scores | None = None) -> Sighting:
        """The next card is laid and not seen yet; `tell` or `uncover` has it seen."""
        play = self.record.plays[self.laid]
        assert play.card is not None
        self.laid += 1
        self.now += 1.0
        self._track += 1
        likely = looks or self.looks(play.card)
        where = self.place(play.seat if at is None else at)
        return Sighting(self._track, self.now, self.now + 0.2, QUAD, where, likely)

    def missed(self, count: int = 1) -> None:
        """The next cards are laid, and the camera never sees them."""
        for _ in range(count):
            self.hidden()

    def cards(self, count: int) -> None:
        """So many cards are laid in turn, and whole tricks are swept between them."""
        for _ in range(count):
            self._sweep_what_is_whole()
            self.lay()

    def until(self, play: int) -> None:
        """All goes well until this play is the next; the tricks before it are swept."""
        while self.laid < play:
            self.cards(1)
        self._sweep_what_is_whole()

    def to_the_end(self) -> None:
        """All goes well from here on; the trick that lies is played to its end and swept."""
        self.until(len(self.record.plays))

    def together(self) -> tuple[Sighting, Sighting]:
        """The next two cards come to rest in one moment; the watcher puts them in order."""
        first = self.hidden()
        second = replace(self.hidden(), t=first.t, known_t=first.known_t)
        self.now -= 1.0
        self._lying += [first, second]
        self._said((first, second))
        self.looks_like(TableActivity.STABLE)
        return first, second

    def next_deal(self, after_s: float = 30.0, record: DealRecord | None = None) -> None:
        """The next deal begins, or this one."""
        self.record = self._others.pop(0) if record is None else record
        self.laid, self.now, self._lying = 0, self.now + after_s, []

    # What the camera tells of it.

    def tell(self, card: Sighting) -> Sighting:
        """The camera sees a card that lies there."""
        self._lying.append(card)
        self._said(card)
        self.looks_like(TableActivity.STABLE)
        return card

    def uncover(self, card: Sighting, *, since_it_lay: bool = False) -> Sighting:
        """A card is seen at last; `since_it_lay`: the camera knows when it came to lie there."""
        self.now += 0.4
        t = card.t if since_it_lay else self.now
        return self.tell(replace(card, t=t, known_t=self.now + 0.2))

    def look_again(self, card: Sighting, looks: Scores) -> None:
        """A better look at a card that lies there."""
        self.now += 0.1
        self._said(replace(card, known_t=self.now + 0.2, log_scores=looks))

    def thing(self, *, at: Where, looks: Scores) -> Sighting:
        """Something comes to lie there that is no card of the deal's turn: a hand, a shown card."""
        self.now += 0.3
        self._track += 1
        return self.tell(
            Sighting(self._track, self.now, self.now + 0.2, QUAD, self.place(at), looks)
        )

    def pushed(self, card: Sighting, *, at: Where = None, looks: Scores | None = None) -> Sighting:
        """A card that lies there is pushed and taken for a new one."""
        return self.thing(at=card.place if at is None else at, looks=looks or card.log_scores)

    def take_up(self, card: Sighting) -> None:
        """Somebody takes a card up again."""
        self.now += 0.3
        self._lying.remove(card)
        self._said(CardTakenBack(card.track, self.now, self.now + 0.1))

    def face_down(self, *, at: Where) -> None:
        """A card comes to lie there with its back up."""
        self.now += 0.3
        self._said(FaceDownSeen(self.now, self.now + 0.2, QUAD, self.place(at)))

    def sweep(
        self, to: int | None = None, *, cards: int | None = None, seen_going: bool | None = None
    ) -> None:
        """What lies there is swept by `to` (who won it, unless said); `cards` as the camera counts.

        Which way it went is seen where people are careless, unless `seen_going` says otherwise.
        """
        self.now += 1.0
        going = self._careless or to is not None if seen_going is None else seen_going
        seat = self._taker() if to is None else to
        way = None if seat is None or not going else self.way(seat)
        count = len(self._lying) if cards is None else cards
        self._lying = []
        self._said(TrickCleared(self.now, self.now + 0.2, count, way))
        self.looks_like(TableActivity.EMPTY)

    def sweep_unseen(self) -> None:
        """What lies there is swept, and the camera does not notice."""
        self.now += 1.0
        self._lying = []

    def arm(self) -> None:
        """An arm hides what lies there, which is taken for a sweep."""
        self.now += 0.3
        self._said(TrickCleared(self.now, self.now + 0.1, len(self._lying), None))

    def looks_like(self, activity: TableActivity) -> None:
        """The camera says what the table looks like, where it looks otherwise than before."""
        if activity is not self._looked_like:
            self._looked_like = activity
            self._said(ActivityChanged(self.now + 0.2, activity))

    def dark(self) -> None:
        """The camera gives no picture for a moment."""
        self.now += 0.3
        self.looks_like(TableActivity.NO_PICTURE)
        self.looks_like(TableActivity.STABLE if self._lying else TableActivity.EMPTY)

    def moved(self, *, far: bool) -> None:
        """Somebody pushes table or camera."""
        self.now += 0.3
        self._said(CameraMoved(self.now, far=far))

    def power_cut(self, *, watched: bool = False) -> None:
        """The program is killed and started again on its journal.

        Its camera counts tracks from nothing and sees what lies there as new, later than all it has
        recorded; `watched`: it is a recording, which goes on at the last sweep instead.
        """
        self.table = MemoryTable(
            Director(self.deck, self._deals, angles=self._set_up), self.table.journal
        )
        self.table.director.resume(self.table.state, watched=watched)
        lying, self._lying, self._track = self._lying, [], 0
        self._looked_like = TableActivity.STARTING
        self.now += 0.0 if watched else LATER_S
        for card in lying:
            self._track += 1
            if watched:
                self.tell(replace(card, track=self._track))
            else:
                self.now += 0.1
                t = self.now
                self.tell(replace(card, track=self._track, t=t, known_t=t + 0.2))

    # What people say on the page.

    def number(self, card: Sighting) -> int:
        """Return the number under which the page shows a card just now."""
        return self.laid_as(card).seq

    def says(self, card: Sighting, face: Card, number: int | None = None) -> None:
        """A person says which card this one is; the page may still show it by an older `number`."""
        laid = self.laid_as(card)
        self._word(CorrectCard(laid.seq if number is None else number, face), face, laid)

    def confirms(self, card: Sighting) -> None:
        """A person says that the card was read right."""
        laid = self.laid_as(card)
        assert laid.card is not None
        self._word(ConfirmCard(laid.seq), laid.card, laid)

    def answers(self) -> int:
        """A person answers the open question truly; returns which play of the deal it was about."""
        (question,) = self.questions
        index = self.deal.seqs.index(question.seq)
        face = self.record.plays[index].card
        assert face is not None
        self._word(CorrectCard(question.seq, face), face, self.deal.laid[index])
        return index

    def names(self, play: int, number: int | None = None) -> None:
        """A person says which card it was that nobody saw; by an older `number` as in `says`."""
        face = self.record.plays[play].card
        assert face is not None
        told = self.deal.laid[play].seq if number is None else number
        self._word(CorrectCard(told, face), face, None)

    def inserts(self, index: int) -> None:
        """A person says that a card was laid before the play that is recorded as `index`."""
        face = self.record.plays[index].card
        assert face is not None
        before = self.deal.laid[index].seq if index < len(self.deal.laid) else None
        self._word(InsertCard(face, before), face, None)

    def removes(self, card: Sighting) -> None:
        """A person says that this was no play."""
        self.table.do(RemoveCard(self.laid_as(card).seq))
        self._published()

    def _word(self, said: Command, face: Card, laid: LaidCard | None) -> None:
        event = None if laid is None else laid.event
        spot = event.place if isinstance(event, CardPlayed) else None
        self._words = [word for word in self._words if spot is None or word[2] != spot]
        self._words.append((self.deal.id, face, spot))
        self.table.do(said)
        self._published()

    # What is published.

    @property
    def deal(self) -> DealState:
        """The deal in the journal, running or closed last."""
        deal = self.table.state.last_deal
        assert deal is not None
        return deal

    @property
    def told(self) -> tuple[Play, ...]:
        """Who laid which card, as the journal has it; None is a card nobody saw."""
        deal = self.table.state.last_deal
        return () if deal is None else tuple(deal.plays)

    @property
    def played(self) -> tuple[Play, ...]:
        """Who laid which card in truth."""
        return self.record.plays[: self.laid]

    @property
    def tricks(self) -> int:
        """How many tricks the journal has as taken."""
        return len(self.deal.sweeps)

    @property
    def questions(self) -> Sequence[Asked]:
        """What is asked now."""
        return self.table.view.outlook.questions

    @property
    def accused(self) -> list[tuple[str, int | None]]:
        """What is shown as wrong now, and of whom."""
        return [(verdict.kind, verdict.seat) for verdict in self.table.view.outlook.shown]

    @property
    def silent(self) -> bool:
        """Whether no card was taken for a play."""
        return not any(deal.laid for deal in self.table.state.deals)

    def laid_as(self, card: Sighting) -> LaidCard:
        """Return the play that the journal has of a card, by where it lies."""
        (found,) = [laid for laid in self.deal.laid if _lies(laid, card)]
        return found

    def is_play(self, card: Sighting) -> bool:
        """Tell whether the journal has a play of this card."""
        return any(_lies(laid, card) for laid in self.deal.laid)

    # Places and looks.

    def place(self, where: Where) -> Place:
        """Return where a card comes to lie."""
        assert where is not None
        if isinstance(where, Place):
            return where
        angle = round(self._angles[where])
        if not self._careless:
            return place(angle, self._chance, 360)
        own = place(angle, None, 360)
        return Place(
            0.6 * own.x + self._chance.gauss(0, SLOPPY_MM),
            0.6 * own.y + self._chance.gauss(0, SLOPPY_MM),
            (own.theta + self._chance.gauss(0, SLOPPY_RAD)) % math.pi,
        )

    def way(self, seat: int) -> float:
        """Return the direction in which a trick goes to a seat, as the camera tells it."""
        angle = math.radians(self._angles[seat])
        return math.atan2(-math.cos(angle), -math.sin(angle))

    def looks(self, face: Card | str) -> Scores:
        """Return what the camera sees of a card that lies clearly."""
        card = cards(face)[0] if isinstance(face, str) else face
        return scores(card, self._strength, self._chance, self.deck)

    def torn(self, likely: Card | None, other: Card | None, nats: float) -> Scores:
        """Return a look that is `nats` surer of one card than of another, and sure of no third."""
        return normalised(
            [0.0 if face is likely else -nats if face is other else -20.0 for face in self.deck]
        )

    @property
    def nothing(self) -> Scores:
        """What a hand or a sleeve looks like: no card more than another."""
        return normalised([0.0 for _ in self.deck])

    def _sweep_what_is_whole(self) -> None:
        if self.laid % self.size == 0 and self._lying:
            self.sweep()

    def _taker(self) -> int | None:
        """Return who won the trick that was laid last; nobody knows of the deal's last one."""
        end = -(-self.laid // self.size) * self.size
        return self.record.plays[end].seat if end < len(self.record.plays) else None

    def hears(self, event: VisionEvent) -> None:
        """The camera says this, whatever people did."""
        self._said(event)

    def _said(self, told: Told) -> None:
        hear(self.table, told)
        self._published()

    def _published(self) -> None:
        outlook = self.table.view.outlook
        for verdict in outlook.shown:
            accused = {verdict.seat} if verdict.seat is not None else set(verdict.suspects)
            assert accused & self.guilty, f"{verdict.kind}: {accused} did nothing wrong"
            self.shown.add((verdict.kind, verdict.seat))
        for question in outlook.questions:
            if question.seq not in self.asked:
                self.asked.append(question.seq)
        for deal, face, spot in self._words:
            stands = [
                laid
                for each in self.table.state.deals
                if each.id == deal
                for laid in each.laid
                if laid.fixed and laid.card is face and spot in (None, _spot(laid))
            ]
            assert len(stands) == 1, f"what a person said of {face} does not stand"


def _spot(laid: LaidCard) -> object:
    return laid.event.place if isinstance(laid.event, CardPlayed) else None


def _lies(laid: LaidCard, card: Sighting) -> bool:
    """Tell whether a play of the journal is this card, by its place; turns of half are the same."""
    if not isinstance(laid.event, CardPlayed) or laid.event.place is None:
        return False
    x, y, _ = laid.event.place
    return math.hypot(x - card.place.x, y - card.place.y) < 0.2


def missing(told: Sequence[Play]) -> list[int]:
    """Return the plays whose card nobody saw."""
    return [index for index, play in enumerate(told) if play.card is None]


def seats(plays: Sequence[Play]) -> list[int]:
    """Return who laid the cards."""
    return [play.seat for play in plays]


def faces(plays: Sequence[Play]) -> Counter[Card | None]:
    """Return which cards lay, whoever laid them in whichever order."""
    return Counter(play.card for play in plays)


def face(table: Playing, play: int) -> Card:
    """Return the card that is laid as this play."""
    card = table.record.plays[play].card
    assert card is not None
    return card
