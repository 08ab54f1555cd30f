"""The page of the strip: plain words for every state, brightness, tests, both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.text import Text
from firmware_bridge.choose import Driver
from firmware_bridge.link import words as lw
from firmware_bridge.link.messages import ChipCounters
from firmware_bridge.link.status import Counters, Greeting, LineState, StripStatus
from kiosk.box.light import LightChoice, TableLight
from kiosk.box.sections import StripSettings
from kiosk.web.setup.strip import StripScreen, strip_screen
from kiosk.words import box as w
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.opened import client_of, post, text

NAMES = ("Resi", "Toni", "Vroni", "Sepp")
CHOICE = LightChoice(0.4, "auto")
ANSWERED = StripStatus(
    "mehrkopf",
    LineState.CONNECTED,
    "/dev/serial/by-id/usb-1a86",
    Greeting("1.0", 60, 2000, lw.CAUSES["line"]),
    remote=ChipCounters(*range(13)),
    counters=Counters(greeted=1, pictures=7, frames_out=100, retransmitted=1, picture_ms=8.4),
)


def shown(status: StripStatus | None, settings: StripSettings | None = None) -> StripScreen:
    wanted = settings or StripSettings()
    return strip_screen(wanted, status, CHOICE, NAMES, testing=None, by_night=False)


def test_connected() -> None:
    screen = shown(ANSWERED)
    assert (screen.lead, screen.long, screen.notes) == (w.STATES[LineState.CONNECTED], None, ())
    facts = dict(screen.facts)
    assert facts[w.FOUND] == "/dev/serial/by-id/usb-1a86"
    assert facts[w.FIRMWARE] == "1.0"
    assert facts[w.CAUSE] == lw.CAUSES["line"]
    line = dict(screen.line)
    assert line[w.PICTURES] == "7"
    assert line[w.RESENT] == w.RESENT_OF.format(again=1, all=100)


@pytest.mark.parametrize("state", [LineState.LOST, LineState.GREETING, LineState.CLOSED])
def test_where_nobody_answers_nothing_was_found(state: LineState) -> None:
    facts = dict(shown(StripStatus("mehrkopf+wled", state, "/dev/ttyUSB7")).facts)
    assert facts == {Text(de="Gesucht an", en="Searched at"): "/dev/ttyUSB7"}


def test_a_strip_switched_off_from_elsewhere_is_told_with_the_way_out() -> None:
    wanted = StripSettings()
    screen = strip_screen(wanted, ANSWERED, CHOICE, NAMES, testing=None, by_night=False, lit=False)
    assert screen.notes == (w.SWITCHED_OFF,)


def test_no_strip_is_no_trouble() -> None:
    screen = shown(StripStatus("mehrkopf+wled", LineState.SEARCHING))
    assert screen.long == w.SEARCHING_LONG
    assert (screen.notes, screen.facts, screen.line) == ((), (), ())


@pytest.mark.parametrize("testing", [None, "red", "first", "seat-2"])
def test_what_no_light_shows_is_not_said_to_be_shown(testing: str | None) -> None:
    def told(status: StripStatus | None, driver: Driver = Driver.AUTO) -> Text:
        wanted = StripSettings(driver=driver)
        screen = strip_screen(wanted, status, CHOICE, NAMES, testing=testing, by_night=False)
        assert screen.testing == (testing is not None)
        return screen.tell

    for state in set(LineState) - {LineState.CONNECTED}:
        unreached = told(replace(ANSWERED, state=state))
        assert unreached.de.startswith("Ohne Verbindung kommt keine Prüfung beim Lichtband an")
        assert unreached.en.startswith("Without a connection no test reaches the strip")
    off = told(None, Driver.OFF)
    assert off.de.startswith("Es ist kein Lichtband eingerichtet")
    assert off.en.startswith("No light strip is set up")
    frame = told(None, Driver.SIMULATED)
    assert ("nur der Rahmen" in frame.de, "Only the frame" in frame.en) == (True, True)
    assert told(ANSWERED) not in {unreached, off, frame}


@pytest.mark.parametrize("driver", [Driver.OFF, Driver.SIMULATED])
def test_none_wanted(driver: Driver) -> None:
    screen = shown(None, StripSettings(driver=driver))
    assert screen.lead == (w.OFF if driver is Driver.OFF else w.ONLY_PAGE)
    how_to = screen.long
    assert how_to is not None
    if driver is Driver.OFF:
        assert ("nächsten Einschalten" in how_to.de, "on again" in how_to.en) == (True, True)


def test_trouble_comes_with_the_way_out_and_is_remembered() -> None:
    trouble = lw.DENIED.format(port="/dev/ttyUSB0")
    lost = replace(ANSWERED, state=LineState.LOST, trouble=trouble, last_trouble=trouble)
    assert shown(lost).notes == (trouble,)
    again = shown(replace(lost, state=LineState.CONNECTED, trouble=None))
    assert again.notes == ()
    assert dict(again.facts)[w.LAST_TROUBLE] == trouble


@pytest.mark.parametrize(
    ("status", "note"),
    [
        (replace(ANSWERED, bad_line=True), w.BAD_LINE),
        (replace(ANSWERED, mismatched=True), w.MISMATCHED),
    ],
)
def test_what_a_person_should_look_after(status: StripStatus, note: Text) -> None:
    assert shown(status).notes == (note,)


def test_a_trouble_that_is_over_stands_among_the_figures_alone() -> None:
    counters = Counters(greeted=1, frames_out=100, retransmitted=60, mismatched=9)
    screen = shown(replace(ANSWERED, counters=counters))
    assert screen.notes == ()
    assert dict(screen.line)[w.RESENT] == w.RESENT_OF.format(again=60, all=100)


def test_what_is_wrong_with_a_button_on_a_pin_is_seen_with_and_without_a_strip() -> None:
    trouble = Text(de="GPIO 17 lässt sich nicht benutzen", en="GPIO 17 cannot be used")
    client = client_of(FakeDoor(), buttons_trouble=lambda: trouble)
    assert trouble.de in text(client.get("/strip"))
    assert trouble.de in text(client.get("/strip/live"))
    for status in (None, ANSWERED):
        screen = strip_screen(
            StripSettings(), status, CHOICE, NAMES, testing=None, by_night=False, buttons=trouble
        )
        assert screen.notes == (trouble,)


def test_what_a_controller_does_not_allow_is_told() -> None:
    """With `auto` it is known only once somebody has answered, or has refused."""
    wishes = StripSettings(lights=200, milliamps=9000)
    searching = StripStatus("mehrkopf+wled", LineState.SEARCHING)
    lights, current = shown(searching, wishes).notes
    assert ("200" in lights.de, "144" in lights.de) == (True, True)
    assert ("9000" in current.de, "2000" in current.de) == (True, True)
    wled = replace(searching, state=LineState.CONNECTED, driver="wled")
    limited = shown(replace(wled, greeting=Greeting("0.14.4", 200, 850)), wishes)
    [less] = limited.notes
    assert "850" in less.de
    assert dict(limited.facts)[w.CURRENT] == w.MILLIAMPS.format(count=850)
    unlimited = shown(replace(wled, greeting=Greeting("0.14.4", 200)), wishes)
    assert unlimited.notes == ()
    assert dict(unlimited.facts)[w.CURRENT] == w.MILLIAMPS.format(count=9000)


def test_a_test_that_is_seen_follows_the_brightness() -> None:
    light = TableLight(StripSettings(lights=60, night="off"))
    client = client_of(FakeDoor(), light=light)
    post(client, "/strip/test", what="red")
    before = light.picture
    post(client, "/strip/look", brightness="0.1")
    assert light.testing == "red"
    assert max(map(max, light.picture)) < max(map(max, before))
    light.close()


def test_the_test_of_a_seat_that_is_gone_hinders_no_brightness() -> None:
    """The fifth went home within the minute in which his side was shown."""
    light = TableLight(StripSettings(lights=60, night="off"))
    door = FakeDoor()
    door.seat_them()
    light.test("seat-4", light.picture)
    answer = post(client_of(door, light=light), "/strip/look", brightness="0.1")
    assert answer.location == "/strip"
    assert light.choice.brightness == 0.1
    light.close()


def test_another_number_of_lights() -> None:
    status = replace(ANSWERED, driver="wled", greeting=Greeting("0.14.4", 30))
    assert shown(status).notes == (w.OTHER_COUNT.format(theirs=30, ours=60),)


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_page(language: str) -> None:
    light = TableLight(StripSettings(lights=60, night="off"))
    door = FakeDoor()
    door.seat_them()
    client = client_of(door, language, light=light)  # type: ignore[arg-type]
    page = text(client.get("/strip"))
    assert w.ONLY_PAGE.in_language("de" if language == "de" else "en") in page
    assert all(name in page for name in door.view().state.seats)
    assert post(client, "/strip/look", brightness="0.7").location == "/strip"
    assert post(client, "/strip/look", night="on").location == "/strip"
    assert light.choice == LightChoice(0.7, "on")
    assert post(client, "/strip/test", what="seat-2").location == "/strip"
    assert light.testing == "seat-2"
    lit = [at for at, colour in enumerate(light.picture) if any(colour)]
    assert lit == list(range(30, 45))
    assert 'value="seat-2" aria-pressed="true"' in text(client.get("/strip"))
    assert 'id="tell"' in text(client.get("/strip/live"))
    assert post(client, "/strip/test", what="end").location == "/strip"
    assert light.testing is None
    light.close()


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("/strip/look", {"brightness": "0.55"}),
        ("/strip/look", {"night": "soon"}),
        ("/strip/look", {}),
        ("/strip/test", {"what": "seat-9"}),
        ("/strip/test", {}),
    ],
)
def test_what_is_not_offered_is_refused_in_plain_words(path: str, field: dict[str, str]) -> None:
    client = client_of(FakeDoor())
    answer = post(client, path, **field)
    assert answer.status_code == 400
    assert "bitte eine" in text(answer)


def test_it_is_reached_from_the_menus() -> None:
    client = client_of(FakeDoor())
    assert 'href="/strip"' in text(client.get("/more"))
    assert 'href="/strip"' in text(client.get("/setup"))
