"""The one fold: an evening's state after one more event.

Live play, undo, correction, crash recovery, replay and tests all go through `apply`. It judges
nothing and never fails on an event that does not fit, for an old journal must stay readable: such
an event is passed over and listed in `TableState.oddities`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.carry import chained, takeover
from engine.deal_log import begin, derive, standing, with_look, with_play, with_sweep
from engine.dealfile_layout import DEALT
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
    DealStarted,
    Doubled,
    Envelope,
    EveningEnded,
    EveningStarted,
    LayoutGiven,
    Note,
    Ruling,
    ScoreAdjusted,
    SeatsChanged,
    StockCounted,
    TrickTaken,
    Undone,
)
from engine.fitting import check_bid, check_contract, check_players, entered
from engine.games import game
from engine.rules import rules_from
from engine.state import (
    Adjustment,
    DealHead,
    DealState,
    LogEntry,
    Oddity,
    Remark,
    RulingAtPlay,
    StockMark,
    TableState,
    deal_head,
)
from engine.text import PlainError, Text

_NO_EVENING = Text(de="Es läuft kein Abend.", en="No evening is running.")
_NO_DEAL = Text(de="Es läuft kein Spiel.", en="No deal is running.")
_NO_SUCH_SEAT = Text(de="Diesen Platz gibt es nicht.", en="There is no such seat.")
_NO_SUCH_PILE = Text(
    de="Diesen Stapel gibt es nicht, oder die Auslage fehlt.",
    en="There is no such pile, or the layout is missing.",
)
_NO_SUCH_PLAY = Text(
    de="Diese Karte liegt in keinem Spiel des Abends.", en="No deal of the evening holds this card."
)
_NO_SUCH_DEAL = Text(
    de="Dieses Spiel gibt es an diesem Abend nicht.", en="The evening has no such deal."
)
_NO_SUCH_VERDICT = Text(
    de="Der Entscheid nennt keine Karte dieses Spiels.", en="The ruling names no card of the deal."
)
_NOTHING_TO_UNDO = Text(
    de="Was zurückgenommen werden soll, gibt es nicht oder steht nicht mehr.",
    en="What should be taken back does not exist or no longer stands.",
)
_LATER_CARDS = Text(
    de="Es wurde schon weitergespielt, das lässt sich nicht mehr zurücknehmen.",
    en="Play went on, so this can no longer be taken back.",
)
_DEAL_LEFT_OPEN = Text(
    de="Das vorige Spiel war nicht abgeschlossen.", en="The deal before was not closed."
)
_PERSON_STANDS = Text(
    de="Ein Mensch hat über diese Karte schon entschieden.",
    en="A person has already decided about this card.",
)
_NO_STOCK = Text(
    de="In einem Stock liegt nie weniger als nichts.", en="A Stock never holds less than nothing."
)
_AMOUNTS = Text(
    de="Die Beträge passen nicht zur Zahl der Plätze.", en="The amounts do not fit the seats."
)


class _OddError(Exception):
    """The event does not fit; nothing follows from it."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.en)
        self.why = why


def fold(envelopes: Iterable[Envelope], state: TableState | None = None) -> TableState:
    """Return the state after all `envelopes`, starting from `state` or from an empty table."""
    state = TableState() if state is None else state
    for envelope in envelopes:
        state = apply(state, envelope)
    return state


def apply(state: TableState, envelope: Envelope) -> TableState:
    """Return the state after one more event; `state` itself never changes."""
    try:
        return _applied(state, envelope)
    except _OddError as odd:
        why = odd.why
    except PlainError as error:
        why = error.text
    # An evening that cannot be read must not leave its deals to the evening before it.
    kept = TableState() if isinstance(envelope.event, EveningStarted) else state
    oddities = (*kept.oddities, Oddity(envelope.seq, why))
    return replace(kept, last_seq=envelope.seq, oddities=oddities)


def _applied(state: TableState, envelope: Envelope) -> TableState:
    event = envelope.event
    match event:
        case CardPlayed():
            deal = _running(state)
            _check_seat(deal.head, event.seat)
            return state.with_deal(envelope.seq, with_play(deal, LogEntry(envelope), event))
        case TrickTaken():
            deal = _running(state)
            _check_seat(deal.head, event.seat)
            return _with(state, envelope, with_sweep(deal, LogEntry(envelope), event))
        case CardCorrected() | CardConfirmed() | CardRemoved():
            return _at_play(state, envelope, event)
        case CardInserted():
            return _inserted(state, envelope, event)
        case Announced() | BidMade() | Doubled() | LayoutGiven() | CardRevealed() | DealClosed():
            return _told(state, envelope, event)
        case DealEntered():
            return _entered(state, envelope, event)
        case Ruling():
            return _ruled(state, envelope, event)
        case Undone():
            return _undone(state, envelope, event)
        case DealStarted():
            return _deal_started(state, envelope, event)
        case _:
            return _of_evening(state, envelope)


def _with(state: TableState, envelope: Envelope, deal: DealState) -> TableState:
    return state.with_deal(envelope.seq, deal)


