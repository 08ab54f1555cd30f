"""The guest that the system tests share, what it is made of, and its words where a test fails."""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from tests.chip.fixtures import make_board
from tests.system.image.packages import PreparationError
from tests.system.image.prepare import FOLDER, Image, prepare
from tests.system.machine import Guest

__all__ = ["make_board"]

LOGS = FOLDER / "logs"
"""What the guests of the last run said; one folder each."""
_TAIL = 60


@pytest.fixture(scope="session")
def image(request: pytest.FixtureRequest) -> Image:
    """What guests boot; made where it is not there yet, saying how far it is."""
    capture = request.config.pluginmanager.getplugin("capturemanager")
    terminal = request.config.pluginmanager.getplugin("terminalreporter")

    def say(line: str) -> None:
        with capture.global_and_fixture_disabled():
            terminal.ensure_newline()
            terminal.write_line(line)

    shutil.rmtree(LOGS, ignore_errors=True)
    try:
        return prepare(say)
    except PreparationError as problem:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(problem))


@pytest.fixture(scope="session")
def guest(image: Image) -> Iterator[Guest]:
    """The guest with the devices; booted once for all tests that only use it."""
    usb = ("-device", "qemu-xhci,id=usb")
    with Guest(image, LOGS / "devices", cables=("board",), extra=usb) as running:
        yield running


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show beside a failure what the guests said last, and where all of it lies."""
    report = yield
    if report.failed:
        for log in sorted(LOGS.glob("*/*.log")):
            report.sections.append((f"end of {log}", _end_of(log)))
    return report


def _end_of(log: Path) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-_TAIL:])
