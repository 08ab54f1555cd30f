"""From a deal's events to the deal: which count, in what order the cards lie, and whose they are.

`derive` reads the whole log and is the meaning of a deal. `with_play`, `with_sweep` and `with_look`
give the same for the events that come card by card without reading it again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.cards import Card
from engine.deal_state import (
    DealHead,
    DealState,
    Laid,
    LogEntry,
    Piles,
    RulingAtPlay,
    Sweep,
    Turned,
)
from engine.events import (
    Announced,
    BidMade,
    CardConfirmed,
    CardCorrected,
    CardInserted,
    CardPlayed,
    CardRemoved,
    CardRevealed,
    DealClosed,
    DealEntered,
    Doubled,
    LayoutGiven,
    TrickTaken,
    Undone,
)
from engine.games import game
from engine.games.facts import TRUMP
from engine.record import Bid, Contract, DealRecord, Doubling, JsonObject
from engine.told import ENTERED
from engine.turn import TrickRule, Turn, expected_seat, lay, strongest


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
    laid = Laid(entry.seq, event, seat, event.card, event.scores, event.source == "touch")
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
    laid, sweeps, turn = _seated(head, rule, turn, draft.items)
    return DealState(
        head=head,
        turn=turn,
        rule=rule,
        log=log,
        contract=draft.contract,
        doubles=tuple(draft.doubles),
        laid=laid,
        sweeps=sweeps,
        rulings=tuple(draft.rulings),
        closed=draft.closed,
        end=draft.end,
        bids=tuple(draft.bids),
        piles=draft.piles,
        turned=_turned(draft.items),
    )


@dataclass(slots=True)
class _Item:
    """A play, or the place in their row where a trick was swept or a card was turned over."""

    seq: int
    event: CardPlayed | CardInserted | CardRevealed | TrickTaken
    card: Card | None = None
    scores: tuple[int, ...] | None = None
    fixed: bool = False
    corrected: bool = False
    confirmed: bool = False
    removed: bool = False

    @property
    def play(self) -> CardPlayed | CardInserted | None:
        """The event of a play that counts; None for anything else."""
        event = self.event
        return None if self.removed or isinstance(event, _NO_PLAYS) else event


_NO_PLAYS = (TrickTaken, CardRevealed)


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
            case CardCorrected() | CardConfirmed() | CardRemoved():
                self._amend(event)
            case Announced():
                self.contract = event.contract
            case Doubled():
                self.doubles.append(Doubling(event.say, event.seat, event.after))
            case BidMade():
                self.bids.append(Bid(event.seat, event.say, event.contract))
            case LayoutGiven():
                self.piles = event.piles
            case DealClosed():
                self.closed, self.end = True, event.end
            case DealEntered():
                self._enter(event)
            case _:
                if entry.ruling is not None:
                    self.rulings.append(entry.ruling)

    def _enter(self, event: DealEntered) -> None:
        self.closed, self.end = True, {**event.told, "kind": ENTERED}
        self.contract = self.contract if event.contract is None else event.contract
        if event.doubles is not None:
            self.doubles = [Doubling(say) for say in event.doubles]

    def _amend(self, event: CardCorrected | CardConfirmed | CardRemoved) -> None:
        item = self._card(event.of)
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

    def _insert(self, seq: int, event: CardInserted) -> None:
        item = _Item(seq, event, event.card, fixed=event.by == "person")
        if event.before is None:
            self.items.append(item)
            return
        at = next((i for i, other in enumerate(self.items) if other.seq == event.before), None)
        # Its neighbour was taken back with an undo: without a place there is no play.
        if at is not None:
            self.items.insert(at, item)

    def _card(self, seq: int) -> _Item | None:
        for item in self.items:
            if item.seq == seq and not item.removed and not isinstance(item.event, TrickTaken):
                return item
        return None


def _seated(
    head: DealHead, rule: TrickRule, turn: Turn, items: list[_Item]
) -> tuple[tuple[Laid, ...], tuple[Sweep, ...], Turn]:
    sweeps = _sweeps(items)
    size = len(head.active)
    went = {(sweep.after - 1) // size: sweep.seat for sweep in sweeps if sweep.seat is not None}
    laid: list[Laid] = []
    for item in items:
        event = item.play
        if event is None:
            continue
        seat = _whose(head, turn, event)
        turn = lay(head.active, rule, turn, seat, item.card, went.get(len(laid) // size))
        laid.append(
            Laid(
                item.seq,
                event,
                seat,
                item.card,
                item.scores,
                item.fixed,
                item.corrected,
                item.confirmed,
            )
        )
    return tuple(laid), sweeps, turn


def _whose(head: DealHead, turn: Turn, event: CardPlayed | CardInserted) -> int:
    """Return the seat of the next play: by turn, or as it was seen or said.

    The camera presumes who leads after a trick whose cards do not say who won it; once they do,
    for a card nobody saw was told or inferred, they decide.
    """
    if event.seat is None:
        return expected_seat(head.active, turn)
    lead = isinstance(event, CardPlayed) and event.source == "camera" and not turn.seats
    return turn.leader if lead and not turn.presumed else event.seat


def _sweeps(items: list[_Item]) -> tuple[Sweep, ...]:
    sweeps: list[Sweep] = []
    plays = 0
    for item in items:
        if isinstance(item.event, TrickTaken):
            sweeps.append(Sweep(item.seq, plays, item.event.seat, item.event.t))
        elif item.play is not None:
            plays += 1
    return tuple(sweeps)


def _turned(items: list[_Item]) -> tuple[Turned, ...]:
    turned: list[Turned] = []
    plays = 0
    for item in items:
        if isinstance(item.event, CardRevealed) and not item.removed:
            turned.append(Turned(item.seq, item.event, plays, item.card, item.fixed))
        elif item.play is not None:
            plays += 1
    return tuple(turned)
