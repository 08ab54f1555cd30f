"""What all tests share: the large data, a browser, and the rule that CI skips nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.chromium import CHROMIUM, launch
from tests.shared_data import DATA

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from vision.reading.nets import Nets

IN_CI = os.environ.get("CI") == "true"

# A deadline for one example is a race: beside other work any of them may take a second.
settings.register_profile("house", settings.default, deadline=None)
settings.load_profile("house")

_skipped: list[str] = []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what cannot run here, each with the reason."""
    no_data = pytest.mark.skip(reason="no test data: set MEHRKOPF_DATA or put shared/ beside")
    no_browser = pytest.mark.skip(reason=f"no browser at {CHROMIUM}: apt install chromium")
    for item in items:
        if DATA is None and item.get_closest_marker("shared"):
            item.add_marker(no_data)
        uses = item.get_closest_marker("browser") or "chromium" in getattr(item, "fixturenames", ())
        if uses and not CHROMIUM.exists():
            item.add_marker(no_browser)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember what was skipped."""
    if report.skipped and not hasattr(report, "wasxfail"):
        _skipped.append(report.nodeid)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Remember whole modules that were skipped."""
    if report.skipped:
        _skipped.append(report.nodeid)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Let the run fail in CI when anything was skipped although the data are there."""
    if IN_CI and DATA is not None and _skipped and exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why the run failed, where the only reason is a skipped test."""
    if IN_CI and DATA is not None and _skipped:
        terminalreporter.write_sep("=", "skipped in CI, which counts as failed", red=True)
        for name in _skipped:
            terminalreporter.write_line(name)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of the large test data; only for tests with the marker `shared`."""
    if DATA is None:
        raise FileNotFoundError("a test that uses shared_data needs the marker 'shared'")
    return DATA


@pytest.fixture(scope="session")
def nets() -> Nets:
    """The nets that ship, opened once for the whole run."""
    from vision.reading.nets import load_nets  # noqa: PLC0415 - heavy, few tests need it

    return load_nets()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One headless browser for the whole run; only for tests with the marker `browser`."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - heavy, few tests need it

    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A fresh page of the kiosk's size, 1280x800, that fails the test on a script error."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="de-DE")
    context.set_default_timeout(30_000)
    errors: list[str] = []
    opened = context.new_page()
    opened.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    context.close()
    assert errors == []
