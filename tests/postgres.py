"""Debian's PostgreSQL, started by a test in a folder of its own, reached by a socket alone.

It refuses to run as root, as which CI runs; then it runs as the user `postgres`, whom its package
brings.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Self

PATIENCE_S = 60.0
USER = "postgres"
_TRIES = 100


def programs() -> Path:
    """Return the folder of the newest PostgreSQL that is installed."""
    found = Path("/usr/lib/postgresql").glob("*/bin")
    return max(found, key=lambda each: int(each.parent.name))


class Postgres:
    """A server of one test run; what it has acknowledged outlives `kill`."""

    def __init__(self, *, sure: bool = True) -> None:
        """Make an empty one; `sure`: whether it waits for the disk, as it does where it counts."""
        self._settings = () if sure else ("-c", "fsync=off")
        self.folder = Path(tempfile.mkdtemp(prefix="pg-"))
        self._process: subprocess.Popen[str] | None = None
        self._as: list[str] = []
        if os.geteuid() == 0:
            who = pwd.getpwnam(USER)
            os.chown(self.folder, who.pw_uid, who.pw_gid)
            self._as = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]
        self._run(
            *("initdb", "--no-sync", "--pgdata", self._data, "--username", USER, "--auth", "trust"),
            *("--encoding", "UTF8", "--locale", "C.UTF-8"),
        )

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def address(self, name: str) -> str:
        """Return where a database is, as an organiser says it."""
        return f"postgresql://{USER}@/{name}?host={self.folder}"

    def create(self, name: str) -> str:
        """Make an empty database and return its address."""
        self._run("createdb", "--host", str(self.folder), "--username", USER, name)
        return self.address(name)

    def sql(self, name: str, text: str) -> str:
        """Say something to a database and return what it answers."""
        where = ("--host", str(self.folder), "--username", USER, "--dbname", name)
        return self._run("psql", *where, "--no-psqlrc", "-At", "--command", text)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def start(self) -> None:
        """Begin, or begin again; returns once it answers."""
        for _ in range(_TRIES):
            self._begin()
            if self._says("ready to accept connections"):
                return
            # After a kill its children may hold the shared memory for a moment.
            self._end(signal.SIGKILL)
        raise AssertionError("PostgreSQL does not start")

    def start_held(self) -> Callable[[], None]:
        """Begin, and let nobody in before what this returns is called: it is starting up so long.

        It looks for a log of its own in an archive, and the archive does not answer.
        """
        gate, open_ = self.folder / "gate", self.folder / "open"
        os.mkfifo(gate)
        signal_file = self.folder / "data" / "recovery.signal"
        signal_file.touch()
        if self._as:
            who = pwd.getpwnam(USER)
            for each in (gate, signal_file):
                os.chown(each, who.pw_uid, who.pw_gid)
        self._begin("-c", f"restore_command=test -e {open_} || cat {gate}; false")
        # It opens as soon as the archive is asked, which says no when this is closed.
        asked = gate.open("wb")

        def release() -> None:
            open_.touch()
            asked.close()

        return release

    def _begin(self, *more: str) -> None:
        self._process = subprocess.Popen(
            [
                *(*self._as, str(programs() / "postgres"), "-D", self._data),
                *("-c", "listen_addresses=", "-c", f"unix_socket_directories={self.folder}"),
                *("-c", "shared_buffers=16MB", "-c", "logging_collector=off"),
                *self._settings,
                *more,
            ],
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            cwd="/",
        )

    def _says(self, words: str) -> bool:
        """Wait until it says something, or has ended."""
        assert self._process is not None
        assert self._process.stderr is not None
        return any(words in line for line in self._process.stderr)

    def kill(self) -> None:
        """End it without a word, as a pulled plug does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it at once, with all its processes; what it acknowledged is on the disk."""
        self._end(signal.SIGQUIT)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        process.wait(PATIENCE_S)
        assert process.stderr is not None
        process.stderr.close()

    def _run(self, program: str, *words: str) -> str:
        done = subprocess.run(
            [*self._as, str(programs() / program), *words],
            capture_output=True,
            text=True,
            cwd="/",
            timeout=PATIENCE_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()
