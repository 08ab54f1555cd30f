"""Service, device names and installer: what a Raspberry Pi is given, as far as it shows here."""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from pathlib import Path

import pytest

from firmware_bridge.link.port import KNOWN_USB, UDEV_NAME
from hardware.tools.places import HARDWARE, ROOT
from hardware.tools.reckoned import CAMERA_LIGHT
from kiosk.cli import COMMANDS
from kiosk.home import starts
from kiosk.home.data_folder import SERVICE_HOME, Home
from kiosk.settings import SYSTEM_CONFIG, load_settings
from kiosk.table.systemd import STUCK_S
from tests.hardware.tools import run
from vision.camera.cameras import UDEV_NAME as CAMERA_NAME
from vision.camera.cameras import is_camera

RULES = HARDWARE / "udev" / "60-mehrkopf.rules"
UNIT = HARDWARE / "systemd" / "mehrkopf.service"
INSTALLER = HARDWARE / "install.sh"
MOST_EXPOSED = 20
"""Tenths of systemd's own measure, from 0 (locked up) to 100; below 20 it says OK."""

TOKEN = re.compile(
    r'(?:ACTION|SUBSYSTEMS?|ATTRS?\{\w+\}|ENV\{\w+\}|SYMLINK|GROUP|MODE|LABEL|GOTO)(?:==|!=|\+=|=)"[^"]*"'
)


def rules() -> list[list[str]]:
    """Return every rule as its tokens, in order."""
    lines = [line.strip() for line in RULES.read_text("utf-8").splitlines()]
    return [re.split(r",\s*", line) for line in lines if line and not line.startswith("#")]


def unit(name: str = "mehrkopf.service") -> dict[str, list[str]]:
    """Return every setting of a unit with all its values."""
    found: dict[str, list[str]] = {}
    for line in (HARDWARE / "systemd" / name).read_text("utf-8").splitlines():
        if re.match(r"[A-Z]\w+=", line):
            key, value = line.split("=", 1)
            found.setdefault(key, []).append(value)
    return found


def test_every_rule_is_made_of_words_udev_knows() -> None:
    for rule in rules():
        assert all(TOKEN.fullmatch(token) for token in rule), rule


def test_udev_itself_finds_nothing_wrong_with_the_rules() -> None:
    udevadm = shutil.which("udevadm")
    if udevadm is None or run("udevadm", "verify", "--help").returncode:
        # Only systemd 254 and newer can; on Debian 12 the grammar above is all there is.
        assert rules()
        return
    checked = run("udevadm", "verify", RULES)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_rules_name_exactly_the_usb_chips_the_program_knows() -> None:
    pattern = re.compile(r'idVendor\}=="(\w{4})", ATTRS\{idProduct\}=="(\w{4})", (.*)')
    found = pattern.findall(RULES.read_text("utf-8"))
    assert {(int(vendor, 16), int(product, 16)) for vendor, product, _ in found} == set(KNOWN_USB)
    assert len(found) == len(KNOWN_USB)
    assert {rest for _, _, rest in found} == {'ENV{MEHRKOPF_STRIP}="1"'}


def test_such_a_chip_gets_the_name_the_program_looks_for() -> None:
    (named,) = [rule for rule in rules() if 'ENV{MEHRKOPF_STRIP}=="1"' in rule]
    assert f'SYMLINK+="{UDEV_NAME.relative_to("/dev")}"' in named
    assert 'GROUP="dialout"' in named
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in named


def test_jumps_in_the_rules_have_a_place_to_land_further_down() -> None:
    tokens = [token for rule in rules() for token in rule]
    for at, token in enumerate(tokens):
        if token.startswith("GOTO="):
            assert token.replace("GOTO", "LABEL") in tokens[at:]


def test_the_cameras_name_is_one_the_program_takes_for_a_camera() -> None:
    names = re.findall(r'SUBSYSTEM=="video4linux".*SYMLINK\+="([\w-]+)"', RULES.read_text("utf-8"))
    assert [is_camera(f"/dev/{name}") for name in names] == [True]
    assert str(CAMERA_NAME) == f"/dev/{names[0]}"


