"""Templates are compiled before anybody waits for one, and once for all applications."""

from __future__ import annotations

from http.client import HTTPConnection
from typing import Any

import pytest
from jinja2 import DictLoader, Environment

from kiosk.app import create_app
from kiosk.web.phones.guest_app import create_guest_app
from kiosk.web.server import Compiled, PageServer, compile_ahead
from tests.kiosk.fake_door import FakeDoor


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """Return the templates that are compiled from now on."""
    found: list[str | None] = []
    known = Environment.compile

    def compile_it(self: Environment, source: Any, name: str | None = None, *more: Any) -> Any:
        found.append(name)
        return known(self, source, name, *more)

    monkeypatch.setattr(Environment, "compile", compile_it)
    return found


def test_a_server_that_answers_compiles_nothing(compiled: list[str | None]) -> None:
    door = FakeDoor()
    server = PageServer(create_guest_app(door), "127.0.0.1", 0)
    server.start()
    compiled.clear()
    door.seat_them()
    for path in ("/", "/scores", "/deals", "/nowhere"):
        connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
        connection.request("GET", path)
        assert len(connection.getresponse().read()) > 500
        connection.close()
    server.close()
    assert compiled == []


def test_what_one_application_compiled_no_other_compiles_again(compiled: list[str | None]) -> None:
    door = FakeDoor()
    compile_ahead(create_app(door))
    compiled.clear()
    app = create_app(door)
    compile_ahead(app)
    compile_ahead(create_guest_app(door))
    assert compiled == []
    assert len(app.jinja_env.list_templates()) > 50


def test_another_text_under_the_same_name_is_compiled_anew(compiled: list[str | None]) -> None:
    shared = Compiled()
    said = []
    for text in ("a {{ n }}", "a {{ n }}", "b {{ n }}"):
        env = Environment(loader=DictLoader({"x": text}), bytecode_cache=shared)
        said.append(env.get_template("x").render(n=1))
    assert said == ["a 1", "a 1", "b 1"]
    assert compiled == ["x", "x"]
