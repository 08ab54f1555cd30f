"""What a command about the evening comes to: people, breaks, games, the score, deals by hand.

Pure like `kiosk.table.orders`, which asks here.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.deal.ends import MOST_AMOUNT
from engine.deal.record import JsonObject
from engine.evening.checks import check_players, check_sitting_out, sitting_out, with_entered_result
from engine.evening.deal import DealState, LogEntry
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import (
    Announced,
    BreakBegun,
    BreakEnded,
    DealEntered,
    DealStarted,
    DeckChanged,
    Envelope,
    Event,
    GameChanged,
    ScoreAdjusted,
    SeatsChanged,
    SittingOut,
    SubstituteSat,
    Undone,
)
from engine.games import game
from engine.referee.evaluation import drawn, draws
from engine.referee.misfits import check_told
from engine.rules.house_rules import rules_from
from engine.text import PlainError
from kiosk.director.deal_decoding import DecodedDeck
from kiosk.home.packs import cards_lacking
from kiosk.table.commands import (
    Adjust,
    ChangeDeck,
    ChangeGame,
    ChangeSeats,
    DrawSeats,
    EnterDeal,
    EveningCommand,
    GoOn,
    SitOut,
    Substitute,
    TakeBackChange,
    TakeBreak,
)
from kiosk.words import orders as w

LONGEST_NAME = 40
"""Characters; pages allow fewer."""
_NAMED = 3
"""So many cards that a deck lacks are named."""


def evening_events(
    command: EveningCommand, state: TableState, first: tuple[Event, ...]
) -> tuple[Event, ...]:
    """Return what is to be recorded for a command about the evening that runs.

    `first` begins the deal whose result is entered; empty where it runs already.

    Raises:
        PlainError: it cannot be done now.
    """
    match command:
        case EnterDeal():
            return _enter(command, state, first)
        case TakeBreak():
            if state.paused is not None:
                raise PlainError(w.BREAK_LASTS)
            return (BreakBegun(),)
        case GoOn():
            if state.paused is None:
                raise PlainError(w.NO_BREAK)
            return (BreakEnded(),)
        case Substitute():
            return _substitute(command, state)
        case Adjust():
            return _adjust(command, state)
        case TakeBackChange(of=of):
            if of not in (each.seq for each in state.adjustments):
                raise PlainError(w.NO_SUCH_CHANGE)
            return (Undone(of),)
        case _:
            return _seating(command, state)


def _seating(
    command: ChangeSeats | ChangeGame | ChangeDeck | DrawSeats | SitOut, state: TableState
) -> tuple[Event, ...]:
    """Return what is to be recorded for who sits and plays, and what, from the next deal on."""
    match command:
        case ChangeSeats(seats=seats):
            if deal_runs(state):
                raise PlainError(w.DEAL_RUNS)
            check_people(state.game, state.options, seats, state.seats)
            return _dealt_anew(SeatsChanged(seats), state)
        case ChangeGame():
            return _change_game(command, state)
        case ChangeDeck():
            return _change_deck(command, state)
        case DrawSeats():
            return _draw(command, state)
        case SitOut():
            return _sit_out(command, state)


def check_people(
    game: str, rules: JsonObject, seats: Sequence[str], sitting: Sequence[str] = ()
) -> None:
    """Check that these people can play a game by these rules.

    What those are called who sit there already is no matter: it may be the number of a lost name.

    Raises:
        PlainError: there is no such game or rule, the number does not fit, or a name.
    """
    played, count = rules_from(rules, game), len(seats)
    check_players(game, count - len(sitting_out(game, played, count, 0)))
    for name in seats:
        if name not in sitting:
            _check_name(name)


def _enter(command: EnterDeal, state: TableState, first: tuple[Event, ...]) -> tuple[Event, ...]:
    event = DealEntered(command.told, command.contract, command.doubles, command.deal)
    if command.deal is not None:
        deal, first = state.find_deal(command.deal), ()
        if deal is None:
            raise PlainError(w.NO_SUCH_DEAL)
    else:
        seq = state.last_seq
        begun = (Envelope(seq + place, "", each) for place, each in enumerate(first, 1))
        state = fold(begun, state)
        deal = state.deal
        if deal is None:
            raise PlainError(w.NO_DEAL)
    told = with_entered_result(deal, LogEntry(Envelope(state.last_seq + 1, "", event)), event)
    check_told(deal.record, told.record)
    return (*first, event)


def _change_game(command: ChangeGame, state: TableState) -> tuple[Event, ...]:
    """Return the change; a deal nobody has begun to play is dealt anew by the same dealer."""
    game, rules = command.game, command.rules
    if deal_runs(state):
        raise PlainError(w.DEAL_RUNS)
    check_people(game, rules, state.seats)
    check_sitting_out(game, rules_from(rules, game), len(state.seats), state.sits_out)
    return _dealt_anew(GameChanged(game, rules), state)


def _change_deck(command: ChangeDeck, state: TableState) -> tuple[Event, ...]:
    """Return the change; a deal nobody has begun to play is dealt anew by the same dealer."""
    if deal_runs(state):
        raise PlainError(w.DEAL_RUNS)
    if command.deck == state.deck:
        raise PlainError(w.DECK_ALREADY.format(deck=command.deck))
    lacks = lacking_for(state, command.cards)
    if lacks:
        raise PlainError(w.DECK_LACKS.format(deck=command.deck, lacks=cards_lacking(lacks, _NAMED)))
    return _dealt_anew(DeckChanged(command.deck), state)


def lacking_for(state: TableState, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards the evening's game needs and a deck has not, printed in either suits."""
    assert state.rules is not None
    people = len(state.seats) - len(state.next_out())
    return DecodedDeck(game(state.game).deck(state.rules, people), cards).missing


