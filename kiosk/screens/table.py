"""The table: the running trick and what an attentive onlooker knows anyway (DESIGN 8).

Before the first card of a deal, and between two deals, nothing lies there: then it waits. Which
screen stands in the table's place while an evening goes on is here as well: an alert, a result.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import monotonic
from typing import Literal

from engine.cards import Card, cards, family_card
from engine.deal.report import TrickView
from engine.evening.deal_log import claiming
from engine.evening.report import Due
from engine.games import game
from engine.referee.evaluation import blind_taken, may_double
from engine.text import Text
from kiosk.director.outlook import Question
from kiosk.screens import alert as alert_screen
from kiosk.screens import counting, facts, tapped_call
from kiosk.screens import result as result_screen
from kiosk.screens.cards import (
    Face,
    called_too,
    calls,
    card_name,
    doubling_words,
    face,
    game_title,
    may_look_back,
    suit_face,
)
from kiosk.screens.deal_end import LAID_OPEN
from kiosk.screens.evening_list import Book, book, remarkable
from kiosk.screens.facts import DealFacts, carried, contract_line, doublings, shape
from kiosk.screens.values import (
    Ask,
    Carried,
    Claim,
    ConfirmScreen,
    DoubleButton,
    Heading,
    InTurn,
    Line,
    TableScreen,
)
from kiosk.table.evening_orders import may_draw
from kiosk.table.view import TableView
from kiosk.words import calls as c
from kiosk.words import pages as m
from kiosk.words import score_pad as e


def in_play(view: TableView, order: tuple[Card, ...] = ()) -> tuple[str, object]:
    """Return the template and the screen of an evening that goes on; a replay shows these alone.

    `order` is the cards in the order of the plays' scores.
    """
    if view.state.ended is not None:
        return "end.html", evening_end(view)
    alert = alert_screen.alert(view, order)
    if alert is not None:
        return "alert.html", alert
    deal = facts.running_deal(view)
    if deal is not None and _played(view, deal):
        return "table.html", table(view, deal)
    if deal is not None:
        return "wait.html", before_first_card(view, deal)
    last = facts.last_deal(view)
    if last is not None:
        shown, begins = result_screen.result(view, last), counting.begins(view.state)
        notes = shown.notes if begins is None else (*shown.notes, begins)
        return "result.html", replace(shown, notes=notes)
    return "wait.html", between_deals(view)


def _played(view: TableView, deal: DealFacts) -> bool:
    """Tell whether a deal is on the table: a card lies, or it was said what is played.

    Without a camera nobody watches a game that is set anyhow; its result is waited for.
    """
    if view.source == "none" and facts.only_set(deal):
        return False
    return bool(deal.record.plays) or deal.record.contract is not None


def table(view: TableView, deal: DealFacts) -> TableScreen:
    """Return the trick that lies there; a whole one stays until it is swept."""
    tricks = deal.report.tricks
    trick = facts.lying(deal)
    number = len(tricks) + (1 if trick is None else 0)
    made = [done for done in tricks if done.complete and done is not trick]
    return TableScreen(
        heading=heading(view, deal),
        slots=facts.slots(view, deal, trick),
        trick=m.TRICK_OF.format(n=number, all=deal.report.trick_count),
        points=trick.points if trick is not None else 0,
        complete=trick is not None and trick.complete,
        turn=turn_words(deal),
        settle=_ruled(deal) or _all_laid(view, deal),
        ruled=_ruled(deal) is not None,
        last_trick=bool(made) and may_look_back(deal.record),
        lay=_next_by_hand(view, deal, trick),
        lay_down=deal.record.id if _laid_open(deal) else None,
        double=in_turn(deal),
        callable=deal.record.contract is None or calls(deal.record),
        enter=view.source == "none" and not deal.record.plays,
        claim=_claim(deal),
        layout=shape(deal.deal) is not None,
        blind=facts.camera(view).bad or view.camera.off,
    )


def in_turn(deal: DealFacts | None) -> InTurn | None:
    """Return who may double now; None where nobody may or the table decides."""
    may = None if deal is None else may_double(deal.record)
    if deal is None or may is None or not may.seats:
        return None
    word = doubling_words(deal.record.game)[may.say]
    buttons = tuple(
        DoubleButton(seat, e.DOUBLE_BY.format(name=deal.names[seat], word=word))
        for seat in may.seats
    )
    return InTurn(deal.record.id, len(deal.record.doubles), buttons)


def _claim(deal: DealFacts) -> Claim | None:
    seat = claiming(deal.deal)
    if seat is None:
        return None
    return Claim(deal.record.id, seat, c.CLAIMS.format(name=deal.names[seat]))


def _laid_open(deal: DealFacts) -> bool:
    """Tell whether what is called is laid open: a Sie nobody has begun to play."""
    contract = deal.record.contract
    return contract is not None and contract.kind in LAID_OPEN and not deal.record.plays


def _next_by_hand(view: TableView, deal: DealFacts, trick: TrickView | None) -> bool:
    """Tell whether a button has to lay the next card: no place on the table waits for one.

    After a whole trick no place does; nor where a card not seen leaves open who is next.
    """
    if len(deal.record.plays) >= deal.report.trick_count * len(deal.deal.head.active):
        return False
    waits = deal.report.turn is not None and (trick is None or not trick.complete)
    return view.source == "none" or not waits


def heading(view: TableView, deal: DealFacts) -> Heading:
    """Return what is played, by whom, and what was doubled."""
    contract = deal.record.contract
    sub: list[Line] = [*doublings(deal)]
    also = called_too(deal.record, contract)
    if also is not None:
        sub.append(c.ALSO_CALLED.format(card=card_name(also)))
    blind = blind_taken(deal.record)
    if blind is not None:
        words = c.BLIND_TO_LOOK if blind.may_look else c.BLIND_TO_CLOSED
        sub.append(words.format(name=deal.names[blind.seat]))
    sub.append(m.DEAL_NUMBER.format(n=deal.number))
    sub.append(m.DEALER.format(name=deal.names[deal.record.dealer]))
    if contract is None:
        return Heading(m.NOT_ANNOUNCED, None, tuple(sub), announced=False, carried=carried(view))
    title = contract_line(deal)
    suit = suit_face(contract.suit) if contract.suit is not None else None
    return Heading(title, suit, tuple(sub), announced=True, carried=carried(view))


def ask(view: TableView) -> Ask | None:
    """Return the first open question about a card."""
    return _asked(view, view.outlook.questions)


def confirming(view: TableView) -> ConfirmScreen | None:
    """Return what is asked once before the score of the deal that has just ended.

    A verdict hangs on it; the question does not say so, nor against whom.
    """
    deal = view.state.last_deal
    if deal is None or not deal.closed or deal.asked or not view.state.running:
        return None
    asked = _asked(view, view.outlook.deciding)
    if asked is None or facts.pending(view):
        return None
    return ConfirmScreen(m.CONFIRM_ONE, asked, f"{monotonic():.3f}")


def _asked(view: TableView, questions: tuple[Question, ...]) -> Ask | None:
    for question in questions:
        deal = facts.find_deal(view, question.deal)
        play = deal.deal.index_of(question.seq) if deal is not None else None
        if deal is None or play is None:
            continue
        return Ask(
            deal=question.deal,
            seq=question.seq,
            trick=m.TRICK.format(n=facts.trick_number(deal, play) + 1),
            name=deal.names[deal.record.plays[play].seat],
            options=tuple(face(card) for card in question.options[:3]),
            about=facts.about(deal, play),
        )
    return None


def turn_words(deal: DealFacts) -> Text | None:
    """Return who leads or is next; None where that is open."""
    turn = deal.report.turn
    if turn is None:
        return None
    tricks = deal.report.tricks
    fresh = not tricks or tricks[-1].complete
    return (m.LEADS if fresh else m.TURN).format(name=deal.names[turn])


def _ruled(deal: DealFacts) -> Text | None:
    name = facts.ruled_against(deal)
    return None if name is None else m.RULED_LOST.format(name=name)


def _all_laid(view: TableView, deal: DealFacts) -> Text | None:
    """Return a line where nothing but a person can tell that the deal is over."""
    made = sum(trick.complete for trick in deal.report.tricks)
    if deal.deal.decided is not None and made < deal.report.trick_count:
        return m.TOUT_IS_LOST
    if deal.report.result is not None and made < deal.report.trick_count:
        return m.DECIDED
    by_hand = view.source == "none" and made >= deal.report.trick_count
    return m.ALL_LAID if by_hand else None


_FAN = cards("EO GO HO SO")


@dataclass(frozen=True, slots=True)
class WaitScreen:
    """Nothing lies on the table yet."""

    heading: Text
    sub: tuple[Line, ...]
    fan: tuple[Face, ...]
    lead: Text
    long: Text
    carried: Carried
    next: Literal["call", "deal", "evening"]
    """What the main button offers."""
    callable: bool = True
    """Whether there is something to call."""
    by_hand: bool = False
    """Whether nothing is seen: results are entered, or cards laid, by hand."""
    draw: bool = False
    """Whether partners can be drawn now."""
    dues: tuple[Due, ...] | None = None
    """The fewest payments that settle the evening, once it is over and where anything is paid."""
    double: InTurn | None = None
    """Who may double now, where the game says so."""
    layout: bool = False
    """Whether two play from piles, whose open cards can be told."""
    players: tuple[tuple[str, str], ...] = ()
    """Name of each who may play the deal, and the page that goes on from there; empty where nobody
    says what is played."""


@dataclass(frozen=True, slots=True)
class EndScreen(WaitScreen):
    """The evening is over: who stands where, who pays whom, how it went."""

    listed: Book | None = None
    facts: tuple[Text, ...] = ()
    """What was remarkable."""
    last: str = ""
    """Id of the last deal, on which a remark can still be written; empty where there was none."""


def before_first_card(view: TableView, deal: DealFacts) -> WaitScreen:
    """Return the screen between dealing and the first card."""
    name, by_hand = deal.names[deal.record.dealer], view.source == "none"
    return WaitScreen(
        heading=m.WHO_PLAYS if deal.record.contract is None else game_title(deal.record.game),
        sub=(
            m.DEAL_NUMBER.format(n=deal.number),
            m.DEALER.format(name=name),
            *(m.SITTING_OUT.format(name=deal.names[seat]) for seat in deal.record.out),
        ),
        carried=carried(view),
        fan=fan(deal.record.game),
        lead=m.WAITING,
        long=(e.WAITING_ENTER if by_hand else m.WAITING_LONG).format(name=name),
        next="call",
        callable=deal.record.contract is None or calls(deal.record),
        by_hand=by_hand,
        draw=may_draw(view.state),
        double=in_turn(deal),
        layout=shape(deal.deal) is not None,
        players=_players(deal, "/enter" if by_hand else "/call"),
    )


def _players(deal: DealFacts, page: str) -> tuple[tuple[str, str], ...]:
    if deal.record.contract is not None or not calls(deal.record):
        return ()
    seats = tapped_call.seats(deal.record)
    return tuple((deal.names[seat], f"{page}?step=1&who={seat}") for seat in seats)


def between_deals(view: TableView) -> WaitScreen:
    """Return the screen before the first deal and after the last."""
    if view.state.ended is not None:
        return evening_end(view)
    by_hand = view.source == "none"
    return WaitScreen(
        heading=game_title(view.state.game),
        sub=view.state.seats,
        fan=fan(view.state.game),
        carried=carried(view),
        lead=m.NO_DEAL,
        long=e.NO_DEAL_ENTER if by_hand else m.NO_DEAL_LONG,
        next="deal",
        by_hand=by_hand,
        draw=may_draw(view.state),
    )


def evening_end(view: TableView) -> EndScreen:
    """Return what an evening that is over comes to."""
    kept, finished = book(view.state).called_short(), view.state.finished
    count = m.ONE_DEAL if len(finished) == 1 else m.DEALS.format(n=len(finished))
    return EndScreen(
        heading=m.EVENING_OVER,
        sub=(kept.title, count),
        fan=fan(view.state.game),
        carried=carried(view),
        lead=m.EVENING_OVER,
        long=m.EVENING_OVER_LONG,
        next="evening",
        by_hand=view.source == "none",
        dues=kept.dues,
        listed=kept,
        facts=tuple(remarkable(kept)),
        last=finished[-1].id if finished else "",
    )


def fan(game_name: str) -> tuple[Face, ...]:
    """Return the cards shown while nothing lies on the table, in the suits of the game."""
    family = game(game_name).family
    return tuple(face(family_card(card, family)) for card in _FAN)
