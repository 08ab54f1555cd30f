"""What the kiosk's pages about phones show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import segno

from engine.text import Text
from kiosk.guests import phone_words as w

if TYPE_CHECKING:
    from kiosk.guests.desk import Desk
    from kiosk.guests.host import HostState
    from kiosk.guests.phones import PhonesState

_INK, _PAPER = "#101418", "#f6f1e4"
_REFRESH_S = 5
"""Seconds after which a page with a code looks anew: it runs out, or a phone has come in."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How a phone gets here: the address to type, and the same to look at with its camera."""

    address: str
    qr: str
    """Inline SVG."""
    label: Text
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PhonesScreen:
    """The switch of the phones that look on."""

    on: bool
    reach: Reach | None
    watching: Text
    note: Text | None
    """What has to be said: why they are off, or what is missing."""
    host: bool
    """Whether phones may work the table."""


@dataclass(frozen=True, slots=True)
class HostScreen:
    """The switch of host mode, the code, and the phones on the list."""

    state: HostState
    reach: Reach | None
    """Where to go with the code; None while no code is shown."""
    refresh: int | None
    """Seconds after which the page should be loaded anew."""
    wrong: Text | None = None


def phones_screen(desk: Desk, wrong: Text | None = None) -> PhonesScreen:
    """Return the switch as it stands; `wrong`: why it could not be turned."""
    state = desk.phones.state
    lost = w.LOST_NETWORK if state.on and state.address is None else None
    return PhonesScreen(
        on=state.on,
        reach=None if state.address is None else reach(state.address, "/", state.others),
        watching=_watching(state),
        note=wrong or lost or state.note,
        host=desk.host.state.on,
    )


def host_screen(desk: Desk, wrong: Text | None = None) -> HostScreen:
    """Return the switch of host mode as it stands."""
    state = desk.host.state
    where = None
    if state.address is not None and state.code is not None:
        where = reach(state.address, f"/pair?code={state.code}", state.others)
    lost = w.LOST_NETWORK if state.on and state.address is None else None
    return HostScreen(
        state=state,
        reach=where,
        refresh=_REFRESH_S if state.code is not None else None,
        wrong=wrong or lost,
    )


def reach(address: str, path: str, others: tuple[str, ...]) -> Reach:
    """Return how a phone gets to `path` at `address` (host and port)."""
    drawn = segno.make(f"http://{address}{path}", error="m", micro=False).svg_inline(
        border=2, omitsize=True, dark=_INK, light=_PAPER, svgclass="qr", lineclass=None
    )
    return Reach(address, drawn, w.QR.format(address=address), others)


def _watching(state: PhonesState) -> Text:
    if state.watching == 0:
        return w.NOBODY
    return w.ONE if state.watching == 1 else w.WATCHING.format(n=state.watching)
