"""The phone that is the camera over real sockets: who gets in, what is taken, what is refused."""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field, replace
from http.client import HTTPSConnection
from pathlib import Path

import pytest

from engine.text import PlainError, Text
from kiosk.home.data_folder import Home
from kiosk.web.phones.camera_app import COOKIE
from kiosk.web.phones.camera_desk import BOUNDS, CameraDesk, CarriedCamera
from kiosk.web.phones.camera_pages import phone_camera_screen
from kiosk.web.phones.camera_pairing import CODE_S, CameraPairing
from kiosk.web.phones.desk import PhoneDesk, PhoneEye, Ports, open_desk
from kiosk.web.phones.gate import MOST_GUESSES
from kiosk.web.phones.switches import Network
from kiosk.web.server import Bounds
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.served import pages
from tests.kiosk.web.phones.conftest import here
from tests.kiosk.web.phones.sockets import PATIENCE_S, Answer
from tests.vision.live_fakes import Clock
from tests.vision.test_phone import claiming, table
from vision.camera.phone import MOST_BYTES, PhoneLine, PhoneWord

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@dataclass
class Choice:
    """A table that notes what it looks through."""

    possible: bool = True
    phone: bool = False

    def take(self) -> None:
        self.phone = True

    def leave(self) -> None:
        self.phone = False


@dataclass
class Table:
    """A desk with a port, and what was told to the table."""

    desk: CameraDesk
    choice: Choice
    told: list[tuple[str, Text]] = field(default_factory=list)

    @property
    def port(self) -> int:
        address = self.desk.state.address
        assert address is not None
        return int(address.rpartition(":")[2])

    def ask(
        self, method: str, path: str, body: bytes | None = None, cookie: str = "", **more: str
    ) -> Answer:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        headers = {name.replace("_", "-"): value for name, value in more.items()}
        if cookie:
            headers["Cookie"] = f"{COOKIE}={cookie}"
        connection = HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE_S, context=context)
        with closing(connection):
            with suppress(BrokenPipeError, ConnectionResetError, ssl.SSLEOFError):
                connection.request(method, path, body, headers)
            response = connection.getresponse()
            return Answer(response.status, dict(response.getheaders()), response.read())

    def pair(self, code: str | None = None) -> Answer:
        word = self.desk.state.code if code is None else code
        return self.ask("POST", "/pair", f"code={word}".encode(), Content_Type=FORM["Content-Type"])

    def phone(self) -> str:
        """Let a phone in; returns its secret."""
        answer = self.pair()
        assert answer.status == 200, answer.body
        cookie = answer.headers["Set-Cookie"]
        assert "Secure" in cookie
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        return cookie.partition("=")[2].partition(";")[0]

    def send(self, cookie: str, body: bytes | None, told: str = "") -> Answer:
        return self.ask("POST", f"/picture?{told}", body, cookie, Content_Type="image/jpeg")


def opened(path: Path, bounds: Bounds = BOUNDS) -> Table:
    home, line, choice = Home(path), PhoneLine(), Choice()
    home.prepare()
    told = list[tuple[str, Text]]()
    desk = CameraDesk(
        line,
        CameraPairing(home.phone_paired),
        home,
        choice,
        lambda key, text: told.append((key, text)),
        port=0,
        network=here(),
        bounds=bounds,
    )
    line.size(64, 48, 30)
    return Table(desk, choice, told)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Table]:
    made = opened(tmp_path)
    made.desk.on()
    yield made
    made.desk.close()


def words(answer: Answer) -> dict[str, object]:
    said: dict[str, object] = json.loads(answer.body)
    return said


def test_a_phone_gets_in_by_its_code_and_is_told_what_to_do(place: Table) -> None:
    assert place.choice.phone
    cookie = place.phone()
    assert words(place.send(cookie, None)) == {
        "camera": False,
        "every_ms": 67,
        "height": 48,
        "over": False,
        "quality": 0.85,
        "torch": False,
        "width": 64,
    }
    place.desk.line.want(True)
    place.desk.line.light(True)
    order = words(place.send(cookie, table(3), "battery=63&charging=1&torch=0&took=40"))
    assert order["camera"] is order["torch"] is True
    assert place.desk.line.fetch(0) == table(3)
    assert place.desk.state.phone.word == PhoneWord(63, True, False, False, 40)


