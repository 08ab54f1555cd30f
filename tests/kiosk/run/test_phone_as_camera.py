"""The program itself with a phone as its camera: ordered, chosen later, and nothing open before."""

from __future__ import annotations

import re
import socket
import ssl
import subprocess
import urllib.error
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPSConnection
from types import SimpleNamespace

import pytest

from kiosk.camera.camera_values import choose_camera
from kiosk.camera.connected import cameras
from kiosk.cli import run
from kiosk.home.data_folder import Home
from kiosk.launch import Amends, Prepared
from kiosk.web.phones.limits import own_addresses
from tests.kiosk.asked_page import Page
from tests.kiosk.cli import start


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@contextmanager
def running(home: Home, *words: str) -> Iterator[tuple[subprocess.Popen[str], Page]]:
    process = start(home.root, "run", "--port", "0", *words)
    with process:
        try:
            yield process, Page(process)
        finally:
            process.terminate()
            process.communicate(timeout=60)


def listens(port: int) -> bool:
    with socket.socket() as asking:
        asking.settimeout(10)
        return asking.connect_ex(("127.0.0.1", port)) == 0


def own_waits_for_a_phone(camera_page: str) -> bool:
    """Tell whether the table's own evening has a phone as its camera, which is yet to join."""
    return "Noch ist kein Handy die Kamera" in camera_page and 'class="demo"' not in camera_page


def shown_code(shown: str) -> str:
    found = re.search(r'id="code">Code <b>(\w{4}-\w{4})</b>', shown)
    assert found is not None, shown
    return found[1]


def redeemed(shown: str, code: str) -> int:
    """Send the code to where the table's page says that the phone comes."""
    address = re.search(r'data-address="([^"]+)"', shown)
    assert address is not None
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with closing(HTTPSConnection(address[1], timeout=60, context=context)) as phone:
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        phone.request("POST", "/pair", f"code={code}".encode(), form)
        return phone.getresponse().status


def refused(page: Page, port: int) -> None:
    """A machine in no network has no phone to wait for: it says so and opens nothing."""
    with pytest.raises(urllib.error.HTTPError, match="409"):
        page.post("/phones/camera/on")
    assert not listens(port)


def test_a_phone_is_ordered_let_in_and_turned_off(home: Home) -> None:
    port = free_port()
    home.table_toml.write_text(f"[phones]\ncamera_port = {port}\n")
    with running(home, "--source", "phone") as (_, page):
        # At the very first start the way back is to the question that led here.
        assert "/begin/watch?" in page.get("/phones/camera")
        if not own_addresses():
            refused(page, port)
            return
        assert listens(port)
        # Nobody has joined: the walk and the camera's page say so, and the code is what to tap.
        for asked in ("/begin/watch?first=1", "/setup/camera"):
            waits = page.get(asked)
            assert "Noch ist kein Handy die Kamera" in waits, asked
            way = r'<a class="[^"]*main[^"]*" href="/phones/camera"[^>]*>(?:<[^>]+>)*Code zeigen<'
            assert re.search(way, waits), asked
            assert "Eine Kamera ist da" not in waits
        assert "Kamera einschalten" not in page.get("/setup/camera")
        # Nobody sits there yet: the measuring sheet's arrow is checked against a number.
        assert "Platz 1" in page.get("/setup/camera/seats")
        assert "Resi" not in page.get("/setup/camera/seats")
        shown = page.get("/phones/camera")
        assert 'data-on="1"' in shown
        assert 'id="code"' not in shown
        page.post("/phones/camera/code")
        shown = page.get("/phones/camera")
        assert shown_code(shown)
        # What the one shown would be replaced by is not what to tap next.
        assert ">Neuen Code zeigen<" in shown
        assert ">Code zeigen<" not in shown
        # Let in, it is a camera to switch on.
        assert redeemed(shown, shown_code(shown)) == 200
        assert "Kamera einschalten" in page.get("/setup/camera")
        assert "Eine Kamera ist da" in page.get("/begin/watch?first=1")
        page.post("/phones/camera/off")
        assert 'data-on="0"' in page.get("/phones/camera")
        camera = page.get("/setup/camera")
        # Where another camera is plugged in, it takes the place.
        assert ("Die Handy-Kamera ist ausgeschaltet" in camera) == (not cameras())
        assert ("Kamera einschalten" in camera) == bool(cameras())
        assert not listens(port)
    assert home.phone_camera.stat().st_mode & 0o777 == 0o600


def test_the_demonstration_gives_way_to_an_evening_with_a_phone(home: Home) -> None:
    port = free_port()
    home.table_toml.write_text(f"[phones]\ncamera_port = {port}\n")
    with running(home) as (_, page):
        assert not listens(port)
        assert not home.phone_camera.exists()
        demonstrated = page.get("/setup/camera")
        assert "/phones/camera" in demonstrated
        assert not own_waits_for_a_phone(demonstrated)
        if not own_addresses():
            refused(page, port)
            return
        page.post("/phones/camera/on")
        code = shown_code(page.get("/phones/camera"))
        # The own evening; whoever plays has still to say that the camera may look on.
        page.wait(lambda _: own_waits_for_a_phone(page.get("/setup/camera")))
        shown = page.get("/phones/camera")
        assert 'data-on="1"' in shown
        # Whoever scanned it in the demonstration is let in by it now.
        assert shown_code(shown) == code
        assert redeemed(shown, code) == 200
        assert redeemed(shown, code) == 403


def test_an_own_evening_begun_from_the_demonstration_may_have_a_phone_later(home: Home) -> None:
    port = free_port()
    home.table_toml.write_text(f"[phones]\ncamera_port = {port}\n")
    with running(home) as (_, page):
        page.post("/own")
        page.wait(lambda now: 'class="demo"' not in now and 'data-screen="start"' in now)
        # Where none is plugged in the evening has no camera yet, and says no more than that.
        camera = page.get("/setup/camera")
        assert "--no-camera" not in camera
        assert "/phones/camera" in camera
        if not own_addresses():
            refused(page, port)
            return
        page.post("/phones/camera/on")
        page.wait(lambda _: own_waits_for_a_phone(page.get("/setup/camera")))


def test_a_table_that_is_to_have_no_camera_says_so_and_offers_no_phone(home: Home) -> None:
    with running(home, "--no-camera") as (_, page):
        shown = page.get("/phones/camera")
        assert "Hier kann ein Handy nicht die Kamera sein" in shown
        assert "/phones/camera/on" not in shown
        assert "/phones/camera" not in page.get("/setup/camera")


def test_what_was_chosen_meanwhile_is_the_camera_of_the_own_evening(home: Home) -> None:
    prepared: Prepared = run.prepare(_arguments(home), home, Amends(), lambda step: None)
    assert prepared.order.kind == "sample"
    choose_camera(home, "phone")
    own = prepared.others["own"]()
    assert (own.kind, own.source) == ("camera", "phone")


def _arguments(home: Home) -> SimpleNamespace:
    return SimpleNamespace(
        source=None,
        no_camera=False,
        calls=None,
        deck=None,
        port=0,
        host_mode=False,
        stay=False,
        config=None,
        home=home.root,
        speed=1.0,
        lang=None,
    )
