"""Where a strip can do less than table.toml asks for: told on the page and by `mehrkopf doctor`.

What `[strip]` alone shows to be wrong is refused when it is read (`kiosk.strip.settings`). With
`driver = "auto"` it depends on who answers: our own controller drives 144 lights and 2000 mA, a
WLED what it is set to.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.text import Text
from firmware_bridge.choose import Driver
from firmware_bridge.link.messages import MOST_LIGHTS, MOST_MA
from firmware_bridge.link.status import Greeting
from kiosk.strip.settings import StripSettings

_MORE_LIGHTS = Text(
    de="{lights} Lichter kann nur ein WLED: Die eigene Steuerung kann höchstens {most}.",
    en="Only a WLED drives {lights} lights: our own controller drives {most} at most.",
)
_MORE_CURRENT = Text(
    de="{said} mA erlaubt nur ein WLED: Die eigene Steuerung lässt höchstens {most} mA zu.",
    en="Only a WLED allows {said} mA: our own controller allows {most} mA at most.",
)
_LESS_CURRENT = Text(
    de="Die Steuerung lässt höchstens {theirs} mA zu, in table.toml stehen {ours}: Helle Bilder "
    "werden dunkler. Bitte „milliamps“ unter [strip] verkleinern, oder die Grenze in WLED ändern.",
    en="The controller allows {theirs} mA at most, table.toml says {ours}: bright pictures get "
    'darker. Please lower "milliamps" under [strip], or change the limit in WLED.',
)


def ahead(settings: StripSettings) -> Iterator[Text]:
    """Yield what holds before anybody has answered."""
    if settings.driver is not Driver.AUTO:
        return
    if settings.lights > MOST_LIGHTS:
        yield _MORE_LIGHTS.format(lights=settings.lights, most=MOST_LIGHTS)
    if settings.milliamps > MOST_MA:
        yield _MORE_CURRENT.format(said=settings.milliamps, most=MOST_MA)


def found(settings: StripSettings, greeting: Greeting) -> Iterator[Text]:
    """Yield what the one who has answered does not allow."""
    if greeting.cap_ma is not None and greeting.cap_ma < settings.milliamps:
        yield _LESS_CURRENT.format(theirs=greeting.cap_ma, ours=settings.milliamps)
