"""What a replay shows beside the cards is what the table showed then, also of a doubtful camera."""

from __future__ import annotations

import pytest

from engine.evening.state import TableState
from engine.events import Envelope, EveningStarted
from kiosk.director.outlook import Outlook
from kiosk.director.verdicts import DEFAULT_SAYING
from kiosk.replay.reel import Recall, Tape, reel
from tests.simulate.noisy_camera import DIM, PUB, STUDIO, Noise
from tests.simulate.noisy_deals import with_revoke
from tests.simulate.watched_deals import evening, hear

Said = tuple[frozenset[str], frozenset[int], frozenset[int]]


def said(outlook: Outlook) -> Said:
    """Which verdicts were shown, which cards asked about, which were in doubt."""
    return (
        frozenset(verdict.id for verdict in outlook.shown),
        frozenset(question.seq for question in outlook.questions),
        outlook.unsure,
    )


@pytest.mark.parametrize(("noise", "seed"), [(STUDIO, 60_001), (PUB, 60_004), (DIM, 60_004)])
def test_a_replay_shows_what_was_shown(noise: Noise, seed: int) -> None:
    case = with_revoke(seed)
    table, events = evening(case.record, case.rules, noise, seed, DEFAULT_SAYING)
    recorded: list[Envelope] = []
    live: dict[int, Said] = {}

    def follow(news: tuple[Envelope, ...], state: TableState) -> None:
        recorded.extend(news)
        live[state.last_seq] = said(table.director.outlook(state))

    table.record_to(follow)
    begun = table.state
    for event in events:
        hear(table, event)
    begin = EveningStarted("sim", case.record.game, case.rules, begun.seats, "sim", {})
    tape = Tape([Envelope(begun.last_seq, "", begin), *recorded], "")
    assert tape.final == table.state
    recall = Recall(decks=lambda name: table.director.profile)
    shown = reel(tape, tape.deals[0], recall)
    compared = [(said(step.outlook), live[step.seq]) for step in shown.steps if step.seq in live]
    assert len(compared) > len(case.record.plays) // 2
    assert [then for then, _ in compared] == [now for _, now in compared]
    assert noise is not STUDIO or any(verdicts for _, (verdicts, _, _) in compared), "an alert"
