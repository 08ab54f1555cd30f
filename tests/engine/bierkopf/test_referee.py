"""Must-trump in all grades of proof, against every distribution of the unseen cards.

Bierkopf's deck is small enough to look at whole deals, from the first card on.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.deal.record import DealRecord
from engine.deal.report import Grade
from engine.dealfile.reader import parse
from engine.games import game
from engine.games.facts import TRUMP
from engine.referee.evaluation import evaluate, penalties
from engine.referee.story import tell_story
from tests.engine.bierkopf.plain import DECK, deal, random_game
from tests.engine.brute.compare import differences, said_at
from tests.engine.brute.positions import late, random_table
from tests.engine.brute.test_brute import Tally, check
from tests.engine.brute.worlds import Position, proven_at
from tests.evenings.proof import ENGINE, Row, write
from tests.simulate.playing import acts
from tests.simulate.records import record_of
from tests.simulate.table import Deal, SimulatedTable

SEED = 20261121
FEW = 300
MANY = 20_000
LAST = 8
"""Cards of the two last tricks."""


def whole_deals(seed: int, positions: int, tally: Tally) -> Iterator[str]:
    """Yield where engine and oracle part in deals followed from the first card."""
    chance = random.Random(seed)
    while tally.positions < positions:
        yield from check(late(random_table(chance, "bierkopf", 4), chance, len(DECK)), tally)


def test_engine_and_oracle_agree_from_the_first_card_on() -> None:
    """RULES 13: sound and at the earliest card, every distribution of up to 19 unseen cards."""
    tally = Tally()
    assert list(whole_deals(SEED, FEW, tally)) == []
    assert min(tally.certain, tally.joint, tally.several) > 0


@pytest.mark.parametrize("seed", range(40))
def test_the_oracle_knows_what_plain_rules_over_whole_hands_know(seed: int) -> None:
    made = random_game(seed, random.Random(seed).choice([0.0, 0.2, 1.0]))
    table = SimulatedTable("bierkopf", "teams", dealer=made.dealer)
    assert sorted(table.deck) == sorted(DECK)
    assert acts(table, dict(enumerate(made.hands)), made.plays) == made.wrong


def endings(opening: list[tuple[int, str]], left: tuple[str, ...]) -> Iterator[Position]:
    """Yield the position after every card of every order in which the last cards can be laid."""
    table = SimulatedTable("bierkopf", "teams")
    for card in left:
        plays = [*opening, (_turn(table, opening), card)]
        yield Position(table, tuple(plays))
        yield from endings(plays, tuple(each for each in left if each != card))


def _turn(table: SimulatedTable, plays: list[tuple[int, str]]) -> int:
    if len(plays) % 4:
        return (plays[-1][0] + 1) % 4
    return table.winner(plays[-4:]) if plays else table.vorhand


def record_at(position: Position) -> DealRecord:
    return record_of(Deal(position.table, {}, plays=list(position.plays)))


def opening(seed: int, cards: int) -> tuple[list[tuple[int, str]], tuple[str, ...]]:
    """Return the first tricks of a deal in which not everything was right, and what is left."""
    chance = random.Random(seed)
    order = chance.sample(DECK, len(DECK))
    plays: list[tuple[int, str]] = []
    for card in order[: len(DECK) - cards]:
        plays.append((_turn(SimulatedTable("bierkopf", "teams"), plays), card))
    return plays, tuple(order[len(DECK) - cards :])


@pytest.mark.parametrize("seed", range(2))
def test_every_ending_of_the_last_trick_and_one_card(seed: int) -> None:
    """Exhaustive: each order of the last five cards, each position."""
    spoken = 0
    for position in endings(*opening(seed, 5)):
        said = said_at(record_at(position))
        assert differences(said, proven_at(position)) == []
        spoken += bool(said.verdicts)
    assert spoken > 0


@pytest.mark.prove
def test_every_position_of_whole_deals_and_every_ending() -> None:
    tally = Tally()
    parted = list(whole_deals(SEED, MANY, tally))
    ends = ended = 0
    for position in endings(*opening(SEED, LAST)):
        ends += 1
        ended += not differences(said_at(record_at(position)), proven_at(position))
    write(
        [
            Row(
                "Bierkopf, must-trump: whole deals from the first card on, against every "
                "distribution of the unseen cards: positions where both agree",
                f"{MANY:,} of {MANY:,}",
                f"{tally.positions - len(parted):,} of {tally.positions:,} ({tally.line()})",
                f"pytest -m prove tests/engine/bierkopf (seed {SEED})",
            ),
            Row(
                "Bierkopf: every order in which the last two tricks can be laid, every position",
                "all",
                f"{ended:,} of {ends:,}",
                f"pytest -m prove tests/engine/bierkopf (seed {SEED})",
            ),
        ],
        ENGINE,
    )
    assert parted == []
    assert ended == ends


def test_must_trump_is_proven_by_own_play_by_count_and_jointly() -> None:
    """RULES 13: off-class non-trump on a plain lead denies the led class and trump."""
    met: set[Grade] = set()
    for seed in range(400):
        made = random_game(seed, 0.3)
        for each in said_at(made.record()).verdicts:
            if each.kind == "must_trump":
                met |= {known.grade for known in each.grades}
    assert met == set(Grade)


@pytest.mark.parametrize("seed", range(12))
def test_a_report_card_by_card_is_the_one_read_at_once(seed: int) -> None:
    whole = random_game(seed, 0.4).record()
    grown = replace(whole, plays=())
    reports = [evaluate(grown)]
    for play in whole.plays:
        grown = grown.with_play(play)
        reports.append(evaluate(grown))
    for count in range(len(whole.plays), -1, -1):
        assert evaluate(replace(whole, plays=whole.plays[:count])) == reports[count]


def test_it_is_told_in_words() -> None:
    record = deal("0 CA CK CT DK | 0 SA SK ST HK")
    (verdict,) = said_at(record).verdicts
    told = tell_story(record, verdict, ("Anna", "Bert", "Cilli", "Dora"))
    assert [scene.sentence.de for scene in told.scenes] == [
        "Kreuz angespielt – Dora warf Karo-König ab, statt zu stechen",
        "… und spielte dann selbst Trumpf",
    ]
    by_count = deal("0 CA CK CT DK | 0 SA SK")
    (verdict,) = said_at(by_count).verdicts
    told = tell_story(by_count, verdict, ("Anna", "Bert", "Cilli", "Dora"))
    assert told.scenes[-1].sentence.en == "Shown by counting: Dora must have held Trump then"


def test_the_decoder_expects_a_trump_from_who_cannot_follow() -> None:
    """Who has denied clubs lays a trump rather than a card thrown off."""
    record = deal("0 CA CJ CT DK | 1 HQ HK DQ HA | 1 HT CQ SQ SJ | 2 CK DJ ST")
    found = penalties(record)
    setting = game("bierkopf").setting(record)
    trumps = [found.get(each, 0.0) for each in setting.trumps if found.get(each, 0) < 12]
    others = [each for each in setting.deck if setting.klass[each] != TRUMP]
    thrown = [found[each] for each in others if found.get(each, 0) < 12 and each.code[0] != "C"]
    assert trumps
    assert thrown
    assert max(trumps) < min(thrown)


def test_a_deal_file_without_teams_has_those_who_sit_opposite() -> None:
    line = {"v": 1, "id": "x", "game": "bierkopf", "players": 4, "dealer": 3}
    record = parse({**line, "contract": {"kind": "teams"}, "plays": []})
    assert record.contract is not None
    assert record.contract.details == {}
