"""What is told of a running deal is what an attentive onlooker could know."""

from __future__ import annotations

import random
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from engine.deal.record import DealRecord, JsonObject
from engine.events import SeatsChanged, SubstituteSat
from engine.journal.journal import Journal
from kiosk.director.verdicts import DEFAULT_SAYING
from kiosk.exchange.messages import state_to_json
from kiosk.integrations.onlooker import happened, seat_names, table_state
from kiosk.table.commands import EndEvening
from tests.engine.spine import AT, EVENING, evening, finished_deal
from tests.kiosk.fair.crawl import table_of
from tests.kiosk.fair.twins import twins
from tests.kiosk.launch.test_faults import begin
from tests.kiosk.served import touch_table

GAMES = (("schafkopf", 4), ("mehrkopf", 4), ("bavarian", 4), ("sheepshead", 5), ("bierkopf", 4))


def told(record: DealRecord, rules: JsonObject) -> tuple[bytes, tuple[object, ...]]:
    with (
        TemporaryDirectory() as folder,
        table_of(Path(folder) / "j.sqlite", record, rules, "camera", DEFAULT_SAYING) as table,
    ):
        view = table.view()
        body = state_to_json(table_state(view, names=True))
        return body, tuple(happened(view, view, AT))


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_deals_that_look_alike_are_told_alike(game: str, players: int) -> None:
    chance = random.Random(f"onlooker {game}")
    unlike = 0
    for _ in range(12):
        pair = twins(game, players, chance)
        unlike += bool(pair.differ_in())
        assert told(pair.one, pair.rules) == told(pair.other, pair.rules)
    assert unlike > 6


def test_seats_are_numbers_unless_names_are_sent() -> None:
    state = evening(
        *finished_deal(), SeatsChanged(("Sepp", "Toni", "Vroni", "Resi")), SubstituteSat(0, "Lies")
    )
    assert seat_names(state, names=False) == ("4", "2", "3", "1")
    assert seat_names(state, names=True) == ("Sepp", "Toni", "Vroni", "Resi")
    assert EVENING.seats[0] == "Resi"


def test_a_deal_left_lying_when_the_evening_ends_is_nobodys_turn() -> None:
    with touch_table(Journal.in_memory()) as table:
        begin(table)
        assert table_state(table.view(), names=False).turn == 0
        table.do(EndEvening())
        said = table_state(table.view(), names=False)
        assert (said.phase, said.deal, said.turn) == ("over", 0, None)
