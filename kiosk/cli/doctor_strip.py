"""What `mehrkopf doctor` says about the strip. No port is opened: that would reset the board."""

from __future__ import annotations

import os
from pathlib import Path

from engine.text import Text
from firmware_bridge.choose import Driver
from firmware_bridge.link import words as lw
from firmware_bridge.link.ports import Listing, candidates, system_ports
from kiosk.strip import limits
from kiosk.strip.settings import StripSettings

_NOT_WANTED = Text(
    de="nicht gewünscht ([strip] driver = {driver})", en="not wanted ([strip] driver = {driver})"
)
_NONE = Text(
    de="keines angesteckt; das Licht ist dann nur auf der Seite zu sehen",
    en="none is plugged in; the light is on the page only",
)
_MAYBE = Text(
    de="{ports}; ob dort eines antwortet, zeigt die Seite „Lichtband“ (/strip)",
    en='{ports}; whether one answers there is told by the page "Strip" (/strip)',
)
_AND = Text(de="{first}. {second}", en="{first}. {second}")


def look_for_strip(settings: StripSettings, listing: Listing = system_ports) -> tuple[str, Text]:
    """Return a finding's level (`ok`, `note`, `bad`) and sentence."""
    level, said = _look(settings, listing)
    for limit in limits.ahead(settings):
        level = "note" if level == "ok" else level
        said = _AND.format(first=_without_stop(said), second=limit)
    return level, said


def _without_stop(said: Text) -> Text:
    return Text(de=said.de.removesuffix("."), en=said.en.removesuffix("."))


def _look(settings: StripSettings, listing: Listing) -> tuple[str, Text]:
    if settings.driver in (Driver.OFF, Driver.SIMULATED):
        return "note", _NOT_WANTED.format(driver=settings.driver.value)
    ports = candidates(settings.port, listing)
    if not ports:
        return "note", _NONE
    for port in ports:
        if not Path(port).exists():
            return "note", lw.NOT_THERE.format(port=port)
        if not os.access(port, os.R_OK | os.W_OK):
            return "bad", lw.DENIED.format(port=port)
    return "ok", _MAYBE.format(ports=", ".join(ports))
