"""The program from its start to its end: the page's server first, then whatever stands behind it.

A device that stays (`--stay`) has no keyboard and nobody who starts it again. So whatever keeps the
table from running is said on the page, with ways out that are taps: the table begins with usual
values instead of a damaged configuration, with another deck, without a camera, or for this evening
alone where the data folder takes nothing. A program that ended badly again and again is not begun
as before but asks. Without `--stay` the first failure ends it with one sentence.
"""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from threading import Thread
from types import FrameType
from typing import Literal, TypeGuard

import cv2
from flask import Flask

from engine.journal.check import DamagedError
from engine.journal.head import Head, read_head
from engine.journal.journal import Journal
from engine.text import NO_WORDS, Language, PlainError, Text
from kiosk.box.light import LightChoice, kept_light
from kiosk.box.sounds import kept_sounds
from kiosk.camera.camera_values import chosen_camera, chosen_size, load_setups
from kiosk.exchange.rulings import rulings_from_json
from kiosk.exports.backup import fullest, made_at, read_backup, said_of
from kiosk.exports.evening_backup import Backups, told
from kiosk.exports.lost_names import would_come_back
from kiosk.exports.restore import restore
from kiosk.home.clock import TableClock, system_time
from kiosk.home.data_folder import Home, locked
from kiosk.home.deck_files import deck_names, open_deck
from kiosk.home.files import kept_page_choice, read_page_choice
from kiosk.home.region import kept_region
from kiosk.home.starts import Starts
from kiosk.home.trifles import mended, mended_folders
from kiosk.home.version import version
from kiosk.run import RunOrder, Step, assemble
from kiosk.screens.values import sentences
from kiosk.settings import Settings, SettingsError, begin_afresh
from kiosk.table import salvage
from kiosk.table.parts import Mishaps
from kiosk.table.salvage import lay_aside, note_backup, unopenable
from kiosk.table.systemd import Service, answers, give_back
from kiosk.web.phones.camera_desk import CarriedCamera
from kiosk.web.phones.desk import sound_files
from kiosk.web.server import PageServer, PortTakenError, compile_ahead
from kiosk.web.swap import Curtain, Show, Swaps, WayOut, journal_ways, trouble, waiting
from kiosk.words import launch as w
from kiosk.words.backup import IN_PLACE
from vision.camera.network import shown_address
from vision.reading.nets import Nets, load_nets

LOG = logging.getLogger("mehrkopf")

HOST, PORT = "127.0.0.1", 8080
"""Where a screen looks for the page whatever the configuration says."""
PORT_AGAIN_S = 2.0
"""So often a port that is taken is tried again."""

Others = Mapping[Show, Callable[[], RunOrder]]
"""The evenings that can be had without another start, by how each is ordered."""


@dataclass(frozen=True, slots=True)
class Amends:
    """What people tapped where the table could not be had as it was ordered."""

    defaults: bool = False
    """The configuration is left unread."""
    no_camera: bool = False
    deck: str | None = None
    """Play with this one."""
    passing: bool = False
    """The evening is kept in a folder that is gone once the device is switched off."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """What was made of the command line and the configuration."""

    order: RunOrder
    settings: Settings
    others: Others = field(default_factory=dict)


Prepare = Callable[[Home, Amends, Callable[[Step], object]], Prepared]
"""Reads the configuration and decides what to run; says what it is at.

Raises:
    PlainError: it cannot be read, or what it names is not there.
