"""The table as a device of Home Assistant (docs/HOME_ASSISTANT.md).

One retained message introduces the whole device, in the form Home Assistant reads since 2024.12.
It holds nothing of an evening: where each entity finds its value among what the table says anyway,
and where it may ask for something. It is said at every connection and whenever Home Assistant says
that it has started, so that no restart leaves the table unavailable for good.

What may be asked for is what a tap on the page does. The camera goes off at any time. On it goes
only where it was switched off from here, in the evening that still runs: nobody is looked at from a
distance who has not said yes at the table, or has said no. Whatever is asked, the answer is how it
stands.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from engine.deal.record import JsonObject
from engine.files import OWNER, write_whole
from engine.games.wording import CALLED_CARD_VERDICTS, COMMON_VERDICTS, DOUBLING_VERDICTS
from engine.text import Language, PlainError, Text
from kiosk.exchange.topics import ONLINE, Topics
from kiosk.home.version import version
from kiosk.integrations.connection import Connection
from kiosk.table.parts import Mishaps
from kiosk.table.view import TableView
from kiosk.words import home_assistant as w

LOG = logging.getLogger("mehrkopf.home_assistant")

BIRTH = "homeassistant/status"
"""Where Home Assistant says `online` once it has started."""
_TOPIC = re.compile(r"homeassistant/device/mehrkopf-[a-z0-9-]{1,32}/config")
FULL = 100
"""The brightest, as Home Assistant counts."""
ON, OFF = "ON", "OFF"
EVENTS = (
    *sorted({*COMMON_VERDICTS, *CALLED_CARD_VERDICTS, *DOUBLING_VERDICTS}),
    *("solo_won", "deal_over", "evening_over"),
)
"""Every kind of `EventMessage`: Home Assistant takes no other than those it was told of."""


class CameraPower(Protocol):
    """How it stands with the camera."""

    @property
    def wanted(self) -> bool:
        """Whether somebody switched it on."""
        ...


class SwitchedCamera(Protocol):
    """The camera's switch; returns at once, safe in any thread."""

    @property
    def state(self) -> CameraPower:
        """How it stands just now."""
        ...

    def on(self) -> None:
        """Take the camera up."""
        ...

    def off(self) -> None:
        """Let go of it."""
        ...


class DimmedLight(Protocol):
    """The light round the table."""

    @property
    def lit(self) -> bool:
        """Whether the strip shows anything."""
        ...

    @property
    def brightness(self) -> float:
        """Share of full value, above 0 up to 1."""
        ...

    def switch(self, *, on: bool) -> None:
        """Have the strip dark, or lit again."""
        ...

    def brighten(self, share: float) -> None:
        """Take another brightness.

        Raises:
            PlainError: it cannot be kept; it holds nevertheless.
        """
        ...


def discovery_topic(table: str) -> str:
    """Return where a table of this name introduces itself."""
    return f"homeassistant/device/mehrkopf-{table}/config"


