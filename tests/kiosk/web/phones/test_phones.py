"""The switches at the kiosk: off is off, and what is wrong is said."""

from __future__ import annotations

import re
import socket
from contextlib import closing
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path

import pytest
from flask import Flask

from engine.text import PlainError
from kiosk.app import create_app
from kiosk.home.data_folder import Home
from kiosk.table.commands import CloseDeal, EndEvening, StartEvening, Undo
from kiosk.web.phones.desk import PhoneDesk, Ports, make_desk, open_desk, way_in
from kiosk.web.phones.gate import COOKIE
from kiosk.web.phones.limits import host_names, own_addresses
from kiosk.web.phones.switches import Network
from kiosk.web.server import PageServer, is_loopback
from tests.kiosk.fake_door import NAMES, FakeDoor
from tests.kiosk.opened import post, sentence, text
from tests.kiosk.served import pages
from tests.kiosk.web.phones.conftest import House, here
from tests.kiosk.web.phones.sockets import Place

pytestmark = pytest.mark.usefixtures("seated")


def closed(port: int) -> bool:
    with closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def desk_of(door: FakeDoor, folder: Path, network: Network) -> tuple[PhoneDesk, Flask]:
    home = Home(folder)
    home.prepare()
    made = pages()
    desk = make_desk(
        door, home, made.guests, made.maker(door), guest_port=0, host_port=0, network=network
    )
    return desk, made.app(door, desk)


def test_off_means_that_the_port_is_closed(house: House) -> None:
    assert not house.desk.phones.state.on
    house.desk.phones.on()
    port = house.guests.port
    house.desk.phones.on()
    assert (house.guests.port, house.guests.get("/").status) == (port, 200)
    house.desk.phones.off()
    assert not house.desk.phones.state.on
    assert closed(port)


def test_phones_are_told_before_the_port_is_closed(house: House) -> None:
    house.desk.phones.on()
    with house.guests.stream("/live") as events:
        assert next(events).startswith("state")
        house.desk.phones.off()
        assert list(events) == ["off"]


def test_they_go_off_after_the_evening_and_the_page_says_so(house: House) -> None:
    house.desk.phones.linger = 0.05
    house.desk.phones.on()
    port = house.guests.port
    with house.guests.stream("/live") as events:
        next(events)
        house.table.do(CloseDeal({"kind": "thrown_in", "why": "all_pass"}))
        house.table.do(EndEvening())
        assert list(events)[-1] == "off"
    assert house.desk.phones._goodbye is not None
    house.desk.phones._goodbye.join(20)
    assert closed(port)
    page = house.kiosk.get("/phones").body.decode()
    assert "Der Abend ist zu Ende, die Handys sind wieder aus." in page
    # Who wants to show the last score may switch them on again.
    house.desk.phones.on()
    assert house.guests.get("/scores").status == 200


def test_they_stay_on_for_a_while_so_that_the_evening_can_be_taken_home(house: House) -> None:
    house.desk.phones.on()
    house.table.do(CloseDeal({"kind": "void"}))
    house.table.do(EndEvening())
    assert house.desk.phones.linger >= 600
    assert house.guests.get("/").status == 200
    assert 'data-screen="end"' in house.guests.get("/").body.decode()
    assert house.desk.phones.state.on


def test_an_evening_that_goes_on_keeps_its_phones_and_another_one_does_not(house: House) -> None:
    house.desk.phones.linger = 3600
    house.desk.phones.on()
    port = house.guests.port
    house.table.do(CloseDeal({"kind": "void"}))
    house.table.do(EndEvening())
    goodbye = house.desk.phones._goodbye
    assert goodbye is not None
    house.table.do(Undo())
    goodbye.join(20)  # Called off.
    assert house.desk.phones.state.on
    house.table.do(EndEvening())
    house.table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    last = house.desk.phones._goodbye
    assert last is not None
    last.join(20)
    assert closed(port)


def test_the_page_shows_code_address_and_switch(door: FakeDoor, tmp_path: Path) -> None:
    network = Network("127.0.0.1", lambda: ("192.0.2.7", "198.51.100.4"), lambda: ("stube.test",))
    desk, app = desk_of(door, tmp_path, network)
    client = app.test_client()
    assert "Handys sind aus" in text(client.get("/phones"))
    assert post(client, "/phones/on").status_code == 303
    page = text(client.get("/phones"))
    address = re.search(r'data-address="192\.0\.2\.7:(\d+)"', page)
    assert address is not None
    assert 'class="qr"' in page
    assert "auch: 198.51.100.4" in page
    assert "Gerade schaut niemand zu." in page
    port = int(address[1])
    for name, status in (("192.0.2.7", 200), ("stube.test", 200), ("evil.example", 400)):
        with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
            connection.request("GET", "/", headers={"Host": f"{name}:{port}"})
            assert connection.getresponse().status == status
    assert post(client, "/phones/off").status_code == 303
    assert closed(port)
    desk.close()