def _running(state: TableState) -> DealState:
    if state.deal is None:
        raise _OddError(_NO_DEAL)
    return state.deal


def _check_seat(head: DealHead, seat: int | None) -> None:
    if seat is not None and seat not in head.active:
        raise _OddError(_NO_SUCH_SEAT)


def _of_evening(state: TableState, envelope: Envelope) -> TableState:
    event, seq = envelope.event, envelope.seq
    if isinstance(event, EveningStarted):
        return _evening_started(event, seq)
    if state.evening is None:
        raise _OddError(_NO_EVENING)
    match event:
        case SeatsChanged(seats=seats):
            seatings = (*state.seatings, (seq, seats))
            return replace(state, last_seq=seq, seats=seats, seatings=seatings)
        case ScoreAdjusted(amounts=amounts, reason=reason):
            if len(amounts) != len(state.seats):
                raise _OddError(_AMOUNTS)
            change = Adjustment(seq, state.seats, amounts, reason)
            return replace(state, last_seq=seq, adjustments=(*state.adjustments, change))
        case Note(text=text):
            return replace(state, last_seq=seq, notes=(*state.notes, Remark(seq, text)))
        case StockCounted(amount=amount):
            if amount < 0:
                raise _OddError(_NO_STOCK)
            mark = StockMark(seq, len(state.finished) + 1, amount)
            return _with_stocks(state, seq, (*state.stocks, mark))
        case EveningEnded():
            return replace(state, last_seq=seq, ended=seq)
        case _:
            raise TypeError(f"the fold knows no event {type(event).__name__}")


def _evening_started(event: EveningStarted, seq: int) -> TableState:
    if not event.seats:
        raise _OddError(_NO_SUCH_SEAT)
    return TableState(
        last_seq=seq,
        evening=event.evening,
        game=event.game,
        options=event.rules,
        rules=rules_from(event.rules, event.game),
        seats=event.seats,
        seatings=((seq, event.seats),),
        deck=event.deck,
        models=event.models,
    )


def _deal_started(state: TableState, envelope: Envelope, event: DealStarted) -> TableState:
    if not state.running or state.rules is None:
        raise _OddError(_NO_EVENING)
    if not all(0 <= seat < len(state.seats) for seat in (event.dealer, *event.out)):
        raise _OddError(_NO_SUCH_SEAT)
    seq, rules = envelope.seq, state.rules
    if event.rules is not None:
        rules = rules_from({**state.options, **event.rules}, state.game)
    check_players(state.game, len(state.seats) - len(set(event.out)))
    finished, oddities = state.finished, state.oddities
    if state.deal is not None:
        finished = (*finished, state.deal)
        oddities = (*oddities, Oddity(seq, _DEAL_LEFT_OPEN))
    number = len(finished) + 1
    head = deal_head(
        *(seq, event.id, number, state.game, rules, state.seats, event.dealer, event.out),
        family=game(state.game).family,
        dealt=event.dealt if event.dealt in DEALT else None,
        takes=takeover(finished[-1] if finished else None, state.stock_before(number)),
    )
    return replace(
        state,
        last_seq=seq,
        deals_started=state.deals_started + 1,
        deal=begin(head),
        finished=finished,
        oddities=oddities,
    )


_Told = Announced | BidMade | Doubled | LayoutGiven | CardRevealed | DealClosed


def _told(state: TableState, envelope: Envelope, event: _Told) -> TableState:
    deal = _running(state)
    if isinstance(event, BidMade | Doubled | CardRevealed):
        _check_seat(deal.head, event.seat)
    if isinstance(event, Announced) and event.contract is not None:
        check_contract(deal.head, event.contract)
    if isinstance(event, BidMade):
        check_bid(deal.head, event.say, event.contract)
    if isinstance(event, LayoutGiven) and len(event.piles) != deal.head.players:
        raise _OddError(_NO_SUCH_PILE)
    if isinstance(event, CardRevealed):
        _check_pile(deal, event)
    deal = derive(deal.head, (*deal.log, LogEntry(envelope)))
    if not isinstance(event, DealClosed):
        return _with(state, envelope, deal)
    return replace(state, last_seq=envelope.seq, deal=None, finished=(*state.finished, deal))


def _entered(state: TableState, envelope: Envelope, event: DealEntered) -> TableState:
    deal = _running(state) if event.deal is None else state.find_deal(event.deal)
    if deal is None:
        raise _OddError(_NO_SUCH_DEAL)
    told = entered(deal, LogEntry(envelope), event)
    if deal is not state.deal:
        return _put(state, envelope, deal, told)
    return replace(state, last_seq=envelope.seq, deal=None, finished=(*state.finished, told))


def _check_pile(deal: DealState, event: CardRevealed) -> None:
    if deal.piles is None or not 0 <= event.pile < len(deal.piles[event.seat]):
        raise _OddError(_NO_SUCH_PILE)


