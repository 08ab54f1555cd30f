"""`mehrkopf run`: watch the table, referee, show the page."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from engine.text import Language, PlainError, Text
from kiosk.camera.camera_values import chosen_camera
from kiosk.camera.connected import cameras
from kiosk.cli.command import HOME, Arguments, Option, command
from kiosk.cli.common import CONFIG, FILE, SOURCE, deck_option, home_of, warn, warn_of_gaps
from kiosk.home.data_folder import Home, find_home
from kiosk.home.deck_files import open_deck
from kiosk.home.house_rules import HouseRulesFolder
from kiosk.home.packs import gaps
from kiosk.launch import HOST, PORT, Amends, Others, PagePlace, Prepared, run
from kiosk.run import RunOrder, Step
from kiosk.settings import Settings, load_settings, place_of, usual_settings
from kiosk.table import resumption
from kiosk.table.view import SourceKind
from kiosk.web.server import is_loopback, only_here
from kiosk.web.swap import Show
from vision.camera.cameras import is_camera, no_answer
from vision.camera.network import CameraAddress, call, is_network
from vision.reading.nets import load_nets

LOG = logging.getLogger("mehrkopf")

_SOURCE = Text(
    de="camera, phone (ein Handy), ein Video, ein Ordner mit Bildern oder die Adresse einer "
    "Netzwerkkamera",
    en="camera, phone, a video, a folder of pictures or the address of a network camera",
)
_NO_CAMERA = Text(de="ohne Kamera: nur aufschreiben", en="without a camera: score pad only")
_CALLS = Text(
    de="Ansagen zu einem Video (Spieldatei ohne „plays“)",
    en='calls to go with a video (deal file without "plays")',
)
_PORT = Text(de="Port der Seite, 0: ein freier", en="port for the page; 0: any free one")
_HOST_MODE = Text(
    de="vom Handy bedienen, mit einmaligem Code und PIN (für ein Gerät ohne Bildschirm)",
    en="control it from a phone, with a one-time code and a PIN (for a device without a screen)",
)
_STAY = Text(
    de="was den Start verhindert, auf der Seite sagen und warten (für ein Gerät ohne Tastatur)",
    en="if something prevents the start, say so on the page and wait (for a device "
    "without a keyboard)",
)


@command(
    Option("--source", value=SOURCE, type=CameraAddress, text=_SOURCE),
    Option("--no-camera", is_flag=True, text=_NO_CAMERA),
    Option("--calls", value=FILE, type=Path, text=_CALLS),
    deck_option(required=False),
    Option("--port", value="N", type=int, text=_PORT),
    Option("--host-mode", is_flag=True, text=_HOST_MODE),
    Option("--stay", is_flag=True, text=_STAY),
    CONFIG,
    HOME,
    Option("--speed", type=float, default=1.0, text=None),
)
def execute(arguments: Arguments) -> int:
    """Run until stopped."""
    stay: bool = arguments.stay
    home = find_home(arguments.home, os.environ) if stay else home_of(arguments)
    place = _place(arguments, home)
    log = logging.StreamHandler()
    log.setFormatter(_Spoken(place.language))
    logging.basicConfig(handlers=[log], level=logging.WARNING)
    return run(partial(prepare, arguments), home, place, stay=stay)


class _Spoken(logging.Formatter):
    """Writes what a record says in both languages in the one that is in use."""

    def __init__(self, language: Language) -> None:
        super().__init__("%(levelname)s %(name)s: %(message)s")
        self._language = language

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        said = getattr(record, "said", None)
        if isinstance(said, Text):
            words = {"msg": said.in_language(self._language), "args": ()}
            record = logging.makeLogRecord({**record.__dict__, **words})
        return super().format(record)


def prepare(
    arguments: Arguments, home: Home, amends: Amends, at: Callable[[Step], object]
) -> Prepared:
    """Read the configuration and decide what to run; `at` is told what is tried.

    Raises:
        PlainError: it cannot be read, or what it names is not there.
    """
    at(Step.SETTINGS)
    settings = usual_settings() if amends.defaults else load_settings(arguments.config, home)
    only_here(settings.host)
    if amends.deck is not None:
        settings = replace(settings, deck=amends.deck)
    order = _order(arguments, settings, home, amends, at)
    at(Step.SIGHT)
    _check_deck(order, home)
    _check_rules(order, home)
    _call_camera(order)
    return Prepared(order, settings, _others(order, arguments, settings, home))


def _place(arguments: Arguments, home: Home) -> PagePlace:
    """Return where the page is served, also where the configuration is refused later."""
    host, port, language = place_of(arguments.config, home)
    if arguments.lang is not None:
        language = arguments.language
    return PagePlace(
        host if isinstance(host, str) and is_loopback(host) else HOST,
        arguments.port if arguments.port is not None else port if type(port) is int else PORT,
        "en" if language == "en" else "de",
    )


def _check_deck(order: RunOrder, home: Home) -> None:
    """Say at the start which cards the camera will not read."""
    if order.source is None or order.kind == "sample":
        return
    try:
        profile = open_deck(order.deck, home, load_nets())
    except PlainError as error:
        if not order.stay:
            raise
        # A device that stays says so on its page, and offers another.
        LOG.warning("%s", error)
        return
    if missing := gaps(profile.cards):
        warn_of_gaps(order.deck, missing, order.language)


def _call_camera(order: RunOrder) -> None:
    """Say where no network camera answers; it may come later, and the page says it as well.

    The call is made beside the start, which must not wait for a camera that is silent.
    """
    source = order.source
    if source is not None and is_network(source):
        call(source, lambda taken: None if taken else warn(no_answer(source), order.language))


def _check_rules(order: RunOrder, home: Home) -> None:
    """Refuse to begin where house rules cannot be read; a device that stays says so on its page.

    Raises:
        PlainError: one sentence that names the file.
    """
    for wrong in () if order.stay else HouseRulesFolder(home.rules).broken():
        raise PlainError(wrong)


def _others(order: RunOrder, arguments: Arguments, settings: Settings, home: Home) -> Others:
    """Return the evenings that can be had without another start, by how each is ordered."""
    if order.kind not in ("none", "camera", "sample"):
        return {}
    others: dict[Show, Callable[[], RunOrder]] = {}
    # Nor had the table a camera where the demonstration plays: one may come in either's evening.
    plugged_later = order.kind != "camera" and not arguments.no_camera

    def own() -> RunOrder:
        return _own(order, arguments, settings, home) if plugged_later else order

    if plugged_later:
        others["camera"] = lambda: replace(own(), at_once=True)
    if order.kind == "sample":
        others["own"] = own
    elif resumption.SAMPLE_VIDEO.exists():
        # Once shown, the way back leads to the very evening that was left.
        others |= {"sample": lambda: _sample(order), "own": own}
    return others


def _own(order: RunOrder, arguments: Arguments, settings: Settings, home: Home) -> RunOrder:
    """Return the table's own evening: with the camera where one came or was chosen meanwhile."""
    camera = chosen_camera(home) or next((one.spec for one in cameras()), None)
    kind: SourceKind = "none" if camera is None else "camera"
    deck = arguments.deck or settings.deck
    return replace(order, kind=kind, source=camera, calls=None, deck=deck, speed=1.0)


