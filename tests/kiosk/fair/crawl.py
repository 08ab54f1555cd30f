"""Everything the pages say of one table: each address, fragment and header, made comparable."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from engine.as_events import cards, opening
from engine.evaluate import evaluate
from engine.events import EveningStarted
from engine.games.rounds import Carry
from engine.journal import Journal
from engine.record import DealRecord, JsonObject
from engine.state import TableState
from kiosk.app import PageSettings, create_app
from kiosk.saying import DEFAULT_SAYING, Saying
from kiosk.table import Table
from kiosk.table_core import Live
from tests.kiosk.served import TouchOnly

AT = "2026-11-20T20:00:00+01:00"
NAMES = ("Resi", "Toni", "Vroni", "Sepp", "Girgl", "Zenzi", "Wastl")
FORMS = 5
"""Of pages whose address carries what was tapped so far (`/call?…`), so many are opened."""
SEES = ("stage", "notice", "strip")
"""What the live updates can carry."""

_TOKENS = re.compile(
    r'(name="csrf_token" value="|"X-CSRFToken": ?"|csrf_token=|csrf-token" content=")[^"&]*'
)
_LINK = re.compile(r'(?:href|hx-get|src|sse-connect)="(/[^"#]*)')
_STATIC = "/static/"


@dataclass(frozen=True, slots=True)
class Said:
    """One answer of the pages."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: str


def table_of(
    record: DealRecord, rules: JsonObject, source: str = "camera", saying: Saying = DEFAULT_SAYING
) -> Table:
    """Return a table at which this deal is being played."""
    table = Table(Journal.in_memory(), lambda: AT, follower=From(source, saying))
    names = NAMES[: record.players]
    table.call(
        lambda core: core.commit((EveningStarted("abend", record.game, rules, names, "isar", {}),))
    )
    table.call(lambda core: core.commit((*opening(record, Carry()), *cards(record))))
    return table


class From(TouchOnly):
    """Cards laid by touch, said to come from a camera, a recording, or from no camera at all."""

    def __init__(self, source: str, saying: Saying = DEFAULT_SAYING) -> None:
        super().__init__(saying)
        self._source = source

    def follow(self, state: TableState, news: tuple[object, ...]) -> Live:
        """Return what is due."""
        live = super().follow(state, news)  # type: ignore[arg-type]
        return replace(live, source=self._source)  # type: ignore[arg-type]


def app_of(table: Table, settings: PageSettings) -> Flask:
    """Return the pages of a table, the same for every table but for the tokens of its forms."""
    app = create_app(table, settings)
    app.config["BOOT"] = app.jinja_env.globals["boot"] = "boot"
    return app


def crawl(app: Flask, wanted: Iterable[str]) -> dict[str, Said]:
    """Return what each address answers, and each address its pages lead to."""
    client = app.test_client()
    found: dict[str, Said] = {}
    waiting = list(wanted)
    forms: dict[str, int] = {}
    while waiting:
        address = waiting.pop(0)
        if address in found or address.startswith(_STATIC):
            continue
        path, _, query = address.partition("?")
        if query and address not in wanted:
            forms[path] = forms.get(path, 0) + 1
            if forms[path] > FORMS:
                continue
        found[address] = said = _open(client, address)
        waiting += [html.unescape(link) for link in _LINK.findall(said.body)]
    return found


def _open(client: FlaskClient, address: str) -> Said:
    response = client.get(address)
    headers = tuple(
        (name, value)
        for name, value in response.headers
        if name not in ("Set-Cookie", "Date", "Content-Length")
    )
    return Said(response.status_code, headers, _TOKENS.sub(r"\1", response.get_data(as_text=True)))


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
        "number": ["1", "2"],
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
