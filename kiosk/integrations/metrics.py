"""What a monitor reads of the running table: figures, never names (docs/METRICS.md).

`Metrics` counts where things happen, a few microseconds each; what just stands somewhere (streams,
the journal's number, the temperature) is looked up when a monitor asks. `MetricsPort` answers on
loopback alone. What fails here is logged or said on the page, and the table goes on.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Thread
from wsgiref.simple_server import WSGIServer

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    start_http_server,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from engine.evening.state import TableState
from engine.events import (
    CardCorrected,
    CardInserted,
    CardPlayed,
    CardRemoved,
    Envelope,
    Event,
    Ruling,
)
from engine.games.wording import CALLED_CARD_VERDICTS, COMMON_VERDICTS, DOUBLING_VERDICTS
from kiosk.home.version import version
from kiosk.table.parts import Mishaps
from kiosk.table.view import TableView
from kiosk.words import metrics as w

LOG = logging.getLogger("mehrkopf.metrics")

LOOPBACK = "127.0.0.1"
SENSORS = Path("/sys/class/thermal")
_CPU = ("cpu", "pkg", "soc")
"""A sensor of the processor has one of these in its name (`cpu-thermal`, `x86_pkg_temp`)."""

FRAME_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 3.0)
READING_S = (0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
CONFIDENCE = (0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0)
"""Upper ends of the histograms' steps."""
SOURCES = ("camera", "person", "unseen")
CORRECTIONS = ("card", "inserted", "removed")
VERDICT_KINDS = tuple(sorted({*COMMON_VERDICTS, *CALLED_CARD_VERDICTS, *DOUBLING_VERDICTS}))
SAID = "proven"
VERDICT_STATUS = (SAID, "upheld", "dismissed", "waived")


def cpu_temperature(sensors: Path = SENSORS) -> float | None:
    """Return the processor's temperature in degrees Celsius; None where no sensor tells it."""
    for zone in sorted(sensors.glob("thermal_zone*")):
        try:
            name = (zone / "type").read_text("ascii").lower()
            if any(word in name for word in _CPU):
                return int((zone / "temp").read_text("ascii")) / 1000
        except (OSError, ValueError):
            # A sensor may be there and not answer while the device sleeps.
            continue
    return None


@dataclass(frozen=True, slots=True)
class Standing:
    """What is looked up when a monitor asks."""

    seq: Callable[[], int] = int
    """The number of the journal's newest event."""
    begun_again: Callable[[], Mapping[str, int]] = dict
    """How often each part of the program was begun again."""
    streams: Mapping[str, Callable[[], int]] = field(default_factory=dict)
    """How many pages follow the table, by where they are shown."""
    temperature: Callable[[], float | None] = cpu_temperature


class _Readings(Collector):
    """Turns what stands into samples; what cannot be told has none."""

    def __init__(self, standing: Standing) -> None:
        self._standing = standing

    def collect(self) -> Iterator[Metric]:
        standing = self._standing
        yield GaugeMetricFamily(
            "mehrkopf_journal_seq", "Number of the journal's newest event", standing.seq()
        )
        streams = GaugeMetricFamily(
            "mehrkopf_page_streams", "Pages that follow the table just now", labels=["shown"]
        )
        for shown, count in standing.streams.items():
            streams.add_metric([shown], count())
        yield streams
        parts = CounterMetricFamily(
            "mehrkopf_parts_begun_again", "Parts that failed and were begun again", labels=["part"]
        )
        for part, times in sorted(standing.begun_again().items()):
            parts.add_metric([part], times)
        yield parts
        degrees = standing.temperature()
        if degrees is not None:
            yield GaugeMetricFamily(
                "mehrkopf_cpu_temperature_celsius", "Temperature of the processor", degrees
            )


