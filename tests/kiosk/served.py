"""The real pages on a real server, for the browser tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from flask import Flask

from engine.cards import GERMAN_32
from engine.deal.report import Status, Verdict
from engine.evening.state import TableState
from engine.events import Event
from engine.journal.journal import Journal, Stamp
from firmware_bridge.cues import Outside, picture
from firmware_bridge.strip import Picture
from kiosk.app import Services, create_app
from kiosk.director.deal_source import RoundDeals
from kiosk.director.director import Director
from kiosk.director.outlook import Outlook
from kiosk.director.verdicts import DEFAULT_SAYING, Saying
from kiosk.table.view import CameraStatus, SourceKind, TableDoor
from kiosk.table.writer import Table, local_now
from kiosk.web.evening.evening import EveningService
from kiosk.web.phones.desk import MakeKiosk, PhoneDesk
from kiosk.web.phones.guest_app import GuestSettings
from kiosk.web.server import PageServer
from kiosk.web.settings import Preferences, Serving
from kiosk.web.setup.service import SetupService
from kiosk.web.stage import StageService
from kiosk.web.start.service import StartService
from vision.sighting import TableActivity

P = TypeVar("P")


class TouchOnly(Director):
    """A director without a camera: the cards are certain, the house rule says when to speak."""

    def __init__(self, saying: Saying = DEFAULT_SAYING) -> None:
        super().__init__(GERMAN_32, RoundDeals(), saying=saying)

    def revise(self, state: TableState) -> tuple[Event, ...]:
        """Leave every card as it is."""
        return ()

    def outlook(self, state: TableState) -> Outlook:
        """Show every proven verdict of the deal on the table that is due."""
        shown, claimable = sayable(state, self._saying)
        return Outlook(shown=shown, claimable=claimable, stood=stood(state, self._saying))


class Painted:
    """A light that shows the steady picture at once."""

    def show(self, state: TableState, outlook: Outlook, camera: CameraStatus) -> Picture:
        return picture(state, Outside(alerts=outlook.shown))


def touch_table(
    journal: Journal,
    now: Stamp = local_now,
    saying: Saying = DEFAULT_SAYING,
    source: SourceKind = "camera",
) -> Table:
    """A table whose cards are laid by touch, said to be looked at by this source."""
    table = Table(journal, now, director=TouchOnly(saying), source=source, light=Painted())
    table.call(lambda core: core.sees(CameraStatus(TableActivity.STABLE)))
    return table


def sayable(state: TableState, saying: Saying) -> tuple[tuple[Verdict, ...], tuple[Verdict, ...]]:
    """Return the proven verdicts of the deal on the table: those due, and those for a claim."""
    deal = state.last_deal
    if deal is None:
        return (), ()
    proven = [verdict for verdict in deal.report.verdicts if verdict.status is Status.PROVEN]
    due = tuple(verdict for verdict in proven if saying.due(verdict, deal))
    return due, tuple(verdict for verdict in proven if saying.claimable(verdict, deal))


def stood(state: TableState, saying: Saying) -> tuple[Verdict, ...]:
    """Return what was due while the newest deal ran, where that does not count after all."""
    deal = state.last_deal
    if deal is None:
        return ()
    proven = [verdict for verdict in deal.report.verdicts if verdict.status is Status.PROVEN]
    return tuple(verdict for verdict in proven if saying.stood(verdict, deal))


@dataclass(frozen=True, slots=True)
class Pages:
    """How the pages of a test are served and what they work with."""

    serving: Serving
    services: Services

    def app(self, door: TableDoor, desk: PhoneDesk | None = None) -> Flask:
        """Return the kiosk's application."""
        return create_app(door, self.serving, self.services, desk)

    def maker(self, door: TableDoor) -> MakeKiosk:
        """Return what makes the kiosk for phones that work the table."""
        return lambda serving, desk: create_app(door, serving, self.services, desk)

    @property
    def guests(self) -> GuestSettings:
        """How phones that look on are served."""
        of = self.services
        return GuestSettings(
            self.serving,
            of.preferences,
            of.stage,
            of.evening.past.path,
            of.evening.recall,
            of.evening.analyses,
        )


def pages(*, money: bool = False, **given: object) -> Pages:
    """Return pages for which the values and services that have a field of this name get it."""
    parts = (Serving, Preferences, StageService, StartService, SetupService, EveningService)
    known = {name for part in parts for name in _names(part)}
    assert given.keys() <= known, given.keys() - known

    def of(part: type[P]) -> P:
        return part(**{name: given[name] for name in _names(part) if name in given})

    services = Services(
        of(Preferences), of(StageService), of(StartService), of(SetupService), of(EveningService)
    )
    if money:
        services.preferences.wishes.change(money=True)
    return Pages(of(Serving), services)


def _names(part: Any) -> list[str]:
    return [each.name for each in fields(part)]


def app_of(door: TableDoor, **given: Any) -> Flask:
    """Return the kiosk's application with `pages` like that."""
    return pages(**given).app(door)


@contextmanager
def served(door: TableDoor, **given: Any) -> Iterator[str]:
    """Serve the pages on a free port; yields their address."""
    with serving(app_of(door, **given)) as address:
        yield address


@contextmanager
def serving(app: Flask) -> Iterator[str]:
    """Serve an application on a free port as the kiosk does; yields its address."""
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    try:
        yield server.address.rstrip("/")
    finally:
        server.close()