def test_the_unit_is_locked_up_well() -> None:
    checked = run(
        *("systemd-analyze", "security", "--offline=yes", f"--threshold={MOST_EXPOSED}"),
        *("--no-pager", UNIT),
        LC_ALL="C.UTF-8",
    )
    assert checked.returncode == 0, checked.stdout[-400:] + checked.stderr
    assert "Overall exposure level" in checked.stdout


@pytest.mark.parametrize("name", ["mehrkopf.service", "mehrkopf-display.service"])
def test_systemd_understands_every_line_of_a_unit(name: str) -> None:
    checked = run("systemd-analyze", "verify", "--man=no", HARDWARE / "systemd" / name)
    said = [line for line in checked.stderr.splitlines() if name in line]
    # The programs themselves are not installed here.
    assert [line for line in said if "is not executable" not in line] == []


def test_systemd_refuses_a_unit_that_is_wrong(tmp_path: Path) -> None:
    wrong = tmp_path / "mehrkopf.service"
    wrong.write_text(UNIT.read_text("utf-8").replace("WatchdogSec=60", "WatchdogSec=soon"))
    said = run("systemd-analyze", "verify", "--man=no", wrong).stderr
    # systemd 252 names the value, 257 the setting.
    assert re.search("Failed to parse (sec value|WatchdogSec)", said)


def test_the_unit_starts_the_program_as_it_is() -> None:
    said = unit()
    program, command, *options = said["ExecStart"][0].split()
    prefix = re.search(r"^PREFIX=(.*)$", INSTALLER.read_text("utf-8"), re.MULTILINE)
    assert prefix
    assert program == f"{prefix[1]}/current/venv/bin/mehrkopf"
    assert command in COMMANDS
    assert options == ["--stay"]
    assert said["StateDirectory"] == [SERVICE_HOME.name]


def test_systemd_waits_longer_than_a_thread_may_take() -> None:
    said = unit()
    assert said["Type"] == ["notify"]
    assert int(said["WatchdogSec"][0]) >= 2 * STUCK_S
    assert said["Restart"] == ["always"]


@pytest.mark.parametrize("name", ["mehrkopf.service", "mehrkopf-display.service"])
def test_no_unit_is_begun_for_ever(name: str) -> None:
    """A program that fails as soon as it is begun comes to its last start within the interval."""
    said = unit(name)
    burst, within = int(said["StartLimitBurst"][0]), int(said["StartLimitIntervalSec"][0])
    assert 0 < burst * (int(said["RestartSec"][0]) + _QUICK_S) < within
    # The program asks by itself long before, and a hang that is watched for is no quick failure.
    assert burst > 2 * starts.MOST


_QUICK_S = 15
"""So long a start takes that fails at once, on a slow machine."""


def test_the_unit_may_reach_what_hangs_on_the_table_and_the_pin_library_is_named() -> None:
    allowed = {value.split()[0] for value in unit()["DeviceAllow"]}
    assert {"char-ttyUSB", "char-ttyACM", "char-video4linux", "char-gpiochip"} <= allowed
    assert "GPIOZERO_PIN_FACTORY=lgpio" in unit()["Environment"][0]
    groups = set(unit()["SupplementaryGroups"][0].split())
    users = (HARDWARE / "systemd" / "mehrkopf.sysusers").read_text("utf-8")
    assert groups == set(re.findall(r"^m mehrkopf (\w+)$", users, re.MULTILINE))


def test_the_configuration_it_brings_is_read_as_it_is_and_with_all_lines_freed(
    tmp_path: Path,
) -> None:
    text = (HARDWARE / "systemd" / "table.toml").read_text("utf-8")
    home = Home(tmp_path)
    brought = tmp_path / "brought.toml"
    brought.write_text(text, "utf-8")
    assert load_settings(brought, home).light_pin is None
    assert load_settings(brought, home).pins is None
    freed = re.sub(r"^# (\[\w+\]$|\w+ = )", r"\1", text, flags=re.MULTILINE)
    assert len(tomllib.loads(freed)) == 6
    brought.write_text(freed, "utf-8")
    settings = load_settings(brought, home)
    assert settings.light_pin == CAMERA_LIGHT
    assert settings.pins is not None
    assert settings.pins.buzzer is None
    assert settings.strip.zero_at == 315
    assert settings.mqtt is not None
    assert settings.mqtt.port == 8883


