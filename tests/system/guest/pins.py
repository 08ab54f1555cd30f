"""A Raspberry Pi's pins in the guest: a real gpiochip (gpio-sim) with somebody at its buttons."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any

from tests.system.guest.agent import Caller
from tests.system.guest.devices import load, settle
from tests.system.image.drivers import GPIO_MODULE

_CONFIG = Path("/sys/kernel/config/gpio-sim/table")
_LINES = 28
_LABEL = "pinctrl-bcm2711"
_REVISION = "c03115"
"""A Raspberry Pi 4 B; gpiozero reads it to know its pins."""
_BOUNCES = 4


class Pi:
    """The simulated header: pins by BCM number."""

    def __init__(self) -> None:
        device = (_CONFIG / "dev_name").read_text().strip()
        chip = (_CONFIG / "bank0" / "chip_name").read_text().strip()
        self.chip = chip
        self._lines = Path("/sys/devices/platform") / device / chip

    def pull(self, pin: int, *, up: bool) -> None:
        """Pull a pin as a button to ground does: down while pressed."""
        (self._lines / f"sim_gpio{pin}" / "pull").write_text("pull-up" if up else "pull-down")

    def value(self, pin: int) -> int:
        """Return the level of a pin."""
        return int((self._lines / f"sim_gpio{pin}" / "value").read_text())

    def bounce(self, pin: int, *, pressed: bool) -> float:
        """Open and close a contact as a worn one does; return the longest gap between, seconds."""
        contact = os.open(self._lines / f"sim_gpio{pin}" / "pull", os.O_WRONLY)
        longest, before = 0.0, time.monotonic()
        for number in range(2 * _BOUNCES + 1):
            os.pwrite(contact, b"pull-up" if bool(number % 2) == pressed else b"pull-down", 0)
            now = time.monotonic()
            longest, before = max(longest, now - before), now
        os.close(contact)
        return longest


def make(caller: Caller) -> str:
    """Make the chip and let the machine pass for a Pi 4; return the chip's name."""
    load(GPIO_MODULE)
    bank = _CONFIG / "bank0"
    bank.mkdir(parents=True)
    (bank / "num_lines").write_text(str(_LINES))
    (bank / "label").write_text(_LABEL)
    (_CONFIG / "live").write_text("1")
    settle()
    pi = Pi()
    for pin in range(_LINES):
        pi.pull(pin, up=True)
    told = Path("/run/cpuinfo")
    told.write_text(Path("/proc/cpuinfo").read_text() + f"Revision\t: {_REVISION}\n")
    subprocess.run(["mount", "--bind", told, "/proc/cpuinfo"], check=True)
    return pi.chip


def program(caller: Caller, light: int) -> dict[str, Any]:
    """Run `python -m firmware_bridge.pins` and say each line it prints, and its end.

    Words: `line` goes to its standard input; `end` closes it. Returns status and complaints.
    """
    command = [sys.executable, "-u", "-m", "firmware_bridge.pins", "--light", str(light)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdin is not None
        assert running.stderr is not None
        reading = threading.Thread(target=_read_aloud, args=(running.stdout, caller))
        reading.start()
        for words in iter(caller.hear, {"end": True}):
            running.stdin.write(words["line"] + "\n")
            running.stdin.flush()
        running.stdin.close()
        reading.join()
        return {"status": running.wait(), "complaint": running.stderr.read()}


def _read_aloud(lines: IO[str], caller: Caller) -> None:
    for line in lines:
        caller.say("line", text=line.strip())
    caller.say("silent")


def press(caller: Caller, pin: int, hold_s: float, bounces: bool) -> dict[str, float]:
    """Press a button and let it go; return how long it was down and the longest gap of a bounce."""
    pi = Pi()
    began = time.monotonic()
    gaps = [_move(pi, pin, pressed=True, bounces=bounces)]
    time.sleep(hold_s)
    held = time.monotonic() - began
    gaps.append(_move(pi, pin, pressed=False, bounces=bounces))
    return {"held": held, "gap": max(gaps)}


def down(caller: Caller, pin: int) -> None:
    """Press a button and keep it down."""
    Pi().pull(pin, up=False)


def up(caller: Caller, pin: int) -> None:
    """Let a button go."""
    Pi().pull(pin, up=True)


def _move(pi: Pi, pin: int, *, pressed: bool, bounces: bool) -> float:
    if bounces:
        return pi.bounce(pin, pressed=pressed)
    pi.pull(pin, up=not pressed)
    return 0.0


def wait_for(caller: Caller, pin: int, value: int, seconds: float = 30.0) -> float:
    """Wait until a pin has a level; return how long that took.

    Raises:
        TimeoutError: it did not come to have it in time.
    """
    pi, began = Pi(), time.monotonic()
    while pi.value(pin) != value:
        if time.monotonic() - began > seconds:
            raise TimeoutError(f"GPIO {pin}: not {value} within {seconds:.0f} s")
    return time.monotonic() - began


def swings(caller: Caller, pin: int, times: int, within: float) -> int:
    """Return how often a pin was seen to go up or down; ends at `times`, or `within` seconds."""
    pi, seen, before = Pi(), 0, Pi().value(pin)
    caller.say("looking")
    end = time.monotonic() + within
    while seen < times and time.monotonic() < end:
        now = pi.value(pin)
        seen, before = seen + (now != before), now
    return seen


def hold(caller: Caller, pin: int) -> None:
    """Take a pin as another program would, until the test's next word."""
    import lgpio  # noqa: PLC0415 - a wheel that only this test needs

    os.environ.setdefault("LG_WD", "/tmp")
    chip = lgpio.gpiochip_open(int(Pi().chip.removeprefix("gpiochip")))
    lgpio.gpio_claim_input(chip, pin)
    caller.say("held")
    caller.hear()
    lgpio.gpiochip_close(chip)
