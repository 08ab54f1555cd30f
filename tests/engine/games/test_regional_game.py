"""A regional game is one new folder and its tests: what that folder would hold, built here.

"Hinterwald" is played by four with 36 cards and knows the Bettel: alone, without trumps, won by who
takes no trick. Everything below is a public hook; no other module knows the game.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from engine.cards import GERMAN_36, card
from engine.deal.record import Contract
from engine.deal.report import DealResult, Verdict
from engine.dealfile.reader import parse
from engine.dealfile.writer import answer, to_json
from engine.evening.fold import fold
from engine.events import Announced, CardPlayed, DealClosed, DealStarted, EveningStarted, Event
from engine.games import GAMES, game
from engine.games.facts import Facts, tally
from engine.games.payouts import alone_result, each_to_each, ledger
from engine.games.schafkopf.family import SchafkopfGame
from engine.games.schafkopf.house_rules import SchafkopfCount, themes_for
from engine.games.schafkopf.kinds import KINDS, ContractKind
from engine.games.schafkopf.preset import SCHAFKOPF_PRESET
from engine.options import Flag, OptionSpec, Preset, Sourced, Theme
from engine.referee.evaluation import evaluate
from engine.rules.description import to_toml
from engine.rules.house_rules import preset_rules, rules_from, rules_in_force
from engine.text import PlainError, Text
from tests.engine.lines import line
from tests.engine.spine import enveloped

BETTEL = ContractKind(
    "bettel", Text(de="Bettel", en="Bettel"), Text(de="Bettel", en="plays Bettel"), ""
)
HINTERWALD_KINDS = {**KINDS, "bettel": BETTEL}
HINTERWALD_PRESET = Preset(
    "hinterwald",
    Text(de="Hinterwald", en="Hinterwald"),
    {
        **SCHAFKOPF_PRESET.values,
        "games": Sourced(("rufspiel", "bettel", "solo", "solo tout"), "the inn's rules, 1"),
        "bettel_doubled": Sourced(False, "the inn's rules, 2"),
    },
)
BETTEL_RULES = Theme(
    BETTEL.title,
    (
        OptionSpec(
            "bettel_doubled",
            Flag(),
            Text(de="Ein Bettel zahlt doppelt", en="A Bettel is paid twice"),
        ),
    ),
)


class HinterwaldGame(SchafkopfGame):
    """The family's game with one more kind and its own way to settle it."""

    def over(self, facts: Facts) -> bool:
        """Tell whether a Bettel has taken its first trick."""
        contract = facts.record.contract
        if contract is None or contract.kind != BETTEL.name:
            return SchafkopfGame.over(self, facts)
        return any(trick.complete and trick.winner == contract.seat for trick in facts.tricks)

    def settle(self, facts: Facts, upheld: Sequence[Verdict] = ()) -> DealResult | None:
        """Settle a Bettel by its tricks, everything else as the family does."""
        contract, counted = facts.record.contract, tally(facts)
        if contract is None or contract.kind != BETTEL.name or contract.seat is None:
            return SchafkopfGame.settle(self, facts, upheld)
        if counted is None:
            return None
        price = 100 if facts.record.rules.options["bettel_doubled"] else 50
        alone = (contract.seat,)
        others = tuple(seat for seat in facts.setting.seats if seat != contract.seat)
        won = counted.tricks[contract.seat] == 0
        winners, losers = (alone, others) if won else (others, alone)
        paid = ledger(facts.setting.players, each_to_each(losers, winners, price))
        return alone_result(counted, "seats", winners, price, paid)


