"""The box put together: pins, desk and signals, as the running table has them.

Pins that do not work cost no evening: that is said loudly, in the log and on the page, and the
table goes on without them.
"""

from __future__ import annotations

import logging
from contextlib import ExitStack
from dataclasses import dataclass

from flask import Flask

from engine.text import PlainError, Text
from firmware_bridge.pins.numbers import Pins
from firmware_bridge.pins.panel import Panel
from firmware_bridge.pins.sounder import Sounder
from firmware_bridge.pins.status import StatusLight
from kiosk.buttons.desk import ButtonDesk, ButtonWire
from kiosk.buttons.signals import Signals
from kiosk.comfort.comfort import Comfort
from kiosk.follow import LiveFollower
from kiosk.pages import stage
from kiosk.table import Table
from kiosk.view import TableView

LOG = logging.getLogger("mehrkopf.buttons")


@dataclass(frozen=True)
class Buttons:
    """Everything about buttons, until `close`."""

    _stack: ExitStack
    trouble: Text | None = None
    """What does not work and what to do, where something does not."""

    def close(self) -> None:
        """Let go of the pins and take no more presses."""
        self._stack.close()


def open_buttons(
    pins: Pins | None,
    wire: ButtonWire,
    table: Table,
    follower: LiveFollower,
    comfort: Comfort,
    app: Flask,
) -> Buttons:
    """Connect the presses of `wire`, and what hangs on the pins, with the table.

    Where one of the pins cannot be driven, none is; `Buttons.trouble` then says why.
    """
    stack = ExitStack()

    def shown(view: TableView) -> object:
        with app.app_context():
            return stage.screen_of(view)[1]

    desk = ButtonDesk(table, follower, shown, comfort.mute)
    stack.callback(desk.close)
    wire.listener = desk.pressed
    if pins is None:
        return Buttons(stack)
    parts = ExitStack()
    try:
        _open_pins(pins, wire, table, comfort, parts)
    except PlainError as error:
        parts.close()
        LOG.error("%s", error)  # noqa: TRY400
        desk.say(error.text)
        wire.trouble = error.text
        return Buttons(stack, error.text)
    stack.push(parts)
    return Buttons(stack)


def _open_pins(
    pins: Pins, wire: ButtonWire, table: Table, comfort: Comfort, stack: ExitStack
) -> None:
    """Open every part that has a pin.

    Raises:
        PlainError: one of them cannot be driven; those before it are on the stack.
    """
    stack.callback(Panel(pins, wire).close)
    status = None if pins.status is None else StatusLight(pins.status)
    if status is not None:
        stack.callback(status.close)
    buzzer = None if pins.buzzer is None else Sounder(pins.buzzer)
    if buzzer is not None:
        stack.callback(buzzer.close)
    signals = Signals(buzzer, status, lambda: comfort.muted or comfort.silent())
    stack.callback(signals.close)
    table.listen(signals.heard)
