"""The appliance put together: journal, table, eyes, strip and pages, for one evening."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask, request

from engine.cards import GERMAN_48, Card
from engine.evening.deal import DealState
from engine.journal import opening
from engine.journal.check import DamagedError
from engine.journal.journal import Journal
from engine.text import Language, PlainError
from firmware_bridge.strip import Picture
from kiosk.app import Services, create_app
from kiosk.box.buttons import ButtonWire, open_buttons
from kiosk.box.light import TableLight, open_light
from kiosk.box.sounds import Comfort, open_comfort
from kiosk.camera.camera_switch import CameraDoor, CameraSwitch
from kiosk.camera.camera_values import request_of
from kiosk.camera.connected import FoundCamera, Plugged, usb_cameras
from kiosk.camera.eyes import Eyes
from kiosk.camera.phone_choice import TablePhone
from kiosk.camera.pictures import PictureWindow
from kiosk.camera.recorder import recording_now
from kiosk.camera.sight import Sight, open_sight
from kiosk.camera.watch_recording import checksums
from kiosk.camera.workshop import Workshop, open_workshop
from kiosk.director.camera_plays import Decks
from kiosk.director.deal_source import CalledDeals, RoundDeals
from kiosk.director.director import Director
from kiosk.exports.evening_backup import Backups
from kiosk.exports.past_evenings import PastEvenings
from kiosk.home.clock import TableClock, built, last_recorded, time_is_kept
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import deck_names, printed_on
from kiosk.home.disk_room import DiskRoom
from kiosk.home.files import kept_page_choice
from kiosk.home.house_rules import HouseRulesFolder
from kiosk.home.region import kept_region
from kiosk.home.seal import printed_seal
from kiosk.home.trifles import set_aside
from kiosk.home.version import version
from kiosk.integrations.broker import Broker
from kiosk.replay.analyses import Analyses, beside
from kiosk.replay.reel import Recall, order_of
from kiosk.settings import Settings
from kiosk.table import resumption
from kiosk.table.commands import CloseDeal
from kiosk.table.forgetting import Forgetting
from kiosk.table.orders import is_over
from kiosk.table.parts import Mishaps
from kiosk.table.person_names import Acquaintances, earlier_names
from kiosk.table.systemd import Service, writes
from kiosk.table.view import (
    CameraStatus,
    SourceKind,
    TableView,
    ViewListener,
    after_evenings,
)
from kiosk.table.writer import CuePlayer, Table, TableCore
from kiosk.web.evening.evening import EveningService, NameService
from kiosk.web.live import Streams
from kiosk.web.phones.camera_desk import CarriedCamera
from kiosk.web.phones.desk import PhoneDesk, PhoneEye, Ports, open_desk, way_in
from kiosk.web.phones.guest_app import GuestSettings
from kiosk.web.settings import Preferences, Serving
from kiosk.web.setup.service import SetupService
from kiosk.web.stage import StageService, shown_by
from kiosk.web.start.service import Resumed, StartService
from kiosk.web.swap import Show, Swaps
from kiosk.words.camera import CAMERA_FOUND_LONG
from kiosk.words.metrics import LACKING as METRICS_LACKING
from kiosk.words.mqtt import NO_EXTRA
from kiosk.words.parts import SET_ASIDE, TRIFLES
from vision.camera.frames import VideoFile
from vision.camera.live import LiveSource
from vision.camera.network import is_network
from vision.camera.phone import PHONE, PhoneLine
from vision.sighting import TableActivity

if TYPE_CHECKING:
    from kiosk.integrations.connection import Connection

LOG = logging.getLogger("mehrkopf")

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
    deck_told: bool = False
    """Whether the command names the deck."""
    language_told: bool = False
    """Whether it names the language."""
    host_mode: bool = False
    """Whether phones may work the table from the start, behind code and PIN."""
    at_once: bool = False
    """Whether the camera looks on without a further tap: somebody asked for that just now."""
    chosen: Language | None = None
    """The language somebody tapped on the page that said why the table was not there."""


class Step(Enum):
    """What the start is at; the way out depends on it."""

    FOLDER = "folder"
    SETTINGS = "settings"
    JOURNAL = "journal"
    SIGHT = "sight"
    TABLE = "table"


Reached = Callable[[Step], object]
"""Is told what the start comes to next."""


class _Refresher:
    """Publishes the strip's picture once there is a table to publish it."""

    def __init__(self) -> None:
        self.table: Table | None = None

    def __call__(self, picture: Picture = ()) -> None:
        if self.table is None:
            return
        try:
            self.table.post(lambda core: core.refresh())
        except PlainError:
            LOG.debug("the table is closing")