@pytest.mark.parametrize("name", ["install.sh", "wheels.sh", "cloud-init/vendor-data"])
def test_the_scripts_are_clean(name: str) -> None:
    checked = run("shellcheck", "--shell=sh", HARDWARE / name)
    assert checked.returncode == 0, checked.stdout
    # cloud-init knows by its first line that it is a script; Windows' FAT has no right to execute.
    assert (HARDWARE / name).read_text("utf-8").startswith("#!/bin/sh\n")
    assert name.startswith("cloud-init") or os.access(HARDWARE / name, os.X_OK)


def dry(*words: str, root: Path | None = None, **environ: str) -> str:
    given = {"MEHRKOPF_ROOT": "" if root is None else str(root), **environ}
    done = run("sh", INSTALLER, "--dry-run", *words, **given)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_dry_run_shows_everything_and_does_nothing(tmp_path: Path) -> None:
    said = dry(root=tmp_path)
    assert list(tmp_path.iterdir()) == []
    for words in (
        "python3-lgpio",
        "systemd-sysusers",
        "--system-site-packages",
        "--require-hashes",
        "/etc/udev/rules.d/60-mehrkopf.rules",
        "/etc/systemd/system/mehrkopf.service",
        str(SYSTEM_CONFIG),
        "systemctl restart mehrkopf.service",
        "doctor",
    ):
        assert words in said, words
    assert "cage" not in said
    assert "cage" in dry("--display")
    assert "avrdude" in dry("--flash-tools")


def from_card(folder: Path, device: str = "/dev/mmcblk0p2") -> str:
    """Return a PATH on which the system runs from this device."""
    mounts = folder / "findmnt"
    mounts.write_text(f"#!/bin/sh\necho {device}\n")
    mounts.chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


def test_every_file_it_places_exists_and_every_service_file_is_placed(tmp_path: Path) -> None:
    said = dry("--display", PATH=from_card(tmp_path))
    placed = {Path(word) for word in said.split() if word.startswith(str(HARDWARE))}
    assert all(path.exists() for path in placed)
    shipped = {*(HARDWARE / "systemd").iterdir(), *(HARDWARE / "udev").iterdir()}
    assert shipped <= placed


def test_the_systems_log_stays_in_memory_on_a_memory_card_alone(tmp_path: Path) -> None:
    said = dry(PATH=from_card(tmp_path))
    assert "/etc/systemd/journald.conf.d/mehrkopf.conf" in said
    assert "systemctl try-restart systemd-journald.service" in said
    assert "journald" not in dry(PATH=from_card(tmp_path, "/dev/nvme0n1p2"))
    assert "Storage=volatile" in (HARDWARE / "systemd" / "journald.conf").read_text("utf-8")


def test_a_second_run_leaves_alone_what_is_there(tmp_path: Path) -> None:
    for source, target in (
        (UNIT, tmp_path / "etc/systemd/system/mehrkopf.service"),
        (HARDWARE / "systemd" / "table.toml", tmp_path / "etc/mehrkopf/table.toml"),
    ):
        target.parent.mkdir(parents=True)
        shutil.copy(source, target)
    (tmp_path / "etc/mehrkopf/table.toml").write_text("[table]\n")
    said = dry(root=tmp_path)
    assert "/etc/systemd/system/mehrkopf.service: unverändert · unchanged" in said
    assert "/etc/mehrkopf/table.toml: bleibt, wie sie ist · stays as it is" in said
    assert f"{tmp_path}/etc/udev/rules.d/60-mehrkopf.rules" in said


def offering(folder: Path, *packages: str) -> str:
    """Return a PATH on which `apt-cache show` knows these packages and no others."""
    known = "|".join(packages) or "nothing"
    shop = folder / "apt-cache"
    shop.write_text(f"#!/bin/sh\ncase $2 in {known}) exit 0 ;; *) exit 100 ;; esac\n")
    shop.chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


