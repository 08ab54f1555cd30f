"""The immutable picture of the table that the writer publishes after each commit.

Pages, phones and strip read it; nobody but the writer's thread makes one. Readers take no locks:
they hold a reference to a `TableView` that never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from engine.deal.report import DealReport
from engine.evening.state import TableState
from engine.text import Text
from firmware_bridge.strip import Picture
from kiosk.director.camera_notices import NO_ASIDES, CameraNotices
from kiosk.director.outlook import NO_OUTLOOK, Outlook
from kiosk.table.commands import Command
from vision.sighting import TableActivity

SourceKind = Literal["camera", "video", "sample", "none"]
"""What the table is looked at with."""


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """What the camera does; made by whoever drives it, and by nobody else."""

    activity: TableActivity = TableActivity.STARTING
    note: Text | None = None
    """What is wrong with the camera and what to do, where something is."""
    deck_note: Text | None = None
    """Why the deck of the evening cannot be read and what to do, where it cannot."""
    off: bool = False
    """Whether the camera is switched off; `note` then says why."""
    other_deck: bool = False
    """Whether the cards' looks say that they are not of the deck."""
    over: bool = False
    """Whether what is looked at is a film that has come to its end."""


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything the screens show."""

    version: int
    """Grows with every publication; the live updates' event id."""
    state: TableState
    report: DealReport | None
    """Of the running deal, or of the one just finished."""
    outlook: Outlook = NO_OUTLOOK
    """What may be said of that deal: verdicts, questions, doubts."""
    said: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By deal id, the verdicts (id) that were shown when that deal was last the newest: only those
    stay within reach afterwards; one held back for a doubtful card once that was answered."""
    camera: CameraStatus = CameraStatus()
    asides: CameraNotices = NO_ASIDES
    """What was seen that is no play."""
    source: SourceKind = "none"
    strip: Picture = ()
    pressed: Text | None = None
    """What a button on the table's box did just now, said for a few seconds."""
    forgotten: int = 0
    """How many people the journal has forgotten; their names are nowhere in `state`."""


class TableDoor(Protocol):
    """What the page servers hold of the table."""

    def view(self) -> TableView:
        """Return the newest picture."""
        ...

    def wait(self, after: int, timeout: float) -> TableView | None:
        """Block until a version above `after` is there; None when `timeout` seconds passed."""
        ...

    def do(self, command: Command) -> None:
        """Carry out a command; returns once it is committed.

        Raises:
            PlainError: it cannot be done now; nothing was changed.
        """
        ...


ViewListener = Callable[[TableView], None]


def after_evenings(
    state: TableState, act: Callable[[], object], beside: Callable[[], object] = lambda: None
) -> ViewListener:
    """Return what hears of the table's pictures and calls `act` when an evening is over.

    One that gives way to another is over too. `beside` is called when something is told of the
    evening that is over: a remark. `state` is the table's before the first picture.
    """
    before = state.evening if state.running else None
    newest = state.last_seq

    def heard(view: TableView) -> None:
        nonlocal before, newest
        was, before = before, view.state.evening if view.state.running else None
        known, newest = newest, view.state.last_seq
        if was is not None and was != before:
            act()
        elif was is None and view.state.ended is not None and known != newest:
            beside()

    return heard
