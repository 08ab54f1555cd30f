"""compose.yml says what the program writes and takes; no engine is here that could run it."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Any

import pytest
import yaml

from kiosk.cli import MEHRKOPF
from kiosk.cli.tournament import FOLDER, PAGE_PORT
from kiosk.organiser.broker_files import (
    BROKER_FOLDER,
    PORT,
    BrokerFiles,
    Plan,
    config,
    write_broker,
)
from tests.shared_data import ROOT

PLACE = ROOT / "hardware" / "tournament"


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((PLACE / "compose.yml").read_text("utf-8"))["services"]
    return found


def mounts(service: dict[str, Any]) -> dict[str, str]:
    """Return what lies where in a container, by its place there."""
    return {
        there: here
        for here, there in (each.removesuffix(":ro").rsplit(":", 1) for each in service["volumes"])
    }


def test_the_broker_finds_what_was_written(services: dict[str, Any], tmp_path: Any) -> None:
    broker = services["broker"]
    assert re.fullmatch(r"eclipse-mosquitto:2\.\d", broker["image"])
    assert mounts(broker) == {BROKER_FOLDER: f"${{ORGANISER:?}}/{FOLDER}/broker"}
    plan = Plan(("1",), ("127.0.0.1",))
    files = write_broker(tmp_path / FOLDER, plan)
    assert files.broker == BrokerFiles(tmp_path / FOLDER).broker == tmp_path / FOLDER / "broker"
    named = [broker["command"][-1], *re.findall(r"\S+/\S+", _without_remarks(config(plan)))]
    assert len(named) == 6
    for each in named:
        path = PurePosixPath(each)
        assert str(path.parent) == BROKER_FOLDER
        assert (files.broker / path.name).is_file()


def _without_remarks(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("#"))


def test_ports_are_those_of_the_program(services: dict[str, Any]) -> None:
    assert services["broker"]["ports"] == [f"{PORT}:{PORT}"]
    # The pages are for this machine alone, the database for no machine.
    assert services["organiser"]["ports"] == [f"127.0.0.1:{PAGE_PORT}:{PAGE_PORT}"]
    assert "ports" not in services["database"]


def test_the_organiser_s_command_can_be_parsed(services: dict[str, Any]) -> None:
    organiser, database = services["organiser"], services["database"]
    words = organiser["command"]
    with MEHRKOPF.make_context("mehrkopf", list(words), obj="en") as context:
        group = MEHRKOPF.get_command(context, words[0])
        with group.make_context(words[0], words[1:], obj="en", parent=context) as inner:
            command = group.get_command(inner, words[1])  # type: ignore[attr-defined]
            with command.make_context(words[1], words[2:], obj="en", parent=inner) as parsed:
                said = parsed.params
    assert set(mounts(organiser)) == {organiser["environment"]["MEHRKOPF_HOME"]}
    assert said["port"] == PAGE_PORT
    kept = database["environment"]
    assert (
        said["database"] == f"postgresql://{kept['POSTGRES_USER']}@database/{kept['POSTGRES_DB']}"
    )
    assert organiser["environment"]["PGPASSWORD"] == kept["POSTGRES_PASSWORD"]
    assert {"database", "broker"} <= set(organiser["depends_on"])


def test_what_the_image_copies_is_there() -> None:
    lines = (PLACE / "Dockerfile").read_text("utf-8").splitlines()
    copied = [word for line in lines if line.startswith("COPY ") for word in line.split()[1:-1]]
    assert {"engine", "kiosk", "models", "vision", "firmware_bridge"} <= set(copied)
    for each in copied:
        assert (ROOT / each).exists(), each
    locked = re.findall(r"-r (\S+)", "\n".join(lines))
    assert locked == ["requirements/build.txt", "requirements/runtime.txt", "requirements/club.txt"]
    assert all((ROOT / each).is_file() for each in locked)
