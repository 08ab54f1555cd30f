"""What is new at the table and may be heard: read off the screens, so that it tells nothing more.

Pure: the picture before and the picture now in, what is to be heard out. Nothing is said of what
happened before the program began.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.text import Text
from kiosk.comfort.tones import Tone
from kiosk.comfort.words import CARD_ASKED
from kiosk.pages import alert_screen, facts, result_screen, table_screen
from kiosk.view import TableView


@dataclass(frozen=True, slots=True)
class News:
    """One thing to hear: a tone, a sentence, or both."""

    sentence: Text
    tone: Tone | None = None


def news(before: TableView, now: TableView) -> tuple[News, ...]:
    """Return what became known between two pictures of the table, the most urgent first."""
    found = (_alert(before, now), _question(before, now), _result(before, now), _call(before, now))
    return tuple(each for each in found if each is not None)


def _alert(before: TableView, now: TableView) -> News | None:
    told = {verdict.id for verdict in facts.pending(before)}
    alert = alert_screen.alert(now)
    if alert is None or (alert.verdict in told and _deal(before) == _deal(now)):
        return None
    return News(alert_screen.in_one_line(alert), Tone.ALERT)


def _question(before: TableView, now: TableView) -> News | None:
    asked = {(question.deal, question.seq) for question in before.questions}
    fresh = [each for each in now.questions if (each.deal, each.seq) not in asked]
    return News(CARD_ASKED, Tone.QUESTION) if fresh else None


def _result(before: TableView, now: TableView) -> News | None:
    if len(now.state.finished) != len(before.state.finished) + 1:
        return None
    last = facts.last_deal(now)
    if last is None:
        return None
    return News(result_screen.result(now, last).headline, Tone.RESULT)


def _call(before: TableView, now: TableView) -> News | None:
    deal = facts.running_deal(now)
    if deal is None or deal.record.contract is None:
        return None
    old = facts.running_deal(before)
    known = None if old is None or old.record.id != deal.record.id else old.record.contract
    if known == deal.record.contract:
        return None
    return News(table_screen.contract_line(deal))


def _deal(view: TableView) -> str | None:
    deal = facts.running_deal(view) or facts.last_deal(view)
    return None if deal is None else deal.record.id
