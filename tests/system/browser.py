"""A browser without a screen: one session, the forms' token, and the page's stream of news."""

from __future__ import annotations

import re
import urllib.parse
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar


class Browser:
    """Somebody at the page of a running table."""

    def __init__(self, address: str) -> None:
        self._address = address
        jar = urllib.request.HTTPCookieProcessor(CookieJar())
        self._open = urllib.request.build_opener(jar).open

    def press(self, path: str, **fields: str) -> None:
        """Press the button behind this path; `fields` are what was tapped before."""
        with self._open(f"{self._address}/") as page:
            found = re.search(r'name="csrf_token" value="([^"]+)"', page.read().decode())
        assert found is not None
        data = urllib.parse.urlencode({**fields, "csrf_token": found[1]}).encode()
        with self._open(f"{self._address}{path}", data) as answer:
            assert answer.status == 200

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
