"""The fold of what belongs to the evening and to no single deal: people, breaks, score, Stock."""

from __future__ import annotations

from dataclasses import replace

from engine.chain import chained
from engine.deal_state import DealState
from engine.events import (
    BreakBegun,
    BreakEnded,
    DeckChanged,
    Envelope,
    EveningEnded,
    EveningStarted,
    GameChanged,
    Note,
    ScoreAdjusted,
    SeatsChanged,
    SittingOut,
    StockCounted,
    SubstituteSat,
)
from engine.rules import rules_from
from engine.state import (
    Adjustment,
    Break,
    Played,
    Remark,
    SatOut,
    StockMark,
    Substitution,
    TableState,
)
from engine.text import Text

NO_EVENING = Text(de="Es läuft kein Abend.", en="No evening is running.")
NO_SUCH_SEAT = Text(de="Diesen Platz gibt es nicht.", en="There is no such seat.")
_NOTHING_TO_UNDO = Text(
    de="Was zurückgenommen werden soll, gibt es nicht oder steht nicht mehr.",
    en="What should be taken back does not exist or no longer stands.",
)
_NO_STOCK = Text(
    de="In einem Stock liegt nie weniger als nichts.", en="A Stock never holds less than nothing."
)
_AMOUNTS = Text(
    de="Die Beträge passen nicht zur Zahl der Plätze.", en="The amounts do not fit the seats."
)
_BREAK_LASTS = Text(de="Die Pause läuft schon.", en="The break has already begun.")
_NO_BREAK = Text(de="Es ist gerade keine Pause.", en="There is no break just now.")
_NO_NAME = Text(
    de="Wer aushilft, braucht einen Namen.", en="Whoever plays for another needs a name."
)


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
        case GameChanged() | DeckChanged():
            return _changed(state, seq, event)
        case SubstituteSat():
            return _substitute(state, seq, event)
        case SittingOut():
            return _sitting_out(state, seq, event)
        case BreakBegun() | BreakEnded():
            return _break(state, seq, begins=isinstance(event, BreakBegun))
        case ScoreAdjusted():
            return _adjusted(state, seq, event)
        case Note(text=text):
            return replace(state, last_seq=seq, notes=(*state.notes, Remark(seq, text)))
        case StockCounted():
            return _stock_counted(state, seq, event)
        case EveningEnded():
            return replace(state, last_seq=seq, ended=seq)
        case _:
            raise TypeError(f"the fold knows no event {type(event).__name__}")


def _changed(state: TableState, seq: int, event: GameChanged | DeckChanged) -> TableState:
    if isinstance(event, DeckChanged):
        return replace(state, last_seq=seq, decks=(*state.decks, (seq, event.deck)))
    return _now_playing(state, seq, (*state.games, Played(seq, event.game, event.rules)))


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


def _now_playing(state: TableState, seq: int, games: tuple[Played, ...]) -> TableState:
    last = games[-1]
    rules = rules_from(last.options, last.game)
    return replace(
        state, last_seq=seq, game=last.game, options=last.options, rules=rules, games=games
    )


def _substitute(state: TableState, seq: int, event: SubstituteSat) -> TableState:
    if not 0 <= event.seat < len(state.seats):
        raise OddError(NO_SUCH_SEAT)
    if event.name is not None and not event.name.strip():
        raise OddError(_NO_NAME)
    change = Substitution(seq, event.seat, event.name, event.scores)
    return replace(state, last_seq=seq, substitutions=(*state.substitutions, change))


def _sitting_out(state: TableState, seq: int, event: SittingOut) -> TableState:
    if not 0 <= event.seat < len(state.seats):
        raise OddError(NO_SUCH_SEAT)
    change = SatOut(seq, event.seat, event.out)
    return replace(state, last_seq=seq, sat_out=(*state.sat_out, change))


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
        games=(Played(seq, event.game, event.rules),),
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
    counted = {mark.number: mark.amount for mark in state.stocks}
    row = tuple(chained(deals, counted, first))
    running = None if state.deal is None else row[-1]
    finished = row if running is None else row[:-1]
    return replace(state, last_seq=seq, deal=running, finished=finished)
