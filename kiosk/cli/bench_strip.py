"""The strip: how large its program is, how many pictures a second, how soon a card is light.

Measured on a real port, or with the controller's own program on the emulated board where the
sources and its tools are at hand (`python -m tests.chip.board`); it keeps the chip's own time.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from engine.cards import GERMAN_32, card
from engine.deal.record import Contract
from engine.journal.journal import Journal
from engine.text import PlainError, Text
from firmware_bridge.choose import StripWish, open_strip
from firmware_bridge.link import words as lw
from firmware_bridge.link.messages import BAUD
from firmware_bridge.link.owner import LineStrip
from firmware_bridge.link.port import Bell, LineLostError, Wire
from firmware_bridge.link.status import LineState
from firmware_bridge.strip import Picture
from kiosk.box.light import TableLight
from kiosk.box.sections import StripSettings
from kiosk.cli.bench_figures import Figure
from kiosk.director.deal_source import RoundDeals
from kiosk.director.director import Director
from kiosk.table.commands import Announce, Command, LayCard, StartDeal, StartEvening
from kiosk.table.writer import CuePlayer, Table

CHECKOUT = Path(__file__).parents[2]
_SIZES = CHECKOUT / "hardware" / "controller" / "build" / "size.txt"
_BOARD = CHECKOUT / "tests" / "chip" / "board.py"
_PATIENCE = 60.0
PICTURES = 300
CARDS = ("EO", "EU", "H8", "SO", "GO", "HZ", "HK", "HA", "HO", "SU", "H9", "E7")
_GAPS = (0.5, 0.5, 0.0)
"""Seconds from a card's light to the next card, over and over. Each third card is laid right after
another: lights may change only so often (`firmware_bridge.cues`), and the slowest has to wait."""
_NAMES = ("Resi", "Toni", "Vroni", "Sepp")

_TITLES = {
    "flash": Text(de="Programm der Steuerung", en="the controller's program"),
    "ram": Text(de="Speicher der Steuerung", en="the controller's memory"),
    "rate": Text(de="Bilder mit {lights} Lichtern", en="pictures of {lights} lights"),
    "light": Text(de="Karte gebucht bis Bild quittiert", en="card recorded to frame acknowledged"),
    "light_most": Text(de="… die langsamste", en="… the slowest"),
    "pin": Text(de="Karte gebucht bis Licht am Pin", en="card recorded to light at the pin"),
    "pin_most": Text(de="… die langsamste", en="… the slowest"),
    "resent": Text(de="dabei noch einmal geschickt", en="sent again meanwhile"),
}
_OF = Text(de="von {all}", en="of {all}")
_NOT_BUILT = Text(
    de="nicht gemessen: Das Programm ist nicht gebaut; make firmware",
    en="not measured: the program is not built; make firmware",
)
_NOTHING = Text(
    de="Zum Messen fehlt ein Lichtband: bitte anstecken und mit --port nennen, oder im "
    "Quellverzeichnis messen, dort läuft die nachgebildete Steuerung.",
    en="There is no light strip to measure: please plug one in and name it with "
    "--port, or measure in a source checkout, where an emulated controller runs.",
)
_NO_BOARD = Text(
    de="Die nachgebildete Steuerung läuft nicht ({why}); bitte „sudo apt install gcc gcc-avr "
    "avr-libc binutils-avr libsimavr-dev libelf-dev“ oder mit --port ein echtes Lichtband nennen.",
    en='The emulated controller does not run ({why}); please run "sudo apt install '
    'gcc gcc-avr avr-libc binutils-avr libsimavr-dev libelf-dev" or name a real '
    "strip with --port.",
)
_NO_PORT = Text(
    de="Mit --port ist {port} genannt, und das ist kein serieller Anschluss; bitte den des "
    "Lichtbands nennen, etwa --port /dev/ttyUSB0.",
    en="--port names {port}, which is not a serial port; please name the strip's, "
    "for example --port /dev/ttyUSB0.",
)
_SILENT = Text(de="An {port} antwortet kein Lichtband.", en="No strip answers at {port}.")


class LightPin:
    """Pictures as they come out of the emulated board's pin, each with its time."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._seen: list[tuple[float, Picture]] = []

    def take(self, line: str) -> None:
        """Note a line the board has printed."""
        at = time.monotonic()
        with self._news:
            self._seen.append((at, ast.literal_eval(line)))
            self._news.notify_all()

    def shown(self, picture: Picture, after: float) -> float | None:
        """Return when the picture was at the pin; None when it does not come."""

        def found() -> float | None:
            times = (at for at, seen in self._seen if at >= after and seen == picture)
            return next(times, None)

        with self._news:
            self._news.wait_for(lambda: found() is not None, _PATIENCE)
            return found()


def figures(port: str | None) -> Iterator[Figure]:
    """Measure on this port, else with the emulated board.

    Raises:
        PlainError: there is neither, what was named is no port, or nobody answers.
    """
    if port is not None:
        _refuse_no_port(port)
    with ExitStack() as stack:
        pin = None if port is not None else LightPin()
        there = stack.enter_context(emulated(pin)) if pin is not None else str(port)
        yield from sizes()
        strip = open_strip(StripWish(port=there))
        assert strip is not None
        stack.callback(strip.close)
        yield from measured(strip, there, pin)


