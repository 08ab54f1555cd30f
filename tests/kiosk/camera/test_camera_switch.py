"""The camera's switch: off at boot, on and off by people, off after a while without play."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.cards import card
from engine.evening.state import TableState
from engine.text import Text
from kiosk.camera.camera_switch import NO_CAMERA, CameraSwitch, FilmSwitch, Power
from kiosk.table.commands import EndEvening, LayCard, StartDeal, StartEvening
from kiosk.table.view import TableView
from kiosk.words import camera_setup as w
from tests.kiosk.fake_door import NAMES
from tests.kiosk.opened import client_of
from tests.kiosk.rig import PATIENCE_S, Rig, rigged
from vision.camera.live import SourceState
from vision.reading.nets import load_nets
from vision.sighting import TableActivity


class Source:
    """A camera that is there at once, or not at all."""

    def __init__(self) -> None:
        self.state = SourceState.OFF
        self.trouble: Text | None = None

    def switch_on(self) -> None:
        self.state = SourceState.OPEN

    def switch_off(self) -> None:
        self.state = SourceState.OFF


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Bench:
    def __init__(self, rest_s: float = 600.0) -> None:
        self.source, self.clock = Source(), Clock()
        self.told: list[Text | None] = []
        self.switch = CameraSwitch(self.source, self.told.append, rest_s, self.clock)

    def power(self) -> Power:
        return self.switch.state.power


def view(seq: int, **changes: object) -> TableView:
    state = replace(TableState(), last_seq=seq, **changes)  # type: ignore[arg-type]
    return TableView(version=seq, state=state, report=None)


def test_it_begins_off_and_says_how_it_stands() -> None:
    bench = Bench()
    assert bench.power() is Power.OFF
    bench.switch.on()
    assert bench.power() is Power.ON
    bench.source.state = SourceState.LOST
    bench.source.trouble = w.NO_TROUBLE_TOLD
    assert bench.power() is Power.TROUBLE
    assert bench.switch.state.note is w.NO_TROUBLE_TOLD
    bench.switch.off()
    bench.switch.off()
    assert bench.power() is Power.OFF
    assert bench.told == [None, w.OFF]


def test_ten_minutes_without_play_switch_it_off_and_say_so() -> None:
    bench = Bench()
    bench.switch.on()
    bench.clock.now = 599.0
    assert bench.switch.look() == 1.0
    bench.switch.follow(view(1))
    bench.clock.now = 1198.0
    assert bench.switch.look() == 1.0
    bench.switch.follow(view(1))
    bench.clock.now = 1199.0
    assert bench.switch.look() is None
    note = bench.switch.state.note
    assert note is not None
    assert note.de == "Die Kamera hat sich nach 10 Minuten ohne Spiel ausgeschaltet."
    assert bench.source.state is SourceState.OFF


def test_who_looks_at_its_pictures_keeps_it_on_and_zero_means_never() -> None:
    bench = Bench()
    bench.switch.on()
    bench.clock.now = 590.0
    bench.switch.used()
    bench.clock.now = 700.0
    assert bench.switch.look() == 490.0
    never = Bench(rest_s=0.0)
    never.switch.on()
    never.clock.now = 1e6
    assert never.switch.look() is None
    assert never.switch.state.power is Power.ON


def test_the_clock_is_looked_at_by_itself() -> None:
    off = threading.Event()
    source = Source()
    switch = CameraSwitch(source, lambda note: off.set() if note is not None else None, 0.05)
    switch.start()
    switch.on()
    assert off.wait(PATIENCE_S)
    switch.close()
    assert switch.state.power is Power.OFF


def test_the_end_of_an_evening_switches_it_off_once() -> None:
    bench = Bench()
    bench.switch.on()
    bench.switch.follow(view(1))
    over = view(2, ended=2)
    bench.switch.follow(over)
    assert bench.switch.state.note is w.OFF_EVENING
    bench.switch.on()
    bench.switch.follow(replace(over, version=3))
    assert bench.switch.state.power is Power.ON


def test_a_film_stands_still_until_it_is_switched_on_and_cannot_be_switched_off() -> None:
    begun: list[bool] = []
    film = FilmSwitch(lambda: begun.append(True))
    film.off()
    assert (film.state.power, film.state.wanted, begun) == (Power.OFF, False, [])
    film.on()
    film.on()
    film.off()
    assert (film.state.power, begun) == (Power.NONE, [True])


def test_a_table_without_a_camera_has_nothing_to_switch() -> None:
    NO_CAMERA.on()
    NO_CAMERA.off()
    assert NO_CAMERA.state.power is Power.NONE


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    path: Path = tmp_path_factory.mktemp("switch")
    with rigged(path, load_nets()) as rig:
        yield rig


def test_off_holds_no_camera_lights_no_lamp_and_loses_no_card(rig: Rig) -> None:
    camera = rig.workshop.camera
    assert rig.camera.opened == 0
    # The eyes' own thread says so, a moment after the table stands.
    wait(rig, lambda view: view.camera.off)
    rig.table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    rig.table.do(StartDeal(3))
    camera.on()
    wait(rig, lambda view: view.camera.activity is TableActivity.EMPTY)
    assert rig.lamp.lit
    for code in ("EA", "EK", "E9"):
        rig.table.do(LayCard(card(code)))
    camera.off()
    view = wait(rig, lambda view: view.camera.off)
    assert view.camera.activity is TableActivity.NO_PICTURE
    assert view.camera.note is w.OFF
    assert_let_go(rig)
    assert view.state.deal is not None
    assert [laid.card and laid.card.code for laid in view.state.deal.laid] == ["EA", "EK", "E9"]
    rig.table.do(LayCard(card("EZ")))
    camera.on()
    view = wait(rig, lambda view: view.camera.activity is TableActivity.EMPTY)
    assert rig.lamp.lit
    assert not view.camera.off
    assert view.state.deal is not None
    assert len(view.state.deal.laid) == 4


def test_the_evening_s_end_is_the_camera_s(rig: Rig) -> None:
    rig.workshop.camera.on()
    rig.table.do(EndEvening())
    view = wait(rig, lambda view: view.camera.off)
    assert view.camera.note is w.OFF_EVENING
    assert_let_go(rig)


def wait(rig: Rig, reached: object) -> TableView:
    assert callable(reached)
    view = rig.table.view()
    while not reached(view):
        news = rig.table.wait(view.version, PATIENCE_S)
        assert news is not None, view.camera.activity
        view = news
    return view


def assert_let_go(rig: Rig) -> None:
    """The camera's own thread lets go a moment after the tap."""
    gone = threading.Event()
    for _ in range(2000):
        if not rig.lamp.lit:
            return
        gone.wait(0.005)
    raise AssertionError("the lamp is still lit")


def test_a_page_that_asks_again_by_itself_keeps_no_camera_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with rigged(tmp_path, load_nets()) as rig:
        look_at_pages(rig, monkeypatch)


def look_at_pages(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[bool] = []
    monkeypatch.setattr(rig.workshop, "used", lambda: used.append(True))
    client, by_itself = client_of(rig.table, **rig.given()), {"HX-Request": "true"}
    rig.workshop.camera.on()
    wait(rig, lambda _: rig.workshop.camera.state.power is Power.ON)
    for path in ("/setup/camera", "/setup/camera/seats"):
        assert client.get(path).status_code == 200
        looks = len(used)
        assert looks
        for _ in range(3):
            assert client.get(f"{path}/live", headers=by_itself).status_code == 200
        assert client.get("/setup/camera/picture").status_code == 200
        assert len(used) == looks
    # Its buttons are others once the camera was switched elsewhere.
    rig.workshop.camera.off()
    moved = client.get("/setup/camera/live?shown=on", headers=by_itself)
    assert moved.headers["HX-Redirect"] == "/setup/camera"
