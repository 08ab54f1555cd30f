"""The house's own rules: directions, sizes, words, and what may lie where."""

from __future__ import annotations

import ast
import logging
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from importlinter.cli import lint_imports
from setuptools import find_packages

from tests.shared_data import ROOT

PACKAGES = ("engine", "firmware_bridge", "kiosk", "models", "vision")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
FOUND = PROJECT["tool"]["setuptools"]["packages"]["find"]
SHIPPED = set(find_packages(str(ROOT), include=FOUND["include"], exclude=FOUND["exclude"]))
"""The packages that get into the wheel."""

TOP_LEVEL = {
    *PACKAGES,
    *("docs", "hardware", "requirements", "tests"),
    *("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "pyproject.toml"),
    *(".ci", ".gitignore"),
}
MADE = re.compile(
    r"\.git|\.venv.*|build|dist|.*\.egg-info|\..*_cache|\.hypothesis|\.coverage.*|coverage\.xml"
    r"|__pycache__|node_modules|\.data|\.tmp"
)
"""Names that commands make; git ignores them."""
WORKSHOP = ROOT / "models" / "workshop"
"""Draws, trains and measures; not on the device."""
FOREIGN = re.compile(rf"{MADE.pattern}|vendor")
"""And what others wrote and we carry along, licence beside it."""

TEXT = {".py", ".md", ".txt", ".toml", ".in", ".html", ".css", ".js", ".svg", ".json", ".jsonl", ""}
HOSTS = {
    "127.0.0.1",
    "localhost",
    "example.org",
    "json-schema.org",
    "keepachangelog.com",
    "semver.org",
    "www.w3.org",
}
"""Hosts an address in a committed file may name, beside those reserved for examples."""

COMMANDS = ("setup", "run", "test", "system-test", "prove", "lint", "bench", "model")
LONGEST = 800
SLEEPERS = {
    "kiosk/organiser/database.py",
    "kiosk/web/live.py",
    "tests/system/guest/pins.py",
}
"""Files that may sleep, where there is no event to wait for: a server that is starting and tells
nobody when it has, a least gap between two messages, a finger on a button."""


def files(*suffixes: str) -> Iterator[Path]:
    """Yield the project's own files of these kinds."""
    for top in sorted(ROOT.iterdir()):
        if MADE.fullmatch(top.name):
            continue
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            foreign = any(FOREIGN.fullmatch(part) for part in path.relative_to(ROOT).parts)
            if path.is_file() and path.suffix in suffixes and not foreign:
                yield path


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imported(path: Path) -> set[str]:
    """Return the top-level names of the modules a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


def test_pages_are_called_as_the_module_that_holds_them() -> None:
    """A blueprint bears its module's name, or its folder's where the module is called `pages`."""
    made = re.compile(r'Blueprint\(\s*"(\w+)"')
    strangers = {
        (short(path), name)
        for path in (ROOT / "kiosk" / "web").rglob("*.py")
        for name in made.findall(path.read_text("utf-8"))
        if name.removesuffix("_switch") != (path.parent.name if path.stem == "pages" else path.stem)
    }
    assert strangers == set()


@pytest.fixture
def loggers_stay_on() -> Iterator[None]:
    """import-linter sets up logging anew and so switches off every logger that exists by then."""
    known = logging.root.manager.loggerDict.values()
    off = {each: each.disabled for each in known if isinstance(each, logging.Logger)}
    yield
    for logger, disabled in off.items():
        logger.disabled = disabled


@pytest.mark.usefixtures("loggers_stay_on")
def test_imports_run_one_way(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    status = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert status == 0, capsys.readouterr().out


def test_the_engine_needs_the_standard_library_only() -> None:
    allowed = (sys.stdlib_module_names | {"engine"}) - {"time", "random", "secrets", "socket"}
    engine = [path for path in files(".py") if path.is_relative_to(ROOT / "engine")]
    assert len(engine) > 5
    foreign = {short(path): sorted(imported(path) - allowed) for path in engine}
    assert not {path: names for path, names in foreign.items() if names}


def test_the_engine_reads_no_clock() -> None:
    clock = re.compile(r"\b(?:now|utcnow|today|urandom|uuid4|uuid1)\(")
    engine = [path for path in files(".py") if path.is_relative_to(ROOT / "engine")]
    assert [short(path) for path in engine if clock.search(path.read_text("utf-8"))] == []


def test_modules_hold_one_idea_each() -> None:
    long = {
        short(path): count
        for path in files(".py", ".js", ".css")
        if (count := len(path.read_text("utf-8").splitlines())) > LONGEST
    }
    assert long == {}


def test_every_package_ships_but_the_workshop_s() -> None:
    folders = {
        ".".join(path.parent.relative_to(ROOT).parts)
        for package in PACKAGES
        for path in (ROOT / package).rglob("__init__.py")
        if not path.is_relative_to(WORKSHOP)
    }
    assert folders == SHIPPED
    assert FOUND["namespaces"] is False, "templates and pictures are no packages"


def test_modules_lie_in_packages() -> None:
    stray = [
        short(path)
        for path in files(".py")
        if path.relative_to(ROOT).parts[0] in {*PACKAGES, "tests"}
        and not (path.parent / "__init__.py").exists()
    ]
    assert stray == []


def test_the_top_level_holds_only_what_belongs_there() -> None:
    names = {path.name for path in ROOT.iterdir() if not MADE.fullmatch(path.name)}
    assert names - TOP_LEVEL == set()
    assert TOP_LEVEL - names == set()


def test_test_folders_mirror_the_packages() -> None:
    """Below a package's tests a folder of its own may hold one topic (`engine/rules`)."""
    tests = [path.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")]
    folders = {path.parent.as_posix() for path in tests}
    allowed = {name.replace(".", "/") for name in SHIPPED}
    strangers = {each for each in folders - allowed if each.rpartition("/")[0] not in allowed}
    assert strangers <= {
        *(".", "chip", "documents", "evenings", "fuzz", "hardware", "real", "reference", "system"),
        "tournament",
    }


def test_every_package_has_tests() -> None:
    for package in PACKAGES:
        assert list((ROOT / "tests" / package).rglob("test_*.py")), package


def test_addresses_name_only_known_hosts() -> None:
    address = re.compile(r"\b[a-z]+://([a-z0-9][^/\s\"'`<>()\[\]{}:,;\\]*)")
    foreign = {
        (short(path), host)
        for path in files(*TEXT)
        for host in address.findall(path.read_text("utf-8", errors="replace"))
        if host not in HOSTS and not host.endswith((".test", ".example"))
    }
    assert foreign == set()


def test_no_path_of_one_machine_is_written_down() -> None:
    paths = re.compile("/" + "(?:work|root|opt|home/[a-z]+)" + "/")
    found = [short(path) for path in files(*TEXT) if paths.search(path.read_text("utf-8"))]
    assert found == []


def test_nothing_sleeps() -> None:
    sleep = re.compile(r"\bsleep" + r"\(")
    found = {short(path) for path in files(".py") if sleep.search(path.read_text("utf-8"))}
    assert found == SLEEPERS


def test_nothing_is_left_for_later() -> None:
    later = re.compile("TO" + r"DO|FIX" + r"ME|XX" + r"X\b")
    own = files(".py", ".js", ".css", ".html")
    assert [short(path) for path in own if later.search(path.read_text("utf-8"))] == []


@pytest.mark.parametrize("target", COMMANDS)
def test_the_makefile_has_the_command(target: str) -> None:
    assert re.search(rf"^{target}:.*## \S", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)


def test_the_readme_names_the_commands_and_the_licence() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for words in ("make run", "make test", "MIT", "## English"):
        assert words in readme


def test_links_between_documents_lead_somewhere() -> None:
    link = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
    dead = [
        (short(path), target)
        for path in files(".md")
        for target in link.findall(path.read_text("utf-8"))
        if "://" not in target and not (path.parent / target).exists()
    ]
    assert dead == []
