"""What the engine says: complete in both languages, short where it must be."""

from __future__ import annotations

import string

import pytest

from engine.cards import FRENCH_52, GERMAN_48, Suit, card
from engine.deal.record import Contract, DealRecord
from engine.games import GAMES, game
from engine.games.wording import card_text, suit_text
from engine.referee.evaluation import evaluate
from engine.referee.story import Story, tell_story
from tests.engine.deals import record, tricks

COMMON = ["revoke", "out_of_turn", "lead_out_of_turn", "duplicate_card", "foreign_card"]
CALLED = ["called_card_withheld", "called_card_underled", "called_card_discarded"]
VERDICT_KINDS = [(name, kind) for name in GAMES for kind in COMMON]
VERDICT_KINDS += [(name, kind) for name in ("schafkopf", "mehrkopf") for kind in CALLED]


@pytest.mark.parametrize(("name", "kind"), VERDICT_KINDS)
def test_headlines_fit_the_alert(name: str, kind: str) -> None:
    headline = game(name).verdict_words(kind).headline
    assert 0 < len(headline.de) <= 20
    assert 0 < len(headline.en) <= 20


@pytest.mark.parametrize(("name", "kind"), VERDICT_KINDS)
def test_sentences_use_the_places_the_story_fills(name: str, kind: str) -> None:
    words = game(name).verdict_words(kind)
    for text in (words.wrong, words.shown):
        for sentence in (text.de, text.en):
            places = {place for _, place, _, _ in string.Formatter().parse(sentence) if place}
            assert places <= {"name", "led", "did", "thrown", "card"}


@pytest.mark.parametrize(
    ("contract", "de", "en"),
    [
        (Contract("rufspiel", 0, Suit.GRAS), "Rufspiel auf die Gras-Sau", "calls Leaves"),
        (Contract("solo", 0, Suit.HERZ), "Herz-Solo", "Hearts Solo"),
        (Contract("wenz", 0, tout=True), "Wenz Tout", "Wenz Tout"),
        (Contract("geier", 0), "Geier", "Geier"),
        (Contract("farbwenz", 0, Suit.EICHEL), "Eichel-Wenz", "Acorns Wenz"),
        (Contract("ramsch"), "Ramsch", "Ramsch"),
        (Contract("rufspiel", 0, Suit.SPADES), "Rufspiel auf das Pik-Ass", "calls Spades"),
    ],
)
def test_contracts_in_words(contract: Contract, de: str, en: str) -> None:
    text = game("schafkopf").contract_text(contract)
    assert (text.de, text.en) == (de, en)


def test_a_card_is_named_in_both_languages() -> None:
    assert card_text(card("GA")).de == "Gras-Sau"
    assert card_text(card("GA")).en == "Ace of Leaves"


@pytest.mark.parametrize("deck", [GERMAN_48, FRENCH_52])
def test_every_card_has_its_own_name(deck) -> None:  # type: ignore[no-untyped-def]
    assert len({card_text(each).de for each in deck}) == len(deck)
    assert len({card_text(each).en for each in deck}) == len(deck)
    assert len({suit_text(each.suit).de for each in deck}) == 4


RUFSPIEL: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}


NAMES = ("Resi", "Toni", "Vroni", "Sepp")


def told(deal: DealRecord) -> tuple[Story, list[str], list[str]]:
    """Return the first verdict's story, and its sentences in German and in English."""
    story = tell_story(deal, evaluate(deal).verdicts[0], NAMES)
    sentences = [scene.sentence for scene in story.scenes]
    return story, [each.de for each in sentences], [each.en for each in sentences]


def test_a_revoke_is_told_with_both_tricks() -> None:
    deal = record(tricks("0 S7 E7 S8 SA | 3 H7 H8 S9 H9"), RUFSPIEL)
    story, german, english = told(deal)
    assert (story.headline.de, story.wrong) == ("nicht bedient", 1)
    assert [(scene.trick, scene.plays) for scene in story.scenes] == [(1, (0, 1)), (2, (6,))]
    assert german == [
        "Schellen angespielt – Toni warf Eichel ab",
        "… und spielte dann selbst Schellen",
    ]
    assert english[0] == "Bells led – Toni threw off Acorns"


def test_trumping_and_trump_are_told_as_such() -> None:
    trumped = record(tricks("0 S7 SU S8 SA | 1 S9 H8 H9 HZ"), RUFSPIEL)
    assert told(trumped)[1][0] == "Schellen angespielt – Toni stach mit Trumpf"
    trump_led = record(tricks("0 H9 E7 H8 H7 | 0 GA GU G7 G8"), RUFSPIEL)
    assert told(trump_led)[1] == [
        "Trumpf angespielt – Toni warf Eichel ab",
        "… und spielte dann selbst Trumpf",
    ]


def test_a_withheld_called_card_is_told_with_the_card() -> None:
    deal = record(tricks("0 G7 GK GZ G8 | 2 GO H7 H8 H9 | 2 E7 E8 EA GA"), RUFSPIEL)
    _, german, _ = told(deal)
    assert german == [
        "Gras gesucht – Toni gab Gras-König statt Gras-Sau",
        "… und zeigte später selbst Gras-Sau",
    ]


@pytest.mark.parametrize(
    "plays",
    ["0 E7 GA E8 E9", "1 EA EK E8 E7", "0 EA EA E8 E7", "0 EP EA E8 E7", "0 EA EK E8"],
)
def test_every_verdict_can_be_told(plays: str) -> None:
    laid = tricks(plays)
    if len(laid) == 3:
        laid[1], laid[2] = (2, "E8"), (1, "EK")
    deal = record(laid, RUFSPIEL)
    found = evaluate(deal).verdicts
    assert found
    for verdict in found:
        scenes = tell_story(deal, verdict, NAMES).scenes
        assert scenes
        for scene in scenes:
            assert "{" not in scene.sentence.de + scene.sentence.en
