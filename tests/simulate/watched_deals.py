"""Deals watched by the table's own driver with nobody answering, and how right each came out.

The truth is what was played; the camera knows which track shows which play. A play is right where
card, seat and place in the order are.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.cards import Card
from engine.deal.record import DealRecord, JsonObject, Play
from engine.deal.report import Verdict
from engine.evening.deal import DealState, LaidCard
from engine.evening.state import TableState
from engine.events import Announced, CardPlayed, DealStarted, EveningStarted, Event
from engine.games import game
from engine.referee.evaluation import evaluate
from kiosk.director.director import Director
from kiosk.director.outlook import Outlook
from kiosk.director.seen_plays import latest, trick_size
from kiosk.director.verdicts import DEFAULT_SAYING, Saying
from kiosk.table.view import TableView
from kiosk.table.writer import MemoryTable
from tests.simulate.noisy_camera import Camera, Noise, Told
from vision.sighting import Sighting, TableContext, TrickCleared, VisionEvent
from vision.watching.trick import laying_order


class Called:
    """Deals as they were called, in order."""

    def __init__(self, records: Sequence[DealRecord]) -> None:
        self._records = tuple(records)

    def next(self, state: TableState, leader: int | None) -> tuple[Event, ...]:
        if len(state.finished) >= len(self._records):
            return ()
        record = self._records[len(state.finished)]
        return (
            DealStarted(record.id, record.dealer, record.out),
            Announced(record.contract),
        )


@dataclass(frozen=True, slots=True)
class Sure:
    """How sure the director was of a card, and whether it was right."""

    chance: float
    card: bool
    """The card that was seen there, whoever's it is taken for."""
    play: bool
    """Card, seat and place in the order."""


@dataclass(slots=True)
class PlayTold:
    """What became of one play."""

    told: bool = False
    """Whether the camera said anything of it."""
    said: str | None = None
    """As it first stood on the table: place in the order, seat and card; None: never."""
    first: bool = False
    final: bool = False
    card_final: bool = False
    known: bool = False
    """Right at the end, or nobody saw it and its card is asked about, its seat right."""


@dataclass
class Watched:
    """What became of one deal."""

    record: DealRecord
    plays: list[PlayTold]
    extra: int = 0
    """Plays at the end that were none, or one too few (negative)."""
    swept: bool = False
    """Whether every trick is known to have left the table that was seen to."""
    questions: set[int] = field(default_factory=set)
    accused: list[Verdict] = field(default_factory=list)
    """Verdicts shown at any moment against a seat that did nothing wrong."""
    proven: bool = False
    closed: bool = False
    paid: bool = False
    """Whether the plays that stand at the end settle the deal as it was played."""
    failures: list[str] = field(default_factory=list)
    """What the director raised; the table goes on without its thoughts."""
    steps_ms: list[float] = field(default_factory=list)
    """Processor time of each event: recorded, thought over, judged and published."""
    sure_first: list[Sure] = field(default_factory=list)
    sure_final: list[Sure] = field(default_factory=list)

    @property
    def cards(self) -> int:
        """Plays of the deal."""
        return len(self.plays)

    @property
    def first(self) -> int:
        """Right card and seat when first said."""
        return sum(play.first for play in self.plays)

    @property
    def final(self) -> int:
        """Right card and seat, place by place, before anybody was asked."""
        return sum(play.final for play in self.plays)

    @property
    def cards_final(self) -> int:
        """Right cards in their order, whoever laid them."""
        return sum(play.card_final for play in self.plays)

    @property
    def whole(self) -> bool:
        """Whether every play is right at the end."""
        return self.final == self.cards and not self.extra and self.swept

    @property
    def known(self) -> bool:
        """Whether all that could be known is right at the end, or asked about."""
        return all(play.known for play in self.plays) and self.extra <= 0 and self.swept


class EnduringTable(MemoryTable):
    """A table that goes on where the director fails, as the one with a disk does; it is noted."""

    def __init__(self, director: Director) -> None:
        self.failures: list[str] = []
        super().__init__(director)

    def hear(self, event: VisionEvent) -> TableContext:
        """Record what follows; where not even that can be told, nothing does."""
        try:
            return super().hear(event)
        except Exception as error:
            self.failed(error)
            return self.director.context(self.state)

    def failed(self, error: Exception) -> None:
        """Take note of it."""
        self.failures.append(repr(error))


