"""Nobody keeps the guests' server busy alone: so many requests an address, the rest is sent away.

In front of the application, so that a request too many costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from limits import RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

WINDOW_S = 10
MOST = 200
"""Requests of one address within the window. A page with its cards, glyphs and letters is about
thirty, a phone that asks by itself one in three seconds."""

_SENTENCE = (
    "Zu viele Anfragen von diesem Handy; bitte einen Augenblick warten.\n"
    "Too many requests from this phone; please wait a moment.\n"
)


class Throttle:
    """A WSGI application that answers 429 with `Retry-After` to an address over its limit."""

    def __init__(self, inner: WSGIApplication, most: int = MOST, window: int = WINDOW_S) -> None:
        self._inner = inner
        self._window = window
        self._limit = RateLimitItemPerSecond(most, window)
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._body = _SENTENCE.encode()

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        if self._limiter.hit(self._limit, environ.get("REMOTE_ADDR", "")):
            return self._inner(environ, start)
        start(
            "429 Too Many Requests",
            [
                ("Content-Type", "text/plain; charset=utf-8"),
                ("Content-Length", str(len(self._body))),
                ("Retry-After", str(self._window)),
                ("X-Content-Type-Options", "nosniff"),
            ],
        )
        return [self._body]
