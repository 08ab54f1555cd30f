"""The table in a home: introduced as documented, and switched no further than a tap could."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from engine.cards import card
from engine.journal.journal import Journal
from engine.text import Text
from kiosk.box.light import LightChoice, TableLight, kept_light
from kiosk.box.sections import StripSettings
from kiosk.camera.camera_switch import CameraSwitch
from kiosk.exchange.messages import EventMessage, StateMessage, event_to_json, state_to_json
from kiosk.exchange.topics import Topics
from kiosk.home.data_folder import Home
from kiosk.integrations.broker import Broker
from kiosk.integrations.connection import Connection
from kiosk.integrations.home_assistant import (
    EVENTS,
    HomeAssistant,
    discovery_topic,
    introduced,
    introduction,
    remember,
    take_leave,
)
from kiosk.integrations.publisher import Publisher
from kiosk.integrations.rounds import JournalRounds
from kiosk.table.commands import CloseDeal, EndEvening, LayCard, StartEvening
from kiosk.table.writer import Table, local_now
from kiosk.words.box import SWITCHED_OFF
from tests.engine.spine import NAMES, RUFSPIEL
from tests.kiosk.camera.test_camera_switch import Source
from tests.kiosk.integrations.house import SCHEMA, House, entities, expanded, rendered
from tests.kiosk.launch.test_damaged_files import launched
from tests.kiosk.launch.test_faults import attempt, begin
from tests.kiosk.opened import post
from tests.kiosk.served import touch_table
from tests.mosquitto import PATIENCE_S, RIGHTS, Mosquitto, free_port
from tests.shared_data import ROOT

TOPICS = Topics("7")
BEGIN = StartEvening("schafkopf", {}, NAMES, "isar")
STATE = StateMessage(
    *("deal", 4, Text(de="Gras-Solo", en="Leaves solo"), ("1", "2", "3", "4"), 2, 0),
    (Fraction(20), Fraction(-20), Fraction(0), Fraction(0)),
    camera=True,
)
BETWEEN = StateMessage(
    "idle", 0, Text(de="", en=""), ("1", "2", "3", "4"), None, None, (), camera=False
)


def message(*, camera: bool = True, strip: bool = True) -> dict[str, object]:
    return expanded(introduction(TOPICS, "de", camera=camera, strip=strip))


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("camera", [True, False])
@pytest.mark.parametrize("strip", [True, False])
def test_the_message_is_as_documented(language: str, camera: bool, strip: bool) -> None:
    said = introduction(TOPICS, "de" if language == "de" else "en", camera=camera, strip=strip)
    Draft202012Validator.check_schema(SCHEMA)
    assert list(Draft202012Validator(SCHEMA).iter_errors(expanded(said))) == []
    assert len(json.dumps(said)) < 8192
    parts = entities(expanded(said))
    assert ("camera" in parts, "strip" in parts) == (camera, strip)
    # What is not there any more is named by its platform, so that it is taken away.
    assert expanded(said)["components"].keys() >= {"camera", "strip"}
    ids = [part["unique_id"] for part in parts.values()]
    assert len(set(ids)) == len(ids)
    assert all(each.startswith("mehrkopf-7-") for each in ids)
    # An event that is lost on the way is not told again.
    assert {part["qos"] for part in parts.values()} == {1}


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda said: said.pop("origin"),
        lambda said: said["device"].pop("identifiers"),
        lambda said: said["components"]["deal"].pop("unique_id"),
        lambda said: said["components"]["deal"].update(platform="thing"),
        lambda said: said["components"]["camera"].update(comand_topic="x"),
        lambda said: said["components"]["event"].update(event_types=[]),
        lambda said: said.update(state_topic="mehrkopf/+/state"),
    ],
)
def test_the_schema_refuses_what_is_not_documented(spoilt: object) -> None:
    said = message()
    assert callable(spoilt)
    spoilt(said)
    assert list(Draft202012Validator(SCHEMA).iter_errors(said))


def test_each_entity_finds_its_value_in_what_the_table_says() -> None:
    parts = entities(message())

    def shows(key: str, state: StateMessage) -> str:
        assert parts[key]["state_topic"] == TOPICS.state
        return rendered(parts[key]["value_template"], state_to_json(state).decode())

    assert [shows(key, STATE) for key in ("deal", "contract", "turn", "leader")] == [
        *("4", "Gras-Solo", "3", "1")
    ]
    # "None" is what Home Assistant takes for: not known.
    assert [shows(key, BETWEEN) for key in ("deal", "contract", "turn", "leader")] == [
        *("0", "None", "None", "None")
    ]
    english = entities(expanded(introduction(TOPICS, "en", camera=True, strip=True)))
    payload = state_to_json(STATE).decode()
    assert rendered(english["contract"]["value_template"], payload) == "Leaves solo"
    for kind in EVENTS:
        for seat, said in ((2, 3), (None, None)):
            event = event_to_json(EventMessage(kind, 4, seat, "2026-11-28T20:00:00+01:00"))
            told = json.loads(rendered(parts["event"]["value_template"], event.decode()))
            assert told == {"event_type": kind, "deal": 4, "seat": said}
    assert set(EVENTS) == set(parts["event"]["event_types"])
    away = parts["deal"]["availability_template"]
    assert [rendered(away, said) for said in ("online", "stopped", "offline")] == [
        *("online", "offline", "offline")
    ]


class AtHome:
    """A table with a camera and a strip at a broker of the home."""

    def __init__(self, broker: Mosquitto, folder: Path, *, on: bool = True) -> None:
        self.home = Home(folder)
        self.home.prepare()
        self.table: Table = touch_table(Journal.open(self.home.journal))
        self.light = TableLight(
            StripSettings(lights=60, night="off"),
            kept=kept_light(LightChoice(0.4, "off"), self.home.strip_toml),
            listener=lambda picture: self.table.post(lambda core: core.refresh()),
        )
        self.camera = CameraSwitch(
            Source(), lambda off: self.table.post(lambda core: core.refresh())
        )
        self.reachable = True
        self.connection = Connection(Broker("127.0.0.1", "7", broker.port))
        marker = self.home.introduced
        take_leave(self.connection, marker, discovery_topic("7") if on else None)
        if on:
            house = HomeAssistant(
                *(self.connection, "de", marker, self.camera, self.light),
                reachable=lambda: self.reachable,
            )
            self.table.listen(house.heard)
        rounds = JournalRounds(self.home.journal, "7")
        publisher = Publisher(self.connection, rounds, self.table.view(), local_now)
        self.table.listen(publisher.heard)
        self.table.listen(self.camera.follow)
        self.connection.start()

    def close(self) -> None:
        self.connection.close()
        self.light.close()
        self.table.close()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path / "broker") as broker:
        yield broker


@contextmanager
def at_home(broker: Mosquitto, folder: Path, *, on: bool = True) -> Iterator[AtHome]:
    table = AtHome(broker, folder, on=on)
    try:
        yield table
    finally:
        table.close()


@contextmanager
def house_at(broker: Mosquitto) -> Iterator[House]:
    house = House(broker, "7")
    try:
        yield house
    finally:
        house.close()


def is_there(house: House) -> None:
    house.line.wait(lambda: house.available("deal") and house.shows("camera") is not None)


def test_whatever_is_started_again_the_table_is_there_again(
    broker: Mosquitto, tmp_path: Path
) -> None:
    folder = tmp_path / "home"
    with house_at(broker) as house, at_home(broker, folder):
        is_there(house)
        assert list(Draft202012Validator(SCHEMA).iter_errors(house.device)) == []
        # A broker that lost all it held.
        broker.kill()
        house.line.heard.clear()
        broker.start()
        is_there(house)
        # Home Assistant alone: what it does not find retained it is told when it has started.
        with house_at(broker) as again:
            is_there(again)
            before = len(again.line.heard)
            again.starts()
            again.line.hears(again.config, after=before)
            again.line.hears(TOPICS.available, b"online", after=before)
            again.line.hears(TOPICS.home, after=before)
    with house_at(broker) as house:
        # The table was stopped: known, and away.
        house.line.wait(
            lambda: house.device is not None and house.newest(TOPICS.available) is not None
        )
        assert not house.available("deal")
        with at_home(broker, folder):
            house.line.wait(lambda: house.available("deal"))


def test_an_evening_is_followed_without_a_name(broker: Mosquitto, tmp_path: Path) -> None:
    with at_home(broker, tmp_path / "home") as table, house_at(broker) as house:
        is_there(house)
        house.waits("deal", "0")
        assert [house.shows(key) for key in ("contract", "turn", "leader")] == [None] * 3
        begin(table.table)
        house.waits("contract", "Rufspiel auf die Gras-Sau")
        house.waits("turn", "1")
        assert (house.shows("deal"), house.shows("leader")) == ("1", None)
        for code in RUFSPIEL[:6]:
            table.table.do(LayCard(card(code)))
        house.line.wait(lambda: house.shows("turn") not in (None, "1"))
        for code in RUFSPIEL[6:]:
            table.table.do(LayCard(card(code)))
        table.table.do(CloseDeal())
        part = entities(house.device or {})["event"]
        heard = house.line.hears(part["state_topic"])
        told = json.loads(rendered(part["value_template"], heard.payload.decode()))
        assert told == {"event_type": "deal_over", "deal": 1, "seat": None}
        assert not heard.retained
        table.table.do(EndEvening())
        house.line.wait(
            lambda: any(
                b"evening_over" in e.payload for e in house.line.heard if e.topic == TOPICS.event
            )
        )
        said = b" ".join(each.payload for each in house.line.heard).decode()
        assert not set(NAMES) & set(re.findall(r"\w+", said))


def test_the_camera_goes_off_at_any_time_and_on_only_where_the_table_has_said_yes_and_not_no(
    broker: Mosquitto, tmp_path: Path
) -> None:
    with at_home(broker, tmp_path / "home") as table, house_at(broker) as house:
        is_there(house)

        def refused() -> None:
            before = len(house.line.heard)
            house.asks("camera", "ON")
            house.line.hears(TOPICS.home, after=before)
            assert house.shows("camera") == "OFF"
            assert not table.camera.state.wanted

        refused()
        table.table.do(BEGIN)
        refused()
        table.camera.on()  # a tap at the table
        house.waits("camera", "ON")
        house.asks("camera", "OFF")
        house.waits("camera", "OFF")
        assert not table.camera.state.wanted
        house.asks("camera", "ON")
        house.waits("camera", "ON")
        assert table.camera.state.wanted
        table.camera.off()  # somebody at the table does not want it
        house.waits("camera", "OFF")
        refused()
        table.camera.on()
        house.waits("camera", "ON")
        house.asks("camera", "OFF")
        house.waits("camera", "OFF")
        table.reachable = False
        refused()
        table.reachable = True
        house.asks("camera", "perhaps")
        table.table.do(EndEvening())
        refused()
        # The yes of one evening is none for the next.
        table.table.do(BEGIN)
        refused()


def test_a_command_that_the_broker_kept_switches_nothing_when_the_table_comes(
    broker: Mosquitto, tmp_path: Path
) -> None:
    with house_at(broker) as house:
        house.line.says(TOPICS.command("strip"), b"OFF", retain=True)
        with at_home(broker, tmp_path / "home") as table:
            is_there(house)
            # A broker says what it keeps before anything new.
            house.asks("strip", "70", "brightness_command_topic")
            house.line.wait(lambda: house.brightness() == "70")
            assert all(b'"strip": "OFF"' not in each.payload for each in house.line.heard)
            assert table.light.lit


def test_the_strip_is_switched_and_dimmed_and_the_table_can_light_it_again(
    broker: Mosquitto, tmp_path: Path
) -> None:
    with at_home(broker, tmp_path / "home") as table, house_at(broker) as house:
        is_there(house)
        house.waits("strip", "ON")
        assert house.brightness() == "40"
        house.asks("strip", "70", "brightness_command_topic")
        house.line.wait(lambda: house.brightness() == "70")
        assert table.light.choice == LightChoice(0.7, "off")
        house.asks("strip", "OFF")
        house.waits("strip", "OFF")
        for wrong in ("0", "101", "-1", "70.5", "bright"):
            before = len(house.line.heard)
            house.asks("strip", wrong, "brightness_command_topic")
            house.line.hears(TOPICS.home, after=before)
            assert (house.brightness(), house.shows("strip")) == ("70", "OFF")
        table.light.choose(LightChoice(0.2, "off"))  # a tap at the table
        house.waits("strip", "ON")
        house.line.wait(lambda: house.brightness() == "20")


def test_switched_off_or_renamed_the_device_is_taken_away(
    broker: Mosquitto, tmp_path: Path
) -> None:
    folder = tmp_path / "home"
    with house_at(broker) as house:
        with at_home(broker, folder) as table:
            is_there(house)
            assert introduced(table.home.introduced) == house.config
        with at_home(broker, folder, on=False) as table:
            house.line.hears(house.config, b"")
            assert house.device is None
            house.line.hears(TOPICS.available, b"online")
        assert introduced(Home(folder).introduced) is None
        # A table that had another name.
        remember(Home(folder).introduced, discovery_topic("old"))
        with at_home(broker, folder):
            house.line.hears(discovery_topic("old"), b"")
            is_there(house)
        assert introduced(Home(folder).introduced) == discovery_topic("7")


@pytest.mark.parametrize("held", [b"", b"mehrkopf/8/result", b"\xff\xfe", b"homeassistant/#"])
def test_a_damaged_memory_has_nothing_taken_away(tmp_path: Path, held: bytes) -> None:
    marker = tmp_path / "home-assistant"
    marker.write_bytes(held)
    assert introduced(marker) is None
    marker.unlink()
    marker.mkdir()
    assert introduced(marker) is None
    # What cannot be kept is logged; the table goes on.
    remember(marker, discovery_topic("7"))


def test_the_running_program_is_a_device_where_table_toml_says_so(
    broker: Mosquitto, tmp_path: Path
) -> None:
    home = Home(tmp_path / "home")
    home.prepare()
    said = f'[mqtt]\nhost = "127.0.0.1"\nport = {broker.port}\ntable = "7"\n'
    home.table_toml.write_text(said + "home_assistant = true\n")
    with house_at(broker) as house:
        with attempt(launched(home)) as client:
            house.line.wait(lambda: house.available("strip"))
            house.waits("strip", "ON")
            # There is no camera that could be switched.
            assert "camera" not in entities(house.device or {})
            assert "data-mishap" not in client.get("/").text
            house.asks("strip", "OFF")
            house.waits("strip", "OFF")
            page = client.get("/strip").text
            assert SWITCHED_OFF.de in page
            house.asks("strip", "55", "brightness_command_topic")
            house.waits("strip", "ON")
            assert SWITCHED_OFF.de not in client.get("/strip").text
        house.line.hears(TOPICS.available, b"stopped")
        assert not house.available("strip")
        home.table_toml.write_text(said)
        with attempt(launched(home)):
            house.line.hears(house.config, b"")
        assert house.device is None


def test_the_page_about_it_shows_the_message_as_it_is() -> None:
    page = (ROOT / "docs/HOME_ASSISTANT.md").read_text("utf-8")
    shown = json.loads(page.partition("```json\n")[2].partition("```")[0])
    whole = introduction(Topics("stammtisch"), "en", camera=True, strip=True)
    said = json.loads(json.dumps(whole))
    kinds = shown["cmps"]["event"].pop("event_types")
    assert set(kinds) - {"…"} <= set(said["cmps"]["event"].pop("event_types"))
    assert shown == said
    for topic in (TOPICS.home, discovery_topic("7")):
        assert topic.replace("/7/", "/%u/").replace("-7", "-stammtisch") in page


def test_the_automations_of_the_page_are_run_by_what_is_said_and_by_nothing_else() -> None:
    page = (ROOT / "docs/HOME_ASSISTANT.md").read_text("utf-8")
    of_events = [each for each in page.split("- alias: ") if "id: event.mehrkopf" in each]
    assert len(of_events) == 2
    for each in of_events:
        # Whatever was away and comes back shows its last event again: nobody revoked just now.
        assert "not_from: unavailable" in each
        # A device that is taken away comes to no state at all.
        assert "trigger.to_state and " in each


def rights() -> str:
    """The access list that the page about it gives for a broker of one's own."""
    page = (ROOT / "docs/HOME_ASSISTANT.md").read_text("utf-8")
    lines = re.findall(r"^(?:pattern|topic) (?:write|read) .+$", page, re.MULTILINE)
    assert len(lines) == 3
    patterns = [line for line in lines if line.startswith("pattern")]
    own = [line.replace("stammtisch", "7") for line in lines if line.startswith("topic")]
    house = ("user house", "topic readwrite homeassistant/#", "topic readwrite mehrkopf/#")
    return "\n".join((*patterns, RIGHTS, *house, "user 7", *own, ""))


