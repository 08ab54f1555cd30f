"""`mehrkopf bench`: how fast this machine is, beside the numbers that are to be kept."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, cycle, islice

from engine.deal.record import DealRecord
from engine.dealfile.reader import parse, score
from engine.evening.fold import apply
from engine.evening.state import TableState
from engine.events import Announced, CardPlayed, DealStarted, Envelope, EveningStarted, Event
from engine.referee.evaluation import evaluate
from engine.text import Text
from kiosk.cli.bench_figures import Figure, best, tell
from kiosk.cli.command import Arguments, Option, command
from kiosk.cli.common import JSON, warn
from kiosk.table.resumption import SAMPLE

_NOTHING = TableState()
"""The state of the table before anything happened."""

_VISION = Text(
    de="nur das Sehen messen: Netze, Lesen, Leerlauf, Speicher und Schätzung für den Pi",
    en="measure only vision: nets, reading, idling, memory, estimate for a Pi",
)
_STRIP = Text(
    de="nur das Lichtband messen: Bilder je Sekunde, Karte bis Licht; ohne --port mit der "
    "nachgebildeten Steuerung des Quellverzeichnisses",
    en="measure only the light strip: frames a second, card to light; without --port "
    "it uses the emulated controller of a source checkout",
)
_PORT = Text(
    de="mit --strip: Anschluss eines echten Lichtbands", en="with --strip: port of a real strip"
)
_WHERE = Text(de="ANSCHLUSS", en="PORT")
_OPEN_CARDS = Text(
    de="nur messen, was Spiele mit offenen Karten zu rechnen braucht; bis zu einer Stunde",
    en="measure only how long deals take with open cards; up to an hour",
)
_REPORT = Text(
    de="eine Zeile für docs/DEVICES.md schreiben: dieses Gerät mit seinen Werten",
    en="write a row for docs/DEVICES.md: this machine with its figures",
)
_BUSY = Text(
    de="Der Rechner ist beschäftigt (Last {busy} auf {cores} Kernen): die Zeiten sind zu lang; in "
    "Ruhe noch einmal messen.",
    en="This machine is busy (load {busy} on {cores} cores), so these times are too "
    "long; measure again when it is idle.",
)
_BUSY_SHARE = 0.7
_DEALS = 200
_FOLDED = 100
_SCORING = Text(de="Spieldateien werten, mit Beweis", en="scoring deal files, with proof")
_REFEREE = Text(de="nur der Schiedsrichter, mit Beweis", en="the referee alone, with proof")
_FOLDING = Text(
    de="Ereignisse falten, nach jedem ein Bericht", en="folding events, with a report after each"
)
_HUNDRED = Text(de="100 Spiele falten", en="folding 100 deals")
_LIVE = Text(de="ein Ereignis am Tisch (das langsamste)", en="one live event (the slowest)")


@command(
    JSON,
    Option("--vision", is_flag=True, text=_VISION),
    Option("--strip", is_flag=True, text=_STRIP),
    Option("--port", value=_WHERE, text=_PORT),
    Option("--open-cards", is_flag=True, text=_OPEN_CARDS),
    Option("--report", is_flag=True, text=_REPORT),
)
def execute(arguments: Arguments) -> int:
    """Measure; status 1 when a bound is not kept."""
    # Only what is measured is loaded: its memory and its start are measured too.
    busy, cores = os.getloadavg()[0], os.cpu_count() or 1
    if busy > _BUSY_SHARE * cores:
        # Every time measured beside other programs is too long.
        warn(_BUSY.format(busy=f"{busy:.1f}", cores=cores), arguments.language)
    if arguments.strip:
        from kiosk.cli import bench_strip  # noqa: PLC0415

        return tell(bench_strip.figures(arguments.port), arguments.language, arguments.json)
    if arguments.open_cards:
        from kiosk.cli import bench_open_cards  # noqa: PLC0415

        return tell(bench_open_cards.figures(), arguments.language, arguments.json)
    from kiosk.cli import bench_vision  # noqa: PLC0415

    if arguments.report:
        found = bench_vision.measured(arguments.language)
        sys.stdout.write(bench_vision.row(found) + "\n")
        return 0 if all(figure.kept for figure in found) else 1
    if arguments.vision:
        return tell(bench_vision.figures(arguments.language), arguments.language, arguments.json)
    figures = chain(scoring_figures(sample_lines(), bounded=False), bench_vision.net_figures())
    return tell(figures, arguments.language, arguments.json)


def sample_lines() -> list[str]:
    """Return 200 lines of a deal file: the sample evening's deals again and again."""
    deals = (SAMPLE / "evening.deals.jsonl").read_text("utf-8").splitlines()
    return list(islice(cycle(deals), _DEALS))


def scoring_figures(lines: Sequence[str], *, bounded: bool) -> Iterator[Figure]:
    """Measure on one core how fast a deal file of Schafkopf is refereed, settled and folded.

    `bounded` holds scoring and folding against the bounds of DESIGN 15, which are meant for deals
    made by chance on a desktop-class x86.
    """
    records = [parse(json.loads(line)) for line in lines]
    plays = sum(len(record.plays) for record in records)
    yield rate(
        "score", _SCORING, plays, best(lambda: list(score(lines))), 100_000 if bounded else None
    )
    yield rate("referee", _REFEREE, plays, best(lambda: [evaluate(each) for each in records]))
    folded = records[:_FOLDED]
    envelopes = _evening(folded)
    plays = sum(len(record.plays) for record in folded)
    seconds = best(lambda: _fold(envelopes, reports=True))
    yield rate("fold", _FOLDING, plays, seconds, 30_000 if bounded else None)
    seconds = best(lambda: _fold(envelopes, reports=False))
    yield Figure("fold_100", _HUNDRED, seconds, "s", 0.15, least=False)
    yield Figure("live", _LIVE, _slowest(envelopes) * 1000, "ms", 1.0, least=False)


def rate(name: str, title: Text, plays: int, seconds: float, bound: float | None = None) -> Figure:
    """Return a figure of plays a second; the bound is the least."""
    return Figure(name, title, plays / seconds, "plays/s", bound)


def _evening(records: Sequence[DealRecord]) -> list[Envelope]:
    seats = ("A", "B", "C", "D")
    events: list[Event] = [EveningStarted("bench", "schafkopf", {}, seats, "isar", {})]
    for number, record in enumerate(records):
        events += [DealStarted(str(number), record.dealer), Announced(record.contract)]
        events += [CardPlayed(play.card) for play in record.plays]
    return [Envelope(seq, "", event) for seq, event in enumerate(events, 1)]


def _fold(
    envelopes: Iterable[Envelope], *, reports: bool, state: TableState = _NOTHING
) -> TableState:
    for envelope in envelopes:
        state = apply(state, envelope)
        if reports and state.deal is not None:
            _ = state.deal.report
    if state.deal is not None:
        _ = state.deal.report
    return state


def _slowest(envelopes: Sequence[Envelope]) -> float:
    """Return the 99th of 100 live events in seconds: fold and report; the last may be disturbed."""
    state = _NOTHING
    times: list[float] = []
    for envelope in envelopes[:_FOLDED]:
        times.append(best(partial(_fold, [envelope], reports=True, state=state)))
        state = apply(state, envelope)
    return sorted(times)[-2]
