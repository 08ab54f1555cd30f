"""Update and way back, in a container that systemd has booted, without network.

The versions are the checkout's own, each with one line changed: a newer one, one that ends at its
start, one whose page says what is wrong, and one that writes its journal anew.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.journal.migration import OLD_VERSION
from engine.journal.migration import VERSION as SCHEMA
from tests.shared_data import ROOT
from tests.system.conftest import LOGS
from tests.system.container import Container, copy_of

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
PROGRAMS = "/usr/local/lib/mehrkopf"
SCRIPT = "hardware/install.sh"
BROKER = r'\n[mqtt]\nhost = "127.0.0.1"\ntable = "7"\n'
"""A broker that is not there: the table runs all the same."""
EVENING = """
import sys
from pathlib import Path
from engine.events import EveningStarted, Note
from engine.journal.journal import Journal
from kiosk.home.clock import system_time
journal = Journal.open(Path("/var/lib/mehrkopf/journal.sqlite"))
started = EveningStarted("e", "schafkopf", {}, ("Resi", "Toni", "Vroni", "Sepp"), "isar", {})
journal.append([started, Note("Servus")], system_time().isoformat(timespec="milliseconds"))
print(journal.last_seq, journal.head)
"""
ENDS = ("kiosk/launch.py", "        begun = False\n", "        raise SystemExit(3)\n")
RUNS = "    calls = None if order.calls is None"
NEEDS = 'raise PlainError(Text(de="Da fehlt was.", en="Something is missing."))'
STANDS = ("kiosk/run.py", RUNS, f"    {NEEDS}\n{RUNS}")
MIGRATION, BEGINS = "engine/journal/migration.py", '    database.execute("BEGIN IMMEDIATE")\n'
NEWER_JOURNAL = (
    (MIGRATION, f"VERSION = {OLD_VERSION}, {SCHEMA}\n", f"VERSION = {OLD_VERSION}, 99\n"),
    (MIGRATION, BEGINS, f'    database.execute("PRAGMA user_version = 99")\n    return\n{BEGINS}'),
)


class Table:
    """The container, as somebody with a keyboard would use it."""

    def __init__(self, container: Container, sources: Path) -> None:
        self._container = container
        self._sources = sources
        self.run = container.run

    def sources_of(self, version: str, *changes: tuple[str, str, str]) -> str:
        """Bring the sources of a version, `file`, `old` and `new` changed; return their place."""
        place = f"/var/tmp/{version}"
        folder = self._container.root / place.lstrip("/")
        shutil.copytree(self._sources, folder)
        project = folder / "pyproject.toml"
        lines = project.read_text().splitlines()
        at = next(at for at, line in enumerate(lines) if line.startswith("version = "))
        lines[at] = f'version = "{version}"'
        project.write_text("\n".join(lines))
        for file, old, new in changes:
            text = (folder / file).read_text()
            assert old in text
            (folder / file).write_text(text.replace(old, new, 1))
        return place

    def install(self, place: str, *words: str) -> subprocess.CompletedProcess[str]:
        given = () if "--back" in words or "--remove" in words else ("--wheels", "/wheels")
        return self.run("sh", f"{place}/{SCRIPT}", *given, *words)

    def version(self) -> str:
        """Return which version the service runs, by its own process."""
        command = self.run("cat", f"/proc/{self.pid()}/cmdline").stdout
        return command.split("/releases/")[1].split("-")[0]

    def pid(self) -> str:
        return self.run("systemctl", "show", "--value", "-p", "MainPID", "mehrkopf").stdout.strip()

    def page(self) -> int:
        """Return the status that the page answers with."""
        ask = (
            "import urllib.request, urllib.error\n"
            "try: print(urllib.request.urlopen('http://127.0.0.1:8080/').status)\n"
            "except urllib.error.HTTPError as error: print(error.code)"
        )
        return int(self.run("python3", "-c", ask).stdout)

    def as_table(self, program: str) -> str:
        """Run Python of the installed version as the service's user."""
        python = f"{PROGRAMS}/current/venv/bin/python"
        done = self.run("runuser", "-u", "mehrkopf", "--", python, "-c", program)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def finding(self, check: str) -> tuple[str, str]:
        program = f"{PROGRAMS}/current/venv/bin/mehrkopf"
        words = ("doctor", "--json", "--home", "/var/lib/mehrkopf")
        said = self.run("runuser", "-u", "mehrkopf", "--", program, *words).stdout
        (line,) = (f for f in map(json.loads, said.splitlines()) if f["check"] == check)
        return line["level"], line["text"]