def test_a_code_works_once_and_the_next_phone_takes_the_place(place: Table) -> None:
    code = place.desk.state.code
    first = place.phone()
    again = place.pair(code)
    assert again.status == 403
    assert "not valid" in str(words(again)["en"])
    place.desk.pairing.new_code()
    second = place.phone()
    place.desk.line.want(True)
    refused = place.send(first, table(1))
    assert refused.status == 403
    assert "nicht (mehr) die Kamera" in str(words(refused)["de"])
    assert place.desk.line.fetch(0) is None
    assert place.send(second, table(2)).status == 200
    assert place.desk.line.fetch(0) == table(2)


def test_without_a_code_nobody_is_the_camera(place: Table) -> None:
    place.desk.line.want(True)
    for cookie in ("", "x", "x" * 65, "\u00e4".encode().decode("latin-1")):
        assert place.send(cookie, table(1)).status == 403
    assert place.desk.line.fetch(0) is None
    assert not place.desk.state.phone.there
    assert place.pair("").status == 403
    assert place.pair("x" * 10_000).status == 403


def test_a_page_opened_without_a_code_is_told_nothing_wrong(place: Table) -> None:
    answer = place.send("", None)
    assert (answer.status, words(answer)) == (403, {})
    assert "nicht (mehr) die Kamera" in str(words(place.send("x", None))["de"])


def test_a_phone_that_comes_back_needs_no_code_and_another_may_have_one(place: Table) -> None:
    cookie = place.phone()
    place.desk.off()
    place.desk.on()
    assert place.desk.state.code is not None
    place.send(cookie, None)
    assert place.desk.state.phone.there
    assert place.desk.state.code is None
    place.desk.show_code()
    place.send(cookie, None)
    shown = phone_camera_screen(place.desk.state)
    assert shown.there
    assert shown.code is not None
    assert "in place of the present phone" in shown.good_for.en
    assert [line.en for line in shown.lines] == ["The phone is connected."]
    second = place.phone()
    assert place.send(cookie, None).status == 403
    assert place.send(second, None).status == 200
    assert place.desk.state.code is None


def test_who_guesses_waits_and_the_code_is_good_no_more(place: Table) -> None:
    for _ in range(5):
        assert place.pair("AAAA-AAAA").status == 403
    held = place.pair()
    assert held.status == 403
    assert "too often" in str(words(held)["en"])
    for number in range(MOST_GUESSES):
        with pytest.raises(PlainError):
            place.desk.pairing.redeem("AAAA-AAAA", f"192.0.2.{number}")
    assert place.desk.state.code is None


def test_a_code_runs_out(tmp_path: Path) -> None:
    clock = Clock()
    pairing = CameraPairing(tmp_path / "mark", clock)
    word = pairing.new_code().word
    clock.now += CODE_S
    assert pairing.code() is None
    with pytest.raises(PlainError, match="not valid"):
        pairing.redeem(word, "192.0.2.7")
    assert not pairing.paired


def test_the_phone_is_known_after_a_restart_by_its_mark_alone(tmp_path: Path) -> None:
    path = tmp_path / "mark"
    pairing = CameraPairing(path)
    secret = pairing.redeem(pairing.new_code().word.lower(), "192.0.2.7")
    assert path.stat().st_mode & 0o777 == 0o600
    assert secret not in path.read_text()
    again = CameraPairing(path)
    assert again.known(secret)
    assert not again.known(secret + "x")
    path.write_text("nonsense")
    damaged = CameraPairing(path)
    assert not damaged.paired
    assert not damaged.known(secret)


BOMB = claiming(65_535, 65_535)


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"GIF89a", 400, "not a picture as agreed"),
        (BOMB, 400, "65535 x 65535 pixels"),
        (b"\xff\xd8" + b"\xff" * 100_000 + b"\xff\xd9", 400, "not a picture as agreed"),
        (b"x" * (MOST_BYTES + 1), 413, ""),
    ],
)
def test_what_is_no_picture_is_refused_and_the_next_one_taken(
    place: Table, body: bytes, status: int, said: str
) -> None:
    cookie = place.phone()
    place.desk.line.want(True)
    answer = place.send(cookie, body)
    assert answer.status == status
    assert said in answer.body.decode()
    assert place.desk.line.fetch(0) is None
    assert place.send(cookie, table(1)).status == 200
    assert place.desk.line.fetch(0) == table(1)


