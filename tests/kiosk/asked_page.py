"""The page of a program that runs as a process of its own, as a browser asks for it."""

from __future__ import annotations

import re
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from http.cookiejar import CookieJar

from tests.kiosk.cli import address_of

PATIENCE = 1200
LOOK_S = 0.2
"""Between two looks; another process tells nobody when."""


class Page:
    """The table's page, as a browser asks for it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.address = address_of(process).rstrip("/")
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        self._browser = urllib.request.build_opener(cookies)

    def get(self, path: str = "/", **head: str) -> str:
        asked = urllib.request.Request(self.address + path, headers=head)
        try:
            with self._browser.open(asked, timeout=60) as answer:
                return str(answer.read().decode(errors="replace"))
        except urllib.error.HTTPError as error:
            if error.code != 503:
                raise
            with error:
                return error.read().decode()

    def post(self, path: str, **fields: str) -> None:
        token = re.search(r'name="csrf_token" value="([^"]+)"', self.get())
        assert token is not None
        form = urllib.parse.urlencode({"csrf_token": token[1], **fields}).encode()
        try:
            with self._browser.open(self.address + path, form, timeout=60) as answer:
                answer.read()
        except urllib.error.HTTPError as error:
            # Done; where it leads on to, the next evening may still be being made.
            if error.code == 503 and error.url != self.address + path:
                error.close()
                return
            error.add_note(" ".join(re.sub(r"<[^>]+>", " ", error.read().decode()).split()))
            raise

    def wait(self, reached: Callable[[str], bool]) -> None:
        """Look at the page until it is there; another process tells nobody when."""
        for _ in range(PATIENCE):
            if reached(self.get()):
                return
            self.pause()
        raise AssertionError(self.get())

    def pause(self) -> None:
        try:
            self._process.wait(LOOK_S)
        except subprocess.TimeoutExpired:
            return
        raise AssertionError(self._process.communicate())
