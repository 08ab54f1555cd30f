"""Undo before anything lies: who deals stays, and a tap with nothing to take back is no error."""

from __future__ import annotations

from engine.journal.journal import Journal
from kiosk.table.commands import StartDeal, StartEvening, Undo
from kiosk.table.writer import TableCore
from tests.kiosk.fake_door import NAMES, FakeDoor
from tests.kiosk.opened import client_of, post, text


def test_who_was_said_to_deal_deals_after_the_dealing_was_taken_back() -> None:
    core = TableCore(Journal.in_memory())
    core.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    core.do(StartDeal(2))
    core.do(Undo())
    assert core.state.deal is None
    core.do(StartDeal())
    assert core.state.deal is not None
    assert core.state.deal.head.dealer == 2


def test_with_nothing_to_take_back_the_place_is_dim_and_a_late_tap_changes_nothing() -> None:
    door = FakeDoor()
    client = client_of(door)
    for page in ("/scores", "/deals", "/more"):
        shown = text(client.get(page))
        assert '<span class="button off" aria-disabled="true">Rückgängig</span>' in shown, page
        assert 'action="/undo"' not in shown, page
    late = post(client, "/undo", back="/deals")
    assert (late.status_code, late.location) == (303, "/deals")
    assert door.commands == []
