"""The appliance put together: journal, table, eyes, strip and page, until somebody stops it."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Thread
from types import FrameType

import cv2
from flask import Flask

from engine.cards import GERMAN_48, Card
from engine.evening.deal import DealState
from engine.journal.journal import Journal
from engine.text import Language, PlainError, Text
from firmware_bridge.strip import Picture
from kiosk.app import Services, create_app
from kiosk.box.buttons import ButtonWire, open_buttons
from kiosk.box.light import open_light
from kiosk.box.sounds import Comfort, open_comfort
from kiosk.camera.camera_switch import CameraDoor
from kiosk.camera.camera_values import request_of
from kiosk.camera.connected import FoundCamera, Plugged, usb_cameras
from kiosk.camera.eyes import Eyes
from kiosk.camera.pictures import PictureWindow
from kiosk.camera.recorder import recording_now
from kiosk.camera.sight import Sight, open_sight
from kiosk.camera.watch_recording import checksums
from kiosk.camera.workshop import open_workshop
from kiosk.director.camera_plays import Decks
from kiosk.director.deal_source import CalledDeals, RoundDeals
from kiosk.director.director import Director
from kiosk.exports.archive import Archive
from kiosk.exports.evening_backup import Backups
from kiosk.home.clock import TableClock, built, last_recorded, time_is_kept
from kiosk.home.data_folder import Home, locked
from kiosk.home.deck_files import deck_names, printed_on
from kiosk.home.disk_room import DiskRoom
from kiosk.home.files import kept_page_choice
from kiosk.home.house_rules import HouseRulesFolder
from kiosk.home.region import kept_region
from kiosk.home.seal import printed_seal
from kiosk.home.version import version
from kiosk.replay.reel import Recall, order_of
from kiosk.settings import Settings
from kiosk.table import resumption
from kiosk.table.person_names import Acquaintances, earlier_names
from kiosk.table.systemd import Service, answers, give_back, writes
from kiosk.table.view import CameraStatus, SourceKind
from kiosk.table.writer import CuePlayer, Table, TableCore
from kiosk.web.evening.evening import EveningService
from kiosk.web.phones.desk import PhoneDesk, Ports, open_desk, way_in
from kiosk.web.phones.guest_app import GuestSettings
from kiosk.web.server import PageServer, compile_ahead
from kiosk.web.settings import Preferences, Serving
from kiosk.web.setup.service import SetupService
from kiosk.web.stage import StageService, shown_by
from kiosk.web.start.service import Resumed, StartService
from kiosk.web.swap import Curtain, Show, Swaps, trouble, waiting
from kiosk.words.camera import CAMERA_FOUND_LONG
from vision.camera.frames import FrameSource, VideoFile
from vision.camera.live import LiveSource
from vision.camera.network import is_network
from vision.sighting import TableActivity

LOG = logging.getLogger("mehrkopf")

_RUNNING = Text(
    de="Mehrkopf läuft: {address} (Strg+C beendet)",
    en="mehrkopf is running: {address} (Ctrl+C ends)",
)


_LATER_S = 1.0
"""What is seen after a restart comes later than everything before by at least this."""
DOUBLE_TAP_S = 0.5
"""A finger that bounces taps twice within this; who means it twice takes longer."""


@dataclass(frozen=True)
class RunOrder:
    """What to run."""

    kind: SourceKind
    source: str | None
    calls: Path | None
    deck: str
    port: int
    language: Language
    speed: float = 1.0
    stay: bool = False
    """Whether what prevents the start is said on the page, which then waits for it to be mended."""
    host_mode: bool = False
    """Whether phones may work the table from the start, behind code and PIN."""
    at_once: bool = False
    """Whether the camera looks on without a further tap: somebody asked for that just now."""


Others = Mapping[Show, Callable[[], RunOrder]]


def run(order: RunOrder, home: Home, settings: Settings, others: Others | None = None) -> int:
    """Run until SIGTERM or SIGINT; the page's server stays where another evening is wished for.

    `others` makes the orders of the evenings that can be had without another start.

    Raises:
        PlainError: something that is needed is missing, damaged or taken.
    """
    cv2.setNumThreads(1)
    others = others or {}
    swaps = Swaps(others)
    _stop_on_signals(swaps.stop)
    with ExitStack() as stack:
        stack.enter_context(locked(home))
        service = Service()
        curtain = Curtain(waiting(order.language))
        page = PageServer(curtain, settings.host, order.port)
        stack.callback(page.close)
        stack.callback(service.close)
        stays = order.stay
        while True:
            with ExitStack() as shown:
                shown.callback(curtain.fall)
                try:
                    app, way = _assemble(order, home, settings, shown, swaps, service)
                except PlainError as error:
                    if not stays:
                        raise
                    LOG.error("%s", error)  # noqa: TRY400
                    app, way = trouble(error, order.language, swaps), None
                curtain.rise(app)
                # Beside the first page, which needs a tenth of them.
                Thread(target=compile_ahead, args=(app,), name="templates", daemon=True).start()
                if not page.serves:
                    page.start()
                    service.watch("page", answers(settings.host, page.port))
                    service.ready()
                    _say(page.address, order.language, way)
                give_back()
                # Once the page is there, what goes wrong is said on it.
                stays = True
                wished = swaps.wait(lambda: LOG.debug("still running"))
            if wished is None:
                return 0
            swaps.work()
            del app
            give_back()
            order = order if wished == "again" else others[wished]()


def _say(address: str, language: Language, way: str | None) -> None:
    sys.stdout.write(_RUNNING.format(address=address).in_language(language) + "\n")
    if way is not None:
        sys.stdout.write(way + "\n")
    sys.stdout.flush()


def _stop_on_signals(stop: Callable[[], None]) -> None:
    def ask(number: int, frame: FrameType | None) -> None:
        stop()

    signal.signal(signal.SIGTERM, ask)
    signal.signal(signal.SIGINT, ask)


class _Refresher:
    """Publishes the strip's picture once there is a table to publish it."""

    def __init__(self) -> None:
        self.table: Table | None = None

    def __call__(self, picture: Picture) -> None:
        if self.table is None:
            return
        try:
            self.table.post(lambda core: core.refresh())
        except PlainError:
            LOG.debug("the table is closing")


