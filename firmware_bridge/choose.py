"""Which strip a table has: what table.toml wants, turned into a driver that looks for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import partial

from firmware_bridge.buttons import ButtonListener
from firmware_bridge.link import words as w
from firmware_bridge.link.controller import ControllerDialect
from firmware_bridge.link.owner import Dialect, LineStrip
from firmware_bridge.link.port import Listing, candidates, system_ports
from firmware_bridge.wled import WledDialect

GUESSED_REST = 60.0
"""Seconds for which a guessed port where no strip answered is left alone."""


class Driver(Enum):
    """What drives the lights; the values are those of table.toml."""

    AUTO = "auto"
    """Whatever answers: the controller, then WLED."""
    MEHRKOPF = "mehrkopf"
    """The controller of hardware/controller."""
    WLED = "wled"
    SIMULATED = "simulated"
    """On the page alone."""
    OFF = "off"
    """Nowhere."""


@dataclass(frozen=True, slots=True)
class StripWish:
    """What is wanted of a real strip."""

    driver: Driver = Driver.AUTO
    port: str | None = None
    """The only port to try; None: those where a strip may be."""
    lights: int = 60
    milliamps: int = 2000
    """The most its lights may draw."""


def open_strip(
    wish: StripWish, listener: ButtonListener | None = None, listing: Listing = system_ports
) -> LineStrip | None:
    """Return a strip that looks for what is wished; None where no real one is wanted.

    Nothing is waited for: it may be plugged in later, or never. `listener` hears of the buttons on
    its controller, in its own thread.
    """
    dialects = _dialects(wish, listener)
    if not dialects:
        return None
    ports = partial(candidates, wish.port, listing)
    # A guessed port may be somebody else's device, which is reset by each opening.
    leave_alone = GUESSED_REST if wish.port is None else 0.0
    return LineStrip(wish.lights, ports, dialects, leave_alone=leave_alone)


def _dialects(wish: StripWish, listener: ButtonListener | None) -> tuple[Dialect, ...]:
    # Where only one kind may answer, the other one may be what hangs there.
    if wish.driver is Driver.MEHRKOPF:
        return (ControllerDialect(wish.lights, listener, wish.milliamps, w.NOT_OURS),)
    if wish.driver is Driver.WLED:
        return (WledDialect(wish.lights, w.NO_WLED),)
    if wish.driver is Driver.AUTO:
        # With more lights than ours drives it is greeted all the same, so that it can say so.
        return (
            ControllerDialect(wish.lights, listener, wish.milliamps),
            WledDialect(wish.lights),
        )
    return ()