def table_for(
    record: DealRecord,
    rules: JsonObject,
    saying: Saying = DEFAULT_SAYING,
    make: Callable[[Director], MemoryTable] = MemoryTable,
) -> MemoryTable:
    """Return a table at which the deal is about to be played."""
    director = Director(deck_of(record), Called([record]), saying=saying)
    table = make(director)
    names = tuple(f"P{seat}" for seat in range(record.players))
    table.commit((EveningStarted("sim", record.game, rules, names, "sim", {}),))
    return table


def camera_for(record: DealRecord, noise: Noise, seed: int) -> Camera:
    """Return a camera that knows the deal's deck."""
    return Camera(deck_of(record), noise, seed)


def deck_of(record: DealRecord) -> Sequence[Card]:
    """Return the cards a deal is played with."""
    return game(record.game).deck(record.rules, record.players - len(record.out))


def evening(
    record: DealRecord, rules: JsonObject, noise: Noise, seed: int, saying: Saying = DEFAULT_SAYING
) -> tuple[MemoryTable, list[Told]]:
    """Return a table at which the deal is about to be played, and what its camera will say."""
    return table_for(record, rules, saying), camera_for(record, noise, seed).tell(record)


def in_order(table: MemoryTable, told: Told) -> Iterator[VisionEvent]:
    """Yield what is told; two cards of one rest in the order the watcher puts them in."""
    if not isinstance(told, tuple):
        yield told
        return
    places = [(card.place.x, card.place.y) for card in told]
    for index in laying_order(places, table.director.context(table.state)):
        yield told[index]


def hear(table: MemoryTable, told: Told) -> None:
    """Tell the table."""
    for event in in_order(table, told):
        table.hear(event)


def watch(
    record: DealRecord,
    rules: JsonObject,
    noise: Noise,
    seed: int,
    guilty: Mapping[int, str] | None = None,
    saying: Saying = DEFAULT_SAYING,
) -> Watched:
    """Watch a deal without anybody answering; `guilty` names the seats that did wrong."""
    camera = camera_for(record, noise, seed)
    events = camera.tell(record)
    return observe(table_for(record, rules, saying), record, events, camera.shows, guilty or {})


def observe(
    table: MemoryTable,
    record: DealRecord,
    events: Sequence[Told],
    shows: Mapping[int, int],
    guilty: Mapping[int, str],
) -> Watched:
    """Tell the table these events of a deal; `shows` says which play a track is."""
    watched = Watched(record, [PlayTold() for _ in record.plays])
    for track in tracks_of(events):
        if track in shows:
            watched.plays[shows[track]].told = True
    shown: dict[str, Verdict] = {}

    def published(view: TableView) -> None:
        shown.update({verdict.id: verdict for verdict in view.outlook.shown})

    table.listen(published)
    said: set[int] = set()
    for told in events:
        for event in in_order(table, told):
            begun = time.thread_time()
            table.hear(event)
            watched.steps_ms.append(1000 * (time.thread_time() - begun))
            outlook = table.view.outlook
            watched.questions |= {question.seq for question in outlook.questions}
            deal = latest(table.state)
            if deal is not None:
                _note_first(watched, deal, outlook, shows, said)
    watched.accused = innocent(record, guilty, shown)
    watched.failures = table.failures if isinstance(table, EnduringTable) else []
    deal = latest(table.state)
    if deal is not None:
        _note_final(watched, deal, table.view.outlook, shows, _last_swept(events))
        watched.proven = any(v.seat in guilty for v in table.view.outlook.shown)
    return watched


def innocent(
    record: DealRecord, guilty: Mapping[int, str], shown: Mapping[str, Verdict]
) -> list[Verdict]:
    """Return the verdicts that accuse nobody who did wrong."""
    wrong = {verdict.seat for verdict in evaluate(record).verdicts} | set(guilty)
    return [
        verdict
        for verdict in shown.values()
        if not wrong & (set(verdict.suspects) if verdict.seat is None else {verdict.seat})
    ]


