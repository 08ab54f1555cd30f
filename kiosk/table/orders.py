"""What a command comes to: events, or one plain sentence why it cannot be done now.

A command is what somebody asks; this turns it into what is recorded. Pure: command and state in,
events out, which the writer commits.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.cards import Card
from engine.deal.ends import read_end
from engine.deal.record import JsonObject
from engine.deal.report import TOUT_LOST
from engine.evening.checks import check_contract
from engine.evening.deal import DealState
from engine.evening.deal_log import standing, standing_claim
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import (
    Announced,
    BidMade,
    BreakEnded,
    CardConfirmed,
    CardCorrected,
    CardInserted,
    CardPlayed,
    CardRemoved,
    DealClosed,
    Doubled,
    Envelope,
    EveningEnded,
    EveningStarted,
    Event,
    QuestionLeft,
    RestClaimed,
    Ruling,
    Undone,
)
from engine.games import game
from engine.referee.misfits import check_told
from engine.text import PlainError
from kiosk.home.clock import iso_day
from kiosk.table.commands import (
    Announce,
    ClaimRest,
    CloseDeal,
    Command,
    ConfirmCard,
    CorrectCard,
    Double,
    EndEvening,
    EnterDeal,
    EveningCommand,
    GiveLayout,
    InsertCard,
    LayCard,
    LeaveQuestion,
    MakeBid,
    NoteDeal,
    RemoveCard,
    Restore,
    Rule,
    ShownPlace,
    StartDeal,
    StartEvening,
    StateHolder,
    StateLaufende,
    TellDealing,
    TellHidden,
    TurnOver,
    Undo,
)
from kiosk.table.deal_answers import counted_after_all, lay_out, told_afterwards
from kiosk.table.evening_orders import check_people, dealt, evening_events
from kiosk.table.undo import restore, undoing
from kiosk.words import orders as w
from kiosk.words.calls import AUCTION_OVER, NO_CLAIM


class StaleAnswerError(PlainError):
    """What was answered about stands elsewhere by now; it has to be asked anew."""


Talk = Announce | MakeBid | Double | ClaimRest


def spoken(command: Talk, deal: DealState) -> Announced | BidMade | Doubled | RestClaimed | Undone:
    """Return the event of what was said.

    Raises:
        PlainError: it cannot be said in this deal, or by nobody who plays.
    """
    match command:
        case Announce(contract=contract):
            if contract is not None:
                check_contract(deal.head, contract)
            return Announced(contract)
        case MakeBid(seat=seat, say=say, contract=contract):
            check_seat(deal, seat)
            if deal.contract is not None or deal.laid:
                raise PlainError(AUCTION_OVER)
            return BidMade(seat, say, contract)
        case Double(say=say, seat=seat, after=after):
            if say not in game(deal.head.game).doubling_words():
                raise PlainError(w.NO_SUCH_DOUBLING)
            check_seat(deal, seat)
            laid = len(deal.laid)
            doubled = Doubled(say, seat, laid if after == "now" else after)
            return doubled if command.said else Undone(_recorded(doubled, deal))
        case ClaimRest(seat=seat) if seat is not None:
            check_seat(deal, seat)
            return RestClaimed(seat)
        case ClaimRest():
            claim = standing_claim(deal)
            if claim is None:
                raise PlainError(NO_CLAIM)
            return Undone(claim.seq)


def _recorded(doubled: Doubled, deal: DealState) -> int:
    """Return the `seq` of a doubling that stands just so.

    Raises:
        PlainError: none does, it was taken back in the meantime.
    """
    seqs = [each.seq for each in standing(deal.log) if each.envelope.event == doubled]
    if not seqs:
        raise PlainError(w.NOT_RESTORED)
    return max(seqs)


def check_seat(deal: DealState, seat: int | None) -> None:
    """Refuse a seat that holds no cards in this deal.

    Raises:
        PlainError: it holds none.
    """
    if seat is not None and seat not in deal.head.active:
        raise PlainError(w.NO_SUCH_SEAT)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What the events of a command need beside the state."""

    at: str
    """Now, RFC 3339 with offset."""
    models: dict[str, str]
    """File name to SHA-256 of the nets in use."""


