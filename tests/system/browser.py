"""A browser without a screen: one session, the forms' token, and the page's stream of news."""

from __future__ import annotations

import re
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from http import HTTPStatus
from http.cookiejar import CookieJar
from urllib.error import HTTPError

PATIENCE_S = 120.0
_HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


class Browser:
    """Somebody at the page of a running table."""

    def __init__(self, address: str) -> None:
        self._address = address
        jar = urllib.request.HTTPCookieProcessor(CookieJar())
        self._open = urllib.request.build_opener(jar, _Stay()).open

    def press(self, path: str, **fields: str) -> None:
        """Press the button behind this path; `fields` are what was tapped before.

        What the page's own form for it carries along goes with them.
        """
        page = self._page()
        token = re.search(r'name="csrf_token" value="([^"]+)"', page)
        assert token is not None
        form = re.search(rf'<form[^>]*action="{path}"[^>]*>(.*?)</form>', page, re.DOTALL)
        carried = {} if form is None else dict(_HIDDEN.findall(form[1]))
        data = urllib.parse.urlencode({**carried, "csrf_token": token[1], **fields}).encode()
        try:
            with self._open(f"{self._address}{path}", data) as answer:
                said = answer.read().decode()
        except HTTPError as answer:
            with answer:
                if answer.code != HTTPStatus.SEE_OTHER:
                    raise
        else:
            raise AssertionError(f"{path} was not taken: {said}")

    def _page(self) -> str:
        """Return the page; while one evening makes room for another it asks for patience."""
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                with self._open(f"{self._address}/") as page:
                    content: bytes = page.read()
                    return content.decode()
            except HTTPError as answer:
                with answer:
                    if answer.code != HTTPStatus.SERVICE_UNAVAILABLE or time.monotonic() > end:
                        raise

    def stages(self) -> Iterator[str]:
        """Yield the page's inside, each time it changes; its script reads the same stream."""
        lines: list[str] = []
        with self._open(f"{self._address}/live") as stream:
            for raw in stream:
                line = raw.decode().rstrip("\n")
                if line.startswith("data:"):
                    lines.append(line.removeprefix("data:"))
                elif not line and lines:
                    yield "\n".join(lines)
                    lines = []


class _Stay(urllib.request.HTTPRedirectHandler):
    """Goes nowhere by itself: that it is sent on tells that a press was taken."""

    def redirect_request(self, *details: object) -> None:
        """Follow nothing."""