@pytest.mark.parametrize(
    ("offered", "old", "lock"),
    [
        (("python3-lgpio",), False, "runtime.txt"),
        ((), True, "pi.txt"),
        ((), False, "runtime.txt"),
    ],
    ids=["raspberry pi os", "debian 12", "debian 13"],
)
def test_the_pins_library_comes_from_the_system_or_locked_where_it_has_none(
    tmp_path: Path, offered: tuple[str, ...], old: bool, lock: str
) -> None:
    path = offering(tmp_path, *offered)
    # Python answers whether it is older than 3.13, for which there is no lgpio of PyPI's.
    answers = tmp_path / "python3"
    answers.write_text(f"#!/bin/sh\nexit {int(not old)}\n")
    answers.chmod(0o755)
    done = run("sh", INSTALLER, "--dry-run", PATH=path, MEHRKOPF_ROOT=str(tmp_path))
    assert done.returncode == 0, done.stderr
    (apt,) = [line for line in done.stdout.splitlines() if "apt-get -qq install" in line]
    assert ("python3-gpiozero python3-lgpio" in apt) is bool(offered)
    assert f"requirements/{lock}" in done.stdout
    warned = "Tasten und Lichter an den Stiften nicht" in done.stdout
    assert warned is not (bool(offered) or old)
    assert "rpicam" not in apt
    locked = (ROOT / "requirements" / "pi.txt").read_text("utf-8")
    assert re.search(r"^lgpio==", locked, re.MULTILINE)
    assert re.search(r"^gpiozero==", locked, re.MULTILINE)


def test_the_ribbon_cameras_program_is_taken_where_the_system_has_it(tmp_path: Path) -> None:
    path = offering(tmp_path, "python3-lgpio", "rpicam-apps-lite")
    done = run("sh", INSTALLER, "--dry-run", PATH=path, MEHRKOPF_ROOT=str(tmp_path))
    assert "rpicam-apps-lite" in done.stdout


def placed_files(*words: str, path: str) -> set[str]:
    """Return where a dry run would put files and links to them, but for the configuration."""
    told = dry(*words, PATH=path)
    said = re.findall(r"install -D -m \d+ \S+ (\S+)", told)
    said += re.findall(r"ln -sfn \S+ (/usr/local/bin/\S+)", told)
    return {path for path in said if not path.startswith("/etc/mehrkopf/")}


def test_removing_takes_away_all_that_was_placed_and_no_evening(tmp_path: Path) -> None:
    placed = placed_files("--display", path=from_card(tmp_path))
    assert "/usr/local/bin/mehrkopf" in placed
    kept = {"/etc/mehrkopf/table.toml", "/var/lib/mehrkopf/evening.sqlite"}
    program = {"/usr/local/lib/mehrkopf/venv/bin/python"}
    for name in placed | kept | program:
        target = tmp_path / name.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("")
    said = dry("--remove", root=tmp_path)
    gone = {line.removeprefix(str(tmp_path)) for line in re.findall(r"rm -r (\S+)", said)}
    assert gone == placed | {"/usr/local/lib/mehrkopf"}
    assert {*re.findall(r"systemctl (?:stop|disable) (\S+)", said)} == {
        "mehrkopf.service",
        "mehrkopf-display.service",
    }
    assert "Geblieben sind die Abende" in said
    assert "Kept: evenings" in said
    assert "rm -r" not in dry("--remove", root=tmp_path / "nothing")


def test_a_word_the_installer_does_not_know_is_refused_in_both_languages() -> None:
    done = run("sh", INSTALLER, "--everything")
    assert done.returncode == 2
    assert "Die Option „--everything“ gibt es nicht." in done.stderr
    assert 'There is no option "--everything".' in done.stderr


def test_help_is_help() -> None:
    done = run("sh", INSTALLER, "--help")
    assert done.returncode == 0
    assert "--dry-run" in done.stdout


def test_the_display_is_for_the_page_on_this_device_alone() -> None:
    shown = unit("mehrkopf-display.service")
    assert "http://127.0.0.1:8080/" in shown["ExecStart"][0]
    assert f"PAMName={(HARDWARE / 'systemd' / 'mehrkopf-display.pam').stem}" in (
        HARDWARE / "systemd" / "mehrkopf-display.service"
    ).read_text("utf-8")
    users = (HARDWARE / "systemd" / "mehrkopf-display.sysusers").read_text("utf-8")
    assert f"u {shown['User'][0]} " in users


def test_the_installers_python_packages_are_those_that_are_locked() -> None:
    text = INSTALLER.read_text("utf-8")
    for lock in re.findall(r"requirements/\w+\.txt", text):
        assert (ROOT / lock).exists(), lock
