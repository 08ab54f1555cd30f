"""What Home Assistant does with a device that introduces itself, as its documentation says.

`expanded` undoes the abbreviations, `SCHEMA` is what a device may say (Home Assistant 2024.12 and
later: MQTT, Device discovery; and the platforms sensor, event, switch and light). `House` listens,
takes in the message, follows the topics it names and works out what each entity shows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from jinja2 import Environment

from tests.mosquitto import Listener, Mosquitto

ABBREVIATIONS = {
    "dev": "device",
    "o": "origin",
    "cmps": "components",
    "p": "platform",
    "avty_t": "availability_topic",
    "avty_tpl": "availability_template",
    "stat_t": "state_topic",
    "stat_val_tpl": "state_value_template",
    "val_tpl": "value_template",
    "cmd_t": "command_topic",
    "bri_stat_t": "brightness_state_topic",
    "bri_val_tpl": "brightness_value_template",
    "bri_cmd_t": "brightness_command_topic",
    "bri_scl": "brightness_scale",
}
OF_THE_DEVICE = {
    "ids": "identifiers",
    "mf": "manufacturer",
    "mdl": "model",
    "sw": "sw_version",
    "hw": "hw_version",
    "sn": "serial_number",
    "sa": "suggested_area",
    "cu": "configuration_url",
}
OF_THE_ORIGIN = {"sw": "sw_version", "url": "support_url"}

TOPIC = {"type": "string", "pattern": r"^[^#+\u0000]+$", "maxLength": 65535}
TEXT = {"type": "string", "minLength": 1}
TEMPLATE = {"type": "string", "pattern": r"\{\{.*\}\}"}
QOS = {"enum": [0, 1, 2]}
OF_EACH = {
    "unique_id": TEXT,
    "name": {"type": ["string", "null"]},
    "icon": {"type": "string", "pattern": "^mdi:[a-z0-9-]+$"},
    "qos": QOS,
    "entity_category": {"enum": ["config", "diagnostic"]},
    "availability_topic": TOPIC,
    "availability_template": TEMPLATE,
}


def platform(name: str, needed: list[str], more: Mapping[str, object]) -> dict[str, object]:
    """Return what an entity of a platform may say, or the platform alone: then it is taken away."""
    named = {"const": name}
    whole = {
        "type": "object",
        "properties": {"platform": named, **OF_EACH, **more},
        "required": ["platform", "unique_id", *needed],
        "additionalProperties": False,
    }
    gone = {
        "type": "object",
        "properties": {"platform": named},
        "required": ["platform"],
        "additionalProperties": False,
    }
    return {"oneOf": [whole, gone]}


SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "device": {
            "type": "object",
            "properties": {
                "identifiers": {"type": "array", "items": TEXT, "minItems": 1},
                **{
                    name: TEXT
                    for name in (*OF_THE_DEVICE.values(), "name")
                    if name != "identifiers"
                },
            },
            "required": ["identifiers"],
            "additionalProperties": False,
        },
        "origin": {
            "type": "object",
            "properties": {"name": TEXT, "sw_version": TEXT, "support_url": TEXT},
            "required": ["name"],
            "additionalProperties": False,
        },
        "components": {
            "type": "object",
            "minProperties": 1,
            "propertyNames": {"pattern": "^[a-zA-Z0-9_-]+$"},
            "additionalProperties": {
                "anyOf": [
                    platform(
                        "sensor",
                        ["value_template"],
                        {"state_topic": TOPIC, "value_template": TEMPLATE},
                    ),
                    platform(
                        *("event", ["event_types", "state_topic"]),
                        {
                            "state_topic": TOPIC,
                            "value_template": TEMPLATE,
                            "event_types": {"type": "array", "items": TEXT, "minItems": 1},
                        },
                    ),
                    platform(
                        *("switch", ["command_topic"]),
                        {"state_topic": TOPIC, "command_topic": TOPIC, "value_template": TEMPLATE},
                    ),
                    platform(
                        *("light", ["command_topic"]),
                        {
                            "state_topic": TOPIC,
                            "command_topic": TOPIC,
                            "state_value_template": TEMPLATE,
                            "brightness_state_topic": TOPIC,
                            "brightness_command_topic": TOPIC,
                            "brightness_value_template": TEMPLATE,
                            "brightness_scale": {"type": "integer", "minimum": 1},
                        },
                    ),
                ]
            },
        },
        "availability_topic": TOPIC,
        "availability_template": TEMPLATE,
        "state_topic": TOPIC,
        "command_topic": TOPIC,
    },
    "required": ["device", "origin", "components"],
    "additionalProperties": False,
}
SHARED = ("availability_topic", "availability_template", "state_topic", "command_topic")
"""What is said once for the whole device holds for each entity that says nothing else.

