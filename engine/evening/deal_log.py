"""A deal's events: what they come to, and the events that a record would have come from.

`derive` reads the whole log and is the meaning of a deal: which events count, in what order the
cards lie, and whose they are. `with_play`, `with_sweep` and `with_look` give the same for the
events that come card by card without reading it again.

`opening_events`, `card_events` and `closing_events` go the other way, for a deal of a deal file.
What only a file can know (fields of others) has no event and stays out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import cast

from engine.cards import Card
from engine.deal.ends import ENTERED
from engine.deal.record import Bid, Contract, DealRecord, Doubling, JsonObject
from engine.evening.deal import (
    DealHead,
    DealState,
    LaidCard,
    LogEntry,
    Piles,
    RulingAtPlay,
    Sweep,
    TurnedCard,
)
from engine.events import (
    Announced,
    BidMade,
    CardConfirmed,
    CardCorrected,
    CardInserted,
    CardMoved,
    CardPlayed,
    CardRemoved,
    CardRevealed,
    DealClosed,
    DealEntered,
    DealingTold,
    DealStarted,
    Decision,
    Doubled,
    Event,
    HandsGiven,
    LayoutGiven,
    LeadSeen,
    Note,
    QuestionLeft,
    RestClaimed,
    Ruling,
    StockCounted,
    TrickTaken,
    Undone,
)
from engine.games import game
from engine.games.carry import Carry
from engine.games.facts import TRUMP, TrickRule, Turn, expected_seat, lay, strongest
from engine.scores import Scores


def opening(head: DealHead, contract: Contract | None) -> tuple[Turn, TrickRule]:
    """Return who leads to the first trick, and how a trick is won under this contract.

    Raises:
        PlainError: the game does not know the contract.
    """
    record = DealRecord(
        id=head.id,
        game=head.game,
        rules=head.rules,
        players=head.players,
        dealer=head.dealer,
        out=head.out,
        contract=contract,
        family=head.family,
    )
    rules = game(head.game)
    setting = rules.setting(record)
    rule = strongest(setting.klass, setting.strength, TRUMP)
    return Turn(rules.leader(record, setting)), rule


def begin(head: DealHead) -> DealState:
    """Return a deal without events.

    Raises:
        PlainError: the game cannot be played so.
    """
    turn, rule = opening(head, None)
    return DealState(head, turn, rule)


def with_play(deal: DealState, entry: LogEntry, event: CardPlayed) -> DealState:
    """Return the deal with one more card at its end."""
    seat = _whose(deal.head, deal.turn, event)
    turn = lay(deal.head.active, deal.rule, deal.turn, seat, event.card)
    if turn.presumed and not turn.seats and deal.sweeps:
        # The trick may have been swept before its last card was recorded: where did it go?
        return derive(deal.head, (*deal.log, entry))
    laid = LaidCard(entry.seq, event, seat, event.card, event.scores, event.source == "touch")
    return deal.with_play(entry, laid, turn)


def with_sweep(deal: DealState, entry: LogEntry, event: TrickTaken) -> DealState:
    """Return the deal with the trick taken off the table."""
    if event.seat is not None and deal.turn.presumed:
        return derive(deal.head, (*deal.log, entry))
    sweep = Sweep(entry.seq, len(deal.laid), event.seat, event.t)
    return replace(deal, log=(*deal.log, entry), sweeps=(*deal.sweeps, sweep))


def with_look(deal: DealState, entry: LogEntry, event: CardCorrected) -> DealState:
    """Return the deal with a correction; cheap where it brings a better look at the same card."""
    index = deal.index_of(event.of)
    if index is None or event.by == "person" or event.card is not deal.laid[index].card:
        return derive(deal.head, (*deal.log, entry))
    laid = list(deal.laid)
    if event.scores is not None:
        laid[index] = replace(laid[index], scores=event.scores)
    return replace(deal, log=(*deal.log, entry), laid=tuple(laid))


def standing(log: Iterable[LogEntry]) -> tuple[LogEntry, ...]:
    """Return the entries that were not taken back; taking back a taking back restores."""
    entries = tuple(log)
    gone: set[int] = set()
    for entry in reversed(entries):
        event = entry.envelope.event
        if isinstance(event, Undone) and entry.seq not in gone:
            gone.add(event.of)
    return tuple(entry for entry in entries if entry.seq not in gone)


def derive(head: DealHead, log: tuple[LogEntry, ...]) -> DealState:
    """Return the deal that the log comes to."""
    draft = _Draft()
    for entry in standing(log):
        draft.take(entry)
    turn, rule = opening(head, draft.contract)
    sweeps: list[Sweep] = []
    turned: list[TurnedCard] = []
    plays: list[tuple[_Item, CardPlayed | CardInserted]] = []
    for item in draft.items:
        if isinstance(item.event, TrickTaken):
            sweeps.append(Sweep(item.seq, len(plays), item.event.seat, item.event.t))
        elif item.removed:
            continue
        elif isinstance(item.event, CardRevealed):
            turned.append(TurnedCard(item.seq, item.event, len(plays), item.card, item.fixed))
        else:
            plays.append((item, item.event))
    size = len(head.active)
    went = {(sweep.after - 1) // size: sweep.seat for sweep in sweeps if sweep.seat is not None}
    laid: list[LaidCard] = []
    for item, event in plays:
        seat = _whose(head, turn, event, item.led)
        turn = lay(head.active, rule, turn, seat, item.card, went.get(len(laid) // size))
        told = item.scores, item.fixed, item.corrected, item.confirmed, item.led
        laid.append(LaidCard(item.seq, event, seat, item.card, *told))
    return DealState(
        head=head,
        turn=turn,
        rule=rule,
        log=log,
        contract=draft.contract,
        doubles=tuple(draft.doubles),
        laid=tuple(laid),
        sweeps=tuple(sweeps),
        rulings=tuple(draft.rulings),
        closed=draft.closed,
        end=draft.end,
        bids=tuple(draft.bids),
        piles=draft.piles,
        given=draft.given,
        dealt_otherwise=draft.dealt,
        note=draft.note,
        turned=tuple(turned),
        asked=frozenset(_asked(log)),
    )


def _asked(log: tuple[LogEntry, ...]) -> Iterator[int]:
    for entry in standing(log):
        if isinstance(event := entry.envelope.event, QuestionLeft):
            yield event.of


@dataclass(slots=True)
class _Item:
    """A play, or the place in their row where a trick was swept or a card was turned over."""

    seq: int
    event: CardPlayed | CardInserted | CardRevealed | TrickTaken
    card: Card | None = None
    scores: Scores | None = None
    fixed: bool = False
    corrected: bool = False
    confirmed: bool = False
    removed: bool = False
    led: int | None = None
    """Who led with it, where that was told."""


class _Draft:
    """A deal while its log is read in order."""

    def __init__(self) -> None:
        self.items: list[_Item] = []
        self.contract: Contract | None = None
        self.doubles: list[Doubling] = []
        self.rulings: list[RulingAtPlay] = []
        self.closed = False
        self.end: JsonObject | None = None
        self.bids: list[Bid] = []
        self.piles: Piles | None = None
        self.given: HandsGiven | None = None
        self.dealt: str | None = None
        self.note: str | None = None

    def take(self, entry: LogEntry) -> None:
        """Take in the next event that stands."""
        event = entry.envelope.event
        match event:
            case CardPlayed() | CardRevealed():
                by_touch = event.source == "touch"
                self.items.append(_Item(entry.seq, event, event.card, event.scores, by_touch))
            case TrickTaken():
                self.items.append(_Item(entry.seq, event))
            case CardInserted():
                self._insert(entry.seq, event)
            case CardCorrected() | CardConfirmed() | CardRemoved() | CardMoved() | LeadSeen():
                self._amend(event)
            case Announced():
                self.contract = event.contract
            case Doubled():
                self.doubles.append(Doubling(event.say, event.seat, event.after))
            case BidMade():
                self.bids.append(Bid(event.seat, event.say, event.contract))
            case LayoutGiven():
                self.piles = event.piles
            case HandsGiven():
                self.given = event
            case DealClosed():
                self.closed, self.end = True, event.end
            case DealEntered():
                self._enter(event)
            case _:
                self._beside(entry)

    def _beside(self, entry: LogEntry) -> None:
        """Take in what was said of the deal beside its play."""
        match entry.envelope.event:
            case DealingTold(dealt=dealt):
                self.dealt = dealt
            case Note(text=text):
                self.note = text or None
            case Ruling() if entry.ruling is not None:
                self.rulings.append(entry.ruling)

    def _insert(self, seq: int, event: CardInserted) -> None:
        places = [*[each.seq for each in self.items], None]
        # Where its neighbour was taken back with an undo it has no place and is no play.
        if event.before in places:
            item = _Item(seq, event, event.card, fixed=event.by == "person")
            self.items.insert(places.index(event.before), item)

    def _rearrange(self, event: CardMoved | LeadSeen) -> None:
        item = next((each for each in self.items if each.seq == event.of), None)
        if item is None:
            return
        if isinstance(event, LeadSeen):
            item.led = event.seat
            return
        places = [*[each.seq for each in self.items if each is not item], None]
        if event.before in places:
            self.items.remove(item)
            self.items.insert(places.index(event.before), item)

    def _enter(self, event: DealEntered) -> None:
        self.closed, self.end = True, {**event.told, "kind": ENTERED} if event.told else None
        self.contract = self.contract if event.contract is None else event.contract
        if event.doubles is not None:
            self.doubles = [Doubling(say) for say in event.doubles]

    def _amend(
        self, event: CardCorrected | CardConfirmed | CardRemoved | CardMoved | LeadSeen
    ) -> None:
        if isinstance(event, CardMoved | LeadSeen):
            self._rearrange(event)
            return
        cards = (each for each in self.items if not isinstance(each.event, TrickTaken))
        item = next((each for each in cards if each.seq == event.of and not each.removed), None)
        if item is None:
            return
        if isinstance(event, CardConfirmed):
            item.fixed = item.confirmed = True
            return
        if isinstance(event, CardCorrected) and event.scores is not None:
            item.scores = event.scores
        if item.fixed and event.by == "decoder":
            return
        if isinstance(event, CardRemoved):
            item.removed = True
            return
        item.fixed = item.fixed or event.by == "person"
        item.corrected = item.corrected or event.card is not item.card
        item.card = event.card


def _whose(
    head: DealHead, turn: Turn, event: CardPlayed | CardInserted, led: int | None = None
) -> int:
    """Return the seat of the next play: by turn, or as it was seen or said; `led` is `LeadSeen`.

    The camera presumes who leads after a trick whose cards do not say who won it; once they do,
    for a card nobody saw was told or inferred, they decide.
    """
    if led is not None and not turn.seats:
        return led
    if event.seat is None:
        return expected_seat(head.active, turn)
    lead = isinstance(event, CardPlayed) and event.source == "camera" and not turn.seats
    return turn.leader if lead and not turn.presumed else event.seat


def standing_claim(deal: DealState) -> LogEntry | None:
    """Return the claim of the rest of the tricks that nobody has answered (RULES 12).

    A card laid since says that play goes on.
    """
    if deal.closed:
        return None
    for entry in reversed(standing(deal.log)):
        event = entry.envelope.event
        if isinstance(event, CardPlayed | CardInserted):
            return None
        if isinstance(event, RestClaimed):
            return entry
    return None


def claiming(deal: DealState) -> int | None:
    """Return the seat that claims the rest; None where nobody does."""
    claim = standing_claim(deal)
    event = None if claim is None else claim.envelope.event
    return event.seat if isinstance(event, RestClaimed) else None


def opening_events(
    record: DealRecord, carry: Carry, rules: JsonObject | None = None
) -> Iterator[Event]:
    """Yield everything up to the first card: start, auction, layout, contract, doublings.

    Args:
        record: the deal.
        carry: what the evening so far leaves; a Stock the line gives otherwise is counted first.
        rules: options that differ from the evening's.
    """
    if record.stock not in (0, carry.stock):
        yield StockCounted(record.stock)
    yield DealStarted(record.id, record.dealer, record.out, rules, record.dealt)
    for bid in record.bids:
        yield BidMade(bid.seat, bid.say, bid.contract)
    if record.piles is not None:
        yield LayoutGiven(record.piles)
    if record.hands is not None or record.blind is not None:
        yield HandsGiven(record.hands, record.blind)
    yield Announced(record.contract)
    for doubling in record.doubles:
        yield Doubled(doubling.say, doubling.seat, doubling.after)


def card_events(record: DealRecord) -> Iterator[Event]:
    """Yield the plays with their seats, and what was turned over between them."""
    waiting = sorted(record.reveals, key=lambda reveal: reveal.after)
    turned = 0
    for laid in range(len(record.plays) + 1):
        while turned < len(waiting) and waiting[turned].after <= laid:
            reveal = waiting[turned]
            yield CardRevealed(reveal.seat, reveal.pile, reveal.card, "import")
            turned += 1
        if laid < len(record.plays):
            play = record.plays[laid]
            yield CardPlayed(play.card, play.seat, "import")


def closing_events(record: DealRecord) -> Iterator[Event]:
    """Yield the end of the deal, the remark on it and what people decided about it."""
    end = record.end
    if end is not None and end.get("kind") == ENTERED:
        yield DealEntered({name: value for name, value in end.items() if name != "kind"})
    else:
        yield DealClosed(end)
    if record.note is not None:
        yield Note(record.note, record.id)
    for ruling in record.rulings:
        yield Ruling(record.id, ruling.verdict, cast("Decision", ruling.ruling))
