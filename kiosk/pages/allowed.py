"""What looks like a mistake with a called card and was none: Davonlaufen and Umspielen.

Said after the deal alone, when every card lies: during play it would tell who holds the card.
"""

from __future__ import annotations

from engine.games import game
from engine.report import Status, TrickView
from engine.text import Text
from kiosk import call_words as c
from kiosk.pages.facts import DealFacts

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