def _refuse_no_port(port: str) -> None:
    """Open the port and let go of it, so that a wrong one is told before anybody waits for it."""
    bell = Bell()
    try:
        Wire(port, BAUD, bell).close()
    except LineLostError as error:
        # These two send people to table.toml, where this port does not stand.
        no_port = error.text in {one.format(port=port) for one in (lw.NOT_THERE, lw.NOT_SERIAL)}
        raise PlainError(_NO_PORT.format(port=port) if no_port else error.text) from error
    finally:
        bell.close()


def sizes(built: Path = _SIZES) -> Iterator[Figure]:
    """Yield flash and RAM of the program that was built last, in bytes."""
    if not built.exists():
        yield Figure("flash", _TITLES["flash"], None, "", note=_NOT_BUILT)
        return
    for name, used, of in re.findall(r"(flash|ram) (\d+) of (\d+)", built.read_text("ascii")):
        yield Figure(name, _TITLES[name], float(used), "bytes", float(of), least=False)


def measured(strip: LineStrip, port: str, pin: LightPin | None) -> Iterator[Figure]:
    """Yield what is measured on a strip.

    Raises:
        PlainError: nobody answers.
    """
    if not strip.wait(lambda status: status.state is LineState.CONNECTED, _PATIENCE):
        raise PlainError(strip.status.last_trouble or _SILENT.format(port=port))
    title = _TITLES["rate"].format(lights=strip.lights)
    yield Figure("rate", title, _rate(strip), "pictures/s", 30.0)
    taken, lit = _latencies(strip, pin)
    yield Figure("light", _TITLES["light"], 1000 * median(taken), "ms", 50.0, least=False)
    yield Figure("light_most", _TITLES["light_most"], 1000 * max(taken), "ms", 250.0, least=False)
    if lit:
        yield Figure("pin", _TITLES["pin"], 1000 * median(lit), "ms", 50.0, least=False)
        yield Figure("pin_most", _TITLES["pin_most"], 1000 * max(lit), "ms", 250.0, least=False)
    counters = strip.status.counters
    note = _OF.format(all=counters.frames_out)
    yield Figure("resent", _TITLES["resent"], float(counters.retransmitted), "", note=note)


def _rate(strip: LineStrip) -> float:
    """Return acknowledged pictures a second, each different from the one before."""
    began = time.monotonic()
    for number in range(PICTURES):
        strip.show(tuple((number % 40, at % 40, 9) for at in range(strip.lights)))
        _settle(strip)
    return PICTURES / (time.monotonic() - began)


def _settle(strip: LineStrip) -> None:
    if not strip.settled(_PATIENCE):
        said = strip.status.last_trouble
        raise PlainError(said or _SILENT.format(port=strip.status.port))


def _latencies(strip: LineStrip, pin: LightPin | None) -> tuple[list[float], list[float]]:
    """Return seconds from the commit of each card to the picture taken, and to light at the pin."""
    taken, lit = [], []
    with TemporaryDirectory() as folder, _table(Path(folder), strip) as (table, light):
        for code, gap in zip(CARDS, cycle(_GAPS), strict=False):
            threading.Event().wait(gap)
            before, pictures = light.picture, strip.status.counters.pictures
            began = time.monotonic()
            table.do(LayCard(card(code)))
            done = _more_than(strip, pictures)
            ended = time.monotonic()
            if not done or light.picture == before:
                raise PlainError(_SILENT.format(port=strip.status.port))
            taken.append(ended - began)
            at = None if pin is None else pin.shown(light.picture, began)
            if at is not None:
                lit.append(at - began)
    return taken, lit


def _more_than(strip: LineStrip, pictures: int) -> bool:
    """Wait until another picture was taken; whether it was in time."""
    return strip.wait(lambda status: status.counters.pictures > pictures, _PATIENCE)


@contextmanager
def _table(folder: Path, strip: LineStrip) -> Iterator[tuple[Table, TableLight]]:
    """Run a table whose cards the strip tells, its journal on the disk."""
    light = TableLight(StripSettings(night="off"), real=strip)
    cues = CuePlayer(light, light.look)
    director = Director(GERMAN_32, RoundDeals())
    table = Table(Journal.open(folder / "journal.sqlite"), director=director, light=cues)
    begin: tuple[Command, ...] = (
        StartEvening("schafkopf", {}, _NAMES, "isar"),
        StartDeal(3),
        Announce(Contract("rufspiel", 0, card("GA").suit)),
    )
    try:
        for command in begin:
            table.do(command)
        yield table, light
    finally:
        table.close()
        cues.close()


@contextmanager
def emulated(pin: LightPin) -> Iterator[str]:
    """Run the emulated board of the checkout; its port's name.

    Raises:
        PlainError: this is no checkout, or the board cannot be built.
    """
    if not _BOARD.exists():
        raise PlainError(_NOTHING)
    board = subprocess.Popen(
        [sys.executable, "-m", "tests.chip.board"],
        cwd=CHECKOUT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert board.stdin is not None
    assert board.stdout is not None
    assert board.stderr is not None
    try:
        port = next((line.strip() for line in board.stdout if line.startswith("/")), "")
        if not port:
            why = (board.stderr.read().strip().splitlines() or ["?"])[-1]
            raise PlainError(_NO_BOARD.format(why=why))
        reader = threading.Thread(target=_read, args=(board.stdout, pin), daemon=True)
        reader.start()
        yield port
    finally:
        with suppress(BrokenPipeError):
            board.stdin.close()
        board.wait(_PATIENCE)
        board.stdout.close()
        board.stderr.close()


def _read(lines: Iterator[str], pin: LightPin) -> None:
    for line in lines:
        if line.startswith("(("):
            pin.take(line)