def assemble(
    order: RunOrder,
    home: Home,
    settings: Settings,
    stack: ExitStack,
    swaps: Swaps,
    service: Service,
    mishaps: Mishaps,
    at: Reached,
    carried: CarriedCamera,
) -> tuple[Flask, str | None]:
    """Put everything together; return the pages, and how a phone gets in that works the table.

    What is to be closed again is on the `stack`, but for the phone that is `carried` to the next
    evening; `at` is told what is tried next.

    Raises:
        PlainError: something that is needed is missing, damaged or taken.
    """
    calls = None if order.calls is None else CalledDeals(order.calls)
    at(Step.SIGHT)
    sight = _sight(order, home, settings, stack, carried.line)
    lens = None if sight is None else sight.lens(order.deck)
    cards = GERMAN_48 if lens is None else lens.cards
    decks = Decks(order.deck, order_of(home))
    director = Director(cards, calls or RoundDeals(), settings.seat_angles, settings.saying, decks)
    refresher = _Refresher()
    wire = ButtonWire()
    light = open_light(home, settings.strip, settings.seat_angles, wire, refresher, mishaps)
    cues = CuePlayer(light, light.look)
    stack.callback(cues.close)
    models = {} if sight is None else checksums(sight.nets)
    at(Step.JOURNAL)
    journal = _journal(order, home, calls, mishaps)
    clock = TableClock(last_recorded(journal), built(), kept=time_is_kept())
    forgetting, earlier = _names(order, settings, clock, journal)
    table = Table(journal, clock.stamp, models, director, order.kind, cues)
    _watch(table, refresher, stack, service, mishaps)
    at(Step.TABLE)

    def make_eyes(window: PictureWindow) -> Eyes:
        assert sight is not None
        assert lens is not None
        opener, steady = sight.lens, sight.steady()
        return Eyes(sight.source, lens, director, table, opener, steady, window, mishaps)

    begin = partial(_go_on, sight, director, table, order.speed)
    workshop = open_workshop(
        home, sight, make_eyes, table, 60.0 * settings.off_after_min, mishaps=mishaps, begin=begin
    )
    workshop.angles = settings.seat_angles
    choice = TablePhone(home, workshop, _own_evening(order, swaps))
    preferences = _preferences(home, settings)
    serving = _serving(order, home, settings, preferences)
    comfort = _comfort(home, table, clock, serving, preferences, stack, mishaps)
    recall = Recall(order_of(home), settings.saying, settings.seat_angles)
    stage = _stage(home, director, recall, mishaps)
    past = PastEvenings(home.sample_journal if order.kind == "sample" else home.journal)
    services = Services(
        preferences,
        stage,
        _start(
            order,
            home,
            settings,
            table,
            earlier,
            swaps,
            clock,
            workshop,
            forgetting,
            phone=choice.possible,
        ),
        SetupService(
            workshop=workshop,
            camera=workshop.camera,
            light=light,
            buttons_trouble=lambda: wire.trouble,
            comfort=comfort,
            now=clock.now,
            seats=settings.seats,
            phone=choice.possible,
            broker=settings.mqtt,
        ),
        EveningService(
            past,
            home.exports,
            recall,
            _backups(order, home, clock, table, stack, mishaps),
            swaps.between,
            NameService(home, forgetting),
            _analyses(home, table, preferences, stack, mishaps),
            partial(printed_seal, home),
        ),
    )

    _open_evening(order, calls, settings, table)

    def kiosk(serving: Serving, desk: PhoneDesk) -> Flask:
        app = create_app(table, serving, services, desk)
        return app if calls is None else _with_a_film(app, workshop.camera)

    desk = open_desk(
        table,
        home,
        Ports(
            settings.guest_port,
            settings.host_port,
            order.host_mode or settings.host_mode,
            settings.camera_port,
        ),
        GuestSettings(serving, preferences, stage, past.path, recall, services.evening.analyses),
        kiosk,
        today=lambda: clock.now().date().isoformat(),
        eye=PhoneEye(carried, choice, mishaps.tell, order.source == PHONE),
    )
    _follow_phones(desk, workshop, table, stack)
    app = kiosk(serving, desk)
    buttons = open_buttons(
        settings.pins, wire, table, comfort, shown_by(app), workshop.camera.off, mishaps
    )
    stack.callback(buttons.close)
    _tell_others(
        *(order, home, settings, table, workshop, light),
        partial(_tell, order, home, clock, table, services, refresher, stack),
        *(app, desk, stack, mishaps),
    )
    if workshop.eyes is not None:
        _look_on(workshop, workshop.eyes, begin, service, stack)
        workshop.start(on=order.at_once and table.view().state.running)
    elif order.kind == "none" and "camera" in swaps.possible:
        _look_for_a_camera(table, stack, mishaps)
    return app, way_in(desk, order.language)


