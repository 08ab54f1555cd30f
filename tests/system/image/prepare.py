"""Makes what the guest boots, once: `python -m tests.system.image.prepare`.

Everything lies in `build/guest` (git ignores it) and stays until these sources or Debian's kernel
change. Debian's packages are downloaded by apt and unpacked there, never installed.
"""

from __future__ import annotations

import fcntl
import hashlib
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.shared_data import ROOT
from tests.system.image import archive, drivers, packages
from tests.system.image.packages import PreparationError

FOLDER = ROOT / "build" / "guest"
_HERE = Path(__file__).parent
_TOOLS = ("qemu-system-x86_64", "apt-get", "dpkg-deb", "tar", "xz", "make", "gcc-12")
_EARLY = ("virtio_pci", "9pnet_virtio", "9p", "overlay")
"""Modules without which there is no root; every other is loaded from there."""
_LAYER = ("busybox-static", "udev", "kmod", "libkmod2", "libcap2")
"""Packages the guest has beside the host's; v4l2loopback and the kernel come on top."""

Say = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Image:
    """What QEMU is given."""

    kernel: Path
    initramfs: Path
    layer: Path
    """Laid over the host's root: kernel modules, udev, kmod."""
    version: str
    """The kernel's."""


def prepare(say: Say = print) -> Image:
    """Return the guest's parts, making them where they are not there or out of date.

    Raises:
        PreparationError: it cannot be done here; the message says what is missing.
    """
    FOLDER.parent.mkdir(exist_ok=True)
    with FOLDER.with_suffix(".lock").open("w") as lock:
        # Two runs at once would pull the folder from under each other.
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _prepared(say)


def _prepared(say: Say) -> Image:
    stamp = FOLDER / "stamp"
    made = stamp.read_text().split() if stamp.exists() else []
    if made[:1] == [_fingerprint()]:
        return _image(made[1])
    _check_host()
    began = time.monotonic()
    version = packages.newest_kernel()
    say(f"Preparing the guest in {FOLDER}: Linux {version}, once")
    shutil.rmtree(FOLDER, ignore_errors=True)
    image = _make(version, say)
    stamp.write_text(f"{_fingerprint()} {version}\n")
    say(f"  ready after {time.monotonic() - began:.0f} s")
    return image


def _make(version: str, say: Say) -> Image:
    image = _image(version)
    debs, root = FOLDER / "packages", FOLDER / "kernel"
    found = _download(version, debs, say)
    say("  unpacking")
    for name in _LAYER:
        packages.unpack(found[name], image.layer)
    packages.unpack(found[f"linux-image-{version}"], image.layer)
    for name in _build_packages(version):
        packages.unpack(found[name], root)
    say("  taking gpio-sim out of the kernel's source")
    sources, series = FOLDER / "gpio-sim", _series(version)
    packages.unpack_some(
        found[f"linux-source-{series}"],
        f"./usr/src/linux-source-{series}.tar.xz",
        [f"linux-source-{series}/{name}" for name in drivers.GPIO_SOURCES],
        sources,
    )
    headers = drivers.point_at_themselves(root, version)
    say("  building gpio-sim and v4l2loopback")
    own = (
        drivers.build_gpio_sim(sources, headers),
        drivers.build_v4l2loopback(root, headers),
    )
    drivers.list_modules(image.layer, version, own, image.layer / "usr" / "bin" / "kmod")
    say("  writing the initramfs")
    archive.write_archive(image.initramfs, tuple(_entries(image)))
    shutil.rmtree(debs)
    shutil.rmtree(root)
    return image


def _download(version: str, folder: Path, say: Say) -> dict[str, Path]:
    """Download what is needed, saying each package with its size."""
    kernel, source = f"linux-image-{version}", f"linux-source-{_series(version)}"
    wanted = (*_LAYER, kernel, *_build_packages(version), source)
    say(f"  downloading {len(wanted)} packages of Debian (about 230 MB); none is installed")
    found: dict[str, Path] = {}
    for name, file, size in packages.download(wanted, folder):
        say(f"    {len(found) + 1:2}/{len(wanted)} {name:<36}{size / 1e6:6.1f} MB")
        found[name] = file
    return found


def _build_packages(version: str) -> tuple[str, ...]:
    bare = version.removesuffix("-amd64")
    return (
        f"linux-headers-{version}",
        f"linux-headers-{bare}-common",
        f"linux-kbuild-{_series(version)}",
        "v4l2loopback-dkms",
    )


def _entries(image: Image) -> Iterable[archive.Entry]:
    for name in ("bin", "modules", "proc", "sys", "dev", "host", "layer", "memory", "root"):
        yield archive.folder(name)
    yield archive.Entry("bin/busybox", (image.layer / "usr/bin/busybox").read_bytes())
    yield archive.Entry("init", (_HERE / "init.sh").read_bytes())
    for number, module in enumerate(drivers.needed(image.layer, image.version, _EARLY)):
        yield archive.Entry(f"modules/{number:02}-{module.name}", module.read_bytes())


def _image(version: str) -> Image:
    layer = FOLDER / "layer"
    return Image(
        kernel=layer / "boot" / f"vmlinuz-{version}",
        initramfs=FOLDER / "initramfs.gz",
        layer=layer,
        version=version,
    )


def _series(version: str) -> str:
    return ".".join(version.split(".")[:2])


def _fingerprint() -> str:
    digest = hashlib.sha256(str(ROOT).encode())
    for source in sorted(_HERE.iterdir()):
        if source.suffix in (".py", ".sh"):
            digest.update(source.read_bytes())
    return digest.hexdigest()


def _check_host() -> None:
    if platform.machine() != "x86_64":
        raise PreparationError("The guest is made for x86-64 machines only.")
    missing = [tool for tool in _TOOLS if shutil.which(tool) is None]
    if missing:
        raise PreparationError(
            f"Missing: {', '.join(missing)}. Please "
            "'sudo apt install qemu-system-x86 make gcc-12 dpkg xz-utils tar'."
        )


if __name__ == "__main__":
    try:
        prepare()
    except PreparationError as problem:
        sys.exit(str(problem))