def introduction(topics: Topics, language: Language, *, camera: bool, strip: bool) -> JsonObject:
    """Return the message; `camera` and `strip` where there is one that can be switched.

    One that is not there any more is named by its platform alone, so that it is taken away.
    """
    own = f"mehrkopf-{topics.table}"

    def part(platform: str, key: str, name: str, **more: object) -> JsonObject:
        # Home Assistant gives no entity a quality that is said once for the whole device.
        return {"p": platform, "unique_id": f"{own}-{key}", "name": name, "qos": 1, **more}

    def sensor(key: str, name: str, icon: str, template: str) -> JsonObject:
        return part("sensor", key, name, icon=icon, val_tpl=template)

    def who(field: str) -> str:
        seat = f"value_json.{field}"
        return f"{{{{ value_json.seats[{seat}] if {seat} is not none else none }}}}"

    contract = f"value_json.contract.{language}"
    says = {name: getattr(w, name).in_language(language) for name in _NAMES}
    components: dict[str, JsonObject] = {
        "deal": sensor("deal", says["DEAL"], "mdi:counter", "{{ value_json.deal }}"),
        "contract": sensor(
            *("contract", says["CONTRACT"], "mdi:cards-playing"),
            f"{{{{ {contract} if {contract} else none }}}}",
        ),
        "turn": sensor("turn", says["TURN"], "mdi:account-arrow-right", who("turn")),
        "leader": sensor("leader", says["LEADER"], "mdi:trophy", who("leader")),
        "event": part(
            *("event", "event", says["EVENT"]),
            icon="mdi:cards-playing-outline",
            stat_t=topics.event,
            event_types=list(EVENTS),
            val_tpl=_EVENT,
        ),
        "camera": {"p": "switch"},
        "strip": {"p": "light"},
    }
    if camera:
        components["camera"] = part(
            *("switch", "camera", says["CAMERA"]),
            icon="mdi:webcam",
            stat_t=topics.home,
            val_tpl="{{ value_json.camera }}",
            cmd_t=topics.command("camera"),
        )
    if strip:
        components["strip"] = part(
            *("light", "strip", says["STRIP"]),
            icon="mdi:led-strip-variant",
            stat_t=topics.home,
            stat_val_tpl="{{ value_json.strip }}",
            cmd_t=topics.command("strip"),
            bri_stat_t=topics.home,
            bri_val_tpl="{{ value_json.brightness }}",
            bri_cmd_t=topics.command("brightness"),
            bri_scl=FULL,
        )
    return {
        "dev": {
            "ids": [own],
            "name": w.DEVICE.format(table=topics.table).in_language(language),
            "mf": "Mehrkopf",
            "mdl": w.MODEL.in_language(language),
            "sw": version(),
        },
        "o": {"name": "mehrkopf", "sw": version()},
        "avty_t": topics.available,
        # A table that was stopped is as much away as one that is gone.
        "avty_tpl": f"{{{{ 'online' if value == '{ONLINE}' else 'offline' }}}}",
        "stat_t": topics.state,
        "cmps": components,
    }


_NAMES = ("DEAL", "CONTRACT", "TURN", "LEADER", "EVENT", "CAMERA", "STRIP")
_EVENT = (
    '{"event_type": "{{ value_json.kind }}", "deal": {{ value_json.deal }}, '
    "\"seat\": {{ value_json.seat + 1 if value_json.seat is not none else 'null' }}}"
)
"""Seats are counted from 1, as people do."""


@dataclass(frozen=True, slots=True)
class Switches:
    """How it stands with what can be switched."""

    camera: bool
    lit: bool
    brightness: int
    """In percent."""

    def to_json(self) -> bytes:
        """Return the bytes that are sent."""
        told = {
            "camera": ON if self.camera else OFF,
            "strip": ON if self.lit else OFF,
            "brightness": self.brightness,
        }
        return json.dumps(told).encode()