def test_no_body_reaches_the_disk_or_grows(place: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def on_disk(*_: object, **__: object) -> object:
        raise AssertionError("a picture went to the disk")

    monkeypatch.setattr("waitress.buffers.TempfileBasedBuffer.__init__", on_disk)
    cookie = place.phone()
    place.desk.line.want(True)
    largest = table(1)[:-2] + b"\x00" * (MOST_BYTES - len(table(1))) + b"\xff\xd9"
    assert len(largest) == MOST_BYTES
    assert place.send(cookie, largest).status == 200
    assert place.desk.line.fetch(0) == largest


def test_anything_else_is_refused_in_plain_words(place: Table) -> None:
    cookie = place.phone()
    place.desk.line.want(True)
    form = place.ask("POST", "/picture", b"a=b", cookie, Content_Type=FORM["Content-Type"])
    assert form.status == 415
    assert "Only pictures" in str(words(form)["en"])
    for method, path in (("GET", "/picture"), ("GET", "/live"), ("POST", "/"), ("GET", "/table")):
        answer = place.ask(method, path, None, cookie)
        assert answer.status in (404, 405), path
        assert "cannot make sense of that" in str(words(answer)["en"])
    assert place.ask("GET", "/", Host="evil.example").status == 400
    for told in ("battery=999999&took=x&torch=7", "battery=-1", "battery=%F0", "x=" + "9" * 900):
        assert place.send(cookie, None, told).status == 200
    assert place.desk.state.phone.word == PhoneWord()


def test_the_page_may_use_the_camera_and_nothing_else(place: Table) -> None:
    page = place.ask("GET", "/")
    assert page.status == 200
    assert "camera=(self)" in page.headers["Permissions-Policy"]
    assert "microphone=()" in page.headers["Permissions-Policy"]
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    shown = page.body.decode()
    assert shown.index("Ein Handy als Kamera") < shown.index("A phone as the camera")
    for name in ("phone-camera.js", "phone-camera.css", "icon.svg"):
        assert f'"/static/{name}"' in shown
        assert place.ask("GET", f"/static/{name}").status == 200
    assert (
        sum(len(place.ask("GET", f"/static/phone-camera.{e}").body) for e in ("js", "css")) < 16e3
    )


def test_slow_ones_and_many_ones_take_no_room(tmp_path: Path) -> None:
    place = opened(tmp_path, replace(BOUNDS, slow_s=0.3, idle_s=1))
    place.desk.on()
    try:
        cookie = place.phone()
        with ExitStack() as stack:

            def connect() -> socket.socket:
                made = socket.create_connection(("127.0.0.1", place.port), PATIENCE_S)
                return stack.enter_context(closing(made))

            silent = connect()
            not_tls = connect()
            not_tls.sendall(b"GET / HTTP/1.1\r\n\r\n")
            half = connect()
            half.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            dripping = stack.enter_context(closing(context.wrap_socket(connect())))
            dripping.sendall(b"POST /picture HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n")
            for each in (silent, not_tls, half, dripping):
                with suppress(ConnectionResetError):
                    while each.recv(4096):
                        continue
            # More than one address may hold: the ones too many are hung up on.
            crowd = [connect() for _ in range(BOUNDS.per_address + 3)]
            for each in crowd[BOUNDS.per_address :]:
                with suppress(ConnectionResetError):
                    assert each.recv(4096) == b""
        assert place.send(cookie, None).status == 200
    finally:
        place.desk.close()


def test_one_that_hangs_up_in_the_midst_ends_nothing(place: Table) -> None:
    for _ in range(20):
        gone = socket.create_connection(("127.0.0.1", place.port), PATIENCE_S)
        gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
        gone.close()
    assert place.ask("GET", "/").status == 200


def test_off_means_a_closed_port(place: Table) -> None:
    port = place.port
    place.phone()
    place.desk.off()
    assert not place.choice.phone
    assert not place.desk.state.on
    assert place.desk.state.code is None
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), PATIENCE_S)
    said = place.desk.line.missing()
    assert said is not None
    assert "switched off" in said.en


def test_a_phone_is_told_that_it_was_switched_off_on_purpose(place: Table) -> None:
    cookie = place.phone()
    place.desk.line.want(True)
    assert words(place.send(cookie, table(1)))["over"] is False
    with ThreadPoolExecutor(1) as pool:
        off = pool.submit(place.desk.off)
        told = words(place.send(cookie, None))
        while not told["over"]:
            told = words(place.send(cookie, None))
        assert told["camera"] is False
        place.desk.line.hear(PhoneWord())  # it asks once more: so it has heard
        off.result(PATIENCE_S)
    assert not place.desk.state.on
    place.desk.on()
    assert words(place.send(cookie, None))["over"] is False


def test_nothing_listens_before_it_is_switched_on(tmp_path: Path) -> None:
    made = opened(tmp_path)
    assert made.desk.state.address is None
    assert not (tmp_path / "phone-camera.pem").exists()


