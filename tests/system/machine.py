"""The guest: QEMU without KVM, its console, its monitor, and the channel to the agent inside.

The guest's root is the host's own, read-only over 9p, with memory over it: it has the checkout, the
Python and the packages of the test run, and can change nothing of them.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Self

from tests.shared_data import ROOT
from tests.system.channel import Channel, Order
from tests.system.guest.agent import PORT
from tests.system.image.prepare import Image
from tests.system.monitor import Monitor
from tests.system.sockets import Waiting

BOOT_S = 240.0
"""A quiet machine takes 20 s; two cores that build and test beside it several times that."""
CPU = "max,-avx,-avx2,-fma"
"""QEMU 7.2 works AVX and FMA out lane by lane: a net took nine times as long with them."""
_START = ROOT / "tests" / "system" / "guest" / "start.sh"


class Guest:
    """One guest; `with` boots it, waits until it answers, and ends it.

    Args:
        image: what it boots.
        folder: where its logs go: `console.log`, `channel.log`, `qemu.log`.
        memory: megabytes.
        cables: names of lines that QEMU brings out for tests, `cable(name)` here.
        extra: further words for QEMU.
        udev: whether device files get their names and permissions.
    """

    def __init__(
        self,
        image: Image,
        folder: Path,
        memory: int = 1536,
        cables: tuple[str, ...] = (),
        extra: tuple[str, ...] = (),
        udev: bool = True,
    ) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        given = f"udev={'yes' if udev else 'no'} start={_START}"
        given += f" checkout={ROOT} python={sys.executable}"
        with tempfile.TemporaryDirectory(prefix="guest-") as sockets:
            control = Waiting("control", Path(sockets))
            monitor = Waiting("monitor", Path(sockets))
            outside = {name: Waiting(name, Path(sockets)) for name in cables}
            words = (
                # Ends with the test run, however that ends.
                "setpriv", "--pdeathsig", "KILL",
                "qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", CPU,
                "-smp", "2", "-m", str(memory), "-nodefaults", "-display", "none", "-no-reboot",
                "-serial", f"file:{folder / 'console.log'}",
                "-kernel", str(image.kernel), "-initrd", str(image.initramfs),
                "-append", f"console=ttyS0 panic=-1 quiet loglevel=4 {given}",
                *_shared("host", Path("/")), *_shared("layer", image.layer),
                *control.words, "-device", "virtio-serial-pci",
                "-device", f"virtserialport,chardev=control,name={PORT}",
                *monitor.words, "-mon", "chardev=monitor,mode=control",
                *(word for line in outside.values() for word in line.words), *extra,
            )  # fmt: skip
            with (folder / "qemu.log").open("wb") as log:
                self._qemu = subprocess.Popen(words, stdout=log, stderr=log)
            self._channel = Channel(control.answer(), folder / "channel.log")
            self.monitor = Monitor(monitor.answer())
            self._cables = {name: line.answer() for name, line in outside.items()}

    def __enter__(self) -> Self:
        """Wait until the agent answers."""
        try:
            ready = Order(self._channel, 0, "boot").event("ready", BOOT_S)
        except BaseException:
            self.pull_the_plug()
            raise
        self.boot_seconds: float = ready["uptime"]
        return self

    def __exit__(self, *_: object) -> None:
        """End the guest, however it is."""
        self.pull_the_plug()

    def begin(self, what: str, **given: Any) -> Order:
        """Let the guest begin `module:function` of `tests.system.guest`."""
        return self._channel.order(what, given)

    def call(self, what: str, seconds: float = 120.0, **given: Any) -> Any:
        """Let the guest do something and return what it came to.

        Raises:
            GuestError: it failed or took longer.
        """
        return self.begin(what, **given).result(seconds)

    def cable(self, name: str) -> socket.socket:
        """Return this side's end of a line."""
        return self._cables[name]

    def pull_the_plug(self) -> None:
        """End the guest between two instructions; what it had said until then is read."""
        if self._qemu.poll() is None:
            self._qemu.send_signal(signal.SIGKILL)
        self._qemu.wait()
        self._channel.close()
        self.monitor.close()
        for line in self._cables.values():
            line.close()

    def processor_seconds(self) -> float:
        """Return the host's processor time the guest has used so far."""
        fields = Path(f"/proc/{self._qemu.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _shared(name: str, folder: Path) -> tuple[str, str]:
    """Return what gives the guest a folder of the host's to read."""
    kind = "local,security_model=none,readonly=on,multidevs=remap"
    return "-virtfs", f"{kind},mount_tag={name},path={folder}"
