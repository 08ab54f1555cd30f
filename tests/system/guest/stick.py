"""A stick in the guest: mounted where a desktop would, backed up onto by the product's commands."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from engine.events import EveningEnded
from engine.journal.check import check
from engine.journal.journal import Journal
from engine.text import PlainError
from kiosk.cli import main
from kiosk.exports.backup import STICK_FOLDER, backups_in, read_backup
from kiosk.exports.files import sticks
from kiosk.home.data_folder import Home
from tests.engine.spine import AT, EVENING, RUFSPIEL, opened, played
from tests.system.guest.agent import Caller

TABLE, OTHER = Path("/run/stick/table"), Path("/run/stick/other")
STICK = Path("/media/STICK")
BULK = 6_000_000
"""Bytes of an exported file, so that a backup takes a while to write."""
_LOOK_S = 0.02
_GERMAN = ("--lang", "de")


def table(caller: Caller) -> int:
    """Make a data folder with an evening of one deal; return its events."""
    home = Home(TABLE)
    home.prepare()
    (home.exports / "bulk.bin").write_bytes(os.urandom(BULK))
    home.words_toml.write_text("")
    with closing(Journal.open(home.journal)) as journal:
        journal.append((EVENING, *opened(), *played(RUFSPIEL), EveningEnded()), AT)
        return journal.last_seq


def mount(caller: Caller, device: str) -> list[str]:
    """Mount a stick; return the names under which the product finds sticks."""
    STICK.mkdir(parents=True, exist_ok=True)
    subprocess.run(["modprobe", "-a", "vfat", "nls_cp437", "nls_ascii"], check=True)
    subprocess.run(["mount", "-t", "vfat", device, STICK], check=True)
    return [stick.name for stick in sticks()]


def node(caller: Caller, name: str) -> str:
    """Return the device file that a name of udev's leads to, as `mount` lists it."""
    return str(Path(name).resolve())


def remount(caller: Caller, how: str) -> None:
    """Let the stick be `ro` or `rw` from now on."""
    subprocess.run(["mount", "-o", f"remount,{how}", STICK], check=True)


def unmount(caller: Caller) -> None:
    """Take the stick out of the tree, whether it is still there or not."""
    subprocess.run(["umount", "-l", STICK], check=True)


def fill(caller: Caller, left: int) -> None:
    """Fill the stick until so many bytes are left."""
    free = os.statvfs(STICK)
    with (STICK / "holiday.avi").open("wb") as file:
        file.write(bytes(max(free.f_bavail * free.f_frsize - left, 0)))


def empty(caller: Caller) -> None:
    """Delete what filled it."""
    (STICK / "holiday.avi").unlink()


def run(caller: Caller, words: list[str], home: str = str(TABLE)) -> dict[str, Any]:
    """Run a command of the product to its end, in this program: its begin takes half a minute."""
    out, error = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(error):
        status = main([*words, "--home", home, *_GERMAN])
    return {"status": status, "out": out.getvalue(), "error": error.getvalue()}


def pulled(caller: Caller) -> dict[str, Any]:
    """Back up onto the stick; say `writing` once the draft lies there, and what came of it."""
    command = ["backup", str(STICK), "--home", str(TABLE), *_GERMAN]
    with subprocess.Popen(
        [sys.executable, "-m", "kiosk.cli", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        while running.poll() is None and not list((STICK / STICK_FOLDER).glob("*.part")):
            try:
                # Another program tells nobody how far it is.
                running.wait(_LOOK_S)
            except subprocess.TimeoutExpired:
                continue
        caller.say("writing", ended=running.poll() is not None)
        out, error = running.communicate()
    return {"status": running.returncode, "out": out, "error": error}


def held(caller: Caller) -> dict[str, Any]:
    """Return what the stick and both data folders hold, all of it read and checked."""
    backups = backups_in(STICK / STICK_FOLDER)
    bad = []
    for path in backups:
        try:
            read_backup(path)
        except PlainError as error:
            bad.append(error.text.de)
    return {"backups": [path.name for path in backups], "bad": bad, "tables": _tables()}


def _tables() -> list[dict[str, Any]]:
    found = []
    for home in (Home(TABLE), Home(OTHER)):
        if not home.journal.exists():
            continue
        condition = check(home.journal)
        body = (home.exports / "bulk.bin").read_bytes()
        found.append(
            {
                "sound": condition.sound,
                "events": condition.whole,
                "head": condition.head,
                "bulk": len(body),
            }
        )
    return found
