"""First boot of a card that the Imager wrote: our `vendor-data` beside its own three files.

cloud-init is Debian 13's; it is told where the files lie as Raspberry Pi OS tells it.
"""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

import pytest

from hardware.tools.places import HARDWARE
from tests.system.conftest import LOGS
from tests.system.container import Container, copy_of, run_in
from tests.system.test_update import VERSION, Table

pytestmark = pytest.mark.system

PI_OS = """\
datasource_list: [NoCloud, None]
datasource:
  NoCloud:
    seedfrom: file:///boot/firmware
"""
"""Raspberry Pi OS has this in /etc/cloud/cloud.cfg.d."""
IMAGER = {
    # A table without Wi-Fi: then the Imager writes commands of its own, which must not meet ours.
    "user-data": """\
#cloud-config
hostname: stammtisch
manage_etc_hosts: true
timezone: Europe/Berlin
users:
- name: wirt
  groups: users,adm,dialout,audio,video,sudo
  shell: /bin/bash
  lock_passwd: true
runcmd:
  - [touch, /var/tmp/the-imagers-own-command]
""",
    "meta-data": "dsmode: local\ninstance_id: rpi-imager-1764180000000\n",
    "network-config": "network:\n  version: 2\n",
}


def test_a_fresh_card_is_a_table_after_its_first_boot(
    trixie: Path, wheels: Path, sources: Path, tmp_path: Path
) -> None:
    with copy_of(trixie, tmp_path / "root") as root:
        boot = root / "boot" / "firmware"
        boot.mkdir(parents=True)
        for name, text in IMAGER.items():
            (boot / name).write_text(text)
        # What a person puts there: two files. The packages come from a third only without network.
        shutil.copy(HARDWARE / "cloud-init" / "vendor-data", boot)
        with tarfile.open(boot / f"mehrkopf-{VERSION}.tar.gz", "w:gz", compresslevel=1) as archive:
            archive.add(sources, f"mehrkopf-{VERSION}")
        (boot / "wheels").mkdir()
        (root / "etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg").write_text(PI_OS)
        (root / "etc/cloud/cloud-init.disabled").unlink()

        for name, words in {
            "user-data": "Valid schema",
            # The schema is of YAML; a script is one by its first line.
            "vendor-data": "User-data type 'text/x-shellscript'",
        }.items():
            file = f"/boot/firmware/{name}"
            looked = run_in(root, "cloud-init", "schema", "--config-file", file, shared={})
            assert words in looked.stdout + looked.stderr

        shared = {"/boot/firmware/wheels": wheels}
        with Container(root, LOGS / "first-boot.log", shared) as container:
            table = Table(container, sources)
            ended = container.run("cloud-init", "status", "--wait", "--long")
            assert "status: done" in ended.stdout, ended.stdout
            # It was begun by cloud-init and goes on beside it.
            waited = container.run("systemctl", "start", "mehrkopf-setup.service", seconds=600)
            said = (boot / "mehrkopf.log").read_text()
            assert waited.returncode == 0, said
            assert "== Fertig · done" in said
            assert (table.version(), table.page()) == (VERSION, 200)
            # The Imager's own wishes are as it wrote them.
            assert container.run("hostname").stdout.strip() == "stammtisch"
            assert container.run("id", "-u", "wirt").returncode == 0
            assert (root / "var/tmp/the-imagers-own-command").exists()

        # Switched off and on: it is a table, and nothing is set up a second time.
        with Container(root, LOGS / "second-boot.log", shared) as container:
            table = Table(container, sources)
            assert (table.version(), table.page()) == (VERSION, 200)
            assert (boot / "mehrkopf.log").read_text() == said