def _tell_others(
    order: RunOrder,
    home: Home,
    settings: Settings,
    table: Table,
    workshop: Workshop,
    light: TableLight,
    tells: Callable[[Connection, Mishaps], None],
    app: Flask,
    desk: PhoneDesk,
    stack: ExitStack,
    mishaps: Mishaps,
) -> None:
    """Have a monitor read, and a broker hear, what table.toml lets them."""
    _measure(settings.metrics_port, table, workshop.eyes, app, desk, stack, mishaps)
    _connect(settings.mqtt, home, order.language, table, workshop, light, tells, mishaps)


def _measure(
    port: int | None,
    table: Table,
    eyes: Eyes | None,
    app: Flask,
    desk: PhoneDesk,
    stack: ExitStack,
    mishaps: Mishaps,
) -> None:
    """Have a monitor on this device read figures, where it may; the page says what hinders it."""
    if port is None:
        return
    try:
        from kiosk.integrations.metrics import (  # noqa: PLC0415 - an extra
            Metrics,
            MetricsPort,
            Standing,
        )
    except ModuleNotFoundError as error:
        LOG.warning("no metrics: %s", error)
        mishaps.tell("metrics", METRICS_LACKING)
        return
    streams: Streams = app.extensions["streams"]
    standing = Standing(
        seq=lambda: table.view().state.last_seq,
        begun_again=mishaps.counts.copy,
        streams={
            "table": lambda: len(streams.standing()),
            "guests": lambda: desk.phones.state.watching,
        },
    )
    metrics = Metrics(standing, table.view())
    table.call(lambda core: core.record_to(metrics.recorded))
    table.listen(metrics.shown)
    if eyes is not None:
        eyes.looked = metrics.looked
    door = MetricsPort(metrics.registry, port, mishaps)
    stack.callback(door.close)
    door.open()


def _connect(
    broker: Broker | None,
    home: Home,
    language: Language,
    table: Table,
    workshop: Workshop,
    light: TableLight,
    tells: Callable[[Connection, Mishaps], None],
    mishaps: Mishaps,
) -> None:
    """Have the table tell a broker what happens, where it may; the page says what hinders it."""
    if broker is None:
        return
    try:
        from kiosk.integrations import connection, home_assistant  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        LOG.warning("no broker: %s", error)
        mishaps.tell("mqtt", NO_EXTRA)
        return
    line = connection.Connection(broker, mishaps)
    topic = home_assistant.discovery_topic(broker.table) if broker.home_assistant else None
    home_assistant.take_leave(line, home.introduced, topic)
    if broker.home_assistant:
        house = home_assistant.HomeAssistant(
            line,
            language,
            home.introduced,
            workshop.camera if isinstance(workshop.camera, CameraSwitch) else None,
            None if light.status is None else light,
            lambda: not workshop.phone_shut,
            mishaps,
        )
        table.listen(house.heard)
    tells(line, mishaps)


def _tell(
    order: RunOrder,
    home: Home,
    clock: TableClock,
    table: Table,
    services: Services,
    refresher: _Refresher,
    stack: ExitStack,
    connection: Connection,
    mishaps: Mishaps,
) -> None:
    """Connect; have a broker hear what happens, and the table what the organiser says."""
    from kiosk.integrations.publisher import Publisher  # noqa: PLC0415 - an extra
    from kiosk.integrations.rounds import JournalRounds  # noqa: PLC0415

    stack.callback(connection.close)
    # The demonstration is nobody's evening.
    if order.kind != "sample":
        name = connection.broker.table
        rounds = JournalRounds(home.journal, name, partial(printed_seal, home))
        seating, rulings = services.start.seating, services.evening.rulings
        publisher = Publisher(
            connection, rounds, table.view(), clock.stamp, mishaps, knows=rulings.knows
        )
        table.listen(publisher.heard)
        seating.table, seating.changed = name, refresher
        rulings.changed = refresher
        rulings.keep(home.rulings_json)
        connection.on(connection.topics.seating, seating.hear)
        connection.on(connection.topics.rulings, rulings.hear)
    connection.start()


def _own_evening(order: RunOrder, swaps: Swaps) -> Callable[[], None] | None:
    """Return what begins the table's own evening with the camera that was chosen meanwhile."""
    # Without a camera the own evening is the one that runs.
    shows: tuple[Show, ...] = ("camera",) if order.kind == "none" else ("camera", "own")
    show = next((each for each in shows if each in swaps.possible), None)
    return None if show is None else partial(swaps.wish, show)


