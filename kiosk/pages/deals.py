"""The lines of the evening's list: its deals and the changes of the score, the newest first."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, redirect
from flask.typing import ResponseReturnValue

from engine.state import Adjustment, DealState, TableState
from engine.text import Text
from kiosk import call_words as c
from kiosk import entry_words as e
from kiosk.commands import TakeBackChange
from kiosk.exports import counts, marks
from kiosk.pages import result_screen, stage
from kiosk.pages.door import refuse, the_door
from kiosk.pages.facts import DealFacts
from kiosk.pages.score_screen import changed
from kiosk.pages.screens import Gain, Line, ResultScreen
from kiosk.pages.sure import Sure
from kiosk.view import TableView

bp = Blueprint("deals", __name__)


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of the list: a deal, or a change of the score."""

    mark: str
    """The deal's number, or a sign for a change."""
    what: Text
    notes: tuple[Line, ...]
    """How it ended and what was doubled, or what the change was."""
    gains: tuple[Gain, ...]
    deal: str = ""
    """Id of the deal; empty for a change."""
    number: int = 0
    change: int = 0
    """`seq` of the change; 0 for a deal."""
    marks: tuple[tuple[str, Text], ...] = ()
    """Signs beside the deal: name of the picture and word."""
    certificate: bool = False
    """Whether it was a Sie that has its certificate."""


@bp.get("/withdraw/<int:seq>")
def ask_withdraw(seq: int) -> ResponseReturnValue:
    """Ask whether a change of the score is to be taken back."""
    view = the_door().view()
    change = next((each for each in view.state.adjustments if each.seq == seq), None)
    if change is None:
        refuse(e.NO_SUCH_CHANGE, 404)
    sure = Sure(
        heading=e.WITHDRAW_ASK,
        what=e.CHANGED.format(reason=change.reason),
        gains=changed(change),
        then=e.WITHDRAW_THEN,
        action=f"/withdraw/{seq}",
        yes=e.WITHDRAW,
        back="/deals",
    )
    return stage.sub_page("sure.html", view, sure)


@bp.post("/withdraw/<int:seq>")
def withdraw(seq: int) -> ResponseReturnValue:
    """Take a change of the score back."""
    the_door().do(TakeBackChange(seq))
    return redirect("/deals", code=303)


def listed(view: TableView) -> tuple[Listed, ...]:
    """Return deals and changes in the order in which they came, the newest first."""
    counted = counts.counted(view.state)
    lines = [(deal.head.seq, _deal(view, counted, deal)) for deal in view.state.finished]
    lines += [(change.seq, _change(counted, change)) for change in view.state.adjustments]
    return tuple(line for _, line in sorted(lines, key=lambda line: line[0], reverse=True))


def _deal(view: TableView, counted: TableState, deal: DealState) -> Listed:
    shown = result_screen.result(view, DealFacts(deal, running=False))
    called = deal.record.contract is not None
    note = counts.note(counted, deal)
    ended = (*((shown.headline,) if called else ()), *((shown.game_won,) if shown.game_won else ()))
    lacks = (c.NO_RESULT,) if deal.result is None else ()
    return Listed(
        mark=str(deal.number),
        what=shown.contract if called else shown.headline,
        notes=(*lacks, *ended, *shown.tags, *shown.doublings, *(() if note is None else (note,))),
        gains=in_list(counted, deal, shown),
        deal=deal.record.id,
        number=deal.number,
        marks=tuple((mark.value, marks.WORDS[mark]) for mark in marks.of(deal)),
        certificate=marks.is_sie(deal),
    )


def in_list(counted: TableState, deal: DealState, shown: ResultScreen) -> tuple[Gain, ...]:
    """Return what a deal gave as a list of the evening counts it; else as the deal did."""
    gains: list[Gain] = []
    for account in shown.accounts:
        amount = counts.as_counted(counted, account.amount, deal.head.rules)
        gains.append(Gain(account.name, account.amount if amount is None else amount))
    return tuple(gains)


def _change(counted: TableState, change: Adjustment) -> Listed:
    gains: list[Gain] = []
    for gain in changed(change):
        amount = counts.as_counted(counted, gain.amount, change.rules)
        gains.append(gain if amount is None else Gain(gain.name, amount))
    reason = Text(de=change.reason, en=change.reason)
    return Listed("±", reason, (), tuple(gains), change=change.seq)