def events_of(command: Command, state: TableState, now: Circumstances) -> tuple[Event, ...]:
    """Return what is to be recorded for a command.

    Raises:
        PlainError: it cannot be done now.
    """
    if state.paused is not None and _plays_on(command):
        # Whoever deals, lays a card or enters a deal has ended the break.
        on = fold([Envelope(state.last_seq + 1, now.at, BreakEnded())], state)
        return (BreakEnded(), *events_of(command, on, now))
    if isinstance(command, EveningCommand):
        _running_evening(state)
        runs = not isinstance(command, EnterDeal) or command.deal is not None or _goes_on(state)
        return evening_events(command, state, () if runs else _start_deal(StartDeal(), state))
    events = _told(command, state, now)
    if isinstance(command, Talk | CloseDeal | TellHidden):
        _check_told(state, events, now)
    return events


def _check_told(state: TableState, events: tuple[Event, ...], now: Circumstances) -> None:
    """Refuse what cannot be, the same as in a file (`engine.referee.misfits`)."""
    numbered = [Envelope(state.last_seq + at, now.at, each) for at, each in enumerate(events, 1)]
    after = fold(numbered, state)
    before = {deal.head.seq: deal for deal in state.deals}
    for deal in after.deals:
        known = before.get(deal.head.seq, deal)
        if known is not deal:
            check_told(known.record, deal.record)


def _told(command: Command, state: TableState, now: Circumstances) -> tuple[Event, ...]:
    match command:
        case StartEvening():
            return _start_evening(command, state, now)
        case EndEvening():
            _running_evening(state)
            return (EveningEnded(),)
        case StartDeal():
            return _start_deal(command, state)
        case Rule():
            return _rule(command, state)
        case Undo() | Restore():
            return restore(command, state) if isinstance(command, Restore) else _undo(state)
        case StateLaufende() | StateHolder() | TellHidden() | NoteDeal() | TellDealing():
            return told_afterwards(command, state)
        case CorrectCard() | ConfirmCard() | RemoveCard() | LeaveQuestion():
            return _amend(command, state)
        case InsertCard():
            return (_insert(command, state),)
        case Announce() | Double() if (ended := uncalled(state)) is not None:
            return _said_afterwards(command, ended)
        case _:
            return (_in_deal(command, _running_deal(state)),)


def _goes_on(state: TableState) -> bool:
    return state.deal is not None and not is_over(state.deal)


def uncalled(state: TableState) -> DealState | None:
    """Return the deal that was played to its end before anybody said what was played, if any.

    With a camera that happens to whoever forgets the call; it can be said until the next deal
    begins, what was doubled included.
    """
    deal = state.last_deal
    if not state.running or state.deal is not None or deal is None or not _all_laid(deal):
        return None
    said = [e.seq for e in standing(deal.log) if isinstance(e.envelope.event, Announced)]
    return deal if max(said, default=deal.seqs[-1] + 1) > deal.seqs[-1] else None


def _said_afterwards(command: Announce | Double, deal: DealState) -> tuple[Event, ...]:
    ends = [e.seq for e in standing(deal.log) if isinstance(e.envelope.event, DealClosed)]
    return (Undone(max(ends)), _in_deal(command, deal), DealClosed())


def _running_evening(state: TableState) -> None:
    if not state.running:
        raise PlainError(w.NO_EVENING)


def _running_deal(state: TableState) -> DealState:
    _running_evening(state)
    if state.deal is None:
        raise PlainError(w.NO_DEAL)
    return state.deal


def _start_evening(
    command: StartEvening, state: TableState, now: Circumstances
) -> tuple[Event, ...]:
    check_people(command.game, command.rules, command.seats)
    started = EveningStarted(
        evening=f"{iso_day(now.at)}-{state.last_seq + 1}",
        game=command.game,
        rules=command.rules,
        seats=command.seats,
        deck=command.deck,
        models=now.models,
        tournament=command.tournament,
    )
    return (EveningEnded(), started) if state.running else (started,)


