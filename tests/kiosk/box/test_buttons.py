"""A pin goes low: the event stands in the journal and the page says what happened."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

import pytest
from flask.testing import FlaskClient
from gpiozero.pins.mock import MockFactory

from engine.cards import GERMAN_32, card
from engine.deal.record import Contract
from engine.events import CardPlayed, DealStarted, Event, Undone
from engine.journal.journal import Journal
from firmware_bridge.buttons import Button
from firmware_bridge.pins import panel
from firmware_bridge.pins import panel as status
from firmware_bridge.pins.gpio import Pins
from kiosk.box import buttons as desk_module
from kiosk.box.buttons import Buttons, ButtonWire, open_buttons
from kiosk.box.sounds import Comfort, SoundChoice
from kiosk.director.deal_source import RoundDeals
from kiosk.director.director import Director
from kiosk.table.commands import Announce, CloseDeal, LayCard, StartDeal, StartEvening, TakeBreak
from kiosk.table.view import CameraStatus, TableView
from kiosk.table.writer import Table
from kiosk.web.stage import shown_by
from kiosk.words import box as w
from tests.firmware_bridge.pins.boards import mock_board, no_pi
from tests.kiosk.fake_door import NAMES, RUFSPIEL
from tests.kiosk.served import app_of
from vision.sighting import TableActivity

DEADLINE = 30
PINS = Pins(camera=13)
EVENING_HOUR = datetime(2026, 11, 20, 20)
NIGHT_HOUR = datetime(2026, 11, 20, 23)


@dataclass
class Rig:
    board: MockFactory
    table: Table
    wire: ButtonWire
    buttons: Buttons
    comfort: Comfort
    page: FlaskClient
    blinded: list[bool]
    """One more for each time the camera was let go of."""

    def press(self, button: Button) -> None:
        pin = self.board.pin(PINS.of(button))
        pin.drive_low()
        if button is Button.UNDO:
            self.until(lambda view: view.pressed is not None)
        pin.drive_high()

    def until(self, true: Callable[[TableView], bool]) -> TableView:
        ends = time.monotonic() + DEADLINE
        view = self.table.view()
        while not true(view):
            assert time.monotonic() < ends, view
            view = self.table.wait(view.version, DEADLINE) or self.table.view()
        return view

    def said(self, words: str) -> TableView:
        return self.until(lambda view: view.pressed is not None and words in view.pressed.de)

    def events(self) -> list[Event]:
        return self.table.call(lambda core: [e.event for e in core._journal.events()])


@pytest.fixture
def rig(monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    monkeypatch.setattr(desk_module, "STOOD_S", 0.0)
    monkeypatch.setattr(panel, "HOLD_S", 0.1)
    monkeypatch.setattr(status, "BLINK_S", 0.1)
    with mock_board() as board:
        yield from assembled(board)


def assembled(board: MockFactory, now: datetime = EVENING_HOUR) -> Iterator[Rig]:
    director = Director(GERMAN_32, RoundDeals())
    wire, comfort = ButtonWire(), Comfort(now=lambda: now)
    with Table(Journal.in_memory(), director=director, source="camera") as table:
        table.call(lambda core: core.sees(CameraStatus(TableActivity.STABLE)))
        app = app_of(table, comfort=comfort)
        blinded: list[bool] = []
        buttons = open_buttons(
            PINS, wire, table, comfort, shown_by(app), lambda: blinded.append(True)
        )
        yield Rig(board, table, wire, buttons, comfort, app.test_client(), blinded)
        buttons.close()


def begin(table: Table, deal: str = "") -> None:
    table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    table.do(StartDeal(3))
    table.do(Announce(Contract("rufspiel", 0, card("GA").suit)))
    for laid in deal.split():
        table.do(LayCard(card(laid[1:])))


def test_undo_held_takes_back_the_last_card_and_the_page_says_so(rig: Rig) -> None:
    begin(rig.table, "0EO 1EU")
    rig.press(Button.UNDO)
    rig.said("zurückgenommen")
    assert isinstance(rig.events()[-1], Undone)
    deal = rig.table.view().state.deal
    assert deal is not None
    assert [play.card for play in deal.plays] == [card("EO")]
    page = rig.page.get("/").get_data(as_text=True)
    said = "Taste Rückgängig: Eichel-Unter von Toni ist zurückgenommen."
    # Said once, in the line that also has the way back.
    assert page.count(said) == 1
    assert said in page.partition('id="undone"')[2].partition("Doch nicht")[0]
    assert 'id="pressed"' not in page
    assert "Taste Rückgängig" in rig.page.get("/scores").get_data(as_text=True)


def test_undo_pressed_shortly_takes_nothing_back(rig: Rig) -> None:
    begin(rig.table, "0EO")
    pin = rig.board.pin(PINS.undo)
    pin.drive_low()
    pin.drive_high()
    rig.press(Button.CONFIRM)
    rig.said("nichts zu bestätigen")
    assert isinstance(rig.events()[-1], CardPlayed)


def test_the_next_deal_begins_where_a_result_stands_and_only_there(rig: Rig) -> None:
    begin(rig.table, RUFSPIEL)
    rig.press(Button.NEXT_DEAL)
    rig.said("erst, wenn ein Ergebnis dasteht")
    rig.table.do(CloseDeal())
    time_passes(rig)
    rig.press(Button.NEXT_DEAL)
    rig.said("nächste Spiel beginnt.")
    assert [type(event) for event in rig.events()].count(DealStarted) == 2


def time_passes(rig: Rig) -> None:
    """Forget what was pressed before, as after a while."""
    desk = rig.wire.listener.__self__  # type: ignore[union-attr]
    desk._presses._last.clear()


def test_a_result_is_looked_at_before_a_button_leaves_it(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk_module, "STOOD_S", 3600.0)
    begin(rig.table, RUFSPIEL)
    rig.table.do(CloseDeal())
    rig.press(Button.NEXT_DEAL)
    rig.said("noch einmal drücken")
    assert rig.table.view().state.deal is None
    monkeypatch.setattr(desk_module, "STOOD_S", 0.0)
    time_passes(rig)
    rig.press(Button.NEXT_DEAL)
    assert rig.said("nächste Spiel beginnt.").state.deal is not None


def test_confirm_ends_a_break(rig: Rig) -> None:
    begin(rig.table, "0EO")
    rig.table.do(TakeBreak())
    assert rig.table.view().state.paused is not None
    rig.press(Button.CONFIRM)
    assert rig.said("Es geht weiter").state.paused is None


def test_what_the_table_refuses_is_said_in_its_words(rig: Rig) -> None:
    rig.table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    rig.press(Button.UNDO)
    view = rig.until(lambda view: view.pressed is not None)
    assert view.pressed is not None
    assert view.pressed.de.startswith("Taste Rückgängig: ")
    assert "zurückgenommen." not in view.pressed.de
    assert len(rig.events()) == 1


def test_an_elbow_on_two_buttons_does_nothing(rig: Rig) -> None:
    begin(rig.table, RUFSPIEL)
    rig.table.do(CloseDeal())
    for button in (Button.NEXT_DEAL, Button.MUTE):
        rig.board.pin(PINS.of(button)).drive_low()
    rig.said("Mehrere Tasten zugleich")
    assert rig.table.view().state.deal is None
    assert not rig.comfort.muted
    for button in (Button.NEXT_DEAL, Button.MUTE):
        rig.board.pin(PINS.of(button)).drive_high()
    time_passes(rig)
    rig.press(Button.NEXT_DEAL)
    assert rig.said("nächste Spiel beginnt.").state.deal is not None


def test_mute_silences_and_wakes(rig: Rig) -> None:
    rig.press(Button.MUTE)
    rig.said("schweigen jetzt")
    assert rig.comfort.muted
    assert 'id="muted"' in rig.page.get("/comfort").get_data(as_text=True)
    time_passes(rig)
    rig.press(Button.MUTE)
    rig.said("wieder an")
    assert not rig.comfort.muted


def test_the_camera_s_button_lets_go_of_it_and_never_takes_it_up(rig: Rig) -> None:
    begin(rig.table, "0EO")
    rig.press(Button.CAMERA)
    rig.said("Taste Kamera aus: Die Kamera ist aus; einschalten geht am Bildschirm.")
    assert rig.blinded == [True]
    assert isinstance(rig.events()[-1], CardPlayed)


def test_the_controller_is_heard_like_a_pin(rig: Rig) -> None:
    begin(rig.table, "0EO 1EU")
    rig.wire(Button.UNDO)
    rig.said("zurückgenommen")
    assert isinstance(rig.events()[-1], Undone)


def test_what_was_said_goes_away_by_itself(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk_module, "TOLD_S", 0.1)
    rig.wire(Button.MUTE)
    rig.said("schweigen")
    rig.until(lambda view: view.pressed is None)


def test_a_mistake_in_a_button_costs_the_press_and_no_more(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    with monkeypatch.context() as patched:
        patched.setattr(desk_module, "meaning", broken)
        rig.wire(Button.CONFIRM)
        rig.said("Das ging nicht")
    assert "the button confirm failed" in caplog.text
    rig.wire(Button.MUTE)
    rig.said("schweigen")


def lay_a_card_twice(rig: Rig) -> None:
    begin(rig.table, "0EO 1EU 2EO")
    assert rig.table.view().outlook.questions


def test_a_question_drives_the_buzzer_s_pin(rig: Rig) -> None:
    pin = rig.board.pin(PINS.buzzer)
    lay_a_card_twice(rig)
    ends = time.monotonic() + DEADLINE
    while not any(state.state > 0 for state in pin.states):
        assert time.monotonic() < ends
        threading.Event().wait(0.005)


@pytest.mark.parametrize(
    ("hour", "muted", "played"),
    [(EVENING_HOUR, False, [panel.QUESTION]), (EVENING_HOUR, True, []), (NIGHT_HOUR, False, [])],
)
def test_a_question_is_buzzed_but_neither_at_a_muted_table_nor_at_night(
    monkeypatch: pytest.MonkeyPatch, hour: datetime, muted: bool, played: list[panel.Sound]
) -> None:
    sounds: list[panel.Sound] = []
    monkeypatch.setattr(panel.Sounder, "play", lambda _, sound: sounds.append(sound))
    with mock_board() as board:
        for rig in assembled(board, hour):
            assert rig.comfort.choice == SoundChoice()
            if muted:
                rig.comfort.mute()
            lay_a_card_twice(rig)
            rig.table.call(lambda core: None)
            assert sounds == played


def test_the_status_light_blinks_while_the_camera_sees_nothing(rig: Rig) -> None:
    pin = rig.board.pin(PINS.status)
    assert pin.state == 1

    def see(activity: TableActivity) -> None:
        rig.table.call(lambda core: core.sees(CameraStatus(activity)))

    see(TableActivity.NO_PICTURE)
    ends = time.monotonic() + DEADLINE
    while pin.state:
        assert time.monotonic() < ends
        threading.Event().wait(0.005)
    see(TableActivity.STABLE)
    assert pin.state == 1


def test_without_pins_the_evening_goes_on_and_it_is_said_loudly(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    no_pi(monkeypatch)
    for rig in assembled(MockFactory()):
        assert rig.buttons.trouble is not None
        assert "kein Raspberry Pi" in rig.buttons.trouble.de
        assert rig.wire.trouble == rig.buttons.trouble, "for the page /strip"
        rig.said("kein Raspberry Pi")
        begin(rig.table, "0EO")
        rig.wire(Button.CONFIRM)
        rig.said(w.NOTHING_HERE.de)
    assert "this is not a Raspberry Pi" in caplog.text


def test_a_press_that_fails_costs_the_others_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = threading.Event()

    def mute(comfort: Comfort) -> bool:
        failed.set()
        raise RuntimeError("a mistake in the sounds")

    monkeypatch.setattr(Comfort, "mute", mute)
    with mock_board() as board:
        for rig in assembled(board):
            begin(rig.table, "0EO")
            rig.wire(Button.MUTE)
            assert failed.wait(DEADLINE)
            rig.wire(Button.CONFIRM)
            rig.said(w.NOTHING_HERE.de)
