"""What a host's phone opens beside the pages of every state: camera, decks, host mode, the PIN.

Those need a camera that sees, enrolled decks or a PIN. The frame leaves each two thirds of the
screen, and nothing is cut off or covered, in both languages.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.cards import GERMAN_20
from kiosk.camera.connected import FoundCamera
from kiosk.exports.evening_backup import Backups
from kiosk.exports.past_evenings import PastEvenings
from kiosk.home import deck_files
from kiosk.home.disk_room import DiskRoom
from kiosk.web.phones.desk import make_desk
from tests.kiosk.every_page.test_every_page import ONLY_WITH
from tests.kiosk.every_page.whole import unreadable
from tests.kiosk.opened import post
from tests.kiosk.rig import PATIENCE_S, Rig, rigged
from tests.kiosk.served import pages, serving
from tests.kiosk.web.phones.conftest import here
from tests.vision.drawn import drawn_profile
from tests.vision.showing import BackedTable
from vision.reading.nets import load_nets

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

THERE = (
    FoundCamera("camera", "Logitech HD Pro Webcam C920"),
    FoundCamera("/dev/video2", "Arducam 16MP Autofocus IMX519"),
    FoundCamera("/dev/video4", "USB2.0 HD UVC WebCam: USB2.0 HD"),
)
ROWS = {"/setup/deck/rows", "/setup/deck/rows/card/<int:number>"}
"""Opened by `tests/kiosk/web/setup/test_browser_rows.py`, held to the same."""


class Walk:
    """One phone that opens page after page, each in both languages, and notes what is wrong."""

    def __init__(self, page: Page, address: str, app: Flask) -> None:
        self._page, self._address = page, address
        self._rules = app.url_map.bind("127.0.0.1")
        self.wrong: dict[str, list[object]] = {}
        self.opened: set[str] = set()

    def look(self, path: str, state: str = "") -> None:
        answer = self._page.goto(self._address + path)
        assert answer is not None
        assert answer.status == 200, path
        rule, _ = self._rules.match(path.partition("?")[0], method="GET", return_rule=True)
        self.opened.add(str(rule))
        for _ in range(2):
            language = self._page.locator("html").get_attribute("lang")
            # The list of what is measured scrolls, its figures come one by one.
            if cut := [each for each in unreadable(self._page) if "meters]" not in str(each)]:
                self.wrong[f"{path} {state} ({language})"] = cut
            self._page.locator("button.language").click()
            self._page.locator(f'html:not([lang="{language}"])').wait_for()
            self._page.wait_for_load_state()


def prepared(rig: Rig) -> None:
    """Leave a deck of one's own, the draft of another, and a backup."""
    nets = rig.sight.nets
    whole = drawn_profile(nets, GERMAN_20)
    deck_files.save(whole, rig.home.decks / f"wirtshaus-am-see{deck_files.SUFFIX}", rig.home)
    begun = drawn_profile(nets, GERMAN_20[:17])
    deck_files.save(begun, deck_files.draft_path(rig.home, "stammtisch-2"), rig.home)
    deck_files.keep_plan(rig.home, "stammtisch-2", GERMAN_20)


def camera(walk: Walk, rig: Rig, client: FlaskClient) -> None:
    """Look at the camera off, on, and unplugged, at its choices, the corners and the seats."""
    walk.look("/setup/camera", "off")
    walk.look("/setup/camera/which")
    rig.workshop.camera.on()
    assert rig.workshop.window.newest(PATIENCE_S) is not None
    walk.look("/setup/camera", "on")
    walk.look("/setup/camera/corners")
    assert post(client, "/setup/camera/corners/take").status_code == 303
    for x, y in (("0.1", "0.1"), ("0.9", "0.1"), ("0.9", "0.9"), ("0.1", "0.9")):
        post(client, "/setup/camera/corners/tap", x=x, y=y)
    walk.look("/setup/camera/corners", "all four tapped")
    post(client, "/setup/camera/corners/leave")
    walk.look("/setup/camera/seats")


def decks(walk: Walk, rig: Rig, client: FlaskClient) -> None:
    """Look at the decks, at one, at a draft, and at a sitting that learns and one that tests."""
    walk.look("/setup/deck")
    walk.look("/setup/deck/new")
    for name in ("wirtshaus-am-see", "stammtisch-2", "isar"):
        walk.look(f"/setup/deck/of/{name}", name)
    walk.look("/setup/deck/of/wirtshaus-am-see/rename")
    walk.look("/setup/deck/of/wirtshaus-am-see/remove")
    for name, what in (("stammtisch-2", "go-on"), ("wirtshaus-am-see", "test")):
        assert post(client, f"/setup/deck/of/{name}/{what}").status_code == 303
        walk.look("/setup/deck/sitting", what)
        post(client, "/setup/deck/sitting/stop")
    rig.workshop.camera.off()


def test_the_frame_takes_a_third_of_a_phone_at_most_on_what_only_a_whole_table_has(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.web.setup.camera.cameras", lambda: THERE)
    with rigged(tmp_path, load_nets(), BackedTable(width=480, height=360)) as rig:
        prepared(rig)
        now = datetime.fromisoformat("2026-11-20T20:00:00+01:00")
        backups = Backups(rig.home, "1.0.0", lambda: now, lambda: ())
        backups.everywhere()
        made = pages(
            **rig.given(),
            secret_key=b"p" * 32,
            past=PastEvenings(rig.home.journal),
            between=lambda job: None,
            backups=backups,
            room=DiskRoom(rig.home),
        )
        desk = make_desk(
            rig.table,
            rig.home,
            made.guests,
            made.maker(rig.table),
            guest_port=0,
            host_port=0,
            camera_port=0,
            network=here(),
        )
        on_phones = replace(made.serving, at_table=False)
        app = replace(made, serving=on_phones).app(rig.table, desk)
        page = chromium.new_page(viewport={"width": 390, "height": 844}, locale="de-DE")
        client = app.test_client()
        try:
            with serving(app) as address:
                walk = Walk(page, address, app)
                camera(walk, rig, client)
                decks(walk, rig, client)
                (backup,) = {each.name for each in backups.there()}
                walk.look(f"/backup/{backup}")
                walk.look("/space/exports")
                walk.look("/phones/host", "off")
                desk.host.on()
                walk.look("/phones/host", "on, without a PIN")
                walk.look("/pin/new")
                desk.pin.choose("2580")
                desk.host.show_code()
                walk.look("/phones/host", "with a code")
                walk.look("/pin")
                page.goto("about:blank")
        finally:
            page.close()
            desk.close()
        assert walk.wrong == {}
        assert ONLY_WITH - walk.opened <= ROWS
