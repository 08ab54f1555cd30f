"""`python -m tests.bench camera` counts rightly: wrong plays, questions, accusations, faults."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.deal.record import DealRecord
from engine.evening.state import TableState
from engine.events import Event
from kiosk.director.director import Director
from tests.bench.__main__ import bench
from tests.bench.camera import Measured, Run, kept, measure, reliability, told_for, watch_seed
from tests.simulate.camera_faults import Fault
from tests.simulate.noisy_camera import STUDIO
from tests.simulate.noisy_deals import EVERY, honest, with_revoke
from tests.simulate.watched_deals import Sure, Watched, camera_for, observe, table_for
from vision.sighting import Sighting, TrickCleared

SEED = 60_000
GAMES = tuple({each[0]: each for each in EVERY}.values())
"""One table of every game."""


def watched_beside(truth: DealRecord, seed: int = SEED) -> Watched:
    """A clear legal deal, held against what is said to have been played."""
    case = honest(seed)
    camera = camera_for(case.record, STUDIO, seed)
    events = camera.tell(case.record)
    shows = {track: play for track, play in camera.shows.items() if play < len(truth.plays)}
    return observe(table_for(case.record, case.rules), truth, events, shows, {})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game[0])
def test_a_clear_deal_is_wholly_right(game: tuple[str, int]) -> None:
    _, case, watched = watch_seed(Run(1, EVERY.index(game) + 26 * 100), EVERY.index(game) + 2600)
    assert (case.record.game, case.record.players) == game
    assert watched.whole
    assert watched.known
    assert watched.first == watched.final == watched.cards == len(case.record.plays)
    assert all(sure.play for sure in (*watched.sure_first, *watched.sure_final))
    assert len(watched.steps_ms) > watched.cards


def test_two_cards_of_other_players_are_two_wrong_plays() -> None:
    record = honest(SEED).record
    first, second = record.plays[-2:]
    other = (replace(first, card=second.card), replace(second, card=first.card))
    watched = watched_beside(record.with_plays((*record.plays[:-2], *other)))
    assert watched.first == watched.final == watched.cards_final == watched.cards - 2
    assert not watched.whole
    assert not watched.known, "nobody is asked about a card that was seen clearly"
    assert sum(not sure.card for sure in watched.sure_final) == 2


def test_the_right_card_of_another_player_is_a_wrong_play() -> None:
    record = honest(SEED).record
    first, second = record.plays[-2:]
    other = (replace(first, seat=second.seat), replace(second, seat=first.seat))
    watched = watched_beside(record.with_plays((*record.plays[:-2], *other)))
    assert watched.cards_final == watched.cards
    assert watched.first == watched.final == watched.cards - 2
    assert [sure.card for sure in watched.sure_final if not sure.play] == [True, True]


def test_a_card_too_many_is_counted() -> None:
    record = honest(SEED).record
    watched = watched_beside(record.with_plays(record.plays[:-1]))
    assert watched.extra == 1
    assert watched.final == watched.cards
    assert not watched.whole
    assert not watched.known


def test_a_verdict_against_who_did_nothing_wrong_is_counted() -> None:
    case = with_revoke(SEED)
    camera = camera_for(case.record, STUDIO, SEED)
    events = camera.tell(case.record)
    # The truth is said to be that nothing was played, so nobody can have done wrong.
    nothing = case.record.with_plays(())
    accused = observe(table_for(case.record, case.rules), nothing, events, {}, {}).accused
    assert {verdict.seat for verdict in accused} == set(case.guilty)
    named = observe(table_for(case.record, case.rules), nothing, events, {}, case.guilty)
    assert named.accused == []
    assert named.proven
    found = Measured()
    found.add(SEED, case, replace(named, accused=accused))
    assert (found.all.accused, found.all.proven, found.all.guilty) == (1, 1, 1)
    assert not kept(Run(1, SEED), found)
    assert found.worst()[0].accused


def test_a_missed_card_that_is_asked_about_is_known_but_not_right() -> None:
    """Sheepshead with a blind: the cards left over do not say which was missed."""
    at = EVERY.index(("sheepshead", 5))
    run = Run(1, 0, fault="missed")
    deals = [watch_seed(run, at + len(EVERY) * number)[2] for number in range(3)]
    asked = [watched for watched in deals if not watched.whole and watched.known]
    assert asked, "one deal at least has a question left"
    for watched in asked:
        assert watched.final == watched.cards - 1
        assert [play.told for play in watched.plays if not play.final] == [False]
        assert watched.questions


def test_a_director_that_fails_is_counted_and_the_table_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(director: Director, state: TableState) -> tuple[Event, ...]:
        raise RuntimeError("thought too hard")

    monkeypatch.setattr(Director, "revise", fails)
    found = measure(Run(1, SEED))
    assert (found.all.failed, found.all.deals) == (1, 1)
    assert found.all.final == found.all.cards, "a clear deal needs no second thought"
    assert "thought too hard" in found.worst()[0].failed[0]
    assert not kept(Run(1, SEED), found)


@pytest.mark.parametrize("fault", [fault for fault in Fault if fault is not Fault.NONE])
def test_each_fault_is_one(fault: Fault) -> None:
    for seed in range(1000, 1006):
        run = Run(1, seed, fault=fault.value)
        case, camera, events = told_for(run, seed)
        again = told_for(run, seed)[2]
        assert events == again
        clear = camera_for(case.record, STUDIO, seed).tell(case.record)
        size = case.record.players - len(case.record.out)
        seen = [e for e in events if isinstance(e, Sighting)]
        order = [camera.shows.get(sighting.track) for sighting in seen]
        sweeps = len([e for e in events if isinstance(e, TrickCleared)])
        plays, tricks = len(case.record.plays), len(case.record.plays) // size
        apart = [at for at, play in enumerate(order) if at != play]
        match fault:
            case Fault.MISSED:
                assert len(seen) == plays - 1
            case Fault.EXCHANGED:
                assert len(apart) == 2
                assert apart[0] + 1 == apart[1]
            case Fault.EARLY:
                assert sweeps == tricks + 1
            case Fault.UNSWEPT:
                assert sweeps == tricks - 1
            case Fault.LEADER:
                misread = [one for one, other in zip(events, clear, strict=True) if one != other]
                assert len(misread) <= 1, "none where the players were mistaken"
            case Fault.SHOWN:
                assert 2 <= order.count(None) <= 4
            case Fault.UNBEGUN:
                assert order == list(range(plays - len(seen), plays))
        assert fault is Fault.LEADER or events != clear


def test_parts_joined_are_the_whole() -> None:
    whole = measure(Run(4, SEED, fault="missed"))
    parts = [measure(Run(2, SEED + first, fault="missed")) for first in (0, 2)]
    parts[0].join(parts[1])
    for one in (whole, parts[0]):
        one.all.steps_ms.clear()
        for tally in one.games.values():
            tally.steps_ms.clear()
    assert (whole.all, whole.games) == (parts[0].all, parts[0].games)


def test_how_sure_it_was_stands_beside_how_often_it_was_right() -> None:
    said = [Sure(0.97, card=True, play=True)] * 3 + [Sure(1.0, card=True, play=False)]
    rows = reliability(said)
    assert [(row.low, row.card.hits, row.play.hits, row.play.tries) for row in rows] == [
        (0.95, 3, 3, 3),
        (0.999, 1, 0, 1),
    ]


def test_the_command_tells_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        bench(["camera", "--deals", "3", "--seed", "60000", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert left.value.code == 0
    assert (told["deals"], told["whole"][:2], told["accused"]) == (3, [3, 3], 0)
    with pytest.raises(SystemExit):
        bench(["camera", "--deals", "3", "--seed", "60000", "--lang", "de"])
    assert "3 / 3" in capsys.readouterr().out


def test_one_deal_can_be_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        bench(["camera", "--show", "60000"])
    told = capsys.readouterr().out
    assert left.value.code == 0
    assert "<--" not in told
    with pytest.raises(SystemExit):
        bench(["camera", "--show", "60000", "--fault", "missed"])
    assert capsys.readouterr().out.count("unseen") == 1


def test_single_faults_need_a_clear_camera(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bench(["camera", "--quality", "poor", "--fault", "missed"])
    assert "good camera" in capsys.readouterr().err