def _assemble(
    order: RunOrder,
    home: Home,
    settings: Settings,
    stack: ExitStack,
    swaps: Swaps,
    service: Service,
) -> tuple[Flask, str | None]:
    """Put everything together; return the pages, and how a phone gets in that works the table."""
    calls = None if order.calls is None else CalledDeals(order.calls)
    sight = _sight(order, home, settings, stack)
    lens = None if sight is None else sight.lens(order.deck)
    cards = GERMAN_48 if lens is None else lens.cards
    decks = Decks(order.deck, order_of(home))
    director = Director(cards, calls or RoundDeals(), settings.seat_angles, settings.saying, decks)
    refresher = _Refresher()
    wire = ButtonWire()
    light = open_light(home, settings.strip, settings.seat_angles, wire, refresher)
    cues = CuePlayer(light, light.look)
    stack.callback(cues.close)
    models = {} if sight is None else checksums(sight.nets)
    journal = _journal(order, home, calls)
    clock = TableClock(last_recorded(journal), built(), kept=time_is_kept())
    earlier = earlier_names(journal)
    table = Table(journal, clock.stamp, models, director, order.kind, cues)
    stack.callback(table.close)
    stack.callback(service.watch("table", writes(table)))
    refresher.table = table

    def make_eyes(window: PictureWindow) -> Eyes:
        assert sight is not None
        assert lens is not None
        opener, steady = sight.lens, sight.steady()
        return Eyes(sight.source, lens, director, table, opener, steady, window)

    workshop = open_workshop(home, sight, make_eyes, table, 60.0 * settings.off_after_min)
    workshop.angles = settings.seat_angles
    preferences = Preferences(
        kept_page_choice(home.page_toml),
        kept_region(settings.region, home.words_toml),
        printed_on(home),
    )
    serving = _serving(order, home, settings, preferences)
    comfort = _comfort(home, table, clock, serving, preferences, stack)
    recall = Recall(order_of(home), settings.saying, settings.seat_angles)
    stage = _stage(home, director, recall)
    archive = Archive(home.sample_journal if order.kind == "sample" else home.journal)
    services = Services(
        preferences,
        stage,
        _start(order, home, settings, table, earlier, swaps, clock, workshop.camera),
        SetupService(
            workshop=workshop,
            camera=workshop.camera,
            light=light,
            buttons_trouble=lambda: wire.trouble,
            comfort=comfort,
            now=clock.now,
            seats=settings.seats,
        ),
        EveningService(
            archive,
            home.exports,
            recall,
            _backups(order, home, clock, table, stack),
            swaps.between,
            partial(printed_seal, home),
        ),
    )

    def kiosk(serving: Serving, desk: PhoneDesk) -> Flask:
        return create_app(table, serving, services, desk)

    desk = open_desk(
        table,
        home,
        Ports(settings.guest_port, settings.host_port, order.host_mode or settings.host_mode),
        GuestSettings(serving, preferences, stage, archive.path, recall),
        kiosk,
        today=lambda: clock.now().date().isoformat(),
    )
    stack.callback(desk.close)
    table.listen(desk.phones.heard)
    app = kiosk(serving, desk)
    buttons = open_buttons(settings.pins, wire, table, comfort, shown_by(app))
    stack.callback(buttons.close)
    if calls is not None:
        _open_evening(order, calls, settings, table)
    if sight is not None and workshop.eyes is not None:
        stack.callback(workshop.eyes.close)
        stack.callback(service.watch("eyes", workshop.eyes.pulse.moves))
        _go_on(sight.source, director, table, workshop.eyes, order.speed)
        workshop.start(on=order.at_once and table.view().state.running)
        stack.callback(workshop.close)
    elif order.kind == "none" and "camera" in swaps.possible:
        _look_for_a_camera(table, stack)
    return app, way_in(desk, order.language)


