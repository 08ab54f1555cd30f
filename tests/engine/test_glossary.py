"""docs/GLOSSARY.md explains every word of the field that code, files and pages use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.cards import Family, Rank, Suit
from engine.deal.ends import END_KINDS, WHYS
from engine.games import GAMES
from engine.games.schafkopf import messages as schafkopf
from engine.games.wording import COMMON_VERDICTS
from engine.rules.house_rules import preset_rules

GLOSSARY = (Path(__file__).parents[2] / "docs" / "GLOSSARY.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in GLOSSARY.splitlines()
    if line.startswith("|") and not line.startswith("|---")
]
IN_CODE = {word for row in ROWS for word in re.findall(r"`([^`]+)`", row[2])}


def missing(words: set[str]) -> set[str]:
    return {word for word in words if word not in IN_CODE}


@pytest.mark.parametrize("name", GAMES)
def test_every_option_is_explained(name: str) -> None:
    assert missing({spec.name for spec in GAMES[name].options}) == set()


@pytest.mark.parametrize("name", GAMES)
def test_every_contract_kind_and_doubling_is_explained(name: str) -> None:
    rules = preset_rules(name)
    kinds: set[str] = set()
    for players in GAMES[name].player_counts:
        kinds |= set(GAMES[name].contract_kinds(rules, players, GAMES[name].family))
    assert missing(kinds) == set()
    assert missing(set(GAMES[name].doubling_words())) == set()


def test_every_verdict_is_explained() -> None:
    kinds = {*schafkopf.VERDICTS, *COMMON_VERDICTS}
    assert missing(kinds) == set()


def test_every_bid_end_and_reason_is_explained() -> None:
    # A number that is bid explains itself.
    bids = {word for each in GAMES.values() for word in each.bid_words() if not word.isdigit()}
    assert missing({*bids, *END_KINDS, *WHYS}) == set()


def test_every_game_suit_and_rank_is_explained() -> None:
    ranks = {rank.name for rank in Rank if rank.letter not in "5432"}
    suits = {suit.name for suit in Suit}
    assert missing({*GAMES, *suits, *ranks, *(family.name for family in Family)}) == set()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_every_line_is_complete_in_both_languages(row: list[str]) -> None:
    assert len(row) == 5
    assert all(row), "a word without its explanation in both languages"


def test_every_word_stands_once() -> None:
    german = [row[0] for row in ROWS if row[0] != "Deutsch"]
    assert [word for word in german if german.count(word) > 1] == []