class HomeAssistant:
    """Introduces the table, tells how its switches stand, and switches them.

    All but `heard` runs in the connection's own thread.
    """

    def __init__(
        self,
        connection: Connection,
        language: Language,
        marker: Path,
        camera: SwitchedCamera | None = None,
        light: DimmedLight | None = None,
        reachable: Callable[[], bool] = lambda: True,
        mishaps: Mishaps | None = None,
    ) -> None:
        """Name what is listened to; to be made before the connection starts.

        Args:
            connection: to the home's broker.
            language: of the names.
            marker: the file that remembers under which topic the table has introduced itself.
            camera: where there is one that can be switched.
            light: where there is a strip.
            reachable: whether the camera could be switched on just now.
            mishaps: where it is said that the broker does not let the table introduce itself.
        """
        self._connection = connection
        self._topics = topics = connection.topics
        self._camera, self._light, self._reachable = camera, light, reachable
        self._marker, self._mishaps = marker, mishaps or Mishaps()
        self._message = json.dumps(
            introduction(topics, language, camera=camera is not None, strip=light is not None),
            ensure_ascii=False,
        ).encode()
        self._told: Switches | None = None
        self._running: str | None = None
        """The evening that is being played."""
        self._paused: str | None = None
        """The evening in which the camera was switched off from here, and is off since."""
        self._stranger = False
        """Whether the broker did not let the table introduce itself: then that is what is said."""
        self._waits = False
        """Whether `_look` is to run anyway."""
        connection.on(BIRTH, self._birth)
        if camera is not None:
            connection.on(topics.command("camera"), self._switch_camera, kept=False)
        if light is not None:
            connection.on(topics.command("strip"), self._switch_strip, kept=False)
            connection.on(topics.command("brightness"), self._brighten, kept=False)
        connection.when(self._introduce)

    def heard(self, view: TableView) -> None:
        """Take in how the table stands now; in the writer's thread, returns at once."""
        state = view.state
        self._running = state.evening if state.running else None
        if self._camera is not None and self._camera.state.wanted:
            self._paused = None
        if not self._waits:
            self._waits = True
            self._connection.post(self._look)

    def _look(self) -> None:
        self._waits = False
        self._tell()

    def _introduce(self) -> None:
        topic = discovery_topic(self._topics.table)
        if self._connection.publish(topic, self._message, retain=True, refused=self._unknown):
            remember(self._marker, topic)
        self._tell(again=True)

    def _unknown(self) -> None:
        """Say that the broker does not let the table introduce itself; all else goes on."""
        self._stranger = True
        self._may_not(w.MAY_NOT, discovery_topic(self._topics.table))

    def _may_not(self, what: Text, topic: str) -> None:
        broker = self._connection.broker
        said = what.format(host=broker.host, user=broker.login, topic=topic)
        self._mishaps.tell("home-assistant", said)

    def _birth(self, payload: bytes) -> None:
        if payload == ONLINE.encode():
            self._connection.publish(self._topics.available, ONLINE.encode(), retain=True)
            self._introduce()

    def _switch_camera(self, payload: bytes) -> None:
        assert self._camera is not None
        if payload == OFF.encode():
            wanted = self._camera.state.wanted
            self._camera.off()
            if wanted:
                self._paused = self._running
        elif payload == ON.encode() and self._may_look():
            self._camera.on()
        else:
            LOG.info("the camera is not switched by what the broker told")
        self._tell(again=True)

    def _may_look(self) -> bool:
        running = self._running
        return running is not None and self._paused == running and self._reachable()

    def _switch_strip(self, payload: bytes) -> None:
        assert self._light is not None
        if payload in (ON.encode(), OFF.encode()):
            self._light.switch(on=payload == ON.encode())
        self._tell(again=True)

    def _brighten(self, payload: bytes) -> None:
        assert self._light is not None
        if re.fullmatch(rb"[0-9]{1,3}", payload) and 1 <= int(payload) <= FULL:
            try:
                self._light.brighten(int(payload) / FULL)
            except PlainError as error:
                # It holds until the table is switched off; the strip's own page says the same.
                LOG.warning("%s", error)
        self._tell(again=True)

    def _tell(self, *, again: bool = False) -> None:
        """Tell how the switches stand, where that has changed, or `again`."""
        camera, light = self._camera, self._light
        now = Switches(
            camera is not None and camera.state.wanted,
            light is not None and light.lit,
            FULL if light is None else max(1, round(FULL * light.brightness)),
        )
        if now == self._told and not again:
            return
        if self._connection.publish(
            self._topics.home, now.to_json(), retain=True, refused=self._unseen
        ):
            self._told = now

    def _unseen(self) -> None:
        """Say that the broker does not let the table tell how its switches stand."""
        if not self._stranger:
            self._may_not(w.MAY_NOT_SHOW, self._topics.home)


def remember(marker: Path, topic: str) -> None:
    """Keep under which topic the table has introduced itself."""
    if introduced(marker) == topic:
        return
    try:
        write_whole(marker, topic.encode(), OWNER)
    except OSError as error:
        LOG.warning("what Home Assistant was told is not remembered: %s", error)


def introduced(marker: Path) -> str | None:
    """Return under which topic the table has introduced itself, None where nobody knows."""
    try:
        topic = marker.read_text("ascii").strip()
    except (OSError, ValueError):
        return None
    return topic if _TOPIC.fullmatch(topic) else None


def take_leave(connection: Connection, marker: Path, now: str | None) -> None:
    """Have a device that is none any more taken away: Home Assistant is off, or the table renamed.

    `now` is the topic of today, None: there is none. To be called before the connection starts.
    """
    former = introduced(marker)
    if former is None or former == now:
        return

    def leave() -> None:
        if introduced(marker) == former and connection.publish(
            former, b"", retain=True, sure=False
        ):
            marker.unlink(missing_ok=True)

    connection.when(leave)