def _start_deal(command: StartDeal, state: TableState) -> tuple[Event, ...]:
    _running_evening(state)
    before = _make_room(state, command)
    # A deal that is taken back hands its dealer on.
    taken_back = state.deal if before and isinstance(before[0], Undone) else None
    dealer = command.dealer
    if dealer is None:
        dealer = state.next_dealer if taken_back is None else taken_back.head.dealer
    if not 0 <= dealer < len(state.seats):
        raise PlainError(w.NO_SUCH_SEAT)
    return (*before, *dealt(state, dealer))


def _make_room(state: TableState, command: StartDeal) -> tuple[Event, ...]:
    deal = state.deal
    if deal is None:
        return ()
    if is_over(deal):
        return (DealClosed(_own_end(deal)),)
    untouched = not deal.laid and deal.contract is None and not deal.doubles
    if untouched and command.dealer is not None and command.dealer != deal.head.dealer:
        return (Undone(deal.head.seq),)
    raise PlainError(w.DEAL_RUNS)


def is_over(deal: DealState) -> bool:
    """Tell whether every card was laid, or the deal came to a result before."""
    return _all_laid(deal) or deal.decided is not None or deal.report.result is not None


def _own_end(deal: DealState) -> JsonObject | None:
    """Return how a deal ended by itself; what was laid after a lost Tout counts for nothing."""
    return None if deal.decided is None or _all_laid(deal) else {"kind": TOUT_LOST}


def _all_laid(deal: DealState) -> bool:
    return len(deal.laid) >= deal.report.trick_count * len(deal.head.active)


def _in_deal(command: Command, deal: DealState) -> Event:
    match command:
        case Announce() | MakeBid() | Double() | ClaimRest():
            return spoken(command, deal)
        case GiveLayout() | TurnOver():
            return lay_out(command, deal)
        case LayCard(card=card, seat=seat):
            check_seat(deal, seat)
            _check_card(deal, card)
            if is_over(deal):
                raise PlainError(w.ALL_LAID)
            read = _just_read(deal, card)
            return CardPlayed(card, seat, "touch") if read is None else CardConfirmed(read)
        case CloseDeal(end=end):
            if end is None and not is_over(deal):
                raise PlainError(w.NOT_OVER)
            if end is not None:
                read_end(end, deal.head.players)
            # A ruling stands by itself. Were "ruled" recorded of a deal that was played out, a
            # correction that withdraws the verdict would leave nothing to settle.
            played_out = end is not None and end.get("kind") == "ruled" and _all_laid(deal)
            return DealClosed(None if played_out else end or _own_end(deal))
        case _:
            raise TypeError(f"no such command: {type(command).__name__}")


def _just_read(deal: DealState, card: Card) -> int | None:
    """Return the play of the running trick that the camera read as this card in the meantime.

    Whoever lays it by touch then means that one; laid twice, one of the two would push the other
    out of its place.
    """
    start = len(deal.laid) // len(deal.head.active) * len(deal.head.active)
    for laid in deal.laid[start:]:
        if laid.card is card and not laid.fixed:
            return laid.seq
    return None


def _check_card(deal: DealState, card: Card | None) -> None:
    if card is not None and card.family is not deal.head.family:
        raise PlainError(w.OTHER_DECK)


_Answer = CorrectCard | ConfirmCard | RemoveCard | LeaveQuestion


def _amend(command: _Answer, state: TableState) -> tuple[Event, ...]:
    if isinstance(command, LeaveQuestion):
        asked = _deal_of(command.of, state).asked
        return () if command.of in asked else (QuestionLeft(command.of),)
    taken_back = _taken_back(command.of, state)
    if taken_back is not None:
        elsewhere = _guessed_anew(command.of, *taken_back)
        if elsewhere is not None:
            return _amend(replace(command, of=elsewhere), state)
        return () if isinstance(command, RemoveCard) else _put_back(command, *taken_back)
    deal = _deal_of(command.of, state)
    _check_place(deal, command.of, command.shown)
    if isinstance(command, RemoveCard):
        return (CardRemoved(command.of),)
    if isinstance(command, ConfirmCard):
        return (CardConfirmed(command.of),)
    _check_card(deal, command.card)
    laid = next(laid for laid in deal.laid if laid.seq == command.of)
    if command.card is laid.card and command.card is not None:
        return (CardConfirmed(command.of),)
    return (CardCorrected(command.of, command.card),)


