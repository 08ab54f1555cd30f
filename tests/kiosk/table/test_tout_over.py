"""A Tout that lost a trick is over: what is thrown in afterwards is recorded and judged nowhere."""

from __future__ import annotations

import pytest

from engine.cards import card
from engine.deal.record import Contract, Play
from engine.deal.report import Status
from engine.events import Announced, CardPlayed, DealClosed, DealStarted
from kiosk.director.verdicts import DEFAULT_SAYING
from kiosk.table.commands import CloseDeal, LayCard, StartDeal
from tests.engine.spine import evening, played, running
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.opened import client_of, screen, text
from tests.kiosk.table.test_orders import asked, refused

TOUT = Contract("wenz", 0, tout=True)
LOST = ["SA", "SU", "S8", "S7"]
"""Toni's Unter takes the first trick: without Laufende nobody can say from this."""
THROWN_IN = ["EA", "GA", "HA", "SZ", "EZ", "EK", "E9", "E8", "E7", "GZ", "GK", "G9"]
"""By the turn several seats would not have followed Eichel, and then show it."""


def lost(*more: str) -> FakeDoor:
    door = FakeDoor()
    door.seat_them()
    door.record(Announced(TOUT), *(CardPlayed(card(code)) for code in [*LOST, *more]))
    return door


def test_it_can_be_settled_though_the_laufende_are_not_known() -> None:
    door = lost()
    deal = door.view().state.deal
    assert deal is not None
    assert deal.report.result is None
    assert deal.decided == 4
    page = text(client_of(door).get("/"))
    assert "Tout verloren – bitte abrechnen." in page
    assert 'action="/settle"' in page


def test_cards_thrown_in_accuse_nobody_and_stay_on_record() -> None:
    """Without the Tout the same cards would prove a revoke."""
    door = lost(*THROWN_IN)
    state = door.view().state
    deal = state.deal
    assert deal is not None
    proven = [v for v in deal.report.verdicts if v.status is Status.PROVEN and v.kind == "revoke"]
    assert proven
    assert not any(DEFAULT_SAYING.claimable(verdict, deal) for verdict in proven)
    assert screen(text(client_of(door).get("/"))) == "table"
    assert len(deal.laid) == len(LOST) + len(THROWN_IN)
    door.record(DealClosed({"kind": "tout_lost"}))
    closed = door.view().state.last_deal
    assert closed is not None
    assert [play.card for play in closed.record.plays][4:] == [card(code) for code in THROWN_IN]
    assert not [v for v in door.view().outlook.shown if v.kind == "revoke"]


@pytest.mark.parametrize("more", [[], THROWN_IN[:3]])
def test_settled_it_is_a_lost_tout_and_the_next_cards_are_another_deal_s(more: list[str]) -> None:
    state = evening(DealStarted("d1", 3), Announced(TOUT), *played([*LOST, *more]))
    assert asked(CloseDeal(), state) == (DealClosed({"kind": "tout_lost"}),)
    assert asked(StartDeal(), state)[0] == DealClosed({"kind": "tout_lost"})
    assert "deal is over" in refused(LayCard(card("E7")), state)
    assert running(state).plays[0] == Play(0, card("SA"))
