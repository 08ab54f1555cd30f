"""`python -m tests.bench pages` and what `doctor` says about phones."""

from __future__ import annotations

import json
import socket
from contextlib import closing

import pytest

from kiosk.home.data_folder import Home
from kiosk.web.phones.desk import pin_of
from tests.bench import pages_load
from tests.bench.pages_load import Loaded, of_load, p99
from tests.kiosk.cli import Cli


def test_a_few_phones_and_a_small_flood_are_measured() -> None:
    found = pages_load.under_load(states=3, touches=2, phones=4, hammers=2)
    assert len(found.phones) >= 11
    assert all(0 < seconds < 20 for seconds in (*found.phones, *found.kiosk))
    assert len(found.kiosk) == 2
    assert found.codes.get("200", 0) > 0


def test_memory_is_measured_while_phones_are_shown_states() -> None:
    assert pages_load.grown(20, settled=5, phones=2) < 50


def test_the_first_pages_are_light() -> None:
    weights = dict(pages_load.weights())
    assert set(weights) == {"page_guest", "page_kiosk"}
    assert all(20 < kib <= pages_load.LIGHT_KIB for kib in weights.values())


@pytest.mark.parametrize(("slow", "kept"), [(0.01, True), (0.06, False)])
def test_a_bound_is_held(slow: float, kept: bool) -> None:
    rows = {row.name: row for row in of_load(Loaded((slow,) * 100, (0.001,), {"200": 1}))}
    assert rows["phones_median"].kept is kept
    late = {row.name: row for row in of_load(Loaded((0.001,) * 98 + (0.3,) * 2, (0.03,), {}))}
    assert (late["phones_median"].kept, late["phones_p99"].kept) == (True, False)
    assert not late["kiosk_median"].kept


def test_one_in_a_hundred_is_slower() -> None:
    assert p99([float(number) for number in range(1000)]) == 990.0
    assert p99([3.0]) == 3.0


@pytest.mark.prove
def test_fifty_phones_twenty_hammers_and_the_kiosk() -> None:
    """The figures of the issue; on a machine at rest."""
    assert [row.name for row in pages_load.figures() if not row.kept] == []


def test_the_doctor_says_what_is_open(cli: Cli) -> None:
    cli.home.mkdir(parents=True)
    with closing(socket.create_server(("127.0.0.1", 0))) as there:
        port = there.getsockname()[1]
        table = cli.home / "table.toml"
        table.write_text(f"[phones]\nguest_port = {port}\nhost_port = 1\nhost_mode = true\n")
        said = cli("doctor", "--json").out.splitlines()
        found = {line["check"]: line for line in map(json.loads, said)}
        assert found["phones"]["level"] == "note"
        assert f"Port {port} ist offen" in found["phones"]["text"]
        assert "an, sobald Mehrkopf läuft" in found["host"]["text"]
        assert "noch kein PIN" in found["host"]["text"]
    pin_of(Home(cli.home)).choose("2580")
    table.write_text(f"[phones]\nguest_port = {port}\n")
    said = cli("doctor", "--json").out.splitlines()
    found = {line["check"]: line for line in map(json.loads, said)}
    assert (found["phones"]["level"], found["host"]["level"]) == ("ok", "ok")
    assert "PIN ist gesetzt, 0 Handys" in found["host"]["text"]
