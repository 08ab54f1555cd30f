"""The deals of docs/DEAL_FILE.md are read, and come back as they stand there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.dealfile.reader import parse
from engine.dealfile.writer import to_json
from tests.shared_data import ROOT

PAGE = (ROOT / "docs" / "DEAL_FILE.md").read_text("utf-8")
SCHEMA = json.loads((ROOT / "engine" / "schema" / "deal-file-v1.json").read_text("utf-8"))


def objects() -> Iterator[dict[str, Any]]:
    """Yield every JSON object of the page's code blocks, in order; some take several lines."""
    decoder = json.JSONDecoder()
    for block in re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL):
        rest = block.strip()
        while rest:
            read, end = decoder.raw_decode(rest)
            yield read
            rest = rest[end:].strip()


def examples() -> list[dict[str, Any]]:
    """Return the page's deals; the other objects are answers and events."""
    return [each for each in objects() if "game" in each]


@pytest.mark.parametrize("deal", examples(), ids=lambda deal: str(deal["id"]))
def test_every_example_comes_back_as_it_stands(deal: dict[str, Any]) -> None:
    record = parse(deal)
    written = to_json(record)
    assert {name: written.get(name) for name in deal} == deal
    assert parse(written) == record


def test_the_page_names_every_field_and_every_word() -> None:
    parts = SCHEMA["$defs"]
    wanted = set(SCHEMA["properties"]) | set(parts["doubling"]["examples"])
    for part in ("contract", "end", "ruling", "verdict", "answer"):
        wanted |= set(parts[part]["properties"])
    for part, field in (("contract", "why"), ("end", "kind"), ("end", "why")):
        wanted |= set(parts[part]["properties"][field]["enum"])
    wanted |= set(parts["contract"]["properties"]["kind"]["examples"])
    wanted |= set(SCHEMA["properties"]["bids"]["items"]["prefixItems"][1]["anyOf"][0]["examples"])
    told = set(re.findall(r"`([\w+]+)`", PAGE))
    assert wanted - told == set()