class Metrics:
    """The figures of one running table; each method returns at once and raises nothing."""

    def __init__(self, standing: Standing, first: TableView) -> None:
        """Begin at 0; what `first` already shows was counted by the program before this one."""
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = registry = CollectorRegistry(auto_describe=True)
        self._known = dict(first.said)
        self._frames = Histogram(
            *("mehrkopf_frame_seconds", "Time from taking a picture until all it says is recorded"),
            buckets=FRAME_S,
            registry=registry,
        )
        self._reading = Histogram(
            *("mehrkopf_card_reading_seconds", "Time from a card's rest until it was read"),
            buckets=READING_S,
            registry=registry,
        )
        self._confidence = Histogram(
            *("mehrkopf_card_confidence", "Chance the camera gave to the likeliest card"),
            buckets=CONFIDENCE,
            registry=registry,
        )
        cards = Counter(
            "mehrkopf_cards", "Cards recorded, by who told them", ["source"], registry=registry
        )
        self._cards = {each: cards.labels(each) for each in SOURCES}
        corrections = Counter(
            *("mehrkopf_corrections", "Cards that people put right, by what they did", ["kind"]),
            registry=registry,
        )
        self._corrections = {each: corrections.labels(each) for each in CORRECTIONS}
        self._verdicts = Counter(
            *("mehrkopf_verdicts", "Verdicts said, and what people decided", ["kind", "status"]),
            registry=registry,
        )
        for kind in VERDICT_KINDS:
            for status in VERDICT_STATUS:
                # A monitor counts what grows; what begins at 1 has not grown.
                self._verdicts.labels(kind, status)
        program = Info("mehrkopf", "The program and what it looks with", registry=registry)
        program.info({"version": version(), "source": first.source})
        ProcessCollector(registry=registry)
        registry.register(_Readings(standing))

    def looked(self, seconds: float) -> None:
        """Count a picture that was looked at; in the camera's thread."""
        self._frames.observe(seconds)

    def recorded(self, envelopes: tuple[Envelope, ...], _after: TableState) -> None:
        """Count what was recorded; in the writer's thread."""
        try:
            for envelope in envelopes:
                self._count(envelope.event)
        except Exception:
            # Nothing that is recorded waits for a monitor.
            LOG.exception("an event was not counted")

    def shown(self, view: TableView) -> None:
        """Count the verdicts that are said for the first time; in the writer's thread."""
        if view.said == self._known:
            return
        for deal, said in view.said.items():
            known = self._known.get(deal, frozenset())
            for verdict in said - known:
                self._verdicts.labels(_kind(verdict), SAID).inc()
            self._known[deal] = known | said

    def _count(self, event: Event) -> None:
        match event:
            case CardPlayed(source="camera"):
                self._cards["camera"].inc()
                if event.scores:
                    self._confidence.observe(min(1.0, math.exp(max(event.scores) / 100)))
                if event.t is not None and event.known_t is not None:
                    self._reading.observe(max(0.0, event.known_t - event.t))
            case CardPlayed(source="touch"):
                self._cards["person"].inc()
            case CardInserted(by="decoder"):
                self._cards["unseen"].inc()
            case CardInserted():
                self._cards["person"].inc()
                self._corrections["inserted"].inc()
            case CardCorrected(by="person"):
                self._corrections["card"].inc()
            case CardRemoved(by="person"):
                self._corrections["removed"].inc()
            case Ruling(verdict=verdict, ruling=ruling):
                self._verdicts.labels(_kind(verdict), ruling).inc()
            case _:
                pass


def _kind(verdict: str) -> str:
    """Return the kind of a verdict by its id."""
    return verdict.partition(":")[0]


class MetricsPort:
    """The port where a monitor on this device asks; closed when made. Safe in any thread."""

    def __init__(self, registry: CollectorRegistry, port: int, mishaps: Mishaps) -> None:
        self._registry, self._port, self._mishaps = registry, port, mishaps
        self._gate = Lock()
        self._over = False
        self._server: tuple[WSGIServer, Thread] | None = None

    @property
    def port(self) -> int | None:
        """Where it answers; None while closed."""
        with self._gate:
            return None if self._server is None else int(self._server[0].server_port)

    def open(self) -> None:
        """Answer from now on; where the port is taken the page says so, and a tap tries again."""
        with self._gate:
            if self._server is not None or self._over:
                return
            try:
                self._server = start_http_server(self._port, LOOPBACK, self._registry)
            except OSError as error:
                LOG.warning("the metrics' port %s cannot be had: %s", self._port, error)
                self._mishaps.tell("metrics", w.TAKEN.format(port=self._port), self.open)

    def close(self) -> None:
        """Give the port back, for good."""
        with self._gate:
            self._over = True
            server, self._server = self._server, None
        if server is not None:
            server[0].shutdown()
            server[0].server_close()
            server[1].join()
