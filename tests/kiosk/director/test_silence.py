"""Between two deals nothing on the table is a play: shown, counted, thrown in, dealt, a hand."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.cards import GERMAN_32, Card, card
from engine.deal.record import Contract, DealRecord, Play
from engine.events import CardPlayed, DealClosed, DealStarted, EveningStarted
from engine.rules.house_rules import rules_from
from kiosk.director.deal_source import RoundDeals
from kiosk.director.director import Director
from kiosk.table.writer import MemoryTable
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import CLEAR, QUAD, place, scores, seen, session
from vision.sighting import (
    ActivityChanged,
    CameraMoved,
    CardTakenBack,
    FaceDownSeen,
    ForeignSeen,
    Place,
    Sighting,
    TableActivity,
    TrickCleared,
    VisionEvent,
)

RECORD = random_deal(3)
LEADER = RECORD.plays[0].seat


def lying(
    track: int, at: Place, t: float, face: Card | None = None, chance: random.Random | None = None
) -> Sighting:
    chance = chance or random.Random(track)
    face = face or GERMAN_32[track % 32]
    return Sighting(track, t, t + 0.2, QUAD, at, scores(face, CLEAR, chance))


def state_of(activity: TableActivity, t: float) -> ActivityChanged:
    return ActivityChanged(t, activity)


def tell(table: MemoryTable, events: Sequence[VisionEvent]) -> MemoryTable:
    for event in events:
        table.hear(event)
    return table


def silent(table: MemoryTable) -> bool:
    state = table.state
    return state.deal is None and not any(deal.laid for deal in state.deals)


def lead(t: float = 0.0, track: int = 0) -> list[Sighting]:
    """The first four cards of the deal, one a second."""
    laid = [event for event in seen(RECORD, seed=5) if isinstance(event, Sighting)][:4]
    return [
        replace(event, track=track + n, t=t + event.t, known_t=t + event.known_t)
        for n, event in enumerate(laid)
    ]


def begins(table: MemoryTable, t: float) -> bool:
    """Tell whether the first trick, laid from now on, opens the deal all the same."""
    tell(table, [state_of(TableActivity.EMPTY, t), *lead(t, 9000)])
    deal = table.state.deal
    return deal is not None and deal.plays == RECORD.plays[:4]


def test_a_card_alone_opens_no_deal_and_loses_nothing() -> None:
    first, second, *_ = lead()
    table = tell(session(RECORD), [first])
    assert silent(table)
    table.hear(second)
    deal = table.state.deal
    assert deal is not None
    assert deal.plays == RECORD.plays[:2]
    events = [laid.event for laid in deal.laid]
    assert [event.t for event in events if isinstance(event, CardPlayed)] == [first.t, second.t]
    assert [event.known_t for event in events if isinstance(event, CardPlayed)] == [
        second.known_t,
        second.known_t,
    ]


@pytest.mark.parametrize("seat", range(4))
def test_cards_shown_and_taken_up_again_are_no_plays(seat: int) -> None:
    table = session(RECORD)
    for track in range(8):
        t = 10.0 * track
        table.hear(lying(track, place(seat, random.Random(track)), t))
        table.hear(CardTakenBack(track, t + 3, t + 3.2))
        table.hear(state_of(TableActivity.EMPTY, t + 3.2))
    assert silent(table)
    assert begins(table, 90.0)


def test_a_trick_counted_by_one_player_is_no_trick() -> None:
    table = session(RECORD)
    for track in range(32):
        t = 2.0 * track
        table.hear(lying(track, place(2, random.Random(track)), t))
        if track % 4 == 3:
            table.hear(TrickCleared(t + 1, t + 1.2, 4, None))
            table.hear(state_of(TableActivity.EMPTY, t + 1.3))
    assert silent(table)
    assert begins(table, 70.0)


def test_cards_strewn_on_a_heap_are_no_trick() -> None:
    """Thrown in one upon the other, wherever they fall, until somebody gathers them."""
    table = session(RECORD)
    for deal in range(20):
        chance = random.Random(deal)
        t = 100.0 * deal
        for n in range(12):
            where = Place(chance.gauss(0, 25), chance.gauss(0, 25), chance.uniform(0, 3.1))
            table.hear(lying(100 * deal + n, where, t + 0.15 * n, chance=chance))
        table.hear(TrickCleared(t + 9, t + 9.2, 12, None))
        table.hear(state_of(TableActivity.EMPTY, t + 9.3))
    assert silent(table)
    assert begins(table, 2000.0)


@pytest.mark.parametrize("count", [3, 4, 5])
def test_a_hand_from_every_player_at_once_is_no_trick(count: int) -> None:
    """Thrown in face up: one card from each side, all within a moment, swept together."""
    table = session(RECORD)
    for deal in range(10):
        t = 50.0 * deal
        for n in range(count):
            where = place((LEADER + n) % 4, random.Random(10 * deal + n))
            table.hear(lying(10 * deal + n, where, t + 0.05 * n))
        table.hear(TrickCleared(t + 3, t + 3.2, count, None))
        table.hear(state_of(TableActivity.EMPTY, t + 3.3))
    assert silent(table)
    assert begins(table, 500.0)


def test_what_lies_while_the_table_is_swept_up_is_no_play_until_it_was_empty() -> None:
    table = tell(session(RECORD), [state_of(TableActivity.SWEPT, 0.0), *lead(1.0)[:3]])
    assert silent(table)
    tell(table, [state_of(TableActivity.EMPTY, 9.0), *lead(10.0, 50)])
    deal = table.state.deal
    assert deal is not None
    assert deal.plays == RECORD.plays[:4]


def test_backs_foreign_cards_and_a_moved_camera_are_no_plays() -> None:
    table = session(RECORD)
    here = place(1)
    for t in range(40):
        table.hear(FaceDownSeen(t, t + 0.2, QUAD, here))
        table.hear(ForeignSeen(t, t + 0.2, QUAD, here, 0.4))
        table.hear(CameraMoved(t + 0.3))
    assert silent(table)
    assert begins(table, 50.0)


def test_two_cards_that_were_no_deal_are_taken_back_with_it() -> None:
    """Two players show a card each, as neighbours would lead and follow."""
    first, second, *_ = lead()
    table = tell(session(RECORD), [first, second, TrickCleared(5.0, 5.2, 2, None)])
    assert table.state.deal is not None
    tell(table, [state_of(TableActivity.EMPTY, 5.3), *lead(30.0, 50)])
    deal = table.state.deal
    assert deal is not None
    assert deal.plays == RECORD.plays[:4]


def test_after_an_early_end_nothing_is_a_play_until_the_table_was_empty() -> None:
    table = session(RECORD, random_deal(4))
    tell(table, [*lead(), state_of(TableActivity.STABLE, 4.5)])
    table.commit((DealClosed({"kind": "void"}),))
    chance = random.Random(1)
    thrown = [lying(200 + n, place(n % 4, chance), 6.0 + n) for n in range(3)]
    tell(table, thrown)
    assert table.state.deal is None
    tell(table, [TrickCleared(12.0, 12.2, 7, None), state_of(TableActivity.EMPTY, 12.3)])
    following = [e for e in seen(random_deal(4), start=40.0) if isinstance(e, Sighting)][:4]
    tell(table, following)
    deal = table.state.deal
    assert deal is not None
    assert deal.plays == random_deal(4).plays[:4]


def test_a_better_look_at_a_card_of_the_deal_just_ended_is_nothing_new() -> None:
    table = session(RECORD, random_deal(4))
    tell(table, [*lead(), state_of(TableActivity.EMPTY, 4.5)])
    table.commit((DealClosed({"kind": "void"}),))
    tell(table, [replace(event, known_t=20.0) for event in lead()])
    assert table.state.deal is None
    tell(table, seen(random_deal(4), start=20.0)[:4])
    assert table.state.deal is not None


@pytest.mark.parametrize("real_last", [False, True])
def test_a_hand_on_the_last_trick_closes_no_deal_early(real_last: bool) -> None:
    """A hand is read as a card before or after the last card: the deal ends with its last sweep."""
    table = session(RECORD, random_deal(4))
    events = seen(RECORD)
    *before, last, sweep = events
    assert isinstance(last, Sighting)
    flat = tuple(-3.4657 for _ in range(32))
    hand = Sighting(999, last.t + 0.4, last.t + 0.6, QUAD, place(1), flat)
    both = [last, hand] if real_last else [hand, last]
    tell(table, [*before, *both])
    assert not table.state.finished
    table.hear(sweep)
    (deal,) = table.state.finished
    assert deal.record.plays == RECORD.plays
    assert table.state.deal is None


def test_cards_between_two_deals_do_not_keep_the_next_from_beginning() -> None:
    following = replace(random_deal(4), id="next")
    table = session(RECORD, following)
    tell(table, seen(RECORD))
    tell(table, [state_of(TableActivity.EMPTY, 50.0), lying(700, place(0), 52.0)])
    tell(table, [CardTakenBack(700, 55.0, 55.2), state_of(TableActivity.EMPTY, 55.2)])
    tell(table, seen(following, start=100.0))
    assert [deal.record.plays for deal in table.state.finished] == [
        RECORD.plays,
        following.plays,
    ]


def tout() -> DealRecord:
    rules = rules_from({"preset": "schafkopf"}, "schafkopf")
    contract = Contract("wenz", 0, tout=True)
    record = DealRecord("tout", "schafkopf", rules, 4, 3, contract=contract)
    lost = ["SA", "SU", "S8", "S7"]
    rest = [face for face in GERMAN_32 if face.code not in lost]
    plays = [Play(seat, card(code)) for seat, code in enumerate(lost)]
    plays += [Play((1 + n) % 4, face) for n, face in enumerate(rest)]
    return replace(record, plays=tuple(plays))


def test_a_lost_tout_thrown_in_is_never_settled_as_played_on() -> None:
    following = replace(random_deal(4), id="next")
    table = session(tout(), following)
    tell(table, seen(tout()))
    deal = table.state.deal
    assert deal is not None
    assert len(deal.laid) == 32
    assert deal.decided == 4
    tell(table, [state_of(TableActivity.EMPTY, 50.0), *seen(following, start=100.0)])
    first, second = table.state.finished
    assert first.end == {"kind": "tout_lost"}
    assert second.record.plays == following.plays


def test_without_calls_the_first_leader_is_where_the_first_card_lies() -> None:
    table = MemoryTable(Director(GERMAN_32, RoundDeals()))
    table.commit((EveningStarted("e", "schafkopf", {}, ("A", "B", "C", "D"), "isar", {}),))
    cards = [lying(n, place((2 + n) % 4, random.Random(n)), 1.0 + n) for n in range(4)]
    tell(table, cards)
    deal = table.state.deal
    assert deal is not None
    assert [play.seat for play in deal.plays] == [2, 3, 0, 1]


def test_a_deal_opened_by_hand_waits_for_a_lead_until_something_is_announced() -> None:
    table = session(RECORD)
    table.commit((DealStarted("d", RECORD.dealer),))
    tell(table, [lying(90, place(2), 1.0), CardTakenBack(90, 3.0, 3.2)])
    deal = table.state.deal
    assert deal is not None
    assert deal.laid == ()
    tell(table, lead(10.0))
    deal = table.state.deal
    assert deal is not None
    assert deal.plays == RECORD.plays[:4]


def strewn(track: int, t: float, chance: random.Random) -> Sighting:
    where = Place(chance.gauss(0, 40), chance.gauss(0, 40), chance.uniform(0, 3.1))
    return lying(track, where, t, chance=chance)


def quiet_minutes(seed: int) -> list[VisionEvent]:
    """Ten minutes between two deals, every scene of them, as a watcher with faults tells it.

    It takes hands for cards, tells some cards of a heap, misses sweeps and empty tables.
    """
    chance = random.Random(seed)
    events: list[VisionEvent] = []
    t, track = 0.0, 1000 * seed
    while t < 600.0:
        scene = chance.choice(["hand", "shown", "count", "heap", "dealt", "foreign", "moved"])
        many = {"hand": 1, "shown": 2, "count": 4, "heap": 9}.get(scene, 0)
        own = chance.randrange(4)
        pause = {"heap": 0.12, "hand": 1.0, "shown": 3.0, "count": 0.8}.get(scene, 1.0)
        for _ in range(many):
            track, t = track + 1, t + pause * chance.uniform(0.5, 1.5)
            where = place(own, chance)
            one = strewn(track, t, chance) if scene == "heap" else lying(track, where, t)
            events.append(one)
            if scene in ("hand", "shown") and chance.random() < 0.9:
                events.append(CardTakenBack(track, t + 0.5, t + 0.7))
        if scene == "dealt":
            events += [FaceDownSeen(t + n, t + n + 0.2, QUAD, place(n)) for n in range(4)]
        if scene == "foreign":
            events.append(ForeignSeen(t, t + 0.2, QUAD, place(own), 0.5))
        if scene == "moved":
            events.append(CameraMoved(t, far=chance.random() < 0.5))
        t += 5.0
        if many >= 4 and chance.random() < 0.9:
            events.append(TrickCleared(t, t + 0.2, many, None))
        for activity in (TableActivity.SWEPT, TableActivity.HAND, TableActivity.EMPTY):
            if chance.random() < 0.9:
                events.append(state_of(activity, t + 0.3))
    return events


@pytest.mark.parametrize("before", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_ten_quiet_minutes_are_silent(seed: int, before: bool) -> None:
    """No play, no verdict, no question: at the beginning of an evening and after a deal."""
    following = replace(random_deal(4), id="next")
    table = session(RECORD, following)
    if before:
        tell(table, [*seen(RECORD), state_of(TableActivity.EMPTY, 50.0)])
    for event in quiet_minutes(seed + 1):
        table.hear(event)
        outlook = table.director.outlook(table.state)
        assert (outlook.shown, outlook.questions) == ((), ())
        state = table.state
        assert state.deal is None or not state.deal.laid, event
    assert len(table.state.finished) == before


@pytest.mark.parametrize("seed", range(3))
def test_hands_shown_after_the_deal_change_nothing_of_it(seed: int) -> None:
    """Eight cards laid open one by one by one player, and a heap, right after the last sweep."""
    table = session(RECORD)
    tell(table, seen(RECORD))
    (before,) = table.state.finished
    chance = random.Random(seed)
    shown = [lying(500 + n, place(seed, chance), 60.0 + n) for n in range(8)]
    heap = [strewn(600 + n, 70.0 + 0.1 * n, chance) for n in range(20)]
    tell(table, [*shown, *heap, TrickCleared(90.0, 90.2, 28, None)])
    (after,) = table.state.finished
    assert (after.record, after.report.result) == (before.record, before.report.result)
    assert table.director.outlook(table.state).questions == ()
