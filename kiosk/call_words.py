"""Words of the call: auction, doublings and who said them, what is exchanged."""

from __future__ import annotations

from engine.text import Text

WHO_SAID = Text(de="{word} von", en="{word} by")
SAID_BY = Text(de="{word} von {names}", en="{word} by {names}")
