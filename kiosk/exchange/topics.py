"""The topics of the broker: which table says what where (docs/TOURNAMENT.md, What is sent).

A table writes below its own name and nothing else; the broker's access list holds it to that. What
is said to a table stands below `to`, where the table itself may not write.

>>> Topics("7").result, Topics("7").receipt
('mehrkopf/7/result', 'mehrkopf/7/to/receipt')
>>> told_by("mehrkopf/7/result")
('7', 'result')
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.text import PlainError, Text

PREFIX = "mehrkopf"
ONLINE, STOPPED, OFFLINE = "online", "stopped", "offline"
"""What `available` says: at work, ended by people, gone without a word (the last will)."""
TOLD = ("available", "state", "event", "result", "list")
"""What a table says."""
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_TOPIC = re.compile(rf"{PREFIX}/({_NAME.pattern})/([a-z]+)")
_NO_NAME = Text(
    de="„{name}“ geht nicht als Name eines Tisches; bitte 1 bis 32 kleine Buchstaben, Ziffern oder "
    "Bindestriche, am Anfang keinen Bindestrich.",
    en='"{name}" will not do as the name of a table; please use 1 to 32 lower-case letters, digits '
    "or hyphens, not beginning with a hyphen.",
)


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one table."""

    table: str

    def __post_init__(self) -> None:
        """Refuse a name that is none.

        Raises:
            PlainError: it could not stand in a topic, or would be another table's.
        """
        if not _NAME.fullmatch(self.table):
            raise PlainError(_NO_NAME.format(name=self.table))

    def _at(self, what: str) -> str:
        return f"{PREFIX}/{self.table}/{what}"

    @property
    def available(self) -> str:
        """Retained; `online`, `stopped`, or by last will `offline`."""
        return self._at("available")

    @property
    def state(self) -> str:
        """Retained: the table as it stands (`StateMessage`)."""
        return self._at("state")

    @property
    def event(self) -> str:
        """What has just happened (`EventMessage`); not retained."""
        return self._at("event")

    @property
    def result(self) -> str:
        """A deal that is over (`ResultMessage`), from the outbox."""
        return self._at("result")

    @property
    def list(self) -> str:
        """The list of a round, signed off (`ListMessage`), from the outbox."""
        return self._at("list")

    @property
    def home(self) -> str:
        """Retained: how camera and strip stand, for the home's own system."""
        return self._at("home")

    @property
    def receipt(self) -> str:
        """Retained, by the organiser: how far the outbox has arrived (`Receipt`)."""
        return self._at("to/receipt")

    @property
    def seating(self) -> str:
        """Retained, by the organiser: who plays here in the next round (`Seating`)."""
        return self._at("to/seating")

    @property
    def rulings(self) -> str:
        """Retained, by the organiser: rulings and penalties of this table (`RulingsMessage`)."""
        return self._at("to/rulings")

    def command(self, what: str) -> str:
        """Return where the home's own system says that something is to be switched."""
        return self._at(f"to/{what}")


ALL_TOLD = tuple(f"{PREFIX}/+/{what}" for what in TOLD)
"""What a collector listens to."""


def told_by(topic: str) -> tuple[str, str] | None:
    """Return the table and what it says on a topic; None where no table says anything there."""
    found = _TOPIC.fullmatch(topic)
    return (found[1], found[2]) if found and found[2] in TOLD else None
