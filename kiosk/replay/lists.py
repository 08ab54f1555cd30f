"""The lists: evenings that can be watched, and the deals of one.

Who wants to watch an evening does not want to read how it ended: without `marks` a deal is listed
by its number and dealer alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.state import DealState
from engine.text import Text
from kiosk.days import day_text, time_text
from kiosk.exports import counts
from kiosk.pages import result_screen
from kiosk.pages.catalogue import game_title
from kiosk.pages.deals import in_list
from kiosk.pages.facts import DealFacts
from kiosk.pages.screens import Gain, Line, ResultScreen
from kiosk.replay import addresses
from kiosk.replay import words as w
from kiosk.replay.library import Evening
from kiosk.replay.reel import cut_after
from kiosk.replay.tape import Tape
from kiosk.view import TableView
from vision.sighting import TableActivity


@dataclass(frozen=True, slots=True)
class EveningLine:
    """One evening of the list."""

    number: int
    when: Text
    what: Text
    names: str
    href: str


@dataclass(frozen=True, slots=True)
class DealLine:
    """One deal of the list."""

    number: int
    title: Text
    sub: tuple[Line, ...]
    gains: tuple[Gain, ...]
    href: str | None
    """None for the deal that is being played."""


@dataclass(frozen=True, slots=True)
class DealsScreen:
    """The deals of an evening."""

    evening: str
    heading: Text
    lines: tuple[DealLine, ...]
    marks: bool
    toggle: str
    file: str
    head: str


def evening_lines(evenings: tuple[Evening, ...]) -> tuple[EveningLine, ...]:
    """Return the list of evenings, the newest first."""
    return tuple(
        EveningLine(
            evening.number,
            day_text(evening.began),
            game_title(evening.game),
            ", ".join(evening.seats),
            addresses.deals(evening.key),
        )
        for evening in reversed(evenings)
    )


def deals_screen(tape: Tape, evening: str, *, marks: bool) -> DealsScreen:
    """Return the deals of an evening, in their order."""
    here = addresses.deals(evening)
    day, game = day_text(tape.began), game_title(tape.final.game)
    return DealsScreen(
        evening=evening,
        heading=Text(de=f"{game.de} · {day.de}", en=f"{game.en} · {day.en}") if day.de else game,
        lines=tuple(_line(tape, deal, evening, marks=marks) for deal in tape.deals),
        marks=marks,
        toggle=here if marks else f"{here}?marks=1",
        file=addresses.file(evening),
        head=tape.head,
    )


def _line(tape: Tape, deal: DealState, evening: str, *, marks: bool) -> DealLine:
    href = addresses.deal_replay(deal.number, evening) + ("?marks=1" if marks else "")
    dealer = w.DEALER.format(name=deal.names[deal.head.dealer])
    title = w.DEAL.format(n=deal.number)
    if tape.is_running(deal):
        return DealLine(deal.number, title, (dealer, w.RUNNING), (), None)
    at = tape.envelope(deal.head.seq).at
    sub: tuple[Line, ...] = (dealer, *((time_text(at),) if time_text(at) else ()))
    if not marks:
        return DealLine(deal.number, title, sub, (), href)
    shown = result_of(tape, deal)
    called = deal.record.contract is not None
    contract = shown.contract if called else shown.headline
    note = counts.note(counts.counted(tape.final), deal)
    counted_so = () if note is None else (note,)
    return DealLine(
        deal.number,
        Text(de=f"{title.de} · {contract.de}", en=f"{title.en} · {contract.en}"),
        (*((shown.headline,) if called else ()), *shown.notes, *counted_so, *sub),
        in_list(counts.counted(tape.final), deal, shown),
        href,
    )


def result_of(tape: Tape, deal: DealState) -> ResultScreen:
    """Return how a deal ended, as the result page said it."""
    state = cut_after(tape.final, deal.id)
    view = TableView(
        version=tape.last_seq, state=state, report=deal.report, activity=TableActivity.STABLE
    )
    return result_screen.result(view, DealFacts(deal, running=False))