def _look_for_a_camera(table: Table, stack: ExitStack) -> None:
    """Have the page say when a camera is plugged in, and how the evening goes on with it."""

    def news(found: FoundCamera | None) -> None:
        status = CameraStatus(TableActivity.EMPTY, None if found is None else CAMERA_FOUND_LONG)
        try:
            table.post(lambda core: core.sees(status))
        except PlainError:
            LOG.debug("the table is closing")

    plugged = Plugged(usb_cameras, news)
    plugged.start()
    stack.callback(plugged.close)


def _sight(order: RunOrder, home: Home, settings: Settings, stack: ExitStack) -> Sight | None:
    if order.source is None:
        return None
    checks_deck = order.kind != "sample"
    asked = request_of(home, settings.size)
    sight = open_sight(
        order.source, order.deck, home, settings.light_pin, checks_deck=checks_deck, asked=asked
    )
    stack.callback(sight.source.close)
    return sight


def _journal(order: RunOrder, home: Home, calls: CalledDeals | None) -> Journal:
    if order.kind == "sample" and calls is not None:
        return resumption.open_sample_journal(home.sample_journal, calls)
    return Journal.open(home.journal)


def _open_evening(order: RunOrder, calls: CalledDeals, settings: Settings, table: Table) -> None:
    source = order.source or ""
    # An evening's name is no place for a camera's password.
    video = "camera" if is_network(source) else Path(source).stem

    def begin(core: TableCore) -> None:
        models = dict(core.models)
        core.commit(
            resumption.opening(core.state, calls, video, settings.seats, order.deck, models)
        )

    table.call(begin)


def _go_on(source: FrameSource, director: Director, table: Table, eyes: Eyes, speed: float) -> None:
    """Start looking, in a recording where the evening stopped."""
    state = table.view().state
    until = table.call(lambda core: director.resume(core.state, watched=not source.live))
    if until is not None and isinstance(source, LiveSource):
        source.count_from(until + _LATER_S)
    there = None if source.live else resumption.resumption(state)
    if there is not None and isinstance(source, VideoFile):
        source.seek(there.seek)
    eyes.start(speed, None if there is None else there.until)


def _serving(order: RunOrder, home: Home, settings: Settings, preferences: Preferences) -> Serving:
    hosts = Serving().trusted_hosts
    return Serving(
        language=preferences.wishes.choice.language or order.language,
        trusted_hosts=hosts if settings.host in hosts else (*hosts, settings.host),
        secret_key=home.secret_key(),
        double_tap=DOUBLE_TAP_S,
        claims=settings.saying.claims,
    )


def _stage(home: Home, director: Director, recall: Recall) -> StageService:
    def order_of_deal(deal: DealState | None) -> tuple[Card, ...]:
        known = () if deal is None else recall.decks(deal.head.deck)
        return known or director.profile

    return StageService(order_of_deal, lambda: recording_now(home))


def _comfort(
    home: Home,
    table: Table,
    clock: TableClock,
    serving: Serving,
    preferences: Preferences,
    stack: ExitStack,
) -> Comfort:
    def language() -> Language:
        return preferences.wishes.choice.language or serving.language

    comfort = open_comfort(home, table, clock.now, language, preferences.region)
    stack.callback(comfort.close)
    return comfort


def _backups(
    order: RunOrder, home: Home, clock: TableClock, table: Table, stack: ExitStack
) -> Backups | None:
    if order.kind == "sample":
        return None
    backups = Backups(home, version(), clock.now)
    stack.callback(backups.close)
    table.listen(backups.heard)
    return backups


def _start(
    order: RunOrder,
    home: Home,
    settings: Settings,
    table: Table,
    earlier: tuple[str, ...],
    swaps: Swaps,
    clock: TableClock,
    camera: CameraDoor,
) -> StartService:
    """Return what the start works with; it gets to know who comes to the table."""
    known = Acquaintances(earlier)
    table.listen(known.seen)
    # An evening that was left open is asked about.
    asks = order.kind in ("camera", "none") and not order.at_once
    games = StartService().games
    return StartService(
        games=(settings.game, *(game for game in games if game != settings.game)),
        rules=settings.rules,
        decks=lambda: (order.deck, *(name for name in deck_names(home) if name != order.deck)),
        seats=settings.seats,
        known=known.names,
        house=HouseRulesFolder(home.rules),
        swaps=swaps,
        resumed=Resumed(table.view().state.last_seq if asks else 0),
        room=DiskRoom(home),
        clock=clock,
        camera=camera,
    )
