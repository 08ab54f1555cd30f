"""What an onlooker could tell of the table: its state, and what has just happened.

Pure, and made of the same facts as the screens of phones: while a deal runs nothing is here that an
attentive onlooker could not know, and no verdict that the page does not show. People are numbers
unless the table sends names.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.deal.report import Verdict
from engine.evening.start_numbers import NOBODY, start_numbers
from engine.evening.state import TableState, person_keys
from engine.games import game
from engine.text import NO_WORDS
from kiosk.exchange.messages import EventMessage, Phase, StateMessage
from kiosk.integrations.outbox import solo
from kiosk.screens import facts
from kiosk.screens.facts import DealFacts
from kiosk.table.view import TableView


def table_state(view: TableView, *, names: bool) -> StateMessage:
    """Return the table as it stands."""
    state = view.state
    # A deal that was left lying when the evening was ended is nobody's turn any more.
    running = facts.running_deal(view) if state.ended is None else None
    deal = running or facts.last_deal(view)
    contract = None if deal is None else deal.record.contract
    place = state.tournament
    return StateMessage(
        phase=_phase(state, running, deal),
        deal=0 if deal is None else deal.number,
        contract=NO_WORDS
        if deal is None or contract is None
        else game(deal.record.game).contract_text(contract),
        seats=seat_names(state, names=names),
        turn=None if running is None else running.report.turn,
        leader=leader(state),
        scores=state.totals,
        camera=view.source != "none" and not view.camera.off,
        round=0 if place is None else place.round,
        tournament="" if place is None else place.id,
    )


def _phase(state: TableState, running: DealFacts | None, deal: DealFacts | None) -> Phase:
    if state.ended is not None:
        return "over"
    if running is not None:
        return "deal"
    return "idle" if deal is None else "result"


def seat_names(state: TableState, *, names: bool) -> tuple[str, ...]:
    """Return what each seat is called: its name, else the start number or the seat from 1."""
    if names:
        return state.seats
    known = start_numbers(state)
    given = (known.get(key, NOBODY) for key in person_keys(state.seats))
    return tuple(str(number) for number in given)


def leader(state: TableState) -> int | None:
    """Return the seat that leads the evening; None where nobody does by himself."""
    most = max(state.totals, default=None)
    leading = [seat for seat, total in enumerate(state.totals) if total == most]
    return leading[0] if len(leading) == 1 and state.finished else None


def happened(before: TableView, view: TableView, at: str) -> Iterator[EventMessage]:
    """Yield what has happened between two views of the table."""
    known = {(deal.deal.id, verdict.id) for deal, verdict in _accusing(before)}
    for deal, verdict in _accusing(view):
        if (deal.deal.id, verdict.id) not in known:
            yield EventMessage(verdict.kind, deal.number, verdict.seat, at)
    there = {done.number for done in before.state.finished}
    if before.state.evening != view.state.evening:
        there = set()
    for done in view.state.finished:
        if done.number in there:
            continue
        seat = solo(done)
        if seat is not None and done.gains[seat] > 0:
            yield EventMessage("solo_won", done.number, seat, at)
        yield EventMessage("deal_over", done.number, None, at)
    if view.state.ended is not None and before.state.running:
        yield EventMessage("evening_over", len(view.state.finished), None, at)


def _accusing(view: TableView) -> Iterator[tuple[DealFacts, Verdict]]:
    """Yield the verdicts that the page shows, each with its deal."""
    for verdict in facts.pending(view):
        deal = facts.judged_deal(view, verdict)
        if deal is not None:
            yield deal, verdict
