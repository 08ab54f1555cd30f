"""`python -m firmware_bridge.pins`: what hangs on the pins, tried without the table.

Prints `ready`, then a line for each press that counts (`undo`, `next_deal`, `confirm`, `mute`).
Lines on standard input drive the rest: `ok` and `trouble` set the status light, `question` and
`alert` sound the buzzer, `lamp on` and `lamp off` switch the camera light (`--light PIN`). Ends
with standard input; with status 2 where a pin cannot be driven.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from engine.text import PlainError
from firmware_bridge.buttons import Button
from firmware_bridge.pins.gpio import Pins, check_pins
from firmware_bridge.pins.panel import (
    ALERT,
    QUESTION,
    Panel,
    Sounder,
    StatusLight,
    camera_light,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until standard input ends."""
    asked = _parser().parse_args(arguments)
    pins = Pins()
    try:
        check_pins(pins, {"light": asked.light})
        with ExitStack() as stack:
            orders = _open(pins, asked.light, stack)
            _say("ready")
            for line in sys.stdin:
                orders.get(line.strip(), lambda: _say("unknown"))()
    except PlainError as error:
        sys.stderr.write(f"{error.text.de}\n{error.text.en}\n")
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m firmware_bridge.pins")
    parser.add_argument("--light", type=int, metavar="PIN", help="the camera light's pin")
    return parser


def _open(pins: Pins, light: int | None, stack: ExitStack) -> dict[str, Callable[[], None]]:
    """Open every part and return what each word on standard input does."""
    stack.callback(Panel(pins, _pressed).close)
    orders: dict[str, Callable[[], None]] = {}
    if pins.status is not None:
        status = StatusLight(pins.status)
        stack.callback(status.close)
        orders |= {
            "ok": lambda: status.tell(trouble=False),
            "trouble": lambda: status.tell(trouble=True),
        }
    if pins.buzzer is not None:
        sounder = Sounder(pins.buzzer)
        stack.callback(sounder.close)
        orders |= {
            "question": lambda: sounder.play(QUESTION),
            "alert": lambda: sounder.play(ALERT),
        }
    lamp = camera_light(light)
    if lamp is not None:
        orders |= {"lamp on": lamp.on, "lamp off": lamp.off}
    return orders


def _pressed(button: Button) -> None:
    _say(button.value)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