def _follow_phones(desk: PhoneDesk, workshop: Workshop, table: Table, stack: ExitStack) -> None:
    """Have the phones go off with the evening, and the phone camera with another one's choice."""
    stack.callback(desk.evening_over)
    workshop.chosen = partial(_no_phone, desk)
    table.listen(desk.phones.heard)


def _no_phone(desk: PhoneDesk, camera: str) -> None:
    """Let no phone in any more where the table looks through another camera."""
    if camera != PHONE and desk.camera is not None:
        desk.camera.shut()


def _names(
    order: RunOrder, settings: Settings, clock: TableClock, journal: Journal
) -> tuple[Forgetting, tuple[str, ...]]:
    """Forget who has not come for so long; return when names go, and those of earlier evenings."""
    # The demonstration's people are nobody.
    days = None if order.kind == "sample" else settings.forget_names_after_days
    forgetting = Forgetting(clock, days, settings.unread)
    if due := forgetting.due(journal, resumption.state_of(journal)):
        journal.forget(due)
    return forgetting, earlier_names(journal)


def _watch(
    table: Table, refresher: _Refresher, stack: ExitStack, service: Service, mishaps: Mishaps
) -> None:
    """Have the table closed at the end, watched until then, and shown anew where a part fails."""
    stack.callback(table.close)
    stack.callback(service.watch("table", writes(table)))
    refresher.table, mishaps.changed = table, refresher
    stack.callback(mishaps.hush)


def _look_on(
    workshop: Workshop,
    eyes: Eyes,
    begin: Callable[[Eyes], None],
    service: Service,
    stack: ExitStack,
) -> None:
    """Have a camera's eyes wait for its first picture; a film's begin when its switch says so."""
    stack.callback(eyes.close)
    stack.callback(service.watch("eyes", eyes.pulse.moves))
    if workshop.sight is not None and workshop.sight.live is not None:
        begin(eyes)
    stack.callback(workshop.close)


def _with_a_film(app: Flask, film: CameraDoor) -> Flask:
    """Have a film whose calls are known, which asks nothing, begin where somebody looks at a page.

    A film without them begins once the people at the table have said yes, as a camera does.
    """

    @app.before_request
    def look() -> None:
        # The service's own look at the page (`kiosk.table.systemd.answers`) asks for a file.
        if request.endpoint != "static":
            film.on()

    return app


def _look_for_a_camera(table: Table, stack: ExitStack, mishaps: Mishaps) -> None:
    """Have the page say when a camera is plugged in, and how the evening goes on with it."""

    def news(found: FoundCamera | None) -> None:
        status = CameraStatus(TableActivity.EMPTY, None if found is None else CAMERA_FOUND_LONG)
        try:
            table.post(lambda core: core.sees(status))
        except PlainError:
            LOG.debug("the table is closing")

    plugged = Plugged(usb_cameras, news, mishaps=mishaps)
    plugged.start()
    stack.callback(plugged.close)


def _sight(
    order: RunOrder, home: Home, settings: Settings, stack: ExitStack, line: PhoneLine
) -> Sight | None:
    if order.source is None:
        return None
    checks_deck = order.kind != "sample"
    asked = request_of(home, settings.size)
    sight = open_sight(
        order.source,
        order.deck,
        home,
        settings.light_pin,
        checks_deck=checks_deck,
        asked=asked,
        line=line,
    )
    stack.callback(sight.source.close)
    return sight


def _journal(order: RunOrder, home: Home, calls: CalledDeals | None, mishaps: Mishaps) -> Journal:
    if order.kind != "sample" or calls is None:
        return Journal.open(home.journal)
    try:
        return resumption.open_sample_journal(home.sample_journal, calls)
    except PlainError as error:
        path = home.sample_journal
        if not isinstance(error, DamagedError) and not path.is_dir():
            raise
        LOG.warning("%s", error)
        # A demonstration is no evening: it begins anew.
        if isinstance(error, DamagedError):
            kept = opening.set_aside(path).name
            mishaps.tell("sample", SET_ASIDE.format(what=TRIFLES[path.name], kept=kept))
        else:
            mishaps.tell("sample", set_aside(path))
        return resumption.open_sample_journal(home.sample_journal, calls)


