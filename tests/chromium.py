"""The browser of tests, galleries and walks: Debian's Chromium without a window.

`chromium-headless-shell` draws with the same engine as `chromium` and leaves out the windows around
the page, for about a quarter of the processor time; without it the whole browser serves as well.
Playwright's own download is never used.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserType, Playwright

_SHELL = Path("/usr/bin/chromium-headless-shell")
_WHOLE = Path("/usr/bin/chromium")

CHROMIUM = Path(os.environ.get("MEHRKOPF_CHROMIUM") or (_SHELL if _SHELL.exists() else _WHOLE))

_OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    # The shell would otherwise draw letters by another rule than the whole browser.
    "--font-render-hinting=none",
)


def launch(playwright: Playwright) -> Browser:
    """Start the browser; who started it closes it."""
    return start(playwright.chromium)


def start(kind: BrowserType, *more: str) -> Browser:
    """Start a browser of this kind with `more` options of its own; who started it closes it."""
    return kind.launch(executable_path=str(CHROMIUM), args=[*_OPTIONS, *more])