def _taken_back(seq: int, state: TableState) -> tuple[DealState, int] | None:
    """Return deal and removal where the camera took the play back just before a person spoke.

    While the page was asking, the camera changed its mind. What a person says of a card stands all
    the same: were it dropped, the trick would be filled up with an unseen card instead.
    """
    deal = state.last_deal
    if deal is None or deal.index_of(seq) is not None:
        return None
    for entry in reversed(standing(deal.log)):
        event = entry.envelope.event
        if isinstance(event, CardRemoved) and event.of == seq and event.by == "decoder":
            return deal, entry.seq
    return None


def _guessed_anew(seq: int, deal: DealState, removal: int) -> int | None:
    """Return the play that a play the camera took back is now, where it only lies elsewhere.

    That is a card nobody saw, whose place was guessed anew, or one of a trick put in order.
    """
    entries = standing(deal.log)
    tracks = {
        entry.seq: entry.envelope.event.track
        for entry in entries
        if isinstance(entry.envelope.event, CardPlayed)
    }
    track = tracks.get(seq)
    if track is not None:
        same = [each for each, its in tracks.items() if its == track]
        return next((each for each in same if deal.index_of(each) is not None), None)
    guesses = [entry.seq for entry in entries if _is_guess(entry.envelope.event)]
    if seq not in guesses:
        return None
    return next((guess for guess in guesses if guess > removal), None)


def _is_guess(event: Event) -> bool:
    return isinstance(event, CardInserted) and event.by == "decoder"


def _put_back(
    command: CorrectCard | ConfirmCard, deal: DealState, removal: int
) -> tuple[Event, ...]:
    if isinstance(command, ConfirmCard):
        return Undone(removal), CardConfirmed(command.of)
    _check_card(deal, command.card)
    return Undone(removal), CardCorrected(command.of, command.card)


def _insert(command: InsertCard, state: TableState) -> Event:
    before = command.before
    deal = _running_deal(state) if before is None else _deal_of(before, state)
    _check_card(deal, command.card)
    if before is not None:
        _check_place(deal, before, command.shown)
    return CardInserted(command.card, before)


def _check_place(deal: DealState, seq: int, shown: ShownPlace | None) -> None:
    """Refuse an answer about a play that stands elsewhere than the screen said.

    A card that was seen late came before it, or its trick was put in order: whoever answered
    looked at the card of another player.

    Raises:
        StaleAnswerError: it does.
    """
    play = deal.index_of(seq)
    if shown is None or play is None:
        return
    if shown != (play // len(deal.head.active), deal.laid[play].seat):
        raise StaleAnswerError(w.CARD_ELSEWHERE)


def _deal_of(seq: int, state: TableState) -> DealState:
    deal = state.deal_with_play(seq)
    if deal is None:
        raise PlainError(w.NO_SUCH_CARD)
    return deal


def _rule(command: Rule, state: TableState) -> tuple[Event, ...]:
    deal = state.find_deal(command.deal)
    if deal is None:
        raise PlainError(w.NO_SUCH_DEAL)
    verdict = next((known for known in deal.report.verdicts if known.id == command.verdict), None)
    if verdict is None:
        raise PlainError(w.NO_SUCH_VERDICT)
    if verdict.seat is None and command.ruling == "upheld":
        raise PlainError(w.NO_CULPRIT)
    ruling = Ruling(command.deal, command.verdict, command.ruling)
    return (ruling, *(counted_after_all(deal, state) if command.ruling == "upheld" else ()))


def _plays_on(command: Command) -> bool:
    """Tell whether a command shows that the break is over."""
    corrects = isinstance(command, EnterDeal) and command.deal is not None
    return isinstance(command, StartDeal | LayCard | EnterDeal) and not corrects


def _undo(state: TableState) -> tuple[Event, ...]:
    if state.ended is None:
        _running_evening(state)
    events = undoing(state)
    if not events:
        raise PlainError(w.NOTHING_TO_UNDO)
    return events
