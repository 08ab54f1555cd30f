"""The lines of the published page are read, and come back as they stand there."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from engine.dealfile import parse, to_json
from engine.ends import END_KINDS
from engine.score import score
from tests.shared_data import shared_path


def examples() -> Iterator[dict[str, object]]:
    page = shared_path("..", "DEAL_FILE.md").read_text("utf-8")
    for line in page.splitlines():
        if line.startswith('{"v":1,"id":"') and line.endswith("}"):
            yield json.loads(line)


@pytest.mark.shared
def test_every_example_comes_back_as_it_stands() -> None:
    read = 0
    for example in examples():
        record = parse(example)
        written = to_json(record)
        assert {name: written.get(name) for name in example} == example, example["id"]
        assert parse(written) == record
        read += 1
    assert read >= 6


@pytest.mark.shared
def test_every_example_that_is_read_is_answered() -> None:
    lines = [json.dumps(each) for each in examples()]
    answers = list(score(lines))
    assert [answered["id"] for answered in answers] == [json.loads(line)["id"] for line in lines]
    ruled = next(answered for answered in answers if answered["id"] == "rv")
    assert ruled["payout"] == [1, 1, -3, 1]


@pytest.mark.shared
def test_the_page_names_every_end() -> None:
    page = shared_path("..", "DEAL_FILE.md").read_text("utf-8")
    told = {kind for kind in END_KINDS if kind in page}
    assert told == set(END_KINDS) - {"conceded"}
