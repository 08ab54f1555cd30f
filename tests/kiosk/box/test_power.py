"""Switching the computer off from the menu: asked once, on a Pi alone, told where it may not be."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.text import PlainError
from kiosk.box.power import Machine, Power
from kiosk.words import power as w
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.opened import client_of, post, screen, sentence, text


class System:
    """Answers `systemctl` with a code, and notes what was asked."""

    def __init__(self, folder: Path, model: str = "Raspberry Pi 4 Model B", code: int = 0) -> None:
        self.asked: list[Sequence[str]] = []
        self.code = code
        board = folder / "model"
        board.write_text(f"{model} Rev 1.4\0", encoding="utf-8")
        self.machine = Machine(board, self._run)

    def _run(self, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        self.asked.append(words)
        return subprocess.CompletedProcess(words, self.code, "", "Interactive authentication")


@pytest.mark.parametrize("power", Power)
def test_a_pi_is_switched_by_the_system_which_asks_nobody(tmp_path: Path, power: Power) -> None:
    system = System(tmp_path)
    system.machine.switch(power)
    assert system.asked == [("systemctl", "--no-ask-password", power.value)]


@pytest.mark.parametrize(
    ("model", "code", "told"), [("ThinkPad", 0, w.NO_PI), ("Raspberry Pi 5", 1, w.NOT_ALLOWED)]
)
def test_where_it_may_not_be_a_sentence_says_so(
    tmp_path: Path, model: str, code: int, told: object
) -> None:
    system = System(tmp_path, model, code)
    with pytest.raises(PlainError) as refused:
        system.machine.switch(Power.OFF)
    assert refused.value.text == told
    assert len(system.asked) == code


def test_without_systemd_it_is_said_as_well(tmp_path: Path) -> None:
    def none(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        raise FileNotFoundError(words[0])

    (tmp_path / "model").write_text("Raspberry Pi 4", encoding="utf-8")
    with pytest.raises(PlainError):
        Machine(tmp_path / "model", none).switch(Power.AGAIN)
    with pytest.raises(PlainError):
        Machine(tmp_path / "nowhere", none).switch(Power.AGAIN)


def test_from_the_menu_it_is_asked_once(tmp_path: Path) -> None:
    system = System(tmp_path)
    client = client_of(FakeDoor(), machine=system.machine)
    menu = text(client.get("/more"))
    assert 'href="/power/poweroff"' in menu
    assert 'href="/power/reboot"' in menu
    asked = text(client.get("/power/poweroff"))
    assert screen(asked) == "sure"
    assert "Alles ist gesichert" in sentence(asked)
    assert system.asked == []
    assert "Das Gerät geht aus" in text(post(client, "/power/poweroff"))
    assert len(system.asked) == 1
    assert client.get("/power/explode").status_code == 404
    system.code = 1
    refused = post(client, "/power/reboot")
    assert refused.status_code == 409
    assert "lässt das von hier aus nicht zu" in sentence(text(refused))