def tracks_of(events: Sequence[Told]) -> Iterator[int]:
    """Yield the tracks that are told of."""
    for told in events:
        for event in told if isinstance(told, tuple) else (told,):
            if isinstance(event, Sighting):
                yield event.track


def _last_swept(events: Sequence[Told]) -> bool:
    """Tell whether the last trick was seen to leave the table."""
    for told in reversed(events):
        if isinstance(told, TrickCleared):
            return True
        if isinstance(told, Sighting | tuple):
            return False
    return False


def _note_first(
    watched: Watched, deal: DealState, outlook: Outlook, shows: Mapping[int, int], said: set[int]
) -> None:
    """Take note of the plays that stand on the table for the first time."""
    truth, size = watched.record.plays, trick_size(deal)
    for index, laid in enumerate(deal.laid):
        track = laid.event.track if isinstance(laid.event, CardPlayed) else None
        if track is None or track in said:
            continue
        said.add(track)
        play = shows.get(track)
        true = None if play is None else truth[play]
        read = deal.plays[index]
        here = index in (play, None if play is None else play - _head(watched) // size * size)
        right = here and read == true
        if play is not None and watched.plays[play].said is None:
            watched.plays[play].said = told_as(index, read.seat, read.card)
            watched.plays[play].first = right
        if laid.seq in outlook.chances:
            card = true is not None and read.card is true.card
            watched.sure_first.append(Sure(outlook.chances[laid.seq][0], card, right))


def told_as(index: int, seat: int, card: Card | None) -> str:
    """Return place in the order, seat and card in a few letters."""
    return f"{index:>2} P{seat} {'??' if card is None else card.code}"


def _note_final(
    watched: Watched,
    deal: DealState,
    outlook: Outlook,
    shows: Mapping[int, int],
    last_swept: bool,
) -> None:
    truth, size = watched.record.plays, trick_size(deal)
    shift = _unseen_head(watched, len(deal.plays), size)
    watched.extra = len(deal.plays) + shift - len(truth)
    watched.closed = deal.closed and len(deal.plays) == len(truth)
    watched.paid = watched.closed and _settles_as(watched.record, deal.plays)
    watched.swept = len(deal.sweeps) >= (len(truth) - shift) // size - (not last_swept)
    asked = outlook.unsure | {question.seq for question in outlook.questions}
    for index, (play, true) in enumerate(zip(watched.plays, truth, strict=True)):
        at = index - shift
        if at < 0:
            play.known = True
        if not 0 <= at < len(deal.plays):
            continue
        read, seq = deal.plays[at], deal.seqs[at]
        play.final = read == true
        play.card_final = read.card is true.card
        play.known = play.final or (not play.told and read.seat == true.seat and seq in asked)
        if read.card is not None and seq in outlook.chances:
            shown = _shown_by(deal.laid[at], shows)
            card = play.card_final if shown is None else read.card is truth[shown].card
            watched.sure_final.append(Sure(outlook.chances[seq][0], card, play.final))


def _settles_as(record: DealRecord, plays: Sequence[Play]) -> bool:
    told, played = evaluate(replace(record, plays=tuple(plays))).result, evaluate(record).result
    return told == played and played is not None


def _shown_by(laid: LaidCard, shows: Mapping[int, int]) -> int | None:
    """Return which play was seen where a card stands, wherever it stands; None: nobody saw it."""
    track = laid.event.track if isinstance(laid.event, CardPlayed) else None
    return None if track is None else shows.get(track)


def _unseen_head(watched: Watched, plays: int, size: int) -> int:
    """Return how many plays of whole tricks before the first that was seen the record lacks.

    Nobody can know of them until the deal ends short: what was seen is right without them.
    """
    lacking = len(watched.plays) - plays
    return lacking if 0 < lacking <= _head(watched) and lacking % size == 0 else 0


def _head(watched: Watched) -> int:
    """Return how many plays came before the first one that was seen."""
    every = len(watched.plays)
    return next((at for at, play in enumerate(watched.plays) if play.told), every)
