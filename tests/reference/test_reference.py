"""The engine against a second one, written from the documents: what both say of random deals."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tests.reference.claims import impossible
from tests.reference.compare import differences, scored
from tests.reference.dealing import Made
from tests.reference.sampling import TABLES, name_of, sample


def _differing(made: list[Made]) -> list[str]:
    """What differs, each with its deal line."""
    answers = scored([deal.line for deal in made])
    assert len(answers) == len(made)
    return [
        f"{each}\n{json.dumps(deal.line)}"
        for deal, answer in zip(made, answers, strict=True)
        for each in differences(deal, answer)
    ]


def test_150_random_deals_are_answered_as_the_documents_say() -> None:
    """Points, tricks, price, payments and wrong acts of every game, and claims that cannot be."""
    assert _differing(sample(seed=2, count=150)) == []


def test_a_sample_has_every_game_and_errors() -> None:
    """What is compared: each table, deals with wrong cards, and claims of many kinds."""
    made = sample(seed=2, count=600)
    tables = Counter(name_of(deal.line["game"], deal.line["players"]) for deal in made)
    assert set(tables) >= {name_of(*table) for table in TABLES}
    claims = {claim for deal in made for claim in impossible(deal.line, deal.dealt)}
    assert len(claims) >= 30


@pytest.mark.prove
def test_5000_random_deals_are_answered_as_the_documents_say() -> None:
    """The number the issue asks for; `python -m tests.reference` shows them table by table."""
    assert _differing(sample(seed=1, count=5000)) == []
