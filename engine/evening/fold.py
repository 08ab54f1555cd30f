"""The one fold: an evening's state after one more event.

Live play, undo, correction, crash recovery, replay and tests all go through `apply`. It judges
nothing and never fails on an event that does not fit, for an old journal must stay readable: such
an event is passed over and listed in `TableState.oddities`.

`of_evening` takes the events that belong to no single deal (people, breaks, score, Stock); the
rest goes to the deal it is about (`engine.evening.deal_log`), and every later deal takes over what
the one before it leaves now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from engine.dealfile.places import DEALT
from engine.evening.checks import check_bid, check_contract, check_players, with_entered_result
from engine.evening.deal import DealHead, DealState, LogEntry, RulingAtPlay, takeover
from engine.evening.deal_log import begin, derive, standing, with_look, with_play, with_sweep
from engine.evening.state import (
    Adjustment,
    Break,
    Oddity,
    PlayedGame,
    Remark,
    SatOut,
    StockMark,
    Substitution,
    TableState,
)
from engine.events import (
    Announced,
    BidMade,
    BreakBegun,
    BreakEnded,
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
    DeckChanged,
    Doubled,
    Envelope,
    EveningEnded,
    EveningStarted,
    GameChanged,
    HandsGiven,
    LayoutGiven,
    LeadSeen,
    Note,
    QuestionLeft,
    RestClaimed,
    Ruling,
    ScoreAdjusted,
    SeatsChanged,
    SittingOut,
    StockCounted,
    SubstituteSat,
    TrickTaken,
    Undone,
)
from engine.games import game
from engine.rules.house_rules import rules_from
from engine.text import PlainError, Text

NO_EVENING = Text(de="Es läuft kein Abend.", en="No evening is running.")
NO_SUCH_SEAT = Text(de="Diesen Platz gibt es nicht.", en="There is no such seat.")
_NOTHING_TO_UNDO = Text(
    de="Was zurückgenommen werden soll, gibt es nicht oder steht nicht mehr.",
    en="What you want to take back does not exist or no longer counts.",
)
_NO_STOCK = Text(
    de="In einem Stock liegt nie weniger als nichts.",
    en="A Stock can never hold less than nothing.",
)
_AMOUNTS = Text(
    de="Die Beträge passen nicht zur Zahl der Plätze.",
    en="The number of amounts does not match the number of seats.",
)
_BREAK_LASTS = Text(de="Die Pause läuft schon.", en="The break has already begun.")
_NO_BREAK = Text(de="Es ist gerade keine Pause.", en="There is no break right now.")
_NO_NAME = Text(de="Wer aushilft, braucht einen Namen.", en="A substitute needs a name.")


class OddError(Exception):
    """The event does not fit; nothing follows from it."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.en)
        self.why = why


def of_evening(state: TableState, envelope: Envelope) -> TableState:
    """Return the state after an event of the evening.

    Raises:
        OddError: it does not fit.
    """
    event, seq = envelope.event, envelope.seq
    if isinstance(event, EveningStarted):
        return _evening_started(event, seq)
    if state.evening is None:
        raise OddError(NO_EVENING)
    match event:
        case SeatsChanged(seats=seats):
            seatings = (*state.seatings, (seq, seats))
            return replace(state, last_seq=seq, seats=seats, seatings=seatings)
        case GameChanged(game=name, rules=rules):
            return _now_playing(state, seq, (*state.games, PlayedGame(seq, name, rules)))
        case DeckChanged(deck=deck):
            return replace(state, last_seq=seq, decks=(*state.decks, (seq, deck)))
        case SubstituteSat() | SittingOut():
            return _at_seat(state, seq, event)
        case BreakBegun() | BreakEnded():
            return _break(state, seq, begins=isinstance(event, BreakBegun))
        case ScoreAdjusted():
            return _adjusted(state, seq, event)
        case Note(text=text):
            return replace(state, last_seq=seq, notes=(*state.notes, Remark(seq, text)))
        case StockCounted():
            return _stock_counted(state, seq, event)
        case EveningEnded(shown=said):
            return replace(state, last_seq=seq, ended=seq, shown=_shown(state, state.deals, said))
        case _:
            raise TypeError(f"the fold knows no event {type(event).__name__}")


