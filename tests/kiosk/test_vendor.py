import hashlib
import re
import tomllib
from pathlib import Path

import kiosk

STATIC = Path(kiosk.__file__).parent / "static"
VENDOR = STATIC / "vendor"
LISTED = tomllib.loads((VENDOR / "VENDOR.toml").read_text(encoding="utf-8"))["file"]


def test_each_vendored_file_is_the_one_that_was_packed() -> None:
    for entry in LISTED:
        found = hashlib.sha256((VENDOR / entry["name"]).read_bytes()).hexdigest()
        assert found == entry["sha256"], entry["name"]


def test_nothing_is_vendored_without_an_entry() -> None:
    there = {path.name for path in VENDOR.iterdir()} - {"VENDOR.toml"}
    assert there == {entry["name"] for entry in LISTED}


def test_each_package_has_a_version_and_its_licence_text() -> None:
    packages = {entry["package"] for entry in LISTED}
    with_text = {entry["package"] for entry in LISTED if entry["path"] == "package/LICENSE"}
    assert packages == with_text
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", entry["version"]) for entry in LISTED)
    assert {entry["licence"] for entry in LISTED} <= {"0BSD", "MIT", "OFL-1.1"}


def test_own_styles_and_pages_load_nothing_from_elsewhere() -> None:
    own = [STATIC / "kiosk.css", *(STATIC.parent / "templates").glob("*.html")]
    for path in own:
        assert not re.search(r"(?:https?:)?//[\w.-]+\.\w", path.read_text(encoding="utf-8")), path
