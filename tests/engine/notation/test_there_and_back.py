"""Whatever a deal file says of any game is written for people and read as the same deal."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deal.record import DealRecord
from engine.deal.report import Grade, Status
from engine.dealfile.reader import parse, parse_line
from engine.games import GAMES
from engine.games.contract_fields import Detail
from engine.notation.reader import read
from engine.notation.tricks import LETTERS
from engine.notation.values import SEAT_FIELDS, Scanner, write_value
from engine.notation.writer import write
from engine.referee.evaluation import evaluate
from engine.rules.house_rules import preset_rules
from engine.text import PlainError
from tests.engine.dealfile.test_dealfile_all_games import Json, deals
from tests.engine.dealfile.test_dealfile_examples import examples
from tests.engine.planted.test_planted import some
from tests.shared_data import shared_path
from tests.simulate.playing import anyhow, deal_cards, play_out, start
from tests.simulate.records import record_of
from tests.simulate.table import GAMES as TABLES
from tests.simulate.table import table

NAMES = st.text(max_size=6)
JSON = st.recursive(
    st.one_of(
        *(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), NAMES),
    ).filter(lambda value: value not in (float("inf"), float("-inf"))),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=3)),
    max_leaves=6,
)


def same(record: DealRecord, text: str) -> None:
    (found,) = read(text)
    assert found.problems == (), text
    assert found.record == record


@pytest.mark.parametrize("name", sorted(GAMES))
def test_any_deal_comes_back_as_it_was(name: str) -> None:
    @settings(deadline=None, max_examples=40)
    @given(deals(name), st.data())
    def there_and_back(line: Json, data: st.DataObject) -> None:
        plays = len(line["plays"])
        marks = st.lists(st.integers(0, max(plays - 1, 0)), max_size=plays, unique=True).map(sorted)
        line |= {field: data.draw(marks) for field in ("corrected", "unsure")}
        try:
            record = parse(line)
        except PlainError:
            return
        same(record, write(record))

    there_and_back()


@given(JSON, NAMES)
def test_fields_of_others_come_back_whatever_they_hold(value: object, name: str) -> None:
    line: Json = {"game": "schafkopf", "players": 4, "dealer": 0, f"x_{name}": value, "seats": name}
    record = parse(line)
    same(record, write(record))


@given(JSON)
def test_a_value_comes_back(value: object) -> None:
    scan = Scanner(write_value(value))
    assert json.dumps(scan.value()) == json.dumps(value)
    assert scan.done


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_deals_as_played_come_back_with_what_the_referee_says(game: str, players: int) -> None:
    for seed in range(6):
        chance = random.Random(f"{game} {players} {seed}")
        played = play_out(start(deal_cards(table(game, players, chance), chance)), anyhow(chance))
        record = record_of(played.deal, f"deal {seed}")
        text = write(record, evaluate(record))
        same(record, text)
        assert "!" not in text
        wrong = record_of(some((game, players, "revoke", None), chance).deal)
        assert "!" in write(wrong, evaluate(wrong))


def test_what_is_proven_is_marked_and_nothing_else() -> None:
    marked = 0
    for seed in range(40):
        chance = random.Random(f"planted {seed}")
        laid = play_out(
            start(deal_cards(table("schafkopf", 4, chance, kind="solo"), chance)), anyhow(chance)
        )
        plays = list(laid.deal.plays)
        at, other = chance.sample(range(len(plays)), 2)
        if plays[at][0] != plays[other][0]:
            continue
        # Two cards of one hand change places: now and then that is a revoke.
        plays[at], plays[other] = (
            (plays[at][0], plays[other][1]),
            (plays[other][0], plays[at][1]),
        )
        record = record_of(replace(laid.deal, plays=plays), f"{seed}")
        report = evaluate(record)
        proven = {
            (verdict.play, verdict.kind)
            for verdict in report.verdicts
            if verdict.grade is Grade.OWN_PLAY and verdict.status is Status.PROVEN
        }
        (found,) = read(write(record, report))
        assert set(found.marked) == proven
        assert found.record == record
        marked += len(proven)
    assert marked > 3


def test_every_verdict_about_a_card_has_its_letter_and_no_two_have_the_same() -> None:
    assert len(set(LETTERS.values())) == len(LETTERS)
    assert all(len(letter) == 1 for letter in LETTERS.values())


def test_every_field_of_a_contract_that_holds_a_seat_is_told_from_one() -> None:
    held: set[str] = set()
    for name, game in GAMES.items():
        for count in game.player_counts:
            shapes = game.contract_kinds(preset_rules(name), count, game.family)
            for shape in shapes.values():
                seated = (Detail.SEAT, Detail.TEAMS)
                held |= {key for key, what in shape.details.items() if what in seated}
    # Of the other fields none holds seats: a flag, a card or cards.
    others = {Detail.FLAG, Detail.CARD, Detail.CARDS, Detail.FLAG_OR_CARD}
    assert set(Detail) == {Detail.SEAT, Detail.TEAMS} | others
    assert {"partner", "teams"} <= held
    assert held <= SEAT_FIELDS


def test_people_count_seats_from_one() -> None:
    record = parse(
        {
            "game": "mehrkopf",
            "players": 5,
            "dealer": 4,
            "contract": {"kind": "hochzeit", "seat": 1, "partner": 2, "gave": "H7", "back": "E9"},
            "plays": [[0, "G7"], [1, "GA"], [3, "S9"]],
            "corrected": [1],
            "unsure": [1, 2],
            "evening": "20. November",
            "deal": "14",
            "seats": ["Sepp", "Resi", "Xaver", "Vroni", "Toni der Alte"],
            "end": {"kind": "claim", "seat": 0, "agreed": True, "holder": 2},
            "rulings": [{"kind": "revoke", "seat": 3, "play": 2, "ruling": "waived"}],
        }
    )
    text = write(record)
    for expected in (
        '[Contract "2 hochzeit partner=3 gave=H7 back=E9"]',
        '[Evening "20. November"]',
        '[Deal "14"]',
        '[Seats "1=Sepp 2=Resi 3=Xaver 4=Vroni 5=\\"Toni der Alte\\""]',
        "1. 1: G7 GA=? 4:S9?",
        '[End "claim seat=1 agreed holder=3"]',
        '[Ruling "revoke 4 at 1.3 waived"]',
    ):
        assert expected in text.splitlines()
    same(record, text)


def test_a_result_entered_by_hand_names_seats_from_one() -> None:
    line: Json = {"game": "schafkopf", "players": 4, "dealer": 3}
    told: Json = {"won": False, "partners": [2], "points": [31, None], "laufende": -2}
    line |= {"contract": {"kind": "rufspiel", "seat": 0, "suit": "G"}}
    record = parse({**line, "end": {"kind": "entered", **told}})
    text = write(record, evaluate(record))
    assert '[End "entered won=false partners=(3) points=(31 null) laufende=-2"]' in text
    same(record, text)
    alone: dict[str, Json] = {
        "losers=(4) trickless=(2)": {"losers": [3], "trickless": [1]},
        "amounts=(1 -1 0 0) reason=": {"amounts": [1, -1, 0, 0], "reason": "vom Zettel"},
    }
    for expected, told in alone.items():
        ramsch = {**line, "contract": {"kind": "ramsch"}, "end": {"kind": "entered", **told}}
        record = parse(ramsch)
        text = write(record)
        assert f'[End "entered {expected}' in text
        same(record, text)


def test_the_examples_of_the_deal_file_come_back() -> None:
    read_back = []
    for example in examples():
        record = parse(example)
        same(record, write(record, evaluate(record)))
        read_back.append(record.game)
    assert set(read_back) == {"mehrkopf", "schafkopf", "bavarian", "sheepshead", "bierkopf"}


@pytest.mark.shared
@pytest.mark.parametrize(
    "name", ["schafkopf-paid", "schafkopf-priced", "schafkopf-practice", "sheepshead-5-players"]
)
def test_real_deals_come_back(name: str) -> None:
    lines = shared_path("deals", f"{name}.jsonl").read_text("utf-8").splitlines()
    records = [parse_line(line) for line in lines]
    found = read("\n".join(write(record) for record in records))
    assert [deal.problems for deal in found] == [()] * len(records)
    assert [deal.record for deal in found] == records