def _shown(
    state: TableState, deals: Sequence[DealState], said: Iterable[str]
) -> Mapping[str, frozenset[str]]:
    """Return what was shown of the deals, the last of these told of just now."""
    return {**state.shown, deals[-1].id: frozenset(said)} if deals else state.shown


def _adjusted(state: TableState, seq: int, event: ScoreAdjusted) -> TableState:
    names = (*state.seats, *event.gone)
    if len(event.amounts) != len(names):
        raise OddError(_AMOUNTS)
    assert state.rules is not None
    change = Adjustment(seq, names, event.amounts, event.reason, state.rules)
    return replace(state, last_seq=seq, adjustments=(*state.adjustments, change))


def _stock_counted(state: TableState, seq: int, event: StockCounted) -> TableState:
    if event.amount < 0:
        raise OddError(_NO_STOCK)
    mark = StockMark(seq, len(state.finished) + 1, event.amount)
    return _with_stocks(state, seq, (*state.stocks, mark))


def _now_playing(state: TableState, seq: int, games: tuple[PlayedGame, ...]) -> TableState:
    last = games[-1]
    rules = rules_from(last.options, last.game)
    return replace(
        state, last_seq=seq, game=last.game, options=last.options, rules=rules, games=games
    )


def _at_seat(state: TableState, seq: int, event: SubstituteSat | SittingOut) -> TableState:
    if not 0 <= event.seat < len(state.seats):
        raise OddError(NO_SUCH_SEAT)
    if isinstance(event, SittingOut):
        sat_out = (*state.sat_out, SatOut(seq, event.seat, event.out))
        return replace(state, last_seq=seq, sat_out=sat_out)
    if event.name is not None and not event.name.strip():
        raise OddError(_NO_NAME)
    change = Substitution(seq, event.seat, event.name, event.scores)
    return replace(state, last_seq=seq, substitutions=(*state.substitutions, change))


def _break(state: TableState, seq: int, *, begins: bool) -> TableState:
    if begins:
        if state.paused is not None:
            raise OddError(_BREAK_LASTS)
        return replace(state, last_seq=seq, breaks=(*state.breaks, Break(seq)))
    if state.paused is None:
        raise OddError(_NO_BREAK)
    over = Break(state.paused, seq)
    return replace(state, last_seq=seq, breaks=(*state.breaks[:-1], over))


def _undone_break(state: TableState, seq: int, of: int) -> TableState | None:
    """Return the state without the begin or the end of a break; None where it was neither."""
    for place, each in enumerate(state.breaks):
        if of == each.begun:
            left = (*state.breaks[:place], *state.breaks[place + 1 :])
            return replace(state, last_seq=seq, breaks=left)
        if of == each.ended and each is state.breaks[-1]:
            return replace(state, last_seq=seq, breaks=(*state.breaks[:-1], Break(each.begun)))
    return None


def _evening_started(event: EveningStarted, seq: int) -> TableState:
    if not event.seats:
        raise OddError(NO_SUCH_SEAT)
    return TableState(
        last_seq=seq,
        evening=event.evening,
        game=event.game,
        options=event.rules,
        rules=rules_from(event.rules, event.game),
        seats=event.seats,
        seatings=((seq, event.seats),),
        decks=((seq, event.deck),),
        models=event.models,
        tournament=event.tournament,
        games=(PlayedGame(seq, event.game, event.rules),),
    )


def undone_of_evening(state: TableState, envelope: Envelope, of: int) -> TableState:
    """Return the state with an event of the evening taken back.

    Raises:
        OddError: it does not stand.
    """
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
    if any(change.seq == of for change in state.substitutions):
        others = tuple(change for change in state.substitutions if change.seq != of)
        return replace(state, last_seq=seq, substitutions=others)
    if any(change.seq == of for change in state.sat_out):
        rest = tuple(change for change in state.sat_out if change.seq != of)
        return replace(state, last_seq=seq, sat_out=rest)
    if any(each.seq == of for each in state.games[1:]):
        return _now_playing(state, seq, tuple(each for each in state.games if each.seq != of))
    if any(place == of for place, _ in state.decks[1:]):
        decks = tuple(each for each in state.decks if each[0] != of)
        return replace(state, last_seq=seq, decks=decks)
    without_break = _undone_break(state, seq, of)
    if without_break is not None:
        return without_break
    raise OddError(_NOTHING_TO_UNDO)


