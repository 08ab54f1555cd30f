"""The one fold: an evening's state after one more event.

Live play, undo, correction, crash recovery, replay and tests all go through `apply`. It judges
nothing and never fails on an event that does not fit, for an old journal must stay readable: such
an event is passed over and listed in `TableState.oddities`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.carry import takeover
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
    EveningStarted,
    LayoutGiven,
    RestClaimed,
    Ruling,
    TrickTaken,
    Undone,
)
from engine.fitting import check_bid, check_contract, check_players, entered
from engine.fold_evening import (
    NO_EVENING,
    NO_SUCH_SEAT,
    OddError,
    of_evening,
    undone_of_evening,
    with_deals,
)
from engine.games import game
from engine.rules import rules_from
from engine.state import (
    DealHead,
    DealState,
    LogEntry,
    Oddity,
    RulingAtPlay,
    TableState,
    deal_head,
)
from engine.text import PlainError, Text

_NO_DEAL = Text(de="Es läuft kein Spiel.", en="No deal is running.")
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
    except OddError as odd:
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
        case Announced() | BidMade() | Doubled() | LayoutGiven() | CardRevealed():
            return _told(state, envelope, event)
        case RestClaimed() | DealClosed():
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
            return of_evening(state, envelope)


def _with(state: TableState, envelope: Envelope, deal: DealState) -> TableState:
    return state.with_deal(envelope.seq, deal)


def _running(state: TableState) -> DealState:
    if state.deal is None:
        raise OddError(_NO_DEAL)
    return state.deal


def _check_seat(head: DealHead, seat: int | None) -> None:
    if seat is not None and seat not in head.active:
        raise OddError(NO_SUCH_SEAT)


def _deal_started(state: TableState, envelope: Envelope, event: DealStarted) -> TableState:
    if not state.running or state.rules is None:
        raise OddError(NO_EVENING)
    if not all(0 <= seat < len(state.seats) for seat in (event.dealer, *event.out)):
        raise OddError(NO_SUCH_SEAT)
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
        *(seq, event.id, number, state.game, rules, state.scored_for, event.dealer, event.out),
        family=game(state.game).family,
        dealt=event.dealt if event.dealt in DEALT else None,
        takes=takeover(
            finished[-1] if finished else None,
            state.stock_before(number),
            state.game,
            state.scored_for,
        ),
        played_by=state.played_by if state.substitutes else (),
        deck=state.deck,
    )
    return replace(
        state,
        last_seq=seq,
        deals_started=state.deals_started + 1,
        deal=begin(head),
        finished=finished,
        oddities=oddities,
    )


_Told = Announced | BidMade | Doubled | LayoutGiven | CardRevealed | RestClaimed | DealClosed


def _told(state: TableState, envelope: Envelope, event: _Told) -> TableState:
    deal = _running(state)
    if isinstance(event, BidMade | Doubled | CardRevealed | RestClaimed):
        _check_seat(deal.head, event.seat)
    if isinstance(event, Announced) and event.contract is not None:
        check_contract(deal.head, event.contract)
    if isinstance(event, BidMade):
        check_bid(deal.head, event.say, event.contract)
    if isinstance(event, LayoutGiven) and len(event.piles) != deal.head.players:
        raise OddError(_NO_SUCH_PILE)
    if isinstance(event, CardRevealed):
        _check_pile(deal, event)
    deal = derive(deal.head, (*deal.log, LogEntry(envelope)))
    if not isinstance(event, DealClosed):
        return _with(state, envelope, deal)
    return replace(state, last_seq=envelope.seq, deal=None, finished=(*state.finished, deal))


def _entered(state: TableState, envelope: Envelope, event: DealEntered) -> TableState:
    deal = _running(state) if event.deal is None else state.find_deal(event.deal)
    if deal is None:
        raise OddError(_NO_SUCH_DEAL)
    told = entered(deal, LogEntry(envelope), event, recorded=True)
    if deal is not state.deal:
        return _put(state, envelope, deal, told)
    return replace(state, last_seq=envelope.seq, deal=None, finished=(*state.finished, told))


def _check_pile(deal: DealState, event: CardRevealed) -> None:
    if deal.piles is None or not 0 <= event.pile < len(deal.piles[event.seat]):
        raise OddError(_NO_SUCH_PILE)


def _at_play(
    state: TableState, envelope: Envelope, event: CardCorrected | CardConfirmed | CardRemoved
) -> TableState:
    deal = state.deal_with_card(event.of)
    card = None if deal is None else deal.card_at(event.of)
    if deal is None or card is None:
        raise OddError(_NO_SUCH_PLAY)
    entry = LogEntry(envelope)
    overruled = card.fixed and not isinstance(event, CardConfirmed) and event.by == "decoder"
    if isinstance(event, CardCorrected):
        if overruled and event.card is not card.card:
            raise OddError(_PERSON_STANDS)
        return _put(state, envelope, deal, with_look(deal, entry, event))
    if overruled:
        raise OddError(_PERSON_STANDS)
    return _put(state, envelope, deal, derive(deal.head, (*deal.log, entry)))


def _inserted(state: TableState, envelope: Envelope, event: CardInserted) -> TableState:
    if event.before is None:
        deal = _running(state)
    else:
        found = state.deal_with_play(event.before)
        if found is None:
            raise OddError(_NO_SUCH_PLAY)
        deal = found
    _check_seat(deal.head, event.seat)
    return _put(state, envelope, deal, derive(deal.head, (*deal.log, LogEntry(envelope))))


def _ruled(state: TableState, envelope: Envelope, event: Ruling) -> TableState:
    deal = state.find_deal(event.deal)
    if deal is None:
        raise OddError(_NO_SUCH_DEAL)
    kind, _, rest = event.verdict.partition(":")
    seat, _, play = rest.partition(":")
    known = seat == "x" or (seat.isascii() and seat.isdigit())
    if not (kind and known and play.isascii() and play.isdigit()):
        raise OddError(_NO_SUCH_VERDICT)
    if int(play) >= len(deal.laid):
        raise OddError(_NO_SUCH_VERDICT)
    who = None if seat == "x" else int(seat)
    ruling = RulingAtPlay(kind, who, deal.laid[int(play)].seq, event.ruling)
    entry = LogEntry(envelope, ruling)
    return _put(state, envelope, deal, derive(deal.head, (*deal.log, entry)))


def _undone(state: TableState, envelope: Envelope, event: Undone) -> TableState:
    if state.taken is not None and event.of == state.taken[0] == state.last_seq:
        return replace(state.taken[1], last_seq=envelope.seq)
    taken = envelope.seq, state if state.taken is None else replace(state, taken=None)
    if state.deal is not None and event.of == state.deal.head.seq:
        if state.deal.laid:
            raise OddError(_LATER_CARDS)
        return replace(state, last_seq=envelope.seq, deal=None, taken=taken)
    for deal in reversed(state.deals):
        if any(entry.seq == event.of for entry in standing(deal.log)):
            return _undone_in(state, envelope, deal)
    return replace(undone_of_evening(state, envelope, event.of), taken=taken)


def _undone_in(state: TableState, envelope: Envelope, deal: DealState) -> TableState:
    again = derive(deal.head, (*deal.log, LogEntry(envelope)))
    if again.closed == deal.closed:
        return _put(state, envelope, deal, again)
    newest = state.finished[-1] is deal if state.finished else False
    if deal.closed and newest and state.deal is None:
        return replace(state, last_seq=envelope.seq, deal=again, finished=state.finished[:-1])
    if again.closed and deal is state.deal:
        return replace(state, last_seq=envelope.seq, deal=None, finished=(*state.finished, again))
    raise OddError(_LATER_CARDS)


def _put(state: TableState, envelope: Envelope, old: DealState, new: DealState) -> TableState:
    """Replace a deal of the evening; what later deals take over and the totals follow when read."""
    if old is state.deal:
        return _with(state, envelope, new)
    index = next(place for place, deal in enumerate(state.finished) if deal is old)
    deals = (*state.finished[:index], new, *state.deals[index + 1 :])
    return with_deals(state, envelope.seq, deals, index + 1)