def _sample(order: RunOrder) -> RunOrder:
    return replace(
        order,
        kind="sample",
        source=str(resumption.SAMPLE_VIDEO),
        calls=resumption.SAMPLE_CALLS,
        deck=resumption.SAMPLE_DECK,
    )


def _order(
    arguments: Arguments,
    settings: Settings,
    home: Home,
    amends: Amends,
    at: Callable[[Step], object],
) -> RunOrder:
    at(Step.SIGHT)
    pad = arguments.no_camera or amends.no_camera
    source = None if pad else arguments.source or chosen_camera(home)
    if source is None and not pad:
        source = settings.source or next((one.spec for one in cameras()), None)
    at(Step.JOURNAL)
    pad = pad or (source is None and resumption.is_left_open(home.journal))
    sample = source is None and not pad
    if sample and arguments.stay and not resumption.sample_is_there():
        LOG.warning("the sample evening is missing: %s", resumption.SAMPLE)
        pad, sample = True, False
    calls = None if amends.no_camera else arguments.calls
    if sample:
        at(Step.SIGHT)
        resumption.check_sample()
        source, calls = str(resumption.SAMPLE_VIDEO), resumption.SAMPLE_CALLS
    return RunOrder(
        kind="sample" if sample else "none" if source is None else _kind(source),
        source=source,
        calls=calls,
        deck=resumption.SAMPLE_DECK if sample else amends.deck or arguments.deck or settings.deck,
        deck_told=arguments.deck is not None,
        port=settings.port if arguments.port is None else arguments.port,
        language=settings.language if arguments.lang is None else arguments.language,
        language_told=arguments.lang is not None,
        speed=arguments.speed,
        host_mode=arguments.host_mode,
        stay=arguments.stay,
    )


def _kind(source: str) -> SourceKind:
    return "camera" if is_camera(source) else "video"