def _open_evening(
    order: RunOrder, calls: CalledDeals | None, settings: Settings, table: Table
) -> None:
    """Begin the evening of a film whose calls are known; any other people begin."""
    if calls is None:
        return
    source = order.source or ""
    # An evening's name is no place for a camera's password.
    video = "camera" if is_network(source) else Path(source).stem

    def begin(core: TableCore) -> None:
        models = dict(core.models)
        core.commit(
            resumption.opening(core.state, calls, video, settings.seats, order.deck, models)
        )

    table.call(begin)
    table.listen(_last_deal_closed(table))


def _last_deal_closed(table: Table) -> ViewListener:
    """Return what closes the last deal at a film's end: no further one begins and does so."""
    told = False

    def heard(view: TableView) -> None:
        nonlocal told
        deal = view.state.deal
        if told or not view.camera.over:
            return
        told = True
        if deal is not None and is_over(deal):
            table.post(lambda core: core.do(CloseDeal()))

    return heard


def _go_on(sight: Sight | None, director: Director, table: Table, speed: float, eyes: Eyes) -> None:
    """Start looking, in a recording where the evening stopped."""
    assert sight is not None
    source = sight.source
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
    told = order.language if order.language_told else None
    return Serving(
        language=order.chosen or told or preferences.wishes.choice.language or order.language,
        trusted_hosts=hosts if settings.host in hosts else (*hosts, settings.host),
        secret_key=home.secret_key(),
        double_tap=DOUBLE_TAP_S,
        claims=settings.saying.claims,
    )


def _preferences(home: Home, settings: Settings) -> Preferences:
    return Preferences(
        kept_page_choice(home.page_toml),
        kept_region(settings.region, home.words_toml),
        printed_on(home),
    )


def _stage(home: Home, director: Director, recall: Recall, mishaps: Mishaps) -> StageService:
    def order_of_deal(deal: DealState | None) -> tuple[Card, ...]:
        known = () if deal is None else recall.decks(deal.head.deck)
        return known or director.profile

    return StageService(order_of_deal, lambda: recording_now(home), mishaps=mishaps)


def _comfort(
    home: Home,
    table: Table,
    clock: TableClock,
    serving: Serving,
    preferences: Preferences,
    stack: ExitStack,
    mishaps: Mishaps,
) -> Comfort:
    def language() -> Language:
        return preferences.wishes.choice.language or serving.language

    comfort = open_comfort(
        *(home, table, clock.now, language, preferences.region),
        mishaps=mishaps,
        in_money=preferences.in_money,
    )
    stack.callback(comfort.close)
    return comfort


def _backups(
    order: RunOrder,
    home: Home,
    clock: TableClock,
    table: Table,
    stack: ExitStack,
    mishaps: Mishaps,
) -> Backups | None:
    if order.kind == "sample":
        return None
    backups = Backups(home, version(), clock.now, mishaps=mishaps)
    stack.callback(backups.close)
    table.listen(after_evenings(table.view().state, backups.after_evening, backups.anew))
    return backups


def _analyses(
    home: Home, table: Table, preferences: Preferences, stack: ExitStack, mishaps: Mishaps
) -> Analyses:
    """Have deals worked out with open cards once they are over."""
    analyses = Analyses(home.open_cards, mishaps)
    stack.callback(analyses.close)
    beside(analyses, table, preferences.wishes, preferences.open_cards)
    return analyses


def _start(
    order: RunOrder,
    home: Home,
    settings: Settings,
    table: Table,
    earlier: tuple[str, ...],
    swaps: Swaps,
    clock: TableClock,
    workshop: Workshop,
    forgetting: Forgetting,
    *,
    phone: bool,
) -> StartService:
    """Return what the start works with; it gets to know who comes to the table, and forgets."""
    past = PastEvenings(home.journal)
    known = Acquaintances(earlier, past.known)
    table.listen(known.seen)
    table.listen(
        after_evenings(
            table.view().state, lambda: table.post(lambda core: core.forget_overdue(forgetting))
        )
    )
    # An evening that was left open is asked about.
    asks = order.calls is None and not order.at_once
    games = StartService().games
    return StartService(
        games=(settings.game, *(game for game in games if game != settings.game)),
        rules=settings.rules,
        decks=lambda: (order.deck, *(name for name in deck_names(home) if name != order.deck)),
        deck_told=order.deck_told,
        language_told=order.language_told or order.chosen is not None,
        seats=settings.seats,
        known=known.names,
        house=HouseRulesFolder(home.rules),
        swaps=swaps,
        resumed=Resumed(table.view().state.last_seq if asks else 0),
        room=DiskRoom(home),
        clock=clock,
        names_wait=lambda: forgetting.waits(past.people),
        camera=workshop.camera,
        phone=phone,
        phone_awaited=lambda: workshop.phone_awaited,
    )
