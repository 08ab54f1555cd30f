"""Debian in a folder: a root made once, and a container over it, booted with systemd or not.

The root is written by mmdebstrap into `build/roots` and never changed afterwards: a container works
in a copy. It has no network but its own loopback. Nothing is ever mounted where others see it: all
mounts are in namespaces of programs that end with the test run, however that ends.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.shared_data import ROOT
from tests.system.image.packages import PreparationError

FOLDER = ROOT / "build" / "roots"
PACKAGES = (
    *("ca-certificates", "systemd", "systemd-sysv", "dbus", "udev"),
    # what hardware/install.sh asks for: a container has no network to fetch it
    *("python3", "python3-venv", "libgl1", "libglib2.0-0", "alsa-utils", "espeak-ng"),
    "avahi-daemon",
)
BINFMT = Path("/proc/sys/fs/binfmt_misc")
BOOT_S = 600
_TOOLS = ("mmdebstrap", "arch-test", "systemd-nspawn", "nsenter", "unshare", "qemu-aarch64-static")
APART = (
    *("setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--propagation", "private"),
    *("--pid", "--fork", "--kill-child", "--mount-proc"),
)
"""What begins a program whose mounts nobody else sees, and that ends with us, with all it began."""
_SURROUNDINGS = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "HOME": "/root"}
_HOLDERS: list[subprocess.Popen[str]] = []

Say = Callable[[str], object]


def debian(suite: str, machine: str, say: Say) -> Path:
    """Return the root of this Debian, making it where it is not there yet.

    Raises:
        PreparationError: it cannot be made here; the message says what is missing.
    """
    root = FOLDER / f"{suite}-{machine}"
    # The files for the Imager are tried here alone: all of it costs another machine minutes.
    packages = (*PACKAGES, "cloud-init") if machine == "amd64" else PACKAGES
    made, wanted = root.with_suffix(".made"), " ".join(packages)
    missing = [tool for tool in _TOOLS if shutil.which(tool) is None]
    if missing or os.geteuid():
        raise PreparationError(
            "A Debian in a folder is made by root alone, with the packages mmdebstrap, arch-test, "
            f"systemd-container and qemu-user-static; missing here: {', '.join(missing) or 'root'}."
        )
    if machine != "amd64":
        _understand(machine)
    if made.exists() and made.read_text() == wanted:
        return root
    say(f"Making a root of Debian {suite}, {machine}, once")
    shutil.rmtree(root, ignore_errors=True)
    made.unlink(missing_ok=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [
            *(*APART, "mmdebstrap", "--quiet", "--variant=apt", f"--arch={machine}"),
            *(f"--include={','.join(packages)}", suite, str(root)),
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise PreparationError(f"mmdebstrap: {done.stderr[-2000:]}")
    if "cloud-init" in packages:
        # Only where a test says so: else every boot would look for a cloud.
        (root / "etc/cloud/cloud-init.disabled").touch()
    made.write_text(wanted)
    return root


def _understand(machine: str) -> None:
    """Have the kernel run another machine's programs through QEMU.

    Raises:
        PreparationError: the kernel takes no such rule.
    """
    if subprocess.run(["arch-test", machine], capture_output=True, check=False).returncode == 0:
        return
    # The package qemu-user-static brings it for systemd to read at the start. A rule lives as long
    # as the mount that it was given through: held until this program ends.
    rule = Path("/usr/lib/binfmt.d") / {"arm64": "qemu-aarch64.conf"}[machine]
    give = (
        'mount -t binfmt_misc none "$1" && head -n 1 "$2" >"$1/register" && echo given && exec cat'
    )
    words = [*APART, "sh", "-c", give, "sh", str(BINFMT), str(rule)]
    holder = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    _HOLDERS.append(holder)
    assert holder.stdout is not None
    said = holder.stdout.readline()
    if said != "given\n":
        raise PreparationError(f"The kernel runs no programs of {machine}: {said}")


@contextmanager
def copy_of(root: Path, folder: Path) -> Iterator[Path]:
    """Give a copy of a root, which may be written, at `folder`; nothing is left of it."""
    subprocess.run(["cp", "--archive", "--reflink=auto", str(root), str(folder)], check=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def binds(shared: Mapping[str, Path]) -> list[str]:
    """Return what gives a container these folders to read, each at its place inside."""
    return [f"--bind-ro={folder}:{place}" for place, folder in shared.items()]


def run_in(
    root: Path,
    *words: str,
    shared: Mapping[str, Path],
    surroundings: Mapping[str, str] | None = None,
    seconds: float = 600,
) -> subprocess.CompletedProcess[str]:
    """Run a program in a root that is not booted."""
    given = {**_SURROUNDINGS, **(surroundings or {})}
    return subprocess.run(
        [
            *(*APART, "systemd-nspawn", "--quiet", "--register=no", "--keep-unit"),
            *("--private-network", "--pipe", "--directory", str(root)),
            *binds(shared),
            *(f"--setenv={name}={value}" for name, value in given.items()),
            *words,
        ],
        capture_output=True, text=True, check=False, timeout=seconds,
    )  # fmt: skip


class Container:
    """A booted container; `with` boots it, waits until all services are up, and ends it.

    Args:
        root: may be written, see `copy_of`.
        log: what its console says.
        shared: folders it may read, each with its place inside.
    """

    def __init__(self, root: Path, log: Path, shared: Mapping[str, Path]) -> None:
        self.root = root
        self._log = log
        self._binds = binds(shared)

    def __enter__(self) -> Container:
        """Boot."""
        told = self.root.parent / "told"
        self._log.parent.mkdir(parents=True, exist_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear, self._log.open("wb") as log:
            ear.bind(str(told))
            ear.settimeout(BOOT_S)
            self._nspawn = subprocess.Popen(
                [
                    *(*APART, "systemd-nspawn", "--boot", "--register=no", "--keep-unit"),
                    *("--private-network", "--notify-ready=yes", "--directory", str(self.root)),
                    *self._binds,
                ],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env=os.environ
                | {"NOTIFY_SOCKET": str(told), "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"},
            )  # fmt: skip
            said = ""
            while "READY=1" not in said or "LEADER_PID=" not in said:
                said += ear.recv(4096).decode() + "\n"
        told.unlink()
        # It counts programs from its own beginning.
        children = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children").read_text()
        into, leader = children.split()[0], said.split("LEADER_PID=")[1].split()[0]
        self._inside = ("nsenter", "-t", into, "-m", "-p", "nsenter", "-t", leader, "-a")
        self.run("systemctl", "is-system-running", "--wait", seconds=BOOT_S)
        return self

    def __exit__(self, *error: object) -> None:
        """End it, however it is."""
        self._nspawn.kill()
        self._nspawn.wait(30)

    def run(self, *words: str, seconds: float = 300) -> subprocess.CompletedProcess[str]:
        """Run a program beside the services."""
        return subprocess.run(
            [*self._inside, "env", "-i",
             *(f"{name}={value}" for name, value in _SURROUNDINGS.items()), *words],
            capture_output=True, text=True, check=False, timeout=seconds,
        )  # fmt: skip
