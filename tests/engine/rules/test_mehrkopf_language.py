"""What players call the cards (DE Schafkopf-Sprache; EN The language of Schafkopf)."""

from __future__ import annotations

import pytest

from engine.cards import Suit, card, named_card, named_suit
from tests.engine.rules.table import deal


@pytest.mark.parametrize("said", ["der Alte", "Der Alte", "the old man"])
def test_the_eichel_ober_is_der_alte(said: str) -> None:
    """DE/EN: the Eichel-Ober."""
    assert named_card(said) == card("EO")


@pytest.mark.parametrize("said", ["die Alte", "the old woman"])
def test_the_eichel_ass_is_die_alte(said: str) -> None:
    """DE/EN: the Eichel-Ass."""
    assert named_card(said) == card("EA")


@pytest.mark.parametrize("said", ["die Blauen", "Blaue", "Gras", "Blatt", "Laub", "Leaves"])
def test_the_blatt_cards_are_die_blauen(said: str) -> None:
    """DE/EN: Gras, called the blue ones."""
    suit = named_suit(said)
    assert suit is not None
    assert suit.letter == "G"


def test_a_deal_file_may_name_cards_as_players_do() -> None:
    """RULES 0.33: the parser understands the words."""
    record = deal("mehrkopf", {"kind": "wenz", "seat": 0}, [(0, "der Alte"), (1, "die Alte")])
    assert [play.card for play in record.plays] == [card("EO"), card("EA")]


def test_a_deal_file_may_name_the_suit_as_players_do() -> None:
    """RULES 0.33: "die Blauen" are the Gras."""
    record = deal("mehrkopf", {"kind": "rufspiel", "seat": 0, "suit": "die Blauen"}, [])
    assert record.contract is not None
    assert record.contract.suit is Suit.GRAS


def test_words_nobody_knows_name_nothing() -> None:
    """DE/EN: only the documents' words and the cards' own names are understood."""
    assert (named_card("der Lustige"), named_card("der Alte")) == (None, card("EO"))
    assert (named_suit("die Roten"), named_suit("die Blauen")) == (None, Suit.GRAS)
