"""Everything the pages say of one table: each address, fragment and header, made comparable."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from engine.deal.record import DealRecord, JsonObject
from engine.evening.deal_log import card_events, opening_events
from engine.evening.state import TableState
from engine.events import EveningStarted, Event
from engine.games.carry import Carry
from engine.journal.journal import Journal
from engine.referee.evaluation import evaluate
from kiosk.director.verdicts import DEFAULT_SAYING, Saying
from kiosk.exports.files import KINDS
from kiosk.exports.past_evenings import PastEvenings
from kiosk.table.view import SourceKind
from kiosk.table.writer import Table, TableCore
from tests.kiosk.served import app_of, touch_table

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
    journal: Path, record: DealRecord, rules: JsonObject, source: SourceKind, saying: Saying
) -> Table:
    """Return a table at which this deal is being played."""
    table = touch_table(Journal.open(journal), lambda: AT, saying, source)
    table.call(lambda core: core.commit(told(record, rules)))
    return table


def told(record: DealRecord, rules: JsonObject) -> tuple[Event, ...]:
    """Return the evening up to this deal's newest card."""
    evening = EveningStarted("abend", record.game, rules, NAMES[: record.players], "isar", {})
    return (evening, *opening_events(record, Carry()), *card_events(record))


def state_of(record: DealRecord, rules: JsonObject) -> TableState:
    """Return the table without pages."""
    core = TableCore(Journal.in_memory(), lambda: AT)
    core.commit(told(record, rules))
    return core.state


@contextmanager
def playing(
    folder: Path,
    record: DealRecord,
    rules: JsonObject,
    source: SourceKind = "camera",
    saying: Saying = DEFAULT_SAYING,
) -> Iterator[tuple[Table, Flask]]:
    """Yield a table with this deal and its pages, alike for every table but for the forms' tokens.

    A stream ends after its first message, which holds the whole state.
    """
    with TemporaryDirectory(dir=folder) as own:
        journal = Path(own) / "journal.sqlite"
        with table_of(journal, record, rules, source, saying) as table:
            app = app_of(
                table,
                lifetime=0.0,
                secret_key=KEY,
                past=PastEvenings(journal),
                claims=saying.claims,
            )
            app.config["BOOT"] = app.jinja_env.globals["boot"] = "boot"
            yield table, app


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
            waiting += links(said.body)
    return found


def links(body: str) -> list[str]:
    """Return the addresses a page leads to."""
    return [html.unescape(link) for link in _LINK.findall(body)]


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
        "index": ["0", "1"],
        "place": ["0", "5"],
        "seat": ["0", "1"],
        "pile": ["0", "3"],
        "name": ["isar"],
        "game": sorted({record.game for record in records}),
        "key": sorted(KINDS),
        "evening": ["now", "1"],
        "verb": ["poweroff", "reboot"],
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
