"""What is built is whole: every module, every piece of data, and nothing of tests or hardware."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

from tests.shared_data import ROOT
from tests.test_house import MADE, PACKAGES, WORKSHOP

DATA = (
    "engine/schema/*.json",
    "kiosk/templates/**/*",
    "kiosk/static/**/*",
    "models/*.onnx",
    "models/models.toml",
    "models/MODEL_CARD.md",
    "models/decks/*.deck",
    "models/sample/*",
)

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of the sources, so that nothing is left behind."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "--wheel-dir", str(target), str(source)], check=True, timeout=300)
    (built,) = target.glob("mehrkopf-*.whl")
    return built


def test_every_module_is_in_the_wheel_and_neither_workshop_nor_test(wheel: Path) -> None:
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".py")}
    modules = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if not path.is_relative_to(WORKSHOP)
        and not any(MADE.fullmatch(part) for part in path.relative_to(ROOT).parts)
    }
    assert packed == modules


@pytest.mark.parametrize("pattern", DATA)
def test_the_data_are_in_the_wheel(wheel: Path, pattern: str) -> None:
    wanted = {path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern) if path.is_file()}
    assert wanted
    assert wanted - set(zipfile.ZipFile(wheel).namelist()) == set()


def test_the_wheel_is_small_enough_to_carry(wheel: Path) -> None:
    assert wheel.stat().st_size < 30_000_000


@pytest.mark.system
def test_the_wheel_works_where_it_is_installed(wheel: Path, tmp_path: Path) -> None:
    """A fresh environment, the locked dependencies, and the program used from another folder."""
    home = tmp_path / "venv"
    venv.create(home, with_pip=True)
    python, program = home / "bin" / "python", home / "bin" / "mehrkopf"
    locks = ["--require-hashes", "-r", str(ROOT / "requirements" / "runtime.txt")]
    subprocess.run([python, "-m", "pip", "install", "--quiet", *locks], check=True, timeout=900)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", wheel], check=True)
    environment = {**os.environ, "MEHRKOPF_HOME": str(tmp_path / "home"), "PYTHONPATH": ""}

    def use(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(program), *arguments],
            input=given, capture_output=True, text=True, check=True, cwd=tmp_path,
            env=environment, timeout=300,
        )  # fmt: skip

    assert use("--version").stdout.strip() == f"mehrkopf {VERSION}"
    deal = (
        '{"v":1,"id":"a","game":"schafkopf","rules":{"preset":"schafkopf"},"players":4,"dealer":3,'
        '"contract":{"kind":"solo","seat":0,"suit":"E"},"doubles":[],"plays":[[0,"EO"]],"hands":null}'
    )
    assert '"id": "a"' in use("score", "-", given=deal).stdout.replace('"id":"a"', '"id": "a"')

    command = [str(program), "run", "--port", "0", "--lang", "en"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=tmp_path, env=environment
    ) as running:
        assert running.stdout is not None
        address = re.search(r"http://\S+?:\d+", running.stdout.readline())
        assert address is not None
        with urllib.request.urlopen(address[0], timeout=60) as page:
            assert b"<html" in page.read()
        running.terminate()
        assert running.wait(timeout=60) == 0
