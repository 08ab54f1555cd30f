"""A stick of FAT on a USB port: backed up onto, brought back from, full, pulled while written."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.exports.backup import STICK_FOLDER
from tests.system.conftest import LOGS
from tests.system.guest.stick import BULK, OTHER, STICK
from tests.system.image.prepare import Image
from tests.system.machine import Guest

pytestmark = pytest.mark.system

STICK_BYTES = 64 << 20
SLOW = 1_500_000
"""Bytes a second that the stick takes; a backup is written for some seconds."""


@pytest.fixture
def stuck(image: Image, tmp_path: Path) -> Iterator[Guest]:
    """A guest beside which lies a stick of FAT, not plugged in."""
    card = tmp_path / "stick.img"
    with card.open("wb") as file:
        file.truncate(STICK_BYTES)
    subprocess.run(["/usr/sbin/mkfs.vfat", "-n", "STICK", card], check=True, capture_output=True)
    extra = (
        *("-device", "qemu-xhci,id=usb"),
        *("-object", f"throttle-group,id=slow,x-bps-write={SLOW},x-bps-write-max={SLOW}"),
        *("-blockdev", f"driver=file,filename={card},node-name=file"),
        *("-blockdev", "driver=raw,file=file,node-name=raw"),
        *("-blockdev", "driver=throttle,throttle-group=slow,file=raw,node-name=stick"),
    )
    with Guest(image, LOGS / "stick", memory=768, extra=extra) as guest:
        yield guest


def plug(guest: Guest, number: int) -> list[str]:
    """Plug the stick in and mount it; return the sticks that the product finds."""
    guest.monitor.command(
        "device_add",
        driver="usb-storage",
        id=f"stick{number}",
        drive="stick",
        bus="usb.0",
        serial=f"STICK{number}",
        removable=True,
    )
    device = f"/dev/disk/by-id/usb-QEMU_QEMU_HARDDISK_STICK{number}-0:0"
    guest.call("devices:wait_for", path=device, there=True)
    found: list[str] = guest.call("stick:mount", device=guest.call("stick:node", name=device))
    return found


def unplug(guest: Guest, number: int) -> None:
    guest.monitor.command("device_del", id=f"stick{number}")
    guest.monitor.event("DEVICE_DELETED")


def test_backed_up_brought_back_full_and_pulled_out(stuck: Guest) -> None:
    guest = stuck
    events = guest.call("stick:table")
    assert plug(guest, 1) == ["STICK"]

    done = guest.call("stick:run", words=["backup", str(STICK)])
    assert done["status"] == 0, done
    assert f"Gesichert und geprüft: {STICK / STICK_FOLDER}" in done["out"]
    assert "Auf diesen Stick wird von jetzt an jeder Abend gesichert" in done["out"]
    done = guest.call("stick:run", words=["restore", str(STICK)], home=str(OTHER))
    assert done["status"] == 0, done
    held = guest.call("stick:held")
    (first,) = held["backups"]
    table, other = held["tables"]
    assert table == other
    assert (table["sound"], table["events"], table["bulk"]) == (True, events, BULK)

    guest.call("stick:fill", left=BULK // 2)
    full = guest.call("stick:run", words=["backup", str(STICK)])
    assert full["status"] == 2
    assert "ließ sich nicht schreiben (der Datenträger ist voll)" in full["error"]
    assert guest.call("stick:held") == held
    guest.call("stick:empty")

    guest.call("stick:remount", how="ro")
    shut = guest.call("stick:run", words=["backup", str(STICK / STICK_FOLDER)])
    assert shut["status"] == 2
    assert "ließ sich nicht schreiben (der Datenträger ist schreibgeschützt)" in shut["error"]
    guest.call("stick:remount", how="rw")

    writing = guest.begin("stick:pulled")
    assert not writing.event("writing", 120.0)["ended"]
    unplug(guest, 1)
    told = writing.result(120.0)
    assert told["status"] == 2, told
    assert "ließ sich nicht schreiben" in told["error"]
    assert "Die Abende selbst sind davon nicht berührt." in told["error"]
    assert told["error"].count("\n") == 1
    guest.call("stick:unmount")
    assert guest.call("stick:held")["tables"] == [table, other]

    assert plug(guest, 2) == ["STICK"]
    held = guest.call("stick:held")
    assert held == {"backups": [first], "bad": [], "tables": [table, other]}
    done = guest.call("stick:run", words=["backup", str(STICK)])
    assert done["status"] == 0, done
    held = guest.call("stick:held")
    assert len(held["backups"]) == 2
    assert held["bad"] == []
