"""What a monitor reads, over real HTTP: as much as happened, no name, and no cost to the table."""

from __future__ import annotations

import re
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from html import unescape
from pathlib import Path
from threading import Semaphore
from urllib.request import urlopen

import pytest
from prometheus_client.parser import text_string_to_metric_families

from engine.cards import card, cards
from engine.evening.state import TableState
from engine.journal.journal import Journal
from kiosk.home.data_folder import Home
from kiosk.home.version import version
from kiosk.integrations import metrics as m
from kiosk.integrations.metrics import Metrics, MetricsPort, Standing, cpu_temperature
from kiosk.table.commands import ConfirmCard, CorrectCard, InsertCard, LayCard, RemoveCard, Rule
from kiosk.table.parts import Mishaps
from kiosk.table.view import TableView
from kiosk.table.writer import MemoryTable
from tests.engine.spine import NAMES, RUFSPIEL
from tests.kiosk.eyed import PATIENCE_S, RECORD, Says, Script, Setup, lens
from tests.kiosk.launch.test_damaged_files import launched
from tests.kiosk.launch.test_faults import attempt, begin
from tests.kiosk.random_deals import random_deal
from tests.kiosk.run.test_phone_as_camera import free_port
from tests.kiosk.seen_deals import revoke_deal, seen, session
from tests.kiosk.served import touch_table
from vision.sighting import Sighting

Figures = dict[tuple[str, tuple[tuple[str, str], ...]], float]
"""By name and labels."""
FREE = 0
NOBODY = Standing(temperature=lambda: None)


def scraped(port: int) -> Figures:
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE_S) as answer:
        assert answer.headers["Content-Type"].startswith("text/plain; version=")
        text = answer.read().decode()
    found: Figures = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            key = sample.name, tuple(sorted(sample.labels.items()))
            assert key not in found
            found[key] = sample.value
    return found


def figure(found: Figures, name: str, **labels: str) -> float:
    return found[f"mehrkopf_{name}", tuple(sorted(labels.items()))]


@contextmanager
def monitored(metrics: Metrics) -> Iterator[Callable[[], Figures]]:
    """Yield what asks the port."""
    mishaps = Mishaps()
    door = MetricsPort(metrics.registry, FREE, mishaps)
    door.open()
    with closing(door):
        port = door.port
        assert port is not None
        assert not mishaps.standing()
        yield lambda: scraped(port)


@contextmanager
def watched(table: MemoryTable) -> Iterator[Callable[[], Figures]]:
    metrics = Metrics(Standing(lambda: table.state.last_seq), table.view)
    table.record_to(metrics.recorded)
    table.listen(metrics.shown)
    with monitored(metrics) as ask:
        yield ask


def test_an_evening_comes_out_as_it_was_played_and_corrected() -> None:
    first, second = random_deal(3), revoke_deal()
    with closing((table := session(first, second)).journal), watched(table) as ask:
        before = ask()
        assert figure(before, "cards_total", source="camera") == 0
        for event in seen(first, strength=4.4):
            table.hear(event)
        assert figure(ask(), "cards_total", source="camera") == 32
        read = ask()
        assert figure(read, "card_confidence_count") == 32
        assert 0 < figure(read, "card_confidence_bucket", le="0.999") < 32
        assert figure(read, "card_confidence_bucket", le="1.0") == 32
        # Each was read 0.2 s after its rest, but for the one that told that a deal had begun.
        assert figure(read, "card_reading_seconds_bucket", le="0.3") == 31
        assert figure(read, "card_reading_seconds_bucket", le="1.5") == 32
        deal = table.state.last_deal
        assert deal is not None
        one, other = deal.laid[3], deal.laid[4]
        assert one.card is not None
        table.do(ConfirmCard(one.seq))
        wrong = next(each for each in cards("EA E7") if each is not other.card)
        table.do(CorrectCard(other.seq, wrong))
        table.do(RemoveCard(other.seq))
        table.do(InsertCard(other.card, deal.laid[5].seq))
        told = ask()
        assert [figure(told, "corrections_total", kind=kind) for kind in m.CORRECTIONS] == [1, 1, 1]
        assert figure(told, "cards_total", source="person") == 1
        assert figure(told, "journal_seq") == table.state.last_seq


def test_a_verdict_counts_once_as_it_is_said_and_once_as_it_is_decided() -> None:
    with closing((table := session(revoke_deal())).journal), watched(table) as ask:
        for event in seen(revoke_deal()):
            table.hear(event)
        table.refresh()
        (verdict,) = table.view.outlook.shown
        said = ask()
        assert figure(said, "verdicts_total", kind="revoke", status="proven") == 1
        assert figure(said, "verdicts_total", kind="revoke", status="upheld") == 0
        table.do(Rule("revoke", verdict.id, "upheld"))
        table.refresh()
        decided = ask()
        assert figure(decided, "verdicts_total", kind="revoke", status="proven") == 1
        assert figure(decided, "verdicts_total", kind="revoke", status="upheld") == 1
        # A program started again counts what comes, not what was said before.
        again = Metrics(NOBODY, table.view)
        again.shown(table.view)
        with monitored(again) as ask_again:
            assert figure(ask_again(), "verdicts_total", kind="revoke", status="proven") == 0


