"""A finished deal: who won, with what, and who pays whom (KIOSK screen 5)."""

from __future__ import annotations

from fractions import Fraction

from engine.carry_words import told_game_won
from engine.report import DealResult, Verdict
from engine.state import person_keys
from engine.text import Text
from kiosk import entry_words as e
from kiosk import messages as m
from kiosk.evening_orders import may_draw
from kiosk.exports import counts, marks
from kiosk.exports.told import substitutes
from kiosk.orders import uncalled
from kiosk.pages import alert_screen, facts, hidden_screen, missing_screen
from kiosk.pages.allowed import allowed
from kiosk.pages.cards import face
from kiosk.pages.catalogue import verdict_headline
from kiosk.pages.facts import DealFacts
from kiosk.pages.screens import Account, Line, Payment, ResultScreen, Stock
from kiosk.pages.stop_screen import ended
from kiosk.pages.table_screen import carried, contract_line, doublings
from kiosk.view import TableView

MOST_WINNERS = 2
"""Names in a headline; where more win against one, the one is named."""


def result(view: TableView, deal: DealFacts) -> ResultScreen:
    """Return how `deal` ended."""
    names = deal.names
    settled = deal.report.result
    payout = settled.payout if settled is not None else ()
    return ResultScreen(
        number=deal.number,
        headline=_headline(names, deal),
        contract=contract_line(deal),
        points=_points(settled),
        tags=_tags(settled),
        laufende=_laufende(settled),
        laufende_cards=tuple(face(c) for c in settled.laufende_cards) if settled else (),
        doublings=doublings(deal),
        price=settled.price if settled is not None and settled.winners else None,
        stock=_stock(settled),
        carried=carried(view),
        accounts=_accounts(view, deal),
        payments=payments(names, payout),
        notes=_notes(names, deal),
        open=missing_screen.still_open(deal),
        call=deal.record.contract is None and uncalled(view.state) is deal.deal,
        asked=missing_screen.asked(deal),
        game_won=told_game_won(won) if (won := deal.deal.game_won) is not None else None,
        draw=may_draw(view.state),
        certificate=deal.deal.id if marks.is_sie(deal.deal) else "",
        by_hand=view.source == "none" and not deal.record.plays,
        face_down=hidden_screen.may_tell(view.state, deal.deal),
        finding=alert_screen.mark_of(view, deal),
        entry="/enter" if deal.report.result is not None else f"/enter?deal={deal.deal.id}",
    )


def join(names: tuple[str, ...]) -> Text:
    """Return "Resi, Toni und Vroni"."""
    if len(names) < 2:
        only = names[0] if names else ""
        return Text(de=only, en=only)
    return m.AND.format(first=", ".join(names[:-1]), last=names[-1])


def payments(names: tuple[str, ...], payout: tuple[Fraction, ...]) -> tuple[Payment, ...]:
    """Return who pays whom, in as few payments as going round the table takes.

    What a pot adds or keeps is nobody's payment and is left out.
    """
    owing = {seat: -amount for seat, amount in enumerate(payout) if amount < 0}
    due = {seat: amount for seat, amount in enumerate(payout) if amount > 0}
    listed: list[Payment] = []
    for payer, owed in owing.items():
        debt = owed
        for payee, claim in list(due.items()):
            paid = min(debt, claim)
            if paid:
                listed.append(Payment(names[payer], names[payee], paid))
                due[payee] = claim - paid
                debt -= paid
    return tuple(listed)


def _headline(names: tuple[str, ...], deal: DealFacts) -> Text:
    settled = deal.report.result
    if settled is None:
        return m.DEAL_OVER
    winners = tuple(names[seat] for seat in settled.winners)
    if not winners:
        return _capital(ended(deal.record.end)) if deal.record.end else m.NOBODY_WINS
    losers = tuple(names[seat] for seat, amount in enumerate(settled.payout) if amount < 0)
    if len(losers) == 1 < len(winners) and (not settled.declarers or len(winners) > MOST_WINNERS):
        return m.LOSE_ONE.format(names=losers[0])
    return (m.WIN_ONE if len(winners) == 1 else m.WIN_MANY).format(names=join(winners))


def _points(settled: DealResult | None) -> Text | None:
    if settled is None or settled.points is None:
        return None
    return m.POINTS_AGAINST.format(ours=settled.points[0], theirs=settled.points[1])


def _tags(settled: DealResult | None) -> tuple[Text, ...]:
    if settled is None:
        return ()
    listed = ((settled.schneider, m.SCHNEIDER), (settled.schwarz, m.SCHWARZ))
    return tuple(word for holds, word in listed if holds)


def _stock(settled: DealResult | None) -> Stock | None:
    """Return what went into the Stock or came out of it."""
    if settled is None or not settled.stock_change:
        return None
    words = m.STOCK_PAID_IN if settled.stock_change > 0 else m.STOCK_PAID_OUT
    return Stock(words, abs(settled.stock_change))


def _laufende(settled: DealResult | None) -> Text | None:
    if settled is None or not settled.laufende:
        return None
    words = m.LAUFENDE_WITH if settled.laufende > 0 else m.LAUFENDE_WITHOUT
    return words.format(n=abs(settled.laufende))


def _accounts(view: TableView, deal: DealFacts) -> tuple[Account, ...]:
    totals = counts.totals(counts.counted(view.state, deal.deal.head.rules))
    people = person_keys(deal.deal.names)
    settled = deal.report.result
    if settled is None:
        return ()
    alone = settled.points is None and any(settled.tricks)
    gained = settled.payout if settled.game_points is None else deal.deal.gains
    return tuple(
        Account(
            name,
            amount,
            won=amount > 0,
            total=totals.get(people[seat], amount),
            points=settled.points_by_seat[seat] if alone and seat not in deal.record.out else None,
        )
        for seat, (name, amount) in enumerate(zip(deal.names, gained, strict=True))
    )


def _capital(text: Text) -> Text:
    return Text(de=text.de[:1].upper() + text.de[1:], en=text.en[:1].upper() + text.en[1:])


def _notes(names: tuple[str, ...], deal: DealFacts) -> tuple[Line, ...]:
    lost = facts.ruled_against(deal)
    notes: list[Line] = []
    if lost is not None:
        notes.append(m.RULED_BY_TABLE.format(name=lost))
    end = deal.record.end
    settled = deal.report.result
    told = settled is not None and not settled.winners
    if end is not None and not told and lost is None:
        notes.append(_capital(ended(end)))
    if settled is not None and not deal.report.complete and lost is None and end is None:
        notes.append(m.INCOMPLETE)
    for helper, owner in substitutes(deal.deal):
        notes.append(e.HELPS.format(helper=helper, name=owner))
    notes += hidden_screen.said(deal)
    notes += allowed(deal)
    notes += [_told(names, deal, verdict) for verdict in facts.told_only(deal)]
    return tuple(notes)


def _told(names: tuple[str, ...], deal: DealFacts, verdict: Verdict) -> Text:
    words = verdict_headline(deal.record.game, verdict.kind)
    if verdict.seat is None:
        return _capital(words)
    return m.ALERT_HEAD.format(name=names[verdict.seat], what=words)