def _at_play(
    state: TableState, envelope: Envelope, event: CardCorrected | CardConfirmed | CardRemoved
) -> TableState:
    deal = state.deal_with_card(event.of)
    card = None if deal is None else deal.card_at(event.of)
    if deal is None or card is None:
        raise _OddError(_NO_SUCH_PLAY)
    entry = LogEntry(envelope)
    overruled = card.fixed and not isinstance(event, CardConfirmed) and event.by == "decoder"
    if isinstance(event, CardCorrected):
        if overruled and event.card is not card.card:
            raise _OddError(_PERSON_STANDS)
        return _put(state, envelope, deal, with_look(deal, entry, event))
    if overruled:
        raise _OddError(_PERSON_STANDS)
    return _put(state, envelope, deal, derive(deal.head, (*deal.log, entry)))


def _inserted(state: TableState, envelope: Envelope, event: CardInserted) -> TableState:
    if event.before is None:
        deal = _running(state)
    else:
        found = state.deal_with_play(event.before)
        if found is None:
            raise _OddError(_NO_SUCH_PLAY)
        deal = found
    _check_seat(deal.head, event.seat)
    return _put(state, envelope, deal, derive(deal.head, (*deal.log, LogEntry(envelope))))


def _ruled(state: TableState, envelope: Envelope, event: Ruling) -> TableState:
    deal = state.find_deal(event.deal)
    if deal is None:
        raise _OddError(_NO_SUCH_DEAL)
    kind, _, rest = event.verdict.partition(":")
    seat, _, play = rest.partition(":")
    known = seat == "x" or (seat.isascii() and seat.isdigit())
    if not (kind and known and play.isascii() and play.isdigit()):
        raise _OddError(_NO_SUCH_VERDICT)
    if int(play) >= len(deal.laid):
        raise _OddError(_NO_SUCH_VERDICT)
    who = None if seat == "x" else int(seat)
    ruling = RulingAtPlay(kind, who, deal.laid[int(play)].seq, event.ruling)
    entry = LogEntry(envelope, ruling)
    return _put(state, envelope, deal, derive(deal.head, (*deal.log, entry)))


def _undone(state: TableState, envelope: Envelope, event: Undone) -> TableState:
    if state.deal is not None and event.of == state.deal.head.seq:
        if state.deal.laid:
            raise _OddError(_LATER_CARDS)
        return replace(state, last_seq=envelope.seq, deal=None)
    for deal in reversed(state.deals):
        if any(entry.seq == event.of for entry in standing(deal.log)):
            return _undone_in(state, envelope, deal)
    return _undone_of_evening(state, envelope, event.of)


def _undone_in(state: TableState, envelope: Envelope, deal: DealState) -> TableState:
    again = derive(deal.head, (*deal.log, LogEntry(envelope)))
    if again.closed == deal.closed:
        return _put(state, envelope, deal, again)
    newest = state.finished[-1] is deal if state.finished else False
    if deal.closed and newest and state.deal is None:
        return replace(state, last_seq=envelope.seq, deal=again, finished=state.finished[:-1])
    if again.closed and deal is state.deal:
        return replace(state, last_seq=envelope.seq, deal=None, finished=(*state.finished, again))
    raise _OddError(_LATER_CARDS)


def _undone_of_evening(state: TableState, envelope: Envelope, of: int) -> TableState:
    seq = envelope.seq
    if of == state.ended:
        return replace(state, last_seq=seq, ended=None)
    if any(change.seq == of for change in state.adjustments):
        kept = tuple(change for change in state.adjustments if change.seq != of)
        return replace(state, last_seq=seq, adjustments=kept)
    if any(note.seq == of for note in state.notes):
        notes = tuple(note for note in state.notes if note.seq != of)
        return replace(state, last_seq=seq, notes=notes)
    if any(mark.seq == of for mark in state.stocks):
        return _with_stocks(state, seq, tuple(mark for mark in state.stocks if mark.seq != of))
    if any(place == of for place, _ in state.seatings[1:]):
        seatings = tuple(seating for seating in state.seatings if seating[0] != of)
        return replace(state, last_seq=seq, seatings=seatings, seats=seatings[-1][1])
    raise _OddError(_NOTHING_TO_UNDO)


def _put(state: TableState, envelope: Envelope, old: DealState, new: DealState) -> TableState:
    """Replace a deal of the evening; what later deals take over and the totals follow when read."""
    if old is state.deal:
        return _with(state, envelope, new)
    index = next(place for place, deal in enumerate(state.finished) if deal is old)
    deals = (*state.finished[:index], new, *state.deals[index + 1 :])
    return _with_deals(state, envelope.seq, deals, index + 1)


def _with_stocks(state: TableState, seq: int, stocks: tuple[StockMark, ...]) -> TableState:
    changed = set(stocks).symmetric_difference(state.stocks)
    first = min(mark.number for mark in changed) - 1
    return _with_deals(replace(state, stocks=stocks), seq, state.deals, first)


def _with_deals(
    state: TableState, seq: int, deals: tuple[DealState, ...], first: int
) -> TableState:
    """Put the evening's deals in; from index `first` on they take over what now lies before."""
    counted = {mark.number: mark.amount for mark in state.stocks}
    row = tuple(chained(deals, counted, first))
    running = None if state.deal is None else row[-1]
    finished = row if running is None else row[:-1]
    return replace(state, last_seq=seq, deal=running, finished=finished)
