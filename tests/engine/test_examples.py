"""The examples in the engine's docstrings run, and what outsiders call has one."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import engine

MODULES = [each.name for each in pkgutil.walk_packages(engine.__path__, "engine.")]
CALLED = {
    "engine.cards.card",
    "engine.cards.cards",
    "engine.dealfile.reader.parse_line",
    "engine.dealfile.reader.score",
    "engine.evening.fold.fold",
    "engine.evening.report.evening_report",
    "engine.evening.scoring.fewest",
    "engine.games.game",
    "engine.journal.journal.Journal",
    "engine.notation.oneline.read_lines",
    "engine.notation.oneline.write_line",
    "engine.notation.reader.read",
    "engine.notation.writer.write",
    "engine.referee.evaluation.evaluate",
    "engine.referee.evaluation.penalties",
    "engine.referee.story.tell_story",
    "engine.rules.house_rules.from_toml",
    "engine.rules.house_rules.preset_rules",
    "engine.rules.house_rules.rules_from",
}
"""What other programs start from."""


def examples(module: str) -> list[doctest.DocTest]:
    found = doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(module))
    return [each for each in found if each.examples]


@pytest.mark.parametrize("module", [each for each in MODULES if examples(each)])
def test_examples_come_to_what_they_say(module: str) -> None:
    runner = doctest.DocTestRunner()
    said: list[str] = []
    for each in examples(module):
        runner.run(each, out=said.append)
    assert not runner.failures, "".join(said)


def test_what_outsiders_call_has_an_example() -> None:
    shown = {each.name for module in MODULES for each in examples(module)}
    assert shown >= CALLED