def _with_stocks(state: TableState, seq: int, stocks: tuple[StockMark, ...]) -> TableState:
    changed = set(stocks).symmetric_difference(state.stocks)
    first = min(mark.number for mark in changed) - 1
    return with_deals(replace(state, stocks=stocks), seq, state.deals, first)


def with_deals(state: TableState, seq: int, deals: tuple[DealState, ...], first: int) -> TableState:
    """Put the evening's deals in; from index `first` on they take over what now lies before."""
    row = list(deals)
    for index in range(first, len(row)):
        deal = row[index]
        before = row[index - 1] if index else None
        counted = state.stock_before(deal.number)
        takes = takeover(before, counted, deal.head.game, deal.names)
        if takes is not deal.head.takes:
            row[index] = replace(deal, head=replace(deal.head, takes=takes))
    running = None if state.deal is None else row.pop()
    return replace(state, last_seq=seq, deal=running, finished=tuple(row))


_NO_DEAL = Text(de="Es läuft kein Spiel.", en="No deal is running.")
_NO_SUCH_PILE = Text(
    de="Diesen Stapel gibt es nicht, oder die Auslage fehlt.",
    en="There is no such pile, or the layout is missing.",
)
_NO_SUCH_PLAY = Text(
    de="Diese Karte liegt in keinem Spiel des Abends.",
    en="This card is in none of the evening's deals.",
)
_NO_SUCH_DEAL = Text(
    de="Dieses Spiel gibt es an diesem Abend nicht.", en="This evening has no such deal."
)
_NO_SUCH_DEALING = Text(
    de="So wird nicht gegeben; diese Art kennt das Programm nicht.",
    en="The program does not know this way of dealing.",
)
_NO_SUCH_VERDICT = Text(
    de="Der Entscheid nennt keine Karte dieses Spiels.",
    en="The ruling does not name a card of this deal.",
)
_LATER_CARDS = Text(
    de="Es wurde schon weitergespielt, das lässt sich nicht mehr zurücknehmen.",
    en="Play has gone on, so this can no longer be taken back.",
)
_DEAL_LEFT_OPEN = Text(
    de="Das vorige Spiel war nicht abgeschlossen.", en="The previous deal was not closed."
)
_PERSON_STANDS = Text(
    de="Über diese Karte hat der Tisch schon entschieden.",
    en="The table has already ruled on this card.",
)


def fold(envelopes: Iterable[Envelope], state: TableState | None = None) -> TableState:
    """Return the state after all `envelopes`, starting from `state` or from an empty table.

    >>> from engine.cards import card
    >>> from engine.deal.record import Contract
    >>> from engine.journal.journal import Journal
    >>> events = [
    ...     EveningStarted("e", "schafkopf", {}, ("Anna", "Ben", "Cilli", "Dora"), "deck", {}),
    ...     DealStarted("d", dealer=3),
    ...     Announced(Contract("wenz", seat=0)),
    ...     CardPlayed(card("EA")),
    ... ]
    >>> table = fold(Journal.in_memory().append(events, "2026-01-06T20:00:00+01:00"))
    >>> table.seats[table.deal.next_seat], table.deal.number
    ('Ben', 1)
    """
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
            return state.with_deal(envelope.seq, with_sweep(deal, LogEntry(envelope), event))
        case CardCorrected() | CardConfirmed() | CardRemoved() | QuestionLeft():
            return _at_play(state, envelope, event)
        case CardInserted():
            return _inserted(state, envelope, event)
        case CardMoved() | LeadSeen():
            return _rearranged(state, envelope, event)
        case Announced() | BidMade() | Doubled() | LayoutGiven() | HandsGiven() | CardRevealed():
            return _told(state, envelope, event)
        case RestClaimed() | DealClosed():
            return _told(state, envelope, event)
        case DealEntered():
            return _entered(state, envelope, event)
        case Ruling(deal=name) | DealingTold(deal=name) | Note(deal=str(name)):
            return _beside(state, envelope, event, name)
        case Undone():
            return _undone(state, envelope, event)
        case DealStarted():
            return _deal_started(state, envelope, event)
        case _:
            return of_evening(state, envelope)


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
    head = DealHead(
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
        shown=_shown(state, finished, event.shown),
        oddities=oddities,
    )


