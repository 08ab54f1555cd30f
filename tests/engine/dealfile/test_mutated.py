"""Deal and rule files with one thing changed: each says what it means, or gets its sentence.

Nothing but a sentence is ever raised, what is read comes back as it was read, nothing that stands
in a line is passed over, and a name misspelt never changes a price. `make prove` tries 2,000 each.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from engine.dealfile.lines import deals_in
from engine.dealfile.reader import parse, parse_line
from engine.dealfile.writer import answer, to_json
from engine.games import game
from engine.referee.evaluation import evaluate
from engine.rules.description import to_toml
from engine.rules.house_rules import from_toml
from engine.text import PlainError, Text
from tests.engine.dealfile import mutated

FEW, MANY = 120, 2_000
"""Of each kind of file."""
COUNTS = [
    pytest.param(FEW, 18, id="few"),
    pytest.param(MANY, 2026, id="many", marks=pytest.mark.prove),
]


def check_sentence(text: Text, names: str = "") -> None:
    for said in (text.de, text.en):
        assert names in said, said
        assert said[0].isupper() or said[0] in "`„\"'", said
        assert said.endswith((".", "?")), said
        assert "\n" not in said, said
        assert "Traceback" not in said, said
        assert " None" not in said, said


def result_of(line: Mapping[str, Any]) -> dict[str, object]:
    record = parse(line)
    told = answer(record, evaluate(record))
    json.dumps(told)
    told.pop("id")
    return told


def empty(value: object) -> bool:
    return value is None or value is False or value in ("", 0, [], {})


def passed_over(line: Mapping[str, Any], written: Mapping[str, Any], at: str = "") -> list[str]:
    """Return the fields of a line that do not come back and are not empty."""
    missing = []
    for name, value in line.items():
        if name not in written:
            if not empty(value):
                missing.append(f"{at}{name}")
        elif isinstance(value, dict) and isinstance(written[name], dict):
            missing += passed_over(value, written[name], f"{at}{name}.")
        elif isinstance(value, list) and len(value) != len(written[name]):
            missing.append(f"{at}{name}")
    return missing


UNTOLD = {"suits"}
"""Left out where it is what the game is played with anyway."""


@pytest.mark.parametrize(("count", "seed"), COUNTS)
def test_a_deal_with_one_thing_changed_is_understood_or_told(count: int, seed: int) -> None:
    chance = random.Random(seed)
    outcomes: Counter[tuple[str, str]] = Counter()
    texts: list[str] = []
    for line, _ in zip(mutated.whole_deals(chance), range(count), strict=False):
        changed = mutated.deal(line, chance)
        texts.append(changed.text)
        try:
            record = parse_line(changed.text)
        except PlainError as error:
            check_sentence(error.text)
            outcomes[changed.what, "told"] += 1
            continue
        outcomes[changed.what, "understood"] += 1
        written = json.loads(json.dumps(to_json(record)))
        assert parse(written) == record, changed.text
        assert to_json(parse(written)) == written, changed.text
        read = json.loads(changed.text)
        rules = read.pop("rules", None)
        assert set(passed_over(read, written)) <= UNTOLD, (changed, written)
        assert rules is None or isinstance(rules, dict)
        told = result_of(read if rules is None else {**read, "rules": rules})
        if changed.what == "name":
            # What is left is a field of somebody's own, and was worth nothing.
            assert told == result_of(line), changed
    assert {what for what, _ in outcomes} >= {"name", "value", "entry", "moved", "gone", "cut"}
    assert {how for _, how in outcomes} == {"told", "understood"}
    found = list(deals_in("\n".join(texts)))
    assert len(found) > count // 2
    for each in found:
        if each.error is not None:
            check_sentence(each.error)


@pytest.mark.parametrize(("count", "seed"), COUNTS)
def test_rules_with_one_thing_changed_are_understood_or_told(count: int, seed: int) -> None:
    chance = random.Random(seed)
    outcomes: Counter[tuple[str, str]] = Counter()
    for _ in range(count):
        changed = mutated.rules(mutated.rules_file(chance), chance)
        try:
            named = from_toml(changed.text, "ours.toml")
        except PlainError as error:
            check_sentence(error.text, "ours.toml")
            outcomes[changed.what, "told"] += 1
            continue
        outcomes[changed.what, "understood"] += 1
        assert changed.what != "name", changed
        again = from_toml(to_toml(named.rules, named.game, "de"), "ours.toml")
        assert (again.game, again.rules) == (named.game, named.rules)
        assert game(named.game).name == named.game
    assert {what for what, _ in outcomes} >= {"name", "value", "line", "twice", "letter", "cut"}
    assert {how for _, how in outcomes} == {"told", "understood"}
