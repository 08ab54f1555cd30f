"""A finished deal: who won, with what, who pays whom (PAGES 2.5), and what is lacking to settle it.

That is asked by one tap each, before the next deal, and kept in sight during it. What
looks like a mistake with a called card and was none (Davonlaufen, Umspielen) is said after the
deal alone: during play it would tell who holds the card.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from time import monotonic

from engine.deal.ends import ENTERED
from engine.deal.report import DealResult, Status, TrickView, Verdict
from engine.dealfile.places import DEALT
from engine.evening.deal import DealState
from engine.evening.report import game_won_text
from engine.evening.state import person_keys
from engine.games import game
from engine.text import Text
from kiosk.screens import alert as alert_screen
from kiosk.screens import check, evening_list, facts
from kiosk.screens import counting as counts
from kiosk.screens.cards import face, verdict_headline, verdict_words
from kiosk.screens.deal_end import ended
from kiosk.screens.evening_list import substitutes
from kiosk.screens.facts import DealFacts, carried, contract_line, doublings
from kiosk.screens.moments import moments
from kiosk.screens.values import (
    Account,
    AskHolder,
    AskLaufende,
    Cost,
    Line,
    PaymentLine,
    ResultScreen,
    Run,
    Stock,
)
from kiosk.table.evening_orders import may_draw
from kiosk.table.orders import uncalled
from kiosk.table.view import TableView
from kiosk.words import calls as c
from kiosk.words import moments as w
from kiosk.words import pages as m
from kiosk.words import score_pad as e
from kiosk.words.replay import NO_CARDS

KEPT_BACK = ("called_card_withheld", "called_card_underled")
"""Kinds of verdicts that say it was a mistake."""


def allowed(deal: DealFacts) -> tuple[Text, ...]:
    """Return a line for each called card that its holder rightly kept back."""
    if deal.running or not deal.report.complete:
        return ()
    setting = game(deal.record.game).setting(deal.record)
    told: list[Text] = []
    for called in (setting.called, setting.schoene):
        laid = next((at for at, play in enumerate(deal.record.plays) if play.card == called), None)
        if called is None or laid is None:
            continue
        holder = deal.record.plays[laid].seat
        if holder == _caller(deal) or _accused(deal, holder):
            continue
        suit = setting.klass[called]
        kept = [
            trick
            for trick in deal.report.tricks
            if trick.start + len(trick.plays) <= laid
            and trick.plays[0][1] is not None
            and setting.klass.get(trick.plays[0][1]) == suit
        ]
        if kept:
            told.append(_said(kept[0], holder).format(name=deal.names[holder]))
    return tuple(dict.fromkeys(told))


def _said(trick: TrickView, holder: int) -> Text:
    return c.RAN_AWAY if trick.plays[0][0] == holder else c.PLAYED_AROUND


def _caller(deal: DealFacts) -> int | None:
    contract = deal.record.contract
    return None if contract is None else contract.seat


def _accused(deal: DealFacts, seat: int) -> bool:
    """Tell whether a verdict says that this seat did it wrongly; then it was not allowed."""
    return any(
        verdict.kind in KEPT_BACK
        and verdict.status is not Status.DISMISSED
        and seat in (verdict.seat, *verdict.suspects)
        for verdict in deal.report.verdicts
    )


def missing_asks(deal: DealFacts) -> AskLaufende | AskHolder | None:
    """Return the question how many Laufende there were, or who had the called card.

    None where neither is what alone is missing.
    """
    missing = deal.deal.missing
    if missing.holder_of is not None:
        question = m.WHO_HAD.format(card=face(missing.holder_of).name)
        seats = tuple((seat, deal.names[seat]) for seat in missing.holders)
        return AskHolder(deal.record.id, question, seats)
    counts = deal.deal.missing.laufende
    if not counts:
        return None
    sides = (
        (m.NO_LAUFENDE, [count for count in counts if count == 0], m.NO_LAUFENDE),
        (m.WITH, [count for count in counts if count > 0], m.LAUFENDE_WITH),
        (m.WITHOUT, [count for count in counts if count < 0], m.LAUFENDE_WITHOUT),
    )
    runs = tuple(
        Run(title, tuple((count, words.format(n=abs(count))) for count in listed))
        for title, listed, words in sides
        if listed
    )
    return AskLaufende(deal.record.id, runs)


def still_open(deal: DealFacts) -> Text | None:
    """Return what a deal without a result lacks; None where it is settled."""
    if deal.report.result is not None:
        return None
    missing = deal.deal.missing
    if deal.record.contract is None:
        return m.NOT_SETTLED
    if deal.record.end is None or missing.unseen:
        return m.NOT_COUNTED
    if missing.laufende or missing.holder_of is not None:
        return m.SETTLED_THEN
    if any(not each.told for each in game(deal.record.game).hidden(deal.record)):
        return c.BURY_DECIDES
    return m.NOT_DECIDED


@dataclass(frozen=True, slots=True)
class UnsettledScreen:
    """Which deal lacks what."""

    deal: str
    asked: str
    """When it was asked, seconds of the monotonic clock."""
    heading: Text
    lacks: Text


def screen(deal: DealState) -> UnsettledScreen:
    """Return the question about a deal that has no result."""
    shown = DealFacts(deal, running=False)
    asked, lacks = missing_asks(shown), still_open(shown)
    if asked is not None:
        lacks = asked.question if isinstance(asked, AskHolder) else m.HOW_MANY_LAUFENDE
    assert lacks is not None
    heading = c.NO_RESULT_YET.format(n=deal.number)
    return UnsettledScreen(deal.id, f"{monotonic():.3f}", heading, lacks)


def bounced(asked: str, window: float) -> bool:
    """Tell whether an answer came within `window` seconds of the question: a finger's bounce."""
    try:
        since = monotonic() - float(asked)
    except ValueError:
        return True
    return 0 <= since < window


