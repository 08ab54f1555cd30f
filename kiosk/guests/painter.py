"""What phones show, drawn once for all of them: a state once for each page and language.

Each painting has an id. A new one is given only where what the phones show has changed: a light
that runs round the table sends nothing to fifty phones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from threading import Lock

from engine.text import Language
from kiosk.guests.files import pack
from kiosk.pages.live import message
from kiosk.view import TableDoor, TableView

EVENT = "state"
_ID = re.compile(r"[0-9a-f]{8}-[0-9]{1,15}", re.ASCII)

Draw = Callable[[str, TableView], str]
"""Draws a page's changing part in the language of the request."""
Frame = Callable[[str, "Painting"], str]
"""Draws the whole page round it."""


def is_id(word: str) -> bool:
    """Tell whether `word` looks like the id of a painting."""
    return _ID.fullmatch(word) is not None


@dataclass(frozen=True, slots=True)
class Painting:
    """One page's changing part in one language, as it is sent."""

    id: str
    version: int
    """The newest picture of the table that looks like this."""
    beside: object
    """What else it was drawn from: the badge of a recording, the words of the region."""
    body: str
    message: bytes
    """As a live update."""
    answer: bytes
    """As an answer to a phone that asks by itself (JSON)."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole page as it is sent."""

    of: str
    plain: bytes
    packed: bytes


class Painter:
    """Draws each page once; whoever asks meanwhile waits for that one drawing.

    `boot` (8 hex digits) makes ids unlike those before a restart.
    """

    def __init__(
        self, door: TableDoor, boot: str, draw: Draw, frame: Frame, beside: Callable[[], object]
    ) -> None:
        self._door = door
        self._boot = boot
        self._draw = draw
        self._frame = frame
        self._beside = beside
        self._paintings: dict[tuple[str, Language], Painting] = {}
        self._sheets: dict[tuple[str, Language], Sheet] = {}
        self._gates: dict[tuple[str, Language], Lock] = {}
        self._all = Lock()
        self._numbers = count(1)

    def newest(self, page: str, language: Language) -> Painting:
        """Return how `page` looks now; called in a request of that language."""
        known = self._paintings.get((page, language))
        view, beside = self._door.view(), self._beside()
        if known is not None and (known.version, known.beside) == (view.version, beside):
            return known
        with self._gate(page, language):
            known = self._paintings.get((page, language))
            view = self._door.view()
            if known is None or (known.version, known.beside) != (view.version, beside):
                known = self._paint(page, language, view, beside, known)
            return known

    def sheet(self, page: str, language: Language) -> Sheet:
        """Return the whole page as it looks now; called in a request of that language."""
        painting = self.newest(page, language)
        known = self._sheets.get((page, language))
        if known is not None and known.of == painting.id:
            return known
        plain = self._frame(page, painting).encode()
        made = Sheet(painting.id, plain, pack(plain))
        self._sheets[page, language] = made
        return made

    def _gate(self, page: str, language: Language) -> Lock:
        with self._all:
            return self._gates.setdefault((page, language), Lock())

    def _paint(
        self,
        page: str,
        language: Language,
        view: TableView,
        beside: object,
        before: Painting | None,
    ) -> Painting:
        # Without empty lines and indents, which live updates do not carry: what the phone compares
        # is the same whatever way it came.
        drawn = self._draw(page, view).splitlines()
        body = "\n".join(line.strip() for line in drawn if line.strip())
        number = before.id if before is not None and before.body == body else self._next_id()
        painting = Painting(
            id=number,
            version=view.version,
            beside=beside,
            body=body,
            message=message(EVENT, number, body).encode(),
            answer=json.dumps({"id": number, "body": body}, ensure_ascii=False).encode(),
        )
        self._paintings[page, language] = painting
        return painting

    def _next_id(self) -> str:
        return f"{self._boot}-{next(self._numbers)}"
