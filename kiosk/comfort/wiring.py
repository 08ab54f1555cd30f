"""Comfort as the running table has it: its folder, its time, its language and its words."""

from __future__ import annotations

from engine.text import Language, Text
from kiosk.comfort.comfort import Comfort
from kiosk.comfort.speaker import Voice
from kiosk.home import Home
from kiosk.pages.settings import PageSettings
from kiosk.regional import in_region
from kiosk.table import Table


def open_comfort(
    home: Home, table: Table, pages: PageSettings, voice: Voice | None = None
) -> Comfort:
    """Return the comfort of a table, listening to it; it speaks what the table's page speaks.

    Raises:
        PlainError: the file of the choice cannot be read.
    """

    def speak(text: Text) -> tuple[str, Language]:
        if (pages.reception.wishes.wished.language or pages.language) != "de":
            return text.en, "en"
        return in_region(text.de, pages.region.chosen, table.view().state.seats), "de"

    comfort = Comfort(home.root / "comfort.toml", pages.clock.now, speak, voice)
    table.listen(comfort.heard)
    return comfort