def test_a_card_nobody_saw_is_one_and_a_table_by_touch_counts_its_cards() -> None:
    record = random_deal(3)
    events = seen(record)
    gone = [at for at, event in enumerate(events) if isinstance(event, Sighting)][9]
    with closing((table := session(record)).journal), watched(table) as ask:
        for event in events[:gone] + events[gone + 1 :]:
            table.hear(event)
        assert figure(ask(), "cards_total", source="unseen") == 1
        assert figure(ask(), "cards_total", source="camera") == 31
    with touch_table(Journal.in_memory()) as touched:
        metrics = Metrics(NOBODY, touched.view())
        touched.call(lambda core: core.record_to(metrics.recorded))
        begin(touched)
        for code in RUFSPIEL[:5]:
            touched.do(LayCard(card(code)))
        with monitored(metrics) as ask:
            assert figure(ask(), "cards_total", source="person") == 5
            said = " ".join(value for _, labels in ask() for _, value in labels)
    assert not set(NAMES) & set(re.findall(r"\w+", said))


def test_pictures_are_counted_with_the_time_they_took(setup: Setup) -> None:
    metrics = Metrics(NOBODY, setup.table.view())
    events, done = seen(RECORD)[:6], Semaphore(0)
    eyes = setup.eyes(Script(9), lens("isar", Says(events)))

    def looked(seconds: float) -> None:
        metrics.looked(seconds)
        done.release()

    eyes.looked = looked
    setup.table.call(lambda core: core.record_to(metrics.recorded))
    eyes.start()
    assert all(done.acquire(timeout=PATIENCE_S) for _ in range(9))
    eyes.close()
    with monitored(metrics) as ask:
        found = ask()
    assert figure(found, "frame_seconds_count") == 9
    assert 0 < figure(found, "frame_seconds_sum") < PATIENCE_S
    assert figure(found, "cards_total", source="camera") == 5


def test_what_stands_is_looked_up_and_what_is_not_there_has_no_figure(tmp_path: Path) -> None:
    parts, degrees = {"eyes": 2}, [61.5]

    def temperature() -> float | None:
        return degrees[0] if degrees else None

    standing = Standing(lambda: 77, lambda: parts, {"guests": lambda: 5}, temperature)
    metrics = Metrics(standing, TableView(0, TableState(), None, source="sample"))
    with monitored(metrics) as ask:
        found = ask()
        assert figure(found, "journal_seq") == 77
        assert figure(found, "page_streams", shown="guests") == 5
        assert figure(found, "parts_begun_again_total", part="eyes") == 2
        assert figure(found, "cpu_temperature_celsius") == 61.5
        assert figure(found, "info", version=version(), source="sample") == 1
        assert found["process_resident_memory_bytes", ()] > 1e6
        degrees.clear()
        assert ("mehrkopf_cpu_temperature_celsius", ()) not in ask()
    assert cpu_temperature(tmp_path) is None
    for number, (name, held) in enumerate((("acpitz", "27800"), ("cpu-thermal", "61200"))):
        zone = tmp_path / f"thermal_zone{number}"
        zone.mkdir()
        (zone / "type").write_text(f"{name}\n")
        (zone / "temp").write_text(f"{held}\n")
    assert cpu_temperature(tmp_path) == 61.2
    (tmp_path / "thermal_zone1/temp").write_text("\n")
    assert cpu_temperature(tmp_path) is None


def test_a_mistake_in_counting_costs_the_table_nothing(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: Metrics, event: object) -> None:
        raise RuntimeError("nobody foresaw this")

    monkeypatch.setattr(Metrics, "_count", broken)
    with touch_table(Journal.in_memory()) as table:
        metrics = Metrics(NOBODY, table.view())
        table.call(lambda core: core.record_to(metrics.recorded))
        begin(table)
        assert table.view().state.deal is not None
    assert "an event was not counted" in caplog.text


def test_a_taken_port_is_said_and_a_tap_tries_again_and_closing_gives_it_back() -> None:
    metrics, mishaps = Metrics(NOBODY, TableView(0, TableState(), None)), Mishaps()
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        door = MetricsPort(metrics.registry, port, mishaps)
        door.open()
        (said,) = mishaps.standing()
        assert said.again
        assert f"Port {port} für die Messwerte ist belegt" in said.words.de
        assert f"Port {port} for the metrics is taken" in said.words.en
        assert door.port is None
    assert mishaps.tapped("metrics")
    assert not mishaps.standing()
    assert scraped(port)
    door.close()
    with socket.create_server(("127.0.0.1", port)):
        pass
    # Once the table is closed a late tap opens nothing.
    door.open()
    assert door.port is None


def test_only_this_device_can_ask() -> None:
    with touch_table(Journal.in_memory()) as table:
        door = MetricsPort(Metrics(NOBODY, table.view()).registry, FREE, Mishaps())
        door.open()
        with closing(door):
            assert door._server is not None
            assert door._server[0].socket.getsockname()[0] == "127.0.0.1"


def test_the_running_program_is_monitored_where_table_toml_says_so(home: Home) -> None:
    port = free_port()
    home.table_toml.write_text(f"[metrics]\nport = {port}\n")
    launch = launched(home)
    with attempt(launch) as client:
        before = scraped(port)
        assert figure(before, "info", version=version(), source="none") == 1
        assert figure(before, "page_streams", shown="table") == 0
        assert figure(before, "page_streams", shown="guests") == 0
        assert "data-mishap" not in client.get("/").text
    with socket.create_server(("127.0.0.1", port)), attempt(launched(home)) as client:
        page = client.get("/").text
        assert "data-mishap" in page
        assert f"Port {port} für die Messwerte ist belegt" in page
    home.table_toml.write_text("")
    with attempt(launched(home)):
        assert not listens(port)


def test_without_the_package_the_table_stands_and_says_so(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.table_toml.write_text("[metrics]\n")
    monkeypatch.delitem(sys.modules, "kiosk.integrations.metrics")
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    with attempt(launched(home)) as client:
        page = unescape(client.get("/").text)
    assert 'pip install "mehrkopf[metrics]"' in page


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.prepare()
    return home
