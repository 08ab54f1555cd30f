"""Everything the pages say of one table: each address, fragment and header, made comparable."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from engine.as_events import cards, opening
from engine.evaluate import evaluate
from engine.events import EveningStarted, Event
from engine.games.rounds import Carry
from engine.journal import Journal
from engine.record import DealRecord, JsonObject
from engine.state import TableState
from kiosk.app import PageSettings, create_app
from kiosk.exports.archive import Archive
from kiosk.exports.files import KINDS
from kiosk.saying import DEFAULT_SAYING, Saying
from kiosk.session import MemoryDesk
from kiosk.table import Table
from kiosk.table_core import Live
from tests.kiosk.served import TouchOnly

AT = "2026-11-20T20:00:00+01:00"
NAMES = ("Resi", "Toni", "Vroni", "Sepp", "Girgl", "Zenzi", "Wastl")
FORMS = 3
"""Of pages whose address carries what was tapped so far (`/call?…`), so many are opened."""
KEY = b"k" * 32
SEES = ("stage", "notice", "strip")
"""What the live updates can carry."""

_TOKENS = re.compile(
    r'(name="csrf_token" value="|"X-CSRFToken": ?"|csrf_token=|csrf-token" content=")[^"&]*'
)
_LINK = re.compile(r'(?:href|hx-get|src|sse-connect)="(/[^"#]*)')
_NUMBER = re.compile(r"\d+")
_STATIC = "/static/"
_ELSEWHERE = re.compile(r"/(?:rules|setup|begin|words|phones|pin|exports/tournament)\b")
"""Pages that are not about the deal: they are opened, but not followed into all their choices."""


@dataclass(frozen=True, slots=True)
class Said:
    """One answer of the pages."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: str


def table_of(
    journal: Path, record: DealRecord, rules: JsonObject, source: str, saying: Saying
) -> Table:
    """Return a table at which this deal is being played."""
    table = Table(Journal.open(journal), lambda: AT, follower=From(source, saying))
    table.call(lambda core: core.commit(told(record, rules)))
    return table


def told(record: DealRecord, rules: JsonObject) -> tuple[Event, ...]:
    """Return the evening up to this deal's newest card."""
    evening = EveningStarted("abend", record.game, rules, NAMES[: record.players], "isar", {})
    return (evening, *opening(record, Carry()), *cards(record))


def state_of(record: DealRecord, rules: JsonObject) -> TableState:
    """Return the table without pages."""
    desk = MemoryDesk()
    desk.commit(told(record, rules))
    return desk.state


class From(TouchOnly):
    """Cards laid by touch, said to come from a camera, a recording, or from no camera at all."""

    def __init__(self, source: str, saying: Saying = DEFAULT_SAYING) -> None:
        super().__init__(saying)
        self._source = source

    def follow(self, state: TableState, news: tuple[object, ...]) -> Live:
        """Return what is due."""
        live = super().follow(state, news)  # type: ignore[arg-type]
        return replace(live, source=self._source)  # type: ignore[arg-type]


@contextmanager
def playing(
    folder: Path,
    record: DealRecord,
    rules: JsonObject,
    source: str = "camera",
    saying: Saying = DEFAULT_SAYING,
) -> Iterator[tuple[Table, Flask]]:
    """Yield a table with this deal and its pages, alike for every table but for the forms' tokens.

    A stream ends after its first message, which holds the whole state.
    """
    with TemporaryDirectory(dir=folder) as own:
        journal = Path(own) / "journal.sqlite"
        with table_of(journal, record, rules, source, saying) as table:
            settings = PageSettings(
                lifetime=0.0, secret_key=KEY, archive=Archive(journal), claims=saying.claims
            )
            yield table, _app_of(table, settings)


def _app_of(table: Table, settings: PageSettings) -> Flask:
    app = create_app(table, settings)
    app.config["BOOT"] = app.jinja_env.globals["boot"] = "boot"
    return app


def crawl(app: Flask, wanted: Iterable[str], most: int = 1000) -> dict[str, Said]:
    """Return what each address answers, and each address its pages lead to.

    Of addresses alike but for their numbers `most` are opened.
    """
    client = app.test_client()
    found: dict[str, Said] = {}
    waiting = list(wanted)
    forms: dict[str, int] = {}
    shapes: Counter[str] = Counter()
    while waiting:
        address = waiting.pop(0)
        if address in found or address.startswith(_STATIC):
            continue
        alike = _NUMBER.sub("#", address)
        shapes[alike] += 1
        if shapes[alike] > most:
            continue
        path, _, query = address.partition("?")
        if query and address not in wanted:
            forms[path] = forms.get(path, 0) + 1
            if forms[path] > FORMS:
                continue
        found[address] = said = _open(client, address)
        if not _ELSEWHERE.match(address):
            waiting += [html.unescape(link) for link in _LINK.findall(said.body)]
    return found


def _open(client: FlaskClient, address: str) -> Said:
    response = client.get(address)
    headers = tuple(
        (name, value)
        for name, value in response.headers
        if name not in ("Set-Cookie", "Date", "Content-Length")
    )
    body = response.get_data().decode("utf-8", "surrogateescape")
    return Said(response.status_code, headers, _TOKENS.sub(r"\1", body))


def addresses(app: Flask, records: Iterable[DealRecord], seqs: Iterable[int]) -> list[str]:
    """Return every address a reader could type: each route with whatever fits its places.

    Cards already gone, verdicts held back, deals: also what no page leads to.
    """
    verdicts = sorted({v.id for record in records for v in evaluate(record).verdicts})
    deals = sorted({record.id for record in records})
    fitting: Mapping[str, list[str]] = {
        "seq": [str(seq) for seq in seqs],
        "verdict": verdicts,
        "deal": deals,
        "/deals/<name>": deals,
        "/certificate/<name>": deals,
        "number": ["1", "2"],
        "place": ["0", "5"],
        "seat": ["0", "1"],
        "pile": ["0", "3"],
        "name": ["isar"],
        "game": sorted({record.game for record in records}),
        "key": sorted(KINDS),
        "evening": ["now", "1"],
        "/begin/<name>": ["watch", "game", "rules", "deck", "people", "dealer", "go"],
    }
    found = [each for rule in _readable(app) for each in _filled(str(rule), fitting)]
    found += [f"/live?see={see}" for see in SEES]
    found += [
        f"/{page}?verdict={verdict}&deal={deal}"
        for page, verdict, deal in product(("finding", "misread"), verdicts, deals)
    ]
    return found


def _readable(app: Flask) -> list[Rule]:
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    return sorted((rule for rule in rules if rule.endpoint != "static"), key=str)


def _filled(rule: str, fitting: Mapping[str, list[str]]) -> list[str]:
    """Return the addresses of a route; what fits may be said for one route or for a name."""
    found = [rule]
    for place, name in re.findall(r"(<(?:\w+:)?(\w+)>)", rule):
        values = fitting.get(rule, fitting.get(name))
        assert values is not None, f"{rule}: say in `addresses` what may stand for {name}"
        found = [each.replace(place, value) for each in found for value in values]
    return found
