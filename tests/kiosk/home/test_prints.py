"""A pack with another print than suits and courts: Boon stands for the cards of Sheepshead."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from engine.cards import FRENCH_32, GERMAN_32, Card, card
from engine.deal.record import Contract, DealRecord
from engine.games import game
from engine.games.facts import TRUMP
from engine.games.wording import card_text
from engine.rules.house_rules import preset_rules
from engine.text import Language
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import BUNDLED, printed_on
from kiosk.home.prints import PRINTS, in_print
from kiosk.screens.cards import as_print, face
from vision.reading.deck_archive import print_in

BOON = PRINTS["boon"]


def test_boon_has_fourteen_trumps_and_three_suits_of_six() -> None:
    """PG, the deck; RULES 0.33."""
    assert set(BOON.faces) == set(FRENCH_32) == set(BOON.cards)
    shown = {(each.word.en, each.number) for each in BOON.faces.values()}
    colours = {"Gold": 14, "Red": 6, "Green": 6, "Blue": 6}
    assert shown == {(word, n) for word, most in colours.items() for n in range(1, most + 1)}


def test_the_higher_number_beats_the_lower_as_in_the_game() -> None:
    rules = preset_rules("sheepshead")
    called, family = Contract("pick", 1), FRENCH_32[0].family
    record = DealRecord("", "sheepshead", rules, 5, 0, contract=called, family=family)
    setting = game("sheepshead").setting(record)
    golden = {one for one, face in BOON.faces.items() if face.word.en == "Gold"}
    assert golden == {one for one in setting.deck if setting.klass[one] == TRUMP}
    for colour in ("Gold", "Red", "Green", "Blue"):
        row = [(face.number, one) for one, face in BOON.faces.items() if face.word.en == colour]
        beaten = [setting.strength[one] for _, one in sorted(row)]
        assert all(low < high for low, high in pairwise(beaten)), colour
        assert len({setting.klass[one] for _, one in row}) == 1


@pytest.mark.parametrize(
    ("language", "sentence", "said"),
    [
        ("de", "Anna: Kreuz-Dame", "Anna: Gold 14"),
        ("de", "Pik-Ass und Herz-Sieben", "Grün 6 und Rot 1"),
        ("de", "Ben hat Kreuz nicht bedient", "Ben hat Blau nicht bedient"),
        ("de", "Herzlich", "Herzlich"),
        ("de", "ruft das Pik-Ass", "ruft die Grün 6"),
        ("de", "Der Karo-Bube bei dem Kreuz-König", "Die Gold 7 bei der Blau 4"),
        ("de", "mit der Kreuz-Dame", "mit der Gold 14"),
        ("en", "Queen of Clubs, Jack of Diamonds", "Gold 14, Gold 7"),
        ("en", "called Ace of Spades", "called Green 6"),
    ],
)
def test_cards_are_called_as_they_are_printed(language: Language, sentence: str, said: str) -> None:
    assert in_print(sentence, "boon", language) == said
    assert in_print(sentence, "", language) == sentence
    assert in_print(sentence, "unknown", language) == sentence


def test_a_persons_name_stays_whatever_it_sounds_like() -> None:
    said = in_print("Pik legt Pik-Ass", "boon", "de", keep=("Pik",))
    assert said == "Pik legt Pik-Ass"
    assert in_print("Kreuz legt Pik-Ass", "boon", "de", keep=("Kreuz",)) == "Kreuz legt Grün 6"


def test_a_card_is_drawn_with_its_number_and_colour_word() -> None:
    shown = as_print(face(card("CQ", FRENCH_32[0].family)), "boon")
    assert (shown.code, shown.rank, shown.suit, shown.image) == ("CQ", "14", "boon-gold", None)
    assert (shown.suit_word.de, shown.name.de) == ("Gold", "Gold 14")
    plain = face(card("CQ", FRENCH_32[0].family))
    assert as_print(plain, "") is plain


@pytest.mark.parametrize("one", GERMAN_32, ids=str)
def test_no_german_card_is_taken_for_one(one: Card) -> None:
    assert as_print(face(one), "boon") == face(one)


def test_every_name_is_found_and_none_twice() -> None:
    for language in ("de", "en"):
        names = [card_text(one).in_language(language) for one in FRENCH_32]
        said = [in_print(name, "boon", language) for name in names]
        assert len(set(said)) == len(FRENCH_32)
        assert not set(said) & set(names)


def test_a_deck_that_is_not_there_or_is_none_has_no_print(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.prepare()
    (home.decks / "broken.deck").write_bytes(b"x")
    tell = printed_on(home)
    assert [tell(name) for name in ("isar", "broken", "nowhere", "../x")] == [""] * 4
    assert print_in(BUNDLED / "isar.deck") == ""
