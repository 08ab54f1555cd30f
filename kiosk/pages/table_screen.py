"""The table: the running trick and what an attentive onlooker knows anyway (DESIGN point 8)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.carry_words import told
from engine.claims import claiming
from engine.report import TrickView
from engine.text import Text
from kiosk import call_words as c
from kiosk import messages as m
from kiosk.pages import facts
from kiosk.pages.cards import card_name, face, suit_face
from kiosk.pages.catalogue import called_too, calls, contract_text, doubling_words, may_look_back
from kiosk.pages.doubling import in_turn
from kiosk.pages.facts import DealFacts
from kiosk.pages.layout_screen import shape
from kiosk.pages.screens import Ask, Carried, Claim, Heading, Line, TableScreen
from kiosk.pages.stop_screen import LAID_OPEN, how_it_ended
from kiosk.view import TableView


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
        turn=_turn(deal),
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
        blind=facts.camera(view).bad or view.camera_off,
    )


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


def carried(view: TableView) -> Carried:
    """Return what the coming or running deal finds on the table."""
    carry = view.state.carry
    rounds = ((carry.bock, m.BOCK_LEFT), (carry.ramsch, m.RAMSCH_LEFT))
    said = [words.format(n=left) for left, words in rounds if left]
    said += told(replace(carry, stock=0, bock=0, ramsch=0))
    return Carried(carry.stock, tuple(said))


def heading(view: TableView, deal: DealFacts) -> Heading:
    """Return what is played, by whom, and what was doubled."""
    contract = deal.record.contract
    sub: list[Line] = [*doublings(deal)]
    also = called_too(deal.record, contract)
    if also is not None:
        sub.append(c.ALSO_CALLED.format(card=card_name(also)))
    sub.append(m.DEAL_NUMBER.format(n=deal.number))
    sub.append(m.DEALER.format(name=deal.names[deal.record.dealer]))
    if contract is None:
        return Heading(m.NOT_ANNOUNCED, None, tuple(sub), announced=False, carried=carried(view))
    title = contract_line(deal)
    suit = suit_face(contract.suit) if contract.suit is not None else None
    return Heading(title, suit, tuple(sub), announced=True, carried=carried(view))


def contract_line(deal: DealFacts) -> Text:
    """Return "Resi spielt Rufspiel", or the game alone where nobody plays it.

    Where nothing was announced before the end, how it ended: thrown in, entered by hand.
    """
    contract, end = deal.record.contract, deal.record.end
    if contract is None:
        return m.NOT_ANNOUNCED if end is None else how_it_ended(end)
    words = contract_text(deal.record.game, contract)
    if contract.seat is None:
        return words
    return m.PLAYS.format(name=deal.names[contract.seat], contract=words)


def doublings(deal: DealFacts) -> tuple[Text, ...]:
    """Return what was doubled, each word once with its count and with who said it."""
    words = doubling_words(deal.record.game)
    counted = Counter(doubling.say for doubling in deal.record.doubles)
    return tuple(_doubled(words[say], say, n, deal) for say, n in counted.items())


def _doubled(word: Text, say: str, count: int, deal: DealFacts) -> Text:
    text = m.TIMES.format(word=word, n=count) if count > 1 else word
    who = [each.seat for each in deal.record.doubles if each.say == say and each.seat is not None]
    names = ", ".join(deal.names[seat] for seat in who)
    return c.SAID_BY.format(word=text, names=names) if names else text


def ask(view: TableView) -> Ask | None:
    """Return the first open question about a card."""
    for question in view.questions:
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
        )
    return None


def _turn(deal: DealFacts) -> Text | None:
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
