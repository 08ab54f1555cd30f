"""The locked dependencies: complete, hashed, and free of addresses."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.shared_data import ROOT

LOCKS = ("bench", "build", "club", "dev", "docs", "mutants", "pi", "runtime", "train")
CLUB = ("archive", "metrics", "mqtt", "organiser")
"""The extras for more than one table."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
HASHES = r"((?: \\\n +--hash=sha256:[0-9a-f]{64})*)"
CONDITION = r"(?: ; [^\\\n]+(?= \\))?"
"""For which Python it is, where it is not for all."""
ENTRY = re.compile(
    r"^([A-Za-z0-9_.-]+)(?:\[[a-z0-9,-]+\])?==([^\s;\\]+)" + CONDITION + HASHES, re.M
)


def lock(name: str) -> str:
    """Return the text of a lock without its remarks."""
    text = Path(ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    return "".join(f"{line}\n" for line in text.splitlines() if not line.lstrip().startswith("#"))


def pinned(name: str) -> dict[str, str]:
    """Return package name to version."""
    return {
        canonicalize_name(package): version for package, version, _ in ENTRY.findall(lock(name))
    }


def wanted(requirements: list[str]) -> list[Requirement]:
    return [Requirement(line) for line in requirements]


@pytest.mark.parametrize("name", LOCKS)
def test_everything_is_pinned_with_hashes(name: str) -> None:
    text = lock(name)
    entries = ENTRY.findall(text)
    assert entries
    assert [package for package, _, hashes in entries if not hashes] == []
    assert ENTRY.sub("", text).strip() == ""


@pytest.mark.parametrize("name", LOCKS)
def test_no_address_is_named(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    assert "://" not in text
    assert not re.search(r"--(?:extra-)?index|--find-links|--trusted-host", text)


@pytest.mark.parametrize(
    ("name", "requirements"),
    [
        ("runtime", PROJECT["dependencies"]),
        ("dev", PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]),
        ("pi", PROJECT["dependencies"] + PROJECT["optional-dependencies"]["pi"]),
        *(
            (name, PROJECT["optional-dependencies"][extra])
            for name in ("club", "dev")
            for extra in CLUB
        ),
        ("bench", PROJECT["optional-dependencies"]["bench"]),
        ("docs", PROJECT["optional-dependencies"]["docs"]),
        ("mutants", PROJECT["optional-dependencies"]["mutants"]),
        ("train", [r for r in PROJECT["optional-dependencies"]["train"] if "torch" not in r]),
    ],
)
def test_what_the_project_asks_for_is_locked(name: str, requirements: list[str]) -> None:
    versions = pinned(name)
    for requirement in wanted(requirements):
        version = versions[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), (requirement, version)


@pytest.mark.parametrize("name", ["bench", "club", "dev", "docs", "mutants", "pi", "train"])
def test_the_locks_agree_with_each_other(name: str) -> None:
    runtime, other = pinned("runtime"), pinned(name)
    assert {p: v for p, v in other.items() if p in runtime and runtime[p] != v} == {}


def test_torch_is_pinned_alike_everywhere() -> None:
    text = (ROOT / "requirements" / "torch.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert lines == [r for r in PROJECT["optional-dependencies"]["train"] if "torch" in r]
