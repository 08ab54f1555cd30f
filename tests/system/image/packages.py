"""Debian's packages, downloaded and unpacked beside the system; nothing is installed."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path


class PreparationError(Exception):
    """The guest cannot be prepared here; the message says what to do."""


def newest_kernel() -> str:
    """Return the version of Debian's newest kernel, such as `6.1.0-56-amd64`.

    Raises:
        PreparationError: apt knows no kernel package.
    """
    depends = _run("apt-cache", "depends", "linux-image-amd64")
    found = re.search(r"Depends: linux-image-(\d\S*)", depends)
    if found is None:
        raise PreparationError(
            "apt knows no package linux-image-amd64; the guest is made of Debian 12's kernel on "
            "an x86-64 machine. Please run 'apt-get update' there first."
        )
    return found[1]


def download(names: Iterable[str], folder: Path) -> Iterator[tuple[str, Path, int]]:
    """Download packages one by one; yield each with its file and its size in bytes.

    Raises:
        PreparationError: a package cannot be had.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        _run("apt-get", "download", name, at=folder)
        (file,) = folder.glob(f"{name}_*.deb")
        yield name, file, file.stat().st_size


def unpack(package: Path, root: Path) -> None:
    """Unpack a package into a folder, `/bin`, `/sbin` and `/lib` below `/usr` as Debian has them.

    Raises:
        PreparationError: the file is damaged.
    """
    root.mkdir(parents=True, exist_ok=True)
    for name in ("bin", "sbin", "lib"):
        (root / "usr" / name).mkdir(parents=True, exist_ok=True)
        if not (root / name).is_symlink():
            (root / name).symlink_to(f"usr/{name}")
    # Through a pipe, as `dpkg --extract` would put a folder in place of the links.
    with subprocess.Popen(
        ["dpkg-deb", "--fsys-tarfile", str(package)], stdout=subprocess.PIPE
    ) as reading:
        _run("tar", "-x", "--keep-directory-symlink", "-C", str(root), given=reading)


def unpack_some(package: Path, archive: str, wanted: Iterable[str], folder: Path) -> None:
    """Take single files out of an archive (`.tar.xz`) that lies in a package.

    Raises:
        PreparationError: one of them is not there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (
        subprocess.Popen(
            ["dpkg-deb", "--fsys-tarfile", str(package)], stdout=subprocess.PIPE
        ) as outer,
        subprocess.Popen(
            ["tar", "-xO", archive], stdin=outer.stdout, stdout=subprocess.PIPE
        ) as inner,
    ):
        _run("tar", "-xJ", "-C", str(folder), "--transform", "s,.*/,,", *wanted, given=inner)


def _run(
    *command: str, at: Path | None = None, given: subprocess.Popen[bytes] | None = None
) -> str:
    done = subprocess.run(
        command,
        cwd=at,
        stdin=subprocess.DEVNULL if given is None else given.stdout,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise PreparationError(f"{' '.join(command)}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout
