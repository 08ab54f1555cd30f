"""The appliance put together: journal, table, eyes, strip and page, until somebody stops it."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread
from types import FrameType

import cv2
from flask import Flask

from engine.cards import GERMAN_48
from engine.journal import Journal
from engine.text import Language, PlainError, Text
from firmware_bridge.strip import Picture
from kiosk import evening
from kiosk.app import PageSettings, create_app
from kiosk.buttons.desk import ButtonWire
from kiosk.buttons.wiring import open_buttons
from kiosk.camera_words import CAMERA_FOUND_LONG
from kiosk.clock import TableClock, built, last_recorded, time_is_kept
from kiosk.comfort.wiring import open_comfort
from kiosk.deals import CalledDeals, Deals, RoundDeals
from kiosk.decks import deck_names
from kiosk.director import Director
from kiosk.exports.archive import Archive
from kiosk.eyes import Eyes
from kiosk.follow import LiveFollower, SourceKind
from kiosk.gaze import Decks
from kiosk.guests.desk import Ports, open_desk, way_in
from kiosk.home import Home, locked
from kiosk.memory import give_back
from kiosk.pages.compiled import compile_ahead
from kiosk.recording import recording_now
from kiosk.regional.region import ChosenRegion
from kiosk.replay.recall import Recall, order_of
from kiosk.server import PageServer
from kiosk.service import Service, answers, writes
from kiosk.settings import Settings
from kiosk.setup.found import Found, usb_cameras
from kiosk.setup.plugged import Plugged
from kiosk.setup.sight import Sight, open_sight
from kiosk.setup.window import Window
from kiosk.setup.workshop import Workshop, open_workshop
from kiosk.strip.light import open_light
from kiosk.table import Table
from kiosk.table_core import TableCore
from kiosk.watch import checksums
from kiosk.welcome.known import earlier_names
from kiosk.welcome.reception import Reception, open_reception
from kiosk.welcome.swap import Curtain, Show, Swaps, waiting
from kiosk.welcome.trouble import trouble
from vision.camera.frames import FrameSource, VideoFile
from vision.camera.live import LiveSource

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
class Order:
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


Others = Mapping[Show, Callable[[], Order]]


def run(order: Order, home: Home, settings: Settings, others: Others | None = None) -> int:
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
                    app, way = trouble(error, order.language, swaps, home), None
                curtain.rise(app)
                # Beside the first page, which needs a tenth of them.
                Thread(target=compile_ahead, args=(app,), name="templates", daemon=True).start()
                if not page.serves:
                    page.start()
                    service.watch("page", answers(settings.host, page.port))
                    service.ready()
                    _say(page.address, order.language, way)
                # Once the page is there, what goes wrong is said on it.
                stays = True
                wished = swaps.wait(lambda: LOG.debug("still running"))
            if wished is None:
                return 0
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
    order: Order,
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
    deals: Deals = RoundDeals() if calls is None else calls
    decks = Decks(order.deck, order_of(home))
    director = Director(cards, deals, settings.seat_angles, settings.saying, decks)
    refresher = _Refresher()
    wire = ButtonWire()
    light = open_light(home, settings, wire, refresher)
    follower = LiveFollower(director, order.kind, light, light.look)
    stack.callback(follower.close)
    models = {} if sight is None else checksums(sight.nets)
    journal = _journal(order, home, calls)
    clock = TableClock(last_recorded(journal), built(), kept=time_is_kept())
    earlier = earlier_names(journal)
    table = Table(journal, clock.stamp, models, follower)
    stack.callback(table.close)
    stack.callback(service.watch("table", writes(table)))
    refresher.table = table

    def make_eyes(window: Window) -> Eyes:
        assert sight is not None
        assert lens is not None
        opener, steady = sight.lens, sight.steady()
        return Eyes(sight.source, lens, director, follower, table, opener, steady, window)

    workshop = open_workshop(home, sight, make_eyes, table, 60.0 * settings.off_after_min)
    workshop.angles = settings.seat_angles
    reception = open_reception(home, table, earlier, swaps, asks=_asks(order))
    pages = _pages(home, settings, order, director, clock, workshop, reception)
    comfort = open_comfort(home, table, pages)
    stack.callback(comfort.close)
    pages = replace(pages, comfort=comfort, light=light, buttons_trouble=lambda: wire.trouble)
    ports = Ports(settings.guest_port, settings.host_port, order.host_mode or settings.host_mode)
    desk, pages = open_desk(table, home, ports, pages)
    stack.callback(desk.close)
    table.listen(desk.phones.heard)
    app = create_app(table, pages)
    buttons = open_buttons(settings.pins, wire, table, follower, comfort, app)
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
        _look_for_a_camera(follower, table, stack)
    return app, way_in(desk, order.language)


def _asks(order: Order) -> bool:
    """Tell whether an evening that was left open is asked about."""
    return order.kind in ("camera", "none") and not order.at_once


def _look_for_a_camera(follower: LiveFollower, table: Table, stack: ExitStack) -> None:
    """Have the page say when a camera is plugged in, and how the evening goes on with it."""

    def news(found: Found | None) -> None:
        def show(core: TableCore) -> None:
            follower.camera_note = None if found is None else CAMERA_FOUND_LONG
            core.refresh()

        try:
            table.post(show)
        except PlainError:
            LOG.debug("the table is closing")

    plugged = Plugged(usb_cameras, news)
    plugged.start()
    stack.callback(plugged.close)


def _sight(order: Order, home: Home, settings: Settings, stack: ExitStack) -> Sight | None:
    if order.source is None:
        return None
    learns = order.kind != "sample"
    sight = open_sight(order.source, order.deck, home, settings.light_pin, learns=learns)
    stack.callback(sight.source.close)
    return sight


def _journal(order: Order, home: Home, calls: CalledDeals | None) -> Journal:
    if order.kind == "sample" and calls is not None:
        return evening.open_sample_journal(home.sample_journal, calls)
    return Journal.open(home.journal)


def _open_evening(order: Order, calls: CalledDeals, settings: Settings, table: Table) -> None:
    video = Path(order.source or "").stem

    def begin(core: TableCore) -> None:
        models = dict(core.models)
        core.commit(evening.opening(core.state, calls, video, settings.seats, order.deck, models))

    table.call(begin)


def _go_on(source: FrameSource, director: Director, table: Table, eyes: Eyes, speed: float) -> None:
    """Start looking, in a recording where the evening stopped."""
    state = table.view().state
    until = table.call(lambda core: director.resume(core.state, watched=not source.live))
    if until is not None and isinstance(source, LiveSource):
        source.count_from(until + _LATER_S)
    there = None if source.live else evening.resumption(state)
    if there is not None and isinstance(source, VideoFile):
        source.seek(there.seek)
    eyes.start(speed, None if there is None else there.until)


def _pages(
    home: Home,
    settings: Settings,
    order: Order,
    director: Director,
    clock: TableClock,
    workshop: Workshop,
    reception: Reception,
) -> PageSettings:
    def decks() -> tuple[str, ...]:
        return (order.deck, *(name for name in deck_names(home) if name != order.deck))

    hosts, games = PageSettings().trusted_hosts, PageSettings().games
    wished = reception.wishes.wished
    return PageSettings(
        language=wished.language or order.language,
        money=wished.money is True,
        reception=reception,
        trusted_hosts=hosts if settings.host in hosts else (*hosts, settings.host),
        secret_key=home.secret_key(),
        decks=decks(),
        deck_names=decks,
        camera=workshop.camera,
        workshop=workshop,
        deck_order=lambda: director.profile,
        seats=settings.seats,
        games=(settings.game, *(game for game in games if game != settings.game)),
        rules=settings.rules,
        recording=lambda: recording_now(home),
        clock=clock,
        claims=settings.saying.claims,
        region=ChosenRegion(settings.region, home.words_toml),
        double_tap=DOUBLE_TAP_S,
        archive=Archive(home.sample_journal if order.kind == "sample" else home.journal),
        exports=home.exports,
        recall=Recall(order_of(home), settings.saying, settings.seat_angles),
    )