HINTERWALD = HinterwaldGame(
    "hinterwald",
    Text(de="Hinterwald", en="Hinterwald"),
    (HINTERWALD_PRESET,),
    counts={4: SchafkopfCount(GERMAN_36)},
    kinds=HINTERWALD_KINDS,
    themes=themes_for(HINTERWALD_KINDS, BETTEL_RULES),
)


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line in the registry that a folder needs."""
    monkeypatch.setitem(GAMES, "hinterwald", HINTERWALD)


DECLARED = {"kind": "bettel", "seat": 1}
ORDER = "AZKOU9876"


def deal_by_chance(seed: int, contract: dict[str, object]) -> dict[str, Any]:
    """Return a line in which everybody follows suit and the winner leads, reckoned here."""
    deck = [suit + rank for suit in "EGHS" for rank in ORDER]
    random.Random(seed).shuffle(deck)
    hands = [deck[9 * seat : 9 * seat + 9] for seat in range(4)]
    plays: list[tuple[int, str]] = []
    leader = 0
    while hands[leader]:
        trick: list[tuple[int, str]] = []
        for seat in ((leader + step) % 4 for step in range(4)):
            fits = [code for code in hands[seat] if trick and code[0] == trick[0][1][0]]
            code = (fits or hands[seat])[0]
            hands[seat].remove(code)
            trick.append((seat, code))
        plays += trick
        led = [each for each in trick if each[1][0] == trick[0][1][0]]
        leader = min(led, key=lambda each: ORDER.index(each[1][1]))[0]
    return line(4, contract, "hinterwald", plays=plays)


def taken(plays: list[list[Any]], seat: int) -> int:
    """Count the tricks of a seat up to the first one, as the plays say."""
    count = 0
    for start in range(0, len(plays), 4):
        trick = plays[start : start + 4]
        led = [each for each in trick if each[1][0] == trick[0][1][0]]
        count += min(led, key=lambda each: ORDER.index(each[1][1]))[0] == seat
    return count


def test_its_deck_has_nine_cards_a_hand_and_no_trump_in_a_bettel() -> None:
    made = HINTERWALD.setting(parse(line(4, DECLARED, "hinterwald")))
    assert (len(made.deck), made.hand_size, made.trick_count) == (36, 9, 9)
    assert made.trumps == ()
    assert len({made.klass[each] for each in made.deck}) == 4
    rufspiel = {"kind": "rufspiel", "seat": 0, "suit": "E"}
    normal = HINTERWALD.setting(parse(line(4, rufspiel, "hinterwald")))
    assert (normal.trumps[0].code, normal.trumps[-1].code) == ("EO", "H6")


@pytest.mark.parametrize("seed", range(30))
def test_a_deal_of_it_is_read_refereed_and_settled(seed: int) -> None:
    written = deal_by_chance(seed, DECLARED)
    record = parse(written)
    report = evaluate(record)
    assert [each.kind for each in report.verdicts] == []
    assert report.complete
    lost = taken(written["plays"], 1) > 0
    price = Fraction(-50 if lost else 50)
    assert report.result is not None
    assert report.result.payout == (-price, 3 * price, -price, -price)
    assert json.loads(json.dumps(answer(record, report)))["payout"][1] == 3 * price
    assert parse(to_json(record)) == record


def test_a_lost_bettel_is_over_at_once() -> None:
    plays = [(0, "E7"), (1, "EA"), (2, "E8"), (3, "E9")]
    report = evaluate(parse(line(4, DECLARED, "hinterwald", plays=plays)))
    assert report.turn is None
    assert report.result is not None
    assert [int(share) for share in report.result.payout] == [50, -150, 50, 50]


def test_a_revoke_in_it_is_proven() -> None:
    plays = [(0, "E7"), (1, "G6"), (2, "E8"), (3, "E9"), (3, "GA"), (0, "G7"), (1, "EA")]
    (found, *_) = evaluate(parse(line(4, DECLARED, "hinterwald", plays=plays))).verdicts
    assert (found.kind, found.seat, found.play, found.known_after) == ("revoke", 1, 1, 6)


def test_the_family_s_games_are_played_with_its_deck() -> None:
    plays = [(0, "E6"), (1, "EZ"), (2, "E9"), (3, "EA")]
    called = {"kind": "rufspiel", "seat": 0, "suit": "E"}
    report = evaluate(parse(line(4, called, "hinterwald", plays=plays)))
    assert (report.partners, report.sides_known, report.turn) == ((3,), True, 3)


def test_its_house_rules_are_checked_told_and_written() -> None:
    rules = rules_from({"bettel_doubled": True, "games": ["bettel"]}, "hinterwald")
    sources = {each.spec.name: each.source for each in rules_in_force(rules, "hinterwald")}
    assert (sources["bettel_doubled"], sources["deck"]) == ("house", "AB 1. Additions")
    assert "bettel_doubled = true" in to_toml(rules, "hinterwald", "de")
    assert "A Bettel is paid twice" in to_toml(rules, "hinterwald", "en")
    with pytest.raises(PlainError) as refused:
        rules_from({"games": ["niederbettel"]}, "hinterwald")
    assert "bettel" in refused.value.text.en
    written = {**deal_by_chance(0, DECLARED), "rules": {"bettel_doubled": True}}
    result = evaluate(parse(written)).result
    assert result is not None
    assert abs(result.payout[0]) == 100


def test_other_games_know_nothing_of_it() -> None:
    with pytest.raises(PlainError):
        rules_from({"games": ["bettel"]}, "schafkopf")
    with pytest.raises(PlainError):
        parse(line(4, DECLARED, "schafkopf"))


def test_the_call_screen_offers_it_in_its_words() -> None:
    kinds = HINTERWALD.call_menu(preset_rules("hinterwald"), 4).kinds
    assert [(each.kind, each.title.de, each.tout) for each in kinds] == [
        ("rufspiel", "Rufspiel", False),
        ("solo", "Solo", True),
        ("bettel", "Bettel", False),
    ]
    text = game("hinterwald").contract_text(Contract("bettel", 1))
    assert (text.de, text.en) == ("Bettel", "plays Bettel")


def test_an_evening_of_it_is_folded() -> None:
    """The journal's one fold carries it like any other game."""
    played = deal_by_chance(3, DECLARED)
    plays = evaluate(parse(played)).tricks
    lost = next((t.start + 4 for t in plays if t.winner == 1), 36)
    laid = [CardPlayed(card(code)) for _, code in played["plays"][:lost]]
    events: list[Event] = [
        EveningStarted("e", "hinterwald", {}, ("Resi", "Toni", "Vroni", "Sepp"), "isar", {}),
        DealStarted("d1", 3),
        Announced(Contract("bettel", 1)),
        *laid,
        DealClosed(),
    ]
    state = fold(enveloped(events))
    assert state.oddities == ()
    (deal,) = state.finished
    assert sum(deal.payout) == 0
    assert abs(deal.payout[1]) == 150