@pytest.fixture(scope="module")
def table(
    trixie: Path, wheels: Path, sources: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Table]:
    with (
        copy_of(trixie, tmp_path_factory.mktemp("update") / "root") as root,
        Container(root, LOGS / "update.log", {"/wheels": wheels}) as container,
    ):
        yield Table(container, sources)


@pytest.mark.parametrize(("file", "old", "new"), [ENDS, STANDS, *NEWER_JOURNAL])
def test_what_is_changed_for_a_version_is_there(file: str, old: str, new: str) -> None:
    """Told at every test run: the versions themselves are made by the system test alone."""
    text = (ROOT / file).read_text("utf-8")
    assert old in text
    compile(text.replace(old, new, 1), file, "exec")


@pytest.mark.system
def test_update_and_way_back(table: Table) -> None:
    """One story, for each step begins where the one before left the table."""
    first = table.sources_of("1.0.0")
    done = table.install(first)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (table.version(), table.page()) == ("1.0.0", 200)

    # Nothing new: the same process goes on.
    pid = table.pid()
    done = table.install(first)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "unverändert" in done.stdout
    assert table.pid() == pid

    # A broker is named: what speaks to it comes from the same folder, without network.
    settings = table.run("sh", "-c", f"printf '{BROKER}' >> /etc/mehrkopf/table.toml")
    assert settings.returncode == 0, settings.stderr
    done = table.install(first)
    assert done.returncode == 0, done.stdout + done.stderr
    assert table.pid() != pid
    assert table.as_table("import paho.mqtt.enums; print('there')") == "there"
    assert (table.version(), table.page()) == ("1.0.0", 200)

    # An evening is going on: asked first, then all the same.
    table.run("systemctl", "stop", "mehrkopf")
    recorded = table.as_table(EVENING)
    table.run("systemctl", "start", "mehrkopf")
    assert table.finding("evening")[0] == "note"
    second = table.sources_of("1.0.1")
    refused = table.install(second)
    assert refused.returncode == 2
    assert "Gerade ist ein Abend im Gang" in refused.stderr
    assert table.version() == "1.0.0"
    done = table.install(second, "--now")
    assert done.returncode == 0, done.stdout + done.stderr
    assert (table.version(), table.page()) == ("1.0.1", 200)
    whole = table.finding("journal")
    assert whole[0] == "ok"

    # Back by one command, and forth again: both are kept.
    for version in ("1.0.0", "1.0.1"):
        done = table.install(f"{PROGRAMS}/current", "--back", "--now")
        assert done.returncode == 0, done.stdout + done.stderr
        assert (table.version(), table.page()) == (version, 200)
    assert table.finding("journal") == whole

    # What does not come up is left by itself: a program that ends, and one whose page says trouble.
    for version, change in (("1.0.2", ENDS), ("1.0.3", STANDS)):
        done = table.install(table.sources_of(version, change), "--now")
        assert done.returncode == 1, done.stdout + done.stderr
        assert f"Version {version}-" in done.stderr
        assert "kam nicht hoch: 1.0.1-" in done.stderr
        assert "läuft wieder, verloren ist nichts." in done.stderr
        assert "is running again, nothing is lost." in done.stderr
        assert (table.version(), table.page()) == ("1.0.1", 200)
    assert table.finding("journal") == whole

    # A journal that the version before cannot read: refused before anything changes.
    newer = table.sources_of("1.1.0", *NEWER_JOURNAL)
    done = table.install(newer, "--now")
    assert done.returncode == 0, done.stdout + done.stderr
    table.run("systemctl", "stop", "mehrkopf")
    table.as_table(WRITTEN_ANEW)
    table.run("systemctl", "start", "mehrkopf")
    pid = table.pid()
    refused = table.install(newer, "--back", "--now")
    assert refused.returncode == 2
    assert "Nichts geändert: Version 1.0.1-" in refused.stderr
    assert "neueren Mehrkopf" in refused.stderr
    assert (table.version(), table.page(), table.pid()) == ("1.1.0", 200, pid)
    assert recorded.split()[1] in table.as_table(HEADS)

    # Gone again, but for what people made.
    done = table.install(newer, "--remove")
    assert done.returncode == 0, done.stdout + done.stderr
    left = table.run("ls", PROGRAMS, "/var/lib/mehrkopf/journal.sqlite")
    assert left.stdout.split() == ["/var/lib/mehrkopf/journal.sqlite"]


WRITTEN_ANEW = """
from contextlib import closing
from pathlib import Path
from engine.journal.journal import Journal
with closing(Journal.open(Path("/var/lib/mehrkopf/journal.sqlite"))): pass
"""
HEADS = """
import sqlite3
database = sqlite3.connect("/var/lib/mehrkopf/journal.sqlite")
print(*(head for head, in database.execute("SELECT hash FROM events")))
"""
