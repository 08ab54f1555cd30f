"""A projector in the hall: it asks the organiser for the hall's page and notes what is on it.

It turns from page to page as the page itself says, so that whoever looks for their points waits for
them as they would in the hall. What stood before is kept where no answer comes.
"""

from __future__ import annotations

import re
import threading
import time
import urllib.request
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from http import HTTPStatus
from typing import Self
from urllib.error import HTTPError

from kiosk.organiser.tournament import MINUS

PATIENCE_S = 60.0
_NEXT = re.compile(r'id="hall" hx-get="([^"]+)" hx-trigger="every (\d+)s"')
_ROW = re.compile(r'<td class="n place">\d+</td><td class="n">(\d+)</td><td class="n">([^<]+)</td>')
Shown = Mapping[int, Fraction]
"""Points by start number, on one page."""


@dataclass
class Projector:
    """A screen, from `with` on; `seen` is what was on it when."""

    address: str
    every_s: float | None = None
    """Seconds that a page stays; None: as long as the page says."""
    seen: list[tuple[float, Shown]] = field(default_factory=list)
    missed: int = 0
    """Pages that the organiser could not show just then."""

    def __post_init__(self) -> None:
        self._closing, self._asked = threading.Event(), threading.Condition()
        self._failed: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="projector")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._thread.join(2 * PATIENCE_S)
        assert self._failed is None, self._failed

    def turn_once(self, people: int) -> None:
        """Wait until everybody has been on the screen once more from now on."""
        first = len(self.seen)
        with self._asked:
            assert self._asked.wait_for(
                lambda: self._failed or len(self._since(first)) == people, 20 * PATIENCE_S
            ), (len(self.seen) - first, self.missed)

    def _since(self, first: int) -> set[int]:
        # The page that is being asked for right now may have been written before.
        return {number for _, shown in self.seen[first + 1 :] for number in shown}

    def _run(self) -> None:
        path = "/hall"
        try:
            while not self._closing.is_set():
                path, stays_s = self._ask(path)
                with self._asked:
                    self._asked.notify_all()
                self._closing.wait(stays_s if self.every_s is None else self.every_s)
        except BaseException as error:
            self._failed = error
            with self._asked:
                self._asked.notify_all()

    def _ask(self, path: str) -> tuple[str, float]:
        """Ask for a page, and return the one after it and how long this one stays."""
        try:
            with urllib.request.urlopen(self.address + path, timeout=PATIENCE_S) as answer:
                page = answer.read().decode()
        except HTTPError as error:
            error.close()
            if error.code != HTTPStatus.CONFLICT:
                raise
            self.missed += 1
            return path, 1.0
        told = _NEXT.search(page)
        assert told is not None
        rows = _ROW.findall(page)
        points = {int(number): Fraction(said.replace(MINUS, "-")) for number, said in rows}
        self.seen.append((time.time(), points))
        return told[1], float(told[2])

    def delays(
        self, running: Mapping[int, Sequence[Fraction]], lay: Mapping[int, Sequence[float]]
    ) -> Iterable[float]:
        """Return of everybody and each of their deals how long its points took to the screen.

        Points that somebody had before do not tell which deal is shown; those are left out.

        Args:
            running: by start number, the points after each deal.
            lay: by start number, when the last card of each deal lay.
        """
        last: dict[int, Fraction] = {}
        for number, after in running.items():
            first = {Fraction(0): 0}
            for deal, points in enumerate(after, 1):
                first.setdefault(points, deal)
            reached = 0
            for at, shown in self.seen:
                if number not in shown:
                    continue
                last[number] = shown[number]
                now = first[shown[number]]
                for deal in range(reached + 1, now + 1):
                    if first[after[deal - 1]] == deal:
                        yield at - lay[number][deal - 1]
                reached = max(reached, now)
        assert last == {number: after[-1] for number, after in running.items()}