HOUSE_ONLY = "\nuser house\ntopic readwrite homeassistant/#\ntopic readwrite mehrkopf/#\n"
CONFIG = "homeassistant/device/mehrkopf-7/config"


@pytest.mark.parametrize(
    ("given", "denied"),
    [
        (rights(), ""),
        (RIGHTS + HOUSE_ONLY, CONFIG),
        (rights().replace("pattern write mehrkopf/%u/home\n", ""), TOPICS.home),
    ],
    ids=["all", "none", "without-the-switches"],
)
def test_the_rights_of_the_page_are_enough_and_without_them_the_table_says_so(
    tmp_path: Path, given: str, denied: str
) -> None:
    users = {"7": "seven", "house": "home"}
    home = Home(tmp_path / "home")
    home.prepare()
    (home.root / "password").write_text("seven")
    with Mosquitto(tmp_path / "broker", users, rights=given) as broker:
        home.table_toml.write_text(
            f'[mqtt]\nhost = "127.0.0.1"\nport = {broker.port}\ntable = "7"\n'
            'password_file = "password"\nhome_assistant = true\n'
        )
        house = House(broker, "7", "house", "home")
        try:
            launch = launched(home)
            with attempt(launch) as client:
                house.line.hears(TOPICS.available, b"online")
                if not denied:
                    house.waits("strip", "ON")
                    house.asks("strip", "OFF")
                    house.waits("strip", "OFF")
                else:
                    broker.says(f"Denied PUBLISH .*{denied}")
                    table = client.application.extensions["door"]
                    view = table.view()
                    while not launch.mishaps.standing():
                        view = table.wait(view.version, PATIENCE_S)
                        assert view is not None
                    (said,) = launch.mishaps.standing()
                    assert denied in said.words.en
                    if denied == CONFIG:
                        assert house.device is None
                    else:
                        # The refusal of one topic may come before the other is handed on.
                        house.line.wait(lambda: house.device is not None)
                    # It is no reason to give the broker up: what comes next is told.
                    before = len(house.line.heard)
                    table.do(BEGIN)
                    house.line.hears(TOPICS.state, after=before)
                assert ("data-mishap" in client.get("/").text) is bool(denied)
        finally:
            house.close()


def test_the_running_programs_camera_is_switched_as_at_the_table(
    broker: Mosquitto, tmp_path: Path
) -> None:
    home = Home(tmp_path / "home")
    home.prepare()
    home.table_toml.write_text(
        f'[mqtt]\nhost = "127.0.0.1"\nport = {broker.port}\ntable = "7"\nhome_assistant = true\n'
    )
    # A camera of the network that does not answer can be wanted all the same.
    silent = f"http://127.0.0.1:{free_port()}/stream"
    launch = launched(home, no_camera=False, source=silent)
    with house_at(broker) as house, attempt(launch) as client:
        house.waits("camera", "OFF")
        before = len(house.line.heard)
        house.asks("camera", "ON")
        house.line.hears(TOPICS.home, after=before)
        assert house.shows("camera") == "OFF"
        table = client.application.extensions["door"]
        table.do(BEGIN)
        assert post(client, "/setup/camera/on").status_code == 303
        house.waits("camera", "ON")
        house.asks("camera", "OFF")
        house.waits("camera", "OFF")
        house.asks("camera", "ON")
        house.waits("camera", "ON")
        assert post(client, "/setup/camera/off").status_code == 303
        house.waits("camera", "OFF")
