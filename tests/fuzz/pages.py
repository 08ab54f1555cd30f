"""Requests to the applications: the kiosk's, as phones work it, the gate's and the guests'.

An input is one request, written down as lines; what the server itself would not hand on (line
breaks in a header) is left out. Any answer below 500 is right; a page that fails answers 500.
"""

from __future__ import annotations

import random
import re
from contextlib import ExitStack
from functools import cache
from io import BytesIO
from pathlib import Path

from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from engine.journal.journal import Journal
from kiosk.exports.past_evenings import PastEvenings
from kiosk.home.data_folder import Home
from kiosk.web.phones.desk import make_desk
from kiosk.web.phones.gate import create_gate_app
from kiosk.web.phones.guest_app import create_guest_app
from tests.fuzz.mutation import mutated
from tests.fuzz.surfaces import Surface
from tests.kiosk.browsing import begin
from tests.kiosk.served import pages, touch_table

_METHODS = ("GET", "POST", "GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE")
_HEADERS = ("Host", "Cookie", "Content-Type", "Last-Event-ID", "Accept-Language", "Referer")
_CONTROL = re.compile(r"[\0-\x1f\x7f]")
_FIELD = re.compile(rb'name="([\w.-]+)"')


def _written(method: str, path: str, body: bytes, **headers: str) -> bytes:
    head = [f"{method} {path}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\n".join(head).encode() + b"\n\n" + body


def _send(app: Flask, data: bytes) -> None:
    """Send a request as the server would hand it to the application."""
    head, _, body = data.partition(b"\n\n")
    lines = head.decode("latin-1").split("\n")
    method, _, target = lines[0].partition(" ")
    path, _, query = target.partition("?")
    built = EnvironBuilder(method="POST", path="/", base_url="http://127.0.0.1/")
    environ = built.get_environ()
    built.close()
    environ |= {"REQUEST_METHOD": method or "GET", "PATH_INFO": path if path[:1] == "/" else "/"}
    environ |= {"QUERY_STRING": _CONTROL.sub("", query), "REMOTE_ADDR": "127.0.0.1"}
    environ |= {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body))}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        key = name.strip().upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        if key.isascii() and key.strip("_").isidentifier() and key != "CONTENT_LENGTH":
            environ[key] = _CONTROL.sub("", value.strip())
    answer, status, _ = run_wsgi_app(app, environ)
    try:
        # Live updates go on for ever; how they begin tells enough.
        next(iter(answer), b"")
    finally:
        close = getattr(answer, "close", None)
        if close is not None:
            close()
    assert int(status.split()[0]) < 500 or status.startswith("503"), (status, data[:300])


def _requests_of(app: Flask, chance: random.Random) -> list[bytes]:
    """Return requests to every address of an application, with the fields of its forms."""

    client = app.test_client()
    drawn = b"".join(client.get(path).data for path in ("/", "/call", "/start", "/pair"))
    names = sorted(set(_FIELD.findall(drawn))) or [b"x"]
    found = re.search(rb'name="csrf_token"[^>]*value="([^"]+)"', drawn)
    cookie = client.get_cookie("session") or client.get_cookie("mehrkopf-gate")
    kept = "" if cookie is None else f"{cookie.key}={cookie.value}"
    sent = found[1] if found is not None else b"none"
    told: list[bytes] = []
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<[^>]+>", lambda _: chance.choice(("1", "isar", "EO", "a-1")), rule.rule)
        some = chance.sample(names, min(3, len(names)))
        body = b"&".join((b"csrf_token=" + sent, *(name + b"=1" for name in some)))
        query = b"&".join(name + b"=0" for name in some).decode()
        for method in {"GET", "POST"} & (rule.methods or set()):
            told.append(
                _written(
                    method,
                    path + "?" + query,
                    body if method == "POST" else b"",
                    Cookie=kept,
                    **{"Content-Type": "application/x-www-form-urlencoded"},
                    Host="127.0.0.1",
                )
            )
    return told


def _changed(seeds: list[bytes], chance: random.Random) -> bytes:
    """Damage a request, or change its method or one header of it as a whole."""
    data = mutated(seeds, chance)
    if chance.random() < 0.2:
        data = chance.choice(_METHODS).encode() + b" " + data.partition(b" ")[2]
    if chance.random() < 0.2:
        name, value = (
            chance.choice(_HEADERS),
            mutated([b"127.0.0.1", b"a=b", b"de,en;q=0.5"], chance),
        )
        first, _, rest = data.partition(b"\n")
        data = first + b"\n" + name.encode() + b": " + value.replace(b"\n", b"") + b"\n" + rest
    return data


PAGES = ("kiosk", "guests", "gate")
"""The names of the applications."""


def page_surfaces(folder: Path, stack: ExitStack) -> dict[str, Surface]:
    """Return the applications of a table that plays; it is opened when one is asked for."""

    @cache
    def apps() -> dict[str, Flask]:
        journal = Journal.open(folder / "journal.sqlite")
        home = Home(folder / "home")
        home.prepare()
        table = stack.enter_context(touch_table(journal))
        begin(table)
        made = pages(heartbeat=0.5, past=PastEvenings(folder / "journal.sqlite"))
        desk = make_desk(table, home, made.guests, made.maker(table), guest_port=0, host_port=0)
        stack.callback(desk.close)
        serving, wished = made.serving, made.services.preferences
        kiosk = made.app(table, desk)
        guests = create_guest_app(table, made.guests)
        gate = create_gate_app(table, desk.pairings, serving, wished)
        for app in (kiosk, guests, gate):
            app.config["TRUSTED_HOSTS"] = ["127.0.0.1"]
        # What counts requests would answer nearly all of them.
        for app in (guests, gate):
            app.wsgi_app = app.wsgi_app._inner  # type: ignore[method-assign, attr-defined]
        return {"kiosk": kiosk, "guests": guests, "gate": gate}

    def surface(name: str) -> Surface:
        return Surface(
            lambda chance: _requests_of(apps()[name], chance),
            lambda data: _send(apps()[name], data),
            _changed,
        )

    return {name: surface(name) for name in PAGES}
