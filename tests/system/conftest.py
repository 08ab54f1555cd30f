"""The guest that the system tests share, what it is made of, and its words where a test fails."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from tests.chip.fixtures import make_board
from tests.shared_data import ROOT
from tests.system.container import FOLDER as ROOTS
from tests.system.container import Say, debian
from tests.system.halves import half_of
from tests.system.image.packages import PreparationError
from tests.system.image.prepare import FOLDER, Image, prepare
from tests.system.machine import Guest

__all__ = ["make_board"]

LOGS = FOLDER / "logs"
"""What the guests of the last run said; one folder each."""
_TAIL = 60


@pytest.fixture(scope="session")
def say(request: pytest.FixtureRequest) -> Say:
    """Say how far it is with what takes minutes."""
    capture = request.config.pluginmanager.getplugin("capturemanager")

    def say(line: str) -> None:
        # Beside other tests there is no terminal of pytest's; this line is the user's all the same.
        with capture.global_and_fixture_disabled():
            print(f"\n{line}", end="", file=sys.stderr, flush=True)

    return say


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have every test in the half that makes what it asks for."""
    for item in items:
        if item.get_closest_marker("system"):
            guest = bool({"image", "guest"} & {*getattr(item, "fixturenames", ())})
            assert guest == (half_of(item.nodeid) == "guests"), item.nodeid


def pytest_collection_finish(session: pytest.Session) -> None:
    """Leave no logs of a run before."""
    first = os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0"
    runs = first and not session.config.option.collectonly
    if runs and any(item.get_closest_marker("system") for item in session.items):
        shutil.rmtree(LOGS, ignore_errors=True)


Made = TypeVar("Made")


def _made(make: Callable[[], Made]) -> Made:
    """Return what is made; a machine that cannot skips, saying why."""
    try:
        return make()
    except PreparationError as problem:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(problem))


@pytest.fixture(scope="session")
def image(say: Say) -> Image:
    """What guests boot; made where it is not there yet, saying how far it is."""
    return _made(lambda: prepare(say))


@pytest.fixture(scope="session")
def trixie(say: Say) -> Path:
    """Debian 13."""
    return _made(lambda: debian("trixie", "amd64", say))


@pytest.fixture(scope="session")
def trixie_arm64(say: Say) -> Path:
    """Debian 13 of the machine that a Raspberry Pi is."""
    return _made(lambda: debian("trixie", "arm64", say))


@pytest.fixture(scope="session")
def wheels(say: Say) -> Path:
    """Python's packages for both, as `make stick` puts them on a stick."""
    say("Downloading the locked wheels for Python 3.13, x86_64 and aarch64")
    folder = ROOTS.parent / "wheels"
    script = ROOT / "hardware" / "wheels.sh"
    words = [str(script), sys.executable, str(folder), "3.13-x86_64", "3.13-aarch64"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's folder as somebody unpacks it: what git would commit, as it is just now."""
    target = tmp_path_factory.mktemp("sources")
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).exists() and not name.startswith("tests/"):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target / name)
    return target


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
