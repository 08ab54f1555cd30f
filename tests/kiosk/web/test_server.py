"""A server that closes leaves nothing behind that would write into somebody else's file."""

from __future__ import annotations

import os
import threading
import urllib.request
from collections.abc import Iterator

import pytest
from flask import Flask

from kiosk.web.server import PageServer


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    for end in ends:
        os.close(end)


def test_a_page_still_being_answered_writes_into_no_other_file(pipe: tuple[int, int]) -> None:
    app, asked, go_on = Flask("slow"), threading.Event(), threading.Event()

    @app.route("/")
    def slow() -> str:
        asked.set()
        assert go_on.wait(30)
        return "late"

    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    reader = threading.Thread(target=_read, args=(server.address,), daemon=True)
    reader.start()
    assert asked.wait(30)
    number = server._server.trigger.trigger
    server.close()
    os.dup2(pipe[1], number)  # the file that gets the number of the wake-up call's pipe
    try:
        go_on.set()
        reader.join(30)
        server._server.task_dispatcher.shutdown()
        server._server.trigger.pull_trigger()
        os.set_blocking(pipe[0], False)
        with pytest.raises(BlockingIOError):
            os.read(pipe[0], 1)
    finally:
        os.close(number)


def test_a_wake_up_call_wakes_the_loop() -> None:
    server = PageServer(Flask("empty"), "127.0.0.1", 0)
    server.start()
    woken = threading.Event()
    server._server.trigger.pull_trigger(woken.set)
    assert woken.wait(30)
    server.close()


def _read(address: str) -> None:
    try:
        urllib.request.urlopen(address, timeout=30).read()
    except OSError:
        return  # the server closed in the middle, which is what happens here