def test_a_table_without_a_camera_to_replace_refuses(tmp_path: Path) -> None:
    made = opened(tmp_path)
    made.choice.possible = False
    with pytest.raises(PlainError, match="A phone cannot be the camera here"):
        made.desk.on()
    assert not made.desk.state.on


def test_without_a_network_it_says_so(tmp_path: Path) -> None:
    made = opened(tmp_path)
    made.desk.network = Network("127.0.0.1", lambda: (), lambda: ())
    with pytest.raises(PlainError, match="not on a network"):
        made.desk.on()
    assert not made.choice.phone


def test_a_low_battery_is_told_once_until_it_is_charged(place: Table) -> None:
    cookie = place.phone()
    for percent in (40, 15, 14, 20, 13):
        place.send(cookie, None, f"battery={percent}&charging=0")
    assert [(key, said.en.partition("%")[0][-2:]) for key, said in place.told] == [
        ("phone battery", "15")
    ]
    place.send(cookie, None, "battery=14&charging=1")
    place.send(cookie, None, "battery=12&charging=0")
    assert len(place.told) == 2


def test_the_tables_page_tells_how_the_phone_is_doing(place: Table) -> None:
    def told() -> tuple[str, ...]:
        return tuple(line.en for line in phone_camera_screen(place.desk.state).lines)

    assert told() == ("No phone is the camera yet.",)
    shown = phone_camera_screen(place.desk.state)
    assert shown.reach is not None
    assert shown.reach.address == place.desk.state.address
    assert shown.code == place.desk.state.code
    cookie = place.phone()
    assert told() == ("The phone does not answer.",)
    place.send(cookie, None, "battery=63&charging=1&torch=0")
    assert told() == (
        "The phone is connected.",
        "Its camera is off until it is switched on at the table.",
        "Battery 63%, charging",
    )
    assert phone_camera_screen(place.desk.state).torch is False
    place.desk.line.want(True)
    for seed in range(6):
        place.send(cookie, table(seed), "battery=9&charging=0&took=900")
    rate = round(place.desk.state.phone.rate)
    assert told() == (
        "The phone is connected.",
        f"{rate} pictures a second, 64 × 48",
        "The connection is slow; the pictures are coarser.",
        "Battery 9%",
    )
    place.desk.off()
    assert told() == ("The phone camera is off: no phone can get in.",)


def evening(home: Home, carried: CarriedCamera, choice: Choice, *, begins: bool) -> PhoneDesk:
    """Open the desk of one of the program's evenings."""
    door, made = FakeDoor(), pages()
    eye = PhoneEye(carried, choice, lambda key, text: None, begins)
    ports = Ports(0, 0, camera=0)
    return open_desk(door, home, ports, made.guests, made.maker(door), str, eye, ())


def test_code_port_and_phone_stay_when_the_evening_gives_way(place: Table) -> None:
    home, choice = place.desk.home, Choice()
    carried = CarriedCamera(place.desk.line, place.desk)
    before, code = place.desk.state, place.desk.state.code
    place.desk.line.want(True)
    evening(home, carried, place.choice, begins=True).evening_over()
    # Between two evenings no table looks, and none is held.
    assert not place.desk.line.order().camera
    assert not place.desk.state.possible
    with pytest.raises(PlainError, match="A phone cannot be the camera here"):
        place.desk.on()
    assert place.ask("GET", "/").status == 200

    own = evening(home, carried, choice, begins=True)
    assert own.camera is not None
    after = own.camera.state
    assert (after.address, after.code, after.on) == (before.address, code, True)
    cookie = place.phone()
    assert place.pair(code).status == 403

    # Once it is the camera it stays so, an evening later.
    own.evening_over()
    again = evening(home, carried, choice, begins=True)
    assert place.send(cookie, None).status == 200
    again.evening_over()
    carried.close()


def test_an_evening_by_another_camera_or_in_another_folder_lets_no_phone_in(
    place: Table, tmp_path: Path
) -> None:
    carried = CarriedCamera(place.desk.line, place.desk)
    port = place.port
    place.desk.rest()
    film = evening(place.desk.home, carried, Choice(), begins=False)
    assert film.camera is place.desk
    assert place.desk.state.code is None
    assert not place.desk.state.on
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), PATIENCE_S)
    place.desk.open()
    elsewhere = Home(tmp_path / "elsewhere")
    elsewhere.prepare()
    assert evening(elsewhere, carried, Choice(), begins=False).camera is not place.desk
    assert not place.desk.state.on
    carried.close()
