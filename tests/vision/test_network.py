"""A camera's address: what is one, what may be said of it, whether somebody answers there."""

from __future__ import annotations

import socket
import threading
import time

import pytest

from engine.text import PlainError
from vision.camera.cameras import is_camera, open_source
from vision.camera.network import answers, is_network, shown_address

USER = "user"


@pytest.mark.parametrize(
    ("spec", "network", "camera"),
    [
        ("http://camera.test/video", True, True),
        ("HTTPS://camera.test/video", True, True),
        (f"rtsp://{USER}:secret@camera.test:554/live", True, True),
        ("rtmp://camera.test/live", False, False),
        ("camera", False, True),
        ("csi:1", False, True),
        ("/dev/video2", False, True),
        ("http/evening.mkv", False, False),
    ],
)
def test_an_address_of_http_or_rtsp_is_a_network_camera(
    spec: str, network: bool, camera: bool
) -> None:
    assert is_network(spec) is network
    assert is_camera(spec) is camera


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        (f"rtsp://{USER}:secret@camera.test:554/live", "rtsp://camera.test:554/…"),
        ("http://camera.test/video?user=me&pwd=secret", "http://camera.test/…"),
        ("http://camera.test/user=me_password=secret.sdp", "http://camera.test/…"),
        (f"http://{USER}:sec@ret@[fe80::1]:80/", "http://[fe80::1]:80"),
        (f"rtsp://{USER}:sec/ret@camera.test/live", "rtsp://…"),
        (f"rtsp://{USER}:1234/secret@camera.test/live", "rtsp://…"),
        (f"rtsp://{USER}:sec#ret@camera.test/live", "rtsp://…"),
        (f"rtmp://{USER}:secret@camera.test/live", "rtmp://camera.test/…"),
        ("/dev/video2", "/dev/video2"),
        ("evening@home.mkv", "evening@home.mkv"),
        ("/media/stick/abend@wirt.mp4", "/media/stick/abend@wirt.mp4"),
        (f"rtsp:/{USER}:secret@x", "…@x"),
        (f"rtsp//{USER}:secret@h:554/x", "…@h:554/…"),
        (f"rtsp:{USER}:secret@h/x", "…@h/…"),
        (f" rtsp://{USER}:secret@h/x", "…@h/…"),
        (f"{USER}:secret@127.0.0.1/x?pwd=secret", "…@127.0.0.1/…"),
        (f"{USER}%3Asecret@h", "…@h"),
        ("rtsp/secret@h", "…@h"),
        (f"rtsp:/{USER}:secret@", "…"),
        ("rtsp:/camera.test/x?pwd=secret", "rtsp:/camera.test/x?…"),
    ],
)
def test_of_an_address_scheme_and_host_alone_are_said(spec: str, said: str) -> None:
    assert shown_address(spec) == said


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        (f"rtsp://{USER}:secret@127.0.0.1:9/live", "No camera answers at rtsp://127.0.0.1:9/…"),
        (
            f"http://{USER}:secret@127.0.0.1:9/v?pwd=secret",
            "No camera answers at http://127.0.0.1:9",
        ),
        (f"rtmp://{USER}:secret@127.0.0.1:9/live", "not the address of a network camera"),
    ],
)
def test_no_password_is_said_where_a_camera_cannot_be_opened(
    spec: str, sentence: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(PlainError, match=sentence) as told:
        open_source(spec)
    text = told.value.text
    written = capfd.readouterr()
    assert "secret" not in text.de + text.en + written.out + written.err


def test_whether_somebody_answers_is_known_soon() -> None:
    with socket.create_server(("127.0.0.1", 0)) as camera:
        port = camera.getsockname()[1]
        assert answers(f"rtsp://{USER}:secret@127.0.0.1:{port}/live")
    assert not answers(f"rtsp://{USER}:secret@127.0.0.1:{port}/live")
    assert not answers(f"http://{USER}:secret@/")
    assert not answers("http://127.0.0.1:99999/")


def test_a_slow_network_does_not_keep_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def never(*_: object) -> None:
        over.wait(10.0)
        raise TimeoutError

    monkeypatch.setattr(socket, "create_connection", never)
    began = time.monotonic()
    assert not answers("http://camera.test/", within_s=0.1)
    assert time.monotonic() - began < 5.0
    over.set()
