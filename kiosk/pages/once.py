"""A button tapped twice in a hurry counts once: the second tap gets the answer to the first.

A tap is a form sent by one browser; the same form sent again within a moment is a finger that
bounced, not a second wish. Taking one step back too many would cost what was recorded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event, Lock
from time import monotonic

from flask import Flask, Response, g, request, session
from flask.typing import ResponseReturnValue

PATIENCE_S = 10.0
"""Longest wait of a second tap for the answer to the first."""
_KEPT_HEADERS = ("Location", "HX-Redirect", "Content-Type")

_SLOW = frozenset({"/undo", "/double"})
"""A step back too many costs the most, and what answers a doubling is said by others, who take
their time: neither is urgent, and a second tap may come late."""
_SLOWER = 3
_MOVES_ON = frozenset({"said", "seat"})
"""Fields of `/double` that the first tap changes: where its button was, the answer's stands now."""

Key = tuple[object, ...]


@dataclass
class Tap:
    """One tap and, once it is there, its answer."""

    at: float
    answered: Event = field(default_factory=Event)
    status: int = 500
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)


class Taps:
    """The taps of the last moment. `window` in seconds; 0 lets every tap count."""

    def __init__(self, window: float, clock: Callable[[], float] = monotonic) -> None:
        self._window = window
        self._clock = clock
        self._gate = Lock()
        self._taps: dict[Key, Tap] = {}

    def first(self, key: Key) -> tuple[Tap, bool]:
        """Return the tap that counts for this form, and whether it is this one."""
        with self._gate:
            now = self._clock()
            self._taps = {
                each: tap for each, tap in self._taps.items() if now - tap.at < self._window
            }
            known = self._taps.get(key)
            if known is not None:
                return known, False
            tap = self._taps[key] = Tap(now)
            return tap, True


def register(app: Flask, window: float) -> None:
    """Let `app` answer a form sent twice within `window` seconds once."""
    taps, slow = Taps(window), Taps(_SLOWER * window)

    @app.before_request
    def again() -> ResponseReturnValue | None:
        if request.method != "POST":
            return None
        besides = {"csrf_token"} | (_MOVES_ON if request.path == "/double" else set())
        fields = sorted(pair for pair in request.form.items(multi=True) if pair[0] not in besides)
        known = slow if request.path in _SLOW else taps
        tap, counts = known.first((session.get("csrf_token"), request.path, tuple(fields)))
        if counts:
            g.tap = tap
            return None
        tap.answered.wait(PATIENCE_S)
        return Response(tap.body, tap.status, tap.headers)

    @app.after_request
    def answered(response: Response) -> Response:
        tap: Tap | None = g.pop("tap", None)
        if tap is not None:
            tap.status, tap.body = response.status_code, response.get_data()
            tap.headers = {
                name: response.headers[name] for name in _KEPT_HEADERS if name in response.headers
            }
            tap.answered.set()
        return response