def test_without_a_network_it_is_said_with_the_way_out(door: FakeDoor, tmp_path: Path) -> None:
    addresses: list[str] = []
    network = Network("127.0.0.1", lambda: tuple(addresses), lambda: ())
    desk, app = desk_of(door, tmp_path, network)
    client = app.test_client()
    refused = post(client, "/phones/on")
    assert refused.status_code == 409
    assert "Dieses Gerät ist in keinem Netz" in text(refused)
    addresses.append("192.0.2.7")
    assert post(client, "/phones/on").status_code == 303
    addresses.clear()
    assert "Das Netz ist weg" in text(client.get("/phones"))
    desk.close()


def test_a_port_that_is_taken_is_said(door: FakeDoor, tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        home = Home(tmp_path)
        home.prepare()
        made = pages()
        desk = make_desk(
            door,
            home,
            made.guests,
            made.maker(door),
            guest_port=port,
            host_port=port,
            network=here(),
        )
        client = made.app(door, desk).test_client()
        for path in ("/phones/on", "/phones/host/on", "/phones/host/code"):
            refused = post(client, path)
            assert refused.status_code == 409
            assert f"Den Anschluss {port} benutzt gerade etwas anderes" in text(refused)
            assert "[phones]" in text(refused)
        desk.close()


def test_a_device_without_a_desk_says_that_there_is_nothing(door: FakeDoor) -> None:
    client = create_app(door).test_client()
    for path in ("/phones", "/phones/host"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "keine Seiten für Handys" in sentence(text(answer))


def test_the_kiosk_itself_is_never_in_the_network(door: FakeDoor) -> None:
    app = create_app(door)
    with pytest.raises(PlainError) as refused:
        PageServer(app, "0.0.0.0", 0)
    assert "nur auf diesem Gerät" in refused.value.text.de
    assert [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "x")] == [
        *(True, True, True),
        *(False, False),
    ]


def test_debugging_is_never_in_the_network(door: FakeDoor) -> None:
    app = create_app(door)
    app.debug = True
    with pytest.raises(PlainError) as refused:
        PageServer(app, "0.0.0.0", 0, network=True)
    assert "Fehlersuche" in refused.value.text.de
    PageServer(app, "127.0.0.1", 0).close()


def test_addresses_are_found_without_the_loopback() -> None:
    assert all(not is_loopback(address) for address in own_addresses())
    assert all(name == name.lower() for name in host_names())


class Phone:
    """A telephone with cookies, at the gate of a real server."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, **form: str) -> tuple[int, str]:
        from urllib.parse import urlencode  # noqa: PLC0415

        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in self._cookies.items())}
        body = None
        if method == "POST":
            body = urlencode(form)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        place = self._house.host
        with closing(HTTPConnection(place.host, place.port, timeout=20)) as connection:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            for name, value in response.getheaders():
                if name == "Set-Cookie":
                    assert "HttpOnly" in value
                    assert "SameSite=Strict" in value
                    key, _, rest = value.partition("=")
                    self._cookies[key] = rest.partition(";")[0]
            return response.status, response.read().decode()

    def post(self, path: str, page: str = "/pair", **form: str) -> tuple[int, str]:
        found = re.search(r'csrf_token" value="([^"]+)"', self.ask("GET", page)[1])
        assert found is not None
        return self.ask("POST", path, csrf_token=found[1], **form)

    def steal(self, other: Phone) -> None:
        secret = other._cookies[COOKIE]
        # Its first letter: all bits of it count, of the last one's only some.
        self._cookies = {COOKIE: ("B" if secret.startswith("A") else "A") + secret[1:]}


def paired(house: House, digits: str = "2580") -> Phone:
    house.desk.host.show_code()
    code = house.desk.host.state.code
    assert code is not None
    phone = Phone(house)
    assert phone.post("/pair", code=code)[0] == 303
    again = {} if house.desk.pin.is_set else {"again": digits}
    assert phone.post("/pin", pin=digits, name="Resis", **again)[0] == 303
    return phone


def test_without_a_code_every_page_leads_to_the_gate(house: House) -> None:
    house.desk.host.on()
    phone = Phone(house)
    for path in ("/", "/scores", "/phones/host", "/setup/camera", "/call", "/live", "/nowhere"):
        assert phone.ask("GET", path)[0] == 303, path
    page = phone.ask("GET", "/pair")[1]
    assert "kann mitgelesen werden" in page
    assert phone.post("/deal")[0] == 405
    assert phone.post("/pin", pin="2580")[0] == 409
    assert phone.post("/pair", code="AAAA-AAAA")[0] == 409


def test_code_and_pin_open_the_whole_kiosk_and_the_kiosk_can_take_it_back(house: House) -> None:
    phone = paired(house)
    status, page = phone.ask("GET", "/")
    assert (status, 'data-screen="wait"' in page or 'data-screen="table"' in page) == (200, True)
    before = house.head()
    assert phone.post("/stop", "/phones", deal="x", kind="thrown_in")[0] in (303, 400)
    assert phone.post("/undo", "/phones")[0] in (303, 409)
    assert house.head() != before
    listed = house.kiosk.get("/phones/host").body.decode()
    assert "Resis" in listed
    (known,) = house.desk.pairings.phones
    house.desk.pairings.revoke(known.id)
    assert phone.ask("GET", "/")[0] == 303


def test_a_phone_taken_off_the_list_loses_its_live_updates_too(house: House) -> None:
    phone = paired(house)
    cookie = {"Cookie": f"{COOKIE}={phone._cookies[COOKIE]}"}
    with house.host.stream("/live", **cookie) as events:
        next(events)
        (known,) = house.desk.pairings.phones
        house.desk.pairings.revoke(known.id)
        assert list(events) == []


def test_a_made_up_secret_opens_nothing(house: House) -> None:
    phone = paired(house)
    thief = Phone(house)
    thief.steal(phone)
    assert thief.ask("GET", "/scores")[0] == 303


def test_a_wrong_pin_is_said_and_after_five_it_is_locked(house: House) -> None:
    paired(house)
    house.desk.host.show_code()
    code = house.desk.host.state.code
    assert code is not None
    phone = Phone(house)
    phone.post("/pair", code=code)
    said = [phone.post("/pin", pin="1111", name="x")[1] for _ in range(5)]
    assert ["nicht der PIN" in each for each in said] == [True] * 4 + [False]
    assert "in 15 Sekunden" in phone.post("/pin", pin="2580", name="x")[1]
    assert len(house.desk.pairings.phones) == 1
    # Whoever comes in beside it is let in.
    assert paired(house).ask("GET", "/scores")[0] == 200


def test_switched_off_the_port_is_closed_and_the_list_stays(house: House) -> None:
    phone = paired(house)
    port = house.host.port
    house.desk.host.off()
    assert closed(port)
    assert len(house.desk.pairings.phones) == 1
    del phone


def test_switched_off_and_on_again_a_phone_on_the_list_gives_its_pin_once_more(
    house: House,
) -> None:
    phone = paired(house)
    assert phone.ask("GET", "/scores")[0] == 200
    house.desk.host.off()
    house.desk.host.on()
    assert phone.ask("GET", "/scores")[0] == 303
    assert step(phone.ask("GET", "/pair")[1]) == "pin"
    assert phone.post("/pin", pin="2580")[0] == 303
    assert phone.ask("GET", "/scores")[0] == 200


def test_switched_off_no_code_and_nobody_on_the_way_in_is_good_any_more(house: House) -> None:
    paired(house)
    house.desk.host.show_code()
    shown = house.desk.host.state.code
    assert shown is not None
    on_the_way = Phone(house)
    on_the_way.post("/pair", code=shown)
    assert step(on_the_way.ask("GET", "/pair")[1]) == "pin"
    house.desk.host.show_code()
    house.desk.host.off()
    house.desk.host.on()
    assert house.desk.host.state.code is None
    assert step(on_the_way.ask("GET", "/pair")[1]) == "code"


def step(page: str) -> str:
    found = re.search(r'data-step="(\w+)"', page)
    assert found is not None
    return found[1]


def test_the_gate_asks_for_the_code_then_for_the_pin_and_the_first_phone_chooses_it(
    house: House,
) -> None:
    for chooses in (True, False):
        house.desk.host.show_code()
        code = house.desk.host.state.code
        assert code is not None
        phone = Phone(house)
        assert step(phone.ask("GET", "/pair")[1]) == "code"
        phone.post("/pair", code=code)
        page = phone.ask("GET", "/pair")[1]
        assert (step(page), 'name="again"' in page) == ("pin", chooses)
        again = {"again": "2580"} if chooses else {}
        assert phone.post("/pin", pin="2580", name="x", **again)[0] == 303
    # Asleep, a phone on the list gives the PIN and no name.
    house.desk.pairings._seen.clear()
    page = phone.ask("GET", "/pair")[1]
    assert (step(page), 'name="again"' in page, 'name="name"' in page) == ("pin", False, False)


def test_a_phone_that_works_the_table_changes_its_own_language_and_not_the_tables(
    house: House,
) -> None:
    phone = paired(house)
    assert phone.post("/language", "/phones", next="/scores")[0] == 303
    assert '<html lang="en"' in phone.ask("GET", "/scores")[1]
    assert '<html lang="de"' in house.kiosk.get("/scores").body.decode()
    assert house.desk.phones.settings.preferences.wishes.choice.language is None


def test_the_list_and_the_switch_of_host_mode_are_worked_at_the_kiosk(
    door: FakeDoor, tmp_path: Path
) -> None:
    desk, app = desk_of(door, tmp_path, here())
    client = app.test_client()
    assert post(client, "/phones/host/on").status_code == 303
    port = desk.host.port_taken
    assert port is not None
    assert post(client, "/phones/host/code").status_code == 303
    code = desk.host.state.code
    assert code is not None
    desk.pairings.enter(desk.pairings.redeem(code), "2580", "Resis")
    (known,) = desk.pairings.phones
    assert post(client, "/phones/host/nonsense", phone=known.id).status_code == 404
    assert desk.pairings.phones == (known,)
    assert post(client, "/phones/host/remove", phone=known.id).status_code == 303
    assert not desk.pairings.phones
    assert post(client, "/phones/host/off").status_code == 303
    assert closed(port)


def test_from_another_machine_both_ports_are_reached(door: FakeDoor, tmp_path: Path) -> None:
    desk, _ = desk_of(door, tmp_path, Network(addresses=lambda: ("192.0.2.7",), names=lambda: ()))
    desk.phones.on()
    desk.host.on()
    for address, status in ((desk.phones.state.address, 200), (desk.host.state.address, 303)):
        assert address is not None
        # Nobody but who listens in every network answers there.
        place = Place("127.0.0.5", Place.of(address).port)
        assert place.get("/", Host=address).status == status
    desk.close()


def test_the_code_is_shown_with_its_seconds_and_only_while_it_is_good(house: House) -> None:
    house.desk.host.show_code()
    page = house.kiosk.get("/phones/host").body.decode()
    code = house.desk.host.state.code
    assert code is not None
    assert code in page
    assert 'http-equiv="refresh"' in page
    house.desk.pairings.redeem(code)
    assert code not in house.kiosk.get("/phones/host").body.decode()


def test_a_machine_without_a_screen_says_at_its_start_how_to_get_in(
    door: FakeDoor, tmp_path: Path
) -> None:
    home = Home(tmp_path)
    home.prepare()
    ports = Ports(0, 0, host_mode=True)
    made = pages()
    desk = open_desk(door, home, ports, made.guests, made.maker(door), today=str, files=())
    desk.host.off()
    assert way_in(desk, "de", ()) is None
    desk.host.network = replace(here(), names=lambda: ("stube.test",))
    desk.host.on(alone=True)
    line = way_in(desk, "de", ())
    assert line is not None
    assert "http://stube.test:" in line
    code = re.search(r"Code ([A-Z0-9]{4}-[A-Z0-9]{4})", line)
    assert code is not None
    desk.pairings.enter(desk.pairings.redeem(code[1]), "2580", "x")
    assert "1 Handys dürfen" in (way_in(desk, "de", ()) or "")
    laid = tmp_path / "mehrkopf-code.txt"
    laid.write_text("stammtisch2026")
    assert str(laid) in (way_in(desk, "de", (laid,)) or "")
    desk.close()


def test_the_pin_is_asked_at_the_kiosk_and_counts_for_a_while(
    door: FakeDoor, tmp_path: Path
) -> None:
    from kiosk.web import pin as pin_pages  # noqa: PLC0415

    desk, app = desk_of(door, tmp_path, here())
    app.add_url_rule("/secret", view_func=lambda: pin_pages.ask_first() or "shown")
    client = app.test_client()
    assert text(client.get("/secret")) == "shown"
    desk.pin.choose("2580")
    led = client.get("/secret?a=1")
    assert (led.status_code, led.headers["Location"]) == (303, "/pin?next=/secret%3Fa%3D1")
    wrong = post(client, "/pin", pin="2581", next="/secret")
    assert (wrong.status_code, "nicht der PIN" in text(wrong)) == (409, True)
    right = post(client, "/pin", pin="2580", next="/secret")
    assert right.headers["Location"] == "/secret"
    assert text(client.get("/secret")) == "shown"
    assert post(client, "/pin", pin="2580", next="//evil.example").headers["Location"] == "/"


def test_a_pin_is_changed_only_by_who_knows_the_old_one(door: FakeDoor, tmp_path: Path) -> None:
    desk, app = desk_of(door, tmp_path, here())
    client = app.test_client()
    assert post(client, "/pin/new", pin="2580", again="2581").status_code == 409
    assert post(client, "/pin/new", pin="2580", again="2580").status_code == 303
    stranger = app.test_client()
    assert (
        post(stranger, "/pin/new", pin="1357", again="1357").headers["Location"].startswith("/pin?")
    )
    desk.pin.check("2580")
