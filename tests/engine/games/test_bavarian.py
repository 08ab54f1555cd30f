"""Bavarian Schafkopf is a game of its own: Appendix B's preset and Appendix B's words (AB)."""

from __future__ import annotations

import random

import pytest

from engine.cards import Suit
from engine.deal.record import Contract
from engine.dealfile.writer import to_json
from engine.games import game
from engine.games.schafkopf.house_rules import house
from engine.referee.evaluation import evaluate
from engine.rules.house_rules import preset_rules, rules_in_force
from tests.engine.deals import record
from tests.engine.games.auctions import auction_record, view_of
from tests.engine.referee.oracle import Table, deal_hands, play_out, start

BAVARIAN = game("bavarian")


@pytest.mark.parametrize(
    ("contract", "de", "en"),
    [
        (Contract("rufspiel", 0, Suit.GRAS), "Rufspiel auf die Gras-Sau", "calls"),
        (Contract("wenz", 0), "Wenz", "Jacks Solo"),
        (Contract("wenz", 0, tout=True), "Wenz Tout", "Jacks Tout"),
        (Contract("solo", 0, Suit.EICHEL), "Eichel-Solo", "Acorns Solo"),
        (Contract("solo", 0, Suit.EICHEL, tout=True), "Eichel-Solo Tout", "Acorns Solo Tout"),
        (Contract("sie", 0), "Sie", "Macks"),
    ],
)
def test_games_are_called_what_appendix_b_calls_them(contract: Contract, de: str, en: str) -> None:
    """AB 1.1: the Jacks Solo, a simple Solo, the Jacks Tout, the Solo Tout, and the Macks."""
    text = BAVARIAN.contract_text(contract)
    assert text.de.startswith(de)
    assert text.en.startswith(en)


def test_the_call_screen_offers_appendix_bs_games_and_doublings() -> None:
    """AB 1.1, 4.1: Contra, Re-Contra, Supra, Re-Supra; no Legen."""
    menu = BAVARIAN.call_menu(preset_rules("bavarian"), 4)
    assert [kind.title.en for kind in menu.kinds] == ["Call game", "Jacks Solo", "Solo", "Macks"]
    assert [kind.tout for kind in menu.kinds] == [False, True, True, False]
    said = [text.en for word, text in menu.doublings if word != "bock"]
    assert said == ["Contra", "Re-Contra", "Supra", "Re-Supra"]


def test_the_auction_speaks_appendix_bs_words() -> None:
    """AB 2.1: "Play", "Continue", "Play too", "Good"; both languages."""
    first = view_of(auction_record("bavarian"))
    later = view_of(auction_record("bavarian", [(0, "play")]))
    after = view_of(
        auction_record("bavarian", [(0, "play"), (1, "play_too"), (2, "pass"), (3, "pass")])
    )
    words = [offer.text for view in (first, later, after) for offer in view.offers]
    assert [word.en for word in words] == [
        *("Continue", "Play", "Continue", "Play too", "Good", "Name the game")
    ]
    assert [word.de for word in words][:4] == ["Weiter", "Ich spiele", "Weiter", "Ich spiele auch"]


def test_every_value_names_the_section_or_says_that_appendix_b_is_silent() -> None:
    """RULES 0: each value with its source."""
    for option in rules_in_force(preset_rules("bavarian"), "bavarian"):
        known = ("AB ", "RULES", "DE ", "EN ", "practice", "Mehrkopf only")
        assert option.source.startswith(known), option


def test_the_readings_of_section_3_are_appendix_bs() -> None:
    """AB 3.1: leading with three beside the ace, last trick; AB 4.1: 60 suffice for the others."""
    rules = house(preset_rules("bavarian"))
    assert (rules.umspielen_when, rules.umspielen_min) == ("lead", 4)
    assert rules.called_discard == "last_trick_only"
    assert (rules.all_pass, rules.auction) == ("redeal", "play_too")
    assert (rules.contra_until, rules.stoss, rules.legen) == (1, "resupra", False)


@pytest.mark.parametrize("seed", range(40))
def test_a_deal_counts_as_in_schafkopf_in_units(seed: int) -> None:
    """AB adds to the rules that every Schafkopf shares (AB 1); its prices are the documents'."""
    chance = random.Random(seed)
    table = Table("wenz", caller=seed % 4)
    plays = play_out(start(table, deal_hands(table, chance), seed % 3), chance).plays
    contract: dict[str, object] = {"kind": "wenz", "seat": seed % 4}
    dealer = (plays[0][0] - 1) % 4
    ours = record(plays, contract, "bavarian", dealer=dealer)
    theirs = record(plays, contract, "schafkopf", dealer=dealer)
    here, there = evaluate(ours).result, evaluate(theirs).result
    assert here is not None
    assert there is not None
    assert (here.winner, here.points_by_seat, here.tricks) == (
        *(there.winner, there.points_by_seat, there.tricks),
    )
    assert [10 * amount for amount in here.payout] == list(there.payout)
    assert to_json(ours)["game"] == "bavarian"
