"""Take the pictures in `docs/screens` anew: `python -m tests.kiosk.walks [GAME ...]`."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from tests.chromium import launch
from tests.kiosk.walks.families import Family
from tests.kiosk.walks.gallery_page import written
from tests.kiosk.walks.pictures import KEPT
from tests.kiosk.walks.stage import KEPT_WALKS, walking


def main(games: list[str]) -> None:
    """Walk every evening (or those of `games`); keep what it looks like."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for family, size in KEPT_WALKS:
            if games and family.game not in games:
                continue
            with TemporaryDirectory() as folder:
                _keep(browser, Path(folder), family, size)
        browser.close()
    (KEPT / "README.md").write_text(written(KEPT), encoding="utf-8")


def _keep(browser: Browser, folder: Path, family: Family, size: tuple[int, int]) -> None:
    shutil.rmtree(KEPT / f"{family.game}-{size[0]}x{size[1]}", ignore_errors=True)
    with walking(browser, folder, family, size, renew=True) as (evening, album, _):
        evening.evening()
    sys.stdout.write(f"{album.name}: {len(album.taken)} pictures\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
