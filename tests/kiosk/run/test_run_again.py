"""The plug is pulled in mid-deal; started again the program goes on at the same card."""

from __future__ import annotations

from pathlib import Path

from engine.evening.state import TableState
from engine.events import EveningStarted
from kiosk.director.deal_source import CalledDeals
from kiosk.table.resumption import SAMPLE_CALLS, SAMPLE_DECK, SAMPLE_VIDEO, opening
from tests.kiosk.appliance import cards_of, laid, sample_running, true_deals


def test_a_killed_program_goes_on_at_the_same_card(tmp_path: Path) -> None:
    true = true_deals(SAMPLE_VIDEO)[0]["plays"]
    with sample_running(tmp_path) as appliance:
        before = appliance.wait_until(lambda state: laid(state) >= 6)
        appliance.kill()
        before = appliance.state()
    known = cards_of(before.deal)
    assert known == true[: len(known)]
    with sample_running(tmp_path) as appliance:
        after = appliance.state()
        assert cards_of(after.deal) == known
        assert after.evening == before.evening
        again = appliance.wait_until(lambda state: laid(state) >= len(known) + 4)
    assert cards_of(again.deal) == true[: laid(again)]
    assert [deal.id for deal in again.finished] == []


def test_who_gave_no_name_is_called_by_the_number_of_the_seat() -> None:
    calls = CalledDeals(SAMPLE_CALLS)
    (started,) = opening(TableState(), calls, "sample", ("Resi",), SAMPLE_DECK, {})
    assert isinstance(started, EveningStarted)
    assert started.seats == ("Resi", "2", "3", "4")
