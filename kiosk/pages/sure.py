"""One question before something that takes a moment to put right again."""

from __future__ import annotations

from dataclasses import dataclass

from engine.text import Text
from kiosk.pages.screens import Gain


@dataclass(frozen=True, slots=True)
class Sure:
    """What is asked, what follows, and the two ways to answer."""

    heading: Text
    what: Text
    then: Text
    """What happens, and how it can be undone."""
    action: str
    """Where the answer yes is sent."""
    yes: Text
    back: str
    """Where the answer no leads."""
    gains: tuple[Gain, ...] = ()


def sentences(*each: Text, between: str = " ") -> Text:
    """Return several sentences as one text."""
    return Text(de=between.join(one.de for one in each), en=between.join(one.en for one in each))