The documentation names `qos` and `encoding` too, and Home Assistant takes them there; no entity has
them for that (2025.12.5), so `SCHEMA` has them at the entities alone.
"""
ENVIRONMENT = Environment()


def _long(part: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    longer = {names.get(key, key): value for key, value in part.items()}
    assert len(longer) == len(part)
    return longer


def expanded(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return a message with the long name of everything."""
    whole = _long(message, ABBREVIATIONS)
    whole["device"] = _long(whole["device"], OF_THE_DEVICE)
    whole["origin"] = _long(whole["origin"], OF_THE_ORIGIN)
    whole["components"] = {
        key: _long(part, ABBREVIATIONS) for key, part in whole["components"].items()
    }
    return whole


def entities(message: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return each entity of an expanded message with what is shared."""
    shared = {key: message[key] for key in SHARED if key in message}
    return {
        key: {**shared, **part}
        for key, part in message["components"].items()
        if part.keys() != {"platform"}
    }


def rendered(template: str, payload: str) -> str:
    """Return what a template makes of a payload; it may be JSON."""
    try:
        value_json = json.loads(payload)
    except ValueError:
        value_json = None
    return ENVIRONMENT.from_string(template).render(value=payload, value_json=value_json)


class House:
    """Home Assistant at a broker."""

    def __init__(self, broker: Mosquitto, table: str, user: str = "", password: str = "") -> None:
        self.config = f"homeassistant/device/mehrkopf-{table}/config"
        told = ("homeassistant/device/+/config", "mehrkopf/#")
        self.line = Listener(broker, user, password, told)

    def close(self) -> None:
        self.line.close()

    def starts(self) -> None:
        """Say that it has started."""
        self.line.says("homeassistant/status", b"online")

    def newest(self, topic: str) -> bytes | None:
        """Return what was said last on a topic."""
        return next((e.payload for e in reversed(self.line.heard) if e.topic == topic), None)

    @property
    def device(self) -> dict[str, Any] | None:
        """The device as it introduced itself; None where it is none any more."""
        payload = self.newest(self.config)
        return expanded(json.loads(payload)) if payload else None

    def available(self, key: str) -> bool:
        """Tell whether an entity is there."""
        device = self.device
        if device is None:
            return False
        part = entities(device).get(key)
        payload = None if part is None else self.newest(part["availability_topic"])
        if part is None or payload is None:
            return False
        return rendered(part["availability_template"], payload.decode()) == "online"

    def shows(self, key: str) -> str | None:
        """Return what an entity shows; None where it is not known."""
        device = self.device
        if device is None:
            return None
        part = entities(device)[key]
        payload = self.newest(part["state_topic"])
        template = part.get("value_template") or part["state_value_template"]
        shown = None if payload is None else rendered(template, payload.decode())
        return None if shown in ("None", "", None) else shown

    def brightness(self) -> str | None:
        """Return the light's brightness."""
        device = self.device
        assert device is not None
        part = entities(device)["strip"]
        payload = self.newest(part["brightness_state_topic"])
        return (
            None
            if payload is None
            else rendered(part["brightness_value_template"], payload.decode())
        )

    def asks(
        self, key: str, payload: str, what: str = "command_topic", *, retain: bool = False
    ) -> None:
        """Have an entity switched."""
        device = self.device
        assert device is not None
        self.line.says(entities(device)[key][what], payload.encode(), retain=retain)

    def waits(self, key: str, shown: str) -> None:
        """Wait until an entity shows something."""
        self.line.wait(lambda: self.device is not None and self.shows(key) == shown)