"""


@dataclass(frozen=True, slots=True)
class PagePlace:
    """Where the page is served, and in which language before the configuration was read."""

    host: str = HOST
    port: int = PORT
    language: Language = "de"


def run(prepare: Prepare, home: Home, place: PagePlace, *, stay: bool = False) -> int:
    """Run until SIGTERM or SIGINT; the page's server stays where another evening is wished for.

    Raises:
        PlainError: something that is needed is missing, damaged or taken; not with `stay`.
    """
    cv2.setNumThreads(1)
    swaps = Swaps()
    _stop_on_signals(swaps.stop)
    launch = Launch(prepare, home, place.language, swaps, stays=stay)
    with ExitStack() as stack:
        stack.callback(launch.close)
        service = Service()
        stack.callback(service.close)
        if not stay:
            # Whoever started it by hand reads what is wrong with the order before all else.
            launch.prepare()
        curtain = Curtain(waiting(place.language))
        page = _open_page(curtain, place, service, swaps, stay=stay)
        if page is None:
            return 0
        stack.callback(page.close)
        starts = Starts(home.root) if stay else None
        if starts is not None and starts.too_many():
            launch.hold()
        if stay:
            page.start()
            service.watch("page", answers(place.host, page.port))
        begun = False
        while True:
            with ExitStack() as shown:
                shown.callback(curtain.fall)
                app, way = launch.attempt(shown, service)
                curtain.rise(app)
                if not begun:
                    begun = True
                    if not page.serves:
                        page.start()
                        service.watch("page", answers(place.host, page.port))
                    service.ready()
                    _say(page.address, launch.language, way, launch.told())
                if launch.failed is None:
                    # Beside the first page, which needs a tenth of them.
                    Thread(target=compile_ahead, args=(app,), name="templates", daemon=True).start()
                give_back()
                wished = swaps.wait(lambda: LOG.debug("still running"))
            if wished is None:
                if starts is not None:
                    starts.ended_well()
                return 0
            swaps.work()
            del app
            give_back()
            launch.next(wished)


class Launch:
    """One start after another, and what people tapped in between."""

    def __init__(
        self,
        prepare: Prepare,
        home: Home,
        language: Language,
        swaps: Swaps,
        *,
        stays: bool,
        mishaps: Mishaps | None = None,
    ) -> None:
        self.language = language
        self.failed: Exception | None = None
        """Why the table is not there; None where it is."""
        self.mishaps = mishaps or Mishaps()
        self._prepare, self._home, self._swaps, self._stays = prepare, home, swaps, stays
        self._amends = Amends()
        self._prepared: Prepared | None = None
        self._order: RunOrder | None = None
        self._wished: Show | None = None
        self._step = Step.FOLDER
        self._held = False
        self._chosen: Language | None = None
        self._carried = CarriedCamera()

    def close(self) -> None:
        """Let go of what is carried from one evening to the next."""
        self._carried.close()

    def hold(self) -> None:
        """Ask before the next attempt: those before it ended badly."""
        self._held = True

    def next(self, wished: Show | Literal["again"]) -> None:
        """Take what people wish for: another evening, or the same once more."""
        if wished != "again":
            self._wished = wished

    def prepare(self) -> None:
        """Read the configuration and decide what to run.

        Raises:
            PlainError: it cannot be read, or what it names is not there.
        """
        self._prepared = self._prepare(self._home, self._amends, self._at)
        self._order = self._prepared.order
        self._swaps.possible = frozenset(self._prepared.others)
        self.language = self._chosen or self._order.language

    def told(self) -> tuple[Text, ...]:
        """Return what whoever started it by hand should know: what is watched, where all is kept.

        Nothing where there is no table: the page says why.
        """
        if self.failed is not None or self._order is None:
            return ()
        source = shown_address(self._order.source or "")
        watched = {
            "camera": w.WATCHES_CAMERA.format(source=source),
            "video": w.WATCHES_VIDEO.format(source=source),
            "sample": w.WATCHES_SAMPLE,
            "none": w.NOT_FOUND if "camera" in self._others else w.WATCHES_NOTHING,
        }
        return watched[self._order.kind], w.KEPT_IN.format(folder=self._home.root)

    def attempt(self, stack: ExitStack, service: Service) -> tuple[Flask, str | None]:
        """Put the table together, or the page that says why not; what is to be closed is stacked.

        Raises:
            PlainError: the table cannot be had, before anything was shown, of a program that
                does not stay.
        """
        if self._held:
            self._held = False
            self._step = Step.TABLE
            return self._trouble(PlainError(w.ENDED_BADLY)), None
        with ExitStack() as parts:
            try:
                app, way = self._assemble(parts, service)
            except PlainError as error:
                if not self._stays:
                    raise
                LOG.error("%s", error)  # noqa: TRY400
                return self._trouble(error), None
            except Exception as error:
                if not self._stays:
                    raise
                LOG.exception("the table could not be put together (%s)", self._step.value)
                return self._trouble(error), None
            stack.push(parts.pop_all())
        self.failed = None
        # Once the page is there, what goes wrong is said on it.
        self._stays = True
        return app, way

    def _assemble(self, stack: ExitStack, service: Service) -> tuple[Flask, str | None]:
        self._at(Step.FOLDER)
        for said in mended_folders(self._home):
            self.mishaps.tell(said.de, said)
        stack.enter_context(locked(self._home))
        for path, read in trifles_of(self._home):
            if (lost := mended(path, read)) is not None:
                self.mishaps.tell(path.name, lost)
        if self._prepared is None:
            self.prepare()
        assert self._prepared is not None
        if self._wished is not None:
            self._order, self._wished = self._prepared.others[self._wished](), None
        assert self._order is not None
        settings, order = self._prepared.settings, replace(self._order, chosen=self._chosen)
        return assemble(
            order,
            self._home,
            settings,
            stack,
            self._swaps,
            service,
            self.mishaps,
            self._at,
            self._carried,
        )

    def _speak(self, language: Language) -> None:
        """Take the language that was tapped: whatever comes next is said in it."""
        self._chosen = self.language = language
        # What was tapped before at the table, and its voice, must not speak another one.
        kept_page_choice(self._home.page_toml).change(language=language)

    def _at(self, step: Step) -> None:
        self._step = step

    def _trouble(self, error: Exception) -> Flask:
        self.failed = error
        plain = error if isinstance(error, PlainError) else PlainError(w.UNFORESEEN)
        kept = self._order is None or self._order.kind != "sample"
        aside = self._step is Step.JOURNAL and kept and unopenable(self._home)
        decks = self._other_decks()
        if decks and self._order is not None:
            # The sentence for a command line names a command.
            plain = PlainError(w.BAD_DECK.format(deck=self._order.deck))
        backups, hint = self._from_backup(error)
        journal = (*self._journal_ways(error, aside=aside), *backups)
        if any(way.lead for way in backups):
            journal = (*(replace(way, lead=way in backups) for way in journal),)
        # Where nothing is whole the last backup leads, before beginning anew is thought of.
        journal = tuple(sorted(journal, key=lambda way: not way.lead))
        ways = (*journal, *decks, *self._ways(decks))
        return trouble(plain, self.language, self._swaps, ways, self._speak, hint)

    def _journal_ways(self, error: Exception, *, aside: bool) -> Iterator[WayOut]:
        """Yield the ways out of a journal; going on fetches what names a backup still has."""
        for way in journal_ways(error, self._home, aside=aside):
            if way.lead and self._damaged(error) and self._has_names(error):
                names = partial(self._go_on_with_names, error)
                yield replace(way, words=w.GO_ON_WITH_NAMES, act=names)
            else:
                yield way

    def _damaged(self, error: Exception) -> TypeGuard[DamagedError]:
        return isinstance(error, DamagedError) and error.path == self._home.journal

    def _has_names(self, error: DamagedError) -> bool:
        """Tell whether a backup has any of the names and remarks that the damage took."""
        if not error.condition.lost:
            return False
        try:
            return would_come_back(self._home, error.condition, self._backups().there())
        except PlainError as failed:
            LOG.info("no names are offered: %s", failed)
            return False

    def _go_on_with_names(self, error: DamagedError) -> None:
        with locked(self._home):
            salvage.go_on(error, TableClock().stamp(), names_next=True)
            self._backups().bring_names_back()

    def _backups(self) -> Backups:
        return Backups(self._home, version(), system_time, mishaps=self.mishaps)

    def _from_backup(self, error: Exception) -> tuple[tuple[WayOut, ...], Text]:
        """Return the way back to a backup, where the table's journal is damaged.

        It is the one with the most, here or on a stick that is plugged in; where that is more than
        is whole it leads, and how much each has is said.
        """
        if not self._damaged(error):
            return (), NO_WORDS
        condition, table = error.condition, ""
        if condition.whole:
            with closing(Journal.of(condition.lines, condition.kept)) as journal:
                table = journal.head_at(1)[:8]
        path = fullest(self._backups().there(), table)
        said = None if path is None else said_of(path)
        if path is None or said is None:
            return (), NO_WORDS
        more = said.events > condition.whole
        known = {"whole": condition.whole, "at": made_at(path), "saved": said.events}
        way = WayOut(
            "backup",
            w.BACKUP,
            partial(self._bring_back, error, path),
            (w.BACKUP_WHOLE if self._has_all(path) else w.BACKUP_LONG).format(at=made_at(path)),
            lead=more,
        )
        return (way,), w.COMPARED.format(**known) if more and condition.whole else NO_WORDS

    def _has_all(self, path: Path) -> bool:
        """Tell whether a backup has every event that the journal is known to have held."""
        said, kept = said_of(path), read_head(self._home.journal).head
        return said is not None and kept == Head(said.events, said.head)

    def _bring_back(self, error: DamagedError, path: Path) -> None:
        now = system_time()
        with locked(self._home):
            read_backup(path)
            whole = self._has_all(path)
            folder = lay_aside(self._home)
            done = restore(self._home, path, now, version())
            said = IN_PLACE.format(folder=folder.name)
            if not whole:
                at = now.isoformat(timespec="milliseconds")
                with closing(Journal.open(self._home.journal)) as journal:
                    said = note_backup(journal, folder, made_at(path), at)
        self.mishaps.tell("restored", sentences(said, *told(done)))

    def _ways(self, decks: list[WayOut]) -> list[WayOut]:
        """Return what a tap can do about it, the likeliest first."""
        ways: list[WayOut] = []
        # With a damaged deck trying again helps nobody, and another deck is not what lies there.
        pad = WayOut("pad", w.PAD, partial(self._amend, no_camera=True), lead=bool(decks))
        if self._step is Step.SETTINGS:
            ways.append(WayOut("defaults", w.DEFAULTS, self._begin_with_defaults, lead=True))
            if isinstance(self.failed, SettingsError):
                afresh = partial(self._begin_afresh, self.failed.path)
                ways.append(WayOut("fresh", w.FRESH, afresh, w.FRESH_LONG))
        elif (self._step in (Step.SIGHT, Step.TABLE) and not self._amends.no_camera) or (
            self._step is Step.JOURNAL and self._order and self._order.kind == "sample"
        ):
            ways.append(pad)
        if self._order is not None and self._order.kind == "sample" and "own" in self._others:
            ways.append(WayOut("own", w.OWN, partial(self.next, "own")))
        if not self._amends.passing:
            ways.append(WayOut("passing", w.PASSING, self._begin_passing, w.PASSING_LONG))
        return ways

    @property
    def _others(self) -> Others:
        return {} if self._prepared is None else self._prepared.others

    def _other_decks(self) -> list[WayOut]:
        """Return the ways to play on with another deck, where the one that is wanted is no use."""
        order = self._order
        if self._step is not Step.SIGHT or order is None or order.kind == "sample":
            return []
        try:
            nets = load_nets()
        except PlainError:
            return []
        if self._opens(order.deck, nets):
            return []
        return [
            WayOut(f"deck-{name}", w.OTHER_DECK.format(deck=name), partial(self._amend, deck=name))
            for name in deck_names(self._home)
            if name != order.deck and self._opens(name, nets)
        ][:_MOST_DECKS]

    def _opens(self, deck: str, nets: Nets) -> bool:
        try:
            open_deck(deck, self._home, nets)
        except PlainError as error:
            LOG.info("not offered: %s", error)
            return False
        return True

    def _amend(self, **said: object) -> None:
        self._amends = replace(self._amends, **said)  # type: ignore[arg-type]
        self._prepared = None

    def _begin_with_defaults(self) -> None:
        self._amend(defaults=True)
        self.mishaps.tell("defaults", w.DEFAULTS_HOLD)

    def _begin_afresh(self, damaged: Path) -> None:
        with locked(self._home):
            kept = begin_afresh(damaged, self._home)
        self._amend()
        self.mishaps.tell("fresh", w.FRESH_HOLDS.format(file=kept))

    def _begin_passing(self) -> None:
        self._home = Home(Path(mkdtemp(prefix="mehrkopf-")))
        self._amend(defaults=True, no_camera=True, passing=True)
        self.mishaps.tell("passing", w.PASSING_HOLDS)


def _open_page(
    curtain: Curtain, place: PagePlace, service: Service, swaps: Swaps, *, stay: bool
) -> PageServer | None:
    """Take the page's port; a program that stays waits for it, None: until it was told to end.

    Raises:
        PlainError: the port is taken or cannot be had, for a program that does not stay.
    """
    host, port = place.host, place.port
    while True:
        try:
            return PageServer(curtain, host, port, word=curtain.word)
        except PortTakenError as error:
            if not stay:
                raise
            taken = error
        except PlainError as error:
            if not stay or (host, port) == (HOST, PORT):
                raise
            LOG.error("%s", error)  # noqa: TRY400
            host, port = HOST, PORT
            continue
        _say_taken(taken, service, place.language)
        if swaps.ends(PORT_AGAIN_S):
            return None


def _say_taken(error: PlainError, service: Service, language: Language) -> None:
    """Say that another program has the port, once, and that it is waited for."""
    if not service.said:
        sys.stderr.write(f"mehrkopf: {w.PORT_TAKEN.format(why=error.text).in_language(language)}\n")
        sys.stderr.flush()
    # The service manager would end a start that takes so long, and begin it anew for ever.
    service.ready("waiting for the page's port")


def _say(address: str, language: Language, way: str | None, told: Iterable[Text]) -> None:
    for each in (_RUNNING.format(address=address), *told):
        sys.stdout.write(each.in_language(language) + "\n")
    if way is not None:
        sys.stdout.write(way + "\n")
    sys.stdout.flush()


_RUNNING = Text(
    de="Mehrkopf läuft: {address} (Strg+C beendet)",
    en="Mehrkopf is running: {address} (Ctrl+C to stop)",
)


def _stop_on_signals(stop: Callable[[], None]) -> None:
    def ask(number: int, frame: FrameType | None) -> None:
        stop()

    signal.signal(signal.SIGTERM, ask)
    signal.signal(signal.SIGINT, ask)


_MOST_DECKS = 3
"""So many decks are offered beside the other ways."""


def trifles_of(home: Home) -> tuple[tuple[Path, Callable[[], object]], ...]:
    """Return the files that may be damaged without costing an evening, and what reads each."""
    usual = LightChoice(1.0, "auto")

    def measured() -> None:
        load_setups(home), chosen_camera(home), chosen_size(home)

    return (
        (home.words_toml, lambda: kept_region(file=home.words_toml)),
        (home.page_toml, lambda: read_page_choice(home.page_toml)),
        (home.strip_toml, lambda: kept_light(usual, home.strip_toml)),
        (home.comfort_toml, lambda: kept_sounds(home.comfort_toml)),
        (home.settings_toml, measured),
        (home.rulings_json, lambda: rulings_from_json(home.rulings_json.read_bytes())),
        *sound_files(home),
    )
