"""Why a pin cannot be driven, in a few words of both languages for a sentence's brackets."""

from __future__ import annotations

from engine.text import Text, os_reason

_IN_USE = Text(de="wird schon benutzt", en="in use already")
_NO_PI = Text(de="das ist kein Raspberry Pi", en="this is no Raspberry Pi")
_NO_CHIP = Text(
    de="kein /dev/gpiochip da oder keine Rechte", en="no /dev/gpiochip there or no permission"
)
_NO_SUCH = Text(de="diesen Pin gibt es hier nicht", en="there is no such pin here")
_OTHER = Text(de="die Bibliothek meldet {name}", en="the library reports {name}")

_BY_NAME = {"GPIOPinInUse": _IN_USE, "PinUnknownPi": _NO_PI, "PinInvalidPin": _NO_SUCH}
_BY_WORD = (("busy", _IN_USE), ("gpiochip", _NO_CHIP), ("unable to determine", _NO_PI))


def reason(error: Exception) -> Text:
    """Return why; the library's own words come in one language only."""
    if isinstance(error, OSError):
        return os_reason(error)
    for kind in type(error).__mro__:
        if kind.__name__ in _BY_NAME:
            return _BY_NAME[kind.__name__]
    said = str(error).lower()
    for word, why in _BY_WORD:
        if word in said:
            return why
    return _OTHER.format(name=type(error).__name__)