def _dealt_anew(
    changed: GameChanged | DeckChanged | SeatsChanged, state: TableState
) -> tuple[Event, ...]:
    """Return the change; a deal that nobody has begun to play is begun anew by whoever dealt.

    Who takes the dealer's seat deals.
    """
    deal = state.deal
    if deal is None:
        return (changed,)
    events: tuple[Event, ...] = (Undone(deal.head.seq), changed)
    begun = (Envelope(state.last_seq + place, "", each) for place, each in enumerate(events, 1))
    after = fold(begun, state)
    dealer, name = deal.head.dealer, state.seats[deal.head.dealer]
    if name in after.seats:
        dealer = after.seats.index(name)
    elif len(after.seats) != len(state.seats):
        dealer = after.next_dealer
    return (*events, *dealt(after, dealer))


def dealt(state: TableState, dealer: int) -> tuple[Event, ...]:
    """Return the beginning of the next deal, with its contract where that is set."""
    name = f"{state.evening}-{state.deals_started + 1}"
    started = DealStarted(name, dealer, state.next_out(dealer))
    called = state.next_contract
    return (started,) if called is None else (started, Announced(called))


def _draw(command: DrawSeats, state: TableState) -> tuple[Event, ...]:
    """Return the new seats; a deal nobody has begun to play is dealt anew."""
    if not draws(state.game):
        raise PlainError(w.NOTHING_DRAWN)
    if deal_runs(state):
        raise PlainError(w.DEAL_RUNS)
    if not may_draw(state):
        raise PlainError(w.GAME_LASTS)
    try:
        decided = drawn(state.game, command.first, command.second)
    except ValueError:
        raise PlainError(w.TWO_ACES) from None
    assert decided is not None
    before = () if state.deal is None else (Undone(state.deal.head.seq),)
    return (*before, SeatsChanged(tuple(state.seats[seat] for seat in decided.seats)))


def may_draw(state: TableState) -> bool:
    """Tell whether partners can be drawn now: where a game of several deals begins."""
    idle = state.running and not deal_runs(state)
    return idle and draws(state.game) and not any(state.next_carry.game_points)


def untouched(deal: DealState) -> bool:
    """Tell whether nobody said or laid anything: what is set without an auction was not said."""
    given = game(deal.head.game).set_contract(deal.head.takes.value)
    return not deal.laid and not deal.doubles and deal.contract in (None, given)


def deal_runs(state: TableState) -> bool:
    """Tell whether a deal runs in which something was said or laid."""
    return state.deal is not None and not untouched(state.deal)


def may_sit_out(state: TableState, seat: int) -> bool:
    """Tell whether the others can play on where a seat sits out by choice too."""
    assert state.rules is not None
    try:
        check_sitting_out(state.game, state.rules, len(state.seats), {*state.sits_out, seat})
    except PlainError:
        return False
    return True


def _sit_out(command: SitOut, state: TableState) -> tuple[Event, ...]:
    if command.out == (command.seat in state.sits_out):
        raise PlainError(w.SITS_OUT_ALREADY if command.out else w.PLAYS_ALREADY)
    assert state.rules is not None
    now = {*state.sits_out} ^ {command.seat}
    check_sitting_out(state.game, state.rules, len(state.seats), now)
    return (SittingOut(command.seat, command.out),)


def _substitute(command: Substitute, state: TableState) -> tuple[Event, ...]:
    if not 0 <= command.seat < len(state.seats):
        raise PlainError(w.NO_SUCH_OWNER)
    name = command.name
    if name is None:
        if command.seat not in state.substitutes:
            raise PlainError(w.NOBODY_STANDS_IN)
        return (SubstituteSat(command.seat, None),)
    if not name.strip():
        raise PlainError(w.NO_NAME)
    _check_name(name)
    if name.casefold() in (each.casefold() for each in state.played_by):
        raise PlainError(w.NAME_TWICE.format(name=name))
    return (SubstituteSat(command.seat, name, command.scores),)


def _adjust(command: Adjust, state: TableState) -> tuple[Event, ...]:
    people = len(state.seats) + len(command.gone)
    if len(command.amounts) != people:
        raise PlainError(w.WRONG_AMOUNTS.format(n=people))
    sat = {name for _, names in state.seatings for name in names}
    sat |= {name for deal in state.finished for name in deal.names}
    if not sat.issuperset(command.gone):
        raise PlainError(w.NO_SUCH_PERSON)
    if any(abs(amount) > MOST_AMOUNT for amount in command.amounts):
        raise PlainError(w.TOO_MUCH.format(most=MOST_AMOUNT))
    if not command.reason.strip():
        raise PlainError(w.NO_REASON)
    return (ScoreAdjusted(command.amounts, command.reason.strip(), command.gone),)


def _check_name(name: str) -> None:
    if len(name) > LONGEST_NAME or not (name.isprintable() or not name):
        raise PlainError(w.BAD_NAME.format(longest=LONGEST_NAME))
