import hashlib
import re
import tomllib
from pathlib import Path

import pytest

import kiosk
import models

STATIC = Path(kiosk.__file__).parent / "static"
FOLDERS = {
    STATIC / "vendor": {"0BSD", "MIT", "OFL-1.1"},
    Path(__file__).parent / "vendor": {"MPL-2.0"},
    Path(__file__).parents[1] / "documents" / "vendor": {"MIT"},
    Path(models.__file__).parent / "workshop" / "evening3d" / "vendor": {"MIT"},
}
"""Folders of vendored files with the licences that may lie there; only the first one ships."""


def listed(folder: Path) -> list[dict[str, str]]:
    found = tomllib.loads((folder / "VENDOR.toml").read_text(encoding="utf-8"))
    return list(found["file"])


@pytest.mark.parametrize("folder", FOLDERS)
def test_each_vendored_file_is_the_one_that_was_packed(folder: Path) -> None:
    for entry in listed(folder):
        found = hashlib.sha256((folder / entry["name"]).read_bytes()).hexdigest()
        assert found == entry["sha256"], entry["name"]


@pytest.mark.parametrize("folder", FOLDERS)
def test_nothing_is_vendored_without_an_entry(folder: Path) -> None:
    there = {path.name for path in folder.iterdir()} - {"VENDOR.toml"}
    assert there == {entry["name"] for entry in listed(folder)}


@pytest.mark.parametrize("folder", FOLDERS)
def test_each_package_has_a_version_and_its_licence_text(folder: Path) -> None:
    entries = listed(folder)
    with_text = {entry["package"] for entry in entries if entry["path"] == "package/LICENSE"}
    assert {entry["package"] for entry in entries} == with_text
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", entry["version"]) for entry in entries)
    assert {entry["licence"] for entry in entries} <= FOLDERS[folder]


def test_own_styles_and_pages_load_nothing_from_elsewhere() -> None:
    own = [*STATIC.glob("*.css"), *(STATIC.parent / "templates").rglob("*.html")]
    for path in own:
        assert not re.search(r"(?:https?:)?//[\w.-]+\.\w", path.read_text(encoding="utf-8")), path
