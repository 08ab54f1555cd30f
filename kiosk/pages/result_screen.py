"""A finished deal: who won, with what, and who pays whom (KIOSK screen 5)."""

from __future__ import annotations

from fractions import Fraction

from engine.report import DealResult
from engine.text import Text
from kiosk import messages as m
from kiosk.pages import facts
from kiosk.pages.cards import face
from kiosk.pages.facts import DealFacts
from kiosk.pages.screens import Account, Line, Payment, ResultScreen
from kiosk.pages.table_screen import contract_line, doublings
from kiosk.view import TableView


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
        price=settled.price if settled is not None else None,
        accounts=_accounts(view, names, payout),
        payments=payments(names, payout),
        notes=_notes(names, deal),
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
        return m.NOBODY_WINS
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


def _laufende(settled: DealResult | None) -> Text | None:
    if settled is None or not settled.laufende:
        return None
    words = m.LAUFENDE_WITH if settled.laufende > 0 else m.LAUFENDE_WITHOUT
    return words.format(n=abs(settled.laufende))


def _accounts(
    view: TableView, names: tuple[str, ...], payout: tuple[Fraction, ...]
) -> tuple[Account, ...]:
    totals = dict(zip(view.state.seats, view.state.totals, strict=True))
    return tuple(
        Account(name, amount, won=amount > 0, total=totals.get(name, amount))
        for name, amount in zip(names, payout, strict=False)
    )


def _notes(names: tuple[str, ...], deal: DealFacts) -> tuple[Line, ...]:
    lost = facts.ruled_against(deal)
    notes: list[Line] = []
    if lost is not None:
        notes.append(m.RULED_BY_TABLE.format(name=lost))
    if deal.report.result is None:
        notes.append(m.NOT_SETTLED if deal.record.contract is None else m.NOT_COUNTED)
    elif not deal.report.complete and lost is None:
        notes.append(m.INCOMPLETE)
    return tuple(notes)