MOST_WINNERS = 2
"""Names in a headline; where more win against one, the one is named."""


def result(view: TableView, deal: DealFacts) -> ResultScreen:
    """Return how `deal` ended."""
    names = deal.names
    settled = deal.report.result
    payout = settled.payout if settled is not None else ()
    wins, why = _headline(names, deal), _why_over(deal)
    paid = payments(names, payout)
    cost = None if why is None else _cost(paid)
    return ResultScreen(
        number=deal.number,
        headline=wins if why is None else why,
        outcome=None if why is None or cost is not None else wins,
        cost=cost,
        moments=moments(view.state, deal.deal),
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
        payments=paid,
        notes=_notes(names, deal),
        open=still_open(deal),
        call=deal.record.contract is None and uncalled(view.state) is deal.deal,
        asked=missing_asks(deal),
        game_won=game_won_text(won) if (won := deal.deal.game_won) is not None else None,
        draw=may_draw(view.state),
        certificate=deal.deal.id if evening_list.is_sie(deal.deal) else "",
        by_hand=view.source == "none" and not deal.record.plays,
        face_down=check.may_tell(view.state, deal.deal),
        finding=next(iter(alert_screen.marks(view)), None),
        question=next((f"/check/{seq}" for seq in deal.deal.left_open), ""),
        entry="/enter" if deal.report.result is not None else f"/enter?deal={deal.deal.id}",
    )


def join(names: tuple[str, ...]) -> Text:
    """Return "Resi, Toni und Vroni"."""
    if len(names) < 2:
        only = names[0] if names else ""
        return Text(de=only, en=only)
    return m.AND.format(first=", ".join(names[:-1]), last=names[-1])


def payments(names: tuple[str, ...], payout: tuple[Fraction, ...]) -> tuple[PaymentLine, ...]:
    """Return who pays whom, in as few payments as going round the table takes.

    What a pot adds or keeps is nobody's payment and is left out.
    """
    owing = {seat: -amount for seat, amount in enumerate(payout) if amount < 0}
    due = {seat: amount for seat, amount in enumerate(payout) if amount > 0}
    listed: list[PaymentLine] = []
    for payer, owed in owing.items():
        debt = owed
        for payee, claim in list(due.items()):
            paid = min(debt, claim)
            if paid:
                listed.append(PaymentLine(names[payer], names[payee], paid))
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


def _why_over(deal: DealFacts) -> Text | None:
    """Return what somebody did that ended or decided the deal; None where it was played out."""
    verdict, settled, end = facts.stopped_by(deal), deal.report.result, deal.record.end or {}
    if settled is None:
        return None
    if verdict is not None and verdict.seat is not None:
        name, words = deal.names[verdict.seat], verdict_words(deal.record.game, verdict.kind)
        did = m.ALERT_HEAD if words.did is None else words.did
        return did.format(name=name, what=words.headline)
    seat, gave_in = end.get("seat"), _GAVE_IN.get(str(end.get("kind")))
    if end.get("kind") == "tout_lost" and deal.record.contract is not None:
        seat = deal.record.contract.seat
    return gave_in.format(name=deal.names[seat]) if gave_in and isinstance(seat, int) else None


_GAVE_IN = {"conceded": w.GAVE_UP, "tout_lost": w.TOUT_LOST}
"""By the word of the deal file: ends by which somebody lost."""


def _cost(paid: tuple[PaymentLine, ...]) -> Cost | None:
    """Return what one person pays all the others; None where it is not one, or not the same."""
    each = {payment.amount for payment in paid}
    if len(each) != 1 or len({payment.payer for payment in paid}) != 1:
        return None
    return Cost(len(paid), each.pop())


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
    end = deal.record.end
    settled = deal.report.result
    told = settled is not None and (not settled.winners or _why_over(deal) is not None)
    if end is not None and not told and lost is None:
        by_hand = end.get("kind") == ENTERED and not deal.record.plays
        notes.append(NO_CARDS if by_hand else _capital(ended(end)))
    if settled is not None and _unseen(deal) and lost is None and end is None:
        notes.append(m.INCOMPLETE)
    for helper, owner in substitutes(deal.deal):
        notes.append(e.HELPS.format(helper=helper, name=owner))
    notes += beside(deal.deal)
    notes += check.said(deal)
    notes += allowed(deal)
    notes += [_told(names, deal, verdict) for verdict in facts.told_only(deal)]
    return tuple(notes)


def _unseen(deal: DealFacts) -> bool:
    """Tell whether a card of a trick is not known; what was buried counts without being seen."""
    laid = {play.card for play in deal.record.plays if play.card is not None}
    return len(laid) < deal.report.trick_count * (deal.record.players - len(deal.record.out))


def beside(deal: DealState) -> tuple[Text, ...]:
    """Return what was said of a deal beside its play: how it was dealt, the remark on it."""
    dealt = () if deal.dealt is None else (c.DEALT_SO.format(how=DEALT[deal.dealt]),)
    return dealt if deal.note is None else (*dealt, c.QUOTED.format(text=deal.note))


def _told(names: tuple[str, ...], deal: DealFacts, verdict: Verdict) -> Text:
    words = verdict_headline(deal.record.game, verdict.kind)
    if verdict.seat is None:
        return _capital(words)
    return m.ALERT_HEAD.format(name=names[verdict.seat], what=words)
