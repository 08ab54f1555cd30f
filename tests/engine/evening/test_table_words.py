"""What people call and does not fit is told in words of the table, never in those of the file."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import Family, Suit
from engine.deal.record import Contract
from engine.evening.checks import check_contract
from engine.evening.deal import DealHead
from engine.games import game
from engine.rules.house_rules import rules_from
from engine.text import PlainError
from tests.engine.deals import contract_from_json

HOCHZEIT: dict[str, Any] = {"partner": 1}


@pytest.mark.parametrize(
    ("name", "players", "contract", "said"),
    [
        (
            *("sheepshead", 5, Contract("pick", 0, details={"partner": "called"})),
            "Nobody has said yet which card is called",
        ),
        ("sheepshead", 5, Contract("pick", 0, details={"called": "DA"}), "Only one of CA, SA"),
        ("sheepshead", 5, Contract("pick", 0, details={"bury": ["CT"]}), "Here 2 cards are buried"),
        (
            "sheepshead",
            5,
            Contract("pick", 0, details={"die": 3}),
            "A die is thrown only with seven",
        ),
        ("sheepshead", 7, Contract("pick", 0, details={"die": 7}), "A die shows 1 to 6"),
        (
            "sheepshead",
            5,
            Contract("leaster", details={"blind_to": 9}),
            "The blind goes to no trick",
        ),
        (
            *("mehrkopf", 5, Contract("rufspiel", 0, Suit.GRAS, details={"called": ["GA", "GZ"]})),
            "One card of the deck is called",
        ),
        (
            *("mehrkopf", 4, Contract("hochzeit", 1, details=HOCHZEIT)),
            "A wedding is accepted by somebody else",
        ),
        (
            *("mehrkopf", 4, Contract("hochzeit", 0, details={**HOCHZEIT, "gave": "GA"})),
            "only trump is given",
        ),
        (
            *("mehrkopf", 4, Contract("hochzeit", 0, details={**HOCHZEIT, "back": "H7"})),
            "comes back that is no trump",
        ),
    ],
)
def test_a_call_that_does_not_fit_is_told_in_table_words(
    name: str, players: int, contract: Contract, said: str
) -> None:
    rules, family = rules_from({}, name), game(name).family
    names = tuple("ABCDEFG"[:players])
    head = DealHead(1, "d", 1, name, rules, names, players - 1, (), family)
    with pytest.raises(PlainError) as caught:
        check_contract(head, contract)
    assert said in caught.value.text.en
    for sentence in (caught.value.text.en, caught.value.text.de):
        assert "`" not in sentence
        assert sentence.endswith(".")


def test_a_file_is_told_the_field() -> None:
    line = {"kind": "pick", "seat": 0, "partner": "called"}
    with pytest.raises(PlainError, match=r"`contract.called` must be given with partner called"):
        contract_from_json(line, "sheepshead", 5, Family.FRENCH)
