"""Files put on a USB stick, or in the folder `exports` of the table's own device.

A stick is a removable drive that the system has mounted. Each file gets its name when it is whole,
and everything is on the stick before it is said so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine.text import PlainError, Text, os_reason
from kiosk.exports import page_words as p
from kiosk.whole_file import write_whole

MOUNTS = Path("/proc/self/mounts")
BLOCKS = Path("/sys/class/block")
_PLACES = ("/media/", "/run/media/", "/mnt/")
"""Where systems mount sticks."""
_ESCAPED = re.compile(r"\\([0-7]{3})")


@dataclass(frozen=True, slots=True)
class Stick:
    """A drive that files can be put on."""

    name: str
    folder: Path


def sticks(mounts: Path = MOUNTS, blocks: Path = BLOCKS) -> tuple[Stick, ...]:
    """Return the sticks that are mounted and can be written, in the system's order."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    found: list[Stick] = []
    for line in lines:
        fields = line.split(" ")
        if len(fields) < 4 or not fields[0].startswith("/dev/"):
            continue
        folder = Path(_ESCAPED.sub(lambda octal: chr(int(octal[1], 8)), fields[1]))
        writable = "rw" in fields[3].split(",")
        if writable and str(folder).startswith(_PLACES) and _removable(fields[0], blocks):
            found.append(Stick(folder.name, folder))
    return tuple(found)


def _removable(device: str, blocks: Path) -> bool:
    """Tell whether a device or the drive it is a part of can be pulled out."""
    try:
        place = (blocks / Path(device).name).resolve(strict=True)
    except OSError:
        return False
    for folder in (place, place.parent):
        with suppress(OSError):
            if (folder / "removable").read_text(encoding="ascii").strip() == "1":
                return True
    # Larger sticks call themselves fixed; what hangs on USB can be pulled out all the same.
    return "/usb" in str(place)


@dataclass(frozen=True, slots=True)
class Saved:
    """What was put where."""

    folder: Path
    count: int


def save(target: Path, folder: str, files: Mapping[str, bytes]) -> Saved:
    """Write files into a folder below `target`; files of the same names are replaced.

    Raises:
        PlainError: it cannot be written; what was written before stays.
    """
    place = target / folder
    try:
        place.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            write_whole(place / name, content)
    except OSError as error:
        why: Text = os_reason(error)
        raise PlainError(p.NOT_SAVED.format(folder=target.name, why=why)) from error
    return Saved(place, len(files))
