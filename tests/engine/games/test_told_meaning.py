"""Whatever is told of a result either counts or is refused in a sentence, in every game."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import Suit
from engine.deal.record import Contract
from engine.dealfile.reader import parse
from engine.evening import checks as fitting
from engine.evening.deal import LogEntry
from engine.evening.fold import fold
from engine.events import DealEntered, DealStarted, EveningStarted, Event
from engine.referee.evaluation import evaluate
from engine.text import PlainError
from tests.engine.spine import enveloped

Json = dict[str, Any]
SOLO: Json = {"kind": "solo", "seat": 0, "suit": "E"}
CALL: Json = {"kind": "rufspiel", "seat": 0, "suit": "G"}
RAMSCH: Json = {"kind": "ramsch"}
PICK: Json = {"kind": "pick", "seat": 0, "partner": "none"}
LEASTER: Json = {"kind": "leaster"}
TEAMS: Json = {"kind": "teams"}


def payout(game: str, contract: Json, told: Json, players: int = 4, **rules: Any) -> list[int]:
    line = {"game": game, "players": players, "dealer": players - 1, "contract": contract}
    record = parse({**line, "rules": rules, "end": {"kind": "entered", **told}})
    result = evaluate(record).result
    assert result is not None
    if result.game_points is not None:
        return list(result.game_points)
    return [int(each) for each in result.payout]


@pytest.mark.parametrize(
    ("game", "contract", "told", "words"),
    [
        # A Mehrkopf declarer never pays Schneider (DE, EN: the others only).
        ("mehrkopf", SOLO, {"won": False, "schneider": True}, "Schneider"),
        ("mehrkopf", SOLO, {"points": [20, 100], "schneider": True}, "Schneider"),
        ("mehrkopf", SOLO, {"won": False, "schwarz": True}, "Schwarz"),
        ("schafkopf", {**SOLO, "tout": True}, {"won": False, "schneider": True}, "Schneider"),
        ("schafkopf", {"kind": "sie", "seat": 0}, {"won": True, "laufende": 8}, "runs of trumps"),
        ("schafkopf", SOLO, {"won": True, "losers": [1]}, "who lost"),
        ("schafkopf", SOLO, {"won": True, "trickless": [1]}, "who has no trick"),
        ("schafkopf", RAMSCH, {"losers": [1], "won": True}, "won or lost"),
        ("schafkopf", RAMSCH, {"losers": [1], "won": False}, "won or lost"),
        ("schafkopf", RAMSCH, {"losers": [1], "schneider": True}, "Schneider"),
        ("schafkopf", RAMSCH, {"losers": [1], "laufende": 3}, "runs of trumps"),
        ("schafkopf", RAMSCH, {"losers": [1], "points": [60, 60]}, "points of the sides"),
        ("sheepshead", PICK, {"won": True, "laufende": 3}, "runs of trumps"),
        ("sheepshead", PICK, {"won": True, "losers": [1]}, "who lost"),
        ("sheepshead", PICK, {"points": [70, 50], "schneider": True}, "Schneider"),
        ("sheepshead", LEASTER, {"losers": [1, 2, 3], "won": True}, "won or lost"),
        ("sheepshead", LEASTER, {"losers": [1, 2, 3], "schneider": True}, "Schneider"),
        ("bierkopf", TEAMS, {"won": True, "schwarz": True}, "Schwarz"),
        ("bierkopf", TEAMS, {"won": True, "laufende": 3}, "runs of trumps"),
        ("bierkopf", TEAMS, {"won": True, "partners": [2]}, "partners"),
    ],
)
def test_what_counts_for_nothing_is_refused(
    game: str, contract: Json, told: Json, words: str
) -> None:
    with pytest.raises(PlainError, match=f"does not count: {words}"):
        payout(game, contract, told)


def test_without_runs_in_the_house_none_are_told() -> None:
    with pytest.raises(PlainError, match="does not count: runs of trumps"):
        payout("schafkopf", SOLO, {"won": True, "laufende": 3}, laufende=False)


def test_a_bierkopf_that_does_not_count_double_is_not_schneider() -> None:
    with pytest.raises(PlainError, match="With 70 points it does not count double"):
        payout("bierkopf", TEAMS, {"points": [70, 50], "schneider": True})
    with pytest.raises(PlainError, match="With 60 points it does not count double"):
        payout("bierkopf", TEAMS, {"points": [60, 60], "schneider": True})
    assert payout("bierkopf", TEAMS, {"points": [91, 29], "schneider": True}) == [2, 0]


def test_a_lost_schneider_counts_where_the_house_says_so() -> None:
    assert payout("schafkopf", SOLO, {"won": False, "schneider": True})[0] == -180
    assert payout("mehrkopf", SOLO, {"won": False, "schneider": False})[0] == -15
    won = {"won": True, "schneider": True, "schwarz": True}
    assert payout("schafkopf", {**SOLO, "tout": True}, won, tout_doubles="all")[0] > 0


@pytest.mark.parametrize(
    ("game", "contract", "seats", "sides", "more"),
    [
        ("schafkopf", CALL, [40, 30, 30, 20], [70, 50], {"partners": [2]}),
        ("schafkopf", SOLO, [95, 5, 10, 10], [95, 25], {}),
        ("bierkopf", TEAMS, [50, 10, 45, 15], [95, 25], {}),
        # What no seat has is in the bury, the picker's.
        ("sheepshead", PICK, [40, 30, 10, 19], [61, 59], {}),
    ],
)
def test_the_sides_follow_from_everybody_s_points(
    game: str, contract: Json, seats: list[int], sides: list[int], more: Json
) -> None:
    by_seat = payout(game, contract, {"points_by_seat": seats, **more})
    assert by_seat == payout(game, contract, {"points": sides, **more})
    with pytest.raises(PlainError, match=f"adds up to {sides[0]} for the declarers"):
        payout(game, contract, {"points_by_seat": seats, "points": [61 + 1, 58], **more})


def test_everybody_s_points_settle_a_game_in_which_all_play_alone() -> None:
    points: Json = {"points_by_seat": [10, 20, 30, 60]}
    assert payout("schafkopf", RAMSCH, points) == [20, 20, 20, -60]
    assert payout("mehrkopf", RAMSCH, points)[3] < 0
    assert payout("bavarian", RAMSCH, points, games=["rufspiel", "ramsch"])[3] < 0
    assert payout("sheepshead", LEASTER, points) == [3, -1, -1, -1]
    assert payout("sheepshead", {"kind": "two_hands"}, {"points_by_seat": [70, 50]}, 2) == [1, -1]
    poor: Json = {"points_by_seat": [100, 20]}
    assert payout("sheepshead", {"kind": "two_hands"}, poor, 2) == [2, -2]


def test_who_has_no_points_may_have_a_trick() -> None:
    points = [0, 40, 40, 40]
    with pytest.raises(PlainError, match="may have a trick or none"):
        payout("sheepshead", LEASTER, {"points_by_seat": points})
    with pytest.raises(PlainError, match="may have a trick or none"):
        payout("schafkopf", RAMSCH, {"points_by_seat": [0, 30, 40, 50]})
    none = {"points_by_seat": points, "trickless": [0]}
    assert payout("sheepshead", LEASTER, none)[0] < 0
    one = {"points_by_seat": points, "tricks_by_seat": [1, 2, 3, 1]}
    assert payout("sheepshead", LEASTER, one) == [3, -1, -1, -1]
    free = {"points_by_seat": points}
    assert payout("sheepshead", LEASTER, free, leaster_needs_trick=False) == [3, -1, -1, -1]


@pytest.mark.parametrize(
    ("contract", "players", "told", "words"),
    [
        (LEASTER, 4, {"points_by_seat": [10, 20, 30, 60], "trickless": [0]}, "no points either"),
        (LEASTER, 4, {"points_by_seat": [10, 20, 30, 60], "losers": [0, 1, 2]}, "fewest points"),
        (LEASTER, 4, {"losers": [1, 2], "trickless": [3]}, "nobody wins without a trick"),
        ({"kind": "two_hands"}, 2, {"points_by_seat": [70, 50], "losers": [0]}, "fewer points"),
        ({"kind": "two_hands"}, 2, {"points_by_seat": [70, 50], "schwarz": True}, "no trick"),
        ({"kind": "two_hands"}, 2, {"points_by_seat": [70, 50], "schneider": True}, "not count"),
    ],
)
def test_what_contradicts_everybody_s_points_is_told(
    contract: Json, players: int, told: Json, words: str
) -> None:
    with pytest.raises(PlainError, match=words):
        payout("sheepshead", contract, told, players)


def test_an_old_evening_keeps_a_deal_in_which_something_counted_for_nothing() -> None:
    """An older program passed it over; the writer refuses it now, the fold reads it for ever."""
    begun = EveningStarted("e", "mehrkopf", {}, ("A", "B", "C", "D"), "isar", {})
    told: Json = {"won": False, "schneider": True}
    entered = DealEntered(told, Contract("solo", 0, Suit.EICHEL))
    events: list[Event] = [begun, DealStarted("d", 3), entered]
    state = fold(enveloped(events))
    assert state.oddities == ()
    assert [int(each) for each in state.totals] == [-15, 5, 5, 5]
    running = fold(enveloped(events[:2]))
    assert running.deal is not None
    (*_, envelope) = enveloped(events)
    with pytest.raises(PlainError, match="does not count: Schneider"):
        fitting.with_entered_result(running.deal, LogEntry(envelope), entered)
