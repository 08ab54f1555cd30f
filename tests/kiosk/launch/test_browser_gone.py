"""A page whose program is gone: it says so, keeps what was typed, and comes back by itself."""

from __future__ import annotations

import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.kiosk.cli import address_of, start

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

SAID_MS = 3000
"""Longest until a page says that its program is gone; a busy machine gets as much again."""
BACK_MS = 60_000


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page whose scripts may not fail; that nobody answers it may say."""
    page = context.new_page()
    failed: list[str] = []
    page.on("pageerror", lambda error: failed.append(str(error)))
    yield page
    assert failed == []


@contextmanager
def running(home: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    process = start(home, "run", "--no-camera", "--stay", "--port", str(port), OMP_NUM_THREADS="1")
    with process:
        try:
            address_of(process)
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.terminate()
            process.communicate(timeout=60)


def gone(page: Page) -> None:
    page.locator("#gone").wait_for(timeout=2 * SAID_MS)


def back(page: Page) -> None:
    page.locator("#gone").wait_for(state="detached", timeout=BACK_MS)


def test_stopped_and_killed_the_first_page_says_so_and_comes_back(
    page: Page, tmp_path: Path, port: int
) -> None:
    address = f"http://127.0.0.1:{port}/"
    with running(tmp_path, port) as process:
        page.goto(address)
        page.get_by_role("button", name="Deutsch").click()
        page.get_by_role("button", name="Deutsch").wait_for(state="detached")
        # A page whose scripts never came cannot say so.
        page.wait_for_load_state()
        there = page.locator("h1").inner_text()
        process.send_signal(signal.SIGSTOP)
        gone(page)
        # Nothing is sent to nobody, and the page stays.
        page.locator(".foot a, main button, main a").first.click(force=True)
        assert page.locator("h1").inner_text() == there
        assert "antwortet gerade nicht" in page.locator("#gone").inner_text()
        process.send_signal(signal.SIGCONT)
        back(page)
        assert page.locator("h1").inner_text() == there
        process.kill()
        gone(page)
    page.locator(".foot a, main button, main a").first.click(force=True)
    assert page.url.startswith(address)
    with running(tmp_path, port):
        back(page)
        assert page.locator("h1").inner_text() == there
        with page.expect_navigation():
            page.locator("main button, main a").first.click()


def test_what_was_typed_outlives_the_program(page: Page, tmp_path: Path, port: int) -> None:
    with running(tmp_path, port) as process:
        page.goto(f"http://127.0.0.1:{port}/pin")
        page.locator("input[name=pin]").fill("2580")
        process.kill()
        gone(page)
        page.locator("input[name=again]").fill("2580")
        page.locator(".foot button.main").click(force=True)
        assert page.locator("input[name=pin]").input_value() == "2580"
    with running(tmp_path, port):
        back(page)
        assert page.locator("input[name=again]").input_value() == "2580"
        with page.expect_navigation():
            page.locator(".foot button.main").click()
        assert (tmp_path / "pin").exists()


def test_a_tap_that_comes_before_anybody_noticed_goes_nowhere(
    page: Page, tmp_path: Path, port: int
) -> None:
    with running(tmp_path, port) as process:
        page.goto(f"http://127.0.0.1:{port}/more")
        process.kill()
        page.locator("main a").first.click()
        gone(page)
        assert page.url.endswith("/more")
    with running(tmp_path, port):
        back(page)
        assert page.url.endswith("/more")
