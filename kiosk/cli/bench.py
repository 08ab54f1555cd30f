"""`mehrkopf bench`: how fast this machine is, beside the numbers that are to be kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from engine.text import Language, Text
from kiosk.cli.bench_figures import Figure, line_of, object_of
from kiosk.cli.common import json_option
from kiosk.cli.parser import Arguments, Parser

_REFEREE = Text(
    de="messen, wie bald der Schiedsrichter einen Fehler beweist, statt wie schnell er rechnet",
    en="measure how soon the referee proves an error, not how fast it reckons",
)
_DEALS = Text(
    de="mit --referee: Fehler je Zeile (2000)", en="with --referee: errors for each line (2000)"
)
_SEED = Text(de="mit --referee: Startwert des Zufalls (1)", en="with --referee: seed (1)")
_VISION = Text(
    de="nur das Sehen messen: Netze, Lesen, Leerlauf, Speicher, Vergleich und Schätzung für den Pi",
    en="measure seeing alone: nets, reading, idling, memory, other ways, estimate for a Pi",
)
_KIOSK = Text(
    de="nur die Seiten messen: fünfzig Handys, zwanzig, die hämmern, und der Kiosk dabei",
    en="measure the pages alone: fifty phones, twenty that hammer, and the kiosk meanwhile",
)
_STRIP = Text(
    de="nur das Lichtband messen: Bilder je Sekunde, Karte bis Licht; ohne --port mit der "
    "nachgebildeten Steuerung des Quellverzeichnisses",
    en="measure the strip alone: pictures a second, card to light; without --port with the "
    "checkout's emulated controller",
)
_PORT = Text(
    de="mit --strip: Anschluss eines echten Lichtbands", en="with --strip: port of a real strip"
)
_WHERE = Text(de="ANSCHLUSS", en="PORT")
_REPORT = Text(
    de="eine Zeile für docs/DEVICES.md schreiben: dieses Gerät mit seinen Werten",
    en="write a row for docs/DEVICES.md: this machine with its figures",
)
_BUSY = Text(
    de="Der Rechner ist beschäftigt (Last {busy} auf {cores} Kernen): die Zeiten sind zu lang; in "
    "Ruhe noch einmal messen.",
    en="This machine is busy (load {busy} on {cores} cores): the times are too long; measure again "
    "when it is at rest.",
)
_BUSY_SHARE = 0.7
_DEFAULT_DEALS = 2000


def arguments(parser: Parser) -> None:
    """Say what the command takes."""
    json_option(parser)
    parser.option("--referee", action="store_true", help_text=_REFEREE)
    parser.option("--vision", action="store_true", help_text=_VISION)
    parser.option("--kiosk", action="store_true", help_text=_KIOSK)
    parser.option("--strip", action="store_true", help_text=_STRIP)
    parser.option("--port", metavar=_WHERE, help_text=_PORT)
    parser.option("--report", action="store_true", help_text=_REPORT)
    parser.option("--deals", metavar="N", type=_count, default=_DEFAULT_DEALS, help_text=_DEALS)
    parser.option("--seed", metavar="N", type=int, default=1, help_text=_SEED)


def _count(word: str) -> int:
    number = int(word)
    if number < 1:
        raise ValueError(word)
    return number


def execute(arguments: Arguments) -> int:
    """Measure; status 1 when a bound is not kept."""
    if arguments.referee:
        from kiosk.cli import bench_referee  # noqa: PLC0415 - only what is measured is loaded

        return bench_referee.execute(arguments)
    _tell_if_busy(arguments.language)
    if arguments.report:
        return _report()
    kept = True
    for figure in _chosen(arguments):
        kept = kept and figure.kept
        line = object_of(figure) if arguments.json else line_of(figure, arguments.language)
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    return 0 if kept else 1


def _chosen(arguments: Arguments) -> Iterator[Figure]:
    """Return what is to be measured."""
    if arguments.strip:
        return _lights(arguments.port)
    return _pages() if arguments.kiosk else _seeing() if arguments.vision else _figures()


def _tell_if_busy(language: Language) -> None:
    """Say so where other programs are computing: every time measured is too long then."""
    busy, cores = os.getloadavg()[0], os.cpu_count() or 1
    if busy > _BUSY_SHARE * cores:
        said = _BUSY.format(busy=f"{busy:.1f}", cores=cores).in_language(language)
        sys.stderr.write(f"mehrkopf: {said}\n")


def _report() -> int:
    from kiosk.cli import bench_device, bench_vision  # noqa: PLC0415

    found = bench_vision.measured()
    sys.stdout.write(bench_device.row(found.figures) + "\n")
    return 0 if all(figure.kept for figure in found.figures) else 1


def _lights(port: str | None) -> Iterator[Figure]:
    from kiosk.cli import bench_strip  # noqa: PLC0415

    yield from bench_strip.figures(port)


def _pages() -> Iterator[Figure]:
    from kiosk.cli import bench_kiosk  # noqa: PLC0415

    yield from bench_kiosk.figures()


def _seeing() -> Iterator[Figure]:
    from kiosk.cli import bench_vision  # noqa: PLC0415

    yield from bench_vision.figures()


def _figures() -> Iterator[Figure]:
    from kiosk.cli import bench_engine, bench_nets, bench_others  # noqa: PLC0415

    yield from bench_engine.figures()
    yield from bench_others.figures()
    yield from bench_nets.figures()