_Given = LayoutGiven | HandsGiven
_Told = Announced | BidMade | Doubled | _Given | CardRevealed | RestClaimed | DealClosed


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
    hands = event.hands if isinstance(event, HandsGiven) else None
    if hands is not None and len(hands) != deal.head.players:
        raise OddError(NO_SUCH_SEAT)
    if isinstance(event, CardRevealed) and (
        deal.piles is None or not 0 <= event.pile < len(deal.piles[event.seat])
    ):
        raise OddError(_NO_SUCH_PILE)
    deal = derive(deal.head, (*deal.log, LogEntry(envelope)))
    if not isinstance(event, DealClosed):
        return state.with_deal(envelope.seq, deal)
    return replace(state, last_seq=envelope.seq, deal=None, finished=(*state.finished, deal))


def _entered(state: TableState, envelope: Envelope, event: DealEntered) -> TableState:
    deal = _running(state) if event.deal is None else state.find_deal(event.deal)
    if deal is None:
        raise OddError(_NO_SUCH_DEAL)
    told = with_entered_result(deal, LogEntry(envelope), event, recorded=True)
    if deal is not state.deal:
        return _put(state, envelope, deal, told)
    return replace(state, last_seq=envelope.seq, deal=None, finished=(*state.finished, told))


def _at_play(
    state: TableState,
    envelope: Envelope,
    event: CardCorrected | CardConfirmed | CardRemoved | QuestionLeft,
) -> TableState:
    deal = state.deal_with_card(event.of)
    card = None if deal is None else deal.card_at(event.of)
    if deal is None or card is None:
        raise OddError(_NO_SUCH_PLAY)
    entry = LogEntry(envelope)
    said = isinstance(event, CardConfirmed | QuestionLeft) or event.by == "person"
    overruled = card.fixed and not said
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


def _rearranged(state: TableState, envelope: Envelope, event: CardMoved | LeadSeen) -> TableState:
    deal = state.deal_with_row(event.of)
    if deal is None:
        raise OddError(_NO_SUCH_PLAY)
    if isinstance(event, LeadSeen):
        _check_seat(deal.head, event.seat)
    elif event.before is not None and state.deal_with_row(event.before) is not deal:
        raise OddError(_NO_SUCH_PLAY)
    return _put(state, envelope, deal, derive(deal.head, (*deal.log, LogEntry(envelope))))


def _beside(
    state: TableState, envelope: Envelope, event: Ruling | DealingTold | Note, name: str
) -> TableState:
    """Return the state after what was said of a deal that may be over."""
    deal = state.find_deal(name)
    if deal is None:
        raise OddError(_NO_SUCH_DEAL)
    if isinstance(event, DealingTold) and event.dealt not in DEALT:
        raise OddError(_NO_SUCH_DEALING)
    ruling = _ruled(deal, event) if isinstance(event, Ruling) else None
    entry = LogEntry(envelope, ruling)
    return _put(state, envelope, deal, derive(deal.head, (*deal.log, entry)))


def _ruled(deal: DealState, event: Ruling) -> RulingAtPlay:
    kind, _, rest = event.verdict.partition(":")
    seat, _, play = rest.partition(":")
    known = seat == "x" or (seat.isascii() and seat.isdigit())
    if not (kind and known and play.isascii() and play.isdigit()):
        raise OddError(_NO_SUCH_VERDICT)
    if int(play) >= len(deal.laid):
        raise OddError(_NO_SUCH_VERDICT)
    who = None if seat == "x" else int(seat)
    return RulingAtPlay(kind, who, deal.laid[int(play)].seq, event.ruling)


def _undone(state: TableState, envelope: Envelope, event: Undone) -> TableState:
    if state.taken is not None and event.of == state.taken[0] == state.last_seq:
        return replace(state.taken[1], last_seq=envelope.seq)
    taken = envelope.seq, state if state.taken is None else replace(state, taken=None)
    if state.deal is not None and event.of == state.deal.head.seq:
        if state.deal.laid:
            raise OddError(_LATER_CARDS)
        return replace(state, last_seq=envelope.seq, deal=None, taken=taken, undealt=state.deal)
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
        return state.with_deal(envelope.seq, new)
    index = next(place for place, deal in enumerate(state.finished) if deal is old)
    deals = (*state.finished[:index], new, *state.deals[index + 1 :])
    return with_deals(state, envelope.seq, deals, index + 1)
